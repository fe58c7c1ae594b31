"""Where the candidates for the keyphrases of a document stand, gathered sentence by sentence.

With parts of speech they are maximal noun phrases, phrases inside them that stand elsewhere too, and nouns; without,
they are names, runs that the document repeats, and single words.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain, pairwise
from operator import itemgetter

import numpy as np

from sentencerank import kernel
from sentencerank.languages.language import stopwords_of
from sentencerank.languages.noun_markers import joining_words
from sentencerank.languages.noun_phrases import (
    LONGEST,
    LONGEST_GAP,
    Span,
    Words,
    noun_phrases,
    phrase_lists,
    plain_names,
)
from sentencerank.languages.packs import PACKS
from sentencerank.languages.vague_words import vague_words
from sentencerank.languages.words import word_list
from sentencerank.method.arrays import Ids

CUT, SHORTEST = 2, 4  # letters that a stemmer may cut too much, and of a stem that is known to be whole
NESTED = 1.5  # so many times as often as inside the longest phrase around it, a part is a phrase of its own
# Chinese measure words before what is counted, and words of place and time behind: neither is part of a name.
_COUNTING = word_list(["名 号 个 位 种 条 只 件 次 年 月 日 家 所 座 部 项 层 类 些 几名 一些 大部分 几个 多名 数名"])
# Chinese verbs of one syllable, which stand before what they are about: 学计算机.
_VERBS = word_list(
    ["学 搞 没 做 看 说 讲 打 买 卖 用 读 写 走 去 来 到 给 让 叫 把 被 将 对 从 向 按 请 谢谢 问 找 办 当 教 带 选 点"]
)
_PLACING = word_list(["中 上 下 里 内 外 时 后 前 间 期间 之间 以来 以上 以下 等 们 错 好 完 的"])
_CAPITAL = re.compile(r"[A-Z].", re.DOTALL)
_ACRONYM = re.compile(r"\s?\(([A-Z][A-Za-z0-9&]{1,9})\)")


@dataclass(slots=True)
class Gathered:
    """The candidates by their keys: the stems of their words, with spaces between."""

    words: Words
    code: str
    ids: Ids  # number of each word's stem; -1: none
    places: defaultdict[str, list[Span]] = field(default_factory=lambda: defaultdict(list))  # of several words
    nouns: defaultdict[str, list[int]] = field(default_factory=lambda: defaultdict(list))  # places of single ones
    alone: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))  # not part of a longer candidate
    shorts: dict[str, str] = field(default_factory=dict)  # key of a phrase → its acronym
    acronyms: dict[str, str] = field(default_factory=dict)  # stem of an acronym → key of its phrase

    def spans(self, key: str) -> list[Span]:
        """Return where a candidate stands."""
        return self.places.get(key) or [(place, place + 1) for place in self.nouns.get(key, ())]


@dataclass(frozen=True, eq=False)
class Located:
    """The candidates in columns: candidate k has the words `starts[i]` to `ends[i]` for i from `bounds[k]` on."""

    words: Words
    code: str
    ids: Ids  # number of each word's stem; -1: none
    starts: Ids
    ends: Ids
    bounds: Ids
    alone: Ids  # how many places of each are not part of a longer candidate
    shorts: Mapping[int, str] = field(default_factory=dict)  # the acronyms of candidates
    ties: Sequence[tuple[int, int]] = ()  # each candidate with the stem of its acronym, in the order of candidates
    keys_of: Sequence[str] = ()  # of candidates whose stems differ and belong together
    nouns_of: Mapping[str, list[int]] | None = None  # where each noun stands, by its stem, if such stems are one

    @cached_property
    def counts(self) -> Ids:
        """How many places each has."""
        return np.diff(self.bounds)

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """What the inflections of each have in common."""
        return tuple(map(self.key, range(len(self.alone))))

    @cached_property
    def nouns(self) -> Mapping[str, list[int]]:
        """Where each noun stands, by its stem; an acronym is its phrase."""
        if self.nouns_of is not None:
            return self.nouns_of
        nouns: defaultdict[str, list[int]] = defaultdict(list)
        tied = {stem for _, stem in self.ties}
        for place in self.words.nouns:
            if self.ids[place] not in tied:
                nouns[self.words.stems[place]].append(place)
        return nouns

    @property
    def columns(self) -> tuple[object, ...]:
        """What the kernel reads."""
        return self.words.columns, self.starts, self.ends, self.bounds

    def key(self, candidate: int) -> str:
        """Return what the inflections of a candidate have in common."""
        return self.keys_of[candidate] if self.keys_of else key_of(self.words, self.first(candidate))

    def first(self, candidate: int) -> Span:
        """Return where a candidate stands first."""
        spans, bounds = self._spans
        return spans[bounds[candidate]]

    @cached_property
    def _spans(self) -> tuple[list[Span], list[int]]:
        return list(zip(self.starts.tolist(), self.ends.tolist(), strict=True)), self.bounds.tolist()

    def spans(self, candidate: int) -> list[Span]:
        """Return where a candidate stands."""
        spans, bounds = self._spans
        return spans[bounds[candidate] : bounds[candidate + 1]]


def find_candidates(words: Words, code: str, ids: Ids, *, tagged: bool) -> Located:
    """Return the candidates of some sentences."""
    found = _numbered(words, code, ids) if kernel.native is not None and tagged and code != "zh" else None
    if isinstance(found, Located):
        return found
    gathered = gather(words, code, ids, noun_phrases(words, code) if tagged and found is None else found)
    if kernel.native is not None:
        columns = kernel.native.rows(gathered.places, gathered.nouns, gathered.alone, dict.fromkeys(words.stems))
        starts, ends, bounds, alone = (np.frombuffer(column, dtype=np.intp) for column in columns)
        keys = _keys(gathered)
    else:
        keys = _keys(gathered)
        places = [gathered.spans(key) for key in keys]
        every = np.array(list(chain.from_iterable(places)), dtype=np.intp).reshape(-1, 2)
        starts, ends = np.ascontiguousarray(every.T)
        bounds = np.cumsum([0, *map(len, places)])
        alone = np.array([gathered.alone.get(key, 0) for key in keys], dtype=np.intp)
    rows = {key: row for row, key in enumerate(keys)} if gathered.acronyms else {}
    numbers = {stem: number for stem, number in zip(words.stems, ids.tolist(), strict=True) if stem} if rows else {}
    pairs = [(rows[key], numbers[stem]) for stem, key in gathered.acronyms.items() if key in rows and stem in numbers]
    return Located(
        words,
        code,
        ids,
        starts,
        ends,
        bounds,
        alone,
        {rows[key]: short for key, short in gathered.shorts.items() if key in rows},
        sorted(pairs, key=itemgetter(0)),
        keys,
        gathered.nouns,
    )


def _numbered(words: Words, code: str, ids: Ids) -> Located | list[Span] | None:
    """The candidates of tagged sentences, none of them an object; where stems belong together, the noun phrases."""
    shorts: list[str] = []

    def acronyms(spans: list[Span]) -> list[Span]:
        some = [(start, end, short) for start, end in spans for start, short in _acronyms(words, (start, end))]
        shorts.extend([short for _, _, short in some])
        return [(start, end) for start, end, _ in some]

    settings = (words.columns, phrase_lists(code), words.stems, ids, code != "en", LONGEST, NESTED)
    found = kernel.native.candidates(*settings, acronyms)  # type: ignore[union-attr]
    if not isinstance(found, tuple):
        return found
    starts, ends, bounds, alone = [np.frombuffer(column, dtype=np.intp) for column in found[:4]]
    rows, ties = found[4]
    short_of = {row: short for row, short in zip(rows, shorts, strict=True) if row >= 0}
    return Located(words, code, ids, starts, ends, bounds, alone, short_of, sorted(ties))


def _keys(gathered: Gathered) -> list[str]:
    """The keys of the candidates. A word that never stands alone is told by the phrases that it is part of."""
    places, nouns, alone = gathered.places, gathered.nouns, gathered.alone
    stems = set(gathered.words.stems)
    return [key for key in places if key in alone or key not in stems] + [key for key in nouns if key in alone]


def gather(words: Words, code: str, ids: Ids, spans: Sequence[Span] | None) -> Gathered:
    """Return the candidates by their keys; `spans` are noun phrases, None where parts of speech are not known."""
    gathered = Gathered(words, code, ids)
    if spans is not None:
        _gather_tagged(gathered, spans)
        _fold_parts(gathered)
    else:
        _gather_plain(gathered)
    if code == "zh":
        _complete(gathered)
    elif code != "en":
        _merge_forms(gathered)
    # A word may be of several syllables with spaces between them, as in Vietnamese.
    for key in gathered.nouns.keys() & gathered.places.keys():
        gathered.places[key] += [(place, place + 1) for place in gathered.nouns.pop(key)]
    _tie_acronyms(gathered)
    return gathered


def key_of(words: Words, span: Span) -> str:
    """Return what the inflections of a phrase have in common."""
    start, end = span
    return " ".join(
        [stem or lower for stem, lower in zip(words.stems[start:end], words.lowers[start:end], strict=True)]
    )


def _gather_tagged(gathered: Gathered, spans: Sequence[Span]) -> None:
    words = gathered.words
    if kernel.native is not None:
        columns = (words.kinds, words.breaks, words.texts, words.lowers, words.stems, gathered.ids)
        dictionaries = (gathered.places, gathered.nouns, gathered.alone)
        bracketed = kernel.native.gather(*columns, list(spans), LONGEST, NESTED, *dictionaries)
    else:
        bracketed = _gather_spans(gathered, spans)
    for span in bracketed:
        _note_acronym(gathered, span)


def _gather_spans(gathered: Gathered, spans: Sequence[Span]) -> list[Span]:
    """Fill the dictionaries with noun phrases and their parts; return those with what may be an acronym behind them."""
    places, alone, nouns, words = gathered.places, gathered.alone, gathered.nouns, gathered.words
    # For each part of a longer phrase its places, and the phrases that it is part of.
    inner: defaultdict[str, tuple[list[Span], set[str]]] = defaultdict(lambda: ([], set()))
    alone.update(Counter([words.stems[start] for start, end in spans if end - start == 1]))
    several = [(start, end) for start, end in spans if end - start > 1]
    for start, end in several:
        key, size = key_of(words, (start, end)), end - start
        if size - words.kinds.count("-", start, end) <= LONGEST:
            places[key].append((start, end))
            alone[key] += 1
        if 2 < size <= 2 * LONGEST:
            for part in _parts(words, (start, end)):
                occurrences, around = inner[key_of(words, part)]
                occurrences.append(part)
                around.add(key)
    for place in words.nouns:
        nouns[words.stems[place]].append(place)
    for key, (occurrences, around) in inner.items():
        # A part that hardly ever stands outside one longer phrase is no phrase of its own.
        if key in alone or len(occurrences) > NESTED * max([alone.get(one, 0) for one in around]) + 1:
            places[key] += occurrences
    # A bracket breaks.
    return [(start, end) for start, end in several if words.breaks[end] and _CAPITAL.match(words.texts[end])]


def _fold_parts(gathered: Gathered) -> None:
    """Leave out parts that always have the same word beside them, which makes a longer candidate of them."""
    words, places, alone = gathered.words, gathered.places, gathered.alone
    for key in [key for key in places if key not in alone]:
        (start, end), count = places[key][0], len(places[key])
        around = (key_of(words, (start - 1, end)), key_of(words, (start, end + 1)))
        if any(len(places.get(longer, ())) >= count for longer in around):
            del places[key]


def _parts(words: Words, span: Span) -> Iterator[Span]:
    """Shorter phrases inside a phrase, two words at least, with a noun at the end."""
    (start, end), kinds, texts = span, words.kinds, words.texts
    for first in range(start, end - 1):
        if kinds[first] != "-":
            for last in range(first + 2, min(end, first + LONGEST) + 1):
                # Half a name is none: "Museums of San".
                cut = last < end and texts[last - 1][0].isupper() and texts[last][0].isupper()
                if last - first < end - start and kinds[last - 1] == "N" and not cut:
                    yield first, last


def _gather_plain(gathered: Gathered) -> None:
    places, alone, words = gathered.places, gathered.alone, gathered.words
    taken = [False] * len(words.kinds)
    for span in plain_names(words, gathered.code):
        _take(gathered, key_of(words, span), span, taken)
        if words.breaks[span[1]]:
            _note_acronym(gathered, span)
    for key, (start, end) in _repeated_grams(words, gathered.code):
        if not all(taken[start:end]):
            _take(gathered, key, (start, end), taken)
    for some in places.values():
        some.sort()
    for place in words.nouns:
        stem = words.stems[place]
        gathered.nouns[stem].append(place)
        alone[stem] += not taken[place]


def _merge_forms(gathered: Gathered) -> None:
    nouns, alone = gathered.nouns, gathered.alone
    for stem, other in _cut_short(gathered):
        nouns[other] = sorted(nouns[other] + nouns.pop(stem))
        if stem in alone:
            alone[other] += alone.pop(stem)


def _cut_short(gathered: Gathered) -> list[tuple[str, str]]:
    """Stems of which a stemmer cut too much, each with the stem of another form: Russian "архив" beside "архивы"."""
    words, nouns = gathered.words, gathered.nouns
    found: list[tuple[str, str]] = []
    for stem, places in nouns.items():
        form = words.lowers[places[0]]
        for size in range(len(stem) + 1, min(len(form), len(stem) + CUT) + 1):
            other = form[:size]
            if len(other) >= SHORTEST and other in nouns and all(words.lowers[k].startswith(other) for k in places):
                found.append((stem, other))
                break
    # A stem that goes itself takes in no other.
    gone = {stem for stem, _ in found}
    return [(stem, other) for stem, other in found if other not in gone]


def _take(gathered: Gathered, key: str, span: Span, taken: list[bool]) -> None:
    start, end = span
    gathered.places[key].append(span)
    gathered.alone[key] += 1
    taken[start:end] = [True] * (end - start)


def _repeated_grams(words: Words, code: str) -> list[tuple[str, Span]]:
    """The runs of words that the document repeats, but for those that only stand in longer ones."""
    # A run is repeated only if its first two words are, so most are never looked at.
    essential, stems = [place for place, kind in enumerate(words.kinds) if kind != "-"], words.stems
    # "The new law" is told by "law".
    vague = vague_words(code).before
    near = [(left, right) for left, right in pairwise(essential) if right - left <= LONGEST_GAP]
    near = [(left, right) for left, right in near if words.lowers[left] not in vague]
    pairs = [(stems[left], stems[right]) for left, right in near]
    counts = Counter(pairs)
    joints = joining_words(code)
    grams = [
        run
        for (start, _), pair in zip(near, pairs, strict=True)
        if counts[pair] > 1
        for run in reversed(list(_grams(words, start, joints)))
    ]
    repeated = _repeated(Counter([key for key, _ in grams]))
    # What goes on for longer is a sentence that is said twice, and no phrase.
    return [(key, span) for key, span in grams if key in repeated and _size(words, span) < LONGEST]


def _size(words: Words, span: Span) -> int:
    start, end = span
    return end - start - words.kinds.count("-", start, end)


def _repeated(counts: Counter[str]) -> frozenset[str]:
    """Runs that occur twice, without those that occur only inside a longer one."""
    repeated = {key: count for key, count in counts.items() if count > 1}
    inside: set[str] = set()
    for key, count in repeated.items():
        words = key.split(" ")
        for start in range(len(words)):
            for end in range(start + 2, len(words) + 1):
                part = " ".join(words[start:end])
                if end - start < len(words) and repeated.get(part, 0) == count:
                    inside.add(part)
    return frozenset(repeated.keys() - inside)


def _grams(words: Words, start: int, joints: frozenset[str]) -> Iterator[tuple[str, Span]]:
    """Runs of two to five essential words with at most one small word between them, the shortest first.

    `joints` are the small words that may stand inside a phrase; without any, all may.
    """
    count, gap, key = 1, 0, words.stems[start]
    for end in range(start + 1, min(len(words.kinds), start + 2 * LONGEST)):
        essential = words.kinds[end] != "-"
        gap = 0 if essential else gap + 1
        count += essential
        if gap and joints and words.lowers[end] not in joints:
            return
        if gap >= LONGEST_GAP or count > LONGEST or not words.adjacent(end):
            return
        key = f"{key} {words.stems[end] or words.lowers[end]}"
        if essential:
            yield key, (start, end + 1)


def _complete(gathered: Gathered) -> None:
    """Join a Chinese candidate with the word that stands beside each of its occurrences, unless it is a stop word.

    So 栉水母 is one where the segmenter knows 水母 alone.
    """
    small = stopwords_of(PACKS[gathered.code])
    before_it, behind_it = small | _COUNTING | _VERBS, small | _PLACING
    for key in [*gathered.places, *gathered.nouns]:
        before = gathered.spans(key)
        after = before if len(before) < 2 else _completed(gathered.words, before, before_it, behind_it)
        if after is not before:
            whole = key_of(gathered.words, after[0])
            gathered.places.pop(key, None)
            gathered.nouns.pop(key, None)
            gathered.alone[whole] += gathered.alone.pop(key, 0)
            if whole not in gathered.places:
                gathered.places[whole] = after


def _completed(words: Words, spans: list[Span], before: frozenset[str], behind: frozenset[str]) -> list[Span]:
    starts, ends = {start - 1 for start, _ in spans}, {end for _, end in spans}
    left, right = ({words.texts[place] for place in places} for places in (starts, ends))
    adds_left = len(left) == 1 and all(_belongs(words, place, place + 1, before) for place in starts)
    adds_right = len(right) == 1 and all(_belongs(words, place, place, behind) for place in ends)
    return [(start - adds_left, end + adds_right) for start, end in spans] if adds_left or adds_right else spans


def _belongs(words: Words, place: int, joint: int, small: frozenset[str]) -> bool:
    """Whether a word that is neither essential nor small may be part of what stands beside it, at its joint."""
    text = words.texts[place]
    return words.kinds[place] == "-" and text.isalpha() and text not in small and words.adjacent(joint)


def _note_acronym(gathered: Gathered, span: Span) -> None:
    """Remember HP for "heat pump (HP)": something stands behind the phrase."""
    words, end = gathered.words, span[1]
    for start, short in _acronyms(words, span):
        key = key_of(words, (start, end))
        if key in gathered.places:
            gathered.shorts[key] = short
            gathered.acronyms.setdefault(key_of(words, (end, end + 1)), key)


def _acronyms(words: Words, span: Span) -> Iterator[tuple[int, str]]:
    """Yield where the words begin whose initials stand in brackets behind a phrase, and the acronym."""
    first, end = span
    if not words.texts[end]:
        return
    text = words.sentences[words.owner(first)].text
    match = _ACRONYM.match(text, words.starts[end - 1] + len(words.texts[end - 1]))
    if match is None:
        return
    short = match[1].removesuffix("s")
    letters = [letter.lower() for letter in short if letter.isupper()]
    if len(letters) > 1:
        for start in range(first, end):
            initials = " ".join(words.lowers[start:end]).replace("-", " ").split()
            if [word[0] for word in initials] == letters:
                yield start, short


def _tie_acronyms(gathered: Gathered) -> None:
    """Count the acronym as its phrase."""
    places, nouns, alone = gathered.places, gathered.nouns, gathered.alone
    for stem, key in gathered.acronyms.items():
        if stem in nouns and stem != key:
            places[key] += [(place, place + 1) for place in nouns.pop(stem)]
            alone[key] += alone.pop(stem, 0)
    if gathered.code == "en" and "us " in " ".join([*nouns, ""]):
        # Words in -us keep it, since most are no plurals; "menus" beside "menu" is one.
        for plural in [key for key in nouns if key.endswith("us") and key[:-1] in nouns]:
            nouns[plural[:-1]] += nouns.pop(plural)
            alone[plural[:-1]] += alone.pop(plural, 0)
