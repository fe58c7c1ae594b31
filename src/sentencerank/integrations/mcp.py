"""MCP: a server whose tools let a language model read less and lose little; needs the extra [mcp].

    sentencerank mcp --files ~/papers

The tools take texts, and files below the folders that the user has named. They change nothing and fetch nothing.
"""

from __future__ import annotations

import functools
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

from sentencerank import __version__
from sentencerank.compression.compress import compress
from sentencerank.document import Document
from sentencerank.documents import read_document
from sentencerank.errors import DocumentError, OptionsError, SentenceRankError
from sentencerank.extras import require
from sentencerank.ranker import Ranker, ranker_of
from sentencerank.ranking import Ranking
from sentencerank.recipe import Recipe

require("mcp", "mcp")

from mcp.server import MCPServer  # noqa: E402
from mcp.server.mcpserver.exceptions import ToolError  # noqa: E402
from mcp.types import ToolAnnotations  # noqa: E402
from pydantic import BaseModel, Field  # noqa: E402

MOST = 1000  # sentences or phrases in one answer
_INSTRUCTIONS = (
    "Finds the sentences of long texts that matter, verbatim. Read a document layer by layer with read_layer and stop "
    "when you know enough; use compress to fit texts into a budget for a question."
)

Text = Annotated[str, Field(description="The text; or give path.")]
File = Annotated[str, Field(description="A file to read instead: text, Markdown, HTML, PDF, DOCX, EPUB, mail.")]
Query = Annotated[str, Field(description='What to look for. "quoted words" must occur, -word must not.')]
Count = Annotated[int, Field(ge=1, le=MOST, description="How many.")]


class KeptText(BaseModel):
    """What was kept of one text."""

    id: str = Field(description="The place of the text in the list, or its path.")
    spans: list[tuple[int, int]] = Field(description="The characters that were kept.")


class Compressed(BaseModel):
    """Texts within a budget; […] marks what is left out."""

    text: str
    before: int
    after: int
    unit: str
    kept: list[KeptText]
    notes: list[str]


class Sentence(BaseModel):
    """A sentence with its place in the document and its rank."""

    index: int
    rank: int
    score: float
    text: str
    start: int
    end: int


class Ranked(BaseModel):
    """The best sentences, most important first."""

    sentences: list[Sentence]
    total: int
    language: str
    notes: list[str]


class LayerRead(BaseModel):
    """One layer of a document: what it adds to the layers before it, in document order."""

    layer: int
    layers: int
    text: str
    words: int
    words_read: int = Field(description="With all layers before it.")
    words_total: int


class Phrase(BaseModel):
    """A phrase that tells what a document is about."""

    text: str
    score: float
    count: int


class Phrases(BaseModel):
    """What a document is about."""

    keyphrases: list[Phrase]
    topics: list[str]
    language: str


def _told(tool: Callable[..., Any]) -> Callable[..., Any]:
    """Tell the client what the library refuses and why; of other errors it would see the name of the tool alone."""

    @functools.wraps(tool)
    def told(*args: Any, **kwargs: Any) -> Any:
        try:
            return tool(*args, **kwargs)
        except SentenceRankError as error:
            raise ToolError(str(error)) from error

    return told


class Tools:
    """The tools, and the folders that they may read from.

    The server calls them from several threads, and the library is used by one at a time.
    """

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self._folders = [folder.resolve(strict=True) for folder in folders]
        self._lock = threading.Lock()

    @_told
    def compress(
        self,
        texts: Annotated[list[str], Field(description="The texts, in their order.")] = [],  # noqa: B006
        paths: Annotated[list[str], Field(description="Files to read as well, behind the texts.")] = [],  # noqa: B006
        query: Query = "",
        words: Annotated[int | None, Field(ge=1, description="Keep at most so many words (default 300).")] = None,
        characters: Annotated[int | None, Field(ge=1, description="Keep at most so many characters.")] = None,
    ) -> Compressed:
        """Keep the sentences of texts that matter for a query, verbatim and in order, within an exact budget."""
        chunks: list[tuple[str, str, str] | Document] = [(str(place), "", text) for place, text in enumerate(texts)]
        with self._lock:
            chunks += [self._read_file(path) for path in paths]
            if not chunks:
                raise OptionsError("there is nothing to compress. Give texts or paths.")
            budget = 300 if words is None and characters is None else words
            result = compress(chunks, query or None, words=budget, characters=characters)
        return Compressed(
            text=result.text,
            before=result.before,
            after=result.after,
            unit=result.unit,
            kept=[KeptText(id=str(chunk.id), spans=list(chunk.spans)) for chunk in result.chunks],
            notes=list(result.notes),
        )

    @_told
    def rank(self, text: Text = "", path: File = "", query: Query = "", count: Count = 10) -> Ranked:
        """Return the most important sentences of a text, or those nearest to a query, best first."""
        ranking = self._rank(text, path, query)
        found = [
            Sentence(index=one.index, rank=one.rank, score=one.score, text=one.text, start=one.start, end=one.end)
            for one in ranking.top(count)
        ]
        return Ranked(sentences=found, total=len(ranking), language=ranking.language, notes=list(ranking.notes))

    @_told
    def read_layer(
        self,
        text: Text = "",
        path: File = "",
        layer: Annotated[int, Field(ge=1, description="1 is the most important; each adds to those before.")] = 1,
    ) -> LayerRead:
        """Return one layer of a document: layer 1 has its 150 most important words, each further one as much again."""
        ranking = self._rank(text, path)
        layers = ranking.layers()
        if layer > len(layers):
            raise OptionsError(f"there is no layer {layer}. Give a number from 1 to {len(layers)}.")
        found = layers[layer - 1]
        return LayerRead(
            layer=layer,
            layers=len(layers),
            text=" ".join(one.text for one in found.sentences),
            words=found.words,
            words_read=found.words_read,
            words_total=layers[-1].words_read,
        )

    @_told
    def keyphrases(self, text: Text = "", path: File = "", count: Count = 10) -> Phrases:
        """Return the phrases and names that tell what a text is about, best first, and its topics."""
        ranking = self._rank(text, path)
        return Phrases(
            keyphrases=[Phrase(text=p.text, score=p.score, count=p.count) for p in ranking.keyphrases(count)],
            topics=[topic.name for topic in ranking.topics],
            language=ranking.language,
        )

    def _rank(self, text: str, path: str, query: str = "") -> Ranking:
        if bool(text.strip()) == bool(path):
            raise OptionsError("give either text or path, and text that is not blank.")
        with self._lock:
            ranker: Ranker = ranker_of(Recipe.of())
            # Read first: a text that is the name of a file would be refused, which tells that the file is there.
            ranking = ranker.rank(self._read_file(path) if path else ranker.read(text), query=query or None)
        if not len(ranking):
            raise DocumentError("there is no sentence in it. Give a text of sentences.")
        return ranking

    def _read_file(self, path: str) -> Document:
        """Read a file below one of the folders; of any other path nothing is told, not even whether it exists."""
        for folder in self._folders:
            try:
                # Links are followed first, and what they lead to is what is judged and read.
                there = (folder / path).resolve()
                found = any(there.is_relative_to(one) for one in self._folders) and there.is_file()
            except (OSError, RuntimeError, ValueError):  # a name that cannot be, a loop of links
                found = False
            if found:
                return read_document(there, name=path)
        how = "It is not below the folders of --files." if self._folders else "Start the server with --files FOLDER."
        raise DocumentError(f"the file cannot be read. {how} Or give its text.")


def make_server(folders: Sequence[Path] = ()) -> MCPServer:
    """Return the server; its tools may read files below these folders."""
    server = MCPServer("sentencerank", version=__version__, instructions=_INSTRUCTIONS, log_level="WARNING")
    tools = Tools(folders)
    hints = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=False)
    for tool in (tools.compress, tools.rank, tools.read_layer, tools.keyphrases):
        server.tool(annotations=hints)(tool)
    return server
