from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

import sentencerank as sr
from sentencerank.cli.main import main
from sentencerank.corpus.columns import COMMON, DOCUMENT, SENTENCE, STATUSES
from sentencerank.corpus.document_ranker import document_ranker, prepare
from sentencerank.corpus.entries import Entry
from sentencerank.corpus.job import Job
from sentencerank.corpus.local_engine import run_in_processes
from sentencerank.corpus.output_folder import lock_output, total
from sentencerank.corpus.rank_corpus import rank_corpus
from sentencerank.corpus.shard_files import _load_small_pyarrow, rank_shard
from sentencerank.corpus.shards import Shard
from sentencerank.errors import CorpusError, OptionsError
from sentencerank.recipe import Recipe
from sentencerank.workers import Worker
from tests.corpus.collections import Deadly, as_folder, as_jsonl, as_parquet, contents, documents, read
from tests.corpus.test_shards import planned
from tests.texts import ARTICLE, ROOT

ROWS = documents(30)
ENGLISH = Recipe(language="en")
RUSSIAN = "Дождь шёл весь день, и река поднялась. Люди остались в своих домах и ждали вечера. " * 3
GERMAN = "Der Regen fiel den ganzen Tag auf die Stadt und der Fluss stieg. Die Leute blieben in ihren Häusern. " * 3


def test_rows_hold_what_the_ranker_says(tmp_path: Path) -> None:
    counts = rank_corpus(as_jsonl(tmp_path / "a.jsonl", [("one", ARTICLE)]), tmp_path / "out", workers=1)
    assert counts == {"documents": 1, "statuses": {"ranked": 1}, "languages": {"en": 1}, "duplicates": 0}
    (row,) = read(tmp_path / "out")
    ranking = sr.rank(ARTICLE, id="one")
    whole = ranking.to_dict()
    assert [row[name] for name in ("id", "language", "structure", "words")] == [
        whole[name] for name in ("id", "language", "structure", "words")
    ]
    assert row["characters"] == len(ARTICLE)
    sentences = whole["sentences"]
    assert isinstance(sentences, list)
    assert isinstance(row["sentences"], list)
    for found, expected in zip(row["sentences"], sentences, strict=True):
        assert isinstance(expected, dict)
        assert {name: found[name] for name in SENTENCE if name != "keyphrases"}.items() <= expected.items()
        assert ARTICLE[found["start"] : found["end"]] == found["text"]
    assert isinstance(row["keyphrases"], list)
    assert [phrase["text"] for phrase in row["keyphrases"]] == [phrase.text for phrase in ranking.keyphrases(10)]
    best = row["sentences"][int(ranking.order[0])]
    assert best["rank"] == best["layer"] == 1
    assert set(best["keyphrases"]) == {p.text for p in ranking.keyphrases(10) if best["index"] in p.sentences}


def test_every_form_of_input_and_output_says_the_same(tmp_path: Path) -> None:
    sources = [
        as_jsonl(tmp_path / "a.jsonl", ROWS),
        as_jsonl(tmp_path / "a.jsonl.zst", ROWS),
        as_parquet(tmp_path / "a.parquet", ROWS, group=7),
        as_folder(tmp_path / "folder", ROWS),
    ]
    jobs = [Job(), Job(form="jsonl"), Job(rows="sentence"), Job(rows="sentence", form="jsonl")]
    expected: list[dict[str, object]] = []
    for number, (source, job) in enumerate(zip(sources, jobs, strict=True)):
        rank_corpus(source, tmp_path / f"out{number}", job, workers=1, shard_size=15)
        rows = read(tmp_path / f"out{number}")
        if job.rows == "document":
            rows = [
                {**{name: row[name] for name in COMMON}, **sentence}
                for row in rows
                for sentence in row["sentences"]  # type: ignore[attr-defined]
            ]
        rows = sorted(
            ({name: value for name, value in row.items() if name not in ("source", "row")} for row in rows),
            key=lambda row: (row["id"], row["index"]),
        )
        expected = expected or rows
        assert rows == expected
        assert not list((tmp_path / f"out{number}").glob(".*"))


def test_a_bad_document_is_explained_counted_and_not_lost(tmp_path: Path) -> None:
    rows = [
        ("good", ARTICLE),
        ("nothing", ""),
        ("blank", " \n\t "),
        ("enormous", "Rain fell again. " * 200_000),
        ("binary", "".join(map(chr, range(32))) * 40),
        ("german", GERMAN),
        ("russian", RUSSIAN),
        ("again", ARTICLE + "\n"),
        ("good", "Another text has the same id. It is kept all the same."),
        ("surrogate", "Rain \ud800 fell. Snow fell as well."),
        ("markup", "<html><body><div><p>Rain.</p></div></body></html>"),
    ]
    source = as_jsonl(tmp_path / "a.jsonl", rows)
    with source.open("a") as file:
        file.write('{"id": "broken", "text": "Rain\n{"id": "none"}\n{"id": "number", "text": 5}\n')
    with pytest.raises(sr.LanguageError, match="another script") as refused:
        sr.rank(RUSSIAN, language="en")
    for job in (Job(recipe=ENGLISH), Job(recipe=ENGLISH, rows="sentence", form="jsonl")):
        counts = rank_corpus(source, tmp_path / job.form, job, workers=1)
        statuses = {"empty": 3, "language": 1, "ranked": 6, "too_long": 1, "unreadable": 3}
        assert counts == {"documents": 14, "statuses": statuses, "languages": {"en": 6}, "duplicates": 1}
        found = {(row["id"], row["row"]): row for row in read(tmp_path / job.form)}
        assert len(found) == 14
        bad = {str(id): str(row["error"]) for (id, _), row in found.items() if row["status"] != "ranked"}
        assert "3,400,000 characters long, the limit is 2,000,000" in bad["enormous"]
        assert "control characters" in bad["binary"]
        assert bad["russian"] == str(refused.value)
        assert found["german", 6]["notes"] == list(sr.rank(GERMAN, language="en").notes)
        assert found["german", 6]["notes"] == ["Read as English (en), as asked; it looks like German (de)."]
        assert "Read as HTML" in str(found["markup", 11]["notes"])
        assert "not JSON" in bad["a.jsonl:12"]
        assert all(error.rstrip(")").endswith((".", "path)", "encode())")) for error in bad.values())
        assert found["again", 8]["duplicate_of"] == "good"
        assert found["again", 8]["notes"] == ["The same text as 'good'."]
        assert found["good", 9]["notes"] == ["Its id was there before: source and row tell them apart."]
        assert all(row["error"] is None for row in found.values() if row["status"] == "ranked")
        assert {str(row["status"]) for row in found.values()} <= set(STATUSES)


def test_a_folder_of_strange_files_is_read_file_by_file(tmp_path: Path) -> None:
    source = as_folder(
        tmp_path / "in", [("a.txt", ARTICLE), ("empty.txt", ""), ("b.md", "# Rain\n\nIt *rained* all day.")]
    )
    (source / "picture.png").write_bytes(b"\x89PNG\r\n" + bytes(1000))
    (source / "latin.txt").write_bytes("Der Müller mahlt. Die Mühle läuft im Tal.".encode("cp1252"))
    (source / "page.html").write_text("<html><body><p>Rain fell on the town all day.</p></body></html>")
    with (source / "huge.txt").open("wb") as file:
        file.truncate(60_000_000)
    counts = rank_corpus(source, tmp_path / "out", workers=1)
    assert counts["statuses"] == {"empty": 1, "ranked": 4, "too_long": 1, "unreadable": 1}
    rows = {row["id"]: row for row in read(tmp_path / "out")}
    assert "a picture" in str(rows["picture.png"]["error"])
    assert [sentence["text"] for sentence in rows["b.md"]["sentences"]] == ["Rain", "It rained all day."]  # type: ignore[attr-defined]


def test_another_script_and_another_language_are_treated_as_by_the_library_in_files_too(tmp_path: Path) -> None:
    source = as_folder(tmp_path / "in", [("a.txt", ARTICLE), ("b.txt", GERMAN), ("c.txt", RUSSIAN)])
    counts = rank_corpus(source, tmp_path / "out", Job(recipe=Recipe(language="ru")), workers=1)
    assert counts["statuses"] == {"language": 2, "ranked": 1}
    error = str(read(tmp_path / "out")[0]["error"])
    assert error.startswith("language='ru', but the text is in another script: it looks like English (en).")
    counts = rank_corpus(source, tmp_path / "de", Job(recipe=Recipe(language="de")), workers=1)
    assert counts["statuses"] == {"language": 1, "ranked": 2}
    notes = read(tmp_path / "de")[0]["notes"]
    assert isinstance(notes, list)
    assert "Read as German (de), as asked; it looks like English (en)." in notes


def test_a_text_that_is_the_name_of_a_file_is_ranked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    row = document_ranker(Job()).row(Entry("", 0, "", text=as_jsonl(tmp_path / "rain.jsonl", []).name))
    assert (row["status"], row["error"]) == ("ranked", None)


def test_duplicates_can_be_left_unranked(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", [("a", ARTICLE), ("b", ARTICLE)])
    counts = rank_corpus(source, tmp_path / "out", Job(duplicates="skip"), workers=1)
    assert counts["statuses"] == {"duplicate": 1, "ranked": 1}
    assert read(tmp_path / "out")[1]["error"] == "the same text as 'a', which is ranked."


def test_two_settings_are_never_mixed(tmp_path: Path) -> None:
    source, out = as_jsonl(tmp_path / "a.jsonl", ROWS[:2]), tmp_path / "out"
    rank_corpus(source, out, workers=1)
    before = contents(out)
    with pytest.raises(CorpusError, match="other settings: method was 'ssr', now it is 'swr'"):
        rank_corpus(source, out, Job(recipe=Recipe(method="swr")), workers=1)
    with pytest.raises(CorpusError, match=r"other documents \(2, now 3\)"):
        rank_corpus(as_jsonl(tmp_path / "b.jsonl", ROWS[:3]), out, workers=1)
    assert contents(out) == before
    rank_corpus(source, out, Job(recipe=Recipe(method="swr"), form="jsonl"), workers=1, fresh=True)
    assert len(contents(out)) == 3
    other = tmp_path / "other"
    as_folder(other, [("letter.txt", "Rain.")])
    with pytest.raises(CorpusError, match=r"holds 'letter\.txt' and no manifest"):
        rank_corpus(source, other, workers=1, fresh=True)
    with pytest.raises(CorpusError, match="lies inside"):
        rank_corpus(tmp_path, out, workers=1)
    with pytest.raises(OptionsError, match="lead takes no query"):
        rank_corpus(source, out, Job(recipe=Recipe(method="lead", query="rain")), workers=1)


def test_a_finished_job_is_kept_and_a_damaged_one_mended(tmp_path: Path) -> None:
    source, out = as_jsonl(tmp_path / "a.jsonl.gz", ROWS), tmp_path / "out"
    counts = rank_corpus(source, out, workers=1, shard_size=10)
    whole = contents(out)
    assert rank_corpus(source, out, workers=1, shard_size=10) == counts
    assert contents(out) == whole
    lost = sorted(out.glob("part-*"))[1]
    (out / f".{lost.name}.0123abcd.partial").write_bytes(lost.read_bytes()[:100])  # as a killed worker leaves it
    (out / "._manifest.json.0123abcd.partial").write_bytes(b"{")
    lost.unlink()
    (out / "_SUCCESS").unlink()
    seen: list[tuple[str, int, int]] = []
    tell = lambda what, done, of: seen.append((what, done, of))  # noqa: E731
    assert rank_corpus(source, out, workers=1, shard_size=10, progress=tell) == counts
    assert seen == [("kept", 20, 30), ("ranking", 30, 30)]
    assert contents(out) == whole


def test_what_a_killed_job_left_is_deleted_and_nothing_of_anybody_else(tmp_path: Path) -> None:
    source, out = as_jsonl(tmp_path / "a.jsonl", ROWS[:2]), tmp_path / "out"
    (out / ".sentencerank-spool").mkdir(parents=True)
    for name in ("part-00007-0123456789abcdef.jsonl", "_manifest.json", "_SUCCESS", "report.csv", "part-7.jsonl"):
        (out / f".{name}.0123abcd.partial").touch()
    rank_corpus(source, out, workers=1)
    assert sorted(path.name for path in out.glob(".*")) == [
        ".part-7.jsonl.0123abcd.partial",
        ".report.csv.0123abcd.partial",
    ]


def test_two_jobs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    source, out = as_jsonl(tmp_path / "a.jsonl", ROWS[:2]), tmp_path / "out"
    with lock_output(out), pytest.raises(CorpusError, match="another job writes"):
        rank_corpus(source, out, workers=1)


def test_the_manifest_says_how_it_was_made(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", ROWS[:2])
    rank_corpus(source, tmp_path / "out", Job(recipe=Recipe.of(damping=0.5)), workers=1)
    record = json.loads((tmp_path / "out" / "_manifest.json").read_text())
    assert record["complete"] is True
    recipe = Recipe.from_dict(record["settings"]["recipe"])
    assert recipe == Recipe.of(damping=0.5)
    assert len(record["settings"]["models"]["package"]) == 64
    assert record["settings"]["sentencerank"] == sr.__version__
    assert {"python", "numpy", "pyarrow"} <= set(record["versions"])
    assert [file["documents"] for file in record["files"]] == [2]
    assert pq.read_table(tmp_path / "out").num_rows == 2  # marks and manifest do not disturb readers of folders


def test_a_document_that_ends_its_process_is_found_and_the_others_are_ranked(tmp_path: Path) -> None:
    rows = [*ROWS[:3], ("killer", "A deadly text. It ends the process."), *ROWS[3:5]]
    one = planned(as_jsonl(tmp_path / "a.jsonl", rows), 6)
    deadly = Deadly(form="jsonl")
    found = list(run_in_processes(partial(rank_shard, deadly, tmp_path, ""), one.shards, 1, deadly))
    assert total(found)["statuses"] == {"failed": 1, "ranked": 5}
    (killer,) = (row for row in read(tmp_path) if row["id"] == "killer")
    assert "ended the process" in str(killer["error"])


@pytest.mark.slow
def test_a_shard_that_always_ends_its_process_stops_the_job_with_a_remedy(tmp_path: Path) -> None:
    one = planned(as_jsonl(tmp_path / "a.jsonl", ROWS[:2]), 2)
    with pytest.raises(CorpusError, match="died 5 times"):
        list(run_in_processes(_suicide, one.shards, 1, Job()))


def _suicide(shard: Shard, careful: bool) -> None:
    os._exit(9)


def test_jobs_that_write_the_same_have_the_same_fingerprint(tmp_path: Path) -> None:
    model = ROOT / "src" / "sentencerank" / "data" / "en"
    moved = tmp_path / "moved"
    shutil.copytree(model, moved)

    def fingerprint(**recipe: str) -> str:
        return Job(recipe=Recipe(**recipe)).fingerprint()  # type: ignore[arg-type]

    assert fingerprint(model=str(model)) == fingerprint(model=str(moved))
    (moved / "manifest.json").write_text("{}")
    assert fingerprint(model=str(model)) != fingerprint(model=str(moved))
    assert fingerprint() != fingerprint(query="rain")


def test_a_job_refuses_what_is_no_choice() -> None:
    for choice, message in (
        ({"rows": "word"}, "rows='word': give one of document, sentence"),
        ({"form": "csv"}, "form='csv': give one of parquet, jsonl"),
        ({"max_characters": 0}, "max_characters=0: give a whole number of 1 or more"),
    ):
        with pytest.raises(OptionsError, match=message):
            Job(**choice)
    with pytest.raises(OptionsError, match="structure is a Python object"):
        rank_corpus("a.jsonl", "out", Job(recipe=Recipe.of(structure=lambda i, n: 1.0)))


# Killed


def command(source: Path, out: Path, *more: str) -> list[str]:
    return [sys.executable, "-m", "sentencerank", "corpus", "rank", str(source), "-o", str(out), *more]


def killed_and_resumed(tmp_path: Path, count: int, kills: int, workers: int) -> None:
    """Kills when some files are there and a moment has gone by: random, but not by the clock of a busy machine."""
    source, more = (
        as_jsonl(tmp_path / "a.jsonl.gz", documents(count)),
        ("--workers", str(workers), "--shard-size", "10"),
    )
    subprocess.run(command(source, tmp_path / "calm", *more), check=True, capture_output=True)
    r, out = random.Random(0), tmp_path / "out"
    for number in range(kills):
        process = subprocess.Popen(command(source, out, *more), stderr=subprocess.DEVNULL, start_new_session=True)
        files, moment = r.randrange(0, count // 20), r.uniform(0, 0.2)
        while len(list(out.glob("part-*"))) < files:
            assert process.poll() is None
            time.sleep(0.005)
        time.sleep(moment)
        # the driver alone, whose workers must end by themselves, or the whole group
        (os.kill if number % 2 else os.killpg)(process.pid, signal.SIGKILL)
        assert process.wait() == -signal.SIGKILL, "it was over before it was killed"
        for path in sorted(out.glob("part-*"))[5:] if number < kills - 1 else ():
            path.unlink()  # go back a little, so that there is always something to kill
    subprocess.run(command(source, out, *more), check=True, capture_output=True)
    assert contents(out) == contents(tmp_path / "calm")
    assert pq.read_table(out, columns=["id"]).column("id").to_pylist() == [id for id, _ in documents(count)]


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill")
def test_a_job_that_was_killed_goes_on_to_the_same_output(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, 400, 1, 1)


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system cannot kill")
def test_a_job_that_was_killed_ten_times_goes_on_to_the_same_output(tmp_path: Path) -> None:
    killed_and_resumed(tmp_path, 1000, 10, 2)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="finds processes in /proc")
def test_a_killed_worker_and_any_number_of_them_change_no_byte(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", documents(60))
    rank_corpus(source, tmp_path / "calm", workers=1, shard_size=10)
    killed: list[int] = []
    others = workers_of(os.getpid())  # such as the process that reads files for other tests

    def kill(what: str, done: int, of: int) -> None:
        if what == "ranking" and not killed:
            killed.extend(pid for pid in workers_of(os.getpid()) if pid not in others)
            for pid in killed:
                os.kill(pid, signal.SIGKILL)

    rank_corpus(source, tmp_path / "killed", workers=3, shard_size=10, progress=kill)
    assert len(killed) == 3
    assert contents(tmp_path / "killed") == contents(tmp_path / "calm")


def workers_of(parent: int) -> list[int]:
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            below = int((path / "stat").read_text().rpartition(")")[2].split()[1]) == parent
            if below and b"sentencerank.workers" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
    return found


STUCK = """
import sys
from pathlib import Path
from sentencerank.corpus.document_ranker import document_ranker
from sentencerank.corpus.entries import Entry
from sentencerank.corpus.job import Job
from sentencerank.corpus.local_engine import run_in_processes
from sentencerank.corpus.shards import plan
from tests.corpus.collections import stick

shards = plan(Path(sys.argv[1]), Job(), Path("spool"), 5).shards
list(run_in_processes(stick, shards, 2, Job()))
"""


def ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


@pytest.mark.skipif(sys.platform != "linux", reason="only there the kernel ends a process with its parent")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_nothing_is_left_running_when_a_job_ends_while_its_workers_are_stuck(number: int, tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", ROWS)
    job = subprocess.Popen([sys.executable, "-c", STUCK, str(source)], cwd=ROOT, stderr=subprocess.DEVNULL)
    pids: list[int] = []
    try:
        wait_until(lambda: len(list(tmp_path.glob("*.pid"))) == 4 or job.poll() is not None, 60)
        pids = [int(path.stem) for path in tmp_path.glob("*.pid")]
        assert len(pids) == 4
        job.send_signal(number)
        start = time.monotonic()
        assert job.wait(30) != 0
        wait_until(lambda: all(map(ended, pids)), 10)
        assert time.monotonic() - start < 10
    finally:
        for pid in (job.pid, *pids):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        job.wait()


def wait_until(condition: Callable[[], bool], seconds: float = 480.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)


# The command


def test_the_command_ranks_and_says_what_became_of_the_documents(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", [*ROWS[:2], ("empty", "")])
    arguments = ["corpus", "rank", str(source), "-o", str(tmp_path / "out"), "--rows", "sentence", "--workers", "1"]
    done = CliRunner().invoke(main, [*arguments, "--set", "damping=0.5", "--no-sentence-text"])
    assert done.exit_code == 0, done.output
    assert "ranked 2 of 3 documents" in done.stderr
    assert "1 empty (see the column error)" in done.stderr
    table = pq.read_table(tmp_path / "out")
    assert table.column_names == [*COMMON, *SENTENCE]
    assert table.column("text").null_count == table.num_rows
    again = CliRunner().invoke(main, arguments)
    assert again.exit_code == 1
    assert "other settings: options was {'damping': 0.5}, now it is {}" in again.stderr


def test_options_that_do_not_fit_are_refused_before_anything_is_written(tmp_path: Path) -> None:
    source = as_jsonl(tmp_path / "a.jsonl", ROWS[:2])
    for more, message in (
        (["--set", "damping=5"], "outside its range"),
        (["--set", "nothing=5"], "no option is called 'nothing'"),
        (["--set", "damping"], "not NAME=VALUE"),
        (["--master", "spark://x:1"], "are for --engine spark"),
        (["--model", str(tmp_path)], "manifest.json"),
    ):
        done = CliRunner().invoke(main, ["corpus", "rank", str(source), "-o", str(tmp_path / "out"), *more])
        assert done.exit_code in (1, 2), more
        assert message in done.stderr
        assert not (tmp_path / "out").exists()


def test_spark_without_java_is_one_line_with_the_remedy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    source = as_jsonl(tmp_path / "a.jsonl", ROWS[:2])
    done = CliRunner().invoke(main, ["corpus", "rank", str(source), "-o", str(tmp_path / "out"), "--engine", "spark"])
    assert done.exit_code == 1
    assert len(done.stderr.splitlines()) == 1
    assert "apt install default-jre-headless" in done.stderr
    assert not (tmp_path / "out").exists()


def test_the_columns_are_described() -> None:
    page = (ROOT / "docs" / "corpus.md").read_text(encoding="utf-8")
    for name in (*COMMON, *SENTENCE, *DOCUMENT, *STATUSES, "topics", "sentences"):
        assert f"`{name}`" in page, name


def test_a_worker_loads_neither_pandas_nor_another_language() -> None:
    """Each would take some 30 MB in every process, and nobody asked for it."""
    with Worker(setup=partial(prepare, Job())) as worker:
        worker.call(_load_small_pyarrow)
        assert worker.call(eval, "__import__('pyarrow').RecordBatch.from_pylist([{'a': 1}]).num_rows") == 1
        assert worker.call(eval, "__import__('pyarrow').default_memory_pool().backend_name") == "system"
        loaded = worker.call(eval, "set(__import__('sys').modules)")
        assert "pyarrow" in loaded
        assert not {"pandas", "pyarrow._s3fs", "HanTa"} & loaded
        assert worker.call(eval, "__import__('pandas').__name__") == "pandas"  # for others it is still there
