"""A ranking as one HTML file that is the whole reader: it opens from disk, with no server and no network."""

from __future__ import annotations

import base64
import gzip
import json
import re

from sentencerank.files import Json, encodable, sha256_of
from sentencerank.ranking import REASONS, Ranking
from sentencerank.records import as_json
from sentencerank.serve.columns import columns
from sentencerank.serve.page_files import page_file, page_script

_REASONS = ("index", "rank", "score", "parts", "topic", *REASONS)
_SHELF = 256  # sentences whose reasons are unpacked together, as reasons.js knows
_DIGITS = 6  # of a number in the file: more than a bar or a tie can show


def reader_page(ranking: Ranking, *, title: str = "") -> str:
    """Return a document and its ranking as one self-contained page; `title` is shown if the text has no heading."""
    return page_around(payload(ranking, title=title))


def page_around(record: dict[str, Json]) -> str:
    """Return the page around what `payload` made.

    The content security policy lets in this page's own script and style, by their hashes, and nothing else.
    """
    script, style = page_script(), page_file("reader.css")
    opened: dict[str, Json] = {name: value for name, value in record.items() if name != "reasons"}
    policy = (
        f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    icon = base64.b64encode(page_file("icon.svg").encode()).decode()
    changes = {
        r"default-src 'self'[^\"]*": policy,
        r'href="icon\.svg"': f'href="data:image/svg+xml;base64,{icon}"',
        r'<link rel="stylesheet"[^>]*>': f"<style>{style}</style>",
        r'\s*<script type="module"[^>]*></script>': "",
        r"(?=\s*</body>)": f'\n<script type="application/json" id="document-data">{_json(opened)}</script>'
        # Ten times as long as the text, and seldom asked for: packed, so that opening need not wait for it.
        f'\n<script type="application/json" id="reasons-data">{_json(_packed(record["reasons"]))}</script>'
        f'\n<script type="module">{script}</script>',
    }
    html = page_file("index.html")
    for pattern, text in changes.items():
        html, count = re.subn(pattern, lambda _, text=text: text, html, count=1)  # type: ignore[misc]
        assert count == 1, pattern
    return html


def payload(ranking: Ranking, *, title: str = "") -> dict[str, Json]:
    """Return what the page is made from: the columns that the server sends too, and the reasons of every sentence."""
    reasons: list[Json] = [_rounded(as_json(ranking.explain(index), _REASONS)) for index in range(len(ranking))]
    shown = columns(ranking)
    return {"title": title or ranking.document.id, "source": ranking.document.id, "columns": shown, "reasons": reasons}


def _packed(reasons: Json) -> list[Json]:
    """Return the reasons of so many sentences at a time, as compressed JSON in base 64."""
    assert isinstance(reasons, list)
    shelves = [reasons[first : first + _SHELF] for first in range(0, len(reasons), _SHELF)]
    return [base64.b64encode(gzip.compress(_json(shelf).encode(), mtime=0)).decode() for shelf in shelves]


def _rounded(value: Json) -> Json:
    if isinstance(value, float):
        return float(f"{value:.{_DIGITS}g}")
    if isinstance(value, list | tuple):
        return [_rounded(each) for each in value]
    if isinstance(value, dict):
        return {key: _rounded(each) for key, each in value.items()}
    return value


def _json(value: Json) -> str:
    r"""Return JSON that cannot end the element that it stands in.

    >>> _json("</script><!--")
    '"\\u003c/script>\\u003c!--"'
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return encodable(text).replace("<", "\\u003c")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(bytes.fromhex(sha256_of(text))).decode()
