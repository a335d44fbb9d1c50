"""Chat completions on the wire: conversations to request bodies, response bodies to completions. No network here."""

import json
import re
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

import numpy as np

from editor_ops.text import one_line
from jarvisevo.protocol.chat import ChatError, Completion, Message, Sampling

MAX_REPLY = 2_000_000
"""Bytes of a response body that are read; a reply of the grammar has some thousands."""
JPEG_QUALITY = 90
"""With full chroma resolution, as the model judges colour: about a fifth of a PNG's bytes (docs of `image_url`)."""
_NAMES = re.compile(r"\^\(([\w.\\|]+)\)\$")
TOOL_CALL = ("<tool_call>", "</tool_call>")


class Broken(Exception):
    """A body that is no whole reply: cut off on its way, so that asking again can help."""


def image_url(image: np.ndarray, form: str = "jpeg") -> str:
    """(H, W, 3) uint8 sRGB as a data URL: "jpeg" (quality 90, 4:4:4) or "png" (exact, some five times the bytes)."""
    from editor_ops.io.encode import data_url, jpeg_bytes, png_bytes

    try:
        return data_url(jpeg_bytes(image, JPEG_QUALITY) if form == "jpeg" else png_bytes(image), form)
    except ValueError as error:
        raise ChatError(str(error)) from None


def wire_messages(conversation: Sequence[Message], system: str | None, form: str = "jpeg") -> list[dict[str, Any]]:
    """The turns in order, pictures where they stand in them. `system`, when given, replaces the system turn."""
    turns = [_turn(message, form) for message in conversation if system is None or message.role != "system"]
    return turns if system is None else [{"role": "system", "content": system}, *turns]


def _turn(message: Message, form: str) -> dict[str, Any]:
    if not message.pictures:
        return {"role": message.role, "content": clean(message.text)}
    return {"role": message.role, "content": [_part(part, form) for part in message.content]}


def _part(part: str | np.ndarray, form: str) -> dict[str, Any]:
    if isinstance(part, str):
        return {"type": "text", "text": clean(part)}
    return {"type": "image_url", "image_url": {"url": image_url(part, form)}}


def request_body(
    model: str,
    messages: Sequence[Mapping[str, Any]],
    sampling: Sampling,
    *,
    stream: bool = False,
    refused: Collection[str] = (),
) -> dict[str, Any]:
    """The body of a chat completion without constraints.

    stream   ask for a stream of events
    refused  parameters that the server does not take; `max_tokens` goes by its newer name instead
    """
    drawn = {
        "max_tokens": sampling.max_tokens,
        "n": 1,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
    } | ({"seed": sampling.seed} if sampling.temperature > 0 else {})
    body = {"model": model, "messages": list(messages), "stream": stream}
    body |= {name: value for name, value in drawn.items() if name not in refused}
    return body | ({"max_completion_tokens": sampling.max_tokens} if "max_tokens" in refused else {})


def tagged(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Constraint in the form of xgrammar's structural tags: text is free,
    what stands in <tool_call> is the schema's.
    """
    begin, end = TOOL_CALL
    tag = {"begin": begin, "content": {"type": "json_schema", "json_schema": schema}, "end": end}
    return {"type": "structural_tag", "format": {"type": "triggered_tags", "triggers": [begin], "tags": [tag]}}


def tagged_before(schema: Mapping[str, Any]) -> dict[str, Any]:
    """The same for servers of before that form (vLLM up to 0.10, SGLang)."""
    begin, end = TOOL_CALL
    return {
        "type": "structural_tag",
        "triggers": [begin],
        "structures": [{"begin": begin, "schema": schema, "end": end}],
    }


def json_schema(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Constraint of the whole reply to a schema, as OpenAI, vLLM, SGLang and llama.cpp take it."""
    return {"type": "json_schema", "json_schema": {"name": "reply", "schema": schema, "strict": True}}


def json_object(_schema: Mapping[str, Any]) -> dict[str, Any]:
    """Constraint of the whole reply to some JSON object."""
    return {"type": "json_object"}


def json_turn(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Constraint of an editing turn as one JSON object, for servers without tags (LM Studio, llama.cpp)."""
    fields = {"think": {"type": "string"}, "state": {"enum": ["processing", "finished"]}, "tool_call": ordered(schema)}
    whole = {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
    return {"type": "json_schema", "json_schema": {"name": "turn", "schema": whole}}


def ordered(schema: object) -> object:
    """A schema with each pattern of names as properties, which more servers know, at the price of a fixed order."""
    if isinstance(schema, list):
        return [ordered(part) for part in schema]
    if not isinstance(schema, Mapping):
        return schema
    out: dict[str, Any] = {key: ordered(value) for key, value in schema.items() if key != "patternProperties"}
    for pattern, value in schema.get("patternProperties", {}).items():
        if plain := _NAMES.fullmatch(pattern):
            names = plain[1].replace("\\", "").split("|")
            out["properties"] = {**out.get("properties", {}), **dict.fromkeys(names, ordered(value))}
    return out


def of_json_turn(text: str) -> str:
    """A turn in the form of `json_turn` with its tags; a text of another form as it is."""
    try:
        turn = json.loads(text)
    except (ValueError, RecursionError):
        return text
    if not isinstance(turn, dict) or not isinstance(turn.get("tool_call"), dict):
        return text
    call = json.dumps(turn["tool_call"], ensure_ascii=False)
    begin, end = TOOL_CALL
    head = f"<state>{turn.get('state', '')}</state>\n<think>{turn.get('think', '')}</think>\n"
    return head + (f"{begin}{call}{end}" if turn["tool_call"] or turn.get("state") != "finished" else "")


Form = Callable[[Mapping[str, Any]], dict[str, Any]]
CONSTRAINTS: tuple[Form, ...] = (tagged, tagged_before)
"""Of a tool call, tried in this order; a server that refuses both is asked without."""
JSON_TURN: tuple[Form, ...] = (json_turn,)
"""What follows them where a constraint must be: the thought is a text of the object then."""
JSON_CONSTRAINTS: tuple[Form, ...] = (json_schema, json_object)
"""Of replies that are JSON as a whole, tried in this order."""


def read_reply(body: bytes) -> Completion:
    """A response body as a completion. Broken when it is cut; ChatError when it holds no text."""
    text = body.decode("utf-8-sig", "replace").strip()
    if text[:1] == "<":
        raise ChatError(f"a web page instead of JSON ({_short(text)!r}): is this the address of the API, with /v1?")
    try:
        data = json.loads(text)
    except RecursionError:
        raise ChatError("JSON nested too deeply to be a reply") from None
    except ValueError as error:
        raise Broken(f"no whole JSON ({_short(str(error))})" if text else "an empty body") from None
    if not isinstance(data, dict):
        raise ChatError(f"JSON of another kind: {_short(text)!r}")
    return _completion(data)


def read_stream(body: bytes) -> Completion:
    """A stream of events (server-sent events) as a completion. Broken when it has no end; ChatError as `read_reply`."""
    message: dict[str, Any] = {"content": ""}
    whole: dict[str, Any] = {"choices": [{"message": message, "finish_reason": None}]}
    calls: dict[int, dict[str, Any]] = {}
    ended = False
    for line in body.decode("utf-8-sig", "replace").splitlines():
        data = line.removeprefix("data:").strip() if line.startswith("data:") else ""
        if data == "[DONE]":
            ended = True
            break
        event = _event(data)
        if "error" in event:
            raise ChatError(error_text(event) or "an error within the stream")
        whole |= {"usage": event["usage"]} if event.get("usage") else {}
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices and isinstance(choices[0], dict) else {}
        _add(message, calls, choice.get("delta"))
        if choice.get("finish_reason"):
            whole["choices"][0]["finish_reason"], ended = choice["finish_reason"], True
    if not ended:
        raise Broken("a stream without its end")
    message["tool_calls"] = [calls[i] for i in sorted(calls)]
    return _completion(whole)


def _event(data: str) -> dict[str, Any]:
    try:
        event = json.loads(data or "{}")
    except (ValueError, RecursionError):
        raise Broken(f"an event that is no JSON ({_short(data)!r})") from None
    return event if isinstance(event, dict) else {}


def _add(message: dict[str, Any], calls: dict[int, dict[str, Any]], delta: object) -> None:
    """Put a piece of a stream to what came before it."""
    if not isinstance(delta, dict):
        return
    for name in ("content", "reasoning", "reasoning_content", "refusal"):
        if isinstance(delta.get(name), str):
            message[name] = message.get(name, "") + delta[name]
    for piece in delta["tool_calls"] if isinstance(delta.get("tool_calls"), list) else ():
        function = piece.get("function") if isinstance(piece, dict) else None
        if isinstance(function, dict) and isinstance(function.get("arguments"), str):
            number = piece.get("index") if isinstance(piece.get("index"), int) else 0
            call = calls.setdefault(number, {"function": {"arguments": ""}})
            call["function"]["arguments"] += function["arguments"]


def _completion(data: dict[str, Any]) -> Completion:
    choices = data.get("choices")
    if not isinstance(choices, list) or not choices or not isinstance(choices[0], dict):
        shown = json.dumps(data, ensure_ascii=False, default=str)
        raise ChatError(error_text(data) or f"no choices in the reply: {_short(shown)!r}")
    message = choices[0].get("message")
    found = clean(_message_text(message if isinstance(message, dict) else {}))
    finish = choices[0].get("finish_reason")
    if not found.strip():
        refusal = message.get("refusal") if isinstance(message, dict) else None
        because = f"refused: {_short(str(refusal))!r}" if refusal else f"finish_reason {_short(str(finish))!r}"
        raise ChatError(f"no text in the reply ({because})")
    return Completion(found, "length" if finish == "length" else "stop", _usage(data.get("usage")))


def _message_text(message: Mapping[str, Any]) -> str:
    """The text; what a server's parsers split off (thought, calls) is put back between its tags."""
    content = message.get("content")
    if isinstance(content, list):
        content = "".join(p["text"] for p in content if isinstance(p, dict) and isinstance(p.get("text"), str))
    text = content if isinstance(content, str) else ""
    thought = message.get("reasoning") or message.get("reasoning_content")
    if isinstance(thought, str) and "<think>" not in text:
        text = f"<think>{thought}</think>{text}"
    calls = message.get("tool_calls")
    if "<tool_call>" not in text:
        for call in calls if isinstance(calls, list) else ():
            function = call.get("function") if isinstance(call, dict) else None
            arguments = function.get("arguments") if isinstance(function, dict) else None
            if isinstance(arguments, str):
                text += arguments.join(TOOL_CALL)
    return text


def clean(text: str) -> str:
    """Text that can be written as UTF-8: halves of surrogate pairs become U+FFFD."""
    return text.encode("utf-8", "surrogatepass").decode("utf-8", "replace")


def _usage(usage: object) -> dict[str, int]:
    if not isinstance(usage, dict):
        return {}
    return {name: n for name, n in usage.items() if isinstance(n, int) and not isinstance(n, bool) and n >= 0}


def error_text(data: object) -> str:
    """What a server says went wrong, in one line of at most 300 characters; "" when it does not say."""
    found = data.get("error", data) if isinstance(data, dict) else None
    said = next((found[k] for k in ("message", "detail") if k in found), "") if isinstance(found, dict) else found
    return _short(clean(said), 300) if isinstance(said, str) else ""


def failure_text(body: bytes) -> str:
    """`error_text` of the body of an error, whatever it is."""
    text = body.decode("utf-8", "replace").strip()
    try:
        return error_text(json.loads(text))
    except (ValueError, RecursionError):
        return "" if text[:1] == "<" else _short(text, 120)


def _short(text: str, most: int = 80) -> str:
    line = one_line(text[: 4 * most])
    return line if len(line) <= most else line[: most - 1] + "…"
