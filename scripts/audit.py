"""Look for known vulnerabilities of the locked dependencies: make audit.

    python scripts/audit.py LOCK.txt...

It runs with pip-audit, which asks PyPI for advisories, so it needs the network. Exit code 1 means that there are
findings, or that the check failed. Where the advisories cannot be reached, it says in one line that nothing was
checked, and the exit code is 0: without a network nobody can do more.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, NamedTuple

# What `requests` raises, and pip-audit prints as the end of a traceback or as its own message.
_OFFLINE = ("ConnectionError", "ProxyError", "ConnectTimeout", "ReadTimeout", "SSLError", "NameResolutionError")


class Outcome(NamedTuple):
    """What became of an audit: lines to print, and the exit code."""

    lines: list[str]
    code: int


def outcome_of(answers: list[str], errors: str) -> Outcome:
    """Return what pip-audit's answers mean: JSON, one for each lock, "" for one that failed.

    >>> outcome_of([""], "requests.exceptions.ConnectionError: ...")
    Outcome(lines=['audit: the advisories cannot be reached, so nothing was checked. Run it with a network.'], code=0)
    """
    packages: dict[str, dict[str, Any]] = {}
    for answer in filter(None, answers):
        # Each package is in several locks, with the same version.
        packages |= {one["name"]: one for one in json.loads(answer)["dependencies"]}
    # pip-audit skips what the index knows no advisories of, and counts it among the sound ones.
    checked = {name: one for name, one in packages.items() if "skip_reason" not in one}
    failed = not all(answers)
    offline = any(sign in errors for sign in _OFFLINE)
    if not checked and (offline or not failed):
        return Outcome(["audit: the advisories cannot be reached, so nothing was checked. Run it with a network."], 0)
    found = [(one, finding) for one in checked.values() for finding in one["vulns"]]
    lines = [
        f"audit: {one['name']} {one['version']}: {finding['id']}, "
        f"mended in {', '.join(finding['fix_versions']) or 'no version yet'}"
        for one, finding in found
    ]
    if failed:
        lines.append(f"audit: pip-audit failed: {(errors.strip().splitlines() or ['it gave no reason'])[-1]}")
    skipped = f", {len(packages) - len(checked)} could not be checked" if len(packages) > len(checked) else ""
    if checked:
        lines.append(f"audit: {len(checked)} packages checked, {len(found)} known vulnerabilities{skipped}")
    return Outcome(lines, 1 if found or failed else 0)


def main(locks: list[str]) -> int:
    """Audit all locks."""
    answers, errors = [], ""
    for lock in locks:
        command = [sys.executable, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--requirement", lock]
        command += ["--format", "json", "--progress-spinner", "off", "--timeout", "15"]
        done = subprocess.run(command, capture_output=True, text=True)
        answers.append(done.stdout if done.stdout.startswith("{") else "")
        errors += done.stderr
        if not answers[-1]:
            break  # the others would fail for the same reason
    lines, code = outcome_of(answers, errors)
    print(*lines, sep="\n")
    return code


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1:]))
