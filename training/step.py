"""What a step of SEPO does: queries into trajectories, trajectories into rewards, rewards into what the loss takes."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from editor_ops.pipeline import render
from jarvisevo.record.trajectory import Trajectory
from training import critic, reflections, rewards
from training import data as dataset
from training.advantages import group_advantages
from training.config import SepoConfig
from training.conversation import Conversation, Tokens
from training.data import StoredRecord
from training.grpo import note, reward_parts
from training.images import ImageCache, PhotoCache
from training.loss import Loop, TrainRow, micro_batches
from training.processes import gathered
from training.recent_edits import RecentEdit, RecentEdits
from training.rewards import EditQuery, EvalQuery, Query
from training.rollout import CorrectionRollout, EditRollout, edit_rollout, eval_rollout
from training.sampling import Sampler, everywhere, policy_sampler, sample_rollouts
from training.step_figures import EditFacts, correction_facts, correction_metrics, step_metrics
from training.trainer import StageMixin

KEPT_TARGETS = 256
"""Target images that are kept, for the trajectories of a group share one."""


@dataclass(frozen=True)
class Slot:
    """Where a trajectory stands: which step, which trajectory of it, and the query that it belongs to."""

    step: int
    number: int
    group: int


class SepoStep:
    """What a step of SEPO does: sample, judge, reward, weigh, remember."""

    def __init__(
        self,
        config: SepoConfig,
        edits: Sequence[StoredRecord],
        evals: Sequence[StoredRecord],
        *,
        processor: object,
        cache: ImageCache,
        store: reflections.ReflectionStore,
    ) -> None:
        self.config, self.edits, self.evals = config, edits, evals
        self.processor, self.cache, self.store = processor, cache, store
        self.tokens = Tokens(processor)
        self.photos = PhotoCache(config.rollout.max_size)
        self.recent = RecentEdits(config.pool)
        self.targets: dict[Path, np.ndarray] = {}
        self.critic = critic.opened(config.reward)
        self.scorer = rewards.scorer(config.score_function)

    # ---- one step, from queries to what the loss takes

    def batch(self, trainer: StageMixin, rows: Sequence[int]) -> list[dict[str, Any]]:
        """The rollouts of a step as GRPOTrainer's loss takes them. `rows` are this process's share."""
        config, step, size = self.config, int(trainer.state.global_step), self.config.rollout.generations
        first = trainer.accelerator.process_index * len(rows)
        slots = [Slot(step, number, number // size) for number in range(first, first + len(rows))]
        with policy_sampler(trainer, config) as sampler:
            queries = [self.query(row, slot) for row, slot in zip(rows, slots, strict=True)]
            self.set_targets(queries)
            sample_rollouts([q.rollout for q in queries], sampler, config.rollout.greedy_judgement)
            scores = gathered([None if q.corrects else q.rollout.score for q in queries])
            self.prefer(queries, scores, first)
            self.reflect(queries, slots, sampler, trainer.accelerator.is_main_process)
        parts = reward_parts(trainer, queries)
        totals = rewards.totals(parts, config.reward)
        for kept in gathered([self.remembered(q) for q in queries]):
            for edit in kept:
                self.recent.add(edit)
        groups = np.arange(len(totals)) // size
        edits = [q for q in queries if isinstance(q, EditQuery)]
        facts = gathered([EditFacts.of(q) for q in edits if not q.corrects])
        note(trainer, step_metrics(facts, parts, totals, groups, scores))
        note(trainer, correction_metrics(gathered([correction_facts(q) for q in edits if q.corrects])))
        note(trainer, self.critic.figures() if self.critic else {})
        note(trainer, {"reflections": float(self.store.count)})
        return micro_batches(
            trainer,
            [TrainRow(q.rollout.conversation, loop_of(q)) for q in queries],
            group_advantages(totals, groups, config.advantage.baseline, config.advantage.scale),
            groups,
            config=config,
            processor=self.processor,
        )

    def query(self, row: int, slot: Slot) -> Query:
        """One trajectory before its first turn."""
        seed = f"{self.config.seed}:{slot.step}:{slot.number}"
        if row < len(self.edits):
            return self.edit_query(row, seed, self.corrects(slot.group))
        own = {"data": False, "rollouts": True, "mixed": slot.group % 2 == 1}[self.config.eval_source]
        edit = self.recent.sample(f"{self.config.seed}:{slot.step}:{slot.group}") if own else None
        return self.recent_query(edit, seed) if edit else self.eval_query(self.evals[row - len(self.edits)], seed)

    def corrects(self, group: int) -> bool:
        """Whether the editor's query at this place of a step is about a correction."""
        share = self.config.corrector_share
        return int((group + 1) * share + 1e-9) > int(group * share + 1e-9)

    def edit_query(self, row: int, seed: str, corrects: bool = False) -> EditQuery:
        """A query of the editor's loop, or one in which it corrects itself."""
        entry, limits = self.edits[row], self.config.rollout
        record = entry.record
        rollout = edit_rollout(
            self.tokens,
            self.photos.get(entry.folder / record.source),
            record.instruction,
            seed,
            max_steps=limits.max_steps,
            max_size=limits.max_size,
            system=self.system(entry),
            judge=self.judges or corrects,
            judged_by=self.config.data.judged_by,
            reading=self.config.data.reading,
            correct_below=self.config.corrector_below if corrects else None,
            kind=CorrectionRollout if corrects else EditRollout,
        )
        return EditQuery(row, entry, rollout, record.trajectory.settings, wanted=self.wanted(entry))

    @property
    def judges(self) -> bool:
        """Whether the editor's trajectories judge their own edits: not where nothing is made of it."""
        config = self.config
        asked = rewards.weight(config.reward, "preference") > 0 or config.reward.critic_role == "external"
        return asked or config.reflections.collect or not config.selective_masking

    def wanted(self, entry: StoredRecord) -> np.ndarray | None:
        """The target image of a record, as it is stored; None where it has no file of its own."""
        path = entry.folder / entry.record.target
        if path not in self.targets:
            found = rewards.stored_target(entry)
            if found is None:
                return None
            if len(self.targets) >= KEPT_TARGETS:
                self.targets.pop(next(iter(self.targets)))
            self.targets[path] = found
        return self.targets[path]

    def eval_query(self, entry: StoredRecord, seed: str) -> EvalQuery:
        """A query of the evaluator's loop, from the data."""
        record = entry.record
        images = [self.cache.get(ref) for ref in dataset.image_refs(entry)][: 1 + len(record.trajectory.steps)]
        gold = record.evaluation.score if record.evaluation else None
        return self.judgement(entry, record.trajectory, images, gold, seed)

    def recent_query(self, edit: RecentEdit, seed: str) -> EvalQuery:
        """A query of the evaluator's loop: an edit that the policy made a while ago."""
        entry = self.edits[edit.row]
        photo = self.photos.get(entry.folder / entry.record.source)
        images = [image.eight_bit() for image in edit.trajectory.replay_all(photo)]
        return self.judgement(entry, edit.trajectory, images, edit.score, seed)

    def judgement(
        self, entry: StoredRecord, trajectory: Trajectory, images: Sequence[np.ndarray], gold: float | None, seed: str
    ) -> EvalQuery:
        """A query of the evaluator's loop."""
        system, data = self.system(entry), self.config.data
        rollout = eval_rollout(
            self.tokens, trajectory, images, seed, system=system, judged_by=data.judged_by, reading=data.reading
        )
        return EvalQuery(entry, rollout, gold, (images[0], images[-1]))

    def system(self, entry: StoredRecord) -> str:
        return dataset.system_text(self.config.data.system_prompt, entry.record.instruction)

    def set_targets(self, queries: Sequence[Query]) -> None:
        """The critic's scores as the targets of R_sa, where the config says so; each query is judged once."""
        if self.critic is None or self.config.reward.critic_role != "target":
            return
        size = self.config.rollout.generations
        groups = [queries[first : first + size] for first in range(0, len(queries), size)]
        given = [[q for q in group if isinstance(q, EvalQuery)] for group in groups]
        given = [group for group in given if group]
        asked = [critic.CriticGroup(g[0].shown[0], [g[0].shown[1]], g[0].entry.record.instruction) for g in given]
        for group, (score,) in zip(given, self.critic.scores(asked), strict=True):
            for query in group:
                query.target = score

    # ---- preferences, memory and reflections

    def prefer(self, queries: Sequence[Query], scores: Sequence[float | None], first: int) -> None:
        """Set R_pp of every trajectory of the editor from the scores of its whole group.

        scores  of all processes' trajectories; this process's begin at `first`
        A trajectory without a score of its own wins against none; one that the critic failed to judge has no R_pp.
        """
        own = self.config.reward
        if self.critic is not None and own.critic_role != "target":
            self.ask_critic(queries)
        by_critic = own.critic_role == "win_rate"
        if by_critic:
            scores = gathered([q.critic_score if isinstance(q, EditQuery) else None for q in queries])
        groups = [i // self.config.rollout.generations for i in range(len(scores))]
        rates = rewards.preferences(scores, groups, own.score_mode)[first : first + len(queries)]
        for query, rate in zip(queries, rates, strict=True):
            if isinstance(query, EditQuery):
                failed = by_critic and query.critic_score is None and query.rollout.valid and not query.corrects
                query.preference = None if failed else rate or 0.0

    def ask_critic(self, queries: Sequence[Query]) -> None:
        """The critic's score of every edit, the edits of a query side by side."""
        assert self.critic is not None
        groups = list(edit_groups(queries, self.config.rollout.generations).values())
        asked = []
        for group in groups:
            session = group[0].rollout.session
            after = [q.rollout.session.images[-1] if q.rollout.valid else None for q in group]
            asked.append(critic.CriticGroup(session.images[0], after, session.instruction))
        for group, scores in zip(groups, self.critic.scores(asked), strict=True):
            self.critic.compare([q.rollout.score for q in group], scores)
            for query, score in zip(group, scores, strict=True):
                query.critic_score = score

    def remembered(self, query: Query) -> list[RecentEdit]:
        """The edit for the evaluator's loop later on; none when it could not be used or is not wanted."""
        if not isinstance(query, EditQuery) or query.corrects or not query.rollout.valid:
            return []
        rehearsal = self.config.rehearsal
        if self.config.eval_source == "data" and not (rehearsal and rehearsal.own):
            return []
        session = query.rollout.session
        wanted = query.wanted
        if wanted is None:
            wanted = render(session.photo, query.target, session.side).eight_bit()
        score = self.scorer(session.images[0], session.images[-1], wanted)
        return [RecentEdit(query.row, session.trajectory(), round(score, 2))]

    def reflect(self, queries: Sequence[Query], slots: Sequence[Slot], sampler: Sampler, write: bool) -> None:
        """Record what the groups teach about correcting oneself; one process of a run writes."""
        step, size = slots[0].step, self.config.rollout.generations
        named: list[tuple[str, reflections.ReflectionPair]] = []
        for offset, group in edit_groups(queries, size).items():
            if self.store.full:
                break
            accuracy = [rewards.tool_reward(q.rollout, q.target, self.config.reward.scale) for q in group]
            pairs = reflections.pairs(group[0].entry, [q.rollout for q in group], self.config.reflections, accuracy)
            named += [(f"r{step:06d}-{slots[offset].group:04d}-{i}", pair) for i, pair in enumerate(pairs)]
        made = [
            reflections.make(pair, name, step, thought, asked)
            for (name, pair), (thought, asked) in zip(named, self.rationales(named, step, sampler), strict=True)
        ]
        for record in gathered(made):
            self.store.add(record, write)

    def rationales(
        self, named: Sequence[tuple[str, reflections.ReflectionPair]], step: int, sampler: Sampler
    ) -> list[tuple[str, bool]]:
        """Why each edit failed, and whether the model said so."""
        if self.config.reflections.rationale == "words":
            return [(reflections.in_words(pair, name), False) for name, pair in named]
        if not everywhere(sampler)(bool(named)):
            return []
        asked = [Conversation(self.tokens, reflections.question(pair, self.system(pair.entry))) for _, pair in named]
        seeds = [f"{self.config.seed}:{step}:{name}" for name, _ in named]
        replies = sampler([c.as_prompt() for c in asked], seeds)
        texts = [c.opening + self.tokens.decode(reply.ids) for c, reply in zip(asked, replies, strict=True)]
        return [reflections.rationale(text, pair, name) for text, (name, pair) in zip(texts, named, strict=True)]


def loop_of(query: Query) -> Loop:
    """The loop that a trajectory belongs to."""
    if isinstance(query, EvalQuery):
        return "evaluator"
    return "corrector" if query.corrects else "editor"


def edit_groups(queries: Sequence[Query], size: int) -> dict[int, list[EditQuery]]:
    """The editor's trajectories of each query, by the index of the first;
    a group is wholly the editor's or not at all, and so with corrections, which are left out.
    """
    groups = {first: queries[first : first + size] for first in range(0, len(queries), size)}
    edits = {
        first: [q for q in group if isinstance(q, EditQuery) and not q.corrects] for first, group in groups.items()
    }
    return {first: group for first, group in edits.items() if group}
