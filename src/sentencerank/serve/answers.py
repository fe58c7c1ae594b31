"""A ranking as the JSON of an answer."""

from __future__ import annotations

import json

from sentencerank.ranking import SCHEMA, Ranking
from sentencerank.records import Extract, Json, as_json
from sentencerank.serve.jobs import Budget, Form


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
    chosen = _chosen(ranking, form.budget or Budget())
    rows: list[Json] = [as_json(sentence) for sentence in chosen]
    return {**_head(ranking), "words": chosen.words, "text": chosen.text, "sentences": rows}


def _keyphrases(ranking: Ranking, form: Form) -> dict[str, Json]:
    phrases: list[Json] = [as_json(phrase) for phrase in ranking.keyphrases(form.count)]
    topics: list[Json] = [as_json(topic) for topic in ranking.topics]
    return {**_head(ranking), "keyphrases": phrases, "topics": topics}


def _head(ranking: Ranking) -> dict[str, Json]:
    """What every answer says; the same as in `Ranking.to_dict`, which would also make the rest."""
    return {
        "schema": SCHEMA,
        "id": ranking.document.id,
        "language": ranking.language,
        "language_confidence": ranking.language_confidence,
        "structure": ranking.structure,
        "query": ranking.query,
        "notes": list(ranking.notes),
    }


def _chosen(ranking: Ranking, budget: Budget) -> Extract:
    return ranking.summary(**{budget.unit: budget.amount}, context=budget.context, fill=budget.fill)  # type: ignore[arg-type]
