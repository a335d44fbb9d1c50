"""Reward models as tools: what an index may name, what a model is shown, and that only what EvalTool admits is kept."""

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from jarvisevo.judge.core import reward_index, reward_models
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.evaluator_judge import EvaluatorJudge
from jarvisevo.judge.core.images import CaseImages
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.synthetic import EDIT_KINDS, edited
from jarvisevo.judge.methods import evaltool
from jarvisevo.judge.methods.rlar import RlarJudge
from jarvisevo.judge.methods.synthesis import Example, Synthesizer, routes
from jarvisevo.protocol.turns import evaluation_turn
from jarvisevo.scoring.evaluators import AnalyticEvaluator
from tests.jarvisevo.judge.helpers import models, photos, plain_case
from tests.jarvisevo.judge.simulator.model import Simulator
from tests.jarvisevo.openai_server import good, serve


@lru_cache
def codes() -> tuple[np.ndarray, ...]:
    return tuple(edited(photo, EDIT_KINDS[0], "none") for photo in photos())


ROW = {
    "repo": "someone/warmth-reward",
    "revision": "0" * 40,
    "parameters": 1e6,
    "format": "safetensors",
    "output": "scalar",
    "description": "Reward for warmth up in photo edits",
    "path": "model",
}


def index(folder: Path, *rows: dict[str, Any]) -> Path:
    path = folder / "index.json"
    path.write_text(json.dumps({"models": list(rows)}))
    return path


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"revision": "main"}, "commit of 40"),
        ({"repo": "../../x"}, "owner/name"),
        ({"path": "../.."}, "beside the index"),
        ({"extra": 1}, "model 1: needs"),
        ({"parameters": "many"}, "model 1: needs"),
        ({"description": 3}, "is text"),
    ],
)
def test_a_bad_index_is_named(tmp_path: Path, change: dict[str, Any], said: str) -> None:
    with pytest.raises(reward_index.ModelIndexError, match=said):
        reward_index.read_index(index(tmp_path, ROW | change))
    for text in ("[]", "{", '{"models": 3}'):
        (tmp_path / "index.json").write_text(text)
        with pytest.raises(reward_index.ModelIndexError, match="must be JSON"):
            reward_index.read_index(tmp_path / "index.json")


def test_only_small_pinned_scalar_safetensors_models_are_found(tmp_path: Path) -> None:
    rows = [
        ROW | {"repo": f"a/{name}", **change}
        for name, change in (
            ("good", {}),
            ("big", {"parameters": 2e10}),
            ("pickle", {"format": "pytorch"}),
            ("chat", {"output": "text"}),
            ("other", {"description": "Reward for translations"}),
        )
    ]
    found = reward_index.search(reward_index.read_index(index(tmp_path, *rows)), "warmth up")
    assert [m.repo for m in found] == ["a/good"]


@pytest.fixture(scope="module")
def reward_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny reward model with one output, written as safetensors."""
    pytest.importorskip("torch", reason="reward models need torch")
    transformers = pytest.importorskip("transformers", reason="reward models need transformers")
    folder = tmp_path_factory.mktemp("rewards")
    words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "warmth", "to", "an", "edited", "photo", *"0123456789.-;:"]
    (folder / "vocab.txt").write_text("\n".join(words))
    config = transformers.BertConfig(
        vocab_size=len(words),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=16,
        num_labels=1,
    )
    transformers.set_seed(0)
    network = transformers.BertForSequenceClassification(config)
    network.classifier.weight.data.mul_(100)  # so that different words give different rewards
    network.save_pretrained(folder / "model", safe_serialization=True)
    transformers.BertTokenizerFast(vocab_file=str(folder / "vocab.txt")).save_pretrained(folder / "model")
    return folder


def test_a_reward_model_is_wrapped_loaded_once_and_checked(reward_model: Path) -> None:
    models_ = reward_index.read_index(index(reward_model, ROW))
    tool = reward_index.entry_for(models_[0], "warmth-reward", "Reward for warmth.")
    facts = CaseImages({"source": codes()[0], "cand_1": codes()[1]})
    rewards = reward_models.RewardModels(models_)
    first = rewards.score(tool, "make it warmer", "cand_1", facts)
    assert 0.0 < first < 1.0 and first == rewards.score(tool, "make it warmer", "cand_1", facts)
    assert reward_models._loaded.cache_info().misses == 1
    judge = RlarJudge(
        models(Chooser()),
        Library(),
        EvaluatorJudge(AnalyticEvaluator()),
        Synthesizer(models(Chooser()), models_, codes(), checks=2),
    )
    made = judge.judge(plain_case())
    log = [entry for entry in judge.synthesizer.log if "model" in entry] if judge.synthesizer else []
    assert log and log[0]["model"] == ROW["repo"]
    assert bool(log[0]["problem"]) is (
        made.trace.get("judge") == "analytic"
    )  # a random network may or may not pass the checks


def test_a_model_outside_the_index_is_never_loaded() -> None:
    tool = reward_index.entry_for(
        reward_index.RewardModel(**{**ROW, "repo": "evil/model", "revision": "1" * 40}), "evil", "x"
    )
    with pytest.raises(ValueError, match="not in the index"):
        reward_models.RewardModels().score(
            tool, "x", "cand_1", CaseImages({"source": codes()[0], "cand_1": codes()[0]})
        )


def test_a_description_that_promises_too_much_is_refused(reward_model: Path) -> None:
    asked = models(Chooser(consistent=False))
    maker = Synthesizer(asked, reward_index.read_index(index(reward_model, ROW)), codes())
    library = maker.route(Library(), "warmth up", Example("make it warmer", codes()))
    assert "disagree" in routes(library)["warmth up"]["reason"]


class Chooser(Simulator):
    """Always wants a reward model."""

    def __init__(self, consistent: bool = True) -> None:
        super().__init__()
        self.consistent = consistent

    def _reply(self, conversation: Any, sampling: Any) -> Any:
        from jarvisevo.protocol.chat import Completion

        if "# Role: select" in conversation[0].text:
            return Completion('{"decision": "model", "tools": []}')
        if "# Role: consistency" in conversation[0].text:
            return Completion(json.dumps({"consistent": self.consistent, "reason": "it says more"}))
        return super()._reply(conversation, sampling)


def test_online_only_what_the_hub_still_has_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hub = pytest.importorskip("huggingface_hub", reason="the hub needs huggingface_hub")
    asked = []

    class Api:
        def model_info(self, repo: str, revision: str) -> Any:
            asked.append((repo, revision))
            if repo == "a/gone":
                raise OSError("404")
            name = "model.bin" if repo == "a/pickle" else "model.safetensors"
            return type("Info", (), {"siblings": [type("File", (), {"rfilename": name})()]})()

    monkeypatch.setattr(hub, "HfApi", Api)
    found = reward_index.read_index(
        index(tmp_path, *(ROW | {"repo": f"a/{name}"} for name in ("good", "gone", "pickle")))
    )
    assert [m.repo for m in reward_index.online(found)] == ["a/good"]
    assert asked == [(f"a/{name}", "0" * 40) for name in ("good", "gone", "pickle")]


# ---- models that see images


@pytest.fixture(scope="module")
def image_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tiny quality model with one output and a tiny CLIP, written as safetensors."""
    pytest.importorskip("torch", reason="reward models need torch")
    transformers = pytest.importorskip("transformers", reason="reward models need transformers")
    folder = tmp_path_factory.mktemp("images")
    transformers.set_seed(0)
    size: Any = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    vision = {**size, "image_size": 32, "patch_size": 8}
    quality = transformers.ViTForImageClassification(transformers.ViTConfig(**vision, num_labels=1))
    quality.save_pretrained(folder / "quality", safe_serialization=True)
    side = {"height": 32, "width": 32}
    transformers.ViTImageProcessor(size=side).save_pretrained(folder / "quality")
    words = [
        "<|startoftext|>",
        "<|endoftext|>",
        *"abcdefghijklmnopqrstuvwxyz",
        *(c + "</w>" for c in "abcdefghijklmnopqrstuvwxyz"),
    ]
    text = {**size, "vocab_size": len(words), "max_position_embeddings": 16, "bos_token_id": 0, "eos_token_id": 1}
    config = transformers.CLIPConfig(text_config=text, vision_config=vision, projection_dim=8)
    clip = folder / "clip"
    transformers.CLIPModel(config).save_pretrained(clip, safe_serialization=True)
    (folder / "vocab.json").write_text(json.dumps({word: i for i, word in enumerate(words)}))
    (folder / "merges.txt").write_text("#version: 0.2\n")
    tokenizer = transformers.CLIPTokenizer(str(folder / "vocab.json"), str(folder / "merges.txt"))
    images = transformers.CLIPImageProcessor(size={"shortest_edge": 32}, crop_size=side)
    transformers.CLIPProcessor(images, tokenizer).save_pretrained(clip)
    return folder


@pytest.mark.parametrize(("reads", "path"), [("image", "quality"), ("image and words", "clip")])
def test_a_reward_model_sees_the_images(image_models: Path, reads: str, path: str) -> None:
    row = ROW | {"repo": f"someone/{path}", "reads": reads, "path": path}
    (model,) = reward_index.read_index(index(image_models, row))
    tool, rewards = reward_index.entry_for(model, path, "Reward."), reward_models.RewardModels([model])
    facts = CaseImages({"source": codes()[0], "cand_1": codes()[0], "cand_2": 255 - codes()[0]})
    same, other = (rewards.score(tool, "warmer", handle, facts) for handle in ("cand_1", "cand_2"))
    assert (
        same == pytest.approx(0.5, abs=1e-4) and 0 < other < 1 and other != same
    )  # the difference to the photo counts
    if reads == "image and words":
        assert rewards.score(tool, "darker", "cand_2", facts) != other
    with pytest.raises(ValueError, match="not answers in words"):
        rewards.score(tool, "x", "cand_1", CaseImages({"cand_1": "an answer"}))


def test_what_a_model_reads_is_one_of_three(tmp_path: Path) -> None:
    with pytest.raises(reward_index.ModelIndexError, match="reads is one of words, image"):
        reward_index.read_index(index(tmp_path, ROW | {"reads": "minds"}))
    with pytest.raises(reward_index.ModelIndexError, match="chat interface has chat, description"):
        reward_index.read_index(index(tmp_path, {"chat": "nano", "parameters": 3}))


def test_a_model_behind_a_chat_interface_is_a_reward_model(tmp_path: Path) -> None:
    with serve([good(evaluation_turn("as it looks", score)) for score in (4.0, 2.0)]) as server:
        (model,) = reward_index.read_index(index(tmp_path, {"chat": f"{server.url}#eye", "description": "edits"}))
        tool, rewards = reward_index.entry_for(model, "eye", "Reward."), reward_models.RewardModels([model])
        facts = CaseImages({"source": codes()[0], "cand_1": codes()[1], "cand_2": codes()[2]})
        assert [rewards.score(tool, "warmer", h, facts) for h in facts.candidates] == [0.75, 0.25]
        assert len(server.requests) == 2 and model.short_name == "eye"
    assert reward_index.search([model], "warmth up") == [model]  # an evaluator is for every kind of edit


# ---- answers in words


def test_a_text_reward_model_scores_answers(reward_model: Path) -> None:
    maker = Synthesizer(models(Chooser()), reward_index.read_index(index(reward_model, ROW)))
    judge = RlarJudge(models(Chooser()), Library(), EvaluatorJudge(AnalyticEvaluator()), maker)
    judge.rewards = reward_models.RewardModels(maker.index)
    judge.fixed_task = None
    question = Case("q", "What is warmth?", None, ("an edited photo", "warmth to an edited photo"))
    library = maker.route(Library(), "warmth up", Example(question.instruction, (), question.candidates))
    route = routes(library)["warmth up"]
    assert route["decision"] == "model" and route["tools"], route
    judge.library, judge.fixed_task = library, "warmth up"
    made = judge.judge(question)
    assert made.scores and made.scores[0] != made.scores[1] and made.trace["tools"] == route["tools"]


@pytest.mark.parametrize(
    ("values", "said"), [((0.5, 0.5), "every answer"), ((0.1, 1.5), "out of range"), ((0.1, 0.9), "")]
)
def test_a_tool_for_answers_is_checked(values: tuple[float, float], said: str) -> None:
    def score(handle: str, _images: CaseImages, _other: int) -> float:
        return values[int(handle[-1]) - 1]

    found = evaltool.check_answers(score, ("one", "two"))
    assert said in found.problem and bool(found.problem) is bool(said)
