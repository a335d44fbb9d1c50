"""What a model can do on photos and instructions that it was never trained on,
measured now and then while it learns.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np

from editor_ops.color import mean_delta_e
from editor_ops.photo import Photo
from editor_ops.pipeline import render
from jarvisevo.protocol.chat import Sampling
from jarvisevo.qwen.folder import QwenVL
from jarvisevo.record.trajectory import HIGH, best_state
from jarvisevo.scoring.analytic.follows import followed
from jarvisevo.scoring.correlation import pearson, spearman
from jarvisevo.scoring.scores import tool_accuracy
from training.config import HeldoutConfig, TrainDataConfig
from training.conversation import Tokens
from training.data import StoredRecord, entries, image_refs, system_text
from training.images import ImageCache, ImageRef, PhotoCache, read_image
from training.processes import gathered
from training.rewards import distance
from training.rollout import EditRollout, EvalRollout, JudgedBy, edit_rollout, eval_rollout
from training.sampling import LocalSampler, Sampler, sample_rollouts
from training.statistics import photo_of, stratified

if TYPE_CHECKING:
    from transformers import PreTrainedModel

BATCH = 64
"""Conversations that are continued at one time."""


@dataclass(frozen=True)
class EditFigures:
    """One edit against the wanted image: distances (identity: of the untouched photo), wishes followed by class.

    tools       R_ta; 0 for a trajectory without a usable call, as its reward would be
    valid       whether every call could be used; None for systems that make no calls
    corrected   ΔE2000 after the model's own correction; None where there is none
    handed_out  ΔE2000 of the state that the model scored best, which is what the agent hands out; None: not asked for
    """

    delta_e: float
    identity: float
    l1: float
    l2: float
    followed: Mapping[str, bool]
    tools: float
    valid: bool | None = None
    corrected: float | None = None
    handed_out: float | None = None
    photo: str = ""
    record: str = ""


def edited(
    before: np.ndarray, after: np.ndarray, wanted: np.ndarray, instruction: str, tools: float, valid: bool | None = None
) -> EditFigures:
    """The figures of an image against the wanted one, (H, W, 3) uint8 sRGB each; L1 and L2 of [0, 1] RGB."""
    if after.shape != wanted.shape:  # cropped, where nobody asked for it
        after = cv2.resize(after, (wanted.shape[1], wanted.shape[0]), interpolation=cv2.INTER_AREA)
    apart = (after.astype(np.float32) - wanted) / 255
    return EditFigures(
        mean_delta_e(after, wanted),
        mean_delta_e(before, wanted),
        float(np.abs(apart).mean()),
        float((apart**2).mean()),
        followed(before, after, instruction),
        tools,
        valid,
    )


@dataclass(frozen=True)
class JudgedEdit:
    """A judgement against the annotated one: the score that a model gave (None: it could not be read),
    and the true one.
    """

    given: float | None
    true: float
    photo: str = ""


class Heldout:
    """Held-out records and how a model does on them: a sample spread over photos and kinds, or all with limit None.

    Greedy unless a temperature is given; samples go by the records' ids, so that two runs give the same figures.
    Edits that begin with a failed step are left out: they measure the correction. Corrections are asked for where the
    model scores its edit below `correct_below`.
    """

    def __init__(
        self,
        settings: HeldoutConfig,
        processor: object,
        cache: ImageCache,
        *,
        system_prompt: str = "none",
        judged_by: JudgedBy = "conversation",
        reading: bool = False,
        correct_below: float = HIGH,
    ) -> None:
        self.settings, self.cache, self.choice = settings, cache, system_prompt
        self.judged_by, self.reading, self.correct_below = judged_by, reading, correct_below
        self.tokens = Tokens(processor)
        self.photos: dict[int, PhotoCache] = {}
        records = entries(TrainDataConfig(folders=(settings.folder,)))
        edits = [e for e in records if e.record.kind == "edit" and not e.record.trajectory.reflections]
        self.edits = stratified(edits, settings.limit)
        self.evals = stratified([e for e in records if e.record.kind == "eval"], settings.limit)

    def measure(self, model: "PreTrainedModel") -> dict[str, float]:
        """Figures by name, for a model in training; those for which there are no records are left out.

        valid, tools, delta_e, identity, followed  means over the edits (followed: over all wishes); the untouched photo
                                                   counts where there is no usable call
        judged, srcc, plcc, error, mean_score      see `judging`
        """
        return self.measure_with(self._sampler(QwenVL(Path(), _plain(model), self.tokens.processor, str(model.device))))

    def measure_with(self, sampler: Sampler, process: int = 0, processes: int = 1) -> dict[str, float]:
        """The same with a greedy sampler. Processes that share a run share the records, and all get all figures.

        process  which one this is, of so many
        """
        edits = list(enumerate(self.edits))[process::processes]
        evals = list(enumerate(self.evals))[process::processes]
        made = [self._edit(entry, entry.record.id, judge=False) for _, entry in edits]
        judged = [self._eval(entry, False) for _, entry in evals]
        sample_rollouts([*made, *judged], sampler)
        rows = [(i, _figures(r, e)) for (i, e), r in zip(edits, made, strict=True)]
        given = [(i, rollout.score) for (i, _), rollout in zip(evals, judged, strict=True)]
        if processes > 1:
            rows, given = gathered(rows), gathered(given)
        pairs = _against([score for _, score in sorted(given, key=lambda row: row[0])], self.evals)
        return _means([row for _, row in sorted(rows, key=lambda row: row[0])]) | judging(pairs)

    def edit(self, qwen: QwenVL, correct: bool = False, temperature: float = 0.0) -> list[EditFigures]:
        """The model's edits of all held-out instructions.

        correct  each that it scores below `correct_below` it shall correct once; the figures of the edit itself stay
                 those of the edit
        """
        rollouts = [self._edit(entry, entry.record.id, judge=correct, correct=correct) for entry in self.edits]
        sample_rollouts(rollouts, self._sampler(qwen, temperature))
        return [_figures(r, e) for r, e in zip(rollouts, self.edits, strict=True)]

    def judge(self, qwen: QwenVL, blackout: bool = False) -> list[JudgedEdit]:
        """The model's judgements of all held-out edits, each with the annotated score.

        blackout  every result is shown black: a judge that looks then knows nothing
        """
        rollouts = [self._eval(entry, blackout) for entry in self.evals]
        sample_rollouts(rollouts, self._sampler(qwen))
        return _against([rollout.score for rollout in rollouts], self.evals)

    def own_samples(self, qwen: QwenVL, count: int) -> list[list[tuple[float | None, float]]]:
        """`count` edits of every instruction at temperature 1: (own score, judged greedily, ΔE2000 to the target)
        each.
        """
        rollouts = [[self._edit(e, f"{e.record.id}:{i}", judge=True) for i in range(count)] for e in self.edits]
        sample_rollouts([r for group in rollouts for r in group], self._sampler(qwen, 1.0), greedy_judgement=True)
        return [
            [(r.score, _figures(r, e).delta_e) for r in group if r.valid]
            for group, e in zip(rollouts, self.edits, strict=True)
        ]

    def photo(self, entry: StoredRecord) -> Photo:
        """The photo of a record at the size of its images."""
        size = side(entry)
        return self.photos.setdefault(size, PhotoCache(size)).get(entry.folder / entry.record.source)

    def _sampler(self, qwen: QwenVL, temperature: float = 0.0) -> LocalSampler:
        sampling = Sampling(temperature, max_tokens=self.settings.max_tokens)
        return LocalSampler(qwen, sampling, BATCH, expected=self.settings.expected_score)

    def _edit(self, entry: StoredRecord, seed: str, judge: bool, correct: bool = False) -> EditRollout:
        record = entry.record
        return edit_rollout(
            self.tokens,
            self.photo(entry),
            record.instruction,
            seed,
            max_steps=max(1, len(record.trajectory.steps)),
            max_size=side(entry),
            system=system_text(self.choice, record.instruction),
            judge=judge,
            correct_below=self.correct_below if correct else None,
            judged_by=self.judged_by,
            reading=self.reading,
        )

    def _eval(self, entry: StoredRecord, blackout: bool) -> EvalRollout:
        record = entry.record
        images = [self.cache.get(ref) for ref in image_refs(entry)][: 1 + len(record.trajectory.steps)]
        if blackout:
            images = [images[0], *(np.zeros_like(image) for image in images[1:])]
        system = system_text(self.choice, record.instruction)
        shown = replace(record.trajectory, reflections=())
        return eval_rollout(
            self.tokens, shown, images, record.id, system=system, judged_by=self.judged_by, reading=self.reading
        )


def wanted_image(entry: StoredRecord, photo: Photo) -> np.ndarray:
    """The wanted image of a record, (H, W, 3) uint8: a photo that was damaged, where no settings make it exactly,
    else a render.
    """
    record = entry.record
    shown = record.meta.get("images")
    if isinstance(shown, list) and record.target and record.target not in shown:
        return read_image(ImageRef(entry.folder / record.target))
    return render(photo, record.trajectory.settings, side(entry)).eight_bit()


def _figures(rollout: EditRollout, entry: StoredRecord) -> EditFigures:
    """What one trajectory came to, against the record's own result."""
    session, target = rollout.session, entry.record.trajectory.settings
    wanted = wanted_image(entry, session.photo)
    edits = len(session.steps)  # states behind them are corrections
    tools = tool_accuracy(session.states[edits].to_dict(), target.to_dict()).total if rollout.valid else 0.0
    made = edited(session.images[0], session.images[edits], wanted, entry.record.instruction, tools, rollout.valid)
    made = replace(made, photo=photo_of(entry), record=entry.record.id)
    if not rollout.judge:
        return made
    scores = [rollout.score, *(r.evaluation.score if r.evaluation else None for r in session.reflections)]
    apart = [made.delta_e, *(distance(image, wanted) for image in session.images[edits + 1 :])]
    corrected = apart[-1] if session.reflections else None
    return replace(made, corrected=corrected, handed_out=apart[best_state(scores, 0)])


def _against(scores: Sequence[float | None], entries: Sequence[StoredRecord]) -> list[JudgedEdit]:
    """Scores beside the annotated ones, where there are any."""
    true = [e.record.evaluation.score if e.record.evaluation else None for e in entries]
    return [
        JudgedEdit(given, gold, photo_of(e))
        for given, e, gold in zip(scores, entries, true, strict=True)
        if gold is not None
    ]


def _means(rows: Sequence[EditFigures]) -> dict[str, float]:
    if not rows:
        return {}
    wishes = [ok for row in rows for ok in row.followed.values()]
    means = {
        name: float(np.mean([getattr(row, name) for row in rows])) for name in ("valid", "tools", "delta_e", "identity")
    }
    return means | ({"followed": float(np.mean(wishes))} if wishes else {})


def judging(pairs: Sequence[JudgedEdit]) -> dict[str, float]:
    """judged: share of judgements that could be read; over those srcc, plcc, mean absolute error and mean score.

    A correlation that is not defined (fewer than two, or one side constant) is left out.
    """
    if not pairs:
        return {}
    read = [(pair.given, pair.true) for pair in pairs if pair.given is not None]
    out = {"judged": len(read) / len(pairs)}
    if read:
        given, true = np.array(read, np.float64).T
        out |= {
            "srcc": spearman(given, true),
            "plcc": pearson(given, true),
            "error": float(np.abs(given - true).mean()),
            "mean_score": float(given.mean()),
        }
    return {name: value for name, value in out.items() if math.isfinite(value)}


def side(entry: StoredRecord) -> int:
    """The long edge, in pixels, of a record's images."""
    size = entry.record.trajectory.meta.get("max_size")
    return size if isinstance(size, int) else 1024


def _plain(model: "PreTrainedModel") -> "PreTrainedModel":
    """The model under adapters, which stay in force."""
    return model.get_base_model() if hasattr(model, "get_base_model") else model
