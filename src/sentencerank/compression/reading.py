"""All chunks as one document: read, ranked together, and put together again from what is chosen."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from sentencerank.asking.answers import without_words
from sentencerank.asking.index import index_document
from sentencerank.asking.questions import Queries
from sentencerank.asking.sections import NOT_ASKED, Sections, sections_of
from sentencerank.compression.chunks import Chunk, Unit, find_units
from sentencerank.compression.result import BETWEEN, KeptChunk, kept_chunk
from sentencerank.document import Block, Document, Sentence, word_count
from sentencerank.encoders import Encoder
from sentencerank.languages.language import read_text
from sentencerank.model.model import Model
from sentencerank.ranker import ranker_of
from sentencerank.recipe import Recipe

LITTLE = 3  # words that a sentence needs to say something by itself


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
    unit_of: Mapping[int, int]  # of each sentence
    document: Document
    model: Model
    recipe: Recipe
    sections: Sections  # the chunks, or sections of them

    def rank(self, query: Queries | None, encoder: Encoder | None) -> Ranked:
        """Rank the units: for a query by their closest sentence, else by their most important one."""
        if query is None:
            return self._by_importance(())
        answers = index_document(self.document, self.model, self.sections).ask(query, encoder=encoder)
        if answers is None:
            return self._by_importance((without_words(query),))
        hits = frozenset(hit.index for hit in answers.hits)
        return self._ranked(answers.order[: answers.allowed].tolist(), answers.notes, hits)

    def _by_importance(self, notes: tuple[str, ...]) -> Ranked:
        # The order in which chunks were retrieved is not the structure of an article.
        recipe = self.recipe if len(self.chunks) == 1 else self.recipe.changed(structure="flat")
        ranking = ranker_of(recipe).rank(self.document)
        seen: dict[str, int] = {}
        for sentence in self.document.sentences:
            seen.setdefault(" ".join(sentence.text.casefold().split()), sentence.index)
        firsts = set(seen.values())
        return self._ranked([i for i in ranking.order.tolist() if i in firsts], notes + ranking.notes)

    def _ranked(self, sentences: list[int], notes: tuple[str, ...], hits: frozenset[int] = frozenset()) -> Ranked:
        """The units of sentences, each at the place of its best sentence; `hits` have words of the query."""
        leading = self.sections.leading

        def tells(place: int) -> bool:
            # A heading alone says little, and so does "No.": they stay where nothing is left out around them.
            sentence = self.document.sentences[place]
            alone = self.document.blocks[sentence.paragraph].kind in NOT_ASKED or place in leading
            return not alone and (place in hits or word_count(sentence.text) >= LITTLE)

        told = list(filter(tells, sentences)) or sentences
        return Ranked(list(dict.fromkeys(self.unit_of[i] for i in told if i in self.unit_of)), notes)

    def leads(self, place: int) -> frozenset[int]:
        """The units that lead in a unit: the opening of its list, a title that runs into its paragraph."""
        own = (lead for sentence in self.units[place].sentences for lead in self.sections.leads[sentence])
        return frozenset(self.unit_of[lead] for lead in own if lead in self.unit_of)

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
    sections = Sections([], [], [])
    for number, chunk in enumerate(chunks):
        document = chunk.document or read_text(chunk.text, model.language)
        units += find_units(chunk, document, number, len(sections.numbers), min_words=min_words)
        documents.append(document)
        # The title of a single chunk says nothing that tells its sentences apart.
        alone = len(chunks) == 1
        own = sections_of(document, model.language, by_paragraph=alone)
        sections = sections.followed_by(own, "" if alone else chunk.title)
    whole = join_documents(documents, model)
    unit_of = {sentence: place for place, unit in enumerate(units) for sentence in unit.sentences}
    return Reading(tuple(chunks), tuple(units), unit_of, whole, model, recipe, sections)


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
