"""From a corpus to a model in three stages, each of which resumes: phrases, vectors, packing."""

from __future__ import annotations

import errno
import shutil
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from sentencerank.errors import CorpusError, ModelError
from sentencerank.method.phrases import PhraseLexicon
from sentencerank.model.array_files import Numbers
from sentencerank.model.model import load
from sentencerank.train.mining.labels import ASSOCIATION, KnowledgeBase, knowledge_base
from sentencerank.train.mining.mine import SHARD, mine_phrases
from sentencerank.train.mining.phrase_model import RANKING
from sentencerank.train.pack import pack_model
from sentencerank.train.progress import Progress, silent
from sentencerank.train.text import Source, Unit, files
from sentencerank.train.vectors.stage import train_vectors
from sentencerank.train.vectors.trainer import Training
from sentencerank.train.wiki.source import Wiki, corpus_of
from sentencerank.train.work import Workers

_EXPANDS = {".gz": 3.2, ".bz2": 4.5, ".xz": 4.5, ".zst": 3.5, ".parquet": 2.5}  # text in a byte of such a file
_WORK = 7.0  # bytes of working files for a byte of text, the epochs of the vectors apart; measured: 6.3


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to train from, and how."""

    corpus: tuple[Path, ...]
    language: str = "en"
    unit: Unit = "line"
    text_field: str = "text"
    knowledge: str | Path | None = None  # a list, a folder of WordNet; None: titles of dumps, or what the package has
    stop_words: Collection[str] | None = None
    min_sup: int | None = None
    max_len: int = 6
    trees: int = 1000
    seed: int = 0
    minimum: float = RANKING  # quality from which on a phrase is one
    training: Training = field(default_factory=Training)
    numbers: Numbers = "float16"
    name: str = ""
    licence: str = ""
    workers: int = 1
    shard_tokens: int = SHARD


def train(plan: Plan, model: Path, work: Path, *, replace: bool = False, progress: Progress = silent) -> Path:
    """All stages; `work` keeps what a rerun goes on from."""
    if model.exists() and not replace and not work.exists():
        raise ModelError(f"{model} exists. Choose another name, or replace it with --replace.")
    phrases = train_phrases(plan, work, progress=progress)
    vectors = train_vectors_of(plan, phrases, work, progress=progress)
    source = files(plan.corpus).name
    with disk(model):
        return pack_model(
            phrases, vectors, model, name=plan.name, licence=plan.licence, source=source, numbers=plan.numbers,
            replace=replace,
        )  # fmt: skip


def train_phrases(plan: Plan, work: Path, *, progress: Progress = silent) -> Path:
    """Mine phrases in a working folder; the folder of the phrase model."""
    with disk(work):
        source = _source(plan, work, progress)
        mine_phrases(
            source, knowledge_base=_knowledge(plan, source), folder=work / "phrases", language=plan.language,
            stop_words=plan.stop_words, min_sup=plan.min_sup, max_len=plan.max_len, trees=plan.trees, seed=plan.seed,
            workers=plan.workers, shard_tokens=plan.shard_tokens, progress=progress,
        )  # fmt: skip
    return work / "phrases" / "model"


def train_vectors_of(plan: Plan, phrases: Path, work: Path, *, progress: Progress = silent) -> Path:
    """Train vectors in a working folder; the folder of the vectors. Shards that mining left there are used."""
    with disk(work), Workers(plan.workers, progress) as pool:
        own = work / "phrases" / "corpus"
        train_vectors(
            _source(plan, work, progress), phrases, work / "vectors", training=plan.training, minimum=plan.minimum,
            corpus=own if (own / "local.json").exists() and phrases == work / "phrases" / "model" else None,
            workers=pool, shard_tokens=plan.shard_tokens,
        )  # fmt: skip
    return work / "vectors" / "result"


def needed_space(corpus: Sequence[Path], training: Training) -> int:
    """Bytes that a run will take on the disk, roughly."""
    text = sum(path.stat().st_size * _EXPANDS.get(path.suffix.lower(), 1.0) for path in files(tuple(corpus)).files())
    units = min(1_000_000, text / 1000)  # a thousand bytes of text bring one more word or phrase, as a rule
    return int(_WORK * text + 4 * 2 * 10 * units * training.dimensions)


def free_space(folder: Path) -> int:
    """Bytes that are free where a folder is, or will be."""
    there = next(parent for parent in (folder.absolute(), *folder.absolute().parents) if parent.exists())
    return shutil.disk_usage(there).free


@contextmanager
def disk(folder: Path) -> Iterator[None]:
    """A full disk is an error with a remedy; nothing half-written has its final name."""
    try:
        yield
    except OSError as error:
        short = error.errno is None and "requested and" in str(error)  # what numpy says when it cannot write on
        if error.errno not in (errno.ENOSPC, errno.EDQUOT) and not short:
            raise
        raise CorpusError(
            f"the disk is full: {free_space(folder) / 1e6:,.0f} MB are left at {folder}. Make room, and run the same "
            "command again: it goes on where it stopped."
        ) from error


def _source(plan: Plan, work: Path, progress: Progress) -> Source:
    with Workers(plan.workers, progress) as pool:
        return corpus_of(plan.corpus, work / "wiki", pool, unit=plan.unit, field=plan.text_field)


def _knowledge(plan: Plan, source: Source) -> KnowledgeBase:
    """The list that was given and the titles of dumps, together; else, for English, the phrases of the package."""
    given = None
    if plan.knowledge is not None:
        given = knowledge_base(None if plan.knowledge == ASSOCIATION else plan.knowledge)
    titles = source.knowledge_base() if isinstance(source, Wiki) else None
    if given and titles:
        both = (tuple(titles.quality) + tuple(given.quality), tuple(titles.all) + tuple(given.all))
        return KnowledgeBase(*both, f"{given.name}, {titles.name}", given.licence)
    if given or titles:
        return given or titles  # type: ignore[return-value]
    if plan.language == "en":
        return included(load().phrases)
    warnings.warn(
        f"no knowledge base for {plan.language!r}: examples of phrases come from the corpus itself. "
        "A list of good phrases (--knowledge-base) finds better ones.",
        stacklevel=2,
    )
    return knowledge_base(None)


def included(lexicon: PhraseLexicon) -> KnowledgeBase:
    """The phrases that came with the package as a knowledge base: those somebody listed, not those that were mined."""
    listed = [
        f"{first} {rest}"
        for first in sorted(lexicon.entries)
        for rest, quality in sorted(lexicon.rests(first).items())
        if quality == 1
    ]
    return KnowledgeBase(tuple(listed), name="phrases of the package", stemmed=True)
