"""Every choice of the method as one frozen value: the readings, the sub-models, the ablations and the baselines.

A reading is a value of `Options`, a sub-model a function from `Options` to `Options`, an ablation a small change:

    PAPER                                  SSR as the paper is best understood; meant for its tables
    swr(BEST)                              the word-level sub-model of our own reading
    replace(swr(PAPER), softplus=False)    the ablation SWR_NSP of Table 5

The names that an option may have are the keys of a table of the method (structures, clusterings, selections, ...). The
command line, the HTTP API and the documentation take their choices, ranges and explanations from the fields below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import Field, field, fields, replace
from types import MappingProxyType
from typing import Any, TypedDict

from sentencerank.errors import OptionsError
from sentencerank.frozen import dataclass
from sentencerank.method.baselines import BASELINES
from sentencerank.method.clustering import CLUSTERINGS
from sentencerank.method.selection import LENGTH_NORMS, SELECTIONS
from sentencerank.method.structures import STRUCTURES
from sentencerank.method.wmd import DISTANCES

TWINS = ("model", "none", "random", "tf-idf")  # what stands for the meaning of words, or in its place
_TRUE, _FALSE = frozenset(("1", "true", "t", "yes", "y", "on")), frozenset(("0", "false", "f", "no", "n", "off"))


def _flag(default: bool, about: str) -> Any:
    return field(default=default, metadata={"about": about, "kind": bool})


def _choice(default: str, choices: Iterable[str], about: str) -> Any:
    return field(default=default, metadata={"about": about, "kind": str, "choices": tuple(choices)})


def _number(default: float | None, low: float, high: float, about: str, *, optional: bool = False) -> Any:
    kind = int if isinstance(low, int) else float
    return field(
        default=default, metadata={"about": about, "kind": kind, "low": low, "high": high, "optional": optional}
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to rank. Holds only literals, so it is hashable, JSON-able and good as a key."""

    baseline: str = _choice("none", ("none", *BASELINES), "Plain method to compare with, instead of the paper's.")
    seed: int = _number(0, 0, 2**63 - 1, "Random seed of the baseline `random`.")

    # Terms (§3.3, §4.2)
    phrases: bool = _flag(False, "Put phrases in the place of their words (P ∪ W), as the paper does.")
    document_phrases: bool = _flag(True, "Know the phrases that only this document repeats, too.")
    part_of_speech: bool = _flag(True, "Keep nouns, names, adjectives and verbs only; otherwise all but stop words.")
    vectors: str = _choice("model", TWINS, "Where meaning comes from; all but `model` are twins to compare with.")
    look_up: str = _choice("surface", ("surface", "stem"), "Form of a word that has the vector (docs/decisions/0008).")
    clean: bool = _flag(True, "Keep headings, captions and tables out of the graphs.")
    min_words: int = _number(4, 0, 100, "Keep shorter lines out of the graphs.")
    collapse: bool = _flag(True, "Keep near-copies of an earlier sentence out of the graphs.")

    # Term graph (§4.1, §4.2)
    window: int = _number(3, 2, 100, "Δ: terms fewer than Δ places apart co-occur.")
    across_sentences: bool = _flag(False, "Let the window run on over the end of a sentence.")
    semantic_edges: bool = _flag(True, "Use semantic edges in both graphs; the ablation NSE does without.")
    threshold: float | None = _number(
        None, -1.0, 1.0, "δ for two words; by default the model's own, calibrated value.", optional=True
    )
    phrase_threshold: float | None = _number(
        None, -1.0, 1.0, "δ where a phrase takes part; by default the model's own.", optional=True
    )

    # Article structure and PageRank (§5.1, §5.3)
    structure: str = _choice("auto", ("auto", *STRUCTURES, "custom"), "How the text is built; auto detects it.")
    damping: float = _number(0.85, 0.0, 0.99, "d of PageRank.")
    scale: str = _choice("mean", ("mean", "sum"), "Whether scores average one or sum to one (docs/decisions/0002).")
    leak: bool = _flag(False, "Let nodes without edges lose their score, as printed.")
    unbiased: bool = _flag(False, "Use Eq. (2) in place of Eq. (3), with no node preferred: the ablation NAS.")
    softplus: bool = _flag(True, "Lift small scores by Eq. (4); the ablation NSP does without.")

    # Sentence graph (§4.3)
    sentence_graph: bool = _flag(True, "Use the sentence graph: SSR; SPR and SWR do without.")
    nearest: float = _number(0.30, 0.0, 1.0, "Γ: share of pairs that become semantic edges.")
    similarity: str = _choice(
        "wmd", ("wmd", "encoder"), "How sentences are compared: by their words, or by a sentence encoder."
    )
    wmd: str = _choice("relaxed", DISTANCES, "Word Mover's Distance; exact needs the extra [wmd].")

    # Subtopics (§6)
    clustering: str = _choice("exemplar", CLUSTERINGS, "How subtopics are found; none is the ablation NSC.")
    gamma: float = _number(1.0, 0.0, 1000.0, "γ of sim_G, for spectral clustering.")
    max_clusters: int = _number(8, 1, 1000, "C: most subtopics of a document.")
    affinity_limit: int = _number(500, 0, 5000, "Sentences beyond which spectral clustering replaces affinity.")

    # Selection (§7)
    selection: str = _choice("marginal_relevance", SELECTIONS, "How scores and subtopics become one order.")
    length_norm: str = _choice("none", LENGTH_NORMS, "What a score is divided by.")
    trade: float | None = _number(
        None,
        0.0,
        1.0,
        "λ of marginal relevance, by default the structure's: 1 ranks by relevance alone.",
        optional=True,
    )
    even: bool = _flag(True, "Give every section a sentence within 30 % of the words; needs headings.")

    # Our own reading of F_s (docs/decisions/0020); without fusion Eq. (5) stands as printed
    fusion: bool = _flag(True, "Put both halves of Eq. (5) on equal footing and add the signs below.")
    position: float = _number(8.0, 0.0, 100.0, "Weight of the place in the article.")
    opening: float = _number(4.0, 0.0, 100.0, "Weight of introducing what the text returns to.")
    layout: float = _number(1.0, 0.0, 100.0, "Weight of opening a section or a paragraph.")
    reach: float = _number(3.0, 0.0, 100.0, "Weight of words that the text stays with.")
    substance: float = _number(0.5, 0.0, 100.0, "Weight of being long enough to say something.")
    cue: float = _number(3.0, 0.0, 100.0, "Weight of wording that announces something, points elsewhere or greets.")
    centroid: float = _number(0.5, 0.0, 100.0, "Weight of being like the whole text, where place says little.")
    support: float = _number(0.0, 0.0, 100.0, "Weight of five sentences that say something alike, by their vectors.")
    whole: float = _number(3.0, 0.0, 100.0, "What half a sentence loses.")

    def __post_init__(self) -> None:
        """Refuse values outside their range and pairs that contradict each other, each in a sentence."""
        for one in fields(self):
            _check(one, getattr(self, one.name))
        if self.fusion and self.length_norm != "none":
            raise OptionsError(
                f"length_norm={self.length_norm!r} divides scores, and with fusion these may be negative. "
                "Leave it at 'none', or set fusion=False."
            )
        if self.wmd == "exact" and not self.semantic_edges and self.clustering == "none":
            raise OptionsError(
                "wmd='exact' has nothing to measure without semantic edges and clusters. Leave wmd at 'relaxed'."
            )
        if self.wmd == "exact" and self.similarity == "encoder":
            raise OptionsError("similarity='encoder' takes the place of wmd='exact'. Leave one of them out.")


def _check(one: Field[Any], value: object) -> None:
    """Raise OptionsError if a field cannot have this value."""
    name, facts = one.name, one.metadata
    if facts["kind"] is bool:
        if not isinstance(value, bool):
            raise OptionsError(f"{name}={value!r}: give True or False.")
    elif facts["kind"] is str:
        if value not in facts["choices"]:
            raise OptionsError(f"{name}={value!r} is not known. Choose one of: {', '.join(facts['choices'])}.")
    elif not (value is None and facts["optional"]):
        low, high = facts["low"], facts["high"]
        kinds, whole = (int, "whole ") if facts["kind"] is int else (int | float, "")
        if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= high:
            raise OptionsError(f"{name}={value!r} is outside its range: give a {whole}number from {low} to {high}.")


class Changes(TypedDict, total=False):
    """The fields of `Options` as typed keyword arguments; `structure` and `baseline` have arguments of their own."""

    seed: int
    phrases: bool
    document_phrases: bool
    part_of_speech: bool
    vectors: str
    look_up: str
    clean: bool
    min_words: int
    collapse: bool
    window: int
    across_sentences: bool
    semantic_edges: bool
    threshold: float | None
    phrase_threshold: float | None
    damping: float
    scale: str
    leak: bool
    unbiased: bool
    softplus: bool
    sentence_graph: bool
    nearest: float
    similarity: str
    wmd: str
    clustering: str
    gamma: float
    max_clusters: int
    affinity_limit: int
    selection: str
    length_norm: str
    trade: float | None
    even: bool
    fusion: bool
    position: float
    opening: float
    layout: float
    reach: float
    substance: float
    cue: float
    centroid: float
    support: float
    whole: float


CHANGES: Mapping[str, Field[Any]] = MappingProxyType(
    {one.name: one for one in fields(Options) if one.name not in ("baseline", "structure")}
)


def parse_changes(pairs: Iterable[str]) -> dict[str, bool | int | float | str | None]:
    """Turn NAME=VALUE pairs, as typed on a command line, into options, each in its own type.

    Raises OptionsError for what is not a pair, an unknown name, or a value of the wrong type.

    >>> parse_changes(["fusion=off", "damping=0.9", "max-clusters=3", "threshold=none", "clustering=affinity"])
    {'fusion': False, 'damping': 0.9, 'max_clusters': 3, 'threshold': None, 'clustering': 'affinity'}
    """
    found = {}
    for pair in pairs:
        name, equals, text = pair.partition("=")
        name, text = name.strip().replace("-", "_"), text.strip()
        if not equals:
            raise OptionsError(f"{pair!r} is not NAME=VALUE.")
        if name not in CHANGES:
            raise OptionsError(_unknown(name))
        found[name] = _parse(name, text, CHANGES[name].metadata)
    return found


def _parse(name: str, text: str, facts: Mapping[str, Any]) -> bool | int | float | str | None:
    lower = text.lower()
    if facts["kind"] is bool and lower in _TRUE | _FALSE:
        return lower in _TRUE
    if facts.get("optional") and lower == "none":
        return None
    try:
        value = text if facts["kind"] is bool else facts["kind"](text)
    except ValueError:
        value = text
    # A value of the wrong type is refused by the same check, in the same words, as one from Python.
    _check(CHANGES[name], value)
    parsed: bool | int | float | str = value
    return parsed


def _unknown(name: str) -> str:
    return f"no option is called {name!r}. The options are: {', '.join(sorted(CHANGES))}."


def describe_options() -> str:
    """Return one line for each option: its name, its default, what it does and what it may be."""
    lines = []
    for name, one in CHANGES.items():
        choices = one.metadata.get("choices")
        allowed = f" One of: {', '.join(choices)}." if choices else ""
        lines.append(f"    {name}={one.default!r}: {one.metadata['about']}{allowed}")
    return "\n".join(lines)


BEST = Options()
PAPER = replace(
    BEST,
    phrases=True,
    document_phrases=False,
    min_words=1,
    collapse=False,
    structure="news",
    clustering="affinity",
    selection="round_robin",
    even=False,
    fusion=False,
)
LITERAL = replace(
    PAPER,
    look_up="stem",
    clean=False,
    across_sentences=True,
    threshold=0.65,
    phrase_threshold=0.60,
    scale="sum",
    leak=True,
    length_norm="characters",
)
READINGS: Mapping[str, Options] = MappingProxyType({"literal": LITERAL, "paper": PAPER, "best": BEST})


def ssr(options: Options) -> Options:
    """Semantic SentenceRank: phrase graph, sentence graph."""
    return options


def spr(options: Options) -> Options:
    """Semantic PhraseRank: SSR without the sentence graph; where subtopics decide, they are spectral (§3.1)."""
    clustering = "spectral" if options.clustering == "affinity" else options.clustering
    return replace(options, phrases=True, sentence_graph=False, clustering=clustering)


def swr(options: Options) -> Options:
    """Semantic WordRank: SPR on words alone, Δ = 2 (§3.1, §8.1)."""
    return replace(spr(options), phrases=False, document_phrases=False, window=2)


SUB_MODELS: Mapping[str, Callable[[Options], Options]] = MappingProxyType({"ssr": ssr, "spr": spr, "swr": swr})
METHODS: tuple[str, ...] = (*SUB_MODELS, *BASELINES)

ABLATIONS: Mapping[str, Mapping[str, str | bool]] = MappingProxyType(
    {  # Table 5: what each variant of SWR goes without
        "nse": MappingProxyType({"semantic_edges": False}),
        "nas": MappingProxyType({"unbiased": True}),
        "nsc": MappingProxyType({"clustering": "none"}),
        "nsp": MappingProxyType({"softplus": False}),
    }
)


def resolve(method: str = "ssr", reading: str = "best", **changes: object) -> Options:
    """The options of a method in a reading, with single fields changed.

    >>> resolve("swr", "paper", softplus=False) == replace(swr(PAPER), softplus=False)
    True
    """
    if method not in METHODS:
        raise OptionsError(f"method={method!r} is not known. Choose one of: {', '.join(METHODS)}.")
    if reading not in READINGS:
        raise OptionsError(f"reading={reading!r} is not known. Choose one of: {', '.join(READINGS)}.")
    if unknown := sorted(set(changes) - {*CHANGES, "baseline", "structure"}):
        raise OptionsError(_unknown(unknown[0]))
    if method in BASELINES:
        idle = sorted(set(changes) - {"seed", "structure", "clean"})
        if idle:
            raise OptionsError(
                f"{idle[0]} does nothing for method={method!r}. Leave it out, or choose ssr, spr or swr."
            )
        return replace(READINGS[reading], **{**changes, "baseline": method})  # type: ignore[arg-type]
    if method != "ssr" and changes.get("sentence_graph"):
        raise OptionsError(f"{method} is defined as the model without a sentence graph. Use method='ssr' to have one.")
    if method == "swr" and (changes.get("phrases") or changes.get("document_phrases")):
        raise OptionsError("swr ranks by words alone. Use method='spr' or 'ssr' to have phrases.")
    return replace(SUB_MODELS[method](READINGS[reading]), **changes)  # type: ignore[arg-type]
