"""Stop words that one may ask for: "keep" in "how do I keep comments", "eight" in "the eight regions".

A summary can do without them, so the lists of stop words have them; queries count them, in texts and in what is asked.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Code of a language → words. Left out is what stands in nearly every text: get, go, make, see, become.
_WORDS = {
    "en": """
        call give keep move name put show take used using
        first third last next full empty whole part amount due own alone serious
        back bottom front side top
    """,
    "de": "hoch groß große großen großer großes klein kleine kleinen kleiner kleines kurz lang lange",
}
# A number is the same as a word and in digits; one is left out, because it is mostly an article.
_NUMBERS = {
    "en": """
        2 two; 3 three; 4 four; 5 five; 6 six; 7 seven; 8 eight; 9 nine; 10 ten; 11 eleven; 12 twelve; 13 thirteen;
        14 fourteen; 15 fifteen; 16 sixteen; 17 seventeen; 18 eighteen; 19 nineteen; 20 twenty; 30 thirty; 40 forty;
        50 fifty; 60 sixty; 70 seventy; 80 eighty; 90 ninety; 100 hundred
    """,
    "de": """
        2 zwei; 3 drei; 4 vier; 5 fünf; 6 sechs; 7 sieben; 8 acht; 9 neun; 10 zehn; 11 elf; 12 zwölf; 14 vierzehn;
        15 fünfzehn; 20 zwanzig; 30 dreißig; 40 vierzig; 50 fünfzig; 60 sechzig; 100 hundert
    """,
    "fr": """
        2 deux; 3 trois; 4 quatre; 5 cinq; 6 six; 7 sept; 8 huit; 10 dix; 11 onze; 12 douze; 15 quinze; 20 vingt;
        30 trente; 40 quarante; 50 cinquante; 60 soixante; 100 cent
    """,
    "es": """
        2 dos; 3 tres; 4 cuatro; 5 cinco; 6 seis; 7 siete; 8 ocho; 9 nueve; 10 diez; 11 once; 12 doce; 15 quince;
        20 veinte; 30 treinta; 40 cuarenta; 50 cincuenta; 60 sesenta; 100 cien
    """,
    "it": """
        2 due; 3 tre; 4 quattro; 5 cinque; 7 sette; 8 otto; 9 nove; 10 dieci; 11 undici; 12 dodici; 15 quindici;
        20 venti; 30 trenta; 40 quaranta; 50 cinquanta; 60 sessanta; 100 cento
    """,
    "pt": """
        2 dois duas; 3 três; 4 quatro; 5 cinco; 6 seis; 7 sete; 8 oito; 9 nove; 10 dez; 11 onze; 12 doze; 15 quinze;
        20 vinte; 30 trinta; 40 quarenta; 50 cinquenta; 60 sessenta; 100 cem
    """,
    "nl": """
        2 twee; 3 drie; 4 vier; 5 vijf; 6 zes; 7 zeven; 8 acht; 9 negen; 10 tien; 11 elf; 12 twaalf; 14 veertien;
        15 vijftien; 20 twintig; 30 dertig; 40 veertig; 50 vijftig; 60 zestig; 100 honderd
    """,
    "ru": """
        2 два две двух; 3 три трех трёх; 4 четыре четырех четырёх; 5 пять пяти; 6 шесть шести; 7 семь; 8 восемь восьми;
        9 девять девяти; 10 десять десяти; 12 двенадцать; 15 пятнадцать; 20 двадцать; 30 тридцать; 40 сорок; 100 сто
    """,
}


def _by_word(rows: str) -> Mapping[str, str]:
    return MappingProxyType({word: digits for digits, *words in map(str.split, rows.split(";")) for word in words})


COUNTED: Mapping[str, tuple[str, ...]] = MappingProxyType({code: tuple(own.split()) for code, own in _WORDS.items()})
# Code of a language → word → the number in digits.
NUMBERS: Mapping[str, Mapping[str, str]] = MappingProxyType({code: _by_word(own) for code, own in _NUMBERS.items()})
