"""The form of a sentence: whether it is whole, half, a title or a question, whatever it says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from unicodedata import category

from sentencerank import patterns as re
from sentencerank.languages.words import word_list

FEWEST_TITLED, LONGEST_SMALL = 4, 3  # words of a title, and letters of those in it that may be small
SUBJECT_WORDS, LONGEST_SUBJECT = 4, 120  # words of what a sentence defines, and characters up to its verb
TITLE_WORDS = 6  # of a title that runs into a paragraph: "Grant of Copyright License."

_AUXILIARIES = frozenset(
    (
        *("am", "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "do", "does", "did"),
        *("can", "could", "may", "might", "must", "shall", "should", "will", "would"),
    )
)
_AUXILIARY = re.at_once(rf"(?:{'|'.join(sorted(_AUXILIARIES))}|.*(?:n['’]t|['’](?:re|ll)))[.,;:]?")
_GERUND = re.at_once(r"\w{3,}(?<!spr)(?<!str)ing|using")  # "bring" and "spring" are none
_ENDS = frozenset(".!?…。！？．؟۔।॥։።᠃」』")
_CLOSING = "\"'”’»›)]}*_`」』〉》】〕）"
_OPENING = "\"'“‘«‹([{*_`„‚「『〈《【〔（¿¡-–—•·§>#+ \t"
_IN_BRACKETS = re.at_once(r"\([^()]*\)")
OPENING_BRACKETS = ("(", "（")
_ASIDE = re.at_once(r"[(（](?=\w{2})[^()（）]*(?:[(（][^()（）]*[)）][^()（）]*)*(?:[)）]\W{0,3})?")
_QUESTION = re.compile(r"Q(?::|\d{1,3}(?:\.\d{1,3})?[:.)] )")
_CLAUSE = frozenset(",;:")
_INSIDE = frozenset(")],;:")
_DETERMINERS = frozenset(("the", "a", "an", "all", "any", "each", "its"))
# With what verbs the description of a command, a function or a file begins, and how it goes on.
TELLING = (
    "Allows Checks Contains Controls Converts Creates Defines Determines Disables Displays Enables Gets Gives "
    "Indicates Lets Lists Prints Provides Returns Sets Shows Specifies Supports Tells"
)
_TOLD = word_list(["the a an all any about each false how if that this true use what where whether which you"])
# The same of an event.
HAPPENING = "Called Dispatched Emitted Executed Fired Invoked Raised Sent Triggered"
_WHEN = word_list(["when whenever if before after by for each every once"])
# How an entry in a list of changes begins, and what may not follow: "Moved by the speech, …".
CHANGING = (
    "Added Adjusted Bumped Changed Cleaned Corrected Deprecated Dropped Fixed Implemented Improved Merged Moved "
    "Refactored Removed Renamed Replaced Reworked Rewrote Switched Updated Upgraded"
)
_TURNED = word_list(["to by in on at from with as between during since under and"])
_TELLS, _HAPPENS, _CHANGES = (frozenset(verbs.split()) for verbs in (TELLING, HAPPENING, CHANGING))
_NAMED = re.compile(r"[a-z][\w.+:-]{1,40}(?:, [a-z][\w.+:-]{1,40})* [-–—] (?:[a-z]{2,20}|[A-Z][a-z]{2,18}(?<!s)s) \w")
# What a text calls itself, or the thing that it is the text of, and the verbs that say what it is for.
_ITSELF = word_list(
    [
        "document guide manual book booklet handbook tutorial faq howto readme package project repository library",
        "module program tool toolkit utility script command application app plugin plug-in addon add-on extension",
        "specification standard memo software driver framework collection vignette policy game service daemon",
        "system format protocol file",
    ]
)
_INTRODUCING = word_list(
    [
        "provides describes explains covers introduces documents defines specifies implements presents contains",
        "allows enables offers outlines discusses aims helps lets adds supports",
    ]
)
_BEING = word_list(["a an the for intended designed"])
_PURPOSES = word_list(["purpose aim goal objective"])
_ENUMERATED = re.at_once(r"\W{0,2}(?:\d{1,3}(?:\.\d{1,3}){0,4}|[a-zA-Z]|[ivxIVX]{1,5})[.):]\W{0,3}|\(\d{1,3}\)\W{0,3}")


def verbless(words: Sequence[str], is_verb: Callable[[str], bool]) -> bool:
    """Return whether no word is a verb: a name, a title, a price. Most sentences have an auxiliary, asked for first.

    "Reading a file" is a title: without an auxiliary "reading" is none. "@ann" is a name.

    >>> verbless(["Beth", "Griggs"], {"falls"}.__contains__), verbless(["Rain", "falls"], {"falls"}.__contains__)
    (True, False)
    """
    if not _AUXILIARIES.isdisjoint(words) or any(map(_AUXILIARY.fullmatch, words)):
        return False
    return not any(is_verb(word) for word in words if word[0] != "@" and not _GERUND.fullmatch(word))


def titled(sentence: str) -> bool:
    """Return whether a line of four words or more is written as a title: all its long words have a capital.

    >>> titled("Version Build Status Score"), titled("Syntax of Names and Places"), titled("Rain falls in Wales")
    (True, True, False)
    """
    words = [word for word in sentence.split() if word[0].isalpha()]
    long = [word for word in words if len(word) > LONGEST_SMALL]
    return len(words) >= FEWEST_TITLED and len(long) * 2 > len(words) and all(word[0].isupper() for word in long)


def begins_inside(sentence: str, is_function_word: Callable[[str], bool]) -> bool:
    """Return whether the beginning of a sentence is missing: its first word is a function word without a capital.

    So it is where a mark opens it that can only follow something.

    A text may begin a sentence with the name of a program in lower case. An item of a list may go on with what stands
    above the list.

    >>> stop = {"that", "and"}.__contains__
    >>> [begins_inside(text, stop) for text in ("that it was so.", "zoo is a package.", "(a) Rain falls.", "(b) rain.")]
    [True, False, False, True]
    >>> begins_inside("], where x is a number.", stop)
    True
    """
    opening = sentence[:60].lstrip()
    if opening[:1] in _INSIDE:
        return True
    mark = _ENUMERATED.match(opening)
    start = opening[mark.end() if mark else 0 :].lstrip(_OPENING)
    first = start.split(" ", 1)[0].rstrip(".,;:!?")
    return first[:1].islower() and (is_function_word(first) or mark is not None)


def lacks_subject(sentence: str, is_verb: Callable[[str], bool]) -> bool:
    """Return whether an English sentence begins with its verb: its subject stands above the item, or is who changed it.

    "Lists" may be a noun, unless an article follows.

    >>> verb = {"executes"}.__contains__
    >>> [lacks_subject(text, verb) for text in ("executes jobs.", "lists the jobs.", "strings finds text.", "Runs it.")]
    [True, True, False, False]
    >>> lacks_subject("Returns the rain.", verb), lacks_subject("Returns rose.", verb)
    (True, False)
    >>> lacks_subject("Fixed a leak.", verb), lacks_subject("Moved by the rain, he left.", verb)
    (True, False)
    """
    if sentence[:1].isupper():
        first, _, rest = sentence[:80].partition(" ")
        second, verb = rest.partition(" ")[0], first.rstrip(":")
        if first in _TELLS:
            return second in _TOLD
        if first in _HAPPENS:
            return second in _WHEN and "," not in sentence
        return verb in _CHANGES and (verb != first or second not in _TURNED)
    first, _, rest = sentence[:80].lstrip().partition(" ")
    if not (first.isascii() and first.isalpha() and first.islower() and first.endswith(("s", "ing", "ed"))):
        return False
    return is_verb(first) or (first[-1] == "s" and rest.partition(" ")[0] in _DETERMINERS)


def unfinished(sentence: str) -> bool:
    """Return whether a sentence has no end: no full stop or its like, or a colon that leaves the rest to a list.

    >>> [unfinished(text) for text in ("Rain falls.", "We use it to:", "Rain", 'He said "No!"', "雨が降る。")]
    [False, True, True, False, False]
    """
    text = sentence.rstrip()
    end = text.rstrip(_CLOSING)[-1:] or text[-1:]
    return end not in _ENDS and not _has_no_full_stop(end)


def named(sentence: str) -> bool:
    """Return whether a sentence is a name and what it does, as a page of a manual begins.

    >>> named("rain - make it rain"), named("Rain - the plain")
    (True, False)
    """
    return _NAMED.match(sentence) is not None


def asks(sentence: str) -> bool:
    """Return whether a sentence is a question, or stands for one in a list of them.

    >>> asks("Does it rain?!"), asks("It rains!"), asks("¿Llueve?"), asks("雨ですか？"), asks("Q2. My roof leaks!")
    (True, False, True, True, True)
    """
    if sentence[:1] == "Q" and _QUESTION.match(sentence):
        return True
    return sentence.rstrip().rstrip(_CLOSING + "!！").endswith(("?", "？", "؟"))


def defines(lower: str, copula: re.Pattern[str], articles: AbstractSet[str], function_words: AbstractSet[str]) -> int:
    """Return of how many words the subject is that a sentence in small letters says what it is; 0 if it does not.

    >>> known = re.compile(" is an? "), {"the"}, {"the", "it", "this", "since"}
    >>> [defines(text, *known) for text in ("the ssh (shell) is a tool.", "it is a tool.", "since x is a y, so is z.")]
    [1, 0, 0]
    """
    found = copula.search(lower, 0, LONGEST_SUBJECT)
    if found is None:
        return 0
    subject = _IN_BRACKETS.sub("", lower[: found.start()]).strip(_OPENING + _CLOSING)
    words = subject.split()
    if words and words[0] in articles:
        words = words[1:]
    if len(words) > SUBJECT_WORDS or not function_words.isdisjoint(words) or not _CLAUSE.isdisjoint(subject):
        return 0
    return len(words)


def introduces(lower: str) -> bool:
    """Return whether a sentence in small letters says what the text, or what the text is about, is for.

    >>> introduces("this package provides rain."), introduces("the purpose of this guide is to make rain.")
    (True, True)
    >>> introduces("this rain provides water."), introduces("this guide was long.")
    (False, False)
    """
    words = lower[:100].lstrip(_OPENING).split()
    if words[:1] == ["this"]:
        place = next((k for k, word in enumerate(words[1:3], 1) if word in _ITSELF), 0)
        verb, rest = " ".join(words[place + 1 : place + 2]), words[place + 2 : place + 3]
        return place > 0 and (verb in _INTRODUCING or (verb == "is" and not _BEING.isdisjoint(rest)))
    # The main purpose of this guide is to.
    place = next((k for k, word in enumerate(words[:3]) if word in _PURPOSES), 0)
    return place > 0 and words[place + 1 : place + 2] == ["of"] and "is" in words[place + 4 : place + 6]


def aside(sentence: str) -> re.Match[str] | None:
    """Return a sentence that stands in brackets as a whole, or begins a longer aside: it is said beside the text.

    >>> [bool(aside(text)) for text in ("(Rain fell.)", "(Rain fell. ", "(a) Rain falls.", "(Rain) falls.")]
    [True, True, False, False]
    """
    return _ASIDE.fullmatch(sentence)


def leads_in(sentence: str) -> bool:
    """Return whether a sentence leaves what it says to what follows: a list, an example, a command.

    >>> leads_in("To start it, type:"), leads_in("It starts.")
    (True, False)
    """
    return sentence.rstrip().endswith((":", "："))


def _has_no_full_stop(character: str) -> bool:
    """Return whether a letter is of a script that ends sentences without a mark, such as Thai."""
    return category(character or " ") in ("Lo", "Mn", "Mc") and "\u0e00" <= character <= "\u109f"
