"""The learnt reader's network in torch, for training; jarvisevo/rules/language/learnt/network.py runs it."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING

from jarvisevo.rules.language.learnt.clauses import BEGIN, NUMBERS, TOKENS, Step
from jarvisevo.rules.language.learnt.network import DECODERS, HEADS, TIMES
from jarvisevo.rules.language.learnt.pieces import Pieces

if TYPE_CHECKING:
    from torch import Tensor

WIDTH, ENCODED, EMBEDDED, INNER, DECODED = 256, 512, 256, 1536, 512
LONGEST = 64
"""Steps of an outline that are learnt."""
IGNORED = -100
Sentence = tuple[tuple[str, ...], tuple[Step, ...]]
"""Words, and what is to be written."""
Weights = dict[str, "Tensor"]
"""Parameters by the names of jarvisevo/rules/language/learnt/network.py."""


def fresh(pieces: int) -> Weights:
    """Parameters that know nothing yet; drawn from torch's generator."""
    import torch
    from torch import nn

    encoders = [
        {"ln1": nn.LayerNorm(inputs), "qkv": nn.Linear(inputs, 3 * inputs), "out": nn.Linear(inputs, ENCODED)}
        | ({"res": nn.Linear(inputs, ENCODED)} if inputs != ENCODED else {})
        | {"ln2": nn.LayerNorm(ENCODED), "f1": nn.Linear(ENCODED, INNER), "f2": nn.Linear(INNER, ENCODED)}
        for inputs in (EMBEDDED, ENCODED)
    ]
    decoders = [
        {name: nn.LayerNorm(WIDTH) for name in ("ln1", "ln2", "ln3")}
        | {"qkv": nn.Linear(WIDTH, 3 * WIDTH), "kv": nn.Linear(WIDTH, 2 * WIDTH)}
        | {name: nn.Linear(WIDTH, WIDTH) for name in ("o1", "q", "o2")}
        | {"f1": nn.Linear(WIDTH, DECODED), "f2": nn.Linear(DECODED, WIDTH)}
        for _ in range(DECODERS)
    ]
    parts: dict[str, nn.Module] = {"emb": nn.Embedding(pieces, EMBEDDED), "lnm": nn.LayerNorm(ENCODED)}
    parts |= {f"l{n}.{name}": part for n, layer in enumerate(encoders) for name, part in layer.items()}
    parts |= {f"dec.{n}.{name}": part for n, layer in enumerate(decoders) for name, part in layer.items()}
    parts |= {"mem": nn.Linear(ENCODED, WIDTH), "key": nn.Linear(ENCODED, WIDTH), "ptr": nn.Linear(WIDTH, WIDTH)}
    parts |= {"ln": nn.LayerNorm(WIDTH), "head": nn.Linear(WIDTH, len(TOKENS))}
    for name, count in (("tok", len(TOKENS)), ("role", 2), ("pos", LONGEST)):
        parts[name] = nn.Embedding(count, WIDTH)
        nn.init.normal_(parts[name].weight, std=0.3)
    with torch.no_grad():
        return {f"{name}.{key}": value for name, part in parts.items() for key, value in part.state_dict().items()}


def logits(w: Weights, batch: "Batch", training: bool = False) -> "Tensor":
    """What comes next (texts, steps, TOKENS and words): the network in torch, with dropout where it is trained."""
    import torch
    from torch.nn import functional as F

    def linear(name: str, x: "Tensor") -> "Tensor":
        return F.linear(x, w[f"{name}.weight"], w[f"{name}.bias"])

    def norm(name: str, x: "Tensor", epsilon: float = 1e-5) -> "Tensor":
        return F.layer_norm(x, x.shape[-1:], w[f"{name}.weight"], w[f"{name}.bias"], epsilon)

    def drop(x: "Tensor", share: float) -> "Tensor":
        return F.dropout(x, share, training)

    def attend(q: "Tensor", k: "Tensor", v: "Tensor", hidden: "Tensor") -> "Tensor":
        q, k, v = (x.unflatten(-1, (HEADS, -1)).transpose(1, 2) for x in (q, k, v))
        scores = q @ k.transpose(-1, -2) / math.sqrt(q.shape[-1]) + hidden
        return (F.softmax(scores, -1) @ v).transpose(1, 2).flatten(2)

    def inner(name: str, x: "Tensor") -> "Tensor":
        return linear(f"{name}.f2", F.relu(linear(f"{name}.f1", x)))

    device = batch.pieces.device
    hidden = torch.where(batch.seen, 0.0, -1e9)[:, None, None]
    at = torch.arange(batch.pieces.shape[1], device=device)[:, None] * torch.from_numpy(TIMES).to(device)
    x = drop(F.embedding(batch.pieces, w["emb.weight"]) + torch.cat([at.sin(), at.cos()], 1), 0.1)
    for name in ("l0", "l1"):
        q, k, v = linear(f"{name}.qkv", norm(f"{name}.ln1", x, 1e-6)).chunk(3, -1)
        passed = linear(f"{name}.res", x) if f"{name}.res.weight" in w else x
        x = passed + drop(linear(f"{name}.out", attend(q, k, v, hidden)), 0.1)
        x = x + drop(inner(name, norm(f"{name}.ln2", x, 1e-6)), 0.1)
    states = norm("lnm", x)
    words = states.gather(1, batch.first[..., None].expand(-1, -1, ENCODED))
    memory, pointed, keys = drop(linear("mem", states), 0.1), linear("mem", words), linear("key", words)
    count = batch.said.shape[1]
    chosen = pointed.gather(1, batch.said.where(batch.points, 0)[..., None].expand(-1, -1, WIDTH))
    token = F.embedding(batch.said.where(~batch.points, 0), w["tok.weight"])
    role = w["role.weight"][batch.points.long()]
    x = drop(torch.where(batch.points[..., None], chosen, token) + role + w["pos.weight"][:count], 0.1)
    later = torch.full((count, count), -1e9, device=device).triu(1)
    for name in (f"dec.{n}" for n in range(DECODERS)):
        q, k, v = linear(f"{name}.qkv", norm(f"{name}.ln1", x)).chunk(3, -1)
        x = x + drop(linear(f"{name}.o1", attend(q, k, v, later)), 0.2)
        k, v = linear(f"{name}.kv", memory).chunk(2, -1)
        x = x + drop(linear(f"{name}.o2", attend(linear(f"{name}.q", norm(f"{name}.ln2", x)), k, v, hidden)), 0.2)
        x = x + drop(inner(name, norm(f"{name}.ln3", x)), 0.2)
    x = norm("ln", x)
    points = linear("ptr", x) @ keys.transpose(1, 2) / math.sqrt(WIDTH)
    return torch.cat([linear("head", x), points.masked_fill(~batch.known[:, None], -1e9)], -1)


@dataclass(frozen=True)
class Batch:
    """Texts side by side, padded.

    pieces, seen   numbers of pieces, and where there is one
    first, known   the first piece of each word, and where there is a word
    said, points   what was written before each step: a token's number, or a word's where `points`
    wanted         what comes next: a token's number, or len(TOKENS) + a word's
    """

    pieces: "Tensor"
    seen: "Tensor"
    first: "Tensor"
    known: "Tensor"
    said: "Tensor"
    points: "Tensor"
    wanted: "Tensor"

    def to(self, device: str) -> "Batch":
        """The same on another device."""
        return Batch(*(getattr(self, field.name).to(device) for field in fields(self)))


def batch_of(sentences: Sequence[Sentence], pieces: Pieces) -> Batch:
    """Sentences as tensors."""
    cut = [pieces.of(words) for words, _ in sentences]
    before = [((NUMBERS[BEGIN], False), *said[:-1]) for _, said in sentences]
    return Batch(
        _padded(numbers for numbers, _ in cut),
        _padded(([1] * len(numbers) for numbers, _ in cut)).bool(),
        _padded(first for _, first in cut),
        _padded(([1] * len(first) for _, first in cut)).bool(),
        _padded([number for number, _ in row] for row in before),
        _padded([int(points) for _, points in row] for row in before).bool(),
        _padded(([n + len(TOKENS) * points for n, points in said] for _, said in sentences), IGNORED),
    )


def _padded(rows: Iterable[Sequence[int]], fill: int = 0) -> "Tensor":
    import torch

    listed = list(rows)
    longest = max(map(len, listed))
    return torch.tensor([[*row, *[fill] * (longest - len(row))] for row in listed])
