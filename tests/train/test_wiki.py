from __future__ import annotations

import bz2
import gzip
import json
import lzma
import random
import time
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from sentencerank.errors import CorpusError, ExtraError
from sentencerank.train import Reading, text, wiki
from sentencerank.train.dump import LARGEST, pages, plain_text, reread
from sentencerank.train.progress import Workers
from sentencerank.train.wiki import Wiki, article_files, extract, open_corpus
from tests.train.conftest import Intercept, Killed, Write

HEAD = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">
<siteinfo><sitename>W</sitename><namespaces><namespace key="6">Datei</namespace>
<namespace key="14">Kategorie</namespace><namespace key="0" /></namespaces></siteinfo>
"""


def page(title: str, markup: str, *, space: int = 0, redirect: str = "") -> str:
    goal = f'<redirect title="{escape(redirect)}" />' if redirect else ""
    return (
        f"<page><title>{escape(title)}</title><ns>{space}</ns><id>1</id>{goal}<revision><id>2</id>"
        f"<contributor><username>title</username></contributor><comment>text</comment>"
        f'<text bytes="1" xml:space="preserve">{escape(markup)}</text></revision></page>\n'
    )


def dump(*made: str) -> str:
    return HEAD + "".join(made) + "</mediawiki>\n"


MINIATURE = dump(
    page("Rain (weather)", "{{Infobox|a={{nested|b}}}}\n'''Rain''' is [[water]] in [[drop|drops]].<ref>Ref.</ref>"),
    page("Precipitation", "", redirect="Rain (weather)"),
    page("東京", "'''東京'''は[[日本]]の首都。"),
    page("Talk:Rain", "Not this.", space=1),
    page("Table", "Before.\n{| class=\"x\"\n! a !! b\n|-\n| [[c]] || {{d}}\n|}\nA ''table'' after it."),
    page(
        "Picture",
        "[[Datei:A.jpg|mini|A [[caption]] here]]Words &amp; more&nbsp;words. [[Kategorie:Things]][[fr:Image]]",
    ),
)


@pytest.fixture
def extracted(write: Write, tmp_path: Path) -> Callable[..., Wiki]:
    def run(data: str | bytes, name: str = "dump.xml", workers: int = 1) -> Wiki:
        with Workers(workers) as pool:
            found = open_corpus((write(data, name),), tmp_path / "wiki", pool, unit="line", field="text")
        assert isinstance(found, Wiki)
        return found

    return run


@pytest.mark.parametrize(
    ("name", "pack"), [("dump.xml", str.encode), ("d.xml.bz2", lambda t: bz2.compress(t.encode()))]
)
def test_articles_without_their_markup(name: str, pack: Callable[[str], bytes], extracted: Callable[..., Wiki]) -> None:
    found = list(extracted(pack(MINIATURE), name).documents(Reading()))
    assert found == [
        "Rain is water in drops.",
        "東京は日本の首都。",
        "Before.\n\nA table after it.",
        "Words & more words.",
    ]


def test_several_streams_in_one_file(extracted: Callable[..., Wiki]) -> None:
    middle = len(HEAD) + 200
    data = bz2.compress(MINIATURE[:middle].encode()) + bz2.compress(MINIATURE[middle:].encode())
    assert len(list(extracted(data, "multistream.xml.bz2").documents(Reading()))) == 4


def test_titles_and_redirects_are_the_knowledge_base(extracted: Callable[..., Wiki]) -> None:
    base = extracted(MINIATURE).knowledge_base()
    assert list(base.quality) == ["Rain", "東京", "Table"]  # those that their article uses, without what clarifies them
    assert list(base.all) == ["Rain", "Precipitation", "東京", "Table", "Picture"]
    assert len(base.all) == 5
    assert "東京" in base.quality


def test_other_files_stand_beside_a_dump(write: Write, tmp_path: Path) -> None:
    paths = (write("plain\n", "a.txt"), write(MINIATURE, "b.xml"))
    with Workers() as pool:
        found = open_corpus(paths, tmp_path / "wiki", pool, unit="line", field="text")
    assert list(found.documents(Reading()))[-1] == "plain\n"
    assert found.name == "b.xml, a.txt"


@pytest.mark.parametrize(
    ("markup", "words"),
    [
        ("a {{b|{{c|[[d]]}}}} e", "a e"),
        ("'''''bold''' italic''", "bold italic"),
        ("[[a (b)|a]] [[:Kategorie:C]] [http://x y] [http://z]", "a Kategorie:C y"),
        ("X ({{IPA|x}}; born 1970) ({{y}})", "X (born 1970)"),
        ("== Head ==\n* one\n* two<br>three", "one\n\ntwo\nthree"),
        ("H<sub>2</sub>O <math>x</math><!-- no -->&#233;&#x1F600; __NOTOC__", "H2O é😀"),
        ("{| open\n| cell\nprose", "prose"),
        ("{{open [[also", "{{open [[also"),
        ("<nowiki>[[raw]]</nowiki> <ref name=a/>x", "[[raw]] x"),
        ("[[Datei:x.png|thumb|[[a]] {{b}}]] y", "y"),
    ],
)
def test_markup(markup: str, words: str) -> None:
    assert plain_text(markup, frozenset({"datei", "kategorie"})) == words


TANGLED = {
    "brackets": "{{a|" * 3000 + "[[b|" * 3000,
    "tags": "<a " * 3000 + "words " * 1000,
    "comments": "{{{a|<!-- " * 300,
    "addresses in double brackets": "[[http://x " * 30 + "]",
    "a bracket before a long page": "{{a " * 10 + "[[words]] and {{more}} of them. " * 20_000,
    "too large": "words " * (LARGEST // 6 + 1),
}


@pytest.mark.parametrize("markup", TANGLED.values(), ids=TANGLED)
def test_a_page_that_would_take_long_is_left_out_and_counted(
    markup: str, extracted: Callable[..., Wiki], tmp_path: Path
) -> None:
    began = time.process_time()
    with pytest.warns(UserWarning, match=r"dump\.xml: 1 of 2 pages were left out"):
        found = extracted(dump(page("Tangled", markup), page("Next", "Next one.")))
    assert time.process_time() - began < 3
    assert list(found.documents(Reading())) == ["Next one."]
    assert json.loads((tmp_path / "wiki" / "000" / "done.json").read_text())["failed"] == 1


def test_what_is_closed_or_little_is_read(extracted: Callable[..., Wiki]) -> None:
    """Deep nesting takes no longer than the same markup flat, and a few mistakes are no reason to leave a page out."""
    deep = "{{a|" * 400 + "x" + "}}" * 400
    table = "{|\n| {{{1|}}} || [http://a b]\n|}\n" * 100
    mistakes = (
        "[[http://x words] {{open [[also <b>bold <small>text <br> <ref name=a/> <nowiki>{{</nowiki> <!-- [[ -->\n" * 20
    )
    for markup in (deep, table, mistakes + "Prose. " * 2000):
        plain_text(markup)


def test_the_estimate_is_linear() -> None:
    for piece in (
        "{{a|",
        "}}",
        "[[b|",
        "]",
        "<b>",
        "</b>",
        "<!-- ",
        "-->",
        "<nowiki>",
        "<nowiki/>",
        "[http://x ",
        "\n{|",
        "\n|}",
    ):
        times = []
        for count in (4_000, 16_000):
            began = time.process_time()
            reread(piece * count)
            times.append(time.process_time() - began)
        assert times[1] < 10 * times[0] + 0.1


def test_a_truncated_dump_says_so(write: Write, tmp_path: Path) -> None:
    whole = bz2.compress(MINIATURE.encode())
    cases = (
        (whole[:-20], "cut.xml.bz2", "cut off after 0 pages"),
        (MINIATURE.encode()[:-50], "cut.xml", "not a whole dump"),
        (bz2.compress(MINIATURE.encode()[:900]), "stream.xml.bz2", "not a whole dump"),
    )
    for data, name, message in cases:
        with Workers() as pool, pytest.raises(CorpusError, match=message):
            open_corpus((write(data, name),), tmp_path / f"{name}.work", pool, unit="line", field="text")


@pytest.mark.parametrize("ending", ["gz", "xz", "zst"])
def test_a_damaged_dump_says_so(ending: str, write: Write, tmp_path: Path) -> None:
    pack = {"gz": gzip.compress, "xz": lzma.compress, "zst": pytest.importorskip("zstandard").compress}[ending]
    chance = random.Random(1)
    prose = "".join(page(f"P{n}", "".join(chance.choices("abcdefg ", k=500))) for n in range(600))
    packed = bytearray(pack(dump(prose).encode()))
    packed[len(packed) // 2 : len(packed) // 2 + 30] = b"\xff" * 30
    with Workers() as pool, pytest.raises(CorpusError, match=r"not a whole dump|damaged|cut off"):
        open_corpus((write(bytes(packed), f"d.xml.{ending}"),), tmp_path / "wiki", pool, unit="line", field="text")


def test_entities_are_refused(extracted: Callable[..., Wiki]) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    with pytest.raises(CorpusError, match="declares the entity 'a'"):
        list(pages(__import__("io").BytesIO((bomb + MINIATURE).encode()), "x", set()))


def test_a_dump_without_articles_is_an_error(extracted: Callable[..., Wiki]) -> None:
    with pytest.raises(CorpusError, match="no articles in 1 pages"):
        extracted(dump(page("Talk:A", "x", space=1)))


def test_extraction_goes_on_after_a_kill_to_the_same_bytes(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, before_writing: Intercept
) -> None:
    monkeypatch.setattr(wiki, "BATCH", 40)
    monkeypatch.setattr(wiki, "SHARD", 100)
    made = dump(*(page(f"Page {n}", f"Page {n} has [[words]]. " * 3) for n in range(40)))
    path = write(bz2.compress(made.encode()), "d.xml.bz2")
    with Workers() as pool:
        whole = extract(path, tmp_path / "whole", pool)
    assert whole.shards > 5
    budget = 2

    def stop(target: Path) -> None:
        nonlocal budget
        budget -= 1
        if budget < 0:
            raise Killed

    before_writing(stop)
    for _ in range(100):
        budget = 2
        try:
            with Workers() as pool:
                assert extract(path, tmp_path / "killed", pool) == whole
            break
        except Killed:
            continue
    for own in sorted((tmp_path / "whole").rglob("*.*")):
        assert own.read_bytes() == (tmp_path / "killed" / own.relative_to(tmp_path / "whole")).read_bytes()


def test_workers_do_not_matter(write: Write, tmp_path: Path) -> None:
    path = write(MINIATURE, "d.xml")
    with Workers(2) as pool:
        extract(path, tmp_path / "two", pool)
    with Workers() as pool:
        extract(path, tmp_path / "one", pool)
    one, two = (article_files(tmp_path / name)[0].read_bytes() for name in ("one", "two"))
    assert one == two


def test_a_missing_parser_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "mwparserfromhell", None)
    with pytest.raises(ExtraError, match=r"sentencerank\[train\]"):
        plain_text("x")


def test_progress_of_reading_is_told_in_bytes(write: Write) -> None:
    reading = Reading()
    path = write("one\ntwo\n", "a.txt")
    assert len(list(text.files(path).documents(reading))) == 2
    assert reading.position == path.stat().st_size
    assert json.loads(text.files(path).identity())[2][0][0] == str(path.resolve())
