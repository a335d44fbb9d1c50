"""RawTherapee and darktable doing the same kind of work as our speed settings, through their command lines.

Neither has Adobe's sliders, so "the same" means the same kind of step at a moderate strength:

| job   | ours | RawTherapee 5.9 | darktable 4.2 |
|---|---|---|---|
| codec | nothing | neutral profile | no module besides colour management |
| basic | the Basic panel: white balance, tone, texture, clarity, dehaze, vibrance, saturation | white balance, exposure, contrast, saturation, shadows/highlights, vibrance, local contrast, dehaze | exposure, contrast/saturation, shadows and highlights, vibrance, velvia, local contrast, haze removal |
| full  | + curve, mixer, grading, denoise, sharpening, vignette, grain, calibration | + L and RGB curves, HSV, colour toning, denoise, sharpening, vignette (it has no grain) | + split toning, denoise (non-local means), sharpen, vignette, grain |
"""  # noqa: E501

import shutil
import struct
from pathlib import Path

_RT_BASIC = """
[White Balance]
Enabled=true
Setting=Custom
Temperature=5600
Green=1
[Exposure]
Auto=false
Compensation=0.4
Contrast=12
Saturation=6
Black=20
HighlightCompr=20
[Shadows & Highlights]
Enabled=true
Highlights=40
Shadows=30
Radius=40
[Vibrance]
Enabled=true
Pastels=15
Saturated=10
[Local Contrast]
Enabled=true
Radius=60
Amount=0.2
[Dehaze]
Enabled=true
Strength=20
"""
_RT_FULL = """
[Luminance Curve]
Enabled=true
Contrast=8
LCurve=1;0;0;0.25;0.22;0.75;0.78;1;1;
[RGB Curves]
Enabled=true
rCurve=1;0;0;0.5;0.52;1;1;
[HSV Equalizer]
Enabled=true
HCurve=1;0;0.5;0.35;0.35;0.3;0.55;0.35;0.35;
SCurve=1;0;0.5;0.35;0.35;0.3;0.6;0.35;0.35;
[ColorToning]
Enabled=true
Method=Splitco
[Directional Pyramid Denoising]
Enabled=true
Luma=15
Ldetail=50
Chroma=25
Method=Lab
[Sharpening]
Enabled=true
Method=usm
Radius=0.9
Amount=150
[PCVignette]
Enabled=true
Strength=0.6
Feather=50
"""
_DARKTABLE = {  # operation -> (version, packed parameters): structs of darktable 4.2's src/iop/*.c
    "exposure": (6, struct.pack("<iffffi", 0, 0.0, 0.4, 50.0, -4.0, 0)),
    "shadhi": (5, struct.pack("<iffffffffIfi", 0, 100.0, 30.0, 0.0, -40.0, 0.0, 50.0, 100.0, 50.0, 127, 1e-6, 0)),
    "colisa": (1, struct.pack("<fff", 0.12, 0.0, 0.06)),
    "vibrance": (2, struct.pack("<f", 25.0)),
    "velvia": (2, struct.pack("<ff", 15.0, 1.0)),
    "nlmeans": (2, struct.pack("<ffff", 2.0, 30.0, 0.5, 1.0)),
    "hazeremoval": (1, struct.pack("<ff", 0.2, 0.2)),
    "bilat": (3, struct.pack("<iffff", 1, 0.5, 0.5, 0.25, 0.5)),
    "splittoning": (1, struct.pack("<ffffff", 0.6, 0.2, 0.1, 0.2, 0.5, 33.0)),
    "sharpen": (1, struct.pack("<fff", 2.0, 0.5, 0.5)),
    "vignette": (4, struct.pack("<ffffffiffii", 80.0, 50.0, -0.5, -0.5, 0.0, 0.0, 0, 1.0, 1.0, 0, 1)),
    "grain": (2, struct.pack("<ifff", 2, 1600.0 / 213.2, 25.0, 100.0)),
}
_BASIC = ("exposure", "shadhi", "colisa", "vibrance", "velvia", "hazeremoval", "bilat")
JOBS = ("codec", "basic", "full")


def installed() -> list[str]:
    """The peers on this machine."""
    return [tool for tool in ("rawtherapee-cli", "darktable-cli") if shutil.which(tool)]


def profile(tool: str, job: str, folder: Path) -> Path:
    """Write the settings of a job for a tool -> their file."""
    if tool == "rawtherapee-cli":
        path = folder / f"{job}.pp3"
        path.write_text(
            "[Version]\nVersion=346\n" + (_RT_BASIC if job != "codec" else "") + (_RT_FULL if job == "full" else "")
        )
        return path
    path = folder / f"darktable-{job}.xmp"
    path.write_text(_darktable_xmp({"codec": (), "basic": _BASIC, "full": tuple(_DARKTABLE)}[job]))
    return path


def _darktable_xmp(operations: tuple[str, ...]) -> str:
    items = "".join(
        f'<rdf:li darktable:num="{i}" darktable:operation="{name}" darktable:enabled="1" darktable:modversion='
        f'"{_DARKTABLE[name][0]}" darktable:params="{_DARKTABLE[name][1].hex()}" darktable:multi_name="" '
        'darktable:multi_priority="0" darktable:blendop_version="12" darktable:blendop_params='
        '"gz11eJxjYIAACQYYOOHEgAZY0QVwggZ7CB6pfNoAAE4AGQg="/>'
        for i, name in enumerate(operations)
    )
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:darktable="http://darktable.sf.net/" darktable:xmp_version="4"
 darktable:raw_params="0" darktable:auto_presets_applied="1" darktable:history_end="{len(operations)}"
 darktable:iop_order_version="2"><darktable:history><rdf:Seq>{items}</rdf:Seq></darktable:history>
</rdf:Description></rdf:RDF></x:xmpmeta>
"""


def command(tool: str, photo: Path, settings: Path, out: Path, folder: Path) -> list[str]:
    """The command line that develops a photo into a JPEG of quality 95, on the CPU, with no state of the user."""
    if tool == "rawtherapee-cli":
        return [tool, "-Y", "-q", "-j95", "-js3", "-o", str(out), "-p", str(settings), "-c", str(photo)]
    core = ["--core", "--disable-opencl", "--configdir", str(folder / "darktable"), "--library", ":memory:"]
    quality = ["--conf", "plugins/imageio/format/jpeg/quality=95"]
    return [tool, str(photo), str(settings), str(out), "--apply-custom-presets", "false", *core, *quality]
