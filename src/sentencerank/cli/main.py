"""The command line: a thin shell over the library, with the same verbs.

numpy and the story are imported inside the commands, so that `--help` and the completion of a shell stay quick.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from sentencerank import __version__
from sentencerank.cli.corpus import corpus
from sentencerank.cli.evaluate import evaluate
from sentencerank.cli.languages import languages
from sentencerank.cli.model import model
from sentencerank.cli.read import read
from sentencerank.cli.serve import serve
from sentencerank.cli.shell import (
    Forms,
    Request,
    Shell,
    budget_options,
    called,
    complain,
    given_files,
    ranking_options,
    run,
    write,
)
from sentencerank.cli.train import train

if TYPE_CHECKING:
    from sentencerank import Explanation, Extract, Layer, RankedSentence, Ranking

HELP: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 100}
COLUMNS = ("index", "rank", "score", "topic", "words", "start", "end", "paragraph", "section", "depends_on", "copy_of")


@click.group(
    cls=Shell,
    context_settings=HELP,
    epilog="""\b
Examples:
  sentencerank rank article.txt                     every sentence, the best highlighted
  sentencerank summarize --words 100 article.txt    the best sentences within 100 words
  sentencerank layers article.txt                   what to read first, second, third ...
  sentencerank rank --query "who pays" report.txt   ranked by what you look for
  cat notes.txt | sentencerank keyphrases           from a pipe
  sentencerank rank --jsonl *.txt > ranked.jsonl    many files, one object a line
  sentencerank explain article.txt 4                why sentence 4 stands where it stands

\b
Exit codes:
  0  done
  1  a file or a model could not be read; the other files are done
  2  wrong usage: a command, option or value that does not exist
  3  nothing to rank: no sentences in the input
""",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Rank every sentence of a text by importance.

    The commands read text, Markdown, HTML, PDF, DOCX, EPUB, mail and subtitles, from files, addresses
    or standard input. On a terminal they print to be read; into a pipe they print plain tab-separated
    lines, unless another form is asked for.
    """


@main.command(
    epilog="""\b
Into a pipe: rank, score, index and sentence, tab-separated, the best first.

\b
Examples:
  sentencerank rank --ratio 0.1 article.txt
  sentencerank rank article.txt | head -3
  sentencerank rank --csv *.txt > sentences.csv
"""
)
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True), callback=given_files)
@budget_options
@ranking_options
def rank(request: Request, **budget: Any) -> None:
    """Rank every sentence; highlight the best in place.

    All sentences are ranked; the budget says how many of them are highlighted.
    """
    from sentencerank.cli import terminal

    take = _budget(budget)
    run(
        request,
        Forms(
            view=lambda ranking, page: terminal.ranked(ranking, take(ranking), page),
            lines=lambda ranking: _lines(ranking.top(len(ranking))),
            record=lambda ranking: ranking.to_dict(),
            rows=lambda ranking: _rows(ranking, ranking.sentences),
        ),
    )


@main.command(
    epilog="""\b
Into a pipe: one sentence a line.

\b
Examples:
  sentencerank summarize --sentences 3 article.txt
  sentencerank summarize --words 100 --context article.txt
"""
)
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True), callback=given_files)
@budget_options
@ranking_options
def summarize(request: Request, **budget: Any) -> None:
    """Print the best sentences within a budget.

    They come in the order of the document, and never over the budget.
    """
    from sentencerank.cli import terminal

    take = _budget(budget)
    run(
        request,
        Forms(
            view=lambda ranking, page: terminal.summarized(ranking, take(ranking), page),
            lines=lambda ranking: (terminal.flat(sentence.text) for sentence in take(ranking)),
            record=lambda ranking: _summary(ranking, take(ranking)),
            rows=lambda ranking: _rows(ranking, take(ranking)),
            titled=False,
        ),
    )


@main.command(
    epilog="""\b
Into a pipe: layer, rank, score, index and sentence, tab-separated.

\b
Examples:
  sentencerank layers article.txt
  sentencerank layers --depth 3 article.txt
"""
)
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True), callback=given_files)
@click.option("--count", type=click.IntRange(1), default=10, show_default=True, help="How many layers at most.")
@click.option("--depth", type=click.IntRange(1), metavar="N", help="The document down to layer N, the rest folded.")
@ranking_options
def layers(request: Request, count: int, depth: int | None) -> None:
    """Sort the sentences into layers: what to read first.

    The first layer has 5 % of the words and each one after it brings the total to the next 10 %.
    """
    from sentencerank.cli import terminal

    def shown(ranking: Ranking) -> tuple[Layer, ...]:
        return ranking.layers(count)[:depth]

    run(
        request,
        Forms(
            view=lambda ranking, page: (
                terminal.layered(shown(ranking), page)
                if depth is None
                else terminal.folded(ranking, ranking.layers(count), depth, page)
            ),
            lines=lambda ranking: (
                f"{layer.number}\t{line}" for layer in shown(ranking) for line in _lines(layer.sentences)
            ),
            record=lambda ranking: {"id": ranking.document.id, "layers": [asdict(layer) for layer in shown(ranking)]},
            rows=lambda ranking: (
                {**row, "layer": layer.number} for layer in shown(ranking) for row in _rows(ranking, layer.sentences)
            ),
        ),
    )


@main.command(epilog="Into a pipe: score, count and phrase, tab-separated, the best first.")
@click.argument("files", nargs=-1, type=click.Path(allow_dash=True), callback=given_files)
@click.option("--count", type=click.IntRange(1), default=10, show_default=True, help="How many at most.")
@ranking_options
def keyphrases(request: Request, count: int) -> None:
    """Print the phrases that carry the text, and its topics."""
    from sentencerank.cli import terminal

    run(
        request,
        Forms(
            view=lambda ranking, page: terminal.phrased(ranking.keyphrases(count), ranking.topics, page),
            lines=lambda ranking: (
                f"{phrase.score:.4f}\t{phrase.count}\t{terminal.flat(phrase.text)}"
                for phrase in ranking.keyphrases(count)
            ),
            record=lambda ranking: {
                "id": ranking.document.id,
                "keyphrases": [asdict(phrase) for phrase in ranking.keyphrases(count)],
                "topics": [asdict(topic) for topic in ranking.topics],
            },
            rows=lambda ranking: (
                {
                    "id": ranking.document.id,
                    "score": phrase.score,
                    "count": phrase.count,
                    "text": terminal.flat(phrase.text),
                }
                for phrase in ranking.keyphrases(count)
            ),
        ),
    )


@main.command(
    epilog="""\b
Into a pipe: the same text, without colours.

\b
Examples:
  sentencerank explain article.txt 4
  sentencerank explain --by-rank article.txt 1
  cat article.txt | sentencerank explain - 4
"""
)
@click.argument("files", metavar="FILE", type=click.Path(allow_dash=True))
@click.argument("index", type=click.IntRange(0))
@click.option("--by-rank", is_flag=True, help="INDEX is a rank, from 1, as `rank` shows it in the margin.")
@ranking_options
def explain(request: Request, index: int, by_rank: bool) -> None:
    """Tell why a sentence stands where it stands.

    INDEX is its place in the document, counted from 0, as all commands print it.
    """
    from sentencerank.cli import terminal

    def reasons(ranking: Ranking) -> Explanation:
        if by_rank and not 1 <= index <= len(ranking):
            raise click.UsageError(f"there is no rank {index}. Give one from 1 to {len(ranking)}.")
        return ranking.explain(int(ranking.order[index - 1]) if by_rank else index)

    run(
        request,
        Forms(
            view=lambda ranking, page: terminal.explained(ranking, reasons(ranking), page),
            lines=lambda ranking: terminal.explained(ranking, reasons(ranking), terminal.Page()),
            record=lambda ranking: {"id": ranking.document.id, **asdict(reasons(ranking))},
            rows=lambda ranking: (
                {"id": ranking.document.id, "index": reasons(ranking).index, "part": part, "value": value}
                for part, value in reasons(ranking).parts.items()
            ),
            titled=False,
        ),
    )


@main.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print a script that completes commands in your shell.

    The first lines of the script say where to put it.
    """
    from click.shell_completion import get_completion_class

    line = {
        "bash": 'eval "$(sentencerank completion bash)"    # in ~/.bashrc',
        "zsh": 'eval "$(sentencerank completion zsh)"    # in ~/.zshrc, after compinit',
        "fish": "sentencerank completion fish | source    # in ~/.config/fish/config.fish",
    }[shell]
    write(f"# To complete sentencerank in every new {shell}, add this line to the file it names:\n#   {line}")
    script = get_completion_class(shell)
    assert script is not None
    write(script(main, {}, "sentencerank", "_SENTENCERANK_COMPLETE").source())


main.add_command(read)
main.add_command(languages)
main.add_command(evaluate)
main.add_command(corpus)
main.add_command(serve)
main.add_command(train)
main.add_command(model)


def _budget(given: dict[str, Any]) -> Callable[[Ranking], Extract]:
    """What to take of a ranking; a fifth of the sentences if nothing else is said."""
    limits = [name for name in ("words", "sentences", "ratio", "characters") if given[name] is not None]
    if len(limits) > 1:
        raise click.UsageError(f"--{limits[0]} and --{limits[1]} are two budgets. Give one.")
    wanted = given if limits else {**given, "ratio": 0.2}

    def take(ranking: Ranking) -> Extract:
        chosen = ranking.summary(**wanted)
        if not chosen:
            best, name = ranking.top(1)[0], called(ranking.document.id)
            size = f"{len(best.text)} characters" if given["characters"] else f"{best.words} words"
            complain(f"{name}: no sentence fits the budget; the best one has {size}")
        return chosen

    return take


def _lines(sentences: Iterable[RankedSentence]) -> Iterator[str]:
    from sentencerank.cli.terminal import flat

    return (f"{s.rank}\t{s.score:.4f}\t{s.index}\t{flat(s.text)}" for s in sentences)


def _rows(ranking: Ranking, sentences: Iterable[RankedSentence]) -> Iterator[dict[str, object]]:
    """Sentences as rows: the names of the JSON, the text on one line; `start` and `end` tell where it stood."""
    from sentencerank.cli.terminal import flat

    layer_of = {sentence.index: layer.number for layer in ranking.layers() for sentence in layer.sentences}
    for sentence in sentences:
        row = {name: getattr(sentence, name) for name in COLUMNS}
        yield {"id": ranking.document.id, **row, "layer": layer_of[sentence.index], "text": flat(sentence.text)}


def _summary(ranking: Ranking, chosen: Extract) -> dict[str, object]:
    whole = ranking.to_dict()
    kept = ("schema", "id", "language", "language_confidence", "structure", "query", "notes")
    rows = [asdict(sentence) for sentence in chosen]
    return {**{name: whole[name] for name in kept}, "words": chosen.words, "text": chosen.text, "sentences": rows}
