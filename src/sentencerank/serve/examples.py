"""Requests that the description of the API shows; the tests send every one of them."""

from __future__ import annotations

from typing import Any

RAIN = (
    "Heavy rain closed the coast road on Monday. The ministry expects repairs to take two weeks. "
    "Buses run by way of the hills until then. Shops in the harbour report fewer guests. "
    "A new road inland has been planned for ten years."
)
SPLIT = ["The rain stopped.", "The road stays closed.", "Repairs of the road begin on Tuesday."]

RANK: list[Any] = [
    {"text": RAIN},
    {"sentences": SPLIT, "id": "notice", "query": "when is the road repaired", "explain": True},
    {
        "text": RAIN,
        "method": "swr",
        "reading": "paper",
        "structure": "news",
        "language": "en",
        "options": {"damping": 0.9, "softplus": False},
        "layers": 5,
        "summary": {"words": 20, "context": True},
    },
]
SUMMARIZE: list[Any] = [{"text": RAIN, "budget": {"sentences": 2}}, {"text": RAIN, "budget": {"characters": 120}}]
KEYPHRASES: list[Any] = [{"text": RAIN, "count": 3}]
BATCH: list[Any] = [{"items": [{"text": RAIN, "id": "a"}, {"sentences": SPLIT, "id": "b"}], "structure": "news"}]
DOCUMENT_RANK: list[Any] = [{"query": "who has fewer guests"}, {"structure": "flat"}]
