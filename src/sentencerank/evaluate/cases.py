"""A document with what people said about it, and the plain format for many of them: one JSON object a line.

    {"id": "a1", "language": "en", "domain": "news", "structure": "news", "sentences": ["…", "…"],
     "references": [{"judge": "a", "indices": [0]}, {"judge": "b", "scores": [2, 1]}, {"judge": "c", "text": "…"}]}

A case has `sentences` (already split) or `text` (raw). A reference has one of `indices` (from 0), `scores` (one for
each sentence, higher is more important) and `text` (a summary in the judge's words, one sentence a line if possible).
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sentencerank.errors import DataError
from sentencerank.files import Json
from sentencerank.files.compressed import damaged, open_compressed
from sentencerank.method.arrays import Scores

FORMAT = (
    'one JSON object a line: {"id", "sentences" or "text", "references": [{"judge", "indices", "scores" or "text"}]}'
)


@dataclass(frozen=True, slots=True)
class Reference:
    """What one judge said about a document, in exactly one of three forms. Raises DataError otherwise."""

    judge: str
    text: str | None = None
    indices: tuple[int, ...] | None = None
    scores: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        given = [name for name in ("text", "indices", "scores") if getattr(self, name) is not None]
        if len(given) != 1:
            raise DataError(
                f"judge {self.judge!r} gave {' and '.join(given) or 'nothing'}: give text, indices or scores"
            )
        if self.indices is not None and len(set(self.indices)) != len(self.indices):
            raise DataError(f"judge {self.judge!r} chose a sentence twice: give each index once")
        if self.scores is not None and not all(math.isfinite(score) for score in self.scores):
            raise DataError(f"judge {self.judge!r} has a score that is not a number: give finite scores")


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """A document, split into sentences or raw, and its references. Raises DataError if they do not fit together."""

    id: str
    references: tuple[Reference, ...]
    sentences: tuple[str, ...] | None = None
    text: str | None = None
    language: str = "en"
    domain: str = ""
    structure: str = ""  # a hint where important sentences stand; may be ignored

    def __post_init__(self) -> None:
        if (self.sentences is None) == (self.text is None):
            raise DataError(f"case {self.id!r} has both or neither of sentences and text: give one")
        for reference in self.references:
            self._check(reference)

    def _check(self, reference: Reference) -> None:
        if reference.text is not None:
            return
        who = f"case {self.id!r}, judge {reference.judge!r}"
        if self.sentences is None:
            raise DataError(f"{who}: indices and scores need sentences: split the text, or give a text of the judge's")
        n = len(self.sentences)
        if reference.scores is not None and len(reference.scores) != n:
            raise DataError(f"{who}: {len(reference.scores)} scores for {n} sentences: give one a sentence")
        if reference.indices is not None and not all(0 <= index < n for index in reference.indices):
            raise DataError(f"{who}: an index outside 0 … {n - 1}: count the {n} sentences from 0")

    @property
    def summaries(self) -> tuple[str, ...]:
        """The references that are in the judges' own words."""
        return tuple(reference.text for reference in self.references if reference.text is not None)

    def votes(self) -> Scores | None:
        """Return how important the judges found each sentence; None if nobody judged sentences.

        That is the mean of their scores or, without scores, how many of them chose it.
        """
        scores = [reference.scores for reference in self.references if reference.scores is not None]
        if scores:
            return np.array(scores, dtype=np.float64).mean(axis=0)
        chosen = [reference.indices for reference in self.references if reference.indices is not None]
        if not chosen or self.sentences is None:
            return None
        flat = np.array([index for indices in chosen for index in indices], dtype=np.intp)
        return np.bincount(flat, minlength=len(self.sentences)).astype(np.float64)


def read_cases(path: str | Path) -> tuple[Case, ...]:
    """Return the cases of a .jsonl file, compressed or not. Raise DataError with file and line for what is wrong."""
    cases: dict[str, Case] = {}
    for where, record in read_records(Path(path)):
        try:
            case = _case(record)
        except DataError as error:
            raise DataError(f"{where}: {error}. The format: {FORMAT}") from None
        if case.id in cases:
            raise DataError(f"{where}: id {case.id!r} stands there twice: give each case its own")
        cases[case.id] = case
    if not cases:
        raise DataError(f"{path} is empty. The format: {FORMAT}")
    return tuple(cases.values())


def read_records(path: Path) -> Iterator[tuple[str, dict[str, Json]]]:
    """Yield (file:line, object) for every line of a file with JSON objects, compressed or not."""
    try:
        with open_compressed(path) as stream:
            lines = stream.read().splitlines()
    except damaged() as error:
        raise DataError(f"{path} cannot be read ({error}): give a file with {FORMAT}") from None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        where = f"{path}:{number}"
        try:
            record: Json = json.loads(line)
        except ValueError as error:
            raise DataError(f"{where}: not JSON ({error}): write {FORMAT}") from None
        if not isinstance(record, dict):
            raise DataError(f"{where}: not an object but {type(record).__name__}: write {FORMAT}")
        yield where, record


def _case(record: dict[str, Json]) -> Case:
    references = record.get("references")
    if not isinstance(references, list) or not references:
        raise DataError("references is missing or no list of at least one: give what the judges said")
    sentences = record.get("sentences")
    if sentences is not None and not (isinstance(sentences, list) and all(isinstance(one, str) for one in sentences)):
        raise DataError("sentences is not a list of strings: give the sentences in reading order")
    return Case(
        id=_string(record, "id"),
        references=tuple(map(_reference, references)),
        sentences=None if sentences is None else tuple(map(str, sentences)),
        text=None if record.get("text") is None else _string(record, "text"),
        language=_string(record, "language", "en"),
        domain=_string(record, "domain", ""),
        structure=_string(record, "structure", ""),
    )


def _reference(record: Json) -> Reference:
    if not isinstance(record, dict):
        raise DataError("a reference is not an object: give a judge and text, indices or scores")
    indices, scores = _numbers(record, "indices", int), _numbers(record, "scores", int, float)
    return Reference(
        judge=_string(record, "judge"),
        text=None if record.get("text") is None else _string(record, "text"),
        indices=None if indices is None else tuple(map(int, indices)),
        scores=None if scores is None else tuple(map(float, scores)),
    )


def _string(record: dict[str, Json], key: str, default: str | None = None) -> str:
    value = record.get(key, default)
    if not isinstance(value, str):
        raise DataError(f"{key} is {'missing' if value is None else f'not a string but {value!r:.60}'}: give a string")
    return value


def _numbers(record: dict[str, Json], key: str, *kinds: type[float]) -> list[float] | None:
    values = record.get(key)
    if values is None:
        return None
    given = values if isinstance(values, list) else [None]
    numbers = [value for value in given if isinstance(value, kinds) and not isinstance(value, bool)]
    if len(numbers) < len(given):
        raise DataError(f"{key} is not a list of {'' if float in kinds else 'whole '}numbers: give numbers")
    return numbers
