"""DeepSpeed over gloo: accelerate starts it on devices alone, DeepSpeed itself also runs on a processor.

torchrun … -m tests.training.deepspeed_on_cpu STAGE train CONFIG.yaml     what `jarvisevo train` does, under ZeRO-STAGE
"""

import functools
import os
import sys
from typing import Any


def environment(stage: str) -> dict[str, str]:
    """What `accelerate launch` makes of configs/qwen3vl_8b/accelerate_zero3.yaml; DeepSpeed is told to take the CPU."""
    return {
        "ACCELERATE_USE_DEEPSPEED": "true",
        "ACCELERATE_DEEPSPEED_ZERO_STAGE": stage,
        "ACCELERATE_DEEPSPEED_ZERO3_INIT": "false",
        "ACCELERATE_DEEPSPEED_ZERO3_SAVE_16BIT_MODEL": "true",
        "ACCELERATE_DEEPSPEED_OFFLOAD_OPTIMIZER_DEVICE": "none",
        "ACCELERATE_DEEPSPEED_OFFLOAD_PARAM_DEVICE": "none",
        "ACCELERATE_GRADIENT_ACCUMULATION_STEPS": "auto",
        "ACCELERATE_GRADIENT_CLIPPING": "auto",
        "DS_ACCELERATOR": "cpu",
        "DS_SKIP_CUDA_CHECK": "1",
    }


def install(stage: str) -> None:
    """Let processes of a CPU be told what devices are told."""
    os.environ |= environment(stage)
    from accelerate import state
    from accelerate.utils import DistributedType

    partial, whole = state.PartialState.__init__, state.AcceleratorState.__init__

    @functools.wraps(partial)
    def started(self: Any, *given: Any, **more: Any) -> None:
        partial(self, *given, **more)
        if self.distributed_type == DistributedType.MULTI_CPU:
            from deepspeed import comm

            comm.init_distributed(dist_backend="gloo", auto_mpi_discovery=False)
            self.distributed_type = DistributedType.DEEPSPEED

    @functools.wraps(whole)
    def begun(self: Any, *given: Any, cpu: bool = False, **more: Any) -> None:
        whole(self, *given, cpu=False, **more)

    state.PartialState.__init__, state.AcceleratorState.__init__ = started, begun


if __name__ == "__main__":
    install(sys.argv.pop(1))
    from jarvisevo.cli.main import main

    sys.exit(main())
