"""Uploads by the real client of the Hub, to a Hub on loopback."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from jarvisevo.files.hub import HubError, make_repo, push
from tests.jarvisevo.fake_hub import FakeHub, fake_hub

pytest.importorskip("huggingface_hub", reason="huggingface_hub is not installed")


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeHub]:
    with fake_hub(monkeypatch) as server:
        yield server


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    files = {"README.md": b"# card\n", "data/a.json": b"{}", "model.safetensors": bytes(range(256)) * 40}
    for name, data in {**files, "run.json": b"{}", ".hidden": b"x"}.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


@pytest.mark.parametrize("kind", ["model", "dataset"])
def test_a_folder_arrives_whole_without_our_own_marks(hub: FakeHub, folder: Path, kind: str) -> None:
    address = push(folder, "someone/thing", kind, message="first")  # type: ignore[arg-type]
    repo = hub.repos["someone/thing"]
    assert address.startswith(hub.url) and repo["private"] and repo["kind"] == kind and repo["commits"] == ["first"]
    assert repo["files"].keys() == {"README.md", "data/a.json", "model.safetensors"}
    assert all(data == (folder / name).read_bytes() for name, data in repo["files"].items())


def test_a_repository_that_is_there_is_used_again(hub: FakeHub, folder: Path) -> None:
    make_repo("someone/thing", private=False)
    push(folder, "someone/thing", private=False)
    (folder / "README.md").write_text("# new\n")
    push(folder, "someone/thing", private=False)
    repo = hub.repos["someone/thing"]
    assert not repo["private"] and len(repo["commits"]) == 2 and repo["files"]["README.md"] == b"# new\n"


@pytest.mark.parametrize(("status", "said"), [(401, "hf auth login"), (403, "write access"), (400, "check the name")])
def test_a_refusal_is_one_line(hub: FakeHub, folder: Path, status: int, said: str) -> None:
    hub.refuse = status
    with pytest.raises(HubError) as error:
        push(folder, "someone/thing")
    text = str(error.value)
    assert said in text and "someone/thing" in text and text.isprintable() and hub.token not in text
    assert error.value.code == 1


def test_a_hub_that_is_not_there_and_a_bad_name_are_one_line(
    monkeypatch: pytest.MonkeyPatch, folder: Path, hub: FakeHub
) -> None:
    with pytest.raises(HubError, match="check the name"):
        push(folder, "a/b/c")
    monkeypatch.setenv("HF_ENDPOINT", "http://127.0.0.1:1")
    with pytest.raises(HubError, match="the network"):
        make_repo("someone/thing")
