"""What shows that a word is a noun, in languages whose parts of speech are not known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from sentencerank.document import Token
from sentencerank.keyphrases.located import Located
from sentencerank.languages.noun_markers import Markers, is_marked
from sentencerank.languages.text_words import Span
from sentencerank.languages.vague_words import vague_words


@dataclass(frozen=True, eq=False)
class Signs:
    """The signs around the words of a document, looked for when somebody asks."""

    located: Located
    tokens: Sequence[Sequence[Token]]  # of each sentence of the document
    markers: Markers | None  # None where parts of speech are known, and where nothing shows it
    _nouns: dict[str, list[Span]] = field(default_factory=dict)

    def ends_as_verb(self, place: int) -> bool:
        """Return whether a word ends as verbs do."""
        endings = self.markers.infinitives + self.markers.verbs if self.markers and self.markers.verbs else ()
        return self.located.words.lowers[place].endswith(endings)

    def is_infinitive(self, place: int) -> bool:
        """Return whether a word ends as infinitives do."""
        endings = self.markers.infinitives if self.markers and self.markers.verbs else ()
        return self.located.words.lowers[place].endswith(endings)

    def is_noun_at(self, place: int) -> bool:
        """Return whether a word is a name here, or something around it shows that it is a noun."""
        words = self.located.words
        number = words.owner(place)
        if words.cased[number] and not words.opens(place) and words.texts[place][0].isupper():
            return True
        sentence = words.sentences[number]
        text, tokens = sentence.text, self.tokens[sentence.index]
        passed = vague_words(self.located.code).before
        return self.markers is not None and is_marked(text, tokens, place - words.firsts[number], self.markers, passed)

    def shown(self, stem: str) -> list[Span]:
        """Return the occurrences of a word that are shown to be a noun; none where the language has no such signs."""
        if stem not in self._nouns:
            places = self.located.nouns.get(stem, ()) if self.markers else ()
            self._nouns[stem] = [(place, place + 1) for place in places if self.is_noun_at(place)]
        return self._nouns[stem]
