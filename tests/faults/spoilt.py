"""Files that are spoilt while they lie on the disk: each kind of damage, file by file, and what must be said then."""

from __future__ import annotations

import bz2
import gzip
import lzma
import random
import shutil
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, product
from pathlib import Path
from typing import TypeAlias

import zstandard

from sentencerank.corpus import rank_corpus
from sentencerank.corpus.job import Job
from sentencerank.corpus.verify import verify_corpus
from sentencerank.errors import CorpusError, ModelError, OptionsError
from sentencerank.files.compressed import damaged, open_compressed
from sentencerank.model.model import check
from sentencerank.train import mine_phrases
from sentencerank.train.mining.labels import KnowledgeBase
from tests.corpus.collections import as_jsonl, documents
from tests.faults.damage import DAMAGES
from tests.faults.places import contents, in_this_process, written_model
from tests.train.conftest import STOPS, made_phrases, made_text, made_words

Spoil: TypeAlias = Callable[[Path], Iterator[tuple[str, str]]]  # yields what was done, and what is wrong: "" if nothing

# The last byte of a JSON file is the end of its line, and nothing is lost with it.
_HARMLESS = ("cut by a byte", ".json")


def _corpus(form: str, home: Path) -> Iterator[tuple[str, str]]:
    """Every file of an output is found to be bad, and made again to the same bytes; a manifest is refused."""
    source, out = as_jsonl(home / "a.jsonl", documents(6, sentences=2)), home / "out"
    told: list[str] = []
    job = Job(form=form)  # type: ignore[arg-type]
    run = partial(rank_corpus.rank_corpus, source, out, job, workers=1, shard_size=2, remark=told.append)
    with in_this_process():
        run()
        whole = contents(out)
        for name, kind in product(whole, DAMAGES):
            if name == "_SUCCESS" or (kind in _HARMLESS and name.endswith(_HARMLESS)):
                continue
            shutil.rmtree(out)
            out.mkdir()
            for each, data in whole.items():
                (out / each).write_bytes(data)
            told.clear()
            DAMAGES[kind](out / name)
            yield f"{name} {kind}", _corpus_problem(name, kind, out, told, run, whole)


def _corpus_problem(
    name: str, kind: str, out: Path, told: list[str], run: Callable[[], object], whole: dict[str, bytes]
) -> str:
    try:
        if verify_corpus(out).sound:
            return "it was found sound"
        run()
    except CorpusError as error:
        right = "is damaged" if kind != "missing" else "no _manifest.json"
        return "" if name == "_manifest.json" and right in str(error) else str(error)
    if len(told) != 1:
        return f"{len(told)} lines were said"
    return "" if contents(out) == whole else "the output differs"


def _model(home: Path) -> Iterator[tuple[str, str]]:
    """Every damage of a model folder is found by `check`."""
    (home / "out").mkdir()
    written_model(home, seed=0)
    folder = home / "out" / "a"
    for name, data in contents(folder).items():
        for kind, damage in DAMAGES.items():
            if kind in _HARMLESS and name.endswith(_HARMLESS):
                continue
            damage(folder / name)
            problem = "it was found sound"
            try:
                check(folder)
            except ModelError:
                problem = ""
            yield f"{name} {kind}", problem
            (folder / name).write_bytes(data)


def _training(home: Path) -> Iterator[tuple[str, str]]:
    """Every result of mining, damaged in one way or another, is made again to the same bytes."""
    text, work = home / "text.txt", home / "work"
    text.write_text("".join(f"{line}\n" for line in made_text(250)))
    base = KnowledgeBase(tuple(made_phrases()[::2]), tuple(made_words(400)[::3]))
    mine = partial(
        mine_phrases, text, knowledge_base=base, folder=work, language="xx", stop_words=STOPS, min_sup=5, trees=5,
        shard_tokens=4000,
    )  # fmt: skip
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        digest = mine().digest
        shutil.copytree(work, home / "kept")
        kinds = cycle(DAMAGES.items())
        for path in sorted(path for path in (home / "kept").rglob("*") if path.is_file()):
            kind, damage = next(kinds)
            if kind in _HARMLESS and path.name.endswith(_HARMLESS):
                kind, damage = next(kinds)
            name = path.relative_to(home / "kept")
            shutil.rmtree(work)
            shutil.copytree(home / "kept", work)
            damage(work / name)
            try:
                problem = "" if mine().digest == digest else "the phrases differ"
            except (CorpusError, OptionsError) as error:
                # What names the run cannot be made again, but must be refused with a remedy.
                problem = "" if name.name == "run.json" else str(error)
            yield f"{name} {kind}", problem


def _compressed(home: Path) -> Iterator[tuple[str, str]]:
    """A compressed file that is cut short anywhere is an error."""
    content = random.Random(0).randbytes(700) + b"rain " * 300
    for ending, compress in (
        (".gz", gzip.compress), (".bz2", bz2.compress), (".xz", lzma.compress), (".zst", zstandard.compress),
    ):  # fmt: skip
        data = compress(content)
        for size in range(1, len(data), 11):
            path = home / f"a{ending}"
            path.write_bytes(data[:size])
            problem = "it was read to its end"
            try:
                with open_compressed(path) as stream:
                    stream.read()
            except damaged():
                problem = ""
            yield f"{ending} cut to {size} bytes", problem


SPOILT: dict[str, Spoil] = {
    "corpus output, Parquet": partial(_corpus, "parquet"),
    "corpus output, JSONL": partial(_corpus, "jsonl"),
    "model folder": _model,
    "training folder": _training,
    "compressed source": _compressed,
}
