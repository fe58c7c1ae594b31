"""Kill the server and its workers with SIGKILL while clients write, and count what was lost.

    python scripts/kill_server.py --kills 100 --seed 1

Two of three kills hit one of the processes that the server has started, which it replaces; the third one hits the
server, which is then started again on the same store. After each kill of the server every document that was
acknowledged has to be there as it was sent, every document whose deletion was acknowledged has to be gone, and the file
has to be whole.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx

sys.path.insert(0, str(Path(__file__).parent.parent))

from scripts.tried import Tried, command

WORDS = ("rain", "road", "bridge", "harbour", "heat", "water", "ship", "train", "river", "market", "stone", "letter")
TOKEN = "kills-the-server-and-counts"
WORKERS_EACH = 2  # kills of workers for each kill of the server
PATIENCE = 60.0  # seconds for a start on a busy machine


def text_of(number: int) -> str:
    """A text of a few sentences that no other number has."""
    chance = random.Random(number)
    lines = (" ".join(chance.choices(WORDS, k=8)).capitalize() for _ in range(4))
    return f"Letter {number} begins. {'. '.join(lines)}."


@dataclass
class Ledger:
    """What the server has promised."""

    kept: dict[str, int] = field(default_factory=dict)  # id → number of the text
    deleted: set[str] = field(default_factory=set)
    lost: list[str] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    lock: threading.Lock = field(default_factory=threading.Lock)


class Target:
    """A server that is started again and again on one store."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.store, self._log, self._workers = folder / "documents.db", folder / "log", workers
        self.url = ""

    def start(self) -> float:
        """Start the server and return how long it took to answer."""
        began = time.monotonic()
        command = [sys.executable, "-m", "sentencerank", "serve", "--port", "0", "--store", str(self.store)]
        environment = {**os.environ, "SENTENCERANK_TOKEN": TOKEN}
        with self._log.open("wb") as log:
            self.process = subprocess.Popen(
                [*command, "--workers", str(self._workers)], stdout=subprocess.DEVNULL, stderr=log, env=environment
            )
        while time.monotonic() - began < PATIENCE and self.process.poll() is None:
            addresses = [event["address"] for event in self.events() if event["event"] == "listening"]
            if addresses:
                self.url = addresses[0]
                return time.monotonic() - began
            time.sleep(0.02)
        raise SystemExit(f"the server did not start:\n{self._log.read_text()[-3000:]}")

    def events(self) -> list[dict[str, str]]:
        """The lines of the log so far."""
        lines = self._log.read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]

    def children(self) -> list[int]:
        """The processes that the server has started: they rank and read."""
        tasks = Path(f"/proc/{self.process.pid}/task")
        try:
            return [int(pid) for task in tasks.iterdir() for pid in (task / "children").read_text().split()]
        except OSError:
            return []


def write(target: Target, ledger: Ledger, client: int, stop: threading.Event) -> None:
    """Upload new texts and delete some of one's own, until told to stop; only what is acknowledged counts."""
    own: list[str] = []
    number = client * 10_000_000
    headers = {"Authorization": f"Bearer {TOKEN}"}
    session = httpx.Client(timeout=30, headers=headers)
    while not stop.is_set():
        number += 1
        try:
            answer = session.post(f"{target.url}/v1/documents", content=text_of(number).encode())
            with ledger.lock:
                ledger.counts[f"upload {answer.status_code}"] += 1
                if answer.status_code == 201:
                    ledger.kept[answer.json()["id"]] = number
                    own.append(answer.json()["id"])
            if len(own) > 1 and number % 2 == 0:
                document = own.pop(0)
                # From now on it may be gone.
                with ledger.lock:
                    text = ledger.kept.pop(document)
                answer = session.delete(f"{target.url}/v1/documents/{document}")
                with ledger.lock:
                    ledger.counts[f"delete {answer.status_code}"] += 1
                    if answer.status_code == 204:
                        ledger.deleted.add(document)
                    elif answer.status_code >= 500:
                        ledger.kept[document] = text
        except httpx.HTTPError:
            ledger.counts["connection lost"] += 1
            time.sleep(0.05)
    session.close()


def wait_for_promises(ledger: Ledger, count: int) -> None:
    """Wait until the clients have got some more documents acknowledged: before that there is nothing to lose."""
    goal, end = ledger.counts["upload 201"] + count, time.monotonic() + PATIENCE
    while ledger.counts["upload 201"] < goal and time.monotonic() < end:
        time.sleep(0.005)


def check(target: Target, ledger: Ledger) -> None:
    """Compare the file with what was promised; the server is dead, and its workers are gone or going."""
    with ledger.lock:
        kept, deleted = dict(ledger.kept), set(ledger.deleted)
    db = sqlite3.connect(target.store)
    found = dict(db.execute("SELECT id, text FROM documents"))
    if db.execute("PRAGMA integrity_check").fetchone() != ("ok",):
        ledger.lost.append("the file is damaged")
    db.execute("INSERT INTO search (search, rank) VALUES ('integrity-check', 1)")
    db.close()
    ledger.lost += [f"document {document}" for document in kept.keys() - found.keys()]
    ledger.lost += [
        f"text of {document}" for document in kept.keys() & found.keys() if found[document] != text_of(kept[document])
    ]
    ledger.lost += [f"{document} is back" for document in deleted & found.keys()]


def count_errors(target: Target, ledger: Ledger) -> None:
    """Count what the log of the server calls an error."""
    for event in target.events():
        if event["level"] == "error":
            ledger.counts[f"logged {event['event']}: {event.get('reason') or event.get('error')}"] += 1


def main() -> None:
    """Kill, start again, check; end with 1 if anything was lost."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--clients", type=int, default=4)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path, help="leave the outcome in this file, too")
    options = parser.parse_args()
    chance, ledger, began = random.Random(options.seed), Ledger(), time.monotonic()
    kills: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        target = Target(Path(folder), options.workers)
        starts = [target.start()]
        while kills.total() < options.kills:
            stop = threading.Event()
            clients = [
                threading.Thread(target=write, args=(target, ledger, 1000 * len(starts) + client, stop))
                for client in range(options.clients)
            ]
            for client in clients:
                client.start()
            wait_for_promises(ledger, 3)
            # Workers first, so that the server is killed while it replaces one, too.
            for _ in range(min(WORKERS_EACH, options.kills - kills.total() - 1)):
                time.sleep(chance.uniform(0.0, 0.4))
                try:
                    os.kill(chance.choice(target.children()), signal.SIGKILL)
                    kills["worker"] += 1
                except (ProcessLookupError, IndexError):
                    continue
            wait_for_promises(ledger, 1)
            time.sleep(chance.uniform(0.0, 0.3))
            target.process.kill()
            target.process.wait()
            kills["server"] += 1
            stop.set()
            for client in clients:
                client.join()
            check(target, ledger)
            count_errors(target, ledger)
            starts.append(target.start())
        target.process.terminate()
        target.process.wait()
        check(target, ledger)
    lines = [
        f"- Kills: {kills['server']} of the server, {kills['worker']} of its processes, seed {options.seed}.",
        f"- Acknowledged: {ledger.counts['upload 201']} documents, {ledger.counts['delete 204']} deletions.",
        f"- Answers: {', '.join(f'{name}: {count}' for name, count in sorted(ledger.counts.items()))}.",
        f"- Lost or wrong: {len(ledger.lost)}.",
        *(f"  - {line}" for line in ledger.lost[:20]),
        f"- Starts: {len(starts)}, the slowest took {max(starts):.1f} s; all in {time.monotonic() - began:.0f} s.",
    ]
    print("\n".join(lines))
    Tried("The server killed", command(), {"kills": kills.total()}, len(ledger.lost), lines).write(options.json)
    raise SystemExit(bool(ledger.lost))


if __name__ == "__main__":
    main()
