"""SummBank 1.0 (LDC2003T16), and anything else in the formats of MEAD: docsent, sentjudge, extract, cluster (§8.3).

This was written from the formats' descriptions and a public sample, not from the licensed files: whatever is not found
is logged.
"""

from __future__ import annotations

import logging
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

from sentencerank.errors import DataError
from sentencerank.evaluate.cases import Case, Reference

logger = logging.getLogger(__name__)

LAYOUT = (
    "SummBank (LDC2003T16, catalog.ldc.upenn.edu): a folder, however deep, with *.docsent for the documents, "
    "*.sentjudge and *.extract for the judges, and perhaps *.cluster"
)
LANGUAGES = {"ENG": "en", "CHIN": "zh"}

DECLARATION = re.compile(r"^\s*<\?xml[^>]*\?>")
ENCODING = re.compile(rb"<\?xml[^<>]*encoding=[\"']([A-Za-z0-9._-]+)[\"']")
DOCTYPE = re.compile(r"<!DOCTYPE[^<>\[]*(?:\[[^\[\]]*\]\s*)?>", re.IGNORECASE)
BARE = re.compile(r"&(?!(?:amp|lt|gt|quot|apos|#[0-9]+|#x[0-9A-Fa-f]+);)")


@dataclass(frozen=True, slots=True)
class _Text:
    """The sentences of a document by their numbers, without its headline."""

    language: str
    sentences: dict[int, str]

    def indices(self, numbers: Sequence[int]) -> tuple[int, ...]:
        places = {number: k for k, number in enumerate(self.sentences)}
        return tuple(sorted({places[number] for number in numbers if number in places}))


def load(path: str | Path) -> tuple[Case, ...]:
    """Return a case for each document, with the judges' scores and the extracts that name a judge.

    Documents that nobody judged are left out and logged.
    """
    path = Path(path)
    texts = dict(_text(file) for file in sorted(path.rglob("*.docsent")))
    if not texts:
        raise DataError(f"no *.docsent in {path}. Expected: {LAYOUT}")
    references: dict[str, list[Reference]] = defaultdict(list)
    for document, reference in (*_judged(path, texts), *_extracted(path, texts)):
        references[document].append(reference)
    if not references:
        raise DataError(f"no judge of any document in {path} (documents: {len(texts)}). Expected: {LAYOUT}")
    _report(path, texts, set(references))
    return tuple(
        Case(
            id=document,
            references=tuple(references[document]),
            sentences=tuple(text.sentences.values()),
            language=text.language,
            domain="news",
            structure="news",
        )
        for document, text in texts.items()
        if document in references
    )


def read_xml(file: Path) -> ElementTree.Element:
    """Return the root of an XML file, without its DOCTYPE, which names a path on another machine; escape a bare &.

    Raises DataError if the file is no XML or declares entities: no dataset needs them, and they can fill the memory.
    """
    raw = file.read_bytes()
    declared = ENCODING.search(raw[:200])
    try:
        text = raw.decode(declared[1].decode("ascii") if declared else "utf-8", errors="replace").removeprefix("\ufeff")
    except LookupError as error:
        raise DataError(f"{file}: {error}: save it as UTF-8") from None
    if "<!ENTITY" in text.upper():
        raise DataError(f"{file} declares entities: remove the declarations and what uses them")
    text = BARE.sub("&amp;", DOCTYPE.sub("", DECLARATION.sub("", text)))
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise DataError(f"{file} is not valid XML ({error}): repair it, or take it out of the folder") from None


def _text(file: Path) -> tuple[str, _Text]:
    root = read_xml(file)
    body = root.find(".//TEXT")
    found = (root if body is None else body).iter("S")
    sentences = {_number(file, s): " ".join("".join(s.itertext()).split()) for s in found}
    language = LANGUAGES.get(root.get("LANG", "ENG"), root.get("LANG", "").lower())
    return root.get("DID", file.stem), _Text(language, dict(sorted(sentences.items())))


def _judged(path: Path, texts: dict[str, _Text]) -> Iterator[tuple[str, Reference]]:
    """Yield each judge's utilities of each document; a sentence that a judge left out has utility 0."""
    for file in sorted(path.rglob("*.sentjudge")):
        utility: dict[tuple[str, str], dict[int, float]] = defaultdict(dict)
        for s in read_xml(file).iter("S"):
            for judge in s.iter("JUDGE"):
                key = s.get("DID", ""), judge.get("N", "")
                utility[key][_number(file, s)] = _utility(file, judge)
        for (document, name), scores in utility.items():
            if document in texts:
                numbers = texts[document].sentences
                if missing := len(numbers.keys() - scores.keys()):
                    logger.warning("%s: %s did not judge %d sentences of %s", file, name, missing, document)
                yield document, Reference(name, scores=tuple(scores.get(number, 0.0) for number in numbers))


def _extracted(path: Path, texts: dict[str, _Text]) -> Iterator[tuple[str, Reference]]:
    """Yield the extracts of judges; one that names no judge is a system's and no reference."""
    for file in sorted(path.rglob("*.extract")):
        root = read_xml(file)
        judge = root.get("JUDGE") or root.get("JUDGENO")
        if not judge:
            logger.info("%s names no judge: taken for the output of %s", file, root.get("SYSTEM", "a system"))
            continue
        chosen: dict[str, list[int]] = defaultdict(list)
        for s in root.iter("S"):
            chosen[s.get("DID", "")].append(_number(file, s))
        for document, numbers in chosen.items():
            indices = texts[document].indices(numbers) if document in texts else ()
            if indices:
                yield document, Reference(f"{judge}/{root.get('COMPRESSION', '')}".rstrip("/"), indices=indices)


def _report(path: Path, texts: dict[str, _Text], judged: set[str]) -> None:
    listed = {d.get("DID", "") for file in sorted(path.rglob("*.cluster")) for d in read_xml(file).iter("D")}
    for what, names in (
        ("documents of a cluster are not there", listed - texts.keys()),
        ("documents without a judge are left out", texts.keys() - judged),
    ):
        if names:
            logger.warning("%d %s: %s", len(names), what, ", ".join(sorted(names)))


def _number(file: Path, sentence: ElementTree.Element) -> int:
    try:
        return int(sentence.get("SNO", ""))
    except ValueError:
        raise DataError(f'{file}: <S> with SNO={sentence.get("SNO")!r}: number the sentences, as in SNO="1"') from None


def _utility(file: Path, judge: ElementTree.Element) -> float:
    try:
        return float(judge.get("UTIL", ""))
    except ValueError:
        raise DataError(f'{file}: <JUDGE> with UTIL={judge.get("UTIL")!r}: give a number, as in UTIL="7"') from None
