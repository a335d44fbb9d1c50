"""How well instructions are read: F1 against labels by hand, and how much of people's words is understood.

    python -m bench.words labels FILE.jsonl [--half even|odd] [--show N] [--lang en|zh]
    python -m bench.words coverage FILE.jsonl … [--show N]
    python -m bench.words pairs PAIRS.jsonl --photos ROOT [--model NAME]     people's words, people's retouch: ΔE2000
    python -m bench.words auto INPUT.jpg …                     "make this look good" against NAME__expertC.jpg: PSNR
    python -m bench.words wishes CHECK_WISHES.py WISHES.jsonl --photos ROOT     the shared check of edits

The files stay outside the repository. Rows of `labels`: {"request", "lang", "scope", "wants", "keep"}; rows of
`coverage`: any of the keys "request", "command", "expert", "amateur", "requests", "original_request".
"""

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from jarvisevo.rules.language import read
from jarvisevo.rules.language.explain import to_dict

Triple = tuple[str, str, str]
SAME = {"exposure": "brightness", "texture": "clarity", "vibrance": "saturation", "rotate": "straighten"}
"""Names that labels do not tell apart."""
OUT = {"remove", "add", "replace", "flip", "zoom", "other", "perspective"}
UNDIRECTED = {"white_balance", "auto", "black_and_white", "crop", "straighten"}
EVERYWHERE = {"", "all", "photo", "image", "picture", "everything", "whole"}
ALIKE = (
    {"skin", "face"},
    {"people", "person", "girl", "man", "woman", "boy", "subject", "child", "baby", "couple"},
    {"background", "behind", "surroundings"},
    {"sky", "skies", "clouds"},
    {"grass", "plants", "trees", "leaves", "foliage", "vegetation"},
    {"water", "sea", "ocean", "lake", "river"},
)
TEXTS = ("request", "command", "original_request", "expert", "amateur", "requests")


def triple(want: dict[str, Any]) -> Triple:
    """(what, direction, where) of a labelled or read want, names that mean the same made equal."""
    what = SAME.get(str(want["what"]).lower(), str(want["what"]).lower())
    direction = {"less": "-", "more": "+"}.get(want.get("direction") or "", want.get("direction") or "")
    if what.startswith("look:"):
        what, direction = "look", ""
    if what in UNDIRECTED:
        direction = ""
    return what, direction, str(want.get("where") or "all").strip().lower()


def near(a: str, b: str) -> bool:
    """True when two names stand for one place."""
    if a in EVERYWHERE or b in EVERYWHERE:
        return a in EVERYWHERE and b in EVERYWHERE
    alike = any(any(x in a for x in names) and any(x in b for x in names) for names in ALIKE)
    return a in b or b in a or bool(set(a.split()) & set(b.split())) or alike


def hits(truth: list[Triple], read_: list[Triple], same: Callable[[Triple, Triple], bool]) -> int:
    """How many labelled wants have one of their own among those read."""
    left, count = list(read_), 0
    for want in truth:
        match = next((other for other in left if same(want, other)), None)
        if match is not None:
            left.remove(match)
            count += 1
    return count


def labels(rows: Iterable[dict[str, Any]], show: int = 0) -> Counter[str]:
    """Counts over labelled rows; prints the first `show` that are not read as labelled."""
    n: Counter[str] = Counter()
    for row in rows:
        said = to_dict(read(row["request"]))
        truth = [t for t in map(triple, row["wants"]) if t[0] not in OUT]
        found = [t for t in map(triple, said["wants"]) if t[0] not in OUT]
        if row["scope"] == "out":
            n.update({"out": 1, "out_found": bool(said["out_of_scope"]) and not found, "out_edited": bool(found)})
            wrong = bool(found) or not said["out_of_scope"]
        else:
            three = hits(truth, found, lambda a, b: a[:2] == b[:2] and near(a[2], b[2]))
            n.update({"truth": len(truth), "read": len(found), "three": three, "keep": len(row.get("keep", []))})
            n["two"] += hits(truth, found, lambda a, b: a[:2] == b[:2])
            n["kept"] += min(len(row.get("keep", [])), len(said["keep"]))
            wrong = three < max(len(truth), len(found))
        if wrong and show > 0:
            show -= 1
            print(
                f"{row['request'][:150]}\n    labelled {truth}\n    read     {found} {said['keep'] or ''} "
                f"{said['out_of_scope'] or ''} {said['not_understood'] or ''}"
            )
    return n


def f1(n: Counter[str], key: str) -> float:
    """Micro F1 of "two" (what, direction) or "three" (and where)."""
    return 2 * n[key] / max(n["truth"] + n["read"], 1)


def texts(row: dict[str, Any]) -> Iterator[str]:
    """Every request of a row."""
    for key in TEXTS:
        value = row.get(key)
        yield from ([] if key == "expert" else [value]) if isinstance(value, str) else value or []


def coverage(path: Path, show: int) -> None:
    """Share of words that were not understood, and of requests from which nothing was read."""
    n: Counter[str] = Counter()
    unknown: Counter[str] = Counter()
    for line in path.read_text(encoding="utf-8").splitlines():
        for text in texts(json.loads(line)):
            intent = read(text)
            unknown.update(intent.not_understood)
            n["requests"] += 1
            n["words"] += len(re.findall(r"[A-Za-z']+|[\u3400-\u9fff]", text))
            n["unknown"] += len(intent.not_understood)
            n["partial"] += bool(intent.not_understood)
            n["nothing"] += not (intent.wants or intent.keep or intent.out_of_scope)
    print(
        f"{path.name}: {n['requests']} requests; words not understood {n['unknown'] / max(n['words'], 1):.2%}; "
        f"in {n['partial'] / max(n['requests'], 1):.1%} of requests; nothing read from "
        f"{n['nothing'] / max(n['requests'], 1):.1%}"
    )
    print("  " + " ".join(f"{w}:{c}" for w, c in unknown.most_common(show)))


def main(arguments: list[str] | None = None) -> int:
    """Entry point; 0 when it could be measured."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("labels", "coverage", "pairs", "auto", "wishes"))
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--half", choices=("even", "odd"))
    parser.add_argument("--lang", choices=("en", "zh"))
    parser.add_argument("--show", type=int, default=0)
    parser.add_argument("--photos", type=Path, help="folder that paths of photos start from")
    parser.add_argument("--model", default="rules", help="of pairs, auto and wishes: who edits, as in `jarvisevo edit`")
    options = parser.parse_args(arguments)
    if options.what in ("pairs", "auto", "wishes"):
        from bench import words_edits

        return words_edits.main(options.what, options.files, options.photos or Path(".."), options.show, options.model)
    if options.what == "coverage":
        for path in options.files:
            coverage(path, options.show)
        return 0
    rows = [json.loads(line) for line in options.files[0].read_text(encoding="utf-8").splitlines() if line.strip()]
    if options.half:
        rows = rows[options.half == "odd" :: 2]
    for lang in [options.lang] if options.lang else ("en", "zh"):
        n = labels([row for row in rows if row["lang"] == lang], options.show)
        print(
            f"{lang}: F1 what+direction {f1(n, 'two'):.3f}, with where {f1(n, 'three'):.3f}; "
            f"out of scope found {n['out_found']}/{n['out']}, edited {n['out_edited']}; keeps {n['kept']}/{n['keep']}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
