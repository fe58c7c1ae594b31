"""The phrase model on disk: a folder without anything executable, the same bytes for the same corpus and settings.

`meta.json` (settings, and the SHA-256 of every other file) · `words.txt` · `keys.npy`: the trie, sorted node·V + word,
row j being node V + j · by node `logp.npy`, `quality.npy` (NaN: no phrase ends here), `count.npy`, `known.npy` ·
`connect.npy`: δ, if the corpus was tagged · `stopwords.txt` · `phrases.tsv`: quality, phrase, count, whether the
knowledge base has it · `quality.tsv`: its first two columns.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from sentencerank.errors import ModelError
from sentencerank.files import Json, sha256_of_file, whole_file, write_json
from sentencerank.train.mining.candidates import Candidates
from sentencerank.train.store import Bools, Floats, Ints, whole_folder
from sentencerank.train.tokens import CUT_TOKENISER, TOKENISER

FORMAT = 1
MULTI, SINGLE, RANKING = 0.5, 0.8, 0.6  # qualities from which a phrase counts: of several words, of one, for ranking
_ARRAYS = ("keys", "logp", "quality", "count", "known", "connect")
_LISTS = ("words.txt", "stopwords.txt")
_FRAGMENTS = frozenset({"t", "s", "d", "m", "ll", "re", "ve"})  # what the tokeniser leaves of English contractions
_AGAIN = "Mine the phrases again."


@dataclass(frozen=True, slots=True)
class Phrase:
    """A row of the list of phrases."""

    quality: float
    words: tuple[str, ...]
    count: int
    known: bool


@dataclass(frozen=True, eq=False)
class PhraseModel:
    """Mined phrases as a trie over word ids; every kept word is a node, in the order of `words`."""

    words: tuple[str, ...]
    keys: Ints
    logp: npt.NDArray[np.float32]  # ln [c / sum of counts of that length]
    quality: npt.NDArray[np.float32]
    count: Ints
    known: Bools
    connect: Floats
    stop_words: frozenset[str]
    meta: Mapping[str, Json]

    @cached_property
    def sound(self) -> Bools:
        """By node: whether what ends here neither begins nor ends with a stop word, a number or a torn contraction.

        WordNet has "at least" and "in fact", so mining learns to like such sequences; a ranking has no use for them.
        """
        weak = np.array(
            [word in self.stop_words or word in _FRAGMENTS or word.isnumeric() for word in self.words], bool
        )
        begins = np.concatenate((~weak, np.zeros(len(self.keys), np.bool_)))
        parents, last = np.divmod(self.keys, max(1, len(self.words)))
        for node, parent in enumerate(parents.tolist(), len(self.words)):  # a parent comes before its children
            begins[node] = begins[parent]
        return begins & np.concatenate((~weak, ~weak[last]))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Word ids."""
        return {word: number for number, word in enumerate(self.words)}

    @property
    def digest(self) -> str:
        """SHA-256 of the model: format, tokeniser, settings and every file."""
        return hashlib.sha256(_canonical(self.meta)).hexdigest()

    @property
    def language(self) -> str:
        """The code of its language."""
        return str(self.meta.get("language", ""))

    @property
    def penalty(self) -> float:
        """Ln ρ of the segmentation."""
        return float(self.meta["penalty"])  # type: ignore[arg-type]

    @property
    def longest(self) -> int:
        """The longest phrase that was looked for, in words."""
        return int(self.meta["max_len"])  # type: ignore[arg-type]

    def phrases(self) -> Iterator[Phrase]:
        """All phrases, best first; of equal quality the more frequent, then by the order of words."""
        names: list[tuple[str, ...]] = [(word,) for word in self.words]
        parents, last = np.divmod(self.keys, max(1, len(self.words)))
        for parent, word in zip(parents.tolist(), last.tolist(), strict=True):  # a parent comes before its children
            names.append((*names[parent], self.words[word]))
        rows = np.flatnonzero(~np.isnan(self.quality))
        rows = rows[np.lexsort((rows, -self.count[rows], -self.quality[rows]))]
        qualities, counts, known = self.quality[rows].tolist(), self.count[rows].tolist(), self.known[rows].tolist()
        for row, quality, count, in_base in zip(rows.tolist(), qualities, counts, known, strict=True):
            yield Phrase(quality, names[row], count, in_base)

    def lexicon(self, stem: Callable[[str], str], minimum: float = RANKING) -> dict[str, dict[str, float]]:
        """Phrases of several words by their first one, as ranking looks them up; the last word is a stem.

        They neither begin nor end with a stop word or a number. Ranking reads "Alzheimer's disease" as two words,
        mining as three: the lone "s" goes. Phrases with other pieces of contractions are left out.
        """
        found: dict[str, dict[str, float]] = {}
        for phrase in self.phrases():
            words, quality = phrase.words, phrase.quality
            served = [word for word in words[1:-1] if word != "s"]
            ends = {words[0], words[-1]}
            if len(words) < 2 or quality < minimum or _FRAGMENTS & {*ends, *served}:
                continue
            if ends & self.stop_words or any(map(str.isnumeric, ends)):
                continue
            rest = " ".join([*served, stem(words[-1])])
            own = found.setdefault(words[0], {})
            own[rest] = max(own.get(rest, 0.0), quality)
        return found

    def write_phrases(self, path: Path, stem: Callable[[str], str], minimum: float = RANKING) -> None:
        """Write `phrases.txt` of a ranking model: one line per first word, `first<TAB>rest=quality|rest=quality`."""
        lines = [
            f"{first}\t{'|'.join(f'{rest}={quality:.3f}' for rest, quality in sorted(rests.items()))}\n"
            for first, rests in sorted(self.lexicon(stem, minimum).items())
        ]
        with whole_file(path) as part:
            part.write_text("".join(lines), encoding="utf-8")


def phrase_model(
    words: tuple[str, ...],
    candidates: Candidates,
    counts: Sequence[Ints],
    quality: Sequence[Floats],
    known: Sequence[Bools],
    connect: Floats,
    stop_words: frozenset[str],
    meta: Mapping[str, Json],
) -> PhraseModel:
    """A model of the phrases that are left in the segmented corpus; `quality` has NaN for what is no phrase."""
    kept = [np.ones(len(words), np.bool_)] + [own > 0 for own in counts[1:]]
    for length in range(candidates.longest, 2, -1):  # what a kept phrase begins with is kept as a way to it
        kept[length - 2][candidates.prefixes(length)[kept[length - 1]]] = True
    keys, start, before = [np.zeros(0, np.int64)], 0, np.arange(len(words))
    for length in range(2, candidates.longest + 1):
        own = kept[length - 1]
        keys.append(before[candidates.prefixes(length)[own]] * len(words) + candidates.last(length)[own])
        start += int(kept[length - 2].sum())
        before = np.cumsum(own) - 1 + start
    every = np.concatenate(kept)
    count = np.concatenate(counts)
    with np.errstate(divide="ignore"):
        logp = np.concatenate([np.log(np.maximum(own, 0.5) / max(1, own.sum())) for own in counts])
    score = np.where(count > 0, np.concatenate(quality), np.nan)
    return PhraseModel(
        words, np.concatenate(keys), logp[every].astype(np.float32), score[every].astype(np.float32), count[every],
        np.concatenate(known)[every], connect, stop_words, meta,
    )  # fmt: skip


def save_model(model: PhraseModel, folder: Path) -> PhraseModel:
    """Write a model; the result is the same model with the digests of its files."""
    with whole_folder(folder) as part:
        for name, words in zip(_LISTS, (model.words, sorted(model.stop_words)), strict=True):
            (part / name).write_text("".join(f"{word}\n" for word in words), encoding="utf-8")
        for name in _ARRAYS:
            array = getattr(model, name)
            np.save(part / f"{name}.npy", array.astype(array.dtype.newbyteorder("<")), allow_pickle=False)
        _write_lists(model, part)
        digests: dict[str, Json] = {path.name: sha256_of_file(path) for path in sorted(part.iterdir())}
        meta = {"tokeniser": TOKENISER, **model.meta, "format": FORMAT, "files": digests}
        write_json(part / "meta.json", meta)
    return load_model(folder)


def _write_lists(model: PhraseModel, part: Path) -> None:
    """`phrases.tsv` with all that is known, and `quality.tsv` with the two columns that other tools expect."""
    with (
        (part / "phrases.tsv").open("w", encoding="utf-8", newline="\n") as full,
        (part / "quality.tsv").open("w", encoding="utf-8", newline="\n") as short,
    ):
        for phrase in model.phrases():
            pair = f"{phrase.quality:.4f}\t{' '.join(phrase.words)}"
            short.write(f"{pair}\n")
            full.write(f"{pair}\t{phrase.count}\t{'yes' if phrase.known else 'no'}\n")


def load_model(folder: Path) -> PhraseModel:
    """Read a model and verify its files."""
    try:
        meta = json.loads((folder / "meta.json").read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelError(f"{folder} has no readable meta.json ({error}). Give the folder of a phrase model.") from error
    for name, values in (("format", (FORMAT,)), ("tokeniser", (TOKENISER, CUT_TOKENISER))):
        if meta.get(name) not in values:
            raise ModelError(f"{folder}: {name} is {meta.get(name)!r}, this version has {values[0]!r}. {_AGAIN}")
    for name, digest in meta["files"].items():
        path = folder / Path(name).name
        found = sha256_of_file(path) if path.exists() else "missing"
        if found != digest:
            raise ModelError(f"{path} was changed: its SHA-256 is {found}, not {digest}. {_AGAIN}")
    words, stop_words = (tuple((folder / name).read_text(encoding="utf-8").split("\n")[:-1]) for name in _LISTS)
    arrays = (np.load(folder / f"{name}.npy", allow_pickle=False) for name in _ARRAYS)
    return PhraseModel(words, *arrays, frozenset(stop_words), meta)  # type: ignore[call-arg]


def _canonical(meta: Mapping[str, Json]) -> bytes:
    return json.dumps(meta, sort_keys=True, ensure_ascii=False).encode()
