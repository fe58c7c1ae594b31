"""The language policy: which language a text is read in, wherever it comes from.

1. A language that was asked for is obeyed, with a note if the text surely looks like another one. A text in another
   script is refused: none of its words would be found.
2. Otherwise the text decides. Where it is too short to tell, what the file declares is taken, then the fallback: the
   language of a model that was given, or English.

Strings, files, pages, corpora, the server and Spark all call `choose_language`, so that the same text with the same
--language has the same outcome everywhere.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sentencerank import patterns as re
from sentencerank.errors import LanguageError
from sentencerank.languages.detect import detect
from sentencerank.languages.registry import canonical_code, language_name
from sentencerank.languages.scripts import script_of

SURE = 0.5  # confidence from which a text in Latin script is read as what was found
_READ_AS, _TOO_SHORT = "Read as ", "Too short to tell its language: "  # how every note of a choice begins
_DECLARED = re.at_once(r"(?!und|en)([a-z]{2,3})(?:-.*)?")


class LanguageChoice(NamedTuple):
    """The language to read a text in, how sure that is (None: it was asked for or declared), and notes for the user."""

    code: str
    confidence: float | None
    notes: tuple[str, ...] = ()


def choose_language(
    text: str, wanted: str = "auto", *, declared: str = "", fallback: str | None = None
) -> LanguageChoice:
    """Choose the language of a text.

    `wanted` is a code or "auto"; `declared` is what the file says of itself; `fallback` is taken where nothing tells,
    by default English. The code of the result is canonical: "de" for "de-AT". Raises LanguageError if a language was
    asked for and the text is in another script, and for what is no code.

    >>> choose_language("Der Hund und die Katze sind in dem Haus.").code, choose_language("Rain.", "de-AT").confidence
    ('de', None)
    >>> choose_language("Paris 2024").code, choose_language("Paris 2024", declared="fr").code
    ('en', 'fr')
    """
    return _detected(text, declared, fallback) if wanted == "auto" else _wanted(text, wanted)


def other_notes(notes: Iterable[str]) -> tuple[str, ...]:
    """Return the notes that are not about the choice of a language, for a text that is now read in another one.

    >>> other_notes(["Two pages have no text.", *choose_language("Der Hund und die Katze sind in dem Haus.").notes])
    ('Two pages have no text.',)
    """
    return tuple(note for note in notes if not note.startswith((_READ_AS, _TOO_SHORT)))


def _wanted(text: str, wanted: str) -> LanguageChoice:
    code, found = canonical_code(wanted), detect(text)
    script = script_of(code)
    if found.confidence > 0 and script and script_of(found.code) not in ("", script):
        raise LanguageError(
            f"language={wanted!r}, but the text is in another script: it looks like {language_name(found.code)}. "
            f"Pass language='auto', or language={found.code!r}."
        )
    notes: tuple[str, ...] = ()
    if found.code not in (code, "und") and found.confidence >= SURE:
        notes = (f"{_READ_AS}{language_name(code)}, as asked; it looks like {language_name(found.code)}.",)
    return LanguageChoice(code, None, notes)


def _detected(text: str, declared: str, fallback: str | None) -> LanguageChoice:
    found = detect(text)
    guess = script_of(found.code) in ("latin", "") and found.code != "en" and found.confidence <= SURE
    told = _DECLARED.fullmatch(declared.lower().replace("_", "-"))
    if told and (guess or found.code == "und"):
        code = canonical_code(told[1])
        return LanguageChoice(code, None, (f"{_READ_AS}{language_name(code)}, as the file declares.",))
    unknown = found.code == "und" and (found.confidence < SURE or fallback is not None)
    # A headline or a number has nothing to tell its language by.
    if guess or unknown:
        code = fallback or "en"
        notes = (f"{_TOO_SHORT}read as {language_name(code)}.",) if text.strip() else ()
        return LanguageChoice(code, 0.0, notes)
    notes = () if found.code == "en" else (f"{_READ_AS}{language_name(found.code)}: {found.reason}.",)
    return LanguageChoice(found.code, round(found.confidence, 3), notes)
