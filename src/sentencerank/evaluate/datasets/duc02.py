"""DUC 2002: news articles with abstracts of 100 words by two people or four, and their extracts (§8.3).

The data is read from the folders as unpacked or from the archives themselves. This was written from public descriptions
of the files, not from the files: whatever is not found is logged.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from typing import TypeVar

from sentencerank.errors import DataError
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.datasets.tar import Allowance, is_archive, unpacked

T = TypeVar("T")

logger = logging.getLogger(__name__)

LAYOUT = (
    "DUC 2002 (by agreement with NIST, duc.nist.gov): a folder with docs.with.sentence.breaks/ or docs/, "
    "and with extracts_abstracts/ or SEEmodels/, or with the archives that hold them"
)
# What the summaries call documents that have another name
ALIASES = {"AP890729-0155": "AP880729-0155", "SJMN91-06048": "SJMN91-06165048"}

BROKEN_UP = re.compile(r"docs\.with\.sentence\.breaks/d\d+[a-z]/([^/]+)\.S$", re.IGNORECASE)
WHOLE = re.compile(r"(?:^|/)docs/d\d+[a-z]/([^/.]+)$", re.IGNORECASE)
ABSTRACTS = re.compile(r"(?:^|/)(d\d+[a-z]{2})/perdocs$", re.IGNORECASE)
EXTRACTS = re.compile(r"(?:^|/)(d\d+[a-z]{2})/([24]00e)$", re.IGNORECASE)
MODEL = re.compile(r"\.in\.(?:sentences|edus)/D(\d+)\.P\.100\.([A-Z])\.([A-Z])\.([^/]+)\.html$", re.IGNORECASE)

TEXT = re.compile(r"<TEXT>(.*?)(?:</TEXT>|$)", re.IGNORECASE | re.DOTALL)
SUMMARY = re.compile(r"<SUM\s([^<>]*)>(.*?)(?:</SUM>|(?=<SUM\s)|$)", re.IGNORECASE | re.DOTALL)
# A sentence ends at </s>, at the <s> that stands for it in one file, or where the next one begins.
SENTENCE = re.compile(r"<s\s([^<>]*)>(.*?)(?:</s>|<s>|(?=<s\s)|$)", re.IGNORECASE | re.DOTALL)
MODEL_SENTENCE = re.compile(r"<a href=\"#\d+\" id=\d+>([^<]+)", re.IGNORECASE)
ATTRIBUTE = re.compile(r"\b(\w+)\s*=\s*\"([^\"]*)\"")
TAG = re.compile(r"<[^<>]*>")


@dataclass(slots=True)
class _Found:
    """What the files hold, by document."""

    sentences: dict[str, dict[int, str]] = field(default_factory=dict)  # number → sentence, of the text proper
    texts: dict[str, str] = field(default_factory=dict)
    abstracts: dict[tuple[str, str], str] = field(default_factory=dict)  # (document, judge) →
    models: dict[tuple[str, str], str] = field(default_factory=dict)  # the same, edited, one sentence a line
    extracts: dict[tuple[str, str], list[int]] = field(default_factory=dict)  # numbers of sentences


def load(path: str | Path) -> tuple[Case, ...]:
    """Return a case for each document with all its judges, in whatever sets it stands.

    Documents without a judge are left out and logged. Raises DataError if nothing is left.
    """
    path = Path(path)
    if not path.exists():
        raise DataError(f"{path} does not exist. Expected: {LAYOUT}")
    found = _Found()
    for name, content in _contents(path):
        _read(found, name, _decoded(content))
    documents = sorted({*found.sentences, *found.texts})
    found.abstracts = _corrected(found.abstracts, documents)
    found.models = _corrected(found.models, documents)
    found.extracts = _corrected(found.extracts, documents)
    if not documents:
        raise DataError(f"no documents in {path}. Expected: {LAYOUT}")
    cases = [case for document in documents if (case := _case(found, document)).references]
    if not cases:
        raise DataError(f"no summary of any document in {path} (documents: {len(documents)}). Expected: {LAYOUT}")
    _report(found, documents, cases)
    return tuple(cases)


def looks_like(path: Path) -> bool:
    """Return whether this is a folder or an archive of DUC 2002."""
    if path.is_file():
        return path.name.lower().startswith("duc2002") and is_archive(path.name)
    names = {entry.name.lower() for entry in path.rglob("*")} if path.is_dir() else set()
    known = {"docs.with.sentence.breaks", "extracts_abstracts", "seemodels"}
    return bool(names & known) or any(name.startswith("duc2002") and is_archive(name) for name in names)


def _contents(path: Path) -> Iterator[tuple[str, bytes]]:
    """Yield (path with forward slashes, content) of every file in a folder or an archive, sorted, as if unpacked."""
    allowance = Allowance()
    if path.is_dir():
        for file in sorted(path.rglob("*")):
            if file.is_file():
                yield from unpacked(file.relative_to(path).as_posix(), file.read_bytes(), allowance)
    else:
        yield from unpacked(path.name, path.read_bytes(), allowance)


def _read(found: _Found, name: str, text: str) -> None:
    if match := BROKEN_UP.search(name):
        found.sentences[match[1].upper()] = {
            int(attributes["num"]): sentence
            for attributes, sentence in _elements(SENTENCE, _inside(text))
            if attributes.get("num", "").isdigit() and sentence
        }
    elif match := WHOLE.search(name):
        found.texts[match[1].upper()] = _plain(_inside(text), paragraphs=True)
    elif match := ABSTRACTS.search(name):
        for attributes, summary in _elements(SUMMARY, text):
            found.abstracts.setdefault((_identity(attributes.get("docref", "")), match[1].lower()), summary)
    elif match := EXTRACTS.search(name):
        for attributes, _ in _elements(SENTENCE, text):
            key = _identity(attributes.get("docid", "")), f"{match[1]}/{match[2]}".lower()
            if attributes.get("num", "").isdigit():
                found.extracts.setdefault(key, []).append(int(attributes["num"]))
    elif match := MODEL.search(name):
        sentences = "\n".join(_plain(sentence) for sentence in MODEL_SENTENCE.findall(text))
        key = _identity(match[4]), f"d{match[1]}{match[2]}{match[3]}".lower()
        if sentences and (".in.sentences/" in name or key not in found.models):
            found.models[key] = sentences


def _case(found: _Found, document: str) -> Case:
    numbered = found.sentences.get(document)
    # A model is the abstract after editing for the evaluation, and it knows its sentences.
    abstracts = {**found.abstracts, **found.models}
    references = [Reference(judge, text=text) for judge, text in _of(abstracts, document) if text]
    different = {" ".join(str(reference.text).split()): reference for reference in reversed(references)}
    references = list(reversed(different.values()))
    if numbered:
        index = {number: k for k, number in enumerate(sorted(numbered))}
        for judge, numbers in _of(found.extracts, document):
            chosen = tuple(sorted({index[number] for number in numbers if number in index}))
            references += [Reference(judge, indices=chosen)] if chosen else []
    return Case(
        id=document,
        references=tuple(references),
        sentences=tuple(numbered[number] for number in sorted(numbered)) if numbered else None,
        text=None if numbered else found.texts.get(document, ""),
        domain="news",
        structure="news",
    )


def _of(entries: Mapping[tuple[str, str], T], document: str) -> list[tuple[str, T]]:
    return sorted(
        ((judge, value) for (about, judge), value in entries.items() if about == document), key=lambda e: e[0]
    )


def _report(found: _Found, documents: list[str], cases: list[Case]) -> None:
    known = set(documents)
    strangers = sorted({about for about, _ in (*found.abstracts, *found.models, *found.extracts)} - known)
    if strangers:
        logger.warning("summaries of %d documents that are not there: %s", len(strangers), ", ".join(strangers))
    if len(cases) < len(documents):
        without = sorted(known - {case.id for case in cases})
        logger.warning("%d documents without a summary are left out: %s", len(without), ", ".join(without))


def _identity(name: str) -> str:
    """Return a document's name without the line breaks that some files have inside it."""
    return "".join(name.split()).upper()


def _corrected(entries: Mapping[tuple[str, str], T], documents: Collection[str]) -> dict[tuple[str, str], T]:
    """Return the entries under the right names of their documents; of two with one key the first stays."""
    right: dict[tuple[str, str], T] = {}
    for (about, judge), value in entries.items():
        right.setdefault((about if about in documents else ALIASES.get(about, about), judge), value)
    return right


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError:
        return content.decode("latin-1")


def _inside(text: str) -> str:
    return "\n".join(TEXT.findall(text))


def _elements(pattern: re.Pattern[str], text: str) -> Iterator[tuple[dict[str, str], str]]:
    for attributes, content in pattern.findall(text):
        yield {key.lower(): value for key, value in ATTRIBUTE.findall(attributes)}, _plain(content)


def _plain(markup: str, *, paragraphs: bool = False) -> str:
    text = unescape(TAG.sub("\n\n" if paragraphs else " ", markup))
    if not paragraphs:
        return " ".join(text.split())
    blocks = (" ".join(block.split()) for block in re.split(r"\r?\n\s*\n|\r?\n(?=   )", text))
    return "\n\n".join(block for block in blocks if block)
