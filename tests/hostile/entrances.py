"""Hostile files through the commands, the corpus and the server, each as a user starts it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

from tests.hostile.bodies import Body
from tests.hostile.kind import HONEST, SECRET, Kind
from tests.hostile.trial import PATIENCE, Outcome, cost_faults, environment, honest_files, message_faults
from tests.hostile.watch import Cost, Watch
from tests.serve.conftest import Running
from tests.texts import TEXTS

COUNT = 20  # honest documents in a corpus
TOKEN = "a-token-for-the-tests-of-hostile-files"
_CODES = {0: "read", 1: "refused", 3: "refused"}  # of the commands
_LONGEST_NAME = 200  # bytes


def file_name(kind: Kind) -> str:
    """A name that a disk takes, as near to the one wanted as it can be; no two kinds share one."""
    wanted = (
        kind.file.replace("/", "_")
        .replace("\0", "_")
        .encode("utf-8", "surrogateescape" if "\udcff" in kind.file else "replace")
    )
    return os.fsdecode(kind.name.encode() + b"--" + wanted[-_LONGEST_NAME:].lstrip(b"\x80\x81\xcc"))


def write_kinds(kinds: Iterable[Kind], folder: Path) -> dict[str, Path]:
    """Write a file of each kind into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    found = {kind.name: folder / file_name(kind) for kind in kinds}
    for kind in kinds:
        found[kind.name].write_bytes(kind.make())
    return found


@dataclass(frozen=True, slots=True)
class Run:
    """A command that has ended."""

    code: int
    output: str
    errors: str
    cost: Cost  # of all its processes, from nothing
    killed: str


def run(arguments: Sequence[str], folder: Path, *, cpu: float, seconds: float = PATIENCE) -> Run:
    """Run `sentencerank` in a folder, and end it when it spends too much."""
    with (
        TemporaryDirectory() as place,
        (Path(place) / "o").open("w+b") as output,
        (Path(place) / "e").open("w+b") as errors,
    ):
        process = subprocess.Popen(
            [sys.executable, "-m", "sentencerank", *arguments],
            cwd=folder, env=environment(Path(place)), stdin=subprocess.DEVNULL, stdout=output, stderr=errors,
        )  # fmt: skip
        with Watch(process.pid, cpu=cpu, seconds=seconds, baseline=0) as watch:
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        errors.seek(0)
        cost = Cost(round(usage.ru_utime + usage.ru_stime, 2), max(watch.cost.megabytes, usage.ru_maxrss * 1024 / 1e6))
        texts = [file.read().decode("utf-8", "replace") for file in (output, errors)]
        return Run(process.returncode, texts[0], texts[1], cost, watch.killed)


@cache
def _usual(command: str) -> float:
    """The megabytes that a command takes for honest files."""
    with TemporaryDirectory() as place:
        most = 0.0
        for name, data in honest_files().items():
            if name.endswith((".txt", ".html", ".pdf")):
                (Path(place) / name).write_bytes(data)
                found = run([command, name], Path(place), cpu=60)
                assert found.code == 0, found.errors
                most = max(most, found.cost.megabytes)
        return most


def by_command(kind: Kind, path: Path, command: str = "rank") -> Outcome:
    """`sentencerank rank FILE`."""
    found = run([command, f"./{path.name}"], path.parent, cpu=2 * kind.cpu)
    cost = Cost(found.cost.cpu, max(0.0, found.cost.megabytes - _usual(command)))
    faults = list(cost_faults(cost, kind))
    if found.killed:
        faults.append(f"it was stopped: {found.killed}")
    elif found.code not in _CODES:
        faults.append(f"exit code {found.code}: {found.errors[-300:]}")
    lines = found.errors.splitlines()
    if found.code == 1 and len(lines) != 1:
        faults.append(f"the refusal has {len(lines)} lines: {found.errors[:300]}")
    faults += [fault for line in lines for fault in message_faults(line) if found.code == 1 or "obeys" in fault]
    faults += ["a file of the computer was read"] * (SECRET in found.output)
    result = "failed" if faults and found.code not in _CODES else _CODES.get(found.code, "failed")
    return Outcome(kind.name, command, result, cost, message=found.errors[:500], faults=tuple(faults))


def honest_documents() -> dict[str, bytes]:
    """Twenty harmless documents of all formats, by their names."""
    found = {f"honest-{name}": data for name, data in honest_files().items()}
    found |= {f"honest-{name}.txt": text.encode() for name, text in TEXTS.items()}
    for number in range(COUNT - len(found)):
        found[f"honest-{number}.txt"] = f"{HONEST} This is document number {number}. {HONEST[:90]}".encode()
    return found


def _rows(folder: Path) -> dict[str, Mapping[str, object]]:
    lines = [line for path in sorted(folder.glob("*.jsonl")) for line in path.read_text(encoding="utf-8").splitlines()]
    return {row["id"]: row for row in map(json.loads, lines)}


_COMPARED = ("status", "language", "structure", "words", "keyphrases", "topics", "sentences")


def by_corpus(kinds: Sequence[Kind], folder: Path, *, seconds: float = 1500) -> tuple[list[Outcome], list[str], Cost]:
    """`corpus rank` over all of them and twenty honest documents: the outcomes, what else is wrong, and the cost."""
    mixed, alone = folder / "mixed", folder / "alone"
    write_kinds(kinds, mixed)
    alone.mkdir()
    honest = honest_documents()
    for name, data in honest.items():
        (alone / name).write_bytes(data)
        (mixed / name).write_bytes(data)
    found = {}
    for source in (alone, mixed):
        arguments = [
            "corpus",
            "rank",
            source.name,
            "-o",
            f"{source.name}-ranked",
            "--format",
            "jsonl",
            "--workers",
            "2",
        ]
        found[source] = run(arguments, folder, cpu=3_000, seconds=seconds)
    faults = [
        f"{source.name}: exit code {one.code} {one.killed} {one.errors[-500:]}"
        for source, one in found.items()
        if one.code
    ]
    rows, right = _rows(folder / "mixed-ranked"), _rows(folder / "alone-ranked")
    for name in honest:
        if name not in rows or any(rows[name][column] != right[name][column] for column in _COMPARED):
            faults.append(f"{name} is not ranked as without the hostile files")
    # A name that is no text has another one in the row, but the kind stands before it.
    by_kind = {name.partition("--")[0]: row for name, row in rows.items()}
    # A file of records is many documents, with ids of their own.
    by_kind |= {str(row["source"]).partition("--")[0]: row for row in rows.values()}
    outcomes = [_row_outcome(kind, by_kind.get(kind.name)) for kind in kinds]
    return outcomes, faults, found[mixed].cost


def _row_outcome(kind: Kind, row: Mapping[str, object] | None) -> Outcome:
    if row is None:
        return Outcome(kind.name, "corpus", "failed", faults=("there is no row for it",))
    status, message = str(row["status"]), str(row["error"] or "")
    if status in ("ranked", "duplicate"):
        faults = ["a file of the computer was read"] * (SECRET in json.dumps(row))
        return Outcome(kind.name, "corpus", "read", faults=tuple(faults))
    faults = list(message_faults(message))
    if status == "failed":
        faults.append(message)
    result = "failed" if status == "failed" else "refused"
    return Outcome(kind.name, "corpus", result, error=status, message=message, faults=tuple(faults))


@contextmanager
def server(folder: Path) -> Iterator[Running]:
    """A server with a token, as one starts it."""
    running = Running(folder, "--workers", "2", token=TOKEN)
    try:
        yield running
    finally:
        running.stop()


def by_upload(running: Running, kind: Kind) -> Outcome:
    """`POST /v1/documents`, as a form, so that the name is sent too."""
    name = kind.file.encode("utf-8", "replace").decode()[-5_000:]
    file = (name, kind.make(), "application/octet-stream")
    return _posted(running, kind, running.client.build_request("POST", "/v1/documents", files={"file": file}))


def by_body(running: Running, body: Body) -> Outcome:
    """A request as it stands."""
    headers = {"Content-Type": body.media_type} | ({"Content-Encoding": body.encoding} if body.encoding else {})
    request = running.client.build_request("POST", body.path, content=body.make(), headers=headers)
    return _posted(running, body, request)


def _posted(running: Running, kind: Kind | Body, request: httpx.Request) -> Outcome:
    with Watch(running.process.pid, cpu=6 * kind.cpu, seconds=PATIENCE) as watch:
        try:
            response = running.client.send(request)
        except httpx.HTTPError as error:
            fault = f"no answer: {type(error).__name__} {error} {watch.killed}"
            return Outcome(kind.name, "upload", "failed", watch.cost, faults=(fault,))
        watch.look()
    faults = list(cost_faults(watch.cost, kind))
    if response.status_code in (200, 201):
        faults += ["a file of the computer was read"] * (SECRET in response.text)
        return Outcome(kind.name, "upload", "read", watch.cost, faults=tuple(faults))
    body = response.json() if response.headers.get("content-type") == "application/problem+json" else {}
    message = str(body.get("detail", ""))
    # 504 says that a bound was reached, as 413 does.
    broken = response.status_code >= 500 and response.status_code != 504
    if broken or not body:
        faults.append(f"status {response.status_code}: {response.text[:300]}")
    faults += message_faults(message)
    result = "failed" if broken else "refused"
    return Outcome(kind.name, "upload", result, watch.cost, str(response.status_code), message, faults=tuple(faults))


def health_faults(running: Running, number: int) -> Iterator[str]:
    """Say what an honest user of the server would complain about."""
    if running.client.get("/healthz").status_code != 200:
        yield f"not healthy after {number} hostile files"
    text = f"{HONEST} This is honest upload number {number}."
    response = running.client.post("/v1/documents", params={"name": "honest.txt"}, content=text.encode())
    if response.status_code != 201:
        yield f"an honest upload after {number} hostile files: {response.status_code} {response.text[:300]}"
        return
    answer = running.client.post(f"{response.headers['location']}/rank", json={})
    if answer.status_code != 200 or len(answer.json()["sentences"]) != 5:
        yield f"an honest document is not ranked after {number} hostile files: {answer.status_code} {answer.text[:300]}"
