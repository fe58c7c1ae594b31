"""`sentencerank train`: a thin shell over the stages, all of them or one alone."""

from __future__ import annotations

import shutil
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from sentencerank.train.progress import Progress
    from sentencerank.train.run import TrainingPlan

WHOLE = "all"  # the hidden command that `train CORPUS...` stands for
STOPPED = 130  # exit code after Ctrl-C, as shells have it
Command = Callable[..., None]
_FOLDER = click.Path(file_okay=False, path_type=Path)
_THERE = click.Path(exists=True, path_type=Path)


class Stages(click.Group):
    """`train CORPUS...` runs all stages, `train phrases` one; a file that is called phrases is ./phrases."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Whatever does not begin with the name of a stage is about all of them."""
        stages = [name for name in self.commands if name != WHOLE]
        if not args or args[0] not in (*stages, "-h", "--help"):
            args = [WHOLE, *args]
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The help of the whole, then the stages."""
        whole = self.commands[WHOLE]
        shown = click.Context(whole, info_name=ctx.info_name, parent=ctx.parent, terminal_width=ctx.terminal_width)
        shown.max_content_width, shown.help_option_names = ctx.max_content_width, ctx.help_option_names
        whole.format_help(shown, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The stages in their order."""
        return [name for name in self.commands if name != WHOLE]


def _options(*groups: tuple[Callable[[Command], Command], ...]) -> Callable[[Command], Command]:
    def decorated(command: Command) -> Command:
        for option in reversed([option for group in groups for option in group]):
            command = option(command)
        return command

    return decorated


def _subwords(context: click.Context, parameter: click.Parameter, text: str) -> tuple[int, int]:
    shortest, dash, longest = text.partition("-")
    if text == "none":
        return 0, 0
    if not dash or not shortest.isdigit() or not longest.isdigit() or not 1 <= int(shortest) <= int(longest) <= 20:
        raise click.BadParameter(f"{text!r} is not two numbers of letters such as 3-6, nor none.")
    return int(shortest), int(longest)


_CORPUS = (
    click.argument("corpus", nargs=-1, required=True, type=_THERE),
    click.option(
        "--language", default="en", show_default=True, metavar="CODE", help="Its language, such as de; never guessed."
    ),
    click.option(
        "--unit",
        type=click.Choice(["line", "file"]),
        default="line",
        show_default=True,
        help="A document of plain text.",
    ),
    click.option("--field", default="text", show_default=True, help="Where JSONL and Parquet have the text."),
)
_PHRASES = (
    click.option(
        "--knowledge-base",
        metavar="PATH",
        help="Phrases known to be good: a list, a folder of WordNet, or `association` for none."
        "  [default: titles of dumps; English: those of the package]",
    ),
    click.option(
        "--stop-words", type=_THERE, metavar="FILE", help="One a line.  [default: those of the language, or learnt]"
    ),
    click.option("--min-sup", type=click.IntRange(2), metavar="N", help="Least count of a phrase.  [default: 10]"),
    click.option("--max-len", type=click.IntRange(2, 6), default=6, show_default=True, help="Words of a phrase."),
    click.option("--trees", type=click.IntRange(1), default=1000, show_default=True, help="200 do for a draft."),
)
_VECTORS = (
    click.option("--dimensions", type=click.IntRange(2, 4096), default=100, show_default=True, help="Of a vector."),
    click.option("--epochs", type=click.IntRange(1), default=5, show_default=True, help="Passes over the text."),
    click.option("--window", type=click.IntRange(1), default=5, show_default=True, help="Words of context on a side."),
    click.option("--min-count", type=click.IntRange(1), metavar="N", help="Least count of a word.  [default: 5]"),
    click.option(
        "--subwords", default="5-6", show_default=True, callback=_subwords, help="Letters of a subword, or none."
    ),
    click.option(
        "--minimum", type=click.FloatRange(0, 1), default=0.6, show_default=True, help="Least quality of a phrase."
    ),
)
_PACK = (
    click.option("--name", default="", help="What the model calls itself.  [default: its folder]"),
    click.option("--licence", default="", metavar="TEXT", help="Under which the model may be used."),
    click.option(
        "--numbers",
        type=click.Choice(["float16", "int8", "float32"]),
        default="float16",
        show_default=True,
        help="How rows are stored.",
    ),
    click.option("--replace", is_flag=True, help="Replace a model of this name."),
)
_RUN = (
    click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Of all that is random."),
    click.option("--workers", type=click.IntRange(1), default=1, show_default=True, help="Processes; same result."),
    click.option("--work", type=_FOLDER, metavar="DIR", help="What a rerun goes on from.  [default: OUTPUT.work]"),
    click.option("--fresh", is_flag=True, help="Begin anew: delete the working folder first."),
)


def _output(what: str) -> tuple[Callable[[Command], Command], ...]:
    return (click.option("-o", "--output", type=_FOLDER, required=True, metavar="DIR", help=what),)


@click.group(cls=Stages)
def train() -> None:
    """Train a model of your own from text."""


@train.command(
    WHOLE,
    hidden=True,
    epilog="""\b
Stages alone, each with its own --help:
  train phrases CORPUS... -o PHRASES                      mine phrases
  train vectors CORPUS... --phrases PHRASES -o VECTORS    train vectors of words and phrases
  train pack --phrases PHRASES --vectors VECTORS -o MODEL   make a model of them

\b
Examples:
  sentencerank train articles.txt.gz -o my-model --licence "CC BY 4.0"
  sentencerank train dewiki-latest-pages-articles.xml.bz2 --language de -o de-wiki --workers 4
  sentencerank train corpus.jsonl --field body --knowledge-base terms.txt -o legal-model
  sentencerank rank --model my-model report.txt

\b
Killed, out of disk, Ctrl-C? Run the same command again: it goes on where it stopped.
""",
)
@_options(_CORPUS, _output("The model to make."), _PHRASES, _VECTORS, _PACK, _RUN)
def whole(corpus: tuple[Path, ...], output: Path, replace: bool, work: Path | None, fresh: bool, **given: Any) -> None:
    """Train a model of your own from text.

    CORPUS are files and folders: plain text (a document a line), JSONL, Parquet, each also as .gz,
    .bz2, .xz or .zst, and dumps of wikis (pages-articles.xml.bz2), whose titles are the knowledge
    base. Phrases are mined, vectors of words and phrases trained, and a folder is made that `rank
    --model` takes. It needs: pip install 'sentencerank[train]'.
    """
    with _stage(output, work, fresh) as (home, progress):
        from sentencerank.train.run import train_model

        plan = _plan(corpus, given)
        _announce(plan, home)
        train_model(plan, output, home, replace=replace, progress=progress)
    _report(output, home)


@train.command(epilog="Writes quality, phrase, count and origin to phrases.tsv, and quality<TAB>phrase to quality.tsv.")
@_options(_CORPUS, _output("The phrase model to make."), _PHRASES, _RUN)
def phrases(corpus: tuple[Path, ...], output: Path, work: Path | None, fresh: bool, **given: Any) -> None:
    """Mine the phrases of a corpus."""
    with _stage(output, work, fresh) as (home, progress):
        from sentencerank.train.run import run_phrases

        plan = _plan(corpus, given)
        _announce(plan, home)
        run_phrases(plan, home, output, progress=progress)
    say(f"wrote {output}: see phrases.tsv")


@train.command()
@_options(
    _CORPUS,
    (click.option("--phrases", "model", type=_THERE, required=True, metavar="DIR", help="What `train phrases` made."),),
    _output("The vectors to make."),
    _VECTORS,
    _RUN,
)
def vectors(corpus: tuple[Path, ...], model: Path, output: Path, work: Path | None, fresh: bool, **given: Any) -> None:
    """Train vectors of words and phrases."""
    with _stage(output, work, fresh) as (home, progress):
        from sentencerank.train.run import run_vectors

        plan = _plan(corpus, given)
        _announce(plan, home)
        run_vectors(plan, model, home, output, progress=progress)
    say(f"wrote {output}: see names.txt")


@train.command()
@_options(
    (
        click.option("--phrases", "model", type=_THERE, required=True, metavar="DIR", help="What `phrases` made."),
        click.option("--vectors", "rows", type=_THERE, required=True, metavar="DIR", help="What `vectors` made."),
    ),
    _output("The model to make."),
    _PACK,
)
def pack(model: Path, rows: Path, output: Path, **given: Any) -> None:
    """Make a model of phrases and vectors."""
    from sentencerank.train.run import pack_model

    pack_model(model, rows, output, **given)
    _report(output, None)


def _plan(corpus: tuple[Path, ...], given: dict[str, Any]) -> TrainingPlan:
    from sentencerank.train.mining.labels import word_list
    from sentencerank.train.run import TrainingPlan
    from sentencerank.train.vectors import Training

    shortest, longest = given.pop("subwords", (0, 0))
    chosen = {name: given.pop(name) for name in ("dimensions", "epochs", "window", "min_count") if name in given}
    training = Training(**chosen, shortest=shortest, longest=longest, seed=given["seed"] % 2**31)
    stop_words, knowledge = given.pop("stop_words", None), given.pop("knowledge_base", None)
    return TrainingPlan(
        corpus=corpus,
        knowledge=knowledge,
        stop_words=frozenset(word.lower() for word in word_list(stop_words)) if stop_words else None,
        text_field=given.pop("field"),
        training=training,
        **given,
    )


@contextmanager
def _stage(output: Path, work: Path | None, fresh: bool) -> Iterator[tuple[Path, Progress]]:
    """The working folder, and a bar where somebody looks; remarks and Ctrl-C become a line."""
    from sentencerank.cli.train_progress import Bars
    from sentencerank.train.progress import silent

    home = work or output.with_name(f"{output.name}.work")
    if fresh and (home / "wiki").exists() | (home / "phrases").exists() | (home / "vectors").exists():
        shutil.rmtree(home)
    bars = Bars() if sys.stderr.isatty() else None
    try:
        with warnings.catch_warnings(record=True) as remarks:
            warnings.simplefilter("always", UserWarning)
            yield home, bars or silent
    except KeyboardInterrupt:
        if bars:
            bars.close()
        say("stopped. Run the same command again: it goes on where it stopped.")
        raise click.exceptions.Exit(STOPPED) from None
    finally:
        if bars:
            bars.close()
    for remark in remarks:
        say(str(remark.message))


def _announce(plan: TrainingPlan, home: Path) -> None:
    """Say what will be used, before hours are spent."""
    from sentencerank.train.checkpoints import free_space
    from sentencerank.train.run import needed_space

    needed, free = needed_space(plan.corpus, plan.training), free_space(home)
    say(f"works in {home}: about {_size(needed)}, {_size(free)} are free")
    if needed > free:
        say("that may not be enough. Make room, or name another folder with --work.")


def _size(count: float) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


def _report(output: Path, home: Path | None) -> None:
    from sentencerank.model.manifest import read_manifest

    manifest = read_manifest(output)
    words, known = manifest.raw.get("words"), manifest.raw.get("phrases")
    say(f"wrote {output}: {words:,} words and {known:,} phrases of {manifest.dimensions} dimensions")
    if home:
        say(f"use it: sentencerank rank --model {output} FILE; {home} is no longer needed")


def say(message: str) -> None:
    """A line on standard error."""
    click.echo(f"sentencerank: {message}", err=True)
