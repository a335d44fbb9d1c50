"""Synergistic editor-evaluator policy optimisation (papers/002, section 3.2.2): read it from the top.

One model, one optimiser, a mixed stream of queries. For an editor's query the model draws G trajectories in the
sandbox, each with its own judgement at the end; for an evaluator's query it draws G judgements of a given edit. Rewards
make group-normalised advantages, and TRL's GRPOTrainer takes the step. TRL's own multi-turn loop is not used: it tokenises
what was drawn again, and drops all pictures of a batch when one does not fit.
"""

import functools
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from editor_ops.pipeline import render
from jarvisevo.chat import Sampling
from jarvisevo.qwen_generate import never_drawn
from jarvisevo.qwen_prompt import Prompt
from jarvisevo.qwen_vl import QwenVL
from jarvisevo.trajectory import Trajectory
from training import callbacks, dataset, environment, reflections, rewards
from training.advantages import group_advantages
from training.batches import Row, log_probs, micro_batches
from training.config import SepoConfig
from training.dataset import DataError, Entry
from training.environment import Drawn, EditRollout, EvalRollout, Talk, Tokens
from training.masking import Loop
from training.models import load_model, on_cuda
from training.pictures import PhotoCache, PictureCache, unpatchify
from training.pool import Pool, PoolItem
from training.run import RunFolder
from training.sft import finish, small
from training.trainer import Clock, EpochSampler, StageMixin, arguments, prepare_reports, train

Rollout = EditRollout | EvalRollout


@dataclass(frozen=True)
class Stream:
    """The queries of a run: rows of the data set are the edits, then the judgements.

    groups  queries of one optimiser step
    """

    edits: int
    evals: int
    config: SepoConfig
    groups: int

    @property
    def share(self) -> float:
        """Of editor's queries."""
        return self.config.editor_share if self.config.evaluator_loop else 1.0

    @property
    def steps(self) -> int:
        """Optimiser steps in which every edit is asked once."""
        return max(1, int(self.edits / self.share) // self.groups)

    def order(self, epoch: int) -> Iterator[int]:
        """Row numbers of an epoch: a step's queries, each G times, as often as the step has batches."""
        random = np.random.default_rng([self.config.seed, epoch])
        edits, evals = random.permutation(self.edits), random.permutation(max(self.evals, 1))
        taken = [0, 0]
        for step in range(self.steps):
            chosen = []
            for place in range(step * self.groups, (step + 1) * self.groups):
                editor = int((place + 1) * self.share + 1e-9) > int(place * self.share + 1e-9)
                rows, kind = (edits, 0) if editor else (evals, 1)
                chosen.append(int(rows[taken[kind] % len(rows)]) + (0 if editor else self.edits))
                taken[kind] += 1
            repeated = [row for row in chosen for _ in range(self.config.rollout.generations)]
            for _ in range(self.config.optim.accumulation):
                yield from repeated

    def __len__(self) -> int:
        return self.steps * self.groups * self.config.rollout.generations * self.config.optim.accumulation


@functools.cache
def trainer_class() -> type:
    """GRPOTrainer whose batches come from the sandbox."""
    from trl import GRPOTrainer

    class Trainer(StageMixin, GRPOTrainer):  # type: ignore[misc]
        stream: Stream
        work: "Work"

        def _get_train_sampler(self, dataset: Any = None) -> EpochSampler:
            return EpochSampler(self.stream.order, len(self.stream), self.current_epoch)

        def _prepare_inputs(self, generation_batch: Any) -> dict[str, Any]:
            place = self._step % self.args.steps_per_generation
            if place == 0 or self._buffered_inputs is None:
                self._buffered_inputs = self.work.batch(self, [int(row["row"]) for row in generation_batch])
            return self._buffered_inputs[place]

        def _compute_loss(self, model: Any, inputs: Any) -> Any:
            counted = (inputs["completion_mask"] * inputs["tool_mask"]).bool()
            self.counted, self.wanted = counted, counted & (inputs["advantages"] != 0)[:, None]
            return super()._compute_loss(model, inputs)

        def _get_per_token_logps_and_entropies(self, model: Any, input_ids: Any, attention_mask: Any, logits_to_keep: int,
                                               *more: Any, **named: Any) -> Any:  # fmt: skip
            if model is not self.model or not small(model):
                return super()._get_per_token_logps_and_entropies(
                    model, input_ids, attention_mask, logits_to_keep, *more, **named
                )
            inputs = {**named, "input_ids": input_ids, "attention_mask": attention_mask}
            with self.accelerator.autocast():
                found, entropy = log_probs(model, inputs, self.wanted, self.temperature)
            return found, entropy * self.counted.sum() / self.wanted.sum().clamp(min=1), None  # mean over what was run

        def write_extras(self, folder: Path) -> None:
            self.work.pool.save(folder / POOL)

    return Trainer


POOL = "pool.json"


class Work:
    """What a step of SEPO does: draw, judge, reward, weigh, remember."""

    def __init__(self, config: SepoConfig, edits: Sequence[Entry], evals: Sequence[Entry], processor: Any,
                 cache: PictureCache, store: reflections.ReflectionStore) -> None:  # fmt: skip
        self.config, self.edits, self.evals = config, edits, evals
        self.processor, self.cache, self.store = processor, cache, store
        self.tokens, self.photos = Tokens(processor), PhotoCache(config.rollout.max_size, config.data.cache_mb << 19)
        self.pool, self.critic = Pool(config.pool), rewards.critic(config.reward.critic)

    # ---- one step, from queries to what the loss takes

    def batch(self, trainer: Any, rows: Sequence[int]) -> list[dict[str, Any]]:
        """The rollouts of a step as GRPOTrainer's loss takes them. `rows` are this process's share."""
        from accelerate.utils import gather_object

        config, step = self.config, int(trainer.state.global_step)
        first = trainer.accelerator.process_index * len(rows)
        groups = [(first + i) // config.rollout.generations for i in range(len(rows))]
        with drawing(trainer, config) as draw:
            work = [
                self.query(row, step, first + i, group) for i, (row, group) in enumerate(zip(rows, groups, strict=True))
            ]
            environment.roll([w.rollout for w in work], draw)
            everyone = gather_object([w.rollout.score for w in work])
            self.prefer(work, everyone, groups, first)
            self.reflect(work, groups, step, draw, trainer)
        parts = np.asarray(trainer._calculate_rewards(
            [w.columns() for w in work], ["…"] * len(work), ["…"] * len(work), [list(w.rollout.talk.ids) for w in work]
        ).cpu(), np.float64)  # fmt: skip
        total = rewards.totals(parts, [config.reward.weights.get(name, 1.0) for name in rewards.NAMES])  # type: ignore[call-overload]
        for item in gather_object([w.remembered() for w in work]):
            self.pool.add(item)
        every = np.arange(len(total)) // config.rollout.generations
        self.log(trainer, work, parts, total, every)
        made = [Row(w.rollout.talk, w.loop) for w in work]
        return micro_batches(trainer, made, group_advantages(total, every), every, config.selective_masking,
                             self.processor, config.optim.accumulation)  # fmt: skip

    def query(self, row: int, step: int, number: int, group: int) -> "Query":
        """One trajectory before its first turn."""
        seed = f"{self.config.seed}:{step}:{number}"
        if row < len(self.edits):
            return self.editor(row, seed)
        source = {"data": False, "rollouts": True, "mixed": group % 2 == 1}[self.config.eval_source]
        item = self.pool.draw(f"{self.config.seed}:{step}:{group}") if source else None
        return self.own(item, seed) if item else self.evaluator(self.evals[row - len(self.edits)], seed)

    def editor(self, row: int, seed: str) -> "Query":
        """A query of the editor's loop."""
        entry, limits = self.edits[row], self.config.rollout
        record = entry.record
        rollout = environment.edit_rollout(
            self.tokens, self.photos.get(entry.folder / record.source), record.instruction, seed,
            max_steps=limits.max_steps, max_size=limits.max_size, system=self.system(entry),
        )  # fmt: skip
        return Query("editor", row, entry, rollout, record.trajectory.settings, self)

    def evaluator(self, entry: Entry, seed: str) -> "Query":
        """A query of the evaluator's loop, from the data."""
        record = entry.record
        images = [self.cache.get(ref) for ref in dataset.picture_refs(entry)][: 1 + len(record.trajectory.steps)]
        gold = record.evaluation.score if record.evaluation else None
        return self.judged(entry, record.trajectory, images, gold, seed)

    def own(self, item: PoolItem, seed: str) -> "Query":
        """A query of the evaluator's loop: an edit that the policy made a while ago."""
        entry = self.edits[item.row]
        photo = self.photos.get(entry.folder / entry.record.source)
        images = [image.eight_bit() for image in item.trajectory.replay_all(photo)]
        return self.judged(entry, item.trajectory, images, item.score, seed)

    def judged(self, entry: Entry, trajectory: Trajectory, images: Sequence[np.ndarray], gold: float | None, seed: str
               ) -> "Query":  # fmt: skip
        """A query of the evaluator's loop; the critic sets its target where the config says so."""
        if self.critic is not None and self.config.reward.critic_role == "target":
            gold = self.critic.score(images[0], images[-1], trajectory.instruction).score
        rollout = environment.eval_rollout(self.tokens, trajectory, images, seed, self.system(entry))
        return Query("evaluator", -1, entry, rollout, gold, self)

    def system(self, entry: Entry) -> str:
        return dataset.system_text(self.config.data.system_prompt, entry.record.instruction)

    # ---- preferences and reflections

    def prefer(
        self, work: "Sequence[Query]", scores: Sequence[float | None], groups: Sequence[int], first: int
    ) -> None:
        """Set R_pp of every trajectory of the editor from the scores of its whole group.

        A trajectory without a score of its own wins against none; one that the critic failed to judge has no R_pp.
        """
        own = self.config.reward
        if self.critic is not None and own.critic_role != "target":
            self.ask_critic(work, groups)
        if own.critic_role == "win_rate":
            from accelerate.utils import gather_object

            scores = gather_object([w.outside for w in work])
        everyone = [i // self.config.rollout.generations for i in range(len(scores))]
        rates = rewards.preferences(scores, everyone, own.score_mode)
        for i, query in enumerate(work):
            failed = own.critic_role == "win_rate" and query.outside is None and query.valid
            query.preference = None if failed else rates[first + i] or 0.0

    def ask_critic(self, work: "Sequence[Query]", groups: Sequence[int]) -> None:
        """The critic's score of every edit, the edits of a query side by side."""
        assert self.critic is not None
        for group in dict.fromkeys(groups):
            rows = [w for w, g in zip(work, groups, strict=True) if g == group and isinstance(w.rollout, EditRollout)]
            if not rows:
                continue
            session = rows[0].edit.session
            after = [w.edit.session.images[-1] if w.edit.valid else None for w in rows]
            for row, score in zip(rows, rewards.critic_scores(self.critic, session.images[0], after, session.instruction),
                                  strict=True):  # fmt: skip
                row.outside = score

    def reflect(
        self, work: "Sequence[Query]", groups: Sequence[int], step: int, draw: environment.Draw, trainer: Any
    ) -> None:
        """Write what the groups of this process teach about correcting oneself."""
        found = []
        for group in dict.fromkeys(groups):
            rows = [w for w, g in zip(work, groups, strict=True) if g == group and isinstance(w.rollout, EditRollout)]
            right = [rewards.tool_reward(w.edit, w.target, self.config.reward.scale) for w in rows]
            if rows and not self.store.full and trainer.accelerator.is_main_process:
                found += reflections.pairs(rows[0].entry, [w.edit for w in rows], self.config.reflections, right)
        asked = found if self.config.reflections.rationale == "model" else []
        talks = [Talk(self.tokens, reflections.question(pair, self.system(pair.entry))) for pair in asked]
        seeds = [f"{self.config.seed}:{step}:why:{i}" for i in range(len(talks))]
        # every process calls when drawing is a common act (vLLM as a server)
        drawn = draw([t.as_prompt() for t in talks], seeds) if talks else []
        said = [self.tokens.decode(d.ids) for d in drawn] if asked else [""] * len(found)
        for pair, reply in zip(found, said, strict=True):
            self.store.add(pair, *_ordered(reflections.rationale(reply, pair), step))

    # ---- metrics

    def log(
        self, trainer: Any, work: "Sequence[Query]", parts: np.ndarray, total: np.ndarray, groups: np.ndarray
    ) -> None:
        """Figures of the step into the trainer's metrics."""
        metrics = trainer._metrics["train"]
        with np.errstate(invalid="ignore"):
            for i, name in enumerate(rewards.NAMES):
                column = parts[:, i][~np.isnan(parts[:, i])]
                if column.size:
                    metrics[f"rewards/{name}"].append(float(column.mean()))
        good = total[~np.isnan(total)]
        metrics["reward"].append(float(good.mean()) if good.size else float("nan"))
        spread = [np.ptp(total[groups == g]) for g in np.unique(groups) if not np.isnan(total[groups == g]).any()]
        metrics["flat_groups"].append(float(np.mean([s < 1e-6 for s in spread])) if spread else float("nan"))
        edits = [w for w in work if isinstance(w.rollout, EditRollout)]
        metrics["reflections"].append(float(self.store.count))
        if edits:
            scores = [w.rollout.score for w in edits if w.rollout.score is not None]
            metrics["valid"].append(float(np.mean([w.edit.valid for w in edits])))
            metrics["judged"].append(len(scores) / len(edits))
            if scores:
                metrics["self_score"].append(float(np.mean(scores)))
            outside = [w.outside for w in edits if w.outside is not None]
            if outside:
                metrics["critic"].append(float(np.mean(outside)))


def _ordered(found: tuple[str, bool], step: int) -> tuple[str, int, bool]:
    return found[0], step, found[1]


@dataclass
class Query:
    """A trajectory with what it is rewarded by.

    row         of the edits; -1 for the evaluator's
    target      the record's settings (editor), or the gold score (evaluator)
    preference  R_pp
    outside     the critic's score
    """

    loop: Loop
    row: int
    entry: Entry
    rollout: Rollout
    target: Any
    work: Work
    preference: float | None = None
    outside: float | None = None

    @property
    def edit(self) -> EditRollout:
        assert isinstance(self.rollout, EditRollout)
        return self.rollout

    @property
    def valid(self) -> bool:
        """True for an edit that could be used."""
        return isinstance(self.rollout, EditRollout) and self.rollout.valid

    def columns(self) -> dict[str, Any]:
        """For the reward functions."""
        return {"rollout": self.rollout, "target": self.target, "preference": self.preference}

    def remembered(self) -> PoolItem | None:
        """The edit for the evaluator's loop later on; None when it could not be used or is not wanted."""
        if (
            not isinstance(self.rollout, EditRollout)
            or self.work.config.eval_source == "data"
            or not self.rollout.valid
        ):
            return None
        session = self.rollout.session
        wanted = render(session.photo, self.target, session.side).eight_bit()
        scorer = rewards.SCORERS[self.work.config.score_function]
        score = round(scorer(session.images[0], session.images[-1], wanted), 2)
        return PoolItem(self.row, session.trajectory(), score)


# ---- drawing with the model that is trained


class drawing:
    """Within it the model draws: in this process, or in vLLM with the weights of now."""

    def __init__(self, trainer: Any, config: SepoConfig) -> None:
        self.trainer, self.config = trainer, config

    def __enter__(self) -> environment.Draw:
        if self.config.rollout.vllm != "none":
            return vllm_draw(self.trainer)
        from trl.models import unwrap_model_for_generation

        trainer, limits = self.trainer, self.config.rollout
        self.context = unwrap_model_for_generation(
            trainer.model_wrapped, trainer.accelerator, gather_deepspeed3_params=trainer.args.ds3_gather_for_generation
        )
        model = self.context.__enter__()
        self.was, self.model = model.training, model
        model.eval()
        plain = model.get_base_model() if hasattr(model, "peft_config") else model
        qwen = QwenVL(Path(), plain, trainer.processing_class, str(trainer.accelerator.device))
        return environment.local_draw(qwen, Sampling(limits.temperature, limits.top_p, limits.max_tokens), limits.batch)

    def __exit__(self, *error: Any) -> None:
        if self.config.rollout.vllm == "none":
            self.model.train(self.was)
            self.context.__exit__(*error)


def vllm_draw(trainer: Any) -> environment.Draw:
    """Draw with the trainer's vLLM, which first takes the weights of now. It draws by numbers of its own, not by our seeds."""
    from PIL import Image

    images, end = trainer.processing_class.image_processor, set(trainer.eos_token_ids)

    def draw(prompts: Sequence[Prompt], seeds: Sequence[str]) -> list[Drawn]:
        shown = [
            [Image.fromarray(unpatchify(images, p.patches, p.grid)) for p in prompt.pictures] for prompt in prompts
        ]
        replies, _ = trainer._generate_single_turn([p.ids.tolist() for p in prompts], shown, {}, 1)
        out = []
        for ids in replies:
            stopped = bool(ids) and ids[-1] in end
            out.append(Drawn(tuple(ids[:-1] if stopped else ids), "stop" if stopped else "length"))
        return out

    return draw


# ---- the stage


def run(config: SepoConfig, quiet: bool = False) -> RunFolder:
    """Train -> the run's folder, with the finished model in model/ and reflections/ beside it. See `sft.run`."""
    import torch

    if config.threads:
        torch.set_num_threads(config.threads)
    folder = RunFolder(config.out)
    last = folder.open(config)
    if folder.finished(config):
        return folder
    prepare_reports(config, folder)
    store = reflections.ReflectionStore(folder.path / "reflections", config.reflections.limit)
    store.cut(last.step if last else 0)

    found = dataset.entries(config.data)
    edits, evals = ([e for e in found if e.record.kind == kind] for kind in ("edit", "eval"))
    if not edits:
        raise DataError(f"{config.data.folders[0]}: SEPO needs records of kind edit")
    if config.evaluator_loop and not evals:
        raise DataError(
            f"{config.data.folders[0]}: the evaluator's loop needs records of kind eval, or evaluator_loop=false"
        )
    torch.manual_seed(config.seed)
    model, processor = load_model(config, texts=[e.record.instruction for e in found])
    cache = PictureCache(processor.image_processor, config.data.cache_mb << 19)
    work = Work(config, edits, evals, processor, cache, store)
    if last:
        work.pool.load(last.folder / POOL)
    callbacks.say(
        quiet, f"{len(edits)} queries for the editor, {len(evals) if config.evaluator_loop else 0} for the evaluator"
    )

    clock = Clock(last.elapsed if last else 0.0)
    trainer = make_trainer(config, folder, clock, model, processor, work, quiet)
    stopped = train(trainer, last)
    return finish(trainer, config, folder, processor, stopped)


def make_trainer(config: SepoConfig, folder: RunFolder, clock: Clock, model: Any, processor: Any, work: Work,
                 quiet: bool) -> Any:  # fmt: skip
    """The trainer, ready to go."""
    from datasets import Dataset
    from trl import GRPOConfig

    world = int(os.environ.get("WORLD_SIZE", "1"))
    rows = config.optim.batch_size * config.optim.accumulation * world
    stream = Stream(len(work.edits), len(work.evals), config, rows // config.rollout.generations)
    steps = min(int(np.ceil(config.optim.epochs * stream.steps)), config.optim.steps or 10**12)
    settings = GRPOConfig(
        **arguments(config, folder, steps, on_cuda(config)), num_generations=config.rollout.generations, beta=0.0,
        loss_type="dapo", epsilon=config.clip[0], epsilon_high=config.clip[1], temperature=config.rollout.temperature,
        top_p=config.rollout.top_p, max_completion_length=config.rollout.max_tokens, num_iterations=1,
        steps_per_generation=config.optim.accumulation, **_vllm(config, processor),
    )  # fmt: skip
    count = len(work.edits) + len(work.evals)
    trainer = trainer_class()(
        model=model, args=settings, processing_class=processor, reward_funcs=rewards.functions(config.reward),
        train_dataset=Dataset.from_dict({"prompt": ["…"] * count, "row": list(range(count))}),
    )  # fmt: skip
    trainer.prepare(config, folder, clock, stream.steps)
    trainer.stream, trainer.work = stream, work
    callbacks.attach(trainer, config, folder, clock, processor, work.cache, quiet)
    return trainer


def _vllm(config: SepoConfig, processor: Any) -> dict[str, Any]:
    limits = config.rollout
    if limits.vllm == "none":
        return {"use_vllm": False}
    never = {int(i): -100.0 for i in never_drawn(processor.tokenizer)}
    return {"use_vllm": True, "vllm_mode": limits.vllm, "vllm_gpu_memory_utilization": limits.vllm_memory,
            "vllm_tensor_parallel_size": limits.vllm_tensor_parallel, "vllm_max_model_length": config.data.max_length,
            "vllm_importance_sampling_correction": False, "generation_kwargs": {"logit_bias": never}}  # fmt: skip
