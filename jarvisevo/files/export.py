"""How results are written, the same for `edit` and `render`: size, quality, bits, colour space, names."""

from dataclasses import dataclass
from pathlib import Path

from editor_ops.io.save import ENCODERS
from editor_ops.photo import SPACES
from jarvisevo.files.errors import CliError

DEEP = (".png", ".tif", ".tiff")
"""Formats that hold 16 bits."""
EDITED = "{name}.edited.jpg"


@dataclass(frozen=True)
class Export:
    """The options of an export; a value that cannot be is a CliError at once.

    max_size  longest side in pixels; None keeps the photo's own
    quality   1-100, of JPEG and WebP
    space     "srgb", "p3", "adobe" or "prophoto"
    bits      8, or 16 for PNG and TIFF
    template  file name with {name} (the photo's, without suffix) and {number} (1, 2, 3 … in the batch); its suffix is
              the format
    """

    max_size: int | None = None
    quality: int = 95
    space: str = "srgb"
    bits: int = 8
    template: str = EDITED

    def __post_init__(self) -> None:
        if self.max_size is not None and not self.max_size >= 1:
            raise CliError(f"--max-size {self.max_size}: give at least 1 pixel")
        if not 1 <= self.quality <= 100:
            raise CliError(f"--quality {self.quality}: give 1 to 100")
        if self.space not in SPACES:
            raise CliError(f"--space {self.space}: choose one of {', '.join(SPACES)}")
        if self.bits not in (8, 16):
            raise CliError(f"--bits {self.bits}: choose 8 or 16")
        suffix, rest = Path(self.template).suffix.lower(), self.template.replace("{name}", "").replace("{number}", "")
        if suffix not in ENCODERS:
            raise CliError(f"--template {self.template}: end it with one of {', '.join(ENCODERS)}")
        if rest == self.template or set(rest) & set("{}/\\\0") or Path(self.template).name != self.template:
            raise CliError(
                f'--template {self.template}: write a file name with {{name}} or {{number}}, e.g. "{EDITED}"'
            )

    def check(self, output: Path) -> None:
        """CliError when the format of `output` cannot hold what was asked for."""
        if self.bits == 16 and output.suffix.lower() not in DEEP:
            raise CliError(f"{output}: --bits 16 needs a .png or .tif file (--template '{{name}}.edited.tif')")

    def name(self, stem: str, number: int) -> str:
        """The file name of a result."""
        return self.template.replace("{number}", str(number)).replace("{name}", stem)
