"""Every number of ours against the original script's own output, on texts made to be awkward."""

from __future__ import annotations

import random
import re
from dataclasses import astuple
from itertools import pairwise
from pathlib import Path

import pytest

from sentencerank.evaluate.hits import Several
from sentencerank.evaluate.rouge import Rouge
from sentencerank.evaluate.tokens import stem
from tests.evaluate import original

pytestmark = pytest.mark.perl

VOCABULARY = r"""
the a of and to in it its cry cri is was were be been better best worst children mice geese testes felt went gone offer
rankings ranked ranking ranks ranker relational conditional rationalization hopefulness sensibilities analogies apologi
agreement cement replacement adjustment government document parent different adoption decision communism electricity
flies dies tied agreed feed fizzed hopping hoping falling controlling roll sky happy yellow yoke yyy y2k syzygy
university universal news economies economy oxen axes criteria phenomena data datum leaves taught catches caught
3rd 1990s 100 2,500 3.14 a1 x 0 U.S. O'Neill don't it's well-known state-of-the-art naïve café Zürich façade Ω β-test
日本 — … “quoted” (brackets) $5 50% a_b c/d e@f.com http://x.org/y?z=1 & <tag> &amp; \ * "dq" -dash- --- -- ' ` ~
"""
ENDINGS = """
ational tional enci izer bli alli entli eli ousli ization ation ator alism iveness fulness aliti logi icate ative alize
ical ful ness al ance er ic able ant ement ment ent ism ate ous ive ize sion tion e ll ed ing eed ies sses s y
"""
WORDS = VOCABULARY.split()
SPACES = [" ", " ", " ", " ", " ", "  ", "\t", " \u00a0", "\r "]


def sentence(r: random.Random) -> str:
    words = r.choices(WORDS, k=r.choice([0, 1, 1, 2, 3, 5, 8, 13, 21]))
    text = "".join(r.choice([word, word, word.upper(), word.title()]) + r.choice(SPACES) for word in words)
    return r.choice(["", "", "", " ", "\t "]) + (text if r.random() < 0.2 else text.rstrip())


def document(r: random.Random) -> list[str]:
    return [sentence(r) for _ in range(r.choice([0, 1, 1, 2, 3, 4, 6]))]


def retold(r: random.Random, text: list[str]) -> list[str]:
    """Another text with words of this one, so that something matches."""
    words = [w for line in text for w in line.split()] + r.choices(WORDS, k=5)
    return [" ".join(r.choices(words, k=r.randint(0, 15))) for _ in range(r.randint(0, 5))] + r.sample(
        text, len(text) // 2
    )


def cases(seed: int, count: int) -> list[tuple[list[str], list[list[str]]]]:
    r = random.Random(seed)
    made: list[tuple[list[str], list[list[str]]]] = [
        ([], [["one reference"]]),
        ([""], [["one reference"], []]),
        (["one"], [["one"]]),
        (["one"], [[], [""], ["..."]]),
        (["one two"], [["two one"], ["one two"]]),
        (["a b c d e f g"], [["a g"], ["g f e d c b a"], ["a b c d e f g"]]),
        (["é è", "---"], [["é"]]),
    ]
    while len(made) < count:
        summary = document(r)
        made.append(
            (summary, [retold(r, summary) if r.random() < 0.8 else document(r) for _ in range(r.randint(1, 4))])
        )
    return made


SETTINGS: list[tuple[tuple[str, ...], Several]] = [
    ((), "pooled"),
    (("-m",), "pooled"),
    (("-m", "-f", "B"), "best"),
    (("-m", "-l", "10"), "pooled"),
    (("-l", "1"), "pooled"),
    (("-m", "-l", "100"), "pooled"),
    (("-m", "-b", "40"), "pooled"),
    (("-b", "75"), "pooled"),
    (("-m", "-s"), "pooled"),
    (("-m", "-s", "-l", "25"), "pooled"),
]


@pytest.mark.parametrize(
    ("options", "several"), SETTINGS, ids=[" ".join(options) or "plain" for options, _ in SETTINGS]
)
def test_every_score_of_every_case_is_the_scripts(
    original_rouge: Path, tmp_path: Path, options: tuple[str, ...], several: Several
) -> None:
    made = cases(seed=len(options) * 100 + len(several), count=120)
    theirs = original.scores(original_rouge, tmp_path, made, options)
    stop_words = (original_rouge / "data" / "smart_common_words.txt").read_text("ascii").split("\n")
    for (summary, references), expected in zip(made, theirs, strict=True):
        scorer = Rouge(
            references,
            stem="-m" in options,
            stop_words=stop_words if "-s" in options else (),
            word_limit=int(options[options.index("-l") + 1]) if "-l" in options else None,
            byte_limit=int(options[options.index("-b") + 1]) if "-b" in options else None,
            several=several,
        )
        ours = scorer.score(summary)
        for name, mine in zip(("1", "2", "SU4", "L"), astuple(ours), strict=True):
            script = astuple(expected[name])
            assert mine[:2] == pytest.approx(script[:2], abs=5.1e-6), (summary, references)
            # the script makes F out of R and P rounded to five decimals: at most 1e-5 away, and rounded again
            assert mine[2] == pytest.approx(script[2], abs=1.6e-5), (summary, references)


def test_stems_of_every_exception_are_the_scripts(original_rouge: Path) -> None:
    base: dict[str, str] = {}
    for name in original.EXCEPTIONS:
        lists = original_rouge / "data" / "WordNet-2.0-Exceptions"
        for line in (lists / f"{name}.exc").read_text("ascii").splitlines():
            form, first, *_ = line.split()
            base[form] = first
    assert len(base) == 5930
    tokens = {form: first for form, first in base.items() if re.fullmatch("[a-z0-9]{4,}", form)}
    assert {form: stem(form) for form in tokens} == tokens


def test_stems_match_the_scripts_on_generated_words(original_rouge: Path, tmp_path: Path) -> None:
    """A word and our stem of its longer form must be one unigram to the script exactly if they are to us."""
    r = random.Random(7)
    endings = ENDINGS.split()
    starts = [word for word in WORDS if re.fullmatch("[a-z]{2,}", word)]
    words = sorted(
        {r.choice(starts)[: r.randint(2, 7)] + r.choice(endings) + r.choice([*endings, ""]) for _ in range(600)}
    )
    made = [([word], [[stem(word)], [stem(other)]]) for word, other in pairwise(words)]
    theirs = original.scores(original_rouge, tmp_path, made)
    for (summary, references), expected in zip(made, theirs, strict=True):
        assert Rouge(references).score(summary).rouge_1.recall == pytest.approx(expected["1"].recall, abs=5.1e-6), (
            summary
        )
