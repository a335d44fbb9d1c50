"""How many sentences the grammar, the network and the two together read as they are meant.

    python -m bench.words sentences FILE.tsv … [--show N]

A line is a sentence, a tab and its outline (jarvisevo/rules/language/learnt/clauses.py). Read as meant is one whose
changes, their directions and places are all there and no others; degrees, and what is to be kept, are not compared.
Without files: those of data_pipeline/language/sentences that are never learnt from.
"""

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

from bench.artedit.metrics import bootstrap
from jarvisevo.rules.intent import Intent
from jarvisevo.rules.language import chinese, english, learnt, read, weighing
from jarvisevo.rules.language.explain import describe
from jarvisevo.rules.language.learnt import Outline
from jarvisevo.rules.language.learnt.clauses import parse
from jarvisevo.rules.language.tokens import is_chinese

HELD_OUT = sorted((Path(__file__).parents[2] / "data_pipeline/language/sentences").glob("held_out_*.tsv"))


def readings(text: str, language: str) -> Mapping[str, Intent]:
    """A text as the grammar, the network and both read it."""
    outline = learnt.outline(text)
    grammar = chinese.read(text) if language == "zh" else english.read(text)
    network = weighing.intent_of(outline, text, language) if outline else Intent()
    return {"grammar": grammar, "network": network, "both": read(text)}


def measure(path: Path, show: int = 0) -> dict[str, list[bool]]:
    """For every reader whether it reads each sentence of a file as meant; prints the first `show` that both do not."""
    found: dict[str, list[bool]] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        text, _, outline = line.partition("\t")
        language = "zh" if is_chinese(text) else "en"
        meant = weighing.meaning(weighing.intent_of(Outline(parse(outline), 1.0), text, language))
        said = readings(text, language)
        for name, intent in said.items():
            found.setdefault(name, []).append(weighing.meaning(intent) == meant)
        if not found["both"][-1] and show > 0:
            show -= 1
            print(f"{text}\n    meant {outline}\n    read  {' ; '.join(describe(said['both']))}")
    return found


def share(right: Sequence[bool]) -> str:
    """ "71.3 % (67.1 to 75.4)": over sentences, the interval by bootstrap."""
    low, high = bootstrap(lambda column: float(column.mean()), right)
    return f"{sum(right) / len(right):.1%} ({low:.1%} to {high:.1%})"


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 0 when it could be measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("sentences",))
    parser.add_argument("files", nargs="*", type=Path, default=HELD_OUT)
    parser.add_argument("--show", type=int, default=0)
    options = parser.parse_args(arguments)
    for path in options.files:
        found = measure(path, options.show)
        shares = ", ".join(f"{name} {share(right)}" for name, right in found.items())
        print(f"{path.stem}: {len(found['both'])} sentences read as meant: {shares}")
    return 0
