"""ArtEdit-Bench end to end on photos of some thousand pixels: both layouts, failures counted, resumed, compared."""

import json
import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cv2
import numpy as np
import pytest
from scipy import stats
from skimage.metrics import structural_similarity

from bench.artedit import compare, figures, items, metrics, report, systems
from bench.artedit import run as artedit_bench
from bench.artedit.config import ArtEditConfig, SystemSpec
from bench.runner import WorkItem
from editor_ops.io.decode import load
from editor_ops.pipeline import render
from editor_ops.settings import Settings
from jarvisevo.files import config as configs
from jarvisevo.record import artedit, layouts
from jarvisevo.record.artedit import Record
from jarvisevo.record.trajectory import Evaluation, Trajectory
from tests.jarvisevo.openai_server import Reply, Request, good, serve

WISHES = (
    ("a", "make it brighter", "en", {"Exposure2012": 0.7}),
    ("b", "色调调暖", "zh", {"IncrementalTemperature": 30}),
    ("c", "more contrast", "en", {"Contrast2012": 40}),
)


def photo(seed: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    small = rng.integers(30, 200, (6, 8, 3), dtype=np.uint8)
    return cv2.resize(small, (96, 72), interpolation=cv2.INTER_CUBIC)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Three edits and six judged results in our own layout."""
    folder = tmp_path / "data"
    (folder / "images").mkdir(parents=True)
    records = []
    for i, (name, instruction, language, settings) in enumerate(WISHES):
        source, target = f"images/{name}.png", f"images/{name}-target.png"
        cv2.imwrite(str(folder / source), photo(i))
        made = render(load(folder / source), Settings.parse(settings)).eight_bit()
        cv2.imwrite(str(folder / target), np.ascontiguousarray(made[..., ::-1]))
        base: dict[str, Any] = {
            "instruction": instruction,
            "language": language,
            "trajectory": Trajectory(source, instruction),
            "scene": "landscape",
        }
        records.append(Record(name, "edit", source, target, **base))
        for kind, place, score in (("good", target, 5.0), ("none", source, 2.0)):
            records.append(Record(f"{name}-{kind}", "eval", source, place, **base, evaluation=Evaluation(score)))
    artedit.write(records, folder)
    return folder


def config(data: Path, out: Path, **more: Any) -> ArtEditConfig:
    plain = {
        "data": [str(data)],
        "out": str(out),
        "baselines": False,
        "systems": ["identity"],
        "bootstrap": 200,
        "lpips": False,
    }
    return configs.parse(plain | more, ArtEditConfig)


def test_figures_against_libraries_and_the_papers_scaling(data: Path, tmp_path: Path) -> None:
    results = artedit_bench.bench(config(data, tmp_path / "out", systems=["identity", "auto"]))
    own = {row["item"]: row for row in results["rows"] if row["system"] == "auto"}
    one, two, three, four = [], [], [], []
    for name, _, _, _ in WISHES:
        result = cv2.imread(str(tmp_path / "out" / own[name]["image"])).astype(float) / 255
        target = cv2.imread(str(data / f"images/{name}-target.png")).astype(float) / 255
        one.append(100 * np.abs(result - target).mean())
        two.append(1000 * ((result - target) ** 2).mean())
        three.append(
            structural_similarity(
                result,
                target,
                channel_axis=2,
                data_range=1,
                gaussian_weights=True,
                sigma=1.5,
                use_sample_covariance=False,
            )
        )
        four.append(10 * np.log10(1 / ((result - target) ** 2).mean()))
    found = results["figures"]["all"]["auto"]
    for name, values in (("l1", one), ("l2", two), ("psnr", four)):
        assert found[name]["mean"] == pytest.approx(np.mean(values), abs=1e-5)
        assert found[name]["error"] == pytest.approx(stats.sem(values), abs=1e-5) and found[name]["n"] == 3
    assert found["ssim"]["mean"] == pytest.approx(np.mean(three), abs=1e-4)
    assert set(results["figures"]) == {"all", "language: en", "language: zh", "prompt: basic", "scene: landscape"}


def test_o_is_the_mean_of_roots_and_judges_see_the_written_pictures(data: Path, tmp_path: Path) -> None:
    answers = {"make it brighter": (9, 4), "色调调暖": (1, 9), "more contrast": (4, 4)}

    def answer(request: Request) -> Reply:
        text = request.body["messages"][-1]["content"][-1]["text"]
        sc, pq = next(scores for instruction, scores in answers.items() if instruction in text)
        return good(json.dumps({"SC": sc, "PQ": pq}))

    with serve(answer) as server:
        judge = {"name": "j", "model": f"{server.url}#m"}
        results = artedit_bench.bench(config(data, tmp_path / "out", judges=[judge]))
    found = results["figures"]["all"]["identity"]
    assert found["o:j"]["mean"] == pytest.approx((6 + 3 + 4) / 3) != pytest.approx((14 / 3 * 17 / 3) ** 0.5)
    assert found["sc:j"]["mean"] == pytest.approx(14 / 3) and found["sc:j"]["n"] == 3


def test_a_judge_of_garbage_is_counted_explained_and_resumable(data: Path, tmp_path: Path) -> None:
    healthy = False

    def answer(request: Request) -> Reply:
        instruction = request.body["messages"][1]["content"][-1]["text"]
        if healthy or "more contrast" in instruction:
            return good('{"SC": 8, "PQ": 8}')
        return good("I like it") if "brighter" in instruction else Reply(delay=3)

    with serve(answer) as server:
        judge = {"name": "j", "model": f"{server.url}#m", "attempts": 1, "timeout": 0.5, "retries": 0}
        made = config(data, tmp_path / "out", judges=[judge])
        results = artedit_bench.bench(made)
        found, health = results["figures"]["all"]["identity"], results["health"]["identity"]["judges"]["j"]
        assert found["o:j"] == {"mean": pytest.approx(8 / 3, abs=1e-5), "error": pytest.approx(8 / 3, abs=1e-5), "n": 3}
        assert health["failed"] == 2 and health["answered"]["o"]["mean"] == 8 and health["answered"]["o"]["n"] == 1
        assert any("no JSON object" in cause for cause in health["causes"]) and any(
            "timeout" in c for c in health["causes"]
        )
        asked = len(server.requests)
        assert artedit_bench.bench(made)["figures"] == results["figures"] and len(server.requests) == asked
        healthy = True
        again = artedit_bench.bench(made.model_copy(update={"retry_failed": True}))
        assert again["figures"]["all"]["identity"]["o:j"]["mean"] == 8 and len(server.requests) == asked + 2


def test_a_failed_edit_counts_as_the_unedited_photo_and_as_the_lowest_score(data: Path, tmp_path: Path) -> None:
    folder = tmp_path / "images"
    folder.mkdir()
    for name in "ab":  # c is missing; b has another size
        target = cv2.imread(str(data / f"images/{name}-target.png"))
        cv2.imwrite(str(folder / f"{name}.png"), cv2.resize(target, (48, 36)) if name == "b" else target)
    made = config(
        data, tmp_path / "out", systems=["identity", {"name": "other", "images": str(folder)}], judges=["analytic"]
    )
    results = artedit_bench.bench(made)
    rows = {(row["system"], row["item"]): row for row in results["rows"]}
    failed, unedited = rows["other", "c"], rows["identity", "c"]
    assert failed["status"] == "failed" and "no image of this name" in failed["error"]
    pixel = [name for name in failed["metrics"] if ":" not in name]
    assert {n: failed["metrics"][n] for n in pixel} == {n: unedited["metrics"][n] for n in pixel}
    assert [failed["metrics"][f"{n}:analytic"] for n in ("sc", "pq", "o")] == [0, 0, 0] and not failed["judged"]
    assert rows["other", "a"]["metrics"]["psnr"] == figures.PSNR_MOST and rows["other", "a"]["metrics"]["l1"] == 0
    assert rows["other", "b"]["resized"] == "resized from 48 × 36 to 96 × 72"
    health = results["health"]["other"]
    assert (health["failed_edits"], health["resized"]) == (1, 1)
    assert all(figure["n"] == 3 for figure in results["figures"]["all"]["other"].values())


def test_two_runs_and_a_stopped_one_give_the_same(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    systems_ = ["identity", "random", "expert"]
    more: dict[str, Any] = {"systems": systems_, "judges": ["analytic"], "evaluators": ["analytic", "least-change"]}
    first = artedit_bench.bench(config(data, tmp_path / "one", **more, workers=1))
    second = artedit_bench.bench(config(data, tmp_path / "two", **more, workers=3))
    calls = 0
    real = systems.Fixed.edit

    def stops(self: systems.Fixed, chunk: Any) -> Any:
        nonlocal calls
        calls += 1
        if calls == 5:
            raise KeyboardInterrupt
        return real(self, chunk)

    monkeypatch.setattr(systems.Fixed, "edit", stops)
    stopped = config(data, tmp_path / "three", **more, workers=1)
    with pytest.raises(KeyboardInterrupt):
        artedit_bench.bench(stopped)
    third = artedit_bench.bench(stopped)
    for other in (second, third):
        assert other["figures"] == first["figures"] and other["evaluation"] == first["evaluation"]


def test_the_evaluation_has_intervals_and_failures_are_wrong(data: Path, tmp_path: Path) -> None:
    def answer(request: Request) -> Reply:
        text = json.dumps(request.body, ensure_ascii=False)
        return (
            good("no idea") if "more contrast" in text else good('<answer>{"Overall assessment score": "4"}</answer>')
        )

    with serve(answer) as server:
        spec = {"name": "m", "model": f"{server.url}#m", "retries": 0, "attempts": 1}
        results = artedit_bench.bench(config(data, tmp_path / "out", evaluators=["least-change", spec]))
    rows = [row for row in results["evaluation_rows"] if row["evaluator"] == "m"]
    assert [row["score"] for row in rows if row["status"] != "ok"] == [1.0, 5.0]  # the far ends from 5 and 2
    found = results["evaluation"]["m"]["all"]
    assert (found["n"], found["failed"]) == (6, 2) and found["srcc"]["answered"] is None
    gold, given = [row["gold"] for row in rows], [row["score"] for row in rows]
    assert found["srcc"]["value"] == pytest.approx(stats.spearmanr(given, gold).statistic, abs=1e-6)
    assert found["plcc"]["value"] == pytest.approx(stats.pearsonr(given, gold).statistic, abs=1e-6)
    table = report.evaluation(results)
    assert table and any("answered not defined (n = 4)" in cell for row in table[2] if row[0] == "m" for cell in row)
    other = results["evaluation"]["least-change"]["all"]["srcc"]
    assert other["low"] <= other["value"] <= other["high"] < 0  # the unedited photo has the lower gold score


def test_the_released_layout_in_both_languages(data: Path, tmp_path: Path) -> None:
    released = tmp_path / "released"
    records = [r for r in artedit.read(data)]
    layouts.write_bench(records, data, released)
    (released / "a" / layouts.WISHES["zh"]).write_text("提亮\n", "utf-8")
    (released / "broken").mkdir()
    (released / "broken" / layouts.BEFORE).write_bytes(b"x")
    found = items.read([released])
    assert [item.id for item in found.edit] == ["a-en", "c-en", "a-zh", "b-zh"]
    assert len(found.unusable) == 1 and "broken" in found.unusable[0]
    assert [item.id for item in items.read([released], ["zh"], 1).edit] == ["a-zh"]
    results = artedit_bench.bench(config(released, tmp_path / "out"))
    assert results["samples"]["edit"] == 4 and len(results["samples"]["unusable"]) == 1


def test_a_model_behind_a_server_edits_judges_itself_and_fails_by_sample(data: Path, tmp_path: Path) -> None:
    def answer(request: Request) -> Reply:
        text = json.dumps(request.body["messages"], ensure_ascii=False)
        if "evaluate the results" in text:
            return good('<think>done</think><answer>{"Overall assessment score": "4"}</answer>')
        if "make it brighter" not in text:
            return good("I would rather not.")
        return good('<state>finished</state><think>brighter</think><tool_call>{"Exposure2012": 0.7}</tool_call>')

    with serve(answer) as server:
        made = config(data, tmp_path / "out", systems=[{"name": "m", "model": f"{server.url}#m", "batch": 2}])
        results = artedit_bench.bench(made)
    rows = {row["item"]: row for row in results["rows"]}
    assert rows["a"]["metrics"]["l1"] == 0 and rows["a"]["status"] == "ok"
    assert rows["b"]["status"] == rows["c"]["status"] == "failed" and "tool_call" in rows["b"]["error"]
    assert results["health"]["m"]["failed_edits"] == 2 and results["figures"]["all"]["m"]["l1"]["n"] == 3


def test_servers_share_a_system_and_one_that_dies_is_named(data: Path, tmp_path: Path) -> None:
    def answer(request: Request) -> Reply:
        if "evaluate the results" in json.dumps(request.body["messages"]):
            return good('<think>done</think><answer>{"Overall assessment score": "4"}</answer>')
        return good('<state>finished</state><think>so</think><tool_call>{"Exposure2012": 0.7}</tool_call>')

    with serve(answer) as server, serve([Reply(b"", 500)]) as dead:
        model = [f"{dead.url}#m", f"{server.url}#m"]
        results = artedit_bench.bench(config(data, tmp_path / "out", systems=[{"name": "m", "model": model}]))
    assert {row["status"] for row in results["rows"]} == {"ok"} and dead.requests
    (said,) = [line for line in report.warnings(results) if str(dead.url) in line]
    assert f"{dead.url}#m: HTTP 500 (" in said and "took over" in said


def test_the_work_can_be_done_elsewhere(data: Path, tmp_path: Path) -> None:
    """What goes to another machine is plain: pickled and read again it does the same."""
    made = config(data, tmp_path / "out")
    item = items.read(made.data, made.languages, None).edit[0]
    for work in (artedit_bench.UneditedWork(made), artedit_bench.EditingWork(made, SystemSpec(model="expert"))):
        chunk = [WorkItem("key", "inputs", item)]
        (here,), (there,) = work(chunk), pickle.loads(pickle.dumps(work))(pickle.loads(pickle.dumps(chunk)))
        assert here | {"seconds": 0} == there | {"seconds": 0} and here["status"] == "ok"


def untimed(health: dict[str, Any]) -> dict[str, Any]:
    """What a reader should know of each system, without the seconds that it took."""
    return {name: {key: value for key, value in row.items() if key != "seconds"} for name, row in health.items()}


def test_ray_gives_what_threads_give(data: Path, tmp_path: Path, cluster: None) -> None:
    more: dict[str, Any] = {"systems": ["identity", "expert", {"name": "none", "model": "http://127.0.0.1:9/v1#m"}]}
    one = artedit_bench.bench(config(data, tmp_path / "one", **more))
    two = artedit_bench.bench(config(data, tmp_path / "two", **more, runner="ray"))
    assert one["figures"] == two["figures"] and untimed(one["health"]) == untimed(two["health"])
    images = [{p.name: p.read_bytes() for p in (tmp_path / n).glob("images/*/*.png")} for n in ("one", "two")]
    assert images[0] == images[1] and images[0]
    again = artedit_bench.bench(config(data, tmp_path / "two", **more))
    assert again["rows"] == two["rows"]


def test_damaged_samples_are_reported_and_left_out_for_everybody(data: Path, tmp_path: Path) -> None:
    (data / "images" / "b-target.png").write_bytes(b"no picture")
    results = artedit_bench.bench(config(data, tmp_path / "out"))
    assert results["samples"]["edit"] == 2 and results["samples"]["unusable"][0].startswith("b: ")


def test_the_command_writes_report_and_results_and_compare_reads_them(
    data: Path, tmp_path: Path, cli: Callable[..., Any]
) -> None:
    file = tmp_path / "run.yaml"
    file.write_text(
        f"benchmark: artedit\ntitle: Run <b>\ndata: [{data}]\nout: {tmp_path / 'out'}\nbootstrap: 100\njudges:"
        " [analytic]\n"
    )
    done = cli("bench", "artedit", file, "evaluators=[analytic]")
    assert f"benchmark {file}: edits by " in done.err and "its folder is" in done.err
    assert done.code == 0 and "expert" in done.out and "LPIPS" in done.err, done.err
    page = (tmp_path / "out" / "report.html").read_text("utf-8")
    assert "<b>" not in page and "data:image/jpeg" in page and "Best and worst" in page and page.count("<svg") >= 8
    text = (tmp_path / "out" / "report.md").read_text("utf-8")
    assert all(f"| {name} |" in text for name in ("identity", "auto", "random", "expert")) and "## language: zh" in text
    assert (
        "## Best and worst of expert" in text and "](images/expert/a.png)" in text and "worst of identity" not in text
    )
    assert cli("bench", file, "evaluators=[analytic]").code == 0
    done = cli("bench", "compare", f"{tmp_path / 'out'}#expert", f"{tmp_path / 'out'}#identity", "--json")
    assert done.code == 0
    found = json.loads(done.out)["metrics"]["l1"]
    rows = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))["rows"]
    values = {name: [row["metrics"]["l1"] for row in rows if row["system"] == name] for name in ("expert", "identity")}
    assert found["difference"] == pytest.approx(np.mean(values["expert"]) - np.mean(values["identity"]))
    assert found["wins"] + found["losses"] <= 3 and found["p_holm"] >= found["p"]
    assert "p (Holm)" in cli("bench", "compare", f"{tmp_path / 'out'}#auto", f"{tmp_path / 'out'}#random").out


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("benchmark: artedit\ndata: [gone]\nout: out\n", "gone: no such folder"),
        ("benchmark: artedit\ndata: [.]\nout: out\nsystem: [expert]\n", "system: no such key; did you mean systems?"),
        ("benchmark: artedit\ndata: [.]\nout: out\nsystems: [nope]\n", "nope: no such"),
        ("benchmark: artedit\ndata: []\nout: out\n", "data"),
        ("benchmark: artedit\ndata: [.]\nout: out\nsystems: [{name: x}]\n", "either a model or a folder"),
        ("benchmark: artedit\ndata: [.]\nout: out\nsystems: [expert, expert]\n", "two systems are called expert"),
    ],
)
def test_wrong_configs_are_one_line(text: str, cause: str, data: Path, tmp_path: Path, cli: Callable[..., Any]) -> None:
    file = tmp_path / "run.yaml"
    file.write_text(text.replace("[.]", f"[{data}]").replace("out: out", f"out: {tmp_path / 'out'}"))
    done = cli("bench", "artedit", file)
    assert (
        done.code == 2
        and cause in done.err
        and done.err.count("\n") == 1
        and not (tmp_path / "out" / "results.json").exists()
    )


def test_runs_over_other_data_are_not_compared(data: Path, tmp_path: Path, cli: Callable[..., Any]) -> None:
    sides = []
    for name in ("one", "two"):
        results = artedit_bench.bench(config(data, tmp_path / name, systems=["identity"]))
        (tmp_path / name / "results.json").write_text(json.dumps(results))
        sides.append(f"{tmp_path / name}#identity")
        cv2.imwrite(str(data / "images" / "a.png"), photo(9))
    done = cli("bench", "compare", *sides)
    assert done.code == 2 and "a: photo, target or wish are others" in done.err


def test_names_of_systems() -> None:
    given = {
        "expert": "expert",
        "out/nano/sft": "sft",
        "http://h:1/v1#Qwen/Qwen3-VL": "Qwen-Qwen3-VL",
        "http://h:1/v1#..": "model",
    }
    assert {model: SystemSpec(model=model).title for model in given} == given
    with pytest.raises(ValueError, match="pattern"):
        SystemSpec(name="..", model="expert")


@pytest.mark.parametrize(
    ("sides", "cause"),
    [
        (("nowhere", "nowhere"), "name the folder of a run"),
        (("{0}#x", "{0}#y"), "no such system"),
        (("{0}", "{0}"), "which system"),
    ],
)
def test_wrong_comparisons_are_one_line(
    sides: tuple[str, str], cause: str, tmp_path: Path, cli: Callable[..., Any]
) -> None:
    (tmp_path / "results.json").write_text(json.dumps({"rows": [{"system": "auto", "item": "a"}]}))
    done = cli("bench", "compare", *(text.format(tmp_path) for text in sides))
    assert done.code == 2 and cause in done.err


def test_holm_by_hand() -> None:
    assert compare.holm({"a": 0.01, "b": 0.04, "c": 0.03}) == pytest.approx({"a": 0.03, "c": 0.06, "b": 0.06})


def test_random_settings_are_seeded_and_valid(data: Path) -> None:
    item = items.read([data]).edit[0]
    editor = systems.open_system(SystemSpec(model="random", seed=4))
    one, two = editor.edit([item])[0], systems.open_system(SystemSpec(model="random", seed=4)).edit([item])[0]
    other = systems.open_system(SystemSpec(model="random", seed=5)).edit([item])[0]
    assert one.settings == two.settings != other.settings and np.array_equal(one.pixels, two.pixels)
    assert 3 <= len(one.settings) <= 6 and Settings.parse(dict(one.settings))


def test_equal_pictures_have_a_bounded_psnr() -> None:
    found, note = figures.pixel_metrics(photo(1), photo(1))
    assert found["psnr"] == 100 and found["l1"] == 0 and note == "" and metrics.psnr(photo(1), photo(1)) == np.inf


def test_lpips_is_measured_where_it_is_installed(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch")

    class Net:
        """Stands for the network: the mean difference on its scale of -1 to 1."""

        def __init__(self, net: str, verbose: bool) -> None:
            assert net == "alex" and not verbose

        def eval(self) -> "Net":
            return self

        def __call__(self, one: Any, two: Any) -> Any:
            assert one.shape == (1, 3, 72, 96) and float(one.min()) >= -1 and float(two.max()) <= 1
            return torch.abs(one - two).mean()

    figures.lpips.cache_clear()
    monkeypatch.setitem(sys.modules, "lpips", SimpleNamespace(LPIPS=Net))
    try:
        results = artedit_bench.bench(config(data, tmp_path / "out", lpips=True))
    finally:
        figures.lpips.cache_clear()
    found = results["figures"]["all"]["identity"]
    assert found["lpips"]["mean"] == pytest.approx(2 * found["l1"]["mean"] / 100, abs=1e-4) and not results["missing"]


def test_a_models_identity_is_its_files_also_that_of_the_shipped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("jarvisevo.policies.open.NANO", tmp_path)
    seen = set()
    for text in ("one", "two"):
        (tmp_path / "model.safetensors").write_text(text)
        systems.model_identity.cache_clear()
        assert systems.model_identity("nano") == systems.model_identity(str(tmp_path))
        seen.add(systems.model_identity("nano"))
    systems.model_identity.cache_clear()
    assert len(seen) == 2 and systems.model_identity("http://a:1/v1#m") != systems.model_identity("http://a:1/v1#n")
