"""`jarvisevo live`, `mcp`, `match` and `style`: sessions that are held open, and looks that are carried on."""

from pathlib import Path
from typing import Annotated

import typer

from jarvisevo.cli.agent import Model
from jarvisevo.cli.app import app
from jarvisevo.report.terminal import command, say

Places = Annotated[list[Path] | None, typer.Argument(metavar="[PHOTO|FOLDER]…", help="Photos or folders to work on.")]
Presets = Annotated[
    list[Path] | None, typer.Option(metavar="FOLDER", help="Folder of .xmp or .lrtemplate presets; repeatable.")
]


@app.command()
@command
def live(
    places: Places = None,
    presets: Presets = None,
    model: Model = "expert",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port on this machine; 0 takes a free one.")] = 8777,
    browser: Annotated[bool, typer.Option(help="Open the page in the browser.")] = True,
) -> None:
    """Open the page: sliders, masks and words on one photo or a folder, with undo; Ctrl+C ends it.

    It answers this machine alone, and only to whoever has the address that is printed.
    """
    from jarvisevo.cli.model import model_policy
    from jarvisevo.live.operations import Operations
    from jarvisevo.live.server import make_server, open_socket
    from jarvisevo.live.workspace import Workspace

    policy = model_policy(model)
    workspace = Workspace(places or [Path()], presets or [])
    listening = open_socket(port)
    server, address = make_server(Operations(workspace, lambda: policy), listening)
    say(f"{len(workspace.photos)} photo{'s' * (len(workspace.photos) != 1)}: {address}")
    if browser:
        import webbrowser

        webbrowser.open(address)
    server.run([listening])


@app.command()
@command
def mcp(
    places: Places = None,
    presets: Presets = None,
    model: Model = "expert",
    http: Annotated[bool, typer.Option("--http", help="Streamable HTTP on this machine instead of stdio.")] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of --http; 0 takes a free one.")] = 8778,
) -> None:
    """Serve photos to an agent by the Model Context Protocol: the same session as the page, on stdio.

    Only the photos and folders that are named (else those of the present folder) can be opened, and nothing is written
    but results beside them.
    """
    from jarvisevo.cli.model import model_policy
    from jarvisevo.live.mcp_server import make_mcp
    from jarvisevo.live.operations import Operations
    from jarvisevo.live.server import make_mcp_server, open_socket
    from jarvisevo.live.workspace import Workspace

    policy = model_policy(model)
    server = make_mcp(Operations(Workspace(places or [Path()], presets or []), lambda: policy))
    if not http:
        server.run("stdio")
        return
    listening = open_socket(port)
    running, address, token = make_mcp_server(server, listening)
    say(f"MCP at {address}, with the header Authorization: Bearer {token}")
    running.run([listening])
