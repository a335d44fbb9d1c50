"""Decoding on a CPU without copying the KV cache of all earlier tokens at every token: a third of the time.

transformers joins old and new keys and values into new tensors, and writes those that several heads share once for each
of them. Here new ones go into room left behind the old ones, and heads that share keys look at them as one.
"""

import contextlib
import functools
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformers import Cache, PreTrainedModel

NAME = "grouped_sdpa"
ROOM = 64
"""Tokens for which there is room before the cache is moved."""


@functools.cache
def _register() -> None:
    """Make the attention known by its name."""
    import torch
    from transformers import AttentionInterface
    from transformers.integrations.sdpa_attention import sdpa_attention_forward
    from transformers.masking_utils import AttentionMaskInterface, sdpa_mask

    def grouped(
        module: torch.nn.Module,
        query: torch.Tensor,
        key: torch.Tensor,
        value: torch.Tensor,
        attention_mask: torch.Tensor | None,
        scaling: float | None = None,
        **more: object,
    ) -> tuple[torch.Tensor, None]:
        """query (B, heads, 1, width), key and value (B, shared, L, width) -> (B, 1, heads, width)."""
        batch, heads, length, width = query.shape
        if length != 1:
            out: tuple[torch.Tensor, None] = sdpa_attention_forward(
                module, query, key, value, attention_mask, scaling=scaling, **more
            )
            return out
        side_by_side = query.reshape(batch, key.shape[1], heads // key.shape[1], width)
        made = torch.nn.functional.scaled_dot_product_attention(
            side_by_side, key, value, attn_mask=attention_mask, scale=scaling
        )
        return made.reshape(batch, 1, heads, width), None

    AttentionInterface.register(NAME, grouped)
    AttentionMaskInterface.register(NAME, sdpa_mask)


@contextlib.contextmanager
def grouped_attention(model: "PreTrainedModel") -> Iterator[None]:
    """Within it the text model attends as described, on a CPU with sdpa or eager attention; elsewhere as before."""
    config = model.config.get_text_config()
    before = config._attn_implementation
    if before not in ("sdpa", "eager") or model.device.type != "cpu":
        yield
        return
    _register()
    config._attn_implementation = NAME
    try:
        yield
    finally:
        config._attn_implementation = before


@functools.cache
def _layer() -> type:
    import torch
    from transformers.cache_utils import DynamicLayer

    class RoomyLayer(DynamicLayer):
        """Keys and values of one layer: `keys` and `values` are the used part of a buffer."""

        buffer: tuple[torch.Tensor, ...] = ()
        keys: torch.Tensor
        values: torch.Tensor

        def update(
            self, key_states: torch.Tensor, value_states: torch.Tensor, *_: object, **__: object
        ) -> tuple[torch.Tensor, torch.Tensor]:
            if not self.is_initialized:
                self.lazy_initialization(key_states, value_states)
            before, fresh = self.get_seq_length(), (key_states, value_states)
            after = before + key_states.shape[2]
            if not self.buffer or self.buffer[0].shape[2] < after:
                shapes = [(*s.shape[:2], after + ROOM, s.shape[3]) for s in fresh]
                room = tuple(s.new_empty(shape) for s, shape in zip(fresh, shapes, strict=True))
                if before:
                    room[0][:, :, :before], room[1][:, :, :before] = self.keys, self.values
                self.buffer = room
            for buffer, states in zip(self.buffer, fresh, strict=True):
                buffer[:, :, before:after] = states
            self.keys, self.values = (buffer[:, :, :after] for buffer in self.buffer)
            return self.keys, self.values

        def batch_select_indices(self, indices: torch.Tensor) -> None:
            super().batch_select_indices(indices)
            self.buffer = ()

    return RoomyLayer


def cache() -> "Cache":
    """An empty cache of such layers."""
    from transformers import Cache

    return Cache(layer_class_to_replicate=_layer())
