"""The annotator that asks a vision-language model behind any OpenAI-compatible API.

Replies are kept by the hash of what was asked, so that a build that goes on asks nothing twice; the budget holds over
all workers and runs. What a model wrote is text: read, bounded, checked, never executed.
"""

import hashlib
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import numpy as np

from data_pipeline.annotators import AnnotationCase, AnnotationError, WrittenInstruction, limits, prompts
from data_pipeline.config import AnnotatorConfig
from data_pipeline.samples import BuildError
from editor_ops.validation import finite
from jarvisevo.judge.core.ledger import Budget, BudgetError, Ledger
from jarvisevo.judge.core.replies import ReplyError, read_object
from jarvisevo.protocol.chat import Chat, ChatError, Message, Sampling
from jarvisevo.record.artedit import boxes_in
from jarvisevo.record.trajectory import ADHERENCE, AESTHETIC, Evaluation

MAX_REPLY = 20_000
"""Characters of a reply that are used."""
PICTURE_TOKENS = 1000
"""What an image is reckoned at before the server says better."""

NOT_A_REQUEST = re.compile(
    r"user intent|[{}\[\]]|https?:|```|as an ai|i cannot|i can't help|sure[,!]|here (is|are)|"
    r"用户意图|作为(一个)?AI|抱歉",
    re.I,
)
"""What stands in replies about a request rather than in one."""
Value = TypeVar("Value")
ImageQuestion = tuple[str, tuple[np.ndarray, ...]]


class ModelAnnotator:
    """Implements `Annotator` with a model.

    chat    in place of the config's endpoints: for tests, and for models that are loaded here
    second  in place of the config's filter endpoints: says whether an instruction fits the images
    """

    def __init__(
        self, config: AnnotatorConfig, folder: Path, chat: Chat | None = None, second: Chat | None = None
    ) -> None:
        self.config = config
        if chat is None:
            chat = _open(config.endpoints, config)
        if second is None and config.filter_endpoints:
            second = _open(config.filter_endpoints, config)
        self.chat, self.second, self.name = chat, second, chat.name
        folder.mkdir(parents=True, exist_ok=True)
        self.ledger = Ledger(folder / "replies.sqlite", Budget(requests=config.max_requests or None))

    def instructions(self, cases: Sequence[AnnotationCase]) -> list[WrittenInstruction | AnnotationError]:
        """See `Annotator.instructions`. All requests of one pair in one language are asked for
        in one call (Figure 11).
        """
        groups: dict[tuple[str, str], list[int]] = {}
        for i, case in enumerate(cases):
            groups.setdefault((case.id.rpartition("-")[0] or case.id, case.language), []).append(i)
        together = [[cases[i] for i in places] for places in groups.values()]
        questions = [(prompts.instructions(own), (own[0].images[0], own[0].images[-1])) for own in together]
        out: dict[int, WrittenInstruction | AnnotationError] = {}
        for places, own, reply in zip(groups.values(), together, self._ask(questions), strict=True):
            failed = isinstance(reply, AnnotationError)
            texts: list[str | AnnotationError] = [reply] * len(own) if failed else _intents(str(reply), own)
            for i, case, text in zip(places, own, texts, strict=True):
                if isinstance(text, AnnotationError):
                    out[i] = text
                else:
                    out[i] = WrittenInstruction(text, case.prompt, tuple(_boxes(text)))
        return self._filtered(cases, [out[i] for i in range(len(cases))])

    def _filtered(
        self, cases: Sequence[AnnotationCase], written: list[WrittenInstruction | AnnotationError]
    ) -> list[WrittenInstruction | AnnotationError]:
        """The instructions that a second model finds in the two images; all of them without a second model."""
        if self.second is None:
            return written
        places = [i for i, each in enumerate(written) if isinstance(each, WrittenInstruction)]
        questions = [
            (prompts.fits(cases[i], each.text), (cases[i].images[0], cases[i].images[-1]))
            for i in places
            if isinstance(each := written[i], WrittenInstruction)
        ]
        out = list(written)
        for i, reply in zip(places, self._ask(questions, self.second), strict=True):
            refused = reply if isinstance(reply, AnnotationError) else _refusal(reply)
            out[i] = refused or written[i]
        return out

    def plans(self, cases: Sequence[AnnotationCase]) -> list[str | AnnotationError]:
        """See `Annotator.plans`."""
        return self._texts([(prompts.plan(c), (c.images[0], c.images[-1])) for c in cases], cases)

    def steps(self, cases: Sequence[AnnotationCase], number: int) -> list[str | AnnotationError]:
        """See `Annotator.steps`."""
        return self._texts([(prompts.step(c, number), _around(c, number)) for c in cases], cases)

    def refined(
        self, cases: Sequence[AnnotationCase], drafts: Sequence[str], number: int
    ) -> list[str | AnnotationError]:
        """See `Annotator.refined`."""
        texts = [
            prompts.refined_plan(c, d) if number < 0 else prompts.refined_step(c, d, number)
            for c, d in zip(cases, drafts, strict=True)
        ]
        return self._texts([(text, (c.images[0],)) for text, c in zip(texts, cases, strict=True)], cases)

    def evaluations(self, cases: Sequence[AnnotationCase]) -> list[Evaluation | AnnotationError]:
        """See `Annotator.evaluations`."""
        answers = self._ask([(prompts.evaluation(c), (c.images[0], c.images[-1])) for c in cases])
        return [a if isinstance(a, AnnotationError) else _caught(_evaluation, a, self.name) for a in answers]

    def reflections(
        self, cases: Sequence[AnnotationCase], evaluations: Sequence[Evaluation]
    ) -> list[str | AnnotationError]:
        """See `Annotator.reflections`."""
        questions = []
        for case, judged in zip(cases, evaluations, strict=True):
            wanted = () if case.target is None else (case.target,)
            questions.append((prompts.reflection(case, judged), (case.images[0], case.images[-1], *wanted)))
        return self._texts(questions, cases)

    # -- asking ------------------------------------------------------------------------------------

    def _texts(
        self, questions: Sequence[ImageQuestion], cases: Sequence[AnnotationCase]
    ) -> list[str | AnnotationError]:
        """Replies as plain text, within the case's limit."""
        answers = self._ask(questions)
        return [
            a if isinstance(a, AnnotationError) else _caught(_plain, a, c) for a, c in zip(answers, cases, strict=True)
        ]

    def _ask(self, questions: Sequence[ImageQuestion], chat: Chat | None = None) -> list[str | AnnotationError]:
        """One reply for each question; kept ones are not asked again. BuildError when the budget is used up."""
        chat = chat or self.chat
        keys = [_key(chat.name, self.config, text, images) for text, images in questions]
        kept = [self.ledger.find(key) for key in keys]
        open_ones = [i for i, reply in enumerate(kept) if reply is None]
        new: dict[int, str | AnnotationError] = {}
        for start in range(0, len(open_ones), self.config.concurrency):
            new |= self._round(open_ones[start : start + self.config.concurrency], questions, keys, chat)
        return [str(reply["text"]) if reply is not None else new[i] for i, reply in enumerate(kept)]

    def _round(
        self, places: Sequence[int], questions: Sequence[ImageQuestion], keys: Sequence[str], chat: Chat
    ) -> dict[int, str | AnnotationError]:
        """As many requests as may be under way at once."""
        try:
            reserved = [
                self.ledger.reserve(chat.name, PICTURE_TOKENS * len(questions[i][1]), self.config.max_tokens)
                for i in places
            ]
        except BudgetError as error:
            raise BuildError(f"{error}; raise annotator.max_requests and run the same command again") from None
        sampling = Sampling(self.config.temperature, 1.0, self.config.max_tokens, 0)
        talks = [[Message("user", (*questions[i][1], questions[i][0]))] for i in places]
        out: dict[int, str | AnnotationError] = {}
        for i, reply in zip(places, chat.complete(talks, sampling, want="evaluate"), strict=True):
            if isinstance(reply, ChatError):
                self.ledger.book(chat.name, "annotate", 0, 0, keys[i], None)
                out[i] = AnnotationError(str(reply))
                continue
            out[i] = reply.text[:MAX_REPLY]
            used = reply.usage
            self.ledger.book(
                chat.name,
                "annotate",
                used.get("prompt_tokens", 0),
                used.get("completion_tokens", 0),
                keys[i],
                {"text": out[i]},
            )
        for each in reserved:
            self.ledger.release(each)
        return out


def _key(name: str, config: AnnotatorConfig, text: str, images: Sequence[np.ndarray]) -> str:
    """What decides a reply, as a hash."""
    digest = hashlib.sha256(f"{name}\0{config.temperature}\0{config.max_tokens}\0{text}".encode())
    for image in images:
        digest.update(str(image.shape).encode() + image.tobytes())
    return digest.hexdigest()


def _around(case: AnnotationCase, number: int) -> tuple[np.ndarray, ...]:
    """The photo, the images before and after a step, the final one."""
    return case.images[0], case.images[number], case.images[number + 1], case.images[-1]


# ---- reading


def _caught(read: Callable[..., Value], *given: object) -> Value | AnnotationError:
    try:
        return read(*given)
    except AnnotationError as error:
        return error


def _plain(text: str, case: AnnotationCase) -> str:
    """A reply as one text: no tags but boxes, no quotation marks around it, in the right language."""
    text = " ".join(text.replace("<think>", " ").split("</think>")[-1].split()).strip("\"'“”` ")
    if not text:
        raise AnnotationError("an empty reply")
    if any(tag in text for tag in ("<tool_call", "<answer", "<state", "<|")):
        raise AnnotationError("tags of the dialogue in a text")
    chinese = sum("\u4e00" <= c <= "\u9fff" for c in text) > 0.2 * len(text)
    if chinese != (case.language == "zh"):
        raise AnnotationError(f"not in the language asked for ({case.language})")
    if limits.words(text) > 2 * case.words:
        raise AnnotationError(f"{limits.words(text)} words where {case.words} were asked for")
    return text


def _intents(text: str, cases: Sequence[AnnotationCase]) -> list[str | AnnotationError]:
    """The requests of a reply in JSON, one for each case; what cannot be used is its error."""
    try:
        data = read_object(text)
    except ReplyError as error:
        return [AnnotationError(str(error))] * len(cases)
    given = [data.get(f"User Intent {i}") for i in range(1, len(cases) + 1)]
    return [
        _caught(_intent, value, case) if isinstance(value, str) else AnnotationError(f"no text for User Intent {i}")
        for i, (value, case) in enumerate(zip(given, cases, strict=True), 1)
    ]


def _intent(text: str, case: AnnotationCase) -> str:
    """One request as a person would have typed it. AnnotationError for what is an answer about requests."""
    found = _plain(text, case)
    if wrong := NOT_A_REQUEST.search(found):
        raise AnnotationError(f"not a request as people type it: {wrong[0][:40]!r} in it")
    return found


def _refusal(text: str) -> AnnotationError | None:
    """Why the second model does not find an instruction in the images; None when it does."""
    try:
        data = read_object(text)
    except ReplyError as error:
        return AnnotationError(f"the second model: {error}")
    if data.get("fits") is True:
        return None
    return AnnotationError(f"the second model refused it: {str(data.get('reason', 'no reason'))[:200]}")


def _open(endpoints: str, config: AnnotatorConfig) -> Chat:
    from jarvisevo.policies.openai import OpenAIChat

    return OpenAIChat(endpoints, concurrency=config.concurrency)


def _boxes(text: str) -> list[tuple[float, float, float, float]]:
    return [(a, b, c, d) for a, b, c, d in boxes_in(text)]


def _evaluation(text: str, name: str) -> Evaluation:
    """The scores of a reply. AnnotationError for one that is missing, no number, or off the scale."""
    try:
        data = read_object(text)
    except ReplyError as error:
        raise AnnotationError(str(error)) from None
    scores = {key: _score(data.get(key), key, 0.0) for key in (*AESTHETIC, *ADHERENCE)}
    summary = str(data.get("summary", "")).strip()
    if not summary:
        raise AnnotationError("no summary")
    return Evaluation(round(_score(data.get("overall"), "overall", 1.0), 2), scores, summary[:2000], name)


def _score(value: object, key: str, low: float) -> float:
    score = finite(value)
    if score is None or not low <= score <= 5:
        raise AnnotationError(f"{key} is not a number from {low:g} to 5")
    return score
