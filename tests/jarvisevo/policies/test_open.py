"""Names of models: servers by short names, models of the hub with what a download is, and what must be agreed to."""

import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from jarvisevo.policies import hub
from jarvisevo.policies.chat import ChatPolicy
from jarvisevo.policies.endpoints import SHORT, address_of
from jarvisevo.policies.open import NANO, OpenError, open_chat, open_policy
from jarvisevo.policies.openai import OpenAIChat
from jarvisevo.policies.transformers import TransformersChat

REPO = "tiny/nano-vl"


@pytest.mark.parametrize(
    ("spec", "address"),
    [
        ("ollama:qwen3-vl:8b", "http://127.0.0.1:11434/v1#qwen3-vl:8b"),
        ("lmstudio:qwen/qwen3-vl-4b", "http://127.0.0.1:1234/v1#qwen/qwen3-vl-4b"),
        ("llamacpp:any", "http://127.0.0.1:8080/v1#any"),
        ("vllm:Qwen/Qwen3-VL-4B-Instruct", "http://127.0.0.1:8000/v1#Qwen/Qwen3-VL-4B-Instruct"),
        ("Ollama: m ", "http://127.0.0.1:11434/v1#m"),
        ("http://host:8000/v1#m", "http://host:8000/v1#m"),
        ("folder/with:colon", "folder/with:colon"),
    ],
)
def test_a_short_name_is_an_address(spec: str, address: str) -> None:
    assert address_of(spec) == address


def test_every_short_name_opens_an_editor_that_adapts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JARVISEVO_API_KEY", "k")
    for name, url in SHORT.items():
        policy = open_policy(f"{name}:m", measure=True)
        assert isinstance(policy, ChatPolicy) and isinstance(policy.chat, OpenAIChat)
        assert str(policy.chat.endpoints[0]) == f"{url}#m" and policy.chat.adapt and policy.chat.blind
    judge = open_chat("ollama:m")
    assert isinstance(judge, OpenAIChat) and not judge.adapt, "a judge is shown all or fails"


def test_a_short_name_without_a_model_says_so() -> None:
    with pytest.raises(OpenError, match="ollama:NAME"):
        open_policy("ollama:")


def test_openais_own_key_is_read_for_openai_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JARVISEVO_API_KEY", raising=False)
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(OpenError, match="OPENAI_API_KEY"):
        open_policy("openai:gpt")
    monkeypatch.setenv("OPENAI_API_KEY", "sk-own")
    keys = {spec: getattr(open_chat(spec), "_http")._key for spec in ("openai:gpt", "ollama:m")}  # noqa: B009
    assert keys == {"openai:gpt": "sk-own", "ollama:m": ""}


def test_a_prompt_of_ones_own_goes_unconstrained_unless_told() -> None:
    for prompt, constrain, held in (
        (None, "auto", True),
        ("own", "auto", False),
        ("own", "on", True),
        (None, "off", False),
    ):
        policy = open_policy("http://127.0.0.1:9/v1#m", prompt, constrain=constrain)  # type: ignore[arg-type]
        assert isinstance(policy, ChatPolicy) and policy.constrain is held
    with pytest.raises(OpenError, match="only a server"):
        open_policy("nano", constrain="on")


# ---- the hub


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty cache of the hub, and no network."""
    from huggingface_hub import constants

    monkeypatch.setattr(constants, "HF_HUB_CACHE", str(tmp_path))
    monkeypatch.setattr(constants, "HF_HUB_OFFLINE", True)
    return tmp_path


def stored(cache: Path, *left_out: str) -> Path:
    """The nano model as the cache holds a model."""
    folder = cache / "models--tiny--nano-vl"
    (folder / "refs").mkdir(parents=True)
    (folder / "refs" / "main").write_text("0" * 40)
    shutil.copytree(NANO, folder / "snapshots" / ("0" * 40), ignore=shutil.ignore_patterns("*.md", *left_out))
    return folder / "snapshots" / ("0" * 40)


def fake_hub(monkeypatch: pytest.MonkeyPatch, kind: str = "qwen3_vl") -> None:
    """A hub that knows one model of 4 GB."""
    files = [
        SimpleNamespace(rfilename=n, size=s) for n, s in (("a.safetensors", 4e9), ("a.bin", 9e9), ("config.json", 9))
    ]
    info = SimpleNamespace(config={"model_type": kind}, siblings=files)
    monkeypatch.setattr("huggingface_hub.HfApi.model_info", lambda self, repo, **options: info)


def test_a_model_in_the_cache_is_opened_by_its_id_without_a_network(cache: Path) -> None:
    stored(cache)
    chat = open_chat(REPO)
    assert isinstance(chat, TransformersChat) and chat.name == REPO


def test_what_a_download_is_stands_in_the_question_and_a_no_downloads_nothing(
    cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_hub(monkeypatch)
    asked: list[str] = []
    with pytest.raises(OpenError, match="4.0 GB in 2 files .* nobody agreed"):
        open_chat(REPO, agree=lambda line: bool(asked.append(line)))
    assert len(asked) == 1 and REPO in asked[0] and "4.0 GB in 2 files" in asked[0]
    with pytest.raises(OpenError, match="--download"):
        open_chat(REPO)
    assert not list(cache.iterdir())


def test_a_yes_downloads_weights_and_no_pickles(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_hub(monkeypatch)
    wanted: list[Any] = []

    def download(repo: str, allow_patterns: list[str], local_files_only: bool = False) -> str:
        if local_files_only:
            raise FileNotFoundError(repo)
        wanted.extend(allow_patterns)
        return str(stored(cache))

    monkeypatch.setattr("huggingface_hub.snapshot_download", download)
    assert open_chat(REPO, agree=lambda line: True).name == REPO
    assert "*.safetensors" in wanted and not any("bin" in pattern or "py" in pattern for pattern in wanted)


def test_half_a_model_in_the_cache_is_no_model(cache: Path) -> None:
    stored(cache, "*.safetensors")
    with pytest.raises(OpenError, match="neither here nor to be had from the hub"):
        open_chat(REPO)


def test_a_model_of_another_kind_is_refused_before_its_download(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fake_hub(monkeypatch, "llama")
    with pytest.raises(OpenError, match="model_type is 'llama'.* serve it"):
        open_chat(REPO, agree=lambda line: True)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        ("GatedRepoError", "hf auth login"),
        ("RepositoryNotFoundError", "no such model"),
        ("ConnectionError", "name its folder"),
    ],
)
def test_why_the_hub_gave_nothing_is_one_line(error: str, said: str) -> None:
    why = hub._why(REPO, type(error, (Exception,), {})("x\ny"))
    assert said in why and "\n" not in why and why.startswith(REPO)


@pytest.mark.parametrize(
    ("text", "is_id"),
    [
        ("Qwen/Qwen3-VL-4B-Instruct", True),
        ("tests/nothing", False),
        ("nano", False),
        ("a/b/c", False),
        ("../x/y", False),
    ],
)
def test_what_has_the_form_of_a_hub_id(text: str, is_id: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(Path(__file__).resolve().parents[3])
    assert hub.is_id(text) is is_id
