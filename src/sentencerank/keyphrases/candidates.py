"""Candidates for the keyphrases of a document: what may be one, how it is written, where it stands.

Candidates are maximal noun phrases, names, and nouns that also stand alone; where the language has no parts of speech,
names and runs that the document repeats. Inflections are one candidate, an acronym is tied to its expansion, and the
commonest written form is shown. `method/keyphrases.py` scores them, on numbers alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeAlias

from sentencerank import kernel
from sentencerank.document import Token
from sentencerank.keyphrases.forms import Forms
from sentencerank.keyphrases.located import Located
from sentencerank.keyphrases.signs import Signs
from sentencerank.keyphrases.weights import weigh
from sentencerank.languages.noun_markers import markers_of
from sentencerank.languages.text_words import Span
from sentencerank.method.arrays import Ids, Scores
from sentencerank.method.keyphrases import PhraseTable
from sentencerank.records import Keyphrase

Placed: TypeAlias = tuple[str, tuple[int, ...], tuple[Span, ...]]  # key, sentences, spans in the document
CAPITALS = 0.7  # share of capitals from which they mark nouns and not names, as in German


@dataclass(frozen=True, eq=False)
class PhraseCandidates:
    """The candidates of a document. How one is written is found out when it is asked for."""

    table: PhraseTable
    sentences: Ids  # of all places of the candidates
    located: Located
    tokens: Sequence[Sequence[Token]]  # of each sentence of the document
    weights: Scores | None  # of the candidates; None where each has to be asked for
    upper: Ids | None  # see `Forms`
    lower: Ids | None
    longest: int  # words of the longest candidate
    _weights: dict[int, float] = field(default_factory=dict)

    @property
    def words(self) -> tuple[str, ...]:
        """The stems that `table.words` counts."""
        return self.located.words.each

    @cached_property
    def _signs(self) -> Signs:
        return Signs(self.located, self.tokens, None if self.table.tagged else markers_of(self.located.code))

    @cached_property
    def _forms(self) -> Forms:
        return Forms(self.located, self._signs, self.table.names > CAPITALS, self.upper, self.lower)

    def text(self, candidate: int) -> str:
        """Return how a candidate is written."""
        return self._forms.text(candidate)

    def texts(self, candidates: list[int]) -> list[str | None]:
        """Return how some candidates are written, found out at once; None for those that take longer."""
        return self._forms.texts(candidates)

    def weight(self, candidate: int) -> float:
        """Return 0 for what is no keyphrase, less than 1 for vague words and for what may be a verb."""
        if self.weights is not None:
            return float(self.weights[candidate])
        if candidate not in self._weights:
            self._weights[candidate] = weigh(self.located, self._signs, candidate, tagged=self.table.tagged)
        return self._weights[candidate]

    def keyphrases(self, chosen: Mapping[str, tuple[int, float]]) -> tuple[Keyphrase, ...]:
        """Return candidates with their scores, by how they are written, as keyphrases."""
        candidates = [candidate for candidate, _ in chosen.values()]
        short = self.located.shorts
        return tuple(
            [
                Keyphrase(text, score, len(spans), sentences, short.get(candidate, ""), key, spans)
                for (text, (candidate, score)), (key, sentences, spans) in zip(
                    chosen.items(), self._places(candidates), strict=True
                )
            ]
        )

    def _places(self, candidates: list[int]) -> list[Placed]:
        """The key of each candidate, its sentences, and where it stands in the document."""
        located, sentences = self.located, self.located.words.sentences
        if kernel.native is None or located.keys_of:
            return [self._placed(candidate) for candidate in candidates]
        columns = [one.start for one in sentences], [one.index for one in sentences]
        found = kernel.native.places(*located.columns, *columns, candidates)
        return [one if one[1] else self._placed(place) for one, place in zip(found, candidates, strict=True)]

    def _placed(self, candidate: int) -> Placed:
        places = [self.located.words.locate(place) for place in sorted(set(self.located.spans(candidate)))]
        spans = [(one.start + begin, one.start + end) for one, begin, end in places]
        return self.located.key(candidate), tuple(dict.fromkeys([one.index for one, _, _ in places])), tuple(spans)
