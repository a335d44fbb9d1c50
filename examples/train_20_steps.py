"""From photos to a trained model in one script: a small data set, then 20 steps of SFT from scratch on a CPU.

python examples/train_20_steps.py OUT [steps]

20 steps only show that everything runs; `make nano` trains the model that ships.
"""

import sys
from pathlib import Path

from data_pipeline.build import build
from data_pipeline.config import BuildConfig
from jarvisevo.files import config as configs
from training import command
from training.config import load


def main(out: str, steps: int = 20) -> None:
    """Build data from the shipped example photos, train, and say where the model is."""
    data = Path(out, "data")
    sources = f"sources=[{{kind: folder, folder: '{Path(__file__).parent}', only_redistributable: false}}]"
    keys = [sources, f"out={data}", "pairs.per_photo=4", "heldout=0", "evaluation.per_record=0.5"]
    print(build(configs.load("nano/data", BuildConfig, keys), Path()).records)
    stage = load(
        "nano/sft",
        [
            f"out={Path(out, 'sft')}",
            "model.name=nano",  # built anew; without this line it goes on from the model that ships
            f"data.folders=[{data / 'train'}]",
            "heldout=null",
            "precision=float32",
            f"optim.steps={steps}",
            "optim.warmup_steps=2",
            "optim.batch_size=2",
        ],
    )
    print("trained:", command.run(stage, quiet=True).model)


if __name__ == "__main__":
    main(sys.argv[1], *map(int, sys.argv[2:3]))
