"""From the command line into a stage: the config read, the stage run, every expected error as one line."""

import contextlib
import os
from collections.abc import Sequence
from pathlib import Path

from editor_ops.photo import PhotoError
from jarvisevo.files.config import ConfigError
from jarvisevo.files.errors import FAILED, INTERRUPTED, CliError
from jarvisevo.qwen.folder import QwenVLError
from training.config import RftConfig, SepoConfig, SftConfig, StageConfig, load
from training.data import TrainingDataError
from training.processes import end, leave
from training.run import RunFolder, Stopped, TrainingError, locked


def main(path: Path, overrides: Sequence[str], *, check: bool = False, gpus: int = 1) -> None:
    """Run the stage that a config file describes. CliError with one line for everything that is expected to go wrong.

    check  print what the run would take on so many `gpus` instead
    """
    try:
        config = load(path, overrides)
    except ConfigError as error:
        raise CliError(str(error)) from None
    if check:
        _check(config, gpus)
        return
    try:
        folder = run(config)
        leave()
    except Stopped as stop:
        raise CliError(str(stop), INTERRUPTED) from None
    except (TrainingDataError, TrainingError, QwenVLError, PhotoError) as error:
        raise CliError(str(error), FAILED) from None
    except ModuleNotFoundError as error:
        raise CliError(f"{error.name} is missing: pip install 'jarvisevo[train]'", FAILED) from None
    if os.environ.get("RANK", "0") == "0":
        print(folder.model)
    end()


def run(config: StageConfig, quiet: bool = False) -> RunFolder:
    """Train as a config says -> the run's folder. Whatever goes wrong is an exception of its module."""
    refuse(config)
    with locked(config.out) if os.environ.get("RANK", "0") == "0" else contextlib.nullcontext():
        return _stage(config, quiet)


def _stage(config: StageConfig, quiet: bool) -> RunFolder:
    if isinstance(config, SftConfig):
        from training import sft

        return sft.run(config, quiet)
    if isinstance(config, SepoConfig):
        from training import sepo

        return sepo.run(config, quiet)
    assert isinstance(config, RftConfig)
    from training import rft

    return rft.run(config, quiet)


def refuse(config: StageConfig) -> None:
    """TrainingError for a config that cannot run on what the run was launched with; see `training.combinations`."""
    from training.combinations import conflicts
    from training.models import on_cuda
    from training.processes import world

    found = conflicts(config, world() if on_cuda(config) else 0, world())
    if found:
        raise TrainingError("; ".join(found))


def _check(config: StageConfig, gpus: int) -> None:
    from training.plan import plan, table

    made = plan(config, gpus)
    print(table(made))
    if made.errors:
        raise CliError("; ".join(made.errors))
