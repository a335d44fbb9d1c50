"""Who proposes edits: the `Policy` protocol and what it returns. Implementations are modules beside this one."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from editor_ops.photo import Image, Photo


@dataclass(frozen=True)
class Proposal:
    """One editing step: what goes between <think> tags, and the tool call (Adobe's names to plain JSON values).

    thought    in the language of the instruction, future tense, no numbers
    tool_call  only what this step changes; {} when nothing is to be changed
    finished   True when this is the policy's last step
    ignored    parts of the instruction that could not be served, for the user
    """

    thought: str
    tool_call: dict[str, Any] = field(default_factory=dict)
    finished: bool = True
    ignored: tuple[str, ...] = ()


class Policy(Protocol):
    """An editor: looks at the photo as it is now and proposes the next step."""

    name: str

    def propose(
        self, photo: "Photo", current_image: "Image | None", instruction: str, history: Sequence[Any]
    ) -> Proposal:
        """The next step.

        photo          the original
        current_image  the rendering after the last step; None before the first
        history        earlier steps, oldest first; each a mapping with, or an object that has, `tool_call`
        """
        ...
