"""A part of the faults that `scripts/inject_faults.py` injects: each kind in each place, at some of the calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.faults.injector import Injector, faults
from tests.faults.places import PLACES, Place, calm_run, strike


@pytest.mark.parametrize("place", [place for place in PLACES if place.quick], ids=lambda place: place.name)
def test_a_fault_leaves_the_old_output_or_the_new_one_and_the_next_run_ends_well(
    place: Place, injector: Injector, tmp_path: Path
) -> None:
    calm, old, new = calm_run(place, injector, tmp_path)
    struck = list(faults(calm, place.kinds, place.quick))
    assert len(struck) >= len(place.kinds)
    wrong = [
        f"{fault} ({calm.calls[fault.at]}): {problem}"
        for fault in struck
        for problem in strike(place, injector, tmp_path, fault, old, new)
    ]
    assert not wrong
