"""`sentencerank evaluate`: a thin shell over the experiments."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sentencerank.method.options import METHODS, READINGS

if TYPE_CHECKING:
    from sentencerank.evaluate.experiments import Experiment
    from sentencerank.evaluate.fingerprints import UsedModel
    from sentencerank.evaluate.systems import System

KINDS = ("auto", "cases", "cnndm", "duc02", "summbank")


def _names(known: tuple[str, ...]) -> Callable[[click.Context, click.Parameter, str], tuple[str, ...]]:
    def chosen(context: click.Context, parameter: click.Parameter, text: str) -> tuple[str, ...]:
        names = tuple(dict.fromkeys(filter(None, (name.strip() for name in text.split(",")))))
        if unknown := [name for name in names or ("",) if name not in known]:
            raise click.BadParameter(f"{unknown[0]!r} is not known. Choose from: {', '.join(known)}.")
        return names

    return chosen


@click.command(
    epilog="""\b
Examples:
  sentencerank evaluate judged.jsonl
  sentencerank evaluate judged.jsonl --methods ssr,lead --readings best --budget 50w,10%
  sentencerank evaluate duc02/ --readings paper --budget 100w,100w/stop,100w/skip
  sentencerank evaluate summbank/ --readings paper --ablations --workers 4
  sentencerank evaluate judged.jsonl --model mine --output with-mine

\b
Budgets: 100w (the last sentence cut), 100w/stop, 100w/skip, 5% of the sentences, 3s, curve (10% ... 90%).
"""
)
@click.argument("data", nargs=-1, required=True, type=click.Path())
@click.option("--kind", type=click.Choice(KINDS), default="auto", show_default=True, help="What the data is.")
@click.option(
    "--methods",
    default=",".join(METHODS),
    show_default=True,
    callback=_names(METHODS),
    metavar="A,B",
    help="What to run.",
)
@click.option(
    "--readings",
    default=",".join(READINGS),
    show_default=True,
    callback=_names(tuple(READINGS)),
    metavar="A,B",
    help="In which readings of the paper.",
)
@click.option("--budget", metavar="A,B", help="How much is read.  [default: what fits the references]")
@click.option("--ablations", is_flag=True, help="Also leave out one feature at a time.")
@click.option("--peers", is_flag=True, help="Also sumy, summa and a sentence transformer, where installed.")
@click.option(
    "--model", metavar="NAME|PATH", help="A model of yours; see `sentencerank model`.  [default: by language]"
)
@click.option("--judges/--no-judges", default=True, show_default=True, help="Also rank by the judges themselves.")
@click.option("--stem/--no-stem", default=True, show_default=True, help="Whether the scorer takes Porter stems.")
@click.option("--rouge-l/--no-rouge-l", default=False, show_default=True, help="Also R-L, which takes long.")
@click.option("--reference", default="ssr-best", show_default=True, help="The system that others are compared with.")
@click.option(
    "--significance",
    type=click.IntRange(0),
    default=10_000,
    show_default=True,
    metavar="N",
    help="Samples for intervals and tests; 0: none.",
)
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Only the first N documents of each dataset.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option(
    "--output", type=click.Path(file_okay=False, path_type=Path), metavar="DIR", help="Write report and results there."
)
@click.option(
    "--store",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Keep results of every document there.  [default: DIR/records.jsonl]",
)
@click.option("--resume/--fresh", default=True, show_default=True, help="Take what was computed before, or not.")
def evaluate(
    data: tuple[str, ...],
    kind: str,
    methods: tuple[str, ...],
    readings: tuple[str, ...],
    budget: str | None,
    ablations: bool,
    peers: bool,
    model: str | None,
    judges: bool,
    stem: bool,
    rouge_l: bool,
    reference: str,
    significance: int,
    limit: int | None,
    workers: int,
    output: Path | None,
    store: Path | None,
    resume: bool,
) -> None:
    """Score rankings against people's summaries and choices.

    DATA is a .jsonl file of judged documents, or a folder with DUC 2002, SummBank or CNN/DailyMail
    as distributed. Every system ranks the same sentences, is cut to the same budgets and scored by
    the same ROUGE; with --output a report is written as Markdown, JSON and HTML.
    """
    from sentencerank.evaluate.experiments import experiment
    from sentencerank.evaluate.fingerprints import used_models
    from sentencerank.evaluate.report import Report, as_text, write_report
    from sentencerank.evaluate.runs import run_evaluation
    from sentencerank.evaluate.systems import choose_systems
    from sentencerank.extras import require

    if output:
        require("matplotlib", "evaluate")  # missed now rather than after hours, when the report is drawn
    models = used_models(model)
    chosen = choose_systems(methods, readings, with_ablations=ablations, with_judges=judges, model=model)
    extra, remarks = _peers() if peers else ((), ())
    chosen += extra
    names = [system.name for system in chosen]
    if reference not in names:
        if reference != "ssr-best":
            raise click.BadParameter(
                f"{reference!r} is not run. Choose from: {', '.join(names)}.", param_hint="--reference"
            )
        reference = names[0]
    planned = [
        experiment(path, kind=kind, budgets=budget, stem=stem, longest=rouge_l, limit=limit)  # type: ignore[arg-type]
        for path in data
    ]
    if model is not None:
        remarks += _unused(models[0], planned)
    kept = store or (output / "records.jsonl" if output else None)
    parts = []
    for plan in planned:
        with _bar(plan.name) as progress:
            done = run_evaluation(
                plan, chosen, workers=workers, store=kept, fresh=not resume, samples=significance, progress=progress
            )
        parts.append(done)
    command = shlex.join(["sentencerank", *sys.argv[1:]]) if sys.argv[1:2] == ["evaluate"] else "sentencerank evaluate"
    report = Report(tuple(parts), reference, command, remarks, models)
    for section in report.sections:
        click.echo(f"\n{section.heading}\n{section.description}".rstrip() + "\n")
        shown = section.tables[:2] if output else section.tables  # the rest is in the report
        click.echo("\n\n".join(map(as_text, shown)))
    for remark in report.about:
        click.echo(f"sentencerank: {remark}", err=True)
    for path in write_report(report, output) if output else ():
        click.echo(f"sentencerank: wrote {path}", err=True)


def _unused(model: UsedModel, planned: Iterable[Experiment]) -> tuple[str, ...]:
    """Say of how many documents a model is not for the language; of all of them is a mistake."""
    from sentencerank.languages.registry import canonical_code

    cases = [case for plan in planned for case in plan.cases]
    others = sum(canonical_code(case.language) != model.language for case in cases)
    if others == len(cases):
        raise click.BadParameter(
            f"{model.name} is for {model.language}, and no document is in it. Give another, or none.",
            param_hint="--model",
        )
    return (f"{model.name} is for {model.language}: not used on {others} of {len(cases)} documents",) if others else ()


def _peers() -> tuple[tuple[System, ...], tuple[str, ...]]:
    from sentencerank.evaluate.peers import peers

    return peers()


@contextmanager
def _bar(name: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error, where somebody looks at it."""
    if not sys.stderr.isatty():
        yield lambda done, all_: None
        return
    with click.progressbar(length=1, label=name, file=sys.stderr, show_pos=True) as bar:

        def show(done: int, all_: int) -> None:
            bar.length = max(all_, 1)
            bar.update(done - bar.pos)

        yield show
