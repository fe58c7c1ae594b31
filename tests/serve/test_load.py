"""Many clients at once, a worker killed in the middle: right answers, no lost document, health throughout."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import httpx
import pytest

import sentencerank as sr
from sentencerank.serve.monitoring import resident
from tests.serve.conftest import Running
from tests.serve.texts import prose

CLIENTS = 64
TEXTS = [prose(8, seed) for seed in range(40)]


@dataclass
class Account:
    """What the clients have seen."""

    statuses: Counter[int] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    kept: dict[str, str] = field(default_factory=dict)
    memory: list[int] = field(default_factory=list)


async def rank(client: httpx.AsyncClient, account: Account, place: int, expected: list[list[int]]) -> None:
    response = await client.post("/v1/rank", json={"text": TEXTS[place], "id": str(place)})
    account.statuses[response.status_code] += 1
    if response.status_code == 200:
        answer = response.json()
        if answer["order"] != expected[place] or answer["id"] != str(place):
            account.wrong.append(f"text {place}")
    elif response.status_code == 503:
        await asyncio.sleep(float(response.headers["retry-after"]) * random.uniform(0.1, 0.3))
    else:
        account.wrong.append(response.text)


async def keep(client: httpx.AsyncClient, account: Account, text: str) -> None:
    response = await client.post("/v1/documents", content=text.encode())
    account.statuses[response.status_code] += 1
    if response.status_code in (200, 201):
        account.kept[response.json()["id"]] = text
    elif response.status_code == 503:
        await asyncio.sleep(0.2)
    else:
        account.wrong.append(response.text)


async def visit(
    client: httpx.AsyncClient, account: Account, number: int, end: float, expected: list[list[int]]
) -> None:
    """One client: ranks, and now and then keeps a document and asks about it."""
    chance = random.Random(number)
    while time.monotonic() < end:
        if chance.random() < 0.9 or number % 4:
            await rank(client, account, chance.randrange(len(TEXTS)), expected)
        else:
            await keep(client, account, prose(4, seed=10_000 + chance.randrange(1000)))


async def watch(client: httpx.AsyncClient, account: Account, server: Running, end: float) -> None:
    while time.monotonic() < end:
        assert (await client.get("/healthz")).status_code == 200
        account.memory.append(resident(str(server.process.pid)))
        await asyncio.sleep(0.1)


async def kill_one(server: Running, seconds: float) -> None:
    await asyncio.sleep(seconds)
    os.kill(server.workers[-1], signal.SIGKILL)


async def crowd(server: Running, seconds: float, expected: list[list[int]]) -> Account:
    account, end = Account(), time.monotonic() + seconds
    limits = httpx.Limits(max_connections=CLIENTS + 1)
    async with (
        httpx.AsyncClient(base_url=server.url, timeout=60, limits=limits) as client,
        httpx.AsyncClient(base_url=server.url, timeout=30) as watcher,
    ):
        await asyncio.gather(
            *(visit(client, account, number, end, expected) for number in range(CLIENTS)),
            watch(watcher, account, server, end),
            kill_one(server, seconds / 2),
        )
    return account


@pytest.mark.parametrize("seconds", [4, pytest.param(60, marks=pytest.mark.slow)])
def test_many_clients_and_a_killed_worker(tmp_path: Path, seconds: float) -> None:
    expected = [sr.rank(text).order.tolist() for text in TEXTS]
    server = Running(tmp_path, "--workers", "2")
    try:
        account = asyncio.run(crowd(server, seconds, expected))
        assert not account.wrong, account.wrong[:3]
        assert account.statuses[200] > seconds
        assert account.kept
        for document_id, text in account.kept.items():
            document = server.client.get(f"/v1/documents/{document_id}").raise_for_status().json()
            assert document["text"].strip() == text
        assert server.metric('sentencerank_worker_restarts_total{reason="died"}') == 1
        half = len(account.memory) // 2
        assert max(account.memory[half:]) < max(account.memory[:half]) + 100_000_000
        assert max(account.memory) < 500_000_000
        assert server.metric("sentencerank_in_flight") == 0
    finally:
        server.stop()
    assert not [line for line in server.events if line["event"] in ("bug", "?")]
