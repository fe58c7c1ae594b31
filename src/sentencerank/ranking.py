"""The result of ranking a document: every sentence with its rank, score, subtopic and reasons."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, cast, overload

import numpy as np

from sentencerank.document import Document, Token, word_count
from sentencerank.errors import OptionsError
from sentencerank.extras import require
from sentencerank.files import Json
from sentencerank.keyphrases import DIVERSITY
from sentencerank.method.analysis import Analysis
from sentencerank.method.arrays import Ids, Packed, distinct, pack_arrays, unpack_arrays
from sentencerank.method.extracts import FILLER, layer_ends, layer_numbers, within
from sentencerank.method.options import Options
from sentencerank.method.result import Result
from sentencerank.method.terms import Terms
from sentencerank.recipe import Budget, whole_number
from sentencerank.records import (
    Explanation,
    Extract,
    Hit,
    Keyphrase,
    Layer,
    RankedSentence,
    Topic,
    as_json,
    rounded,
)

# Keyphrases, topics and reasons are found when somebody asks for them, and what finds them is imported then: together
# they take as long as four articles.
if TYPE_CHECKING:
    from pandas import DataFrame

    from sentencerank.explanation.explainer import Explainer
    from sentencerank.keyphrases.subjects import Subjects

SCHEMA = "sentencerank/2"
REASONS = (
    "terms",
    "votes",
    "topic_rank",
    "similar_to",
    "redundancy_penalty",
    "text",
    "sentence",
    "cue",
)  # of an explanation, beside the parts
NOTICED = -2.0  # what the wording of notices and pointers adds, or less
_PACKED = "arrays"  # in a pickle
WORDS_PER_MINUTE = 238  # silent reading of English non-fiction, the mean of Brysbaert's meta-analysis (2019)


@dataclass(frozen=True, kw_only=True, eq=False)
class Ranking(Result):
    """All sentences of a document, ranked. Made by `rank`; every array is in document order unless said otherwise.

    A ranking is a sequence of its sentences, the most important first: `ranking[0]`, `for sentence in ranking`.
    """

    document: Document
    terms: Terms
    options: Options
    query: str | None  # several are joined by "; "
    hits: tuple[Hit, ...]  # the sentences that have words of the query, in document order
    tokens: Sequence[Sequence[Token]]  # of each sentence
    phrases: Sequence[str]  # known pairs whose second word looks like a verb, as stems

    def __getstate__(self) -> dict[str, object]:
        """What is pickled: the fields, with words and numbers in bytes; the rest is found again when asked for."""
        from sentencerank.stored_tokens import StoredTokens, store_tokens

        state = {one.name: getattr(self, one.name) for one in fields(self)}
        if not isinstance(self.tokens, StoredTokens):
            state["tokens"] = store_tokens(self.tokens, self.document.sentences)
        arrays = {name: state.pop(name) for name in list(state) if isinstance(state[name], np.ndarray)}
        state["parts"] = tuple(self.parts)
        return {**state, _PACKED: (tuple(arrays), pack_arrays([*arrays.values(), *self.parts.values()]))}

    def __setstate__(self, state: dict[str, object]) -> None:
        names, packed = cast(tuple[tuple[str, ...], Packed], state.pop(_PACKED))
        arrays = unpack_arrays(packed)
        state["parts"] = dict(zip(cast(tuple[str, ...], state["parts"]), arrays[len(names) :], strict=True))
        self.__dict__.update(state, **dict(zip(names, arrays, strict=False)))

    def __repr__(self) -> str:
        """What it is, in a line: the fields themselves would fill a screen."""
        best = f", best {self.sentences[self.order[0]].text[:60]!r}" if len(self) else ""
        return f"<Ranking of {len(self)} sentences, {self.language}, {self.structure}{best}>"

    def _repr_html_(self) -> str:
        """What a notebook shows: the text with its best sentences in the strongest ink."""
        from sentencerank.notebook import notebook_html

        about = f"{len(self)} sentences, {self.language}, {self.structure}"
        return notebook_html(self.document, self.sentences, f"{about}, for “{self.query}”" if self.query else about)

    @property
    def language(self) -> str:
        """Code of the language that the document was read in."""
        return self.document.language

    @property
    def language_confidence(self) -> float | None:
        """How sure the language is, 0 to 1; None if it was asked for."""
        return self.document.language_confidence

    @cached_property
    def sentences(self) -> tuple[RankedSentence, ...]:
        """Every sentence, in document order."""
        rank = np.empty(len(self.order), dtype=np.intp)
        rank[self.order] = np.arange(1, len(self.order) + 1)
        return tuple(
            RankedSentence(
                index=s.index,
                text=s.text,
                start=s.start,
                end=s.end,
                paragraph=s.paragraph,
                section=s.section,
                rank=int(rank[s.index]),
                score=float(self.scores[s.index]),
                topic=int(self.clusters[s.index]),
                depends_on=_optional(self.depends_on[s.index]),
                copy_of=_optional(self.copy_of[s.index]),
                words=word_count(s.text),
            )
            for s in self.document.sentences
        )

    def __len__(self) -> int:
        return len(self.order)

    def __iter__(self) -> Iterator[RankedSentence]:
        return (self.sentences[i] for i in self.order.tolist())

    @overload
    def __getitem__(self, rank: int) -> RankedSentence: ...

    @overload
    def __getitem__(self, rank: slice) -> tuple[RankedSentence, ...]: ...

    def __getitem__(self, rank: int | slice) -> RankedSentence | tuple[RankedSentence, ...]:
        """The sentence at a place of the ranking, from 0; a slice gives several."""
        if isinstance(rank, slice):
            return tuple(self.sentences[i] for i in self.order[rank].tolist())
        return self.sentences[self.order[rank]]

    def top(self, count: int) -> tuple[RankedSentence, ...]:
        """The `count` most important sentences, most important first; all of them if there are fewer."""
        wanted = whole_number(count, "count")
        return tuple(self.sentences[i] for i in self.order[:wanted])

    def summary(
        self,
        *,
        words: int | None = None,
        sentences: int | None = None,
        ratio: float | None = None,
        characters: int | None = None,
        context: bool = False,
        nested: bool = False,
    ) -> Extract:
        """The best sentences within a budget, in document order; never over it.

        Sentences are taken by rank; one that does not fit is skipped, so that the budget is filled. `nested` stops
        there instead: a larger budget then never removes a sentence. `ratio` is a share of the sentences, at least
        one. `context` takes a sentence only together with those it depends on. Words and characters are not spent on
        copies of other sentences. Raises OptionsError unless exactly one budget is given.
        """
        return self.take(
            Budget(
                words=words,
                sentences=sentences,
                ratio=ratio,
                characters=characters,
                context=context,
                overflow="stop" if nested else "skip",
            )
        )

    def take(self, budget: Budget) -> Extract:
        """The best sentences within a budget, in document order; never over it. A budget that cuts skips instead."""
        limit = budget.limit(len(self))
        # Every sentence pays for the space behind it; the last one has none.
        limit += budget.unit == "characters"
        order = self.order
        if budget.unit not in ("sentences", "ratio"):
            # A budget is not filled up with headings, copies and half sentences, unless there is nothing else.
            told = order[(self.copy_of[order] < 0) & (self.clusters[order] >= 0)]
            whole = told[self.parts["whole"][told] == 0] if "whole" in self.parts else told
            order = next((some for some in (whole, told) if len(some)), order[self.copy_of[order] < 0])
        depends_on = self.depends_on if budget.context else None
        nested = budget.overflow == "stop"
        indices = within(order, self._costs(budget.unit), limit, depends_on, nested=nested, filler=FILLER)
        return Extract(tuple(self.sentences[i] for i in indices))

    def _costs(self, unit: str) -> Ids:
        """What each sentence costs."""
        if unit == "words":
            return np.array([sentence.words for sentence in self.sentences], dtype=np.intp)
        if unit == "characters":
            return np.array([len(sentence.text) + 1 for sentence in self.sentences], dtype=np.intp)
        return np.ones(len(self), dtype=np.intp)

    def layers(self, count: int | None = None, *, minutes: Sequence[float] | None = None) -> tuple[Layer, ...]:
        """Nested layers to read one after the other, the most important first; empty ones are merged.

        By default there are ten or more: the first has 150 words, or a tenth of a shorter text, and each further one at
        most doubles what was read. `count` makes so many, `minutes` ends them at these reading times and puts what is
        left into a last one. Raises OptionsError for times that do not grow, or for both.
        """
        words = self._costs("words")[self.order]
        total = int(words.sum())
        if minutes is not None:
            ends = np.append(np.array(_reading_times(minutes, count)) * WORDS_PER_MINUTE, total)
        else:
            ends = layer_ends(total, None if count is None else whole_number(count, "count", least=1))
        numbers = layer_numbers(words, ends)
        read = np.cumsum(words)
        layers: list[Layer] = []
        for number in distinct(numbers):
            members = np.flatnonzero(numbers == number)
            layers.append(
                Layer(
                    number=len(layers) + 1,
                    sentences=tuple(self.sentences[i] for i in sorted(self.order[members].tolist())),
                    words=int(words[members].sum()),
                    words_read=int(read[members[-1]]),
                    minutes=round(float(read[members[-1]]) / WORDS_PER_MINUTE, 2),
                )
            )
        return tuple(layers)

    @cached_property
    def _subjects(self) -> Subjects:
        from sentencerank.keyphrases import subjects

        words = self.tokens, self._passed, self.phrases
        research = self.structure == "research"
        return subjects.find_subjects(self.document, *words, self.terms, self.term_scores, research=research)

    @property
    def _passed(self) -> frozenset[int]:
        """Which sentences say nothing of the subject: copies, and who may copy the text."""
        copies, wording = self.copy_of.tolist(), self.parts["wording"].tolist() if "wording" in self.parts else []
        passed: list[int] = []
        # Few texts have any, and numbers of numpy take longer.
        if max(copies, default=-1) >= 0:
            passed += [index for index, other in enumerate(copies) if other >= 0]
        if min(wording, default=0.0) <= NOTICED:
            from sentencerank.languages.rights import about_rights

            noticed = [index for index, value in enumerate(wording) if value <= NOTICED]
            passed += [index for index in noticed if about_rights(self.document.sentences[index].text)]
        return frozenset(passed)

    def keyphrases(
        self, count: int = 10, *, diversity: float = DIVERSITY, max_words: int = 5, stop: Iterable[str] = ()
    ) -> tuple[Keyphrase, ...]:
        """The phrases and names that tell what the document is about, best first; all of them if there are fewer.

        `diversity` from 0 to 1 says how much a phrase loses whose words were said by better ones. `max_words` bounds
        the length of a phrase, and `stop` holds words and phrases that must not appear.
        """
        wanted = whole_number(count, "count")
        longest = whole_number(max_words, "max_words", least=1)
        if not isinstance(diversity, int | float) or not 0 <= diversity <= 1:
            raise OptionsError(f"diversity={diversity!r}: give a number from 0 to 1.")
        if isinstance(stop, str):
            raise OptionsError("stop is one string. Give a list of words or phrases.")
        unwanted = frozenset([word.casefold() for word in stop])
        return self._subjects.keyphrases(wanted, diversity, longest, unwanted)

    @cached_property
    def topics(self) -> tuple[Topic, ...]:
        """The subtopics, the one with the best-ranked sentence first, each named by what sets it apart."""
        return self._subjects.topics(self.document, self.order, self.clusters)

    def explain(self, index: int) -> Explanation:
        """Why sentence `index` has its rank: the parts of its score, its terms, the sentences behind it."""
        if isinstance(index, bool) or not isinstance(index, int | np.integer) or not 0 <= index < len(self):
            some = f"give a sentence index from 0 to {len(self) - 1}" if len(self) else "there are no sentences"
            raise OptionsError(f"explain({index!r}): {some}.")
        return self._explainer.explain(int(index))

    @cached_property
    def _explainer(self) -> Explainer:
        from sentencerank.explanation.explainer import Explainer

        return Explainer(self)

    def to_frame(self) -> DataFrame:
        """Every sentence as a row of a pandas DataFrame, in document order, with its layer and the parts of its score.

        `depends_on` and `copy_of` are missing where there is none. Needs the extra [pandas].
        """
        pandas = require("pandas", "pandas")
        layer_of = {s.index: layer.number for layer in self.layers() for s in layer.sentences}
        names = [one.name for one in fields(RankedSentence)]
        columns: dict[str, object] = {name: [getattr(s, name) for s in self.sentences] for name in names}
        columns |= {name: pandas.array(columns[name], dtype="Int64") for name in ("depends_on", "copy_of")}
        columns["layer"] = [layer_of[s.index] for s in self.sentences]
        return pandas.DataFrame(columns | dict(self.parts)).set_index("index")

    def to_dict(self, *, explain: bool = False) -> dict[str, Json]:
        """Everything as plain JSON values, as docs/schema.md describes; `explain` adds the reasons for every rank."""
        layer_of = {s.index: layer.number for layer in self.layers() for s in layer.sentences}
        sentences: list[Json] = []
        for sentence in self.sentences:
            row = {**as_json(sentence), "layer": layer_of[sentence.index]}
            row["parts"] = {name: rounded(float(values[sentence.index])) for name, values in self.parts.items()}
            if explain:
                row["reasons"] = as_json(self.explain(sentence.index), REASONS)
            sentences.append(row)
        return {
            "schema": SCHEMA,
            "id": self.document.id,
            "language": self.language,
            "language_confidence": self.language_confidence,
            "structure": self.structure,
            "structure_reason": self.structure_reason,
            "query": self.query,
            "hits": [as_json(hit) for hit in self.hits],
            "options": as_json(self.options),
            "notes": list(self.notes),
            "words": sum(s.words for s in self.sentences),
            "order": [int(i) for i in self.order],
            "sentences": sentences,
            "topics": [as_json(topic) for topic in self.topics],
            "keyphrases": [as_json(phrase) for phrase in self.keyphrases(20)],
        }


def _reading_times(minutes: Sequence[float], count: int | None) -> list[float]:
    """The minutes of the layers; an OptionsError if they make no sense."""
    times = [minutes] if isinstance(minutes, int | float) else list(minutes)
    if count is not None:
        raise OptionsError("layers takes a count or minutes, not both.")
    if (
        not times
        or any(not isinstance(time, int | float) or time <= 0 for time in times)
        or sorted(set(times)) != times
    ):
        raise OptionsError(f"minutes={minutes!r}: give reading times that grow, such as [1, 3, 10].")
    return [float(time) for time in times]


def build_ranking(
    document: Document,
    analysis: Analysis,
    result: Result,
    options: Options,
    query: str | None = None,
    hits: tuple[Hit, ...] = (),
) -> Ranking:
    """Join the result of the method with the document that it is about."""
    values = {one.name: getattr(result, one.name) for one in fields(Result)}
    words = {"terms": analysis.terms, "tokens": analysis.tokens, "phrases": analysis.phrases}
    return Ranking(document=document, options=options, query=query, hits=hits, **words, **values)  # type: ignore[arg-type]


def _optional(index: int | np.integer) -> int | None:
    """-1 stands for none."""
    return int(index) if index >= 0 else None
