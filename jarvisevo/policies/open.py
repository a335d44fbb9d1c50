"""From a name to who edits: `expert`, `nano`, a Qwen-VL model by its folder or hub id, or a model on a server."""

import os
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from jarvisevo.agent.lock_words import parse_locks
from jarvisevo.agent.policy import Policy
from jarvisevo.agent.session import Options
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.protocol.chat import Chat, Sampling

if TYPE_CHECKING:
    from jarvisevo.policies.hub import Agree
    from jarvisevo.policies.openai import Patience

EXPERT = "expert"
"""The rules: no model."""
CHATS = (
    "nano, a Qwen-VL model by its folder or hub id, http://host:port/v1#name, or vllm:, ollama:, lmstudio:, "
    "llamacpp:, openai: with the model's name"
)
NANO = Path(__file__).resolve().parents[1] / "qwen" / "nano"
"""The small model that ships."""


class OpenError(CliError):
    """A name that stands for no model that can be used here: one line with the cause and what to write instead."""


def open_policy(
    spec: str,
    system_prompt: str | None = None,
    *,
    timeout: float | None = None,
    constrain: Literal["auto", "on", "off"] = "auto",
    measure: bool = False,
    thoughts: bool = True,
    concurrency: int = 8,
    agree: "Agree | None" = None,
) -> Policy:
    """Who edits, by name. A model's weights are loaded, and its server asked, on first use. OpenError.

    system_prompt      text for a model; None writes our own, "" sends none
    timeout            seconds of one request to a server; three times as long with all its attempts
    constrain          whether a server holds the tool call to a schema: "auto" where it can and the prompt is ours (a
                       model with its own prompt has learnt its own form), "on" or it is an error, "off" never
    measure, thoughts  see `ChatPolicy`
    concurrency, agree  see `open_chat`
    """
    if spec == EXPERT:
        from jarvisevo.policies.expert import ExpertAgent

        return ExpertAgent()
    from jarvisevo.policies.chat import ChatPolicy
    from jarvisevo.policies.openai import OpenAIChat, Patience

    patience = None if timeout is None else Patience(timeout=timeout, deadline=3 * timeout)
    chat = open_chat(spec, concurrency=concurrency, patience=patience, also=EXPERT, agree=agree)
    held = constrain == "on" or (constrain == "auto" and system_prompt is None)
    if isinstance(
        chat, OpenAIChat
    ):  # an editor goes on within a server's limits; a judge would judge less than it is shown
        chat.adapt, chat.blind, chat.constrain = True, measure, constrain
    elif constrain == "on":
        raise OpenError(f"{spec}: only a server can hold a model to a schema: leave --constrain on away")
    return ChatPolicy(chat, system_prompt, constrain=held, measure=measure, thoughts=thoughts)


def open_chat(
    spec: str, *, concurrency: int = 8, patience: "Patience | None" = None, also: str = "", agree: "Agree | None" = None
) -> Chat:
    """A model by name; its weights are loaded on first use. OpenError.

    concurrency, patience  for a server: requests at once, and how long to go on (default: `Patience()`)
    also                   what else the caller understands, for the error
    agree                  asked before a model of the hub is downloaded; None downloads nothing
    """
    from jarvisevo.policies.endpoints import address_of

    try:
        address = address_of(spec)
        if "://" in address:
            return _on_server(spec, address, concurrency, patience)
    except ValueError as error:
        raise OpenError(str(error)) from None
    if spec == NANO.name and not (NANO / "config.json").is_file():
        raise OpenError("nano: the small model is not in this installation: `make nano` builds it", FAILED)
    from jarvisevo.policies.hub import HubModelError, hub_folder, is_id

    folder, name = NANO if spec == NANO.name else Path(spec), ""
    if is_id(spec):
        try:
            folder, name = hub_folder(spec, agree), spec
        except HubModelError as error:
            raise OpenError(str(error), FAILED) from None
    if not folder.is_dir():
        raise OpenError(f"{spec}: no such model or folder: name {f'{also}, ' if also else ''}{CHATS}")
    from jarvisevo.policies.transformers import TransformersChat
    from jarvisevo.qwen.folder import QwenVLError

    try:
        return TransformersChat(str(folder), name=name)
    except ModuleNotFoundError as error:
        raise OpenError(f"{error.name} is missing: pip install 'jarvisevo[model]'", FAILED) from None
    except QwenVLError as error:
        raise OpenError(str(error)) from None


def _on_server(spec: str, address: str, concurrency: int, patience: "Patience | None") -> Chat:
    """A model on a server. OpenAI's own key is read for OpenAI's own address, and for no other. ValueError."""
    from jarvisevo.policies.openai import KEY_ENV, OpenAIChat, Patience

    key = KEY_ENV
    if spec.lower().startswith("openai:") and not os.environ.get(KEY_ENV):
        key = "OPENAI_API_KEY"
        if not os.environ.get(key):
            raise ValueError(f"{spec}: no key: set {key} in the environment")
    return OpenAIChat(address, concurrency=concurrency, patience=patience or Patience(), key_env=key)


def run_options(
    *, locks: Iterable[str] = (), temperature: float | None = None, reply_tokens: int | None = None, **limits: Any
) -> Options:
    """The limits of a run from plain values. LockError; ValueError for a limit that is out of range.

    locks         texts such as "Exposure2012=-0.3:0.3" (`parse_locks`)
    temperature   of a model's sampling; None leaves it to the policy
    reply_tokens  that a model may write in one reply; None leaves it to the policy
    limits        the other fields of `Options`
    """
    sampling = None
    if temperature is not None or reply_tokens is not None:
        sampling = Sampling(temperature=temperature or 0.0, max_tokens=reply_tokens or Sampling().max_tokens)
    return Options(locks=parse_locks(locks), sampling=sampling, **limits)
