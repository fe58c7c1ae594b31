"""The headings under which a text lists what it cites, in several languages."""

from __future__ import annotations

from sentencerank import patterns as re

_NUMBER = r"(?:[\dIVXA-Z]+(?:\.\d+)*\.?\s+)?"
_NAMES = (
    r"references(?: cited| and notes)?|bibliography|works cited|literature(?: cited)?|literatur(?:verzeichnis)?"
    r"|quellen(?:verzeichnis)?|références(?: bibliographiques)?|bibliographie|bibliografía"
    r"|referencias(?: bibliográficas)?|bibliografia|referências(?: bibliográficas)?|riferimenti(?: bibliografici)?"
    r"|литература|список литературы|参考文献|參考文獻|참고문헌|المراجع"
)
_LINKS = r"sources|further reading|external links"
_BIBLIOGRAPHY = re.compile(rf"{_NUMBER}(?:{_NAMES})\s*:?", re.IGNORECASE)
_REFERENCES = re.compile(rf"{_NUMBER}(?:{_NAMES}|{_LINKS})\s*:?", re.IGNORECASE)


def heads_bibliography(text: str) -> bool:
    """Whether a line is the heading of a bibliography.

    >>> heads_bibliography("7. References"), heads_bibliography("Sources")
    (True, False)
    """
    return _BIBLIOGRAPHY.fullmatch(text) is not None


def heads_references(text: str) -> bool:
    """Whether a heading stands over a bibliography, or over addresses for further reading.

    >>> heads_references("Literaturverzeichnis"), heads_references("External links"), heads_references("Rain")
    (True, True, False)
    """
    return _REFERENCES.fullmatch(text) is not None
