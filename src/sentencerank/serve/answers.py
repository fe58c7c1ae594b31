"""A ranking as the JSON of an answer."""

from __future__ import annotations

import json
from dataclasses import asdict

from sentencerank.ranking import Json, Ranking
from sentencerank.records import Extract
from sentencerank.serve.jobs import Budget, Form

_SHARED = ("schema", "id", "language", "structure", "query", "notes")


def answer(ranking: Ranking, form: Form) -> bytes:
    """A ranking in the form that was asked for."""
    record = {"ranking": _ranking, "summary": _summary, "keyphrases": _keyphrases}[form.kind](ranking, form)
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(errors="replace")


def _ranking(ranking: Ranking, form: Form) -> dict[str, Json]:
    record = ranking.to_dict(explain=form.explain)
    if form.layers is not None:
        record["layers"] = [
            {
                "number": layer.number,
                "words": layer.words,
                "words_read": layer.words_read,
                "minutes": layer.minutes,
                "sentences": [sentence.index for sentence in layer.sentences],
            }
            for layer in ranking.layers(form.layers)
        ]
    if form.budget is not None:
        chosen = _chosen(ranking, form.budget)
        record["summary"] = {"words": chosen.words, "text": chosen.text, "sentences": list(chosen.indices)}
    return record


def _summary(ranking: Ranking, form: Form) -> dict[str, Json]:
    record, chosen = ranking.to_dict(), _chosen(ranking, form.budget or Budget())
    rows: list[Json] = [dict(asdict(sentence)) for sentence in chosen]
    return {**_head(record), "words": chosen.words, "text": chosen.text, "sentences": rows}


def _keyphrases(ranking: Ranking, form: Form) -> dict[str, Json]:
    record = ranking.to_dict()
    phrases: list[Json] = [
        {"text": phrase.text, "score": phrase.score, "count": phrase.count, "sentences": list(phrase.sentences)}
        for phrase in ranking.keyphrases(form.count)
    ]
    return {**_head(record), "keyphrases": phrases, "topics": record["topics"]}


def _head(record: dict[str, Json]) -> dict[str, Json]:
    return {name: record[name] for name in _SHARED}


def _chosen(ranking: Ranking, budget: Budget) -> Extract:
    return ranking.summary(**{budget.unit: budget.amount}, context=budget.context, fill=budget.fill)  # type: ignore[arg-type]
