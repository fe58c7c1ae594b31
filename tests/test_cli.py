from __future__ import annotations

import csv
import io
import json
import os
import pty
import re
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import click
import pytest
from click.testing import CliRunner, Result
from scripts.man_page import commands

import sentencerank as sr
from sentencerank.cli.main import COMMANDS, main
from sentencerank.files import from_csv_cell
from sentencerank.records import rounded

ARTICLE = Path(__file__).parent.parent / "examples" / "article.txt"
TEXT = ARTICLE.read_text(encoding="utf-8")
PRINTING = ("rank", "summarize", "layers", "keyphrases")
ANSI = re.compile(r"\x1b\[[0-9;]*m")


def run(*arguments: str | Path, input: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=input, prog_name="sentencerank")


def process(*arguments: str | Path, **options: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "sentencerank", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, check=False, **options)  # type: ignore[call-overload]


def on_a_terminal(*arguments: str | Path, env: dict[str, str] | None = None) -> str:
    """What a person sees who types the command into a terminal of 80 columns."""
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sentencerank", *map(str, arguments)]
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    child = subprocess.Popen(
        command, stdin=theirs, stdout=theirs, stderr=theirs, env={**environment, "TERM": "xterm", **(env or {})}
    )
    os.close(theirs)
    seen = b""
    while select.select([ours], [], [], 30)[0]:
        try:
            chunk = os.read(ours, 65536)
        except OSError:  # Linux says EIO when the other side is closed
            break
        if not chunk:
            break
        seen += chunk
    os.close(ours)
    child.wait(timeout=30)
    return seen.decode("utf-8").replace("\r\n", "\n")


def test_rank_into_a_pipe_is_every_sentence_best_first() -> None:
    result = run("rank", ARTICLE)
    rows = [line.split("\t") for line in result.stdout.splitlines()]
    ranking = sr.rank(TEXT)
    assert result.exit_code == 0
    assert [int(row[0]) for row in rows] == list(range(1, len(ranking) + 1))
    assert [int(row[2]) for row in rows] == ranking.order.tolist()
    assert [row[3] for row in rows] == [" ".join(sentence.text.split()) for sentence in ranking.top(len(ranking))]


def test_several_files_are_named_in_front() -> None:
    result = run("rank", ARTICLE, ARTICLE)
    assert {line.split("\t")[0] for line in result.stdout.splitlines()} == {str(ARTICLE)}


@pytest.mark.parametrize("budget", [("words", 60), ("sentences", 3), ("ratio", 0.1), ("characters", 400)])
def test_summarize_spends_the_budget_of_the_library(budget: tuple[str, float]) -> None:
    name, value = budget
    expected = sr.rank(TEXT).summary(**{name: value})  # type: ignore[arg-type]
    result = run("summarize", f"--{name}", str(value), ARTICLE)
    assert result.stdout.splitlines() == [" ".join(sentence.text.split()) for sentence in expected]


def test_summarize_takes_a_fifth_by_default() -> None:
    ranking = sr.rank(TEXT)
    assert len(run("summarize", ARTICLE).stdout.splitlines()) == len(ranking.summary(ratio=0.2))


def test_two_budgets_are_refused() -> None:
    result = run("summarize", "--words", "10", "--sentences", "2", ARTICLE)
    assert result.exit_code == 2
    assert "two budgets" in result.stderr


def test_a_budget_too_small_for_any_sentence_says_so() -> None:
    result = run("summarize", "--words", "1", ARTICLE)
    assert (result.exit_code, result.stdout) == (0, "")
    assert "no sentence fits" in result.stderr


def test_context_and_nested_are_passed_on() -> None:
    expected = sr.rank(TEXT).summary(words=120, context=True, nested=True)
    result = run("summarize", "--words", "120", "--context", "--nested", "--json", ARTICLE)
    assert [row["index"] for row in json.loads(result.stdout)["sentences"]] == list(expected.indices)


def test_layers_cover_the_document_once() -> None:
    rows = [line.split("\t") for line in run("layers", ARTICLE).stdout.splitlines()]
    assert [int(row[0]) for row in rows] == sorted(int(row[0]) for row in rows)
    assert sorted(int(row[3]) for row in rows) == list(range(len(sr.rank(TEXT))))


def test_a_depth_folds_what_lies_deeper() -> None:
    result = run("layers", "--depth", "2", "--text", ARTICLE)
    shown = {sentence.index for layer in sr.rank(TEXT).layers()[:2] for sentence in layer.sentences}
    assert "···" in result.stdout
    assert len(run("layers", "--depth", "2", ARTICLE).stdout.splitlines()) == len(shown)


def test_keyphrases_of_a_folder_are_those_of_its_documents(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "b.txt").write_text(TEXT, encoding="utf-8")
    (tmp_path / "c.jsonl").write_text("{}", encoding="utf-8")
    result = run("keyphrases", "--count", "2", tmp_path)
    assert len(result.stdout.splitlines()) == 4
    assert "left out 1 file" in result.stderr


def test_keyphrases_are_those_of_the_library() -> None:
    rows = [line.split("\t") for line in run("keyphrases", "--count", "4", ARTICLE).stdout.splitlines()]
    assert [row[2] for row in rows] == [phrase.text for phrase in sr.rank(TEXT).keyphrases(4)]


def test_explain_shows_parts_terms_and_votes() -> None:
    ranking = sr.rank(TEXT)
    shown = run("explain", ARTICLE, "5").stdout
    reasons = ranking.explain(5)
    assert " ".join(reasons.text.split()) in " ".join(shown.split())
    assert all(part in shown for part in reasons.parts)
    assert all(f"[{vote.sentence}]" in shown for vote in reasons.votes)


def test_explain_by_rank() -> None:
    record = json.loads(run("explain", "--by-rank", "--json", ARTICLE, "2").stdout)
    assert record["rank"] == 2
    assert sum(record["parts"].values()) == pytest.approx(record["score"])


@pytest.mark.parametrize("arguments", [(99,), ("--by-rank", 0), ("--by-rank", 99)])
def test_explain_refuses_a_sentence_that_is_not_there(arguments: Sequence[str | int]) -> None:
    result = run("explain", *map(str, arguments[:-1]), ARTICLE, str(arguments[-1]))
    assert result.exit_code == 2
    assert "Give one from 1" in result.stderr or "sentence index from 0" in result.stderr


@pytest.mark.parametrize("command", PRINTING)
def test_json_is_an_object_and_a_list_for_several(command: str) -> None:
    one = json.loads(run(command, "--json", ARTICLE).stdout)
    two = json.loads(run(command, "--json", ARTICLE, ARTICLE).stdout)
    assert one["id"] == str(ARTICLE)
    assert two == [one, one]
    assert [json.loads(line) for line in run(command, "--jsonl", ARTICLE, ARTICLE).stdout.splitlines()] == two


def test_json_of_rank_is_the_record_of_the_library() -> None:
    assert json.loads(run("rank", "--json", ARTICLE).stdout) == sr.rank(TEXT, id=str(ARTICLE)).to_dict()


@pytest.mark.parametrize("command", PRINTING)
def test_csv_has_one_header_and_lines_that_end_as_rfc_4180_says(command: str) -> None:
    output = process(command, "--csv", ARTICLE, ARTICLE).stdout
    rows = list(csv.reader(io.StringIO(output.decode("utf-8"), newline="")))
    assert output.count(b"\r\n") == output.count(b"\n") == len(rows)
    assert "id" in rows[0]
    assert rows.count(rows[0]) == 1
    assert {len(row) for row in rows} == {len(rows[0])}


def test_csv_of_rank_has_a_row_per_sentence() -> None:
    rows = list(csv.DictReader(io.StringIO(run("rank", "--csv", ARTICLE).stdout, newline="")))
    ranking = sr.rank(TEXT)
    assert [int(row["rank"]) for row in rows] == [sentence.rank for sentence in ranking.sentences]
    assert [TEXT[int(row["start"]) : int(row["end"])].split() for row in rows] == [row["text"].split() for row in rows]


FORMULAS = (
    '=HYPERLINK("http://example.org", "prize") was what the first line of the letter said to all.',
    "+49 30 was the number that he gave to everybody who asked for it on that day.",
    "-2+3 is what the machine printed when nobody was looking at the number.",
    "@SUM was the name of the account that wrote the letter with the number.",
    "'Tis a quiet line that does no harm to any letter or number at all.",
)


@pytest.mark.parametrize("command", ["rank", "summarize", "layers"])
def test_no_cell_of_a_csv_runs_as_a_formula(command: str, tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("\n\n".join(FORMULAS), encoding="utf-8")
    budget = ("--ratio", "1") if command == "summarize" else ()
    rows = list(csv.DictReader(io.StringIO(run(command, "--csv", *budget, path).stdout, newline="")))
    assert sorted(from_csv_cell(row["text"]) for row in rows) == sorted(FORMULAS)
    assert [row["text"][0] for row in sorted(rows, key=lambda row: int(row["index"]))] == ["'"] * 5
    assert any(row["score"].startswith("-") for row in rows)  # a number stays a number
    assert {float(row["score"]) for row in rows} == {rounded(s.score) for s in sr.rank("\n\n".join(FORMULAS)).sentences}


@pytest.mark.parametrize("arguments", [(), ("-",)])
def test_standard_input(arguments: tuple[str, ...]) -> None:
    assert process("rank", *arguments, input=TEXT.encode()).stdout == process("rank", ARTICLE).stdout


def test_options_reach_the_ranker() -> None:
    given = (
        "--method",
        "swr",
        "--reading",
        "paper",
        "--structure",
        "flat",
        "--set",
        "softplus=no",
        "--set",
        "damping=0.5",
    )
    record = json.loads(run("rank", "--json", *given, ARTICLE).stdout)
    expected = sr.rank(TEXT, method="swr", reading="paper", structure="flat", softplus=False, damping=0.5)
    assert record["options"] == expected.to_dict()["options"]
    assert record["order"] == expected.order.tolist()


def test_a_query_reaches_the_ranker() -> None:
    record = json.loads(run("rank", "--json", "--query", "salmon and leaks", ARTICLE).stdout)
    assert record["order"] == sr.rank(TEXT, query="salmon and leaks").order.tolist()


WRONG = [
    ("damp=1", "The options are: "),
    ("damping", "NAME=VALUE"),
    ("damping=high", "give a number from 0.0 to 0.99"),
    ("window=2.5", "give a whole number from 2 to 100"),
    ("softplus=perhaps", "give True or False"),
    ("damping=5", "from 0.0 to 0.99"),
    ("wmd=fast", "relaxed, exact"),
]
RANKING = (
    "rank", "summarize", "layers", "keyphrases", "together", "explain", "read", "corpus rank", "corpus overview",
)  # fmt: skip


def ranking_command(name: str, folder: Path, *options: str) -> Result:
    """Run a command that takes a recipe on an article, whatever else it needs."""
    (folder / "in").mkdir(exist_ok=True)
    shutil.copy(ARTICLE, folder / "in")
    source = folder / "in" if name.startswith("corpus") else ARTICLE
    target = {"read": ("-o", folder / "a.html"), "corpus rank": ("-o", folder / "out", "--fresh")}.get(name, ())
    workers = ("--workers", "1") if name.startswith("corpus") else ()
    return run(*name.split(), *options, source, *(["0"] if name == "explain" else []), *target, *workers)


def test_every_command_that_takes_a_setting_is_tested() -> None:
    takes = {" ".join(path) for path, command in commands() if any("--set" in one.opts for one in command.params)}
    assert takes == set(RANKING)


@pytest.mark.parametrize("command", RANKING)
def test_the_options_of_a_recipe_are_the_same_for_all_commands(command: str) -> None:
    found = {one.name: one for one in dict(commands())[tuple(command.split())].params}
    expected = {one.name: one for one in dict(commands())["rank",].params}
    for name in ("query", "method", "reading", "structure", "language", "model", "changes"):
        assert found[name].to_info_dict() == expected[name].to_info_dict()


@pytest.mark.parametrize("command", RANKING)
@pytest.mark.parametrize(("pair", "message"), WRONG)
def test_a_wrong_setting_is_told_with_what_would_be_right(
    command: str, pair: str, message: str, tmp_path: Path
) -> None:
    result = ranking_command(command, tmp_path, "--set", pair)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())
    assert result.stderr.startswith("Usage: ")


@pytest.mark.parametrize("command", RANKING)
def test_settings_are_read_alike_by_all_commands(command: str, tmp_path: Path) -> None:
    result = ranking_command(command, tmp_path, "--set", "fusion=off", "--set", "max-clusters=3", "--set", "gamma=2")
    assert result.exit_code == 0, result.output


@pytest.mark.parametrize("command", RANKING)
def test_options_that_contradict_each_other_are_wrong_usage(command: str, tmp_path: Path) -> None:
    result = ranking_command(command, tmp_path, "--method", "lead", "--set", "damping=0.5")
    assert result.exit_code == 2
    assert "damping does nothing for method='lead'" in result.stderr


def test_a_setting_may_be_none() -> None:
    assert json.loads(run("rank", "--json", "--set", "threshold=none", ARTICLE).stdout)["options"]["threshold"] is None


@pytest.mark.parametrize("name", ["method", "reading", "structure"])
def test_choices_are_those_of_the_library(name: str) -> None:
    tables = {"method": sr.METHODS, "reading": sr.READINGS, "structure": ("auto", *sr.STRUCTURES)}
    result = run("rank", f"--{name}", "nonsense", ARTICLE)
    assert result.exit_code == 2
    assert re.findall(r"'([a-z]+)'", result.stderr.partition("is not one of")[2]) == list(tables[name])


@pytest.mark.parametrize("data", [b"", b" \n\t\n", b"\xef\xbb\xbf"])
def test_nothing_to_rank_says_so_and_exits_with_3(data: bytes) -> None:
    result = process("rank", input=data)
    assert (result.returncode, result.stdout) == (3, b"")
    assert result.stderr == b"sentencerank: standard input: there are no sentences to rank\n"


def test_what_cannot_be_read_is_named_and_the_others_are_done(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    (tmp_path / "folder").mkdir()
    result = run("rank", tmp_path / "absent.txt", tmp_path / "folder", ARTICLE, tmp_path / "empty.txt")
    assert result.exit_code == 1
    assert len(result.stdout.splitlines()) == len(sr.rank(TEXT))
    assert [line.partition(": ")[0] for line in result.stderr.splitlines()] == ["sentencerank"] * 3
    assert f"{tmp_path / 'absent.txt'}: No such file or directory. Check the path." in result.stderr
    assert f"{tmp_path / 'folder'}: there are no documents in this folder" in result.stderr
    assert "empty.txt: there are no sentences" in result.stderr


def test_of_a_folder_all_documents_are_ranked(tmp_path: Path) -> None:
    (tmp_path / "b" / "c").mkdir(parents=True)
    for name in ("b/c/note.txt", "a.md", "LICENSE-2.0", "photo.jpg", ".hidden.txt", "table.jsonl"):
        (tmp_path / name).write_text(TEXT, encoding="utf-8")
    (tmp_path / "link.txt").symlink_to(tmp_path / "a.md")
    (tmp_path / "activate").write_text(f"#!/bin/sh\n{TEXT}", encoding="utf-8")
    (tmp_path / "lib.so.5").write_bytes(b"\x7fELF\0\0 It rained. " * 9)
    result = run("rank", "--jsonl", tmp_path)
    assert result.exit_code == 0
    names = [json.loads(line)["id"] for line in result.stdout.splitlines()]
    assert names == [str(tmp_path / name) for name in ("LICENSE-2.0", "a.md", "b/c/note.txt")]
    assert result.stderr == f"sentencerank: {tmp_path}: left out 6 files that are hidden, links or no documents\n"
    assert run("rank", "--quiet", "--jsonl", tmp_path).stderr == ""


def test_on_a_narrow_terminal_every_line_fits(tmp_path: Path) -> None:
    (tmp_path / "a-name-that-is-far-too-long-for-the-first-line.txt").write_text(TEXT, encoding="utf-8")
    for command in PRINTING:
        seen = CliRunner().invoke(main, [command, "--text", str(tmp_path)], env={"COLUMNS": "60"}, prog_name="s")
        assert all(len(line) <= 60 for line in seen.stdout.splitlines()), command


def test_numbers_in_the_margin_agree_with_the_ranks() -> None:
    seen = run("rank", "--text", ARTICLE).stdout
    pairs = sorted((int(rank), int(share)) for rank, share in re.findall(r"^ *(\d+) +(\d+) ", seen, re.MULTILINE))
    assert pairs[0] == (1, 100)
    assert [share for _, share in pairs] == sorted((share for _, share in pairs), reverse=True)


def test_quiet_prints_no_notes_but_errors(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text(TEXT, encoding="utf-8")
    notes = run("rank", "--language", "de", tmp_path / "note.txt")
    assert "note.txt: " in notes.stderr
    silent = run("rank", "-q", "--language", "de", tmp_path / "note.txt", tmp_path / "absent.txt")
    assert silent.exit_code == 1
    assert silent.stderr.splitlines() == [
        f"sentencerank: {tmp_path / 'absent.txt'}: No such file or directory. Check the path."
    ]
    assert silent.stdout


MARKDOWN = """# Rain

It rained in the *north* of the country for nine days, and the rivers rose. Nobody had expected it.

## Roads

- Two roads along the rivers were closed in the night, and [trains](https://example.org/t) were late.

## Schools

Schools stayed open. The teachers came by boat, which took them nearly an hour each way.
"""


def test_markdown_has_the_chosen_sentences_in_bold(tmp_path: Path) -> None:
    (tmp_path / "rain.md").write_text(MARKDOWN, encoding="utf-8")
    result = run("rank", "--md", "--sentences", "1", tmp_path / "rain.md")
    assert result.exit_code == 0
    assert result.stdout.count("**") == 2
    assert result.stdout.replace("**", "") == MARKDOWN


def test_a_summary_in_markdown_has_the_headings_of_its_sentences(tmp_path: Path) -> None:
    (tmp_path / "rain.md").write_text(MARKDOWN, encoding="utf-8")
    found = [run("summarize", "--md", "--ratio", share, tmp_path / "rain.md").stdout for share in ("0.1", "1")]
    assert found[1] == MARKDOWN
    assert found[0].splitlines()[0] == "# Rain"
    assert sum(line.startswith("#") for line in found[0].splitlines()) <= 2


def test_html_is_one_page_that_runs_nothing(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT + "\n\nHe wrote <script>alert(1)</script> on the wall of the house.\n")
    (tmp_path / "b.txt").write_text(TEXT)
    for command in ("rank", "summarize"):
        page = run(command, "--html", tmp_path / "a.txt", tmp_path / "b.txt").stdout
        assert page.startswith("<!doctype html>")
        assert page.count("<html>") == page.count("</body>") == 1
        assert "<script" not in page
        assert "Content-Security-Policy" in page


def test_a_missing_model_is_one_line(tmp_path: Path) -> None:
    result = run("rank", "--model", tmp_path / "absent", ARTICLE)
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 1
    assert result.stderr.startswith("sentencerank: ")


def test_another_encoding_is_guessed_and_said(tmp_path: Path) -> None:
    file = tmp_path / "old.txt"
    text = "Der Müller mahlt das Mehl für die Stadt. Die Bäckerin bäckt das Brot für das große Fest. " * 5
    file.write_bytes(text.encode("cp1252"))
    result = run("rank", file)
    assert result.exit_code == 0
    assert "Müller" in result.stdout
    assert "guessed" in result.stderr


def test_a_wrong_encoding_is_an_error_with_its_remedy(tmp_path: Path) -> None:
    file = tmp_path / "old.txt"
    file.write_bytes("Der Müller mahlt das Mehl.".encode("cp1252"))
    result = run("rank", "--encoding", "utf-8", file)
    assert result.exit_code == 1
    assert "Leave --encoding out" in result.stderr


def test_a_web_page_and_a_markdown_file_are_read_by_their_content(tmp_path: Path) -> None:
    page = tmp_path / "page"
    body = "".join(f"<p>The quarry holds the heat of summer number {i} for the whole town.</p>" for i in range(9))
    page.write_text(f"<!doctype html><html><body><nav>Home | About</nav><article>{body}</article></body></html>")
    result = run("rank", page)
    assert result.exit_code == 0, result.stderr
    assert "quarry" in result.stdout
    assert "<p>" not in result.stdout
    notes = tmp_path / "notes.md"
    notes.write_text("# Heat\n\nThe **quarry** holds the heat of the summer. It keeps the town warm in winter.\n")
    assert "The quarry holds" in run("summarize", "--sentences", "1", notes).stdout


def test_an_address_is_fetched_because_the_user_typed_it(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The quarry holds the heat of the summer. The town is warm in winter.")
    handler = partial(SimpleHTTPRequestHandler, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        result = run("rank", f"{address}/a.txt")
        missing = run("rank", f"{address}/b.txt")
        server.shutdown()
    assert result.exit_code == 0, result.stderr
    assert "quarry" in result.stdout
    assert missing.exit_code == 1
    assert "cannot be fetched" in missing.stderr


def test_utf_16_is_recognised(tmp_path: Path) -> None:
    file = tmp_path / "wide.txt"
    file.write_bytes(TEXT.encode("utf-16"))
    assert [line.split("\t")[0] for line in run("rank", file).stdout.splitlines()][:3] == ["1", "2", "3"]
    assert run("rank", "--encoding", "utf-16", file).stdout == run("rank", ARTICLE).stdout


def test_a_byte_order_mark_is_not_text() -> None:
    assert process("rank", input=TEXT.encode("utf-8-sig")).stdout == process("rank", ARTICLE).stdout


@pytest.mark.parametrize("name", ["latin-33", "hex"])
def test_an_unknown_encoding_is_refused(name: str) -> None:
    result = run("rank", "--encoding", name, ARTICLE)
    assert result.exit_code == 2
    assert "is not known" in result.stderr


@pytest.mark.parametrize("form", ["--text", "--tsv", "--json", "--jsonl", "--csv"])
def test_output_is_utf_8_whatever_the_locale(form: str) -> None:
    text = "The café reopened in the old mill. The mill had been empty for years before the café came."
    result = process("rank", form, input=text.encode(), env={**os.environ, "PYTHONIOENCODING": "ascii"})
    assert (result.returncode, result.stderr) == (0, b"")
    assert "café" in result.stdout.decode("utf-8")


def test_a_lone_surrogate_in_a_query_does_no_harm() -> None:
    query = b"mill \xff".decode("utf-8", "surrogateescape")  # as Python hands on what a terminal sends
    for form in ("--text", "--json", "--csv"):
        assert process("rank", form, "--query", query, ARTICLE).stdout.decode("utf-8")
    record = json.loads(process("rank", "--json", "--query", query, ARTICLE).stdout)
    assert record["query"] == "mill \N{REPLACEMENT CHARACTER}"


def test_a_reader_who_has_enough_ends_it_quietly(tmp_path: Path) -> None:
    long = tmp_path / "long.txt"
    long.write_text("\n\n".join(f"{TEXT}\n\nPart {number} ends here." for number in range(12)), encoding="utf-8")
    command = f"{sys.executable} -m sentencerank rank --json {long} {long} | head -n 1"
    result = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, check=False)
    assert (result.returncode, result.stdout, result.stderr) == (0, b"[\n", b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_one_line() -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "sentencerank", "rank", str(ARTICLE)]
        result = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False)
    assert result.returncode == 1
    assert result.stderr == b"sentencerank: cannot write the output: No space left on device\n"


def test_a_budget_that_nothing_fits_is_told_by_the_name_of_the_input() -> None:
    result = run("summarize", "--words", "1", input=TEXT)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == "sentencerank: standard input: no sentence fits the budget; the best one has 28 words\n"
    assert "the best one has 155 characters" in run("summarize", "--characters", "9", ARTICLE).stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_output_that_was_closed_before_the_start_is_read_by_nobody(closed: str, tmp_path: Path) -> None:
    command = shlex.join([sys.executable, "-m", "sentencerank", "rank", str(ARTICLE)])
    result = subprocess.run(["bash", "-c", f"{command} {closed}"], capture_output=True, check=False, text=True)
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(
    "arguments", [("corpus", "rank"), ("corpus", "overview"), ("train", "phrases"), ("read",)], ids=" ".join
)
def test_a_place_that_cannot_be_written_to_is_one_line(arguments: tuple[str, ...], tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    result = run(*arguments, ARTICLE, "-o", tmp_path / "file" / "page.html")
    assert result.exit_code == 1
    assert "Not a directory. Choose another place" in result.stderr.splitlines()[-1]


@pytest.mark.parametrize(("arguments", "code"), [((), 2), (("-",), 1)])
def test_a_closed_standard_input_is_told(arguments: tuple[str, ...], code: int) -> None:
    command = shlex.join([sys.executable, "-m", "sentencerank", "rank", *arguments]) + " <&-"
    result = subprocess.run(["bash", "-c", command], capture_output=True, check=False, text=True)
    assert result.returncode == code
    assert "pipe a text in" in result.stderr
    assert "Traceback" not in result.stderr


def test_on_a_terminal_the_document_is_shown_with_highlights() -> None:
    seen = on_a_terminal("rank", ARTICLE)
    plain = ANSI.sub("", seen)
    assert "\x1b[" in seen
    assert all(len(line) <= 80 for line in plain.splitlines())
    assert "█" in plain
    assert "rank, of 100, topic" in plain
    shown = " ".join(re.sub(r"^[ 0-9.A-Z-]{14}[█▌ ] ?", " ", line) for line in plain.splitlines())
    assert "Town Heats Itself" in shown
    assert plain.index("HALVERSUND") < plain.index("Fishermen") < plain.index("Digging one")


@pytest.mark.parametrize(("arguments", "env"), [(("--no-color",), {}), ((), {"NO_COLOR": "1"}), ((), {"TERM": "dumb"})])
def test_no_colours_where_they_are_not_wanted(arguments: tuple[str, ...], env: dict[str, str]) -> None:
    seen = on_a_terminal("rank", *arguments, ARTICLE, env=env)
    assert "\x1b" not in seen
    assert "█" in seen


def test_colours_may_be_asked_for_in_a_pipe() -> None:
    assert "\x1b[" in run("rank", "--color", ARTICLE).stdout
    assert "\x1b[" not in run("rank", "--text", ARTICLE).stdout


def test_a_terminal_without_input_is_told_what_to_do() -> None:
    seen = on_a_terminal("rank")
    assert "there is nothing to read" in seen
    assert "| sentencerank rank" in " ".join(seen.split())


def test_a_bar_shows_the_progress_through_several_files(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "sentencerank", "rank", *map(str, [ARTICLE] * 3)]
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=theirs, check=True)
    os.close(theirs)
    seen = os.read(ours, 65536).decode("utf-8")
    assert seen.startswith("\r\x1b[Kranking")
    assert "100 %  3 of 3 files" in seen.splitlines()[-1]
    os.close(ours)
    assert len(result.stdout.splitlines()) == 3 * len(sr.rank(TEXT))


def test_wide_characters_are_counted_as_two_columns() -> None:
    text = "市议会周二投票决定关闭大桥进行为期一年的维修。工程师上周在主跨上发现了裂缝，情况比预想的要严重得多。" * 3
    result = run("rank", "--text", "--language", "zh", input=text)
    from sentencerank.cli.wrap import columns

    assert result.exit_code == 0, result.stderr
    assert max(columns(line) for line in result.stdout.splitlines()) <= 80


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_completion_script_is_one(shell: str) -> None:
    result = run("completion", shell)
    assert result.exit_code == 0
    assert result.stdout.startswith("# To complete sentencerank")
    assert "_SENTENCERANK_COMPLETE" in result.stdout
    if shutil.which(shell):
        subprocess.run([shell, "-n"], input=result.stdout, text=True, check=True)


def test_version() -> None:
    assert run("--version").stdout == f"sentencerank {sr.__version__}\n"


def test_exit_codes_and_examples_are_in_the_help() -> None:
    text = run("--help").stdout
    assert "Exit codes:" in text
    assert "Examples:" in text
    assert main.list_commands(main.make_context("sentencerank", [], resilient_parsing=True))[0] == "rank"


def test_the_list_of_commands_says_what_the_commands_say() -> None:
    context = click.Context(main)
    for name, (_, about) in COMMANDS.items():
        command = main.get_command(context, name)
        assert command is not None
        assert command.get_short_help_str(100) == about
        assert command.name == name
    assert main.get_command(context, "nonsense") is None
    assert run("nonsense").exit_code == 2


HEAVY = ("numpy", "sentencex", "Stemmer", "pyarrow", "pyspark", "gensim", "fastapi", "matplotlib")
FEATURES = ("corpus", "documents", "evaluate", "languages", "method", "model", "ranker", "reader", "serve", "train")


def test_help_imports_neither_numpy_nor_features() -> None:
    code = (
        "import sys\nfrom sentencerank.cli.main import main\nmain(['--help'], standalone_mode=False)\n"
        f"heavy = {{*{HEAVY}, *(f'sentencerank.{{name}}' for name in {FEATURES})}} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert result.returncode == 0, result.stderr


def test_help_of_a_command_does_not_load_what_the_command_runs() -> None:
    code = (
        "import sys\nfrom sentencerank.cli.main import main\n"
        "for words in (['rank'], ['train'], ['corpus', 'rank'], ['evaluate'], ['model', 'import'], ['read']):\n"
        "    main([*words, '--help'], standalone_mode=False)\n"
        "heavy = {'sentencerank.ranker', 'matplotlib', 'Stemmer', 'pyarrow', 'pyspark', 'gensim'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)\n"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, text=True)
    assert result.returncode == 0, result.stderr


def test_help_is_quick() -> None:
    """Processor time, which a busy machine does not change much; the least of five runs, to be sure."""
    spent = []
    for _ in range(5):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert process("--help").returncode == 0
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        spent.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert min(spent) < 0.15


def interrupt(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


def test_ctrl_c_is_one_line_and_exit_code_130(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sr.Ranker, "rank", interrupt)
    result = run("rank", ARTICLE)
    assert (result.exit_code, result.stdout, result.stderr) == (130, "", "sentencerank: stopped.\n")


@pytest.mark.parametrize(
    ("arguments", "called"),
    [
        (("corpus", "rank", ARTICLE.parent, "-o", "out"), "sentencerank.rank_corpus"),
        (("train", ARTICLE, "-o", "out"), "sentencerank.train.run.train_model"),
        (("evaluate", "judged.jsonl", "--store", "kept.jsonl"), "sentencerank.evaluate.runs.run_evaluation"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else "",
)
def test_ctrl_c_in_a_command_that_resumes_says_how_to_go_on(
    arguments: Sequence[str | Path], called: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    case = {"id": "a", "sentences": ["Rain fell."], "references": [{"judge": "a", "text": "Rain."}]}
    (tmp_path / "judged.jsonl").write_text(json.dumps(case), encoding="utf-8")
    monkeypatch.setattr(called, interrupt)
    result = run(*arguments)
    assert result.exit_code == 130
    last = result.stderr.splitlines()[-1]
    assert last == "sentencerank: stopped. Run the same command again: it goes on where it stopped."


def test_ctrl_c_on_a_real_process_shows_no_traceback(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    command = [sys.executable, "-m", "sentencerank", "rank", str(ARTICLE), str(tmp_path / "pipe")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        child.stdout.readline()  # the first file is done, and the second is waited for
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=30)
    assert (child.returncode, errors) == (130, "sentencerank: stopped.\n")


def test_what_the_library_raises_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise sr.ModelError("the model\nis damaged.\n\nGet it again.")

    monkeypatch.setattr("sentencerank.model.model.check", fail)
    result = run("model", "check")
    assert result.exit_code == 1
    assert result.stderr == "sentencerank: the model is damaged. Get it again.\n"


def test_unexpected_errors_are_bugs_and_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sr.Ranker, "rank", lambda *_, **__: 1 / 0)
    assert isinstance(run("rank", ARTICLE).exception, ZeroDivisionError)


def test_several_queries_are_ranked_in_turn(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("Rain fell. The council pays for the road. Buses run late. The museum opens on Monday.")
    result = CliRunner().invoke(main, ["rank", "--query", "who pays", "--query", "museum", "--json", str(file)])
    assert json.loads(result.stdout)["query"] == "who pays; museum"
    assert set(json.loads(result.stdout)["order"][:2]) == {1, 3}
