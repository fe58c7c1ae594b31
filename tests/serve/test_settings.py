from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from click.testing import CliRunner

from sentencerank.cli.serve import serve
from sentencerank.errors import OptionsError
from sentencerank.serve.settings import Bounds, Settings, default_store, default_workers, is_loopback

TOKEN = "correct-horse-battery"
HERE = Settings(store=Path("unused.db"))


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "::1", "localhost"])
def test_this_computer_needs_no_token(host: str) -> None:
    assert is_loopback(host)
    assert replace(HERE, host=host).token is None


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "10.0.0.1", "example.org", "localhost.example.org"])
def test_other_addresses_need_a_token(host: str) -> None:
    with pytest.raises(OptionsError, match="token"):
        replace(HERE, host=host)
    assert replace(HERE, host=host, token=TOKEN).host == host


@pytest.mark.parametrize("token", ["", "short", "with a space in its middle", "naïve-naïve-naïve-naïve", "line\n" * 5])
def test_weak_and_odd_tokens_are_refused(token: str) -> None:
    with pytest.raises(OptionsError, match="secrets"):
        replace(HERE, token=token)


@pytest.mark.parametrize(
    "name", ["", "a b", "reader.example:0", "user@reader.example", "http://reader.example", "a..b"]
)
def test_odd_host_names_are_refused(name: str) -> None:
    with pytest.raises(OptionsError, match=r"reader\.example"):
        replace(HERE, allowed_hosts=frozenset({name}))
    assert replace(HERE, allowed_hosts=frozenset({"reader.example:8443", "[::1]"}))


def test_proxies_are_addresses_or_networks() -> None:
    with pytest.raises(OptionsError, match=r"127\.0\.0\.1"):
        replace(HERE, trusted_proxies=("proxy.example",))
    assert len(replace(HERE, trusted_proxies=("127.0.0.1", "10.0.0.0/24")).proxies()) == 2


def test_a_token_and_none_contradict_each_other() -> None:
    result = CliRunner().invoke(serve, ["--no-token", "--token", TOKEN])
    assert (result.exit_code, "--no-token" in result.output) == (2, True)


def test_limits_are_above_zero() -> None:
    with pytest.raises(OptionsError, match="above 0"):
        Bounds(sentences=0)
    with pytest.raises(OptionsError, match="workers"):
        replace(HERE, workers=0)


def test_the_store_is_in_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_store() == tmp_path / "sentencerank" / "documents.db"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_store() == tmp_path / ".local" / "share" / "sentencerank" / "documents.db"
    monkeypatch.setattr("sys.platform", "darwin")
    assert "Application Support" in str(default_store())
    monkeypatch.setattr("sys.platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path))
    assert default_store().is_relative_to(tmp_path)
    assert default_workers() >= 1


def test_every_limit_is_an_option_with_an_explanation() -> None:
    text = CliRunner().invoke(serve, ["--help"]).output
    for limit in fields(Bounds):
        assert f"--max-{limit.name.replace('_', '-')}" in text
        assert limit.metadata["remark"].endswith(".")


def test_every_limit_is_in_the_manual() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "cli.md").read_text(encoding="utf-8")
    for limit in fields(Bounds):
        name, remark = limit.name.replace("_", "-"), re.escape(limit.metadata["remark"])
        (row,) = re.findall(rf"\| `--max-{name} N` \| {remark}.*", manual)
        assert f"[{limit.default}" in row


def test_the_command_refuses_to_be_reachable_without_a_token() -> None:
    result = CliRunner(env={"SENTENCERANK_TOKEN": ""}).invoke(serve, ["--host", "0.0.0.0"])
    assert isinstance(result.exception, OptionsError)
    assert "SENTENCERANK_TOKEN" in str(result.exception)
