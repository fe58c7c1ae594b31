"""What the reader's page asks of the server: a document to draw, what was read of it, reasons, pages, an order."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import asdict
from typing import TYPE_CHECKING

from sentencerank.files import Json
from sentencerank.recipe import Recipe
from sentencerank.serve import tasks
from sentencerank.serve.answers import encode
from sentencerank.serve.columns import boxes
from sentencerank.serve.problems import ProblemError, no_document
from sentencerank.serve.rows import Reading
from sentencerank.serve.store import COLUMNS

if TYPE_CHECKING:
    from sentencerank.serve.service import Service

_KEPT = 2  # documents whose reasons are at hand
_PDF = b"%PDF-"
SCALE = 2.0  # pixels for each point of a page


class Desk:
    """The part of the server that the reader's page works with."""

    def __init__(self, service: Service) -> None:
        self._service, self._store = service, service.store
        self._reasons: OrderedDict[str, list[bytes]] = OrderedDict()

    async def open(self, document_id: str) -> bytes:
        """Return a document as the page draws it, with what was read of it."""
        found = await self._service.in_thread(
            lambda: (
                self._store.entry(document_id),
                self._store.reading(document_id),
                self._store.original_starts_with(document_id, _PDF),
            )
        )
        entry, reading, pages = found
        if entry is None:
            raise no_document()
        head = encode({"entry": asdict(entry), "pages": pages, "reading": asdict(reading)})
        return head[:-1] + b',"columns":' + await self._columns(document_id) + b"}"

    async def _columns(self, document_id: str) -> bytes:
        recipe = await self._recipe(document_id)
        kept = await self._service.in_thread(lambda: self._store.ranking(document_id, recipe, COLUMNS))
        if kept is not None:
            return kept
        made = await self._service.rankers.run(
            tasks.columns_of_stored, document_id, recipe, prefer=_preferred(document_id)
        )
        await self._service.keep(document_id, recipe, made, COLUMNS)
        return made

    async def order(self, document_id: str, query: str) -> bytes:
        """Return the order of the sentences for a query, and where its words stand."""
        recipe = (await self._recipe(document_id)).changed(query=query)
        return await self._service.rankers.run(
            tasks.order_of_stored, document_id, recipe, prefer=_preferred(document_id)
        )

    async def reasons(self, document_id: str, index: int, query: str) -> bytes:
        """Return why a sentence has its rank, for a query or without one."""
        if query:
            recipe = (await self._recipe(document_id)).changed(query=query)
            found = await self._service.rankers.run(
                tasks.reasons_of_stored, document_id, recipe, index, prefer=_preferred(document_id)
            )
        else:
            rows = self._reasons.get(document_id) or await self._load_reasons(document_id)
            found = rows[index] if index < len(rows) else b"null"
        if found == b"null":
            raise ProblemError(404, "no-sentence", "The document has no such sentence. They are counted from 0.")
        return found

    async def _load_reasons(self, document_id: str) -> list[bytes]:
        """Cut the stored ranking into its sentences once: to parse it whole for each would take a second."""
        ranking = await self._service.rank_document(document_id)
        rows = await self._service.in_thread(lambda: [_reasons(row) for row in json.loads(ranking)["sentences"]])
        self._reasons[document_id] = rows
        while len(self._reasons) > _KEPT:
            self._reasons.popitem(last=False)
        return rows

    async def reading(self, document_id: str) -> bytes:
        """Return what was read, marked and noted in a document."""
        await self._recipe(document_id)
        return encode(asdict(await self._service.in_thread(lambda: self._store.reading(document_id))))

    async def write_reading(self, document_id: str, reading: Reading) -> bytes:
        """Keep what was read, marked and noted, if nobody wrote since; it is on disk when this returns."""
        await self._recipe(document_id)
        revision = await self._service.in_thread(lambda: self._store.write_reading(document_id, reading))
        if revision is None:
            raise ProblemError(
                409,
                "revision",
                "Another window wrote meanwhile. Get the reading, join both, and send it again.",
            )
        return encode({"revision": revision})

    async def rename(self, document_id: str, title: str) -> bytes:
        """Give a document another title."""
        if not await self._service.in_thread(lambda: self._store.rename(document_id, title)):
            raise no_document()
        entry = await self._service.in_thread(lambda: self._store.entry(document_id))
        if entry is None:
            raise no_document()
        return encode(asdict(entry))

    async def page_image(self, document_id: str, number: int) -> bytes:
        """Render a page of the PDF that a document was read from, as PNG."""
        original = await self._service.in_thread(lambda: self._store.original(document_id))
        if original is None or not original.startswith(_PDF):
            raise ProblemError(404, "no-pages", "The pages of this document are not kept. Add the PDF again.")
        return await self._service.readers.render(original, number, SCALE)

    async def page_boxes(self, document_id: str, number: int) -> bytes:
        """Return where the sentences of a page stand on it."""
        document = await self._service.in_thread(lambda: self._store.document(document_id))
        if document is None:
            raise no_document()
        return encode({**boxes(document, number), "scale": SCALE})

    async def _recipe(self, document_id: str) -> Recipe:
        recipe = await self._service.in_thread(lambda: self._store.recipe(document_id))
        if recipe is None:
            raise no_document()
        return recipe


def _preferred(document_id: str) -> int:
    """The same document goes to the same worker, which has it prepared."""
    return int(document_id[:8], 16)


def _reasons(row: dict[str, Json]) -> bytes:
    """Return the reasons of one sentence of a stored ranking, in the form of an explanation."""
    more = row.get("reasons")
    own = {name: row[name] for name in ("index", "rank", "score", "parts", "topic")}
    return encode({**own, **more} if isinstance(more, dict) else own)
