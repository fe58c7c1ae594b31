"""Every choice of the method as one frozen value: the readings, the sub-models, the ablations and the baselines.

A reading is a value of `Options`, a sub-model a function from `Options` to `Options`, an ablation a small change:

    PAPER                                  SSR as the paper is best understood; meant for its tables
    swr(BEST)                              the word-level sub-model of our own reading
    replace(swr(PAPER), softplus=False)    the ablation SWR_NSP of Table 5
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args

from sentencerank.errors import OptionsError

Method: TypeAlias = Literal["ssr", "spr", "swr", "textrank", "lexrank", "lead", "longest", "random"]
Baseline: TypeAlias = Literal["none", "textrank", "lexrank", "lead", "longest", "random"]
Reading: TypeAlias = Literal["literal", "paper", "best"]
Structure: TypeAlias = Literal["auto", "news", "research", "argument", "narrative", "conversation", "flat", "custom"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Options:
    """How to rank. Holds only literals, so it is hashable, JSON-able and good as a key."""

    baseline: Baseline = "none"  # a plain method to compare with, instead of the paper's
    seed: int = 0  # of the baseline "random"

    # Terms (§3.3, §4.2)
    phrases: bool = True  # P ∪ W, the phrase graph; False: words only, as in SWR
    document_phrases: bool = True  # also phrases that only this document repeats
    part_of_speech: bool = True  # nouns, names, adjectives and verbs only; False: all but stop words
    look_up: Literal["surface", "stem"] = "surface"  # which form of a word has the vector (docs/decisions/0008)
    clean: bool = True  # headings, captions and tables stay outside the graphs
    min_words: int = 4  # so do lines of fewer words
    collapse: bool = True  # and near-copies of an earlier sentence

    # Term graph (§4.1, §4.2)
    window: int = 3  # Δ: terms fewer than Δ places apart co-occur
    across_sentences: bool = False  # whether the window runs on over the end of a sentence
    semantic_edges: bool = True  # in both graphs; False is the ablation NSE
    threshold: float | None = None  # δ for two words; None: the model's own, calibrated value
    phrase_threshold: float | None = None  # δ where a phrase takes part

    # Article structure and PageRank (§5.1, §5.3)
    structure: Structure = "auto"
    damping: float = 0.85  # d
    scale: Literal["mean", "sum"] = "mean"  # scores average one, or sum to one (docs/decisions/0002)
    leak: bool = False  # whether nodes without edges lose their mass, as printed
    unbiased: bool = False  # Eq. (2) in place of Eq. (3), no node preferred: the ablation NAS
    softplus: bool = True  # Eq. (4); False is the ablation NSP

    # Sentence graph (§4.3)
    sentence_graph: bool = True  # SSR; False: SPR and SWR
    nearest: float = 0.30  # Γ, the share of pairs that become semantic edges
    wmd: Literal["relaxed", "exact"] = "relaxed"  # exact needs the extra [wmd]

    # Subtopics (§6)
    clustering: Literal["affinity", "spectral", "exemplar", "none"] = "exemplar"  # none is the ablation NSC
    gamma: float = 1.0  # γ of sim_G
    max_clusters: int = 8  # C
    affinity_limit: int = 500  # sentences beyond which affinity propagation gives way to spectral clustering

    # Selection (§7)
    selection: Literal["round_robin", "weighted_round_robin", "marginal_relevance"] = "marginal_relevance"
    length_norm: Literal["none", "sqrt", "words", "characters"] = "none"  # what a score is divided by
    trade: float = 0.6  # λ of marginal relevance: 1 is relevance alone
    even: bool = True  # every section has a sentence within 30 % of the words; needs headings

    # Our own reading of F_s (docs/decisions/0020); without fusion Eq. (5) stands as printed
    fusion: bool = True  # halves on equal footing, plus the five signs below
    position: float = 8.0  # weight of the place in the article
    opening: float = 4.0  # weight of bringing up what the text returns to
    reach: float = 3.0  # weight of words that the text stays with
    substance: float = 0.5  # weight of being long enough to say something
    cue: float = 3.0  # weight of wording that announces or talks

    def __post_init__(self) -> None:
        """Refuse values outside their range and pairs that contradict each other, each in a sentence."""
        for name, allowed in _CHOICES.items():
            if getattr(self, name) not in allowed:
                raise OptionsError(f"{name}={getattr(self, name)!r} is not known. Choose one of: {', '.join(allowed)}.")
        for name, (low, high) in _RANGES.items():
            value = getattr(self, name)
            kinds = int if isinstance(low, int) else int | float
            if value is None and name in _CALIBRATED:
                continue
            if isinstance(value, bool) or not isinstance(value, kinds) or not low <= value <= high:
                whole = "whole " if kinds is int else ""
                raise OptionsError(f"{name}={value!r} is outside its range: give a {whole}number from {low} to {high}.")
        for field in fields(self):
            if field.type == "bool" and not isinstance(getattr(self, field.name), bool):
                raise OptionsError(f"{field.name}={getattr(self, field.name)!r}: give True or False.")
        if self.fusion and self.length_norm != "none":
            raise OptionsError(
                f"length_norm={self.length_norm!r} divides scores, and with fusion these may be negative. "
                "Leave it at 'none', or set fusion=False."
            )
        if self.wmd == "exact" and not self.semantic_edges and self.clustering == "none":
            raise OptionsError(
                "wmd='exact' has nothing to measure without semantic edges and clusters. Leave wmd at 'relaxed'."
            )


_CHOICES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "baseline": get_args(Baseline),
        "look_up": ("surface", "stem"),
        "structure": get_args(Structure),
        "scale": ("mean", "sum"),
        "wmd": ("relaxed", "exact"),
        "clustering": ("affinity", "spectral", "exemplar", "none"),
        "selection": ("round_robin", "weighted_round_robin", "marginal_relevance"),
        "length_norm": ("none", "sqrt", "words", "characters"),
    }
)
_CALIBRATED = ("threshold", "phrase_threshold")  # None stands for the model's own
_RANGES: Mapping[str, tuple[float, float]] = MappingProxyType(
    {
        "min_words": (0, 100),
        "window": (2, 100),
        "threshold": (-1.0, 1.0),
        "phrase_threshold": (-1.0, 1.0),
        "damping": (0.0, 0.99),
        "nearest": (0.0, 1.0),
        "gamma": (0.0, 1000.0),
        "max_clusters": (1, 1000),
        "affinity_limit": (0, 5000),
        "trade": (0.0, 1.0),
        "position": (0.0, 100.0),
        "opening": (0.0, 100.0),
        "reach": (0.0, 100.0),
        "substance": (0.0, 100.0),
        "cue": (0.0, 100.0),
        "seed": (0, 2**63 - 1),
    }
)

BEST = Options()
PAPER = replace(
    BEST,
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
    return replace(options, sentence_graph=False, clustering=clustering)


def swr(options: Options) -> Options:
    """Semantic WordRank: SPR on words alone, Δ = 2 (§3.1, §8.1)."""
    return replace(spr(options), phrases=False, document_phrases=False, window=2)


SUB_MODELS: Mapping[str, Callable[[Options], Options]] = MappingProxyType({"ssr": ssr, "spr": spr, "swr": swr})
BASELINES: tuple[str, ...] = tuple(name for name in get_args(Baseline) if name != "none")
METHODS: tuple[str, ...] = get_args(Method)

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
    known = {field.name for field in fields(Options)}
    if unknown := sorted(set(changes) - known):
        raise OptionsError(f"no option is called {unknown[0]!r}. The options are: {', '.join(sorted(known))}.")
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
