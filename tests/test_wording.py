"""What the wording of a sentence tells: signposts and notices, half sentences, findings."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import sentencerank as sr
from sentencerank.languages import form
from sentencerank.languages.english import load_english
from sentencerank.languages.registry import language_of
from sentencerank.method.analysis import Told
from sentencerank.method.fusion import half_sentences

ENGLISH = load_english()

POINTERS = [
    "In this section we describe how the store is laid out.",
    "In the following sections, we will first describe where the files are to be found.",
    "The rest of this paper is organized as follows.",
    "Section 4 presents the results.",
    "Table 5 shows the scores of all systems.",
    "For more information, see the file README.",
    "The options are described below.",
    "See also grep(1).",
    "Copyright 2004 Ann Lee",
    "Permission is hereby granted to any person to use this text.",
    "Please report bugs to the list.",
    '"Contributor" means each person who creates the work.',
    "“You” shall mean the reader.",
    '"Source" form shall mean the preferred form for making modifications.',
    'An "Application" is any work that makes use of an interface.',
    "When we say “Services”, we mean our websites.",
    "sort [--reverse] [--unique] [FILE]",
    '"Contributor"\n    means each person who\n    creates the work.',
    "Last updated on 3 March 2021.",
    "Please consult the INSTALL file for tested configurations.",
    "If it is not here, be sure to check out section 12.1.",
    "More details are available in the COPYING file.",
    "Note that there is a separate document of other content.",
    "Supersedes version 1.8, which was ratified in 2022.",
    "This is the README for the clock.",
    "This file has not been updated for later versions.",
    "This introduction is a slightly modified version of an article.",
    "I would like to thank everyone who has helped.",
    "A big thank you also to Ann Lee, who worked with us on the plan.",
    "To report a security issue, use the form.",
    "If you have found a mistake, email the details to help@rain.example.",
    "Display this help and exit.",
    "APPENDIX: How to apply the licence to your work.",
    '"Holder" is whoever is named in the notice.',
    '1.1. "Contributor" means each person who creates the work.',
    "1.7. ''Larger Work'' means a work that combines two files.",
    "g. Licensed Rights means the rights granted to You.",
    'To "propagate" a work means to do anything with it that needs leave.',
    "Software: means the software in the form in which it was accepted.",
    "For the purposes of this Licence, Derived Works shall not include works that only link to it.",
    "For conditions of distribution and use, see the file COPYING.",
    "A summary of new features is in the file NEWS.",
    "A longer list of changes can be found in the ChangeLog.",
    "If your question is not here, please check the home page of the clock.",
    "This document is free; you can redistribute it.",
    "This file has been modified by the project.",
    "The latest release of the clock is always available by ftp.",
    "Everyone interacting in the project is expected to follow the code of conduct.",
    "Questions and comments should be directed to the list.",
    "Redistributions of source code must retain the above copyright notice.",
    "*Extracted from issues before the meeting.",
    "If you run into bugs, you can file them in our issue tracker.",
    "The library is released under the MIT Licence.",
    "Complete documentation is published on the site.",
    "(See the DISTRIBUTION section of this manual page for how to obtain it.)",
    "The Rain System is a registered trademark of the Rain Group.",
    "The Rain Library is free software; you can redistribute it under the terms of its licence.",
    "This file is part of the Rain Library.",
    "Bugs should be reported on the site of the project.",
]
POINTERS += [
    "(The lake is drawn from memory.)",
    "(The lake is drawn from memory. ",
    "Here is a list of known releases.",
    "A list of all options can be obtained by running rain --help.",
    "You can get the most recent version of the clock from our web site.",
    "Check https://rain.example/ for updates.",
    "The history of the clock is available in its repository <https://rain.example/>.",
    "Things are harder on paper, so we describe the ways below.",
    "Also, in section 3, this article provides hints.",
    "Read this file before you begin.",
    "Details, including an exception, are in the COPYING file.",
    "Please note that this document is kept for its history.",
    "If you are reading this on paper, some links are missing.",
    "This work is sponsored by the Rain Company.",
    "You are encouraged to subscribe to the list of the clock.",
    "This is the documentation for version 2.8 of the clock.",
    '"Work": all that is made by the author.',
    "Refers to the files that are handed out.",
    "Read docs/INSTALL.rain for generic options.",
    "This is the file README for the rain distribution.",
    "Her open source work is supported by the community on GitHub Sponsors.",
    "User documentation can be obtained by running 'rain --help'.",
    "If it is new to you, a tutorial introduction is available in rainintro.",
    "For a quick start, see NOTES at the end.",
    "This document may be used under the terms of the licence.",
    "Copying and distribution of this file, with or without change, are permitted.",
    "All trademarks and copyrights are owned by their owners.",
    "Use of a term in this document should not be regarded as affecting a trademark.",
    "For information on how to measure rain see the guide of the weather office.",
    "For the exact syntax, have a look at the rain manual.",
    "There is a separate RAIN.txt file for the plain.",
    "We already saw examples of rain in Chapters 5 and 6.",
    "This section consists of instructions for a small roof.",
    "This manual is for the rain gauge, version 4.2.",
    "This documentation is included with the gauge.",
    "Please contact us if you would like to help.",
    "The rain project welcomes feedback and corrections.",
    "rain comes with ABSOLUTELY NO WARRANTY.",
    "It is recommended that all users join the rain-users mailing list.",
    "If you find this useful, please consider supporting my work with a donation.",
    "Please consider starring the project.",
    "You can support the clock by becoming a sponsor.",
    "Any changes to this file must be made in its source.",
]
NOTES = [
    "If you’re reading this file on paper, it may be old.",
    "This document describes the current stable version of Rain (5.2).",
    "If you find any bugs or typos in it, tell the list.",
    "Please feel free to ask questions on the list.",
    "A copy of the full manual is located in the folder of the program.",
    "Work on Rain 2.7 was supported in part by a grant of the academy.",
    "This archive was maintained by a friend of the author.",
    "The original Rain manual was written by Ann Lee.",
    "Written by Ann Lee <ann@rain.example>, with help of others.",
    "All notable changes to this project will be documented in this file.",
    "To see what has changed, look at the README file in the archive.",
    "There are some notes on rain near the end of this file.",
]
STATEMENTS = [
    "This paper introduces a method to rank sentences.",
    "A report is sent by a user as an ordinary mail to submit@rain.example and gets a number.",
    "The clock was updated by the server every minute until the line was cut.",
    "The firm sells a modified version of the engine.",
    "Thanks to the rain the fields are green.",
    "The program displays the temperature of each room.",
    "This document describes how to use the tool without a network.",
    "As stated above, the court is unable to hold that the law applies.",
    "The section of the river below the weir is closed.",
    "Sections of the wall fell into the sea.",
    "Amber can be found on the beaches of the Baltic Sea.",
    "The latest release of the prisoners was a surprise to everyone.",
    "*Rain* is a word with four letters.",
    "Questions about the bridge remain.",
    "The prisoner was released under the supervision of the court.",
    "The files in the directory are used for testing.",
    "The table shows signs of wear, and the chairs do too.",
    "We see the village from here, and the road to the coast lies in front of us.",
    "Copyright law protects the author.",
    "The tool reads the file and sorts its lines.",
    "A trademark tells the customer who made a thing.",
    "The bugs in the old timber were counted by hand.",
    "Information is the most valuable good of the century.",
    "Trademarks grew in number after the war.",
    "For information the village relied on the radio, and the radio was silent.",
    "This manual is for people who measure rain.",
    "The welcome was warm, and the feedback from the hall was loud.",
    "The roof carries a warranty of ten years.",
    "We saw examples of rain in every part of the country.",
    "Work on the bridge was stopped by rain.",
    "The manual labour on the farm is done by machines that were made in the valley.",
    "If you find a stone in the river, keep it for the wall.",
    "In the evening, see the play in the house by the river.",
    "All notable citizens came to the bridge.",
]


@pytest.mark.parametrize("sentence", [*POINTERS, *NOTES])
def test_a_pointer_a_notice_or_a_definition_is_told(sentence: str) -> None:
    wording = ENGLISH.wording(sentence)
    assert wording.signposts
    assert not wording.announces


@pytest.mark.parametrize("sentence", STATEMENTS)
def test_a_statement_is_no_pointer(sentence: str) -> None:
    assert not ENGLISH.wording(sentence).signposts


@pytest.mark.parametrize(
    ("sentence", "begins_inside", "unfinished", "verbless"),
    [
        ("that the work was made available under these terms.", True, False, False),
        ("(b) any file in a form that can be read.", True, False, False),
        ("zoo is a package for series.", False, False, False),
        ("The rain fell all night.", False, False, False),
        ("The tool can be used to:", False, True, False),
        ("Beth Griggs (guest)", False, True, True),
        ("Fix a crash at the start", False, True, False),
        ("Grant of Copyright License.", False, False, True),
        ("Allows use of every gauge that is installed in the valley.", True, False, False),
        ("Returns rose by a third in the first quarter of the year.", False, False, False),
        ("Returns true if every gauge in the valley was read.", True, False, False),
        ("Called when a gauge in the valley is full of rain.", True, False, False),
        ("Called by his wife, he left the house in the rain.", False, False, False),
        ("Added a second gauge for the upper valley.", True, False, False),
        ("Moved by the rain, he left the house in the evening.", False, False, False),
        ("fixed the gauge in the upper valley, which was broken.", True, False, False),
        ("rain - measure what falls in a day", False, False, False),
    ],
)
def test_half_sentences_are_told(sentence: str, begins_inside: bool, unfinished: bool, verbless: bool) -> None:
    wording = ENGLISH.wording(sentence)
    assert (wording.begins_inside, wording.lacks_end, wording.verbless) == (begins_inside, unfinished, verbless)


def test_nothing_that_is_half_a_sentence_or_points_elsewhere_stands_in_the_first_layer() -> None:
    body = [
        "The archive keeps every version of a package and its source.",
        "Each package belongs to one section, which says what it is for.",
        "A maintainer uploads a package after the tests of the archive pass.",
        "The archive signs its index so that users can check every package.",
    ]
    text = "\n\n".join(
        [
            "In this section we describe the archive, the package and the index.",
            "Copyright 2004 The Archive Team",
            *body,
            "package, archive and the index of the archive",
        ]
    )
    first = [sentence.text for sentence in sr.rank(text, structure="news")[:4]]
    assert sorted(first) == sorted(body)


def test_questions_list_intros_and_titles_wait_where_nobody_speaks() -> None:
    told = ["Rain fills the lake in spring.", "The lake gives water to the town.", "The town pays for the pipes."]
    text = "\n\n".join(
        [
            "# The lake",
            " ".join(told),
            "# Questions",
            "How does the lake give water to the town, and who pays for the pipes?",
            "The lake gives the town in spring the following kinds of water:",
            "- hot water",
            "Lake, town and pipes in spring",
            "The pipes were laid in 1999 by the town and go from the lake to the houses.",
            "# More",
            "In spring the gate of the lake is opened.",
        ]
    )
    first = [sentence.text for sentence in sr.rank(text)[:5]]
    assert not any(one.endswith(("?", ":", "spring")) for one in first)


def test_questions_count_in_mail() -> None:
    wording = ENGLISH.wording("Can we meet on Tuesday?")
    assert wording.asks
    assert not wording.signposts
    assert sr.STRUCTURES["conversation"].spoken
    assert not sr.STRUCTURES["reference"].spoken


@pytest.mark.parametrize(
    "title",
    [
        "Reading of newspapers",
        "Nominating @niessen for the board #746",
        "Using inclusive language",
        "Build Status License Score",
    ],
)
def test_a_title_has_no_verb(title: str) -> None:
    assert ENGLISH.wording(title).verbless
    assert not ENGLISH.wording(f"We are {title.lower()}").verbless


RULES = [
    ("You may copy the work under the terms of this licence.", 1.0, True),
    ("Subject to these conditions, each contributor hereby grants to you a licence.", 1.5, True),
    ("If you violate any of the terms that are set out above, we may close your account.", 0.5, True),
    ("You must wait a minute.", 1.0, False),
    ("Permission is hereby granted to any person to copy the work.", 1.5, True),
    ("Notwithstanding section 2, no licence may be granted.", 0.0, False),
    ('"You" means a person who may copy the work.', 0.0, False),
    ("You must keep the licence that you were granted.", 1.0, True),
    ("The licence was written in 1989.", 0.0, False),
]


@pytest.mark.parametrize(("sentence", "plainly", "legal"), RULES)
def test_a_rule_says_who_may_or_must_do_what(sentence: str, plainly: float, legal: bool) -> None:
    wording = ENGLISH.wording(sentence)
    assert (wording.rules, wording.legal) == (plainly, legal)


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        ("de", "Der Nutzer darf das Werk nach diesem Vertrag vervielfältigen."),
        ("fr", "Le Licencié doit respecter les dispositions du contrat."),
        ("es", "El usuario puede copiar la obra según la ley."),
    ],
)
def test_rules_are_known_in_other_languages(code: str, sentence: str) -> None:
    wording = language_of(code).wording(sentence)
    assert (wording.rules, wording.legal) == (1.0, True)


def test_in_a_licence_the_rules_stand_first_and_definitions_do_not() -> None:
    licence = (
        '1. Definitions\n\n"Work" means any file that is distributed under the terms of this licence.\n\n'
        '"Author" means the person who has the copyright of the work.\n\n'
        "2. Grant\n\nThe author hereby grants you a licence to copy and to change the work.\n\n"
        "This text was first written for a library of clocks and has been in use since then.\n\n"
        "3. Liability\n\nThe author is not liable for damages that the use of the work may cause.\n\n"
        "You must not remove the copyright notice from the work.\n"
    )
    ranking = sr.rank(licence)
    assert ranking.structure == "legal"
    firsts = {" ".join(sentence.text.split()[:3]) for sentence in ranking.top(3)}
    assert firsts == {"The author hereby", "The author is", "You must not"}
    assert any("who may, must or must not do what" in ranking.explain(one.index).sentence for one in ranking.top(3))


@given(st.text("AIVXabivx.):(1 \"'“?:!…-", max_size=9))
def test_what_is_plainly_whole_is_not_half(text: str) -> None:
    text, told = " ".join(text.split()), ENGLISH.wording(text)
    assert told.begins_inside == form.begins_inside(text, ENGLISH.stopwords.__contains__)
    assert (told.unfinished, told.asks, told.leads_in) == (form.unfinished(text), form.asks(text), form.leads_in(text))


def test_what_leans_on_a_heading_waits_until_five_others_stand_first() -> None:
    body = [
        "The archive keeps every version of a package and its source.",
        "Each package belongs to one section, which says what it is for.",
        "A maintainer uploads a package after the tests of the archive pass.",
        "The archive signs its index so that users can check every package.",
        "A mirror copies the archive, its index and every package twice a day.",
    ]
    text = (
        "# Archive\n\n" + "\n\n".join(body) + "\n\n## Package missing\n\nThis means that the archive lost a package.\n"
    )
    first = [sentence.text for sentence in sr.rank(text)[:5]]
    assert sorted(first) == sorted(body)


@pytest.mark.parametrize(("half", "told"), [(1, 1), (3, 3), (6, 0)])
def test_half_sentences_count_unless_the_text_is_written_so(half: int, told: int) -> None:
    wording = [
        ENGLISH.wording(
            "It has rained into the valley of the" if k < half else "It has rained into the valley of the sea."
        )
        for k in range(10)
    ]
    assert np.count_nonzero(half_sentences(Told.by(wording), np.arange(10))) == told
