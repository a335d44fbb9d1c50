"""The HTTP interface: one table of endpoints, from which routes and the OpenAPI document are made."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from jarvisevo.files.versions import version
from jarvisevo.live.operations import EXPORTS, Operations
from jarvisevo.live.panels import local_rows, panels

MOST_TARGETS = 5000


class Body(BaseModel):
    """What a request may hold; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid")


class Develop(Body):
    """Sliders by Adobe's name; null puts one back to its default."""

    changes: dict[str, Any]
    title: str = Field("", max_length=200)


class Replace(Body):
    """All settings, by Adobe's name."""

    values: dict[str, Any]
    title: str = Field("", max_length=200)


class EditBody(Body):
    """What to do, in English or Chinese."""

    instruction: str = Field(min_length=1, max_length=4000)


class White(Body):
    """A place of the photo that should be neutral: fractions from left and from top."""

    place: tuple[float, float]


class Steps(Body):
    """How many steps."""

    steps: int = Field(1, ge=1, le=1000)


class At(Body):
    """Which state of the history; 0 is the photo as it came."""

    state: int = Field(ge=0, le=100_000)


class Mask(Body):
    """What to do with local corrections: see the field `shape` of `add` in the documentation."""

    act: Literal["add", "extend", "change", "invert", "remove"]
    number: int = Field(0, ge=0, le=1000)
    shape: dict[str, Any] | None = None
    name: str = Field("", max_length=60)
    sliders: dict[str, float] | None = None
    changes: dict[str, Any] | None = None


class RatingBody(Body):
    """Stars."""

    rating: int = Field(ge=0, le=5)


class PresetBody(Body):
    """A preset by its id, its strength, and the mask that it is to act in."""

    preset: str = Field(max_length=64)
    amount: float = Field(1.0, ge=0, le=2)
    mask: int | None = Field(None, ge=0, le=1000)


class Targets(Body):
    """Photos by id."""

    targets: list[str] = Field(max_length=MOST_TARGETS)


class Sync(Targets):
    """Whose settings, for which photos, and which of them ([]: all but crop and masks)."""

    source: str = Field(max_length=64)
    names: list[str] = Field(default_factory=list, max_length=1000)


class Match(Targets):
    """The photo that the others are to look like."""

    hero: str = Field(max_length=64)


class EditMany(Targets):
    """The same words for several photos."""

    instruction: str = Field(min_length=1, max_length=4000)


class ExportBody(Targets):
    """How and where to write: a plain folder name beside the photos; the template's suffix is the format."""

    folder: str = Field(EXPORTS, max_length=60)
    template: str = Field("{name}.jpg", max_length=120)
    max_size: int | None = Field(None, ge=16, le=100_000)
    quality: int = Field(95, ge=1, le=100)
    space: Literal["srgb", "p3", "adobe", "prophoto"] = "srgb"
    bits: Literal[8, 16] = 8
    watermark: str = Field("", max_length=80)


class Score(Body):
    """What the edit was to do, and the state that it is judged against."""

    instruction: str = Field(min_length=1, max_length=4000)
    before: int = Field(0, ge=0)


class Compare(Body):
    """Two states of the history; `after` null is what stands."""

    before: int = Field(0, ge=0)
    after: int | None = Field(None, ge=0)


@dataclass(frozen=True)
class ApiCall:
    """One call: how, where, what it takes, what it does, and what to call it."""

    method: Literal["GET", "POST"]
    path: str
    does: str
    call: Callable[[Operations, str, Any], object]
    body: type[Body] | None = None
    media: str = "application/json"


P = "/api/photos/{key}"
ENDPOINTS: tuple[ApiCall, ...] = (
    ApiCall(
        "GET",
        "/api/params",
        "Every panel and slider of the page",
        lambda o, k, b: {"panels": panels(), "local": local_rows()},
    ),
    ApiCall("GET", "/api/photos", "The photos, with stars", lambda o, k, b: o.photos()),
    ApiCall("GET", "/api/presets", "The presets", lambda o, k, b: o.workspace.presets()),
    ApiCall("GET", P, "Settings, history and masks of a photo", lambda o, k, b: o.state(k)),
    ApiCall("GET", f"{P}/measure", "The photo as it stands, in numbers", lambda o, k, b: o.measure(k)),
    ApiCall("POST", f"{P}/develop", "Move sliders", lambda o, k, b: o.develop(k, b.changes, b.title), Develop),
    ApiCall("POST", f"{P}/white", "White balance from a place", lambda o, k, b: o.white(k, b.place), White),
    ApiCall("POST", f"{P}/settings", "Replace all settings", lambda o, k, b: o.replace(k, b.values, b.title), Replace),
    ApiCall(
        "POST", f"{P}/edit", "Edit as told, on top of what stands", lambda o, k, b: o.edit(k, b.instruction), EditBody
    ),
    ApiCall("POST", f"{P}/stop", "End the edit that is under way", lambda o, k, b: o.stop(k)),
    ApiCall("POST", f"{P}/undo", "Steps back", lambda o, k, b: o.walk(k, "undo", b.steps), Steps),
    ApiCall("POST", f"{P}/redo", "Steps forward", lambda o, k, b: o.walk(k, "redo", b.steps), Steps),
    ApiCall("POST", f"{P}/at", "Let a state of the history stand", lambda o, k, b: o.walk(k, "at", b.state), At),
    ApiCall(
        "POST", f"{P}/mask", "Make and change local corrections", lambda o, k, b: o.mask(k, **b.model_dump()), Mask
    ),
    ApiCall("POST", f"{P}/rating", "Give stars", lambda o, k, b: o.rate(k, b.rating), RatingBody),
    ApiCall(
        "POST",
        f"{P}/preset",
        "Apply a preset",
        lambda o, k, b: o.apply_preset(k, b.preset, b.amount, b.mask),
        PresetBody,
    ),
    ApiCall("POST", f"{P}/score", "Judge what stands", lambda o, k, b: o.score(k, b.instruction, b.before), Score),
    ApiCall("POST", f"{P}/compare", "Figures of two states", lambda o, k, b: o.compare(k, b.before, b.after), Compare),
    ApiCall(
        "POST", "/api/sync", "Copy settings to other photos", lambda o, k, b: o.sync(b.source, b.targets, b.names), Sync
    ),
    ApiCall(
        "POST", "/api/match", "Even other photos to one", lambda o, k, b: o.match(b.hero, b.targets).to_dict(), Match
    ),
    ApiCall(
        "POST",
        "/api/batch",
        "The same words for several photos",
        lambda o, k, b: o.edit_many(b.targets, b.instruction).to_dict(),
        EditMany,
    ),
    ApiCall(
        "POST", "/api/export", "Write photos to files", lambda o, k, b: o.export(**b.model_dump()).to_dict(), ExportBody
    ),
    ApiCall(
        "GET",
        "/api/jobs",
        "Jobs, unfinished ones of an earlier run too",
        lambda o, k, b: {"jobs": [job.to_dict() for job in o.jobs.all()]},
    ),
    ApiCall("GET", "/api/jobs/{key}", "Progress of a job", lambda o, k, b: o.jobs.get(k).to_dict()),
    ApiCall(
        "POST", "/api/jobs/{key}/stop", "End a job after the photo it is at", lambda o, k, b: o.jobs.stop(k).to_dict()
    ),
    ApiCall("POST", "/api/jobs/{key}/go_on", "Take up a stopped job", lambda o, k, b: o.jobs.go_on(k).to_dict()),
    ApiCall("POST", "/api/jobs/{key}/forget", "Give up a stopped job", lambda o, k, b: o.jobs.forget(k).to_dict()),
)
PICTURES: tuple[tuple[str, str], ...] = (
    (f"{P}/thumb", "A small picture of the photo as it stands; ?side=256"),
    (f"{P}/image", "The photo as it stands, or at ?state=N; ?side=1024"),
    (f"{P}/masks/{{number}}.png", "Where a local correction acts"),
    (f"{P}/presets/{{preset}}", "A small picture of the photo with a preset"),
)


def openapi() -> dict[str, Any]:
    """The OpenAPI 3.1 document of every endpoint."""
    paths: dict[str, Any] = {}
    schemas: dict[str, Any] = {}
    for end in ENDPOINTS:
        call: dict[str, Any] = {"summary": end.does, "responses": _responses("application/json", {"type": "object"})}
        call["parameters"] = _parameters(end.path)
        if end.body:
            schema = end.body.model_json_schema(ref_template="#/components/schemas/{model}")
            schemas |= schema.pop("$defs", {})
            schemas[end.body.__name__] = schema
            content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{end.body.__name__}"}}}
            call["requestBody"] = {"required": True, "content": content}
        paths.setdefault(end.path, {})[end.method.lower()] = call
    for path, does in PICTURES:
        media = "image/png" if path.endswith("png") else "image/jpeg"
        binary = {"type": "string", "format": "binary"}
        paths[path] = {
            "get": {"summary": does, "parameters": _parameters(path), "responses": _responses(media, binary)}
        }
    return {
        "openapi": "3.1.0",
        "info": {"title": "JarvisEvo", "version": version(), "description": "One session, for people and programs."},
        "security": [{"token": []}],
        "components": {"schemas": schemas, "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}},
        "paths": paths,
    }


def _parameters(path: str) -> list[dict[str, Any]]:
    names = [part.split("}")[0] for part in path.split("{")[1:]]
    return [{"name": n, "in": "path", "required": True, "schema": {"type": "string"}} for n in names]


def _responses(media: str, schema: dict[str, Any]) -> dict[str, Any]:
    error = {"type": "object", "properties": {"error": {"type": "string"}}}
    wrong = {"description": "One line: cause and fix", "content": {"application/json": {"schema": error}}}
    return {"200": {"description": "Done", "content": {media: {"schema": schema}}}, "400": wrong}
