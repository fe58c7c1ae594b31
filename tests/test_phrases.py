from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sentencerank.document import Token
from sentencerank.errors import ModelError
from sentencerank.languages.english import load_english
from sentencerank.method.graphs import shared_terms, words_in_phrases
from sentencerank.method.phrases import LONGEST, PhraseLexicon, document_phrases, segment
from sentencerank.method.terms import find_terms
from sentencerank.model.model import ENGLISH
from sentencerank.model.phrase_file import load_phrases

LANGUAGE = load_english()
WORDNET = load_phrases(ENGLISH / "phrases.txt", LANGUAGE.stem)


def found(sentence: str, lexicon: PhraseLexicon = WORDNET) -> list[str]:
    (tokens,) = LANGUAGE.tokens([sentence])
    return [" ".join(token.text for token in tokens[start:end]) for start, end in segment(tokens, lexicon)]


def words(text: str, breaks: frozenset[int] = frozenset()) -> list[Token]:
    return [Token(word, 0, word, True, True, index in breaks) for index, word in enumerate(text.split())]


def test_wordnet_phrases_with_inflected_ends() -> None:
    assert found("The blood vessels of New York's Prime Ministers") == ["blood vessels", "New York", "Prime Ministers"]
    assert found("Alzheimer's disease and heart attacks") == ["Alzheimer disease", "heart attacks"]
    assert found("He looked at more than one of them") == []


def test_no_phrase_across_punctuation() -> None:
    assert found("New, York") == []
    assert segment(words("new york", frozenset({1})), WORDNET) == []


def test_contains() -> None:
    assert WORDNET.contains("Blood Vessels")
    assert WORDNET.contains(("prime", "minister"))
    assert not WORDNET.contains("blood")
    assert not WORDNET.contains("")
    assert not WORDNET.contains("vessel blood")


def test_the_longer_phrase_wins_unless_it_is_poor() -> None:
    good = PhraseLexicon({"new": "york|york times", "york": "times"})
    assert segment(words("new york times"), good) == [(0, 3)]
    poor = PhraseLexicon({"new": "york=0.9|york times=0.4", "york": "times=0.5"})
    assert segment(words("new york times"), poor) == [(0, 2)]


def test_the_best_cut_of_an_ambiguous_run() -> None:
    lexicon = PhraseLexicon({"a": "b", "b": "c", "c": "d"})
    assert segment(words("a b c d"), lexicon) == [(0, 2), (2, 4)]
    assert segment(words("a b c"), lexicon) == [(0, 2)]
    assert segment(words("a b c"), PhraseLexicon({"a": "b=0.5", "b": "c"})) == [(1, 3)]


@pytest.mark.parametrize("text", ["", "new", "york"])
def test_nothing_to_find(text: str) -> None:
    assert segment(words(text), PhraseLexicon({"new": "york"})) == []
    assert segment(words(text), PhraseLexicon({})) == []


ALPHABET = st.sampled_from("abc")


@given(
    st.lists(ALPHABET, max_size=9),
    st.sets(st.lists(ALPHABET, min_size=2, max_size=4).map(tuple), max_size=12),
    st.sets(st.integers(1, 8), max_size=2),
)
def test_segmentation_is_optimal(text: list[str], known: set[tuple[str, ...]], breaks: set[int]) -> None:
    entries = {
        first: "|".join(sorted(" ".join(p[1:]) for p in known if p[0] == first)) for first in {p[0] for p in known}
    }
    tokens = words(" ".join(text), frozenset(breaks))
    spans = segment(tokens, PhraseLexicon(entries))
    for start, end in spans:
        assert tuple(text[start:end]) in known
        assert end - start <= LONGEST
        assert not any(tokens[index].breaks for index in range(start + 1, end))
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    assert sum(end - start - 1 for start, end in spans) == best_score(tokens, known)


def best_score(tokens: list[Token], known: set[tuple[str, ...]]) -> int:
    """The same sum by trying everything."""
    if not tokens:
        return 0
    scores = [best_score(tokens[1:], known)]
    for end in range(2, min(LONGEST, len(tokens)) + 1):
        if any(token.breaks for token in tokens[1:end]):
            break
        if tuple(token.text for token in tokens[:end]) in known:
            scores.append(end - 1 + best_score(tokens[end:], known))
    return max(scores)


def test_document_phrases_must_repeat() -> None:
    sentences = [
        "The lithium battery plant opened in Skellefteå Harbour.",
        "Workers of the lithium battery plant met at Skellefteå Harbour.",
        "A cold wind blew through the old town.",
        "They said it was good.",
    ]
    expected = {("lithium", "battery", "plant"), ("skellefteå", "harbour")}
    assert document_phrases(LANGUAGE.tokens(sentences)) == expected
    assert ("old", "town") in document_phrases(LANGUAGE.tokens(sentences), count=1)
    assert document_phrases([]) == frozenset()
    assert document_phrases([[]]) == frozenset()


def test_document_phrases_end_with_a_noun_and_stop_at_punctuation() -> None:
    noun, adjective = Token("x", 0, "x", True, True, False), Token("y", 0, "y", True, False, False, True)
    assert document_phrases([[adjective, noun, adjective]] * 2) == {("y", "x")}
    assert document_phrases([[noun, adjective]] * 2) == frozenset()
    assert document_phrases([[noun, noun._replace(breaks=True)]] * 2) == frozenset()


@pytest.mark.parametrize(
    ("left", "right", "shared"),
    [
        ("lithium battery plant", "lithium battery", 2),  # two phrases with two words in common
        ("lithium battery", "battery", 1),  # the word alone in one, inside a phrase in the other
        ("lithium battery", "lithium battery", 1),  # the phrase, and not its words again
        ("lithium battery runs battery", "battery lithium battery", 2),  # the phrase, and what both have beside it
        ("lithium battery battery", "lithium battery runs", 1),  # beside the phrase only one has it
        ("lithium battery lithium battery plant", "lithium battery", 1),  # what is left of the other is removed
        ("battery runs", "battery lithium", 1),  # no phrase at all
    ],
)
def test_words_of_a_phrase_count_unless_the_phrase_is_common(left: str, right: str, shared: int) -> None:
    lexicon = PhraseLexicon({"lithium": "battery|battery plant"})
    terms = find_terms([words(left), words(right)], lambda tokens: segment(tokens, lexicon))
    both = shared_terms(terms) + words_in_phrases(terms)
    assert both.tolist() == [[0, shared], [shared, 0]]


def test_a_word_inside_a_phrase_that_is_not_essential_does_not_count() -> None:
    of = Token("of", 0, "", False, False, False)
    lexicon = PhraseLexicon({"bank": "of england", "bridge": "of sighs"})
    sentences = [[*words("bank"), of, *words("england")], [*words("bridge"), of, *words("sighs")]]
    terms = find_terms(sentences, lambda tokens: segment(tokens, lexicon))
    assert terms.is_phrase.all()
    assert not words_in_phrases(terms).any()


def test_a_line_without_a_tab_is_refused(tmp_path: Path) -> None:
    (tmp_path / "phrases.txt").write_text("new york\n", encoding="utf-8")
    with pytest.raises(ModelError, match="without its tab"):
        load_phrases(tmp_path / "phrases.txt", str)
