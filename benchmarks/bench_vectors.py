"""Trained vectors: agreement with people on pairs of words, phrases beside their WordNet relatives, nearest neighbours.

    python benchmarks/bench_vectors.py NAME=MODEL... [--similarity FILE...] [--wordnet FOLDER] [--neighbours A,B]
                                       [--output results/train-vectors.md]

A file of similarities has lines `word<TAB>word<TAB>score`. A phrase should be nearer to its synonyms and hypernyms in
WordNet than to other names; only relatives that share no word with it count, so that letters cannot help. The figure is
the mean share of the 20,000 most frequent names that are farther away: 0.5 is chance.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from sentencerank.model.embeddings import names_of, unit
from sentencerank.model.model import Model, load

MOST = 20_000  # names that a phrase is compared with
NEAREST = 10


def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 0, ties sharing their mean."""
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts + 1) / 2)[inverse]


def spearman(a: Sequence[float], b: Sequence[float]) -> float:
    """Spearman's ρ."""
    return float(np.corrcoef(ranks(np.array(a)), ranks(np.array(b)))[0, 1])


def pairs_of(path: Path) -> list[tuple[str, str, float]]:
    """Pairs with their scores; remarks and headings are left out."""
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if line.startswith("#") or len(fields) < 3:
            continue
        try:
            found.append((fields[0].lower(), fields[1].lower(), float(fields[2])))
        except ValueError:
            continue
    return found


def similarity(model: Model, path: Path) -> tuple[float, int, int]:
    """ρ with the people, pairs with rows of both words, all pairs."""
    pairs = pairs_of(path)
    known = set(names_of(model.embeddings))
    kept = [pair for pair in pairs if pair[0] in known and pair[1] in known]
    left, right = (
        unit(model.embeddings.vectors(words)) for words in ([a for a, _, _ in kept], [b for _, b, _ in kept])
    )
    cosines = np.einsum("ij,ij->i", left, right)
    return spearman(cosines.tolist(), [pair[2] for pair in kept]), len(kept), len(pairs)


def relatives(wordnet: Path) -> dict[str, set[str]]:
    """Phrases of WordNet's nouns → their synonyms and direct hypernyms."""
    lemmas: dict[str, list[str]] = {}
    above: dict[str, list[str]] = {}
    for line in (wordnet / "data.noun").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):  # the licence
            continue
        fields = line.partition("|")[0].split()
        count = int(fields[3], 16)
        lemmas[fields[0]] = [fields[4 + 2 * n].replace("_", " ").lower() for n in range(count)]
        rest = fields[5 + 2 * count :]
        above[fields[0]] = [rest[n + 1] for n in range(0, len(rest) - 3, 4) if rest[n] == "@"]
    found: dict[str, set[str]] = {}
    for offset, own in lemmas.items():
        near = {*own, *(lemma for parent in above[offset] for lemma in lemmas.get(parent, ()))}
        for phrase in own:
            if " " in phrase:
                others = {name for name in near if not set(name.split()) & set(phrase.split())}
                found.setdefault(phrase, set()).update(others)
    return found


def phrase_places(model: Model, phrases: Mapping[str, set[str]], names: Sequence[str]) -> list[float]:
    """For each phrase and relative: the share of names that are farther away."""
    known = set(names)
    table = unit(model.embeddings.vectors(names))
    row = {name: number for number, name in enumerate(names)}
    chosen = [(phrase, sorted(others & known)) for phrase, others in sorted(phrases.items()) if others & known]
    vectors = unit(model.embeddings.vectors([phrase for phrase, _ in chosen]))
    found = []
    for vector, (_, others) in zip(vectors, chosen, strict=True):
        cosines = table @ vector
        found += [float((cosines < cosines[row[other]]).mean()) for other in others]
    return found


def neighbours(model: Model, name: str, names: Sequence[str], table: NDArray[np.float32]) -> list[str]:
    """The nearest names."""
    cosines = table @ unit(model.embeddings.vectors([name]))[0]
    order = np.argsort(-cosines, kind="stable")[: NEAREST + 1]
    return [names[i] for i in order if names[i] != name][:NEAREST]


def letters(
    model: Model, phrases: Iterable[str], names: Sequence[str], table: NDArray[np.float32]
) -> tuple[float, float]:
    """Of the neighbours of phrases: the share with a word in common, and with four letters at the beginning alone."""
    common, alike, total = 0, 0, 0
    for phrase in phrases:
        for other in neighbours(model, phrase, names, table):
            shares = bool(set(phrase.split()) & set(other.split()))
            common += shares
            alike += not shares and any(a[:4] == b[:4] for a in phrase.split() for b in other.split() if len(a) > 4)
            total += 1
    return common / max(1, total), alike / max(1, total)


def rows(models: Mapping[str, Model], given: argparse.Namespace) -> Iterator[str]:
    """The page, line by line."""
    every = {name: list(names_of(model.embeddings)) for name, model in models.items()}
    with_rows = [set(names) for names in every.values() if any(" " in name for name in names)]
    shared = set.intersection(*with_rows) if with_rows else set()  # phrases that all models with phrases have
    for path in given.similarity:
        yield f"Agreement with people, {path.name} (Spearman's ρ, pairs covered):\n"
        yield "| vectors | ρ | pairs |\n| --- | --- | --- |"
        for name, model in models.items():
            value, kept, all_ = similarity(model, path)
            yield f"| {name} | {value:.3f} | {kept} of {all_} |"
        yield ""
    if given.wordnet:
        known = {p: others for p, others in relatives(given.wordnet).items() if p in shared}
        frequent = [name for name in next(iter(every.values())) if name in shared or " " not in name][:MOST]
        several = sorted(known)[:: max(1, len(known) // 300)]
        yield f"Phrases ({len(known)} of WordNet that have rows):\n"
        yield "| vectors | relatives, mean place | neighbours with a word in common | alike in letters only |"
        yield "| --- | --- | --- | --- |"
        for name, model in models.items():
            places = phrase_places(model, known, frequent)
            table = unit(model.embeddings.vectors(frequent))
            common, alike = letters(model, several, frequent, table)
            yield f"| {name} | {np.mean(places):.3f} ({len(places)} pairs) | {common:.2f} | {alike:.2f} |"
        yield ""
    for name, model in models.items():
        names = list(islice(every[name], MOST))
        table = unit(model.embeddings.vectors(names))
        yield f"Nearest neighbours, {name}:\n"
        for asked in filter(None, given.neighbours.split(",")):
            yield f"- *{asked}*: {', '.join(neighbours(model, asked, names, table))}"
        yield ""


def main() -> None:
    """Measure, and write the page."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("models", nargs="*", metavar="NAME=MODEL")
    parser.add_argument("--similarity", type=Path, nargs="*", default=[])
    parser.add_argument("--wordnet", type=Path, help="folder with data.noun")
    parser.add_argument("--neighbours", default="", metavar="A,B")
    parser.add_argument("--output", type=Path)
    given = parser.parse_args()
    if not given.models:
        print("Give models that were trained, as NAME=FOLDER, to measure their vectors.")
        return
    models = {name: load(Path(folder)) for name, _, folder in (model.partition("=") for model in given.models)}
    page = "\n".join(rows(models, given))
    print(page)
    if given.output:
        given.output.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main()
