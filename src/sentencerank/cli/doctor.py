"""`sentencerank doctor`: what is installed, and which promises hold on this machine."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Literal, NamedTuple, TypeAlias

import click

from sentencerank import __version__, kernel
from sentencerank.cli.options import json_option
from sentencerank.cli.output import FAILED, write, write_json
from sentencerank.errors import SentenceRankError
from sentencerank.extras import remedy

State: TypeAlias = Literal["ok", "absent", "broken"]
_SHOWN: dict[State, str] = {"ok": "ok", "absent": "-", "broken": "FAILS"}
_REQUIREMENT = re.compile(r"""([\w.-]++).*\bextra\s*==\s*["']([\w-]+)["']""")
_FOR_DEVELOPERS = "dev"
# Mechanisms that a container or an old kernel may lack: others then deny the same actions.
_REPLACEABLE = frozenset({"network namespace", "Landlock"})
_TEXT = "Rain fell on the hills for days. The river rose and the town was cut off. Boats brought bread and water."


class Check(NamedTuple):
    """One line of the report. "absent" is what is optional and not there; "broken" is a promise that does not hold."""

    section: str
    name: str
    state: State
    detail: str


@click.command(
    epilog="""\b
Signs:
  ok     it is there, or it holds
  -      it is optional and not there, or this system has none
  FAILS  it is promised and does not hold; the exit code is 1

\b
Examples:
  sentencerank doctor
  sentencerank doctor --json | jq '.checks[] | select(.state == "broken")'
"""
)
@json_option
def doctor(as_json: bool) -> None:
    """Show what is installed and what holds on this machine.

    Files from strangers are parsed in a confined process. This command starts one and tries, from
    inside, what a hijacked parser would try: to read and write files, to connect, to start programs.
    """
    checks = list(_checks())
    broken = [check for check in checks if check.state == "broken"]
    if as_json:
        write_json({**_machine(), "ok": not broken, "checks": [check._asdict() for check in checks]})
    else:
        write("\n".join(_lines(checks, broken)))
    if broken:
        raise click.exceptions.Exit(FAILED)


def _machine() -> dict[str, str]:
    return {
        "sentencerank": __version__,
        "python": platform.python_version(),
        "system": f"{platform.system()} {platform.release()}",
        "processor": platform.machine(),
    }


def _lines(checks: Iterable[Check], broken: list[Check]) -> Iterator[str]:
    machine = _machine()
    yield f"sentencerank {machine['sentencerank']}"
    yield f"Python {machine['python']} ({sys.executable}) on {machine['system']}, {machine['processor']}"
    for section, group in groupby(checks, lambda check: check.section):
        found = list(group)
        width = max(len(check.name) for check in found)
        yield f"\n{section}"
        yield from (f"  {_SHOWN[check.state]:<5}  {check.name:<{width}}  {check.detail}" for check in found)
    yield ""
    if broken:
        yield f"{len(broken)} of what is promised does not hold: {', '.join(check.name for check in broken)}."
    else:
        yield "Everything that is promised for this system holds. See docs/confinement.md for what is promised where."


def _checks() -> Iterator[Check]:
    yield from _extras()
    yield from _ranking()
    yield from _plugins()
    yield from _confinement()
    yield from _limits()
    yield from _folders()


def _extras() -> Iterator[Check]:
    from importlib.metadata import PackageNotFoundError, requires, version

    section = "Optional parts"
    packages: dict[str, list[str]] = defaultdict(list)
    try:
        for requirement in requires("sentencerank") or ():
            found = _REQUIREMENT.match(requirement)
            if found and found[1] != "sentencerank":
                packages[found[2]].append(found[1])
    except PackageNotFoundError:
        yield Check(section, "package", "absent", "sentencerank runs from a folder and is not installed by pip")
    packages.pop(_FOR_DEVELOPERS, None)
    for extra, names in packages.items():
        versions: dict[str, str] = {}
        for name in names:
            try:
                versions[name] = version(name)
            except PackageNotFoundError:
                continue
        missing = [name for name in names if name not in versions]
        there = ", ".join(f"{name} {number}" for name, number in versions.items())
        if missing:
            yield Check(section, extra, "absent", f"needs {', '.join(missing)}: {remedy(extra)}")
        else:
            yield Check(section, extra, "ok", there)


def _ranking() -> Iterator[Check]:
    from sentencerank.languages.registry import list_languages
    from sentencerank.model.library import library, readable_models

    section = "Models and languages"
    yield _tried(section, "English model", _rank_something)
    yield Check(section, "kernel in C", "ok" if kernel.native else "absent", f"{kernel.state}; see docs/kernel.md")
    try:
        models = list(readable_models())
        for folder, manifest in models:
            if isinstance(manifest, SentenceRankError):
                yield Check(section, f"model {folder.name}", "broken", str(manifest))
            else:
                yield Check(section, f"model {folder.name}", "ok", f"{manifest.language}, in {folder}")
        if not models:
            yield Check(section, "models of yours", "absent", f"none in {library()}: see sentencerank model --help")
    except (SentenceRankError, OSError) as error:
        yield Check(section, "models of yours", "broken", str(error))
    languages = list_languages()
    poorer = [language for language in languages if language.missing]
    yield Check(section, "languages", "ok", f"{len(languages)} with rules of their own, any other by those of Unicode")
    if poorer:
        names = ", ".join(language.name for language in poorer)
        detail = f"without the words or parts of speech of {names}: {poorer[0].install}"
        yield Check(section, "libraries for languages", "absent", detail)


def _plugins() -> Iterator[Check]:
    """Try every language, format and structure that another package brings, as it is tried when it is asked for."""
    from sentencerank import plugins
    from sentencerank.documents.formats import FORMATS, format_of
    from sentencerank.languages.packs import PACKS
    from sentencerank.languages.registry import pack_of
    from sentencerank.method.structures import STRUCTURES
    from sentencerank.recipe import Recipe

    section = "Plugins of other packages"
    tried: dict[str, tuple[Container[str], Callable[[str], object]]] = {
        "language": (PACKS, pack_of),
        "format": (FORMATS, format_of),
        "structure": (STRUCTURES, lambda name: Recipe(structure=name)),
    }
    for plugin in plugins.installed():
        name = f"{plugin.kind} {plugin.name}"
        if plugin.kind not in tried:
            detail = f"{plugin.package}: it must begin with {', '.join(f'{kind}.' for kind in plugins.KINDS)}"
            yield Check(section, plugin.entry.name, "broken", detail)
            continue
        own, look_up = tried[plugin.kind]
        if plugin.name in own:
            yield Check(section, name, "absent", f"{plugin.package}: hidden, since sentencerank has one of this name")
            continue
        try:
            look_up(plugin.name)
            yield Check(section, name, "ok", f"from {plugin.package}")
        except SentenceRankError as error:
            yield Check(section, name, "broken", str(error))


def _rank_something() -> str:
    from sentencerank import rank

    start = time.perf_counter()
    count = len(rank(_TEXT, language="en"))
    return f"included; it ranked {count} sentences, {time.perf_counter() - start:.1f} s with loading"


def _tried(section: str, name: str, work: Callable[[], str]) -> Check:
    try:
        return Check(section, name, "ok", work())
    except (SentenceRankError, OSError) as error:
        return Check(section, name, "broken", str(error))


def _confinement() -> Iterator[Check]:
    """Yield what holds in the process that parses files, then what it could do."""
    from sentencerank.documents.sandbox import load_parsers
    from sentencerank.workers.probes import try_all

    section = "The process that parses files from strangers"
    promised: State = "broken" if sys.platform == "linux" else "absent"
    try:
        found, attempts = try_all(load_parsers)
    except (SentenceRankError, OSError) as error:
        yield Check(section, "start", "broken", str(error))
        return
    for mechanism in json.loads(found):
        missing: State = "absent" if mechanism["name"] in _REPLACEABLE else promised
        yield Check(section, mechanism["name"], "ok" if mechanism["holds"] else missing, mechanism["detail"])
    section = "What a hijacked parser would try, tried in that process"
    denied = sum(attempt.denied for attempt in attempts)
    all_denied: State = "ok" if denied == len(attempts) else promised
    yield Check(section, "in all", all_denied, f"{denied} of {len(attempts)} actions denied")
    for attempt in attempts:
        state: State = "ok" if attempt.denied else promised
        yield Check(section, attempt.action, state, f"{'denied' if attempt.denied else 'allowed'}: {attempt.detail}")


def _limits() -> Iterator[Check]:
    from sentencerank.documents.limits import DEFAULT

    section = "Limits of one file"
    least, most = DEFAULT.memory_for(0) >> 20, DEFAULT.memory >> 20
    yield Check(section, "size", "ok", f"{DEFAULT.bytes:,} bytes, {DEFAULT.characters:,} characters of text")
    yield Check(section, "pages", "ok", f"{DEFAULT.pages:,}")
    yield Check(section, "time", "ok", f"{DEFAULT.seconds:g} s of processor time")
    if sys.platform == "linux":
        yield Check(section, "memory", "ok", f"{least:,} MiB for a small file, {most:,} MiB for a large one")
    else:
        yield Check(section, "memory", "absent", f"not limited on {platform.system()}")


def _folders() -> Iterator[Check]:
    import tempfile

    from sentencerank.model.library import library
    from sentencerank.serve.settings import default_store

    section = "Folders"
    yield _tried(section, "temporary files", lambda: _written(Path(tempfile.gettempdir())))
    for name, place in (("models", library), ("documents of the server", lambda: default_store().parent)):
        try:
            yield _kept(section, name, place())
        except (SentenceRankError, OSError, RuntimeError) as error:
            yield Check(section, name, "absent", str(error))


def _written(folder: Path) -> str:
    import tempfile

    with tempfile.TemporaryFile(dir=folder) as stream:
        stream.write(b"x")
        stream.flush()
    return f"{folder}, writable"


def _kept(section: str, name: str, folder: Path) -> Check:
    """Say whether a folder can be written, or could be made."""
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    if not (nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)):
        return Check(section, name, "absent", f"{folder} cannot be written: check the permissions of {nearest}")
    return Check(section, name, "ok", f"{folder}, {'writable' if nearest == folder else 'made when it is needed'}")
