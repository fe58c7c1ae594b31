"""Words that point into a document or at the sentences around, by language.

Each entry is a list of patterns between spaces; _ is a space. A language that has no entry is told by numbered parts
alone ("Table 5"), and by what its pack knows of openings.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

# Parts of a document that have numbers, in the languages that write these words.
PARTS = (
    "tables? tab figures? figs? sections? sect sec chapters? chap appendix appendices annex equations? eqs? eqn "
    "examples? algorithms? theorems? lemmas? corollary propositions? definitions? listings? footnotes? exhibits? "
    "pages? pp? columns? rows? steps? vol volume exercises? "
    "tabellen? abbildung(?:en)? abb abschnitte? kapiteln? anhang gleichung(?:en)? beispiele? seiten? spalten? zeilen? "
    "tableaux? chapitres? annexe équations? exemples? tablas? figuras? sección capítulos? anexo ecuación ejemplos? "
    "páginas? tabelas? seção secção exemplos? tabelle? capitolo sezione pagina esempio tabel(?:len)? figuur hoofdstuk "
    "bijlage"
)


class Pointing(NamedTuple):
    """What points away from a sentence in a language; the sentence is in lower case."""

    anywhere: str = ""
    first: str = ""  # only at its beginning
    persons: str = ""  # it speaks of us, of you or of somebody: better left out, but no pointer


_ENGLISH = Pointing(
    "this these those(?!_(?:who|whose|of|in|that|which|with|from)\\b) above below aforementioned ibid herein hereby "
    "earlier such_an? cf supra infra vide as_follows following here respectively former latter then thus therefore "
    "hence however moreover furthermore all_the both_the each_of_the "
    "the_(?:present_|current_)?(?:paper|article|study|report|thesis|essay|survey|document|page|book|chapter|section|"
    "authors?|table|figure)(?!_of\\b) "
    "the_(?:previous|preceding|next|others?|same|proposed|resulting|remaining|baseline|corresponding|final|given|"
    "second|third|said) "
    "(?:our|my)_(?:results?|experiments?|approach|method|system|model|work|algorithm) "
    "in_(?:table|figure|section|chapter|appendix) "
    "(?:more|further|additional)_(?:information|details?) for_details please mailing_lists? bug_reports? issue_tracker "
    "(?:is|are|was|were)_(?:shown|given|listed|described|presented|reported)_in as_can_be_seen",
    "the_(?:results?|experiments?|method|approach|system|model|algorithm|examples?|data|dataset|corpus|task|problem|"
    "technique|procedure|process|answer|question|reason|rest|first|one|only|new|goal|aim|idea|main|evaluation|training|"
    "test|performance|scores?|output|input|features?|rules?|set|number|sentences?|words?|systems|parser|tagger|"
    "classifier|\\w+_(?:dataset|corpus|set)) "
    "there what why how who note notice recall remember consider suppose assume let see finally first "
    "second third again next now another other others of_course indeed in_fact yes no overall "
    "specifically particularly in_particular "
    # What a list of changes begins with.
    "fix(?:e[sd])? add(?:s|ed)? remove[sd]? drop(?:s|ped)? update[sd]? change[sd]? deprecate[sd]? "
    "\\w+_(?:he|she|they|it)",
    "we us our ours ourselves i me my mine myself you your yours yourself he she him her his they them",
)
_GERMAN = Pointing(
    "dies(?:e[rsmn]?)? solche[rsmn]? jene[rsmn]? oben unten obige[rsmn]? vorstehend\\w{0,3} siehe vgl hierbei hierzu "
    "hierfür hier ebenda dort letztere[rsmn]? erstere[rsmn]? ebenfalls ebenso außerdem zudem dabei dadurch dafür "
    "dagegen daher damit danach daneben daran darauf daraufhin daraus darin darüber darunter davon dazu deshalb "
    "deswegen jedoch allerdings hingegen weiterhin ferner schließlich folglich somit demnach stattdessen anschließend "
    "vorliegende[rsmn]? folgende[rsmn]? genannte[rsmn]? erwähnte[rsmn]? besagte[rsmn]? bitte schon_erwähnt "
    "bereits_erwähnt "
    "(?:weitere|nähere|zusätzliche|weiterführende)_(?:informationen|details|einzelheiten|hinweise) "
    "also dann derartige[rsmn]? in_der_(?:arbeit|studie|tabelle|abbildung|liste) der_(?:artikel|autor|verfasser)",
    "er sie es ihre?[nmrs]? seine?[nmrs]? so nun hat ist war beide weitere andere auch aber und oder doch denn dann da "
    "zum_beispiel im_selben jahrhunderts? januar februar märz april mai juni juli august september oktober november "
    "dezember bereits später früher zuletzt zunächst insgesamt der_(?:name|begriff|ort|film|roman|titel) "
    "das_(?:wort|lied|buch|album|gebiet|land|werk) die_(?:band|stadt|gruppe|serie|beiden) "
    # "Als kleinster Staat grenzt es an …", but not "In Europa gibt es …".
    "(?:als|mit|im|in|seit|von|nach|durch|bei|am|auf|aus|neben)_[^,.;:]{0,80}_(?!gibt_|gab_)\\w{3,20}_(?:er|sie|es)",
    "wir uns unsere?[nmrs]? ich mich mir meine?[nmrs]? du dich dir er ihn ihm sie ihr sein seine[nmrs]? ihre[nmrs]?",
)
POINTING = {
    "en": _ENGLISH,
    "de": _GERMAN,
    "fr": Pointing(
        "cet?_\\w+ cette ces ci-(?:dessus|dessous|après|contre) voir ibid celui-ci celle-ci ceux-ci ce_dernier",
        "ils? elles? on ainsi mais et ou donc or car cependant toutefois puis ensuite enfin son sa ses leurs?",
        "nous notre nos je moi mon ma mes vous votre vos tu il elle lui",
    ),
    "es": Pointing(
        "est[eao]s? es[eao]s? dich[oa]s? aquel(?:l[oa]s?)? arriba abajo véase ibid siguientes? mencionad[oa]s?",
        "él ella ellos ellas así pero y además sin_embargo también sus? por_tanto luego",
        "nosotros nuestr[oa]s? yo mis? me usted él ella",
    ),
    "pt": Pointing(
        "[nd]?est[ea]s? [nd]?ess[ea]s? isto isso aquel[ea]s? acima abaixo ibid seguintes? referid[oa]s?",
        "eles? elas? assim mas e além contudo também seus? suas? portanto",
        "nós noss[oa]s? eu meu minha você ele ela",
    ),
    "it": Pointing(
        "quest[oaie] quell[oaie] suddett[oaie] sopra sotto vedi ibid seguent[ei]",
        "egli ella esso essa essi così ma e inoltre tuttavia anche il_suo la_sua quindi",
        "noi nostr[oaie] io mio mia voi egli lui lei",
    ),
    "nl": Pointing(
        "deze dit hierboven hieronder zie ibid volgende bovengenoemde",
        "hij zij ze het_is dus maar en ook echter daarna zijn haar hun die dat",
        "wij we ons onze ik mijn u uw jij hij zij",
    ),
}


@cache
def pointing_pattern(language: str) -> re.Pattern[str] | None:
    """Return what finds words that point in a sentence in lower case; None for a language without a list."""
    words = POINTING.get(language)
    if words is None:
        return None
    return re.compile(rf"\b(?:{_alternatives(words.anywhere)})\b|^\W*(?:{_alternatives(words.first)})\b")


@cache
def person_pattern(language: str) -> re.Pattern[str] | None:
    """Return what finds persons in a sentence in lower case; None for a language without a list."""
    words = POINTING.get(language)
    return None if words is None else re.compile(rf"\b(?:{_alternatives(words.persons)})\b")


def _alternatives(patterns: str) -> str:
    return "|".join(patterns.split()).replace("_", " ")
