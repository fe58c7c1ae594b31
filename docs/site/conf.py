"""How `make docs` builds the documentation: Markdown pages as they lie in the repository, and the API from docstrings.

The source folder is the root of the repository, so that links between pages, results and code work here as they do on
the disk.
"""

from __future__ import annotations

import re
from typing import Any

import sentencerank

project = "sentencerank"
author = "the sentencerank contributors"
project_copyright = author
release = version = sentencerank.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.viewcode", "sphinx_copybutton"]
root_doc = "docs/index"
include_patterns = ["docs/**.md", "results/*.md", "examples/README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
exclude_patterns = [".venv", "build", "dist", "node_modules"]

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
suppress_warnings = [
    "myst.header",  # a page may begin with a table or skip a level
    "myst.strikethrough",
]

html_theme = "furo"
html_title = f"sentencerank {release}"
html_favicon = "../../src/sentencerank/reader/static/icon.svg"
html_theme_options = {"navigation_with_keys": True, "source_view_link": ""}
html_show_sourcelink = False
html_extra_path = ["root"]  # the page at the address of the site leads to the manual

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_class_signature = "separated"
python_maximum_signature_line_length = 88
python_use_unqualified_type_names = True
copybutton_prompt_text = r">>> |\.\.\. |\$ "
copybutton_prompt_is_regexp = True


_OPTION = re.compile(r"^\s*(\w+=.+?): (?=\S)")


def _as_markdown(app: Any, what: str, name: str, obj: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are written for people: single backticks are code, and a line such as "seed=0: …" is an item."""
    for number, line in enumerate(lines):
        if "``" not in line:
            lines[number] = line.replace("`", "``")
        lines[number] = _OPTION.sub(r"* ``\1``: ", lines[number])


def setup(app: Any) -> None:
    """Connect what changes docstrings on their way into the pages."""
    app.connect("autodoc-process-docstring", _as_markdown)
