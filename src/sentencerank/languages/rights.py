"""Notices about the rights in a text: who may copy it, not what it is about."""

from __future__ import annotations

from typing import NamedTuple

from sentencerank import kernel
from sentencerank import patterns as re
from sentencerank.languages.signs import has_any

# Three of the first, or one of the second kind, make a paragraph a notice about the rights in the text. Both look at
# small letters: a pattern that ignores case cannot skip to the letters that it may begin with, and takes five times as
# long.
_NOTICES = re.at_once(
    r"free software foundation|general public licen[sc]e|free documentation licen[sc]e|redistribut|"
    r"(?:licensed|released|distributed|published|available|covered) under|warrant(?:y|ies)|licen[sc]e|"
    r"all rights reserved|"
    r"creative commons|apache licen[sc]e|merchantability|trademark|"
    r"software (?:livre|libre|libero)|logiciel libre|freie software"
)
_NOTICE = re.compile(
    r"permission (?:is|to) (?:hereby )?(?:granted|copy|use|redistribute)|common-licenses/|"
    r"distribution of this (?:memo|document|file) is unlimited|received a copy of the (?:gnu|license)|"
    r"in the hope that it will be useful|(?:this|the) (?:work|document|page|text|file|manual) (?:is|are) "
    r"(?:licensed|published|made available|distributed|placed|in the public domain)|"
    r"redistributions? (?:of source|in binary)|above copyright notice|contained in this notice|"
    r"is free; you can redistribut"
)
# One of these is in whatever the patterns find: so they are looked for first, which is quicker.
_NOTICES_WORDS = ("licen", "ed under", "able under", "redistribut", "warrant", "free software", "all rights",
                  "creative commons", "merchantability", "trademark", "software li", "logiciel libre",
                  "freie software")  # fmt: skip
_MADE = ("licensed", "published", "made available", "distributed", "placed", "in the public domain")
_NOTICE_WORDS = ("permission ", "common-licenses/", "distribution of this", "received a copy", "in the hope that",
                 "redistribut", "copyright notice", "this notice",
                 *(f" {verb} {made}" for verb in ("is", "are") for made in _MADE))  # fmt: skip
_NOTICE_SIGNS = 3
_LONGEST_NOTICE = 1500  # characters: a licence itself has longer clauses
NOTICE_HEADINGS = re.compile(
    r"(?:[\dIVXA-Z]{1,3}(?:\.\d+)*\.? +)?(?:(?:full |legal )?notices?|"
    r"(?:copyright|licen[sc]ing)(?: (?:notice|statement|and licen[sc]e))?|"
    r"licen[sc]es?(?: notice)?|status of this memo|iesg note|(?:legal )?disclaimers?|trademarks?|"
    r"lizenz(?:hinweis)?|rechtliche hinweise|impressum|mentions légales|licence|aviso (?:de licença|legal)|licença|"
    r"licencia|"
    r"derechos de autor|note legali|ライセンスについて|著作権)\s*:?",
    re.IGNORECASE,
)


class RightsWords(NamedTuple):
    """Words by which notices about rights are told."""

    likely: tuple[str, ...] = _NOTICES_WORDS
    sure: tuple[str, ...] = _NOTICE_WORDS


_RIGHTS = RightsWords()
_NO_RIGHTS = RightsWords((), ())
_EVERY_WORD = tuple(dict.fromkeys(_NOTICES_WORDS + _NOTICE_WORDS))


def rights_words(text: str) -> RightsWords:
    """Return those of the words that a text has: most have hardly any, and its paragraphs need no look at others."""
    text = text.lower()
    if kernel.native is not None:
        found = kernel.present(text, _EVERY_WORD)
        if not found:
            return _NO_RIGHTS
        likely = [word for word in found if word in _NOTICES_WORDS]
        return RightsWords(tuple(likely), tuple(word for word in found if word in _NOTICE_WORDS))
    # What is made available may be so in many ways.
    made = [word for word in _MADE if word in text]
    sure = [word for word in _NOTICE_WORDS if (word[0] != " " or any(map(word.endswith, made))) and word in text]
    return RightsWords(tuple(word for word in _NOTICES_WORDS if word in text), tuple(sure))


def is_notice(text: str, words: RightsWords = _RIGHTS) -> bool:
    """Return whether a paragraph tells who may copy the text, not what it is about.

    >>> is_notice("Permission is granted to copy this manual."), is_notice("The licence of a dog costs a pound.")
    (True, False)
    """
    if len(text) > _LONGEST_NOTICE:
        return False
    text = text.lower()
    if has_any(text, words.sure) and _NOTICE.search(text):
        return True
    return has_any(text, words.likely) and len(set(_NOTICES.findall(text))) >= _NOTICE_SIGNS


def about_rights(text: str, words: RightsWords = _RIGHTS) -> bool:
    """Return whether a paragraph has a word about rights."""
    text = text.lower()
    return has_any(text, words.likely) and bool(_NOTICES.search(text))
