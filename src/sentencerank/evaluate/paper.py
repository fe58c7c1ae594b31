"""What the paper prints and claims (§8), to stand beside ours: R-1, R-2, R-SU4 in %, and "this is better than that".

The paper's claims are about SummBank and DUC-02; on other data they are questions, not errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from sentencerank.evaluate.subjects import JUDGES, OTHERS

Triple: TypeAlias = tuple[float, float, float]

TOP, TAIL = "10%", "70%"
# A share of the sentences lets who takes long ones read more; so many words are the same for all.
EQUAL = "100w"


@dataclass(frozen=True, slots=True)
class Printed:
    """One table: the figures of each (system, panel, budget), nan where the paper has none."""

    number: str
    title: str
    kind: str  # of the dataset
    rows: Mapping[tuple[str, str, str], Triple]


_NONE = float("nan")
_OF_JUDGE = {"without 1": "judge", "without 2": "judge", "without 3": "judge", "judges": "combined"}


def _top_5_percent() -> dict[tuple[str, str, str], Triple]:
    """Return Table 3: each judge and every system beside it against the other judges; combined against all."""
    figures: dict[str, tuple[Triple, ...]] = {
        "": ((38.42, 28.20, 26.61), (30.79, 19.95, 19.38), (35.74, 25.86, 24.66), (51.60, 43.50, 41.50)),
        "ssr-paper": ((61.34, 51.61, 50.54), (50.03, 39.52, 38.31), (54.22, 44.39, 43.91), (51.66, 43.32, 41.32)),
        "spr-paper": ((60.51, 51.20, 50.12), (48.81, 38.09, 37.62), (53.83, 43.44, 42.87), (51.14, 42.36, 40.53)),
        "swr-paper": ((59.42, 50.69, 49.89), (47.51, 37.68, 36.18), (53.01, 43.38, 42.11), (50.92, 41.60, 40.31)),
        "textrank": ((49.52, 38.58, 37.76), (43.10, 32.66, 31.42), (45.81, 34.32, 33.08), (44.66, 33.63, 32.56)),
    }
    return {
        (system or human, panel, "5%"): triple
        for system, triples in figures.items()
        for (panel, human), triple in zip(_OF_JUDGE.items(), triples, strict=True)
    }


def _features() -> dict[tuple[str, str, str], Triple]:
    """Return Table 5: SWR without one feature at a time; the text names no panel, we read: against all judges."""
    figures: dict[str, tuple[Triple, ...]] = {
        "swr-paper": ((56.82, 48.18, 47.03), (76.48, 71.74, 70.39), (88.21, 86.17, 85.19)),
        "swr-paper/nse": ((55.02, 46.08, 45.15), (71.98, 66.76, 65.42), (85.94, 83.18, 81.83)),
        "swr-paper/nas": ((51.74, 40.87, 40.13), (73.52, 68.26, 67.12), (87.82, 84.95, 84.12)),
        "swr-paper/nsc": ((56.36, 47.34, 46.44), (75.68, 70.35, 69.03), (87.54, 84.49, 83.54)),
        "swr-paper/nsp": ((56.77, 48.12, 46.97), (76.39, 71.59, 70.25), (88.14, 86.04, 85.07)),
        "textrank": ((49.22, 36.07, 35.29), (71.16, 65.47, 63.94), (86.04, 83.52, 82.29)),
    }
    budgets = "10%", "40%", "70%"
    return {
        (system, "judges", budget): triple
        for system, triples in figures.items()
        for budget, triple in zip(budgets, triples, strict=True)
    }


def _hundred_words() -> dict[tuple[str, str, str], Triple]:
    """Return Table 2, our systems first; the others, quoted by the paper, are run by our reading but for CNN-W2V."""
    figures: dict[str, Triple] = {
        "ssr-paper": (49.3, 25.1, 26.5),
        "spr-paper": (49.2, 25.0, 26.3),
        "swr-paper": (49.2, 24.7, 26.1),
        "cp3": (49.0, 24.7, 25.8),
        "CNN-W2V": (48.6, 22.0, _NONE),
        "e-coh": (48.5, 23.0, 25.3),
        "urank": (48.5, 21.5, _NONE),
        "t-coh": (48.1, 24.3, 24.2),
        "textrank": (47.1, 19.5, 21.7),
        "uniform-link": (47.1, 20.1, _NONE),
    }
    return {(system, "summaries", "100w"): triple for system, triple in figures.items()}


# Table 4 and Figure 2 are pictures: their numbers are not in the text.
PRINTED: tuple[Printed, ...] = (
    Printed("Table 2", "DUC-02, 100 words", "duc02", MappingProxyType(_hundred_words())),
    Printed("Table 3", "SummBank, the top 5 % of the sentences", "summbank", MappingProxyType(_top_5_percent())),
    Printed("Table 5", "SummBank, one feature removed", "summbank", MappingProxyType(_features())),
)


@dataclass(frozen=True, slots=True)
class Claim:
    """`better` scores higher than `worse`, under the main budget and panel unless the claim names its own."""

    text: str
    better: str
    worse: str
    panel: str = ""
    budget: str = ""


@dataclass(frozen=True, slots=True)
class Drop:
    """Going without `first` costs more than going without `second`, under a share of the sentences."""

    text: str
    first: str
    second: str
    share: str


CLAIMS: tuple[Claim | Drop, ...] = (
    Claim("SSR above SPR", "ssr-paper", "spr-paper"),
    Claim("SPR above SWR", "spr-paper", "swr-paper"),
    Claim("SWR above TextRank", "swr-paper", "textrank"),
    Claim("SSR above TextRank", "ssr-paper", "textrank"),
    Claim("semantic edges help (SWR above NSE)", "swr-paper", "swr-paper/nse"),
    Claim("article structure helps (SWR above NAS)", "swr-paper", "swr-paper/nas"),
    Claim("subtopics help (SWR above NSC)", "swr-paper", "swr-paper/nsc"),
    Claim("softplus helps (SWR above NSP)", "swr-paper", "swr-paper/nsp"),
    Drop(f"at {TOP} structure matters more than semantic edges", "nas", "nse", TOP),
    Drop(f"at {TAIL} semantic edges matter more than structure", "nse", "nas", TAIL),
    Claim("SSR above a single judge", "ssr-paper", "judge", OTHERS),
    Claim("SSR above the combined judges", "ssr-paper", "combined", JUDGES),
    Claim(f"the same with {EQUAL} each: SSR above a single judge", "ssr-paper", "judge", OTHERS, EQUAL),
    Claim("our reading: SSR above SPR", "ssr-best", "spr-best"),
    Claim("our reading: SPR above SWR", "spr-best", "swr-best"),
    Claim("our reading above the paper's (SSR)", "ssr-best", "ssr-paper"),
    Claim("our reading above TextRank", "ssr-best", "textrank"),
    Claim("our reading above LexRank", "ssr-best", "lexrank"),
    Claim("our reading above lead", "ssr-best", "lead"),
    Claim("our reading above longest-first", "ssr-best", "longest"),
    Claim("our reading above a single judge", "ssr-best", "judge", OTHERS),
    Claim("our reading above the combined judges", "ssr-best", "combined", JUDGES),
    Claim(f"the same with {EQUAL} each: our reading above longest-first", "ssr-best", "longest", JUDGES, EQUAL),
    Claim(f"the same with {EQUAL} each: our reading above lead", "ssr-best", "lead", JUDGES, EQUAL),
    Claim(f"the same with {EQUAL} each: our reading above a single judge", "ssr-best", "judge", OTHERS, EQUAL),
    Claim(f"the same with {EQUAL} each: our reading above the combined judges", "ssr-best", "combined", JUDGES, EQUAL),
)
