"""The commands of the agent: edit, replay, score, masks. Signatures and checks;
the work is in `cli_edit` and others.
"""

from pathlib import Path
from typing import Annotated

import typer

from jarvisevo.cli.app import Bits, Damaged, Force, MaxSize, Out, Quality, Recursive, Space, Template, Worded, app
from jarvisevo.files.errors import FAILED, CliError
from jarvisevo.report.terminal import Json, command

Model = Annotated[
    str,
    typer.Option(
        metavar="expert|DIR|ID|URL#NAME|ollama:NAME",
        help="Who edits: the rules, a Qwen-VL folder or hub id, or a model on a server (docs/models.md).",
    ),
]
System = Annotated[
    Path | None, typer.Option("--system-prompt", metavar="FILE", help="System prompt of the model, as a text file.")
]

Timeout = Annotated[float | None, typer.Option(min=0.1, help="Seconds of one request to a server.")]
Constrain = Annotated[
    str, typer.Option(metavar="auto|on|off", help="Have a server hold tool calls to a schema: where it can, or must.")
]
Measure = Annotated[
    bool, typer.Option("--measure", help="Tell the model what each image measures; then it need not see any.")
]
Download = Annotated[bool, typer.Option("--download", help="Download a model of the hub without asking.")]


@app.command(cls=Worded)
@command
def edit(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar='PHOTO… "INSTRUCTION"', help="Photos or folders of photos, then what to do, in English or Chinese."
        ),
    ],
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="File, or folder for several photos. Default: beside the photo.")
    ] = None,
    model: Model = "expert",
    system_prompt: System = None,
    steps: Annotated[int, typer.Option(min=1, max=16, help="Editing steps at most.")] = 4,
    threshold: Annotated[
        float | None,
        typer.Option(
            min=0,
            max=5,
            help="Below this score of 5 the editor reflects and corrects itself. Default: what its model learnt, or 3.",
        ),
    ] = None,
    best_of: Annotated[
        int, typer.Option(min=1, max=32, help="Try several edits, keep the best, and write a contact sheet of all.")
    ] = 1,
    temperature: Annotated[
        float | None, typer.Option(min=0, max=2, help="Of the model; default 0, and 0.8 with --best-of.")
    ] = None,
    max_tokens: Annotated[int | None, typer.Option(min=16, help="Tokens that the model may write per photo.")] = None,
    reply_tokens: Annotated[int | None, typer.Option(min=16, help="Tokens of one reply; default 2048.")] = None,
    time_limit: Annotated[float | None, typer.Option(min=0.1, help="Seconds per photo.")] = None,
    image_size: Annotated[
        int | None, typer.Option(min=784, metavar="PIXELS", help="Of the images a model sees; JarvisEvo: 262144.")
    ] = None,
    timeout: Timeout = None,
    constrain: Constrain = "auto",
    measure: Measure = False,
    drop_thoughts: Annotated[
        bool, typer.Option("--drop-thoughts", help="Leave thoughts of earlier turns out, as thinking models want it.")
    ] = False,
    download: Download = False,
    trace: Annotated[
        Path | None, typer.Option(metavar="OUT.html", help="Page that shows every step; a folder for several photos.")
    ] = None,
    trajectory: Annotated[
        Path | None, typer.Option(metavar="OUT.json", help="Record for `replay`; a folder for several photos.")
    ] = None,
    lock: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME[=LOW:HIGH]", help="Limits of a parameter; NAME alone leaves it as it is; repeatable."
        ),
    ] = None,
    max_size: MaxSize = None,
    quality: Quality = 95,
    space: Space = "srgb",
    bits: Bits = 8,
    template: Template = "{name}.edited.jpg",
    no_xmp: Annotated[bool, typer.Option("--no-xmp", help="No sidecar and no settings inside the picture.")] = False,
    recursive: Recursive = False,
    damaged: Damaged = False,
    force: Force = False,
    from_scratch: Annotated[
        bool, typer.Option("--from-scratch", help="Begin from the photo, not from the edit that stands.")
    ] = False,
    style: Annotated[str, typer.Option(metavar="NAME", help="Begin with your own style (`style learn`).")] = "",
    seed: Annotated[int, typer.Option(help="Other numbers choose other variants where there is a choice.")] = 0,
    workers: Annotated[
        int, typer.Option(min=0, max=256, help="Photos at once; default: as many as --model names servers.")
    ] = 0,
    ray: Annotated[
        bool, typer.Option("--ray", help="Work on a Ray cluster (RAY_ADDRESS), or on all processors of this machine.")
    ] = False,
    as_json: Json = False,
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Every note in a line of its own.")] = False,
) -> None:
    """Edit photos as told, and write `photo.edited.jpg` with an XMP sidecar that Lightroom opens.

    A folder stands for the photos directly in it. The photo itself is never changed. Run a folder again and
    what is done already is skipped, also where it was edited further or undone since. A photo that was edited before
    is edited further: "a bit less warm" is meant against what stands, and `jarvisevo undo` takes a step back.
    """
    photos, instruction = _split(words)
    from jarvisevo.cli import edit as cli_edit
    from jarvisevo.files.export import Export

    options = cli_edit.EditOptions(
        instruction=instruction,
        model=model,
        system_prompt=system_prompt,
        steps=steps,
        threshold=threshold,
        best_of=best_of,
        temperature=temperature,
        max_tokens=max_tokens,
        reply_tokens=reply_tokens,
        time_limit=time_limit,
        image_size=image_size,
        timeout=timeout,
        constrain=constrain,
        measure=measure,
        thoughts=not drop_thoughts,
        download=download,
        trace=trace,
        trajectory=trajectory,
        locks=tuple(lock or ()),
        export=Export(max_size, quality, space, bits, template),
        xmp=not no_xmp,
        recursive=recursive,
        damaged=damaged,
        force=force,
        from_scratch=from_scratch,
        style=style,
        seed=seed,
        workers=workers,
        ray=ray,
        json=as_json,
        verbose=verbose,
    )
    if cli_edit.edit_all(photos, out, options):
        raise typer.Exit(FAILED)


def _split(words: list[str]) -> tuple[list[Path], str]:
    """(photos, instruction) of the words after `edit`."""
    *photos, instruction = words
    if not photos:
        raise CliError('name a photo and say what to do with it: jarvisevo edit photo.jpg "make it warmer"')
    if not instruction.strip():
        raise CliError('the instruction is empty: say what to do, e.g. "make it warmer"')
    if len(instruction) < 1000 and Path(instruction).exists():
        raise CliError(f'the last word must say what to do, and "{instruction}" is a file: add e.g. "make it warmer"')
    missing = [photo for photo in photos if not Path(photo).exists()]
    if missing:
        raise CliError(f"{missing[0]}: no such photo or folder: check the path, and put the instruction in quotes")
    return [Path(photo) for photo in photos], instruction


@app.command()
@command
def replay(
    trajectory: Annotated[Path, typer.Argument(metavar="TRAJECTORY.json", help="Record of `edit --trajectory`.")],
    out: Out,
    photo: Annotated[
        Path | None, typer.Option(metavar="PHOTO", help="The photo, when it is not where the record says.")
    ] = None,
    step: Annotated[
        int | None, typer.Option(min=0, help="This step instead of the result; 0 is the photo as it was.")
    ] = None,
    trace: Annotated[Path | None, typer.Option(metavar="OUT.html", help="Write the page of the edit as well.")] = None,
    max_size: MaxSize = None,
    quality: Quality = 95,
    no_xmp: Annotated[bool, typer.Option("--no-xmp", help="No settings inside the picture.")] = False,
    damaged: Damaged = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Render a recorded edit again: the same pixels, without a model."""
    from jarvisevo.cli import edit as cli_edit
    from jarvisevo.files.export import Export

    options = cli_edit.EditOptions(
        instruction="",
        trace=trace,
        export=Export(max_size, quality),
        xmp=not no_xmp,
        damaged=damaged,
        force=force,
        json=as_json,
    )
    cli_edit.replay(trajectory, photo, out, step, options)


@app.command(cls=Worded)
@command
def score(
    before: Annotated[Path, typer.Argument(metavar="BEFORE", help="The photo as it was.")],
    after: Annotated[Path, typer.Argument(metavar="AFTER", help="The edited photo.")],
    instruction: Annotated[str, typer.Argument(metavar="INSTRUCTION", help="What the edit was to do.")],
    model: Annotated[
        str,
        typer.Option(
            metavar="analytic|DIR|URL#NAME|harness[:LIBRARY]@URL#NAME",
            help="Who judges: measurement, a model, or a model with a library (see `judge`).",
        ),
    ] = "analytic",
    system_prompt: System = None,
    as_json: Json = False,
) -> None:
    """Score an edit from 1 to 5 overall and in ten dimensions, with the reasons."""
    from jarvisevo.cli.score import score_edit

    score_edit(before, after, instruction, model=model, system_prompt=system_prompt, as_json=as_json)


@app.command()
@command
def masks(
    photo: Annotated[Path, typer.Argument(metavar="PHOTO", help="Photo to look at.")],
    settings: Annotated[
        Path | None,
        typer.Argument(metavar="[SETTINGS]", help="File, or edited photo, whose local corrections to show."),
    ] = None,
    out: Annotated[Path | None, typer.Option("-o", "--out", help="Picture to write. Default: photo.masks.jpg.")] = None,
    region: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="subject, sky, person, hair, water, lion …; repeatable.")
    ] = None,
    sheet: Annotated[bool, typer.Option("--sheet", help="One picture for each mask instead of all in one.")] = False,
    max_size: MaxSize = None,
    damaged: Damaged = False,
    force: Force = False,
    as_json: Json = False,
) -> None:
    """Show masks as colour over the photo: those of a settings file, or regions such as the sky."""
    from jarvisevo.cli.masks import show_masks

    show_masks(
        photo, settings, region or (), out, sheet=sheet, side=max_size, damaged=damaged, force=force, as_json=as_json
    )
