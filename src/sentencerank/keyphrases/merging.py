"""Candidates that differ and belong together: stems cut too short or not enough, and Chinese words cut in two."""

from __future__ import annotations

from sentencerank.keyphrases.gathered import Gathered
from sentencerank.keyphrases.located import key_of
from sentencerank.languages.language import stopwords_of
from sentencerank.languages.packs import PACKS
from sentencerank.languages.text_words import Span, Words
from sentencerank.languages.words import word_list

CUT, SHORTEST = 2, 4  # letters that a stemmer may cut too much, and of a stem that is known to be whole
# Chinese measure words before what is counted, and words of place and time behind: neither is part of a name.
_COUNTING = word_list(["名 号 个 位 种 条 只 件 次 年 月 日 家 所 座 部 项 层 类 些 几名 一些 大部分 几个 多名 数名"])
# Chinese verbs of one syllable, which stand before what they are about: 学计算机.
_VERBS = word_list(
    ["学 搞 没 做 看 说 讲 打 买 卖 用 读 写 走 去 来 到 给 让 叫 把 被 将 对 从 向 按 请 谢谢 问 找 办 当 教 带 选 点"]
)
_PLACING = word_list(["中 上 下 里 内 外 时 后 前 间 期间 之间 以来 以上 以下 等 们 错 好 完 的"])


def merge_forms(gathered: Gathered) -> None:
    """Take the nouns together of which a stemmer cut some too short."""
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


def merge_plurals(gathered: Gathered) -> None:
    """Take English nouns in -us for plurals where the singular is there.

    Such words keep their ending, since most are no plurals; "menus" beside "menu" is one.
    """
    nouns, alone = gathered.nouns, gathered.alone
    if "us " in " ".join([*nouns, ""]):
        for plural in [key for key in nouns if key.endswith("us") and key[:-1] in nouns]:
            nouns[plural[:-1]] += nouns.pop(plural)
            alone[plural[:-1]] += alone.pop(plural, 0)


def complete(gathered: Gathered) -> None:
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
