"""What shows that a word is a noun, in languages whose parts of speech are not known: the small words around it.

An article stands before nouns and hardly ever before verbs ("la ville", "het water"), a postposition behind them
("शहर के"), and some languages join the article to the noun ("المدينة"). One occurrence proves little, so those of a
whole document are counted (keyphrases/gathering.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from sentencerank.document import Token
from sentencerank.languages.vague_words import PARTICLES
from sentencerank.languages.words import word_list


@dataclass(frozen=True, slots=True)
class Markers:
    """The marks of nouns in a language, in lower case."""

    articles: frozenset[str] = frozenset()  # articles and their like, which stand before nouns
    prepositions: frozenset[str] = frozenset()  # stand before nouns and before infinitives
    infinitives: tuple[str, ...] = ()  # how infinitives end
    verbs: tuple[str, ...] = ()  # how verbs, participles and adverbs end, and some adjectives
    after: frozenset[str] = frozenset()  # postpositions, which stand behind nouns
    joined: tuple[str, ...] = ()  # articles that are written together with the noun


def _markers(articles: str, prepositions: str, infinitives: str, verbs: str = "") -> Markers:
    return Markers(word_list([articles]), word_list([prepositions]), tuple(infinitives.split()), tuple(verbs.split()))


_MARKERS: Mapping[str, Markers] = {
    "fr": _markers(
        "le la les l un une des du au aux ce cet cette ces mon ma mes son sa ses notre nos votre vos leur leurs chaque "
        "plusieurs quelques aucun aucune quel quelle",
        "de d en sans avec dans sur sous par entre chez vers contre",
        "er ir re oir ant",
        "ait aient era eront ira iront rait raient èrent irent ez ons ment é ée és ées",
    ),
    "es": _markers(
        "el la los las un una unos unas del al este esta estos estas ese esa esos esas su sus mi mis nuestro nuestra "
        "nuestros nuestras cada varios varias algunos algunas ningún ninguna otro otra otros otras",
        "de en con sin sobre entre hacia contra desde",
        "ar er ir arse erse irse ando endo",
        "ó ará erá irá arán erán irán aba aban ía ían aron ieron ado ada ados adas ido ida idos idas mente",
    ),
    "pt": _markers(
        "o os as um uma uns umas do da dos das no na nos nas ao à aos às pelo pela pelos pelas num numa este esta "
        "estes estas esse essa esses essas seu sua seus suas nosso nossa cada vários várias alguns algumas outro outra",
        # "A casa" has the article, "a usar" the preposition.
        "a de em com sem sobre entre por contra",
        "ar er ir ando endo indo arem erem irem",
        "ou eu iu ará erá irá arão erão irão ava avam ia iam aram eram iram ado ada ados adas ido ida idos idas mente",
    ),
    "it": _markers(
        "il lo la i gli le l un uno una del dello della dei degli delle dell al allo alla ai agli alle all dal dallo "
        "dalla dai dagli dalle dall nel nello nella nei negli nelle nell sul sullo sulla sui sugli sulle sull questo "
        "questa questi queste suo sua suoi sue ogni alcuni alcune altro altra",
        "di d in con su per tra fra senza",
        "are ere ire arsi ersi irsi ando endo",
        "ò erà irà eranno iranno ava avano eva evano iva ivano arono erono irono ato ata ati ate uto uta uti ute ito "
        "ita iti ite mente",
    ),
    "nl": _markers(
        "de het een deze dit die dat zijn haar onze ons hun elk elke geen ieder iedere mijn uw",
        "van in op met voor over uit bij tegen tussen",
        "en",
    ),
    "ca": _markers(
        "el la els les l un una uns unes del dels al als pel pels aquest aquesta aquests aquestes cada",
        "de d en amb sense sobre entre",
        "ar er ir re ant ent",
    ),
    "tr": Markers(
        infinitives=("yor", "yorlar", "acak", "ecek", "acaklar", "ecekler", "mış", "miş", "muş", "müş", "mak", "mek")
    ),
    "bn": Markers(infinitives=("েছে", "েছেন", "চ্ছে", "চ্ছেন", "লেন", "বেন", "তেন")),
    "ar": Markers(joined=("ال", "بال", "وال", "كال", "فال", "لل")),
    "fa": Markers(after=word_list(["را های ها ای"])),
    "hi": Markers(after=word_list(["का के की को में से पर ने तक"])),
    "ur": Markers(after=word_list(["کا کے کی کو میں سے پر نے تک"])),
}


@cache
def markers_of(code: str) -> Markers | None:
    """Return the marks of nouns in a language; None where none are known."""
    return _MARKERS.get(code)


# Stand before other words than nouns as well.
_JOINING = PARTICLES | word_list(["à a ad para por pour per voor"])


@cache
def joining_words(code: str) -> frozenset[str]:
    """Return the small words that join two nouns to a phrase: "ligne de commande"; none where they are not known.

    >>> sorted({"de", "ne", "est"} & joining_words("fr")), joining_words("xx")
    (['de'], frozenset())
    """
    markers = _MARKERS.get(code)
    return markers.articles | markers.prepositions | _JOINING if markers and markers.prepositions else frozenset()


def is_marked(text: str, tokens: Sequence[Token], place: int, markers: Markers, passed: frozenset[str]) -> bool:
    """Return whether something around a word of a sentence shows that it is a noun.

    Words in `passed` may stand between an article and its noun: "la nouvelle ville".

    >>> words = [Token("La", 0, "", False, False, False), Token("ville", 3, "vill", True, True, False)]
    >>> fr = markers_of("fr")
    >>> is_marked("La ville", words, 1, fr, frozenset()), is_marked("La ville", words, 0, fr, frozenset())
    (True, False)
    """
    token = tokens[place]
    if markers.infinitives and not markers.articles:
        return not token.text.lower().endswith(markers.infinitives)
    if markers.joined and token.text.startswith(markers.joined):
        return True
    if markers.after:
        return place + 1 < len(tokens) and not tokens[place + 1].breaks and tokens[place + 1].text in markers.after
    before = text[max(0, token.start - 6) : token.start].replace("’", "'")
    if before.endswith("'"):
        word = before.rpartition(" ")[2][:-1].lower()
    else:
        # "La belle grande ville": no more than two, so that a long row of them costs no more.
        for _ in range(2):
            if place and not tokens[place].breaks and tokens[place - 1].text.lower() in passed:
                place -= 1
        word = "" if not place or tokens[place].breaks else tokens[place - 1].text.lower()
    return word in markers.articles or (
        word in markers.prepositions and not token.text.lower().endswith(markers.infinitives)
    )
