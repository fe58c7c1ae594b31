"""T_Coh, our reading of D. Parveen, H.-M. Ramsl and M. Strube, "Topical coherence for graph-based extractive
summarization", EMNLP 2015.

As E_Coh, with the topics of a latent Dirichlet allocation in place of entities: a sentence holds a topic as far as its
words belong to it. The topics are learnt from the collection (scikit-learn, extra `rivals`).

Our choices, beside those of E_Coh: at most 100 topics, where the publication has 2,000 from a large corpus, and a topic
is held by a sentence from half a word on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np

from sentencerank.errors import DataError
from sentencerank.evaluate.rivals.e_coh import coherent_order
from sentencerank.evaluate.rivals.reading import Counts, Reading
from sentencerank.extras import require
from sentencerank.method.arrays import Order

TOPICS = 100  # at most, and at most half as many as there are documents
LEAST = 0.5  # how many words of a sentence a topic must have to be in it
ROUNDS = 20


@dataclass(frozen=True, eq=False)
class TCoh:
    """Ranks by the topics of a collection."""

    held: Mapping[str, Counts]  # document → how many words of each sentence belong to each topic, 0 if too few

    @classmethod
    def of(cls, readings: Sequence[Reading]) -> Self:
        """Learn topics, of each language by itself, where it has at least two documents."""
        held: dict[str, Counts] = {}
        for language in dict.fromkeys(reading.language for reading in readings):
            own = [reading for reading in readings if reading.language == language and reading.words]
            if len(own) > 1:
                held |= zip((reading.id for reading in own), learn_topics(own), strict=True)
        return cls(held)

    def order(self, reading: Reading, limit: int) -> Order:
        """Rank a document of the collection. Raise DataError if no other one is in its language."""
        if reading.id not in self.held:
            raise DataError(
                "topics are learnt from the documents of a collection, and no other one is in this language: "
                "evaluate several documents together, or choose e-coh"
            )
        return coherent_order(reading, self.held[reading.id], limit)


def learn_topics(readings: Sequence[Reading]) -> list[Counts]:
    """Return, for each document, how many words of each sentence belong to each topic, as expected."""
    decomposition, sparse = require("sklearn.decomposition", "rivals"), require("scipy.sparse", "rivals")
    number: dict[str, int] = {}
    sentences = [[number.setdefault(word, len(number)) for word in words] for one in readings for words in one.words]
    starts = np.cumsum([0, *(len(one.words) for one in readings)])
    documents = np.repeat(np.arange(len(readings)), np.diff(starts))
    tokens = np.concatenate([np.array(words, dtype=np.intp) for words in sentences])
    owners = np.repeat(documents, [len(words) for words in sentences])
    shape = (len(readings), len(number))
    counts = sparse.csr_array((np.ones(len(tokens)), (owners, tokens)), shape=shape)
    topics = max(2, min(TOPICS, len(readings) // 2))
    model = decomposition.LatentDirichletAllocation(topics, max_iter=ROUNDS, random_state=0)
    of_document = model.fit_transform(counts)
    of_topic = model.components_ / model.components_.sum(axis=1, keepdims=True)
    found = np.zeros((len(sentences), topics))
    for row, words, document in zip(found, sentences, documents.tolist(), strict=True):
        # p(topic | word, document) of every word, added up over the sentence
        belongs = of_document[document][:, None] * of_topic[:, words]
        row += (belongs / belongs.sum(axis=0)).sum(axis=1)
    found[found < LEAST] = 0.0
    return np.split(found, starts[1:-1])
