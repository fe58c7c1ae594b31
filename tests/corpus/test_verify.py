"""Output that verifies: damaged files are found, told and made again."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner

from sentencerank.cli.main import main
from sentencerank.corpus.job import Job
from sentencerank.corpus.parts import PARTS
from sentencerank.corpus.rank_corpus import rank_corpus
from sentencerank.corpus.verify import verify_corpus
from sentencerank.errors import CorpusError
from tests.corpus.collections import as_jsonl, contents, documents
from tests.faults.damage import DAMAGES

ROWS = documents(9, sentences=2)


@pytest.fixture(scope="module", params=["parquet", "jsonl"])
def output(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished output of three files, beside its source."""
    folder = tmp_path_factory.mktemp("job")
    source = as_jsonl(folder / "a.jsonl", ROWS)
    rank_corpus(source, folder / "out", Job(form=request.param), workers=1, shard_size=3)
    return folder / "out"


def again(output: Path, form: str, remark: Callable[[str], None]) -> None:
    job = Job(form=form)  # type: ignore[arg-type]
    rank_corpus(output.parent / "a.jsonl", output, job, workers=1, shard_size=3, remark=remark)


def copy_of(output: Path, target: Path) -> Path:
    shutil.copytree(output.parent, target)
    return target / output.name


def test_a_sound_output_is_sound(output: Path) -> None:
    found = verify_corpus(output)
    assert (found.sound, found.complete, found.files, found.documents, found.notes) == (True, True, 3, 9, ())
    assert not (output / PARTS).exists()


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_file_is_found_by_the_command(output: Path, tmp_path: Path, kind: str) -> None:
    out = copy_of(output, tmp_path / "copy")
    bad = sorted(out.glob("part-*"))[1]
    DAMAGES[kind](bad)
    done = CliRunner().invoke(main, ["corpus", "verify", str(out)])
    assert done.exit_code == 1
    assert done.stdout.startswith(f"{bad.name}: it")
    assert "Run the command that made it again" in done.stdout
    assert len(done.stdout.splitlines()) == 1
    told = json.loads(CliRunner().invoke(main, ["corpus", "verify", "--json", str(out)]).stdout)
    assert (told["sound"], [each["name"] for each in told["bad"]]) == (False, [bad.name])


def test_damaged_files_are_made_again_to_the_same_bytes_with_a_line_each(output: Path, tmp_path: Path) -> None:
    """One file for each kind of damage, and all of them mended by one run."""
    form = sorted(output.glob("part-*"))[0].suffix[1:]
    source = as_jsonl(tmp_path / "a.jsonl", documents(len(DAMAGES) + 1, sentences=2))

    def run(remark: Callable[[str], None] | None) -> None:
        rank_corpus(source, tmp_path / "out", Job(form=form), workers=1, shard_size=1, remark=remark)  # type: ignore[arg-type]

    run(None)
    whole = contents(tmp_path / "out")
    for path, damage in zip(sorted((tmp_path / "out").glob("part-*")), DAMAGES.values(), strict=False):
        damage(path)
    told: list[str] = []
    run(told.append)
    assert len(told) == len(DAMAGES)
    assert all("is damaged (it" in line and "ranked again" in line for line in told)
    assert contents(tmp_path / "out") == whole


def test_every_damage_of_an_unfinished_job_is_noticed(output: Path, tmp_path: Path) -> None:
    """Before the end, what a file promises stands beside it; a file whose promise is lost is made again."""
    form = sorted(output.glob("part-*"))[0].suffix[1:]
    out = copy_of(output, tmp_path / "copy")
    before = contents(out)

    def stop(what: str, done: int, of: int) -> None:
        if done == 6:
            raise KeyboardInterrupt

    for path in [*out.glob("part-*"), out / "_SUCCESS", out / "_manifest.json"]:
        path.unlink()
    with pytest.raises(KeyboardInterrupt):
        rank_corpus(out.parent / "a.jsonl", out, Job(form=form), workers=1, shard_size=3, progress=stop)  # type: ignore[arg-type]
    done = verify_corpus(out)
    assert (done.sound, done.complete, done.files >= 2) == (True, False, True)
    assert "The job has not ended" in done.notes[0]
    one, two, *_ = sorted(out.glob("part-*"))
    DAMAGES["bit flipped in the middle"](one)
    (out / PARTS / f"{two.name}.json").unlink()
    assert {each.name: each.problem for each in verify_corpus(out).bad} == {
        one.name: "its SHA-256 differs",
        two.name: "its checksum is missing",
    }
    told: list[str] = []
    again(out, form, told.append)
    assert len(told) == 2
    assert contents(out) == before


def test_files_that_do_not_belong_are_named(output: Path, tmp_path: Path) -> None:
    out = copy_of(output, tmp_path / "copy")
    strange = out / f"part-00099-0123456789abcdef{sorted(out.glob('part-*'))[0].suffix}"
    strange.write_bytes(b"")
    (out / "_SUCCESS").unlink()
    assert [str(each) for each in verify_corpus(out).bad] == [
        f"{strange.name}: it is not in the manifest. Delete it.",
        "_SUCCESS: it is missing. Run the command that made it again: it ranks what is bad once more.",
    ]


@pytest.mark.parametrize("kind", [kind for kind in DAMAGES if kind not in ("missing", "cut by a byte")])
def test_a_damaged_manifest_is_refused(output: Path, tmp_path: Path, kind: str) -> None:
    out = copy_of(output, tmp_path / "copy")
    DAMAGES[kind](out / "_manifest.json")
    with pytest.raises(CorpusError, match="is damaged"):
        verify_corpus(out)
    with pytest.raises(CorpusError, match=r"_manifest\.json is damaged\. Start over with --fresh"):
        again(out, "parquet", lambda line: None)


def test_what_is_no_output_is_refused(tmp_path: Path) -> None:
    for folder in (tmp_path, tmp_path / "none"):
        with pytest.raises(CorpusError, match=r"has no _manifest\.json\. Give a folder that `corpus rank` has written"):
            verify_corpus(folder)


def test_an_output_of_an_older_version_is_read_and_counted_with_a_note(output: Path, tmp_path: Path) -> None:
    out = copy_of(output, tmp_path / "copy")
    record = json.loads((out / "_manifest.json").read_text())
    del record["check"]
    record["files"] = [{"name": each["name"], "documents": each["documents"]} for each in record["files"]]
    record["settings"]["sentencerank"] = "0.1.0"
    (out / "_manifest.json").write_text(json.dumps(record))
    found = verify_corpus(out)
    assert found.sound
    assert found.notes == ("An older version made this without sizes and hashes: it was only read and counted.",)
    DAMAGES["cut in half"](sorted(out.glob("part-*"))[0])
    sorted(out.glob("part-*"))[1].unlink()
    assert [each.problem[:12] for each in verify_corpus(out).bad] == ["it cannot be", "it is missin"]
    form = sorted(out.glob("part-*"))[0].suffix[1:]
    with pytest.raises(CorpusError, match=r"other settings: sentencerank was '0\.1\.0'"):
        again(out, form, lambda line: None)


def test_pages_of_parquet_have_checksums(output: Path, tmp_path: Path) -> None:
    path = sorted(output.glob("part-*"))[0]
    if path.suffix != ".parquet":
        return
    data = bytearray(path.read_bytes())
    column = pq.ParquetFile(path).metadata.row_group(0).column(0)
    # The last byte of the column: pages begin with a head, which has no checksum.
    start = column.dictionary_page_offset or column.data_page_offset
    data[start + column.total_compressed_size - 1] ^= 1
    (tmp_path / "a.parquet").write_bytes(data)
    with pytest.raises(OSError, match=r"(?i)crc|checksum|corrupt"):
        pq.ParquetFile(tmp_path / "a.parquet", page_checksum_verification=True).read()
