"""The macros of mdoc, in which the manual pages of BSD are written: what a line of them says."""

from __future__ import annotations

from itertools import takewhile

from sentencerank.documents.formulas.symbols import names
from sentencerank.documents.pieces import Writer
from sentencerank.documents.troff_text import arguments, write_text

# What stands around the rest of a line, and around what stands between two macros.
_QUOTES = {"Dq": ("“", "”"), "Sq": ("‘", "’"), "Pq": ("(", ")"), "Qq": ('"', '"'), "Op": ("[", "]"), "Bq": ("[", "]"),
           "Aq": ("<", ">"), "Brq": ("{", "}"), "Ql": ("‘", "’"), "In": ("<", ">")}  # fmt: skip
_OPENING = {"Oo": "[", "Ao": "<", "Bo": "[", "Bro": "{", "Do": "“", "Po": "(", "Qo": '"', "So": "‘", "Xo": "", "Eo": ""}
_CLOSING = {"Oc": "]", "Ac": ">", "Bc": "]", "Brc": "}", "Dc": "”", "Pc": ")", "Qc": '"', "Sc": "’", "Xc": "", "Ec": "",
            "Fc": ")"}  # fmt: skip
_CODE = names("Fl Ar Cm Ic Li Pa Va Vt Ev Er Fn Ft Fa Nm Fd Fo Sy Dv Ad Cd Ms")
_PLAIN = names("No An St Lb Em Xr Sx Ns Ap Pf Tn Mt Lk Rv Ex")
_SYSTEMS = {"Ux": "UNIX", "Bx": "BSD", "Nx": "NetBSD", "Fx": "FreeBSD", "Ox": "OpenBSD", "Bsx": "BSD/OS",
            "Dx": "DragonFly BSD", "At": "AT&T UNIX"}  # fmt: skip
MACROS = frozenset({*_QUOTES, *_OPENING, *_CLOSING, *_CODE, *_PLAIN, *_SYSTEMS})
_ENDS, _BEGINS = frozenset(".,:;)]?!"), frozenset("([")
_STANDARD = {
    "Ex": "The {} utility exits 0 on success, and >0 if an error occurs.",
    "Rv": "The {}() function returns the value 0 if successful; otherwise the value -1 is returned and errno is set.",
}


class Mdoc:
    """Writes lines of macros, one after the other: what one of them opens, another may close."""

    def __init__(self, writer: Writer) -> None:
        self._writer = writer
        self._name = ""  # of the command
        self._arguments = -1  # of the function that is declared, so far; -1 outside
        self._glued = False  # nothing stands between the last word and the next one
        self._spaced = True  # whether spaces stand between words
        self.open = 0  # how many macros wait for the one that closes them

    def write(self, line: str) -> None:
        """Write a line: each name of a macro in it says how the words after it look."""
        words = arguments(line)
        if words and words[0] in _STANDARD and words[1:2] == ["-std"]:
            self._writer.write(_STANDARD[words[0]].format(", ".join(words[2:]) or self._name) + "\n")
            return
        # What closes a sentence stands behind all that is closed with the line.
        tail = len(words) - sum(1 for _ in takewhile(_ENDS.__contains__, reversed(words)))
        macro = ""
        closing: list[str] = []  # what the end of the line has to close
        for index, word in enumerate(words[:tail]):
            following = words[index + 1] if index + 1 < tail else ""
            if word in MACROS:
                macro = word
                self._begin(word, following, closing)
            elif index and macro in _SYSTEMS and words[index - 1] == macro:
                self._version(macro, word)
            else:
                self._say(word, macro, words[index - 1] if index else "", words[index - 2] if index > 1 else "")
        self._close("".join(reversed(closing)))
        for word in words[tail:]:
            self._close(word)
        if self._spaced and not self._glued:
            self._writer.write("\n")

    def space(self, spaced: bool) -> None:
        """Let spaces stand between words from here on, or not."""
        self._spaced = spaced
        self._writer.write("\n")

    def _begin(self, macro: str, following: str, closing: list[str]) -> None:
        """Begin what a macro begins."""
        alone = not following or following in MACROS or following in _ENDS
        if macro in _QUOTES:
            left, right = _QUOTES[macro]
            self._open(left)
            closing.append(right)
        elif macro in _OPENING:
            self.open += 1
            self._open(_OPENING[macro])
        elif macro in _CLOSING:
            self.open = max(0, self.open - 1)
            self._arguments = -1 if macro == "Fc" else self._arguments
            self._close(_CLOSING[macro])
        elif macro in ("Ns", "Ap", "Pf"):
            self._writer.glue()
            self._writer.write("'" if macro == "Ap" else "")
            self._glued = macro != "Pf"
        elif macro == "Nm":
            if not alone:
                self._name = self._name or following
            elif self._name:
                self._word(self._name, "code")
        elif macro in ("Fl", "Ar") and alone:
            self._word("-" if macro == "Fl" else "file ...", "code")
            self._glued = macro == "Fl" and following == "Ns"
        elif macro in _SYSTEMS and (alone or not following[0].isdigit()):
            self._word(_SYSTEMS[macro], "")
        elif macro == "Fn" and not alone:
            self._arguments = -1
            closing.append(")")
        elif macro == "Fo":
            self._arguments = 0

    def _version(self, system: str, word: str) -> None:
        if not word[0].isdigit():
            self._word(word, "")
        else:
            self._word(f"{word}BSD" if system == "Bx" else f"{_SYSTEMS[system]} {word}", "")

    def _say(self, word: str, macro: str, before: str, earlier: str) -> None:
        """Write a word that is none of a macro's names."""
        if word in _ENDS:
            self._close(word)
        elif word in _BEGINS:
            self._open(word)
        elif earlier == "Xr" and macro == "Xr":
            self._close(f"({word})")
        elif macro == "Pf" and before == "Pf":
            self._word(word, "")
            self._glued = True
        elif macro in ("Fn", "Fo") and before == macro:
            self._word(f"{word}(", "code")
            self._glued = True
        elif macro == "Fn" or (macro == "Fa" and self._arguments >= 0):
            if not self._glued:
                self._close(",")
            self._arguments += 1
            self._word(word, "code")
        else:
            dash = "-" if macro == "Fl" and word != "|" else ""
            self._word(dash + word, "code" if macro in _CODE else "")

    def _word(self, word: str, font: str) -> None:
        write_text(self._writer, (" " if self._spaced and not self._glued else "") + word, font, inside=True)
        self._glued = False

    def _open(self, sign: str) -> None:
        if sign:
            self._word(sign, "")
            self._glued = True

    def _close(self, sign: str) -> None:
        if sign:
            self._glued = False
            self._writer.glue()
            write_text(self._writer, sign, "", inside=True)
