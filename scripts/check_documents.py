"""Reads real files of many makers and compares what comes out with what other programs find in them.

python scripts/check_documents.py FOLDER [--markdown FILE] [--peers PYTHON]

scripts/documents.tsv lists the files. They come from Debian packages, which are downloaded to FOLDER by apt-get and
unpacked there; some Word files, OpenDocument texts and books are made of pages by pandoc and LibreOffice. Needs Debian,
pandoc, poppler-utils and, for the files that it makes, LibreOffice. PYTHON has the peers for pages: trafilatura,
readability-lxml and html2text.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import subprocess
import sys
import time
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.document_facts import (
    Facts,
    by_pandoc,
    by_us,
    formulas_of,
    plain,
    without_formulas,
    without_furniture,
    words_of,
    words_of_mail,
    words_of_pdf,
)

from sentencerank.documents import read_document
from sentencerank.errors import SentenceRankError

LIST = Path(__file__).with_name("documents.tsv")
_COUNTED = ("items", "tables", "code", "formulas", "figures", "links", "notes")
_FILTERS = {"docx": "docx:Office Open XML Text", "odt": "odt:writer8"}  # what LibreOffice calls the files that it makes
_LONG = 6  # words of a paragraph that is looked for
PEERS = ("trafilatura", "readability", "html2text")
_PEER = """
import sys
page = sys.stdin.buffer.read()
if sys.argv[1] == "trafilatura":
    import trafilatura
    print(trafilatura.extract(page, output_format="html", include_formatting=True, include_links=True) or "")
elif sys.argv[1] == "html2text":
    import html2text
    maker = html2text.HTML2Text(bodywidth=0)
    print(maker.handle(page.decode("utf-8", "replace")))
else:
    from readability import Document
    print(Document(page.decode("utf-8", "replace")).summary())
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A file of the list."""

    kind: str
    maker: str
    package: str
    path: str


@dataclass(slots=True)
class Result:
    """How one file was read."""

    row: Row
    headings: tuple[int, int]  # those of the source, and those of them that were found at their level
    paragraphs: tuple[int, int]
    counts: dict[str, tuple[int, int]]
    coverage: float
    seconds: float
    missing: list[str]


def unpacked(package: str, folder: Path) -> Path:
    """Return the folder of a Debian package, downloading it if it is not there."""
    target = folder / "x" / package
    if not target.exists():
        debs = folder / "debs"
        debs.mkdir(parents=True, exist_ok=True)
        subprocess.run(["apt-get", "download", "-qq", package], cwd=debs, check=True)
        (deb,) = debs.glob(f"{package}_*.deb")
        target.parent.mkdir(parents=True, exist_ok=True)
        subprocess.run(["dpkg-deb", "-x", deb, target], check=True)
    return target


def made(row: Row, page: Path, folder: Path) -> Path:
    """Return the file that a program makes of LaTeX, or of a page without what stands beside its text."""
    target = folder / "made" / f"{row.maker} {page.stem}.{row.kind}".replace(" ", "-")
    if not target.exists():
        target.parent.mkdir(exist_ok=True)
        if page.name.endswith(".tex.gz"):
            source = target.with_suffix(".tex")
            source.write_bytes(gzip.decompress(page.read_bytes()))
            command = ["pandoc", "--standalone", "--mathml", "--from", "latex", str(source), "-o", str(target)]
            subprocess.run(command, check=True, capture_output=True)
            return target
        source = target.with_suffix(".html")
        source.write_bytes(without_furniture(page.read_bytes()))
        if row.maker.startswith("pandoc"):
            subprocess.run(["pandoc", source, "-o", target], check=True, capture_output=True, cwd=page.parent)
        else:
            command = [
                "soffice",
                "--headless",
                "--infilter=HTML (StarWriter)",
                "--convert-to",
                _FILTERS[row.kind],
            ]
            subprocess.run([*command, "--outdir", str(target.parent), str(source)], check=True, capture_output=True)
    return target


def compare(found: Facts, reference: Facts) -> tuple[tuple[int, int], tuple[int, int], float, list[str]]:
    """Return headings and paragraphs (of the source, found), the share of words found, and what is missing."""
    ours = Counter((level, plain(text)) for level, text in found.headings)
    texts = {text for _, text in ours}
    wanted = [(level, plain(text)) for level, text in reference.headings if plain(text)]
    # The title of a page stands above all levels.
    titles = {plain(text) for level, text in found.headings if level == 0}
    kept = sum(1 for level, text in wanted if (level, text) in ours or text in titles)
    missing = [text for level, text in wanted if (level, text) not in ours and text not in titles]
    # A displayed formula may part a paragraph, so paragraphs are joined without a sign in between.
    everything = "".join(map(plain, found.paragraphs)) + "\n".join(plain(text) for text in [*found.other, *texts])
    long = [plain(text) for text in reference.paragraphs if len(text.split()) >= _LONG]
    there = sum(1 for text in long if text in everything)
    missing += [text[:60] for text in long if text not in everything]
    lost = reference.words - found.words
    total = reference.words.total()
    return (len(wanted), kept), (len(long), there), 1 - lost.total() / total if total else 1.0, missing


def check(row: Row, folder: Path) -> tuple[Result, bytes, Facts]:
    """Read one file and compare it."""
    path = unpacked(row.package, folder) / row.path
    if row.maker.startswith(("pandoc from", "LibreOffice from")):
        path = made(row, path, folder)
    data = path.read_bytes()
    if path.suffix == ".gz":
        data = gzip.decompress(data)
    begun = time.process_time()
    document = read_document(data, name=path.name, in_process=True)
    seconds = time.process_time() - begun
    found = by_us(document)
    if row.kind in ("pdf", "mail"):
        words = words_of_pdf(path) if row.kind == "pdf" else words_of_mail(path)
        lost = words - words_of(document.text)
        return Result(row, (0, 0), (0, 0), {}, 1 - lost.total() / words.total(), seconds, []), data, Facts()
    source = without_furniture(data) if row.kind == "html" else data
    formulas = formulas_of(source) if row.kind == "html" else 0
    shown = without_formulas(source) if formulas else source
    reference = by_pandoc(shown, row.kind)
    if reference is None:
        raise SentenceRankError("pandoc cannot read it")
    if row.kind == "html":
        # Of TeX in a page pandoc knows nothing.
        reference.counts["formulas"] = formulas
    headings, paragraphs, coverage, missing = compare(found, reference)
    counts = {name: (reference.counts[name], found.counts[name]) for name in _COUNTED}
    return Result(row, headings, paragraphs, counts, coverage, seconds, missing), data, reference


def peer(
    python: str, name: str, page: bytes, reference: Facts
) -> tuple[tuple[int, int], tuple[int, int], float, Counter[str]]:
    """Return what a peer keeps of a page."""
    done = subprocess.run([python, "-c", _PEER, name], input=page, capture_output=True, check=True)
    kind = "gfm" if name == "html2text" else "html"
    facts = by_pandoc(done.stdout if name == "html2text" else b'<meta charset="utf-8">' + done.stdout, kind) or Facts()
    headings, paragraphs, coverage, _ = compare(facts, reference)
    return headings, paragraphs, coverage, facts.counts


def share(pairs: list[tuple[int, int]]) -> str:
    """Return how much was found, of how much."""
    total = sum(wanted for wanted, _ in pairs)
    return f"{sum(min(pair) for pair in pairs):,} of {total:,}" if total else "–"


def table(
    results: list[Result], peers: dict[str, list[tuple[tuple[int, int], tuple[int, int], float, Counter[str]]]]
) -> str:
    """Return the report."""
    names = ("items", "tables", "code", "figures", "formulas", "links")
    columns = ("format", "files", "headings at their level", "paragraphs", "words", *names)
    lines = [f"| {' | '.join(columns)} |", f"|{' --- |' * len(columns)}"]
    by_kind: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        by_kind[result.row.kind].append(result)
    for kind, group in by_kind.items():
        mean = sum(result.coverage for result in group) / len(group)
        counted = [share([result.counts[name] for result in group if name in result.counts]) for name in names]
        cells = [share([r.headings for r in group]), share([r.paragraphs for r in group]), f"{mean:.1%}", *counted]
        lines.append(f"| {kind} | {len(group)} | {' | '.join(cells)} |")
    pages = by_kind["html"]
    for name, kept in peers.items():
        wanted = [result.counts for result in pages]
        counted = [share([(a[n][0], c[3][n]) for a, c in zip(wanted, kept, strict=True)]) for n in names]
        mean = sum(each[2] for each in kept) / len(kept)
        cells = [share([each[0] for each in kept]), share([each[1] for each in kept]), f"{mean:.1%}", *counted]
        lines.append(f"| html, {name} | {len(kept)} | {' | '.join(cells)} |")
    lines += [
        "",
        "| format | maker | package | headings | paragraphs | words | CPU s |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for result in results:
        cells = [
            share([result.headings]),
            share([result.paragraphs]),
            f"{result.coverage:.1%}",
            f"{result.seconds:.2f}",
        ]
        lines.append(f"| {result.row.kind} | {result.row.maker} | {result.row.package} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Check all files of the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--markdown", type=Path)
    parser.add_argument("--peers", metavar="PYTHON")
    parser.add_argument("--only", default="", help="a kind, or a part of a maker's name")
    arguments = parser.parse_args()
    folder = arguments.folder.resolve()
    with LIST.open(encoding="utf-8") as file:
        rows = [Row(**record) for record in csv.DictReader(file, delimiter="\t")]
    results: list[Result] = []
    peers: dict[str, list[tuple[tuple[int, int], tuple[int, int], float, Counter[str]]]] = defaultdict(list)
    for row in rows:
        if arguments.only not in f"{row.kind} {row.maker}":
            continue
        try:
            result, data, reference = check(row, folder)
        except (SentenceRankError, subprocess.SubprocessError, OSError) as error:
            print(f"{row.kind} {row.maker}: {error}", file=sys.stderr)
            continue
        results.append(result)
        if row.kind == "html" and arguments.peers:
            for name in PEERS:
                peers[name].append(peer(arguments.peers, name, data, reference))
        print(f"{row.kind} {row.maker}: {share([result.headings])} {share([result.paragraphs])} {result.coverage:.1%}",
              result.missing[:3] if result.missing else "", file=sys.stderr)  # fmt: skip
    report = table(results, peers)
    if arguments.markdown:
        arguments.markdown.write_text(report, encoding="utf-8")
    else:
        print(report)


if __name__ == "__main__":
    main()
