"""The files of the reader's page; its modules are one script, since forty requests would take longer than the rest."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

_IMPORT = re.compile(r'^import \{([^}]*)\} from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:(?:async )?function|const|class) (\w+))", re.MULTILINE)


@cache
def page_file(name: str) -> str:
    """Return a file of the page as it is."""
    return (files("sentencerank") / "reader" / "static" / name).read_text(encoding="utf-8")


@cache
def page_script() -> str:
    """Return the modules of the page as one script: each a function, in the order in which they need each other."""
    done: dict[str, str] = {}

    def add(name: str) -> None:
        if name in done:
            return
        source = page_file(f"{name}.js")
        for match in _IMPORT.finditer(source):
            add(match[2])
        names = ", ".join(match[1] for match in _EXPORT.finditer(source))
        body = _EXPORT.sub("", _IMPORT.sub(r"const {\1} = _\2;\n", source))
        done[name] = f"const _{name} = (() => {{\n{body}return {{ {names} }};\n}})();\n"

    add("app")
    script = "".join(done.values())
    assert "</script" not in script
    assert "\nexport " not in script
    return script
