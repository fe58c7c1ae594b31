"""`sentencerank evaluate`: score rankings against what people chose and wrote."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

import click

from sentencerank.cli.options import METHODS, READINGS, Names, choice_option, model_option, number_option, path_option
from sentencerank.cli.output import say, write
from sentencerank.cli.progress import Progress

if TYPE_CHECKING:
    from sentencerank.evaluate.experiments import Experiment
    from sentencerank.evaluate.fingerprints import UsedModel

KINDS = ("auto", "cases", "cnndm", "duc02", "summbank")
REFERENCE = "ssr-best"
RIVALS = Names("evaluate.rivals", "RIVALS")

Callback: TypeAlias = Callable[[click.Context, click.Parameter, "str | None"], tuple[str, ...]]


def _names(known: Names, more: Names | None = None) -> Callback:
    """Return a callback that splits names at commas; by default it returns all of `known`, for "all" those of both."""

    def parse(context: click.Context, parameter: click.Parameter, text: str | None) -> tuple[str, ...]:
        if text is None:
            return known.choices
        every = (*known.choices, *(more.choices if more else ()))
        if text.strip() == "all":
            return every
        names = tuple(dict.fromkeys(filter(None, (name.strip() for name in text.split(",")))))
        if unknown := [name for name in names or ("",) if name not in every]:
            raise click.BadParameter(f"{unknown[0]!r} is not known. Choose from: {', '.join(every)}; or all.")
        return names

    return parse


@click.command(
    epilog="""\b
Examples:
  sentencerank evaluate judged.jsonl
  sentencerank evaluate judged.jsonl --methods ssr,lead --readings best --budget 50w,10%
  sentencerank evaluate judged.jsonl --methods all --readings paper,best
  sentencerank evaluate duc02/ --readings paper --budget 100w,100w/stop,100w/skip
  sentencerank evaluate summbank/ --readings paper --ablations --workers 4
  sentencerank evaluate judged.jsonl --model mine --output with-mine
  sentencerank evaluate --keyphrases indexed.jsonl
  sentencerank evaluate --queries questions.jsonl --output results

\b
Budgets:
  100w        100 words; the last sentence is cut
  100w/stop   100 words; stop at the first sentence that does not fit
  100w/skip   100 words; skip sentences that do not fit
  5%          5 % of the sentences
  3s          3 sentences
  curve       10 %, 20 %, ... 90 % of the sentences
"""
)
@click.argument("data", nargs=-1, required=True, type=click.Path())
@choice_option("--kind", KINDS, "Format of the data.")
@click.option(
    "--queries", is_flag=True, help="DATA holds questions with their evidence: score the ranking for a query."
)
@path_option(
    "--against", metavar="FOLDER", file_okay=False, about="Score a checkout of another version too (--queries)."
)
@click.option(
    "--methods",
    callback=_names(METHODS, RIVALS),
    metavar="A,B",
    help="Methods, such as ssr,lead,urank (default: those of the package); all: also the rivals of the paper.",
)
@click.option(
    "--readings", callback=_names(READINGS), metavar="A,B", help="Readings, such as paper,best (default: all)."
)
@click.option("--budget", metavar="A,B", help="Budgets to score at (default: those that fit the references).")
@click.option("--keyphrases", is_flag=True, help="Score keyphrases instead of rankings.")
@click.option("--ablations", is_flag=True, help="Also score the method without one feature at a time.")
@click.option("--peers", is_flag=True, help="Also score sumy, summa and a sentence transformer, if installed.")
@model_option
@click.option("--judges/--no-judges", default=True, help="Also score the judges themselves.")
@click.option("--stem/--no-stem", default=True, help="Compare Porter stems instead of words.")
@click.option("--rouge-l/--no-rouge-l", default=False, help="Also compute ROUGE-L, which is slow.")
@click.option("--reference", default=REFERENCE, help="System that the others are compared with.")
@number_option("--significance", "Number of samples for intervals and tests; 0 leaves them out.", 10_000, low=0)
@number_option("--limit", "Score only the first N documents of each dataset.")
@number_option("--workers", "Number of worker processes.", 1)
@path_option("--output", metavar="DIR", file_okay=False, about="Write the report and the results to this folder.")
@path_option(
    "--store", metavar="FILE", dir_okay=False, about="Keep all results in this file (default: DIR/records.jsonl)."
)
@click.option("--resume/--fresh", default=True, help="Reuse earlier results, or compute all again.")
def evaluate(
    data: tuple[str, ...],
    kind: str,
    queries: bool,
    methods: tuple[str, ...],
    readings: tuple[str, ...],
    against: Path | None,
    budget: str | None,
    keyphrases: bool,
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
    """Score rankings against human summaries and choices.

    DATA is a .jsonl file of judged documents, or a folder with DUC 2002, SummBank or CNN/DailyMail
    as distributed. Every system ranks the same sentences, is cut to the same budgets and is scored
    by the same ROUGE. With --output a report is written as Markdown, JSON and HTML.

    With --keyphrases DATA is a .jsonl file of texts with the keyphrases that people gave them. Plain
    methods are scored in the same run, and yake where it is installed.
    """
    if keyphrases and queries:
        raise click.UsageError("--keyphrases and --queries are evaluations of their own. Give one of them.")
    if keyphrases:
        return _evaluate_keyphrases(data, limit, significance, output)
    if queries:
        return _evaluate_queries(data, limit, significance, output, against)
    from sentencerank.evaluate.experiments import experiment
    from sentencerank.evaluate.fingerprints import used_models
    from sentencerank.evaluate.peers import peers as find_peers
    from sentencerank.evaluate.report import Report, as_text, write_report
    from sentencerank.evaluate.runs import run_evaluation
    from sentencerank.evaluate.systems import choose_systems
    from sentencerank.extras import require

    if output:
        require("matplotlib", "evaluate")  # missed now rather than after hours, when the report is drawn
    models = used_models(model)
    systems = choose_systems(methods, readings, with_ablations=ablations, with_judges=judges, model=model)
    extra, remarks = find_peers() if peers else ((), ())
    systems += extra
    reference = _check_reference(reference, [system.name for system in systems])
    planned = [
        experiment(path, kind=kind, budgets=budget, stem=stem, longest=rouge_l, limit=limit)  # type: ignore[arg-type]
        for path in data
    ]
    if model is not None:
        remarks += _check_model(models[0], planned)
    kept = store or (output / "records.jsonl" if output else None)
    parts = []
    with Progress(resumes=kept is not None) as progress:
        for plan in planned:
            told = partial(_show, progress, plan.name)
            done = run_evaluation(
                plan, systems, workers=workers, store=kept, fresh=not resume, samples=significance, progress=told
            )
            parts.append(done)
    command = shlex.join(["sentencerank", *sys.argv[1:]]) if sys.argv[1:2] == ["evaluate"] else "sentencerank evaluate"
    report = Report(tuple(parts), reference, command, remarks, models)
    for section in report.sections:
        write(f"\n{section.heading}\n{section.description}".rstrip() + "\n")
        shown = section.tables[:2] if output else section.tables  # the rest is in the report
        write("\n\n".join(map(as_text, shown)))
    for remark in report.about:
        say(remark)
    for path in write_report(report, output) if output else ():
        say(f"wrote {path}")


def _evaluate_keyphrases(data: tuple[str, ...], limit: int | None, samples: int, output: Path | None) -> None:
    from sentencerank.evaluate import keyphrases
    from sentencerank.evaluate.keyphrase_systems import missing_peers
    from sentencerank.evaluate.report import as_text

    parts = []
    with Progress() as progress:
        for path in data:
            cases = keyphrases.load_phrase_cases(path, limit)
            name = Path(path).stem
            told = partial(progress, f"scoring {name}", unit="documents")
            parts.append(keyphrases.evaluate_keyphrases(name, cases, progress=told))
    sections = [keyphrases.phrase_section(part, samples) for part in parts]
    for section in sections:
        write(f"\n{section.heading}\n{section.description}\n")
        write("\n\n".join(map(as_text, section.tables)))
    for remark in missing_peers():
        say(remark)
    command = shlex.join(["sentencerank", "evaluate", "--keyphrases", *(Path(path).name for path in data)])
    for page in keyphrases.write_phrase_report(parts, sections, command, output) if output else ():
        say(f"wrote {page}")


def _evaluate_queries(
    data: tuple[str, ...], limit: int | None, samples: int, output: Path | None, against: Path | None
) -> None:
    """Score the ranking for a query, with its rivals, and write the page queries.md if there is a folder for it."""
    from sentencerank.evaluate.query_cases import read_query_cases
    from sentencerank.evaluate.query_scores import score_queries, tables, write_page
    from sentencerank.evaluate.query_systems import query_systems
    from sentencerank.evaluate.query_versions import Version

    systems, remarks = query_systems()
    cases = read_query_cases(data, limit)
    other = Version(against) if against else None
    try:
        chosen = (*systems, *([other.as_system()] if other else []))
        with Progress() as progress:
            scores = score_queries(cases, chosen, lambda done, total: progress("scoring", done, total, "results"))
    finally:
        if other:
            other.close()
    page = tables(scores, samples=samples)
    write(page)
    for remark in remarks:
        say(remark)
    if output:
        names = " ".join(Path(path).name for path in data)
        more = f" --against {against.name}" if against else ""
        write_page(page, output / "queries.md", f"sentencerank evaluate --queries {names}{more}")
        say(f"wrote {output / 'queries.md'}")


def _show(progress: Progress, name: str, done: int, total: int) -> None:
    progress(f"scoring {name}", done, total, "results")


def _check_reference(reference: str, names: list[str]) -> str:
    """Return the system that others are compared with: the one asked for, or the first if the default is not run."""
    if reference not in names and reference != REFERENCE:
        raise click.BadParameter(
            f"{reference!r} is not run. Choose from: {', '.join(names)}.", param_hint="--reference"
        )
    return reference if reference in names else names[0]


def _check_model(model: UsedModel, planned: Iterable[Experiment]) -> tuple[str, ...]:
    """Return a remark on the documents in other languages than the model's; if all of them are, refuse the model."""
    from sentencerank.languages.registry import canonical_code

    cases = [case for plan in planned for case in plan.cases]
    others = sum(canonical_code(case.language) != model.language for case in cases)
    if others == len(cases):
        raise click.BadParameter(
            f"{model.name} is for {model.language}, and no document is in it. Give another model, or none.",
            param_hint="--model",
        )
    return (f"{model.name} is for {model.language}: not used on {others} of {len(cases)} documents",) if others else ()
