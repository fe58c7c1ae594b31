"""The phrase model: mined phrases, their folder on the disk, and the phrases that it finds in new text.

The folder has nothing executable, and the same bytes for the same corpus and settings: `meta.json` (settings, and the
SHA-256 of every other file) · `words.txt` · `keys.npy`: the trie, sorted node·V + word, row j being node V + j · by
node: `logp.npy`, `quality.npy` (NaN: no phrase ends here), `count.npy`, `known.npy` · `connect.npy`: δ, if the corpus
was tagged · `stopwords.txt` · `phrases.tsv`: quality, phrase, count, whether the knowledge base has it · `quality.tsv`:
its first two columns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sentencerank.errors import OptionsError
from sentencerank.files import Json, write_text
from sentencerank.model.array_files import save_array
from sentencerank.train.checkpoints import Bools, Floats, Ints, checkpoint, digest_of, load_array, read_sealed, seal
from sentencerank.train.mining.candidates import Candidates, find_rows
from sentencerank.train.mining.segmentation import Grams, best_lengths, effective
from sentencerank.train.tokens import (
    END,
    SEGMENTED_TOKENISER,
    TOKENISER,
    Words,
    insert_spaces,
    original_places,
    segmented_language,
    tokenise,
)
from sentencerank.train.vocabulary import read_lines, write_lines

FORMAT = 1
MULTI, SINGLE, RANKING = 0.5, 0.8, 0.6  # qualities from which a phrase counts: of several words, of one, for ranking
_ARRAYS = ("keys", "logp", "quality", "count", "known", "connect")
_LISTS = ("words.txt", "stopwords.txt")
_FRAGMENTS = frozenset({"t", "s", "d", "m", "ll", "re", "ve"})  # what the tokeniser leaves of English contractions


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
        """Whether what ends at a node neither begins nor ends with a stop word, a number or a torn contraction.

        WordNet has "at least" and "in fact", so mining learns to like such sequences; a ranking has no use for them.
        """
        weak = np.array(
            [word in self.stop_words or word in _FRAGMENTS or word.isnumeric() for word in self.words], bool
        )
        begins = np.concatenate((~weak, np.zeros(len(self.keys), np.bool_)))
        parents, last = np.divmod(self.keys, max(1, len(self.words)))
        # A parent comes before its children.
        for node, parent in enumerate(parents.tolist(), len(self.words)):
            begins[node] = begins[parent]
        return begins & np.concatenate((~weak, ~weak[last]))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The ids of words."""
        return {word: number for number, word in enumerate(self.words)}

    @property
    def digest(self) -> str:
        """SHA-256 of the model: format, tokeniser, settings and every file."""
        return digest_of(self.meta)

    @property
    def language(self) -> str:
        """The code of its language."""
        return str(self.meta.get("language", ""))

    @property
    def penalty(self) -> float:
        """The length penalty of the segmentation, ln ρ."""
        return float(self.meta["penalty"])  # type: ignore[arg-type]

    @property
    def longest(self) -> int:
        """The longest phrase that was looked for, in words."""
        return int(self.meta["max_len"])  # type: ignore[arg-type]

    def phrases(self) -> Iterator[Phrase]:
        """Yield all phrases, best first; of equal quality the more frequent, then by the order of words."""
        names: list[tuple[str, ...]] = [(word,) for word in self.words]
        parents, last = np.divmod(self.keys, max(1, len(self.words)))
        # A parent comes before its children.
        for parent, word in zip(parents.tolist(), last.tolist(), strict=True):
            names.append((*names[parent], self.words[word]))
        rows = np.flatnonzero(~np.isnan(self.quality))
        rows = rows[np.lexsort((rows, -self.count[rows], -self.quality[rows]))]
        qualities, counts, known = self.quality[rows].tolist(), self.count[rows].tolist(), self.known[rows].tolist()
        for row, quality, count, in_base in zip(rows.tolist(), qualities, counts, known, strict=True):
            yield Phrase(quality, names[row], count, in_base)

    def lexicon(self, stem: Callable[[str], str], minimum: float = RANKING) -> dict[str, dict[str, float]]:
        """Return phrases of several words by their first one, as ranking looks them up; the last word is a stem.

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
        write_text(path, "".join(lines))


def build_phrase_model(
    words: tuple[str, ...],
    candidates: Candidates,
    counts: Sequence[Ints],
    quality: Sequence[Floats],
    known: Sequence[Bools],
    connect: Floats,
    stop_words: frozenset[str],
    meta: Mapping[str, Json],
) -> PhraseModel:
    """Return the model of what is left in the segmented corpus; `quality` has NaN for what is no phrase."""
    kept = [np.ones(len(words), np.bool_)] + [own > 0 for own in counts[1:]]
    # What a kept phrase begins with is kept as a way to it.
    for length in range(candidates.longest, 2, -1):
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


def save_phrase_model(model: PhraseModel, folder: Path) -> PhraseModel:
    """Write a model; return the same model with the digests of its files."""
    with checkpoint(folder) as part:
        for name, words in zip(_LISTS, (model.words, sorted(model.stop_words)), strict=True):
            write_lines(part / name, words)
        for name in _ARRAYS:
            array = getattr(model, name)
            save_array(part / f"{name}.npy", array.astype(array.dtype.newbyteorder("<")))
        _write_lists(model, part)
        seal(part, {"tokeniser": TOKENISER, **model.meta, "format": FORMAT})
    return load_phrase_model(folder)


def _write_lists(model: PhraseModel, part: Path) -> None:
    """Write `phrases.tsv` with all that is known, and `quality.tsv` with the two columns that other tools expect."""
    with (
        (part / "phrases.tsv").open("w", encoding="utf-8", newline="\n") as full,
        (part / "quality.tsv").open("w", encoding="utf-8", newline="\n") as short,
    ):
        for phrase in model.phrases():
            pair = f"{phrase.quality:.4f}\t{' '.join(phrase.words)}"
            short.write(f"{pair}\n")
            full.write(f"{pair}\t{phrase.count}\t{'yes' if phrase.known else 'no'}\n")


def load_phrase_model(folder: Path) -> PhraseModel:
    """Read a model; raise ModelError if it is of another version or if a file of it was changed."""
    accepted: dict[str, tuple[Json, ...]] = {"format": (FORMAT,), "tokeniser": (TOKENISER, SEGMENTED_TOKENISER)}
    meta = read_sealed(folder, "a phrase model", accepted, "Mine the phrases again.")
    words, stop_words = (tuple(read_lines(folder / name)) for name in _LISTS)
    arrays: Iterator[Any] = (load_array(folder, name) for name in _ARRAYS)
    return PhraseModel(words, *arrays, frozenset(stop_words), meta)  # type: ignore[call-arg]


class PhraseSpan(NamedTuple):
    """A phrase at `text[start:end]`; `phrase` is its words in lower case, one space between them."""

    start: int
    end: int
    phrase: str
    quality: float


def segment(text: str, model: PhraseModel, *, minimum: float = MULTI, single: float = SINGLE) -> list[PhraseSpan]:
    """Return the phrases of a text in reading order, disjoint, with character offsets into it.

    Phrases of several words count from quality `minimum`, single words from `single` on. Every word may stand alone at
    the price of its own score, an unknown one at that of half an occurrence, so "a b" need not win over "b c".
    Raises OptionsError for a quality outside of 0 to 1.
    """
    for name, value in (("minimum", minimum), ("single", single)):
        if not 0 <= value <= 1:
            raise OptionsError(f"{name} is {value}. Give a number between 0 and 1.")
    words = _words(text, model)
    numbers = model.numbers
    ids = np.array([numbers.get(name, len(numbers)) for name in words.names], np.int64)[words.ids]
    chosen, found = segment_ids(ids, words.flags & END == 0, model, minimum)
    spans = []
    for n, (places, nodes) in enumerate(found, 2):
        mine = chosen[places] == n
        spans += [(place, n, node) for place, node in zip(places[mine].tolist(), nodes[mine].tolist(), strict=True)]
    alone = np.flatnonzero((chosen == 1) & (ids < len(model.words)))
    alone = alone[model.quality[ids[alone]] >= max(single, 1e-9)]
    spans += [(place, 1, node) for place, node in zip(alone.tolist(), ids[alone].tolist(), strict=True)]
    return [
        PhraseSpan(
            int(words.starts[place]),
            int(words.ends[place + n - 1]),
            " ".join(words.names[id] for id in words.ids[place : place + n]),
            float(model.quality[node]),
        )
        for place, n, node in sorted(spans)
    ]


def _words(text: str, model: PhraseModel) -> Words:
    """Return the words of a text as the model's tokeniser finds them, with places in the text as it is."""
    if model.meta.get("tokeniser") != SEGMENTED_TOKENISER or (language := segmented_language(model.language)) is None:
        return tokenise(text)
    spaced, inserted = insert_spaces(text, language)
    words = tokenise(spaced, spaced=True)
    return words._replace(starts=original_places(words.starts, inserted), ends=original_places(words.ends, inserted))


def segment_ids(
    ids: Ints, joined: Bools, model: PhraseModel, minimum: float, *, sound: bool = False
) -> tuple[Ints, list[tuple[Ints, Ints]]]:
    """Return by word the length of the segment that begins there, 0 inside one; and all matches as `_matches` has them.

    `ids` are those of the model's words, any other number is an unknown word; `joined` says where a phrase may go on;
    `sound` leaves out phrases with a stop word at either end.
    """
    floor = float(model.logp[: len(model.words)].min(initial=0.0))
    steps = np.append(model.logp[: len(model.words)].astype(np.float64), floor)[ids]
    found = _matches(ids, joined, model)
    shift = effective(model.penalty, model.longest)
    grams = []
    for n, (places, nodes) in enumerate(found, 1):
        # This is false for NaN, where no phrase ends.
        good = model.quality[nodes] >= max(minimum, 1e-9)
        if sound:
            good &= model.sound[nodes]
        places, nodes = places[good], nodes[good]
        quality, logp = model.quality[nodes].astype(np.float64), model.logp[nodes].astype(np.float64)
        grams.append(Grams(places, logp + np.log(quality) - n * shift))
    return best_lengths(len(ids), steps, grams), found


def _matches(ids: Ints, joined: Bools, model: PhraseModel) -> list[tuple[Ints, Ints]]:
    """Return by length from 2 where something in the trie begins, and its node."""
    vocabulary = len(model.words)
    places = np.flatnonzero(ids < vocabulary)
    nodes = ids[places]
    found = []
    for length in range(2, model.longest + 1):
        inside = places + length - 1 < len(ids)
        places, nodes = places[inside], nodes[inside]
        last = ids[places + length - 1]
        going = (last < vocabulary) & joined[places + length - 2]
        places, nodes, last = places[going], nodes[going], last[going]
        rows = find_rows(model.keys, nodes * vocabulary + last)
        places, nodes = places[rows >= 0], rows[rows >= 0] + vocabulary
        found.append((places, nodes))
    return found
