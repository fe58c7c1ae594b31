from __future__ import annotations

import contextlib
import dataclasses
import functools
import os
import signal
import subprocess
import sys
import textwrap
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
import pytest

from sentencerank.errors import CorpusError, ModelError, OptionsError
from sentencerank.model.phrase_file import load_phrases
from sentencerank.train import KnowledgeBase, PhraseModel, checkpoints, encoding, load_phrase_model, mine_phrases
from sentencerank.train.mining.labels import as_knowledge_base
from tests.train.conftest import STOPS, Intercept, Killed, Options, Write, made_phrases

Mine = Callable[..., PhraseModel]
pytestmark = pytest.mark.filterwarnings("ignore:.*the length penalty is at an end")  # made-up phrases are that clear


@pytest.fixture(scope="session")
def mine(corpus: Path, options: Options) -> Mine:
    return functools.partial(mine_phrases, corpus, **options)  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def model(mine: Mine, tmp_path_factory: pytest.TempPathFactory) -> PhraseModel:
    return mine(folder=tmp_path_factory.mktemp("mined"))


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted((folder / "model").iterdir())}


def test_good_phrases_come_first(model: PhraseModel, base: KnowledgeBase) -> None:
    found = [" ".join(phrase.words) for phrase in model.phrases() if len(phrase.words) > 1 and not phrase.known]
    hidden = set(made_phrases()) - set(base.quality)
    assert len(hidden & set(found[: len(hidden)])) > 0.6 * len(hidden)


def test_a_single_stop_word_is_never_a_phrase(model: PhraseModel) -> None:
    assert not {(word,) for word in STOPS} & {phrase.words for phrase in model.phrases()}


def test_the_list_says_quality_phrase_count_and_origin(mine: Mine, tmp_path: Path) -> None:
    found = mine(folder=tmp_path)
    rows = [line.split("\t") for line in (tmp_path / "model" / "phrases.tsv").read_text().splitlines()]
    expected = [(" ".join(phrase.words), str(phrase.count)) for phrase in found.phrases()]
    assert [(phrase, count) for _, phrase, count, _ in rows] == expected
    assert [float(row[0]) for row in rows] == sorted((float(row[0]) for row in rows), reverse=True)
    assert {row[3] for row in rows} == {"yes", "no"}
    assert all(int(row[2]) > 0 for row in rows)


@pytest.mark.parametrize(("workers", "shard_tokens"), [(1, 700), (2, 1_000_000), (7, 3000)])
def test_workers_and_shards_do_not_matter(
    workers: int, shard_tokens: int, mine: Mine, model: PhraseModel, tmp_path: Path
) -> None:
    assert mine(folder=tmp_path, workers=workers, shard_tokens=shard_tokens).digest == model.digest


def test_a_penalty_at_an_end_is_a_warning(mine: Mine) -> None:
    with pytest.warns(UserWarning, match="round 2: the length penalty is at an end"):
        mine()


def test_another_seed_is_another_model(mine: Mine, model: PhraseModel) -> None:
    assert mine(seed=4).digest != model.digest


def test_a_run_killed_before_any_file_goes_on_to_the_same_bytes(
    mine: Mine, tmp_path: Path, before_writing: Intercept
) -> None:
    """Every write of a run is once the last: file by file, folder by folder."""
    mine(folder=tmp_path / "whole", shard_tokens=6000)
    steps: list[str] = []
    allowed = 0

    def stop(target: Path) -> None:
        if len(steps) >= allowed:
            raise Killed
        steps.append(target.name)

    before_writing(stop)
    for _ in range(500):
        allowed = len(steps) + 1  # one more file, then the next kill
        try:
            mine(folder=tmp_path / "killed", shard_tokens=6000)
            break
        except Killed:
            continue
    assert len(steps) > 30
    assert steps[-1] == "model"
    assert contents(tmp_path / "killed") == contents(tmp_path / "whole")


def children(parent: int) -> set[int]:
    """The processes that a process has started, those that ended apart."""
    found = set()
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            state, owner, *_ = path.read_text().rsplit(")", 1)[1].split()
            if int(owner) == parent and state != "Z":
                found.add(int(path.parent.name))
    return found


def ended(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def wait_for(condition: Callable[[], object], seconds: float) -> bool:
    deadline = time.monotonic() + seconds
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.005)
    return bool(condition())


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")
def test_a_run_killed_for_real_leaves_no_worker_and_goes_on(mine: Mine, corpus: Path, tmp_path: Path) -> None:
    """Two workers: once their parent alone is killed, then Ctrl-C reaches all of them, as in a terminal."""
    script = textwrap.dedent(f"""
        from tests.train.conftest import STOPS, made_phrases, made_words
        from sentencerank.train import KnowledgeBase, mine_phrases
        phrases = made_phrases()
        base = KnowledgeBase((*phrases[::2], *made_words(400)[::3]), tuple(phrases[1::4]), "made up")
        mine_phrases({str(corpus)!r}, knowledge_base=base, stop_words=STOPS, min_sup=5, trees=40, seed=3,
                     folder={str(tmp_path / "run")!r}, shard_tokens=2000, workers=2)
    """)
    for wanted, kill, how in (("runs-2", os.kill, signal.SIGKILL), ("grams-3", os.killpg, signal.SIGINT)):
        process = subprocess.Popen(
            [sys.executable, "-c", script],
            cwd=Path(__file__).parents[2],
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        place = tmp_path / "run" / "candidates" / wanted
        assert wait_for(lambda: place.exists() or process.poll() is not None, 30)  # noqa: B023
        workers = children(process.pid)
        assert len(workers) == 2
        kill(process.pid, how)
        assert wait_for(lambda: all(map(ended, workers)), 2)  # noqa: B023
        _, errors = process.communicate(timeout=10)
        if how == signal.SIGINT:
            assert b"KeyboardInterrupt" in errors
            assert errors.count(b"Traceback") <= 2  # workers end without one of their own
    again = mine(folder=tmp_path / "run", shard_tokens=2000)
    assert again.digest == mine().digest
    assert not list((tmp_path / "run").rglob("*.partial"))


def test_a_folder_of_another_run_is_refused(mine: Mine, tmp_path: Path) -> None:
    mine(folder=tmp_path)
    with pytest.raises(OptionsError, match=r"another run: seed 3, not 9\. Name another folder"):
        mine(folder=tmp_path, seed=9)


def test_what_a_killed_run_left_half_written_is_deleted(mine: Mine, tmp_path: Path) -> None:
    first = mine(folder=tmp_path)
    half = tmp_path / "candidates" / "runs-2" / ".000000.0123456789abcdef.partial"
    half.mkdir()
    (half / "keys.npy").write_bytes(b"half")
    assert mine(folder=tmp_path).digest == first.digest
    assert not half.exists()


def test_a_finished_run_is_read_again(mine: Mine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = mine(folder=tmp_path)
    monkeypatch.setattr(encoding, "tokenise", lambda *_: pytest.fail("tokenised again"))
    assert mine(folder=tmp_path).digest == first.digest == load_phrase_model(tmp_path / "model").digest


def test_a_damaged_model_is_refused(mine: Mine, tmp_path: Path) -> None:
    mine(folder=tmp_path)
    path = tmp_path / "model" / "quality.npy"
    path.write_bytes(path.read_bytes()[:-1] + b"\0")
    with pytest.raises(ModelError, match=r"quality\.npy was changed"):
        load_phrase_model(tmp_path / "model")
    with pytest.raises(ModelError, match=r"no readable meta\.json"):
        load_phrase_model(tmp_path)


def test_ranking_reads_the_phrases(model: PhraseModel, tmp_path: Path) -> None:
    model.write_phrases(tmp_path / "phrases.txt", stem=str, minimum=0.5)
    lexicon = load_phrases(tmp_path / "phrases.txt", str)
    good = [phrase for phrase in model.phrases() if len(phrase.words) > 1 and phrase.quality >= 0.5]
    assert good
    for phrase in good:
        assert lexicon.quality(phrase.words) == pytest.approx(phrase.quality, abs=0.001)
    assert sum(len(lexicon.rests(first)) for first in lexicon.entries) == len(good)


def nouns(words: Sequence[str]) -> list[str]:
    return ["STOP" if word in STOPS else "WORD" for word in words]


def lazy(words: Sequence[str]) -> list[str]:
    return nouns(words)[:-1]


def test_tags_guide_the_segmentation(mine: Mine, model: PhraseModel, tmp_path: Path) -> None:
    tagged = mine(folder=tmp_path / "a", tag=nouns)
    assert tagged.meta["mode"] == "pos"
    assert tagged.connect.shape == (2, 2)
    assert tagged.digest != model.digest
    assert mine(folder=tmp_path / "b", tag=nouns, workers=2, shard_tokens=900).digest == tagged.digest
    with pytest.raises(CorpusError, match=r"document 1: \d+ tags for \d+ words"):
        mine(folder=tmp_path / "c", tag=lazy)


def test_a_corpus_without_words_is_an_error_of_its_own(write: Write, options: Options) -> None:
    for text in ("", "\n \n?!\n"):
        with pytest.raises(CorpusError, match=r"no tokens in \d documents"):
            mine_phrases(write(text), **options)  # type: ignore[arg-type]


def test_too_little_says_how_much_there_was(write: Write, options: Options, corpus: Path) -> None:
    with pytest.raises(CorpusError, match=r"4 tokens, 0 candidates .* nothing occurs 5 times"):
        mine_phrases(write("one two three four"), **options)  # type: ignore[arg-type]
    few = {**options, "knowledge_base": made_phrases()[:3]}
    with pytest.raises(CorpusError, match=r"3 positives, [\d,]+ negatives: at least 10"):
        mine_phrases(corpus, **few)  # type: ignore[arg-type]
    none = {**options, "knowledge_base": ["shortest path", "new york"]}
    with pytest.raises(CorpusError, match="none of the 2 phrases"):
        mine_phrases(corpus, **none)  # type: ignore[arg-type]


def test_invalid_bytes_are_reported(write: Write, options: Options, corpus: Path) -> None:
    found = mine_phrases(write(corpus.read_bytes() + b"caf\xe9\n"), **options)  # type: ignore[arg-type]
    assert found.meta["invalid_bytes"] == 1


@pytest.mark.parametrize(
    ("given", "message"),
    [({"min_sup": 1}, "min_sup is 1"), ({"trees": 0}, "trees is 0"), ({"max_len": 7}, "max_len is 7"),
     ({"workers": 0}, "workers is 0"), ({"shard_tokens": 0}, "shard_tokens is 0"), ({"seed": -1}, "seed is -1")],
)  # fmt: skip
def test_what_lies_outside_its_range_is_refused(given: dict[str, int], message: str, mine: Mine) -> None:
    with pytest.raises(OptionsError, match=message):
        mine(**given)


def test_a_language_without_stop_words_learns_the_most_frequent_ones(corpus: Path, base: KnowledgeBase) -> None:
    found = mine_phrases(corpus, knowledge_base=base, language="xyz", min_sup=5, trees=40)
    assert set(STOPS) <= found.stop_words
    assert len(found.stop_words) < 40
    assert found.meta["stop_words"] == "learnt"


def test_without_a_knowledge_base_the_corpus_gives_the_examples(corpus: Path, options: Options) -> None:
    found = mine_phrases(corpus, **{**options, "knowledge_base": None})  # type: ignore[arg-type]
    best = [" ".join(phrase.words) for phrase in found.phrases() if len(phrase.words) > 1][:30]
    assert len(set(best) & set(made_phrases())) > 20
    assert found.meta["knowledge_base"]["name"] == "association"  # type: ignore[call-overload,index]


def test_phrases_for_ranking_neither_begin_nor_end_with_a_stop_word(model: PhraseModel) -> None:
    first, *_, last = next(phrase.words for phrase in model.phrases() if len(phrase.words) > 1)
    for word in (first, last):
        stopped = dataclasses.replace(model, stop_words=frozenset({word}))
        ends = {(own, rest.split()[-1]) for own, rests in stopped.lexicon(str, 0.0).items() for rest in rests}
        assert ends
        assert not any(word in pair for pair in ends)
        assert any(word in (own, *rest.split()) for own, rests in model.lexicon(str, 0.0).items() for rest in rests)
        assert not stopped.sound[stopped.numbers[word]]


def test_the_short_list_has_two_columns(mine: Mine, tmp_path: Path) -> None:
    mine(folder=tmp_path)
    short, full = ((tmp_path / "model" / name).read_text().splitlines() for name in ("quality.tsv", "phrases.tsv"))
    assert [line.split("\t") for line in short] == [line.split("\t")[:2] for line in full]


def test_knowledge_bases(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("# remark\nNew York\n\nshortest path \n")
    assert as_knowledge_base(tmp_path / "list.txt").quality == ("New York", "shortest path")
    for part, line in (("noun", "hot_dog n 1"), ("verb", "give_up v 1"), ("adj", "red a"), ("adv", "at_last r")):
        (tmp_path / f"index.{part}").write_text(f"  1 notice\n{line}\n")
    assert as_knowledge_base(tmp_path).quality == ("at last", "give up", "hot dog", "red")
    with pytest.raises(CorpusError, match=r"no index\.noun"):
        as_knowledge_base(tmp_path.parent)
    with pytest.raises(CorpusError, match="cannot be read"):
        as_knowledge_base(tmp_path / "none.txt")


def test_arrays_on_disk_are_little_endian_and_no_pickles(tmp_path: Path) -> None:
    checkpoints.save_arrays(tmp_path / "x", big=np.array([1, 2], ">i8"))
    assert checkpoints.load_array(tmp_path / "x", "big").dtype.str == "<i8"
    with pytest.raises(ValueError, match="pickle"):
        checkpoints.save_arrays(tmp_path / "y", bad=np.array([{}], object))


def test_the_lexicon_has_mined_phrases() -> None:
    """Those of the package: listed ones count fully, mined ones by their quality, and no torn words are among them."""
    from sentencerank.model.model import load

    lexicon = load().phrases
    assert lexicon.quality("blood vessels") == 1
    assert 0.8 <= lexicon.quality("machine learning") < 1
    assert not lexicon.contains("sec tion")
