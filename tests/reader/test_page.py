"""The single file, without a browser: what is in it, and what is not."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from sentencerank import Ranking, rank
from sentencerank.reader.page import payload, reader_page
from tests.reader import samples

SCRIPT = re.compile(r'<script type="module">(.*?)</script>', re.S)
DATA = re.compile(r'<script type="application/json" id="document-data">(.*?)</script>', re.S)


def test_it_is_one_file_that_names_no_other() -> None:
    html = reader_page(rank(samples.HARBOUR))
    for attribute in re.findall(r'\b(?:src|href)="([^"]*)"', html.partition("<script")[0]):
        assert attribute.startswith(("#", "data:"))
    assert not re.search(r"^\s*import\b", SCRIPT.findall(html)[0], re.M)


def test_the_policy_lets_in_its_own_script_and_style_alone() -> None:
    html = reader_page(rank(samples.HOSTILE))
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    assert policy[1].startswith("default-src 'none'")
    style = re.search(r"<style>(.*?)</style>", html, re.S)
    assert style is not None
    for text in (SCRIPT.findall(html)[0], style[1]):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"'sha256-{digest}'" in policy[1]
    assert "unsafe" not in policy[1]


def test_no_text_can_end_the_element_that_holds_it() -> None:
    ranking = rank(samples.HOSTILE)
    html = reader_page(ranking, title="</script><script>alert(1)</script>")
    assert len(re.findall("<script", html)) == 3
    record = json.loads(DATA.findall(html)[0])
    assert record["columns"]["text"] == ranking.document.text


def test_lone_surrogates_become_replacement_characters() -> None:
    ranking = rank("A broken \ud800 character stands here. The rest of it is sound.")
    assert "\ufffd" in reader_page(ranking).encode().decode()


def test_the_payload_holds_what_the_page_needs(harbour: Ranking) -> None:
    record = payload(harbour, title="Harbour")
    assert json.loads(json.dumps(record)) == record
    assert set(record) == {"title", "source", "columns", "reasons"}
    assert len(record["reasons"]) == len(harbour)  # type: ignore[arg-type]


def test_reasons_are_packed_in_order(harbour: Ranking) -> None:
    packed = json.loads(re.findall(r'id="reasons-data">(.*?)</script>', reader_page(harbour))[0])
    rows = [row for shelf in packed for row in json.loads(gzip.decompress(base64.b64decode(shelf)))]
    assert rows == payload(harbour)["reasons"]


def test_the_script_is_sound(require_tool: Callable[[str, str], None], harbour: Ranking, tmp_path: Path) -> None:
    node = shutil.which("node")
    require_tool("node", "" if node else "install Node.js")
    assert node is not None
    path = tmp_path / "page.mjs"
    path.write_text(SCRIPT.findall(reader_page(harbour))[0], encoding="utf-8")
    subprocess.run([node, "--check", path], check=True, capture_output=True)


def test_no_module_reads_keys_of_the_old_schema() -> None:
    static = Path(__file__).parents[2] / "src" / "sentencerank" / "reader" / "static"
    for path in static.glob("*.js"):
        assert not re.search(r"held_?back|leans_?on|\bturn\b(?=[,:])|reasons\.turn", path.read_text("utf-8"), re.I), (
            path.name
        )


def test_no_module_lets_text_become_markup() -> None:
    static = Path(__file__).parents[2] / "src" / "sentencerank" / "reader" / "static"
    for path in static.glob("*.js"):
        source = path.read_text(encoding="utf-8")
        for danger in (
            "innerHTML",
            r"outerHTML\s*=",
            "insertAdjacentHTML",
            r"document\.write",
            r"\beval\(",
            "new Function",
        ):
            assert not re.search(danger, source), path.name
    assert not re.search(r"\sstyle=|\son\w+=|<script>|<style>", (static / "index.html").read_text(encoding="utf-8"))
