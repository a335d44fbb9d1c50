"""What the processes of a run tell each other."""

import os
import sys
from typing import TypeVar

Item = TypeVar("Item")


def world() -> int:
    """How many processes the run was launched with."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def gathered(items: list[Item]) -> list[Item]:
    """The items of all processes, in their order. Every process must ask."""
    from accelerate.utils import gather_object

    everyone: list[Item] = gather_object(items)
    return everyone


def leave() -> None:
    """End together: a process that ends while another one still talks to it can be aborted in its last moment."""
    torch = sys.modules.get("torch")
    if torch is not None and torch.distributed.is_available() and torch.distributed.is_initialized():
        torch.distributed.barrier()
        torch.distributed.destroy_process_group()


def end() -> None:
    """End one of several processes at once, its work done: threads that torch leaves can abort it on its way out."""
    if world() > 1:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
