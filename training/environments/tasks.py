"""What every wrapper is made of: a data set's edits as tasks, episodes of the one agent session, and our own rewards.

An episode is answered in text. The user's turns come as chat messages in OpenAI's form, each picture at its own place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jarvisevo.agent import loop
from jarvisevo.agent.episode import Episode
from jarvisevo.agent.session import Options
from jarvisevo.policies.openai_wire import wire_messages
from jarvisevo.protocol.chat import Message
from jarvisevo.scoring.scores import format_score
from training import data as dataset
from training.config import RewardConfig, RewardName, TrainDataConfig
from training.data import StoredRecord
from training.images import PhotoCache
from training.rewards import EditQuery, closeness_reward, stored_target, tool_reward, weight

REWARDS: tuple[RewardName, ...] = ("format", "tools", "closeness")
"""R_f, R_ta and the closeness of the result: what one episode has alone. R_pp needs the group that is sampled."""


@dataclass(frozen=True)
class EpisodeResult:
    """What an episode came to.

    rewards  by name, as `training.rewards` gives them; closeness only where it weighs something
    total    their weighted sum
    """

    rewards: Mapping[RewardName, float]
    total: float


class EditTasks:
    """The edits of a data set as tasks.

    folder     a data set of `jarvisevo data build`
    max_steps  editing turns at most; max_size: long edge of the images that the sandbox hands back
    judge      the model judges its own result at the end
    rewards    weights and scales; None is JarvisEvo's
    system     system prompt: "none", "own" or a text file, as in a training config
    """

    def __init__(
        self,
        folder: Path,
        *,
        max_steps: int = 4,
        max_size: int = 1024,
        judge: bool = True,
        rewards: RewardConfig | None = None,
        system: str = "none",
        limit: int | None = None,
    ) -> None:
        found = dataset.entries(TrainDataConfig(folders=(folder,), kinds=("edit",), limit=limit))
        self.entries = [e for e in found if not e.record.trajectory.reflections]
        self.max_steps, self.max_size, self.judge = max_steps, max_size, judge
        self.rewards, self.system = rewards or RewardConfig(), system
        self.photos = PhotoCache(max_size)

    def __len__(self) -> int:
        return len(self.entries)

    def opened(self, index: int) -> "TaskEpisode":
        """A new episode of one task, from 0. IndexError where there is none."""
        if not 0 <= index < len(self.entries):
            raise IndexError(f"task {index}: there are tasks 0 to {len(self.entries) - 1}")
        entry = self.entries[index]
        photo = self.photos.get(entry.folder / entry.record.source)
        options = Options(max_steps=self.max_steps, max_size=self.max_size, rounds=0)
        session = loop.open_session(photo, entry.record.instruction, options, "photo")
        return TaskEpisode(entry, Episode(session, self.judge), self.rewards, self._opening(entry))

    def _opening(self, entry: StoredRecord) -> list[Message]:
        text = dataset.system_text(self.system, entry.record.instruction)
        return [Message("system", (text,), "system")] if text else []


class TaskEpisode:
    """An episode under way.

    messages  the conversation so far, in OpenAI's form
    """

    def __init__(
        self, entry: StoredRecord, episode: Episode, rewards: RewardConfig, opening: Sequence[Message]
    ) -> None:
        assert episode.ask is not None
        self.entry, self.episode, self.config = entry, episode, rewards
        self.messages = wire_messages([*opening, episode.ask.message], None, "png")

    @property
    def done(self) -> bool:
        return self.episode.ask is None

    def answer(self, text: str, whole: bool = True) -> list[dict[str, Any]]:
        """Take the model's turn -> the user's next, in OpenAI's form; [] when the episode is over.

        whole  the model ended its turn; False when it was cut off
        """
        self.episode.take(text, whole)
        said = [{"role": "assistant", "content": text}]
        asked = [] if self.episode.ask is None else wire_messages([self.episode.ask.message], None, "png")
        self.messages = [*self.messages, *said, *asked]
        return asked

    def outcome(self) -> EpisodeResult:
        """The rewards of the episode as it stands."""
        rollout: Any = self.episode  # the rewards ask nothing of its tokens
        target = self.entry.record.trajectory.settings
        found: dict[RewardName, float] = {
            "format": format_score(rollout.obligations),
            "tools": tool_reward(rollout, target, self.config.scale),
        }
        if weight(self.config, "closeness") > 0:
            query = EditQuery(0, self.entry, rollout, target, wanted=stored_target(self.entry))
            found["closeness"] = closeness_reward(query, self.config.closeness_scale)
        names = [name for name in REWARDS if name in found]
        return EpisodeResult(found, sum(weight(self.config, name) * found[name] for name in names))
