"""The MCP server through the official client: a session of ten turns, small descriptions, three ways in."""

import asyncio
import json
import shutil
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("mcp", reason="MCP needs the extra jarvisevo[mcp]")

from mcp import Client, StdioServerParameters

from jarvisevo.live.mcp_server import make_mcp
from jarvisevo.live.operations import Operations
from jarvisevo.live.server import make_mcp_server, open_socket
from jarvisevo.live.workspace import Workspace
from jarvisevo.policies.expert import ExpertAgent
from tests.conftest import ROOT

TOOLS = {"open", "measure", "params", "develop", "edit", "masks", "score", "compare", "history", "export"}


def operations(photo: Path) -> Operations:
    return Operations(Workspace([photo]), ExpertAgent)


def text(result: Any) -> Any:
    assert not result.is_error, result.content
    return json.loads(result.content[0].text)


def images(result: Any) -> int:
    return sum(part.type == "image" for part in result.content)


async def ten_turns(client: Client, folder: Path) -> None:
    opened = await client.call_tool("open", {"photo": "photo.jpg"})
    key = text(opened)["id"]
    assert images(opened) == 1
    warm = await client.call_tool("edit", {"photo": key, "instruction": "much warmer"})
    first = text(warm)["settings"]["IncrementalTemperature"]
    assert images(warm) == 1 and text(warm)["score"] is not None
    less = text(await client.call_tool("edit", {"photo": key, "instruction": "a bit less warm", "preview": 0}))
    assert 0 < less["settings"]["IncrementalTemperature"] < first
    moved = text(await client.call_tool("develop", {"photo": key, "changes": {"Contrast2012": 12}, "preview": 0}))
    assert moved["settings"]["Contrast2012"] == 12 and moved["step"] == 3
    shape, sliders = {"linear": [0.5, 0.6, 0.5, 0.1]}, {"LocalExposure2012": -0.1}
    masked = await client.call_tool(
        "masks", {"photo": key, "act": "add", "shape": shape, "name": "Top", "sliders": sliders}
    )
    assert text(masked)["masks"][0]["name"] == "Top" and images(masked) == 1
    compared = await client.call_tool("compare", {"photo": key, "before": 0})
    assert text(compared)["photo"]["warmth"][0] < text(compared)["photo"]["warmth"][1] and images(compared) == 2
    assert text(await client.call_tool("score", {"photo": key, "instruction": "warmer"}))["score"] is not None
    assert text(await client.call_tool("measure", {"photo": key}))["lightness"] > 0
    idle = text(await client.call_tool("history", {"photo": key, "act": "stop"}))
    assert idle["now"] == 4  # nothing was under way
    back = text(await client.call_tool("history", {"photo": key, "act": "undo", "number": 1}))
    assert back["now"] == 3 and len(back["steps"]) == 5
    written = text(await client.call_tool("export", {"photos": [key], "template": "{name}-done.png", "max_size": 100}))
    assert (folder / "edited" / "photo-done.png").is_file() and written["state"] == "done"


def test_a_session_of_ten_turns(photo: Path) -> None:
    async def session() -> None:
        async with Client(make_mcp(operations(photo))) as client:
            await ten_turns(client, photo.parent)

    asyncio.run(session())


def test_tools_are_those_of_the_design_and_small(photo: Path) -> None:
    async def listed() -> Any:
        async with Client(make_mcp(operations(photo))) as client:
            return (await client.list_tools()).tools

    tools = asyncio.run(listed())
    assert {tool.name for tool in tools} == TOOLS
    size = sum(len(json.dumps(tool.model_dump(mode="json", exclude_none=True))) for tool in tools)
    assert size < 12_000, f"{size} characters of tools"


def test_every_tool_takes_the_name_that_open_takes_and_says_what_it_moved(photo: Path) -> None:
    async def session() -> None:
        async with Client(make_mcp(operations(photo))) as client:

            async def asked(tool: str, **given: Any) -> Any:
                return text(await client.call_tool(tool, {"photo": "photo.jpg", "preview": 0, **given}))

            assert (await asked("edit", instruction="warmer"))["moved"]
            assert (await asked("develop", changes={"Contrast2012": 12}))["moved"] == ["Contrast +12"]
            assert (await asked("develop", changes={"Contrast2012": 12}))["moved"] == []
            assert (await asked("compare"))["after"] == 2
            assert (await asked("masks", act="list")) == []
            assert text(await client.call_tool("measure", {"photo": "photo"}))["lightness"] > 0
            assert text(await client.call_tool("export", {"photos": ["photo.jpg"]}))["state"] == "done"

    asyncio.run(session())


def test_photos_that_come_later_are_found(photo: Path) -> None:
    async def session() -> None:
        async with Client(make_mcp(Operations(Workspace([photo.parent]), ExpertAgent))) as client:
            shutil.copy(photo, photo.with_name("later.jpg"))
            made = text(await client.call_tool("open", {"photo": "later.jpg", "preview": 0}))
            assert made["name"] == "later.jpg"
            shutil.copy(photo, photo.with_name("last.jpg"))
            names = {row["name"] for row in text(await client.call_tool("open", {}))}
            assert names == {"photo.jpg", "later.jpg", "last.jpg"}
        async with Client(make_mcp(operations(photo))) as client:  # a photo alone was named
            assert (await client.call_tool("open", {"photo": "later.jpg"})).is_error

    asyncio.run(session())


def test_sliders_are_found_by_what_they_are_called(photo: Path) -> None:
    async def session() -> None:
        async with Client(make_mcp(operations(photo))) as client:
            for called, name in (
                ("去雾", "Dehaze"),
                ("vibrance", "Vibrance"),
                ("红色饱和度", "SaturationAdjustmentRed"),
            ):
                assert text(await client.call_tool("params", {"name": called}))["name"] == name

    asyncio.run(session())


def test_no_masks_where_there_are_none_is_no_step(photo: Path) -> None:
    async def session() -> None:
        async with Client(make_mcp(operations(photo))) as client:

            async def now(changes: dict[str, Any]) -> int:
                given = {"photo": "photo.jpg", "preview": 0, "changes": changes}
                return int(text(await client.call_tool("develop", given))["step"])

            assert await now({"MaskGroupBasedCorrections": []}) == 0
            added = {"act": "add", "shape": {"radial": [0.2, 0.2, 0.8, 0.8]}, "sliders": {"LocalExposure2012": 0.1}}
            await client.call_tool("masks", {"photo": "photo.jpg", "preview": 0, **added})
            assert await now({"MaskGroupBasedCorrections": []}) == 2
            assert text(await client.call_tool("masks", {"photo": "photo.jpg"})) == []

    asyncio.run(session())


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("open", {"photo": "../../secret.jpg"}, "no such photo"),
        ("develop", {"photo": "nope", "changes": {}}, "choose one of photo.jpg"),
        ("measure", {"photo": ""}, "choose one of photo.jpg"),
        ("develop", {"photo": "KEY", "changes": {"Exposure": 1}}, "Exposure2012"),
        ("edit", {"photo": "KEY", "instruction": " "}, "empty"),
        ("edit", {"photo": "KEY", "instruction": "zzz"}, 'nothing of "zzz" was done: zzz (not understood)'),
        ("edit", {"photo": "KEY", "instruction": "remove the tourist"}, "nothing of"),
        ("edit", {"photo": "KEY", "instruction": "去掉路人"}, "“去掉路人”没有可以做到的："),
        ("edit", {"photo": "KEY", "instruction": "warmer " * 600}, "4199 characters: say it in 4000 at most"),
        ("edit", {"photo": "KEY"}, "edit: instruction: Field required"),
        ("masks", {"photo": "KEY", "act": "paint"}, "masks: act: Input should be 'list'"),
        ("masks", {"photo": "KEY", "regions": ["sky"]}, "masks: takes no regions: choose of photo, act, number, shape"),
        ("masks", {"photo": "KEY", "act": "add", "shape": {"circle": 1}}, "a mask is one of"),
        (
            "masks",
            {"photo": "KEY", "act": "add", "shape": {"region": "sky"}, "sliders": {"LocalExposure2012": 15}},
            "15 is outside -1 to 1 (1 is 4 EV)",
        ),
        ("masks", {"photo": "KEY", "act": "add", "shape": {"region": "dog"}}, "region dog: not found in this photo"),
        ("masks", {"photo": "KEY", "act": "add", "shape": {"region": "xyzzy"}}, "region xyzzy: no such region"),
        ("develop", {"photo": "KEY", "changes": {"HasCrop": True, "CropAngle": 44}}, "CropAngle: the crop is empty"),
        ("export", {"photos": []}, "name one or more"),
        ("export", {"photos": ["KEY"], "max_size": -5}, "max_size: Input should be greater than or equal to 16"),
        ("export", {"photos": ["KEY"], "quality": 500}, "quality: Input should be less than or equal to 100"),
        ("history", {"photo": "KEY", "act": "undo", "number": 5}, "undo"),
        ("export", {"photos": ["KEY"], "folder": "../out"}, "plain name"),
        ("params", {"name": "Exposur2012"}, "did you mean Exposure2012"),
    ],
)
def test_what_goes_wrong_is_one_line(photo: Path, tool: str, arguments: dict[str, Any], said: str) -> None:
    async def called() -> Any:
        space = operations(photo)
        key = next(iter(space.workspace.photos))
        given = json.loads(json.dumps(arguments).replace("KEY", key))
        async with Client(make_mcp(space)) as client:
            return await client.call_tool(tool, given)

    result = asyncio.run(called())
    assert result.is_error and said in result.content[0].text and "\n" not in result.content[0].text


def test_over_stdio(photo: Path) -> None:
    async def session() -> None:
        environment = {"PYTHONPATH": str(ROOT), "OMP_NUM_THREADS": "1"}
        server = StdioServerParameters(
            command=sys.executable, args=["-m", "jarvisevo", "mcp", str(photo)], env=environment
        )
        async with Client(server) as client:
            await ten_turns(client, photo.parent)

    asyncio.run(session())


@pytest.fixture
def served(photo: Path) -> Iterator[tuple[str, str]]:
    listening = open_socket(0)
    server, address, token = make_mcp_server(make_mcp(operations(photo)), listening)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    yield address, token
    server.should_exit = True
    thread.join(20)
    listening.close()


def test_over_http_with_the_token_alone(photo: Path, served: tuple[str, str]) -> None:
    from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

    address, token = served

    async def session() -> None:
        async with (
            create_mcp_http_client(headers={"Authorization": f"Bearer {token}"}) as http,
            Client(streamable_http_client(address, http_client=http)) as client,
        ):
            await ten_turns(client, photo.parent)
        async with create_mcp_http_client() as http:
            assert (await http.post(address, json={})).status_code == 403
            wrong = await http.post(address, json={}, headers={"Authorization": "Bearer x"})
            assert wrong.status_code == 403

    asyncio.run(session())
