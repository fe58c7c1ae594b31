"""The group of all commands. Each is imported when it is used, so that `sentencerank --help` stays quick."""

from __future__ import annotations

import io
import os
import sys
from importlib import import_module
from typing import Any

import click

from sentencerank import __version__
from sentencerank.cli.loading import interruptible, quick_to_stop
from sentencerank.cli.output import FAILED, INTERRUPTED, MISUSED, close_output, say, write
from sentencerank.errors import OptionsError, SentenceRankError

# Name → the module that has the command, and the first line of its help.
COMMANDS = {
    "rank": ("rank", "Rank all sentences and highlight the best."),
    "summarize": ("rank", "Print the best sentences within a budget."),
    "layers": ("rank", "Sort the sentences into layers, the most important first."),
    "keyphrases": ("rank", "Print the most important phrases and the topics."),
    "together": ("together", "Rank the sentences of several documents in one order."),
    "explain": ("rank", "Explain the rank of a sentence."),
    "compress": ("compress", "Keep the sentences that matter, within an exact budget."),
    "read": ("read", "Read documents in the time you have, in the browser."),
    "convert": ("convert", "Convert documents to Markdown, JSON or plain text."),
    "corpus": ("corpus", "Rank a collection of documents, verify the result, or give an overview of it."),
    "languages": ("languages", "List the supported languages."),
    "model": ("model", "Import, list, inspect and calibrate models."),
    "train": ("train", "Train a model on your own texts."),
    "evaluate": ("evaluate", "Score rankings against human summaries and choices."),
    "serve": ("serve", "Serve the HTTP API and the reader."),
    "mcp": ("mcp", "Serve tools for language models (MCP)."),
    "doctor": ("doctor", "Show what is installed and what holds on this machine."),
    "completion": ("main", "Print a script that completes commands in your shell."),
}
INSTALL = {
    "bash": 'eval "$(sentencerank completion bash)"    # in ~/.bashrc',
    "zsh": 'eval "$(sentencerank completion zsh)"    # in ~/.zshrc, after compinit',
    "fish": "sentencerank completion fish | source    # in ~/.config/fish/config.fish",
}


class Shell(click.Group):
    """A group that loads its commands on demand, and turns every expected failure into one line and an exit code."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the commands in the order in which one meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command; None if there is none of this name."""
        if cmd_name not in COMMANDS:
            return None
        with quick_to_stop():
            command: click.Command = getattr(import_module(f"sentencerank.cli.{COMMANDS[cmd_name][0]}"), cmd_name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in COMMANDS.items()])

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """Run with output in UTF-8; output that was closed before the start goes nowhere.

        Outside of a command Ctrl-C ends the process: click itself would give it the exit code of a failure.
        """
        sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  # open to the end
        sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
        if isinstance(sys.stdout, io.TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8", errors="replace", newline="\n")
        with quick_to_stop():
            return super().main(*args, **kwargs)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. What the library raises on purpose becomes a line; anything else is a bug and shows."""
        try:
            with interruptible():
                return super().invoke(ctx)
        except SentenceRankError as error:
            say(str(error))
            ctx.exit(MISUSED if isinstance(error, OptionsError) else FAILED)
        except KeyboardInterrupt as error:
            say(f"stopped. {error}")
            ctx.exit(INTERRUPTED)
        except BrokenPipeError:
            close_output()
            ctx.exit(0)
        except OSError as error:
            if error.filename is None:
                raise
            say(f"{os.fsdecode(error.filename)}: {error.strerror}. Choose another place, or check its permissions.")
            ctx.exit(FAILED)


@click.group(
    cls=Shell,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
    epilog="""\b
Examples:
  sentencerank rank article.txt                     rank all sentences, highlight the best
  sentencerank summarize --words 100 article.txt    print the best sentences, at most 100 words
  sentencerank layers article.txt                   show what to read first, second, third ...
  sentencerank rank --query "who pays" report.txt   rank by a query
  cat notes.txt | sentencerank keyphrases           read from a pipe
  sentencerank rank --jsonl *.txt > ranked.jsonl    rank many files, one JSON object per line
  sentencerank explain article.txt 4                explain the rank of sentence 4

\b
Exit codes:
  0    everything was done
  1    a file or a model could not be read; the other files were done
  2    wrong usage: a command, an option or a value does not exist
  3    there was nothing to rank: the input has no sentences
  130  interrupted by Ctrl-C
""",
)
@click.version_option(__version__, message="%(prog)s %(version)s")
def main() -> None:
    """Rank every sentence of a text by importance.

    The commands read text, Markdown, HTML, PDF, DOCX, EPUB, mail and subtitles, from files, web
    addresses or standard input. On a terminal they print formatted text; in a pipe they print
    tab-separated lines, unless you ask for another format.
    """


@click.command()
@click.argument("shell", type=click.Choice(list(INSTALL)))
def completion(shell: str) -> None:
    """Print a script that completes commands in your shell.

    The first lines of the script say where to put it.
    """
    from click.shell_completion import get_completion_class

    script = get_completion_class(shell)
    assert script is not None
    write(f"# To complete sentencerank in every new {shell}, add this line to the file it names:\n#   {INSTALL[shell]}")
    write(script(main, {}, "sentencerank", "_SENTENCERANK_COMPLETE").source())
