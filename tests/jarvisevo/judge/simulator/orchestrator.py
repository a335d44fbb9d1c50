"""The simulator as orchestrator: it routes, analyses, proposes and rewrites by simple rules over what the prompts say.

Some of its proposals are bad on purpose, by the number of the attempt, so that gates have something to refuse.
"""

import re
from collections.abc import Callable
from typing import Any

from tests.jarvisevo.judge.simulator.model import KIND
from tests.jarvisevo.judge.simulator.reading import asked, criteria, outside, section, sections

ALWAYS = "any instruction"
"""Words of a description that is about every case."""
LIMITS = ("lightness", "contrast", "warmth", "chroma")
SHAPES = {
    "lightness": "global tone shift, direction and amount, endpoints",
    "warmth": "global colour balance, hue direction, neutrality",
    "chroma": "colour strength, saturation limits, gamut",
    "contrast": "tonal spread, slope, endpoints, balance",
}

PROSE = (
    "First describe the source and every candidate in neutral words, without judging: light, colour, texture, and what"
    " changed where. Then say what the instruction asks for, how strongly, and what it leaves open. Compare each"
    " candidate with the source in this quantity alone, and only then with the other candidates; a change in the asked"
    " direction counts, one beyond what was asked counts less, none at all counts little, and the wrong direction"
    " counts least. Look for what broke on the way, such as lost detail, blown lights, false colours. Do not let the"
    " place in which a candidate stands decide."
)
"""As long as what models write when they are asked for guidance."""


def _route(text: str, _sample: int) -> dict[str, Any]:
    wish = asked(section(text, "instruction"))
    rows = re.findall(r"^- ([\w-]+) \([\w-]+\): (.*)$", outside(text), re.MULTILINE)
    return {"entries": [name for name, said in rows if ALWAYS in said or (wish and wish.measure in said)]}


def _analyse(text: str, _sample: int) -> dict[str, Any]:
    """From the chain: a criterion that was not there, noise that was guessed, or what helped."""
    chain, wish = section(text, "chain"), asked(section(text, "instruction"))
    if "The judgement was right" in outside(text):
        return _finding("helped", wish.measure if wish else "order", "keep it")
    missing = re.search(r"No criterion for (\w+)", chain)
    if missing:
        return _finding("missing", missing[1], "a rubric for this quantity is needed")
    if "was guessed" in chain:
        return _finding("hallucination", "noise", "noise has to be measured, not guessed")
    if "Noise" not in chain:
        return _finding("missing", "noise", "damage by noise is not looked at")
    return _finding("misapplied", wish.measure if wish else "order", "look again")


def _finding(cause: str, criterion: str, advice: str) -> dict[str, Any]:
    return {"cause": cause, "criterion": criterion, "entry": "", "advice": advice}


def _propose(text: str, _sample: int) -> dict[str, Any]:
    """The most frequent finding, rejected ones last; every third attempt is a bad idea,
    every second brings an idle entry along.
    """
    number = int((re.search(r"## Attempt (\d+)", text) or ["", "0"])[1])
    names = set(re.findall(r"^- ([\w-]+) \(", outside(text), re.MULTILINE))
    if number % 3 == 0:
        return {"edits": [_skill("modify" if "kind-to-all" in names else "create", KIND)]}
    found = [re.search(r"cause: (\w+) \| criterion: (\w+)", f) for f in sections(text, "finding")]
    wanted = [
        m[2] if m[1] == "missing" else f"{m[2]}-meter" for m in found if m and m[1] in ("missing", "hallucination")
    ]
    rejected = text.rpartition("## Rejected before")[2]
    order = sorted(set(wanted), key=lambda w: (f"create {_name(w)}" in rejected, -wanted.count(w), w))
    order = [*order[:1], "noise-meter"] if order[:1] == ["noise"] else order[:1]
    edits = [_entry(want, names) for want in order if _name(want) not in names]
    if number % 2 == 0 and edits:
        edits.append(_skill("create", f"idle-{number}"))
    return {"edits": edits}


def _name(want: str) -> str:
    return want if want.endswith("-meter") else {KIND: "kind-to-all"}.get(want, f"about-{want}")


def _entry(want: str, names: set[str]) -> dict[str, Any]:
    if not want.endswith("-meter"):
        return _skill("create", want)
    measure = want.removesuffix("-meter")
    return {
        "action": "create",
        "name": want,
        "kind": "tool",
        "description": f"Measures {measure}, for {ALWAYS}.",
        "text": f"Gives the {measure} of every image.",
        "measures": [measure],
    }


def _skill(action: str, criterion: str) -> dict[str, Any]:
    wide = criterion in ("noise", KIND) or criterion.startswith("idle")
    about = ALWAYS if wide else f"instructions that ask for another {criterion}"
    name = criterion if criterion.startswith("idle") else _name(criterion)
    return {
        "action": action,
        "name": name,
        "kind": "skill",
        "description": f"Rubric for {about}.",
        "text": f"Criterion: `{criterion}`. Compare it with the source in every candidate.",
    }


def _build(text: str, _sample: int) -> dict[str, Any]:
    """A prompt with the guidance's criteria that bear on the case."""
    wish = asked(section(text, "instruction"))
    named = [c for c in criteria(outside(text)) if (wish and c == wish.measure) or c in ("noise", KIND)]
    return {"prompt": "\n".join([PROSE, *(f"Criterion: `{c}`. {PROSE}" for c in named), PROSE])}


def _feedback(text: str, _sample: int) -> dict[str, Any]:
    missing = re.search(r"No criterion for (\w+)", section(text, "chain"))
    return {
        "feedback": (
            f"{PROSE} Name what is asked for. Criterion: `{missing[1]}`." if missing else f"{PROSE} It sufficed."
        )
    }


def _refine(text: str, _sample: int) -> dict[str, Any]:
    """Everything that guidance and feedback name."""
    return {"guidance": "\n".join([PROSE, *(f"Criterion: `{c}`. {PROSE}" for c in criteria(text))])}


def _classify(text: str, _sample: int) -> dict[str, Any]:
    wish = asked(section(text, "instruction"))
    return {"task": f"{wish.measure} {'up' if wish.way > 0 else 'down'}" if wish else "other"}


def _select(text: str, _sample: int) -> dict[str, Any]:
    task = section(text, "task").strip()
    rows = re.findall(r"^- ([\w-]+) \([\w-]+\): (.*)$", outside(text), re.MULTILINE)
    fitting = [name for name, said in rows if task in said]
    known = task.split(" ")[0] in LIMITS
    return {"decision": "select" if fitting else "code" if known else "none", "tools": fitting}


def _plan(text: str, _sample: int) -> dict[str, Any]:
    task = section(text, "task").strip()
    return {"plans": [{"name": f"{task.replace(' ', '-')}-check", "idea": f"the change of {task}, by measure()"}]}


def _implement(text: str, _sample: int) -> dict[str, Any]:
    measure, way = section(text, "task").split()
    sign = "" if way == "up" else "-"
    code = (
        f"def compute_{measure}_{way}(prompt, response, reference):\n"
        f"    change = {sign}(measure(response, '{measure}') - measure(reference, '{measure}'))\n"
        "    good = min(1.0, max(0.0, 0.5 + change / 20))\n"
        "    noise = min(1.0, max(0.0, (measure(response, 'noise') - measure(reference, 'noise') - 0.3) / 0.7))\n"
        "    damage = max(noise, cost(response, 'white'), cost(response, 'black'), cost(response, 'garish'))\n"
        "    return good * (1.0 - 0.7 * damage) * (1.0 - 0.6 * cost(response, 'overdone'))\n"
    )
    return {"code": code}


def _describe(text: str, _sample: int) -> dict[str, Any]:
    task = section(text, "task").strip()
    return {"name": f"{task.replace(' ', '-')}-check", "description": f"Measures how well {task} was done."}


def _difficulty(text: str, _sample: int) -> dict[str, Any]:
    wish = asked(section(text, "instruction"))
    blind = "No criterion" in section(text, "chain") or "guessed" in section(text, "chain")
    shape = SHAPES.get(wish.measure if wish else "", "unclear request, many readings")
    return {
        "difficulty": 8.0 if blind else 2.0,
        "fingerprint": f"{shape}; {'blind spot' if blind else 'plain reading'}",
    }


def _diagnose(text: str, _sample: int) -> dict[str, Any]:
    chains = sections(text, "chain")
    missing = [m[1] for chain in chains for m in re.finditer(r"No criterion for (\w+)", chain)]
    rollouts = [{"success": "No criterion" not in c, "quality": 0.2 if "No criterion" in c else 0.9} for c in chains]
    direction = f"add a criterion for {missing[0]}" if missing else "nothing to add"
    return {
        "rollouts": rollouts,
        "failures": missing[:1],
        "disagreements": ["the order decided"] if missing else [],
        "direction": direction,
        "severity": 0.9 if missing else 0.1,
    }


def _optimise(text: str, sample: int) -> dict[str, Any]:
    """Sample 0 is a bad idea; the others do what the diagnoses say, the first direction or all of them."""
    if sample == 0:
        return {"edits": [_skill("create", KIND)]}
    names = set(re.findall(r"^- ([\w-]+) \(", outside(text), re.MULTILINE))
    said = re.findall(r"add a criterion for (\w+)", text)
    wanted = [w for w in dict.fromkeys(said) if _name(w) not in names]
    return {"edits": [_skill("create", w) for w in wanted[: 1 if sample == 1 else 3]]}


def _prefer(text: str, _sample: int) -> dict[str, Any]:
    """The chain that looked at what was asked for; one that tells nothing apart is worth less than nothing."""
    values = [
        2 * ("nothing in particular" not in chain) - 3 * ("Gave every candidate" in chain)
        for chain in sections(text, "chain")
    ]
    return {"preference": 4 * (values[0] - values[1]) / 2, "rationale": "what was asked for was looked at"}


ROLES: dict[str, Callable[[str, int], dict[str, Any]]] = {
    "route": _route,
    "analyse": _analyse,
    "propose": _propose,
    "build": _build,
    "feedback": _feedback,
    "refine": _refine,
    "summarise": _refine,
    "classify": _classify,
    "select": _select,
    "plan": _plan,
    "implement": _implement,
    "describe": _describe,
    "difficulty": _difficulty,
    "diagnose": _diagnose,
    "optimise": _optimise,
    "prefer": _prefer,
    "rerank": lambda text, _: {"order": list(range(len(sections(text, "case"))))},
    "consistency": lambda text, _: {"consistent": True, "reason": "it says the same"},
}
