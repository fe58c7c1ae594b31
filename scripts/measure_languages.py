"""Measure what each language costs, and write it to src/sentencerank/languages/costs.txt (Linux).

    python scripts/measure_languages.py            all languages of the package
    python scripts/measure_languages.py nl ko      only print these

Every language is measured in a process of its own that has read a text of no particular language before, so that only
what the language adds is counted: CPU seconds until its first sentence is analysed, and the growth of the peak of
resident memory after that sentence and after 1 MB of text. The text is the sample article, repeated; a language without
one gets a text of its own stop words, which loads the same parts. The article, which tells the same story in every
language, is also ranked in three processes of their own that have ranked another text and a few words of the language
before; the least CPU time is taken. All libraries of `sentencerank[languages]` are needed.
"""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

from sentencerank import rank
from sentencerank.files import write_text
from sentencerank.languages.costs import COSTS, HEAD, Cost
from sentencerank.languages.function_words import profiles
from sentencerank.languages.language import stopwords_of
from sentencerank.languages.registry import known_packs, language_of, list_languages

ARTICLES = Path(__file__).parent.parent / "examples" / "articles"
SIZE = 1_000_000  # bytes
ROUNDS = 3


def peak() -> float:
    """Return the largest resident memory so far, in megabytes."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmHWM"))


def sample(code: str) -> str:
    """Return a text in a language."""
    article = ARTICLES / f"{code}.txt"
    if article.exists():
        return article.read_text(encoding="utf-8")
    listed = {code: words.split() for languages in profiles().values() for code, words in languages.items()}
    words = sorted(stopwords_of(known_packs()[code])) or listed.get(code, ["word"])
    return " ".join(" ".join(words[start : start + 12]).capitalize() + "." for start in range(0, len(words), 12))


def read(code: str, text: str) -> None:
    """Read a text as ranking does: blocks, sentences, words."""
    language = language_of(code)
    spans = language.sentences(text, language.blocks(text))
    language.tokens([text[span.start : span.end] for span in spans])


def measure(code: str) -> Cost:
    """Return what a language costs in this process, which should be a fresh one."""
    text = sample(code)
    read("und", "One sentence. Another one, for what all languages need.")
    before, begin = peak(), time.process_time()
    read(code, text[:60])
    seconds, first = time.process_time() - begin, peak() - before
    for _ in range(SIZE // len(text.encode()) + 1):
        read(code, text)
    return Cost(seconds, round(first), round(peak() - before))


def rank_article(code: str) -> float:
    """Return the milliseconds of CPU time that the article of a language takes in this fresh process."""
    text = sample(code)
    rank((ARTICLES.parent / "article.txt").read_text(encoding="utf-8"), language="en")
    rank(text[:60], language=code)
    begin = time.process_time()
    rank(text, language=code)
    return 1000 * (time.process_time() - begin)


def child(what: str, code: str) -> str:
    """Return what a process of its own measures."""
    done = subprocess.run([sys.executable, __file__, what, code], check=True, capture_output=True, text=True)
    return done.stdout.strip()


def main(codes: list[str]) -> int:
    """Measure one language after the other, each in its process."""
    if codes[:1] == ["--child"]:
        cost = measure(codes[1])
        print(f"{cost.seconds:.2f} {cost.first} {cost.memory}")
        return 0
    if codes[:1] == ["--article"]:
        print(f"{rank_article(codes[1]):.1f}")
        return 0
    lacking = [one.code for one in list_languages(*codes) if one.missing]
    if lacking:
        print(f"Libraries are missing for {', '.join(lacking)}: pip install 'sentencerank[languages]'", file=sys.stderr)
        return 1
    lines = []
    for code in codes or known_packs():
        lines.append(f"{code} {child('--child', code)}")
        if (ARTICLES / f"{code}.txt").exists():
            lines[-1] += f" {min(float(child('--article', code)) for _ in range(ROUNDS))}"
        print(lines[-1], flush=True)
    if not codes:
        write_text(COSTS, "\n".join([*HEAD, *lines]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
