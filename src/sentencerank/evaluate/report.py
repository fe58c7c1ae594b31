"""Tables on a terminal, in Markdown and as data; the page to look at is made in page.py."""

from __future__ import annotations

import csv
import io
import json
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

from sentencerank import __version__
from sentencerank.errors import DataError
from sentencerank.evaluate.claims import claims
from sentencerank.evaluate.comparing import side_by_side
from sentencerank.evaluate.fingerprints import UsedModel
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.scoring import MEAN_OF, RANKING, ROUGE, Column
from sentencerank.evaluate.section8 import differences, full_range
from sentencerank.evaluate.subjects import JUDGES
from sentencerank.evaluate.tables import Table, overview, tables
from sentencerank.files import csv_cell, write_text

TOGETHER = 5  # datasets in a table
_MARKUP = re.compile(r"<(?=[A-Za-z/!?])|\||\](?=[(\[])")


@dataclass(frozen=True, slots=True)
class Section:
    """One dataset in words and tables, or all of them."""

    heading: str
    description: str
    tables: tuple[Table, ...]


@dataclass(frozen=True, eq=False)
class Report:
    """Everything that was found on one dataset or several, and the command that made it."""

    parts: tuple[Results, ...]
    reference: str
    command: str
    remarks: tuple[str, ...] = ()
    models: tuple[UsedModel, ...] = ()  # beside the one of the package

    @property
    def about(self) -> tuple[str, ...]:
        """What stands above the tables: the models, then the remarks."""
        return (*(f"Model: {model}" for model in self.models), *self.remarks)

    @cached_property
    def sections(self) -> tuple[Section, ...]:
        """All data side by side if there are several sets, then each; kept, since drawing the samples takes a while."""
        several = len(self.parts) > 1
        first = [
            table
            for make in (*((overview,) if several else ()), side_by_side, claims)
            for some in batched(self.parts)
            if (table := make(some)).rows
        ]
        found = [Section("All data", "", tuple(first))] if first else []
        for results in self.parts:
            description = f"Documents: {len(results.cases)}. Protocol: {results.protocol.name}."
            left_out = "".join(f" {remark}." for remark in results.left_out)
            shown = tables(results, self.reference)
            if results.experiment.kind in ("duc02", "summbank"):
                shown += (*(full_range(results, measure) for measure in MEAN_OF), *differences(results))
            found.append(Section(results.name, description + left_out, tuple(one for one in shown if one.rows)))
        return tuple(found)


def batched(parts: Sequence[Results]) -> Iterator[tuple[Results, ...]]:
    """Yield datasets, as many at once as fit side by side into a table."""
    for start in range(0, len(parts), TOGETHER):
        yield tuple(parts[start : start + TOGETHER])


def as_text(table: Table) -> str:
    """Return a table in aligned columns.

    >>> print(as_text(Table("T", ("system", "R-1"), (("lead", "50.00"), ("random", "9.00")))))
    T
    system    R-1
    lead    50.00
    random   9.00
    """
    widths = [max(map(len, column)) for column in zip(table.header, *table.rows, strict=True)]
    lines = [
        "  ".join(
            cell.rjust(width) if place else cell.ljust(width) for place, (cell, width) in enumerate(pairs)
        ).rstrip()
        for pairs in (list(zip(row, widths, strict=True)) for row in (table.header, *table.rows))
    ]
    return "\n".join([table.title, *lines, *table.below])


def as_markdown(table: Table, level: int = 3) -> str:
    """Return a table with the best of each column in bold.

    >>> print(as_markdown(Table("T", ("a", "b"), (("x", "1"),), best=frozenset({(0, 1)}))))
    ### T
    <BLANKLINE>
    | a | b |
    | --- | ---: |
    | x | **1** |
    """
    rows = [
        [f"**{cell}**" if (number, place) in table.best else cell for place, cell in enumerate(row)]
        for number, row in enumerate(table.rows)
    ]
    rule = ["---", *["---:"] * (len(table.header) - 1)]
    lines = [f"| {' | '.join(map(unmarked, row))} |" for row in (table.header, rule, *rows)]
    below = [line for remark in table.below for line in ("", unmarked(remark))]
    return "\n".join([f"{'#' * level} {unmarked(table.title)}", "", *lines, *below])


def unmarked(text: str) -> str:
    """Return text on one line that Markdown takes for no tag, link or cell: a dataset may have any name.

    >>> print(unmarked("<b>a|b</b>"), unmarked("[a](b)"), unmarked("p < 0.05 [0.1, 0.2]"))
    \\<b>a\\|b\\</b> [a\\](b) p < 0.05 [0.1, 0.2]
    """
    return _MARKUP.sub(r"\\\g<0>", " ".join(text.split()))


def markdown(report: Report) -> str:
    """Return the whole report: ids and numbers, no text of any document."""
    command = report.command.replace("\n", "\n    ")
    lines = ["# Evaluation", "", f"sentencerank {__version__}. Made by:", "", f"    {command}", ""]
    lines += [f"- {unmarked(remark)}." for remark in report.about] + ([""] if report.about else [])
    for section in report.sections:
        description = [unmarked(section.description), ""] if section.description else []
        lines += [f"## {unmarked(section.heading)}", "", *description]
        for table in section.tables:
            lines += [as_markdown(table), ""]
    return "\n".join(lines)


def summary(report: Report) -> dict[str, object]:
    """Return all means as plain JSON values, by dataset, system and measure."""
    return {
        "version": __version__,
        "command": report.command,
        "reference": report.reference,
        "models": [asdict(model) for model in report.models],
        "remarks": list(report.remarks),
        "datasets": {
            results.name: {
                "kind": results.experiment.kind,
                "documents": len(results.cases),
                "protocol": results.protocol.name,
                "remarks": list(results.remarks),
                "systems": {name: _means(results, name) for name in results.names},
                "comparisons": _comparisons(results, report.reference),
            }
            for results in report.parts
        },
    }


def per_document(report: Report) -> str:
    """Return CSV with a line for each document and system under the first headline: where to look for a bad one."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["dataset", "document", "system", "panel", "budget", *ROUGE, *RANKING, "error"])
    for results in report.parts:
        panel, budget = results.experiment.main.panel, results.experiment.main.budget
        columns = [*(Column(panel, measure, budget) for measure in ROUGE), *(Column(JUDGES, name) for name in RANKING)]
        for name in results.names:
            values = [results.values(name, column) for column in columns]
            for case, *row in zip(results.cases, *values, strict=True):
                error = results.records[name, case].error
                if error or not all(map(math.isnan, row)):
                    shown = ["" if math.isnan(value) else f"{value:.4f}" for value in row]
                    words = map(csv_cell, (results.name, case, name, panel, budget))
                    writer.writerow([*words, *shown, csv_cell(error)])
    return out.getvalue()


def write_report(report: Report, folder: Path) -> tuple[Path, ...]:
    """Write report.md, summary.json, documents.csv and report.html, and return their paths.

    Raises DataError if the folder cannot be written to, and ExtraError if the page needs the extra `evaluate`.
    """
    from sentencerank.evaluate.page import html

    try:
        # A folder that cannot be made is told before the pictures are drawn.
        folder.mkdir(parents=True, exist_ok=True)
        contents = {
            "report.md": markdown(report),
            "summary.json": json.dumps(summary(report), indent=1, ensure_ascii=False) + "\n",
            "documents.csv": per_document(report),
            "report.html": html(report),
        }
        for name, content in contents.items():
            write_text(folder / name, content)
    except OSError as error:
        raise DataError(f"the report cannot be written to {folder} ({error.strerror}): name another folder") from None
    return tuple(folder / name for name in contents)


def _means(results: Results, name: str) -> dict[str, object]:
    """Return recall in % for each panel and budget, and for each panel the measures of the ranking."""
    found: dict[str, object] = {}
    for panel in results.panels:
        cells: dict[str, object] = {}
        for budget in results.protocol.budget_names:
            values = [results.mean(name, Column(panel, measure, budget)) for measure in results.protocol.rouge]
            if not all(map(math.isnan, values)):
                cells[budget] = _rounded(values)
        ranking = [results.mean(name, Column(panel, measure)) for measure in RANKING]
        if not all(map(math.isnan, ranking)):
            cells["ranking"] = dict(zip(RANKING, _rounded(ranking), strict=True))
        if cells:
            found[panel] = cells
    return found


def _rounded(values: Sequence[float]) -> list[float | None]:
    return [None if math.isnan(value) else round(100 * value, 2) for value in values]


def _comparisons(results: Results, reference: str) -> dict[str, object]:
    if reference not in results.names:
        return {}
    found = {name: results.compare(reference, name) for name in results.names if name != reference}
    return {name: asdict(comparison) for name, comparison in found.items() if comparison is not None}
