"""Working folders: one training at a time, and damaged results made again."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from sentencerank.cli.main import main
from sentencerank.errors import CorpusError, OptionsError
from sentencerank.files import write_json
from sentencerank.train import Training, UnitVectors, mine_phrases, train_vectors
from sentencerank.train.checkpoints import SEAL, claim, lock_folder, save_arrays, write_checkpoint
from tests.faults.damage import DAMAGES
from tests.train.conftest import Options

TRAINING = Training(dimensions=8, epochs=2)
pytestmark = pytest.mark.filterwarnings("ignore:.*the length penalty is at an end")


def work_folder(folder: Path) -> Path:
    """Three results, written one after the other."""
    claim(folder, {"seed": 1})
    for name in ("one", "two"):
        save_arrays(folder / "inside" / name, a=np.arange(100), b=np.arange(5))
    write_checkpoint(folder / "state.json", {"shards": 2})
    # Their times are the order in which they were written, whatever the clock of the disk can tell apart.
    for second, name in enumerate(("inside/one", "inside/two", "state.json")):
        path = folder / name
        for inside in (path, *path.glob("*")):
            os.utime(inside, (second, second))
    return folder


def left(folder: Path) -> list[str]:
    return [name for name in ("inside/one", "inside/two", "state.json") if (folder / name).exists()]


def test_a_sound_folder_is_left_alone(tmp_path: Path) -> None:
    claim(work_folder(tmp_path), {"seed": 1})
    assert left(tmp_path) == ["inside/one", "inside/two", "state.json"]


# The last byte of a seal is the end of its line, and nothing is lost with it.
DAMAGED = [(name, kind) for name in ("a.npy", SEAL) for kind in DAMAGES if (name, kind) != (SEAL, "cut by a byte")]


@pytest.mark.parametrize(("name", "kind"), DAMAGED)
def test_a_damaged_result_and_those_after_it_are_made_again_with_one_line(tmp_path: Path, name: str, kind: str) -> None:
    DAMAGES[kind](work_folder(tmp_path) / "inside" / "two" / name)
    with pytest.warns(UserWarning, match=r"two is damaged \(.*\): it is made again, and so is 1 later") as told:
        claim(tmp_path, {"seed": 1})
    assert len(told) == 1
    assert left(tmp_path) == ["inside/one"]


def test_a_damaged_state_is_made_again(tmp_path: Path) -> None:
    write_json(work_folder(tmp_path) / "state.json", {"shards": 3, "sha256": "0"})
    with pytest.warns(UserWarning, match=r"state\.json is damaged \(its SHA-256 differs\): it is made again\."):
        claim(tmp_path, {"seed": 1})
    assert left(tmp_path) == ["inside/one", "inside/two"]


def test_a_folder_of_an_older_version_is_refused(tmp_path: Path) -> None:
    write_json(tmp_path / "run.json", {"seed": 1})
    with pytest.raises(OptionsError, match=r"holds another run: layout null, not 1\. Name another folder"):
        claim(tmp_path, {"seed": 1})


def test_two_trainings_do_not_use_one_folder(corpus: Path, options: Options, tmp_path: Path) -> None:
    with lock_folder(tmp_path / "work"):
        with pytest.raises(CorpusError, match="another training uses"):
            mine_phrases(corpus, folder=tmp_path / "work", **options)  # type: ignore[arg-type]
        arguments = ["train", str(corpus), "-o", str(tmp_path / "model"), "--work", str(tmp_path / "work")]
        done = CliRunner().invoke(main, arguments)
        assert done.exit_code == 1
        assert "another training uses" in done.output
        (tmp_path / "work" / "phrases").mkdir()
        done = CliRunner().invoke(main, [*arguments, "--fresh"])
        assert "another training uses" in done.output
        assert (tmp_path / "work" / "phrases").exists()


def test_the_lock_of_a_killed_training_is_gone(tmp_path: Path) -> None:
    script = (
        "import os, sys\nfrom pathlib import Path\nfrom sentencerank.train.checkpoints import lock_folder\n"
        "with lock_folder(Path(sys.argv[1])):\n os.kill(os.getpid(), 9)"
    )
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=False)
    assert (tmp_path / ".lock").exists()
    with lock_folder(tmp_path):
        pass
    assert not (tmp_path / ".lock").exists()


def _bit_flipped(path: Path) -> None:
    DAMAGES["bit flipped in the middle"](path)


@pytest.mark.parametrize("place", ["corpus/shards/000001", "corpus/ids/000000", "round-1", "model"])
def test_mining_goes_on_from_the_last_sound_result_to_the_same_bytes(
    place: str, corpus: Path, options: Options, tmp_path: Path
) -> None:
    mine = partial(mine_phrases, corpus, folder=tmp_path, shard_tokens=6000, **options)  # type: ignore[arg-type]
    mine()
    before = {path.name: path.read_bytes() for path in (tmp_path / "model").iterdir()}
    _bit_flipped(max((tmp_path / place).glob("*.npy"), key=lambda path: path.stat().st_size))
    with pytest.warns(UserWarning, match="is damaged"):
        mine()
    assert {path.name: path.read_bytes() for path in (tmp_path / "model").iterdir()} == before


@pytest.mark.parametrize("place", ["units/shards/000000", "text", "epochs", "result"])
def test_vectors_go_on_from_the_last_sound_result_to_the_same_bytes(
    place: str, corpus: Path, options: Options, tmp_path: Path
) -> None:
    mine_phrases(corpus, folder=tmp_path / "phrases", **options)  # type: ignore[arg-type]
    train: Callable[[], UnitVectors] = partial(
        train_vectors, corpus, tmp_path / "phrases" / "model", tmp_path / "vectors", training=TRAINING
    )
    before = train().digest
    files = [path for path in (tmp_path / "vectors" / place).rglob("*") if path.suffix in (".npy", ".txt")]
    _bit_flipped(max(files, key=lambda path: path.stat().st_size))
    with pytest.warns(UserWarning, match="is damaged"):
        assert train().digest == before
