from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.serve.conftest import Running
from tests.serve.test_documents import added
from tests.serve.texts import prose


def described(client: httpx.Client) -> dict[str, Any]:
    schema: dict[str, Any] = client.get("/openapi.json").raise_for_status().json()
    return schema


def test_every_route_is_described(client: httpx.Client) -> None:
    schema = described(client)
    assert schema["openapi"].startswith("3.1")
    operations = {(method, path) for path, methods in schema["paths"].items() for method in methods}
    assert operations == {
        ("post", "/v1/rank"),
        ("post", "/v1/summarize"),
        ("post", "/v1/keyphrases"),
        ("post", "/v1/batch"),
        ("post", "/v1/compress"),
        ("post", "/v1/together"),
        ("post", "/v1/documents"),
        ("get", "/v1/documents"),
        ("get", "/v1/documents/{document_id}"),
        ("delete", "/v1/documents/{document_id}"),
        ("post", "/v1/documents/{document_id}/rank"),
        ("patch", "/v1/documents/{document_id}"),
        ("get", "/v1/documents/{document_id}/reader"),
        ("get", "/v1/documents/{document_id}/order"),
        ("get", "/v1/documents/{document_id}/sentences/{index}"),
        ("get", "/v1/documents/{document_id}/reading"),
        ("put", "/v1/documents/{document_id}/reading"),
        ("get", "/v1/documents/{document_id}/pages/{page}"),
        ("get", "/v1/documents/{document_id}/pages/{page}/places"),
        ("get", "/v1/uploads/{ticket}"),
        ("delete", "/v1/uploads/{ticket}"),
        ("get", "/healthz"),
        ("get", "/readyz"),
        ("get", "/metrics"),
    }
    for methods in schema["paths"].values():
        for operation in methods.values():
            assert operation["description"]
            for status, response in operation["responses"].items():
                assert int(status) < 400 or list(response["content"]) == ["application/problem+json"]


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("RankRequest", "/v1/rank"),
        ("SummaryRequest", "/v1/summarize"),
        ("KeyphrasesRequest", "/v1/keyphrases"),
        ("BatchRequest", "/v1/batch"),
        ("TogetherRequest", "/v1/together"),
        ("DocumentRankRequest", "/v1/documents/{id}/rank"),
    ],
)
def test_every_example_works(client: httpx.Client, name: str, path: str) -> None:
    given = described(client)["components"]["schemas"][name]["examples"]
    assert given
    if "{id}" in path:
        text = prose(3, seed=301)
        path = path.format(id=client.post("/v1/documents", content=text.encode()).json()["id"])
    for example in given:
        response = client.post(path, json=example)
        assert response.status_code == 200, response.text
        assert "problem" not in response.text


def test_the_example_of_an_upload_works(client: httpx.Client) -> None:
    body = described(client)["paths"]["/v1/documents"]["post"]["requestBody"]["content"]
    for media_type in ("application/octet-stream", "text/plain"):
        content = body[media_type]["example"].encode()
        response = client.post("/v1/documents", content=content, headers={"Content-Type": media_type})
        assert response.status_code in (200, 201)


BODIES = [
    {"text": "It rained."},
    {"sentences": ["It rained."]},
    {"text": "It rained.", "sentences": None},
    {"text": None, "sentences": ["It rained."]},
    {},
    {"text": None},
    {"text": "It rained.", "sentences": ["It rained."]},
    {"text": "It rained.", "sentences": []},
    {"text": "It rained.", "summary": {"words": 3}},
    {"text": "It rained.", "summary": {"words": 3, "ratio": None, "fill": True}},
    {"text": "It rained.", "summary": {"words": 3, "ratio": 0.5}},
    {"text": "It rained.", "summary": {}},
    {"text": "It rained.", "summary": {"context": True}},
]


@pytest.mark.parametrize("body", BODIES, ids=str)
def test_the_description_takes_exactly_what_the_server_takes(client: httpx.Client, body: dict[str, Any]) -> None:
    checker = pytest.importorskip("jsonschema_rs")
    schema = described(client)
    valid = checker.is_valid({"$ref": "#/components/schemas/RankRequest", **schema}, body)
    assert valid is (client.post("/v1/rank", json=body).status_code == 200)
    batch = {"items": [{name: value for name, value in body.items() if name != "summary"}]}
    valid = checker.is_valid({"$ref": "#/components/schemas/BatchRequest", **schema}, batch)
    assert valid is (client.post("/v1/batch", json=batch).status_code == 200)


@pytest.mark.parametrize(
    ("phases", "cases"),
    [
        ("examples,fuzzing,stateful", 5),
        pytest.param("examples,coverage,fuzzing,stateful", 50, marks=pytest.mark.slow),
    ],
)
def test_any_request_is_answered_as_the_description_says(
    server: Running, tmp_path: Path, phases: str, cases: int
) -> None:
    added(server.client, prose(4, seed=302 + cases))
    program = Path(sys.executable).parent / "schemathesis"
    options = {
        "--phases": phases,
        "--max-examples": str(cases),
        "--seed": "1",
        "--request-timeout": "60",
        "--generation-database": "none",
        # What a text says cannot be described: an unknown language, a query for a method that knows none.
        "--exclude-checks": "positive_data_acceptance",
    }
    done = subprocess.run(
        [
            str(program),
            "run",
            f"{server.url}/openapi.json",
            "--no-color",
            *(part for pair in options.items() for part in pair),
        ],
        cwd=tmp_path,  # it leaves its notes there
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
    assert done.returncode == 0, done.stdout[:20_000]
    assert "24 selected / 24 total" in done.stdout
    assert not [line for line in server.events if line["event"] == "bug"]
