"""Pictures of results as SVG, to stand inside a page: bars, curves and a scatter of documents.

matplotlib is imported inside the functions, without pyplot. Whatever is drawn in the colour INK takes the colour of the
surrounding text, so that a picture is readable on a light and on a dark page.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sentencerank.evaluate.results import Column, Results
from sentencerank.evaluate.subjects import without
from sentencerank.extras import require

INK = "#123456"
COLOURS = {  # middle tones, told apart by the colour-blind too (after Okabe and Ito)
    "method": "#3a8fd0",
    "baseline": "#9a9a9a",
    "peer": "#d98a1f",
    "judge": "#2aa876",
    "ablation": "#c274a8",
    "part": "#c274a8",
}
LINES = ("#3a8fd0", "#d9661f", "#2aa876", "#c274a8", "#d9a520", "#9a9a9a", "#7b6fd0", "#50b4d8")
WIDTH = 8.6  # inches


def bars(results: Results, column: Column, title: str) -> str:
    """The mean of every system with its 95 % bootstrap interval, the best on top."""
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
        axes.set_yticks(range(len(shown)), [name for name, _, _ in shown])
        axes.set_xlim(left=0)
        axes.set_ylim(-0.6, len(shown) - 0.4)
        axes.tick_params(axis="y", length=0)
        axes.spines["left"].set_visible(False)
        axes.set_xlabel(_axis(column))

    return _svg(draw, 0.23 * len(shown) + 0.9, title)


def curves(results: Results, names: Sequence[str], panels: Sequence[str], title: str) -> str:
    """R-1 by the share of the sentences, a picture for each panel: the paper's Figure 2."""
    shares = [budget for budget in results.protocol.budgets if budget.unit == "%"]
    shares.sort(key=lambda budget: budget.amount)

    def draw(figure: Any) -> None:
        rows = (len(panels) + 1) // 2
        grid = figure.subplots(rows, min(2, len(panels)), squeeze=False, sharey=True)
        for axes, panel in zip(grid.flat, panels, strict=False):
            for place, name in enumerate(names):
                values = [100 * results.mean(name, Column(panel, "rouge_1", share.name)) for share in shares]
                if np.isfinite(values).any():
                    _line(axes, [share.amount for share in shares], values, name, place)
            axes.set_title(panel, fontsize=9.5, color=INK)
            axes.set_xlabel("% of the sentences")
        for axes in list(grid.flat)[len(panels) :]:
            axes.set_visible(False)
        grid[0][0].set_ylabel("R-1, recall, %")
        _legend(figure, grid[0][0], names)

    return _svg(draw, 3.1 * ((len(panels) + 1) // 2) + 0.5, title)


def reading(results: Results, names: Sequence[str], panel: str, title: str) -> str:
    """The share of the votes seen by the share of the words read."""
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
    """Every document as a point: one system against another; above the line the second is better."""
    x, y = 100 * results.values(left, column), 100 * results.values(right, column)
    both = np.isfinite(x) & np.isfinite(y)

    def draw(figure: Any) -> None:
        axes = figure.add_subplot()
        values = np.concatenate([x[both], y[both]]) if both.any() else np.array([0.0, 100.0])
        low, high = float(values.min()) - 3, float(values.max()) + 3
        axes.plot([low, high], [low, high], color=INK, linewidth=0.8, alpha=0.6)
        axes.plot(x[both], y[both], "o", markersize=4, color=LINES[0], alpha=0.65, markeredgewidth=0)
        gap = np.where(both, np.abs(y - x), -1.0)
        for place in np.argsort(-gap, kind="stable")[:4].tolist():  # the documents that differ most have their names
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
    """The panels of a picture for each judge, where the judges are the same for all documents; otherwise their mean."""
    named = [without(k) for k in range(3) if without(k) in results.panels]
    return (*named, "judges") if named else ("judges",)


def _axis(column: Column) -> str:
    measure = "mean of R-1, R-2, R-SU4" if column.measure == "rouge" else column.title
    return f"{measure}, %{f' at {column.budget}' if column.budget else ''}"


def _line(axes: Any, x: Any, y: Any, name: str, place: int) -> None:
    style = "--" if name.startswith(("judge", "combined")) else "-"
    colour = LINES[place % len(LINES)]
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
    """A figure as an SVG element: no prologue, no metadata, text as text, the same bytes every time."""
    matplotlib = require("matplotlib", "evaluate")
    figure_module = require("matplotlib.figure", "evaluate")
    settings = {
        "svg.fonttype": "none",
        "svg.hashsalt": title,  # also keeps the ids of several pictures on a page apart
        "font.family": "sans-serif",
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": False,
        **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
    }
    out = io.StringIO()
    with matplotlib.rc_context(settings):
        figure = figure_module.Figure(figsize=(width, height), layout="constrained")
        draw(figure)
        figure.savefig(out, format="svg", transparent=True, metadata={"Date": None})
    svg = out.getvalue()
    svg = re.sub(r"<metadata>.*?</metadata>", "", svg[svg.index("<svg") :], flags=re.DOTALL)
    svg = svg.replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1)
    return svg.replace(INK, "currentColor")
