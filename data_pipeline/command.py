"""From the command line into the build: the config read, progress shown, every expected error as one line."""

import sys
from collections.abc import Sequence
from pathlib import Path

from data_pipeline.build import Summary, absent, build
from data_pipeline.config import BuildConfig
from data_pipeline.estimate import estimate
from data_pipeline.samples import BuildError
from jarvisevo.files.config import ConfigError, load
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.report.terminal import Progress, print_json, show_notes


def main(path: Path, overrides: Sequence[str], *, as_json: bool = False, check: bool = False) -> None:
    """Build the data set of a config file; paths in it start from the folder the command runs in.

    check  say what it takes and stop
    """
    try:
        config = load(path, BuildConfig, overrides)
    except ConfigError as error:
        raise CliError(str(error)) from None
    missing = absent(config, Path())
    if missing and config.fallback:
        places = ", ".join(f"{source.kind} {source.folder}" for source in config.fallback)
        show_notes([f"{missing}: no such folder; the config's fallback stands in: {places}"])
    try:
        if check:
            needed = estimate(config, Path())
            print_json(needed.to_dict()) if as_json else print("\n".join(needed.lines()))
            return
        summary = _shown(config)
    except BuildError as error:
        raise CliError(str(error), FAILED) from None
    if as_json:
        print_json({"out": str(summary.out), "records": summary.records, "dropped": summary.dropped})
        return
    print(f"{summary.out}: " + ", ".join(f"{count} {name}" for name, count in summary.records.items()))
    left_out = sum(summary.dropped.values())
    if left_out:
        print(f"{left_out} samples left out; the reasons are in README.md and dropped.jsonl", file=sys.stderr)


def _shown(config: BuildConfig) -> Summary:
    """The build with a progress bar on the error stream."""
    with Progress("shards") as progress:
        return build(config, Path(), progress.update)
