"""What a stored result was computed by: fingerprints of code and data, so that a changed program starts afresh."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from sentencerank import __version__

_PACKAGE = Path(__file__).parent.parent
_RANKING = ("*.py", "method/*.py", "languages/*.py", "model/*.py", "data/en/manifest.json")
_SCORING = ("budgets", "grams", "hits", "lcs", "measures", "porter", "rouge", "scoring", "subjects", "tokens")


@cache
def ranking_code() -> str:
    """Return a digest of everything that can change a ranking: the code below the shells, and the English model."""
    return _digest([path for pattern in _RANKING for path in sorted(_PACKAGE.glob(pattern))])


@cache
def scoring_code() -> str:
    """Return a digest of everything that can change the score of a ranking."""
    return _digest([_PACKAGE / "evaluate" / f"{name}.py" for name in _SCORING])


def release(package: str) -> str:
    """Name and version of an installed distribution; "" if it is not installed.

    >>> release("numpy").startswith("numpy "), release("no-such-thing")
    (True, '')
    """
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return ""


def _digest(files: list[Path]) -> str:
    found = sha256(__version__.encode())
    for path in files:
        found.update(path.name.encode() + b"\0" + path.read_bytes())
    return found.hexdigest()[:16]
