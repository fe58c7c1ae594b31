"""LaTeX, read from its source: sections, lists, code, formulas, tables, captions, notes, references; nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sentencerank.documents.formulas.tex import linear
from sentencerank.documents.latex_blocks import Blocks
from sentencerank.documents.latex_braces import ACCENTS, TYPED, accented
from sentencerank.documents.latex_commands import (
    CITES,
    LENGTH,
    LISTS,
    MARKS,
    REFERS,
    SECTIONS,
    SILENT,
    SKIP,
    SKIPS,
    WRITTEN,
)
from sentencerank.documents.limits import Meter
from sentencerank.documents.paths import OFTEN
from sentencerank.documents.pieces import Content, Piece, Words, note_sign, tidy
from sentencerank.documents.plain import decode

_SIGNS = re.compile(r"\\(?:documentclass|begin\{document\}|usepackage|(?:sub){0,2}section\*?\{)")
_TOKEN = re.compile(
    r"(?<!\\)%[^\n]*\n?[ \t]*"
    r"|\\(?P<name>[A-Za-z@]+)\*?[ \t]*"
    r"|\\(?P<sign>.)"
    r"|(?P<math>\$\$?)|(?P<brace>[{}])|(?P<blank>\n[ \t]*\n\s*)"
    r"|(?P<text>[^\\%${}\n]+|\n)",
    re.DOTALL,
)
_TITLE = re.compile(r"\\title\s{0,5}(?:\[[^\]]{0,200}\])?\s{0,5}(?=\{)")
_SHORT = re.compile(r"\\(?:Make|Define)ShortVerb\*?(?:\[[^\]\n]{0,80}\])?\{?\\?([^\w\s\\{}$%])")
_DOCUMENTED = re.compile(r"\\documentclass(?:\[[^\]]{0,200}\])?\{(?:ltxdoc|l3doc|ltxguide|ltnews)\}")
_SHORT_CODE = 200  # characters between two such signs
_LONGEST_FORMULA = 5_000  # characters
_CLOSING = re.compile(r"\\fi(?![A-Za-z])")
_DEEPEST = 6  # notes inside notes


def is_latex(text: str, named: bool) -> bool:
    """Whether a text has the commands of a LaTeX document, two of them or one and the name."""
    found = {sign[0] for sign in _SIGNS.finditer(text[:100_000])}
    return len(found) >= (1 if named else 2)


def read(data: bytes, meter: Meter) -> Content:
    """Read the blocks of a LaTeX file."""
    text, notes = decode(data)
    return latex_content(meter.take(text), notes, meter)


def latex_content(text: str, notes: tuple[str, ...], meter: Meter) -> Content:
    """Return what a LaTeX text consists of."""
    return Content(tuple(_Reader(text, meter, short=_short_signs(text)).read()), notes)


def _short_signs(text: str) -> re.Pattern[str] | None:
    r"""Return what finds the signs around code that stand for \verb: the file declares them, or its class does.

    >>> _short_signs(r"\MakeShortVerb{\|}"), _short_signs("a | b")
    (re.compile('[\\|]'), None)
    """
    signs = {found[1] for found in _SHORT.finditer(text)} | ({"|"} if _DOCUMENTED.search(text) else set())
    return re.compile(f"[{''.join(map(re.escape, sorted(signs)))}]") if signs else None


class _Reader(Blocks):
    """Reads one token after the other."""

    def read(self) -> Iterator[Piece]:
        start = self._text.find(r"\begin{document}")
        if start >= 0:
            yield from self._title(start)
        place = start + len(r"\begin{document}") if start >= 0 else 0
        stop = self._text.find(r"\end{document}", place)
        stop = stop if stop >= 0 else len(self._text)
        steps = 0
        while place < stop:
            steps += 1
            if steps % OFTEN == 0:
                self._meter.tick()
            token = _TOKEN.match(self._text, place)
            if token is None:
                place += 1
                continue
            place = max(self._obey(token), token.end())
            if self._pieces:
                yield from self._pieces
                self._pieces = []
        self._end()
        yield from self._pieces

    def words(self) -> Words:
        """Return everything as words on one line; blocks inside are lost."""
        texts = [piece.text for piece in self.read()]
        return Words(" ".join(texts))

    def _title(self, end: int) -> Iterator[Piece]:
        found = _TITLE.search(self._text, 0, end)
        if found:
            yield Piece("title", self._inner(self._braces.inside(found.end())[0]).text)

    def _inner(self, text: str) -> Words:
        if self._depth >= _DEEPEST:
            return Words(tidy(text))
        return _Reader(text, self._meter, self._depth + 1, self._short).words()

    def _obey(self, token: re.Match[str]) -> int:
        """Do what a token says, and return where to go on."""
        end = token.end()
        if token["text"]:
            self._start = self._start if self._writer.length else token.start()
            return self._typed(token.start("text"), end)
        elif token["blank"]:
            self._end()
        elif token["brace"]:
            self._brace(token["brace"])
        elif token["math"]:
            return self._formula(token["math"], token["math"], end)
        elif token["sign"]:
            return self._sign(token["sign"], end)
        elif token["name"]:
            return self._command(token["name"], end)
        return end

    def _typed(self, place: int, end: int) -> int:
        """Write text, with code between the signs that the file has made short for it; return where to go on."""
        while place < end:
            found = self._short.search(self._text, place, end) if self._short else None
            stop = self._text.find(found[0], found.end(), found.end() + _SHORT_CODE) if found else -1
            code = found is not None and stop > found.end() and "\n" not in self._text[found.end() : stop]
            text = self._text[place : (found.start() if code else found.end()) if found else end]
            for written, sign in TYPED:
                text = text.replace(written, sign)
            self._writer.write(text)
            if found is None:
                break
            if code:
                self._writer.add("code", self._text[found.end() : stop])
            place = stop + 1 if code else found.end()
        return max(place, end)

    def _brace(self, brace: str) -> None:
        if brace == "{":
            self._open.append(self._pending is not None)
            if self._pending is not None:
                self._writer.begin(self._pending, self._target)
                self._pending, self._target = None, ""
        elif self._open and self._open.pop():
            self._writer.end()

    def _sign(self, sign: str, end: int) -> int:
        if sign == "[":
            return self._formula("[", r"\]", end)
        if sign == "(":
            return self._formula("(", r"\)", end)
        if sign in ACCENTS:
            letter, end = self._braces.letter(end)
            self._writer.write(accented(letter, sign))
        elif sign == "\\":
            self._writer.write("\n")
            length = LENGTH.match(self._text, end)
            end = length.end() if length else end
        elif sign in "&%$#_{} ~@/-":
            self._writer.write(sign if sign not in "/-@" else "")
        return end

    def _formula(self, opening: str, closing: str, end: int) -> int:
        last = end + _LONGEST_FORMULA + len(closing)
        stop = self._text.find(closing, end, last)
        while stop > 0 and self._text[stop - 1] == "\\" and closing.startswith("$"):
            stop = self._text.find(closing, stop + 1, last)
        if stop < 0:
            return end
        tex = self._text[end:stop].strip()
        if opening in ("$$", "["):
            self._display(tex)
        elif tex:
            self._writer.add("formula", linear(tex), target=tex)
        return stop + len(closing)

    def _command(self, name: str, end: int) -> int:
        if name in ("begin", "end"):
            environment, end = self._braces.inside(end)
            return self._begin(environment, end) if name == "begin" else self._close(environment, end)
        if name in SECTIONS:
            self._end()
            title, end = self._braces.inside(self._braces.after_options(end))
            words = self._inner(title)
            if words.text:
                self._pieces.append(Piece("heading", words.text, SECTIONS[name]))
        elif name == "title":
            title, end = self._braces.inside(self._braces.after_options(end))
            self._pieces.append(Piece("title", self._inner(title).text))
        elif name in MARKS:
            self._pending = MARKS[name]
        elif name in SILENT:
            for _ in range(SILENT[name]):
                end = self._braces.inside(self._braces.after_options(end))[1]
        elif name in SKIPS:
            length = SKIP.match(self._text, end)
            end = length.end() if length else end
        elif name == "replaced":  # what is new, and what it stands for
            written, end = self._braces.inside(self._braces.after_options(end))
            self._writer.write(self._inner(written).text)
            end = self._braces.inside(end)[1]
        elif name == "iffalse" and self._remarks:
            closing = _CLOSING.search(self._text, end)
            self._remarks = closing is not None  # otherwise no other one is closed, and need not be searched for
            end = closing.end() if closing else end
        elif name in ("item", "bibitem"):
            end = self._item(name, end)
        elif name in ("footnote", "footnotetext", "caption", "captionof"):
            end = self._aside(name, end)
        elif CITES.fullmatch(name) or name in REFERS:
            keys, end = self._braces.inside(self._braces.after_options(end))
            self._writer.write(f"[{tidy(keys)}]" if keys else "")
        elif name in ("href", "url"):
            self._target, end = self._braces.inside(end)
            self._pending = "link"
            if name == "url":
                self._writer.add("link", self._target, target=self._target)
                self._pending = None
        elif name in ("verb", "lstinline", "path"):
            end = self._inline_code(end)
        elif name == "includegraphics":
            source, end = self._braces.inside(self._braces.after_options(end))
            self._pieces.append(Piece("figure", "", about={"source": source}))
        elif name in ("par", "newpage", "clearpage", "bigskip", "medskip", "smallskip", "maketitle"):
            self._end()
        elif name in WRITTEN:
            self._writer.write(accented(name, ""))
        else:
            # The arguments of a command that nobody knows are read as text.
            end = self._braces.after_options(end)
        return end

    def _item(self, name: str, end: int) -> int:
        self._end()
        self._kind = "list" if name == "item" else "reference"
        after = self._braces.after_options(end)
        label = self._text[end:after].strip().strip("[]")
        if name == "bibitem":
            return self._braces.inside(after)[1]
        self._mark = "- "
        if label and any(map(str.isalnum, label)):
            depth = sum(each in LISTS for each in self._environments)
            self._pieces.append(Piece("list", self._inner(label).text, max(1, depth), prose=False))
            self._mark = ""
        return after

    def _aside(self, name: str, end: int) -> int:
        inside, end = self._braces.inside(self._braces.after_options(end))
        words = self._inner(inside)
        if name == "footnote":
            self._notes += 1
            label = str(self._notes)
            self._writer.add("note", note_sign(label), target=label)
            self._after.append(Piece("footnote", words.text, about={"label": label}))
        elif words.text:
            self._pieces.append(Piece("footnote" if name == "footnotetext" else "caption", words.text))
        return end

    def _inline_code(self, end: int) -> int:
        sign = self._text[end : end + 1]
        closing = "}" if sign == "{" else sign
        stop = self._text.find(closing, end + 1, end + 300) if sign else -1
        if stop < 0:
            return end
        self._writer.add("code", self._text[end + 1 : stop])
        return stop + 1
