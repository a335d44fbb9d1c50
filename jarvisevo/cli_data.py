"""`jarvisevo data build CONFIG.yaml key=value …`: a data set from photos."""

from pathlib import Path
from typing import Annotated

import typer

from jarvisevo.cli_app import Json, app
from jarvisevo.cli_common import command, existing_file

data = typer.Typer(no_args_is_help=True, help="Build training data from photographs.")
app.add_typer(data, name="data")


@data.command()
@command
def build(
    config: Annotated[Path, typer.Argument(metavar="CONFIG", help="YAML file, e.g. configs/nano/data.yaml.")],
    overrides: Annotated[
        list[str] | None, typer.Argument(metavar="KEY=VALUE", help="Keys that differ, e.g. limit=20.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Photos become pairs, instructions, reasoning and judgements. A build that was stopped goes on where it was."""
    from jarvisevo.cli import sibling

    existing_file(config, "a YAML file, e.g. configs/nano/data.yaml")
    sibling("data_pipeline.start", "train").main(config, overrides or [], as_json=as_json)
