"""One document → one row, whatever the document is: what cannot be ranked says why, and nothing is raised."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from sentencerank.corpus.entries import Entry
from sentencerank.corpus.schema import Row, bad, ranked
from sentencerank.documents.limits import DEFAULT, Meter
from sentencerank.errors import LanguageError, SentenceRankError
from sentencerank.languages.choose import SURE
from sentencerank.languages.detect import detect

if TYPE_CHECKING:
    from sentencerank.corpus.job import Job
    from sentencerank.document import Document
    from sentencerank.documents.sandbox import SafeReader as Worker
    from sentencerank.ranking import Ranking


class Outcomes:
    """Ranks one entry after another; the model is loaded once, the process that parses files when one needs it."""

    def __init__(self, job: Job) -> None:
        self._job, self._ranker = job, job.ranker()
        self._parser: Worker | None = None

    def of(self, entry: Entry) -> Row:
        """The row of a document."""
        if entry.status:
            return bad(entry, entry.status, entry.problem)
        try:
            return self._row(entry)
        except LanguageError as error:
            return bad(entry, "language", str(error), len(entry.text))
        except SentenceRankError as error:
            return bad(entry, "unreadable", str(error), len(entry.text))
        except OSError as error:
            return bad(entry, "unreadable", f"the file cannot be read ({error.strerror}). Check it.")
        except Exception as error:  # a bug of ours in one document must not cost the other documents
            reason = f"{type(error).__name__}: {error}. This should not happen: please report it with the document."
            return bad(entry, "failed", reason, len(entry.text))

    def ranking(self, entry: Entry) -> Ranking | None:
        """The ranking alone; None where there is nothing to rank. What is wrong with a document is raised."""
        if entry.status or (entry.path and Path(entry.path).stat().st_size > DEFAULT.bytes):
            return None
        given = self._read(entry) if entry.path else entry.text
        text = given if isinstance(given, str) else given.text
        if not text.strip() or len(text) > self._job.max_characters:
            return None
        self._refuse_another_language(text)
        return self._rank(given, entry.id)

    def _row(self, entry: Entry) -> Row:
        if entry.path and (size := Path(entry.path).stat().st_size) > DEFAULT.bytes:
            reason = f"the file is {size:,} bytes long, the limit is {DEFAULT.bytes:,}. Split it."
            return bad(entry, "too_long", reason)
        given = self._read(entry) if entry.path else entry.text
        text = given if isinstance(given, str) else given.text
        longest = self._job.max_characters
        if len(text) > longest:
            remedy = f"the limit is {longest:,}. Split it, or raise --max-characters."
            return bad(entry, "too_long", f"the document is {len(text):,} characters long, {remedy}", len(text))
        if text.strip():
            self._refuse_another_language(text)
            ranking = self._rank(given, entry.id)
            if len(ranking):
                return ranked(entry, ranking, self._job)
        return bad(
            entry, "empty", "there are no sentences in it. Leave it out, or look where its text went.", len(text)
        )

    def _rank(self, given: str | Document, id: str) -> Ranking:
        return self._ranker.rank(given, query=self._job.query, id=id)

    def _refuse_another_language(self, text: str) -> None:
        """A language was asked for, and the text is surely in another one; "und" is surely not English only."""
        wanted = self._job.language.partition("-")[0].partition("_")[0].lower()
        if wanted == "auto":
            return
        found = detect(text)
        same = {wanted} if wanted == "en" else {wanted, "und"}
        if found.confidence >= SURE and found.code not in same:
            raise LanguageError(
                f"language {found.code}, not {wanted} ({found.reason}). Leave --language out to rank it all the same."
            )

    def _read(self, entry: Entry) -> str | Document:
        """A file: plain text as it is, so that offsets are those of the file; anything else by a process of its own."""
        from sentencerank.documents.formats import recognise
        from sentencerank.documents.sandbox import SafeReader as Worker

        path = Path(entry.path)
        data = path.read_bytes()
        if not data.strip():
            return ""
        if recognise(data, path.name, meter=Meter(DEFAULT)) == "text":
            with suppress(UnicodeDecodeError):
                return data.decode("utf-8-sig")
        self._parser = self._parser or Worker()
        return self._parser.read(data, name=entry.id, language=self._job.language)
