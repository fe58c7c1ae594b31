"""The command that ranks several documents as one: all their sentences in one order, each with its source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click

from sentencerank.cli.options import Request, budget_options, files_argument, request_options
from sentencerank.cli.output import FAILED, NOTHING, Forms, Printer, name_in_messages, say
from sentencerank.cli.progress import Progress
from sentencerank.cli.rank import COLUMNS, read_input
from sentencerank.cli.terminal import Page, hanging
from sentencerank.cli.wrap import count_of, flat
from sentencerank.errors import OptionsError, SentenceRankError
from sentencerank.records import as_json

if TYPE_CHECKING:
    from sentencerank import Budget, Document, Extract, RankedSentence, RankingTogether


@click.command(
    epilog="""\b
In a pipe, it prints rank, score, file, index in the file and sentence, separated by tabs, all
sentences, the best first.

\b
Examples:
  sentencerank together --words 100 times.txt post.html globe.pdf
  sentencerank together *.txt | head -5
  sentencerank together --json reports/*.pdf > together.json
"""
)
@files_argument
@budget_options
@request_options
def together(request: Request, budget: Budget) -> None:
    """Rank the sentences of several documents in one order.

    Use it for several reports of one event. Sentences that repeat better ones come later, and copies
    come last. Each sentence is shown with its file and with the number of files that say the same.
    The budget decides how many sentences are printed on a terminal.
    """
    documents, failed = _read_all(request)
    if not documents:
        raise click.exceptions.Exit(FAILED if failed else NOTHING)
    from sentencerank.together import rank_by_recipe

    names = [name_in_messages(file) for file, _ in documents]
    ranked = rank_by_recipe([document for _, document in documents], request.recipe, names)
    for note in ranked.ranking.notes if len(ranked) else ("there are no sentences to rank",):
        say(note)
    if len(ranked):
        forms = Forms(
            text=lambda ranking, page: _view(ranked, ranking.take(budget), page),
            lines=lambda ranking: (
                f"{s.rank}\t{s.score:.4f}\t{flat(source.id)}\t{source.index}\t{flat(s.text)}"
                for s in ranking
                for source in (ranked.source(s),)
            ),
            record=lambda ranking: ranked.to_dict(),
            rows=lambda ranking: _rows(ranked, ranking.sentences),
            titled=False,
        )
        printer = Printer(forms, request.form, request.color, several=False)
        printer.show(ranked.ranking)
        printer.close()
    if failed or not len(ranked):
        raise click.exceptions.Exit(FAILED if failed else NOTHING)


def _read_all(request: Request) -> tuple[list[tuple[str, str | Document]], bool]:
    """Read every file; one that cannot be read is named, and the others are still ranked."""
    read: list[tuple[str, str | Document]] = []
    failed = False
    with Progress(hidden=len(request.files) < 2) as progress:
        for number, file in enumerate(request.files):
            progress("reading", number, len(request.files), "files")
            try:
                given = read_input(request, file)
                if given:
                    read.append((file, given))
                else:
                    say(f"{name_in_messages(file)}: it is empty")
            except OptionsError:
                raise
            except (SentenceRankError, OSError) as error:
                reason = getattr(error, "strerror", None)
                say(f"{name_in_messages(file)}: {reason}. Check the path." if reason else f"{file}: {error}")
                failed = True
    return read, failed


def _view(ranked: RankingTogether, chosen: Extract, page: Page) -> Iterator[str]:
    """Draw the best sentences, most important first, each with its source."""
    digits = len(str(len(ranked)))
    for sentence in sorted(chosen, key=lambda one: one.rank):
        yield from hanging(f"{sentence.rank:>{digits}}  ", sentence.text, "chosen", page)
        others = len(ranked.said_by(sentence)) - 1
        also = f", and in {count_of(others, 'other file')}" if others else ""
        yield page.style(f"{' ' * digits}  {flat(ranked.source(sentence).id)}{also}", "faint")
    yield ""
    sizes = f"{len(chosen)} of {count_of(len(ranked), 'sentence')} of {count_of(len(ranked.documents), 'file')}"
    yield page.style(f"{sizes} · {count_of(chosen.words, 'word')}", "faint")


def _rows(ranked: RankingTogether, sentences: Iterable[RankedSentence]) -> Iterator[dict[str, object]]:
    for sentence in sentences:
        source = ranked.source(sentence)
        yield {
            "id": source.id,
            **as_json(sentence, COLUMNS),
            "index_in_document": source.index,
            "said_by": len(ranked.said_by(sentence)),
            "text": flat(sentence.text),
        }
