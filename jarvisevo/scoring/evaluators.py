"""Judges of an edit behind one interface: a model that is asked, or arithmetic on the two pictures.

Every judgement is an `Evaluation`: overall 1 to 5, the ten dimensions of JarvisEvo (Figures 17 and 18) as far
as the judge gives them, and a rationale. One that failed says why and has no score; it is never a number.
"""

from typing import TYPE_CHECKING, Protocol

from jarvisevo.record.trajectory import DIMENSIONS, Evaluation

if TYPE_CHECKING:
    import numpy as np

    from editor_ops.photo import Image, Photo
    from editor_ops.settings import Settings
    from jarvisevo.protocol.chat import Chat, Message, Sampling

    Picture = Image | np.ndarray

MAX_PIXELS = 1_000_000
"""Pictures are judged at no more than this size."""
MIN_SIDE = 8
"""Pixels of the shorter edge below which a picture shows nothing to judge."""


class Evaluator(Protocol):
    """Whoever scores an edit. `name` goes into `Evaluation.judge`."""

    name: str

    def score(
        self,
        before: "Picture",
        after: "Picture",
        instruction: str,
        *,
        photo: "Photo | None" = None,
        settings: "Settings | None" = None,
    ) -> Evaluation:
        """Judge one edit; never raises for what a picture, an instruction or a model holds.

        before, after  the picture as it was and as it is: `Image`, or (H, W, 3) uint8 or [0, 1] float sRGB
        photo          the original, for judges that look at it at full size
        settings       what was done, for judges that are told
        """
        ...


class AnalyticEvaluator:
    """No model: the asked change is measured, and so is what broke. The same input always gives the same score."""

    name = "analytic"

    def score(
        self,
        before: "Picture",
        after: "Picture",
        instruction: str,
        *,
        photo: "Photo | None" = None,
        settings: "Settings | None" = None,
    ) -> Evaluation:
        """See `Evaluator.score`. Images of different sizes are compared at the smaller one; with `settings`, a slider
        that stands where a number says is as asked, whatever stood before.
        """
        from jarvisevo.rules.language import read
        from jarvisevo.rules.panel_numbers import as_obeyed
        from jarvisevo.scoring.analytic.boxes import boxes
        from jarvisevo.scoring.analytic.judge import judge

        codes = _comparable(before, after)
        if isinstance(codes, str):
            return Evaluation.failure(codes, self.name)
        intent = read(instruction)
        intent = intent if settings is None else as_obeyed(intent, instruction, settings)
        return judge(*codes, intent, boxes(instruction), self.name, settings)


def _comparable(before: "Picture", after: "Picture") -> "tuple[np.ndarray, np.ndarray] | str":
    """Both images as sRGB codes, or why they cannot be compared."""
    from editor_ops.measure import srgb_codes

    try:
        first, then = (srgb_codes(image, MAX_PIXELS) for image in (before, after))
    except Exception as error:  # whatever is no image
        return f"not an image: {type(error).__name__}: {error}"
    for codes in (first, then):
        if codes.ndim != 3 or codes.shape[2] != 3:
            return f"not an image: an array of {codes.shape}"
        height, width = codes.shape[:2]
        if min(height, width) < MIN_SIDE:
            return f"an image of {width} × {height} pixels is too small to judge: {MIN_SIDE} at least on each side"
    return first, then


class ModelEvaluator:
    """Asks a model, in the evaluation turn of the protocol.

    chat    any model; its name becomes the judge's
    system  system prompt of the conversation
    retries replies that cannot be read are asked for again so often, with the reason
    """

    def __init__(
        self,
        chat: "Chat",
        *,
        system: str = "",
        sampling: "Sampling | None" = None,
        retries: int = 1,
        max_size: int = 1024,
    ) -> None:
        from jarvisevo.protocol.chat import Sampling

        self.chat, self.system, self.retries, self.max_size = chat, system, retries, max_size
        self.sampling = sampling or Sampling()
        self.name = chat.name

    def score(
        self,
        before: "Picture",
        after: "Picture",
        instruction: str,
        *,
        photo: "Photo | None" = None,
        settings: "Settings | None" = None,
    ) -> Evaluation:
        """See `Evaluator.score`. With `settings` the model sees them as the edit's turn, else the two pictures only."""
        from jarvisevo.protocol import turns as protocol
        from jarvisevo.protocol.chat import ChatError, Message

        try:
            talk = self._conversation(before, after, instruction, settings)
        except Exception as error:  # whatever is no picture
            return Evaluation.failure(f"not a picture: {type(error).__name__}: {error}", self.name)
        for attempt in range(self.retries + 1):
            reply = self.chat.complete([talk], self.sampling, want="evaluate")[0]
            if isinstance(reply, ChatError):
                return Evaluation.failure(str(reply), self.name)
            try:
                return protocol.parse_evaluation(reply.text, self.name)
            except protocol.ProtocolError as error:
                if attempt == self.retries:
                    cut = " (it was cut at max_tokens)" if reply.finish == "length" else ""
                    return Evaluation.failure(f"the reply cannot be read{cut}: {error}", self.name, reply.text)
                talk = [
                    *talk,
                    Message("assistant", (reply.text,), "evaluate"),
                    Message("user", (protocol.retry_turn(error),)),
                ]
        raise AssertionError("unreachable")

    def _conversation(
        self, before: "Picture", after: "Picture", instruction: str, settings: "Settings | None"
    ) -> "list[Message]":
        from jarvisevo.protocol import turns as protocol
        from jarvisevo.protocol.chat import Message

        first, then = (self._shown(picture) for picture in (before, after))
        talk = [Message("system", (self.system,), "system")] if self.system else []
        read = ""
        if getattr(self.chat, "reading", False):
            from jarvisevo.rules.outline import reading

            read = reading(instruction)
        asked, verdict = protocol.source_turn(instruction, reading=read), protocol.evaluate_turn()
        if settings is None or getattr(self.chat, "judged_by", "") == "images":
            return [*talk, Message("user", (first, asked, then, verdict))]
        edit = Message("assistant", (protocol.edit_turn("", settings, "finished"),), "edit")
        return [*talk, Message("user", (first, asked)), edit, Message("user", (then, verdict))]

    def _shown(self, picture: "Picture") -> "np.ndarray":
        """(h, w, 3) uint8 sRGB with the long edge at most `max_size`."""
        import numpy as np

        from editor_ops.measure import srgb_codes

        shape = np.asarray(getattr(picture, "pixels", picture)).shape
        shrink = min(1.0, self.max_size / max(shape[:2]))
        return srgb_codes(picture, max(1, int(shape[0] * shape[1] * shrink * shrink)))


__all__ = ["DIMENSIONS", "AnalyticEvaluator", "Evaluation", "Evaluator", "ModelEvaluator"]
