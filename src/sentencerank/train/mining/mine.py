"""Phrase mining on one page: encode → candidates → (features → forest → segmentation → recount) twice → phrase model.

Every stage leaves its result in the working folder under its final name or not at all, so a run that was killed goes on
where it stopped. The result depends neither on the number of workers nor on the size of the shards.
"""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Collection, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from pathlib import Path

import numpy as np

from sentencerank.errors import CorpusError, OptionsError
from sentencerank.files import Json, sha256_of
from sentencerank.languages.registry import language_of
from sentencerank.train.checkpoints import (
    Bools,
    Floats,
    Ints,
    claim,
    load_array,
    load_integers,
    lock_folder,
    save_arrays,
)
from sentencerank.train.encoding import Encoded, Tag, encode
from sentencerank.train.mining.candidates import Candidates, find_candidates
from sentencerank.train.mining.features import Sums, collect_sums, features
from sentencerank.train.mining.forest import codes, quality
from sentencerank.train.mining.labels import (
    ASSOCIATION,
    KnowledgeBase,
    Labels,
    as_knowledge_base,
    association_labels,
    inflect,
    labels,
)
from sentencerank.train.mining.phrase_model import (
    PhraseModel,
    build_phrase_model,
    load_phrase_model,
    save_phrase_model,
)
from sentencerank.train.mining.segmentation import LARGEST, penalty, scores, segment_corpus
from sentencerank.train.progress import Progress, Workers, silent
from sentencerank.train.text import Source, as_source
from sentencerank.train.tokens import SEGMENTED_TOKENISER, TOKENISER, segmented_language

SHARD = 1_000_000  # tokens; some 120 bytes each are in memory, for each worker
ROUNDS = 2
DRAWN, DRAWN_SINGLE = 400, 100  # K, the examples of either label for each tree: see results/train.md
FEWEST = 10  # examples of either label, below which a forest would learn nothing
FUNCTION = 0.35  # share of a text that its stop words make up; English reaches it with 36 words, German with 51
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
        """Raise OptionsError for what lies outside its range."""
        for name, value, low, high in (
            ("min_sup", 2 if self.min_sup is None else self.min_sup, 2, 2**62),
            ("max_len", self.max_len, 2, 6),
            ("trees", self.trees, 1, 100_000),
            ("seed", self.seed, 0, 2**63 - 1),
        ):
            if not low <= value <= high:
                raise OptionsError(f"{name} is {value}. Give a number between {low} and {high}.")


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """What both rounds work on."""

    folder: Path
    encoded: Encoded
    candidates: Candidates
    sums: Sums
    stops: Bools
    multi: Labels
    single: Labels
    trees: int
    seed: int
    workers: Workers


@dataclass(frozen=True, slots=True, eq=False)
class Round:
    """What a round leaves: counts, Q of the multi-words, ln ρ and δ."""

    counts: tuple[Ints, ...]
    multi: Floats
    penalty: float
    connect: Floats


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
    """Mine the phrases of a corpus, with a knowledge base for examples; the model is also written to `folder`/model.

    Without a knowledge base (None) the examples are what holds together best in the corpus itself. If neither the
    language nor `stop_words` has any, the most frequent words are stop words. A rerun with the same arguments goes on
    where a killed one stopped; without a folder everything is temporary. Raises OptionsError for an argument outside
    its range and for the folder of another run, CorpusError if the text cannot be read or is too little, or if another
    training uses the folder.
    """
    if shard_tokens < 1:
        raise OptionsError(f"shard_tokens is {shard_tokens}. Give a number of 1 or more.")
    source, base = as_source(corpus), as_knowledge_base(knowledge_base)
    stops = stop_words_of(language) if stop_words is None else frozenset(stop_words)
    digest = sha256_of("\n".join(sorted(stops))) if stops else LEARNT
    settings = Settings(language=language, min_sup=min_sup, max_len=max_len, trees=trees, seed=seed, stop_words=digest)
    with tempfile.TemporaryDirectory() as temporary, Workers(workers, progress) as pool, ExitStack() as held:
        home = Path(folder) if folder is not None else Path(temporary)
        held.enter_context(lock_folder(home))
        own: dict[str, Json] = {**asdict(settings), "corpus": source.identity(), "knowledge_base": base.digest}
        claim(home, {**own, "shard_tokens": shard_tokens, "tagged": tag is not None})
        if (home / "model").exists():
            return load_phrase_model(home / "model")
        return save_phrase_model(_mine(source, home, base, stops, settings, tag, shard_tokens, pool), home / "model")


def _mine(
    source: Source,
    folder: Path,
    base: KnowledgeBase,
    stop_words: frozenset[str],
    settings: Settings,
    tag: Tag | None,
    shard_tokens: int,
    pool: Workers,
) -> PhraseModel:
    """Run the stages, one per line."""
    language = settings.language
    encoded, min_sup = encode(
        source, folder / "corpus", min_sup=settings.min_sup, shard_tokens=shard_tokens, workers=pool, tag=tag,
        language=language,
    )  # fmt: skip
    stop_words = stop_words or frozenset(learnt_stop_words(encoded))
    stops = np.array([word in stop_words or word.isnumeric() for word in encoded.words], np.bool_)
    places = folder / "candidates"
    candidates = find_candidates(encoded, places, min_sup=min_sup, max_len=settings.max_len, workers=pool)
    if base.stemmed:
        stem = getattr(language_of(language), "stem", str.casefold)
        base = replace(base, quality=tuple(inflect(base.quality, encoded.words, stem)), stemmed=False)
    if base.name == ASSOCIATION:
        multi, single = association_labels(candidates, encoded.tokens, stops)
    else:
        multi, single = labels(candidates, encoded.words, base, stops, language)
    _check(encoded.tokens, candidates.multi, len(multi.positives), len(multi.negatives), base, min_sup)
    sums = collect_sums(encoded, candidates, folder / "sums", places, pool)
    task = Task(folder, encoded, candidates, sums, stops, multi, single, settings.trees, settings.seed, pool)
    counts = candidates.counts
    for number in range(1, ROUNDS + 1):
        left = run_round(task, number, counts)
        counts = left.counts
    return _model(task, left, base, stop_words, settings, min_sup)


def run_round(task: Task, number: int, counts: tuple[Ints, ...]) -> Round:
    """Run a round on the counts that the one before has left, or read what it left itself.

    Warns if the length penalty comes to lie at an end of its range.
    """
    alive = np.concatenate([np.zeros(0, np.int64), *counts[1:]]) > 0
    every = (task.multi.positives, task.multi.negatives)
    positives, negatives = (own[alive[own]] for own in every)
    # In a tiny corpus, segmentation leaves next to no examples.
    if min(len(positives), len(negatives)) < FEWEST:
        positives, negatives = every
    rated, done = task.folder / f"quality-{number}", task.folder / f"round-{number}"
    if not rated.exists():
        table, _ = features(task.candidates, counts, task.sums, task.encoded, task.stops)
        save_arrays(rated, multi=_quality(task, table, positives, negatives, DRAWN, (number, 0)))
    multi = load_array(rated, "multi").astype(np.float64)
    if not done.exists():
        scored = scores(counts, multi)
        cost, at_end = penalty(task.candidates, scored, positives, counts)
        if at_end:
            warnings.warn(f"round {number}: the length penalty is at an end of [1, {LARGEST:.0f}].", stacklevel=2)
        places = task.folder / "candidates"
        found, connect = segment_corpus(task.encoded, task.candidates, places, scored, cost, task.workers)
        by_length = {f"count-{n}": own for n, own in enumerate(found, 1)}
        save_arrays(done, penalty=np.array([cost]), connect=connect, **by_length)
    left = tuple(load_integers(done, f"count-{n}") for n in range(1, task.candidates.longest + 1))
    cost = float(load_array(done, "penalty").astype(np.float64)[0])
    return Round(left, multi, cost, load_array(done, "connect").astype(np.float64))


def single_quality(task: Task, counts: tuple[Ints, ...]) -> Floats:
    """Return Q of single words; segmentation does without it, so one forest at the end is enough."""
    rated = task.folder / "quality-single"
    if not rated.exists():
        _, table = features(task.candidates, counts, task.sums, task.encoded, task.stops)
        found = _quality(task, table, task.single.positives, task.single.negatives, DRAWN_SINGLE, (0, 1))
        save_arrays(rated, single=found)
    return load_array(rated, "single").astype(np.float64)


def _quality(
    task: Task, table: Floats, positives: Ints, negatives: Ints, drawn: int, stream: tuple[int, int]
) -> Floats:
    # With a knowledge base without single words, these have no quality.
    if min(len(positives), len(negatives)) < FEWEST:
        return np.zeros(len(table))
    return quality(
        codes(table), positives, negatives, drawn=drawn, trees=task.trees, seed=task.seed, stream=stream,
        workers=task.workers,
    )  # fmt: skip


def _model(
    task: Task, left: Round, base: KnowledgeBase, stop_words: frozenset[str], settings: Settings, min_sup: int
) -> PhraseModel:
    bounds = np.cumsum([len(own) for own in task.candidates.counts[1:]])[:-1]
    # A single stop word is never a phrase.
    single = np.where(task.stops, np.nan, single_quality(task, left.counts))
    rated = [single, *np.split(left.multi, bounds)]
    known = [task.single.known, *np.split(task.multi.known, bounds)]
    encoded = task.encoded
    meta: dict[str, Json] = {
        **asdict(settings),
        "min_sup": min_sup,
        "rounds": ROUNDS,
        "tokeniser": SEGMENTED_TOKENISER if segmented_language(settings.language) else TOKENISER,
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
    return build_phrase_model(encoded.words, task.candidates, left.counts, rated, known, left.connect, stop_words, meta)


def stop_words_of(language: str) -> frozenset[str]:
    """Return the listed stop words of a language, in lower case; none without a list."""
    return frozenset(getattr(language_of(language), "stopwords", ()))


def learnt_stop_words(encoded: Encoded) -> tuple[str, ...]:
    """Return the most frequent words, which make up a third of the text: in German, all 51 of them are stop words."""
    return encoded.words[: int((np.cumsum(encoded.counts) < FUNCTION * encoded.tokens).sum())]


def _check(tokens: int, candidates: int, positives: int, negatives: int, base: KnowledgeBase, min_sup: int) -> None:
    """Raise CorpusError, which says what there was, if there is too little to learn from."""
    numbers = f"{tokens:,} tokens, {candidates:,} candidates of several words, "
    numbers += f"{positives:,} positives, {negatives:,} negatives"
    if not candidates:
        raise CorpusError(f"{numbers}: nothing occurs {min_sup} times. Give more text, or lower min_sup.")
    if not positives and base.name != ASSOCIATION:
        raise CorpusError(
            f"{numbers}: none of the {len(base.quality):,} phrases of the knowledge base is a candidate. "
            "Give a knowledge base of the same language and subject, or lower min_sup."
        )
    if min(positives, negatives) < FEWEST:
        raise CorpusError(
            f"{numbers}: at least {FEWEST} positives and negatives are needed. "
            f"Give more text, a larger knowledge base, or a min_sup below {min_sup}."
        )
