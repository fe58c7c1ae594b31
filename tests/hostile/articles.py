"""Pages that say what they are: structured data, types of Open Graph, names of elements; also pages saved as MHTML."""

# ruff: noqa: E501 - a kind is a row of a table

from __future__ import annotations

import base64
import json

from tests.hostile.kind import BAIT, HONEST, Kind, numbered, repeated
from tests.hostile.markup import page

_TEXT = f"<p>{HONEST}</p>" * 3
_ARTICLE = f"<article><h1>Rain</h1>{_TEXT}</article>"
_TYPE = '"@type": "NewsArticle"'


def told(data: str | bytes, body: str = _ARTICLE) -> bytes:
    """A page whose structured data is this."""
    data = data.encode() if isinstance(data, str) else data
    return page(body.encode(), b'<script type="application/ld+json">' + data + b"</script>")


def named(body: str, head: str = '<meta property="og:type" content="article">') -> bytes:
    """A page whose head says that it is an article."""
    return page(body.encode(), head.encode())


def saved(html: bytes, parts: bytes = b"", head: str = "") -> bytes:
    """A page as browsers save it in one file."""
    fields = f'From: <Saved by Rain>\nSnapshot-Content-Location: {BAIT}\nSubject: Rain\nMIME-Version: 1.0\n{head}Content-Type: multipart/related; type="text/html"; boundary="b"\n\n'
    return (
        fields.encode()
        + b"--b\nContent-Type: text/html; charset=utf-8\nContent-Location: "
        + BAIT.encode()
        + b"\n\n"
        + html
        + b"\n"
        + parts
        + b"--b--\n"
    )


KINDS = (
    Kind("ld-deep-lists", "lists.html", "Structured data is nested 100,000 levels deep.", lambda: told("[" * 100_000 + "]" * 100_000)),
    Kind("ld-deep-objects", "objects.html", "Objects are nested 50,000 levels deep.", lambda: told('{"@graph":' * 50_000 + "1" + "}" * 50_000)),
    Kind("ld-circle", "circle.html", "Two objects name each other as their parts.", lambda: told(json.dumps({"@graph": [{"@id": f"#{n}", "@type": "NewsArticle", "hasPart": {"@id": f"#{(n + 1) % 2_000}"}} for n in range(2_000)]}))),
    Kind("ld-open-strings", "strings.html", "Strings open and never close.", lambda: told('"@type": "' * 30_000)),
    Kind("ld-almost-types", "almost.html", "Types are almost those of articles.", lambda: told('"@type": ["NewsArticl' * 30_000)),
    Kind("ld-long-type", "type.html", "A type goes on for 500 KB.", lambda: told('"@type": "Analysis' + "a" * 500_000)),
    Kind("ld-spaces", "spaces.html", "Spaces stand between a type and its name.", lambda: told('"@type"' + " " * 300_000 + ':"Article"')),
    Kind("ld-large", "large.html", "Structured data has 5 MB.", lambda: told(b'{"x": "' + repeated("rain ", 5_000_000) + b'", "@type": "Article"}')),
    Kind("ld-numbers", "numbers.html", "Numbers have 100,000 digits.", lambda: told('{"@type": "Article", "wordCount": ' + "9" * 100_000 + ', "x": 1e999999}')),
    Kind("ld-bad-escapes", "escapes.html", "Escapes are half characters.", lambda: told('{"@type": "Article", "headline": "' + "\\ud800\\u0000" * 20_000 + '"}')),
    Kind("ld-names-no-article", "none.html", "Structured data says article, and none is there.", lambda: told('{"@type": "NewsArticle"}', "<div>" + "<a href=x>rain</a>" * 3_000 + "</div>")),
    Kind("ld-context-on-server", "context.html", "The words of the data are defined on a server.", lambda: told(json.dumps({"@context": BAIT, "@type": "NewsArticle", "url": BAIT, "image": BAIT, "articleBody": HONEST}))),
    Kind("ld-markup-inside", "markup.html", "Structured data has markup in it.", lambda: told('{"@type": "Article", "headline": "<script>alert(1)<\\/script></article><!--"}')),
    Kind("ld-thousands-of-scripts", "scripts.html", "20,000 scripts hold structured data.", lambda: page(b'<script type="application/ld+json">{"@type": "Thing"}</script>' * 20_000 + _ARTICLE.encode())),
    Kind("ld-script-in-script", "open.html", "20,000 scripts open and never close.", lambda: page(b'<script type="application/ld+json">{"@type": "Article"' * 20_000)),
    Kind("ld-many-long-scripts", "long.html", "Every script is longer than what is looked at.", lambda: page((b'<script type="application/ld+json">' + b'"@type" ' * 15_000 + b"</script>") * 40 + _ARTICLE.encode())),
    Kind("ld-after-the-text", "after.html", "The data stands after 200,000 elements.", lambda: page(b"<i>a</i>" * 60_000 + _ARTICLE.encode() + b'<script type="application/ld+json">{"@type":"Article"}</script>')),
    Kind("og-many-types", "types.html", "50,000 elements say what the page is.", lambda: named(_ARTICLE, '<meta property="og:title" content="article">' * 50_000)),
    Kind("og-long-content", "content.html", "The type of the page has 1 MB.", lambda: named(_ARTICLE, '<meta property="og:type" content="article' + "a" * 1_000_000 + '">')),
    Kind("article-nested", "nested.html", "Articles are nested 400 levels deep.", lambda: named("<article>" * 400 + _TEXT + "</article>" * 400)),
    Kind("article-nested-with-text", "levels.html", "Every one of 400 levels has text.", lambda: named(f"<article><p>{HONEST}</p>" * 400)),
    Kind("article-nested-too-deep", "deep.html", "Articles are nested 30,000 levels deep.", lambda: named("<article>" * 30_000 + _TEXT)),
    Kind("article-siblings", "siblings.html", "A page has 5,000 articles.", lambda: named(f"<article><h2>Rain</h2><p>{HONEST}</p></article>" * 5_000)),
    Kind("article-empty-siblings", "empty.html", "100,000 articles are empty.", lambda: named("<article></article>" * 100_000 + _ARTICLE)),
    Kind("article-siblings-at-every-level", "comb.html", "Every level has another one beside it.", lambda: named("<div><div><p>" + HONEST + "</p></div>" * 1 + "<div>" * 1 + "".join(f"<div><div><p>{HONEST}</p></div>" for _ in range(200)))),
    Kind("article-wide-levels", "wide.html", "Each of 100 levels has 300 elements.", lambda: named(("<section class=a>" + "<div class=b></div>" * 300) * 100 + _TEXT)),
    Kind("article-body-names", "names.html", "20,000 elements are named as the text of an article.", lambda: named('<div class="article-body entry-content" itemprop="articleBody">' + "</div><div class=post__content>rain" * 20_000, "")),
    Kind("article-long-names", "class.html", "A class has 500 KB of names.", lambda: named(f'<div class="{"article- " * 60_000}">{_TEXT}</div>', "")),
    Kind("article-many-classes", "classes.html", "Every element has another class.", lambda: named("".join(f'<div class="story-{n} body_{n}" id="post-content-{n}">a</div>' for n in range(20_000)), "")),
    Kind("article-of-links", "links.html", "The article has links alone.", lambda: named("<article>" + "<p><a href=x>It rained all day in the old town, and then it rained.</a></p>" * 5_000 + "</article>")),
    Kind("article-tables", "tables.html", "The text stands in tables in tables.", lambda: named("<table><tr><td>" * 120 + _TEXT)),
    Kind("article-hidden", "hidden.html", "The article is hidden.", lambda: named(f"<article hidden style='display:none'>{_TEXT}</article><p>{HONEST}</p>")),
    Kind("article-struck-out", "struck.html", "Every word was taken out and put back.", lambda: named("<article><p>" + "<del datetime=2020>rain</del><ins>sun</ins> " * 15_000 + "</p></article>")),
    Kind("article-labels", "labels.html", "20,000 labels repeat themselves.", lambda: named("<article>" + "<p>Read more</p><p>2019-09-07 09:59:22 Rain</p>" * 10_000 + "</article>")),
    Kind("article-datelines", "dates.html", "Lines have dates alone.", lambda: named("<article>" + "<p>2019-09-07 2019.09.07 10:20:30 2019年 9月 7日</p>" * 8_000 + "</article>")),
    Kind("article-figures", "figures.html", "Captions say what figures say.", lambda: named("<article>" + '<figure><img alt="rain"><figcaption>rain</figcaption></figure><p>rain</p>' * 8_000 + "</article>")),
    Kind("article-permalinks", "anchors.html", "Every heading has ten links to itself.", lambda: named("<article>" + ("<h2>Rain" + '<a href="#a">¶</a>' * 10 + "</h2><p>rain</p>") * 3_000 + "</article>")),
    Kind("article-contents", "contents.html", "A table of contents repeats 3,000 headings.", lambda: named("<ul>" + "".join(f'<li><a href="#h{n}">Rain {n}</a></li>' for n in range(3_000)) + "</ul><article>" + "".join(f'<h2 id="h{n}">Rain {n}</h2><p>It rained.</p>' for n in range(3_000)) + "</article>")),
    Kind("article-dead-contents", "dead.html", "50,000 links lead to places that are not there.", lambda: named("<ul>" + numbered('<li><a href="#x{}">Rain</a></li>', 50_000).decode() + "</ul>" + _ARTICLE)),
    Kind("mhtml-honest", "honest.mhtml", "A page was saved as one file.", lambda: saved(page(_ARTICLE.encode()))),
    Kind("mhtml-resources", "resources.mhtml", "Its resources are on a server.", lambda: saved(page(f'<img src="{BAIT}"><iframe src="{BAIT}"></iframe><link rel=stylesheet href="{BAIT}">{_ARTICLE}'.encode()))),
    Kind("mhtml-own-parts", "parts.mhtml", "A page shows itself by its own parts.", lambda: saved(page(f'<iframe src="cid:a@b"></iframe>{_ARTICLE}'.encode()), b"--b\nContent-Type: text/html\nContent-ID: <a@b>\n\n<iframe src='cid:a@b'></iframe>\n")),
    Kind("mhtml-many-parts", "many.mhtml", "A page has 5,000 parts.", lambda: saved(page(_ARTICLE.encode()), b"--b\nContent-Type: image/png\n\na\n" * 5_000)),
    Kind("mhtml-pages-in-pages", "pages.mhtml", "Saved pages are nested 500 levels deep.", lambda: "".join(f'Subject: a\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary="b{n}"\n\n--b{n}\n' for n in range(500)).encode() + b"Content-Type: text/html\n\n" + page(_ARTICLE.encode())),
    Kind("mhtml-no-end", "end.mhtml", "The last part never ends.", lambda: saved(page(_ARTICLE.encode()), b"--b\nContent-Type: text/html\n\n" + b"<p>" * 50_000)[:-6]),
    Kind("mhtml-soft-line-ends", "soft.mhtml", "A page has soft line ends alone.", lambda: saved(page(_ARTICLE.encode()) + b"=\n" * 100_000, head="Content-Transfer-Encoding: quoted-printable\n")),
    Kind("mhtml-base64", "base64.mhtml", "A page is written in base64 with errors.", lambda: b'Subject: a\nMIME-Version: 1.0\nContent-Type: multipart/related; boundary="b"\n\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\n' + base64.b64encode(page(_ARTICLE.encode())) + b"=!?" * 30_000 + b"\n--b--\n"),
    Kind("mhtml-charsets", "charset.mhtml", "The charset is none that is known.", lambda: saved(page(_ARTICLE.encode())).replace(b"charset=utf-8", b"charset=" + b"x" * 100_000)),
    Kind("mhtml-bad-boundary", "boundary.mhtml", "The boundary has 100 KB.", lambda: saved(page(_ARTICLE.encode())).replace(b'boundary="b"', b'boundary="' + b"b" * 100_000 + b'"')),
    Kind("mhtml-deep-page", "deep.mhtml", "The page is nested 50,000 levels deep.", lambda: saved(page(b"<div>" * 50_000 + HONEST.encode()))),
    Kind("mhtml-comments", "comments.mhtml", "35 comments stand before no page.", lambda: saved(b"<!-- a -->" * 35 + b"rain.")),
)  # fmt: skip
