"""What the server does, without HTTP: rank, keep documents, answer queries about them."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import TypeVar

from sentencerank.document import Document
from sentencerank.serve import work
from sentencerank.serve.jobs import FULL, How, Job
from sentencerank.serve.logs import event
from sentencerank.serve.metrics import Metrics
from sentencerank.serve.pool import Pool
from sentencerank.serve.problems import ProblemError, as_problem, busy, internal, too_large
from sentencerank.serve.readers import Readers
from sentencerank.serve.rows import Entry, Page, clean, content_id
from sentencerank.serve.settings import Settings
from sentencerank.serve.store import Store

Result = TypeVar("Result")
STORE_THREADS = 4


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that somebody sent."""

    data: bytes
    name: str
    media_type: str
    how: How


class Service:
    """The server behind its routes; `start` before and `close` after use."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.metrics = settings, metrics
        self._threads = ThreadPoolExecutor(STORE_THREADS, "store")
        self.store = Store(settings.store, limit=settings.bounds.documents)
        self.pool = Pool(settings, metrics)
        self.readers = Readers(settings)
        metrics.gauge("in_flight", "Requests that are worked on or wait.", lambda: self.pool.busy)
        metrics.gauge("queue", "Requests that wait for a worker.", lambda: self.pool.waiting)
        metrics.gauge("workers_ready", "Worker processes that have started.", lambda: self.pool.ready)
        metrics.gauge("uploads_in_flight", "Uploads that are read or wait to be.", lambda: self.readers.busy)

    async def start(self) -> None:
        """Start the workers; the model is loaded when this returns."""
        await self.pool.start()
        event("started", workers=self.settings.workers, token=self.settings.token is not None)

    async def close(self) -> None:
        """Finish what was accepted, then end the workers and close the store."""
        await asyncio.to_thread(self.readers.close)
        await self.pool.close()
        await asyncio.to_thread(self._threads.shutdown)
        self.store.close()
        event("stopped")

    async def rank(self, job: Job) -> bytes:
        """Rank one text."""
        self._check(job)
        return await self.pool.run(work.rank_text, job)

    def _check(self, job: Job) -> None:
        bounds = self.settings.bounds
        if job.characters > bounds.characters:
            raise too_large(
                f"The text has {job.characters:,} characters, the limit is {bounds.characters:,}. Split it."
            )
        if not isinstance(job.text, str) and len(job.text) > bounds.sentences:
            raise too_large(f"These are {len(job.text):,} sentences, the limit is {bounds.sentences:,}. Split them.")

    async def batch(self, jobs: Sequence[Job]) -> bytes:
        """Rank several texts; one that fails carries its problem, and the others are still done."""
        bounds = self.settings.bounds
        if len(jobs) > bounds.batch:
            raise too_large(f"The batch has {len(jobs)} texts, the limit is {bounds.batch}. Send several batches.")
        if sum(job.characters for job in jobs) > bounds.characters:
            raise too_large(f"The texts have more than {bounds.characters:,} characters. Send several batches.")
        if self.pool.busy >= bounds.in_flight:
            raise busy("The server has as many requests as it takes on")
        deadline = asyncio.get_running_loop().time() + bounds.batch_seconds
        items: list[bytes] = [b""] * len(jobs)
        places = iter(range(len(jobs)))

        async def fill() -> None:  # only as many at once as there are workers: a batch must not crowd out the others
            for place in places:
                items[place] = await self._item(place, jobs[place], deadline)

        await asyncio.gather(*(fill() for _ in range(self.settings.workers)))
        return b'{"items":[' + b",".join(items) + b"]}"

    async def _item(self, index: int, job: Job, deadline: float) -> bytes:
        left = deadline - asyncio.get_running_loop().time()
        try:
            self._check(job)
            if left <= 0:
                raise ProblemError(
                    504, "late", "The time of the batch was over. Send this text again in a smaller batch."
                )
            result = await self._patiently(job, min(left, self.settings.bounds.seconds))
            return b'{"index":%d,"result":%s}' % (index, result)
        except Exception as error:
            problem = as_problem(error)
            if problem is None:
                event("bug", logging.ERROR, error)
            return json.dumps({"index": index, "problem": (problem or internal()).record()}).encode()

    async def _patiently(self, job: Job, seconds: float) -> bytes:
        """An accepted batch is not refused in its middle because others came: wait for a place."""
        end = asyncio.get_running_loop().time() + seconds
        while self.pool.busy >= self.settings.bounds.in_flight and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)
        return await self.pool.run(work.rank_text, job, seconds=seconds)

    async def add(self, upload: Upload) -> tuple[Entry, bool]:
        """Read, rank and keep a file; it is on disk when this returns. Says whether it is new."""
        found = await self.readers.read(upload.data, name=upload.name, language=upload.how.language)
        if len(found.sentences) > self.settings.bounds.sentences:
            raise too_large(
                f"The document has {len(found.sentences):,} sentences, the limit is "
                f"{self.settings.bounds.sentences:,}. Split it."
            )
        document = await self._stored(lambda: named(found))
        ranking = await self.pool.run(work.rank_document, document, upload.how, FULL)
        return await self._stored(
            lambda: self.store.add(
                document,
                upload.how.key(),
                ranking,
                name=upload.name,
                media_type=upload.media_type,
                original=upload.data if self.settings.keep_originals else None,
            )
        )

    async def page(self, words: str, limit: int, offset: int) -> Page:
        """A stretch of the list of documents."""
        return await self._stored(lambda: self.store.page(words, limit=limit, offset=offset))

    async def document(self, document_id: str) -> bytes:
        """A document with its blocks and its ranking with reasons."""
        entry, document, key = await self._stored(
            lambda: (
                self.store.entry(document_id),
                self.store.document(document_id),
                self.store.settings(document_id),
            )
        )
        if entry is None or document is None:
            raise missing()
        record = {name: value for name, value in asdict(entry).items() if name != "snippet"}
        record |= {"text": document.text, "blocks": [asdict(block) for block in document.blocks]}
        record |= {"notes": document.notes}
        ranking = await self.rank_document(document_id, How.of_key(key), None)
        return json.dumps(record, ensure_ascii=False)[:-1].encode() + b', "ranking": ' + ranking + b"}"

    async def rank_document(self, document_id: str, how: How, query: str | None) -> bytes:
        """Rank a document again, by other settings or for a query."""
        key = how.key()
        known, kept = await self._stored(
            lambda: (
                self.store.entry(document_id) is not None,
                None if query else self.store.ranking(document_id, key),
            )
        )
        if not known:
            raise missing()
        if kept is not None:
            return kept
        prefer = int(document_id[:8], 16)  # the worker that has it prepared
        ranking = await self.pool.run(work.rank_stored, document_id, how, query, FULL, prefer=prefer)
        if not query:
            await self._stored(lambda: self.store.add_ranking(document_id, key, ranking))
        return ranking

    async def delete(self, document_id: str) -> None:
        """Remove a document."""
        if not await self._stored(lambda: self.store.delete(document_id)):
            raise missing()

    async def documents(self) -> int:
        """How many documents are kept."""
        return await self._stored(self.store.count)

    async def _stored(self, call: Callable[[], Result]) -> Result:
        """Ask the store in a thread; what was begun is finished even if the client goes."""
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._threads, call))


def named(document: Document) -> Document:
    """A document under the name of its content, in characters that can be written."""
    text = clean(document.text)
    if text != document.text:
        sentences = tuple(replace(sentence, text=clean(sentence.text)) for sentence in document.sentences)
        document = replace(document, text=text, sentences=sentences)
    return replace(document, id=content_id(document))


def missing() -> ProblemError:
    """No such document."""
    return ProblemError(404, "no-document", "There is no such document. GET /v1/documents lists those that are.")
