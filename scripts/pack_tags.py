"""Make tables of parts of speech for French, Spanish, Italian and Portuguese: src/sentencerank/languages/tags/CODE.txt.

    pip download --no-deps spacy-lookups-data wordfreq        (unpack both wheels)
    apt-get download hunspell-pt-pt                           (dpkg -x)
    python -m scripts.pack_tags LOOKUPS FREQUENCIES pt_PT.dic

LOOKUPS is the folder `data` of spacy_lookups_data, FREQUENCIES that of wordfreq. Each form of a lexicon has one or more
classes: noun or adjective, verb, other. A closed class (prepositions and the like) counts first, then the first of
these, because the ranking loses more by a noun that is left out than by a verb that stays. Endings that nearly always
mean one class become rules; of the words that the rules get wrong the frequent ones are listed. One form of ten is kept
back from the rules, and the share of these that they get right is printed. It needs msgpack.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

from scripts.word_frequencies import frequent_words

from sentencerank.files import write_text
from sentencerank.languages.language import Pack, stopwords_of
from sentencerank.languages.tag_tables import FOLDER, TagTable

CLOSED = ("adp", "det", "pron", "cconj", "sconj", "num", "aux")  # words of these are never anything else here
CLASSES = {"noun": "N", "adj": "N", "verb": "V", "adv": "O", **dict.fromkeys(CLOSED, "C")}
ORDER = "CNVO"  # of several classes the first is taken
PORTUGUESE = {
    "nc": "N", "np": "P", "adj": "N", "a_nc": "N", "v": "V", "adv": "O",
    **dict.fromkeys(["prep", "cp", "pind", "ppos", "pdem", "prel", "pint", "art", "con", "card", "nord"], "C"),
}  # fmt: skip
LONGEST = 5  # letters of an ending
PURE = 0.8  # share of the forms with an ending that are of one class
SEEN = 40  # forms that have it
FREQUENT = 40_000  # words of which exceptions are listed
_ENTRY = re.compile(r"([^/\t]+)\S*\t\[CAT=(\w+)")

Forms = dict[str, set[str]]  # a form → its classes


def lookup(folder: Path, name: str) -> dict[str, Any]:
    """Return a table of spacy_lookups_data; nothing if there is none."""
    path = folder / f"{name}.json.gz"
    return dict(json.loads(gzip.decompress(path.read_bytes()))) if path.exists() else {}


def french(folder: Path) -> Forms:
    """Return forms of the Lefff: all those of verbs, and lemmas of the rest with their plurals."""
    forms: Forms = defaultdict(set)
    index, special = lookup(folder, "fr_lemma_index"), lookup(folder, "fr_lemma_exc")
    verbs = set(index["verb"])
    for name, words in index.items():
        for word in words if name in CLASSES else ():
            if name != "adj" or word not in verbs:
                forms[word].add(CLASSES[name])
            if name in ("noun", "adj") and word[-1] not in "sxz":
                forms[word + "s"].add(CLASSES[name])
    for name, listed in special.items():
        for word, lemmas in listed.items() if name in CLASSES else ():
            # Participles are listed as adjectives under the names of their verbs.
            forms[word].add("V" if name == "adj" and not verbs.isdisjoint(lemmas) else CLASSES[name])
    return forms


def spanish(folder: Path) -> Forms:
    """Return forms by the class of their lemma; forms of lemmas that are not listed are verbs by their ending."""
    index = lookup(folder, "es_lemma_index")
    known: Forms = defaultdict(set)
    for name, words in index.items():
        for word in words if name in CLASSES else ():
            known[word].add(CLASSES[name])
    return by_lemma(lookup(folder, "es_lemma_lookup"), known, re.compile(r"[aeií]r(?:se)?$"))


def italian(folder: Path) -> Forms:
    """Return the forms of Morph-it!, which has a table for each class."""
    forms: Forms = defaultdict(set)
    for name, kind in CLASSES.items():
        for word in lookup(folder, f"it_lemma_lookup_{name}"):
            forms[word].add(kind)
    return forms


def portuguese(folder: Path, dictionary: Path) -> Forms:
    """Return forms by the class that the spelling dictionary gives to their lemma."""
    data = dictionary.read_bytes()
    text = data.decode("utf-8") if b"\xc3" in data else data.decode("latin-1")
    known: Forms = defaultdict(set)
    for line in text.splitlines():
        if (entry := _ENTRY.match(line)) and entry[2] in PORTUGUESE:
            known[entry[1]].add(PORTUGUESE[entry[2]])
    return by_lemma(lookup(folder, "pt_lemma_lookup"), known, re.compile(r"[aeiô]r$"))


def by_lemma(lemmas: dict[str, str], known: Forms, verbal: re.Pattern[str]) -> Forms:
    """Return forms with the classes of their lemmas; a lemma that is not known is a verb if it ends like one."""
    forms: Forms = defaultdict(set, {word: set(kinds) for word, kinds in known.items()})
    for form, lemma in lemmas.items():
        found = known.get(lemma) or ({"V"} if verbal.search(lemma) and form != lemma else set())
        forms[form] |= found
    # A noun or an adjective has a plural that the list of lemmas may not have.
    for word in list(known):
        if "N" in known[word] and word[-1] in "aeiou":
            forms[word + "s"] |= known[word] - {"V", "O", "C"}
    return forms


def endings(classes: dict[str, str]) -> dict[str, str]:
    """Return the endings that tell a class: pure enough, and not what a shorter one says already."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for word, kind in classes.items():
        for size in range(1, min(LONGEST, len(word) - 2) + 1):
            counts[word[-size:]][kind] += 1
    found: dict[str, str] = {}
    for ending in sorted(counts, key=lambda one: (len(one), one)):
        (kind, most), total = counts[ending].most_common(1)[0], counts[ending].total()
        shorter = next((found[ending[at:]] for at in range(1, len(ending)) if ending[at:] in found), "N")
        if total >= SEEN and most >= PURE * total and kind != shorter:
            found[ending] = kind
    return found


def write(code: str, forms: Forms, common: set[str]) -> None:
    """Make the table of a language, write it, and print how often it is right."""
    stops = stopwords_of(Pack(code=code))
    classes = {
        word: min(kinds, key=(ORDER + "P").index).replace("C", "O")
        for word, kinds in forms.items()
        if kinds and word.isalpha() and word.islower() and len(word) > 1 and word not in stops
    }
    kept = {word: kind for place, (word, kind) in enumerate(sorted(classes.items())) if place % 10 == 0}
    rules = endings({word: kind for word, kind in classes.items() if word not in kept})
    table = TagTable({}, rules)
    wrong = {word: kind for word, kind in classes.items() if word in common and table.tag(word) != kind}
    lines = ["# Parts of speech, by scripts/pack_tags.py: N noun or adjective, V verb, O other; -er is an ending."]
    for kind in ORDER[1:]:
        lines.append(f"{kind}: {' '.join(sorted(f'-{ending}' for ending in rules if rules[ending] == kind))}")
        lines.append(f"{kind}: {' '.join(sorted(word for word in wrong if wrong[word] == kind))}")
    path = FOLDER / f"{code}.txt"
    write_text(path, "\n".join(line for line in lines if not line.endswith(": ")) + "\n")
    right = sum(table.tag(word) == kind for word, kind in kept.items()) / len(kept)
    print(
        f"{code}: {len(classes):,} forms, {len(rules)} endings, {len(wrong):,} exceptions, "
        f"{path.stat().st_size:,} bytes; {100 * right:.1f} % of the forms kept back are right by their endings alone"
    )


def main(lookups: Path, frequencies: Path, dictionary: Path) -> None:
    """Write the tables."""
    FOLDER.mkdir(exist_ok=True)
    makers = {
        "fr": french(lookups),
        "es": spanish(lookups),
        "it": italian(lookups),
        "pt": portuguese(lookups, dictionary),
    }
    for code, forms in makers.items():
        write(code, forms, {word for word, _ in frequent_words(frequencies, code, FREQUENT)})


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*map(Path, sys.argv[1:]))
