"""List the licences of all dependencies as a Markdown table, and fail if one is unknown or not allowed.

    python scripts/licences.py            print the table: make licences
    python scripts/licences.py --quiet    only say what is wrong: a part of make lint
    python scripts/licences.py --json     print the extras that need each package: a part of make sbom
    python scripts/licences.py --large    the extras that [dev] leaves out: a part of make test-integrations

A package is listed if an extra of sentencerank needs it, directly or not, or if it builds the package. Its licence is
what its own metadata say. All of them must be installed: make does that.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

BUILD = Path(__file__).parent.parent / "requirements" / "build.txt"
PACKAGE = "sentencerank"
USERS = {"": "the package itself", "build": "building"}
_ID = re.compile(r"[\w.+-]+")

# Free licences that allow to use a separate package for anything. LGPL and MPL ask to pass on changes of the package
# itself, which nobody here makes. GPL and AGPL are not among them: they would bind whoever passes on a program.
ALLOWED = frozenset(
    [
        *("0BSD", "Apache-2.0", "BSD", "BSD-2-Clause", "BSD-3-Clause", "CC0-1.0", "CNRI-Python", "MIT", "MIT-0"),
        *("LGPL-2.1-only", "LGPL-2.1-or-later", "LGPL-3.0-only", "LGPL-3.0-or-later", "MPL-2.0", "PSF-2.0", "Zlib"),
        *("ISC", "MIT-CMU"),
    ]
)
SPELLINGS = {  # how metadata without an SPDX expression name a licence
    "apache 2.0": "Apache-2.0",
    "apache license 2.0": "Apache-2.0",
    "apache license, version 2.0": "Apache-2.0",
    "apache software license": "Apache-2.0",
    "bsd": "BSD",
    "bsd 2-clause license": "BSD-2-Clause",
    "bsd 3-clause license": "BSD-3-Clause",
    "bsd license": "BSD",
    "isc license": "ISC",
    "mit license": "MIT",
    "mit, bsd": "MIT AND BSD",
    "mozilla public license 2.0 (mpl 2.0)": "MPL-2.0",
    "psfl": "PSF-2.0",
    "python software foundation license": "PSF-2.0",
    "the bsd 2-clause license": "BSD-2-Clause",
}
CORRECTED = {  # read in the package, where its metadata say less than its licence files
    "docutils": "BSD-2-Clause AND PSF-2.0",  # most of it is in the public domain
    "pypdfium2": "BSD-3-Clause AND Apache-2.0",  # PDFium is inside
    "tiktoken": "MIT",  # its metadata hold the whole text
    "unidic-lite": "MIT AND BSD-3-Clause",  # the dictionary is inside
}


def licence_of(package: Distribution) -> str:
    """Return the licence of a package as an SPDX expression, or "" if its metadata do not tell."""
    metadata = package.metadata
    name = canonicalize_name(metadata["Name"])
    if name in CORRECTED:
        return CORRECTED[name]
    classifiers = metadata.get_all("Classifier", [])
    named = [one.rpartition(" :: ")[2] for one in classifiers if one.startswith("License :: ")]
    joined = " AND ".join(SPELLINGS.get(one.lower(), one) for one in named)
    fields = metadata.get_all("License-Expression", []) + metadata.get_all("License", [])
    for text in (*fields, joined):
        expression = SPELLINGS.get(text.strip().lower(), text)
        # A whole licence text is no name of a licence.
        if expression not in ("", "UNKNOWN") and all(map(_ID.fullmatch, re.split(" AND | OR ", expression))):
            return expression
    return ""


def is_allowed(expression: str) -> bool:
    """Return whether a licence is allowed; of several that one may choose from, one suffices.

    >>> is_allowed("MIT AND Zlib"), is_allowed("GPL-2.0-only OR MIT"), is_allowed("MIT AND AGPL-3.0-only")
    (True, True, False)
    """
    return any(all(one in ALLOWED for one in choice.split(" AND ")) for choice in expression.split(" OR "))


def needs(name: str, extra: str, seen: set[tuple[str, str]]) -> Iterator[str]:
    """Yield the packages that a package with one of its extras ("" for none) needs on this computer."""
    if (name, extra) in seen:
        return
    seen.add((name, extra))
    for line in distribution(name).requires or ():
        wanted = Requirement(line)
        if wanted.marker is not None and not wanted.marker.evaluate({"extra": extra}):
            continue
        found = canonicalize_name(wanted.name)
        yield found
        for one in ("", *wanted.extras):
            yield from needs(found, one, seen)


def large_extras() -> set[str]:
    """Return the extras that `[dev]` leaves out, because they have an environment of their own."""
    extras = [canonicalize_name(one) for one in distribution(PACKAGE).metadata.get_all("Provides-Extra", [])]
    asked: dict[str, set[str]] = {extra: {*_asked_by(extra)} for extra in extras}
    return {extra for extra in extras if not asked[extra] <= asked["dev"]}


def _asked_by(extra: str) -> Iterator[str]:
    """Yield the packages that an extra of sentencerank names itself."""
    for wanted in map(Requirement, distribution(PACKAGE).requires or ()):
        if wanted.marker is None or wanted.marker.evaluate({"extra": extra}):
            yield canonicalize_name(wanted.name)


def dependencies(*, large: bool = False) -> dict[str, list[str]]:
    """Return every dependency, with the extras that need it: "" for the package itself, "build" for what builds it.

    `large` asks for the extras that `[dev]` leaves out, instead of the others.
    """
    every = {canonicalize_name(one) for one in distribution(PACKAGE).metadata.get_all("Provides-Extra", [])}
    extras = large_extras() if large else every - large_extras()
    found: dict[str, list[str]] = {}
    # The extra dev takes in all others, so it is named only for what no other needs.
    for extra in sorted({"", *extras}, key=lambda extra: (extra == "dev", extra)):
        for name in sorted({*needs(PACKAGE, extra, set())} - {PACKAGE}):
            if extra != "dev" or name not in found:
                found.setdefault(name, []).append(extra)
    for name in re.findall(r"^([\w.-]+)==", BUILD.read_text(encoding="utf-8"), re.MULTILINE):
        found.setdefault(canonicalize_name(name), []).append("build")
    return {name: [""] if "" in extras else extras for name, extras in sorted(found.items())}


def main() -> int:
    """Print the table, or what is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quiet", action="store_true", help="print no table")
    parser.add_argument("--json", action="store_true", help="print the extras that need each package")
    parser.add_argument("--large", action="store_true", help="look at the extras that have an environment of their own")
    given = parser.parse_args()
    try:
        needed = dependencies(large=given.large)
        packages = {name: distribution(name) for name in needed}
    except PackageNotFoundError as error:
        print(f"{error.name} is not installed. Run make licences, which installs everything.", file=sys.stderr)
        return 1
    if given.json:
        print(json.dumps(needed))
    elif not given.quiet:
        print("| package | version | licence | needed by |\n| --- | --- | --- | --- |")
        for name, extras in needed.items():
            users = ", ".join(USERS.get(extra, f"`[{extra}]`") for extra in extras)
            print(f"| {name} | {packages[name].version} | {licence_of(packages[name]) or 'unknown'} | {users} |")
    wrong = [name for name in needed if not is_allowed(licence_of(packages[name]))]
    for name in wrong:
        print(
            f"{name}: its licence is {licence_of(packages[name]) or 'unknown'}, which is not on the list of "
            "scripts/licences.py. Read it, then add it there or do without the package.",
            file=sys.stderr,
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
