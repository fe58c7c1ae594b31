"""What ranking costs: CPU time per document and by stage, growth, peak memory, with peers in the same run.

    python benchmarks/bench_rank.py                      25 to 3,000 sentences
    python benchmarks/bench_rank.py --sizes 25 10000     sizes of your own
    python benchmarks/bench_rank.py --peers              also sumy, summa and lexrank where they are installed

Times are CPU seconds of one process, the least of several runs, preprocessing included and the model loaded. Only the
ratios within one run compare. Texts are made here: sentences drawn from a vocabulary with Zipf's frequencies, in
paragraphs that keep to a few subjects, so that nothing needs to be fetched.
"""

from __future__ import annotations

import argparse
import math
import multiprocessing
import platform
import resource
import time
from collections.abc import Callable

import numpy as np

SUBJECTS, WORDS_PER_SENTENCE = 40, 20
FUNCTION_WORDS = [
    "the",
    "of",
    "and",
    "a",
    "in",
    "to",
    "was",
    "for",
    "on",
    "that",
    "by",
    "with",
    "at",
    "from",
    "it",
    "as",
    "his",
    "they",
    "were",
]


def vocabulary() -> list[str]:
    """Real words, so that tags, stems and vectors do their usual work: the single pieces of the English model."""
    from sentencerank.model.model import ENGLISH

    words = (ENGLISH / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    return [word for word in words if word.isalpha() and len(word) > 3 and word.isascii()]


def text(sentences: int, seed: int = 0) -> str:
    """Paragraphs of five sentences; each paragraph has a subject, each subject its own words."""
    rng = np.random.default_rng(seed)
    words = vocabulary()
    rng.shuffle(words)
    rank = np.arange(1, 301)
    zipf = (1 / rank) / (1 / rank).sum()
    out: list[str] = []
    subject = 0
    for index in range(sentences):
        if index % 5 == 0:
            subject = int(rng.integers(0, SUBJECTS))
            out.append("\n\n" if index else "")
        content = [words[subject * 250 + int(i)] for i in rng.choice(300, WORDS_PER_SENTENCE // 2, p=zipf)]
        function = [FUNCTION_WORDS[int(i)] for i in rng.integers(0, len(FUNCTION_WORDS), WORDS_PER_SENTENCE // 2)]
        mixed = [word for pair in zip(function, content, strict=True) for word in pair]
        out.append(" ".join(mixed).capitalize() + ". ")
    return "".join(out)


def rankers(peers: bool) -> dict[str, Callable[[str], object]]:
    """Everything that can rank a text here."""
    import sentencerank as sr

    found: dict[str, Callable[[str], object]] = {}
    for reading in ("best", "paper"):
        for method in ("ssr", "spr", "swr"):
            found[f"{method} {reading}"] = sr.Ranker(method, reading).rank
    found["textrank"] = sr.Ranker("textrank").rank
    found["lexrank"] = sr.Ranker("lexrank").rank
    if peers:
        found.update(_peers())
    return found


def _peers() -> dict[str, Callable[[str], object]]:
    found: dict[str, Callable[[str], object]] = {}
    try:
        from sumy.summarizers.lex_rank import LexRankSummarizer
        from sumy.summarizers.lsa import LsaSummarizer
        from sumy.summarizers.text_rank import TextRankSummarizer

        for name, peer in (("LexRank", LexRankSummarizer), ("TextRank", TextRankSummarizer), ("LSA", LsaSummarizer)):
            found[f"sumy {name}"] = _sumy(peer)
    except ImportError:
        print("sumy is not installed: pip install 'sentencerank[peers]'")
    try:
        from summa.summarizer import summarize

        found["summa"] = lambda text: summarize(text, words=100)
    except ImportError:
        print("summa is not installed: pip install 'sentencerank[peers]'")
    return found


def _sumy(peer: Callable[[object], Callable[[object, int], object]]) -> Callable[[str], object]:
    """sumy with its own stemmer and stop words; its sentence splitter wants downloaded data, so ours splits."""
    from sumy.models.dom import ObjectDocumentModel, Paragraph, Sentence
    from sumy.nlp.stemmers import Stemmer

    from sentencerank.model.model import load

    language = load().language
    stop_words = language.stopwords  # type: ignore[attr-defined]

    from nltk.tokenize import NLTKWordTokenizer

    class Words:
        """What sumy's own tokenizer does with a sentence, without the splitter's data."""

        def __init__(self) -> None:
            self.tokenize = NLTKWordTokenizer().tokenize

        def to_words(self, sentence: str) -> tuple[str, ...]:
            return tuple(word for word in self.tokenize(sentence) if word[:1].isalpha())

    words = Words()

    def run(text: str) -> object:
        spans = language.sentences(text, language.blocks(text))
        document = ObjectDocumentModel([Paragraph([Sentence(text[s.start : s.end], words) for s in spans])])
        summarizer = peer(Stemmer("english"))
        summarizer.stop_words = stop_words  # type: ignore[attr-defined]
        return summarizer(document, 5)

    return run


def cost(run: Callable[[str], object], texts: list[str], repeats: int) -> float:
    """CPU seconds per text: the least of the repeats for each, averaged."""
    least = [math.inf] * len(texts)
    for _ in range(repeats):
        for index, item in enumerate(texts):
            start = time.process_time()
            run(item)
            least[index] = min(least[index], time.process_time() - start)
    return sum(least) / len(texts)


def peak_memory(size: int, method: str, reading: str) -> float:
    """Peak resident megabytes of a fresh process that ranks one text of this size."""
    context = multiprocessing.get_context("spawn")
    receive, send = context.Pipe(duplex=False)
    process = context.Process(target=_measure_memory, args=(size, method, reading, send))
    process.start()
    value = float(receive.recv())
    process.join()
    return value


def _measure_memory(size: int, method: str, reading: str, send: object) -> None:
    import sentencerank as sr

    sr.Ranker(method, reading).rank(text(size))
    send.send(_peak())  # type: ignore[attr-defined]


def _peak() -> float:
    """Megabytes; Linux says it without what the parent process had."""
    try:
        with open("/proc/self/status", encoding="ascii") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM")) / 1024
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def stages(size: int) -> dict[str, float]:
    """CPU milliseconds of each stage of `best` on one text."""
    from sentencerank.analysing import analyse
    from sentencerank.languages.choose import choose_language
    from sentencerank.languages.language import read_text
    from sentencerank.method.options import BEST
    from sentencerank.method.ssr import prepare, rank_prepared
    from sentencerank.model.model import load

    item = text(size)
    model = load()
    spent: dict[str, float] = {}

    def timed(name: str, run: Callable[[], object]) -> object:
        start = time.process_time()
        value = run()
        spent[name] = min(spent.get(name, math.inf), (time.process_time() - start) * 1000)
        return value

    for _ in range(20 if size <= 100 else 2):
        timed("detect the language", lambda: choose_language(item))
        timed("split into sentences", lambda: read_text(item, model.language))
        document = read_text(item, model.language)
        texts = [sentence.text for sentence in document.sentences]
        timed("words, tags, stems", lambda t=texts: model.language.tokens(t))  # type: ignore[misc]
        timed("words, phrases, vectors, wording", lambda d=document: analyse(d, model, BEST))  # type: ignore[misc]
        analysis = analyse(document, model, BEST)
        timed("graphs", lambda a=analysis: prepare(a, BEST))  # type: ignore[misc]
        prepared = prepare(analysis, BEST)
        timed("scores, subtopics, order", lambda p=prepared: rank_prepared(p))  # type: ignore[misc]
    return spent


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", type=int, nargs="+", default=[25, 100, 500, 1000, 3000])
    parser.add_argument("--peers", action="store_true")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds after which a method is not tried larger")
    arguments = parser.parse_args()
    print(f"Python {platform.python_version()}, numpy {np.__version__}, {platform.machine()} {platform.system()}\n")

    found = rankers(arguments.peers)
    table: dict[str, dict[int, float]] = {name: {} for name in found}
    for size in arguments.sizes:
        texts = [text(size, seed) for seed in range(5 if size <= 100 else 1)]
        for name, run in found.items():
            if any(seconds > arguments.limit / 5 for seconds in table[name].values()):
                continue
            table[name][size] = cost(run, texts, 15 if size <= 100 else 3 if size <= 1000 else 1)
    base = table.get("sumy LexRank") or table["lexrank"]
    print("CPU milliseconds per document (in brackets: times sumy's LexRank, or ours without peers)")
    print(f"{'':16}" + "".join(f"{size:>20,}" for size in arguments.sizes) + f"{'growth n^':>12}")
    for name, row in table.items():
        cells = "".join(
            f"{row[size] * 1000:>12,.1f} ({row[size] / base[size]:5.2f})"
            if size in row and size in base
            else f"{row[size] * 1000:>12,.1f} (  -  )"
            if size in row
            else f"{'-':>20}"
            for size in arguments.sizes
        )
        done = sorted(row)
        growth = math.log(row[done[-1]] / row[done[-2]]) / math.log(done[-1] / done[-2]) if len(done) > 1 else math.nan
        print(f"{name:16}{cells}{growth:>12.2f}")

    print("\nPeak memory in MB, one document in a fresh process")
    for reading in ("best", "paper"):
        print(f"ssr {reading:12}" + "".join(f"{peak_memory(size, 'ssr', reading):>20,.0f}" for size in arguments.sizes))

    for size in arguments.sizes[:2]:
        print(f"\nStages of ssr best, {size} sentences, CPU milliseconds")
        for stage, spent in stages(size).items():
            print(f"  {stage:26}{spent:8.2f}")


if __name__ == "__main__":
    main()
