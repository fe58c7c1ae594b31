"""Java, which Spark runs on: looked for before anything starts, so that its lack is one line and not a page."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

from sentencerank.errors import CorpusError

OLDEST = 17
_REMEDY = "Install it (Debian: apt install default-jre-headless) or set JAVA_HOME, or leave out --engine spark."


def check_java() -> None:
    """Silent where a Java is found that Spark can use."""
    home = os.environ.get("JAVA_HOME")
    java = str(Path(home) / "bin" / "java") if home else shutil.which("java")
    try:
        if java is None:
            raise OSError("no java on the path")
        shown = subprocess.run([java, "-version"], capture_output=True, text=True, timeout=60, check=False).stderr
    except (OSError, subprocess.SubprocessError) as error:
        raise CorpusError(f"Spark needs Java {OLDEST} or newer, and there is none ({error}). {_REMEDY}") from error
    found = version(shown)
    if found < OLDEST:
        raise CorpusError(f"Spark needs Java {OLDEST} or newer, and {java} is {found or 'unknown'}. {_REMEDY}")


def version(shown: str) -> int:
    """The number in what `java -version` prints; 0 where there is none.

    >>> version('openjdk version "17.0.15" 2025-04-15'), version('java version "1.8.0_202"'), version("")
    (17, 8, 0)
    """
    match = re.search(r'version "(?:1\.)?(\d+)', shown)
    return int(match[1]) if match else 0
