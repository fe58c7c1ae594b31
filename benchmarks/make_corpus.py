"""Make a corpus of plain English text, one document a line, from Debian's documentation packages.

    python benchmarks/make_corpus.py -o docs.txt --tokens 30000000 [--add english.txt.gz] [--packages FOLDER]

Packages are fetched by `apt-get download` into a folder, once. A paragraph that occurs again, such as a licence or a
menu, is kept once; sources and tables are left out. Documents are shuffled, so any beginning of the file is a sample.
"""

from __future__ import annotations

import argparse
import gzip
import random
import re
import subprocess
import tarfile
from collections.abc import Iterator
from pathlib import Path, PurePath
from tempfile import gettempdir

from lxml import etree, html

PACKAGES = (
    "linux-doc-6.1 python3.11-doc postgresql-doc-15 libreoffice-help-en-us openjdk-17-doc sqlite3-doc r-doc-html"
    " rust-doc python-pandas-doc python-django-doc erlang-doc dict-gcide dict-foldoc racket-doc perl-doc"
    " cppreference-doc-en-html vim-doc python-scipy-doc python-sklearn-doc debian-reference-en octave-doc"
    " exim4-doc-html sagemath-doc"
)
TEXT = (".txt", ".rst", ".md", ".pod", ".dict.dz")
BLOCKS = ("p", "li", "dd", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote")
LEFT_OUT = ("script", "style", "nav", "pre", "header", "footer", "table", "form")
COMMON = frozenset(("the", "a", "of", "to", "is", "and", "in", "for", "be", "or", "that", "are"))
SHORTEST = 8  # words of a paragraph: shorter ones are menus and signatures
WORD = re.compile(r"\w+")


def fetch(package: str, folder: Path) -> Path:
    """Return the file of a package, downloaded if it is not there."""
    folder.mkdir(parents=True, exist_ok=True)
    if not any(folder.glob(f"{package}_*.deb")):
        subprocess.run(["apt-get", "-q", "download", package], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return next(folder.glob(f"{package}_*.deb"))


def unpack(package: Path) -> Iterator[tuple[str, bytes]]:
    """Yield the names and contents of the files of a package that may hold text."""
    command = ["dpkg-deb", "--fsys-tarfile", str(package)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE) as process,
        tarfile.open(fileobj=process.stdout, mode="r|") as archive,
    ):
        for member in archive:
            name = member.name.removesuffix(".gz").lower()
            if member.isfile() and name.endswith((".html", ".htm", *TEXT)):
                stream = archive.extractfile(member)
                data = stream.read() if stream else b""
                packed = data.startswith(b"\x1f\x8b")
                yield name, gzip.decompress(data) if packed else data


def paragraphs(name: str, data: bytes) -> Iterator[str]:
    """Yield the paragraphs of a file."""
    if not name.endswith((".html", ".htm")):
        yield from re.split(r"\n\s*\n", data.decode("utf-8", "replace"))
        return
    try:
        page = html.document_fromstring(data, parser=html.HTMLParser(encoding="utf-8", huge_tree=True))
    except (etree.ParserError, etree.XMLSyntaxError):
        return
    etree.strip_elements(page, *LEFT_OUT, with_tail=False)
    for block in page.iter(*BLOCKS):
        # A list holds other blocks, which come by themselves.
        if next(block.iterdescendants(*BLOCKS), None) is None:
            yield str(block.text_content())


def is_prose(words: list[str]) -> bool:
    """Tell a paragraph of sentences from a table, a listing or a signature: by its stop words."""
    common = sum(word in COMMON for word in words)
    return len(words) >= SHORTEST and common >= 0.12 * len(words)


def documents(packages: list[Path]) -> Iterator[tuple[str, int]]:
    """Yield the documents of packages as lines, with the number of their words."""
    seen: set[int] = set()
    for package in packages:
        total = 0
        for name, data in unpack(package):
            kept, count = [], 0
            for paragraph in paragraphs(name, data):
                words = paragraph.lower().split()
                key = hash(tuple(words))
                if key not in seen and is_prose(words):
                    seen.add(key)
                    kept.append(" ".join(paragraph.split()))
                    count += len(WORD.findall(paragraph))
            if kept:
                total += count
                # A dictionary is one file, but not one document.
                step = 20 if PurePath(name).suffix == ".dz" else len(kept)
                for start in range(0, len(kept), step):
                    own = kept[start : start + step]
                    yield " ".join(own), count * len(own) // len(kept)
        print(f"{package.name.partition('_')[0]:28} {total:>10,} words", flush=True)


def main() -> None:
    """Make the corpus."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("-o", "--output", type=Path, required=True)
    parser.add_argument("--tokens", type=int, default=30_000_000, help="words, about")
    parser.add_argument("--add", type=Path, action="append", default=[], help="text of your own, one document a line")
    parser.add_argument(
        "--packages", type=Path, default=Path(gettempdir()) / "packages", help="where packages are kept"
    )
    given = parser.parse_args()
    found: list[tuple[str, int]] = []
    for path in given.add:
        with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as lines:
            found += [(line.strip(), len(WORD.findall(line))) for line in lines]
    print(f"{sum(count for _, count in found):,} words were given")
    found += documents([fetch(package, given.packages) for package in PACKAGES.split()])
    random.Random(0).shuffle(found)
    words = 0
    with given.output.open("w", encoding="utf-8") as stream:
        for text, count in found:
            if words >= given.tokens:
                break
            stream.write(text + "\n")
            words += count
    print(f"wrote {given.output}: {words:,} words")


if __name__ == "__main__":
    main()
