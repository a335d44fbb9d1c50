"""`jarvisevo serve`: a model of this process behind OpenAI's interface, for other programs of this machine."""

from typing import Annotated

import typer

from jarvisevo.cli.agent import Download
from jarvisevo.cli.app import app
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.report.terminal import command, say


@app.command()
@command
def serve(
    model: Annotated[str, typer.Argument(metavar="nano|DIR|ID", help="A Qwen-VL folder or hub id, or nano.")],
    port: Annotated[int, typer.Option(min=0, max=65535, help="On 127.0.0.1; 0 takes a free one.")] = 8000,
    download: Download = False,
) -> None:
    """Serve a model to programs of this machine, as OpenAI's chat completions, until Ctrl-C."""
    from jarvisevo.cli.model import model_chat
    from jarvisevo.policies.openai import OpenAIChat
    from jarvisevo.policies.serve import server

    chat = model_chat(model, download=download)
    if isinstance(chat, OpenAIChat):
        raise CliError(f"{model}: this model has a server already: name its address where a model is asked for")
    try:
        listening = server(chat, port)
    except OSError as error:
        raise CliError(f"--port {port}: {error.strerror or error}: choose another one", FAILED) from None
    with listening:
        say(f"{chat.name} at http://127.0.0.1:{listening.server_address[1]}/v1#{chat.name} (Ctrl-C ends it)")
        listening.serve_forever()
