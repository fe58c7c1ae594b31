"""Bodies of requests that are made to break a server."""

# ruff: noqa: E501 - a body is a row of a table

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from dataclasses import dataclass

from tests.hostile.kind import HONEST, numbered

_JSON = "application/json"
_FORM = "multipart/form-data; boundary=b"


@dataclass(frozen=True, slots=True)
class Body:
    """One way to attack the server by what is sent to it."""

    name: str
    attack: str  # one sentence
    make: Callable[[], bytes]
    path: str = "/v1/rank"
    media_type: str = _JSON
    encoding: str = ""  # of the content
    cpu: float = 10.0  # seconds that the server may spend on it


def _text(value: object, **more: object) -> bytes:
    return json.dumps({"text": value, **more}).encode()


def _part(head: str, body: bytes = HONEST.encode()) -> bytes:
    return f"--b\r\n{head}\r\n\r\n".encode() + body + b"\r\n--b--\r\n"


BODIES = (
    Body("body-nothing", "There is no body.", lambda: b""),
    Body("body-noise", "The body is noise.", lambda: bytes(range(256)) * 100),
    Body("body-cut", "The JSON is cut.", lambda: _text(HONEST)[:-5]),
    Body("body-deep-lists", "Lists are nested 100,000 levels deep.", lambda: b"[" * 100_000),
    Body("body-deep-text", "The text is a list 100,000 levels deep.", lambda: b'{"text":' + b"[" * 100_000 + b"]" * 100_000 + b"}"),
    Body("body-deep-objects", "Objects are nested 50,000 levels deep.", lambda: b'{"a":' * 50_000),
    Body("body-many-fields", "An object has 100,000 fields.", lambda: b"{" + numbered('"a{}":1,', 100_000) + b'"text":"It rained."}'),
    Body("body-same-field", "One field comes 100,000 times.", lambda: b"{" + b'"text":"It rained.",' * 100_000 + b'"text":"It rained."}'),
    Body("body-long-number", "A number has a million digits.", lambda: b'{"text":"It rained.","layers":' + b"9" * 1_000_000 + b"}"),
    Body("body-large-exponent", "A number is too large.", lambda: b'{"text":"It rained.","summary":{"ratio":1e999999}}'),
    Body("body-nan", "A number is no number.", lambda: b'{"text":"It rained.","summary":{"ratio":NaN},"options":{"damping":-Infinity}}'),
    Body("body-huge-budget", "A budget is huge.", lambda: _text(HONEST, summary={"words": 10**18}, layers=10**18)),
    Body("body-negative", "Numbers are negative.", lambda: _text(HONEST, summary={"words": -1}, layers=-1)),
    Body("body-wrong-types", "Every field has another type.", lambda: _text({"a": 1}, language=[], query=7, explain="yes")),
    Body("body-surrogates", "The text has half characters.", lambda: b'{"text":"It rained. \\ud800 \\udfff It rained."}'),
    Body("body-zeros", "The text has zero characters.", lambda: _text("It rained.\0 \0" * 5_000)),
    Body("body-bad-escapes", "Escapes are wrong.", lambda: b'{"text":"\\x41 \\u12 \\q"}'),
    Body("body-utf16", "The JSON is UTF-16.", lambda: _text(HONEST).decode().encode("utf-16")),
    Body("body-invalid-utf8", "The JSON is no UTF-8.", lambda: b'{"text":"\xff\xfe\x80"}'),
    Body("body-mark", "A byte order mark stands before the JSON.", lambda: b"\xef\xbb\xbf" + _text(HONEST)),
    Body("body-spaces", "A megabyte of spaces stands before the JSON.", lambda: b" " * 1_000_000 + _text(HONEST)),
    Body("body-empty-sentences", "There are 10,000 empty sentences.", lambda: json.dumps({"sentences": [""] * 10_000}).encode()),
    Body("body-many-sentences", "There are more sentences than the limit.", lambda: json.dumps({"sentences": ["a"] * 200_000}).encode()),
    Body("body-one-letter-sentences", "There are 5,000 sentences of one letter.", lambda: json.dumps({"sentences": ["a"] * 5_000}).encode(), cpu=30.0),
    Body("body-both", "The text comes twice.", lambda: json.dumps({"text": HONEST, "sentences": [HONEST]}).encode()),
    Body("body-path-as-model", "The model is a path.", lambda: _text(HONEST, model="../../../../etc/passwd")),
    Body("body-path-as-language", "The language is a path.", lambda: _text(HONEST, language="../../etc/passwd")),
    Body("body-long-query", "The query has a megabyte.", lambda: _text(HONEST, query="rain " * 200_000)),
    Body("body-pattern-query", "The query is a slow pattern.", lambda: _text(HONEST, query="(a+)+$" * 100)),
    Body("body-name-of-a-file", "The text is the name of a file.", lambda: _text("/etc/passwd")),
    Body("body-markup", "The text is markup.", lambda: _text("<script>alert(1)</script>" * 100)),
    Body("body-comments-355", "The text is the page that stopped the first version.", lambda: _text("<!-- a -->" * 35 + "rain."), cpu=3.0),
    Body("body-5mb", "The text is larger than a body may be.", lambda: _text("It rained. " * 500_000)),
    Body("body-packed", "The body is packed and would unpack to 50 MB.", lambda: gzip.compress(b" " * 50_000_000, mtime=0), encoding="gzip"),
    Body("body-batch", "A batch has 100,000 texts.", lambda: json.dumps({"items": [{"text": "a"}] * 100_000}).encode(), path="/v1/batch"),
    Body("body-batch-in-batch", "A batch holds batches.", lambda: json.dumps({"items": [{"items": [{"text": "a"}]}] * 50}).encode(), path="/v1/batch"),
    Body("form-nothing", "A form has no parts.", lambda: b"--b--\r\n", "/v1/documents", _FORM),
    Body("form-many-fields", "A form has 20,000 fields.", lambda: b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n' * 20_000 + b"--b--\r\n", "/v1/documents", _FORM),
    Body("form-many-files", "A form has 1,000 files.", lambda: b'--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx\r\n' * 1_000 + b"--b--\r\n", "/v1/documents", _FORM),
    Body("form-long-name", "A part has a name of a megabyte.", lambda: _part('Content-Disposition: form-data; name="file"; filename="' + "a" * 1_000_000 + '"'), "/v1/documents", _FORM),
    Body("form-many-headers", "A part has 20,000 fields.", lambda: _part("X: y\r\n" * 20_000 + 'Content-Disposition: form-data; name="file"; filename="a"'), "/v1/documents", _FORM),
    Body("form-no-boundary", "A form has no boundary.", lambda: _part('Content-Disposition: form-data; name="file"; filename="a"'), "/v1/documents", "multipart/form-data"),
    Body("form-open", "A form never ends.", lambda: _part('Content-Disposition: form-data; name="file"; filename="a"')[:-20], "/v1/documents", _FORM),
    Body("form-slow-boundary", "Every line looks like the boundary.", lambda: _part('Content-Disposition: form-data; name="file"; filename="a"', b"\r\n--" * 200_000), "/v1/documents", _FORM),
    Body("form-name-of-a-path", "The name of a file is a path with line ends.", lambda: _part('Content-Disposition: form-data; name="file"; filename="../../a%0d%0aX: y.txt"'), "/v1/documents", _FORM),
    Body("form-other-encoding", "The name of a file is in an unknown encoding.", lambda: _part("Content-Disposition: form-data; name=\"file\"; filename*=zlib_codec''%78%9c%00"), "/v1/documents", _FORM),
)  # fmt: skip
