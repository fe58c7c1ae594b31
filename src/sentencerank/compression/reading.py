"""All chunks as one document: read, ranked together, and put together again from what is chosen."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise

from sentencerank.asking.answers import without_words
from sentencerank.asking.index import index_document
from sentencerank.asking.questions import Queries
from sentencerank.asking.replies import replies_to
from sentencerank.asking.sections import NOT_ASKED, Sections, sections_of
from sentencerank.compression.chunks import STOPS, Chunk, Unit, find_units
from sentencerank.compression.repeats import find_repeats
from sentencerank.compression.result import BETWEEN, KeptChunk, kept_chunk
from sentencerank.document import Block, Document, Sentence, word_count
from sentencerank.encoders import Encoder
from sentencerank.languages.language import read_text
from sentencerank.method.arrays import Ids
from sentencerank.model.model import Model
from sentencerank.ranker import ranker_of
from sentencerank.recipe import Recipe

LITTLE = 3  # words that a sentence needs to say something by itself
_MARKS = "*_`~ \t\n"  # of Markdown, around words
_LINK = re.compile(r"\[[^\]\n]{1,200}\]:\s{0,8}\S+")  # where a link of Markdown leads to


@dataclass(frozen=True, slots=True)
class Ranked:
    """Units from the most to the least important, without copies, and what to say about it."""

    order: list[int]
    rest: list[int]  # short sentences, which say little by themselves: they may stand beside what is kept
    notes: tuple[str, ...]
    asked: bool  # for a query that something is near to


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
    places: tuple[range, ...]  # of the sentences of each chunk
    replies: Ids  # the question that each sentence replies to, or -1

    def rank(self, query: Queries | None, encoder: Encoder | None) -> Ranked:
        """Rank the units: for a query by their closest sentence, else by their most important one."""
        if query is None:
            return self._by_importance(())
        answers = index_document(self.document, self.model, self.sections).ask(query, encoder=encoder)
        if answers is None:
            return self._by_importance((without_words(query),))
        hits = frozenset(hit.index for hit in answers.hits)
        return self._ranked(answers.order[: answers.allowed].tolist(), answers.notes, hits, asked=answers.found)

    def _by_importance(self, notes: tuple[str, ...]) -> Ranked:
        # The order in which chunks were retrieved is not the structure of an article.
        recipe = self.recipe if len(self.chunks) == 1 else self.recipe.changed(structure="flat")
        ranking = ranker_of(recipe).rank(self.document)
        return self._ranked(ranking.order.tolist(), notes + ranking.notes)

    def _ranked(
        self,
        sentences: list[int],
        notes: tuple[str, ...],
        hits: frozenset[int] = frozenset(),
        *,
        asked: bool = False,
    ) -> Ranked:
        """The units of sentences, each at the place of its best sentence; `hits` have words of the query."""
        leading, texts = self.sections.leading, [sentence.text for sentence in self.document.sentences]
        repeats = find_repeats(texts, self.places, sentences)

        def stands(place: int) -> bool:
            # A heading says little, and so does what announces others: they stay where nothing is left out around them.
            block = self.document.blocks[self.document.sentences[place].paragraph]
            titles = block.kind in NOT_ASKED or place in leading or _LINK.fullmatch(texts[place])
            return not titles and (place in hits or not leads_on(texts[place]))

        new = [place for place in sentences if place not in repeats]
        standing = list(filter(stands, new))
        told = [place for place in standing if place in hits or word_count(texts[place]) >= LITTLE] or new or sentences
        order, every = (
            list(dict.fromkeys(self.unit_of[i] for i in some if i in self.unit_of)) for some in (told, standing)
        )
        taken = set(order)
        return Ranked(order, [unit for unit in every if unit not in taken], notes, asked)

    def text_of(self, place: int) -> str:
        """The text of a unit."""
        unit = self.units[place]
        return self.chunks[unit.chunk].text[unit.start : unit.end]

    def leads(self, place: int) -> frozenset[int]:
        """The units that lead in a unit: the opening of its list, a title that runs into its paragraph, a question."""
        own = {lead for sentence in self.units[place].sentences for lead in self.sections.leads[sentence]}
        own.update(one - 1 for one in self.units[place].sentences[:1] if self.replies[one] == one - 1)
        return frozenset(self.unit_of[lead] for lead in own if lead in self.unit_of)

    def led(self, place: int) -> frozenset[int]:
        """The unit that a unit leads in: what follows its colon, or the code or table that ends its sentence."""
        if place + 1 == len(self.units):
            return frozenset()
        unit, after = self.units[place], self.units[place + 1]
        text = self.text_of(place)
        on = leads_on(text) or not (after.prose or text.endswith(STOPS))
        return frozenset((place + 1,)) if unit.prose and on and after.chunk == unit.chunk else frozenset()

    def render(self, chosen: Collection[int]) -> tuple[KeptChunk, ...]:
        """Return every chunk with what was chosen of it."""
        spans: list[list[tuple[int, int]]] = [[] for _ in self.chunks]
        for place in sorted(chosen):
            unit = self.units[place]
            spans[unit.chunk].append((unit.start, unit.end))
        return tuple(kept_chunk(chunk, own) for chunk, own in zip(self.chunks, spans, strict=True))


def leads_on(text: str) -> bool:
    """Whether a sentence only announces what follows it: "These are the fees:".

    >>> leads_on("**The fees:**"), leads_on("Fees: none.")
    (True, False)
    """
    return text.rstrip(_MARKS).endswith((":", "："))


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
        before = documents[-2].sentences[-1:] if number else ()
        own = sections_of(
            document, model.language, by_paragraph=alone, before="".join(sentence.text for sentence in before)
        )
        sections = sections.followed_by(own, "" if alone else chunk.title)
    whole = join_documents(documents, model)
    unit_of = {sentence: place for place, unit in enumerate(units) for sentence in unit.sentences}
    bounds = accumulate((len(document.sentences) for document in documents), initial=0)
    places = tuple(range(*pair) for pair in pairwise(bounds))
    replies = replies_to(whole.sentences)
    return Reading(tuple(chunks), tuple(units), unit_of, whole, model, recipe, sections, places, replies)


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
