"""The sandbox as a `verifiers` (v1) environment: `pip install 'jarvisevo[verifiers]'`, then

    vf-eval jarvisevo-verifiers --env.taskset.folder data/artedit/train -n 8

prime-rl trains on the same id. The sandbox plays the user: each of the model's turns is carried out, and the next
picture comes back as the user's turn. The rewards are ours, with their weights.
"""

from collections.abc import Iterator
from pathlib import Path

import verifiers.v1 as vf
from pydantic import Field

from jarvisevo.files.config import parse
from training.config import RewardConfig
from training.data import system_text
from training.environments.tasks import EditTasks
from training.rewards import weight


class PhotoConfig(vf.TasksetConfig):
    """Which photos, and how many turns."""

    folder: Path
    """A data set of `jarvisevo data build`."""
    max_steps: int = 4
    max_size: int = 1024
    judge: bool = True
    system: str = "own"
    weights: dict[str, float] = Field(default_factory=dict)
    """Of the rewards: format, tools, closeness."""
    limit: int | None = None


def opened(config: PhotoConfig) -> EditTasks:
    """The tasks that a config names."""
    return EditTasks(
        config.folder,
        max_steps=config.max_steps,
        max_size=config.max_size,
        judge=config.judge,
        system=config.system,
        rewards=parse({"weights": config.weights}, RewardConfig),
        limit=config.limit,
    )


class PhotoData(vf.TaskData):
    """Which task of the data set an episode is."""

    index: int
    instruction: str


class PhotoTask(vf.Task[PhotoData, vf.State, vf.TaskConfig]):
    """An instruction and its photo; both come with the first user turn."""


class PhotoTaskset(vf.Taskset[PhotoTask, PhotoConfig]):
    """The edits of a data set."""

    def load(self) -> Iterator[PhotoTask]:
        """One task for each edit."""
        for index, entry in enumerate(opened(self.config).entries):
            record = entry.record
            text = system_text(self.config.system, record.instruction)
            data = PhotoData(id=record.id, index=index, instruction=record.instruction, system_prompt=text or None)
            yield PhotoTask(data, self.config.task)


class PhotoEnvConfig(vf.EnvConfig):
    """Who edits: without tools, in turns."""

    taskset: PhotoConfig
    editor: vf.AgentConfig = vf.AgentConfig(harness={"id": "null"})


class PhotoEnv(vf.Env[PhotoEnvConfig]):
    """The agent's session as the user of a conversation."""

    async def run(self, task: PhotoTask, agents: "vf.Agents") -> None:
        """One episode; its rewards go onto the editor's trace."""
        episode = self.tasks.opened(task.data.index)
        asked = [message for message in episode.messages if message["role"] != "system"]  # the task has it
        async with agents.editor.interaction(task) as interaction:
            while asked:
                segment = await interaction.turn(asked)
                if segment.terminated:
                    break
                asked = episode.answer(segment.last_reply)
        outcome = episode.outcome()
        for name, value in outcome.rewards.items():
            interaction.trace.record_reward(name, value, weight(self.tasks.rewards, name))

    @property
    def tasks(self) -> EditTasks:
        """Opened once."""
        if not hasattr(self, "_tasks"):
            self._tasks = opened(self.config.taskset)
        return self._tasks
