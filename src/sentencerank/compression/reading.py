"""All chunks as one document: read, ranked together, and put together again from what is chosen."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from sentencerank.asking import NOT_ASKED, Queries, index_document, sections_of
from sentencerank.compression.chunks import Chunk, Unit, find_units
from sentencerank.compression.result import BETWEEN, KeptChunk, kept_chunk
from sentencerank.document import Block, Document, Sentence
from sentencerank.encoders import Encoder
from sentencerank.languages.language import read_text
from sentencerank.model.model import Model
from sentencerank.ranker import ranker_of
from sentencerank.recipe import Recipe


@dataclass(frozen=True, slots=True)
class Ranked:
    """Units from the most to the least important, without copies, and what to say about it."""

    order: list[int]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """All chunks as one document, and what each is made of."""

    chunks: tuple[Chunk, ...]
    units: tuple[Unit, ...]
    document: Document
    model: Model
    recipe: Recipe
    sections: list[int]  # of each sentence: the chunk, or a section of it
    titles: list[str]  # of each sentence: that of its chunk, and the headings above it

    def rank(self, query: Queries | None, encoder: Encoder | None) -> Ranked:
        """Rank the units: for a query by their closest sentence, else by their most important one."""
        if query is None:
            return self._by_importance(())
        if len(self.chunks) == 1:
            index = index_document(self.document, self.model)
        else:
            index = index_document(self.document, self.model, sections=self.sections, titles=self.titles)
        answers = index.ask(query, encoder=encoder)
        if answers is None:
            return self._by_importance(("The query has no essential word: ranked without it.",))
        notes = answers.notes
        if not answers.found:
            notes += ("Nothing in the chunks is near the query: what is kept says little about it.",)
        return self._ranked(answers.order[: answers.allowed].tolist(), notes)

    def _by_importance(self, notes: tuple[str, ...]) -> Ranked:
        # The order in which chunks were retrieved is not the structure of an article.
        recipe = self.recipe if len(self.chunks) == 1 else self.recipe.changed(structure="flat")
        ranking = ranker_of(recipe).rank(self.document)
        seen: dict[str, int] = {}
        for sentence in self.document.sentences:
            seen.setdefault(" ".join(sentence.text.casefold().split()), sentence.index)
        firsts = set(seen.values())
        return self._ranked([i for i in ranking.order.tolist() if i in firsts], notes + ranking.notes)

    def _ranked(self, sentences: list[int], notes: tuple[str, ...]) -> Ranked:
        """The units of sentences, each at the place of its best sentence."""
        # A heading alone says little: it stays where nothing is left out around it.
        kinds = [self.document.blocks[sentence.paragraph].kind for sentence in self.document.sentences]
        told = [sentence for sentence in sentences if kinds[sentence] not in NOT_ASKED] or sentences
        unit_of = {sentence: place for place, unit in enumerate(self.units) for sentence in unit.sentences}
        return Ranked(list(dict.fromkeys(unit_of[i] for i in told if i in unit_of)), notes)

    def render(self, chosen: Collection[int]) -> tuple[KeptChunk, ...]:
        """Return every chunk with what was chosen of it."""
        spans: list[list[tuple[int, int]]] = [[] for _ in self.chunks]
        for place in sorted(chosen):
            unit = self.units[place]
            spans[unit.chunk].append((unit.start, unit.end))
        return tuple(kept_chunk(chunk, own) for chunk, own in zip(self.chunks, spans, strict=True))


def read_together(chunks: Sequence[Chunk], language: str, *, min_words: int) -> Reading:
    """Find the language of all chunks together, then the sentences of each."""
    recipe = Recipe.of(language=language)
    model = ranker_of(recipe).model_for(BETWEEN.join(chunk.text for chunk in chunks))
    units: list[Unit] = []
    documents: list[Document] = []
    sections: list[int] = []
    titles: list[str] = []
    for number, chunk in enumerate(chunks):
        document = chunk.document or read_text(chunk.text, model.language)
        units += find_units(chunk, document, number, len(titles), min_words=min_words)
        documents.append(document)
        own, headings = sections_of(document)
        several = len({sentence.section for sentence in document.sentences}) > 1
        first = 1 + max(sections, default=-1)
        sections += [first + section for section in own] if several else [first] * len(own)
        titles += [f"{chunk.title} {heading}".strip() for heading in headings]
    return Reading(tuple(chunks), tuple(units), join_documents(documents, model), model, recipe, sections, titles)


def join_documents(documents: Sequence[Document], model: Model) -> Document:
    """Return documents as one, each in sections of its own."""
    sentences: list[Sentence] = []
    blocks: list[Block] = []
    shift = section = 0
    for document in documents:
        own = document.blocks or (Block("paragraph", 0, len(document.text)),)
        sentences += [
            replace(
                sentence,
                index=len(sentences) + place,
                start=sentence.start + shift,
                end=sentence.end + shift,
                paragraph=sentence.paragraph + len(blocks),
                section=sentence.section + section,
            )
            for place, sentence in enumerate(document.sentences)
        ]
        blocks += [
            Block(block.kind, block.start + shift, block.end + shift, block.level, about=block.about) for block in own
        ]
        shift += len(document.text) + len(BETWEEN)
        section += 1 + max((sentence.section for sentence in document.sentences), default=0)
    text = BETWEEN.join(document.text for document in documents)
    return Document(text, tuple(sentences), tuple(blocks), model.language.code)
