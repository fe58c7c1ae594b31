"""Write a list of all dependencies, a software bill of materials in the format CycloneDX 1.6: make sbom.

    python scripts/sbom.py PYTHON TARGET.json

PYTHON is that of an environment with all dependencies. cyclonedx-bom, which this script runs with, lists what is
installed there; added is what each package is for. `scope` is "required" for what the package always needs, "optional"
for what an extra of its users needs, and "excluded" for what only builds, compares or tests it. The same environment
gives the same bytes: there is no time and no random number in them.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PACKAGE = "sentencerank"
NOT_SHIPPED = frozenset({"build", "dev", "peers"})


def installed(python: str) -> dict[str, Any]:
    """Return what cyclonedx-bom says about an environment."""
    command = [sys.executable, "-m", "cyclonedx_py", "environment", "--spec-version", "1.6", "--output-format", "JSON"]
    command += ["--output-reproducible", "--pyproject", str(ROOT / "pyproject.toml"), python]
    return dict(json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout))


def scope_of(extras: list[str]) -> str:
    """Return what a package is there for.

    >>> scope_of([""]), scope_of(["dev", "serve"]), scope_of(["build"])
    ('required', 'optional', 'excluded')
    """
    if "" in extras:
        return "required"
    return "excluded" if set(extras) <= NOT_SHIPPED else "optional"


def described(bill: dict[str, Any], needed: dict[str, list[str]], version: str) -> dict[str, Any]:
    """Return the bill for this package: with scopes, with the extras that need each package, without pip itself."""
    names = {one["bom-ref"]: re.sub("[-_.]+", "-", one["name"]).lower() for one in bill["components"]}
    components = []
    for one in bill["components"]:
        extras = needed.get(names[one["bom-ref"]])
        if extras is not None:
            labels = [{"name": f"{PACKAGE}:needed-by", "value": extra or PACKAGE} for extra in extras]
            properties = sorted(one.get("properties", []) + labels, key=lambda label: (label["name"], label["value"]))
            components.append(one | {"scope": scope_of(extras), "properties": properties})
    kept = {one["bom-ref"] for one in components}
    root = bill["metadata"]["component"]
    root |= {"type": "library", "version": version, "purl": f"pkg:pypi/{PACKAGE}@{version}"}
    edges = {one["ref"]: sorted(set(one.get("dependsOn", ())) & kept) for one in bill["dependencies"]}
    edges = {ref: edges.get(ref, []) for ref in [root["bom-ref"], *sorted(kept)]}
    return bill | {
        "metadata": bill["metadata"] | {"component": root},
        "components": components,
        "dependencies": [{"ref": ref, "dependsOn": on} if on else {"ref": ref} for ref, on in edges.items()],
    }


def main(python: str, target: str) -> int:
    """Write the bill, if it is valid."""
    listing = subprocess.run(
        [python, str(ROOT / "scripts" / "licences.py"), "--json"], check=True, stdout=subprocess.PIPE
    )
    source = (ROOT / "src" / PACKAGE / "__init__.py").read_text(encoding="utf-8")
    version = re.findall(r'^__version__ = "(.*)"', source, re.MULTILINE)[0]
    bill = described(installed(python), json.loads(listing.stdout), version)
    text = json.dumps(bill, indent=1, sort_keys=True) + "\n"
    schema = import_module("cyclonedx.schema").SchemaVersion.V1_6
    wrong = import_module("cyclonedx.validation.json").JsonStrictValidator(schema).validate_str(text)
    if wrong is not None:
        print(f"The list is not valid CycloneDX 1.6: {wrong}", file=sys.stderr)
        return 1
    Path(target).write_text(text, encoding="utf-8")
    print(f"wrote {target}")
    return 0


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
