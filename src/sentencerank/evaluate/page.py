"""The report as one page of HTML: pictures, tables, nothing from elsewhere, readable on paper, by day and by night.

The pictures are SVG: bars, curves and a scatter of documents. matplotlib is imported inside the functions, without
pyplot. Whatever is drawn in the colour INK takes the colour of the surrounding text, so that a picture is readable on a
light and on a dark page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

import numpy as np

from sentencerank import __version__
from sentencerank.evaluate.report import Report
from sentencerank.evaluate.results import Results
from sentencerank.evaluate.scoring import MEAN_OF, MEASURES, Column
from sentencerank.evaluate.subjects import JUDGES, without
from sentencerank.evaluate.tables import PANELS, Table
from sentencerank.extras import require

INK = "#123456"
# Middle tones, which the colour-blind tell apart too (after Okabe and Ito).
COLOURS = {
    "method": "#3a8fd0",
    "baseline": "#9a9a9a",
    "rival": "#7b6fd0",
    "peer": "#d98a1f",
    "judge": "#2aa876",
    "ablation": "#c274a8",
    "part": "#c274a8",
}
LINE_COLOURS = ("#3a8fd0", "#d9661f", "#2aa876", "#c274a8", "#d9a520", "#9a9a9a", "#7b6fd0", "#50b4d8")
WIDTH = 8.6  # inches
# The systems of the curves.
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


def html(report: Report) -> str:
    """Return the whole report: ids and numbers, no text of any document. Raise ExtraError without matplotlib."""
    links = "".join(f'<a href="#{escape(one.name)}">{escape(one.name)}</a>' for one in report.parts)
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
    parts = {results.name: results for results in report.parts}
    for section in report.sections:
        yield f'<h2 id="{escape(section.heading)}">{escape(section.heading)}</h2>'
        yield f'<p class="dim">{escape(section.description)}</p>' if section.description else ""
        if section.heading in parts:
            yield from _pictures(report, parts[section.heading])
        for place, table in enumerate(section.tables):
            yield _table(table, shown=place < OPEN)


def _pictures(report: Report, results: Results) -> Iterator[str]:
    column, name = results.experiment.main, results.name
    yield _figure(
        bars(results, column, f"{name}: all systems"),
        f"All systems {_against(column)}. The line is the 95 % bootstrap interval over documents. "
        "Blue: methods of the paper; grey: plain methods; violet: rivals of Table 2; orange: peers; green: judges.",
    )
    lines = [one for one in LINES if one in results.names]
    if results.experiment.judged:
        if sum(budget.unit == "ratio" for budget in results.protocol.budgets) > 2:
            for one in MEAN_OF:
                yield _figure(
                    curves(results, lines, each_judge(results), f"{name}: curves of {MEASURES[one]}", one),
                    f"{MEASURES[one]} by the share of the sentences that is read. “without k”: against the judges but "
                    "the k-th, whose own ranking is dashed; “judges”: against all, their combined ranking dashed.",
                )
        yield _figure(
            reading(results, lines, JUDGES, f"{name}: reading"),
            "Reading in rank order: how much of what the judges found important has been seen, by words read.",
        )
    pairs = [other for other in ("textrank", "lead") if other in results.names and report.reference in results.names]
    if pairs:
        drawn = [
            _figure(
                scatter(results, other, report.reference, column, f"{name}: {report.reference} and {other}"),
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
    below = "".join(f'<p class="dim">{escape(line)}</p>' for line in table.below)
    body = f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table></div>{below}'
    if shown:
        return f"<h3>{escape(table.title)}</h3>{body}"
    return f"<details><summary>{escape(table.title)}</summary>{body}</details>"


def _cells(table: Table, number: int) -> str:
    return "".join(
        f"<td><strong>{escape(cell)}</strong></td>" if (number, place) in table.best else f"<td>{escape(cell)}</td>"
        for place, cell in enumerate(table.rows[number])
    )


def bars(results: Results, column: Column, title: str) -> str:
    """Draw the mean of every system with its 95 % bootstrap interval, the best on top."""
    found = [(name, group, results.interval(name, column)) for name, group in results.systems]
    shown = [
        (name, group, interval) for name, group, interval in found if interval and group not in ("ablation", "part")
    ]
    shown.sort(key=lambda row: row[2].mean)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        for place, (_, group, interval) in enumerate(shown):
            mean, low, high = (100 * value for value in (interval.mean, interval.low, interval.high))
            axes.barh(place, mean, color=COLOURS[group], height=0.7)
            axes.plot([low, high], [place, place], color=INK, linewidth=1.1, solid_capstyle="butt")
            axes.text(high + 0.4, place, f"{mean:.1f}", va="center", fontsize=8, color=INK)
        axes.set_yticks(range(len(shown)), [results.label(name) for name, _, _ in shown])
        axes.set_xlim(left=0)
        axes.set_ylim(-0.6, len(shown) - 0.4)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(_axis(column))

    return _svg(draw, 0.23 * len(shown) + 0.9, title)


def curves(results: Results, names: Sequence[str], panels: Sequence[str], title: str, measure: str = "rouge_1") -> str:
    """Draw a measure by the share of the sentences, a picture for each panel: the paper's Figure 2."""
    shares = [budget for budget in results.protocol.budgets if budget.unit == "ratio"]
    shares.sort(key=lambda budget: budget.amount)

    def draw(figure: Any) -> None:
        rows = (len(panels) + 1) // 2
        grid = figure.subplots(rows, min(2, len(panels)), squeeze=False, sharey=True)
        for axes, panel in zip(grid.flat, panels, strict=False):
            for place, name in enumerate(names):
                values = [100 * results.mean(name, Column(panel, measure, share.name)) for share in shares]
                if np.isfinite(values).any():
                    _line(axes, [100 * share.amount for share in shares], values, name, place)
            axes.set_title(panel, fontsize=9.5, color=INK)
            axes.set_xlabel("% of the sentences")
        for axes in list(grid.flat)[len(panels) :]:
            axes.set_visible(False)
        grid[0][0].set_ylabel(f"{MEASURES[measure]}, recall, %")
        _legend(figure, grid[0][0], names)

    return _svg(draw, 3.1 * ((len(panels) + 1) // 2) + 0.5, title)


def reading(results: Results, names: Sequence[str], panel: str, title: str) -> str:
    """Draw the share of the votes seen by the share of the words read."""
    found = [(name, results.reading_curve(name, panel)) for name in names]

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        axes.plot([0, 100], [0, 100], color=INK, linewidth=0.8, linestyle=":", alpha=0.6)
        for place, (name, curve) in enumerate(found):
            if curve is not None:
                _line(axes, 100 * curve[0], 100 * curve[1], name, place)
        axes.set_xlabel("% of the words read, in rank order")
        axes.set_ylabel("% of the votes seen")
        axes.set_xlim(0, 100)
        axes.set_ylim(0, 100)
        _legend(figure, axes, names)

    return _svg(draw, 4.2, title)


def scatter(results: Results, left: str, right: str, column: Column, title: str) -> str:
    """Draw every document as a point: one system against another; above the line the second is better."""
    x, y = 100 * results.values(left, column), 100 * results.values(right, column)
    both = np.isfinite(x) & np.isfinite(y)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        values = np.concatenate([x[both], y[both]]) if both.any() else np.array([0.0, 100.0])
        low, high = float(values.min()) - 3, float(values.max()) + 3
        axes.plot([low, high], [low, high], color=INK, linewidth=0.8, alpha=0.6)
        axes.plot(x[both], y[both], "o", markersize=4, color=LINE_COLOURS[0], alpha=0.65, markeredgewidth=0)
        gap = np.where(both, np.abs(y - x), -1.0)
        # The documents that differ most have their names.
        for place in np.argsort(-gap, kind="stable")[:4].tolist():
            if gap[place] > 0:
                name = results.cases[place]
                label = name if len(name) <= 18 else f"{name[:8]}…{name[-6:]}"
                spot = (x[place], y[place])
                axes.annotate(label, spot, (4, 3), textcoords="offset points", fontsize=7, color=INK)
        axes.set_xlabel(f"{left}: {_axis(column)}")
        axes.set_ylabel(right)
        axes.set_xlim(low, high)
        axes.set_ylim(low, high)
        axes.set_aspect("equal")

    return _svg(draw, 4.6, title, width=5.2)


def each_judge(results: Results) -> tuple[str, ...]:
    """Return the panels of a picture for each judge, or of all together where there are no others to be left out."""
    named = [without(k) for k in range(3) if without(k) in results.panels]
    return (*named, "judges") if named else ("judges",)


def _axis(column: Column) -> str:
    measure = "mean of R-1, R-2, R-SU4" if column.measure == "rouge" else column.title
    return f"{measure}, %{f' at {column.budget}' if column.budget else ''}"


def _line(axes: Any, x: Any, y: Any, name: str, place: int) -> None:
    style = "--" if name.startswith(("judge", "combined")) else "-"
    colour = LINE_COLOURS[place % len(LINE_COLOURS)]
    axes.plot(x, y, style, color=colour, linewidth=1.6, label=name, marker="o", markersize=2.6)


def _legend(figure: Any, axes: Any, names: Sequence[str]) -> None:
    handles: dict[str, Any] = {}
    for one in figure.axes:
        for handle, label in zip(*one.get_legend_handles_labels(), strict=True):
            handles.setdefault(label, handle)
    shown = [name for name in names if name in handles]
    figure.legend(
        [handles[name] for name in shown], shown, loc="outside right upper", frameon=False, fontsize=8.5, labelcolor=INK
    )


def _svg(draw: Callable[[Any], None], height: float, title: str, width: float = WIDTH) -> str:
    """Draw a figure as an SVG element: no prologue, no metadata, text as text, the same bytes every time."""
    matplotlib = require("matplotlib", "evaluate")
    figures = require("matplotlib.figure", "evaluate")
    settings = {
        "svg.fonttype": "none",
        # The salt also keeps the ids of several pictures on a page apart.
        "svg.hashsalt": title,
        "font.family": "sans-serif",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": False,
        **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
    }
    out = io.StringIO()
    with matplotlib.rc_context(settings):
        figure = figures.Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    svg = out.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{escape(title)}" ', 1)
    return svg.replace(INK, "currentColor")
