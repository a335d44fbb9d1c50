"""Three stand-ins of different quality for the loops: what they show is how the loops behave, never how models do."""

import hashlib
import json
from collections.abc import Sequence

from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling
from tests.jarvisevo.judge.simulator.model import Simulator

NOISE = 0.8
"""Most that an average judge's score is off."""


def role_of(conversation: Sequence[Message]) -> str:
    """The role that a conversation opens with."""
    return conversation[0].text.split("\n")[0].removeprefix("# Role: ")


class Good(Simulator):
    """Sees images by measuring them, as far as its rubrics name what to look at."""


class Average(Simulator):
    """The same with scores that are off by up to NOISE, always alike for the same question; the first version of a
    program has the wrong sign.
    """

    def _reply(self, conversation: Sequence[Message], sampling: Sampling) -> Completion | ChatError:
        made = super()._reply(conversation, sampling)
        if isinstance(made, Completion) and role_of(conversation) == "implement" and not sampling.seed:
            return Completion(made.text.replace("0.5 + change", "0.5 - change"))
        if not isinstance(made, Completion) or role_of(conversation) != "judge":
            return made
        data = json.loads(made.text)
        asked = hashlib.sha256("".join(message.text for message in conversation).encode()).hexdigest()
        for name in data["scores"]:
            off = int(hashlib.sha256(f"{asked} {name} {data['scores'][name]}".encode()).hexdigest()[:6], 16) / 0xFFFFFF
            data["scores"][name] = min(5.0, max(1.0, data["scores"][name] + NOISE * (2 * off - 1)))
        return Completion(json.dumps(data))


class Bad(Simulator):
    """Prefers the first place whatever it is told, also in its programs, talks around its answer, prefers what stands
    first, and often breaks off.
    """

    def _reply(self, conversation: Sequence[Message], sampling: Sampling) -> Completion | ChatError:
        role = role_of(conversation)
        if role == "implement":
            code = "def compute_a(prompt, response, reference):\n    return 1.0 if response == 'cand_1' else 0.0\n"
            return Completion(f"As you wish.\n{json.dumps({'code': code})}")
        if role == "judge":
            handles = [
                part[:-2] for part in conversation[1].content if isinstance(part, str) and part.startswith("cand_")
            ]
            scores = {name: 5.0 - i for i, name in enumerate(handles)}
            said = "Well, let me think about this at length. " * 20
            return Completion(f"{said}```json\n{json.dumps({'reasoning': said, 'scores': scores})}\n```")
        if role == "prefer":
            return Completion('{"preference": 9, "rationale": "A came first"}')
        if role in ("feedback", "refine"):
            return Completion("I would rather not say {")
        return super()._reply(conversation, sampling)
