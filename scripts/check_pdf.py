"""Write papers with many LaTeX classes, read their PDFs, and compare what is read with what was written.

    python scripts/check_pdf.py FOLDER [--only NAME] [--peers] [--show]

The text is made from a seed: plain sentences, each with a word of its own, sections, footnotes, floats, tables,
formulas, lists and references. So it is known for every sentence what it says and where it belongs. Classes that are
not installed are named and skipped. `--peers` also measures other readers, where they are installed: `pdftotext` and
`pdfminer.six` give text without structure, which is split into sentences in the same way. TeX is needed, so this is no
part of the tests. Debian has it in texlive-latex-extra, texlive-fonts-extra, texlive-publishers, texlive-science,
texlive-luatex, texlive-plain-generic, cm-super, lmodern and ghostscript.
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from sentencerank.document import Block, Document
from sentencerank.documents import read_document

FORMULA = "□"  # stands for an inline formula in what is compared
MATH = (
    "$x_i^2$",
    r"$\alpha \le \beta$",
    "$n$",
    "$f(x) = x + 1$",
    r"$\sum_{k=1}^{n} a_k$",
    "$p < 0.05$",
    r"$\lambda_{\max}$",
    "$k$",
    r"$O(n \log n)$",
)
DISPLAYS = (
    r"\mathrm{WORD}(x) = \frac{a + b}{c_1 + c_2} + \sum_{i=1}^{n} x_i^2",
    r"\mathrm{WORD}_{t+1} = \alpha \, u_t + (1 - \alpha) \int_0^1 g(s) \, ds",
    r"\mathrm{WORD} \le \sqrt{x^2 + y^2} \quad \forall x \in A",
)
NOUNS = (
    "river bridge garden winter signal market window letter engine valley doctor teacher island morning station kitchen"
)
VERBS = "carries follows measures repeats describes changes supports reaches protects explains improves collects"
ADJECTIVES = "quiet heavy narrow bright early distant careful ordinary important considerable independent well-known"
TAILS = (
    "after the long discussion in the committee",
    "without any further consideration of the circumstances",
    "before the beginning of the following season",
    "because the administration had recommended it repeatedly",
    "in spite of the international communication difficulties",
)


@dataclass
class Source:
    """What one paper says, part by part, and its TeX."""

    tex: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)  # of running text, lists and quotes
    headings: list[tuple[int, str]] = field(default_factory=list)
    footnotes: list[str] = field(default_factory=list)
    captions: list[str] = field(default_factory=list)
    items: list[tuple[int, str]] = field(default_factory=list)
    cells: list[str] = field(default_factory=list)
    displays: list[str] = field(default_factory=list)  # the word that only this formula has
    labels: list[str] = field(default_factory=list)  # words inside figures
    references: list[str] = field(default_factory=list)
    code: list[str] = field(default_factory=list)
    title: str = ""


class Author:
    """Writes a paper from a seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.used: set[str] = set()
        self.source = Source()

    def word(self) -> str:
        """Return a word that stands nowhere else in the paper."""
        while True:
            syllables = self.random.randint(3, 4)
            made = "".join(self.random.choice("bdfgklmnprstv") + self.random.choice("aeiou") for _ in range(syllables))
            if made not in self.used:
                self.used.add(made)
                return made

    def sentence(self, *, math: bool = False) -> tuple[str, str]:
        """Return a sentence as it is read and as it is written in TeX."""
        pick = self.random.choice
        noun, verb, adjective = NOUNS.split(), VERBS.split(), ADJECTIVES.split()
        words = [pick(("The", "Every", "No", "This", "Another")), self.word(), pick(noun), pick(verb)]
        words += ["the", pick(adjective), pick(noun), "of", "the", pick(adjective), pick(noun)]
        words += pick(TAILS).split() if self.random.random() < 0.6 else []
        plain, tex = list(words), list(words)
        if math:
            formula = pick(MATH)
            # Nobody writes a formula of one letter where another begins, so they are set off by words.
            place = self.random.randint(4, len(words) - 1)
            plain.insert(place, f"with {FORMULA}")
            tex.insert(place, f"with {formula}")
        elif self.random.random() < 0.15:
            place = self.random.randint(4, len(words) - 1)
            tex[place] = rf"\emph{{{tex[place]}}}"
        return " ".join(plain) + ".", " ".join(tex) + "."

    def paragraph(self, count: int, *, math: float = 0.15, notes: float = 0.0, kept: bool = True) -> str:
        """Return the TeX of a paragraph; some sentences have a footnote."""
        parts = []
        for _ in range(count):
            plain, tex = self.sentence(math=self.random.random() < math)
            if kept:
                self.source.sentences.append(plain)
            if self.random.random() < notes:
                note, note_tex = self.sentence()
                self.source.footnotes.append(note)
                tex += rf"\footnote{{{note_tex}}}"
            parts.append(tex)
        return " ".join(parts)

    def heading(self, command: str, level: int, words: int = 3) -> str:
        """Return a heading of a level."""
        text = " ".join([self.word().capitalize(), *self.random.sample(NOUNS.split(), words - 1)])
        self.source.headings.append((level, text))
        return f"\\{command}{{{text}}}"

    def display(self) -> str:
        """Return a displayed formula between two halves of a sentence."""
        word = self.word()
        self.source.displays.append(word)
        body = self.random.choice(DISPLAYS).replace("WORD", word)
        before, after = self.word(), self.word()
        noun = self.random.choice(NOUNS.split())
        self.source.sentences += [f"The {before} {noun} is given by", f"where {after} holds for every {noun} here."]
        kind = self.random.choice(("equation", "equation", "displaymath"))
        return (
            f"The {before} {noun} is given by\n\\begin{{{kind}}}\n{body}\n\\end{{{kind}}}\n"
            f"where {after} holds for every {noun} here."
        )

    def caption(self) -> str:
        """Return a caption of one sentence."""
        plain, tex = self.sentence()
        self.source.captions.append(plain)
        return rf"\caption{{{tex}}}"

    def figure(self, star: str = "") -> str:
        """Return a floating figure with words inside it."""
        words = [self.word() for _ in range(4)]
        self.source.labels += words
        width, height = (300, 90) if star else (180, 100)
        drawn = (
            rf"\setlength{{\unitlength}}{{1pt}}\begin{{picture}}({width},{height})"
            rf"\put(10,10){{\vector(1,0){{{width - 40}}}}}\put(10,10){{\vector(0,1){{{height - 20}}}}}"
            rf"\put(10,10){{\line(2,1){{120}}}}\put(60,40){{\circle{{20}}}}"
            rf"\put({width // 2},-2){{\scriptsize {words[0]} (s)}}\put(20,{height - 25}){{\scriptsize {words[1]}}}"
            rf"\put(90,70){{\scriptsize {words[2]}}}\put(100,25){{\scriptsize {words[3]}}}\end{{picture}}"
        )
        return f"\\begin{{figure{star}}}\n\\centering\n{drawn}\n{self.caption()}\n\\end{{figure{star}}}"

    def table(self, star: str = "") -> str:
        """Return a floating table with a rule above and below, or with a grid."""
        columns = 5 if star else 3
        rows = [[self.word() for _ in range(columns)]]
        for _ in range(self.random.randint(3, 5)):
            rows.append([self.word(), *(f"{self.random.uniform(0, 90):.1f}" for _ in range(columns - 1))])
        self.source.cells += [cell for row in rows for cell in row]
        lines = [" & ".join(row) + r" \\" for row in rows]
        if self.random.random() < 0.5:
            body = "\n".join([r"\hline", lines[0], r"\hline", *lines[1:], r"\hline"])
            shape = "l" + "r" * (columns - 1)
        else:
            body = "\n".join([r"\hline", *(line + r" \hline" for line in lines)])
            shape = "|" + "c|" * columns
        inner = f"\\begin{{tabular}}{{{shape}}}\n{body}\n\\end{{tabular}}"
        return f"\\begin{{table{star}}}\n\\centering\n{self.caption()}\n{inner}\n\\end{{table{star}}}"

    def listing(self, *, nested: bool) -> str:
        """Return a list; items of two sentences, one nested list."""
        kind = self.random.choice(("itemize", "enumerate"))
        rows = [f"\\begin{{{kind}}}"]
        for index in range(3):
            rows.append(r"\item " + self._item(1))
            if nested and index == 1:
                rows += [r"\begin{itemize}", r"\item " + self._item(2), r"\item " + self._item(2), r"\end{itemize}"]
        return "\n".join([*rows, f"\\end{{{kind}}}"])

    def _item(self, level: int) -> str:
        plain, tex = self.sentence()
        self.source.sentences.append(plain)
        self.source.items.append((level, plain))
        return tex

    def verbatim(self) -> str:
        """Return a listing of code."""
        rows = [f"for {self.word()} in range(10):", f"    print({self.word()})", "return 0"]
        self.source.code.append("\n".join(rows))
        return "\n".join([r"\begin{verbatim}", *rows, r"\end{verbatim}"])

    def quote(self) -> str:
        """Return a quotation."""
        return f"\\begin{{quote}}\n{self.paragraph(2, math=0)}\n\\end{{quote}}"

    def references(self, count: int) -> str:
        """Return a bibliography."""
        rows = [rf"\begin{{thebibliography}}{{{count}}}"]
        for index in range(count):
            title = f"{self.word().capitalize()} {' '.join(self.random.sample(NOUNS.split(), 4))}"
            name, journal = self.word().capitalize(), self.word().capitalize()
            entry = f"{name}, A. and Smith, B. {title}. Journal of {journal} Studies, {index + 3}:12--34, 20{index:02}."
            self.source.references.append(entry.replace("--", "–"))
            rows.append(rf"\bibitem{{key{index}}} {entry}")
        return "\n".join([*rows, r"\end{thebibliography}"])


@dataclass(frozen=True)
class Style:
    """A class of LaTeX with its options, and how its front matter is written."""

    name: str
    document: str  # \documentclass[…]{…}
    preamble: str = ""
    front: str = "plain"
    engine: str = "pdflatex"
    sections: tuple[str, ...] = ("section", "subsection", "subsubsection")
    columns: int = 2
    abstract: bool = True


BOOK = ("chapter", "section", "subsection")
STYLES = (
    Style("article one column", r"\documentclass{article}", columns=1),
    Style("article two columns", r"\documentclass[twocolumn]{article}"),
    Style(
        "article a4 T1",
        r"\documentclass[a4paper,11pt,twocolumn]{article}",
        r"\usepackage[T1]{fontenc}\usepackage{lmodern}",
    ),
    Style("article Times", r"\documentclass[twocolumn,10pt]{article}", r"\usepackage{mathptmx}"),
    Style("article Palatino", r"\documentclass[twocolumn]{article}", r"\usepackage{mathpazo}\usepackage[T1]{fontenc}"),
    Style("article hyperref", r"\documentclass[twocolumn]{article}", r"\usepackage[colorlinks]{hyperref}"),
    Style(
        "article microtype",
        r"\documentclass[a4paper,twocolumn]{article}",
        r"\usepackage[T1]{fontenc}\usepackage{cm-super}\usepackage{microtype}".replace(r"\usepackage{cm-super}", ""),
    ),
    Style("article LuaLaTeX", r"\documentclass[twocolumn]{article}", engine="lualatex"),
    Style(
        "article LuaLaTeX OpenType",
        r"\documentclass[twocolumn]{article}",
        r"\usepackage{unicode-math}",
        engine="lualatex",
    ),
    Style(
        "article three columns",
        r"\documentclass[9pt,landscape]{extarticle}",
        r"\usepackage[margin=15mm]{geometry}\usepackage{multicol}",
        front="multicols",
        columns=3,
    ),
    Style("article dvipdfmx", r"\documentclass[twocolumn]{article}", engine="dvipdfmx"),
    Style("article dvips Ghostscript", r"\documentclass[twocolumn]{article}", engine="dvips"),
    Style("IEEEtran conference", r"\documentclass[conference]{IEEEtran}", front="ieee"),
    Style("IEEEtran journal", r"\documentclass[journal]{IEEEtran}", front="ieee"),
    Style("IEEEtran compsoc", r"\documentclass[10pt,journal,compsoc]{IEEEtran}", front="ieee"),
    Style("acmart sigconf", r"\documentclass[sigconf,nonacm]{acmart}", front="acm"),
    Style("acmart acmsmall", r"\documentclass[acmsmall,nonacm]{acmart}", front="acm", columns=1),
    Style("revtex4-2 pra", r"\documentclass[aps,pra,twocolumn,nofootinbib]{revtex4-2}", front="revtex"),
    Style("revtex4-2 preprint", r"\documentclass[aps,pra,preprint,nofootinbib]{revtex4-2}", front="revtex", columns=1),
    Style("elsarticle 5p", r"\documentclass[5p,times]{elsarticle}", front="elsevier"),
    Style("elsarticle preprint", r"\documentclass[preprint,12pt]{elsarticle}", front="elsevier", columns=1),
    Style("llncs", r"\documentclass{llncs}", front="llncs", columns=1),
    Style("aastex631", r"\documentclass[twocolumn]{aastex631}", front="aastex"),
    Style("mnras", r"\documentclass[fleqn]{mnras}", front="mnras"),
    Style("amsart", r"\documentclass{amsart}", front="ams", columns=1),
    Style("quantumarticle", r"\documentclass[a4paper,twocolumn]{quantumarticle}", front="quantum"),
    Style("cas-dc", r"\documentclass[a4paper]{cas-dc}", front="cas"),
    Style("memoir", r"\documentclass[a5paper]{memoir}", columns=1, sections=BOOK, abstract=False),
    Style("scrartcl", r"\documentclass[twocolumn]{scrartcl}"),
    Style("report", r"\documentclass{report}", r"\usepackage{hyperref}", columns=1, sections=BOOK),
    Style("book two columns", r"\documentclass[twocolumn]{book}", sections=BOOK, abstract=False),
    Style("scrbook", r"\documentclass[b5paper]{scrbook}", columns=1, sections=BOOK, abstract=False),
)


def compose(style: Style, seed: int) -> tuple[Source, str]:
    """Write the paper of a style; return what it says and its TeX."""
    author = Author(seed)
    source = author.source
    source.title = f"{author.word().capitalize()} of the quiet river and the distant bridge"
    abstract = author.paragraph(4, math=0) if style.abstract else ""
    star = "*" if style.columns == 2 else ""
    floats = [author.figure(), author.table(star), author.figure(star), author.table()]
    if style.columns == 3:
        # Columns made by a package have no floats.
        floats, source.captions, source.labels, source.cells = [], [], [], []
    first, second, third = style.sections
    body = []
    for number in range(4):
        body += [author.heading(first, 1), author.paragraph(6, notes=0.2)]
        body += floats[number : number + 1]
        body += [author.paragraph(5, notes=0.1), author.heading(second, 2), author.paragraph(4)]
        body += [author.listing(nested=number % 2 == 0), author.paragraph(3)]
        body += [author.display(), author.paragraph(4, notes=0.25)]
        body += [author.heading(third, 3), author.paragraph(4), author.quote() if number % 2 else author.verbatim()]
        body += [author.paragraph(7, notes=0.1), author.paragraph(5)]
    body.append(author.references(14))
    return source, _whole(style, source.title, abstract, "\n\n".join(body))


def _whole(style: Style, title: str, abstract: str, body: str) -> str:
    head = f"{style.document}\n{style.preamble}\n"
    wrapped = f"\\begin{{abstract}}\n{abstract}\n\\end{{abstract}}\n" if abstract else ""
    return f"{head}{_front(style.front, title, wrapped)}\n{body}\n{_TAILS.get(style.front, '')}\\end{{document}}\n"


_TAILS = {"multicols": "\\end{multicols}\n"}
_BEGIN = r"\begin{document}"
_PLACE = "Institute of Weather, University of Madrid, Spain"
_SHORT = r"\institution{Institute of Weather}\city{Madrid}\country{Spain}"
_FRONTS: dict[str, tuple[str, ...]] = {
    "plain": (r"\title{TITLE}\author{Anna Berg\\", _PLACE, r"}\date{May 2024}", _BEGIN, r"\maketitle ABSTRACT"),
    "multicols": (r"\title{TITLE}\author{Anna Berg}\date{}", _BEGIN, r"\maketitle\begin{multicols}{3} ABSTRACT"),
    "ieee": (
        r"\title{TITLE}\author{\IEEEauthorblockN{Anna Berg}\IEEEauthorblockA{", _PLACE, r"\\anna@example.org}",
        r"\and\IEEEauthorblockN{Carl Dahl}\IEEEauthorblockA{", _PLACE, r"\\carl@example.org}}",
        _BEGIN, r"\maketitle ABSTRACT",
    ),
    "acm": (
        r"\title{TITLE}\author{Anna Berg}\affiliation{", _SHORT, r"}\email{anna@example.org}",
        _BEGIN, r"ABSTRACT \maketitle ",
    ),
    "revtex": (
        _BEGIN, r"\title{TITLE}\author{Anna Berg}\affiliation{", _PLACE, r"}\date{\today} ABSTRACT \maketitle ",
    ),
    "elsevier": (
        _BEGIN, r"\begin{frontmatter}\title{TITLE}\author{Anna Berg}\address{", _PLACE, r"} ABSTRACT",
        r"\begin{keyword}rain \sep river\end{keyword}\end{frontmatter} ",
    ),
    "llncs": (_BEGIN, r"\title{TITLE}\author{Anna Berg}\institute{", _PLACE, r"}\maketitle ABSTRACT"),
    "aastex": (_BEGIN, r"\title{TITLE}\author{Anna Berg}\affiliation{", _PLACE, "} ABSTRACT"),
    "mnras": (
        r"\title[Short title]{TITLE}\author[A. Berg]{Anna Berg$^1$\\$^1$", _PLACE, "}", _BEGIN, r"\maketitle ABSTRACT",
    ),
    "ams": (_BEGIN, r"\title{TITLE}\author{Anna Berg}\address{", _PLACE, r"} ABSTRACT \maketitle "),
    "quantum": (_BEGIN, r"\title{TITLE}\author{Anna Berg}\affiliation{", _PLACE, r"}\maketitle ABSTRACT"),
    "cas": (
        _BEGIN, r"\shorttitle{Short}\shortauthors{Berg}\title[mode=title]{TITLE}\author[1]{Anna Berg}",
        r"\affiliation[1]{organization={Institute of Weather},city={Madrid},country={Spain}} ABSTRACT",
        r"\begin{keywords}rain \sep river\end{keywords}\maketitle ",
    ),
}  # fmt: skip


def _front(name: str, title: str, abstract: str) -> str:
    return "".join(_FRONTS[name]).replace("TITLE", title).replace("ABSTRACT", f"\n{abstract}")


def compile_paper(style: Style, tex: str, folder: Path) -> Path | None:
    """Run TeX twice; return the PDF, or None if the class or the engine is missing or fails."""
    name = re.sub(r"\W+", "-", style.name)
    (folder / f"{name}.tex").write_text(tex, encoding="utf-8")
    engine = {"dvipdfmx": "latex", "dvips": "latex"}.get(style.engine, style.engine)
    steps = [[engine, "-interaction=nonstopmode", f"{name}.tex"]] * 2
    steps += {"dvipdfmx": [["dvipdfmx", name]], "dvips": [["dvips", name], ["ps2pdf", f"{name}.ps"]]}.get(
        style.engine, []
    )
    (folder / f"{name}.pdf").unlink(missing_ok=True)
    for step in steps:
        if shutil.which(step[0]) is None:
            return None
        subprocess.run(step, cwd=folder, capture_output=True, timeout=180, check=False)
    path = folder / f"{name}.pdf"
    return path if path.exists() and path.stat().st_size else None


def read_ours(path: Path) -> Document:
    """Read a PDF with this package."""
    return read_document(path, language="en")


_PDFMINER = "import sys; from pdfminer.high_level import extract_text as read; print(read(sys.argv[1]))"
PEERS: dict[str, Callable[[Path], str]] = {
    "pdftotext": lambda path: _run("pdftotext", str(path), "-"),
    "pdftotext -raw": lambda path: _run("pdftotext", "-raw", str(path), "-"),
    "pdftotext -layout": lambda path: _run("pdftotext", "-layout", str(path), "-"),
    "pdfminer.six": lambda path: _run(sys.executable, "-c", _PDFMINER, str(path)),
}


def _run(*command: str) -> str:
    if shutil.which(command[0]) is None:
        return ""
    done = subprocess.run(command, capture_output=True, timeout=180, check=False)
    return done.stdout.decode("utf-8", errors="replace")


def shown(document: Document) -> Iterator[tuple[str, bool, Block]]:
    """Yield each sentence as it is compared: formulas replaced by a sign, signs of notes left out."""
    marks = [mark for mark in document.marks if mark.kind in ("formula", "note")]
    place = 0
    for sentence in document.sentences:
        while place < len(marks) and marks[place].end <= sentence.start:
            place += 1
        text, at = [], sentence.start
        for mark in marks[place:]:
            if mark.start >= sentence.end:
                break
            text += [document.text[at : mark.start], FORMULA if mark.kind == "formula" else ""]
            at = max(at, mark.end)
        text.append(document.text[at : sentence.end])
        yield _plain("".join(text)), sentence.prose, document.blocks[sentence.paragraph]


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()


def _letters(text: str) -> str:
    return re.sub(r"[\W_]+", "", text).casefold()


@dataclass
class Score:
    """How much of a source was found: pairs of found and all."""

    counts: dict[str, tuple[int, int]]
    wrong: list[str]

    def share(self, name: str) -> str:
        """Return the share in per cent, or a dash."""
        found, total = self.counts[name]
        return f"{100 * found / total:.1f}" if total else "–"


def compare(source: Source, document: Document) -> Score:
    """Count what of the source stands in the document as what it is."""
    sentences = list(shown(document))
    prose = Counter(text for text, ranked, _ in sentences if ranked)
    wrong = []
    exact = 0
    for text in source.sentences:
        exact += prose[text] > 0
        if not prose[text]:
            wrong.append(f"sentence: {text}")
    own = {word: index for index, text in enumerate(source.sentences) for word in _unique(text)}
    notes = {word for text in source.footnotes for word in _unique(text)}
    labels = {*source.labels, *source.displays, *(cell for cell in source.cells if cell.isalpha())}
    captions = {word for text in source.captions for word in _unique(text)}
    references = {word for text in source.references for word in text.lower().split()[:1]}
    crossing = inside = leaked = ranked_references = 0
    for text, ranked, _ in sentences:
        if not ranked:
            continue
        words = set(re.findall(r"[^\W\d_]+", text.lower()))
        places = sorted(own[word] for word in words if word in own)
        if places and places[-1] - places[0] > 1:
            crossing += 1
            wrong.append(f"crossing: {text}")
        if words & (notes | captions):
            inside += 1
            wrong.append(f"note or caption in a sentence: {text}")
        if words & labels:
            leaked += 1
            wrong.append(f"formula, table or label in a sentence: {text}")
        if {f"{word}," for word in words} & references:
            ranked_references += 1
            wrong.append(f"reference in a sentence: {text}")
    blocks = [(block, _plain(document.text[block.start : block.end])) for block in document.blocks]
    headings = Counter((block.level, _heading(text)) for block, text in blocks if block.kind == "heading")
    counts = {
        "sentences": (exact, len(source.sentences)),
        "crossing": (crossing, 0),
        "notes inside": (inside, 0),
        "leaked": (leaked, 0),
        "references ranked": (ranked_references, 0),
        "headings": (sum(headings[level, _letters(text)] > 0 for level, text in source.headings), len(source.headings)),
    }
    wrong += [f"heading: {pair}" for pair in source.headings if not headings[pair[0], _letters(pair[1])]]
    for name, kind, wanted in (
        ("footnotes", "footnote", source.footnotes),
        ("captions", "caption", source.captions),
        ("references", "reference", source.references),
    ):
        found = [_letters(text) for block, text in blocks if block.kind == kind]
        hits = [
            sum(
                _letters(text) == each[-len(_letters(text)) :] and len(each) < len(_letters(text)) + 16
                for each in found
            )
            for text in wanted
        ]
        counts[name] = (sum(hit > 0 for hit in hits), len(wanted))
        wrong += [f"{kind}: {text}" for text, hit in zip(wanted, hits, strict=True) if not hit]
    items = Counter((block.level, text) for block, text in blocks if block.kind == "list")
    counts["items"] = (sum(items[pair] > 0 for pair in source.items), len(source.items))
    wrong += [f"item: {pair}" for pair in source.items if not items[pair]]
    cells = Counter(document.text[start:end] for block in document.blocks for row in block.cells for start, end in row)
    counts["cells"] = (sum((Counter(source.cells) & cells).values()), len(source.cells))
    wrong += [f"cell: {cell}" for cell in (Counter(source.cells) - cells)]
    formulas = [text for block, text in blocks if block.kind == "formula"]
    counts["formulas"] = (
        sum(sum(word in text for text in formulas) == 1 for word in source.displays),
        len(source.displays),
    )
    wrong += [f"formula: {word}" for word in source.displays if sum(word in text for text in formulas) != 1]
    codes = [document.text[block.start : block.end] for block in document.blocks if block.kind == "code"]
    counts["code"] = (sum(code in codes for code in source.code), len(source.code))
    signs = Counter(mark.target for mark in document.marks if mark.kind == "note")
    labelled = [block.about.get("label", "") for block in document.blocks if block.kind == "footnote"]
    counts["signs"] = (sum(signs[label] > 0 for label in labelled[: len(source.footnotes)]), len(source.footnotes))
    titles = [text for block, text in blocks if block.kind == "title"]
    counts["title"] = (int([_letters(source.title)] == [_letters(text) for text in titles]), 1)
    wrong += [f"title: {titles}"] * (not counts["title"][0])
    return Score(counts, wrong)


def _unique(text: str) -> list[str]:
    """Return the word that only this sentence has: the second one."""
    return [text.split()[1]]


def _heading(text: str) -> str:
    text = re.sub(r"^(?:(?:Chapter|Appendix)\s+\w+\.?\s+|(?:\d+(?:\.\d+)*|[IVX]+|[A-Z]|\d+\))[.)]?\s+)", "", text)
    return _letters(text)


def score_peer(source: Source, text: str) -> tuple[int, int]:
    """Return how many sentences of a source a reader gives that only gives text; formulas are not compared."""
    document = read_document(text.encode(), kind="text", language="en")
    found = {_plain(sentence.text) for sentence in document.sentences}
    plain = [sentence for sentence in source.sentences if FORMULA not in sentence]
    return sum(sentence in found for sentence in plain), len(plain)


COLUMNS = (
    "sentences", "crossing", "notes inside", "leaked", "references ranked", "title", "headings", "footnotes", "signs",
    "captions", "references", "items", "cells", "formulas", "code",
)  # fmt: skip


def main() -> None:
    """Make the papers, read them, print a table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, help="where the papers are made")
    parser.add_argument("--only", default="", help="only styles whose name has this in it")
    parser.add_argument("--seeds", type=int, default=1, help="papers for each style")
    parser.add_argument("--peers", action="store_true", help="measure other readers too")
    parser.add_argument("--show", type=int, default=0, help="how many differences to print for each paper")
    parser.add_argument("--keep", action="store_true", help="read PDFs that were made before instead of running TeX")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    total: Counter[str] = Counter()
    missing, rows = [], []
    peers: dict[str, Counter[str]] = {name: Counter() for name in PEERS}
    for style in STYLES:
        for seed in range(options.seeds):
            if options.only and options.only not in style.name:
                continue
            source, tex = compose(style, seed)
            folder = options.folder / str(seed)
            folder.mkdir(exist_ok=True)
            made = folder / (re.sub(r"\W+", "-", style.name) + ".pdf")
            path = made if options.keep and made.exists() and made.stat().st_size else compile_paper(style, tex, folder)
            if path is None:
                missing.append(style.name)
                continue
            begun = time.perf_counter()
            score = compare(source, read_ours(path))
            taken = time.perf_counter() - begun
            for name, (found, of) in score.counts.items():
                total[name] += found
                total[f"all {name}"] += of
            rows.append([style.name, *(_cell(score, name) for name in COLUMNS), f"{taken:.2f}"])
            for line in score.wrong[: options.show]:
                print("   ", line[:240])
            print("|", " | ".join(rows[-1]), "|", flush=True)
            for name, read in PEERS.items() if options.peers else ():
                text = read(path)
                if text.strip():
                    found, of = score_peer(source, text)
                    peers[name].update(found=found, all=of)
    print("\n| style |", " | ".join(COLUMNS), "| s |")
    print("| --- |", " | ".join(["--:"] * (len(COLUMNS) + 1)), "|")
    for row in rows:
        print("|", " | ".join(row), "|")
    whole = Score({name: (total[name], total[f"all {name}"]) for name in COLUMNS}, [])
    print("| **all** |", " | ".join(_cell(whole, name) for name in COLUMNS), "| |")
    if missing:
        print(f"\nNot made, because the class or the engine is missing or fails: {', '.join(sorted(set(missing)))}.")
    for name, counts in peers.items():
        if counts["all"]:
            print(f"{name}: {100 * counts['found'] / counts['all']:.1f} % of the sentences without formulas")


def _cell(score: Score, name: str) -> str:
    found, of = score.counts[name]
    return score.share(name) if of else str(found)


if __name__ == "__main__":
    main()
