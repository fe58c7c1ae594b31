from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from sentencerank.errors import DataError, DocumentError
from sentencerank.evaluate import page, tables
from sentencerank.evaluate.cases import Case, Reference
from sentencerank.evaluate.claims import claims
from sentencerank.evaluate.experiments import experiment
from sentencerank.evaluate.paper import PRINTED
from sentencerank.evaluate.report import Report, as_markdown, as_text, markdown, per_document, summary, write_report
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.runs import run_evaluation
from sentencerank.evaluate.scoring import Column
from sentencerank.evaluate.systems import choose_systems
from sentencerank.method.options import ABLATIONS

SECRET = "Zebras"  # a word of every document: no output may hold it


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Report:
    folder = tmp_path_factory.mktemp("data")
    parts: list[Results] = []
    for name, judged in (("judged", True), ("told", False)):
        lines = []
        for k in range(5):
            sentences = [f"{SECRET} number {j} met {j + k} friends at the river {k}." for j in range(6)]
            chosen = [sorted({j, (j + k) % 5 + 1}) for j in range(3)]
            choices = [{"judge": f"j{j}", "indices": indices} for j, indices in enumerate(chosen)]
            texts = [{"judge": "t", "text": f"{SECRET} met friends at river {k}."}]
            record = {"id": f"{name}-{k}", "sentences": sentences, "references": choices if judged else texts}
            lines.append(json.dumps(record))
        (folder / f"{name}.jsonl").write_text("\n".join(lines), encoding="utf-8")
        tried = choose_systems(["ssr", "swr", "textrank", "lead"], ["paper", "best"], with_ablations=True)
        parts.append(run_evaluation(experiment(folder / f"{name}.jsonl"), tried, samples=200))
    return Report(tuple(parts), "ssr-best", "sentencerank evaluate <judged> & told", ("a peer is <missing>",))


def rows(table: tables.Table) -> dict[str, tuple[str, ...]]:
    return {row[0]: row[1:] for row in table.rows}


def test_scores_are_the_means_and_differences_of_the_results(report: Report) -> None:
    results = report.parts[1]
    table = tables.scores(results, *results.experiment.headlines[0], "ssr-best")
    shown = rows(table)
    assert float(shown["lead"][0]) == pytest.approx(
        100 * results.mean("lead", Column("summaries", "rouge_1", "30w")), abs=0.006
    )
    difference = results.mean("lead") - results.mean("ssr-best")
    assert shown["lead"][5] == tables.signed(difference)
    assert shown["ssr-best"][5:] == ("", "", "")
    assert "judge" not in shown


def test_the_best_of_a_column_is_marked_and_judges_do_not_compete(report: Report) -> None:
    table = tables.rankings(report.parts[0], "ssr-best")
    names = {table.rows[row][0] for row, _ in table.best}
    assert names
    assert not names & {"judge", "judge*", "combined", "combined*"}
    assert rows(table)["combined"][0] == "100.00"


def test_every_table_has_rows_of_the_length_of_its_header(report: Report) -> None:
    titles = set()
    for section in report.sections:
        for table in section.tables:
            titles.add(table.title.partition(",")[0])
            assert table.rows
            assert all(len(row) == len(table.header) for row in table.rows)
    assert {"Table 5: SWR without one feature at a time", "Our reading without one of its parts at a time"} <= titles


def test_the_whole_system_stands_above_what_taking_a_part_away_changes(report: Report) -> None:
    results = report.parts[1]
    table = tables.without_one(results, "swr-paper", "ablation", "T")
    assert [row[0] for row in table.rows] == ["swr-paper", "nse", "nas", "nsc", "nsp"]
    change = results.mean("swr-paper/nsc") - results.mean("swr-paper")
    assert table.rows[3][1].startswith(tables.signed(change))


def test_table_3_has_a_block_for_each_judge_with_the_papers_figures_in_brackets(report: Report) -> None:
    table = tables.beside(report.parts[0], PRINTED[1])
    systems = ["ssr-paper", "spr-paper", "swr-paper", "textrank"]
    blocks = [[f"judge {k}", *systems] for k in (1, 2, 3)] + [["combined", *systems]]
    assert [row[0] for row in table.rows] == [name for block in blocks for name in block]
    assert table.header == ("system", "R-1, 5%", "R-2, 5%", "R-SU4, 5%")
    combined = table.rows[15]
    assert [cell.partition(" ")[2] for cell in combined[1:]] == ["(51.60)", "(43.50)", "(41.50)"]
    assert combined[1].startswith(tables.percent(report.parts[0].mean("combined", Column("judges", "rouge_1", "5%"))))
    assert {(row // 5, column) for row, column in table.best} == {(k, c) for k in range(4) for c in (1, 2, 3)}
    assert tables.beside(report.parts[1], PRINTED[1]).rows[0][1] == "– (38.42)"


def test_table_5_has_the_budgets_side_by_side_and_marks_the_most_severe_drops(report: Report) -> None:
    results = report.parts[0]
    table = tables.beside(results, PRINTED[2])
    assert [row[0] for row in table.rows][:2] == ["swr-paper", "swr-paper/nse"]
    assert table.header[1:4] == ("R-1, 10%", "R-2, 10%", "R-SU4, 10%")
    assert len(table.header) == 10
    least = min(results.mean(f"swr-paper/{name}", Column("judges", "rouge_2", "40%")) for name in ABLATIONS)
    marked = [table.rows[row][5] for row, column in table.best if column == 5]
    assert marked
    assert all(cell.startswith(tables.percent(least)) for cell in marked)


def test_table_4_has_every_measure(report: Report) -> None:
    titles = [table.title for table in tables.tables(report.parts[0], "ssr-best")]
    for measure in ("R-1", "R-2", "R-SU4"):
        assert sum(title.startswith(f"{measure} from 10% to 90% of the sentences") for title in titles) == 2


def test_claims_are_tested_on_every_dataset(report: Report) -> None:
    table = claims(report.parts)
    assert table.header == ("claim", "judged 30%", "told 30w")
    shown = rows(table)
    results = report.parts[1]
    change = results.mean("ssr-best") - results.mean("lead")
    assert tables.signed(change) in shown["our reading above lead"][1]
    assert shown["SSR above a single judge"][1] == "–"
    assert shown["SSR above a single judge"][0] != "–"
    assert all(cell[0] in "✓✗~–" for cells in shown.values() for cell in cells)


def test_judges_are_also_compared_at_equal_length(report: Report) -> None:
    results = report.parts[0]
    column = Column("others", "rouge", "100w")
    cell = rows(claims(report.parts))["the same with 100w each: our reading above a single judge"][0]
    assert tables.signed(results.mean("ssr-best", column) - results.mean("judge", column)) in cell


def test_a_drop_is_compared_with_another(report: Report) -> None:
    results = report.parts[0]
    column = results.column("rouge", budget="10%")
    without = {name: results.mean(f"swr-paper/{name}", column) for name in ("nas", "nse")}
    cell = rows(claims(report.parts))["at 10% structure matters more than semantic edges"][0]
    assert tables.signed(without["nse"] - without["nas"]) in cell


def test_without_samples_there_are_no_intervals(report: Report) -> None:
    bare = replace(report.parts[1], samples=0)
    assert rows(tables.scores(bare, *bare.experiment.headlines[0], "ssr-best"))["lead"][5:] == ("", "", "")
    interval = bare.interval("lead")
    assert interval is not None
    assert interval.low == interval.mean == interval.high


def test_markdown_names_the_command_and_marks_the_best(report: Report) -> None:
    text = markdown(report)
    assert "    sentencerank evaluate <judged> & told" in text
    assert r"- a peer is \<missing>." in text  # as a tag it would not be seen
    assert "**" in text
    assert "## judged" in text
    assert as_markdown(report.sections[0].tables[0]) in text


def test_the_summary_is_plain_json(report: Report) -> None:
    found = json.loads(json.dumps(summary(report), allow_nan=False))
    told = found["datasets"]["told"]
    assert told["documents"] == 5
    assert len(told["systems"]["lead"]["summaries"]["30w"]) == 3
    assert "lead" in told["comparisons"]
    assert set(found["datasets"]["judged"]["systems"]["lead"]["judges"]["ranking"]) >= {"ndcg", "kendall"}


def test_every_document_can_be_looked_up(report: Report) -> None:
    lines = per_document(report).splitlines()
    results = report.parts[1]
    line = next(line for line in lines if line.startswith("told,told-3,lead,summaries,30w,"))
    value = results.values("lead", results.column("rouge_1"))[3]
    assert line.split(",")[5] == f"{value:.4f}"


@pytest.fixture(scope="module")
def written(report: Report, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, ...]:
    return write_report(report, tmp_path_factory.mktemp("written") / "out")


def test_all_is_written_and_no_text_of_a_document_is_in_it(written: tuple[Path, ...]) -> None:
    assert {path.name for path in written} == {"report.md", "summary.json", "documents.csv", "report.html"}
    for path in written:
        assert SECRET not in path.read_text(encoding="utf-8")


def test_the_page_stands_alone(written: tuple[Path, ...]) -> None:
    html = next(path for path in written if path.name == "report.html").read_text(encoding="utf-8")
    assert "&lt;judged&gt; &amp; told" in html
    assert not re.search(r"<(?:link|script|img|iframe)\b|@import|url\((?!#)|(?:src|href)=\"(?!#)", html)
    assert html.count("<svg") == html.count("</svg>") >= 6
    ids = re.findall(r'<(?:clipPath|path) id="([^"]+)"', html)
    assert len(set(ids)) == len(ids)


def test_a_folder_that_cannot_be_made_is_an_error_with_a_remedy(report: Report, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="name another folder"):
        write_report(report, tmp_path / "file")


def test_pictures_are_the_same_every_time_and_take_the_colour_of_the_page(report: Report) -> None:
    results = report.parts[0]
    main = results.experiment.main
    pictures: tuple[Callable[[], str], ...] = (
        lambda: page.bars(results, main, "a"),
        lambda: page.curves(results, ["lead", "judge"], page.each_judge(results), "b"),
        lambda: page.reading(results, ["lead", "combined", "judge"], "judges", "c"),
        lambda: page.scatter(results, "lead", "ssr-best", main, "d"),
    )
    for draw in pictures:
        first = draw()
        assert first == draw()
        assert "currentColor" in first
        assert page.INK not in first
        ElementTree.fromstring(first)


def test_a_scatter_of_systems_without_a_document_in_common_is_empty(report: Report) -> None:
    results = report.parts[0]
    assert "<svg" in page.scatter(results, "judge", "combined", Column("judges", "rouge", "30%"), "e")


def test_curves_are_read_for_each_judge(report: Report) -> None:
    assert page.each_judge(report.parts[0]) == ("without 1", "without 2", "without 3", "judges")
    curve = report.parts[0].reading_curve("combined", "judges")
    assert curve is not None
    assert np.all(np.diff(curve[1]) >= -1e-9)


@pytest.fixture(scope="module")
def partial(tmp_path_factory: pytest.TempPathFactory) -> Report:
    """One system fails on two of four documents and is perfect on the others, one fails on all."""

    def fussy(sentences: Sequence[str]) -> Sequence[int]:
        if "2" in sentences[0]:
            raise ValueError("too many twos")
        if "3" in sentences[0]:
            raise DocumentError("too many threes.")
        return (0,)

    def hopeless(sentences: Sequence[str]) -> Sequence[int]:
        raise DocumentError("not today")

    cases = [
        Case(
            id=f"d{k}",
            sentences=(f"Rain fell {k}.", "A band played."),
            references=(Reference("a", text=f"Rain fell {k}"),),
        )
        for k in range(1, 5)
    ]
    systems = ("lead", "longest", ("fussy", fussy), ("hopeless", hopeless))
    parts = [run_evaluation(experiment(cases, name=name), systems, samples=50) for name in ("one", "two")]
    return Report(tuple(parts), "lead", "sentencerank evaluate")


def test_a_system_that_failed_somewhere_is_marked_in_every_table(partial: Report) -> None:
    together, *each = partial.sections
    for section in each:
        for table in section.tables:
            assert {row[0] for row in table.rows} == {"lead", "longest", "fussy †", "hopeless †"}
            assert not {table.rows[row][0] for row, _ in table.best} & {"fussy †", "hopeless †"}
            assert table.remarks[0].startswith("† A mean over fewer documents")
        assert section.tables[0].remarks[1:] == (
            "† fussy: no result on 2 of 4 documents (d2): ValueError: too many twos; (d3): too many threes.",
            "† hopeless: no result on 4 of 4 documents (d1 and 3 more): not today.",
        )
    for table in together.tables[:2]:
        assert all("†" in cell for cell in rows(table)["fussy"] if cell[-3] in ".)")
        assert "† two: hopeless: no result on 4 of 4 documents (d1 and 3 more): not today." in table.remarks
        assert "†" not in "".join(rows(table)["lead"])


def test_reasons_stand_below_the_table_in_every_form(partial: Report, tmp_path: Path) -> None:
    table = partial.sections[1].tables[0]
    assert as_text(table).splitlines()[-1].startswith("† hopeless: no result on 4 of 4 documents")
    assert "\n\n† hopeless: no result" in as_markdown(table)
    written = write_report(partial, tmp_path / "out")
    html = next(path for path in written if path.name == "report.html").read_text(encoding="utf-8")
    assert '<p class="dim">† hopeless: no result on 4 of 4 documents' in html
    assert "one,d1,hopeless,summaries,30w,,,,,,,,,,not today" in per_document(partial)
    assert summary(partial)["datasets"]["one"]["remarks"][0].startswith("fussy: no result")  # type: ignore[index]
