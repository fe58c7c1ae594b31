"""Texts to send, and answers to expect."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import httpx
from pydantic import TypeAdapter

ARTICLE = (Path(__file__).parents[2] / "examples" / "article.txt").read_text(encoding="utf-8")
_WORDS = [word.strip(".,;:()'\"").lower() for word in ARTICLE.split()]


def sentences(count: int, seed: int = 0, words: int = 16) -> list[str]:
    """Sentences of words of the article, never the same twice."""
    chance = random.Random(seed)
    return [" ".join(chance.choices(_WORDS, k=words)).capitalize() + f" {seed}-{number}." for number in range(count)]


def prose(count: int, seed: int = 0) -> str:
    return " ".join(sentences(count, seed))


def check_answer(kind: type, answer: object) -> None:
    """An answer has the fields that the description says, of these types, and no others."""
    TypeAdapter(kind).validate_python(answer)


def check_problem(response: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Every error is a problem whose detail ends with what to do."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    problem: dict[str, Any] = response.json()
    assert problem["status"] == status
    assert problem["type"] == f"urn:sentencerank:problem:{code}"
    assert problem["title"]
    assert problem["detail"].endswith(".")
    assert problem["instance"] == f"urn:uuid:{response.headers['x-request-id']}"
    return problem
