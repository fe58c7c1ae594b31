"""The commands that rank documents and print the result: rank, summarize, layers, keyphrases, explain."""

from __future__ import annotations

import gc
import sys
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import TYPE_CHECKING

import click

from sentencerank.cli import pages, terminal
from sentencerank.cli.folders import with_folders_opened
from sentencerank.cli.options import (
    Request,
    budget_options,
    file_argument,
    files_argument,
    number_option,
    page_options,
    request_options,
)
from sentencerank.cli.output import FAILED, NOTHING, Forms, Printer, name_in_messages, say
from sentencerank.cli.progress import Progress, Waiting
from sentencerank.cli.wrap import flat
from sentencerank.errors import DocumentError, OptionsError, SentenceRankError
from sentencerank.records import as_json

if TYPE_CHECKING:
    from sentencerank import Budget, Document, Explanation, Extract, Keyphrase, Layer, RankedSentence, Ranking

COLUMNS = ("index", "rank", "score", "topic", "words", "start", "end", "paragraph", "section", "depends_on", "copy_of")
SUMMARY = ("schema", "id", "language", "language_confidence", "structure", "query", "notes")  # fields of its JSON


@click.command(
    epilog="""\b
In a pipe, it prints rank, score, index and sentence, separated by tabs, the best sentence first.

\b
Examples:
  sentencerank rank --ratio 0.1 article.txt
  sentencerank rank article.txt | head -3
  sentencerank rank --csv *.txt > sentences.csv
  sentencerank rank --html report.pdf > report.html
  sentencerank rank --jsonl notes/ > ranked.jsonl
"""
)
@files_argument
@budget_options
@page_options
@request_options
def rank(request: Request, budget: Budget) -> None:
    """Rank all sentences and highlight the best.

    Every sentence is ranked; the budget decides how many are highlighted. If you name a folder, every document in it is
    ranked.
    """
    take = _take(budget)
    _rank_files(
        request,
        Forms(
            text=lambda ranking, page: terminal.ranking_view(ranking, take(ranking), page),
            lines=_lines,
            record=lambda ranking: ranking.to_dict(),
            rows=lambda ranking: _rows(ranking, ranking.sentences),
            markdown=lambda ranking: pages.ranking_markdown(ranking, take(ranking)),
            html=pages.ranking_html,
        ),
    )


@click.command(
    epilog="""\b
In a pipe, it prints one sentence per line.

\b
Examples:
  sentencerank summarize --sentences 3 article.txt
  sentencerank summarize --words 100 --context article.txt
  sentencerank summarize --words 300 --md report.docx > summary.md
"""
)
@files_argument
@budget_options
@page_options
@request_options
def summarize(request: Request, budget: Budget) -> None:
    """Print the best sentences within a budget.

    The sentences keep the order of the document and never exceed the budget.
    """
    take = _take(budget)
    _rank_files(
        request,
        Forms(
            text=lambda ranking, page: terminal.summary_view(ranking, take(ranking), page),
            lines=lambda ranking: (flat(sentence.text) for sentence in take(ranking)),
            record=lambda ranking: _summary(ranking, take(ranking)),
            rows=lambda ranking: _rows(ranking, take(ranking)),
            titled=False,
            markdown=lambda ranking: pages.summary_markdown(ranking, take(ranking)),
            html=lambda ranking: pages.summary_html(ranking, take(ranking)),
        ),
    )


def _times(text: str) -> list[float]:
    """Return the numbers of a list with commas."""
    try:
        return [float(part) for part in text.split(",")]
    except ValueError:
        raise click.BadParameter(f"{text!r} is not a list of numbers. Give minutes such as 1,3,10.") from None


@click.command(
    epilog="""\b
In a pipe, it prints layer, rank, score, index and sentence, separated by tabs.

\b
Examples:
  sentencerank layers article.txt
  sentencerank layers --depth 3 article.txt
  sentencerank layers --minutes 1,3,10 report.pdf
"""
)
@files_argument
@number_option("--count", "Make at most N layers.")
@click.option("--minutes", metavar="M,M,...", help="End the layers at these reading times, such as 1,3,10.")
@number_option("--depth", "Show the document down to layer N and fold the rest.")
@request_options
def layers(request: Request, count: int | None, minutes: str | None, depth: int | None) -> None:
    """Sort the sentences into layers, the most important first.

    The first layer has 150 words, or a tenth of a shorter text; each further layer at most doubles what was read.
    """
    times = None if minutes is None else _times(minutes)

    def every(ranking: Ranking) -> tuple[Layer, ...]:
        return ranking.layers(count, minutes=times)

    def shown(ranking: Ranking) -> tuple[Layer, ...]:
        return every(ranking)[:depth]

    _rank_files(
        request,
        Forms(
            text=lambda ranking, page: (
                terminal.layers_view(shown(ranking), page)
                if depth is None
                else terminal.folded_view(ranking, every(ranking), depth, page)
            ),
            lines=lambda ranking: (
                f"{layer.number}\t{line}" for layer in shown(ranking) for line in _lines(layer.sentences)
            ),
            record=lambda ranking: {"id": ranking.document.id, "layers": [as_json(layer) for layer in shown(ranking)]},
            rows=lambda ranking: (
                {**row, "layer": layer.number} for layer in shown(ranking) for row in _rows(ranking, layer.sentences)
            ),
        ),
    )


@click.command(
    epilog="""\b
In a pipe, it prints score, count and phrase, separated by tabs, the best phrase first.

\b
Examples:
  sentencerank keyphrases article.txt
  cat notes.txt | sentencerank keyphrases --count 5
  sentencerank keyphrases --csv letters/ > phrases.csv
"""
)
@files_argument
@number_option("--count", "Print at most N phrases.", 10)
@number_option("--max-words", "Leave out phrases of more than N words.", 5)
@click.option(
    "--diversity",
    type=click.FloatRange(0, 1),
    default=0.7,
    metavar="SHARE",
    help="How much a phrase loses for repeating words of better ones, from 0 to 1.",
)
@click.option("--stop", multiple=True, metavar="WORD", help="Leave out this word or phrase. Repeatable.")
@request_options
def keyphrases(request: Request, count: int, max_words: int, diversity: float, stop: tuple[str, ...]) -> None:
    """Print the most important phrases and the topics.

    Phrases are noun phrases and names as the text writes them; an acronym follows its phrase. If you
    name a folder, every document in it is read. For tables, use `corpus rank`: it writes a column of keyphrases.
    """

    def phrases(ranking: Ranking) -> tuple[Keyphrase, ...]:
        return ranking.keyphrases(count, diversity=diversity, max_words=max_words, stop=stop)

    _rank_files(
        request,
        Forms(
            text=lambda ranking, page: terminal.keyphrases_view(phrases(ranking), ranking.topics, page),
            lines=lambda ranking: (f"{one.score:.4f}\t{one.count}\t{flat(one.text)}" for one in phrases(ranking)),
            record=lambda ranking: {
                "id": ranking.document.id,
                "language": ranking.language,
                "keyphrases": [as_json(one) for one in phrases(ranking)],
                "topics": [as_json(topic) for topic in ranking.topics],
            },
            rows=lambda ranking: (
                {
                    "id": ranking.document.id,
                    **as_json(one, ("score", "count")),
                    "text": flat(one.text),
                    "short": one.short,
                }
                for one in phrases(ranking)
            ),
        ),
    )


@click.command(
    epilog="""\b
In a pipe, it prints the same text without colours.

\b
Examples:
  sentencerank explain article.txt 4
  sentencerank explain --by-rank article.txt 1
  cat article.txt | sentencerank explain - 4
"""
)
@file_argument
@click.argument("index", type=click.IntRange(0))
@click.option("--by-rank", is_flag=True, help="Take INDEX as a rank, counted from 1, as `rank` prints it.")
@request_options
def explain(request: Request, index: int, by_rank: bool) -> None:
    """Explain the rank of a sentence.

    INDEX is the place of the sentence in the document, counted from 0, as all commands print it.
    """

    def reasons(ranking: Ranking) -> Explanation:
        if by_rank and not 1 <= index <= len(ranking):
            raise click.UsageError(f"there is no rank {index}. Give one from 1 to {len(ranking)}.")
        return ranking.explain(ranking[index - 1].index if by_rank else index)

    _rank_files(
        request,
        Forms(
            text=lambda ranking, page: terminal.explanation_view(ranking, reasons(ranking), page),
            lines=lambda ranking: terminal.explanation_view(ranking, reasons(ranking), terminal.Page()),
            record=lambda ranking: {"id": ranking.document.id, **as_json(reasons(ranking))},
            rows=lambda ranking: (
                {"id": ranking.document.id, "index": reasons(ranking).index, "part": part, "value": value}
                for part, value in reasons(ranking).parts.items()
            ),
            titled=False,
        ),
    )


def _rank_files(request: Request, forms: Forms) -> None:
    """Rank every file and print it as asked; a file that cannot be read is named, and the others are still ranked."""
    from sentencerank import Ranker

    ranker, files = Ranker.of(request.recipe), tuple(with_folders_opened(request.files, quiet=request.quiet))
    # What is loaded now stays, so the garbage collector need not look at it again.
    gc.freeze()
    printer = Printer(forms, request.form, request.color, several=len(files) > 1)
    failed = not files
    # On a terminal the results themselves show the progress.
    with Progress(hidden=request.quiet or len(files) < 2 or sys.stdout.isatty()) as progress:
        for number, file in enumerate(files):
            progress("ranking", number, len(files), "files")
            name = name_in_messages(file)
            try:
                with Waiting(f"ranking {name}", hidden=request.quiet):
                    given = read_input(request, file)
                    kind = (request.kind or "text") if isinstance(given, str) else None
                    ranking = ranker.rank(given, id=file, kind=kind)
            except OptionsError:
                raise  # it is about the arguments, whatever the file
            except (SentenceRankError, OSError) as error:
                reason = getattr(error, "strerror", None)
                say(f"{name}: {reason}. Check the path." if reason else f"{name}: {error}")
                failed = True
                continue
            if not len(ranking):
                say(f"{name}: there are no sentences to rank")
            elif not request.quiet:
                for note in ranking.notes:
                    say(f"{name}: {note}")
            if len(ranking):
                printer.show(ranking)
        progress("ranking", len(files), len(files), "files")
    printer.close()
    if failed or not printer.count:
        raise click.exceptions.Exit(FAILED if failed else NOTHING)


def read_input(request: Request, name: str) -> str | Document:
    """Read a file, an address or standard input; with --encoding it is only decoded."""
    from sentencerank.documents.reading import read_document

    data, name = load(name)
    if request.encoding:
        return _decode(data, request.encoding)
    if not data.removeprefix(BOM_UTF8).strip():
        return ""
    return read_document(data, name=name, kind=request.kind, language=str(request.recipe.language))


def load(name: str) -> tuple[bytes, str]:
    """Return the content of a file, of an address or of standard input, and the name that its kind is told by."""
    from sentencerank.documents.limits import DEFAULT, Meter

    if "://" in name:
        # What speaks to servers takes longer to load than a text takes to rank.
        from sentencerank.documents.fetch import fetch, file_name, is_address

        if is_address(name):
            return fetch(name), file_name(name)
    if name == "-" and sys.stdin is None:
        raise DocumentError("it is closed. Name a file, or pipe a text in.")
    with nullcontext(sys.stdin.buffer) if name == "-" else open(name, "rb") as file:
        # A pipe or a device may never end.
        data = file.read(DEFAULT.bytes + 1)
    Meter(DEFAULT).size(len(data))
    return data, "" if name == "-" else name


def _decode(data: bytes, encoding: str) -> str:
    try:
        return data.decode(encoding).removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")  # the byte order mark
    except UnicodeDecodeError as error:
        raise DocumentError(
            f"this is not {encoding} ({error.reason}). Leave --encoding out to let the content decide."
        ) from None


def _take(budget: Budget) -> Callable[[Ranking], Extract]:
    """Return what takes the budget from a ranking, and says so if not even the best sentence fits."""

    def take(ranking: Ranking) -> Extract:
        chosen = ranking.take(budget)
        if not chosen:
            best = ranking[0]
            size = f"{len(best.text)} characters" if budget.characters else f"{best.words} words"
            name = name_in_messages(ranking.document.id)
            say(f"{name}: no sentence fits the budget; the best one has {size}")
        return chosen

    return take


def _lines(sentences: Iterable[RankedSentence]) -> Iterator[str]:
    return (f"{s.rank}\t{s.score:.4f}\t{s.index}\t{flat(s.text)}" for s in sentences)


def _rows(ranking: Ranking, sentences: Iterable[RankedSentence]) -> Iterator[dict[str, object]]:
    """Yield sentences as rows with the names of the JSON; the text is on one line, `start` and `end` locate it."""
    layer_of = {sentence.index: layer.number for layer in ranking.layers() for sentence in layer.sentences}
    for sentence in sentences:
        row = as_json(sentence, COLUMNS)
        yield {"id": ranking.document.id, **row, "layer": layer_of[sentence.index], "text": flat(sentence.text)}


def _summary(ranking: Ranking, chosen: Extract) -> dict[str, object]:
    whole = ranking.to_dict()
    rows = [as_json(sentence) for sentence in chosen]
    return {**{name: whole[name] for name in SUMMARY}, "words": chosen.words, "text": chosen.text, "sentences": rows}
