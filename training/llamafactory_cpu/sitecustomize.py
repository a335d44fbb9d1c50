"""Lets LLaMA-Factory start on a machine without a GPU, where PyPI's torchvision and torchaudio are built for CUDA.

Python reads this file at its start when the folder is on PYTHONPATH. torchvision's Python half registers shapes for
operators of its compiled half, which cannot load here; declaring them first lets the import pass. Nothing is computed
with them. torchaudio is replaced by an empty module beside this file. Where both load, put neither on the path.
"""

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

OPERATORS = ("nms", "qnms")


class BeforeTorchvision(MetaPathFinder):
    """Declares the operators when torchvision is first looked for, then steps aside."""

    library: object = None

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name == "torchvision":
            sys.meta_path.remove(self)
            self.declare()
        return None

    def declare(self) -> None:
        """Give torch the signatures, unless the compiled half is there."""
        import torch

        if hasattr(torch.ops.torchvision, OPERATORS[0]):
            return
        BeforeTorchvision.library = library = torch.library.Library("torchvision", "DEF")
        for name in OPERATORS:
            library.define(f"{name}(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")


sys.meta_path.insert(0, BeforeTorchvision())
