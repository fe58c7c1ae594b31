from __future__ import annotations

import bz2
import json
from collections.abc import Callable
from pathlib import Path
from xml.sax.saxutils import escape

import pytest

from sentencerank.errors import CorpusError, ExtraError
from sentencerank.train import Reading, text
from sentencerank.train.wiki import extraction
from sentencerank.train.wiki.dump import pages
from sentencerank.train.wiki.markup import plain_text
from sentencerank.train.wiki.source import Wiki, corpus_of
from sentencerank.train.work import Workers
from tests.train.conftest import Write

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
            found = corpus_of((write(data, name),), tmp_path / "wiki", pool, unit="line", field="text")
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
        found = corpus_of(paths, tmp_path / "wiki", pool, unit="line", field="text")
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


def test_deeply_nested_markup_ends(extracted: Callable[..., Wiki]) -> None:
    deep = "{{a|" * 3000 + "[[b|" * 3000 + "x"
    found = list(extracted(dump(page("Deep", deep), page("Next", "Next one."))).documents(Reading()))
    assert found[-1] == "Next one."


def test_a_truncated_dump_says_so(write: Write, tmp_path: Path) -> None:
    whole = bz2.compress(MINIATURE.encode())
    cases = (
        (whole[:-20], "cut.xml.bz2", "cut off after 0 pages"),
        (MINIATURE.encode()[:-50], "cut.xml", "not a whole dump"),
        (bz2.compress(MINIATURE.encode()[:900]), "stream.xml.bz2", "not a whole dump"),
    )
    for data, name, message in cases:
        with Workers() as pool, pytest.raises(CorpusError, match=message):
            corpus_of((write(data, name),), tmp_path / f"{name}.work", pool, unit="line", field="text")


def test_entities_are_refused(extracted: Callable[..., Wiki]) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    with pytest.raises(CorpusError, match="declares the entity 'a'"):
        list(pages(__import__("io").BytesIO((bomb + MINIATURE).encode()), "x", set()))


def test_a_dump_without_articles_is_an_error(extracted: Callable[..., Wiki]) -> None:
    with pytest.raises(CorpusError, match="no articles in 1 pages"):
        extracted(dump(page("Talk:A", "x", space=1)))


class Killed(BaseException):
    """Stands for a kill."""


def test_extraction_goes_on_after_a_kill_to_the_same_bytes(
    write: Write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(extraction, "BATCH", 40)
    monkeypatch.setattr(extraction, "SHARD", 100)
    made = dump(*(page(f"Page {n}", f"Page {n} has [[words]]. " * 3) for n in range(40)))
    path = write(bz2.compress(made.encode()), "d.xml.bz2")
    with Workers() as pool:
        whole = extraction.extract(path, tmp_path / "whole", pool)
    assert whole.shards > 5
    rename, budget = Path.rename, [2]

    def stop(own: Path, target: Path) -> Path:
        budget[0] -= 1
        if budget[0] < 0:
            raise Killed
        return rename(own, target)

    monkeypatch.setattr(Path, "rename", stop)
    for _ in range(100):
        budget[0] = 2
        try:
            with Workers() as pool:
                assert extraction.extract(path, tmp_path / "killed", pool) == whole
            break
        except Killed:
            continue
    for own in sorted((tmp_path / "whole").rglob("*.*")):
        assert own.read_bytes() == (tmp_path / "killed" / own.relative_to(tmp_path / "whole")).read_bytes()


def test_workers_do_not_matter(write: Write, tmp_path: Path) -> None:
    path = write(MINIATURE, "d.xml")
    with Workers(2) as pool:
        extraction.extract(path, tmp_path / "two", pool)
    with Workers() as pool:
        extraction.extract(path, tmp_path / "one", pool)
    one, two = (extraction.texts(tmp_path / name)[0].read_bytes() for name in ("one", "two"))
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
