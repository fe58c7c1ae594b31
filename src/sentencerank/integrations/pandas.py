"""pandas: an accessor that ranks the texts of a series; needs the extra [pandas].

    import sentencerank.integrations.pandas
    df["text"].sentencerank.summary(words=50)

`Ranking.to_frame()` is the other direction: a ranking as a table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sentencerank.errors import InputError
from sentencerank.extras import require
from sentencerank.ranker import Ranker
from sentencerank.ranking import Ranking
from sentencerank.recipe import Budget

pandas = require("pandas", "pandas")


@pandas.api.extensions.register_series_accessor("sentencerank")
class Texts:
    """The texts of a series. Every method gives a series with the same index; a missing text stays missing.

    Arguments that a method does not name are those of `sentencerank.Ranker`, and `workers`, the number of processes.
    """

    def __init__(self, series: Any) -> None:
        # Nothing is checked here: pandas makes an accessor for every series of which it lists the attributes.
        self._series = series

    def rank(self, *, workers: int = 1, **options: Any) -> Any:
        """Return a `Ranking` of each text."""
        return self._each(lambda ranking: ranking, workers, options)

    def summary(
        self,
        *,
        words: int | None = None,
        sentences: int | None = None,
        ratio: float | None = None,
        characters: int | None = None,
        workers: int = 1,
        **options: Any,
    ) -> Any:
        """Return the best sentences of each text within exactly one budget, as a text."""
        budget = Budget(words=words, sentences=sentences, ratio=ratio, characters=characters)
        return self._each(lambda ranking: ranking.take(budget).text, workers, options)

    def keyphrases(self, count: int = 10, *, workers: int = 1, **options: Any) -> Any:
        """Return a list of the phrases that tell what each text is about, best first."""
        return self._each(lambda ranking: [one.text for one in ranking.keyphrases(count)], workers, options)

    def sentences(self, *, workers: int = 1, **options: Any) -> Any:
        """Return a frame with a row for every sentence of every text; the first level of its index is that of the text.

        Texts with the same label in the index are told apart by nothing else.
        """
        rankings = self.rank(workers=workers, **options).dropna()
        if rankings.empty:
            return pandas.DataFrame()
        frames = [ranking.to_frame().assign(_label=label) for label, ranking in rankings.items()]
        frame = pandas.concat(frames).set_index("_label", append=True).swaplevel()
        return frame.rename_axis(index=[self._series.index.name, "index"])

    def _each(self, answer: Callable[[Ranking], object], workers: int, options: dict[str, Any]) -> Any:
        values = _texts(self._series)
        rankings = Ranker(**options).rank_many((one for one in values if one is not None), workers=workers)
        answers = list(_in_place(values, map(answer, rankings)))
        return pandas.Series(answers, index=self._series.index, name=self._series.name, dtype=object)


def _texts(series: Any) -> list[str | None]:
    """Return the texts, and None for what is missing. Raises InputError for anything else."""
    found: list[str | None] = []
    for label, value in series.items():
        missing = value is None or value is pandas.NA or (isinstance(value, float) and value != value)
        if not missing and not isinstance(value, str):
            raise InputError(
                f"row {label!r} holds a {type(value).__name__}. Give a series of texts: df['text'].astype(str)."
            )
        found.append(None if missing else value)
    return found


def _in_place(values: list[str | None], answers: Iterator[object]) -> Iterator[object]:
    """Yield an answer for every text, and None for what is missing."""
    for value in values:
        yield None if value is None else next(answers)
