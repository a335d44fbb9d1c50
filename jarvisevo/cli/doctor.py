"""What this machine can do, and the command that mends what it cannot. Nothing heavy is imported to find out."""

import os
import platform
import re
import shutil
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jarvisevo.files.errors import CliError, one_line
from jarvisevo.files.shipped import shipped
from jarvisevo.report.terminal import cell

if TYPE_CHECKING:
    from jarvisevo.policies.checkup import Finding

REQUIREMENT = re.compile(r"(?P<name>[\w.-]+)(?:\[(?P<of>[\w,-]+)\])?[^;]*(?:;.*?extra == [\"'](?P<extra>[\w-]+)[\"'])?")
ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = "examples/flower.dng"


def requirements(declared: Iterable[str] | None = None) -> dict[str, tuple[str, ...]]:
    """Packages by extra, "" for those that are always needed, as pyproject.toml declares them.

    declared  requirement lines of the metadata; default those of the installed jarvisevo, none when it is not installed
    """
    if declared is None:
        try:
            declared = metadata.requires("jarvisevo") or ()
        except metadata.PackageNotFoundError:
            declared = ()
    own: dict[str, list[str]] = {"": []}
    for line in declared:
        found = REQUIREMENT.match(line)
        if found is None:
            continue
        packages = own.setdefault(found["extra"] or "", [])
        if found["name"] == "jarvisevo":  # an extra that holds others
            packages += [package for name in found["of"].split(",") for package in own.get(name, [])]
        else:
            packages.append(found["name"])
    return {extra: tuple(dict.fromkeys(packages)) for extra, packages in own.items()}


@dataclass(frozen=True)
class Check:
    """One thing that was looked at.

    ok   True, False (something does not work) or None (optional and absent, or only information)
    fix  a command or an advice, "" when nothing is to be done
    """

    name: str
    ok: bool | None
    value: str
    fix: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Plain data for --json."""
        return asdict(self)


def examine() -> list[Check]:
    """Every check, the required ones first."""
    needed = requirements()
    checks = [_python(), *map(_package, needed.pop("")), _machine(), _memory(), _disk()]
    checks += [_try("render", _render), _try("HEIF", _heif), _try("RAW", _raw)]
    return checks + [_extra(name, packages) for name, packages in needed.items()]


def _python() -> Check:
    good = sys.version_info >= (3, 11)
    return Check("python", good, platform.python_version(), "" if good else "install Python 3.11 or newer")


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _package(package: str) -> Check:
    found = _version(package)
    if package == "opencv-python-headless" and not found and util.find_spec("cv2"):
        return Check(package, True, "cv2 from another package")
    return Check(package, bool(found), found or "missing", "" if found else f"{_pip()} install {package}")


def _pip() -> str:
    return (
        f"{os.path.relpath(sys.executable) if Path(sys.executable).is_relative_to(Path.cwd()) else sys.executable}"
        " -m pip"
    )


def _install(extra: str = "") -> str:
    """The command that installs this project again, from the checkout where there is one."""
    if (ROOT / "pyproject.toml").is_file():
        return f"(cd '{ROOT}' && {sys.executable} -m pip install -c constraints.txt -e '.{extra}')"
    return f"{_pip()} install 'jarvisevo{extra}'"


def _extra(name: str, packages: tuple[str, ...]) -> Check:
    missing = [package for package in packages if not _version(package)]
    if not missing:
        return Check(f"extra {name}", True, ", ".join(f"{p} {_version(p)}" for p in packages))
    return Check(f"extra {name}", None, f"without {', '.join(missing)}", _install(f"[{name}]"))


def _machine() -> Check:
    return Check("machine", None, f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores")


def _memory() -> Check:
    try:
        total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    except (ValueError, OSError, AttributeError):
        return Check("memory", None, "unknown")
    short = total < 2
    return Check(
        "memory", None if short else True, f"{total:.1f} GiB", "open large photos with --max-size" if short else ""
    )


def _disk() -> Check:
    free = shutil.disk_usage(Path.cwd()).free / 2**30
    return Check("disk", free > 0.1, f"{free:.1f} GiB free here", "" if free > 0.1 else "make room on this disk")


def _try(name: str, work: Callable[[], str]) -> Check:
    """Run a small job; whatever it raises is the finding."""
    try:
        return Check(name, True, work())
    except Exception as error:
        text = (str(error).strip() or type(error).__name__).splitlines()[0]
        return Check(name, False, text, f"{_install()} --force-reinstall")


def _render() -> str:
    """One stop brighter must double the light of a grey picture."""
    import numpy as np

    from editor_ops import Photo, Settings, color, native, render

    grey = Photo.from_array(np.full((64, 64, 3), 100, np.uint8))
    before, after = (
        float(color.srgb_decode(render(grey, settings).pixels.mean() / 255.0))
        for settings in (Settings(), Settings.parse({"Exposure2012": 1.0}))
    )
    if not 1.5 < after / before < 2.5:
        raise RuntimeError(f"one stop more changed the light by {after / before:.2f}, not by 2")
    loops = "compiled loops" if native.library() else "without compiled loops: install again where a C compiler is"
    return f"an example picture developed as it should, {loops}"


def _heif() -> str:
    from io import BytesIO

    import pillow_heif
    from PIL import Image

    pillow_heif.register_heif_opener()
    file = BytesIO()
    Image.new("RGB", (64, 64), (200, 100, 50)).save(file, "HEIF")
    Image.open(BytesIO(file.getvalue())).load()
    return f"libheif {pillow_heif.libheif_version()}"


def _raw() -> str:
    import rawpy

    library = "LibRaw " + ".".join(map(str, rawpy.libraw_version))
    example = shipped(EXAMPLE)
    if example is None:
        return library
    from editor_ops import load

    photo = load(example)
    return f"{library}, {example.name} opened ({photo.width} x {photo.height})"


def examine_model(
    model: str, system_prompt: Path | None, *, constrain: str, measure: bool, timeout: float | None, download: bool
) -> "list[Finding]":
    """Five turns with a model (`policies.checkup`). CliError for a name that stands for none."""
    from jarvisevo.cli.model import constraint, model_policy
    from jarvisevo.policies.chat import ChatPolicy
    from jarvisevo.policies.checkup import Checkup

    policy = model_policy(
        model, system_prompt, download=download, timeout=timeout, constrain=constraint(constrain), measure=measure
    )
    if not isinstance(policy, ChatPolicy):
        raise CliError(f"--model {model}: the rules are no model: `jarvisevo doctor` alone checks what they need")
    return Checkup(policy).run()


def show_model(model: str, findings: "list[Finding]") -> None:
    """A table of what works, and what to do about the rest."""
    from rich.table import Table
    from rich.text import Text

    from jarvisevo.report.terminal import console

    table = Table(model, "", "what was seen", box=None, pad_edge=False)
    marks = {True: ("yes", "green"), False: ("no", "red"), None: ("within limits", "yellow")}
    for finding in findings:
        table.add_row(cell(finding.name), Text(*marks[finding.ok]), cell(one_line(finding.text)))
    out = console()
    out.print(table)
    for finding in findings:
        if finding.fix:
            out.print(f"{finding.name}: {one_line(finding.fix)}")


def show(checks: list[Check]) -> None:
    """A line per check and, at the end, what to do."""
    from rich.table import Table
    from rich.text import Text

    from jarvisevo.report.terminal import console

    table = Table(box=None, show_header=False, pad_edge=False)
    marks = {True: ("ok", "green"), False: ("broken", "red"), None: ("-", "dim")}
    for check in checks:
        table.add_row(Text(*marks[check.ok]), cell(check.name), cell(check.value))
    out = console()
    out.print(table)
    broken = [check for check in checks if check.ok is False]
    for check in [*broken, *(c for c in checks if c.ok is None and c.fix)]:
        out.print(f"{check.name}: {check.fix}")
    out.print(
        "Something is broken; the commands above mend it." if broken else "Everything needed to edit photos works."
    )
