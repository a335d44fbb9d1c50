"""Embeddings of short texts: by a small package with its weights, or from an OpenAI-compatible server.

What a server said is kept and counted in the run's ledger.
"""

import hashlib
import json
from collections.abc import Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from jarvisevo.judge.core.ledger import Ledger

if TYPE_CHECKING:
    from wordllama.inference import WordLlamaInference

ROLE = "embed"
SECONDS = 60.0
PACKAGE = "wordllama"
"""Static embeddings of 256 numbers, whose weights (16 MB) come with the package."""
AUTO = "auto"
"""The package where it is installed, else none."""


def chosen(spec: str) -> str:
    """What a setting means here: the package, a server, or "" for none. ValueError when the package is missing."""
    if spec == AUTO:
        return PACKAGE if find_spec(PACKAGE) else ""
    if spec == PACKAGE and not find_spec(PACKAGE):
        raise ValueError(f"{PACKAGE} is not installed: pip install 'jarvisevo[embedding]'")
    return spec


def embed(spec: str, texts: Sequence[str], ledger: Ledger) -> np.ndarray:
    """(n, d) float64, rows of length one. ValueError with cause and fix; BudgetError before the request.

    spec  PACKAGE, or "http://host:port/v1#name"
    """
    rows = _of_package(texts) if spec == PACKAGE else _of_server(spec, texts, ledger)
    return rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)


def _of_package(texts: Sequence[str]) -> np.ndarray:
    return np.asarray(_package().embed(list(texts)), np.float64)


@cache
def _package() -> "WordLlamaInference":
    import wordllama

    # its own folder as the cache: it looks for its tokenizer under another name beside its weights
    return wordllama.WordLlama.load(cache_dir=Path(wordllama.__file__).parent, disable_download=True)


def _of_server(spec: str, texts: Sequence[str], ledger: Ledger) -> np.ndarray:
    from jarvisevo.policies.endpoints import parse_endpoint

    endpoint = parse_endpoint(spec)
    asked = json.dumps([endpoint.url, endpoint.model, list(texts)])
    key = hashlib.sha256(asked.encode()).hexdigest()
    kept = ledger.find(key)
    if kept is None:
        tokens = sum(len(text) // 3 + 8 for text in texts)
        reserved = ledger.reserve(endpoint.model, tokens, 0)
        try:
            kept = {"rows": _requested(endpoint.url, endpoint.model, texts)}
            ledger.book(endpoint.model, ROLE, tokens, 0, key, kept)
        finally:
            ledger.release(reserved)
    return np.asarray(kept["rows"], np.float64)


def similarity(spec: str, texts: Sequence[str], ledger: Ledger) -> np.ndarray:
    """(n, n) cosine similarity of texts: positive semi-definite, ones on the diagonal."""
    rows = embed(spec, texts, ledger)
    return rows @ rows.T


def _requested(url: str, model: str, texts: Sequence[str]) -> list[list[float]]:
    """The server's embeddings in order. The key is that of `JARVISEVO_API_KEY`."""
    import os

    import httpx2

    from jarvisevo.policies.openai_http import KEY_ENV

    secret = os.environ.get(KEY_ENV, "")
    headers = {"Authorization": f"Bearer {secret}"} if secret else {}
    try:
        reply = httpx2.post(
            f"{url}/embeddings", json={"model": model, "input": list(texts)}, headers=headers, timeout=SECONDS
        )
        reply.raise_for_status()
        data = sorted(reply.json()["data"], key=lambda row: row["index"])
        rows = [[float(value) for value in row["embedding"]] for row in data]
    except (httpx2.HTTPError, ValueError, KeyError, TypeError) as error:
        raise ValueError(
            f"{url}: no embeddings ({type(error).__name__}): leave `embedding` empty to do without"
        ) from None
    finite = all(np.isfinite(row).all() for row in rows)
    if len(rows) != len(texts) or not finite or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise ValueError(
            f"{url}: {len(rows)} embeddings for {len(texts)} texts, or not of one length: name another model"
        )
    return rows
