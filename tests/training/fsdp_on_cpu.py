"""FSDP2 over gloo: accelerate takes it on devices alone, PyTorch's `fully_shard` itself also on a processor.

torchrun … -m tests.training.fsdp_on_cpu train CONFIG.yaml        what `jarvisevo train` does, the model divided
"""

import functools
import os
import sys
from typing import Any

ENVIRONMENT = {
    "ACCELERATE_USE_FSDP": "true",
    "FSDP_VERSION": "2",
    "FSDP_AUTO_WRAP_POLICY": "TRANSFORMER_BASED_WRAP",
    "FSDP_STATE_DICT_TYPE": "FULL_STATE_DICT",
    "FSDP_RESHARD_AFTER_FORWARD": "true",
}
"""What `accelerate launch` makes of configs/qwen3vl_8b/accelerate_fsdp.yaml."""


def install() -> None:
    """Let processes of a CPU be told what devices are told."""
    from accelerate import state
    from accelerate.utils import DistributedType

    os.environ |= ENVIRONMENT
    before = state.AcceleratorState.__init__

    @functools.wraps(before)
    def begun(self: Any, *given: Any, fsdp_plugin: Any = None, **more: Any) -> None:
        before(self, *given, fsdp_plugin=fsdp_plugin, **more)
        if fsdp_plugin is not None and self.distributed_type == DistributedType.MULTI_CPU:
            self.distributed_type, self.fsdp_plugin = DistributedType.FSDP, fsdp_plugin
            state.PartialState._shared_state["distributed_type"] = self.distributed_type

    state.AcceleratorState.__init__ = begun


if __name__ == "__main__":
    from jarvisevo.cli.main import main

    install()
    sys.exit(main())
