"""The sandbox as an OpenEnv server: `pip install 'jarvisevo[openenv]'`, then

    python -m training.environments.openenv_server data/artedit/train --port 8000

An action is the model's turn as text; an observation is the user's next turn with its pictures as data URLs.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

try:
    from openenv.core.env_server.http_server import create_app
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, Observation, State
except ModuleNotFoundError as error:
    if __name__ != "__main__":
        raise
    raise SystemExit(f"openenv_server: error: {error.name} is missing: pip install 'jarvisevo[openenv]'") from None
from pydantic import Field

from training.environments.tasks import EditTasks, TaskEpisode

if TYPE_CHECKING:
    from starlette.applications import Starlette


class ModelAction(Action):
    """What the model says."""

    text: str = Field(description="the whole turn, with its tags")
    whole: bool = Field(default=True, description="the model ended its turn; false when it was cut off")


class EpisodeObservation(Observation):
    """What the model is asked next; `reward` is the sum of the rewards once `done`."""

    messages: list[dict[str, Any]] = Field(description="the new turns in OpenAI's form; [] at the end")
    kind: str = Field(default="", description="edit or evaluate; empty at the end")
    rewards: dict[str, float] = Field(default_factory=dict, description="by name, once done")


class EpisodeState(State):
    """Where an episode stands."""

    task: int = 0
    settings: dict[str, Any] = Field(default_factory=dict, description="Lightroom's settings so far")


class PhotoEnvironment(Environment[ModelAction, EpisodeObservation, EpisodeState]):
    """One episode at a time, over the agent's own session; each connection has an environment of its own."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, tasks: EditTasks) -> None:
        super().__init__()
        self.tasks, self.number, self.name = tasks, 0, ""
        self.task: TaskEpisode | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **kwargs: object) -> EpisodeObservation:
        """Open task `index`, or `seed` modulo their number, or the first."""
        number = kwargs.get("index", seed or 0)
        if not isinstance(number, int) or isinstance(number, bool):
            raise ValueError(f"index {str(number)[:40]!r}: must be a number from 0 to {len(self.tasks) - 1}")
        self.number, self.name = number % len(self.tasks), episode_id or ""
        self.task = self.tasks.opened(self.number)
        return self._asked(self.task.messages)

    def step(self, action: ModelAction, timeout_s: float | None = None, **kwargs: object) -> EpisodeObservation:
        """Take the model's turn."""
        if self.task is None or self.task.done:
            raise ValueError("no episode is under way: reset first")
        return self._asked(self.task.answer(action.text, action.whole))

    def _asked(self, messages: list[dict[str, Any]]) -> EpisodeObservation:
        assert self.task is not None
        if not self.task.done:
            assert self.task.episode.ask is not None
            return EpisodeObservation(messages=messages, kind=self.task.episode.ask.kind)
        outcome = self.task.outcome()
        rewards = {str(name): value for name, value in outcome.rewards.items()}
        return EpisodeObservation(messages=[], done=True, reward=outcome.total, rewards=rewards)

    @property
    def state(self) -> EpisodeState:
        """Task, turns and settings so far."""
        settings = self.task.episode.session.settings.to_dict() if self.task else {}
        turns = self.task.episode.turns if self.task else 0
        return EpisodeState(episode_id=self.name or None, step_count=turns, task=self.number, settings=settings)

    def list_splits(self) -> list[str]:
        """One: the data set."""
        return ["train"]

    def num_tasks(self, split: str) -> int:
        """How many there are."""
        return len(self.tasks)

    def get_task(self, split: str, index: int) -> dict[str, object]:
        """A task without its pictures. IndexError beyond the last."""
        record = self.tasks.entries[index].record
        return {"id": record.id, "index": index, "instruction": record.instruction, "language": record.language}


def app(tasks: EditTasks, sessions: int = 8) -> "Starlette":
    """The server's FastAPI application, for so many connections at a time."""
    made: Callable[[], PhotoEnvironment] = lambda: PhotoEnvironment(tasks)  # noqa: E731
    return create_app(
        made,
        ModelAction,
        EpisodeObservation,
        env_name="jarvisevo",
        max_concurrent_envs=sessions,
        state_cls=EpisodeState,
    )


def main(
    folder: Annotated[Path, typer.Argument(help="Data set of `jarvisevo data build`.")],
    host: Annotated[str, typer.Option(help="Address to listen at.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port.")] = 8000,
    steps: Annotated[int, typer.Option(help="Editing turns at most.")] = 4,
    size: Annotated[int, typer.Option(help="Long edge of the images.")] = 1024,
    system: Annotated[str, typer.Option(help='System prompt: "none", "own" or a text file.')] = "own",
) -> None:
    """Serve the edits of a data set as an OpenEnv environment."""
    import uvicorn

    uvicorn.run(app(EditTasks(folder, max_steps=steps, max_size=size, system=system)), host=host, port=port)


if __name__ == "__main__":
    typer.run(main)
