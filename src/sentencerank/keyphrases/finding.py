"""From the words of a document to the candidates for its keyphrases."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sentencerank.document import Document, Sentence, Token
from sentencerank.keyphrases.candidates import PhraseCandidates
from sentencerank.keyphrases.citations import without_cited
from sentencerank.keyphrases.gathering import find_candidates
from sentencerank.keyphrases.table import known_of
from sentencerank.languages.noun_kinds import noun_kinds
from sentencerank.languages.noun_markers import markers_of
from sentencerank.languages.noun_phrases import SINGLE_WORDS
from sentencerank.languages.text_words import words_of
from sentencerank.languages.vague_words import OTHER_LETTERS
from sentencerank.method.analysis import LaterTokens
from sentencerank.method.keyphrases import SINGLE, PhraseTable
from sentencerank.token_columns import columns_of

# Blocks that tell something.
TOLD = frozenset({"title", "heading", "caption", "paragraph", "list", "quote", "footnote"})
QUOTED = 0.1  # verbs for each noun, in a text whose language has no parts of speech
FOREIGN = 3  # spaces of a line without a letter of the language that is no name
_ADDRESS = re.compile(r"\w@\w")


def find_phrases(
    document: Document,
    sentences: Sequence[Sequence[Token]],
    passed: frozenset[int] = frozenset(),
    known: Iterable[str] = (),
    *,
    research: bool = False,
) -> PhraseCandidates:
    """Return the candidates of a document whose tokens are known, without those of the sentences in `passed`.

    `known` are pairs of stems that the lexicon has as a phrase: in "heat pump" the second word is no verb.
    """
    code = document.language
    columns = sentences.columns() if isinstance(sentences, LaterTokens) else columns_of(sentences)
    words = without_cited(words_of(_told(document, passed), columns))
    words = words.with_kinds(noun_kinds(words, code, frozenset(known)))
    # With parts of speech some essential word is neither noun nor adjective; a few may stand in an English quotation.
    verbs, nouns = words.kinds.count("V"), words.kinds.count("N")
    tagged = nouns > 0 and verbs > (QUOTED * nouns if markers_of(code) else 0)
    located = find_candidates(words, code, tagged=tagged)
    found = known_of(located, tagged=tagged)
    table = PhraseTable(
        words=found.words,
        bounds=found.bounds,
        counts=found.counts,
        alone=located.alone,
        first=found.first,
        sizes=found.sizes,
        totals=found.totals,
        sentences=len(document.sentences),
        nouns=nouns,
        names=found.capitals / max(1, found.capitals + found.others),
        terms=found.terms / max(1, nouns),
        tagged=tagged,
        single=SINGLE_WORDS.get(code, SINGLE),
        research=research,
    )
    columns_of_names = found.upper, found.lower
    return PhraseCandidates(table, found.owners, located, sentences, found.weights, *columns_of_names, found.longest)


def _told(document: Document, passed: frozenset[int]) -> Sequence[Sentence]:
    """Sentences that tell something: no code, tables, references and running heads, nothing left in English."""
    blocks, every = document.blocks, document.sentences
    original = [s for s in every if s.index not in passed] or every if passed else every
    told = [s for s in original if s.prose or not blocks or blocks[s.paragraph].kind in TOLD]
    if document.language in OTHER_LETTERS:
        own = [s for s in told if not (s.text.isascii() and s.text.count(" ") >= FOREIGN)]
        told = own or told
    # Who can be written to, and where, tells nothing.
    if "@" in document.text:
        told = [s for s in told if not ("@" in s.text and _ADDRESS.search(s.text))]
    return told or original
