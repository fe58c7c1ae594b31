"""Count the words of README and manual, and say how easy they are to read.

    python scripts/measure_docs.py                     # a line for each page
    python scripts/measure_docs.py --before REVISION   # write results/docs.md: what they were then, and what they are

A word is what stands between white space and has a letter or a digit, in tables and code too; comments that readers
do not see are none. The readability is that of Flesch (1948), over running text alone: 60 to 70 is plain English, 30
to 50 is difficult. Syllables are runs of vowels, so it is a figure to compare pages and versions by, not more.
"""

from __future__ import annotations

import argparse
import re
import subprocess
from collections.abc import Iterable, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
EVIDENCE = ROOT / "results" / "decisions.md"
LIMIT = 25_000  # words of the manual: README and results are counted apart
FIRST = 300  # words of the README until its first block of Python has run

_HIDDEN = re.compile(r"<!--.*?-->", re.DOTALL)
_FENCED = re.compile(r"^(```+|~~~+).*?^\1$", re.MULTILINE | re.DOTALL)
_NO_PROSE = re.compile(r"^(?:#|\||!\[|<| {4}|\s*$).*$", re.MULTILINE)
_LINK = re.compile(r"!?\[([^\]]*)\]\([^)]*\)")
_END = re.compile(r"[.!?](?=[\s)\"”*]|$)|\n\s*(?=[-*] |\d\. )|\n\s*\n")
_VOWELS = re.compile(r"[aeiouy]+")


def words_of(text: str) -> list[str]:
    """What a reader sees, word by word.

    >>> words_of("| a | b-c |\\n| --- | --- |\\n<!-- no -->")
    ['a', 'b-c']
    """
    return [word for word in _HIDDEN.sub("", text).split() if any(map(str.isalnum, word))]


def prose_of(text: str) -> str:
    """The running text of a page: no code, tables, headings, pictures and addresses."""
    text = _FENCED.sub("", _HIDDEN.sub("", text))
    return _LINK.sub(r"\1", _NO_PROSE.sub("", text)).replace("`", "")


def syllables(word: str) -> int:
    """About how many there are: runs of vowels, without an e that is not spoken.

    >>> [syllables(word) for word in ("rank", "sentence", "table", "idea", "used")]
    [1, 2, 2, 2, 1]
    """
    word = word.lower()
    count = len(_VOWELS.findall(word))
    silent = re.search(r"[^aeiouyl]e[sd]?$", word) and not re.search(r"(?:[td]ed|[sxz]es|[cs]hes)$", word)
    return max(1, count - bool(silent))


def flesch(text: str) -> float:
    """Flesch's reading ease of the running text of a page.

    >>> round(flesch("The cat sat on the mat. It was fat."))
    118
    """
    prose = prose_of(text)
    words = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*", prose)
    sentences = [one for one in _END.split(prose) if re.search(r"\w", one)]
    if not words:
        return 0.0
    return 206.835 - 1.015 * len(words) / len(sentences) - 84.6 * sum(map(syllables, words)) / len(words)


def pages(revision: str = "") -> dict[str, str]:
    """README and manual as they are, or as they were in a revision."""
    if not revision:
        paths = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
        return {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8") for path in paths}
    names = _git("ls-tree", "-r", "--name-only", revision, "README.md", "docs").splitlines()
    return {name: _git("show", f"{revision}:{name}") for name in names if name.endswith(".md")}


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def manual(found: Mapping[str, str]) -> dict[str, str]:
    """The pages but the README."""
    return {name: text for name, text in found.items() if name != "README.md"}


def words_until_run(readme: str) -> int:
    """How many words a newcomer reads before the output of the first block of Python."""
    return len(words_of(readme.partition("\n```text")[0]))


def _count(texts: Iterable[str]) -> int:
    return sum(len(words_of(text)) for text in texts)


def _all(found: Mapping[str, str]) -> int:
    return sum(len(text.split()) for text in manual(found).values())


def report(before: str) -> str:
    """The table of results/docs.md."""
    old, new = pages(before), pages()
    lines = [
        "# README and manual",
        "",
        f"Made by `python scripts/measure_docs.py --before {before}`; it says what a word is and how readability is",
        f"computed. The manual may have {LIMIT:,} words, which a test holds; README, results and what is made from",
        "docstrings are not counted in it. Evidence of decisions and design is now a [result](decisions.md), of",
        f"{_count([EVIDENCE.read_text(encoding='utf-8')]):,} words. `wc -w`, which also counts the bars of tables and",
        f"hidden comments, finds {_all(old):,} words in the manual before and {_all(new):,} now.",
        "",
        "| | words before | words | Flesch before | Flesch |",
        "| --- | ---: | ---: | ---: | ---: |",
    ]
    parts = {
        "README": (old["README.md"], new["README.md"]),
        "README, until something has run": tuple(one["README.md"].partition("\n```text")[0] for one in (old, new)),
        "the whole manual": tuple("\n\n".join(manual(one).values()) for one in (old, new)),
        "decisions": tuple("\n\n".join(t for n, t in one.items() if "decisions/" in n) for one in (old, new)),
    }
    for name, (was, now) in parts.items():
        lines.append(f"| **{name}** | {_count([was]):,} | {_count([now]):,} | {flesch(was):.0f} | {flesch(now):.0f} |")
    for name in sorted({*old, *new}):
        if name.startswith("docs/") and "decisions/" not in name:
            both = (old.get(name), new.get(name))
            cells = [f"{_count([one]):,}" if one is not None else "–" for one in both]
            cells += [f"{flesch(one):.0f}" if one and prose_of(one).strip() else "–" for one in both]
            lines.append(f"| {name.removeprefix('docs/')} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Print a line for each page, or write the report."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--before", metavar="REVISION", help="write results/docs.md, with the counts of this revision")
    given = parser.parse_args()
    if given.before:
        (ROOT / "results" / "docs.md").write_text(report(given.before), encoding="utf-8")
    found = pages()
    for name, text in found.items():
        print(f"{len(words_of(text)):6,}  {flesch(text):4.0f}  {name}")
    print(f"{_count(manual(found).values()):6,}  {flesch(' '.join(manual(found).values())):4.0f}  the manual")


if __name__ == "__main__":
    main()
