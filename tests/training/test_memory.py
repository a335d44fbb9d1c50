"""The arithmetic of memory: what is divided, what vLLM leaves for keys and values, what sleeping gives back."""

from pathlib import Path
from types import SimpleNamespace

import pytest

from training import heap
from training.config import StageConfig, load
from training.memory import KNOWN, Memory, disk, memory, sizes

CONFIGS = Path(__file__).resolve().parents[2] / "configs"
EIGHT = KNOWN["Qwen/Qwen3-VL-8B-Instruct"]


def of(file: str, devices: int, *changes: str) -> tuple[StageConfig, Memory]:
    config = load(CONFIGS / file, changes)
    return config, memory(config, EIGHT, devices, 80.0)


def test_sharding_divides_what_it_should() -> None:
    one, eight = of("qwen3vl_8b/sft.yaml", 1)[1].parts, of("qwen3vl_8b/sft.yaml", 8)[1].parts
    assert eight["optimiser"] == pytest.approx(one["optimiser"] / 8)
    assert eight["weights"] == pytest.approx(one["weights"] / 8) and eight["activations"] == one["activations"]
    assert of("qwen3vl_8b/sft.yaml", 8, "sharding=zero2")[1].parts["weights"] == one["weights"]


def test_a_share_of_vllm_holds_its_copy_of_the_weights_first() -> None:
    """0.3 of 80 GB beside 17.5 GB of weights leaves about 4 for keys and values, not 24."""
    _, held = of("qwen3vl_8b/sepo.yaml", 8, "rollout.vllm_memory=0.3")
    assert held.vllm == pytest.approx(24.0) and held.kv == pytest.approx(24 - 17.54 - 2.5, abs=0.01)
    assert held.tokens == pytest.approx(held.kv * 1e9 / (36 * 8 * 128 * 2 * 2), abs=1)  # layers, heads, width, k and v
    _, halved = of("qwen3vl_8b/sepo.yaml", 8, "rollout.vllm_memory=0.3", "rollout.vllm_tensor_parallel=2")
    assert halved.tokens > 4 * held.tokens  # half the weights, and half of each token
    assert of("qwen3vl_8b/sepo.yaml", 8, "rollout.vllm_memory=0.2")[1].kv < 0


def test_sleep_gives_the_share_back_while_the_step_is_made() -> None:
    _, awake = of("qwen3vl_8b/sepo.yaml", 8)
    _, asleep = of("qwen3vl_8b/sepo.yaml", 8, "rollout.vllm_sleep=true")
    assert awake.total == pytest.approx(sum(awake.parts.values())) and "vllm" not in asleep.parts
    resting = sum(asleep.parts[name] for name in ("weights", "gradients", "optimiser", "runtime"))
    assert asleep.total == pytest.approx(resting + asleep.vllm) and asleep.total < awake.total


def test_weights_of_32_bits_and_adapters_are_counted_as_they_are_held() -> None:
    wide = of("qwen3vl_2b/sft.yaml", 1)[1].parts
    trained = EIGHT.text
    assert wide["weights"] == pytest.approx((EIGHT.text + EIGHT.vision) * 4 / 1e9)
    assert wide["optimiser"] == pytest.approx(trained * 8 / 1e9)
    assert of("qwen3vl_2b/sft.yaml", 8)[1].parts["gradients"] == pytest.approx(2 * wide["gradients"])  # parcels
    config, lora = of("qwen3vl_8b/sft_lora.yaml", 1)
    assert lora.parts["optimiser"] < 3 and disk(config, EIGHT) < 40
    assert disk(of("qwen3vl_8b/sft.yaml", 8)[0], EIGHT) == pytest.approx((17.54 + 98.28) * 3 + 17.54, rel=1e-3)


def test_a_folder_of_our_own_is_measured_by_its_config(micro: Path) -> None:
    found = sizes(str(micro))
    assert found is not None and 30_000 < found.text + found.vision < 200_000
    assert found.kv == 1 * 2 * 1 * 16 * 2
    assert sizes("nobody/knows") is None
    assert EIGHT.text + EIGHT.vision == pytest.approx(8.77e9, rel=0.01)


def test_the_heap_is_trimmed_where_the_system_can(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr(heap, "_libc", lambda: SimpleNamespace(malloc_trim=asked.append))
    heap.give_back()
    assert asked == [0]
    monkeypatch.setattr(heap, "_libc", lambda: None)
    heap.give_back()
