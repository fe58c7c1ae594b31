"""Several documents in one order: redundancy across them, sources, places."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import sentencerank as sr
from sentencerank.cli.main import main
from sentencerank.together import join_documents
from tests.texts import TEXTS

FLOOD = "The river flooded the old town on Monday. Two bridges are closed until the water falls."
FLOOD_AGAIN = "Schools stay closed this week in the valley. The river flooded the old town on Monday."


def test_what_two_documents_say_is_told_once_with_both_sources() -> None:
    together = sr.rank_together([FLOOD, FLOOD_AGAIN], ids=["times", "post"])
    assert len(together) == 4
    assert together.said_by(0) == (0, 1)
    assert together.ranking.copy_of.tolist() == [-1, -1, -1, 0]
    assert together.source(3) == sr.Source(1, "post", 1)
    chosen = together.summary(words=40)
    assert sum("flooded the old town" in sentence.text for sentence in chosen) == 1


def test_sources_lead_back_to_the_documents() -> None:
    texts = [TEXTS["article"], TEXTS["report"], TEXTS["mail"]]
    together = sr.rank_together(texts)
    for sentence in together:
        source = together.source(sentence)
        document = together.documents[source.document]
        assert document.sentences[source.index].text == sentence.text
        assert together.ranking.document.text[sentence.start : sentence.end] == sentence.text
    assert {together.source(sentence).document for sentence in list(together)[:12]} == {0, 1, 2}
    record = together.to_dict()
    assert json.loads(json.dumps(record)) == record
    assert [document["id"] for document in record["documents"]] == ["0", "1", "2"]  # type: ignore[index, union-attr, call-overload]
    assert together.ranking.keyphrases(3)


def test_the_order_of_the_documents_hardly_matters() -> None:
    texts = [TEXTS["article"], TEXTS["report"]]
    there = {sentence.text for sentence in sr.rank_together(texts).ranking.top(6)}
    back = {sentence.text for sentence in sr.rank_together(texts[::-1]).ranking.top(6)}
    assert len(there & back) >= 5


def test_joined_documents_fit_together() -> None:
    read = [sr.Ranker().read(text) for text in (TEXTS["article"], "", TEXTS["report"])]
    join_documents(read, "en").check()


@pytest.mark.parametrize("method", ["ssr", "swr", "lexrank", "lead"])
def test_every_method_takes_several_documents(method: str) -> None:
    assert len(sr.rank_together([FLOOD, FLOOD_AGAIN], method=method)) == 4


def test_what_is_not_several_documents_is_refused() -> None:
    with pytest.raises(sr.InputError, match="got one"):
        sr.rank_together(FLOOD)
    with pytest.raises(sr.InputError, match="no documents"):
        sr.rank_together([])


def test_the_command_shows_sources_and_goes_on_without_a_file_that_is_missing(tmp_path: Path) -> None:
    for name, text in (("times.txt", FLOOD), ("post.txt", FLOOD_AGAIN)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    files = [str(tmp_path / name) for name in ("times.txt", "post.txt")]

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(main, ["together", *arguments])

    lines = [line.split("\t") for line in run(*files).stdout.splitlines()]
    assert [line[0] for line in lines] == ["1", "2", "3", "4"]
    assert {line[2] for line in lines} == set(files)
    record = json.loads(run("--json", *files).stdout)
    assert record["sentences"][0]["said_by"] == [0, 1]
    assert run("--csv", *files).stdout.startswith("id,index,rank,score")
    assert "and in 1 other file" in run("--color", "--sentences", "4", *files).stdout
    missing = run(str(tmp_path / "none.txt"), files[0])
    assert missing.exit_code == 1
    assert "Check the path" in missing.stderr
    assert missing.stdout.count("\n") == 2
