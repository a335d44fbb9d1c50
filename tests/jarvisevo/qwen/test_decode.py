"""Decoding without copies gives what transformers' own way gives."""

from types import SimpleNamespace

import pytest
import torch
from transformers import AttentionInterface, DynamicCache
from transformers.integrations.sdpa_attention import sdpa_attention_forward

from jarvisevo.qwen import decode as qwen_decode
from training import nano


def test_states_are_those_of_a_dynamic_cache() -> None:
    random = torch.Generator().manual_seed(0)
    ours, theirs, rows = qwen_decode.cache(), DynamicCache(), 4
    for new in (5, *[1] * 70, 3, *[1] * 20):
        if new == 3:
            stay = torch.tensor([2, 0])
            ours.batch_select_indices(stay)
            theirs.batch_select_indices(stay)
            rows = 2
        for layer in range(2):
            keys, values = (torch.randn(rows, 2, new, 8, generator=random) for _ in range(2))
            for mine, other in zip(ours.update(keys, values, layer), theirs.update(keys, values, layer), strict=True):
                assert torch.equal(mine, other)
        assert ours.get_seq_length() == theirs.get_seq_length()


def test_heads_that_share_states_attend_alike() -> None:
    random = torch.Generator().manual_seed(1)
    qwen_decode._register()
    module = SimpleNamespace(num_key_value_groups=3, is_causal=True)
    key, value = (torch.randn(2, 2, 9, 8, generator=random) for _ in range(2))
    for length in (1, 4):
        query = torch.randn(2, 6, length, 8, generator=random)
        mask = torch.zeros(2, 1, length, 9)
        mask[0, ..., :3] = float("-inf")
        for given in (mask, None):
            mine, theirs = (
                f(module, query, key, value, given, scaling=0.3)[0]
                for f in (AttentionInterface()[qwen_decode.NAME], sdpa_attention_forward)
            )
            assert mine.shape == theirs.shape and torch.allclose(mine, theirs, atol=1e-6)


@pytest.mark.parametrize(("attention", "inside"), [("sdpa", qwen_decode.NAME), ("eager", qwen_decode.NAME)])
def test_attention_is_as_before_afterwards(attention: str, inside: str) -> None:
    sizes = nano.NanoConfig(vocab_size=1024, layers=1, vision_layers=1, deepstack=(0,))
    model = nano.make_model(nano.make_tokenizer(sizes), 0, sizes)
    model.set_attn_implementation(attention)
    text = model.config.get_text_config()
    with pytest.raises(KeyError), qwen_decode.grouped_attention(model):
        assert text._attn_implementation == inside
        raise KeyError
    assert text._attn_implementation == attention
