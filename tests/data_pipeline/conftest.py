"""Small data sets: built once for all tests that only look at them."""

from pathlib import Path
from typing import Any

import pytest

from data_pipeline.config import BuildConfig
from jarvisevo.files.config import parse

ROOT = Path(__file__).resolve().parents[2]


def small(out: Path, **given: Any) -> BuildConfig:
    """A config of two sampled scenes and the example photos, as small as it can be."""
    document = {
        "out": str(out),
        "max_size": 96,
        "shard_size": 2,
        "workers": 1,
        "heldout": 0.3,
        "limit": 5,
        "sources": [
            {"kind": "folder", "folder": str(ROOT / "examples"), "only_redistributable": False, "licence": "CC0"},
            {"kind": "procedural", "folder": ".", "count": 3, "only_redistributable": False},
        ],
        "pairs": {"per_photo": 2, "ways": {"taste": 3, "repair": 2, "preset": 1, "look": 0.5}, "max_steps": 3},
        "instructions": {"per_pair": 2, "paraphrases": 6},
        "evaluation": {"per_record": 1.5, "reflections": 1.0, "dimensions": False},
    }
    for key, value in given.items():
        document[key] = {**document[key], **value} if isinstance(document.get(key), dict) else value
    return parse(document, BuildConfig)


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a finished build."""
    from data_pipeline.build import build

    out = tmp_path_factory.mktemp("data") / "set"
    build(small(out), Path())
    return out
