from __future__ import annotations

import io
import zipfile
from typing import Any

import httpx
import pytest

import sentencerank as sr
from sentencerank.serve import answers
from sentencerank.serve.requests import RAIN
from tests.serve.conftest import Running
from tests.serve.texts import ARTICLE, check_answer, check_problem, prose

PAGE = "# Roads\n\n" + ARTICLE + "\n\n## Weather\n\n" + RAIN + " Łódź was dry 🌧."


def added(client: httpx.Client, text: str, status: int = 201, **params: str) -> dict[str, Any]:
    response = client.post(
        "/v1/documents", content=text.encode(), params=params, headers={"Content-Type": "text/plain"}
    )
    assert response.status_code == status, response.text
    entry: dict[str, Any] = response.json()
    assert response.headers["location"] == f"/v1/documents/{entry['id']}"
    check_answer(answers.DocumentEntry, entry)
    return entry


def opened(client: httpx.Client, document_id: str) -> dict[str, Any]:
    document: dict[str, Any] = client.get(f"/v1/documents/{document_id}").raise_for_status().json()
    check_answer(answers.StoredDocument, document)
    return document


def test_a_document_is_kept_and_comes_back_with_reasons(client: httpx.Client) -> None:
    entry = added(client, PAGE, name="roads.md")
    assert (entry["title"], entry["name"], entry["media_type"]) == ("Roads", "roads.md", "text/plain")
    document = opened(client, entry["id"])
    assert {key: document[key] for key in entry} == entry
    kinds = [block["kind"] for block in document["blocks"]]
    assert kinds.count("heading") == 2
    ranking = document["ranking"]
    assert ranking["id"] == entry["id"]
    assert sorted(ranking["order"]) == list(range(entry["sentences"]))
    for sentence in ranking["sentences"]:
        assert document["text"][sentence["start"] : sentence["end"]] == sentence["text"]
        assert sentence["reasons"]["text"]


def test_the_same_file_is_one_document(client: httpx.Client) -> None:
    text = prose(4, seed=101)
    entry = added(client, text, name="a.txt")
    assert added(client, text, 200, name="b.txt") == entry
    assert added(client, text, 200, structure="flat") == entry
    assert opened(client, entry["id"])["ranking"]["structure"] == sr.rank(text).structure  # as it was first uploaded


def test_a_form_is_taken_too(client: httpx.Client) -> None:
    files = {
        "file": ("page.html", b"<html><body><p>" + prose(3, seed=102).encode() + b"</p></body></html>", "text/html")
    }
    response = client.post("/v1/documents", files=files)
    assert response.status_code == 201, response.text
    assert (response.json()["name"], response.json()["media_type"]) == ("page.html", "text/html")


def test_forms_that_make_no_sense(client: httpx.Client) -> None:
    check_problem(client.post("/v1/documents", files={"other": b"text"}), 422, "no-file")
    check_problem(client.post("/v1/documents", files=[("file", b"a"), ("file", b"b")]), 400, "form")
    headers = {"Content-Type": "multipart/form-data"}
    check_problem(client.post("/v1/documents", content=b"x", headers=headers), 400, "form")
    headers = {"Content-Type": "multipart/mixed; boundary=x"}
    check_problem(client.post("/v1/documents", content=b"--x--", headers=headers), 415, "media-type")
    headers = {"Content-Encoding": "gzip"}
    check_problem(client.post("/v1/documents", content=b"x", headers=headers), 415, "media-type")


def test_a_word_file_is_read(client: httpx.Client) -> None:
    file = io.BytesIO()
    words = "".join(f"<w:p><w:r><w:t>{sentence}</w:t></w:r></w:p>" for sentence in prose(4, seed=103).split(". "))
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        space = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
        archive.writestr("word/document.xml", f'<w:document xmlns:w="{space}"><w:body>{words}</w:body></w:document>')
    response = client.post("/v1/documents", content=file.getvalue(), params={"name": "letter.docx"})
    assert response.status_code == 201, response.text
    assert response.json()["sentences"] == 4


def test_lists_and_searches(client: httpx.Client) -> None:
    first = added(client, "The quokka smiled. It lives on an island.", name="one")
    second = added(client, "A quokka and another quokka met. Both were quokkas.", name="two")
    listed = client.get("/v1/documents", params={"limit": 2}).json()
    check_answer(answers.DocumentList, listed)
    assert [entry["id"] for entry in listed["documents"]] == [second["id"], first["id"]]
    found = client.get("/v1/documents", params={"q": "Quokka"}).json()
    assert found["total"] == 2
    assert {entry["id"] for entry in found["documents"]} == {first["id"], second["id"]}
    assert "quokka" in found["documents"][0]["snippet"]
    assert client.get("/v1/documents", params={"q": "quokka island"}).json()["total"] == 1
    assert client.get("/v1/documents", params={"q": '"quokka NOT ('}).json()["total"] == 0
    assert client.get("/v1/documents", params={"q": "quokka", "offset": 1, "limit": 1}).json()["documents"]


@pytest.mark.parametrize("params", [{"limit": 0}, {"limit": 101}, {"offset": -1}, {"limit": "x"}, {"q": "x" * 1001}])
def test_pages_that_make_no_sense(client: httpx.Client, params: dict[str, str | int]) -> None:
    problem = check_problem(client.get("/v1/documents", params=params), 422, "invalid")
    assert problem["errors"][0]["pointer"] == f"query/{next(iter(params))}"


def test_a_query_ranks_as_the_library_does_and_quickly(server: Running) -> None:
    client = server.client
    entry = added(client, PAGE + " " + prose(60, seed=104), name="long.md")
    address = f"/v1/documents/{entry['id']}/rank"
    given = [client.post(address, json={"query": "weather in the harbour"}) for _ in range(6)]
    ranking = given[0].raise_for_status().json()
    check_answer(answers.Ranking, ranking)
    assert all(answer.json() == ranking for answer in given)
    assert ranking["query"] == "weather in the harbour"
    assert ranking["order"] != opened(client, entry["id"])["ranking"]["order"]
    quickest = min(answer.elapsed.total_seconds() for answer in given)
    assert quickest < 0.25  # milliseconds on a machine that does nothing else


def test_other_settings_rank_again_and_are_kept(client: httpx.Client) -> None:
    text = prose(12, seed=105)
    entry = added(client, text)
    address = f"/v1/documents/{entry['id']}/rank"
    asked: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({}, {}),
        ({"structure": "flat"}, {"structure": "flat"}),
        ({"method": "lexrank"}, {"method": "lexrank"}),
        ({"options": {"trade": 1.0}}, {"trade": 1.0}),
    ]
    for settings, options in asked:
        expected = sr.rank(text, **options)
        for _ in range(2):
            answer = client.post(address, json=settings).raise_for_status().json()
            assert answer["order"] == expected.order.tolist()


def test_a_query_keeps_the_settings_of_the_upload(client: httpx.Client) -> None:
    text = prose(12, seed=109)
    address = f"/v1/documents/{added(client, text, structure='flat', set='trade=1.0')['id']}/rank"
    for query in (None, "summer heat"):
        asked = {} if query is None else {"query": query}
        expected = sr.rank(text, structure="flat", trade=1.0, query=query).order.tolist()
        assert client.post(address, json=asked).raise_for_status().json()["order"] == expected
        answer = client.post(address, json={**asked, "reading": "paper"}).raise_for_status().json()
        assert answer["order"] == sr.rank(text, reading="paper", query=query).order.tolist()


def test_a_query_that_a_method_does_not_know(client: httpx.Client) -> None:
    entry = added(client, prose(3, seed=106))
    address = f"/v1/documents/{entry['id']}/rank"
    check_problem(client.post(address, json={"query": "rain", "method": "lead"}), 422, "options")
    check_problem(client.post(address, json={"querry": "rain"}), 422, "invalid")


def test_deleted_documents_are_gone(client: httpx.Client) -> None:
    text = "The axolotl regrows its legs. " + prose(3, seed=107)
    entry = added(client, text)
    address = f"/v1/documents/{entry['id']}"
    client.post(f"{address}/rank", json={"query": "legs"}).raise_for_status()  # now it is prepared in a worker
    assert client.delete(address).status_code == 204
    for response in (
        client.delete(address),
        client.get(address),
        client.post(f"{address}/rank", json={"query": "legs"}),
    ):
        check_problem(response, 404, "no-document")
    assert client.get("/v1/documents", params={"q": "axolotl"}).json()["total"] == 0
    added(client, text)


def test_ids_that_are_none(client: httpx.Client) -> None:
    check_problem(client.get("/v1/documents/" + "0" * 32), 404, "no-document")
    check_problem(client.get("/v1/documents/nonsense"), 422, "invalid")


@pytest.mark.parametrize(
    "content", [b"", b"   \n", b"\x89PNG\r\n\x1a\n123", b"PK\x03\x04 broken", b"%PDF-1.7 broken", b"\0" * 500]
)
def test_files_that_cannot_be_read(client: httpx.Client, content: bytes) -> None:
    check_problem(client.post("/v1/documents", content=content), 422, "document")


def test_a_language_that_does_not_fit(client: httpx.Client) -> None:
    response = client.post("/v1/documents", content=b"It rained.", params={"language": "no such"})
    check_problem(response, 422, "language")


def sent(client: httpx.Client, way: str, language: str) -> httpx.Response:
    """The article with a language that was asked for: posted as a text, or uploaded and opened."""
    if way == "text":
        return client.post("/v1/rank", json={"text": ARTICLE, "language": language})
    response = client.post("/v1/documents", content=ARTICLE.encode(), params={"language": language})
    return response if response.is_error else client.get(response.headers["location"])


@pytest.mark.parametrize("way", ["text", "upload"])
def test_another_script_is_refused_as_the_library_refuses_it(client: httpx.Client, way: str) -> None:
    with pytest.raises(sr.LanguageError) as refused:
        sr.rank(ARTICLE, language="zh")
    assert check_problem(sent(client, way, "zh"), 422, "language")["detail"] == str(refused.value)


@pytest.mark.parametrize("way", ["text", "upload"])
def test_another_language_is_obeyed_with_a_note(client: httpx.Client, way: str) -> None:
    answer = sent(client, way, "de").raise_for_status().json()
    ranking = answer if way == "text" else answer["ranking"]
    assert ranking["language"] == "de"
    assert set(sr.rank(ARTICLE, language="de").notes) <= set(ranking["notes"])


def test_a_document_is_ranked_by_what_its_upload_says(client: httpx.Client) -> None:
    text = prose(9, seed=108)
    params = {"method": "spr", "structure": "flat", "set": ["trade=1.0", "fusion=off"]}
    response = client.post("/v1/documents", content=text.encode(), params=params)
    ranking = opened(client, response.raise_for_status().json()["id"])["ranking"]
    assert ranking["order"] == sr.rank(text, method="spr", structure="flat", trade=1.0, fusion=False).order.tolist()
    wrong = client.post("/v1/documents", content=text.encode(), params={"set": "damping=2"})
    assert "0.99" in check_problem(wrong, 422, "options")["detail"]
    wrong = client.post("/v1/documents", content=text.encode(), params={"model": "../model"})
    assert check_problem(wrong, 422, "invalid")["errors"][0]["pointer"] == "query/model"


def test_a_model_that_is_not_in_the_library_is_named(client: httpx.Client) -> None:
    response = client.post("/v1/rank", json={"text": "It rained.", "model": "nowhere"})
    assert "'nowhere'" in check_problem(response, 422, "model")["detail"]


def test_the_reader_is_served(client: httpx.Client) -> None:
    response = client.get("/")
    assert response.status_code == 200
    assert response.headers["content-type"].startswith("text/html")
    assert response.headers["cache-control"] == "no-cache"
    assert client.get("/index.html").text == response.text
    check_problem(client.post("/"), 405, "http")
    check_problem(client.get("/..%2f..%2fpyproject.toml"), 404, "http")


def test_the_script_of_the_reader_is_one_file_that_is_sent_once(client: httpx.Client) -> None:
    packed = client.get("/app.js")
    assert packed.headers["content-type"].startswith("text/javascript")
    assert packed.headers["content-encoding"] == "gzip"
    assert "import {" not in packed.text
    assert client.get("/app.js", headers={"Accept-Encoding": "identity"}).text == packed.text
    again = client.get("/app.js", headers={"If-None-Match": packed.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
