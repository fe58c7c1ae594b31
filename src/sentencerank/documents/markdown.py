"""Markdown, by markdown-it-py: its tokens say what is a heading, a list item, a quote, a table, code or a formula.

It knows all of CommonMark, is pure Python, has one small dependency and limits its own nesting. What Markdown has no
sign for, `export.py` writes as a comment before the block, and it is read back here: `<!-- caption -->`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from typing import TYPE_CHECKING, get_args

from sentencerank.document import BLOCK_KINDS, BlockKind, MarkKind, Place
from sentencerank.documents.html import html_pieces
from sentencerank.documents.limits import Meter
from sentencerank.documents.needed import has_sign
from sentencerank.documents.pieces import Content, Piece, Words, Writer, note_sign, table, tidy
from sentencerank.documents.plain import decode
from sentencerank.errors import DocumentError, ExtraError, LimitError

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_SIGNS = tuple(
    re.compile(sign, re.MULTILINE)
    for sign in (
        # One heading is not right below another of its level: that is a comment of several lines.
        r"(?:\A|^(?!# )[^\n]*\n)(#{1,6}) +\S[^\n]*(?:\n(?!\1 )|\Z)",
        # Tildes right below a line are its underline.
        r"^```|(?:\A|\n\n)~~~",
        r"\[[^\[\]\n]+\]\((?:https?:|[\w./#-])[^)\[\n]*\)",
        r"^\|?(?: *:?-{3,}:? *\|)+ *(?:(?::-*:?|-+:?) *)?$",
        r"\A---\n(?:[\w-]+:.*\n)+---$",
        # Plain text has these as well.
        r"(?<![\w*])\*\*[^\s*][^*\n]*\*\*(?!\w)",
        r"(?<![`\w])`[^`'\n]+`(?![`\w])",
        r"^[^\n]+\n(?:={3,}|-{3,})$",
    )
)
_NEEDED = (("# ",), ("```", "~~~"), ("](",), ("---",), ("---",), ("**",), ("`",), ("===", "---"))  # for each of them
_OWN = 5  # of these signs are found in Markdown alone
_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\n(.*?)\n(?:\1|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FRONT_TITLE = re.compile(r"^title\s*[:=]\s*(\S.*)$", re.MULTILINE)
_FRONT_FIELD = re.compile(r"^[\w-]+\s*[:=]", re.MULTILINE)
_DIRECTIVE = re.compile(r"<!-- ([a-z]+)(?: (\{[^\n]*\}))? -->\s*")
_ALERT = re.compile(r"\[!(?:NOTE|TIP|IMPORTANT|WARNING|CAUTION)\]")  # opens a quote that is a note
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)")
_HREF = re.compile(r"href\s*=\s*[\"']?([^\"'\s>]+)")
_MARKS: dict[str, MarkKind] = {
    "em": "emphasis", "i": "emphasis", "strong": "strong", "b": "strong", "code": "code", "a": "link",
}  # fmt: skip
_NO_CELLS = "table"  # the language of a fence that holds a table whose cells are not known


def is_markdown(text: str, named: bool) -> bool:
    """Whether a text has two signs of Markdown, one of them its own, or one and the name of such a file."""
    found, enough = 0, 1 if named else 2
    for index, (sign, strings) in enumerate(zip(_SIGNS, _NEEDED, strict=True)):
        if index == _OWN and not (found or named):
            return False
        found += has_sign(text, sign, strings)
        if found == enough:
            return True
    return False


def read(data: bytes, meter: Meter) -> Content:
    """Read the blocks of a Markdown file; front matter is dropped, but its title kept."""
    text, notes = decode(data)
    return markdown_content(meter.take(text), notes, meter)


def markdown_content(text: str, notes: tuple[str, ...], meter: Meter) -> Content:
    """Return what a Markdown text consists of."""
    front = _FRONT_MATTER.match(text)
    if not front or not _FRONT_FIELD.search(front[2]):
        return Content(tuple(_Blocks(meter).read(text)), notes)
    title = _FRONT_TITLE.search(front[2])
    pieces = [Piece("title", _unquoted(title[1].rstrip()))] if title else []
    line = text.count("\n", 0, front.end())
    return Content((*pieces, *_Blocks(meter, line).read(text[front.end() :])), notes)


def _unquoted(value: str) -> str:
    r"""Return a value of front matter without its quotation marks.

    >>> _unquoted('"Rain \\"again\\""'), _unquoted("'Rain'"), _unquoted("Rain")
    ('Rain "again"', 'Rain', 'Rain')
    """
    if value[:1] == '"' == value[-1:]:
        try:
            return str(json.loads(value))
        except ValueError:
            pass
    return value[1:-1] if value[:1] in ("'", '"') and value[:1] == value[-1:] else value


def parser() -> MarkdownIt:
    """Return a parser that knows tables, strikethrough, formulas, footnotes and definition lists."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.deflist import deflist_plugin
    from mdit_py_plugins.dollarmath import dollarmath_plugin
    from mdit_py_plugins.footnote import footnote_plugin

    class Verbatim(MarkdownIt):
        """Keeps addresses as they are written."""

        def normalizeLink(self, url: str) -> str:  # noqa: N802  # its name there
            return url

    made = Verbatim("commonmark").enable(["table", "strikethrough"])
    # "$5 to $10" is no formula.
    made.use(dollarmath_plugin, allow_space=False, allow_digits=False, double_inline=False)
    return made.use(footnote_plugin, inline=False).use(deflist_plugin)


class _Blocks:
    """Turns the tokens of a text into pieces."""

    def __init__(self, meter: Meter, line: int = 0) -> None:
        self._meter = meter
        self._line = line  # lines before the text
        self._around: list[Token] = []  # the open blocks
        self._mark = ""
        self._label = ""  # of the footnote that is open
        self._row: list[Words] = []
        self._rows: list[list[Words]] = []
        self._kind: BlockKind | None = None  # what a directive says about the next block
        self._about: Mapping[str, str] = {}

    def read(self, text: str) -> Iterator[Piece]:
        for token in parser().parse(text):
            self._meter.tick()
            for piece in self._token(token):
                yield self._directed(piece, token)

    def _directed(self, piece: Piece, token: Token) -> Piece:
        """Return a piece as a directive before it wants it, with the line that it begins at."""
        line = token.map[0] + 1 if token.map else 0
        if self._kind is not None:
            piece = piece._replace(kind=self._kind, about=self._about)
            self._kind = None
        if piece.places or piece.path or not line:
            return piece
        if not piece.marks and not piece.cells:
            piece = piece._replace(text=tidy(piece.text, piece.kind))
        return piece._replace(places=(Place(0, len(piece.text), line=self._line + line),))

    def _token(self, token: Token) -> Iterator[Piece]:
        if token.nesting > 0:
            self._open(token)
        elif token.nesting < 0:
            self._around.pop()
            if token.type == "table_close":
                yield table(self._rows)
        elif token.type in ("fence", "code_block"):
            yield _code(token)
        elif token.type in ("math_block", "math_block_label"):
            yield Piece("formula", " ".join(token.content.split()), about={"tex": token.content.strip()})
        elif token.type == "html_block":
            yield from self._markup(token.content)
        elif token.type == "inline":
            yield from self._text(token)

    def _open(self, token: Token) -> None:
        self._around.append(token)
        match token.type:
            case "list_item_open":
                self._mark = f"{token.info}{token.markup} " if token.info else "- "
            case "table_open":
                self._rows = []
            case "tr_open":
                self._row = []
                self._rows.append(self._row)
            case "footnote_open":
                self._label = str(token.meta.get("label", token.meta.get("id", 0) + 1))

    def _text(self, token: Token) -> Iterator[Piece]:
        words, figures = _inline(_without_alert(token.children or ()))
        if self._around[-1].type in ("td_open", "th_open"):
            self._row.append(words)
            return
        if words.text:
            yield self._piece(words)
        for source, described in figures:
            yield Piece("figure", described, about={"source": source})

    def _piece(self, words: Words) -> Piece:
        text, marks, _ = words
        inner = self._around[-1]
        if inner.type == "heading_open":
            return Piece("heading", text, int(inner.tag[1]), marks=marks)
        types = [token.type for token in self._around]
        if "footnote_open" in types:
            return Piece("footnote", text, marks=marks, about={"label": self._label})
        listed = [index for index, kind in enumerate(types) if kind in ("list_item_open", "dt_open", "dd_open")]
        quoted = [index for index, kind in enumerate(types) if kind == "blockquote_open"]
        if quoted and quoted[-1] > max(listed, default=-1):
            return Piece("quote", text, len(quoted), marks=marks)
        if not listed:
            return Piece("paragraph", text, marks=marks)
        mark, self._mark = self._mark, ""
        depth = len(listed) + (types[listed[-1]] == "dd_open")
        return Piece("list", text, depth, mark, types[listed[-1]] != "dt_open", marks)

    def _markup(self, html: str) -> Iterator[Piece]:
        """Yield the text of HTML between Markdown; a comment or a lone closing tag has none, which is no error here."""
        if directive := _DIRECTIVE.fullmatch(html.strip()):
            yield from self._directive(directive[1], directive[2] or "{}")
            return
        try:
            yield from html_pieces(html, self._meter)
        except LimitError:
            raise
        except ExtraError:
            # Markdown is read without the parser of HTML too.
            if text := unescape(re.sub(r"<[^<>]*>", " ", html)).strip():
                yield Piece("paragraph", text)
        except DocumentError:
            self._meter.tick()

    def _directive(self, kind: str, about: str) -> Iterator[Piece]:
        if kind not in BLOCK_KINDS:
            return
        found = next(each for each in get_args(BlockKind) if each == kind)
        try:
            facts = {str(key): str(value) for key, value in json.loads(about).items()}
        except ValueError:
            facts = {}
        if found == "page":
            yield Piece("page", "", about=facts)
        else:
            self._kind, self._about = found, facts


def _code(token: Token) -> Piece:
    language = token.info.split(maxsplit=1)[0] if token.info.strip() else ""
    if language == _NO_CELLS:
        return Piece("table", tidy(token.content, "table"))
    return Piece("code", tidy(token.content, "code"), about={"language": language} if language else {})


def _without_alert(tokens: Sequence[Token]) -> Sequence[Token]:
    """Return the inline tokens of a quote without the mark that makes it a note or a warning."""
    return tokens[1:] if tokens and _ALERT.fullmatch(tokens[0].content) else tokens


def _inline(tokens: Sequence[Token]) -> tuple[Words, list[tuple[str, str]]]:
    """Return inline tokens as words with marks, and the pictures among them: where they are, and what they show."""
    writer = Writer()
    figures: list[tuple[str, str]] = []
    tags: list[str] = []  # HTML elements that are open
    for token in tokens:
        match token.type:
            case "softbreak" | "hardbreak":
                writer.write("\n")
            case "link_open":
                writer.begin("link", str(token.attrs.get("href", "")))
            case "em_open":
                writer.begin("emphasis")
            case "strong_open":
                writer.begin("strong")
            case "link_close" | "em_close" | "strong_close":
                writer.end()
            case "code_inline":
                writer.add("code", token.content)
            case "math_inline" | "math_inline_double":
                writer.add("formula", token.content, target=token.content)
            case "footnote_ref":
                label = str(token.meta.get("label", token.meta.get("id", 0) + 1))
                writer.add("note", note_sign(label), target=label)
            case "image":
                figures.append((str(token.attrs.get("src", "")), token.content))
            case "html_inline":
                _tag(token.content, tags, writer)
            case _:
                writer.write(token.content)
    for _ in tags:
        writer.end()
    return writer.take(), figures


def _tag(html: str, tags: list[str], writer: Writer) -> None:
    """Obey a tag between the words: a line break, the begin or the end of a mark."""
    found = _TAG.match(html)
    name = found[2].lower() if found else ""
    if name == "br":
        writer.write("\n")
    elif found and found[1] and tags and tags[-1] == name:
        tags.pop()
        writer.end()
    elif found and not found[1] and name in _MARKS:
        href = _HREF.search(html)
        writer.begin(_MARKS[name], unescape(href[1]) if href else "")
        tags.append(name)
