"""What the processes of a run tell each other."""

import os
from typing import Any


def world() -> int:
    """How many processes the run was launched with."""
    return int(os.environ.get("WORLD_SIZE", "1"))


def gathered(items: list[Any]) -> list[Any]:
    """The items of all processes, in their order. Every process must ask."""
    from accelerate.utils import gather_object

    everyone: list[Any] = gather_object(items)
    return everyone
