"""The report as one page of HTML: pictures, tables, nothing from elsewhere, readable on paper, by day and by night."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sentencerank import __version__
from sentencerank.evaluate import figures
from sentencerank.evaluate.experiments import Experiment
from sentencerank.evaluate.report import Report
from sentencerank.evaluate.results import Column, Results
from sentencerank.evaluate.subjects import JUDGES
from sentencerank.evaluate.tables import PANELS, Table

LINES = ("ssr-best", "ssr-paper", "spr-paper", "swr-paper", "textrank", "lead", "judge", "combined")
OPEN = 2  # tables of a section that are shown at once; the others unfold

STYLE = """
:root { color-scheme: light dark; --ink: #1d2329; --dim: #5d6770; --line: #d9dee3; --paper: #fff; --band: #f5f7f9;
        --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e4e7ea; --dim: #9aa4ad; --line: #39424b; --paper: #15191d; --band: #1d2227; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.25rem 5rem; max-width: 68rem; background: var(--paper); color: var(--ink);
       font: 16px/1.55 var(--sans); }
h1 { font-size: 1.9rem; margin: 0 0 .25rem; letter-spacing: -.01em; }
h2 { font-size: 1.35rem; margin: 3.5rem 0 .5rem; padding-top: 1rem; border-top: 1px solid var(--line); }
h3 { font-size: 1.02rem; margin: 2rem 0 .5rem; }
p { margin: .4rem 0; max-width: 46rem; } .dim, figcaption { color: var(--dim); font-size: .88rem; }
code, pre { font: .85rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
pre { background: var(--band); padding: .8rem 1rem; border-radius: .4rem; overflow-x: auto; white-space: pre-wrap; }
nav { margin: 1.2rem 0; } nav a { margin-right: 1.1rem; } a { color: inherit; text-underline-offset: .2em; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .84rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
th, td { padding: .24rem .7rem; text-align: right; border-bottom: 1px solid var(--line); }
th { font-weight: 600; color: var(--dim); position: sticky; top: 0; background: var(--paper); }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
tbody tr:hover { background: var(--band); }
details { margin: .6rem 0; } summary { cursor: pointer; font-weight: 600; font-size: .95rem; padding: .3rem 0; }
figure { margin: 1.2rem 0; } figure svg { max-width: 100%; height: auto; display: block; color: var(--ink); }
figure svg text { font-family: var(--sans) !important; }
.pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(22rem, 1fr)); gap: 0 2rem; align-items: start; }
@media print { details > * { display: block; } h2 { break-before: page; } }
"""


def page(report: Report) -> str:
    """The whole report; ids and numbers, no text of any document."""
    names = [experiment.name for experiment, _ in report.parts]
    links = "".join(f'<a href="#{escape(name)}">{escape(name)}</a>' for name in names)
    remarks = "".join(f'<p class="dim">{escape(remark)}.</p>' for remark in report.about)
    body = "\n".join(_sections(report))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>Evaluation of sentencerank {__version__}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f"<h1>Evaluation of sentencerank</h1>\n<p class='dim'>Version {__version__}. Scores in %, higher is better; "
        "recall with references pooled, unless a heading says otherwise.</p>\n"
        f"<pre>{escape(report.command)}</pre>\n{remarks}<nav>{links}</nav>\n{body}\n</body>\n</html>\n"
    )


def _sections(report: Report) -> Iterator[str]:
    parts = {experiment.name: (experiment, results) for experiment, results in report.parts}
    for section in report.sections:
        yield f'<h2 id="{escape(section.heading)}">{escape(section.heading)}</h2>'
        yield f'<p class="dim">{escape(section.description)}</p>' if section.description else ""
        if section.heading in parts:
            yield from _pictures(report, *parts[section.heading])
        for place, table in enumerate(section.tables):
            yield _table(table, shown=place < OPEN)


def _pictures(report: Report, experiment: Experiment, results: Results) -> Iterator[str]:
    column, name = experiment.main, experiment.name
    yield _figure(
        figures.bars(results, column, f"{name}: all systems"),
        f"All systems {_against(column)}. The line is the 95 % bootstrap interval over documents. "
        "Blue: methods of the paper; grey: plain methods; orange: peers; green: judges.",
    )
    lines = [one for one in LINES if one in results.names]
    if experiment.judged:
        if sum(budget.unit == "%" for budget in results.protocol.budgets) > 2:
            yield _figure(
                figures.curves(results, lines, figures.each_judge(results), f"{name}: curves"),
                "R-1 by the share of the sentences that is read. “without k”: against the judges but the k-th, "
                "whose own ranking is dashed; “judges”: against all, their combined ranking dashed.",
            )
        yield _figure(
            figures.reading(results, lines, JUDGES, f"{name}: reading"),
            "Reading in rank order: how much of what the judges found important has been seen, by words read.",
        )
    pairs = [other for other in ("textrank", "lead") if other in results.names and report.reference in results.names]
    if pairs:
        drawn = [
            _figure(
                figures.scatter(results, other, report.reference, column, f"{name}: {report.reference} and {other}"),
                f"Each document is a point; above the line {escape(report.reference)} is better than {escape(other)}.",
            )
            for other in pairs
        ]
        yield f'<div class="pair">{"".join(drawn)}</div>'


def _against(column: Column) -> str:
    return escape(f"at {column.budget}, {PANELS.get(column.panel, column.panel)}")


def _figure(svg: str, caption: str) -> str:
    return f"<figure>{svg}<figcaption>{caption}</figcaption></figure>"


def _table(table: Table, *, shown: bool) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in table.header)
    rows = "".join(f"<tr>{_cells(table, number)}</tr>\n" for number in range(len(table.rows)))
    note = f'<p class="dim">{escape(table.note)}</p>' if table.note else ""
    body = f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>{note}'
    if shown:
        return f"<h3>{escape(table.title)}</h3>{body}"
    return f"<details><summary>{escape(table.title)}</summary>{body}</details>"


def _cells(table: Table, number: int) -> str:
    return "".join(
        f"<td><strong>{escape(cell)}</strong></td>" if (number, place) in table.best else f"<td>{escape(cell)}</td>"
        for place, cell in enumerate(table.rows[number])
    )
