"""A stand-in that behaves as the estimates reckon, by hashes: what it says means nothing, only how often it is asked.

Every reply is valid and new, the order changes the verdict on a fifth of the cases, the router picks an entry for seven
cases of ten, and accuracy goes up and down with the library by chance.
"""

import hashlib
import json
import re
from collections.abc import Sequence
from typing import Any

from jarvisevo.judge.core.images import digest
from jarvisevo.judge.methods.estimate import HARD, PICKED
from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling
from tests.jarvisevo.judge.simulator.model import Simulator, shown
from tests.jarvisevo.judge.simulator.reading import section


def chance(*parts: object) -> float:
    """A number from 0 to 1 that is always the same for the same parts."""
    return int(hashlib.sha256(json.dumps([str(p) for p in parts]).encode()).hexdigest()[:8], 16) / 0xFFFFFFFF


class Typical(Simulator):
    """See above."""

    def _reply(self, conversation: Sequence[Message], sampling: Sampling) -> Completion | ChatError:
        if len(conversation) == 1:
            return Completion('{"compliance": 4, "quality": 3, "coherence": 4}')
        role = conversation[0].text.split("\n")[0].removeprefix("# Role: ")
        text = conversation[1].text
        images = {name: digest(codes) for name, codes in shown(conversation).items()}
        made = ROLES[role](text, images, sampling.seed) if role in ROLES else None
        return Completion(json.dumps(made)) if made is not None else super()._reply(conversation, sampling)


Images = dict[str, str]


def _judge(text: str, images: Images, _seed: int) -> Any:
    rubrics = re.findall(r"## Skill: ([\w-]+)", text)
    said = section(text, "instruction")
    handles = [name for name in images if name.startswith("cand_")] or re.findall(r"^(cand_\d+):$", text, re.MULTILINE)
    hard = chance("hard", said, *sorted(images.values())) < HARD
    scores = {
        name: 5 - place if hard else round(1 + 4 * chance(said, images.get(name, place), *sorted(rubrics)), 3)
        for place, name in enumerate(handles)
    }
    return {"reasoning": f"As {', '.join(rubrics) or 'it seems'}.", "scores": scores}


def _route(text: str, images: Images, _seed: int) -> Any:
    names = re.findall(r"^- ([\w-]+) \(", text, re.MULTILINE)
    case = (section(text, "instruction"), *sorted(images.values()))
    return {"entries": [name for name in names if chance("pick", name, *case) < PICKED]}


def _entries(text: str, _images: Images, seed: int) -> Any:
    """One new skill, and often another."""
    count = 2 if chance("two", text, seed) < 0.85 else 1
    return {"edits": [_skill(f"rule-{int(1e6 * chance(text, seed, i)):06d}") for i in range(count)]}


def _skill(name: str) -> dict[str, Any]:
    text = f"Look at {name}."
    return {"action": "create", "name": name, "kind": "skill", "description": f"Rubric {name}.", "text": text}


def _difficulty(_text: str, images: Images, _seed: int) -> Any:
    words = " ".join(
        hashlib.sha256(str(sorted(images.values())).encode()).hexdigest()[i : i + 4] for i in range(0, 40, 4)
    )
    return {"difficulty": round(10 * chance("r", *images.values()), 2), "fingerprint": words}


def _diagnose(text: str, _images: Images, _seed: int) -> Any:
    count = text.count("<chain>")
    rows = [{"success": True, "quality": 0.5} for _ in range(count)]
    told: dict[str, Any] = {"failures": ["a"], "disagreements": ["b"], "direction": "look closer", "severity": 0.5}
    return {"rollouts": rows, **told}


ROLES: dict[str, Any] = {
    "judge": _judge,
    "vote": lambda text, images, seed: {"better": "cand_1" if chance(*sorted(images.values())) < 0.5 else "cand_2"},
    "classify": lambda text, images, seed: {"task": f"kind {int(9 * chance(section(text, 'instruction')))}"},
    "route": _route,
    "propose": _entries,
    "optimise": _entries,
    "difficulty": _difficulty,
    "diagnose": _diagnose,
    "analyse": lambda text, images, seed: {"cause": "missing", "criterion": "light", "entry": "", "advice": "look"},
    "prefer": lambda text, images, seed: {"preference": round(20 * chance(text) - 10, 1), "rationale": "so it seems"},
    "build": lambda text, images, seed: {"prompt": f"Look closely, {chance(text):.6f}."},
    "feedback": lambda text, images, seed: {"feedback": f"Look at light, {chance(text):.6f}."},
    "select": lambda text, images, seed: {"decision": "none", "tools": []},
    "refine": lambda text, images, seed: {"guidance": f"Look at everything, {chance(text):.6f}."},
}
