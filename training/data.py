"""Records as samples: tokens, which of them carry loss, and the images at their own turns.

A record becomes the conversation that the model has (`protocol.messages`), so what is learnt is what is later
asked. Images are held as uint8 at the size that the model sees; patches are made for a batch at a time.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from editor_ops.photo import PhotoError
from editor_ops.settings import Settings
from jarvisevo.files.journal import Journal
from jarvisevo.protocol import prompts
from jarvisevo.protocol.chat import Message, TurnKind
from jarvisevo.protocol.messages import JUDGED_BY, READING, to_messages
from jarvisevo.protocol.turns import evaluation_turn
from jarvisevo.qwen.prompt import control_tokens, turn_content
from jarvisevo.record import questions
from jarvisevo.record.artedit import Record, RecordError, inside, read
from jarvisevo.record.questions import Question
from jarvisevo.record.trajectory import HIGH, Evaluation, Reflection, Step, Trajectory
from jarvisevo.rules.outline import reading
from training.config import SharedKind, TrainDataConfig
from training.conversation import Span
from training.hub import local
from training.images import ImageCache, ImageRef
from training.loss import IGNORED
from training.perception import PerceptionTargets
from training.run import TrainingDataError

if TYPE_CHECKING:
    from transformers import ProcessorMixin


@dataclass(frozen=True, eq=False)
class TokenSample:
    """One conversation as the trainer takes it.

    ids     (L,) int32 tokens, each image taking as many as it has features
    loss    (L,) bool: which of them carry loss
    spans   the turns that the assistant wrote
    images  in the order of their tokens
    wanted  the image that an edit was to come to, where it is known
    score   of a judged edit, 1 to 5
    """

    id: str
    kind: str
    ids: np.ndarray
    loss: np.ndarray
    spans: tuple[Span, ...]
    images: tuple[ImageRef, ...]
    wanted: ImageRef | None = None
    score: float | None = None

    def __len__(self) -> int:
        return len(self.ids)


OwnEdits = Mapping[str, Sequence[Mapping[str, Any]]]
"""Edits of a model by the ids of their records, the nearest first: "thought" and "settings"."""


@dataclass(frozen=True)
class StoredRecord:
    """A record and the folder it lies in."""

    folder: Path
    record: Record


def entries(config: TrainDataConfig) -> list[StoredRecord]:
    """The records of all folders, in order. TrainingDataError when one is not there or cannot be read."""
    out: list[StoredRecord] = []
    for folder in map(local, config.folders):
        if not folder.is_dir():
            made = "jarvisevo data build"
            if folder.name == "reflections":  # of a run of SEPO
                made = f"{folder.parent} has to be a run of SEPO with reflections.collect=true"
            raise TrainingDataError(f"{folder}: no such data set; build it first ({made})")
        found = len(out)
        for kind in (k for k in config.kinds if k != "question"):
            try:
                told = (record for record in read(folder, kind) if _told(record, config.unsaid))
                taken = [record for _, record in zip(range(config.limit or 10**12), told, strict=False)]
            except RecordError as error:
                raise TrainingDataError(str(error)) from None
            out += [StoredRecord(folder, worded) for record in taken for worded in wordings(record)]
        if len(out) == found and set(config.kinds) != {"question"}:
            sets = _sets_inside(folder, [f"{kind}.jsonl" for kind in config.kinds])
            raise TrainingDataError(f"{folder}: no records of kind {' or '.join(config.kinds)} in it{sets}")
    return out


def _sets_inside(folder: Path, files: Iterable[str]) -> str:
    """What to name instead of a whole build: its sets that have one of these files; "" when none has."""
    sets = dict.fromkeys(sorted(str(path.parent) for file in files for path in folder.glob(f"*/{file}")))
    return f"; name one of its sets: {', '.join(sets)}" if sets else ""


def _told(record: Record, unsaid: float | None) -> bool:
    """True for an edit whose words say enough of it, and for whatever is no edit."""
    if unsaid is None or record.kind != "edit":
        return True
    left, change = record.meta.get("teacher_left"), record.meta.get("change")
    return left is not None and change is not None and change > 0 and left <= unsaid * change


def wordings(record: Record) -> list[Record]:
    """A record, and after an edit record the same in each of its paraphrases."""
    other = record.meta.get("paraphrases", ()) if record.kind == "edit" and not record.trajectory.reflections else ()
    return [record] + [
        replace(
            record, id=f"{record.id}-w{n}", instruction=text, trajectory=replace(record.trajectory, instruction=text)
        )
        for n, text in enumerate(other)
    ]


HOW_TO_ASK = "build it with evaluation.compare, evaluation.perceive or evaluation.read"


def asked(config: TrainDataConfig) -> list[tuple[Path, Question]]:
    """The questions of all folders with the folders they lie in; none unless `kinds` names them."""
    if "question" not in config.kinds:
        return []
    out: list[tuple[Path, Question]] = []
    for folder in map(local, config.folders):
        try:
            own = zip(range(config.limit or 10**12), questions.read(folder), strict=False)
            out += [(folder, question) for _, question in own]
        except RecordError as error:
            raise TrainingDataError(str(error)) from None
    if not out:
        hint = _sets_inside(config.folders[0], [questions.FILE]) or f"; {HOW_TO_ASK}"
        raise TrainingDataError(f"{config.folders[0]}: no questions in it{hint}")
    return out


def texts(config: TrainDataConfig, records: Iterable[StoredRecord]) -> list[str]:
    """What the tokenizer of a nano model learns from besides its own corpus: instructions, questions and answers."""
    own = [text for _, question in asked(config) for text in (question.question, question.answer)]
    return [entry.record.instruction for entry in records] + own


FILES = "own_edits*.jsonl"
"""What `training.own_edits` writes into a data set's folder."""


def taught(entry: StoredRecord, own: OwnEdits | None = None) -> StoredRecord | None:
    """An edit record with the teacher's attempt and reasoning as its edit, in one step, or with a model's own edit;
    None when there is none.

    own  the edits of the record's folder, for `data.imitate: own`
    Records of corrections stay as they are: the teacher corrects nothing.
    """
    record = entry.record
    if record.kind != "edit" or record.trajectory.reflections:
        return entry
    made, thought = record.teacher, record.meta.get("teacher_thought", "")
    if own is not None:
        row = next(iter(own.get(record.id, ())), {})
        made, thought = row.get("settings"), row.get("thought", "")
    if made is None:
        return None
    settings = Settings.parse(dict(made))
    step = Step(str(thought), settings.to_dict(), settings, "finished")
    meta = {name: value for name, value in record.meta.items() if name != "images"}  # its result has no file
    trajectory = replace(record.trajectory, steps=(step,), evaluation=None)
    return replace(entry, record=replace(record, trajectory=trajectory, meta=meta))


def _teacher_is_nearer(entry: StoredRecord, own: OwnEdits) -> bool:
    """Whether the teacher came nearer to the target than an edit that a model made."""
    teachers, rows = entry.record.meta.get("teacher_left"), own.get(entry.record.id, ())
    return bool(rows) and entry.record.teacher is not None and teachers is not None and teachers < rows[0]["left"]


def goal_of(entry: StoredRecord) -> ImageRef | None:
    """The image that an edit or a judgement of one was to come to; None where the record does not say."""
    record = entry.record
    named = record.target if record.kind == "edit" else record.meta.get("wanted_image")
    return ImageRef(entry.folder / named) if isinstance(named, str) and inside(named) else None


def own_edits(folder: Path, judged: bool = False) -> OwnEdits:
    """What `training.own_edits` wrote into a folder. TrainingDataError when there is nothing.

    judged  their distances to the target are needed, which older files have not
    """
    rows = [row for file in sorted(folder.glob(FILES)) for row in Journal(file).rows]
    if not rows:
        raise TrainingDataError(f"{folder}: imitate own needs edits: python -m training.own_edits MODEL {folder}")
    usable = [row for row in rows if "settings" in row]
    if judged and not all("left" in row for row in usable):
        raise TrainingDataError(
            f"{folder}: own edits without their distance: remove {FILES} there and write them again"
        )
    out: dict[str, list[Mapping[str, Any]]] = {}
    for row in sorted(usable, key=lambda each: each.get("left", 0.0)):
        out.setdefault(row["id"], []).append(row)
    return out


def concise(entry: StoredRecord, most: int | None) -> StoredRecord:
    """An edit record with the thoughts of its steps cut to whole sentences of `most` words, at least the first."""
    trajectory = entry.record.trajectory
    if most is None or entry.record.kind != "edit":
        return entry
    steps = tuple(replace(step, thought=first_sentences(step.thought, most)) for step in trajectory.steps)
    return replace(entry, record=replace(entry.record, trajectory=replace(trajectory, steps=steps)))


def first_sentences(text: str, most: int) -> str:
    """As many whole sentences as keep to `most` words (characters, in Chinese), at least one."""
    sentences = re.findall(r".+?(?:[.!?](?=\s|$)|[。！？]|$)\s*", text.strip(), re.DOTALL)
    kept, count = "", 0
    for sentence in sentences:
        count += len(re.findall(r"[\u4e00-\u9fff]|[^\s\u4e00-\u9fff]+", sentence))
        if kept and count > most:
            break
        kept += sentence
    return kept.strip()


def image_refs(entry: StoredRecord) -> tuple[ImageRef, ...]:
    """The images of a record as the model sees them: the original, then one for each step."""
    record, steps = entry.record, entry.record.trajectory.all_steps
    named = record.meta.get("images")
    if named is None:
        size = record.trajectory.meta.get("max_size")
        source = entry.folder / record.source
        return tuple(ImageRef(source, s, size if isinstance(size, int) else None) for s in record.trajectory.states)
    if not isinstance(named, list) or not all(isinstance(n, str) and inside(n) for n in named):
        raise TrainingDataError(f"{record.id}: meta.images must list paths inside the data set")
    if len(named) != 1 + len(steps):
        raise TrainingDataError(
            f"{record.id}: {len(named)} images for {1 + len(steps)} states (the original and each step)"
        )
    return tuple(ImageRef(entry.folder / name) for name in named)


def trajectory_of(record: Record) -> Trajectory:
    """The trajectory with what is to be learnt in it: a judgement record gets its gold judgement at the end."""
    if record.kind != "eval":
        return record.trajectory
    return replace(record.trajectory, evaluation=record.evaluation, reflections=())


def learned(record: Record, learn: Sequence[str]) -> frozenset[str]:
    """Kinds of turns of a record that carry loss. An edit that had to be corrected is no model: its correction is."""
    if record.kind == "eval":
        return frozenset({"evaluate"})
    return frozenset(learn) - ({"edit"} if record.trajectory.reflections else set())


def system_text(choice: str, instruction: str) -> str:
    """The system prompt that a config names."""
    if choice == "none":
        return ""
    if choice == "own":
        return prompts.system_prompt(prompts.language_of(instruction))
    return Path(choice).read_text("utf-8")


@dataclass(frozen=True, eq=False)
class TrainingConversation:
    """What is learnt from one record or question, in words: the conversation, whose pictures are stand-ins.

    images  in the order of the messages' pictures
    learnt  kinds of the assistant's turns that carry loss
    wanted, score  see `TokenSample`
    """

    id: str
    kind: str
    messages: tuple[Message, ...]
    images: tuple[ImageRef, ...]
    learnt: frozenset[str]
    wanted: ImageRef | None = None
    score: float | None = None


def conversation(entry: StoredRecord, config: TrainDataConfig) -> TrainingConversation:
    """The conversation of a record; a judgement by images alone is one of its own."""
    record, refs = entry.record, image_refs(entry)
    numbers = [np.full((1, 1, 3), i, np.uint8) for i in range(len(refs))]  # in place of the images, to find them by
    system, trajectory = system_text(config.system_prompt, record.instruction), trajectory_of(record)
    meta = {**trajectory.meta, JUDGED_BY: config.judged_by}
    trajectory = replace(trajectory, meta=meta | ({READING: reading(record.instruction)} if config.reading else {}))
    done = trajectory.evaluation
    if record.kind != "eval" or config.judged_by == "conversation" or done is None or done.score is None:
        messages = to_messages(trajectory, numbers, system)
    else:
        asked = to_messages(replace(trajectory, evaluation=None), numbers, system, ask="evaluate")
        text = evaluation_turn(done.rationale, done.score, done.dimensions)
        messages = [*asked, Message("assistant", (text,), "evaluate")]
    shown = tuple(refs[int(image[0, 0, 0])] for m in messages for image in m.pictures)
    score = done.score if record.kind == "eval" and done else None
    kind = "reflect" if record.trajectory.reflections else record.kind
    learnt = learned(record, config.learn)
    return TrainingConversation(record.id, kind, tuple(messages), shown, learnt, goal_of(entry), score)


def own_samples(entry: StoredRecord, own: OwnEdits, config: TrainDataConfig) -> Iterator[TrainingConversation]:
    """What `data.own` learns beside a model's own edits of a record: their judgements, and their corrections."""
    record = entry.record
    if config.own and record.kind == "edit" and not record.trajectory.reflections:
        for number, row in enumerate(own.get(record.id, ())):
            yield from _own_samples(entry, row, config, "own" + str(number or ""))


def _own_samples(
    entry: StoredRecord, row: Mapping[str, Any], config: TrainDataConfig, name: str
) -> Iterator[TrainingConversation]:
    record = entry.record
    settings, goal = Settings.parse(dict(row["settings"])), goal_of(entry)
    judgement, images = Evaluation(row["score"], rationale=row["rationale"]), [record.source, row["image"]]
    if "judgement" in config.own:
        yield judged(entry, settings, judgement, config, f"{record.id}-{name}-e", images)
    if "correction" in config.own and (fix := row.get("correction")):
        call = Settings.parse(dict(fix["call"]))
        made = Step(str(row["thought"]), settings.to_dict(), settings, "finished")
        reflection = Reflection(Step(fix["thought"], call.to_dict(), settings.merge(call)))
        told = {**record.trajectory.meta, "threshold": HIGH}
        trajectory = replace(
            record.trajectory, steps=(made,), evaluation=judgement, reflections=(reflection,), meta=told
        )
        meta = {**record.meta, "images": [*images, fix["image"]]}
        corrected = replace(record, trajectory=trajectory, meta=meta)
        yield replace(conversation(replace(entry, record=corrected), config), id=f"{record.id}-{name}-r", wanted=goal)


def judged(
    entry: StoredRecord,
    settings: Settings,
    judgement: Evaluation,
    config: TrainDataConfig,
    name: str,
    images: Sequence[str] | None = None,
) -> TrainingConversation:
    """The conversation in which an edit of a record that a model made gets its judgement.

    images  paths in the data set of the original and the result; None: as the settings make them of the photo
    """
    record = entry.record
    trajectory = replace(record.trajectory, steps=(Step("", {}, settings, "finished"),), reflections=())
    meta = {key: value for key, value in record.meta.items() if key != "images"}
    meta |= {"images": list(images)} if images else {}
    kept = replace(record, kind="eval", trajectory=trajectory, evaluation=judgement, meta=meta)
    return replace(conversation(replace(entry, record=kept), config), id=name, wanted=goal_of(entry))


def question_conversation(folder: Path, question: Question, system_prompt: str = "none") -> TrainingConversation:
    """The conversation of a question about images; loss is on the answer."""
    refs = tuple(ImageRef(folder / name) for name in question.images)
    shown = [np.zeros((1, 1, 3), np.uint8) for _ in refs]
    messages = [Message("user", (*shown, question.question)), Message("assistant", (question.answer,), "evaluate")]
    if system := system_text(system_prompt, question.question):
        messages.insert(0, Message("system", (system,), "system"))
    return TrainingConversation(question.id, question.kind, tuple(messages), refs, frozenset({"evaluate"}))


AskedQuestion = tuple[Path, Question]
"""A question and the folder that it lies in."""


def conversations(
    records: Iterable[StoredRecord],
    config: TrainDataConfig,
    left_out: Counter[str],
    questions: Sequence[AskedQuestion] | None = None,
) -> Iterator[TrainingConversation]:
    """All records and questions as conversations; what has nothing to learn is counted in `left_out`.

    questions  None: those that the config names
    """
    rehearsing = config.imitate in ("own", "nearer")
    folders = list(map(local, config.folders)) if rehearsing or config.own else []
    own = {folder: own_edits(folder, config.imitate == "nearer" or bool(config.own)) for folder in folders}
    for record in records:
        rows = own.get(record.folder, {})
        yield from own_samples(record, rows, config)
        if config.imitate == "nearer" and _teacher_is_nearer(record, rows):
            entry = taught(record)
        else:
            entry = record if config.imitate == "target" else taught(record, rows if rehearsing else None)
        if entry is None:
            left_out["without an edit of its own" if rehearsing else "without a teacher's attempt"] += 1
            continue
        entry = concise(entry, config.thought_words)
        present = {"edit", *(["reflect"] * bool(entry.record.trajectory.reflections))}
        present |= {"evaluate"} if trajectory_of(entry.record).evaluation else set()
        if not present & learned(entry.record, config.learn):
            left_out["nothing to learn in it"] += 1
            continue
        yield conversation(entry, config)
    for folder, question in asked(config) if questions is None else questions:
        yield question_conversation(folder, question, config.system_prompt)


class Encoder:
    """Conversations to tokens with a Qwen-VL's processor."""

    def __init__(self, processor: "ProcessorMixin", cache: ImageCache) -> None:
        self.processor, self.cache = processor, cache
        self.control = control_tokens(processor.tokenizer)

    def sample(self, said: TrainingConversation) -> TokenSample:
        """A conversation up to its last token with loss. TrainingDataError when an image is missing or nothing in it
        is learnt.
        """
        try:
            ids, spans = self.encode(said.messages, [self.cache.tokens(ref) for ref in said.images])
        except (OSError, PhotoError, ValueError) as error:
            raise TrainingDataError(f"{said.id}: {error}") from None
        loss = np.zeros(len(ids), bool)
        for span in spans:
            loss[span.start : span.stop] = span.kind in said.learnt
        if not loss.any():
            raise TrainingDataError(
                f"{said.id}: it has no turn of kind {' or '.join(sorted(said.learnt))} to learn from"
            )
        end = int(np.flatnonzero(loss)[-1]) + 1  # nothing is learnt from what stands behind
        seen, left = 0, int((ids[:end] == self.processor.image_token_id).sum())
        while left > 0:
            left, seen = left - self.cache.tokens(said.images[seen]), seen + 1
        kept = tuple(span for span in spans if span.stop <= end)
        shown = said.images[:seen]
        return TokenSample(said.id, said.kind, ids[:end], loss[:end], kept, shown, said.wanted, said.score)

    def encode(self, messages: Sequence[Message], sizes: Sequence[int]) -> tuple[np.ndarray, tuple[Span, ...]]:
        """(ids, spans of what the assistant says) of a conversation whose images take `sizes` tokens each."""
        turns = [{"role": m.role, "content": turn_content(m, self.control)} for m in messages]
        made = self.processor.tokenizer.apply_chat_template(
            turns,
            chat_template=self.processor.chat_template,
            tokenize=True,
            return_dict=True,
            return_assistant_tokens_mask=True,
        )
        short, said = np.array(made["input_ids"], np.int32), np.array(made["assistant_masks"], bool)
        marks = np.flatnonzero(short == self.processor.image_token_id)
        if len(marks) != len(sizes):
            raise ValueError(f"the chat template has places for {len(marks)} of {len(sizes)} images")
        counts = np.ones(len(short), np.int64)
        counts[marks] = sizes
        kinds = [m.kind for m in messages if m.kind != "user" and m.kind != "system"]
        return np.repeat(short, counts), _spans(np.repeat(said, counts), kinds)


def _spans(said: np.ndarray, kinds: Sequence[TurnKind]) -> tuple[Span, ...]:
    """The runs of True, each with the kind of its turn."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], said.view(np.int8), [0]])))
    runs = edges.reshape(-1, 2)
    if len(runs) != len(kinds):
        raise ValueError(f"the chat template marks {len(runs)} of {len(kinds)} assistant turns")
    return tuple(Span(int(start), int(stop), kind) for (start, stop), kind in zip(runs, kinds, strict=True))


@dataclass(frozen=True)
class SampleSet:
    """Samples ready to train on, and how many records were left out, by cause."""

    samples: tuple[TokenSample, ...]
    left_out: Counter[str]


def build(
    records: Iterable[StoredRecord],
    encoder: Encoder,
    config: TrainDataConfig,
    questions: Sequence[AskedQuestion] | None = None,
) -> SampleSet:
    """All records and questions as samples. A damaged one stops the run; one that is too long or has nothing to learn
    is counted.

    questions  None: those that the config names
    """
    left_out = Counter[str]()
    samples = [encoder.sample(said) for said in conversations(records, config, left_out, questions)]
    short = [sample for sample in samples if len(sample) <= config.max_length]
    if len(short) < len(samples):
        left_out[f"longer than {config.max_length} tokens"] += len(samples) - len(short)
    samples = short
    if not samples:
        causes = ", ".join(f"{n} {cause}" for cause, n in left_out.items()) or "there are none"
        raise TrainingDataError(f"no record can be learnt from: {causes}")
    return SampleSet(tuple(samples), left_out)


class Collator:
    """A batch of samples as the model takes it; TrainingDataError rather than a batch that lost an image.

    targets  what heads of perception are to read off it; None: there are none
    """

    def __init__(
        self,
        samples: Sequence[TokenSample],
        processor: "ProcessorMixin",
        cache: ImageCache,
        targets: PerceptionTargets | None = None,
    ) -> None:
        self.samples, self.processor, self.cache, self.targets = samples, processor, cache, targets

    def __call__(self, rows: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Rows name samples by "sample" -> their batch."""
        return self.batch([self.samples[int(row["sample"])] for row in rows])

    def batch(self, batch: Sequence[TokenSample]) -> dict[str, Any]:
        """input_ids, labels, attention_mask (B, L), patches and grids of all images, and what is to be perceived."""
        import torch

        longest, pad = max(map(len, batch)), self.processor.tokenizer.pad_token_id
        ids = np.full((len(batch), longest), pad, np.int64)
        labels, mask = np.full_like(ids, IGNORED), np.zeros_like(ids)
        for i, sample in enumerate(batch):
            ids[i, : len(sample)], mask[i, : len(sample)] = sample.ids, 1
            labels[i, : len(sample)] = np.where(sample.loss, sample.ids, IGNORED)
        arrays = {"input_ids": ids, "labels": labels, "attention_mask": mask}
        arrays |= image_arrays([s.ids for s in batch], [s.images for s in batch], self.processor, self.cache, ids)
        arrays |= self.targets.arrays(batch) if self.targets else {}
        return {name: torch.from_numpy(array) for name, array in arrays.items()}


def image_arrays(
    rows: Sequence[np.ndarray],
    images: Sequence[Sequence[ImageRef]],
    processor: "ProcessorMixin",
    cache: ImageCache,
    padded: np.ndarray,
) -> dict[str, np.ndarray]:
    """pixel_values, image_grid_thw and mm_token_type_ids of a batch; TrainingDataError when tokens and features differ.

    rows    the tokens of each row without padding
    padded  (B, L) all of them
    """
    flat = [cache.patches(ref) for refs in images for ref in refs]
    merged = processor.image_processor.merge_size**2
    at = 0
    for i, (ids, refs) in enumerate(zip(rows, images, strict=True)):
        tokens = int((np.asarray(ids) == processor.image_token_id).sum())
        features = sum(len(patches) for patches, _ in flat[at : at + len(refs)]) // merged
        if tokens != features:
            raise TrainingDataError(f"row {i} has {tokens} image tokens for {features} features of {len(refs)} images")
        at += len(refs)
    kinds = (padded == processor.image_token_id).astype(np.int64)
    if not flat:
        return {"mm_token_type_ids": kinds}
    return {
        "pixel_values": np.concatenate([patches for patches, _ in flat]),
        "image_grid_thw": np.array([grid for _, grid in flat], np.int64),
        "mm_token_type_ids": kinds,
    }


def mixture(kinds: Sequence[str], shares: Mapping[SharedKind, float] | None, seed: int, epoch: int) -> np.ndarray:
    """(N,) indices of the N samples of an epoch: so many of each kind as its share says, or each sample once.

    Every kind is gone through in full, in an order of its own, before any of its samples comes again; an epoch goes on
    where the one before it stopped. A share of "question" is one of all kinds of questions. TrainingDataError when no
    sample is of a kind with a share. A share of "edit" is one of corrections too, unless they have their own.
    """
    if shares is None:
        return np.arange(len(kinds))
    groups = shared_groups(kinds, shares)
    edges = np.rint(np.cumsum([0.0, *shares.values()]) / sum(shares.values()) * len(kinds)).astype(int)
    picked = []
    for number, (own, count) in enumerate(zip(groups.values(), np.diff(edges), strict=True)):
        first = epoch * count
        rounds = range(first // len(own), (first + count - 1) // len(own) + 1) if count else range(0)
        orders = [np.random.default_rng([seed, number, each]).permutation(own) for each in rounds]
        start = first - rounds.start * len(own)
        picked += [np.concatenate(orders)[start : start + count]] if count else []
    return np.concatenate(picked)


def shared_groups(kinds: Sequence[str], shares: Mapping[SharedKind, float]) -> dict[SharedKind, np.ndarray]:
    """Kind with a share -> indices of the samples that count as of it. TrainingDataError when there are none."""
    alike = {"question": set(questions.KINDS), "edit": {"edit"} if "reflect" in shares else {"edit", "reflect"}}
    groups = {kind: np.flatnonzero([k in alike.get(kind, {kind}) for k in kinds]) for kind in shares}
    if missing := [kind for kind, own in groups.items() if not len(own)]:
        asked_for = set(missing) & {"question", *questions.KINDS}
        hint = f"{HOW_TO_ASK}, or take" if asked_for else "take"
        raise TrainingDataError(
            f"data.shares: there is no {' and no '.join(missing)} in the data: {hint} it out of data.shares "
            "(data.shares=null: every record once)"
        )
    return groups


def length_grouped(
    lengths: Sequence[int], batch: int, seed: int, epoch: int, window: int = 32, taken: np.ndarray | None = None
) -> Iterator[int]:
    """Indices of an epoch: shuffled, but rows of one batch are of about one length, so that little is padding.

    window  batches among which rows are sorted; batches then come in random order, the last one incomplete
    taken   indices that make up the epoch; all when None
    """
    random = np.random.default_rng([seed, epoch])
    order = random.permutation(np.arange(len(lengths)) if taken is None else taken)
    batches: list[np.ndarray] = []
    for first in range(0, len(order), batch * window):
        part = order[first : first + batch * window]
        part = part[np.argsort(np.asarray(lengths)[part], kind="stable")]
        batches += [part[i : i + batch] for i in range(0, len(part), batch)]
    full = [b for b in batches if len(b) == batch]
    rest = [b for b in batches if len(b) < batch]
    for i in random.permutation(len(full)):
        yield from map(int, full[i])
    for part in rest:
        yield from map(int, part)
