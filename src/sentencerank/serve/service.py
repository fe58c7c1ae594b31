"""What the server does, without HTTP: rank, keep documents, answer queries about them."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from typing import TypeVar

from sentencerank.asking.questions import Queries
from sentencerank.document import Document
from sentencerank.documents.fetch import fetch, file_name
from sentencerank.files import encodable
from sentencerank.recipe import Recipe
from sentencerank.serve import tasks
from sentencerank.serve.compressing import CompressJob, compress_chunks
from sentencerank.serve.database import has_no_room
from sentencerank.serve.desk import Desk
from sentencerank.serve.dispatch import Rankers, Readers
from sentencerank.serve.monitoring import Metrics, event, log_failure
from sentencerank.serve.problems import ProblemError, as_problem, busy, internal, no_document, too_large
from sentencerank.serve.rows import Entry, Page, content_id
from sentencerank.serve.settings import Settings
from sentencerank.serve.store import Store
from sentencerank.serve.tasks import Job
from sentencerank.serve.uploads import Uploads

Result = TypeVar("Result")
STORE_THREADS = 4
READY_SECONDS = 1.0  # that an answer about readiness stays true
PROBE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that somebody sent."""

    data: bytes
    name: str
    media_type: str
    recipe: Recipe
    address: str = ""  # where it is to be fetched from, if it was not sent


class Service:
    """The server behind its routes; `start` before and `close` after use."""

    def __init__(self, settings: Settings, metrics: Metrics) -> None:
        self.settings, self.metrics = settings, metrics
        self._threads = ThreadPoolExecutor(STORE_THREADS, "store")
        self._checking, self._checked, self._unready = asyncio.Lock(), -READY_SECONDS, ""
        self.store = Store(settings.store, limit=settings.bounds.documents)
        self.rankers = Rankers(settings, metrics)
        self.readers = Readers(settings)
        self.uploads = Uploads()
        self.desk = Desk(self)
        metrics.gauge("in_flight", "Requests that are worked on or wait.", lambda: self.rankers.busy)
        metrics.gauge("queue", "Requests that wait for a worker.", lambda: self.rankers.waiting)
        metrics.gauge("workers_ready", "Worker processes that have started.", lambda: self.rankers.ready)
        metrics.gauge("uploads_in_flight", "Uploads that are read or wait to be.", lambda: self.readers.busy)

    async def start(self) -> None:
        """Start the workers; the model is loaded when this returns."""
        await self.rankers.start()
        event("started", workers=self.settings.workers, token=self.settings.token is not None)

    async def close(self) -> None:
        """Finish what was accepted, then end the workers and close the store."""
        await self.readers.close()
        await self.rankers.close()
        await asyncio.to_thread(self._threads.shutdown)
        self.store.close()
        event("stopped")

    async def rank(self, job: Job) -> bytes:
        """Rank one text and return the answer as JSON."""
        self._check(job)
        return await self.rankers.run(tasks.rank_text, job)

    async def compress(self, job: CompressJob) -> bytes:
        """Compress chunks and return the answer as JSON."""
        most = self.settings.bounds.characters
        if job.characters > most:
            raise too_large(f"The chunks have {job.characters:,} characters, the limit is {most:,}. Send fewer.")
        return await self.rankers.run(compress_chunks, job)

    async def together(self, jobs: Sequence[Job], recipe: Recipe) -> bytes:
        """Rank several texts as one and return the answer as JSON."""
        found, most = sum(job.characters for job in jobs), self.settings.bounds.characters
        if found > most:
            raise too_large(f"The texts have {found:,} characters, the limit is {most:,}. Send fewer.")
        return await self.rankers.run(tasks.rank_texts_together, jobs, recipe)

    def _check(self, job: Job) -> None:
        bounds = self.settings.bounds
        if job.characters > bounds.characters:
            raise too_large(
                f"The text has {job.characters:,} characters, the limit is {bounds.characters:,}. Split it."
            )
        if not isinstance(job.text, str) and len(job.text) > bounds.sentences:
            raise too_large(f"These are {len(job.text):,} sentences, the limit is {bounds.sentences:,}. Split them.")

    async def batch(self, count: int, lazy_jobs: Iterable[Job]) -> bytes:
        """Rank `count` texts; one that fails carries its problem, and the others are still done."""
        bounds = self.settings.bounds
        if count > bounds.batch:
            raise too_large(f"The batch has {count:,} texts, the limit is {bounds.batch:,}. Send several batches.")
        # Made only now: the jobs of a batch that is far too large would keep the server busy for seconds.
        jobs = list(lazy_jobs)
        if sum(job.characters for job in jobs) > bounds.characters:
            raise too_large(f"The texts have more than {bounds.characters:,} characters. Send several batches.")
        if self.rankers.full:
            raise busy("The server has as many requests as it takes on")
        deadline = asyncio.get_running_loop().time() + bounds.batch_seconds
        items: list[bytes] = [b""] * len(jobs)
        places = iter(range(len(jobs)))

        async def fill() -> None:
            for place in places:
                items[place] = await self._item(place, jobs[place], deadline)

        # Only as many at once as there are workers: a batch must not crowd out the others.
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
            problem = as_problem(error) or internal()
            if problem.status == 500:
                log_failure(error)
            return json.dumps({"index": index, "problem": problem.record()}).encode()

    async def _patiently(self, job: Job, seconds: float) -> bytes:
        """Wait for a slot: an accepted batch is not refused in its middle because others came."""
        end = asyncio.get_running_loop().time() + seconds
        while self.rankers.full and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(0.02)
        return await self.rankers.run(tasks.rank_text, job, seconds=seconds)

    async def add(self, upload: Upload, ticket: str = "") -> tuple[Entry, bool]:
        """Read, rank and keep a file; it is on disk when this returns. Return its entry and whether it is new.

        Whoever knows the ticket can ask how far it is, and stop it; then nothing is kept.
        """
        with self.uploads.following(ticket) as progress:
            if upload.address:
                progress.enter("fetching")
                upload = await progress.unless_stopped(self._fetched(upload))
            progress.enter("reading")
            reading = self.readers.read(upload.data, name=upload.name, language=str(upload.recipe.language))
            found = await progress.unless_stopped(reading)
            most = self.settings.bounds.sentences
            if len(found.sentences) > most:
                raise too_large(
                    f"The document has {len(found.sentences):,} sentences, the limit is {most:,}. Split it."
                )
            progress.sentences = len(found.sentences)
            progress.enter("ranking")
            document = await self.in_thread(lambda: with_content_id(found))
            ranking, columns = await progress.unless_stopped(
                self.rankers.run(tasks.rank_document, document, upload.recipe)
            )
            progress.enter("keeping")
            return await self.in_thread(
                lambda: self.store.add(
                    document,
                    upload.recipe,
                    ranking,
                    name=upload.name,
                    media_type=upload.media_type,
                    original=upload.data if self.settings.keep_originals else None,
                    columns=columns,
                )
            )

    async def _fetched(self, upload: Upload) -> Upload:
        """Return the file behind an address. Raises a ProblemError if this server fetches none."""
        if not self.settings.links:
            raise ProblemError(
                403,
                "links",
                "This server fetches no links. Save the page and add the file, or have its operator start it with "
                "--links.",
            )
        data = await asyncio.to_thread(fetch, upload.address)
        return replace(upload, data=data, name=file_name(upload.address)[:255])

    async def page(self, words: str, limit: int, offset: int, sort: str) -> Page:
        """Return a part of the list of documents."""
        return await self.in_thread(lambda: self.store.page(words, limit=limit, offset=offset, sort=sort))

    async def document(self, document_id: str) -> bytes:
        """Return a document with its blocks and its ranking with reasons, as JSON."""
        entry, document = await self.in_thread(
            lambda: (self.store.entry(document_id), self.store.document(document_id))
        )
        if entry is None or document is None:
            raise no_document()
        ranges = {name: [asdict(each) for each in getattr(document, name)] for name in ("blocks", "marks", "places")}
        record = {**asdict(entry), "text": document.text, **ranges, "notes": document.notes}
        ranking = await self.rank_document(document_id)
        return json.dumps(record, ensure_ascii=False)[:-1].encode() + b', "ranking": ' + ranking + b"}"

    async def rank_document(
        self, document_id: str, recipe: Recipe | None = None, query: Queries | None = None
    ) -> bytes:
        """Rank a document again, by the recipe of its upload unless another is given; keep it if there is no query."""
        own = await self.in_thread(lambda: self.store.recipe(document_id))
        if own is None:
            raise no_document()
        recipe = (recipe or own).changed(query=query)
        if query is None:
            kept = await self.in_thread(lambda: self.store.ranking(document_id, recipe))
            if kept is not None:
                return kept
        # The same document goes to the same worker, which has it prepared.
        prefer = int(document_id[:8], 16)
        ranking = await self.rankers.run(tasks.rank_stored, document_id, recipe, prefer=prefer)
        if query is None:
            await self.keep(document_id, recipe, ranking)
        return ranking

    async def keep(self, document_id: str, recipe: Recipe, ranking: bytes, form: str = "") -> None:
        """Keep a ranking, if the store can: it was asked for, not for it to be kept."""
        try:
            await self.in_thread(lambda: self.store.add_ranking(document_id, recipe, ranking, form))
        except sqlite3.DatabaseError as error:
            event("ranking not kept", logging.WARNING, error)

    async def check_ready(self) -> None:
        """Raise a ProblemError if the store or the workers cannot do their work now.

        The store is read and written for it, at most once a second however often somebody asks.
        """
        async with self._checking:
            now = asyncio.get_running_loop().time()
            if now - self._checked >= READY_SECONDS:
                self._unready, self._checked = await self._store_fault(), now
        fault = self._unready or ("" if self.rankers.ready else "no worker runs")
        if fault:
            raise ProblemError(
                503, "not-ready", f"The server is not ready: {fault}. Wait, or look into its log.", {"Retry-After": "5"}
            )

    async def _store_fault(self) -> str:
        """Return what keeps the store from its work, empty if nothing does."""
        try:
            async with asyncio.timeout(PROBE_SECONDS):
                await self.in_thread(self.store.probe)
        except TimeoutError:
            return "the store does not answer"
        except (sqlite3.Error, OSError) as error:
            event("store not ready", logging.WARNING, error, reason=str(error))
            full = isinstance(error, sqlite3.Error) and has_no_room(error)
            return "its disk is full, and only reading and deleting work" if full else "the store cannot be used"
        return ""

    async def delete(self, document_id: str) -> None:
        """Remove a document and its rankings; raise a ProblemError if there is none."""
        if not await self.in_thread(lambda: self.store.delete(document_id)):
            raise no_document()

    async def documents(self) -> int:
        """Return how many documents are kept."""
        return await self.in_thread(self.store.count)

    async def in_thread(self, call: Callable[[], Result]) -> Result:
        """Ask the store in a thread; what was begun is finished even if the client leaves."""
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._threads, call))


def with_content_id(document: Document) -> Document:
    """Return a document under the id of its content, in characters that can be written."""
    text = encodable(document.text)
    if text != document.text:
        sentences = tuple(replace(sentence, text=encodable(sentence.text)) for sentence in document.sentences)
        document = replace(document, text=text, sentences=sentences)
    return replace(document, id=content_id(document))
