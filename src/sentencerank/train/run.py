"""From a corpus to a model in three stages, each of which resumes: phrases, vectors, packing."""

from __future__ import annotations

import os
import warnings
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from pathlib import Path

from sentencerank.errors import CorpusError, ModelError
from sentencerank.files import Json
from sentencerank.files.disk import report_disk_errors
from sentencerank.method.phrases import PhraseLexicon
from sentencerank.model.array_files import Numbers
from sentencerank.model.manifest import read_manifest
from sentencerank.model.model import check, load
from sentencerank.model.write import Chunk, Subwords, write_model
from sentencerank.train.checkpoints import copy_folder, lock_folder
from sentencerank.train.mining.labels import ASSOCIATION, KnowledgeBase, as_knowledge_base
from sentencerank.train.mining.mine import SHARD, mine_phrases
from sentencerank.train.mining.phrase_model import RANKING, PhraseModel, load_phrase_model
from sentencerank.train.progress import Progress, Workers, silent
from sentencerank.train.text import Source, Unit, files
from sentencerank.train.vectors import Rows, Training, UnitVectors, load_vectors, train_vectors
from sentencerank.train.wiki import Wiki, open_corpus

CHUNK = 10_000  # rows written at once
_EXPANDS = {".gz": 3.2, ".bz2": 4.5, ".xz": 4.5, ".zst": 3.5, ".zip": 3.2, ".parquet": 2.5}  # text in a byte of a file
_AGAIN = "run the same command again: it goes on where it stopped."
_WORK = 7.0  # bytes of working files for a byte of text, the epochs of the vectors apart; measured: 6.3


@dataclass(frozen=True, slots=True, kw_only=True)
class TrainingPlan:
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


def train_model(
    plan: TrainingPlan, model: Path, work: Path, *, replace: bool = False, progress: Progress = silent
) -> Path:
    """Run all stages, write the model folder, and return it; `work` keeps what a rerun goes on from.

    Raises ModelError if `model` exists and is not to be replaced, CorpusError if the text cannot be read or is too
    little, if the disk is full or fails, or if another training uses `work`; OptionsError if `work` holds another run.
    A damaged result of an earlier run is made again, with a warning.
    """
    if model.exists() and not replace and not work.exists():
        raise ModelError(f"{model} exists. Choose another name, or replace it with --replace.")
    with _in_folder(work):
        phrases = _run_phrases(plan, work, progress)
        vectors = _run_vectors(plan, phrases, work, progress)
        return pack_model(
            phrases, vectors, model, name=plan.name, licence=plan.licence, source=files(plan.corpus).name,
            numbers=plan.numbers, replace=replace,
        )  # fmt: skip


def run_phrases(plan: TrainingPlan, work: Path, output: Path | None = None, *, progress: Progress = silent) -> Path:
    """Mine phrases in a working folder; return the folder of the phrase model, which is copied to `output` if given."""
    with _in_folder(work):
        return _copy_to(_run_phrases(plan, work, progress), output)


def _run_phrases(plan: TrainingPlan, work: Path, progress: Progress) -> Path:
    source = _source(plan, work, progress)
    mine_phrases(
        source, knowledge_base=_knowledge(plan, source), folder=work / "phrases", language=plan.language,
        stop_words=plan.stop_words, min_sup=plan.min_sup, max_len=plan.max_len, trees=plan.trees, seed=plan.seed,
        workers=plan.workers, shard_tokens=plan.shard_tokens, progress=progress,
    )  # fmt: skip
    return work / "phrases" / "model"


def run_vectors(
    plan: TrainingPlan, phrases: Path, work: Path, output: Path | None = None, *, progress: Progress = silent
) -> Path:
    """Train vectors in a working folder; return the folder of the vectors, which is copied to `output` if given.

    Shards that mining has left in the working folder are used.
    """
    with _in_folder(work):
        return _copy_to(_run_vectors(plan, phrases, work, progress), output)


def _run_vectors(plan: TrainingPlan, phrases: Path, work: Path, progress: Progress) -> Path:
    shards = work / "phrases" / "corpus"
    mined_here = (shards / "local.json").exists() and phrases == work / "phrases" / "model"
    train_vectors(
        _source(plan, work, progress), phrases, work / "vectors", training=plan.training, minimum=plan.minimum,
        shards=shards if mined_here else None, workers=plan.workers, shard_tokens=plan.shard_tokens,
        progress=progress,
    )  # fmt: skip
    return work / "vectors" / "result"


@contextmanager
def _in_folder(work: Path) -> Iterator[None]:
    """Keep a working folder to this run, and say in one line what its disk does wrong."""
    with report_disk_errors(work, CorpusError, _AGAIN), lock_folder(work):
        try:
            yield
        except FileNotFoundError as error:
            if error.filename is None or not Path(os.fsdecode(error.filename)).is_relative_to(work):
                raise
            raise CorpusError(f"{error.filename} is missing. Start over with --fresh, or delete {work}.") from error


def pack_model(
    phrases: Path,
    vectors: Path,
    model: Path,
    *,
    name: str = "",
    licence: str = "",
    source: str = "",
    numbers: Numbers = "float16",
    replace: bool = False,
) -> Path:
    """Write a model folder from a phrase model and the vectors that were trained on text segmented by it; return it.

    The model has thresholds that belong to these vectors. One that was made from these very vectors already is left
    alone. Raises ModelError for vectors of another phrase model, CorpusError if the disk is full.
    """
    mined, trained = load_phrase_model(phrases), load_vectors(vectors)
    if trained.meta.get("phrase_model") != mined.digest:
        raise ModelError(
            f"{vectors} was trained with the phrase model {str(trained.meta.get('phrase_model'))[:12]}…, "
            f"{phrases} is {mined.digest[:12]}…. Train the vectors again with this phrase model."
        )
    if is_packed(model, trained):
        return model
    shortest, longest = trained.meta["shortest"], trained.meta["longest"]
    spelling: dict[str, Json] = {"kind": "fasttext", "shortest": shortest, "longest": longest}
    with report_disk_errors(model, CorpusError, _AGAIN):
        write_model(
            model,
            _chunks(trained),
            name=name or model.name,
            language=mined.language,
            numbers=numbers,
            subwords=Subwords(spelling, _blocks(trained.subwords)) if shortest else None,
            phrases=ranked_phrases(mined, float(str(trained.meta["minimum"]))),
            details=_details(mined, trained, licence, source),
            replace=replace,
        )
    check(model)
    return model


def is_packed(model: Path, trained: UnitVectors) -> bool:
    """Tell whether a folder holds the model of these vectors."""
    if not (model / "manifest.json").exists():
        return False
    training = read_manifest(model).raw.get("training")
    return isinstance(training, dict) and training.get("vectors") == trained.digest


def ranked_phrases(model: PhraseModel, minimum: float) -> dict[str, float]:
    """Return the phrases that ranking looks for, with their quality: sound ones only."""
    lexicon = model.lexicon(str, minimum)
    return {f"{first} {rest}": round(quality, 3) for first, rests in lexicon.items() for rest, quality in rests.items()}


def needed_space(corpus: Sequence[Path], training: Training) -> int:
    """Return how many bytes a run will take on the disk, roughly."""
    text = sum(path.stat().st_size * _EXPANDS.get(path.suffix.lower(), 1.0) for path in files(tuple(corpus)).files())
    # A thousand bytes of text bring one more word or phrase, as a rule.
    units = min(1_000_000, text / 1000)
    return int(_WORK * text + 4 * 2 * 10 * units * training.dimensions)


def _source(plan: TrainingPlan, work: Path, progress: Progress) -> Source:
    with Workers(plan.workers, progress) as pool:
        return open_corpus(plan.corpus, work / "wiki", pool, unit=plan.unit, field=plan.text_field)


def _copy_to(folder: Path, output: Path | None) -> Path:
    if output is None:
        return folder
    with report_disk_errors(output, CorpusError, _AGAIN):
        copy_folder(folder, output)
    return output


def _knowledge(plan: TrainingPlan, source: Source) -> KnowledgeBase:
    """Return the list that was given and the titles of dumps, together; else, for English, the phrases of the package.

    Warns if there is nothing of this, so that examples must come from the corpus.
    """
    given = None
    if plan.knowledge is not None:
        given = as_knowledge_base(None if plan.knowledge == ASSOCIATION else plan.knowledge)
    titles = source.knowledge_base() if isinstance(source, Wiki) else None
    if given and titles:
        both = (tuple(titles.quality) + tuple(given.quality), tuple(titles.all) + tuple(given.all))
        return KnowledgeBase(*both, f"{given.name}, {titles.name}", given.licence)
    if found := given or titles:
        return found
    if plan.language == "en":
        return listed_phrases(load().phrases)
    warnings.warn(
        f"no knowledge base for {plan.language!r}: examples of phrases come from the corpus itself. "
        "A list of good phrases (--knowledge-base) finds better ones.",
        stacklevel=2,
    )
    return as_knowledge_base(None)


def listed_phrases(lexicon: PhraseLexicon) -> KnowledgeBase:
    """Return the phrases of the package that somebody listed, not those that were mined, as a knowledge base."""
    listed = [
        f"{first} {rest}"
        for first in sorted(lexicon.entries)
        for rest, quality in sorted(lexicon.rests(first).items())
        if quality == 1
    ]
    return KnowledgeBase(tuple(listed), name="phrases of the package", stemmed=True)


def _chunks(trained: UnitVectors) -> Iterator[Chunk]:
    for start in range(0, len(trained.names), CHUNK):
        yield trained.names[start : start + CHUNK], trained.rows[start : start + CHUNK]


def _blocks(rows: Rows) -> Iterator[Rows]:
    for start in range(0, len(rows), CHUNK):
        yield rows[start : start + CHUNK]


def _details(mined: PhraseModel, trained: UnitVectors, licence: str, source: str) -> dict[str, Json]:
    """Return what the manifest says beside the figures: everything that the model depends on."""
    return {
        "tokenizer": str(mined.meta["tokeniser"]),
        "source": source,
        "licence": licence or "not stated",
        "about": f"Trained on {int(str(trained.meta['tokens'])):,} tokens, phrases as units.",
        "training": {
            "trainer": trained.meta["trainer"],
            **{own.name: trained.meta[own.name] for own in fields(Training)},
            "phrase_model": mined.digest,
            "phrase_minimum": trained.meta["minimum"],
            "knowledge_base": mined.meta["knowledge_base"],
            "corpus": trained.meta["corpus"],
            "vectors": trained.digest,
        },
    }
