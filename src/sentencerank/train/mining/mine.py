"""Phrase mining on one page: encode → candidates → (features → forest → segmentation → recount) twice → phrase model.

Every stage leaves its result in the working folder under its final name or not at all, so a run that was killed goes on
where it stopped. The result depends neither on the number of workers nor on the size of the shards.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Collection, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from sentencerank.errors import CorpusError, OptionsError
from sentencerank.files import Json
from sentencerank.languages.registry import language_of
from sentencerank.train.encoding import Encoded, Tag, encode
from sentencerank.train.mining import labels as labelling
from sentencerank.train.mining.candidates import mined
from sentencerank.train.mining.features import summed
from sentencerank.train.mining.labels import KnowledgeBase
from sentencerank.train.mining.phrase_model import PhraseModel, load_model, phrase_model, save_model
from sentencerank.train.mining.rounds import FEWEST, Round, Task, round_of, single_quality
from sentencerank.train.progress import Progress, silent
from sentencerank.train.spacing import segmented_language
from sentencerank.train.store import claim
from sentencerank.train.text import Source, files
from sentencerank.train.tokens import CUT_TOKENISER, TOKENISER
from sentencerank.train.work import Workers

SHARD = 1_000_000  # tokens; some 120 bytes each are in memory, for each worker
ROUNDS = 2
FUNCTION = (
    0.35  # share of a text that its stop words make up at least; English reaches it with 36 words, German with 51
)
LEARNT = "learnt"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What the phrases depend on, apart from the corpus and the knowledge base."""

    language: str
    min_sup: int | None  # occurrences; None: 10 up to 10⁸ tokens, then one in 10⁷
    max_len: int  # words
    trees: int
    seed: int
    stop_words: str  # digest of the list

    def __post_init__(self) -> None:
        """Refuse what lies outside its range."""
        for name, value, low, high in (
            ("min_sup", 2 if self.min_sup is None else self.min_sup, 2, 2**62),
            ("max_len", self.max_len, 2, 6),
            ("trees", self.trees, 1, 100_000),
            ("seed", self.seed, 0, 2**63 - 1),
        ):
            if not low <= value <= high:
                raise OptionsError(f"{name} is {value}; it must lie between {low} and {high}.")


def mine_phrases(
    corpus: Source | str | Path | Sequence[str | Path],
    *,
    knowledge_base: KnowledgeBase | str | Path | Iterable[str] | None,
    folder: str | Path | None = None,
    language: str = "en",
    stop_words: Collection[str] | None = None,
    min_sup: int | None = None,
    max_len: int = 6,
    trees: int = 1000,
    seed: int = 0,
    tag: Tag | None = None,
    workers: int = 1,
    shard_tokens: int = SHARD,
    progress: Progress = silent,
) -> PhraseModel:
    """Mine the phrases of a corpus, with a knowledge base for examples; the model is also left in `folder`/model.

    Without a knowledge base (None) the examples are what holds together best in the corpus itself. If neither the
    language nor `stop_words` has any, the most frequent words are stop words. A rerun with the same arguments goes on
    where a killed one stopped; without a folder everything is temporary.
    """
    if shard_tokens < 1:
        raise OptionsError(f"shard_tokens is {shard_tokens}; it must be at least 1.")
    source = files(corpus) if isinstance(corpus, (str, Path, Sequence)) else corpus
    base = labelling.knowledge_base(knowledge_base)
    stops = stop_words_of(language) if stop_words is None else frozenset(stop_words)
    digest = hashlib.sha256("\n".join(sorted(stops)).encode()).hexdigest() if stops else LEARNT
    settings = Settings(language=language, min_sup=min_sup, max_len=max_len, trees=trees, seed=seed, stop_words=digest)
    with tempfile.TemporaryDirectory() as temporary, Workers(workers, progress) as pool:
        home = Path(folder) if folder is not None else Path(temporary)
        own: dict[str, Json] = {**asdict(settings), "corpus": source.identity(), "knowledge_base": base.digest}
        claim(home, {**own, "shard_tokens": shard_tokens, "tagged": tag is not None})
        if (home / "model").exists():
            return load_model(home / "model")
        return save_model(_mined(source, home, base, stops, settings, tag, shard_tokens, pool), home / "model")


def _mined(
    source: Source,
    folder: Path,
    base: KnowledgeBase,
    stop_words: frozenset[str],
    settings: Settings,
    tag: Tag | None,
    shard_tokens: int,
    pool: Workers,
) -> PhraseModel:
    """The story: one stage a line."""
    cut = settings.language if segmented_language(settings.language) else ""
    encoded, min_sup = encode(
        source, folder / "corpus", min_sup=settings.min_sup, shard_tokens=shard_tokens, workers=pool, tag=tag, cut=cut
    )
    stop_words = stop_words or frozenset(learnt_stop_words(encoded))
    candidates = mined(encoded, folder / "candidates", min_sup=min_sup, max_len=settings.max_len, workers=pool)
    stops = np.array([word in stop_words or word.isnumeric() for word in encoded.words], np.bool_)
    if base.stemmed:
        stem = language_of(settings.language).stem
        base = replace(base, quality=tuple(labelling.inflected(base.quality, encoded.words, stem)), stemmed=False)
    if base.name == labelling.ASSOCIATION:
        multi, single = labelling.associated(candidates, encoded.tokens, stops)
    else:
        multi, single = labelling.labels(candidates, encoded.words, base, stops, cut)
    _check(encoded.tokens, candidates.multi, len(multi.positives), len(multi.negatives), base, min_sup)
    sums = summed(encoded, candidates, folder / "sums", folder / "candidates", pool)
    task = Task(folder, encoded, candidates, sums, stops, multi, single, settings.trees, settings.seed, pool)
    counts = candidates.counts
    for number in range(1, ROUNDS + 1):
        left = round_of(task, number, counts)
        counts = left.counts
    return _model(task, left, base, stop_words, settings, min_sup)


def _model(
    task: Task, left: Round, base: KnowledgeBase, stop_words: frozenset[str], settings: Settings, min_sup: int
) -> PhraseModel:
    bounds = np.cumsum([len(own) for own in task.candidates.counts[1:]])[:-1]
    single = np.where(task.stops, np.nan, single_quality(task, left.counts))  # a single stop word is never a phrase
    quality = [single, *np.split(left.multi, bounds)]
    known = [task.single.known, *np.split(task.multi.known, bounds)]
    encoded = task.encoded
    meta: dict[str, Json] = {
        **asdict(settings),
        "min_sup": min_sup,
        "rounds": ROUNDS,
        "tokeniser": CUT_TOKENISER if segmented_language(settings.language) else TOKENISER,
        "mode": "pos" if encoded.tags else "length",
        "tags": list(encoded.tags),
        "penalty": left.penalty,
        "tokens": encoded.tokens,
        "documents": encoded.documents,
        "invalid_bytes": encoded.reading.invalid_bytes,
        "cut_documents": encoded.reading.cut,
        "skipped_records": encoded.reading.skipped,
        "corpus": encoded.digest,
        "knowledge_base": {"name": base.name, "sha256": base.digest, "licence": base.licence},
    }
    return phrase_model(encoded.words, task.candidates, left.counts, quality, known, left.connect, stop_words, meta)


def stop_words_of(language: str) -> frozenset[str]:
    """The listed stop words of a language, in lower case; empty without a list."""
    return language_of(language).stopwords


def learnt_stop_words(encoded: Encoded) -> tuple[str, ...]:
    """The most frequent words that together make up a third of the text: in German, all 51 of them are stop words."""
    return encoded.words[: int((np.cumsum(encoded.counts) < FUNCTION * encoded.tokens).sum())]


def _check(tokens: int, candidates: int, positives: int, negatives: int, base: KnowledgeBase, min_sup: int) -> None:
    """Too little to learn from is an error that says what there was."""
    numbers = f"{tokens:,} tokens, {candidates:,} candidates of several words, "
    numbers += f"{positives:,} positives, {negatives:,} negatives"
    if not candidates:
        raise CorpusError(f"{numbers}: nothing occurs {min_sup} times. Give more text, or lower min_sup.")
    if not positives and base.name != labelling.ASSOCIATION:
        raise CorpusError(
            f"{numbers}: none of the {len(base.quality):,} phrases of the knowledge base is a candidate. "
            "Give a knowledge base of the same language and subject, or lower min_sup."
        )
    if min(positives, negatives) < FEWEST:
        raise CorpusError(
            f"{numbers}: at least {FEWEST} positives and negatives are needed. "
            f"Give more text, a larger knowledge base, or a min_sup below {min_sup}."
        )
