from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

import sentencerank as sr
from sentencerank.serve import answers
from sentencerank.serve.requests import RAIN
from tests.serve.texts import ARTICLE, check_answer, check_problem, prose, sentences


def posted(client: httpx.Client, path: str, **body: Any) -> dict[str, Any]:
    response = client.post(path, json=body)
    assert response.status_code == 200, response.text
    answer: dict[str, Any] = response.json()
    return answer


def as_sent(record: object) -> Any:
    """What JSON makes of it."""
    return json.loads(json.dumps(record))


def test_a_text_is_ranked_as_the_library_ranks_it(client: httpx.Client) -> None:
    answer = posted(client, "/v1/rank", text=ARTICLE, id="article")
    assert answer == as_sent(sr.rank(ARTICLE, id="article").to_dict())


def test_reasons_layers_and_a_summary_on_demand(client: httpx.Client) -> None:
    ranking = sr.rank(ARTICLE, query="drought")
    answer = posted(
        client, "/v1/rank", text=ARTICLE, query="drought", explain=True, layers=4, summary={"words": 60, "nested": True}
    )
    summary = ranking.summary(words=60, nested=True)
    assert answer.pop("summary") == {"words": summary.words, "text": str(summary), "sentences": list(summary.indices)}
    layers = answer.pop("layers")
    assert [layer["sentences"] for layer in layers] == [
        [s.index for s in layer.sentences] for layer in ranking.layers(4)
    ]
    assert sorted(index for layer in layers for index in layer["sentences"]) == list(range(len(ranking)))
    assert answer == as_sent(ranking.to_dict(explain=True))


def test_sentences_that_are_split_already(client: httpx.Client) -> None:
    given = sentences(7)
    assert posted(client, "/v1/rank", sentences=given) == as_sent(sr.rank(given).to_dict())


def test_every_choice_reaches_the_ranker(client: httpx.Client) -> None:
    changes: dict[str, Any] = {"method": "spr", "reading": "paper", "structure": "research", "language": "en"}
    answer = posted(client, "/v1/rank", text=ARTICLE, **changes, options={"damping": 0.5, "threshold": None})
    assert answer == as_sent(sr.rank(ARTICLE, **changes, damping=0.5, threshold=None).to_dict())


@pytest.mark.parametrize("method", ["textrank", "lexrank", "lead", "longest", "random"])
def test_plain_methods(client: httpx.Client, method: str) -> None:
    answer = posted(client, "/v1/rank", text=ARTICLE, method=method)
    assert answer["order"] == sr.rank(ARTICLE, method=method).order.tolist()


def test_nothing_and_one_sentence(client: httpx.Client) -> None:
    assert posted(client, "/v1/rank", text="")["order"] == []
    assert posted(client, "/v1/rank", sentences=[])["order"] == []
    assert posted(client, "/v1/rank", text="One.")["order"] == [0]
    assert posted(client, "/v1/summarize", text="")["text"] == ""
    assert posted(client, "/v1/keyphrases", text="")["keyphrases"] == []
    assert posted(client, "/v1/batch", items=[])["items"] == []


def test_any_script(client: httpx.Client) -> None:
    text = "今天下雨了。道路封闭。 维修需要两周。"
    answer = posted(client, "/v1/rank", text=text)
    assert "".join(sentence["text"] for sentence in answer["sentences"]) == text.replace(" ", "")
    assert answer["notes"]


def test_a_summary_is_that_of_the_library(client: httpx.Client) -> None:
    answer = posted(client, "/v1/summarize", text=ARTICLE, budget={"characters": 400, "context": True})
    expected = sr.rank(ARTICLE).summary(characters=400, context=True)
    assert answer["text"] == str(expected)
    assert len(answer["text"]) <= 400
    assert [sentence["index"] for sentence in answer["sentences"]] == list(expected.indices)
    ranking = as_sent(sr.rank(ARTICLE).to_dict())
    for name in ("schema", "id", "language", "structure", "query", "notes"):
        assert answer[name] == ranking[name]
    without = posted(client, "/v1/summarize", text=ARTICLE)
    assert without["text"] == str(sr.rank(ARTICLE).summary(ratio=0.2))


def test_keyphrases_are_those_of_the_library(client: httpx.Client) -> None:
    answer = posted(client, "/v1/keyphrases", text=ARTICLE, count=5)
    assert [phrase["text"] for phrase in answer["keyphrases"]] == [p.text for p in sr.rank(ARTICLE).keyphrases(5)]
    assert answer["topics"] == as_sent(sr.rank(ARTICLE).to_dict())["topics"]


def test_a_batch_keeps_its_order_and_its_errors_apart(client: httpx.Client) -> None:
    texts = [prose(5, seed) for seed in range(6)]
    items = [{"text": text, "id": str(place)} for place, text in enumerate(texts)]
    items[2] = {"text": "<html><body><div><p>a</p></div></body></html>", "id": "2"}
    answer = posted(client, "/v1/batch", items=items, explain=True)["items"]
    assert [item["index"] for item in answer] == list(range(6))
    assert answer[2]["problem"]["status"] == 422
    assert "markup" in answer[2]["problem"]["detail"]
    assert answer[2]["problem"]["detail"].endswith("POST /v1/documents.")
    for place in (0, 1, 3, 4, 5):
        assert answer[place]["result"] == as_sent(sr.rank(texts[place], id=str(place)).to_dict(explain=True))


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("rank", {}, "#"),
        ("rank", {"text": "a", "sentences": ["a"]}, "#"),
        ("rank", {"text": 1}, "#/text"),
        ("rank", {"text": ["a"]}, "#/text"),
        ("rank", {"sentences": "a"}, "#/sentences"),
        ("rank", {"sentences": ["a", None]}, "#/sentences/1"),
        ("rank", {"text": "a", "colour": "red"}, "#/colour"),
        ("rank", {"text": "a", "method": "magic"}, "#/method"),
        ("rank", {"text": "a", "structure": "custom"}, "#/structure"),
        ("rank", {"text": "a", "options": {"window": "3"}}, "#/options/window"),
        ("rank", {"text": "a", "options": {"damping": 2}}, "#/options/damping"),
        ("rank", {"text": "a", "options": {"clustering": "magic"}}, "#/options/clustering"),
        ("rank", {"text": "a", "options": {"baseline": "lead"}}, "#/options/baseline"),
        ("rank", {"text": "a", "options": {"window": None}}, "#/options/window"),
        ("rank", {"text": "a", "model": "/etc"}, "#/model"),
        ("rank", {"text": "a", "model": "some/model"}, "#/model"),
        ("rank", {"text": "a", "model": "some\\model"}, "#/model"),
        ("rank", {"text": "a", "model": ".."}, "#/model"),
        ("rank", {"text": "a", "model": ""}, "#/model"),
        ("rank", {"text": "a", "layers": 0}, "#/layers"),
        ("rank", {"text": "a", "query": "q" * 1001}, "#/query"),
        ("rank", {"text": "a", "summary": {"words": 1, "ratio": 0.5}}, "#/summary"),
        ("summarize", {"text": "a", "budget": {}}, "#/budget"),
        ("summarize", {"text": "a", "budget": {"ratio": 1.5}}, "#/budget/ratio"),
        ("keyphrases", {"text": "a", "count": True}, "#/count"),
        ("batch", {"items": [{"text": "a"}, {}]}, "#/items/1"),
        ("rank", "text", "#"),
    ],
)
def test_what_is_wrong_is_pointed_at(client: httpx.Client, path: str, body: object, pointer: str) -> None:
    problem = check_problem(client.post(f"/v1/{path}", json=body), 422, "invalid")
    assert [error["pointer"] for error in problem["errors"]] == [pointer]
    assert pointer in problem["detail"]


@pytest.mark.parametrize(
    ("body", "code", "part"),
    [
        ({"text": "a", "method": "lead", "query": "rain"}, "options", "query"),
        ({"text": "a", "method": "lead", "options": {"window": 3}}, "options", "window"),
        ({"text": "a", "language": "no such"}, "language", "no such"),
        ({"text": "今天下雨了。道路封闭。", "language": "en"}, "language", "script"),
        ({"text": "\u0001\u0002" * 20}, "document", "characters. Upload it instead: POST /v1/documents."),
    ],
)
def test_what_the_library_refuses_is_a_problem(client: httpx.Client, body: object, code: str, part: str) -> None:
    assert part in check_problem(client.post("/v1/rank", json=body), 422, code)["detail"]


@pytest.mark.parametrize("content", [b"", b"{", b"[" * 100_000, b'{"text": NaNa}', b"\xff\xfe", b"1" * 5000])
def test_bodies_that_are_not_json(client: httpx.Client, content: bytes) -> None:
    response = client.post("/v1/rank", content=content, headers={"Content-Type": "application/json"})
    assert response.status_code in (400, 422)
    assert response.headers["content-type"] == "application/problem+json"


def test_half_a_character_is_replaced(client: httpx.Client) -> None:
    headers = {"Content-Type": "application/json"}
    response = client.post("/v1/rank", content=rb'{"text": "Rain \ud800 fell.", "explain": true}', headers=headers)
    assert response.raise_for_status().json()["sentences"][0]["text"] == "Rain \N{REPLACEMENT CHARACTER} fell."
    response = client.post("/v1/rank", content=rb'{"text": "Rain.", "query": "\udc00"}', headers=headers)
    check_problem(response, 422, "invalid")


@pytest.mark.parametrize("field", ["id", "query", "language", "model"])
def test_half_a_character_elsewhere_is_refused(client: httpx.Client, field: str) -> None:
    headers = {"Content-Type": "application/json"}
    response = client.post("/v1/rank", content=rb'{"text": "Rain.", "%s": "\ud800"}' % field.encode(), headers=headers)
    assert check_problem(response, 422, "invalid")["errors"][0]["pointer"] == f"#/{field}"


def test_other_media_types_are_refused(client: httpx.Client) -> None:
    for kind in ("text/plain", "application/xml", "multipart/form-data"):
        response = client.post("/v1/rank", content=b"{}", headers={"Content-Type": kind})
        assert "application/json" in check_problem(response, 415, "media-type")["detail"]


def test_unknown_addresses_and_methods(client: httpx.Client) -> None:
    check_problem(client.get("/v2/rank"), 404, "http")
    check_problem(client.get("/v1/documents/../../etc/passwd"), 404, "http")
    response = client.get("/v1/rank")
    check_problem(response, 405, "http")
    assert response.headers["allow"] == "POST"
    assert client.put("/v1/documents").headers["allow"] == "GET, POST"
    assert client.put("/v1/documents/" + "0" * 32).headers["allow"] == "DELETE, GET, PATCH"


def test_answers_say_what_they_are(client: httpx.Client) -> None:
    answer = posted(client, "/v1/rank", text=ARTICLE, explain=True, layers=3, summary={"words": 30})
    check_answer(answers.Ranking, answer)
    check_answer(answers.Summary, posted(client, "/v1/summarize", text=ARTICLE))
    check_answer(answers.Keyphrases, posted(client, "/v1/keyphrases", text=ARTICLE))
    check_answer(answers.Batch, posted(client, "/v1/batch", items=[{"text": RAIN}]))


def test_health_and_headers(client: httpx.Client) -> None:
    response = client.get("/healthz", headers={"Host": "anything"})
    health = response.json()
    check_answer(answers.Health, health)
    assert (health["status"], health["workers"], health["version"]) == ("ok", 2, sr.__version__)
    assert response.headers["content-security-policy"].startswith("default-src 'self'")
    assert "server" not in response.headers
    head = client.head("/healthz")
    assert (head.status_code, head.content) == (200, b"")


def test_other_names_and_pages_of_other_sites_are_turned_away(client: httpx.Client) -> None:
    check_problem(client.get("/v1/documents", headers={"Host": "rebound.example"}), 403, "host")
    check_problem(client.get("/v1/documents", headers={"Origin": "https://other.example"}), 403, "origin")


def test_requests_are_counted_by_route(client: httpx.Client) -> None:
    client.get("/no-such-thing/of-many")
    posted(client, "/v1/rank", text="It rained.")
    text = client.get("/metrics").text
    assert 'sentencerank_requests_total{method="POST",route="/v1/rank",status="200"}' in text
    assert 'route="none",status="404"' in text
    assert "no-such-thing" not in text
    assert "sentencerank_documents " in text


def test_chunks_are_compressed_as_the_library_does_it(client: httpx.Client) -> None:
    chunks = [{"id": 1, "title": "Weather", "text": ARTICLE}, RAIN]
    answer = posted(client, "/v1/compress", chunks=chunks, query=["road", "drought"], words=40, neighbours=1)
    given = [(1, "Weather", ARTICLE), ("1", "", RAIN)]
    assert answer == as_sent(sr.compress(given, ["road", "drought"], words=40, neighbours=1).to_dict())
    check_problem(client.post("/v1/compress", json={"chunks": [RAIN]}), 422, "invalid")
    check_problem(client.post("/v1/compress", json={"chunks": [RAIN], "words": 5, "characters": 5}), 422, "invalid")
    check_problem(client.post("/v1/compress", json={"chunks": ["  "], "words": 5}), 422, "input")
    check_problem(client.post("/v1/compress", json={"chunks": [RAIN], "words": 1}), 422, "options")
    answer = posted(client, "/v1/compress", chunks=[RAIN], words=1, on_error="original")
    assert answer["text"] == RAIN
    assert "no sentence fits" in answer["error"]


def test_several_texts_are_ranked_as_one_as_the_library_does_it(client: httpx.Client) -> None:
    items = [{"text": ARTICLE, "id": "a"}, {"text": f"{RAIN} The museum is open.", "id": "b"}, {"text": RAIN}]
    answer = posted(client, "/v1/together", items=items, query="road", structure="news", options={"trade": 0.5})
    expected = sr.rank_together(
        [ARTICLE, items[1]["text"], RAIN], ids=["a", "b", "2"], query="road", structure="news", trade=0.5
    )
    assert answer == as_sent(expected.to_dict())
    first = next(one for one in answer["sentences"] if one["document"] == 1)
    assert first["said_by"] == [1, 2]
    assert [one["id"] for one in answer["documents"]] == ["a", "b", "2"]
    check_problem(client.post("/v1/together", json={"items": []}), 422, "invalid")
    page = {"text": "<html><body><p>Rain</p></body></html>"}
    check_problem(client.post("/v1/together", json={"items": [page]}), 422, "document")
    check_problem(client.post("/v1/together", json={"items": [{"text": RAIN}], "model": "none"}), 422, "model")


def test_several_queries_at_once(client: httpx.Client) -> None:
    text = "Rain fell. The council pays for the road. Buses run late. The museum opens on Monday."
    answer = posted(client, "/v1/rank", text=text, query=["who pays", "museum"])
    assert set(answer["order"][:2]) == {1, 3}
    for wrong in ([], ["a"] * 21, [5], 5, ["q" * 1001]):
        problem = check_problem(client.post("/v1/rank", json={"text": text, "query": wrong}), 422, "invalid")
        assert problem["errors"][0]["pointer"] == "#/query"
