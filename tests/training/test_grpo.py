"""A TRL that moved fails here, by the name that is gone."""

import importlib
import inspect
from collections.abc import Callable
from typing import Any

import pytest

from training import command, grpo, sepo
from training.config import StageConfig

NAMES = [(where, name) for where, members in grpo.RELIES_ON.items() for name in members]


@pytest.mark.parametrize(("where", "name"), NAMES, ids=lambda value: value.rsplit(".", 1)[-1])
def test_what_is_overridden_or_called_is_still_there(where: str, name: str) -> None:
    module, _, thing = where.rpartition(".")
    owner: Any = getattr(importlib.import_module(module), thing)
    member = owner if name == "__call__" else getattr(owner, name, None)
    assert member is not None, f"{where}.{name} is gone: training/grpo.py and training/vllm.py stand on it"
    known = inspect.signature(member).parameters
    gone = [p for p in grpo.RELIES_ON[where][name] if p not in known]
    assert not gone, f"{where}.{name} takes no {', '.join(gone)} any more; it takes {', '.join(known)}"


def test_the_fields_are_still_there(settings: Callable[..., StageConfig], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a trainer that is made, before it takes a step; vLLM's engine is there only with vLLM."""
    seen: list[Any] = []

    def stop(trainer: Any, last: Any) -> str:
        seen.append(trainer)
        raise KeyboardInterrupt

    monkeypatch.setattr(sepo, "train", stop)
    with pytest.raises(KeyboardInterrupt):
        command.run(settings("sepo"), quiet=True)
    missing = [name for name in grpo.FIELDS if not hasattr(seen[0], name)]
    assert missing == ["vllm_generation"]
    source = inspect.getsource(inspect.getmodule(next(c for c in type(seen[0]).__mro__ if c.__name__ == "GRPOTrainer")))
    assert "self.vllm_generation = VLLMGeneration(" in source and '"importance_sampling_ratio"' in source
