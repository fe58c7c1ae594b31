"""From a document to the numbers that the method sees of it: terms, vectors, wording, places (§3.3, §4.2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

import numpy as np

from sentencerank import kernel
from sentencerank import patterns as re
from sentencerank.document import Block, Document, Token, Wording, word_count
from sentencerank.languages.beside import beside
from sentencerank.languages.english import English, WordsRead
from sentencerank.languages.language import Language
from sentencerank.languages.mixed import Mixed
from sentencerank.languages.words import WORD, is_hyphenated, unbroken
from sentencerank.method.analysis import Analysis, Later, LaterTokens
from sentencerank.method.arrays import Ids, Mask, Vectors
from sentencerank.method.options import Options
from sentencerank.method.phrases import document_phrases, rests_of, segment
from sentencerank.method.query import mean_vectors
from sentencerank.method.ssr import SHORT
from sentencerank.method.terms import Segmenter, Terms, find_terms, terms_of_words, terms_without_phrases
from sentencerank.model.embeddings import EmbeddingTable, NoVectors, RandomVectors, make_unit
from sentencerank.model.model import Model
from sentencerank.token_columns import Columns, verb_pairs

_RUNNING = {"paragraph", "formula"}  # blocks that a sentence may go on in
_BESIDE = {"table", "caption", "figure", "footnote"}  # blocks that may stand between its parts
_EXPLAINED = {"code", "caption"}  # what options and terms are that stand above what they do
_OPTION, LONGEST_TERM = frozenset("-/+$\\"), 60  # what an option or a path begins with, and characters of it at most
# An option or a path, or the name of a function, an argument, a setting.
_NAME = re.compile(r"(?:: )?(?:[-/+$\\].*|[a-z_][\w.:-]*(?: ?[(\[<={].*)?)")
Words: TypeAlias = tuple[Sequence[Sequence[Token]], Sequence[str]]


def analyse(document: Document, model: Model, options: Options) -> Analysis:
    """Find the words, phrases and vectors of a document (§3.3, §4.2)."""
    sentences = document.sentences
    texts = [sentence.text for sentence in sentences]
    unbroken_texts = _unbroken(document.text, texts)
    read = _read(unbroken_texts, model, options)
    tokens = LaterTokens(
        partial(_tokens, unbroken_texts, model, options),
        partial(_columns, unbroken_texts, model, options, read and read.words),
    )
    terms = _terms(unbroken_texts, tokens, read, model, options)
    words = _word_counts(texts)
    short = np.flatnonzero(words < SHORT).tolist()
    lines = np.zeros(len(sentences), dtype=np.bool_)
    lines[short] = [document.is_line(index) for index in short]
    return Analysis(
        terms=terms,
        vectors=_vectors(terms, texts, model, options) if options.baseline == "none" else None,
        meanings=_meanings(tokens, model, options),
        wording=find_wording(document, texts, model.language),
        words=words,
        characters=np.array([len(text) for text in texts], dtype=np.intp),
        prose=np.array([sentence.prose for sentence in sentences], dtype=np.bool_),
        lines=lines,
        listed=_listed(document),
        paragraphs=np.array([sentence.paragraph for sentence in sentences], dtype=np.intp),
        sections=np.array([sentence.section for sentence in sentences], dtype=np.intp),
        threshold=model.threshold,
        phrase_threshold=model.phrase_threshold,
        tokens=tokens,
        phrases=Later(partial(_phrases, tokens, model, options)),
    )


def _word_counts(texts: list[str]) -> Ids:
    """How many words each sentence has."""
    if kernel.native is None:
        return np.array([word_count(text) for text in texts], dtype=np.intp)
    counts = np.empty(len(texts), dtype=np.intp)
    kernel.native.word_counts(texts, word_count, counts)
    return counts


def find_wording(document: Document, texts: Sequence[str], language: Language) -> list[Wording]:
    """Return what the wording of the sentences tells.

    A paragraph that begins small below one without an end goes on with it: a page break or a picture stands between.
    An entry in a table of contents stands beside the subject. An item of a list below an option, a path or a term
    explains that.
    """
    found = [language.wording(text) for text in texts]
    apart = beside(document)
    explained = _explained(document)
    contents = ". ." in document.text or "......" in document.text
    marked = bool(apart or explained or contents)
    last = None
    for sentence in document.sentences:
        kind = document.blocks[sentence.paragraph].kind
        if kind in _BESIDE:
            continue
        if marked:
            stands = sentence.paragraph in apart or (contents and _has_leaders(sentence.text))
            if stands or sentence.paragraph in explained:
                found[sentence.index] = found[sentence.index]._replace(beside=stands, explains=not stands)
        if last is not None and last.paragraph != sentence.paragraph and texts[sentence.index][0].islower():
            above = found[last.index]
            if kind in _RUNNING and above.lacks_end and not above.leads_in:
                found[sentence.index] = found[sentence.index]._replace(begins_inside=True)
        last = sentence if kind in _RUNNING else None
    return found


def _explained(document: Document) -> frozenset[int]:
    """Return which blocks, items of lists, say what an option, a path or a term is that stands above them."""
    found: set[int] = set()
    above: Block | None = None
    term = 0  # the level of the last item that is a term; 0 if there is none
    for number, block in enumerate(document.blocks):
        if block.kind == "list":
            term = term if block.level > term else 0
            if term or (above is not None and _is_term(document, above)):
                found.add(number)
            elif _is_short(block) and _NAME.fullmatch(document.text, block.start, block.end):
                term = block.level
        elif block.kind in _RUNNING or block.kind == "heading":
            term = 0
        above = block
    return frozenset(found)


def _is_term(document: Document, block: Block) -> bool:
    """Return whether a block is an option or a path that the item below it explains."""
    if block.kind == "list":
        return document.text[block.start] in _OPTION and _is_short(block)
    return block.kind in _EXPLAINED


def _has_leaders(text: str) -> bool:
    """Return whether a text has the dots that lead to the number of a page, or ends with two that are left of them."""
    return ". . . ." in text or "......" in text or (text.endswith(" . .") and not text.endswith(". . ."))


def _is_short(block: Block) -> bool:
    return block.end - block.start <= LONGEST_TERM


def find_words_later(document: Document, model_of: Callable[[Document], Model], options: Options) -> Words:
    """Return the words of each sentence of a document that was ranked elsewhere, and its phrases, as `analyse` does.

    They are found when somebody asks for them.
    """

    def find() -> Sequence[Sequence[Token]]:
        texts = _unbroken(document.text, [sentence.text for sentence in document.sentences])
        return _tokens(texts, model_of(document), options)

    tokens = LaterTokens(find)
    return tokens, Later(lambda: _phrases(tokens, model_of(document), options))


def _tokens(texts: Sequence[str], model: Model, options: Options) -> Sequence[Sequence[Token]]:
    return model.language.tokens(texts, part_of_speech=options.part_of_speech)


def _columns(texts: list[str], model: Model, options: Options, words: object) -> Columns | None:
    """The same in columns, where that takes less time; `words` are what was read before."""
    if not isinstance(model.language, English):
        return None
    return model.language.columns(texts, part_of_speech=options.part_of_speech, words=words)


def _read(texts: list[str], model: Model, options: Options) -> WordsRead | None:
    """What the kernel finds without a token made; None where there is none, and where phrases are asked for."""
    if not isinstance(model.language, English) or (options.phrases and _phrased(options)):
        return None
    return model.language.read(texts, part_of_speech=options.part_of_speech)


def _terms(
    texts: list[str], tokens: Sequence[Sequence[Token]], read: WordsRead | None, model: Model, options: Options
) -> Terms:
    """The terms of a document; where phrases are not asked for, most often without a token made."""
    if options.phrases and _phrased(options):
        return find_terms(tokens, _segmenter(tokens, model, options))
    if read is not None:
        return terms_without_phrases(*read.terms)
    if isinstance(model.language, English):
        return terms_of_words(model.language.essential_words(texts, part_of_speech=options.part_of_speech))
    return find_terms(tokens)


def _phrases(tokens: LaterTokens, model: Model, options: Options) -> tuple[str, ...]:
    """The pairs of words that the lexicon has as a phrase although the second looks like a verb, as stems."""
    if not _phrased(options):
        return ()
    has_pair, pairs = model.phrases.has_pair, verb_pairs(tokens.columns(), model.phrases.entries)
    return tuple(sorted({f"{before} {stem}" for first, before, stem in pairs if has_pair(first, stem)}))


def _phrased(options: Options) -> bool:
    return (options.phrases or options.document_phrases) and options.baseline == "none"


def _listed(document: Document) -> Mask:
    """Return which sentences stand in lists."""
    items = {number for number, block in enumerate(document.blocks) if block.kind == "list"}
    return np.array([sentence.paragraph in items for sentence in document.sentences], dtype=np.bool_)


def _unbroken(text: str, sentences: list[str]) -> list[str]:
    """Return the sentences of a text without line breaks inside words."""
    if not is_hyphenated(text):
        return sentences
    known = {word.lower() for word in WORD.findall(text)}
    return [unbroken(sentence, known) for sentence in sentences]


def _segmenter(tokens: Sequence[Sequence[Token]], model: Model, options: Options) -> Segmenter:
    """What finds phrases: those of the lexicon, and those that the document itself repeats."""
    own: dict[str, dict[str, float]] = {}
    if options.document_phrases:
        # A copy of a sentence repeats no phrase.
        distinct = {tuple(token.text for token in sentence): sentence for sentence in tokens}
        own = rests_of(document_phrases(list(distinct.values())), model.language.stem)
    return partial(_segment, model, own)


def _segment(model: Model, own: Mapping[str, Mapping[str, float]], sentence: Sequence[object]) -> list[tuple[int, int]]:
    return segment(sentence, model.phrases, own)  # type: ignore[arg-type]


def _vectors(terms: Terms, texts: Sequence[str], model: Model, options: Options) -> Vectors | None:
    """Unit vectors of the terms; None where not one of them has any."""
    names = terms.surfaces if options.look_up == "surface" else terms.names
    vectors = make_unit(_table(model, options).vectors(names))
    if isinstance(model.language, Mixed):
        # The vectors are those of the main language, and know nothing of words of others.
        own = np.repeat([text not in model.language.others for text in texts], terms.counts)
        vectors[np.bincount(terms.ids, weights=own, minlength=len(names)) == 0] = 0
    # One row tells most often, and to look at all of them takes as long as to find some.
    return vectors if vectors[:1].any() or vectors.any() else None


def _meanings(tokens: Sequence[Sequence[Token]], model: Model, options: Options) -> Vectors | None:
    """Unit vectors of the sentences: the mean of the raw rows of all their words, function words included.

    The length of a raw row carries how rare the word is, so that common words count little by themselves.
    """
    if not options.support:
        return None
    numbers: dict[str, int] = {}
    ids = [numbers.setdefault(token.text.lower(), len(numbers)) for sentence in tokens for token in sentence]
    names = list(numbers)
    rows = _table(model, options).vectors(names)
    if not rows.any():
        return None
    counts = np.array([len(sentence) for sentence in tokens], dtype=np.intp)
    bounds = np.concatenate(([0], np.cumsum(counts)))
    return mean_vectors(np.array(ids, dtype=np.intp), bounds, np.ones(len(names)), rows)


def _table(model: Model, options: Options) -> EmbeddingTable:
    """Where vectors come from: the model, or a twin that shows what they are worth."""
    if options.vectors == "model":
        return model.embeddings
    return RandomVectors() if options.vectors == "random" else NoVectors()
