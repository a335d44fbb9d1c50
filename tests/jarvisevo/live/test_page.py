"""The page in headless Chromium: open, drag, talk, undo, mask, sync, export; and what it looks like when it fails."""

import shutil
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="the page is tried with Playwright (extra dev)")
pytest.importorskip("starlette", reason="the page needs the extra jarvisevo[live]")

from PIL import Image  # noqa: E402

from editor_ops.formats import write  # noqa: E402
from editor_ops.settings import Settings  # noqa: E402
from jarvisevo.agent.policy import Policy  # noqa: E402
from jarvisevo.live.session import LiveSession  # noqa: E402
from tests.conftest import ROOT, Run  # noqa: E402
from tests.jarvisevo.live.serving import Served, serving  # noqa: E402

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
PIXELS = """() => { const c = document.getElementById('canvas'), w = c.width, h = c.height;
  const d = c.getContext('2d').getImageData(w * 0.3, h * 0.3, w * 0.4, h * 0.4).data; let s = 0;
  for (let i = 0; i < d.length; i += 4) s += d[i] + d[i + 1] + d[i + 2]; return s / d.length; }"""
"""Mean of the middle of what is seen."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("landscape", "portrait", "food", "night"):
        with Image.open(ROOT / "examples" / f"{name}.jpg") as image:
            image.thumbnail((360, 360))
            image.save(tmp_path / f"{name}.jpg", quality=92)
    return tmp_path


@pytest.fixture
def served(folder: Path) -> Iterator[Served]:
    with serving(folder) as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator["playwright.Browser"]:
    with playwright.sync_playwright() as program:
        made = program.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield made
        made.close()


@pytest.fixture
def page(browser: "playwright.Browser", served: Served) -> Iterator["playwright.Page"]:
    """The page with the landscape open; an error in a script fails the test."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, locale="en-US")
    made = context.new_page()
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    made.goto(served.address, timeout=120_000)
    made.wait_for_selector("body[data-ready]", timeout=60_000)
    open_photo(made, "landscape.jpg")
    yield made
    context.close()
    assert errors == []


def until(page: "playwright.Page", expression: str, seconds: float = 60) -> None:
    """Wait for something in the page; Playwright's own way would evaluate text, which the page's policy forbids."""
    for _ in range(int(10 * seconds)):
        if page.evaluate(expression):
            return
        page.wait_for_timeout(100)
    raise AssertionError(f"not within {seconds} s: {expression}")


def open_photo(page: "playwright.Page", name: str) -> None:
    page.click(f"#film figure[title='{name}']")
    until(page, f"document.getElementById('name').textContent === '{name}'")
    settled(page)


def settled(page: "playwright.Page") -> None:
    page.wait_for_timeout(150)
    page.wait_for_selector("canvas[data-full=true]", timeout=60_000)


def drag(page: "playwright.Page", name: str, share: float) -> None:
    """Drag a slider of a panel from its middle to a share of its width."""
    box = page.locator(f"#panels .row[data-name='{name}'] input[type=range]").bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    for step in range(1, 9):
        page.mouse.move(box["x"] + box["width"] * (0.5 + (share - 0.5) * step / 8), middle)
    page.mouse.up()


def state(served: Served, name: str = "landscape.jpg") -> dict:  # type: ignore[type-arg]
    key = next(p["id"] for p in served.ask("/api/photos")[1] if p["name"] == name)
    return served.ask(f"/api/photos/{key}")[1]


def test_a_dragged_slider_changes_the_picture_and_is_undone_by_key(page: "playwright.Page", served: Served) -> None:
    before = page.evaluate(PIXELS)
    drag(page, "Exposure2012", 0.62)
    until(page, "document.querySelectorAll('#history li').length === 2")
    settled(page)
    assert page.evaluate(PIXELS) > before + 10
    kept = state(served)["settings"]
    assert set(kept) == {"Exposure2012"} and 0.8 < kept["Exposure2012"] < 1.6
    page.keyboard.press("Control+z")
    page.wait_for_selector("#history li.undone", timeout=60_000)
    settled(page)
    assert abs(page.evaluate(PIXELS) - before) < 2 and state(served)["settings"] == {}
    page.keyboard.press("Control+Shift+z")
    page.wait_for_selector("#history li.undone", state="detached", timeout=60_000)
    assert state(served)["settings"] == kept


def test_quick_keys_in_a_number_field_are_kept_in_their_order(page: "playwright.Page", served: Served) -> None:
    held: list[str] = []

    def late(route: "playwright.Route") -> None:  # the first one takes the longest way
        held.append(route.request.url)
        if len(held) == 1:
            page.wait_for_timeout(700)
        route.continue_()

    page.route("**/develop", late)
    page.locator("#panels .row[data-name=Shadows2012] input[type=number]").focus()
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    until(page, "document.querySelectorAll('#history li').length === 4")
    assert [row["moved"] for row in state(served)["history"][1:]] == [["Shadows +1"], ["Shadows +2"], ["Shadows +3"]]
    assert page.input_value("#panels .row[data-name=Shadows2012] input[type=number]") == "3"


def test_what_the_command_line_edits_is_shown_and_kept(page: "playwright.Page", served: Served) -> None:
    shell = LiveSession(next(p for p in served.operations.workspace.photos.values() if p.name == "landscape.jpg"))
    shell.develop({"IncrementalTemperature": 30})
    until(page, "document.querySelectorAll('#history li').length === 2")
    assert page.input_value("#panels .row[data-name='IncrementalTemperature'] input[type=number]") == "30"
    drag(page, "Whites2012", 0.6)
    until(page, "document.querySelectorAll('#history li').length === 3")
    assert shell.settings["IncrementalTemperature"] == 30 and shell.settings["Whites2012"] > 0


def test_talking_moves_sliders_and_gives_a_score(page: "playwright.Page", served: Served) -> None:
    page.fill("#words", "much warmer")
    page.keyboard.press("Enter")
    page.wait_for_selector(".talk .score", timeout=120_000)
    until(page, "document.querySelectorAll('#history li').length === 2")
    warm = state(served)["settings"]["IncrementalTemperature"]
    assert warm > 0 and "Temperature" in page.inner_text(".talk .chips")
    shown = page.input_value("#panels .row[data-name='IncrementalTemperature'] input[type=number]")
    assert float(shown) == warm
    page.fill("#words", "a bit less warm")
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('#history li').length === 3")
    assert 0 < state(served)["settings"]["IncrementalTemperature"] < warm
    page.click("#undo")
    page.wait_for_selector("#history li.undone", timeout=60_000)
    assert state(served)["settings"]["IncrementalTemperature"] == warm


def opened(browser: "playwright.Browser", address: str, width: int = 1440, height: int = 900) -> "playwright.Page":
    page = browser.new_context(viewport={"width": width, "height": height}, locale="en-US").new_page()
    page.goto(address, timeout=120_000)
    page.wait_for_selector("body[data-ready]", timeout=60_000)
    return page


def test_a_reload_keeps_the_photo_and_its_talk(page: "playwright.Page", served: Served) -> None:
    page.fill("#words", "much warmer")
    page.keyboard.press("Enter")
    page.wait_for_selector(".talk .score", timeout=120_000)
    until(page, "!document.querySelector('.talk .wait')")
    told = page.inner_text(".talk")
    drag(page, "Contrast2012", 0.7)
    until(page, "document.querySelectorAll('#history li').length === 3")
    page.reload()
    page.wait_for_selector("body[data-ready]", timeout=60_000)
    assert page.inner_text("#name") == "landscape.jpg" and page.inner_text(".talk") == told
    open_photo(page, "food.jpg")
    assert page.inner_text(".talk") == ""  # each photo has its own
    open_photo(page, "landscape.jpg")
    assert page.inner_text(".talk") == told


def test_a_file_that_cannot_be_opened_is_said_once_and_passed(
    browser: "playwright.Browser", served: Served, folder: Path
) -> None:
    (folder / "a.jpg").write_bytes(b"no photo")
    served.operations.workspace.photos.clear()
    served.operations.workspace.add(folder)
    page = opened(browser, served.address)
    assert page.inner_text("#name") == "food.jpg"
    assert page.is_visible("#panels .row[data-name=Contrast2012]")
    settled(page)
    page.wait_for_timeout(1000)
    assert page.inner_text(".talk").count("a.jpg") == 1
    assert page.get_attribute("figure[title='a.jpg']", "class") == "broken"
    open_photo(page, "portrait.jpg")
    assert page.inner_text(".talk") == ""
    page.context.close()


def test_an_edit_that_is_under_way_is_said_and_can_be_stopped(
    page: "playwright.Page", browser: "playwright.Browser", served: Served
) -> None:
    go, editor = threading.Event(), served.operations.policy
    served.operations._policy = Slow(editor, go)
    page.fill("#words", "much warmer")
    page.keyboard.press("Enter")
    page.wait_for_selector(".talk .wait")
    page.fill("#words", "brighter")
    page.keyboard.press("Enter")
    assert "under way" in page.inner_text(".talk .busy") and page.input_value("#words") == "brighter"
    other = opened(browser, f"{served.address}#{state(served)['id']}")
    other.fill("#words", "colder")
    other.keyboard.press("Enter")
    other.click(".talk .bad button:has-text('Stop')", timeout=60_000)
    until(other, "document.querySelector('.talk .bad button').disabled")
    other.wait_for_timeout(300)
    go.set()
    page.wait_for_selector(".talk .bad:has-text('stopped')", timeout=60_000)
    assert state(served)["now"] == 0 and not state(served)["busy"]
    other.context.close()


class Slow:
    """Whoever edits, but only after a sign."""

    def __init__(self, policy: Policy, go: threading.Event) -> None:
        self._policy, self._go = policy, go

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._policy, name)
        if not callable(found):
            return found

        def wait(*given: Any, **named: Any) -> Any:
            assert self._go.wait(60)
            return found(*given, **named)

        return wait


def test_a_mask_is_found_drawn_edited_and_inverted(page: "playwright.Page", served: Served) -> None:
    page.click("#mask-tools button:has-text('Sky')")
    page.wait_for_selector(".mask", timeout=120_000)
    until(page, "document.querySelector('.mask .row[data-name=LocalExposure2012]')")
    before = page.evaluate(PIXELS)
    field = page.locator(".mask .row[data-name='LocalExposure2012'] input[type=number]")
    field.fill("-2")
    field.press("Enter")
    until(page, "document.querySelectorAll('#history li').length === 3")
    settled(page)
    assert page.evaluate(PIXELS) < before
    mask = state(served)["masks"][0]
    assert mask["sliders"] == {"LocalExposure2012": -0.5} and "sky" in mask["masks"]
    page.click(".mask button:has-text('Invert')")
    until(page, "document.querySelectorAll('#history li').length === 4")
    assert "all but sky" in state(served)["masks"][0]["masks"]
    page.keyboard.press("Escape")
    page.click("#mask-tools button:has-text('Linear')")
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    x = box["x"] + box["width"] / 2
    page.mouse.move(x, box["y"] + box["height"] * 0.7)
    page.mouse.down()
    page.mouse.move(x, box["y"] + box["height"] * 0.3, steps=4)
    page.mouse.up()
    until(page, "document.querySelectorAll('.mask').length === 2")
    assert state(served)["masks"][1]["masks"] == "linear gradient"
    drawn = state(served)["settings"]["MaskGroupBasedCorrections"][1]["CorrectionMasks"][0]
    assert drawn["FullY"] > drawn["ZeroY"] + 0.2  # full where the drag began, as in Lightroom


def place(page: "playwright.Page", x: float, y: float) -> tuple[float, float]:
    """A place of the canvas, by fractions, on the page."""
    box = page.locator("#canvas").bounding_box()
    assert box is not None
    return box["x"] + x * box["width"], box["y"] + y * box["height"]


def pull(page: "playwright.Page", start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*place(page, *start))
    page.mouse.down()
    page.mouse.move(*place(page, *end), steps=4)
    page.mouse.up()


def test_a_mask_that_stands_is_moved_and_has_a_curve(page: "playwright.Page", served: Served) -> None:
    page.click("#mask-tools button:has-text('Radial')")
    pull(page, (0.4, 0.4), (0.6, 0.6))
    until(page, "document.querySelector('.mask canvas.curve')")

    def ellipse() -> dict[str, float]:
        group = state(served)["settings"]["MaskGroupBasedCorrections"][0]
        return {n: group["CorrectionMasks"][0][n] for n in ("Left", "Right", "Top", "Bottom")}

    before = ellipse()
    settled(page)
    pull(page, (0.5, 0.5), (0.6, 0.5))  # by its middle
    until(page, "document.querySelectorAll('#history li').length === 3")
    moved = ellipse()
    assert 0.05 < moved["Left"] - before["Left"] < 0.2 and abs(moved["Top"] - before["Top"]) < 0.01
    assert moved["Right"] - moved["Left"] == pytest.approx(before["Right"] - before["Left"], abs=1e-3)
    curve = page.locator(".mask canvas.curve")
    curve.scroll_into_view_if_needed()
    curve.click(position={"x": 100, "y": 40})
    until(page, "document.querySelectorAll('#history li').length === 4")
    assert len(state(served)["settings"]["MaskGroupBasedCorrections"][0]["MainCurve"]) == 3


def test_a_crop_has_a_ratio_and_stays_inside_when_it_is_turned(page: "playwright.Page", served: Served) -> None:
    page.evaluate("document.querySelector('details[data-title=Crop]').open = true")
    page.select_option("details[data-title=Crop] select", "1 : 1")
    page.locator("#canvas").focus()
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('#history li').length === 2")
    key = state(served)["id"]
    shown = served.operations.workspace.session(key).render()
    assert abs(shown.pixels.shape[0] - shown.pixels.shape[1]) <= 1
    angle = page.locator("#panels .row[data-name=CropAngle] input[type=number]")
    angle.fill("10")
    angle.press("Enter")
    until(page, "document.querySelectorAll('#history li').length === 3")
    turned = served.operations.workspace.session(key).render()
    assert state(served)["settings"]["CropAngle"] == 10
    assert abs(turned.pixels.shape[0] - turned.pixels.shape[1]) <= 2 and turned.pixels.shape[0] < shown.pixels.shape[0]


def test_a_turned_photo_is_drawn_on_as_it_lies(page: "playwright.Page", served: Served) -> None:
    page.evaluate("document.querySelector('details[data-title=Crop]').open = true")
    page.click("details[data-title=Crop] button:has-text('Flip vertical')")
    until(page, "document.querySelectorAll('#history li').length === 2")
    page.click("details[data-title=Crop] button:has-text('Rotate right')")
    until(page, "document.querySelectorAll('#history li').length === 3")
    assert state(served)["settings"] == {"Orientation": "5"}  # x and y change places
    page.click("#mask-tools button:has-text('Linear')")
    pull(page, (0.5, 0.7), (0.5, 0.3))
    until(page, "document.querySelectorAll('#history li').length === 4")

    def gradient() -> dict[str, float]:
        found: dict[str, float] = state(served)["settings"]["MaskGroupBasedCorrections"][0]["CorrectionMasks"][0]
        return found

    drawn = gradient()
    assert abs(drawn["ZeroY"] - 0.5) < 0.01 > abs(drawn["FullY"] - 0.5) and drawn["FullX"] > drawn["ZeroX"] + 0.3
    pull(page, (0.5, 0.5), (0.52, 0.5))  # its middle, by the handle
    until(page, "document.querySelectorAll('#history li').length === 5")
    assert gradient()["ZeroY"] > 0.52 and abs(gradient()["ZeroX"] - drawn["ZeroX"]) < 0.01
    page.select_option("details[data-title=Crop] select", "3 : 2")
    pull(page, (0.5, 0.5), (0.5, 0.4))  # up, which is left in the photo
    page.locator("#canvas").focus()
    page.keyboard.press("Enter")
    until(page, "document.querySelectorAll('#history li').length === 6")
    settings = state(served)["settings"]
    assert settings["CropLeft"] == 0 and settings["CropRight"] < 0.95 and settings["Orientation"] == "5"


def test_the_eyedropper_and_the_keys_of_sliders(page: "playwright.Page", served: Served) -> None:
    page.locator("#canvas").focus()
    page.keyboard.press("w")
    page.mouse.click(*place(page, 0.5, 0.7))
    until(page, "document.querySelectorAll('#history li').length === 2")
    assert set(state(served)["settings"]) <= {"IncrementalTemperature", "IncrementalTint"}
    page.locator("#panels .row[data-name=Contrast2012] input[type=range]").focus()
    page.keyboard.press("=")
    until(page, "document.querySelectorAll('#history li').length === 3")
    page.keyboard.press(".")  # the next one
    page.keyboard.press("-")
    until(page, "document.querySelectorAll('#history li').length === 4")
    kept = state(served)["settings"]
    assert kept["Contrast2012"] > 0 > kept["Highlights2012"]
    page.keyboard.press(";")
    until(page, "document.querySelectorAll('#history li').length === 5")
    assert state(served)["settings"].get("Highlights2012", 0) == 0


def test_settings_are_synced_to_three_photos(page: "playwright.Page", served: Served) -> None:
    drag(page, "Contrast2012", 0.7)
    until(page, "document.querySelectorAll('#history li').length === 2")
    for name in ("food.jpg", "night.jpg", "portrait.jpg"):
        page.click(f"#film figure[title='{name}']", modifiers=["Control"])
    page.click("#sync")
    page.click("dialog button.main")
    until(page, "!document.getElementById('dialog').open")
    page.wait_for_timeout(1500)
    wanted = state(served)["settings"]
    assert wanted["Contrast2012"] > 0
    assert all(state(served, f"{name}.jpg")["settings"] == wanted for name in ("food", "night", "portrait"))


def test_the_exported_file_is_the_command_lines(
    page: "playwright.Page", served: Served, folder: Path, cli: Callable[..., Run]
) -> None:
    drag(page, "Exposure2012", 0.56)
    until(page, "document.querySelectorAll('#history li').length === 2")
    page.keyboard.press("Control+Shift+e")
    page.fill("dialog input[name=max_size]", "200")
    page.click("dialog button.main")
    until(page, "document.getElementById('job-text')?.textContent.includes('done')")
    done = cli(
        "render", folder / "landscape.jpg", folder / "landscape.edited.xmp", "-o", folder / "cli.jpg", "--size", 200
    )
    assert done.code == 0, done.err
    assert (folder / "edited" / "landscape.jpg").read_bytes() == (folder / "cli.jpg").read_bytes()


def test_a_late_answer_about_a_job_does_not_hide_its_end(page: "playwright.Page", served: Served) -> None:
    jobs, answered = served.operations.jobs, []

    def late(route: "playwright.Route") -> None:
        job = route.fetch().json()
        jobs._turn.release()
        until(page, "document.getElementById('job-text').textContent.includes('done')")
        route.fulfill(json=job)
        answered.append(job["state"])

    page.route("**/api/jobs/*", late)
    jobs._turn.acquire()  # the job waits until its first answer is on the way
    page.keyboard.press("Control+Shift+e")
    page.fill("dialog input[name=max_size]", "64")
    page.fill("dialog input[name=folder]", "late")
    page.click("dialog button.main")
    for _ in range(600):
        if answered:
            break
        page.wait_for_timeout(100)
    page.wait_for_timeout(500)
    assert answered == ["running"] and "done" in page.inner_text("#job-text")


def test_before_zoom_crop_language_and_stars_by_key(page: "playwright.Page", served: Served) -> None:
    drag(page, "Exposure2012", 0.7)
    until(page, "document.querySelectorAll('#history li').length === 2")
    settled(page)
    page.locator("#canvas").focus()
    after = page.evaluate(PIXELS)
    page.keyboard.down("\\")
    page.wait_for_timeout(1500)
    assert page.evaluate(PIXELS) < after - 10
    page.keyboard.up("\\")
    page.keyboard.press("z")
    assert page.get_attribute("#zoom", "aria-pressed") == "true"
    page.keyboard.press("z")
    page.keyboard.press("3")
    until(page, "document.querySelectorAll('figure.now .stars .on').length === 3")
    assert state(served)["rating"] == 3
    page.keyboard.press("r")
    box = page.locator("#canvas").bounding_box()
    assert box is not None and page.is_visible("#hint")
    page.keyboard.press("Escape")
    assert page.is_hidden("#hint")
    page.click("#lang")
    assert page.inner_text("#export") == "导出" and page.inner_text("#panels summary") == "基本"


def test_the_amount_of_a_preset_that_was_applied_can_still_be_moved(
    browser: "playwright.Browser", served: Served, folder: Path
) -> None:
    (folder / "presets").mkdir()
    write(Settings.parse({"Contrast2012": 40}), folder / "presets" / "Deep.xmp", name="Deep")
    served.operations.workspace.add(folder)
    page = opened(browser, served.address)
    open_photo(page, "landscape.jpg")
    page.click("#presets button")
    until(page, "document.querySelectorAll('#history li').length === 2")
    amount = "(v) => { const a = document.getElementById('preset-amount'); a.value = v;"
    amount += " for (const kind of ['input', 'change']) a.dispatchEvent(new Event(kind)); }"
    page.evaluate(amount, 50)
    until(page, "document.querySelector('#history li').textContent.includes('50%')")
    assert state(served)["settings"] == {"Contrast2012": 20} and state(served)["now"] == 1
    assert page.inner_text("#preset-percent") == "50 %"
    drag(page, "Exposure2012", 0.6)
    until(page, "document.querySelectorAll('#history li').length === 3")
    page.evaluate(amount, 150)  # for the next preset: something else was done since
    page.wait_for_timeout(500)
    assert state(served)["settings"]["Contrast2012"] == 20 and state(served)["now"] == 2
    page.context.close()


def test_numbers_and_switches_in_panels_and_history(page: "playwright.Page", served: Served) -> None:
    served.ask(f"/api/photos/{state(served)['id']}/develop", {"changes": {"Contrast2012": 12.7}})
    until(page, "document.querySelectorAll('#history li').length === 2")
    number = page.locator("#panels .row[data-name=Contrast2012] input[type=number]")
    assert number.input_value() == "12.7"
    number.fill("")
    number.press("Enter")
    assert number.input_value() == "12.7"
    page.locator("#panels .row[data-name=Shadows2012] span").dblclick()  # where it is already
    page.locator("#canvas").focus()
    page.keyboard.press("v")
    until(page, "document.querySelectorAll('#history li').length === 3")
    page.keyboard.press("v")
    until(page, "document.querySelectorAll('#history li').length === 4")
    assert [row["title"] for row in state(served)["history"][2:]] == ["Black and white on", "Black and white off"]
    page.click("#export")
    assert page.inner_text("dialog h3") == "Export: 1 photo"


def test_on_a_tablet_presets_and_history_are_tabs(browser: "playwright.Browser", served: Served) -> None:
    page = opened(browser, served.address, 820, 1100)
    assert page.is_visible("#panels") and page.is_hidden("#history")
    for name in ("history", "presets"):
        page.click(f"#tabs button:has-text('{name.capitalize()}')")
        assert page.is_visible(f"#{name}") and page.is_visible("#words") and page.is_hidden("#panels")
    page.locator("#canvas").focus()
    page.keyboard.press("r")  # shows its panel
    assert page.is_visible("details[data-title=Crop] select")
    page.context.close()


def test_a_phone_has_every_pane(browser: "playwright.Browser", served: Served) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, locale="en-US")
    page = context.new_page()
    page.goto(served.address, timeout=120_000)
    page.wait_for_selector("body[data-ready]", timeout=60_000)
    for name in ("edit", "masks", "presets", "history", "chat"):
        page.click(f"#tabs button:nth-child({('chat', 'edit', 'masks', 'presets', 'history').index(name) + 1})")
        assert page.is_visible(f".pane[data-pane={name}]") and page.is_visible("#canvas")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        box = page.locator("#canvas").bounding_box()
        assert box is not None and box["width"] == 390
    box = page.locator("#export").bounding_box()
    assert box is not None and box["x"] + box["width"] <= 390
    context.close()
