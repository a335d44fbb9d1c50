"""`jarvisevo convert --pack`: our looks as a folder or a zip of presets that Lightroom imports."""

import io
import zipfile
from collections.abc import Mapping
from pathlib import Path

from editor_ops.files import write_group, write_whole
from editor_ops.formats import special, xmp
from editor_ops.settings import Settings
from jarvisevo.files.errors import CliError
from jarvisevo.report.terminal import print_json, say

OLDEST = (1980, 1, 1, 0, 0, 0)
"""Time of a file in the zip, so that the same presets make the same bytes."""


def write_pack(target: Path, *, force: bool, as_json: bool) -> None:
    """Write every look as a preset of the group "JarvisEvo": into a folder, or as a .zip. CliError."""
    zipped = target.suffix.lower() == ".zip"
    if target.suffix and not zipped and not target.is_dir():
        raise CliError(f"{target}: name a folder or a .zip file for the presets")
    if zipped and target.is_dir() or not zipped and target.is_file():
        raise CliError(f"{target}: is a {'folder' if zipped else 'file'}: choose another name")
    if zipped and target.exists() and not force:
        raise CliError(f"{target}: exists already: choose another name, or add --force to replace it")
    files = pack()
    if zipped:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, _zip(files), new=not force)
    else:
        target.mkdir(parents=True, exist_ok=True)
        paths = {target / name: data for name, data in files.items()}
        write_group(paths, replace=paths if force else ())
    if as_json:
        print_json({"output": str(target), "presets": [Path(name).stem for name in files]})
    else:
        say(f"wrote {len(files)} presets to {target}: in Lightroom, Presets > + > Import Presets")


def pack() -> dict[str, bytes]:
    """Name of the file -> its XMP, for every look."""
    from jarvisevo.rules.presets import shipped_presets

    files: dict[str, bytes] = {}
    for made in shipped_presets():
        settings = Settings(made.settings.values, {"Description": {special.ALT: {"x-default": made.about}}})
        files[f"{made.name}.xmp"] = xmp.dump(settings, preset_name=made.name).encode()
    return files


def _zip(files: Mapping[str, bytes]) -> bytes:
    """The files in one folder of a zip."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(zipfile.ZipInfo(f"JarvisEvo/{name}", OLDEST), data, zipfile.ZIP_DEFLATED)
    return out.getvalue()
