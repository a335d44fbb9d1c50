"""SEPO on the real trainer: what is learnt from, how a group is weighed, exact resume, reflections."""

import contextlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from jarvisevo.files.config import ConfigError
from jarvisevo.policies.chat import ChatPolicy
from jarvisevo.policies.transformers import TransformersChat
from jarvisevo.protocol.turns import edit_turn, evaluation_turn
from jarvisevo.qwen import folder as qwen_vl
from jarvisevo.qwen.generate import TokenCompletion
from jarvisevo.qwen.prompt import Prompt
from jarvisevo.record.artedit import read
from jarvisevo.scoring.scores import reference_score
from tests.training.test_sft import Killed, at_step, killed, losses, weights
from training import command, grpo, rehearsal, rewards, sepo, step
from training.config import StageConfig
from training.conversation import Conversation, Tokens
from training.data import TokenSample
from training.run import RunFolder, read_metrics
from training.sampling import Sampler

Make = Callable[..., StageConfig]


def scripted(
    monkeypatch: pytest.MonkeyPatch, praise: str = "It fits.", score: Callable[[Random], float] | None = None
) -> None:
    """The policy says well-formed things of its seed's own, in place of what so small a model would say."""

    @contextlib.contextmanager
    def policy_sampler(trainer: Any, config: Any) -> Iterator[Sampler]:
        tokens = trainer.sepo_step.tokens

        def sample(prompts: Sequence[Prompt], seeds: Sequence[str], greedy: bool = False) -> list[TokenCompletion]:
            out = []
            for prompt, seed in zip(prompts, seeds, strict=True):
                random = Random("the likeliest" if greedy else seed)
                if "Please evaluate" in tokens.decode(prompt.ids[-60:]):
                    text = evaluation_turn(praise, round(score(random) if score else random.uniform(1, 5), 2))
                elif "second result" in tokens.decode(prompt.ids[-200:]):
                    text = "<think>I was wrong there.</think>"
                else:
                    text = edit_turn("So be it.", {"Exposure2012": round(random.uniform(-1, 1), 2)}, "finished")
                out.append(TokenCompletion(tuple(tokens.encode(text)), "stop"))
            return out

        yield sample

    monkeypatch.setattr(step, "policy_sampler", policy_sampler)


def trained(make: Make, tmp_path: Path, name: str, **keys: Any) -> bytes:
    return weights(command.run(make("sepo", out=str(tmp_path / name), optim__steps=1, **keys), quiet=True).model)


@pytest.mark.parametrize("selective", [True, False])
def test_the_editor_learns_from_its_praise_only_without_selective_masking(
    settings: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, selective: bool
) -> None:
    keys = {"selective_masking": selective, "evaluator_loop": False, "reflections__collect": False}
    made = []
    for name, praise in (("a", "It fits well."), ("b", "A masterpiece, flawless!")):
        with monkeypatch.context() as patch:
            scripted(patch, praise)
            made.append(trained(settings, tmp_path, name, **keys))
    start_of_all = (settings().model.name + "/model.safetensors", made[0])
    assert Path(start_of_all[0]).read_bytes() != start_of_all[1]  # it did learn
    assert (made[0] == made[1]) == selective


@pytest.mark.parametrize(
    ("selective", "plain", "keys"),
    [
        (True, True, {}),
        (False, True, {}),
        (True, False, {}),
        (False, False, {}),
        (True, True, {"advantage__baseline": "leave_one_out", "advantage__scale": 0.5}),
        (True, True, {"loss_tokens": "payload"}),
        (True, True, {"drop_flat_groups": True}),
        (True, True, {"drop_flat_groups": False, "flat": True}),
        (True, True, {"drop_flat_groups": True, "flat": True}),
        (True, False, {"drop_flat_groups": True, "flat": True, "loss_tokens": "payload"}),
    ],
    ids=str,
)
def test_gradients_are_those_of_equation_2_worked_out_row_by_row(
    settings: Make, monkeypatch: pytest.MonkeyPatch, selective: bool, plain: bool, keys: dict[str, Any]
) -> None:
    """Σ over groups of (Σ advantages × log-probabilities) / (tokens of the group), averaged over (counted) groups."""
    import torch

    keys = dict(keys)
    flat = keys.pop("flat", False)  # the evaluator's group says the same four times
    scripted(monkeypatch, score=(lambda random: 3.0) if flat else None)
    if flat:
        keys |= {"reward__weights": {"closeness": 1.0}}  # the edits differ in it, whatever the target is
    seen: dict[str, Any] = {}
    before = step.micro_batches

    def spy(trainer: Any, rows: Any, advantages: Any, groups: Any, **more: Any) -> Any:
        seen.update(
            rows=rows,
            advantages=advantages,
            groups=groups,
            weights={n: w.clone() for n, w in trainer.model.state_dict().items()},
        )
        return before(trainer, rows, advantages, groups, **more)

    def clip(self: Any, model: Any) -> Any:
        seen["gradients"] = {n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None}
        return torch.tensor(1.0)

    monkeypatch.setattr(step, "micro_batches", spy)
    monkeypatch.setattr(sepo.trainer_class(), "_clip_grad_norm", clip)
    if not plain:  # TRL's own way over all tokens
        monkeypatch.setattr(grpo, "small", lambda *_: False)
    command.run(settings("sepo", optim__steps=1, selective_masking=selective, **keys), quiet=True)

    model, total = qwen_vl.load(settings().model.name, device="cpu").model, 0.0
    model.load_state_dict(seen["weights"])
    image = model.config.image_token_id
    masks = [row.learned(selective, image, keys.get("loss_tokens") == "payload") for row in seen["rows"]]
    names = sorted(set(seen["groups"].tolist()))
    assert {row.loop for row in seen["rows"]} == {"editor", "evaluator"} and len(names) == 2
    flat_ones = [g for g in names if not seen["advantages"][seen["groups"] == g].any()]
    assert bool(flat_ones) == flat
    if keys.get("drop_flat_groups"):
        names = [g for g in names if g not in flat_ones]
    for group in names:
        rows = [i for i, g in enumerate(seen["groups"]) if g == group]
        tokens = sum(int(masks[i].sum()) for i in rows)
        for i in rows:
            total = total - seen["advantages"][i] * _row(model, seen["rows"][i].conversation, masks[i]) / tokens / len(
                names
            )
    total.backward()
    worked_out = {n: p.grad for n, p in model.named_parameters() if p.grad is not None}
    assert worked_out.keys() == seen["gradients"].keys()
    largest = max(float(g.abs().max()) for g in worked_out.values())
    for name, gradient in worked_out.items():
        assert torch.allclose(gradient, seen["gradients"][name], rtol=2e-3, atol=1e-4 * largest), name


@pytest.mark.parametrize("plain", [True, False])
def test_the_second_step_on_the_same_trajectories_is_clipped_against_the_old_probabilities(
    settings: Make, monkeypatch: pytest.MonkeyPatch, plain: bool
) -> None:
    """Gradient of -Σ min(ratio × A, clip(ratio) × A) / tokens of the group, averaged over groups, token by token."""
    import torch

    scripted(monkeypatch)
    sampled: list[Any] = []
    gradients: list[dict[str, Any]] = []
    states: list[dict[str, Any]] = []
    before = step.micro_batches

    def spy(trainer: Any, rows: Any, advantages: Any, groups: Any, **more: Any) -> Any:
        sampled.append((rows, advantages, groups))
        return before(trainer, rows, advantages, groups, **more)

    def clip(self: Any, model: Any) -> Any:
        states.append({n: w.clone() for n, w in model.state_dict().items()})
        gradients.append({n: p.grad.clone() for n, p in model.named_parameters() if p.grad is not None})
        return torch.tensor(1.0)

    monkeypatch.setattr(step, "micro_batches", spy)
    monkeypatch.setattr(sepo.trainer_class(), "_clip_grad_norm", clip)
    if not plain:
        monkeypatch.setattr(grpo, "small", lambda *_: False)
    keys = {"num_iterations": 2, "clip": [0.02, 0.05], "optim__learning_rate": 0.02}
    command.run(settings("sepo", optim__steps=3, **keys), quiet=True)
    assert len(sampled) == 2 and len(gradients) == 3  # steps 1 and 2 are on the same trajectories

    rows, advantages, groups = sampled[0]
    models = [qwen_vl.load(settings().model.name, device="cpu").model for _ in (0, 1)]
    for model, state in zip(models, states[:2], strict=True):
        model.load_state_dict(state)
    masks = [row.learned(True, models[0].config.image_token_id) for row in rows]
    total, clipped = 0.0, 0
    for group in (0, 1):
        own = [i for i, g in enumerate(groups) if g == group]
        tokens = sum(int(masks[i].sum()) for i in own)
        for i in own:
            with torch.no_grad():
                old = _tokens(models[0], rows[i].conversation, masks[i])
            ratio, advantage = torch.exp(_tokens(models[1], rows[i].conversation, masks[i]) - old), advantages[i]
            held = ratio.clamp(0.98, 1.05)
            clipped += int(((held - ratio).abs() > 0).sum())
            total = total - torch.minimum(ratio * advantage, held * advantage).sum() / tokens / 2
    assert clipped
    total.backward()
    worked_out = {n: p.grad for n, p in models[1].named_parameters() if p.grad is not None}
    largest = max(float(g.abs().max()) for g in worked_out.values())
    for name, gradient in worked_out.items():
        assert torch.allclose(gradient, gradients[1][name], rtol=5e-3, atol=1e-3 * largest), name


def test_a_group_of_several_iterations_is_whole_in_a_checkpoint(settings: Make) -> None:
    with pytest.raises(ConfigError, match="save_steps 2 must be a multiple of num_iterations 3"):
        settings("sepo", num_iterations=3)
    stream = sepo.QueryStream(
        40, 9, settings("sepo", num_iterations=2, optim__accumulation=1, optim__batch_size=8), groups=2, parts=1
    )
    order = list(stream.order(0))
    assert len(order) == len(stream) and stream.steps == 2 * stream.samplings
    assert order[:8] == order[8:16] != order[16:24]


def _row(model: Any, conversation: Conversation, mask: np.ndarray) -> Any:
    """The summed log-probabilities of the learnt tokens of one whole conversation."""
    return _tokens(model, conversation, mask).sum()


def _tokens(model: Any, conversation: Conversation, mask: np.ndarray) -> Any:
    """The log-probabilities of the learnt tokens of one whole conversation."""
    import torch

    ids = torch.tensor([conversation.ids])
    logits = model(
        input_ids=ids,
        mm_token_type_ids=(ids == model.config.image_token_id).long(),
        pixel_values=torch.from_numpy(np.concatenate([p.patches for p in conversation.images])),
        image_grid_thw=torch.tensor([p.grid for p in conversation.images]),
    ).logits[0, :-1]
    log_probs = torch.log_softmax(logits, -1).gather(1, ids[0, 1:, None])[:, 0]
    return log_probs[torch.from_numpy(mask[1:])]


REHEARSED: dict[str, Any] = {
    "rehearsal__batch_size": 2,
    "rehearsal__perception": 0.5,
    "rehearsal__data__kinds": ["eval", "question"],
    "rehearsal__data__shares": {"eval": 0.5, "perceive": 0.5},
    "rehearsal__data__judged_by": "images",
}


def test_a_rehearsal_keeps_what_the_data_taught(settings: Make, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    """Judgements that no reward asks for are learnt beside the edits, the same ones after a break."""
    scripted(monkeypatch)
    keys = {**REHEARSED, "rehearsal__data__folders": [str(data)], "evaluator_loop": False}
    with monkeypatch.context() as patch:
        at_step(sepo.trainer_class(), 3, killed, patch)
        with pytest.raises(Killed):
            command.run(settings("sepo", **keys), quiet=True)
    folder = command.run(settings("sepo", **keys), quiet=True)
    learnt = [row["rehearsal"] for row in read_metrics(folder.metrics) if "rehearsal" in row]
    assert learnt[-1] < learnt[0]
    once = command.run(settings("sepo", out=str(folder.path.parent / "once"), **keys), quiet=True)
    assert weights(once.model) == weights(folder.model)
    bare = {name: value for name, value in keys.items() if not name.startswith("rehearsal")}
    alone = command.run(settings("sepo", out=str(folder.path.parent / "alone"), **bare), quiet=True)
    assert weights(alone.model) != weights(folder.model)


def test_the_policy_learns_to_judge_what_it_does_now(
    settings: Make, monkeypatch: pytest.MonkeyPatch, data: Path
) -> None:
    """Its own recent edits are judged with the score that the target gives them, the same ones after a break."""
    scripted(monkeypatch)
    keys = {**REHEARSED, "rehearsal__data__folders": [str(data)], "evaluator_loop": False, "rehearsal__own": 1}
    seen: list[tuple[rehearsal.Rehearsal, TokenSample]] = []
    batch = rehearsal.Rehearsal.batch

    def watched(self: rehearsal.Rehearsal, step: int, part: int) -> list[TokenSample]:
        samples = batch(self, step, part)
        seen.extend((self, sample) for sample in samples if sample.id.endswith("-now"))
        assert len(samples) == 2
        return samples

    monkeypatch.setattr(rehearsal.Rehearsal, "batch", watched)
    with monkeypatch.context() as patch:
        at_step(sepo.trainer_class(), 3, killed, patch)
        with pytest.raises(Killed):
            command.run(settings("sepo", **keys), quiet=True)
    folder = command.run(settings("sepo", **keys), quiet=True)
    assert len({sample.score for _, sample in seen}) > 3
    for own, sample in seen:
        original, result, wanted = (own.cache.get(ref) for ref in (*sample.images, sample.wanted) if ref)
        deserved = reference_score(rewards.distance(result, wanted), rewards.distance(original, wanted))
        assert sample.score == pytest.approx(deserved, abs=0.35)  # the model's size is not that of the sandbox
        said = own.encoder.processor.tokenizer.decode(sample.ids[sample.loss])
        assert f"{sample.score:.1f}"[:-1] in said and "<answer>" in said
    once = command.run(settings("sepo", out=str(folder.path.parent / "once"), **keys), quiet=True)
    assert weights(once.model) == weights(folder.model)
    with pytest.raises(ConfigError, match="own = 3 of 2 samples"):
        settings("sepo", **keys | {"rehearsal__own": 3})


def test_a_rehearsal_stands_beside_whole_weights_only(settings: Make, data: Path) -> None:
    with pytest.raises(ConfigError, match="rehearsal trains all weights"):
        settings("sepo", lora={"r": 2}, rehearsal__batch_size=2)


def test_the_corrector_is_rewarded_for_what_it_brings_nearer(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a group all correct one edit; only corrections carry loss, and no correction is counted as an edit."""
    scripted(monkeypatch)
    seen: list[Any] = []
    before = step.micro_batches
    monkeypatch.setattr(
        step,
        "micro_batches",
        lambda t, rows, *more, **named: seen.append((rows, more)) or before(t, rows, *more, **named),
    )
    keys = {"reward__weights": {"closeness": 1.0}, "evaluator_loop": False, "corrector_share": 0.5}
    folder = command.run(settings("sepo", optim__steps=2, **keys), quiet=True)
    for rows, (advantages, groups) in seen:
        loops = [{row.loop for row, own in zip(rows, groups, strict=True) if own == group} for group in set(groups)]
        assert {"editor"} in loops and {"corrector"} in loops and all(len(each) == 1 for each in loops)
        assert all(advantages[[i for i, row in enumerate(rows) if row.loop == "corrector"]] != 0)
        firsts = {
            tuple(row.conversation.ids[: row.conversation.spans[0].stop]) for row in rows if row.loop == "corrector"
        }
        assert len(firsts) == sum(each == {"corrector"} for each in loops)
    row = next(row for row in read_metrics(folder.metrics) if "correction/nearer" in row)
    assert row["correction/made"] == 1 and 0 <= row["correction/nearer"] <= 1


@pytest.mark.parametrize(("score", "corrected"), [(2.4, True), (2.6, False)])
def test_only_what_scores_low_is_corrected(
    settings: Make, monkeypatch: pytest.MonkeyPatch, score: float, corrected: bool
) -> None:
    scripted(monkeypatch, score=lambda _: score)
    keys = {"reward__weights": {"closeness": 1.0}, "evaluator_loop": False, "corrector_share": 0.5}
    folder = command.run(settings("sepo", optim__steps=1, corrector_below=2.5, **keys), quiet=True)
    row = next(row for row in read_metrics(folder.metrics) if "correction/made" in row)
    assert row["correction/made"] == float(corrected) and ("correction/nearer" in row) is corrected
    assert json.loads((folder.model / "config.json").read_text("utf-8"))["correct_below"] == 2.5


def test_corrections_need_a_reward_by_the_picture(settings: Make) -> None:
    with pytest.raises(ConfigError, match="closeness a weight"):
        settings("sepo", corrector_share=0.5)


def test_user_turns_and_images_never_carry_loss(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch)
    seen: list[Any] = []
    before = step.micro_batches
    monkeypatch.setattr(
        step, "micro_batches", lambda t, rows, *more, **named: seen.extend(rows) or before(t, rows, *more, **named)
    )
    config = settings("sepo", optim__steps=2, selective_masking=False)
    command.run(config, quiet=True)
    tokens = Tokens(sepo.load_model(config)[1])
    for row in seen:
        mask = row.learned(False, tokens.processor.image_token_id)
        said = tokens.decode([i for i, m in zip(row.conversation.ids, mask, strict=True) if m])
        assert "Instruction" not in said and "Please" not in said and "<|image_pad|>" not in said
        assert said.startswith("<think>" if row.loop == "evaluator" else "<state>")


def test_a_lost_image_stops_the_run(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch)
    before = Conversation.append_assistant

    def loses(self: Conversation, completion: TokenCompletion, kind: Any) -> str:
        self.images = self.images[:1]
        return before(self, completion, kind)

    monkeypatch.setattr(Conversation, "append_assistant", loses)
    with pytest.raises(sepo.TrainingDataError, match="an image was lost"):
        command.run(settings("sepo", optim__steps=1), quiet=True)


def test_resume_from_a_kill_equals_an_uninterrupted_run(
    settings: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch)
    keys = {"eval_source": "mixed", "rollout__max_steps": 2}
    whole = command.run(settings("sepo", out=str(tmp_path / "whole"), **keys), quiet=True)
    with monkeypatch.context() as patch:
        at_step(sepo.trainer_class(), 3, killed, patch)
        with pytest.raises(Killed):
            command.run(settings("sepo", out=str(tmp_path / "cut"), **keys), quiet=True)
    assert [c.step for c in RunFolder(tmp_path / "cut").checkpoints()] == [2]
    cut = command.run(settings("sepo", out=str(tmp_path / "cut"), **keys), quiet=True)
    assert losses(cut) == losses(whole) and any(losses(cut))
    assert weights(cut.model) == weights(whole.model)
    assert (cut.path / "reflections/edit.jsonl").read_bytes() == (whole.path / "reflections/edit.jsonl").read_bytes()


def test_reflections_are_a_data_set_that_the_next_stage_learns_from(
    settings: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch)
    folder = command.run(settings("sepo", evaluator_loop=False), quiet=True)
    records = list(read(folder.path / "reflections"))
    assert len(records) == 8  # a pair of each group
    for record in records:
        told = record.trajectory
        (fix,) = told.reflections
        assert told.evaluation.score < fix.evaluation.score
        assert fix.step.thought == "I was wrong there." and fix.step.settings == told.steps[-1].settings.merge(
            fix.step.tool_call
        )
        assert all((folder.path / "reflections" / name).is_file() for name in record.meta["images"])
    after = command.run(
        settings(
            "rft",
            out=str(tmp_path / "rft"),
            data__folders=[str(folder.path / "reflections")],
            model__name=str(folder.model),
        ),
        quiet=True,
    )
    assert len(losses(after)) == 4


def test_rationales_in_words_name_what_is_measured(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch)
    folder = command.run(
        settings("sepo", evaluator_loop=False, optim__steps=2, reflections__rationale="words"), quiet=True
    )
    thoughts = [record.trajectory.reflections[0].step.thought for record in read(folder.path / "reflections")]
    assert thoughts and all(re.search("dark|bright|light|[亮暗光]", t) for t in thoughts), thoughts
    assert any(0 <= row["concordance"] <= 1 for row in read_metrics(folder.metrics) if "concordance" in row)


def test_verified_pairs_are_those_of_which_the_accuracy_says_the_same(
    settings: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    scripted(monkeypatch)
    seen: list[Any] = []
    before = step.reflections.pairs
    monkeypatch.setattr(step.reflections, "pairs", lambda *given: seen.append(given) or before(*given))
    command.run(settings("sepo", evaluator_loop=False, optim__steps=1), quiet=True)
    entry, group, config, _ = seen[0]
    strict = config.model_copy(update={"verified": True})
    best = int(np.argmax([r.score for r in group]))
    right = [float(i == best) for i in range(4)]
    assert len(before(entry, group, strict, right)) == 1
    assert not before(entry, group, strict, [1 - r for r in right])
    assert not before(entry, group, config.model_copy(update={"margin": 4.0}), right)


@pytest.mark.parametrize(
    "keys",
    [
        {"reward__score_mode": "absolute"},
        {"reward__critic": "analytic"},
        {"reward__critic": "analytic", "reward__critic_role": "win_rate"},
        {"reward__critic": "analytic", "reward__critic_role": "target"},
        {"eval_source": "rollouts"},
        {"reward__weights": {"format": 0.5, "closeness": 1.0}},
        {"data__judged_by": "images", "eval_source": "mixed"},
        {
            "reward__critic": "analytic",
            "reward__critic_role": "external",
            "evaluator_loop": False,
            "selective_masking": False,
        },
    ],
    ids=str,
)
def test_every_ablation_runs(settings: Make, monkeypatch: pytest.MonkeyPatch, keys: dict[str, Any]) -> None:
    scripted(monkeypatch)
    folder = command.run(settings("sepo", optim__steps=2, **keys), quiet=True)
    last = [row for row in read_metrics(folder.metrics) if "reward" in row][-1]
    assert 0 < last["reward"] < 4
    assert ("critic" in last) == (
        keys.get("reward__critic") is not None and keys.get("reward__critic_role") != "target"
    )


def test_a_model_that_stammers_is_data_not_a_crash(settings: Make) -> None:
    """Nothing is scripted: what random weights say is worth nothing, and the run goes through. Which tokens come goes
    by the data's words, so that one of the four replies may by chance be mended into a call."""
    folder = command.run(settings("sepo", optim__steps=2), quiet=True)
    rows = [row for row in read_metrics(folder.metrics) if "reward" in row]
    assert rows and all(row["valid"] < 0.5 and row["rewards/tools"] == 0 for row in rows)


def test_the_stream_mixes_the_loops(settings: Make) -> None:
    config = settings("sepo", editor_share=0.75, optim__batch_size=8, optim__accumulation=2)
    stream = sepo.QueryStream(40, 9, config, groups=4, parts=2)
    order = list(stream.order(0))
    assert len(order) == len(stream) == stream.steps * 4 * 4 * 2 and stream.steps == 13
    assert np.mean([row < 40 for row in order]) == pytest.approx(0.75, abs=0.01)
    step = np.array(order[:32]).reshape(2, 4, 4)
    assert (step[0] == step[1]).all() and (step == step[:, :, :1]).all()
    assert order == list(stream.order(0)) != list(stream.order(1))
    edits = {row for row in order if row < 40}
    assert len(edits) == 39  # every edit once, but for what does not fill a step


def test_without_judgements_the_evaluators_loop_says_so(settings: Make) -> None:
    with pytest.raises(sepo.TrainingDataError, match="needs records of kind eval, or evaluator_loop=false"):
        command.run(settings("sepo", data__kinds=["edit"]), quiet=True)


def test_two_processes_share_a_run(settings: Make, tmp_path: Path, data: Path, python: Callable[..., Any]) -> None:
    """Rewards, pool and stops are agreed on, and one of them writes."""
    from jarvisevo.files import config as yaml_config

    file = tmp_path / "sepo.yaml"
    keys = {"optim__batch_size": 2, "optim__steps": 3, "optim__max_minutes": 5, "eval_source": "mixed"}
    keys |= {**REHEARSED, "rehearsal__data__folders": [str(data)]}
    file.write_text(yaml_config.dump(settings("sepo", **keys)), "utf-8")
    done = python(
        "-m", "torch.distributed.run", "--nproc_per_node", 2, "--standalone", "-m", "jarvisevo", "train", file
    )
    assert done.code == 0, done.err[-3000:]
    assert done.out.split() == [str(tmp_path / "run/model")]
    rows = list(read_metrics(tmp_path / "run/metrics.jsonl"))
    assert [row["step"] for row in rows if "reward" in row][:2] == [1, 2]
    assert [c.step for c in RunFolder(tmp_path / "run").checkpoints()] == [2, 3]


def test_adapters_learn_too_and_memory_can_be_spared(
    settings: Make, monkeypatch: pytest.MonkeyPatch, micro: Path
) -> None:
    import torch

    keys = {"model__freeze_vision": True, "model__freeze_projector": True, "model__gradient_checkpointing": True}
    scripted(monkeypatch)
    folder = command.run(settings("sepo", optim__steps=2, lora={"r": 2, "alpha": 4}, **keys), quiet=True)
    before, after = (qwen_vl.load(f, device="cpu").model.state_dict() for f in (micro, folder.model))
    assert any(not torch.equal(before[name], after[name]) for name in before)
    monkeypatch.undo()
    command.run(settings("sepo", out=str(folder.path / "own"), optim__steps=1, lora={"r": 2}, **keys), quiet=True)


def test_a_model_that_judges_by_images_says_so_in_use(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    scripted(monkeypatch)
    seen: list[Any] = []
    before = step.micro_batches
    monkeypatch.setattr(
        step, "micro_batches", lambda t, rows, *more, **named: seen.extend(rows) or before(t, rows, *more, **named)
    )
    keys = {"data__judged_by": "images", "data__reading": True}
    folder = command.run(settings("sepo", optim__steps=1, **keys), quiet=True)
    assert ChatPolicy(TransformersChat(folder.model)).judged_by == "images"
    assert ChatPolicy(TransformersChat(folder.model)).reading
    plain = ChatPolicy(TransformersChat(settings().model.name))
    assert plain.judged_by == "conversation" and not plain.reading
    edits = [row.conversation for row in seen if row.loop == "editor"]
    assert edits and all({span.kind for span in c.spans} == {"edit"} and len(c.images) == 1 for c in edits)
    with pytest.raises(ConfigError, match="judged_by images asks for judgements in a conversation of their own"):
        settings("sepo", data__judged_by="images", selective_masking=False)
