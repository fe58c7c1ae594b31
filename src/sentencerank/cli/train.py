"""`sentencerank train`: train a model on your own texts, in all stages or in one of them."""

from __future__ import annotations

import shutil
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sentencerank.cli.model_import import numbers_option, replace_option
from sentencerank.cli.options import Decorator, add_options, choice_option, number_option, path_option
from sentencerank.cli.output import say
from sentencerank.cli.progress import Progress

if TYPE_CHECKING:
    from sentencerank.train.run import TrainingPlan

WHOLE = "all"  # the hidden command that `train CORPUS...` stands for
STAGES = ("wiki", "phrases", "vectors")  # folders that tell a working folder from any other


class Stages(click.Group):
    """A group in which `train CORPUS...` runs all stages, and `train phrases` one; a file `phrases` is ./phrases."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take whatever does not begin with the name of a stage as arguments for all of them."""
        if not args or args[0] not in (*self.list_commands(ctx), "-h", "--help"):
            args = [WHOLE, *args]
        return super().parse_args(ctx, args)

    def format_help(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show the help of all stages together."""
        whole = self.commands[WHOLE]
        shown = click.Context(whole, info_name=ctx.info_name, parent=ctx.parent, terminal_width=ctx.terminal_width)
        shown.max_content_width, shown.help_option_names = ctx.max_content_width, ctx.help_option_names
        whole.format_help(shown, formatter)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the stages in their order."""
        return [name for name in self.commands if name != WHOLE]


def _parse_subwords(context: click.Context, parameter: click.Parameter, text: str) -> tuple[int, int]:
    shortest, dash, longest = text.partition("-")
    if text == "none":
        return 0, 0
    if not dash or not shortest.isdigit() or not longest.isdigit() or not 1 <= int(shortest) <= int(longest) <= 20:
        raise click.BadParameter(f"{text!r} is not a range of letters. Give one such as 3-6, or none.")
    return int(shortest), int(longest)


def _output_option(what: str) -> Decorator:
    about = f"Write the {what} to this folder."
    return path_option("-o", "--output", metavar="DIR", required=True, file_okay=False, about=about)


def _stage_option(stage: str) -> Decorator:
    about = f"Folder that `train {stage}` has made."
    return path_option(f"--{stage}", f"{stage}_folder", metavar="DIR", required=True, exists=True, about=about)


_corpus_options = add_options(
    click.argument("corpus", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path)),
    click.option("--language", default="en", metavar="CODE", help="Language code of the corpus, such as de."),
    choice_option("--unit", ("line", "file"), "Take each line or each file of plain text as a document."),
    click.option("--field", default="text", metavar="NAME", help="Table field with the text."),
)
_mining_options = add_options(
    click.option(
        "--knowledge-base",
        metavar="PATH",
        help="List of good phrases, a WordNet folder, or `association` for none"
        " (default: titles of wiki dumps; for English, the phrases of the package).",
    ),
    path_option(
        "--stop-words",
        metavar="FILE",
        exists=True,
        about="File with stop words, one per line (default: those of the language, or learnt).",
    ),
    number_option("--min-sup", "Minimum count of a phrase (default: 10).", low=2),
    number_option("--max-len", "Maximum number of words in a phrase.", 6, low=2, high=6),
    number_option("--trees", "Number of trees in the classifier; 200 are enough for a draft.", 1000),
)
_training_options = add_options(
    number_option("--dimensions", "Number of dimensions of the vectors.", 100, low=2, high=4096),
    number_option("--epochs", "Number of passes over the corpus.", 5),
    number_option("--window", "Number of context words on each side.", 5),
    number_option("--min-count", "Minimum count of a word (default: 5)."),
    number_option("--threads", "Number of threads that train vectors; with more than 1, no two runs are alike.", 1),
    click.option(
        "--subwords",
        default="5-6",
        metavar="MIN-MAX",
        callback=_parse_subwords,
        help="Length of subwords in letters, or none.",
    ),
    click.option(
        "--minimum", type=click.FloatRange(0, 1), default=0.6, metavar="QUALITY", help="Minimum quality of a phrase."
    ),
)
_packing_options = add_options(
    click.option("--name", default="", show_default=False, help="Name of the model (default: the name of its folder)."),
    click.option("--licence", default="", show_default=False, metavar="TEXT", help="Licence of the model."),
    numbers_option,
    replace_option,
)
_run_options = add_options(
    number_option("--seed", "Random seed.", 0, low=0),
    number_option("--workers", "Number of worker processes; it does not change the result.", 1),
    path_option(
        "--work", metavar="DIR", file_okay=False, about="Folder for intermediate results (default: OUTPUT.work)."
    ),
    click.option("--fresh", is_flag=True, help="Delete intermediate results and start from scratch."),
)


@click.group(cls=Stages)
def train() -> None:
    """Train a model on your own texts."""


@train.command(
    WHOLE,
    hidden=True,
    epilog="""\b
Each stage can also be run alone and has its own --help:
  train phrases CORPUS... -o PHRASES                        mine phrases
  train vectors CORPUS... --phrases PHRASES -o VECTORS      train vectors of words and phrases
  train pack --phrases PHRASES --vectors VECTORS -o MODEL   pack both into a model

\b
Examples:
  sentencerank train articles.txt.gz -o my-model --licence "CC BY 4.0"
  sentencerank train dewiki-latest-pages-articles.xml.bz2 --language de -o de-wiki --workers 4
  sentencerank train corpus.jsonl --field body --knowledge-base terms.txt -o legal-model
  sentencerank rank --model my-model report.txt

\b
If training is interrupted, run the same command again: it goes on where it stopped.
""",
)
@_corpus_options
@_output_option("model")
@_mining_options
@_training_options
@_packing_options
@_run_options
def whole(corpus: tuple[Path, ...], output: Path, replace: bool, work: Path | None, fresh: bool, **given: Any) -> None:
    """Train a model on your own texts.

    CORPUS stands for files and folders: plain text (one document per line), JSONL and Parquet, also
    compressed (.gz, .bz2, .xz, .zst, .zip), and wiki dumps (pages-articles.xml.bz2), whose titles serve
    as the knowledge base. Phrases are mined, vectors of words and phrases are trained, and both are
    packed into a folder for `rank --model`. Training needs: pip install 'sentencerank[train]'.
    """
    with _training(output, work, fresh) as (home, progress):
        from sentencerank.train.run import train_model

        train_model(_plan(corpus, home, given), output, home, replace=replace, progress=progress)
    _report(output)
    say(f"use it: sentencerank rank --model {output} FILE; {home} is no longer needed")


@train.command(
    epilog="It writes quality, phrase, count and origin to phrases.tsv, and quality and phrase to quality.tsv."
)
@_corpus_options
@_output_option("phrases")
@_mining_options
@_run_options
def phrases(corpus: tuple[Path, ...], output: Path, work: Path | None, fresh: bool, **given: Any) -> None:
    """Mine the phrases of a corpus."""
    with _training(output, work, fresh) as (home, progress):
        from sentencerank.train.run import run_phrases

        run_phrases(_plan(corpus, home, given), home, output, progress=progress)
    say(f"wrote {output}: see phrases.tsv")


@train.command()
@_corpus_options
@_stage_option("phrases")
@_output_option("vectors")
@_training_options
@_run_options
def vectors(
    corpus: tuple[Path, ...], phrases_folder: Path, output: Path, work: Path | None, fresh: bool, **given: Any
) -> None:
    """Train vectors of words and phrases."""
    with _training(output, work, fresh) as (home, progress):
        from sentencerank.train.run import run_vectors

        run_vectors(_plan(corpus, home, given), phrases_folder, home, output, progress=progress)
    say(f"wrote {output}: see names.txt")


@train.command()
@_stage_option("phrases")
@_stage_option("vectors")
@_output_option("model")
@_packing_options
def pack(phrases_folder: Path, vectors_folder: Path, output: Path, **given: Any) -> None:
    """Pack phrases and vectors into a model."""
    from sentencerank.train.run import pack_model

    pack_model(phrases_folder, vectors_folder, output, **given)
    _report(output)


def _plan(corpus: tuple[Path, ...], home: Path, given: dict[str, Any]) -> TrainingPlan:
    """Make the plan from the options of a command, and say how much space it takes before hours are spent."""
    from sentencerank.files.disk import free_space
    from sentencerank.train.mining.labels import word_list
    from sentencerank.train.run import TrainingPlan, needed_space
    from sentencerank.train.vectors import Training

    shortest, longest = given.pop("subwords", (0, 0))
    chosen = {
        name: given.pop(name) for name in ("dimensions", "epochs", "window", "min_count", "threads") if name in given
    }
    training = Training(**chosen, shortest=shortest, longest=longest, seed=given["seed"] % 2**31)
    stop_words, knowledge = given.pop("stop_words", None), given.pop("knowledge_base", None)
    plan = TrainingPlan(
        corpus=corpus,
        knowledge=knowledge,
        stop_words=frozenset(word.lower() for word in word_list(stop_words)) if stop_words else None,
        text_field=given.pop("field"),
        training=training,
        **given,
    )
    needed, free = needed_space(plan.corpus, plan.training), free_space(home)
    say(f"intermediate results go to {home}: about {_size(needed)}, {_size(free)} are free")
    if needed > free:
        say("that may not be enough. Make room, or name another folder with --work.")
    return plan


@contextmanager
def _training(output: Path, work: Path | None, fresh: bool) -> Iterator[tuple[Path, Progress]]:
    """Yield the working folder, emptied if it has to be, and the progress; warnings become messages."""
    home = work or output.with_name(f"{output.name}.work")
    if fresh and any((home / stage).exists() for stage in STAGES):
        from sentencerank.train.checkpoints import lock_folder

        with lock_folder(home):
            shutil.rmtree(home)
    with warnings.catch_warnings(record=True) as remarks, Progress(resumes=True) as progress:
        warnings.simplefilter("always", UserWarning)
        yield home, progress
    for remark in remarks:
        say(str(remark.message))


def _size(count: float) -> str:
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{count / 1e6:.0f} MB"


def _report(output: Path) -> None:
    from sentencerank.model.manifest import read_manifest

    manifest = read_manifest(output)
    words, known = manifest.raw.get("words"), manifest.raw.get("phrases")
    say(f"wrote {output}: {words:,} words and {known:,} phrases of {manifest.dimensions} dimensions")
