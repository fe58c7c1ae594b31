"""Where faults are injected: what each place does, and what must hold after any fault.

After an error: it is one of ours or a line with exit code 1, the output is the old one or the new one, and nothing
half-written is left. After a kill: the output is the old one or the new one. In both cases the same work, done again
without a fault, ends with the same bytes as if nothing had happened, and cleans up.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pyarrow.parquet  # noqa: F401  # imported once, for all runs

import sentencerank as sr
from sentencerank.cli.main import main
from sentencerank.corpus import rank_corpus
from sentencerank.corpus.document_ranker import document_ranker
from sentencerank.corpus.job import Job
from sentencerank.corpus.shard_files import Report
from sentencerank.corpus.shards import Shard
from sentencerank.files import export_text, remove_leftovers, whole_folder
from sentencerank.model.model import check
from sentencerank.model.write import write_model
from sentencerank.recipe import Recipe
from sentencerank.serve.store import Store
from tests.corpus.collections import as_jsonl, documents
from tests.faults.calls import KINDS, Fault, Kind, Outcome
from tests.faults.injector import Injector
from tests.train.conftest import made_phrases, made_text, made_words

OLD = "old " * 500
NEW = "new " * 5000
Contents = dict[str, bytes]


def contents(folder: Path) -> Contents:
    """Every file below a folder, hidden ones too."""
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def leftovers(folder: Path) -> list[str]:
    """What is only there while something is written."""
    found = (path.relative_to(folder).as_posix() for path in folder.rglob(".*"))
    return [name for name in found if name.endswith((".partial", ".old", ".sentencerank-spool"))]


def _nothing(folder: Path) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Place:
    """One kind of work on files. Inputs stand in `folder`, and faults strike below `folder`/out alone."""

    name: str
    work: Callable[[Path], object]
    prepare: Callable[[Path], object] = _nothing
    # Returns what is visible of the output to others, by name: each entry must be the old one or the new one.
    visible: Callable[[Path], Contents] = field(default=lambda folder: contents(folder / "out"))
    kinds: Sequence[Kind] = KINDS
    raises: bool = False  # whether it is a function that may raise OSError, not a command
    resumes: bool = False  # whether an unfinished output may be seen, which the next run completes
    every: int = 1  # of the calls, in the script
    quick: int = 5  # of the calls, in the quick tests

    def wrong(self, folder: Path, outcome: Outcome, fault: Fault, old: Contents, new: Contents) -> list[str]:
        """Return what does not hold after a fault."""
        found: list[str] = []
        if outcome.code > 0 and "Traceback" in outcome.output and not (outcome.ours or self.raises):
            found.append(f"a traceback: {outcome.error or outcome.output[-300:]}")
        if outcome.code > 0 and not outcome.error and not outcome.output.strip():
            found.append("it failed without a word")
        if fault.kind == "short" and outcome.code:
            found.append(f"a short write made it fail: {outcome.error or outcome.output[-300:]}")
        # What cannot be deleted stays.
        undeletable = outcome.struck is not None and outcome.struck.name in ("unlink", "open", "rename")
        if outcome.code >= 0 and not undeletable and (left := leftovers(folder / "out")):
            found.append(f"left behind: {left}")
        seen = self.visible(folder)
        if outcome.code == 0 and seen != new:
            found.append(f"it ended well, but the output differs: {_difference(seen, new)}")
        if not self.resumes and seen not in (old, new):
            found.append(f"the output is neither the old one nor the new one: {_difference(seen, new)}")
        return found

    def wrong_again(self, folder: Path, outcome: Outcome, new: Contents) -> list[str]:
        """Return what does not hold after the same work was done again."""
        if outcome.code:
            return [f"again it failed: {outcome.error or outcome.output[-300:]}"]
        found = [f"left behind after all: {left}"] if (left := leftovers(folder / "out")) else []
        seen = self.visible(folder)
        return found + ([] if seen == new else [f"the second output differs: {_difference(seen, new)}"])


def _difference(found: Contents, expected: Contents) -> str:
    names = sorted(name for name in found.keys() | expected.keys() if found.get(name) != expected.get(name))
    return ", ".join(names)[:200]


# Files and folders


def _old_file(folder: Path) -> None:
    (folder / "out" / "a.txt").write_text(OLD)


def _new_file(folder: Path) -> None:
    export_text(folder / "out" / "a.txt", NEW)


def _shown(folder: Path) -> Contents:
    """What others see: nothing that is hidden."""
    return {name: data for name, data in contents(folder / "out").items() if "/." not in f"/{name}"}


def _old_folder(folder: Path) -> None:
    (folder / "out" / "a").mkdir()
    (folder / "out" / "a" / "one").write_text(OLD)


def _new_folder(folder: Path) -> None:
    remove_leftovers(folder / "out")
    with whole_folder(folder / "out" / "a", replace=True) as partial_folder:
        for name in ("one", "two"):
            (partial_folder / name).write_text(NEW)


def _seen_folder(folder: Path) -> Contents:
    """The folder by its name, or set aside for a moment, when its writer was killed between two renames."""
    home = folder / "out" / "a"
    aside = sorted((folder / "out").glob(".a.*.old"))
    return contents(home if home.exists() or not aside else aside[0])


# Corpora


def _in_this_process(
    work: Callable[[Shard, bool], Report], shards: Sequence[Shard], workers: int, job: Job
) -> Generator[Report, None, None]:
    for shard in shards:
        yield work(shard, False)


def in_this_process(
    engine: Callable[..., Generator[Report, None, None]] = _in_this_process,
) -> AbstractContextManager[object]:
    """Rank corpora without workers, which would take a second to start; the files are the same."""
    return patch.object(rank_corpus, "run_in_processes", engine)


def _source(folder: Path) -> None:
    as_jsonl(folder / "a.jsonl.gz", documents(6, sentences=2))


def _rank(folder: Path, form: str) -> None:
    source, out = str(folder / "a.jsonl.gz"), str(folder / "out" / "ranked")
    with in_this_process():
        main(["corpus", "rank", source, "-o", out, "--format", form, "--shard-size", "3", "--workers", "1"])


def _half_ranked(folder: Path, form: str) -> None:
    """An output that was killed after its first file, in the way that a job leaves it."""
    _source(folder)
    job = Job(form=form)  # type: ignore[arg-type]
    with in_this_process(_first_shard), suppress(InterruptedError):
        rank_corpus.rank_corpus(folder / "a.jsonl.gz", folder / "out" / "ranked", job, workers=1, shard_size=3)


def _first_shard(
    work: Callable[[Shard, bool], Report], shards: Sequence[Shard], workers: int, job: Job
) -> Generator[Report, None, None]:
    yield work(shards[0], False)
    raise InterruptedError


# Models and training


def written_model(folder: Path, seed: int) -> None:
    words = made_words(300)
    rows = np.random.default_rng(seed).standard_normal((len(words), 16)).astype(np.float32)
    write_model(folder / "out" / "a", [(words, rows)], name="a", language="xx", thresholds=(0.4, 0.4), replace=True)
    check(folder / "out" / "a")


def _training_text(folder: Path) -> None:
    (folder / "text.txt").write_text("".join(f"{line}\n" for line in made_text(250)))
    (folder / "terms.txt").write_text("\n".join((*made_phrases()[::2], *made_words(400)[::3])))


def _train(folder: Path) -> None:
    options = ["--dimensions", "4", "--epochs", "1", "--trees", "5", "--min-sup", "5", "--language", "xx"]
    goal, terms = folder / "out" / "model", folder / "terms.txt"
    main(["train", str(folder / "text.txt"), "-o", str(goal), "--knowledge-base", str(terms), *options])


def _seen_model(folder: Path) -> Contents:
    return contents(folder / "out" / "model")


# Pages and streams


def _article(folder: Path) -> None:
    (folder / "a.txt").write_text(documents(1)[0][1])


def _page(folder: Path) -> None:
    main(["read", str(folder / "a.txt"), "-o", str(folder / "out" / "page.html")])


def _stream(folder: Path, form: str) -> None:
    """The output of a command, sent to a file as a shell does it."""
    try:
        target = os.open(folder / "out" / "stream", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    except OSError as error:
        # Here the shell says it.
        sys.stderr.write(f"{error.strerror}\n")
        sys.exit(1)
    os.dup2(target, 1)
    main(["rank", form, str(folder / "a.txt")])


# The store of the server


def _store(folder: Path) -> None:
    """Add three documents and delete one; say what is acknowledged."""
    store = Store(folder / "out" / "documents.db")
    ids = []
    for number in range(3):
        document = sr.Document.from_dict(_document(number).to_dict())
        entry, _ = store.add(document, Recipe(), b"{}" * 2000, name=f"{number}")
        ids.append(entry.id)
        os.write(1, f"+{entry.id}\n".encode())
    if store.delete(ids[1]):
        os.write(1, f"-{ids[1]}\n".encode())
    store.close()


def _document(number: int) -> sr.Document:
    return sr.Ranker(language="en").read(f"Document {number} tells of rain. It fell for {number} days. " * 20)


def _seen_store(folder: Path) -> Contents:
    """The documents that another process sees; it also repairs what a killed one left."""
    path = folder / "out" / "documents.db"
    if not path.exists() or not path.stat().st_size:
        return {}
    db = sqlite3.connect(path)
    try:
        if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            return {"damaged": b""}
        if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'documents'").fetchone():
            return {}
        return {row[0]: b"" for row in db.execute("SELECT id FROM documents")}
    finally:
        db.close()


class StorePlace(Place):
    """Nothing that was acknowledged is lost, and nothing that was deleted comes back."""

    __slots__ = ()

    def wrong(self, folder: Path, outcome: Outcome, fault: Fault, old: Contents, new: Contents) -> list[str]:
        """Compare what the store holds with what it acknowledged."""
        seen = _seen_store(folder).keys()
        lines = outcome.output.splitlines()
        deleted = {line[1:] for line in lines if line.startswith("-") and len(line) > 20}
        added = {line[1:] for line in lines if line.startswith("+")} - deleted
        # The last one may have been on its way when the fault came.
        lost, back = added - seen, deleted & seen
        if len(lines) >= 3 and not deleted:
            lost -= {lines[1][1:]}
        found = [f"lost: {sorted(lost)}"] if lost else []
        return found + ([f"came back: {sorted(back)}"] if back else []) + (["damaged"] if "damaged" in seen else [])


PLACES: tuple[Place, ...] = (
    Place("a file", _new_file, _old_file, _shown, raises=True, quick=2),
    Place("a folder", _new_folder, _old_folder, _seen_folder, raises=True, quick=4),
    Place("corpus output, Parquet", partial(_rank, form="parquet"), _source, _shown, resumes=True, every=3, quick=150),
    Place("corpus output, JSONL", partial(_rank, form="jsonl"), _source, _shown, resumes=True, quick=15),
    Place(
        "corpus output, resumed",
        partial(_rank, form="parquet"),
        partial(_half_ranked, form="parquet"),
        _shown,
        resumes=True,
        every=3,
        quick=120,
    ),
    Place("model folder", partial(written_model, seed=1), partial(written_model, seed=0), _seen_folder, quick=20),
    Place("training folder", _train, _training_text, _seen_model, every=45, quick=0),
    Place("reader page", _page, _article, _shown, quick=5),
    Place("JSONL stream", partial(_stream, form="--jsonl"), _article, kinds=("EIO", "ENOSPC", "EDQUOT", "short"),
          resumes=True, quick=2),
    Place("CSV stream", partial(_stream, form="--csv"), _article, kinds=("EIO", "ENOSPC", "EDQUOT", "short"),
          resumes=True, quick=2),
    StorePlace("document store", _store, visible=_seen_store, raises=True, resumes=True, quick=40),
)  # fmt: skip


def strike(place: Place, injector: Injector, home: Path, fault: Fault, old: Contents, new: Contents) -> list[str]:
    """Inject one fault into a fresh folder and return what is wrong then, or after the work was done again."""
    folder = fresh(place, home)
    outcome = injector.run(partial(place.work, folder), folder / "out", fault)
    if outcome.struck is None:
        return [] if outcome.code == 0 else [f"it failed without a fault: {outcome.output[-300:]}"]
    found = place.wrong(folder, outcome, fault, old, new)
    again = injector.run(partial(place.work, folder), folder / "out")
    return found + place.wrong_again(folder, again, new)


def fresh(place: Place, home: Path) -> Path:
    """Return the folder of a place as it is before the work; paths are the same in every run."""
    folder, template = home / "run", home / "template"
    if not template.exists():
        (template / "out").mkdir(parents=True)
        place.prepare(template)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(template, folder)
    return folder


def calm_run(place: Place, injector: Injector, home: Path) -> tuple[Outcome, Contents, Contents]:
    """Run without a fault; return what was called, and what was visible before and after."""
    folder = fresh(place, home)
    old = place.visible(folder)
    outcome = injector.run(partial(place.work, folder), folder / "out")
    assert outcome.code == 0, outcome.output
    return outcome, old, place.visible(folder)


# The model is read once, in the process from which the runs are forked.
document_ranker(Job())
