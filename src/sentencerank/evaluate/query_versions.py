"""Another version of sentencerank as a system: its checkout answers the same questions in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sentencerank.errors import DataError
from sentencerank.evaluate.query_cases import QueryCase
from sentencerank.evaluate.query_systems import Orders, QuerySystem

# It gets the sentences, since no older version takes titles; what a text costs is measured in there.
_ANSWER = """
import json, sys
from time import process_time
import sentencerank as sr
rankers = {}
print(json.dumps(sr.__version__), flush=True)
for line in sys.stdin:
    sentences, query, language = json.loads(line)
    ranker = rankers.get(language) or rankers.setdefault(language, sr.Ranker(language=language))
    start = process_time()
    order = ranker.rank(sentences, query=query).order.tolist()
    print(json.dumps([order, process_time() - start]), flush=True)
"""


class Version:
    """A running checkout; `seconds` is the CPU time that it has used so far."""

    def __init__(self, folder: Path) -> None:
        source = folder / "src" if (folder / "src").is_dir() else folder
        if not (source / "sentencerank" / "__init__.py").is_file():
            raise DataError(f"{folder} holds no sentencerank. Give the folder of a checkout.")
        self.seconds = 0.0
        self._process = subprocess.Popen(
            [sys.executable, "-c", _ANSWER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=dict(os.environ, PYTHONPATH=str(source.resolve()), PYTHONIOENCODING="utf-8"),
        )
        self._reply()  # it is there
        # A checkout between two versions may call itself by the later one, so its folder names it.
        self.name = f"sentencerank {folder.resolve().name}"

    def rank(self, case: QueryCase) -> Orders:
        """Rank the sentences of a question."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([case.sentences, case.query, case.language]) + "\n")
        self._process.stdin.flush()
        order, seconds = self._reply()
        self.seconds += seconds
        return [order]

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()

    def as_system(self) -> QuerySystem:
        """Return it as one of the systems."""
        return QuerySystem(self.name, self.rank, clock=lambda: self.seconds)

    def _reply(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise DataError(f"the other version ended with code {self._process.wait()}. What it said stands above.")
        return json.loads(line)
