"""Languages: what detection gets right, what a document teaches about stop words, and how fast words are found.

    python benchmarks/bench_languages.py                         the sample articles
    python benchmarks/bench_languages.py --german german.txt.gz  a document a line, of a corpus of one's own as well
    python benchmarks/bench_languages.py --texts FOLDER          registered languages: CODE.txt, a paragraph a line
    python benchmarks/bench_languages.py --sets SET...           CPU time of judged documents, each ranked once

CPU time of this process; the best of three rounds, but for judged documents, whose words should be new.
"""

from __future__ import annotations

import argparse
import gzip
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from unicodedata import category

import numpy as np

from sentencerank import rank
from sentencerank.document import word_count
from sentencerank.evaluate.cases import read_cases
from sentencerank.languages.detect import detect
from sentencerank.languages.function_words import function_words, known_words, profiles
from sentencerank.languages.language import Pack, read_text, stopword_lists, stopwords_of
from sentencerank.languages.packed import Packed, document_stopwords
from sentencerank.languages.registry import known_packs, language_of, register_language, unregister_language

ROOT = Path(__file__).parent.parent
ARTICLES = {path.stem: path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples/articles").glob("*.txt"))}
LISTED = "de fr es it pt nl ru tr ar hi bn vi he"
LENGTHS = (1_500, 6_000, 20_000)


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--german", type=Path, help="documents, one a line")
    parser.add_argument("--english", type=Path, help="documents, one a line")
    parser.add_argument("--texts", type=Path, metavar="FOLDER", help="texts in more languages: CODE.txt")
    parser.add_argument("--sets", type=Path, nargs="+", default=[], help="judged documents, as `evaluate` reads them")
    given = parser.parse_args()
    if given.sets:
        ranked(given.sets)
        return
    corpora = {"de": lines(given.german), "en": lines(given.english)}
    detected(corpora)
    told_by_stop_words(given.texts)
    taught(corpora["de"])
    agreed()
    found()


def ranked(paths: Sequence[Path]) -> None:
    """Print the CPU time that ranking takes in each set; its first document only loads what the language needs."""
    print("| set | language | documents | words each | ms each | ms for 1,000 words |\n|---|---|---:|---:|---:|---:|")
    for path in paths:
        cases = read_cases(path)
        code = cases[0].language
        texts = [case.text or ("" if code == "zh" else " ").join(case.sentences or ()) for case in cases]
        rank(texts[0], language=code)
        begin = time.process_time()
        for text in texts[1:]:
            rank(text, language=code)
        taken, count = 1000 * (time.process_time() - begin), len(texts) - 1
        words = sum(map(word_count, texts[1:]))
        cells = f"{words / count:,.0f} | {taken / count:.1f} | {1000 * taken / words:.1f}"
        print(f"| {path.stem} | {code} | {count} | {cells} |", flush=True)


def lines(path: Path | None, count: int = 300, length: int = 3_000) -> list[str]:
    """The first long documents of a corpus."""
    if path is None:
        return []
    with gzip.open(path, "rt", encoding="utf-8") if path.suffix == ".gz" else path.open(encoding="utf-8") as file:
        long = (line for line in file if len(line) > length)
        return [line for line, _ in zip(long, range(count), strict=False)]


def detected(corpora: dict[str, list[str]]) -> None:
    """Print how often the language of documents and of single sentences is detected."""
    documents = list(ARTICLES.items())
    documents += [(code, text) for code, texts in corpora.items() for text in texts]
    sentences = [
        (code, sentence.text)
        for code, text in documents[: len(ARTICLES)] + documents[len(ARTICLES) :: 5]
        for sentence in read_text(text[:6_000], language_of(code)).sentences[:15]
        if len(sentence.text.split()) > 4 or code in ("zh", "ja", "th")
    ]
    print("| detection | right | undetermined | wrong |\n|---|---|---|---|")
    for what, items in (("documents", documents), ("sentences", sentences)):
        seen = Counter(outcome(code, text) for code, text in items)
        print(f"| {len(items)} {what} | {seen['right']} | {seen['open']} | {seen['wrong']} |")
    article = (ROOT / "examples" / "article.txt").read_text(encoding="utf-8")
    print(
        f"\nan English article of {len(article):,} characters: {1e3 * seconds(lambda: detect(article), 100):.2f} ms\n"
    )


def told_by_stop_words(folder: Path | None) -> None:
    """Each language in turn taken out of the package and registered by its stop words: what becomes of all texts."""
    files = sorted(folder.glob("*.txt")) if folder else []
    documents = [*ARTICLES.items(), *((path.stem, path.read_text(encoding="utf-8")[:6_000]) for path in files)]
    paragraphs = [(code, line) for code, text in documents for line in text.splitlines() if len(line.split()) > 4]
    print("| registered languages | right | undetermined | wrong | others that were right and no longer are |")
    print("|---|---|---|---|---|")
    for what, items in (("documents", documents), ("paragraphs", paragraphs)):
        inside, own, lost, kept = Counter[str](), Counter[str](), 0, 0
        for script, own_profiles in list(profiles().items()):
            for code in own_profiles.keys() & stopword_lists() & {code for code, _ in items}:
                inside.update(outcome(code, text) for one, text in items if one == code)
                profiles()[script] = {one: words for one, words in own_profiles.items() if one != code}
                clear()
                before = [detect(text).code for _, text in items]
                register_language(Pack(code=code, script=script, stopwords=" ".join(stopwords_of(known_packs()[code]))))
                own.update(outcome(code, text) for one, text in items if one == code)
                right = [text for (one, text), seen in zip(items, before, strict=True) if one == seen != code]
                kept += len(right)
                lost += sum(detect(text).code == code for text in right)
                unregister_language(code)
                profiles()[script] = own_profiles
                clear()
        for name, seen in (("in the package", inside), ("registered", own)):
            others = f"{lost} of {kept:,}" if seen is own else ""
            print(f"| {name}: {what} | {seen['right']} | {seen['open']} | {seen['wrong']} | {others} |")
    print()


def outcome(code: str, text: str) -> str:
    """Whether the language of a text is found."""
    seen = detect(text).code
    return "right" if seen == code else "open" if seen == "und" else "wrong"


def clear() -> None:
    """Forget what was looked up in the profiles."""
    function_words.cache_clear()
    known_words.cache_clear()


def taught(german: Sequence[str]) -> None:
    """Stop words learnt from a document against the list of its language, by occurrences."""
    print("| stop words learnt from | precision | recall |\n|---|---|---|")
    print("| the sample articles in {} | {:.3f} | {:.3f} |".format(LISTED, *scores(LISTED.split(), ARTICLES.values())))
    for length in LENGTHS if german else ():
        long = [text[:length] for text in german if len(text) > max(LENGTHS)][:40]
        print(
            "| {} German documents of {:,} characters | {:.3f} | {:.3f} |".format(
                len(long), length, *scores(["de"] * len(long), long)
            )
        )
    print()


def scores(codes: Sequence[str], texts: Iterable[str]) -> tuple[float, float]:
    """Precision and recall over all documents."""
    right = said = listed = 0
    for code, text in zip(codes, (ARTICLES[c] for c in codes) if len(set(codes)) > 1 else texts, strict=False):
        spoken = Packed(replace(known_packs()[code], segmenter=""))
        sentences = [
            list(words(spoken, sentence.text)) for sentence in read_text(text, spoken).sentences if sentence.prose
        ]
        stops = document_stopwords(sentences)
        seen = [word for sentence in sentences for word in sentence if sum(category(c)[0] in "LM" for c in word) > 1]
        right += sum(word in stops and word in spoken.stopwords for word in seen)
        said += sum(word in stops for word in seen)
        listed += sum(word in spoken.stopwords for word in seen)
    return right / max(said, 1), right / max(listed, 1)


def words(spoken: Packed, sentence: str) -> Iterator[str]:
    """The forms by which words are compared with stop words."""
    return (one.word.bases[0] for one in spoken._found(sentence))


def agreed() -> None:
    """How far the ranks of the same twelve sentences go with their mean in the other languages, position aside."""
    ranks = {}
    for code, text in ARTICLES.items():
        ranking = rank(text, language=code, structure="flat")
        order = [index for index in ranking.order.tolist() if index and not (code == "ar" and index == 12)]
        ranks[code] = [order.index(index) for index in sorted(order)]
    print("| language | correlation of ranks with the mean of the other languages |\n|---|---|")
    for code, own in ranks.items():
        others = np.mean([ranks[other] for other in ranks if other != code], axis=0)
        print(f"| {code} | {np.corrcoef(own, others)[0, 1]:.2f} |")
    print()


def found() -> None:
    """Loading and speed of reading: sentences, words, stems, parts of speech."""
    print("| language | loading, s | characters/s, new words | characters/s, known words |\n|---|---|---|---|")
    for code, text in ARTICLES.items():
        spoken = language_of(code)
        sentences = [sentence.text for sentence in read_text(text, spoken).sentences]
        begin = time.process_time()
        spoken.tokens(sentences[:1])
        loading = time.process_time() - begin
        begin = time.process_time()
        spoken.tokens(sentences)
        fresh = time.process_time() - begin
        again = seconds(lambda spoken=spoken, sentences=sentences: spoken.tokens(sentences), 20)  # type: ignore[misc]
        print(f"| {code} | {loading:.2f} | {len(text) / fresh:,.0f} | {len(text) / again:,.0f} |")


def seconds(work: Callable[[], object], times: int) -> float:
    """CPU seconds of one call, the best of three rounds."""
    rounds = []
    for _ in range(3):
        begin = time.process_time()
        for _ in range(times):
            work()
        rounds.append((time.process_time() - begin) / times)
    return min(rounds)


if __name__ == "__main__":
    main()
