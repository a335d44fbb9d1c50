"""How people word requests, in figures: lengths, forms, politeness, first words, how usual terms are.
No sentence of theirs is kept.

    python -m data_pipeline.language.habits PEOPLE_DIR [--ours edit.jsonl …] [--before edit.jsonl …] [--learn]

PEOPLE_DIR holds JSON lines of requests (`request`, `command`, `requests`, `amateur`, `original_request`). With --learn
the figures replace habits.json, which the grammar samples by; with --ours the distance of built records is printed.
"""

import json
import math
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Annotated, Any

import typer

FILE = Path(__file__).parent / "habits.json"
WORD = re.compile(r"[A-Za-z'’]+|[一-鿿]")
OPENERS = 150
TERMS = 600
"""Words and pairs of words whose shares are kept."""
LEAST_TERM = 20
"""Texts that hold a term, at least: rarer ones may say who wrote."""
QUESTION = re.compile(r"^\W*(can|could|would|will|is it|any chance|能|可以|可不可以|有没有)\b|\?|？|吗", re.I)
_MUCH = r"(a (bit|little) |slightly |really |so |way |far |pretty |kind of )?(too |over|under)?"
_FAULT = (
    r"(dark|bright|dull|flat|blurry|grainy|yellow|blue|green|pink|washed|hazy|foggy|pale|harsh|loud|overexposed"
    r"|underexposed|soft)"
)
COMPLAINT = re.compile(
    rf"\b(too (?!much of)\w+|(looks?|seems?|is|are|came out) {_MUCH}{_FAULT})\b|太|有点|偏|发灰|灰蒙蒙", re.I
)
NEED = re.compile(r"^\W*(i want|i'd like|i would|i need|needs?|we need|you should|想|希望|需要|最好)", re.I)
POLITE = re.compile(r"\b(please|pls|plz|kindly)\b|请|麻烦|帮", re.I)
DEGREE = re.compile(
    r"\b(a (little|bit|lot|touch|tad|hint|small)|slightly|slight|much|way|very|quite|significantly|greatly"
    r"|considerably|some|more|alot|abit)\b|一点|一些|一丢丢|很多|不少|稍微|少许",
    re.I,
)
OBJECT = re.compile(r"\b(image|photo|picture|pic|photograph|shot|it|this)\b|照片|画面|整体|图|这张", re.I)
CLAUSE = re.compile(r"[.!?;,。，；！？/]| and | & | \+ | then ", re.I)
_VERBS = (
    "increase make brighten lighten add decrease darken sharpen enhance remove adjust turn take reduce bring improve "
    "change lower tone use raise correct give fix boost soften blur warm cool saturate desaturate up lift open deepen "
    "mute dim convert apply let put get drop bump crop rotate clear clean smooth show expose dehaze denoise fade "
    "intensify edit pull push recover tame even cut draw define calm shift tint"
)
VERBS = re.compile(rf"^\W*(please,? |pls |just |slightly |significantly )?({_VERBS.replace(' ', '|')})\b", re.I)
FORMS = ("question", "complaint", "need", "polite", "imperative", "short")


def words(text: str) -> list[str]:
    """Words in lower case; Chinese characters one by one."""
    return [w.lower() for w in WORD.findall(text)]


def terms_of(text: str) -> list[str]:
    """Words and pairs of words."""
    own = words(text)
    return [*own, *(f"{a} {b}" for a, b in zip(own, own[1:], strict=False))]


def form(text: str) -> str:
    """One of FORMS: the first that fits."""
    for name, pattern in (
        ("question", QUESTION),
        ("complaint", COMPLAINT),
        ("need", NEED),
        ("polite", POLITE),
        ("imperative", VERBS),
    ):
        if pattern.search(text):
            return name
    return "imperative" if any("\u4e00" <= c <= "\u9fff" for c in text) else "short"


def habits(texts: Sequence[str]) -> dict[str, Any]:
    """The figures of some requests; {} of none."""
    if not texts:
        return {}
    lengths = sorted(len(words(text)) for text in texts)
    clauses = Counter(min(4, max(1, sum(bool(p and p.strip()) for p in CLAUSE.split(text)))) for text in texts)
    openers = Counter(words(text)[0] for text in texts if words(text))
    forms = Counter(map(form, texts))
    terms = Counter(term for text in texts for term in {*terms_of(text)})
    share = {
        "capital": lambda t: t.strip()[:1].isupper(),
        "period": lambda t: t.strip().endswith((".", "。")),
        "thanks": lambda t: bool(re.search(r"thank|谢", t, re.I)),
        "degree": lambda t: bool(DEGREE.search(t)),
        "object": lambda t: bool(OBJECT.search(t)),
    }
    return {
        "texts": len(texts),
        "lengths": [lengths[min(len(lengths) - 1, round(q * (len(lengths) - 1) / 20))] for q in range(21)],
        "clauses": [round(clauses[n] / len(texts), 4) for n in (1, 2, 3, 4)],
        "forms": {name: round(forms[name] / len(texts), 4) for name in FORMS},
        **{name: round(sum(map(test, texts)) / len(texts), 4) for name, test in share.items()},
        "terms": {t: round(n / len(texts), 5) for t, n in terms.most_common(TERMS) if n >= LEAST_TERM},
        "openers": {w: round(n / len(texts), 5) for w, n in openers.most_common(OPENERS) if n > 2},
    }


@cache
def learned() -> dict[str, dict[str, Any]]:
    """The figures that the grammar samples by, by language."""
    return dict(json.loads(FILE.read_text("utf-8")))


# ---- how far apart two sets of texts are


def distance(ours: Sequence[str], theirs: Sequence[str], seed: int = 0) -> dict[str, float]:
    """How far one set of texts is from another.

    length      mean distance of the quantiles of the lengths, in words (Wasserstein-1)
    openers     total variation of the first words, 0 to 1
    forms       total variation of the forms, 0 to 1
    classifier  share that naive Bayes on words and pairs of words tells right, held-out halves of equal size; .5 is
                chance
    """
    one, two = habits(ours), habits(theirs)
    lengths = sum(abs(a - b) for a, b in zip(one["lengths"], two["lengths"], strict=True)) / 21
    first = [Counter(words(t)[0] for t in texts if words(t)) for texts in (ours, theirs)]
    return {
        "length": round(lengths, 3),
        "openers": round(_variation(first[0], first[1]), 3),
        "forms": round(_variation(one["forms"], two["forms"]), 3),
        "classifier": round(told_apart(ours, theirs, seed), 3),
    }


def _variation(one: Mapping[str, float], two: Mapping[str, float]) -> float:
    totals = sum(one.values()) or 1, sum(two.values()) or 1
    return sum(abs(one.get(k, 0) / totals[0] - two.get(k, 0) / totals[1]) for k in {*one, *two}) / 2


def told_apart(ours: Sequence[str], theirs: Sequence[str], seed: int = 0) -> float:
    """Accuracy of multinomial naive Bayes, trained on one half of each set and tested on the other."""
    rng = random.Random(seed)
    count = min(len(ours), len(theirs))
    if count < 4:
        return 0.5
    sets = [rng.sample(list(texts), count) for texts in (ours, theirs)]
    half = count // 2
    known = [Counter(f for text in texts[:half] for f in terms_of(text)) for texts in sets]
    vocabulary = len({*known[0], *known[1]}) or 1
    totals = [sum(c.values()) for c in known]
    right = 0.0
    for label, texts in enumerate(sets):
        for text in texts[half:]:
            score = sum(
                math.log((known[1][f] + 0.5) / (totals[1] + 0.5 * vocabulary))
                - math.log((known[0][f] + 0.5) / (totals[0] + 0.5 * vocabulary))
                for f in terms_of(text)
            )
            right += 0.5 if score == 0 else float((score > 0) == bool(label))
    return right / (2 * (count - half))


# ---- reading


def requests_of(folder: Path) -> dict[str, list[str]]:
    """Requests of all JSON lines below a folder that are about tone and colour, by language."""
    found: dict[str, list[str]] = {"en": [], "zh": []}
    for path in sorted(folder.glob("*.jsonl")):
        for line in path.read_text("utf-8").splitlines():
            for text in _texts(json.loads(line), path.stem):
                found["zh" if any("\u4e00" <= c <= "\u9fff" for c in text) else "en"].append(text.strip())
    return found


def _texts(row: Mapping[str, Any], source: str) -> Iterator[str]:
    """What a row asks for, when sliders can do it as far as its labels tell."""
    if source == "pairs_with_requests" or (row.get("scope") not in (None, "tone")):
        return
    if "actions" in row and set(row["actions"]) != {"adjust"}:
        return
    if source == "image_editing_request" or (source == "labels" and row.get("lang") != "zh"):
        return  # mostly beyond sliders; the English labels stand in the other files
    for name in ("request", "command", "amateur"):
        value = row.get(name)
        yield from (value,) if isinstance(value, str) else (value or ())


def instructions_of(paths: Iterable[Path]) -> dict[str, list[str]]:
    """Instructions of built records (edit.jsonl), by language, each record's once."""
    found: dict[str, list[str]] = {"en": [], "zh": []}
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            found[row["language"]].append(row["instruction"])
    return found


def report(
    people: Annotated[Path, typer.Argument(help="Folder with requests that people wrote.")],
    ours: Annotated[list[Path] | None, typer.Option("--ours", help="edit.jsonl of a built data set.")] = None,
    before: Annotated[list[Path] | None, typer.Option("--before", help="edit.jsonl to compare with.")] = None,
    learn: Annotated[bool, typer.Option("--learn", help="Write habits.json.")] = False,
) -> None:
    """Print how far built instructions are from what people write."""
    theirs = requests_of(people)
    if learn:
        figures = {language: habits(texts) for language, texts in theirs.items()}
        FILE.write_text(json.dumps(figures, indent=1, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
    for name, paths in (("ours", ours), ("before", before)):
        for language, texts in instructions_of(paths or ()).items():
            if texts and theirs[language]:
                apart = distance(texts, theirs[language])
                print(f"{name:7}{language}  {len(texts)} texts  " + "  ".join(f"{k} {v:g}" for k, v in apart.items()))


if __name__ == "__main__":
    typer.run(report)
