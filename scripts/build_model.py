"""Train the model of a language from free text, and build a wheel of it, which `rank` then uses by itself.

    python scripts/build_model.py CORPUS de --licence "CC BY-SA 4.0"
    python scripts/build_model.py frwiki-latest-pages-articles.xml.bz2 fr --licence "CC BY-SA 4.0"
    python scripts/build_model.py FOLDER de        takes a model that was trained or imported

CORPUS is text with a document a line, or a dump of a wiki; training needs sentencerank[train]. What comes out:
DIST/sentencerank-model-de, the folder of the model, and DIST/sentencerank_model_de-VERSION-py3-none-any.whl, to be
installed by `pip install`. A wheel is an archive with a list of what is in it, so no build tool is needed.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

from sentencerank import __version__
from sentencerank.model.library import PACKAGE
from sentencerank.model.manifest import MANIFEST, Manifest, read_manifest, write_manifest
from sentencerank.model.model import check

SETTINGS = ("--numbers", "int8", "--trees", "200", "--min-count", "10")
MADE = (1980, 1, 1, 0, 0, 0)  # the same bytes from the same model, whenever it is built


def train(corpus: Path, language: str, licence: str, folder: Path) -> None:
    """Train a model as `sentencerank train` does, and delete its intermediate results."""
    command = [sys.executable, "-m", "sentencerank", "train", str(corpus), "--language", language, *SETTINGS]
    command += ["--name", folder.name, "--licence", licence, "-o", str(folder)]
    if code := subprocess.run(command, check=False).returncode:
        raise SystemExit(code)  # the command has said why, and goes on where it stopped
    shutil.rmtree(folder.with_name(f"{folder.name}.work"), ignore_errors=True)


def copy(source: Path, folder: Path) -> None:
    """Copy a model that is there; its name becomes that of the package, which the notes of a ranking tell."""
    manifest = read_manifest(source)
    folder.mkdir(parents=True)
    for name in manifest.files:
        shutil.copyfile(source / name, folder / name)
    write_manifest(folder, {**manifest.raw, "name": folder.name})


def build_wheel(model: Path, dist: Path, version: str = __version__) -> Path:
    """Write a wheel with a model as the data of a package, and return its path."""
    check(model)
    manifest = read_manifest(model)
    package = PACKAGE + manifest.language.replace("-", "_")
    path = dist / f"{package}-{version}-py3-none-any.whl"
    info = f"{package}-{version}.dist-info"
    texts = {
        f"{package}/__init__.py": f'"""Vectors of {manifest.language} for sentencerank: data alone."""\n',
        f"{info}/METADATA": _metadata(manifest, package.replace("_", "-"), version),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: sentencerank\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    contents: Mapping[str, bytes | Path] = {
        **{f"{package}/{name}": model / name for name in (*manifest.files, MANIFEST)},
        **{name: text.encode() for name, text in texts.items()},
    }
    record = ""
    with zipfile.ZipFile(path, "w") as wheel:
        for name, content in contents.items():
            data = content.read_bytes() if isinstance(content, Path) else content
            digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            record += f"{name},sha256={digest},{len(data)}\n"
            _add(wheel, name, data)
        _add(wheel, f"{info}/RECORD", f"{record}{info}/RECORD,,\n".encode())
    return path


def _add(wheel: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name, MADE)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
    wheel.writestr(entry, data)


def _metadata(manifest: Manifest, name: str, version: str) -> str:
    licence, source, about = (str(manifest.raw.get(key, "")) or "unknown" for key in ("licence", "source", "about"))
    return (
        f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nLicense: {' '.join(licence.split())}\n"
        f"Summary: Vectors of language {manifest.language} for sentencerank\nRequires-Dist: sentencerank>=0.2\n\n"
        f"{about} Source: {source}.\n"
    )


def main() -> None:
    """Train or take a model, build the wheel, and say how large it is."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path, help="a corpus, a dump of a wiki, or the folder of a model")
    parser.add_argument("language", help="the code of its language")
    parser.add_argument("--licence", default="", help="licence of the corpus, and so of the model")
    parser.add_argument("-o", "--output", type=Path, default=Path("dist"), help="where the folder and the wheel go")
    arguments = parser.parse_args()
    folder = arguments.output / (PACKAGE + arguments.language).replace("_", "-")
    if folder.exists():
        parser.error(f"{folder} exists: delete it, or give it as the source with another --output")
    if (arguments.source / MANIFEST).is_file():
        copy(arguments.source, folder)
    else:
        train(arguments.source, arguments.language, arguments.licence, folder)
    if (found := read_manifest(folder).language) != arguments.language:
        parser.error(f"{arguments.source} is a model of {found}, not of {arguments.language}")
    wheel = build_wheel(folder, arguments.output)
    print(f"{wheel}: {wheel.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
