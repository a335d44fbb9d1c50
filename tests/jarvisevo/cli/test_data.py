"""The data commands: build and export, and what they say when something is wrong."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from jarvisevo.cli.main import app
from jarvisevo.record import questions
from jarvisevo.record.artedit import RecordError
from tests.jarvisevo.fake_hub import fake_hub

ROOT = Path(__file__).resolve().parents[3]
CONFIG = """
out: {out}
max_size: 64
heldout: 0.0
workers: 1
sources: [{{kind: procedural, folder: ., count: 2, only_redistributable: false, licence: CC0}}]
pairs: {{per_photo: 2}}
instructions: {{per_pair: 1}}
evaluation: {{dimensions: false}}
"""


def call(*words: object) -> tuple[int, str]:
    done = CliRunner().invoke(app, [str(w) for w in words])
    return done.exit_code, done.output


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("cli")
    (folder / "data.yaml").write_text(CONFIG.format(out=folder / "set"))
    code, text = call("data", "build", folder / "data.yaml", "--json")
    assert code == 0 and json.loads(text)["records"]["train/edit"] >= 3, text
    return folder


def test_a_build_that_was_stopped_says_so_and_a_failed_export_leaves_nothing(built: Path, tmp_path: Path) -> None:
    import shutil

    shutil.copytree(built / "set", tmp_path / "set")
    row = json.loads((tmp_path / "set" / "train" / "edit.jsonl").read_text("utf-8").splitlines()[0])
    (tmp_path / "set" / "train" / row["meta"]["images"][-1]).unlink()
    code, text = call("data", "export", tmp_path / "set" / "train", tmp_path / "out")
    assert code == 1 and not (tmp_path / "out").exists(), text
    (tmp_path / "set" / "card.json").unlink()
    (tmp_path / "set" / "train" / "questions.jsonl").unlink()
    with pytest.raises(RecordError, match="not finished: give the same"):
        list(questions.read(tmp_path / "set" / "train"))
    code, text = call("data", "export", tmp_path / "set" / "train", tmp_path / "out")
    assert code == 1 and "this build is not finished" in text


def test_a_finished_build_is_built_again_in_no_time(built: Path) -> None:
    code, text = call("data", "build", built / "data.yaml")
    assert code == 0 and "train/edit" in text


FALLBACK = "fallback: [{kind: procedural, folder: ., count: 1, only_redistributable: false, licence: CC0}]\n"


def test_a_fallback_is_said_and_stands_in_for_the_sources_of_its_own_file_alone(tmp_path: Path) -> None:
    typo = f"sources=[{{kind: folder, folder: {tmp_path}/typo}}]"
    (tmp_path / "data.yaml").write_text(f"out: {tmp_path}/set\n{typo.replace('=', ': ', 1)}\n{FALLBACK}")
    code, text = call("data", "build", tmp_path / "data.yaml", "--check")
    assert code == 0 and "typo: no such folder; the config's fallback stands in: procedural" in text
    (tmp_path / "over.yaml").write_text(f"base: data.yaml\n{typo.replace('=', ': ', 1)}\n")
    for words in ([tmp_path / "data.yaml", typo], [tmp_path / "over.yaml"]):
        code, text = call("data", "build", *words, "--check")
        assert code == 1 and "typo: no such folder; set `folder` of this source" in text
    fallback = FALLBACK.strip().replace(": ", "=", 1)
    assert call("data", "build", tmp_path / "data.yaml", typo, fallback, "--check")[0] == 0


@pytest.mark.parametrize("form", ["sharegpt", "bench", "huggingface"])
def test_export(form: str, built: Path, tmp_path: Path) -> None:
    if form == "huggingface":
        pytest.importorskip("datasets", reason="datasets is not installed")
    code, text = call("data", "export", built / "set" / "train", tmp_path / form, "--to", form)
    assert code == 0 and "wrote" in text
    if form == "sharegpt":
        rows = [json.loads(line) for line in (tmp_path / form / "artedit.jsonl").read_text("utf-8").splitlines()]
        assert all((tmp_path / form / name).is_file() for row in rows for name in row["images"])
        assert re.search("[0-9]+ judgements and [0-9]+ questions are left out: sharegpt takes edits alone", text)
        assert json.loads((tmp_path / form / "dataset_info.json").read_text())["artedit"]["formatting"] == "sharegpt"
    elif form == "huggingface":
        from datasets import load_from_disk

        rows = load_from_disk(str(tmp_path / form))
        assert rows[0]["source"].size == rows[0]["target"].size and json.loads(rows[0]["trajectory"])["steps"]


TABLES = {"edits": "edit", "judgements": "eval", "questions": "questions"}


@pytest.fixture
def loads(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """`load_dataset` with a cache of its own."""
    datasets = pytest.importorskip("datasets", reason="datasets is not installed")
    return lambda folder, *names: datasets.load_dataset(str(folder), *names, cache_dir=str(tmp_path / "cache"))


def lines(folder: Path, file: str) -> list[dict[str, Any]]:
    return [rounded(json.loads(line)) for line in (folder / f"{file}.jsonl").read_text("utf-8").splitlines()]


def rounded(data: Any) -> Any:
    """`datasets` reads JSON with a reader of its own, whose numbers differ in their last digit."""
    if isinstance(data, dict):
        return {name: rounded(value) for name, value in data.items()}
    if isinstance(data, list):
        return [rounded(value) for value in data]
    return round(data, 9) if isinstance(data, float) else data


def test_a_build_is_read_by_load_dataset_with_its_configurations_and_splits(
    built: Path, loads: Callable[..., Any]
) -> None:
    for name, file in TABLES.items():
        wanted = lines(built / "set" / "train", file)
        if not wanted:
            continue
        found = loads(built / "set", name)
        assert set(found) == {"train"} and rounded(found["train"].to_list()) == wanted
        assert rounded(loads(built / "set" / "train", name)["train"].to_list()) == wanted
    assert rounded(loads(built / "set")["train"].to_list()) == lines(built / "set" / "train", "edit")


def test_parquet_holds_the_images_and_is_read_by_load_dataset(
    built: Path, tmp_path: Path, loads: Callable[..., Any]
) -> None:
    code, text = call("data", "export", built / "set", tmp_path / "out", "--to", "parquet")
    assert code == 0 and "wrote" in text and not list(tmp_path.glob("out/.*"))
    for name, file in TABLES.items():
        wanted = lines(built / "set" / "train", file)
        if not wanted:
            continue
        rows = loads(tmp_path / "out", name)["train"]
        assert [row["id"] for row in rows] == [row["id"] for row in wanted]
        first, source = rows[0], wanted[0]
        assert rounded(first["meta"]) == source["meta"]
        if name == "questions":
            assert len(first["images"]) == len(source["images"])
            continue
        assert rounded(first["trajectory"]) == source["trajectory"] and first["source"].size == first["target"].size
        assert len(first["states"]) == len(source["meta"]["images"]) - 1


def test_parquet_goes_to_the_hub(built: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("datasets", reason="datasets is not installed")
    with fake_hub(monkeypatch) as hub:
        words = ("--to", "parquet", "--push-to-hub", "someone/edits")
        code, text = call("data", "export", built / "set", tmp_path / "out", *words)
    assert code == 0 and "uploaded to" in text, text
    repo = hub.repos["someone/edits"]
    here = {path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*") if path.is_file()}
    assert repo["kind"] == "dataset" and repo["private"] and repo["files"].keys() == here


def test_a_damaged_record_ends_the_parquet_export_with_its_line(built: Path, tmp_path: Path) -> None:
    pytest.importorskip("datasets", reason="datasets is not installed")
    folder = tmp_path / "train"
    folder.mkdir()
    row = lines(built / "set" / "train", "edit")[0] | {"source": "../../secret.jpg"}
    (folder / "edit.jsonl").write_text(json.dumps(row) + "\n")
    code, text = call("data", "export", folder, tmp_path / "out", "--to", "parquet")
    assert code == 1 and "line 1" in text and "leaves the data set" in text and not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("data", "build", "none.yaml"), "none.yaml"),
        (("data", "export", "nowhere", "x"), "no edit.jsonl"),
        (("data", "export", ".", "x", "--to", "csv"), "choose one of sharegpt"),
        (("data", "export", ".", "x", "--push-to-hub", "a/b"), "add --to parquet"),
    ],
)
def test_wrong_calls_are_one_line(
    words: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, text = call(*words)
    assert code == 2 and said in text and len(text.strip().splitlines()) == 1


def test_a_wrong_key_names_the_nearest(built: Path) -> None:
    code, text = call("data", "build", built / "data.yaml", "pairs.per_foto=3")
    assert code == 2 and "did you mean" in text


def test_another_config_in_the_same_folder_is_refused(built: Path) -> None:
    code, text = call("data", "build", built / "data.yaml", "seed=5")
    assert code == 1 and "built with another config" in text
