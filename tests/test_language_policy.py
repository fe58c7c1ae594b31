"""The language policy: the same text with the same wish has the same outcome wherever it comes in.

`CASES` are the texts, wishes and outcomes, `ENTRANCES` the ways in. A new way in is one more function in `ENTRANCES`:
it takes a text and the language asked for, and returns what was made of them. A LanguageError is a refusal.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeAlias

import numpy as np
import pytest
from click.testing import CliRunner

import sentencerank as sr
from sentencerank.cli.main import main
from sentencerank.corpus.document_ranker import DocumentRanker
from sentencerank.corpus.entries import Entry
from sentencerank.languages.choose import choose_language
from sentencerank.model.write import write_model

ENGLISH = "The committee said that it would not publish the report before the end of the year, and it did not say why."
GERMAN = (
    "Der Ausschuss teilte mit, dass er den Bericht nicht vor dem Ende des Jahres veröffentlichen werde, und schwieg."
)
NORWEGIAN = "Komiteen sa at den ikke ville offentliggjøre rapporten før årets slutt, fordi flere land ikke hadde svart."
RUSSIAN = "Комитет сообщил, что он не будет публиковать отчёт до конца года, и не сказал, почему это так."
CHINESE = "委员会表示,在年底之前不会公布这份报告。委员会没有说明原因。"
MALTESE = "Ilha tliet ijiem tagħmel ix-xita fuq il-pjanura. " * 5  # no function words of a known language
SHORT = "Paris 2024"
NUMBER = "42"

MARKERS = ("Read as", "as asked", "Too short", "as the file declares")  # each kind of note has one of its own


class Read(NamedTuple):
    """What an entrance made of a text."""

    code: str
    notes: tuple[str, ...]


class Case(NamedTuple):
    """A text, the language asked for, and what should come of it."""

    text: str
    wanted: str
    code: str  # "" if it should be refused
    note: str = ""  # how a note begins, or what a refusal says


CASES = {
    "nobody asks: the text decides": Case(GERMAN, "auto", "de", "Read as German (de): "),
    "English is no news": Case(ENGLISH, "auto", "en"),
    "a script of its own": Case(CHINESE, "auto", "zh", "Read as Chinese (zh): "),
    "a language that is not known": Case(MALTESE, "auto", "und", "Read as a language that is not known: "),
    "too short to tell": Case(SHORT, "auto", "en", "Too short to tell its language: read as English (en)."),
    "nothing to tell it by": Case(NUMBER, "auto", "en", "Too short to tell its language: read as English (en)."),
    "the language it is in": Case(GERMAN, "de", "de"),
    "a region is left aside": Case(GERMAN, "de-AT", "de"),
    "an older code": Case(NORWEGIAN, "no", "nb"),
    "another one, as asked": Case(ENGLISH, "de", "de", "Read as German (de), as asked; it looks like English (en)."),
    "English, as asked": Case(GERMAN, "en", "en", "Read as English (en), as asked; it looks like German (de)."),
    "a code without a pack": Case(MALTESE, "mt", "mt"),
    "a code of an unknown script": Case(RUSSIAN, "tg", "tg", "Read as tg, as asked; it looks like Russian (ru)."),
    "too short to contradict": Case(SHORT, "fr", "fr"),
    "a number is in every script": Case(NUMBER, "zh", "zh"),
    "another script": Case(ENGLISH, "zh", "", "another script: it looks like English"),
    "another script for English": Case(CHINESE, "en", "", "another script: it looks like Chinese"),
    "another alphabet": Case(RUSSIAN, "de", "", "Pass language='auto', or language='ru'"),
    "no code": Case(ENGLISH, "English", "", "not a language code. Use an ISO 639 code such as 'en'"),
}

Entrance: TypeAlias = Callable[[str, str], Read]


def of_document(document: sr.Document) -> Read:
    return Read(document.language, document.notes)


def policy(text: str, wanted: str) -> Read:
    choice = choose_language(text, wanted)
    return Read(choice.code, choice.notes)


def document(text: str, wanted: str) -> Read:
    """A document that was read before, in the language it seemed to be in, without the notes of that time."""
    given = sr.Ranker().read(text)
    given = given if wanted == "auto" else replace(given, notes=())
    return of_document(sr.rank(given, language=wanted).document)


def file(kind: str, text: str, wanted: str) -> Read:
    data = f"<html><body><article><p>{text}</p></article></body></html>" if kind == "html" else text
    return of_document(sr.read_document(data.encode(), kind=kind, language=wanted))


def command(text: str, wanted: str) -> Read:
    result = CliRunner().invoke(main, ["rank", "--json", "--language", wanted, "-"], input=text)
    if result.exit_code:
        raise sr.LanguageError(result.stderr)
    record = json.loads(result.stdout)
    return Read(record["language"], tuple(record["notes"]))


def corpus(text: str, wanted: str) -> Read:
    row = DocumentRanker(sr.CorpusJob(recipe=sr.Recipe.of(language=wanted))).row(Entry("a", 1, "a", text=text))
    if row["status"] == "language":
        raise sr.LanguageError(row["error"])
    assert isinstance(row["notes"], list)
    return Read(str(row["language"]), tuple(map(str, row["notes"])))


ENTRANCES: Mapping[str, Entrance] = {
    "choose_language": policy,
    "Ranker.read": lambda text, wanted: of_document(sr.Ranker(language=wanted).read(text)),
    "rank of a string": lambda text, wanted: of_document(sr.rank(text, language=wanted).document),
    "rank of sentences": lambda text, wanted: of_document(sr.rank([text], language=wanted).document),
    "rank of a Document": document,
    "a text file": partial(file, "text"),
    "a Markdown file": partial(file, "markdown"),
    "a web page": partial(file, "html"),
    "the command": command,
    "a row of a corpus": corpus,
    "rank_many": lambda text, wanted: of_document(next(sr.Ranker(language=wanted).rank_many([text])).document),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
@pytest.mark.parametrize("entrance", ENTRANCES.values(), ids=ENTRANCES)
def test_every_entrance_has_the_same_outcome(entrance: Entrance, case: Case) -> None:
    if not case.code:
        with pytest.raises(sr.LanguageError, match=case.note):
            entrance(case.text, case.wanted)
        return
    read = entrance(case.text, case.wanted)
    about_language = [note for note in read.notes if any(marker in note for marker in MARKERS)]
    assert read.code == case.code
    assert len(about_language) == bool(case.note), read.notes
    assert all(note.startswith(case.note) for note in about_language), read.notes


@pytest.mark.parametrize(
    ("text", "declared", "fallback", "code", "note"),
    [
        (SHORT, "fr", None, "fr", "Read as French (fr), as the file declares."),
        (SHORT, "fr-CA", None, "fr", "Read as French (fr), as the file declares."),
        (SHORT, "no_NO", None, "nb", "Read as Norwegian (nb), as the file declares."),
        (MALTESE, "mt-MT", None, "mt", "Read as mt, as the file declares."),
        (GERMAN, "fr", None, "de", "Read as German (de): "),  # what the text shows counts for more
        (ENGLISH, "fr", None, "en", ""),
        (SHORT, "en-GB", None, "en", "Too short to tell"),  # many files declare English without meaning it
        (SHORT, "x-default", None, "en", "Too short to tell"),
        (SHORT, "", "de", "de", "Too short to tell its language: read as German (de)."),
        (MALTESE, "", "de", "de", "Too short to tell its language: read as German (de)."),
        (GERMAN, "", "fr", "de", "Read as German (de): "),
        (SHORT, "fr", "de", "fr", "Read as French (fr), as the file declares."),
        ("", "", None, "en", ""),
    ],
)
def test_what_a_file_declares_and_a_fallback(
    text: str, declared: str, fallback: str | None, code: str, note: str
) -> None:
    choice = choose_language(text, declared=declared, fallback=fallback)
    assert choice.code == code
    assert " ".join(choice.notes).startswith(note)
    assert bool(choice.notes) == bool(note)


def test_a_wish_counts_for_more_than_declaration_and_fallback() -> None:
    assert choose_language(SHORT, "es", declared="fr", fallback="de") == ("es", None, ())


def test_a_document_that_is_read_in_another_language_has_no_note_of_the_first() -> None:
    document = replace(
        sr.read_document(GERMAN.encode()), notes=("Two pages have no text.", *choose_language(GERMAN).notes)
    )
    notes = sr.Ranker(language="nl").read(document).notes
    assert notes == ("Two pages have no text.", "Read as Dutch (nl), as asked; it looks like German (de).")


def test_the_language_of_a_model_is_the_fallback(tmp_path: Path) -> None:
    write_model(tmp_path / "de", [(["regen", "stadt"], np.eye(2, dtype=np.float32))], name="toy", language="de")
    ranker = sr.Ranker(model=tmp_path / "de")
    assert [ranker.read(text).language for text in (SHORT, MALTESE, ENGLISH, CHINESE)] == ["de", "de", "en", "zh"]
    assert sr.Ranker(model=tmp_path / "de", language="fr").read(SHORT).language == "fr"


def test_confidence_is_for_guesses_alone() -> None:
    assert choose_language(GERMAN).confidence == pytest.approx(0.8, abs=0.2)
    assert choose_language(SHORT).confidence == 0.0
    assert choose_language(GERMAN, "de").confidence is None
    assert choose_language(SHORT, declared="fr").confidence is None


def test_a_registered_language_is_obeyed_by_every_entrance() -> None:
    sr.register_language(sr.Pack(code="qaa", name="Qaa", stopwords="the that it"))
    try:
        assert {entrance(ENGLISH, "qaa").code for entrance in ENTRANCES.values()} == {"qaa"}
    finally:
        sr.unregister_language("qaa")
