"""What a server takes: read from its refusals and remembered, and how a conversation is cut down to it.

What a server has no room for is given up in this order, one at each refusal (docs/models.md):

1. tokens of the reply: half as many, not under `LEAST_REPLY`
2. the size of the pictures: half the area, not under `LEAST_PIXELS`
3. what the model thought at its earlier turns
4. pictures: the original and the latest one stay
5. the documentation of the parameters in our own system prompt

Where a request may hold only so many pictures, the original and the latest ones stay; where it may hold one, these two
stand side by side in it.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from jarvisevo.protocol.chat import Message

LEAST_REPLY = 512
"""Tokens: a thought and a call of our grammar take 150 to 400."""
LEAST_PIXELS = 65_536
"""Area of a picture: 64 tokens of a Qwen3-VL, in which a face is still a face."""
LEFT_OUT = "[An earlier picture stood here.]"
UNSEEN = "[A picture stands here that you cannot see.]"
SIDE_BY_SIDE = "[Left: the original photo. Right: its latest state.]"
PARAMETERS = ("max_tokens", "temperature", "top_p", "seed", "n")
"""Of a request, in case a server refuses one; `max_tokens` then goes as `max_completion_tokens`."""

_IMAGES = re.compile(
    r"(?:at most|up to|only (?:include|accepts?|supports?)|maximum (?:of|is)|limit (?:of|is)|more than) (\d+) image",
    re.I,
)
_BLIND = re.compile(
    r"(?:image|vision|multimodal)s?(?: input)?s? (?:is|are) (?:not|only) supported|"
    r"(?:not|n't) support (?:image|vision)|"
    r"not a (?:vision|multimodal)|support image input|content\S{0,3}type\S* .{0,40}\['text'\]",
    re.I,
)
_CONTEXT = re.compile(
    r"context[ _](?:length|size|window)|max_model_len|maximum model length|n_ctx|too many tokens|"
    r"(?:prompt|input) is too long|reduce the length",
    re.I,
)
_SYSTEM = re.compile(
    r"system (?:role|message|prompt)s? (?:is |are )?not (?:supported|allowed)|roles must alternate", re.I
)
_STREAM = re.compile(r"stream(?:ing)?\S* (?:must be|is required|only)|only supports? stream", re.I)
_REFUSED = re.compile(
    rf"(?:unsupported|unknown|unrecognized|unexpected|invalid)\b.{{0,40}}\b({'|'.join(PARAMETERS)})\b|"
    rf"['\"`]({'|'.join(PARAMETERS)})['\"`].{{0,40}}\bnot (?:supported|allowed|permitted)",
    re.I,
)


@dataclass(frozen=True)
class Terms:
    """What a server takes, as far as it has said so.

    images    pictures of a request; None while no limit is known
    reply     tokens of a reply
    pixels    area of a picture
    thoughts  False: earlier thoughts are left out
    recent    True: of the pictures only the original and the latest
    manual    False: our own system prompt goes without its documentation of the parameters
    system    False: no role of its own for the system prompt, which then opens the first user turn
    stream    True: replies only as a stream of events
    refused   PARAMETERS that it does not take
    """

    images: int | None = None
    reply: int | None = None
    pixels: int | None = None
    thoughts: bool = True
    recent: bool = False
    manual: bool = True
    system: bool = True
    stream: bool = False
    refused: frozenset[str] = frozenset()

    @property
    def lasting(self) -> "Terms":
        """What holds for every conversation; what one was too long for may fit another."""
        return replace(self, reply=None, pixels=None, thoughts=True, recent=False, manual=True)

    def tokens(self, wanted: int) -> int:
        """Tokens to ask for, of those wanted."""
        return wanted if self.reply is None else min(wanted, self.reply)


def next_terms(
    terms: Terms, refusal: str, talk: Sequence[Message], max_tokens: int, *, blind: bool = False
) -> Terms | None:
    """Terms on which the server may say yes after this refusal; None when nothing is left to give up.

    talk        the conversation as it was sent, already on `terms`
    max_tokens  that were asked for
    blind       the conversation tells in words what its pictures show, so it can go without them
    """
    shown = [picture for message in talk for picture in message.pictures]
    if (found := _REFUSED.search(refusal)) and (name := (found[1] or found[2]).lower()) not in terms.refused:
        return replace(terms, refused=terms.refused | {name})
    if _STREAM.search(refusal) and not terms.stream:
        return replace(terms, stream=True)
    if _SYSTEM.search(refusal) and terms.system:
        return replace(terms, system=False)
    if (found := _IMAGES.search(refusal)) and int(found[1]) < len(shown):
        most = int(found[1])
        return replace(terms, images=most) if most or blind else None
    if _BLIND.search(refusal):
        return replace(terms, images=0) if shown and blind else None
    return _shorter(terms, talk, shown, max_tokens) if _CONTEXT.search(refusal) else None


def _shorter(terms: Terms, talk: Sequence[Message], shown: Sequence[np.ndarray], max_tokens: int) -> Terms | None:
    """The next thing to give up for a conversation that is too long."""
    if max_tokens > LEAST_REPLY:
        return replace(terms, reply=max(max_tokens // 2, LEAST_REPLY))
    largest = max((p.shape[0] * p.shape[1] for p in shown), default=0)
    if largest > LEAST_PIXELS:
        return replace(terms, pixels=max(largest // 2, LEAST_PIXELS))
    if terms.thoughts and any(m.role == "assistant" and "<think>" in m.text for m in talk):
        return replace(terms, thoughts=False)
    if len(shown) > 2:
        return replace(terms, recent=True)
    return replace(terms, manual=False) if terms.manual and without_manual(talk) != list(talk) else None


# ---- a conversation on these terms


def on_terms(talk: Sequence[Message], terms: Terms) -> list[Message]:
    """The conversation as the server takes it."""
    out = list(talk) if terms.thoughts else without_thoughts(talk)
    count, most = sum(len(m.pictures) for m in out), _most(terms)
    if most is not None and count > most:
        out = _fewer(out, most)
    if not terms.manual:
        out = without_manual(out)
    if terms.pixels is not None:
        out = [_smaller(message, terms.pixels) for message in out]
    return out if terms.system else _folded(out)


def given_up(talk: Sequence[Message], terms: Terms, wanted: int) -> tuple[str, ...]:
    """What of a conversation the server did not get, in lines for a person, each with what to do."""
    shown = [picture for message in talk for picture in message.pictures]
    largest, lines = max((p.shape[0] * p.shape[1] for p in shown), default=0), []
    if terms.images is not None and len(shown) > terms.images:
        seen = {0: "the model saw none and edited by measurements", 1: "the model saw original and latest side by side"}
        told = seen.get(terms.images, "the model saw the original and the latest ones")
        fix = "; vLLM: --limit-mm-per-prompt '{\"image\": 8}'" if terms.images else ""
        many = "one picture" if terms.images == 1 else f"{terms.images} pictures"
        lines.append(f"the server takes {many} a request: {told}{fix}")
    short = []
    if terms.tokens(wanted) < wanted:
        short.append(f"replies of at most {terms.reply} tokens")
    if terms.pixels is not None and largest > terms.pixels:
        short.append(f"pictures of at most {terms.pixels:,} pixels")
    if not terms.thoughts and without_thoughts(talk) != list(talk):
        short.append("no earlier thoughts")
    if terms.recent and len(shown) > 2:
        short.append("only the original and the latest picture")
    if not terms.manual:
        short.append("no list of the parameters")
    if short:
        lines.append(f"the server's context is short: {', '.join(short)}; serve the model with a longer one")
    return tuple(lines)


def unasked(talk: Sequence[Message], terms: Terms) -> tuple[str, ...]:
    """What the request did not say, though nothing of the conversation was given up, in lines for a person."""
    lines = []
    if not terms.system and any(message.role == "system" for message in talk):
        lines.append("the server takes no system role: the system prompt opened the first user turn")
    if names := sorted(terms.refused - {"max_tokens"}):  # which goes by its newer name
        lines.append(f"the server does not take {', '.join(names)}: left out of the request")
    return tuple(lines)


def without_thoughts(talk: Sequence[Message]) -> list[Message]:
    """The conversation without what the model thought at its earlier turns, as templates of thinking models want it."""
    return [
        replace(m, content=tuple(_THOUGHT.sub("", p) if isinstance(p, str) else p for p in m.content))
        if m.role == "assistant" and "<think>" in m.text
        else m
        for m in talk
    ]


def without_manual(talk: Sequence[Message]) -> list[Message]:
    """The conversation with our own system prompt cut to its rules."""
    from jarvisevo.protocol.prompts import brief

    return [replace(m, content=(brief(m.text),)) if m.role == "system" and brief(m.text) != m.text else m for m in talk]


_THOUGHT = re.compile(r"<think>.*?</think>\s*", re.DOTALL)


def _most(terms: Terms) -> int | None:
    if not terms.recent:
        return terms.images
    return 2 if terms.images is None else min(terms.images, 2)


def _fewer(talk: Sequence[Message], most: int) -> list[Message]:
    """The conversation with so many pictures: the first and the latest ones; both in one where it may hold only one."""
    places = [(i, j) for i, m in enumerate(talk) for j, p in enumerate(m.content) if not isinstance(p, str)]
    kept = set(places[-1:] if most == 1 else [places[0], *places[len(places) - most + 1 :]] if most else ())
    first = talk[places[0][0]].content[places[0][1]]
    out = []
    for i, message in enumerate(talk):
        content: list[str | np.ndarray] = []
        for j, part in enumerate(message.content):
            if isinstance(part, str) or (i, j) in kept:
                both = most == 1 and not isinstance(part, str) and not isinstance(first, str)
                content += [_beside(first, part), SIDE_BY_SIDE] if both else [part]  # type: ignore[arg-type]
            else:
                content.append(LEFT_OUT if most else UNSEEN)
        out.append(replace(message, content=tuple(content)))
    return out


def _beside(left: np.ndarray, right: np.ndarray) -> np.ndarray:
    """Two (H, W, 3) pictures in one, at the height of the lower one, with a white line between them."""
    height = min(len(left), len(right))
    sized = [_sized(p, max(1, round(p.shape[1] * height / len(p))), height) for p in (left, right)]
    return np.hstack([sized[0], np.full((height, 8, 3), 255, np.uint8), sized[1]])


def _smaller(message: Message, pixels: int) -> Message:
    if not message.pictures:
        return message
    return replace(message, content=tuple(p if isinstance(p, str) else _within(p, pixels) for p in message.content))


def _within(picture: np.ndarray, pixels: int) -> np.ndarray:
    """A picture scaled down to an area, with its shape kept."""
    height, width = picture.shape[:2]
    shrink = (pixels / (height * width)) ** 0.5
    if shrink >= 1:
        return picture
    return _sized(picture, max(1, int(width * shrink)), max(1, int(height * shrink)))


def _sized(picture: np.ndarray, width: int, height: int) -> np.ndarray:
    if picture.shape[:2] == (height, width):
        return picture
    import cv2

    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def _folded(talk: Sequence[Message]) -> list[Message]:
    """The conversation without a system role, whose text opens the first user turn; no two turns of one role."""
    out: list[Message] = []
    for message in talk:
        turn = replace(message, role="user", kind="user") if message.role == "system" else message
        if out and out[-1].role == turn.role:
            out[-1] = replace(out[-1], content=(*out[-1].content, "\n\n", *turn.content))
        else:
            out.append(turn)
    return out
