"""The command line. Each command imports what it needs when it runs: `render` starts in the time OpenCV takes.

Exit codes: 0 done, 1 the work failed, 2 the call was wrong, 130 interrupted.
"""

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from jarvisevo.cli import agent as agent_commands
from jarvisevo.cli import configs as configs_command
from jarvisevo.cli import data as data_commands
from jarvisevo.cli import explain as explain_command
from jarvisevo.cli import history as history_commands
from jarvisevo.cli import judge as judge_commands
from jarvisevo.cli import live as live_commands
from jarvisevo.cli import looks as looks_commands
from jarvisevo.cli import serve as serve_command
from jarvisevo.cli import train as train_commands
from jarvisevo.cli.app import Bits, Damaged, Force, MaxSize, Quality, Recursive, Space, Template, app
from jarvisevo.cli.checks import check_target, existing_file, note_dicts, read_settings
from jarvisevo.cli.siblings import sibling
from jarvisevo.files.errors import FAILED, INTERRUPTED, WRONG_CALL, CliError, describe
from jarvisevo.files.versions import version
from jarvisevo.report.terminal import Json, command, print_json, say, say_error, show_notes

COMMANDS = (
    agent_commands,
    history_commands,
    live_commands,
    looks_commands,
    explain_command,
    data_commands,
    judge_commands,
    train_commands,
    configs_command,
    serve_command,
)
"""Modules that hang their commands on the application when they are imported; these come first in the help."""
SETTINGS_SUFFIXES = (".xmp", ".lrtemplate", ".json")
BENCHES = {
    "artedit": "artedit.run",
    "judges": "judges.bench",
    "compare": "artedit.compare",
    "learning": "learning",
    "speed": "speed.run",
    "fidelity": "fidelity",
}
"""What `bench NAME` runs: modules of the bench package."""


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"jarvisevo {version()}")
        raise typer.Exit


@app.callback()
def _root(
    show: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
@command
def render(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="PHOTO… SETTINGS",
            help="Photos or folders, then .xmp, .lrtemplate, .json, or a photo to copy the settings from.",
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="File, or folder for several photos. Default: beside the photo.")
    ] = None,
    max_size: MaxSize = None,
    space: Space = "srgb",
    bits: Bits = 8,
    quality: Quality = 95,
    template: Template = "{name}.edited.jpg",
    recursive: Recursive = False,
    damaged: Damaged = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Develop photos with settings from a file, or copied from another photo."""
    from jarvisevo.cli.render import render_all
    from jarvisevo.files.export import Export

    export = Export(max_size, quality, space, bits, template)
    if render_all(files, out, export, recursive=recursive, damaged=damaged, force=force, as_json=as_json):
        raise typer.Exit(FAILED)


@app.command()
@command
def convert(
    settings: Annotated[
        Path | None, typer.Argument(metavar="SETTINGS", help="File, or photo with settings inside.", show_default=False)
    ] = None,
    out: Annotated[
        Path | None, typer.Argument(metavar="OUT", help="New .xmp, .lrtemplate or .json file.", show_default=False)
    ] = None,
    name: Annotated[str, typer.Option(help="Name of the preset: makes an XMP file a preset.")] = "",
    pack: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER|OUT.zip", help="Instead: all looks as presets that Lightroom imports."),
    ] = None,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Rewrite settings in another format. What is not rendered here is kept and listed."""
    from editor_ops.formats import write

    if pack is not None:
        from jarvisevo.cli.pack import write_pack

        if settings or name:
            raise CliError("--pack: writes our looks and takes no settings: leave them and --name out")
        write_pack(pack, force=force, as_json=as_json)
        return
    if settings is None or out is None:
        raise CliError("name the settings and the file to write: jarvisevo convert photo.edited.xmp look.xmp")
    check_target(out, suffixes=SETTINGS_SUFFIXES, inputs=[settings], force=force, option="")
    document = read_settings(settings)
    keep = document.kind == "xmp" and out.suffix.lower() == ".xmp"
    write(document.settings, out, name=name, existing=_text(settings) if keep else None, new=not force)
    if as_json:
        print_json({"output": str(out), "kind": document.kind, "notes": note_dicts(document.notes)})
    else:
        show_notes(document.notes)
        say(f"wrote {out}")


def _text(path: Path) -> str:
    from editor_ops.formats.rdf import decode

    return decode(path.read_bytes())


@app.command()
@command
def params(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]", help="One parameter in full.")] = None,
    as_json: Json = False,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema of a tool call.")] = False,
) -> None:
    """List every parameter: range, default, how close to Adobe's it is, what it does."""
    from editor_ops.table import TABLE
    from jarvisevo.cli import show as cli_show

    if schema:
        from editor_ops.formats.tool_call import schema as tool_schema

        print_json(tool_schema())
    elif name is None and as_json:
        print_json([cli_show.row_dict(n, row) for n, row in TABLE.items()])
    elif name is None:
        cli_show.show_params()
    else:
        from jarvisevo.rules.slider_names import slider_named

        found = slider_named(name)
        if as_json:
            print_json(cli_show.row_dict(found, TABLE[found]))
        else:
            cli_show.show_param(found, TABLE[found])


@app.command()
@command
def measure(
    photo: Annotated[Path, typer.Argument(metavar="PHOTO", help="Photo to look at.")],
    damaged: Damaged = False,
    as_json: Json = False,
) -> None:
    """Say what a person would see in a photo, in numbers: exposure, clipping, colour, noise, sharpness."""
    from editor_ops.io.decode import load
    from editor_ops.measure import measure as measure_photo

    made = measure_photo(load(existing_file(photo, "a photo"), damaged))
    if as_json:
        print_json(made.to_dict())
    else:
        from jarvisevo.cli.measurements import lines
        from jarvisevo.cli.show import show_columns

        show_columns(lines(made))


@app.command()
@command
def doctor(
    model: Annotated[
        str | None, typer.Option(metavar="DIR|ID|URL#NAME|ollama:NAME", help="Test this model instead, in five turns.")
    ] = None,
    system_prompt: agent_commands.System = None,
    constrain: agent_commands.Constrain = "auto",
    measure: agent_commands.Measure = False,
    timeout: agent_commands.Timeout = None,
    download: agent_commands.Download = False,
    as_json: Json = False,
) -> None:
    """Check the installation, or with --model what a model can do here; name the command that mends each gap."""
    from jarvisevo.cli.doctor import examine, examine_model, show, show_model

    if model is not None:
        findings = examine_model(
            model, system_prompt, constrain=constrain, measure=measure, timeout=timeout, download=download
        )
        if as_json:
            print_json([vars(finding) for finding in findings])
        else:
            show_model(model, findings)
        if any(finding.ok is False for finding in findings):
            raise typer.Exit(FAILED)
        return
    checks = examine()
    if as_json:
        print_json([check.to_dict() for check in checks])
    else:
        show(checks)
    if any(check.ok is False for check in checks):
        raise typer.Exit(FAILED)


@app.command(context_settings={"allow_extra_args": True, "ignore_unknown_options": True, "help_option_names": []})
@command
def bench(
    context: typer.Context,
    name: Annotated[
        str, typer.Argument(metavar="NAME", help=f"{', '.join(BENCHES)}, or a config (.yaml) of artedit or judges.")
    ],
) -> None:
    """Run a benchmark; what follows NAME is handed to it (`jarvisevo bench artedit configs/bench/small.yaml`).

    `jarvisevo bench NAME --help` says what it takes.
    """
    if name in ("-h", "--help"):
        typer.echo(context.get_help())
        return
    of_config = Path(name).suffix in (".yaml", ".yml")
    if name not in BENCHES and not of_config:
        raise CliError(f"{name}: no such benchmark: choose {', '.join(BENCHES)}, or name a config")
    module = sibling("bench.command" if of_config else f"bench.{BENCHES[name]}", "bench")
    arguments = ["--help" if word == "-h" else word for word in context.args]
    raise typer.Exit(module.main([name, *arguments] if of_config else arguments))


def main(arguments: list[str] | None = None) -> int:
    """Run the command line -> exit code."""
    _open_streams()
    arguments = sys.argv[1:] if arguments is None else arguments
    try:
        code = app(arguments or ["--help"], standalone_mode=False, prog_name="jarvisevo")
        code = code if isinstance(code, int) else 0
    except (KeyboardInterrupt, typer.Abort):
        code = INTERRUPTED
    except BrokenPipeError:
        code = FAILED
    except OSError as error:
        text, code = describe(error)
        say_error(text)
    except Exception as error:
        if not hasattr(error, "format_message"):
            raise
        context = getattr(error, "ctx", None)
        say_error(f"{error.format_message()} (see {context.command_path if context else 'jarvisevo'} --help)")
        code = WRONG_CALL
    return _written_out(code)


def _open_streams() -> None:
    """Streams that were closed lead nowhere, and no photo gets their place; what cannot be encoded shows as "?"."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115 — as long as the process
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def _written_out(code: int) -> int:
    """The exit code once everything is written; FAILED where the output takes no more."""
    try:
        sys.stdout.flush()
    except OSError as error:
        if not code and not isinstance(error, BrokenPipeError):
            say_error(describe(error)[0])
        with suppress(OSError, ValueError):  # or Python would try again when it ends, and complain
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return code or FAILED
    return code


if __name__ == "__main__":
    sys.exit(main())
