"""`jarvisevo data build CONFIG.yaml key=value …`: a data set from photos."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from jarvisevo.cli.app import app
from jarvisevo.cli.checks import existing_config
from jarvisevo.report.terminal import ConfigPath, Json, Overrides, command, say, show_notes

data = typer.Typer(no_args_is_help=True, help="Build training data from photographs.")
app.add_typer(data, name="data")


@data.command()
@command
def build(
    config: ConfigPath,
    overrides: Overrides = None,
    check: Annotated[
        bool, typer.Option("--check", help="Say what it takes (photos, requests, hours, bytes); build nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Photos become pairs, instructions, reasoning and judgements. A build that was stopped goes on where it was."""
    from jarvisevo.cli.siblings import sibling

    existing_config(config)
    sibling("data_pipeline.command", "train").main(config, overrides or [], as_json=as_json, check=check)


@contextmanager
def _emptied_on_failure(out: Path) -> Iterator[None]:
    """A new or empty folder is so again when what fills it fails."""
    was = out.exists()
    try:
        yield
    except BaseException:
        for path in out.iterdir() if out.is_dir() else ():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        if not was and out.is_dir():
            out.rmdir()
        raise


def _left_out(folder: Path, to: str, count: int) -> Iterator[str]:
    """What of a data set the form does not hold."""
    from jarvisevo.record import questions
    from jarvisevo.record.artedit import read

    judgements, asked = sum(1 for _ in read(folder, "eval")), sum(1 for _ in questions.read(folder))
    if judgements or asked:
        yield f"{judgements} judgements and {asked} questions are left out: {to} takes edits alone, parquet all"
    edits = sum(1 for _ in read(folder))
    if count < edits:
        yield f"{edits} edits are {count} samples: those of one photo and result share a folder, one for each language"


FORMS = ("sharegpt", "bench", "huggingface", "parquet")


@data.command()
@command
def export(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DATASET", help="Data set of a build, e.g. data/nano/train; parquet: or all of it."),
    ],
    out: Annotated[Path, typer.Argument(metavar="OUT", help="New folder.")],
    to: Annotated[
        str,
        typer.Option(
            "--to",
            help="sharegpt (LLaMA-Factory), bench (ArtEdit-Bench folders), huggingface (Arrow) or parquet (the Hub).",
        ),
    ] = "sharegpt",
    push: Annotated[
        str, typer.Option("--push-to-hub", metavar="USER/NAME", help="Upload the Parquet files as a private data set.")
    ] = "",
) -> None:
    """Write a data set in another form; pictures come along. sharegpt, bench and huggingface take the edits alone."""
    from jarvisevo.files.errors import FAILED, CliError
    from jarvisevo.protocol.export import export as export_data
    from jarvisevo.record.artedit import RecordError, check_finished, read

    if push and to != "parquet":
        raise CliError("--push-to-hub: uploads Parquet files: add --to parquet")
    if to not in FORMS:
        raise CliError(f"--to {to}: choose one of {', '.join(FORMS)}")
    from jarvisevo.record.parquet import export_parquet, sets_of

    try:
        check_finished(folder)
    except RecordError as error:
        raise CliError(str(error), FAILED) from None
    if not (folder / "edit.jsonl").is_file() and not (to == "parquet" and sets_of(folder)):
        raise CliError(f"{folder}: no edit.jsonl in it; name a data set such as data/nano/train")
    if out.exists() and any(out.iterdir() if out.is_dir() else [out]):
        raise CliError(f"{out}: is not empty: choose another folder")
    try:
        with _emptied_on_failure(out):
            count = export_parquet(folder, out) if to == "parquet" else export_data(list(read(folder)), folder, out, to)
    except ModuleNotFoundError as error:
        raise CliError(f"{error.name} is missing: pip install 'jarvisevo[train]'", FAILED) from None
    except RecordError as error:
        raise CliError(str(error), FAILED) from None
    say(f"wrote {count} samples to {out}")
    if to != "parquet":
        show_notes(_left_out(folder, to, count))
    if push:
        from jarvisevo.files.hub import push as push_folder

        say(f"uploaded to {push_folder(out, push, 'dataset')}")
