"""What kind of answer a query asks for: "how many" a number, "when" a date or a time, "where is it located" a place."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from sentencerank.asking.counted import NUMBERS
from sentencerank.method.arrays import Scores

GIVEN = 0.6  # what a sentence gets for having what is asked for
_LONGEST = 600  # characters of a sentence that are looked at

_HOW_MANY = re.compile(
    r"\b(?:how\s+(?:many|much|often|old|long|far|fast|large|big|tall|high|deep|heavy|wide)"
    r"|what\s+(?:percentage|percent|share|proportion|number|amount)"
    r"|wie\s?viele?[nr]?|wie\s+(?:oft|alt|lange?|weit|schnell|groß|hoch|tief|schwer|breit)"
    r"|combien|quel(?:le)?\s+(?:âge|pourcentage|nombre|montant)|cu[aá]nt[oa]s?|quant[oiae]s?"
    r"|hoeveel|hoe\s+(?:vaak|oud|lang|ver|groot|hoog|diep|zwaar)"
    r"|сколько|скільки|как\s+(?:часто|долго|далеко)|какой\s+процент|kolik|kaç|ne\s+kadar|hur\s+många|كم)\b"
    r"|多少|几(?!乎)|幾(?!乎)|多[大长長久高远遠重快深]|いくつ|いくら|何[人個回円歳冊枚台度割倍]|どのくらい|どれくらい|몇|얼마"
)
_WHEN = re.compile(
    r"\b(?:when|(?:what|which)\s+(?:year|date|day|month|century|decade|time)"
    r"|wann|welche[mnrs]?\s+(?:jahr|datum|tag|monat|jahrhundert|uhrzeit)"
    r"|quand|quelle\s+(?:année|date|heure|époque)|quel\s+(?:jour|mois|siècle)"
    r"|cuándo|qué\s+(?:año|fecha|día|mes|siglo|hora)|quando|(?:che|quale)\s+(?:anno|data|giorno|mese|secolo)"
    r"|(?:que|qual)\s+(?:ano|data|dia|mês|século)|wanneer|welke?\s+(?:jaar|datum|dag|maand|eeuw)"
    r"|когда|коли|как(?:ом|ой|им)\s+(?:год|году|век|веке|месяц|месяце|день|дата)|kiedy|kdy|ne\s+zaman|när|متى)\b"
    r"|什么时候|什麼時候|何时|何時|哪一?[年天月]|いつ|何[年月日時]|언제"
)
# The verb of "where is it located" is not looked for: what is on the hill stands, lies, is built or found there.
_WHERE = re.compile(
    r"^\W*(?:where\s+(?:is|are|was|were)\b(?P<what>.*)\b(?:located|situated)\W*$"
    r"|(?:wo\s+(?:befinde[nt]\s+sich|liegt|liegen)|où\s+(?:se\s+trouve(?:nt)?|est\s+situé[es]*)"
    r"|dónde\s+(?:se\s+encuentran?|está[n]?\s+(?:ubicad|situad)[oa]s?|quedan?)|dove\s+si\s+trova(?:no)?"
    r"|onde\s+(?:se\s+encontram?|ficam?|está\s+localizad[oa])|waar\s+(?:ligt|liggen|bevind(?:t|en)\s+zich)"
    r"|где\s+(?:находи|расположен|располага)\w*)\b(?P<rest>.*))",
    re.IGNORECASE | re.DOTALL,
)
# Names of months and of what time is counted in, their beginnings where they have endings.
_MONTHS = {
    "en": "january february march april june july august september october november december",
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it": "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt": "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "nl": "januari februari maart april mei juni juli augustus september oktober november december",
    "ru": "январ феврал март апрел мая июн июл август сентябр октябр ноябр декабр",
}
_UNITS = {
    "en": "second minute hour day week month year centur decade o'clock",
    "de": "sekunde minute stunde tag woche monat jahr uhr werktag",
    "fr": "seconde minute heure jour semaine mois an année siècle",
    "es": "segundo minuto hora día semana mes año siglo",
    "it": "second minut or giorn settiman mes ann secol",
    "pt": "segundo minuto hora dia semana mês mes ano século",
    "nl": "second minu uur dag week weken maand jaar eeuw",
    "ru": "секунд минут час дн день недел месяц год лет век",
}
_YEAR = r"(?<![\w.,:/-])(?:1\d|20)\d\d(?![\w:%]|[.,]\d)"
_CLOCK = r"(?<![\d:])\d{1,2}:\d\d(?![\d:])"
_UNSPACED_TIME = r"[\d〇零一二三四五六七八九十百千]+\s?(?:个?[年月日天号號]|小?[时時]|点|點|世[纪紀]|周|週|分)"
_UNSPACED_NUMBER = re.compile(r"[〇零一二三四五六七八九十百千万萬亿億两兩]+")


def kinds_of(query: str) -> frozenset[str]:
    """Return what a query asks for: "number", "time", both or neither.

    >>> sorted(kinds_of("How many people came?")), sorted(kinds_of("Wann kam er?")), sorted(kinds_of("who pays"))
    (['number'], ['time'], [])
    """
    asked = query.casefold()
    return frozenset(name for name, asks in (("number", _HOW_MANY), ("time", _WHEN)) if asks.search(asked))


def searched(query: str) -> str:
    """Return what of a query is looked for: all but the verb of "where is it located".

    >>> searched("Where is the bridge located?"), searched("Wo liegt die Mole?"), searched("where it is located")
    ('the bridge', 'die Mole?', 'where it is located')
    >>> searched("Wo liegt\\ndie Mole?\\nSie ist alt.")
    'die Mole?\\nSie ist alt.'
    """
    asks = _WHERE.match(query)
    return (asks["what"] or asks["rest"] or query).strip() if asks else query


def given(query: str, texts: Sequence[str], close: Sequence[int], language: str) -> Scores | None:
    """Return what sentences get for having a number or a time that the query has not, if it asks for one.

    Only those that are `close` to the query are looked at.

    >>> given("How many came in 1969?", ["In 1969 many came.", "Forty came.", "Some 300 came."], range(3), "en")
    array([0. , 0.6, 0.6])
    >>> given("who came", ["Forty came."], [0], "en")
    """
    patterns = [_pattern(kind, language) for kind in kinds_of(query)]
    if not patterns:
        return None
    scores, asked = np.zeros(len(texts)), query.casefold()
    known = {found for pattern in patterns for found in pattern.findall(asked)}
    for place in close:
        text = texts[place][:_LONGEST].casefold()
        if any(found not in known for pattern in patterns for found in pattern.findall(text)):
            scores[place] = GIVEN
    return scores if scores.any() else None


@lru_cache(maxsize=64)
def _pattern(kind: str, language: str) -> re.Pattern[str]:
    words = "|".join(map(re.escape, NUMBERS.get(language, {})))
    number = rf"\d+(?:[.,]\d+)*|\b(?:{words})\b" if words else r"\d+(?:[.,]\d+)*"
    if kind == "number":
        return re.compile(rf"{number}|{_UNSPACED_NUMBER.pattern}" if _unspaced(language) else number)
    times = [_YEAR, _CLOCK]
    if language in _MONTHS:
        months, units = "|".join(_MONTHS[language].split()), "|".join(_UNITS[language].split())
        times += [rf"\b(?:{months})\w{{0,4}}\b", rf"(?:{number})(?:st|nd|rd|th|[.-])?\s?(?:{units})\w{{0,4}}\b"]
    if language == "en":
        times.append(r"\bmay\s+\d{1,2}\b|\b\d{1,2}\s+may\b")  # the month, not the verb
    if _unspaced(language):
        times.append(_UNSPACED_TIME)
    return re.compile("|".join(times))


def _unspaced(language: str) -> bool:
    return language in ("zh", "ja")
