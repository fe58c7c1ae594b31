"""How well keyphrases agree with people's: exact and partial F1 at 5, 10 and 15, with intervals over documents.

The data are lines {"id", "language", "text", "keyphrases"}; a keyphrase is a string, or a list of its variants. Phrases
are compared after stemming. F1 is of each document, then the mean; precision is of what was given. A keyphrase of
people's that is not in the text counts too. In a partial match a phrase counts by the words that it shares with the
nearest one: 2·shared / (words of both).
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import Stemmer

from sentencerank.errors import DataError
from sentencerank.evaluate.keyphrase_systems import SYSTEMS, PhraseSystem, missing_peers
from sentencerank.evaluate.report import Section, as_markdown
from sentencerank.evaluate.significance import Interval, difference_interval, mean_interval
from sentencerank.evaluate.tables import Table
from sentencerank.files import Json, write_text
from sentencerank.languages.packs import PACKS

CUTS = (5, 10, 15)
OURS = "sentencerank"
_ABOUT = """F1 of the first 5, 10 and 15 keyphrases, in percent: exact if the stems agree, partial by shared words.
Intervals are over documents; a difference is that system's F1@10 less ours on the same documents. `textrank` and
`topicrank` rank our noun phrases, so that only the ranking differs; where a language has no parts of speech, they take
every word for a noun. YAKE runs with its defaults."""
_WORD = re.compile(r"[\w']+")
_UNSPACED = frozenset({"zh", "ja", "th"})


@dataclass(frozen=True, slots=True)
class PhraseCase:
    """A document with the keyphrases that people gave it, each as its variants."""

    id: str
    language: str
    text: str
    gold: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True, eq=False)
class PhraseResults:
    """The scores of every system on every document: `scores[system][measure]` has one for each."""

    name: str
    cases: tuple[PhraseCase, ...]
    scores: Mapping[str, Mapping[str, list[float]]]
    several: Mapping[str, float]  # share of the first ten phrases that have several words
    found: float  # share of people's keyphrases that stand in the text


def load_phrase_cases(path: str | Path, limit: int | None = None) -> tuple[PhraseCase, ...]:
    """Read a .jsonl file. Raises DataError with the number of the line that is wrong."""
    cases = []
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise DataError(f"{path} cannot be read ({error}). Give a .jsonl file in UTF-8.") from error
    for number, line in enumerate(lines[:limit], 1):
        try:
            record = json.loads(line)
            gold = [[one] if isinstance(one, str) else list(one) for one in record["keyphrases"]]
            text, language = record["text"], record.get("language", "en")
            if not isinstance(text, str) or not all(isinstance(one, str) for variants in gold for one in variants):
                raise TypeError("a text or a keyphrase is not a string")
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            raise DataError(
                f'{path}, line {number}: {error!r}. Give lines such as {{"text": "…", "keyphrases": ["…"]}}.'
            ) from error
        if any(gold):
            cases.append(PhraseCase(str(record.get("id", number)), language, text, tuple(map(tuple, gold))))
    if not cases:
        raise DataError(f"{path} has no document with keyphrases. Give lines with a text and its keyphrases.")
    return tuple(cases)


def stemmed(language: str) -> Callable[[str], str]:
    """Return what phrases are compared by: Porter's stems in English, Snowball's elsewhere, without spaces in Japanese.

    >>> stemmed("en")("Heat pumps"), stemmed("ja")("貯蔵 施設")
    ('heat pump', '貯蔵施設')
    """
    if language in _UNSPACED:
        return lambda phrase: "".join(phrase.lower().split())
    name = "porter" if language == "en" else PACKS[language].stemmer if language in PACKS else ""
    stem = Stemmer.Stemmer(name).stemWord if isinstance(name, str) and name else str
    return lambda phrase: " ".join(stem(word) for word in _WORD.findall(phrase.lower().replace("’", "'")))


def evaluate_keyphrases(
    name: str,
    cases: Sequence[PhraseCase],
    systems: Mapping[str, PhraseSystem] = SYSTEMS,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> PhraseResults:
    """Score every system on every document."""
    scores: dict[str, dict[str, list[float]]] = {system: {} for system in systems}
    several: dict[str, list[bool]] = {system: [] for system in systems}
    found: list[float] = []
    for number, case in enumerate(cases):
        norm = stemmed(case.language)
        gold = [variants for one in case.gold if (variants := {norm(phrase) for phrase in one} - {""})]
        gold = [one for place, one in enumerate(gold) if one not in gold[:place]]
        body = norm(case.text)
        found.append(sum(any(_inside(one, body) for one in variants) for variants in gold) / max(1, len(gold)))
        for system, extract in systems.items():
            given = extract(case.text, case.language, max(CUTS))
            several[system] += [" " in phrase for phrase in given[:10]]
            unique = list(dict.fromkeys(filter(None, map(norm, given))))
            for measure, value in _measures(unique, gold).items():
                scores[system].setdefault(measure, []).append(value)
        progress(number + 1, len(cases))
    shares = {system: sum(flags) / max(1, len(flags)) for system, flags in several.items()}
    return PhraseResults(name, tuple(cases), scores, shares, sum(found) / len(found))


def _inside(phrase: str, body: str) -> bool:
    return f" {phrase} " in f" {body} " or (" " not in body and phrase in body)


def _measures(given: Sequence[str], gold: Sequence[set[str]]) -> dict[str, float]:
    values = {}
    for cut in CUTS:
        some = given[:cut]
        hits = sum(any(phrase in variants for phrase in some) for variants in gold)
        values[f"F1@{cut}"] = f1(min(1.0, hits / max(1, len(some))), hits / max(1, len(gold)))
        near = [[max((overlap(phrase, one) for one in variants), default=0.0) for variants in gold] for phrase in some]
        precision = sum(max(row, default=0.0) for row in near) / max(1, len(some))
        recall = sum(max(column) for column in zip(*near, strict=True)) / max(1, len(gold)) if near else 0.0
        values[f"partial@{cut}"] = f1(precision, recall)
    return values


def f1(precision: float, recall: float) -> float:
    """Return the harmonic mean.

    >>> f1(0.5, 0.5), f1(0.0, 0.0)
    (0.5, 0.0)
    """
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def overlap(left: str, right: str) -> float:
    """Return how much two phrases have in common, by their words; by their characters where there are no spaces.

    >>> overlap("heat pump", "pump"), overlap("rain", "snow")
    (0.6666666666666666, 0.0)
    """
    spaced = left.isascii() or " " in left + right
    a, b = (set(left.split()), set(right.split())) if spaced else (set(left), set(right))
    return 2 * len(a & b) / max(1, len(a) + len(b))


def phrase_section(results: PhraseResults, samples: int) -> Section:
    """Return what was found as a table, the systems in the order in which they ran."""
    header = ("system", *(f"F1@{cut}" for cut in CUTS), *(f"partial@{cut}" for cut in CUTS), "several words")
    if samples:
        header += ("F1@10, 95 %", "difference to ours")
    rows = []
    for system, values in results.scores.items():
        row = [system, *(_percent(sum(values[name]) / len(values[name])) for name in header[1:7])]
        row.append(f"{100 * results.several[system]:.0f} %")
        if samples:
            row.append(_bounds(mean_interval(values["F1@10"], samples=samples)))
            ours = results.scores.get(OURS, values)["F1@10"]
            row.append("" if system == OURS else _bounds(difference_interval(values["F1@10"], ours, samples=samples)))
        rows.append(tuple(row))
    best = frozenset(
        (max(range(len(rows)), key=lambda row: float(rows[row][column])), column) for column in range(1, 7)
    )
    count = sum(len(case.gold) for case in results.cases) / len(results.cases)
    about = (
        f"Documents: {len(results.cases)}, with {count:.1f} keyphrases of people's each, "
        f"{100 * results.found:.0f} % of them in the text."
    )
    return Section(results.name, about, (Table("Keyphrases", header, tuple(rows), best=best),))


def write_phrase_report(
    parts: Sequence[PhraseResults], sections: Sequence[Section], command: str, folder: Path
) -> tuple[Path, ...]:
    """Write keyphrases.md and keyphrases.json, whole or not at all."""
    folder.mkdir(parents=True, exist_ok=True)
    pages = [f"# Keyphrases against people's\n\nMade by `{command}`.\n\n{_ABOUT}\n"]
    for section in sections:
        tables = "\n\n".join(as_markdown(table) for table in section.tables)
        pages.append(f"## {section.heading}\n\n{section.description}\n\n{tables}\n")
    record: dict[str, Json] = {
        part.name: {
            system: {measure: [round(value, 6) for value in values] for measure, values in measures.items()}
            for system, measures in part.scores.items()
        }
        for part in parts
    }
    written = folder / "keyphrases.md", folder / "keyphrases.json"
    write_text(written[0], "\n".join([*pages, *missing_peers(), ""]))
    write_text(written[1], json.dumps({"command": command, "scores": record}, ensure_ascii=False, indent=1) + "\n")
    return written


def _percent(value: float) -> str:
    return f"{100 * value:.1f}"


def _bounds(interval: Interval) -> str:
    return f"{100 * interval.mean:.1f} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"
