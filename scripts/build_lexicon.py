"""The phrases of the English model, anew: the nouns of WordNet that are there, and phrases mined from free text.

    python scripts/build_lexicon.py CORPUS... --wordnet FOLDER [--minimum 0.8] [--work DIR] [--target DIR]
                                    [--measure JUDGED...]

CORPUS is free English text, one document a line; WordNet (Debian: wordnet-base) is the knowledge base. Kept are phrases
of nouns and adjectives that end in a noun, by the tagger of the package, and that WordNet's nouns lack, with their
quality. Phrases are facts about the language; of the text nothing is kept. With --measure it says how many of the
phrases that other documents repeat (files as `sentencerank evaluate` reads them) were known before and are now.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from sentencerank import mine_phrases
from sentencerank.files import write_text
from sentencerank.languages.english import English, load_english
from sentencerank.languages.language import read_text
from sentencerank.method.phrases import PhraseLexicon, document_phrases
from sentencerank.model.manifest import seal
from sentencerank.model.model import ENGLISH, check
from sentencerank.model.phrase_file import load_phrases
from sentencerank.train import PhraseModel

SPELT = re.compile(r"(?=.*[aeiouy])\w{3,}")  # a word of a mined phrase: "np" and "vbd" are none


def mined_phrases(model: PhraseModel, english: English, minimum: float) -> Iterator[tuple[tuple[str, ...], float]]:
    """Adjectives and nouns that end in a noun, from a quality on."""
    for phrase in model.phrases():
        words = phrase.words
        if len(words) < 2 or phrase.quality < minimum or not all(map(SPELT.fullmatch, words)):
            continue
        joined = [model.numbers[first + second] for first, second in pairwise(words) if first + second in model.numbers]
        if any(model.count[word] >= phrase.count for word in joined):  # torn at the end of a line
            continue
        tokens = english.tokens([" ".join(words)])[0]
        if words[-1].endswith("ing"):  # "machine learning": the tagger, which sees no context, takes it for a verb
            tokens[-1] = tokens[-1]._replace(noun=True)
        nouns = len(tokens) == len(words) and tokens[-1].noun
        if nouns and all(token.essential and (token.noun or token.adjective) for token in tokens):
            yield words, phrase.quality


def listed(lexicon: PhraseLexicon) -> dict[str, dict[str, float]]:
    """The phrases that somebody listed: those without a quality of their own."""
    found = {first: {rest: q for rest, q in lexicon.rests(first).items() if q == 1} for first in lexicon.entries}
    return {first: rests for first, rests in found.items() if rests}


def repeated_phrases(path: Path, english: English) -> Iterator[tuple[str, ...]]:
    """What documents repeat: adjectives and nouns that stand together at least twice in one of them."""
    for line in path.read_text(encoding="utf-8").splitlines():
        record = json.loads(line)
        text = record.get("text") or "\n\n".join(record["sentences"])
        yield from document_phrases(english.tokens([sentence.text for sentence in read_text(text, english).sentences]))


def main() -> None:
    """Mine, merge, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("corpus", nargs="+")
    parser.add_argument("--wordnet", required=True)
    parser.add_argument("--minimum", type=float, default=0.8)
    parser.add_argument("--work", type=Path, help="keep what was mined there, and go on from it")
    parser.add_argument("--target", type=Path, default=ENGLISH, help="the model folder to change")
    parser.add_argument("--measure", type=Path, nargs="*", default=[], help="documents that were not mined")
    given = parser.parse_args()
    english = load_english()
    repeated = {path: set(repeated_phrases(path, english)) for path in given.measure}
    model = mine_phrases(given.corpus, knowledge_base=given.wordnet, folder=given.work)
    old = load_phrases(given.target / "phrases.txt", english.stem)
    rests = listed(old)
    before = sum(map(len, rests.values()))
    for (first, *middle, last), quality in mined_phrases(model, english, given.minimum):
        own = rests.setdefault(first, {})
        rest = " ".join([*middle, english.stem(last)])
        own[rest] = max(own.get(rest, 0.0), round(quality, 2))
    lines = (
        f"{first}\t{'|'.join(rest if q >= 1 else f'{rest}={q:g}' for rest, q in sorted(own.items()))}\n"
        for first, own in sorted(rests.items())
    )
    write_text(given.target / "phrases.txt", "".join(lines))
    details = {
        name: value for name, value in read_raw(given.target).items() if name not in ("format", "files", "sha256")
    }
    after = sum(map(len, rests.values()))
    mined = {"corpus": model.meta["corpus"], "phrase_model": model.digest, "minimum": given.minimum}
    seal(given.target, {**details, "lexicon": {"listed": before, "mined": after - before, **mined}})
    check(given.target)
    new = load_phrases(given.target / "phrases.txt", english.stem)
    for path, phrases in repeated.items():
        shares = [sum(map(lexicon.contains, phrases)) / max(1, len(phrases)) for lexicon in (old, new)]
        print(f"{path.name}: of {len(phrases):,} repeated phrases {shares[0]:.2%} were known, {shares[1]:.2%} are")
    print(f"{before:,} listed phrases, {after - before:,} mined ones")


def read_raw(folder: Path) -> dict[str, object]:
    """The manifest as it stands; its sizes need not fit any more."""
    value: dict[str, object] = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    return value


if __name__ == "__main__":
    main()
