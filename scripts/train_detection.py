"""Train the model that tells the languages of a script apart, and write src/sentencerank/languages/ngrams.bin.

    python -m scripts.train_detection TEXTS DICTIONARIES FREQUENCIES

TEXTS is a folder with CODE.txt, a paragraph a line, by scripts/gather_texts.py; DICTIONARIES is one with the word lists
of a spelling checker (de_DE.dic); FREQUENCIES is the folder `data` of the package wordfreq. Paragraphs are cut into
pieces of 1 to 25 words. A paragraph of a translation that stands in the English texts too, or that function words tell
to be English, was left untranslated and is left out. Every language also gets pieces made of its function words, of
words from its dictionary, and of words drawn by how often they are used. The training is a softmax over the mean of the
rows of a piece's buckets, by Adam; it takes minutes, and scipy and msgpack. One piece of twenty is kept back; at the
end a table shows how often the languages that were found with some chance were right.
"""

from __future__ import annotations

import random
import sys
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_matrix
from scripts.word_frequencies import frequent_words

from sentencerank.languages.function_words import function_words, profiles
from sentencerank.languages.language import stopwords_of
from sentencerank.languages.ngrams import BITS, MODEL, Model, buckets, pack, telling_words
from sentencerank.languages.packs import PACKS

PIECES = 4_000  # for each language
LISTED = 300  # and so many made of function words
SPELT = 1_200  # and of words of a dictionary
USED = 3_500  # and of words drawn by their frequency
DRAWN = 20_000  # of the most frequent ones
DIMENSIONS = 16
EPOCHS = 6
BATCH = 1024
RATE = 0.02
KEPT = 20  # one piece of so many is kept back
ENCODINGS = {
    **dict.fromkeys(("hu", "pl", "cs", "sk", "sl", "hr", "ro"), "iso8859-2"),
    "lv": "iso8859-13",
    "lt": "iso8859-13",
    "ru": "koi8-r",
    "bg": "cp1251",
    "et": "iso8859-15",
}  # of word lists that are not in UTF-8


@cache
def english_words() -> frozenset[str]:
    """Return the function words that no other language has."""
    return frozenset(word for word, found in function_words("latin").items() if found.codes == ("en",))


def english(line: str) -> bool:
    """Return whether a line has more function words of English than a translation would have."""
    words = line.lower().split()
    own = english_words()
    return sum(word in own for word in words) > 0.12 * len(words)


class Sources(NamedTuple):
    """The folders that everything comes from, and the lines that translators left in English."""

    texts: Path
    dictionaries: Path
    frequencies: Path
    untranslated: frozenset[str]


def pieces(code: str, script: str, sources: Sources) -> list[str]:
    """Return pieces of text in a language."""
    folder, dictionaries, untranslated = sources.texts, sources.dictionaries, sources.untranslated
    path = folder / f"{code}.txt"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    random.shuffle(lines)
    del lines[4 * PIECES :]
    if code != "en":
        lines = [line for line in lines if line not in untranslated and (script != "latin" or not english(line))]
    if script != "latin":
        lines = [line for line in lines if sum(character.isascii() for character in line) < 0.5 * len(line)]
    found: list[str] = []
    for line in lines * (1 + PIECES // max(1, 4 * len(lines))):
        words = line.split()
        start = random.randrange(4)
        while start < len(words) and len(found) < PIECES:
            size = random.choice((1, 2, 3, 5, 8, 12, 18, 25))
            found.append(" ".join(words[start : start + size]))
            start += size + 5
        if len(found) >= PIECES:
            break
    common = profiles()[script][code].split()
    listed = [*common, *common, *(stopwords_of(PACKS[code]) if code in PACKS else ())]
    found += [" ".join(random.choices(listed, k=random.choice((3, 6, 10)))) for _ in range(LISTED)]
    if words := dictionary(code, dictionaries):
        for _ in range(SPELT):
            size = random.choice((1, 2, 3, 5, 8))
            mixed = [random.choice(words if random.random() < 0.6 else listed) for _ in range(size)]
            found.append(" ".join(mixed))
    return found + used(code, sources.frequencies)


def used(code: str, folder: Path) -> list[str]:
    """Return pieces of words drawn by how often a language uses them, the frequent ones less than they occur."""
    words = frequent_words(folder, {"hr": "sh", "tl": "fil"}.get(code, code), DRAWN)
    if not words:
        return []
    weights = list(accumulate(10 ** (-0.006 * place) for _, place in words))
    found = []
    for _ in range(USED):
        drawn = random.choices(words, cum_weights=weights, k=random.choice((1, 1, 1, 2, 2, 3, 5, 8)))
        found.append(" ".join(word for word, _ in drawn))
    return found


def dictionary(code: str, folder: Path) -> list[str]:
    """Return the words of the word lists of a language, without what follows a slash."""
    own = {"nb": "nb_NO"}.get(code, code)
    words: set[str] = set()
    for path in folder.rglob(f"{own}*.dic"):
        if path.stem.partition("_")[0] == own.partition("_")[0] and not path.stem.startswith("hyph"):
            data = path.read_bytes()
            try:
                text = data.decode("utf-8")
            except UnicodeDecodeError:
                text = data.decode(ENCODINGS.get(code, "latin-1"))
            words.update(line.split("/")[0].split("\t")[0].strip() for line in text.splitlines()[1:])
    return sorted(word for word in words if len(word) > 1 and not word.isupper())


def matrix(texts: list[str]) -> csr_matrix:
    """Return the share of each bucket in each text."""
    rows = [buckets(telling_words(text)) for text in texts]
    sizes = np.array([len(row) for row in rows])
    values = np.repeat((1 / sizes).astype(np.float32), sizes)
    return csr_matrix((values, np.concatenate(rows), np.concatenate([[0], sizes.cumsum()])), (len(texts), 1 << BITS))


def train(data: csr_matrix, labels: NDArray[np.int64], count: int) -> tuple[NDArray[np.float32], ...]:
    """Return rows, weights and bias."""
    generator = np.random.default_rng(1)
    parameters = [
        generator.normal(0, 0.1, (data.shape[1], DIMENSIONS)).astype(np.float32),
        generator.normal(0, 0.3, (DIMENSIONS, count)).astype(np.float32),
        np.zeros(count, np.float32),
    ]
    first = [np.zeros_like(one) for one in parameters]
    second = [np.zeros_like(one) for one in parameters]
    step = 0
    for epoch in range(EPOCHS):
        order, loss = generator.permutation(len(labels)), 0.0
        rate = RATE * (1 - epoch / EPOCHS)
        for begin in range(0, len(order), BATCH):
            places = order[begin : begin + BATCH]
            piece, gold = data[places], labels[places]
            hidden = piece @ parameters[0]
            values = hidden @ parameters[1] + parameters[2]
            shares = np.exp(values - values.max(axis=1, keepdims=True))
            shares /= shares.sum(axis=1, keepdims=True)
            loss -= float(np.log(shares[np.arange(len(gold)), gold] + 1e-9).sum())
            shares[np.arange(len(gold)), gold] -= 1
            shares /= len(gold)
            gradients = [piece.T @ (shares @ parameters[1].T), hidden.T @ shares, shares.sum(axis=0)]
            step += 1
            for one, gradient, mean, square in zip(parameters, gradients, first, second, strict=True):
                mean += 0.1 * (gradient - mean)
                square += 0.001 * (gradient * gradient - square)
                one -= rate * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-8)
        print(f"epoch {epoch + 1}: loss {loss / len(labels):.4f}", flush=True)
    return tuple(parameters)


def reliability(data: csr_matrix, labels: NDArray[np.int64], parameters: tuple[NDArray[np.float32], ...]) -> None:
    """Print for pieces that were kept back how often the language of the highest chance is right."""
    rows, weights, bias = parameters
    values = data @ rows @ weights + bias
    shares = np.exp(values - values.max(axis=1, keepdims=True))
    shares /= shares.sum(axis=1, keepdims=True)
    best, right = shares.max(axis=1), shares.argmax(axis=1) == labels
    for low in (0.0, 0.2, 0.4, 0.6, 0.8, 0.9, 0.99):
        high = {0.8: 0.9, 0.9: 0.99, 0.99: 1.01}.get(low, low + 0.2)
        own = (best >= low) & (best < high)
        share = 100 * right[own].mean() if own.any() else 0.0
        print(f"chance {low:.2f} to {high:.2f}: {own.sum():6} pieces, {share:.1f} % right")


def main(texts: Path, dictionaries: Path, frequencies: Path) -> None:
    """Train and write."""
    random.seed(1)
    languages = [(code, script) for script, known in profiles().items() for code in known]
    english_lines = frozenset((texts / "en.txt").read_text(encoding="utf-8").splitlines())
    sources = Sources(texts, dictionaries, frequencies, english_lines)
    found: list[str] = []
    labels: list[int] = []
    for index, (code, script) in enumerate(languages):
        own = pieces(code, script, sources)
        print(f"{code}: {len(own):,} pieces", flush=True)
        found += own
        labels += [index] * len(own)
    data, gold = matrix(found), np.array(labels)
    kept = np.arange(len(gold)) % KEPT == 0
    rows, weights, bias = train(data[~kept], gold[~kept], len(languages))
    reliability(data[kept], gold[kept], (rows, weights, bias))
    # Each dimension fills eight bits; what it was divided by goes to the matrix behind.
    scale = np.abs(rows).max(axis=0) / 127
    trained = Model(
        codes=tuple(code for code, _ in languages),
        rows=np.rint(rows / scale).astype(np.int8),
        weights=(weights * scale[:, None]).astype(np.float32),
        bias=bias,
    )
    MODEL.write_bytes(pack(trained))
    print(f"{MODEL.name}: {MODEL.stat().st_size:,} bytes")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
