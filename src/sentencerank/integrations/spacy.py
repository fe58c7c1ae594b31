"""spaCy: a pipeline component that ranks the sentences of a doc; needs the extra [spacy].

    nlp.add_pipe("sentencerank", config={"query": "who pays"})

It comes behind whatever finds sentences, and is known to spaCy by the entry point of this package.
"""

from __future__ import annotations

from bisect import bisect_right
from itertools import pairwise
from typing import Any

from sentencerank.document import Block, Document, Sentence
from sentencerank.extras import require
from sentencerank.ranker import Ranker

require("spacy", "spacy")

from spacy.language import Language  # noqa: E402
from spacy.tokens import Doc, Span, Token  # noqa: E402


@Language.factory(
    "sentencerank",
    default_config={"method": "ssr", "structure": None, "query": None, "model": None},
    requires=["doc.sents"],
    assigns=["doc._.sentencerank", "span._.importance"],
)
def create(
    nlp: Language, name: str, method: str, structure: str | None, query: str | None, model: str | None
) -> SentenceRankComponent:
    """Make the component, for the language of the pipeline; the settings are those of `sentencerank.Ranker`."""
    language = "auto" if nlp.lang == "xx" else nlp.lang
    return SentenceRankComponent(Ranker(method, structure=structure, query=query, model=model, language=language))


class SentenceRankComponent:
    """Ranks the sentences that a pipeline has found."""

    def __init__(self, ranker: Ranker) -> None:
        self._ranker = ranker

    def __call__(self, doc: Doc) -> Doc:
        """Set `doc._.sentencerank`: for each sentence its first token, the token behind it, rank and score."""
        language = self._ranker.language
        # A pipeline for any language does not know which one it has met.
        code = self._ranker.read(doc.text, kind="text").language if language == "auto" else language
        spans, document = _read(doc, code)
        ranking = self._ranker.rank(document)
        # Plain values, because nothing else survives `to_bytes`.
        doc._.sentencerank = [
            {"start": span.start, "end": span.end, "rank": one.rank, "score": one.score}
            for span, one in zip(spans, ranking.sentences, strict=True)
        ]
        return doc


def _read(doc: Doc, language: str) -> tuple[list[Span], Document]:
    """Return the sentences of a doc that have text, and the document that they make; blank lines part its blocks."""
    spans = [span for span in doc.sents if span.text.strip()]
    places = []
    for span in spans:
        start = span.start_char + len(span.text) - len(span.text.lstrip())
        places.append((start, start + len(span.text.strip())))
    firsts = [0] + [k for k, (one, two) in enumerate(pairwise(places), 1) if doc.text[one[1] : two[0]].count("\n") > 1]
    blocks = [
        Block("paragraph", places[first][0], places[behind - 1][1])
        for first, behind in pairwise([*firsts, len(places)])
        if behind > first
    ]
    sentences = tuple(
        Sentence(k, doc.text[start:end], start, end, paragraph=bisect_right(firsts, k) - 1)
        for k, (start, end) in enumerate(places)
    )
    return spans, Document(doc.text, sentences, tuple(blocks), language=language)


def _importance(span: Span | Token) -> float | None:
    """Return how important the sentence is in which a span begins: 1 for the best, down to 0; None if not ranked."""
    rows: list[dict[str, Any]] = span.doc._.sentencerank or []
    start = span.i if isinstance(span, Token) else span.start
    place = bisect_right(rows, start, key=lambda row: row["start"]) - 1
    if place < 0 or start >= rows[place]["end"]:
        return None
    return 1.0 - (rows[place]["rank"] - 1) / len(rows)


Doc.set_extension("sentencerank", default=None, force=True)
Span.set_extension("importance", getter=_importance, force=True)
