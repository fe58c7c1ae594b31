from __future__ import annotations

import csv
import io

from hypothesis import given
from hypothesis import strategies as st

from sentencerank.cells import cell, content

STARTS = "=+-@\t\r"


@given(st.text(st.sampled_from("'=+-@＝\t\r\na ,\""), max_size=8) | st.text(max_size=8))
def test_every_text_can_be_had_back(text: str) -> None:
    out = io.StringIO()
    csv.writer(out).writerow([cell(text), "end"])
    (row,) = csv.reader(io.StringIO(out.getvalue(), newline=""))
    assert content(row[0]) == text
    assert len(row[0]) < 2 or row[0][0] not in STARTS


def test_numbers_stay_numbers() -> None:
    assert [cell(value) for value in (-0.5, -3, None, True)] == [-0.5, -3, None, True]
