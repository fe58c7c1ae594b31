import random
import sys
import threading
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank.document import Block, Wording
from sentencerank.languages import layout
from sentencerank.languages.english import English, load_english
from sentencerank.languages.sentences import LONGEST, flattened
from sentencerank.languages.word_table import look_up
from sentencerank.languages.words import WORD, bare
from sentencerank.model import model

ENGLISH = load_english()


def split(text: str, english: English = ENGLISH) -> list[str]:
    return [text[span.start : span.end] for span in english.sentences(text, english.blocks(text))]


def kinds(text: str) -> list[tuple[str, str]]:
    return [(block.kind, text[block.start : block.end]) for block in ENGLISH.blocks(text)]


def essential(sentence: str, **options: bool) -> list[str]:
    return [token.text for token in ENGLISH.tokens([sentence], **options)[0] if token.essential]


def test_only_what_is_not_printable_is_flattened() -> None:
    everything = map(chr, range(sys.maxunicode + 1))
    changed = [character for character in everything if flattened(f"\0{character}\0")[1:-1] != character]
    assert "\u00a0" in changed
    assert not any(map(str.isprintable, changed))


TRICKY = [
    "Mr. Smith met Dr. Jones.|They talked.",
    "J. K. Rowling wrote it.|It sold well.",
    "The U.S. economy grew.|It fell in the U.S.|He left.",
    "See e.g. the report.|It was long.",
    "It cost $3.5 million.|Nobody paid.",
    "Wait... what?|No!",
    "He arrived at 5 p.m. on Monday.|She slept.",
    "He has a Ph.D. in math.|She too.",
    "No. 5 is alive.|Nobody knows.",
    "Sen. Bob Dole spoke.|Gov. Brown listened.",
    "On Jan. 5 he came.|In Feb. it rained.",
    "John F. Kennedy Jr. was there.|He died.",
    "Fig. 3 shows it.|Eq. (3) holds.|It is approx. 5 miles.",
    "Version 2.0. is out.|Good.",
    "(A note.)|Next one.",
    "He is here.|(She is not.)|They are.",
    "[Applause.]|Thank you.",
    "He left (see p. 5).|Then he ran.",
    "The United States (U.S.) Army came.|It won.",
    '"I am here."|He left.',
    "“It works.”|She smiled.",
    '"Why?" he asked.|"Because."',
    '"Go!" she said.|"Now."',
    'He cried "Stop! Thief!" and ran.|Nobody came.',
    "The players' bags were lost.|He said it was over.|The boss' car too.",
    'An unclosed " mark here.|Then more.|And more.',
    "iPhone sales rose.|iPads fell.",
    "Hello!!!|How are you??|Fine.",
    "In 1990 it began.|50 people came.",
]


@pytest.mark.parametrize("case", TRICKY)
def test_tricky_sentences(case: str) -> None:
    assert split(case.replace("|", " ")) == case.split("|")


def test_hard_wraps_are_undone() -> None:
    text = "The quick brown fox jumped over the lazy\ndog and then it ran away from all of the\nhounds. It hid.\n"
    assert split(text) == [
        "The quick brown fox jumped over the lazy\ndog and then it ran away from all of the\nhounds.",
        "It hid.",
    ]


def test_a_line_that_ends_early_ends_a_paragraph() -> None:
    text = "The rain came down on the town all day\nwithout an end.\nThe next day there was a lot of sunshine\nfor all."
    assert [text[block.start : block.end] for block in ENGLISH.blocks(text)] == text.replace(".\nT", ".\0T").split("\0")


def test_headings_lists_and_quotes() -> None:
    text = (
        "Flood Warning Issued\n\nThe river rose by three metres. People left.\n\nWhat to take\n\n"
        "- warm clothes\n2) papers and money\n\n> Leave now,\n> said the mayor.\n\n## After *it*\nWater fell."
        "\n\nThe end\n"
    )
    assert kinds(text) == [
        ("heading", "Flood Warning Issued"),
        ("paragraph", "The river rose by three metres. People left."),
        ("heading", "What to take"),
        ("list", "warm clothes"),
        ("list", "papers and money"),
        ("quote", "Leave now,\n> said the mayor."),
        ("heading", "After *it*"),
        ("paragraph", "Water fell."),
        ("paragraph", "The end"),  # nothing below it: in doubt, a paragraph
    ]
    assert [block.level for block in ENGLISH.blocks(text) if block.kind == "heading"] == [1, 2, 2]


def test_underlined_and_numbered_headings() -> None:
    text = (
        "On the causes of rain\n=====\nIt rains because clouds cool.\n\n2. Methods\n\nWe looked at the sky every day.\n"
    )
    assert [kind for kind, _ in kinds(text)] == ["heading", "paragraph", "heading", "paragraph"]
    assert split("=====\n\n-----\n") == []


@pytest.mark.parametrize(
    "text", ["Roses are red\nViolets are blue\n", "One\n\nTwo\n\nThree", "Just a line", "Milk\nBread\n\nEggs."]
)
def test_a_text_of_short_lines_has_no_headings(text: str) -> None:
    assert {block.kind for block in ENGLISH.blocks(text)} == {"paragraph"}


def test_windows_and_old_line_ends() -> None:
    assert split("One here.\r\n\r\nTwo here.\rThree here.") == ["One here.", "Two here.", "Three here."]


def test_nul_surrogate_and_odd_spaces_keep_offsets() -> None:
    assert split("Take vitamin A\u00a0. Then\x00 rest \ud800 well. Good\u3000night.") == [
        "Take vitamin A\u00a0.",
        "Then\x00 rest \ud800 well.",
        "Good\u3000night.",
    ]


def test_emoji_are_not_words_and_do_not_hide_boundaries() -> None:
    assert split("I won 🎉! Nobody knew 😀.") == ["I won 🎉!", "Nobody knew 😀."]
    assert split("🎉🎉🎉") == []
    assert [token.text for token in ENGLISH.tokens(["We won 🎉 gold 😀"])[0]] == ["We", "won", "gold"]


@pytest.mark.parametrize("text", ["", " ", "\n\n\t", "...", "\x00", "\ud800"])
def test_nothing(text: str) -> None:
    assert split(text) == []


ANY_TEXT = st.text(st.characters(exclude_categories=())) | st.text(
    st.sampled_from("aB.?!\"'“”()[]>-#*=1 \n\r\t\x00\u00a0\u2028\ud800é😀,;"), max_size=60
)


@given(ANY_TEXT)
def test_spans_are_ordered_disjoint_trimmed_and_cover(text: str) -> None:
    blocks = ENGLISH.blocks(text)
    end = 0
    for block in blocks:
        assert end <= block.start < block.end <= len(text)
        end = block.end
    spans = ENGLISH.sentences(text, blocks)
    end = 0
    for span in spans:
        assert end <= span.start < span.end <= len(text)
        assert blocks[span.block].start <= span.start
        assert span.end <= blocks[span.block].end
        assert not text[span.start].isspace()
        assert not text[span.end - 1].isspace()
        end = span.end
    covered = {position for span in spans for position in range(span.start, span.end)}
    inside = {position for block in blocks for position in range(block.start, block.end)}
    assert all(position in covered for position in inside if text[position].isalnum())
    left_out = [text[position] for position in range(len(text)) if text[position].isalpha() and position not in inside]
    assert len(left_out) <= text.count(")") * 5  # only the marks of lists: a) or iii)


@given(ANY_TEXT)
def test_tokens_stand_where_they_say(text: str) -> None:
    (tokens,) = ENGLISH.tokens([text])
    end = 0
    for token in tokens:
        assert end <= token.start
        assert text[token.start :].startswith(token.text)
        assert token.essential == bool(token.stem)
        end = token.start + len(token.text)


@given(st.lists(st.sampled_from(TRICKY), max_size=8))
def test_caches_change_nothing(cases: list[str]) -> None:
    fresh = load_english_once_more()
    assert [fresh.tokens([case]) for case in cases] == [ENGLISH.tokens([case]) for case in cases]


def load_english_once_more() -> English:
    return English(ENGLISH.stopwords, ENGLISH.tagger)


def test_threads_agree() -> None:
    english, results = load_english_once_more(), []
    sentences = [case.replace("|", " ") for case in TRICKY] * 20
    threads = [threading.Thread(target=lambda: results.append(english.tokens(sentences))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(result == results[0] for result in results)


def test_parts_of_speech() -> None:
    sentence = "The unusually bright comet was slowly crossing Jupiter's distant orbit in 1994."
    assert essential(sentence) == ["bright", "comet", "crossing", "Jupiter", "distant", "orbit"]
    assert essential(sentence, part_of_speech=False) == [
        "unusually", "bright", "comet", "slowly", "crossing", "Jupiter", "distant", "orbit",
    ]  # fmt: skip


def test_names_and_shouting() -> None:
    assert essential("The US and the WHO told us who won.") == ["US", "WHO", "told", "won"]
    assert essential("THE BANKS OF ENGLAND WERE CLOSED.") == ["BANKS", "ENGLAND", "CLOSED"]
    assert [token.stem for token in ENGLISH.tokens(["U.S. and US troops"])[0]] == ["us", "", "us", "troop"]


def test_what_was_read_before_does_not_matter() -> None:
    fresh = load_english()
    fresh.tokens(["US troops left."])
    assert [token.text for token in fresh.tokens(["US TROOPS LEFT."])[0] if token.essential] == ["TROOPS", "LEFT"]


@example(".B.")
@given(st.text(alphabet="aBé7.,'’-_ (\n\u0301", max_size=30))
def test_words_and_breaks_are_those_of_the_whole_sentence(sentence: str) -> None:
    found = list(WORD.finditer(sentence))
    gaps = [sentence[left.end() : right.start()] for left, right in pairwise(found)]
    (tokens,) = ENGLISH.tokens([sentence])
    assert [(token.start, token.text) for token in tokens] == [(word.start(), bare(word.group())) for word in found]
    assert [token.breaks for token in tokens[1:]] == [bool(gap.strip()) for gap in gaps]
    assert not any(token.breaks for token in tokens[:1])


def test_contractions_addresses_and_joints() -> None:
    assert essential("She wouldn't've thought John’s mother-in-law won't sing.") == [
        "thought",
        "John",
        "mother-in-law",
        "sing",
    ]
    assert essential("Write to jane.doe@example.org or see https://example.org/a?b=c today.") == ["Write", "today"]
    assert essential("x" * 61 + " short " + "é" * 60) == ["short", "é" * 60]


def test_punctuation_breaks() -> None:
    (tokens,) = ENGLISH.tokens(["New York, (old) Boston's harbour\nfront — well-known U.S. ports"])
    assert [token.text for token in tokens if token.breaks] == ["old", "Boston", "well-known"]


def test_a_decomposed_accent_stays_in_its_word() -> None:
    assert ENGLISH.tokens(["cafe\u0301s and re\u0301sume\u0301"])[0][0].text == "cafe\u0301s"


@pytest.mark.parametrize(
    ("sentence", "leans"),
    [
        ("However, it rained.", True),
        ("He left.", True),
        ("They're late.", True),
        ("“But why?”", True),
        ("This is new.", True),
        ("The latter won.", True),
        ("On top of that, it snowed.", True),
        ("That said, it was warm.", True),
        ("Again, it rained.", True),
        ("Because it rained, the road is closed.", False),
        ("Against all odds it rained.", False),
        (") and so on.", True),
        ("… and so on.", True),
        ("Italy won.", False),
        ("Hershey makes chocolate.", False),
        ("Sony’s profit rose.", False),
        ("“Prices fell,” she said.", False),
        ("The lattermost row.", False),
        ("It is important to keep the gauge dry.", False),
        ("It is important.", True),
        ("It should be noted that rain falls.", False),
        ("This directory holds the gauge.", False),
        ("This gauge is new.", True),
        ("No, it never rains.", True),
        ("No rain fell.", False),
        ("A: They fall from clouds.", True),
        ("From there, take the road to the sea.", True),
        ("From the hill one sees the sea.", False),
        ("", False),
    ],
)
def test_leans(sentence: str, leans: bool) -> None:
    assert ENGLISH.wording(sentence).depends is leans


@pytest.mark.parametrize(
    "sentence",
    [
        "We propose a new method.",
        "In conclusion, rain is wet.",
        "This study has shown that mice dream.",
        "Our results suggest otherwise.",
    ],
)
def test_announces(sentence: str) -> None:
    assert ENGLISH.wording(sentence).announces
    assert not ENGLISH.wording("The mayor proposed a bridge.").announces


@pytest.mark.parametrize(
    ("sentence", "words"),
    [
        ("GNU tar is an archiving program.", 2),
        ("The epoll (event poll) is a queue.", 1),
        ("Regressions are a big problem.", 1),
        ("Sudo is designed to give rights.", 1),
        ("It is a queue.", 0),
        ("There is a queue.", 0),
        ("Since this is the package, nothing follows.", 0),
        ("Although parsing is a task, we do it.", 0),
        ("Our method is a tree.", 0),
        ("The result is the same.", 0),
        ("If it rains, the road is a river.", 0),
        ("This manual page is a short description of it.", 0),
        ("The options are given below.", 0),
    ],
)
def test_defines(sentence: str, words: int) -> None:
    assert ENGLISH.wording(sentence).defines == words


def test_talks_and_addresses() -> None:
    assert ENGLISH.wording("“You know me,” he said.") == Wording(talks=True, addresses=0.4)
    assert ENGLISH.wording("`` I left the house '' , she said .").talks
    assert not ENGLISH.wording("The \"best\" team's players' bus").talks
    assert ENGLISH.wording("") == Wording(unfinished=True, verbless=True)


@pytest.mark.parametrize(
    "sentence",
    [
        "Thank you very much.",
        "Good evening and welcome to the programme.",
        "Welcome back to the channel, everybody!",
        "Many thanks for your help last week.",
        "My fellow citizens, it is good to be home.",
        "Dear Ms. Lee,",
        "Kind regards, Ann",
    ],
)
def test_greets(sentence: str) -> None:
    assert ENGLISH.wording(sentence).greets


@pytest.mark.parametrize(
    "sentence",
    [
        "Thanks to the rain the fields are green.",
        "Hidden costs rose.",
        "Goods were sold in the morning.",
        "Welcome rain fell on the fields.",
        "Dearth of water is common.",
        "Thank you for the report, which shows that sales fell in the north and rose in the south last year.",
    ],
)
def test_does_not_greet(sentence: str) -> None:
    assert not ENGLISH.wording(sentence).greets


def test_greetings_and_captions_do_not_lead() -> None:
    speech = (
        "Thank you very much. Good evening and welcome to the new town hall.\n\n"
        "Photo: The mayor in the town hall.\n\n"
        "Four years ago the town had the worst air in the country. Children stayed indoors on summer days. "
        "Today the last coal plant of the town is closed, and the air is clean again."
    )
    ranking = sr.rank(speech)
    assert ranking.top(1)[0].text.startswith("Four years ago")
    assert [s.text for s in ranking.document.sentences if not s.prose] == ["Photo: The mayor in the town hall."]


def test_an_endless_line_is_cut() -> None:
    text = "word " * 200_000
    spans = ENGLISH.sentences(text, ENGLISH.blocks(text))
    assert max(span.end - span.start for span in spans) <= LONGEST
    assert "".join(text[span.start : span.end] for span in spans).replace(" ", "") == text.replace(" ", "")
    unbroken = "x" * 1_000_000
    assert [len(sentence) for sentence in split(unbroken)] == [LONGEST] * 200
    assert ENGLISH.tokens([unbroken]) == [[]]


def test_cuts_prefer_semicolons() -> None:
    text = "a, b " * 900 + "c; " + "d, e " * 600
    first, second = split(text)
    assert first.endswith("c;")
    assert second.startswith("d,")


@pytest.mark.parametrize(
    "unit",
    [
        "approx. 5 ",
        ". ' a ",
        '." a ',
        "(Eq. (3) ",
        '"a. B" c ',
        "a) ",
        "[1] ",
        "\n> a",
        "A.\u00a0",
        "a     ",
        "a | ",
        "a\t",
        "\na  a  a",
    ],
)
def test_hostile_input_is_read_to_the_end(unit: str) -> None:
    text = unit * (200_000 // len(unit))  # where time grew with the square of the length, this would take minutes
    sentences = split(text)
    assert sum(sentence.count("a") for sentence in sentences) >= 0.9 * text.count("a")
    assert len(ENGLISH.tokens(sentences)) == len(sentences)


def test_given_blocks_are_respected() -> None:
    text = "One two. Three four. Five."
    assert [span.block for span in ENGLISH.sentences(text, (Block("paragraph", 0, 8), Block("quote", 9, 26)))] == [
        0,
        1,
        1,
    ]


def test_random_order_of_sentences_does_not_matter() -> None:
    sentences = [case.replace("|", " ") for case in TRICKY]
    shuffled = random.Random(1).sample(sentences, len(sentences))
    by_sentence = dict(zip(shuffled, ENGLISH.tokens(shuffled), strict=True))
    assert [by_sentence[sentence] for sentence in sentences] == ENGLISH.tokens(sentences)


def test_a_long_line_elsewhere_does_not_stop_the_unwrapping() -> None:
    """Mail and web text mix wrapped paragraphs with paragraphs on one line."""
    wrapped = "The harbour was closed on Monday after\nthe storm had thrown two cranes over the\nquay. Nobody was hurt."
    long = "The city will pay for both of them, said the mayor, who was there early. " * 3
    text = f"{wrapped}\n\n{long}\n\nKind regards\nAnna"
    found = [text[block.start : block.end] for block in layout.blocks(text)]
    assert found[0] == wrapped
    assert found[-2:] == ["Kind regards", "Anna"]


TABLE = "Region    Q1     Q2\nNorth     120    135\nSouth      98    102"


@pytest.mark.parametrize(
    "table",
    [
        TABLE,
        TABLE.replace("Q2\n", "Q2\n------  ----  ----\n"),
        "a\tb\tc\n1\t2\t3\n4\t5\t6",
        "|a|b|c|\n|-|-|-|\n|1||3|\n|4|5|6|",
    ],
)
def test_a_table_is_shown_and_not_ranked(table: str) -> None:
    text = f"Sales by Region\n\nSales grew in the north of the country.\n{table}\n\nThe south has a new store."
    assert [(block.kind, text[block.start : block.end]) for block in layout.blocks(text)] == [
        ("heading", "Sales by Region"),
        ("paragraph", "Sales grew in the north of the country."),
        ("table", table),
        ("paragraph", "The south has a new store."),
    ]


@pytest.mark.parametrize(
    "prose",
    [
        "It rained.  The road was closed.  Nobody came.\n" * 4,  # two spaces after a sentence
        "The quick  brown fox  jumped over  the lazy\ndog and then  it ran  away from  the house\nto the river.",
        "Anna  12  May\nBen  13  May",
        "Rain | wind | snow",
        "9:01\tanna\tmorning\n9:02\tben\thello\n9:03\tanna\tdid the deploy go through on Friday?",
    ],
)
def test_spaces_alone_make_no_table(prose: str) -> None:
    assert "table" not in {block.kind for block in layout.blocks(prose)}


@pytest.mark.parametrize(
    "line",
    [
        "By Jane Smith",
        "By JANE SMITH and Tom O'Neil, staff writers",
        "Figure 3: Rain by month.",
        "Photo by Ann Lee: the pool",
        "Last updated: 3 May 2024",
        "Read more about pools here",
        "Foto: Hans Müller",
        "Present: A. Okafor, B. Lee, C. Ruiz.",
        "Date: 3 May 2024",
        "写真：山田太郎",
    ],
)
def test_asides_are_captions(line: str) -> None:
    body = "The pool closed in May after sixty years."
    assert kinds(f"{body}\n\n{line}\n\n{body}")[1] == ("caption", line)


@pytest.mark.parametrize(
    "line",
    [
        "By Monday Ann had left the town.",
        "Source code is text that people read.",
        "Pictures were taken: three of them were sharp.",
        "Published works count for more than talks do.",
        "Sources: three people who were there said so.",
        "Subscribers left in 2020.",
    ],
)
def test_what_only_looks_like_an_aside_is_a_paragraph(line: str) -> None:
    body = "The pool closed in May after sixty years."
    assert kinds(f"{body}\n\n{line}\n\n{body}")[1] == ("paragraph", line)


def test_the_table_of_words_says_what_is_found_out() -> None:
    language = load_english()
    assert language._table is not None
    pieces = (model.ENGLISH / "vocabulary.txt").read_text(encoding="utf-8").split("\n")
    forms = [form for form in pieces if form.isascii() and form.isalpha() and form.islower() and len(form) > 1]
    assert len(forms) > 20_000
    for form in forms:
        assert look_up(language._table, form) == language.analyse_word(form)
    assert look_up(language._table, "zzzunheardof") is None
