"""The --model option and its companions: what is wrong with one is said with the option's name."""

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import typer

from jarvisevo.files.errors import CliError

if TYPE_CHECKING:
    from jarvisevo.agent.policy import Policy
    from jarvisevo.agent.session import Options
    from jarvisevo.protocol.chat import Chat


def model_policy(
    model: str,
    system_prompt: Path | None = None,
    *,
    download: bool = False,
    timeout: float | None = None,
    constrain: Literal["auto", "on", "off"] = "auto",
    measure: bool = False,
    thoughts: bool = True,
    concurrency: int = 8,
) -> "Policy":
    """Who edits, as --model and --system-prompt say; the rest as in `open_policy`. CliError."""
    from jarvisevo.policies.open import OpenError, open_policy

    text = system_text(system_prompt)
    try:
        return open_policy(
            model,
            text,
            agree=agreeing(download),
            timeout=timeout,
            constrain=constrain,
            measure=measure,
            thoughts=thoughts,
            concurrency=concurrency,
        )
    except OpenError as error:
        raise CliError(f"--model {error}", error.code) from None


def model_chat(model: str, also: str = "", *, download: bool = False) -> "Chat":
    """The model that --model names; `also` is what else the command understands. CliError."""
    from jarvisevo.policies.open import OpenError, open_chat

    try:
        return open_chat(model, also=also, agree=agreeing(download))
    except OpenError as error:
        raise CliError(f"--model {error}", error.code) from None


def agreeing(download: bool) -> Callable[[str], bool]:
    """Whether a model may be downloaded: as --download says, else as a person at the terminal answers, else not."""

    def agree(line: str) -> bool:
        if download:
            typer.echo(line, err=True)
            return True
        return sys.stdin.isatty() and typer.confirm(f"{line}. Go on?", err=True)

    return agree


def constraint(text: str) -> Literal["auto", "on", "off"]:
    """What --constrain says. CliError."""
    for known in ("auto", "on", "off"):
        if text.lower() == known:
            return known
    raise CliError(f"--constrain {text}: must be auto, on or off")


def system_text(path: Path | None) -> str | None:
    """The text of a system prompt file; None when none is named."""
    from jarvisevo.policies.openai import read_system_prompt

    try:
        return None if path is None else read_system_prompt(path)
    except ValueError as error:
        raise CliError(f"--system-prompt {error}") from None


def limits(locks: Sequence[str], **others: Any) -> "Options":
    """The limits of a run, as --lock and the other options say. CliError."""
    from jarvisevo.agent.locks import LockError
    from jarvisevo.policies.open import run_options

    try:
        return run_options(locks=locks, **others)
    except LockError as error:
        raise CliError(f"--lock {error}") from None
