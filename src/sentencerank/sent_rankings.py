"""Rankings on their way from a worker process: few bytes, and a ranking again when somebody looks into it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import accumulate, pairwise
from operator import attrgetter
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from sentencerank.document import Block, Document, Sentence, Token
from sentencerank.method.options import Options
from sentencerank.method.result import KEPT, Compared, Comparison
from sentencerank.method.terms import Terms
from sentencerank.ranking import Ranking

Sent: TypeAlias = tuple[bytes, str, tuple[str, ...]]  # all but what has a default: the structure's reason, the notes
Words: TypeAlias = tuple[Sequence[Sequence[Token]], Sequence[str]]

_sentence = attrgetter("start", "end", "paragraph", "section", "prose")
_block = attrgetter("kind", "start", "end", "level", "cells", "about")
_about = attrgetter("language", "id", "notes", "language_confidence", "marks", "places")
_BETWEEN = "\0"  # terms


class FoundAgain(NamedTuple):
    """What is not sent, because to send it takes longer than to find it for the few who ask."""

    words: Callable[[Document], Words]  # `tokens` and `phrases`
    compared: Callable[[Document], Compared]


class _Unopened(Ranking):
    """A ranking that nobody has looked into: it has no field but those with a default."""

    def __getattr__(self, name: str) -> Any:
        unpack = self.__dict__.get("_unpack")
        if unpack is not None:
            self.__dict__.update(unpack())
            # Last of all: another thread finds either one that is packed or one that has everything.
            object.__setattr__(self, "__class__", Ranking)
            self.__dict__.pop("_unpack", None)
        return getattr(self, name)

    def __reduce_ex__(self, protocol: Any) -> str | tuple[Any, ...]:
        self.document  # noqa: B018  # from now on it is a plain ranking, which can be pickled
        return self.__reduce_ex__(protocol)


def pack_ranking(ranking: Ranking, text: object) -> Sent:
    """Return what is sent of the ranking of a text, which the receiver has."""
    terms = ranking.terms
    names, surfaces = _BETWEEN.join(terms.names), _BETWEEN.join(terms.surfaces)
    # A text may be full of such signs, and its terms too.
    joined = names.count(_BETWEEN) == surfaces.count(_BETWEEN) == len(terms.names) - 1
    found_again = len(ranking) <= KEPT and ranking.options.similarity != "encoder"
    ids = (ranking.order, ranking.clusters, ranking.depends_on, ranking.copy_of, terms.bounds, terms.ids, *terms.inside)
    scores = (ranking.scores, ranking.redundancy_penalty, *ranking.parts.values(), ranking.term_scores)
    content = (
        _packed(ranking.document, text),
        (ranking.structure, ranking.query, ranking.hits, None if found_again else ranking.compared),
        (names, surfaces) if joined else (terms.names, terms.surfaces),
        np.concatenate((terms.is_phrase, terms.is_noun)).tobytes(),
        [*map(len, ids[:-1])],
        np.concatenate(ids).tobytes(),
        tuple(ranking.parts),
        np.concatenate(scores).tobytes(),
    )
    return pickle.dumps(content, pickle.HIGHEST_PROTOCOL), ranking.structure_reason, ranking.notes


def unpack_later(sent: Sent, text: object, options: Options, found_again: FoundAgain) -> Ranking:
    """Return the ranking of a text from what was sent of it; it is unpacked when something of it is asked for."""
    content, reason, notes = sent
    ranking = object.__new__(_Unopened)

    def unpack() -> dict[str, object]:
        return {"options": options, **_fields(content, text, found_again)}

    ranking.__dict__.update(structure_reason=reason, notes=notes, _unpack=unpack)
    return ranking


def _packed(document: Document, text: object) -> object:
    """A document without its text and those of its sentences; as it is if it was given as something else."""
    if not isinstance(text, str):
        return document
    return (
        None if document.text == text else document.text,
        [*map(_sentence, document.sentences)],
        [*map(_block, document.blocks)],
        _about(document),
    )


def _document(packed: Any, given: Any) -> Document:
    if isinstance(packed, Document):
        return packed
    own, places, blocks, about = packed
    text = given if own is None else own
    sentences = [Sentence(k, text[start:end], start, end, *rest) for k, (start, end, *rest) in enumerate(places)]
    return Document(text, tuple(sentences), tuple([Block(*block) for block in blocks]), *about)


def _fields(content: bytes, given: object, found_again: FoundAgain) -> dict[str, object]:
    """The fields of a ranking, but those with a default and its options."""
    packed, (structure, query, hits, compared), written, kinds, counts, ids, parts, scores = pickle.loads(content)
    document = _document(packed, given)
    names, surfaces = (tuple(some.split(_BETWEEN)) if isinstance(some, str) else some for some in written)
    is_phrase, is_noun = np.frombuffer(kinds, np.bool_).reshape(2, -1)
    order, clusters, depends_on, copy_of, bounds, term_ids, *inside = _cut(np.frombuffer(ids, np.intp), counts)
    *rows, term_scores = _cut(np.frombuffer(scores, np.float64), [len(order)] * (2 + len(parts)))
    tokens, phrases = found_again.words(document)
    return {
        "document": document,
        "terms": Terms(names, surfaces, is_phrase, is_noun, term_ids, bounds, (inside[0], inside[1])),
        "tokens": tokens,
        "phrases": phrases,
        "query": query,
        "hits": hits,
        "order": order,
        "scores": rows[0],
        "parts": dict(zip(parts, rows[2:], strict=True)),
        "clusters": clusters,
        "term_scores": term_scores,
        "compared": compared or Comparison(partial(found_again.compared, document)),
        "redundancy_penalty": rows[1],
        "depends_on": depends_on,
        "copy_of": copy_of,
        "structure": structure,
    }


def _cut(values: NDArray[Any], lengths: Iterable[int]) -> list[NDArray[Any]]:
    """Cut values into runs of these lengths, and what is left."""
    ends = [*accumulate(lengths, initial=0)]
    return [*(values[start:end] for start, end in pairwise(ends)), values[ends[-1] :]]
