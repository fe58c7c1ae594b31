"""The rivals of Table 2 as systems (extra `rivals`), each our reading of its publication (docs/evaluation.md).

    uniform-link    PageRank over a document and the 10 nearest of its collection      Wan and Xiao 2010
    urank           importance in the document and in the collection, mutually         Wan 2010
    e-coh           entities, HITS, an integer program                                 Parveen and Strube 2015
    t-coh           the same with topics in place of entities                          Parveen, Ramsl and Strube 2015
    cp3             the same with coherence patterns of three sentences                Parveen, Mesgar and Strube 2016

TextRank is a plain method of the package, and CNN-W2V is supervised. A rival knows the documents that are evaluated
together, never their references. The integer programs choose a summary of the length of the first budget; these
sentences come first, the others follow by importance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from sentencerank.errors import DataError
from sentencerank.evaluate.fingerprints import code_of, ranking_code
from sentencerank.evaluate.rivals.cp3 import CP3
from sentencerank.evaluate.rivals.e_coh import ECoh
from sentencerank.evaluate.rivals.reading import Reading, Rival, read, read_all, words_within
from sentencerank.evaluate.rivals.t_coh import TCoh
from sentencerank.evaluate.rivals.uniform_link import UniformLink
from sentencerank.evaluate.rivals.urank import URank
from sentencerank.evaluate.subjects import Subject
from sentencerank.evaluate.systems import Orders, System, rank_by_function
from sentencerank.extras import require
from sentencerank.files import sha256_of
from sentencerank.method.arrays import Ids
from sentencerank.recipe import Budget

RIVALS: Mapping[str, Callable[[Sequence[Reading]], Rival]] = MappingProxyType(
    {"uniform-link": UniformLink.of, "urank": URank.of, "e-coh": ECoh.of, "t-coh": TCoh.of, "cp3": CP3.of}
)
_NEEDS = {"e-coh": "scipy", "t-coh": "sklearn", "cp3": "scipy"}


@dataclass(frozen=True, slots=True)
class RankByRival:
    """Ranks a subject of the collection that the rival knows."""

    rival: Rival
    budget: Budget

    def __call__(self, subject: Subject) -> Orders:
        """Return the ranking."""
        return rank_by_function(partial(self._places, subject), subject)

    def _places(self, subject: Subject, sentences: Sequence[str]) -> Ids:
        reading = read(subject)
        if not len(reading.inside):
            return reading.inside
        return reading.inside[self.rival.order(reading, words_within(self.budget, subject))]


def rival_system(name: str) -> System:
    """Return a rival as a system, which is bound to a collection when it runs.

    Raises ExtraError if the extra `rivals` is not installed.

    >>> rival_system("urank").name
    'urank'
    """
    if name in _NEEDS:
        # Missed now rather than on every document.
        require(_NEEDS[name], "rivals")
    return System(name, "rival", partial(_unbound, name), name, partial(_bind, name))


def rivals(names: Sequence[str] = tuple(RIVALS)) -> tuple[System, ...]:
    """Return rivals as systems."""
    return tuple(map(rival_system, names))


def _bind(name: str, subjects: tuple[Subject, ...], budget: Budget) -> System:
    known = [ranking_code(), code_of("evaluate/rivals"), budget.name, [subject.digest for subject in subjects]]
    return System(name, "rival", RankByRival(RIVALS[name](read_all(subjects)), budget), sha256_of(known))


def _unbound(name: str, subject: Subject) -> Orders:
    raise DataError(f"{name} ranks the documents of a collection: give it to run_evaluation with all of them")
