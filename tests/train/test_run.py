from __future__ import annotations

import bz2
import errno
import itertools
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import sentencerank as sr
from sentencerank.cli.main import main
from sentencerank.errors import CorpusError, ModelError
from sentencerank.model.model import check, load
from sentencerank.train import Training, TrainingPlan, train_model
from sentencerank.train.run import needed_space
from tests.train.conftest import STOPS, Intercept, Killed, Write, made_phrases, made_text, made_words
from tests.train.test_wiki import dump, page

QUICK = ("--dimensions", "8", "--epochs", "2", "--trees", "30", "--min-sup", "5", "--name", "m", "--language", "xx")
pytestmark = pytest.mark.filterwarnings("ignore:.*the length penalty is at an end")


@pytest.fixture(scope="session")
def terms(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("terms") / "terms.txt"
    path.write_text("\n".join((*made_phrases()[::2], *made_words(400)[::3])))
    return path


def command(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["train", *map(str, arguments)])


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


@pytest.fixture(scope="session")
def model(corpus: Path, terms: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What an undisturbed run makes."""
    path = tmp_path_factory.mktemp("whole") / "model"
    done = command(corpus, "-o", path, "--knowledge-base", terms, *QUICK)
    assert done.exit_code == 0, done.output
    return path


def test_ranking_uses_the_model(model: Path) -> None:
    check(model)
    loaded = load(model)
    phrases = [name for name in made_phrases() if loaded.phrases.contains(name)]
    assert len(phrases) > 10
    text = " ".join(f"{a.capitalize()} is the {b}." for a, b in itertools.permutations(phrases[:4], 2))
    for method in ("ssr", "spr"):
        ranking = sr.rank(text, model=str(model), language="xx", method=method)
        assert len(ranking) == 12
        assert not any("No vectors" in note for note in ranking.notes)
        assert {keyphrase.text.lower() for keyphrase in ranking.keyphrases(20)} & set(phrases)


def test_stages_alone_make_the_same_model(model: Path, corpus: Path, terms: Path, tmp_path: Path) -> None:
    mined, rows, packed = tmp_path / "phrases", tmp_path / "vectors", tmp_path / "model"
    general = ("--language", "xx")
    done = command(
        "phrases", corpus, "-o", mined, "--knowledge-base", terms, "--trees", "30", "--min-sup", "5", *general
    )
    assert done.exit_code == 0, done.output
    quality, phrase = (mined / "quality.tsv").read_text().splitlines()[0].split("\t")
    assert float(quality) > 0.5
    assert phrase
    done = command("vectors", corpus, "--phrases", mined, "-o", rows, "--dimensions", "8", "--epochs", "2", *general)
    assert done.exit_code == 0, done.output
    done = command("pack", "--phrases", mined, "--vectors", rows, "-o", packed, "--name", "m")
    assert done.exit_code == 0, done.output
    ours, theirs = (json.loads((path / "manifest.json").read_text()) for path in (packed, model))
    assert ours["training"] == theirs["training"]
    assert (packed / "rows.npy").read_bytes() == (model / "rows.npy").read_bytes()


def test_a_finished_run_is_not_repeated(corpus: Path, terms: Path, model: Path) -> None:
    before = (model / "manifest.json").stat().st_mtime_ns
    again = command(corpus, "-o", model, "--knowledge-base", terms, *QUICK)
    assert again.exit_code == 0
    assert (model / "manifest.json").stat().st_mtime_ns == before


@pytest.fixture
def kills(before_writing: Intercept) -> Iterator[Callable[[], None]]:
    """Every file or folder of a new name is once the last one that a run gets to write."""
    seen: set[str] = set()
    fresh = 0

    def stop(target: Path) -> None:
        nonlocal fresh
        name = target.name if not target.name[:1].isdigit() else f"{target.parent.name}/{target.name}"
        if name not in seen:
            seen.add(name)
            fresh += 1
            if fresh > 1:
                raise Killed

    def again() -> None:
        nonlocal fresh
        fresh = 0

    before_writing(stop)
    yield again
    assert {"model", "result", "epoch-1-0", "epoch-2-0", "text", "vocabulary"} <= seen


def test_a_run_killed_in_every_stage_makes_the_same_model(
    model: Path, corpus: Path, terms: Path, tmp_path: Path, kills: Callable[[], None]
) -> None:
    plan = TrainingPlan(
        corpus=(corpus,), language="xx", knowledge=terms, min_sup=5, trees=30, name="m",
        training=Training(dimensions=8, epochs=2),
    )  # fmt: skip
    count = 0
    while True:
        kills()
        try:
            train_model(plan, tmp_path / "model", tmp_path / "work")
            break
        except Killed:
            count += 1
            if (tmp_path / "model").exists():
                check(tmp_path / "model")
        assert count < 100
    assert count > 15
    assert contents(tmp_path / "model") == contents(model)


@pytest.mark.slow
@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGINT])
@pytest.mark.parametrize(
    "wanted", ["phrases/candidates", "phrases/round-1", "vectors/units", "vectors/text", "vectors/epochs/epoch-1-0"]
)
def test_a_process_killed_in_a_stage_goes_on(
    wanted: str, sign: signal.Signals, model: Path, corpus: Path, terms: Path, tmp_path: Path
) -> None:
    goal = tmp_path / "model"
    call = [sys.executable, "-m", "sentencerank", "train", str(corpus), "-o", str(goal), "--knowledge-base", str(terms)]
    process = subprocess.Popen([*call, *QUICK, "--workers", "2"], stderr=subprocess.PIPE)
    deadline = time.monotonic() + 60
    while process.poll() is None and not (tmp_path / "model.work" / wanted).exists() and time.monotonic() < deadline:
        time.sleep(0.002)
    os.kill(process.pid, sign)
    _, errors = process.communicate(timeout=60)
    if sign == signal.SIGINT and process.returncode:
        assert process.returncode == 130
        assert b"goes on where it stopped" in errors
        assert b"Traceback" not in errors
    subprocess.run([*call, *QUICK], check=True, capture_output=True)
    assert contents(goal) == contents(model)


@pytest.mark.parametrize(
    ("error", "after"),
    [(OSError(errno.ENOSPC, "No space left on device"), 40), (OSError("8 requested and 3 written"), 45)],
)
def test_a_full_disk_is_a_line_and_the_next_run_goes_on(
    error: OSError, after: int, model: Path, corpus: Path, terms: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, left = np.lib.format.write_array_header_1_0, [after]

    def full(*args: object, **options: object) -> None:
        left[0] -= 1
        if left[0] < 0:
            raise error
        header(*args, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(np.lib.format, "write_array_header_1_0", full)
    arguments = (corpus, "-o", tmp_path / "model", "--knowledge-base", terms, *QUICK)
    done = command(*arguments)
    assert done.exit_code == 1
    assert "the disk is full" in done.output
    assert not (tmp_path / "model").exists()
    monkeypatch.undo()
    assert command(*arguments).exit_code == 0
    assert contents(tmp_path / "model") == contents(model)


def test_ctrl_c_is_a_line(corpus: Path, terms: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sentencerank.train.vectors._train_piece", interrupt)
    done = command(corpus, "-o", tmp_path / "model", "--knowledge-base", terms, *QUICK)
    assert done.exit_code == 130
    assert "Run the same command again: it goes on where it stopped" in done.output
    assert not (tmp_path / "model").exists()


def wiki_pages() -> Iterator[str]:
    chance, phrases = random.Random(4), made_phrases()
    for number, text in enumerate(made_text(300)):
        title = phrases[number % len(phrases)]
        linked = text.replace(phrases[3], f"[[{phrases[3]}|{phrases[3]}]]")
        extra = chance.choice(
            (
                "{{Infobox|a={{b|c=[[d]]}}}}\n",
                '{| class="x"\n! eins !! zwei\n|-\n| tabelle || {{x}}\n|}\n',
                "<ref>fussnote {{cite}}</ref>",
                "== Heading ==\n[[Datei:bild.png|mini|[[bildtext]] {{y}}]]\n",
            )
        )
        name = title if number < len(phrases) else f"{title} ({number})"
        yield page(name.capitalize(), f"'''{title.capitalize()}'''\n{extra}\n{linked}\n[[Kategorie:dinge]]")
    for number, title in enumerate(phrases):
        yield page(f"Redirect {number}", f"#REDIRECT [[{title}]]", redirect=title.capitalize())
    yield page("東京", "'''東京'''は日本の首都である。")
    yield page("Μιλάνο", "Το '''Μιλάνο''' είναι πόλη.")
    yield page("Vorlage:X", "{{{1}}} vorlagentext", space=10)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_dump_goes_through_the_whole_pipeline(workers: int, tmp_path: Path, write: Write) -> None:
    path = write(bz2.compress(dump(*wiki_pages()).encode()), "xxwiki-pages-articles.xml.bz2")
    goal = tmp_path / "wiki-model"
    done = command(path, "-o", goal, *QUICK, "--workers", str(workers), "--licence", "CC BY-SA 4.0")
    assert done.exit_code == 0, done.output
    manifest = json.loads((goal / "manifest.json").read_text())
    assert manifest["licence"] == "CC BY-SA 4.0"
    assert manifest["training"]["knowledge_base"]["name"] == f"titles of {path.name}"
    names = (tmp_path / "wiki-model.work" / "vectors" / "result" / "names.txt").read_text().splitlines()
    assert not {"tabelle", "fussnote", "bildtext", "vorlagentext", "dinge", "infobox", "datei"} & set(names)
    assert len(set(names) & set(made_phrases())) > 10
    ranking = sr.rank(" ".join(made_text(3)), model=str(goal), language="xx")
    assert len(ranking) > 3
    assert "Vectors: m." in ranking.notes


@pytest.mark.parametrize(
    ("data", "name", "message"),
    [
        (b"", "empty.txt", "no tokens in 0 documents"),
        (b"a few words only\n", "short.txt", "nothing occurs 5 times"),
        (b"\xff\xfe\x00" * 50, "bytes.txt", "no tokens"),
        (bz2.compress(dump(page("A", "b")).encode())[:-30], "cut.xml.bz2", "cut off after"),
        (bz2.compress(b"words " * 999)[:-9], "cut.txt.bz2", "cannot be read"),
        (b"{}\n" * 9, "none.jsonl", "no tokens in 0 documents"),
    ],
)
def test_what_cannot_be_trained_from_is_a_line(
    data: bytes, name: str, message: str, write: Write, tmp_path: Path
) -> None:
    done = command(write(data, name), "-o", tmp_path / "model", *QUICK)
    assert done.exit_code == 1
    assert message in done.output
    assert len(done.output.strip().splitlines()) == 2  # the announcement, and what went wrong
    assert not (tmp_path / "model").exists()


def test_a_knowledge_base_without_overlap_is_a_line(corpus: Path, write: Write, tmp_path: Path) -> None:
    done = command(corpus, "-o", tmp_path / "m", "--knowledge-base", write("New York\n", "kb.txt"), *QUICK)
    assert done.exit_code == 1
    assert "none of the 1 phrases of the knowledge base is a candidate" in done.output


def test_a_model_that_is_there_is_not_overwritten(corpus: Path, terms: Path, tmp_path: Path) -> None:
    (tmp_path / "model").mkdir()
    plan = TrainingPlan(corpus=(corpus,), language="xx", knowledge=terms)
    with pytest.raises(ModelError, match=r"exists\. Choose another name"):
        train_model(plan, tmp_path / "model", tmp_path / "work")


def test_fresh_begins_anew(corpus: Path, terms: Path, tmp_path: Path) -> None:
    arguments = (corpus, "-o", tmp_path / "m", "--knowledge-base", terms, *QUICK)
    assert command(*arguments).exit_code == 0
    other = command(*arguments, "--seed", "3", "--replace")
    assert other.exit_code == 2
    assert "another run: seed 0, not 3" in other.output
    assert command(*arguments, "--seed", "3", "--replace", "--fresh").exit_code == 0


def test_a_corpus_may_be_called_like_a_stage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "phrases").write_text("too short")
    assert "Missing argument 'CORPUS...'" in command("phrases", "-o", "m").output
    assert "nothing occurs" in command("./phrases", "-o", "m", *QUICK).output


def test_the_help_teaches() -> None:
    text = command("--help").output
    for part in ("train phrases", "train vectors", "train pack", "pages-articles.xml.bz2", "--licence", "Examples"):
        assert part in text
    assert "--dimensions" in command("vectors", "--help").output
    assert "--dimensions" not in command("phrases", "--help").output
    bad = command("x", "-o", "m", "--subwords", "9")
    assert bad.exit_code == 2


def test_the_space_that_will_be_needed_is_announced(corpus: Path, terms: Path, tmp_path: Path) -> None:
    done = command(corpus, "-o", tmp_path / "m", "--knowledge-base", terms, *QUICK)
    assert "MB, " in done.output.splitlines()[0]
    used = sum(path.stat().st_size for path in (tmp_path / "m.work").rglob("*") if path.is_file())
    assert 0.1 * used < needed_space((corpus,), Training(dimensions=8)) < 20 * used


def test_stop_words_from_a_file(corpus: Path, terms: Path, write: Write, tmp_path: Path) -> None:
    given = write("\n".join(map(str.upper, STOPS)), "stops.txt")
    done = command("phrases", corpus, "-o", tmp_path / "p", "--knowledge-base", terms, "--stop-words", given,
                   "--trees", "5", "--min-sup", "5")  # fmt: skip
    assert done.exit_code == 0, done.output
    assert set((tmp_path / "p" / "stopwords.txt").read_text().split()) == set(STOPS)


def test_an_error_of_the_corpus_is_an_error_of_the_library(write: Write, tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="no tokens"):
        sr.train_model(TrainingPlan(corpus=(write("", "x.txt"),)), tmp_path / "m", tmp_path / "w")
