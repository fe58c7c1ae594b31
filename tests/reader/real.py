"""Documents that nobody here wrote: files of installed packages, of more than twenty kinds; none is kept here."""

from __future__ import annotations

from itertools import chain, islice
from pathlib import Path

import pytest
from lxml import html

DOC = Path("/usr/share/doc")
MAN = Path("/usr/share/man")
SITE = Path(pytest.__file__).parents[1]  # the Python distributions that are installed beside this one
LONGEST = 1_500_000  # bytes of a file


def first(*groups: tuple[Path, str]) -> list[Path]:
    """The files that patterns find, the first pattern first."""
    return list(chain.from_iterable(sorted(folder.glob(pattern)) for folder, pattern in groups))


# A kind of document → where one may be found; the first of them that is neither too short nor too long is read.
KINDS = {
    "readme": lambda: first((DOC, "*/README"), (DOC, "*/README.gz")),
    "readme in Markdown": lambda: first((DOC, "*/README.md"), (DOC, "*/README.md.gz")),
    "readme in reStructuredText": lambda: first((DOC, "*/README.rst"), (DOC, "*/*.rst.gz"), (DOC, "*/*/*.rst")),
    "news": lambda: first((DOC, "*/NEWS.gz"), (DOC, "*/NEWS")),
    "change log": lambda: first((DOC, "*/changelog.gz")),
    "change log of a package": lambda: first((DOC, "*/changelog.Debian.gz")),
    "copyright file": lambda: first((DOC, "*/copyright")),
    "licence": lambda: first((Path("/usr/share/common-licenses"), "GPL-3")),
    "free documentation licence": lambda: first((Path("/usr/share/common-licenses"), "GFDL-1.3")),
    "FAQ": lambda: first((DOC, "*/FAQ*"), (DOC, "*/*/FAQ*")),
    "authors": lambda: first((DOC, "*/AUTHORS*"), (DOC, "*/THANKS*")),
    "to do": lambda: first((DOC, "*/TODO*")),
    "manual page of a command": lambda: first((MAN / "man1", "bash.1.gz"), (MAN / "man1", "*.1.gz")),
    "manual page of a file": lambda: first((MAN / "man5", "*.5.gz")),
    "manual page of a system": lambda: first((MAN / "man8", "*.8.gz")),
    "manual page of a topic": lambda: first((MAN / "man7", "*.7.gz")),
    "manual page in German": lambda: first((MAN / "de", "man1/*.1.gz"), (MAN / "de", "man8/*.8.gz")),
    "manual page in French": lambda: first((MAN / "fr", "man1/*.1.gz"), (MAN / "fr", "man8/*.8.gz")),
    "manual page in Japanese": lambda: first((MAN / "ja", "man1/*.1.gz"), (MAN / "ja", "man8/*.8.gz")),
    "manual page in Russian": lambda: first((MAN / "ru", "man1/*.1.gz"), (MAN / "ru", "man8/*.8.gz")),
    "manual in HTML": lambda: first((DOC, "*/html/*.html"), (DOC, "*/*.html")),
    "reference in HTML": lambda: first((DOC, "nodejs/api/*.html"), (DOC, "*/api/*.html")),
    "manual in PDF": lambda: first((DOC, "*/*.pdf"), (DOC, "texlive-doc/*/*/*.pdf")),
    "paper in LaTeX": lambda: first((DOC, "*/*.tex"), (DOC, "texlive-doc/*/*/*.tex")),
    "help of an editor": lambda: first((Path("/usr/share/vim"), "vim*/doc/usr_0*.txt")),
    "fields of a Python distribution": lambda: first((SITE, "*.dist-info/METADATA")),
    "licence of a Python distribution": lambda: first((SITE, "*.dist-info/LICENSE*"), (SITE, "*.dist-info/*/LICENSE*")),
}


def found(kind: str) -> Path:
    """A file of a kind; skip the test if there is none."""
    for path in KINDS[kind]():
        if path.is_file() and 1_000 < path.stat().st_size < LONGEST:
            return path
    pytest.skip(f"no {kind} is installed here")


OUTSIDE = "ancestor::nav|ancestor::header|ancestor::footer|ancestor::aside|ancestor::*[@role='navigation']"


def web_pages(count: int) -> list[tuple[Path, list[str]]]:
    """So many pages of different packages, and what their headings say; skip the test if there are fewer."""
    found = []
    for folder in sorted(path for path in DOC.iterdir() if path.is_dir()):
        taken = 0
        for path in sorted(folder.rglob("*.html")):
            if taken == 2 or not path.is_file() or path.is_symlink() or not 5_000 < path.stat().st_size < 100_000:
                continue
            heads = html.fromstring(path.read_bytes()).xpath("//h1|//h2|//h3|//h4|//h5|//h6")
            said = ["".join(head.text_content().split()) for head in heads if not head.xpath(OUTSIDE)]
            if sum(map(bool, said)) >= 3:
                found.append((path, [text for text in said if any(map(str.isalnum, text))]))
                taken += 1
    if len(found) < count:
        pytest.skip(f"only {len(found)} web pages with headings are installed here")
    return list(islice(found, count))
