"""Words that are nouns but tell nobody what a text is about: "thing", "example", "Monday", "Dr".

A vague word may be part of a phrase, as in "case law", unless it says as little there: "new law", "law Tuesday".
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from sentencerank.languages.words import word_list


class Vague(NamedTuple):
    """The vague words of a language, in lower case."""

    alone: frozenset[str] = frozenset()  # no keyphrase by themselves
    before: frozenset[str] = frozenset()  # cut off at the beginning of a phrase
    breaking: frozenset[str] = frozenset()  # in no phrase: days and months


# Forms of address, in the languages that write a name behind them.
TITLES = word_list(
    [
        "dr mr mrs ms miss sir prof professor rev hon st jr lord lady madam mme mlle herr frau hr fr dipl ing sr sra",
        "srta señor señora senhor senhora dott sig signor signora dhr mevr г-н г-жа bay bayan",
    ]
)
# What may stand between two names that are one: "Bank of England", "Ludwig van Beethoven".
PARTICLES = word_list(
    ["of de du da do dos das del della dei di des von van der den zu zum zur ter ten al el la bin ibn"]
)

_ALONE = {
    "en": "amount approach area aspect attempt base basis bit bunch case cases chance change choice circumstance "
    "concept condition consequence couple course day days decade degree detail details difference doubt effect end "
    "example examples fact factor feature features figure form future good group half hand hour hours idea instance "
    "issue item items job kind lack least level line lot lots man manner matter mean meaning means mention method "
    "minute minutes moment month months morning need night note number numbers object one option order others paper "
    "part parts past people percent period person piece place point points possibility problem problems process "
    "purpose question questions range rate reason reasons record regard rest result results role section sense set "
    "side sort start state step steps stuff table terms thing things thought time times today tomorrow tonight top "
    "total town type types use user variety version view way ways week weeks word words work world year years "
    "yesterday fig eq chapter page pages copyright rights author authors article abstract introduction conclusion "
    "references appendix contents summary overview quot nbsp amp et al",
    "de": "Anfang Art Aufgabe Beispiel Bereich Ende Fall Form Frage Grund Jahr Jahre Jahren Kapitel Lage Leute Mal "
    "Mensch Menschen Minute Monat Möglichkeit Punkt Rahmen Seite Sinn Stelle Stunde Tag Tage Teil Thema Weg Weise "
    "Woche Zahl Zeit Ziel Abbildung Abschnitt Tabelle Prozent Uhr",
    "fr": "cas chose choses cours date début exemple fait façon fin fois gens heure heures jour jours lieu manière "
    "minute mois moment nombre objet page part partie place point question raison semaine sens sorte suite temps "
    "type vue an ans année années dernier dernière premier première nouveau nouvelle selon euros pourcent figure "
    "tableau chapitre section",
    "es": "año años caso casos cosa cosas cuenta día días ejemplo fin forma hora horas lugar manera mes meses momento "
    "número parte partes persona punto razón semana semanas sentido tiempo tipo vez veces nuevo nueva primer primera "
    "capítulo figura sección tabla",
    "pt": "ano anos caso casos coisa coisas conta dia dias exemplo fim forma hora horas lugar maneira mês meses "
    "momento número parte partes pessoa ponto razão semana semanas sentido tempo tipo vez vezes novo nova primeiro "
    "primeira capítulo figura seção tabela cento",
    "it": "anno anni caso casi cosa cose esempio fine forma giorno giorni luogo mese mesi modo momento numero ora ore "
    "parte parti persona punto ragione senso settimana tempo tipo volta volte nuovo nuova primo prima capitolo "
    "figura sezione tabella",
    "nl": "aantal dag dagen deel ding dingen einde geval jaar jaren keer maand maanden manier mensen moment plaats "
    "punt reden soort tijd uur vraag week weken wijze hoofdstuk figuur tabel procent",
    "ru": "время вид год года годы дело день дни значение конец лет место месяц момент начало образ отношение пример "
    "причина раз случай сторона тип форма час часть человек число глава раздел рисунок таблица",
}
_BEFORE = {
    "en": "actual appropriate available basic best better big certain common complete considerable corresponding "
    "current different early entire excellent existing final following former full further general given good great "
    "high important interesting large last late later latest little long low main major many more most much "
    "necessary new next old only original other overall own particular possible potential present previous proposed "
    "real recent relevant resulting same several short significant similar simple single small so-called special "
    "specific such suitable top total typical usual various well whole wide able first second third",
    "de": "neu neue neuen neuer neues ganze ganzen weitere weiteren weiterer verschiedene verschiedenen groß große "
    "großen großer kleine kleinen letzte letzten nächste nächsten erste ersten eigene eigenen viele vielen andere "
    "anderen bestimmte bestimmten wichtige wichtigen möglich mögliche möglichen",
    "ru": "новый новая новые новых другой другие других большой большая большие весь вся первый первая последний",
}
_BREAKING = {
    "en": "monday tuesday wednesday thursday friday saturday sunday january february april june july august september "
    "october november december jan feb apr jun jul aug sep sept oct nov dec yesterday today tomorrow tonight",
    "de": "montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz april mai juni juli august "
    "september oktober november dezember",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche janvier février mars avril mai juin juillet août "
    "septembre octobre novembre décembre",
    "es": "lunes martes miércoles jueves viernes sábado domingo enero febrero marzo abril mayo junio julio agosto "
    "septiembre octubre noviembre diciembre",
    "pt": "segunda-feira terça-feira quarta-feira quinta-feira sexta-feira sábado domingo janeiro fevereiro março "
    "abril maio junho julho agosto setembro outubro novembro dezembro",
    "it": "lunedì martedì mercoledì giovedì venerdì sabato domenica gennaio febbraio marzo aprile maggio giugno luglio "
    "agosto settembre ottobre novembre dicembre",
    "nl": "maandag dinsdag woensdag donderdag vrijdag zaterdag zondag januari februari maart april mei juni juli "
    "augustus september oktober november december",
    "ru": "понедельник вторник среда четверг пятница суббота воскресенье январь января февраль февраля март марта "
    "апрель апреля май мая июнь июня июль июля август августа сентябрь сентября октябрь октября ноябрь ноября декабрь "
    "декабря",
}


@cache
def vague_words(code: str) -> Vague:
    """Return the vague words of a language; none where there is no list.

    >>> "example" in vague_words("en").alone, vague_words("tlh").alone
    (True, frozenset())
    """
    tables: tuple[Mapping[str, str], ...] = (_ALONE, _BEFORE, _BREAKING)
    return Vague(*(frozenset(table.get(code, "").lower().split()) for table in tables))
