"""Builds the optional kernel in C where there is a compiler; without one the wheel is pure Python and works as well.

SENTENCERANK_BUILD=pure leaves it out. The kernel keeps to the limited API, so one wheel serves every Python from 3.11.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SOURCES = (
    "candidates.c",
    "columns.c",
    "forms.c",
    "gather.c",
    "keyphrases.c",
    "kinds.c",
    "numbers.c",
    "phrases.c",
    "sentences.c",
    "table.c",
    "terms.c",
    "texts.c",
    "words.c",
)
# Sums must come out as numpy's do, so products and sums are never joined.
FLAGS = ("-O3", "-std=c11", "-fPIC", "-ffp-contract=off", "-fno-math-errno", "-fvisibility=hidden", "-Wall")


class KernelHook(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles src/kernel into the package."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say in the name of the wheel what it runs on."""
        if self.target_name != "wheel" or not (made := build(Path(self.root))):
            return
        build_data["artifacts"].append(f"/{made.relative_to(self.root).as_posix()}")
        build_data["pure_python"] = False
        platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
        build_data["tag"] = f"cp311-abi3-{platform}"


def build(root: Path) -> Path | None:
    """Compile the kernel; None, with the reason on stderr, where that cannot be done."""
    target = root / "src" / "sentencerank" / "_kernel.abi3.so"
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")
    if os.environ.get("SENTENCERANK_BUILD") == "pure" or sys.implementation.name != "cpython" or os.name != "posix":
        return _without(target, "it was not wanted, or this is not CPython on Linux or macOS")
    if not shutil.which(compiler[0]) or not Path(sysconfig.get_path("include"), "Python.h").exists():
        return _without(target, "there is no C compiler, or the header files of Python are missing")
    link = ("-bundle", "-undefined", "dynamic_lookup") if sys.platform == "darwin" else ("-shared",)
    sources = [str(root / "src" / "kernel" / name) for name in SOURCES]
    # Made beside and moved: a process that has the old one mapped goes on with it.
    made = target.with_suffix(".new")
    command = [*compiler, *FLAGS, *link, f"-I{sysconfig.get_path('include')}", *sources, "-o", str(made), "-lm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        return _without(target, done.stderr.strip() or "the compiler failed")
    made.replace(target)
    return target


def _without(target: Path, reason: str) -> None:
    target.unlink(missing_ok=True)
    print(f"sentencerank is built without its kernel, which is optional: {reason}", file=sys.stderr)  # noqa: T201


if __name__ == "__main__":
    sys.exit(0 if build(Path(__file__).parent) else 1)
