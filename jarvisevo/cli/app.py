"""The application that all commands hang on, and the options that several of them have. Imports nothing heavy."""

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from typer.core import TyperCommand, TyperGroup

if TYPE_CHECKING:
    from typer._click import Command, Context, HelpFormatter

GROUPS = {
    "Edit": (
        "live",
        "mcp",
        "edit",
        "history",
        "undo",
        "redo",
        "match",
        "style",
        "explain",
        "render",
        "replay",
        "convert",
    ),
    "Look": ("score", "masks", "measure", "params", "doctor"),
    "Train": ("data", "train", "bench", "configs", "serve"),
    "Judge": ("judge",),
}
"""Commands as the help shows them; one that is in no group stands under "More"."""


class Grouped(TyperGroup):
    """The help in groups, with an edit on top and the whole first sentence of every command.

    Contexts and formatters are click's, which newer versions of typer carry inside.
    """

    def format_usage(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """The usage line, then the command that most people want first."""
        super().format_usage(ctx, formatter)
        with formatter.section("For example"):
            formatter.write_text('jarvisevo edit photo.jpg "warmer, but keep the sky blue"')

    def format_commands(self, ctx: "Context", formatter: "HelpFormatter") -> None:
        """Every command under its group, in the order of `GROUPS`."""
        named = {name for names in GROUPS.values() for name in names}
        more = tuple(name for name in self.list_commands(ctx) if name not in named)
        for title, names in (GROUPS | {"More": more}).items():
            shown = [(name, command) for name in names if (command := self.get_command(ctx, name)) is not None]
            if shown:
                with formatter.section(title):
                    formatter.write_dl([(name, _summary(command)) for name, command in shown])


class Worded(TyperCommand):
    """A command that takes words of a person, which may begin with a minus: "-1 EV", "- warmer", "-饱和度20"."""

    def parse_args(self, ctx: "Context", args: list[str]) -> list[str]:
        """Such words get a space in front while options are read; what is the value of an option stays as it is."""
        valued = {name for p in self.params if not getattr(p, "is_flag", True) for name in p.opts}
        before = ["", *args]
        words = [
            f" {word}" if re.match(r"-[^a-zA-Z-]", word) and before[i] not in valued else word
            for i, word in enumerate(args)
        ]
        rest = super().parse_args(ctx, words)
        for parameter in self.params:
            if parameter.param_type_name == "argument":
                value = ctx.params[str(parameter.name)]
                many = isinstance(value, list | tuple)
                ctx.params[str(parameter.name)] = list(map(_unspaced, value)) if many else _unspaced(value)
        return rest


def _unspaced(value: str | Path | None) -> str | Path | None:
    """An argument without the space before a minus."""
    return type(value)(str(value)[1:]) if value is not None and str(value).startswith(" -") else value


def _summary(command: "Command") -> str:
    """The first sentence of a command's help, uncut."""
    text = " ".join((command.short_help or command.help or "").split())
    return text.partition(". ")[0].removesuffix(".")


app = typer.Typer(
    name="jarvisevo",
    cls=Grouped,
    help="Edit photos with words, or with Lightroom's own parameters.",
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)

Out = Annotated[Path, typer.Option("-o", "--out", help="File to write.")]
MaxSize = Annotated[
    int | None, typer.Option("--size", "--max-size", min=1, max=100_000, help="Longest side of the result in pixels.")
]
Quality = Annotated[int, typer.Option(min=1, max=100, help="Quality of JPEG and WebP.")]
Damaged = Annotated[bool, typer.Option("--damaged", help="Accept a JPEG that is cut or damaged; part of it is wrong.")]
Space = Annotated[str, typer.Option(help="Colour space: srgb, p3, adobe or prophoto.")]
Bits = Annotated[int, typer.Option(help="8, or 16 for PNG and TIFF.")]
Template = Annotated[
    str, typer.Option(metavar="NAME", help="Name of the results, with {name} or {number}; its suffix is the format.")
]
Recursive = Annotated[bool, typer.Option("--recursive", "-r", help="Folders inside folders too.")]
Force = Annotated[bool, typer.Option("--force", help="Replace files that exist.")]
