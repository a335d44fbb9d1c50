"""The network of the learnt reader in NumPy: an encoder of pieces, a decoder that writes tokens or points at words.

The encoder is a Transformer of two layers (USE 2018, its lite version; see NOTICE.md) trained
further; the decoder attends to it. `training/reader_network.py` has the same network in torch and makes the weights.
"""

from collections.abc import Mapping, Sequence

import numpy as np

Array = np.ndarray
HEADS = 4
ENCODERS, DECODERS = 2, 2
TIMES = np.exp(-np.arange(128, dtype=np.float32) * np.float32(np.log(1e4) / 127))
"""Angles per position of the encoder's timing signal."""


class Network:
    """Weights by name (float32; matrices as (outputs, inputs)) and what they compute, one text at a time."""

    def __init__(self, weights: Mapping[str, Array]) -> None:
        self._w = weights

    def encode(self, pieces: Sequence[int], first: Sequence[int]) -> tuple[Array, Array]:
        """States of all pieces (pieces, 512) for `next`, and of the first piece of each word (words, 512)."""
        at = np.arange(len(pieces), dtype=np.float32)[:, None] * TIMES
        x = self._w["emb.weight"][np.asarray(pieces)] + np.concatenate([np.sin(at), np.cos(at)], 1)
        for layer in range(ENCODERS):
            x = self._encoder(f"l{layer}", x)
        x = self._norm("lnm", x, 1e-5)
        return x, x[np.asarray(first)]

    def next(self, states: Array, words: Array, said: Sequence[tuple[int, bool]]) -> Array:
        """Logits of what comes next: first of every token, then of every word that could be pointed at.

        said  what was written so far, each a token's number or (with True) a word's
        """
        memory = self._linear("mem", states)
        pointed = self._linear("mem", words)
        token, role = self._w["tok.weight"], self._w["role.weight"]
        x = np.stack([pointed[number] + role[1] if points else token[number] + role[0] for number, points in said])
        x = x + self._w["pos.weight"][: len(said)]
        for layer in range(DECODERS):
            x = self._decoder(f"dec.{layer}", x, memory)
        last = self._norm("ln", x, 1e-5)[-1:]
        keys = self._linear("key", words)
        points = self._linear("ptr", last) @ keys.T / np.sqrt(np.float32(keys.shape[1]))
        return np.concatenate([self._linear("head", last), points], 1)[0]

    def _encoder(self, name: str, x: Array) -> Array:
        q, k, v = np.split(self._linear(f"{name}.qkv", self._norm(f"{name}.ln1", x, 1e-6)), 3, 1)
        passed = self._linear(f"{name}.res", x) if f"{name}.res.weight" in self._w else x
        x = passed + self._linear(f"{name}.out", _attend(q, k, v))
        return x + self._forward(name, self._norm(f"{name}.ln2", x, 1e-6))

    def _decoder(self, name: str, x: Array, memory: Array) -> Array:
        q, k, v = np.split(self._linear(f"{name}.qkv", self._norm(f"{name}.ln1", x, 1e-5)), 3, 1)
        x = x + self._linear(f"{name}.o1", _attend(q, k, v, causal=True))
        k, v = np.split(self._linear(f"{name}.kv", memory), 2, 1)
        x = x + self._linear(f"{name}.o2", _attend(self._linear(f"{name}.q", self._norm(f"{name}.ln2", x, 1e-5)), k, v))
        return x + self._forward(name, self._norm(f"{name}.ln3", x, 1e-5))

    def _forward(self, name: str, x: Array) -> Array:
        return self._linear(f"{name}.f2", np.maximum(self._linear(f"{name}.f1", x), 0))

    def _linear(self, name: str, x: Array) -> Array:
        return x @ self._w[f"{name}.weight"].T + self._w[f"{name}.bias"]

    def _norm(self, name: str, x: Array, epsilon: float) -> Array:
        x = x - x.mean(-1, keepdims=True)
        spread = np.sqrt((x * x).mean(-1, keepdims=True) + np.float32(epsilon))
        return x / spread * self._w[f"{name}.weight"] + self._w[f"{name}.bias"]


def _attend(q: Array, k: Array, v: Array, causal: bool = False) -> Array:
    """Attention of HEADS heads: (n, d) over (m, d)."""
    q, k, v = (x.reshape(len(x), HEADS, -1).transpose(1, 0, 2) for x in (q, k, v))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(np.float32(q.shape[-1]))
    if causal:
        scores = np.where(np.tri(scores.shape[1], scores.shape[2], dtype=bool), scores, np.float32(-1e9))
    scores = np.exp(scores - scores.max(-1, keepdims=True))
    out = (scores / scores.sum(-1, keepdims=True)) @ v
    return out.transpose(1, 0, 2).reshape(out.shape[1], -1)
