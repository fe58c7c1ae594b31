"""The documents in a folder that was named where a file could be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sentencerank.cli.output import say
from sentencerank.cli.wrap import count_of
from sentencerank.files.compressed import COMPRESSIONS, without_compression


def with_folders_opened(names: tuple[str, ...], *, quiet: bool) -> Iterator[str]:
    """Yield the files; instead of a folder, the documents in it and below it, sorted by name.

    What is hidden, a symbolic link or of no kind that can be ranked is left out, and counted in one line.
    """
    for name in names:
        if name == "-" or not Path(name).is_dir():
            yield name
            continue
        documents, left_out = _documents(Path(name))
        yield from map(str, documents)
        if not documents:
            say(f"{name}: there are no documents in this folder. Name a file, or a folder with documents.")
        elif left_out and not quiet:
            say(f"{name}: left out {count_of(left_out, 'file')} that are hidden, links or no documents")


def _documents(folder: Path) -> tuple[list[Path], int]:
    from sentencerank.corpus.entries import find_inputs
    from sentencerank.documents.formats import FORMATS

    endings = {ending for format in FORMATS.values() for ending in format.endings}
    inputs, hidden, links = find_inputs(folder)
    # Tables of documents are for `corpus rank`.
    documents = [one.path for one in inputs if one.kind == "file" and _is_document(one.path, endings)]
    return documents, len(inputs) - len(documents) + hidden + links


def _is_document(path: Path, endings: set[str]) -> bool:
    """Say whether a file may be a document: by its ending, or, where it has none or a number, by its first bytes."""
    ending = _ending(path.name)
    if ending and not ending[1:].isdigit():
        return ending in endings
    try:
        with path.open("rb") as file:
            head = file.read(512)
    except OSError:
        return True  # reading it will say what is wrong
    return not head.startswith(b"#!") and (b"\0" not in head or path.suffix.lower() in COMPRESSIONS)


def _ending(name: str) -> str:
    """Return the ending that tells what a file is; many a README and licence has none.

    >>> _ending("notes.TXT"), _ending("ls.1.gz"), _ending("GPL-2"), _ending("Apache-2.0"), _ending("photo.jpg")
    ('.txt', '.1', '', '', '.jpg')
    """
    inner = Path(without_compression(name))
    ending = inner.suffix.lower()
    # A version is no ending, except that of a manual page.
    return "" if ending[1:].isdigit() and inner.stem[-1:].isdigit() else ending
