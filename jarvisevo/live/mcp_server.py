"""The session for agents: an MCP server whose tools are the operations of the page. A picture comes back as an
image.
"""

import functools
import inspect
import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, ValidationError

from editor_ops.io.encode import jpeg_bytes
from editor_ops.parameters import SettingsError
from editor_ops.settings import raw_start
from jarvisevo.files.errors import FAILED, CliError, describe, one_line
from jarvisevo.files.versions import version
from jarvisevo.live.operations import EXPORTS, Operations
from jarvisevo.live.views import MOST_MOVED, moved

if TYPE_CHECKING:
    from mcp.server.mcpserver import Context, MCPServer
    from mcp_types import CallToolResult, InputRequiredResult
    from starlette.applications import Starlette

SIDE, MOST_SIDE = 768, 2048
WAIT_SECONDS = 600
INSTRUCTIONS = (
    "Develops photos with Lightroom's sliders and masks. `open` shows a photo by its file name (or lists what may be "
    "opened); `develop` moves sliders by Adobe's names; `edit` does what plain words say; both go on from what stands, "
    "and `history` takes steps back. The original file is never written to; `export` writes a new one."
)
Key = Annotated[str, Field(description="Id or file name, as `open` lists them")]
Side = Annotated[int, Field(description="Long side of the preview, 0 for none", ge=0, le=MOST_SIDE)]


def make_mcp(operations: Operations) -> "MCPServer":
    """The server with its tools. CliError when the extra is not installed."""
    try:
        from mcp.server.mcpserver import Image, MCPServer
        from mcp.server.mcpserver.exceptions import ToolError
    except ModuleNotFoundError as error:
        raise CliError(f"{error.name} is missing: pip install 'jarvisevo[mcp]'", FAILED) from None

    class Server(MCPServer):
        async def call_tool(
            self, name: str, arguments: dict[str, Any], context: "Context | None" = None
        ) -> "CallToolResult | InputRequiredResult":
            _check(takes.get(name), name, arguments)
            try:
                return await super().call_tool(name, arguments, context)
            except ToolError as error:
                if not isinstance(error.__cause__, ValidationError):
                    raise
                wrong = "; ".join(_problem(row) for row in error.__cause__.errors()[:3])
                raise ToolError(f"{name}: {wrong}") from None

    takes: dict[str, list[str]] = {}
    server = Server("jarvisevo", instructions=INSTRUCTIONS, version=version(), log_level="ERROR")
    tools = Tools(operations, lambda data: Image(data=data, format="jpeg"))
    for name in ("open", "measure", "params", "develop", "edit", "masks", "score", "compare", "history", "export"):
        method = getattr(tools, f"{name}_")
        takes[name] = list(inspect.signature(method).parameters)
        server.tool(name=name, description=" ".join((method.__doc__ or "").split()), structured_output=False)(
            _told(method)
        )
    return server


def _check(takes: list[str] | None, name: str, given: Mapping[str, Any]) -> None:
    """ToolError for arguments that a tool does not take: they would do nothing."""
    from mcp.server.mcpserver.exceptions import ToolError

    if unknown := [argument[:40] for argument in given if takes is not None and argument not in takes]:
        raise ToolError(f"{name}: takes no {', '.join(unknown[:3])}: choose of {', '.join(takes or ())}")


def _noted(notes: Sequence[str]) -> dict[str, Any]:
    return {"notes": list(notes)} if notes else {}


def _problem(row: Mapping[str, Any]) -> str:
    """One line about an argument: "photo: Field required"."""
    return f"{'.'.join(map(str, row['loc'])) or 'arguments'}: {one_line(str(row['msg']))}"


def _told(method: Callable[..., object]) -> Callable[..., object]:
    """A tool whose errors are one line of cause and fix."""

    @functools.wraps(method)
    def tool(*arguments: object, **named: object) -> object:
        from mcp.server.mcpserver.exceptions import ToolError

        try:
            return method(*arguments, **named)
        except Exception as error:
            raise ToolError(describe(error)[0]) from None

    return tool


class Tools:
    """The tools over a workspace; each docstring is what an agent reads."""

    def __init__(self, operations: Operations, image: Callable[[bytes], object]) -> None:
        self.operations, self._image = operations, image

    def _key(self, photo: str) -> str:
        """The id of a photo by its id, its file name, or how that begins."""
        space = self.operations.workspace
        if not any(photo in (key, path.name) for key, path in list(space.photos.items())):
            space.look_again()
        names = {key: path.name for key, path in list(space.photos.items())}
        found = [key for key, name in names.items() if photo in (key, name)] or [
            key for key, name in names.items() if photo and name.startswith(photo)
        ]
        if len(found) != 1:
            some = ", ".join(list(names.values())[:20])
            raise CliError(f"{photo[:80]}: {'several photos' if found else 'no such photo'} here: choose one of {some}")
        return found[0]

    def _shown(self, key: str, side: int, state: int | None = None) -> list[object]:
        if side < 16:
            return []
        try:
            pixels = self.operations.workspace.session(key).render(side, state).eight_bit()
        except SettingsError as error:  # what stands came from elsewhere; the answer is needed to get away from it
            return [f"no preview: {error}"]
        return [self._image(jpeg_bytes(pixels, 85, full_chroma=False))]

    def _answer(self, key: str, made: dict[str, Any], preview: int) -> list[object]:
        return [json.dumps(made, ensure_ascii=False), *self._shown(key, preview)]

    def _brief(self, state: dict[str, Any]) -> dict[str, Any]:
        last = state["history"][state["now"]]
        masks = [{k: m[k] for k in ("number", "name", "masks", "sliders")} for m in state["masks"]]
        settings = {n: v for n, v in state["settings"].items() if not n.endswith("BasedCorrections")}
        brief = {"photo": state["id"], "step": state["now"], "moved": last["moved"], "settings": settings}
        return brief | ({"masks": masks} if masks else {})

    def _acted(self, key: str, act: Callable[[], dict[str, Any]], preview: int) -> list[object]:
        """The answer to an act: `moved` is what it moved, nothing where all of it stood already."""
        session = self.operations.workspace.session(key)
        before = session.settings
        state = act()
        said = moved(before, session.settings, raw_start(session.photo))[:MOST_MOVED]
        notes = _noted(state["history"][state["now"]]["notes"] if said else ())
        return self._answer(key, self._brief(state) | {"moved": said} | notes, preview)

    def open_(self, photo: str = "", preview: Side = SIDE) -> list[object]:
        """Open a photo by its file name or id, with a preview. Without a name: list the photos that may be opened."""
        if not photo:
            self.operations.workspace.look_again()
            return [json.dumps(self.operations.photos(), ensure_ascii=False)]
        key = self._key(photo)
        state = self.operations.state(key)
        head = {k: state[k] for k in ("id", "name", "width", "height", "raw", "rating", "now")}
        return self._answer(key, head | self._brief(state), preview)

    def measure_(self, photo: Key) -> str:
        """What a person would see in the photo as it stands, in numbers: lightness, contrast, colour, cast,
        clipping, noise.
        """
        return json.dumps(self.operations.measure(self._key(photo)))

    def params_(self, name: str = "") -> str:
        """All sliders by panel, or one (by Adobe's name, a part of it, or in Chinese) in full: range, default, unit,
        what it does.
        """
        return json.dumps(self.operations.params(name), ensure_ascii=False)

    def develop_(self, photo: Key, changes: dict[str, Any], preview: Side = SIDE) -> list[object]:
        """Move sliders by Adobe's name, e.g. {"Exposure2012": 0.3, "Highlights2012": -30}; null puts one back to its
        default.
        Everything else stays. MaskGroupBasedCorrections replaces all local corrections: use `masks` for one."""
        key = self._key(photo)
        return self._acted(key, lambda: self.operations.develop(key, changes, by="agent"), preview)

    def edit_(self, photo: Key, instruction: str, preview: Side = SIDE) -> list[object]:
        """Do what words say, in English or Chinese, on top of what stands ("a bit less warm", "darken the sky", "undo
        the
        grain"). Says what was thought and moved, a score of 5, and what could not be done."""
        key = self._key(photo)
        made = self.operations.edit(key, instruction)
        return self._answer(key, self._brief(made.pop("state")) | made, preview)

    def masks_(
        self,
        photo: Key,
        act: Literal["list", "add", "extend", "change", "invert", "remove"] = "list",
        number: int = 0,
        shape: dict[str, Any] | None = None,
        name: str = "",
        sliders: dict[str, float] | None = None,
        preview: Side = SIDE,
    ) -> list[object]:
        """List, make and change local corrections. shape is one of {"region":
        "sky"|"subject"|"background"|"person"|"face"|"dog"|…},
        {"linear": [x0,y0,x1,y1]} (from nothing to full), {"radial": [left,top,right,bottom], "feather": 50},
        {"brush": [[x,y],…], "radius": 0.03}, {"luminance": [a,b,c,d]}, {"object": [left,top,right,bottom]}; with
        "invert" and, for extend, "mode": add|subtract|intersect. Places are fractions of the photo. sliders are Local…
        names in -1..1
        (LocalExposure2012 1 = 4 EV)."""
        key = self._key(photo)
        if act == "list":
            return [json.dumps(self.operations.state(key)["masks"], ensure_ascii=False)]
        given: dict[str, Any] = {"shape": shape, "name": name, "sliders": sliders, "changes": sliders}
        return self._acted(key, lambda: self.operations.mask(key, act, number, **given), preview)

    def score_(self, photo: Key, instruction: str, before: int = 0) -> str:
        """Judge what stands against an earlier step: 1 to 5 overall and in ten dimensions, with reasons; null is
        unscored.
        """
        return json.dumps(self.operations.score(self._key(photo), instruction, before), ensure_ascii=False)

    def compare_(self, photo: Key, before: int = 0, after: int | None = None, preview: Side = SIDE) -> list[object]:
        """Figures of two steps as [before, after], of the whole photo and of subject, sky and person where found;
        both pictures.
        """
        key = self._key(photo)
        made = self.operations.compare(key, before, after)
        pictures = self._shown(key, preview, made["before"]) + self._shown(key, preview, made["after"])
        return [json.dumps(made), *pictures]

    def history_(
        self,
        photo: Key,
        act: Literal["list", "undo", "redo", "at", "stop"] = "list",
        number: int = 1,
        preview: Side = 0,
    ) -> list[object]:
        """List the steps, take `number` of them back or bring them back, or let step `number` stand (0 is the
        untouched photo). stop ends an `edit` that is under way, which then makes no step.
        """
        key = self._key(photo)
        plain = {"list": self.operations.state, "stop": self.operations.stop}
        state = plain[act](key) if act in plain else self.operations.walk(key, act, number)
        shown = ("state", "title", "by", "moved", "score")
        rows = [{k: r[k] for k in shown} | ({} if r["thought"] else _noted(r["notes"])) for r in state["history"]]
        return self._answer(key, {"now": state["now"], "steps": rows}, preview)

    def export_(
        self,
        photos: list[str],
        folder: str = EXPORTS,
        template: str = "{name}.jpg",
        max_size: Annotated[int | None, Field(ge=16, le=100_000)] = None,
        quality: Annotated[int, Field(ge=1, le=100)] = 95,
        space: Literal["srgb", "p3", "adobe", "prophoto"] = "srgb",
        bits: Literal[8, 16] = 8,
    ) -> str:
        """Write photos as they stand into a folder beside them; nothing that exists is replaced. The template's
        suffix is the
        format: jpg, png, tif, webp."""
        keys = [self._key(photo) for photo in photos]
        job = self.operations.export(
            keys, folder, template=template, max_size=max_size, quality=quality, space=space, bits=bits
        )
        job.finished.wait(WAIT_SECONDS)
        made = job.to_dict()
        if not made["results"] and made["failures"]:
            raise CliError("; ".join(made["failures"].values()))
        return json.dumps(made, ensure_ascii=False)


def http_app(server: "MCPServer", hosts: frozenset[str]) -> "Starlette":
    """The streamable HTTP form of the server, at /mcp."""
    from mcp.server.transport_security import TransportSecuritySettings

    origins = [f"http://{host}" for host in hosts]
    security = TransportSecuritySettings(
        enable_dns_rebinding_protection=True, allowed_hosts=list(hosts), allowed_origins=origins
    )
    return server.streamable_http_app(transport_security=security)
