"""What people say against what happens, measured: `python -m bench.words COMMAND …`; each command has its own --help.

    labels    how well labelled requests are read       coverage  how much of people's words is understood
    judge     whether the analytic judge puts right over nothing over wrong
    pairs     people's words beside people's retouches          auto      "make this look good" beside retouches
    wishes    the shared check of edits
    sentences how many sentences the grammar, the network and both read as they are meant

The files they read stay outside the repository.
"""

import sys
from importlib import import_module

READING = ("labels", "coverage", "pairs", "auto", "wishes")
COMMANDS = {
    **dict.fromkeys(READING, "bench.words.labels"),
    "judge": "bench.words.judge_order",
    "sentences": "bench.words.sentences",
}
"""Command -> module; its `main` takes the arguments, the command first, and gives the exit code."""


def main(arguments: list[str] | None = None) -> int:
    """Run one command."""
    given = sys.argv[1:] if arguments is None else arguments
    if not given or given[0] not in COMMANDS:
        print(__doc__, file=sys.stderr)
        return 0 if given[:1] in (["--help"], ["-h"]) else 2
    return int(import_module(COMMANDS[given[0]]).main(given))


if __name__ == "__main__":
    sys.exit(main())
