"""`python -m tests.jarvisevo.judge.simulator.demo` (`make judge-demo`): every loop with a good, an average and a bad
stand-in.

Prints the share of untouched cases that are right in both orders before and after a loop, at the size at which judges
see images. The figures are those of stand-ins that measure images: they show how the loops behave, never how models do.
"""

import argparse
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from jarvisevo.judge.build import WITH_MODEL, JudgeParts
from jarvisevo.judge.core.case import Case
from jarvisevo.judge.core.client import ChatModel
from jarvisevo.judge.core.ledger import Ledger
from jarvisevo.judge.core.library import Library
from jarvisevo.judge.core.metrics import judged_twice, measure
from jarvisevo.judge.core.runs import JudgeRun
from jarvisevo.judge.core.store import LibraryStore
from jarvisevo.judge.core.synthetic import example_photos, make_cases
from jarvisevo.judge.learn import LOOPS, LearningJob, loop_config
from jarvisevo.judge.methods.settings import Models
from jarvisevo.judge.methods.synthesis import TABLE
from tests.jarvisevo.judge.simulator.qualities import Average, Bad, Good

QUALITIES: dict[str, type[Any]] = {"good": Good, "average": Average, "bad": Bad}
SETTINGS: dict[str, dict[str, Any]] = {
    "evolve": {"train": 18, "validation": 12, "report": 10, "iterations": 8, "prune_from": 50},
    "lwe": {"method": "lwe", "baseline": False},
    "rho": {"approve": False},
    "synthesize": {},
}
JUDGE = {"evolve": "harness", "lwe": "lwe", "rho": "rho", "synthesize": "rlar"}
"""The judge that uses a loop's library."""


def in_memory(cases: Sequence[Case], side: int) -> list[Case]:
    """Cases whose images are made once."""
    out = []
    for case in cases:
        source, *candidates = case.images(side).values()
        out.append(replace(case, source=source, candidates=tuple(candidates)))
    return out


def learnt(loop: str, chat: Any, seen: Sequence[Case], side: int, folder: Path) -> tuple[Library, Library]:
    """The library before and after a loop."""
    config = loop_config(loop, Models(subagent="none", side=side), **SETTINGS[loop])
    run = JudgeRun(folder / "run", config, seen)
    models = ChatModel(chat, chat, Ledger(run.ledger_path))
    with LibraryStore(folder / "library", create=True) as store:
        before = store.head()
        LOOPS[loop].work(config, LearningJob(seen, models, store, run, lambda _record: None))
        return before, store.head()


def accuracy(loop: str, chat: Any, library: Library, cases: Sequence[Case], side: int) -> float:
    """Share of cases that are right in both orders."""
    models = Models(subagent="none", side=side)
    judge = WITH_MODEL[JUDGE[loop]](JudgeParts(ChatModel(chat, chat), library, (), models))
    return measure([judged_twice(judge, case) for case in cases]).pair_accuracy


def rules(library: Library) -> Library:
    """What a library judges by: all of it but the table of routes, which may name no tool."""
    return Library({path: text for path, text in library.files.items() if not path.startswith(f"{TABLE}/")})


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row for each stand-in and loop -> 1 when one of them behaves as it should not."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--side", type=int, default=768)
    parser.add_argument("--seen", type=int, default=40)
    parser.add_argument("--untouched", type=int, default=30)
    given = parser.parse_args(arguments)
    photos = list(example_photos(given.side))
    seen = in_memory(make_cases(photos, given.seen, 0), given.side)
    untouched = in_memory(make_cases(photos, given.untouched, 9), given.side)
    print(f"{len(untouched)} untouched cases, {given.side} pixels; stand-ins that measure, not models", flush=True)
    wrong = 0
    for quality, kind in QUALITIES.items():
        for loop in SETTINGS:
            begun = time.process_time()
            with tempfile.TemporaryDirectory() as folder:
                before, after = learnt(loop, kind(), seen, given.side, Path(folder))
            one, two = (accuracy(loop, kind(), library, untouched, given.side) for library in (before, after))
            same = rules(after) == rules(before)
            good = same if quality == "bad" else two >= one
            wrong += not good
            what = "unchanged" if same else f"{len(rules(after).entries)} entries"
            seconds = time.process_time() - begun
            print(
                f"{quality:8} {loop:10} {one:6.1%} -> {two:6.1%}  {what}{'' if good else '  WRONG'}  ({seconds:.0f} s)",
                flush=True,
            )
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
