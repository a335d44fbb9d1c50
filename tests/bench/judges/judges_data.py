"""Small files in the form of the published benchmarks of judges, with pictures whose better edit is known."""

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

RNG = np.random.default_rng(5)
PHOTO = cv2.resize(RNG.integers(50, 150, (5, 6, 3), dtype=np.uint8), (60, 48), interpolation=cv2.INTER_CUBIC)


def bright(gain: float) -> np.ndarray:
    return np.clip(PHOTO * gain, 0, 255).astype(np.uint8)


def png(pixels: np.ndarray) -> bytes:
    return cv2.imencode(".png", np.ascontiguousarray(pixels[..., ::-1]))[1].tobytes()


def parquet(path: Path, rows: list[dict[str, Any]]) -> Path:
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path


def image(pixels: np.ndarray) -> dict[str, Any]:
    """As Hugging Face stores a picture."""
    return {"bytes": png(pixels), "path": None}


GAINS = {"A": 1.3, "B": 1.0, "C": 0.8, "D": 0.6}
"""Edits of the wish "make it brighter", the best first."""


def editreward(folder: Path) -> Path:
    """A group of three, a group of two with a tie, and a pair of the group again with the opposite ranking."""
    rows = []
    for one, two in (("A", "B"), ("A", "C"), ("B", "C")):
        rows.append(
            {
                "id": "g1_" + one + two,
                "instruction": "make it brighter",
                "source_image": image(PHOTO),
                "candidate_1": image(bright(GAINS[one])),
                "candidate_2": image(bright(GAINS[two])),
                "ranking": f"{one}>{two}",
                "comparison_type": f"{one}vs{two}",
                "num_candidates": 3,
                "dataset": "3pair",
                "score_1": None,
                "score_2": None,
                "model_1": "a",
                "model_2": "b",
            }
        )
    rows.append(
        rows[0]
        | {
            "id": "g2_0",
            "ranking": "A=B",
            "num_candidates": 2,
            "dataset": "2pair",
            "instruction": "make it a bit brighter",
            "candidate_2": image(bright(1.3)),
        }
    )
    parquet(folder / "data" / "train-00000.parquet", rows)
    return folder


def editreward_score(folder: Path) -> Path:
    rows = [
        {
            "key": [f"k{i}a", f"k{i}b"],
            "instruction": "make it brighter",
            "input_image": image(PHOTO),
            "task_type": "style",
            "output_images": [image(bright(better)), image(bright(worse))],
            "dimension": dimension,
        }
        for i, (better, worse, dimension) in enumerate(
            ((1.3, 0.7, "overall"), (1.25, 0.8, "prompt_following"), (0.6, 1.3, "consistency"))
        )
    ]
    parquet(folder / "train.parquet", rows)
    return folder


def genai(folder: Path) -> Path:
    votes = (("leftvote", 1.3, 0.7), ("rightvote", 0.7, 1.3), ("bothbad_vote", 0.6, 0.6), ("tievote", 1.3, 1.3))
    rows = [
        {
            "source_prompt": "a",
            "target_prompt": "b",
            "instruct_prompt": "make it brighter",
            "vote_type": vote,
            "source_image": image(PHOTO),
            "left_output_image": image(bright(left)),
            "right_output_image": image(bright(right)),
        }
        for vote, left, right in votes
    ]
    parquet(folder / "test_v1.parquet", rows)
    return folder


def vl_rewardbench(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "p.png").write_bytes(png(PHOTO))
    ids = ("RLAIF-V-1", "wildvision-battle-2", "mathverse_3", "hallucination_pair-4", "5")
    sources = ("RLAIF-V", "wildvision-battle", "reasoning_tasks", "povid", "vlfeedback")
    rows = [
        {
            "id": ids[i],
            "query": f"<image>\nWhat is it, {i}?",
            "response": ["a good answer", "a bad one"] if i % 2 else ["a bad one", "a good answer"],
            "human_ranking": [0, 1] if i % 2 else [1, 0],
            "image": "p.png",
            "models": ["a", "b"],
            "judge": "human",
            "rationale": "",
            "query_source": source,
            "ground_truth": None,
        }
        for i, source in enumerate(sources)
    ]
    (folder / "test.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    return folder


def mm_rewardbench(folder: Path) -> Path:
    folder.mkdir(parents=True)
    (folder / "p.png").write_bytes(png(PHOTO))
    kinds = (
        ("MATH-1", "reasoning"),
        ("EMMA-2", "reasoning"),
        ("pairs-3", "safety"),
        ("hm-4", "safety"),
        ("v-5", "vqa"),
    )
    rows = [
        {
            "ID": name,
            "Text": f"What is it, {name}?",
            "Image": "p.png",
            "Output1": "a good answer" if i % 2 else "a bad one",
            "Output2": "a bad one" if i % 2 else "a good answer",
            "Better": "Output1" if i % 2 else "Output2",
            "Category": kind,
        }
        for i, (name, kind) in enumerate(kinds)
    ]
    (folder / "all_data.json").write_text(json.dumps(rows))
    return folder


def imgedit(folder: Path) -> tuple[Path, Path, Path]:
    originals, results = folder / "singleturn", folder / "results"
    for place in (originals / "animal", results):
        place.mkdir(parents=True)
    tasks = {}
    for i, kind in enumerate(("add", "add", "remove", "style")):
        (originals / "animal" / f"{i}.png").write_bytes(png(PHOTO))
        tasks[str(1000 + i)] = {"id": f"animal/{i}.png", "prompt": f"task {i}", "edit_type": kind}
        if i != 3:
            (results / f"{1000 + i}.png").write_bytes(png(bright(1.2)))
    (folder / "basic_edit.json").write_text(json.dumps(tasks))
    return folder / "basic_edit.json", originals, results


def editreward_data(folder: Path) -> Path:
    """As TIGER-Lab/EditReward-Data writes it: three votes over brighter and darker edits."""
    votes = (("leftvote", 1.3, 0.7), ("rightvote", 0.7, 1.25), ("tie", 1.2, 1.2))
    rows = [
        {
            "key": f"k{i}",
            "unique_key": f"k{i}_0",
            "pair_index": 0,
            "instruction": "make it brighter",
            "source_img": image(PHOTO),
            "left_output_image": image(bright(left)),
            "right_output_image": image(bright(right)),
            "left_model": "a",
            "right_model": "b",
            "left_overall_score": 6.0,
            "left_instruction_following_score": 3.0,
            "left_quality_aesthetic_score": 3.0,
            "right_overall_score": 4.0,
            "right_instruction_following_score": 2.0,
            "right_quality_aesthetic_score": 2.0,
            "vote_type": vote,
            "metadata_index": i,
            "left_img_rel": "l.png",
            "right_img_rel": "r.png",
        }
        for i, (vote, left, right) in enumerate(votes)
    ]
    parquet(folder / "data" / "train-00000.parquet", rows)
    return folder


def demonstrations(folder: Path, count: int) -> Path:
    """As AgPerry/EditReward-Data-100 writes it: so many different photos and two edits each."""
    rng = np.random.default_rng(7)
    rows = []
    for i in range(count):
        photo = cv2.resize(rng.integers(50, 150, (5, 6, 3), dtype=np.uint8), (60, 48), interpolation=cv2.INTER_CUBIC)
        edits = [np.clip(photo * gain, 0, 255).astype(np.uint8) for gain in (1.3, 0.7)]
        left = int(rng.integers(0, 2))
        rows.append(
            {
                "dev_id": f"{i:03d}",
                "instruction": "make it brighter",
                "category": "Tone",
                "source_image": image(photo),
                "left_image": image(edits[left]),
                "right_image": image(edits[1 - left]),
                "left_model": "a",
                "right_model": "b",
                "vote_type": "rightvote" if left else "leftvote",
            }
        )
    parquet(folder / "data" / "train-00000.parquet", rows)
    return folder


def rewardbench2(folder: Path) -> Path:
    """As allenai/reward-bench-2 writes it: two plain prompts, and one of Ties with its reference."""
    plain = [
        {"id": f"{i}", "prompt": "q", "chosen": ["right"], "rejected": ["wrong 1", "wrong 2", "wrong 3"], "subset": s}
        for i, s in enumerate(("Factuality", "Math"))
    ]
    ties = [
        {"id": "ref:7", "prompt": "q", "chosen": ["right a"], "rejected": ["wrong 1", "wrong 2"], "subset": "Ties"},
        {
            "id": "tied:7",
            "prompt": "q",
            "chosen": ["right a", "right b"],
            "rejected": ["wrong 1", "wrong 2"],
            "subset": "Ties",
        },
    ]
    rows = [
        row
        | {
            "num_correct": len(row["chosen"]),
            "num_incorrect": len(row["rejected"]),
            "total_completions": len(row["chosen"]) + len(row["rejected"]),
            "models": ["m"] * (len(row["chosen"]) + len(row["rejected"])),
        }
        for row in (*plain, *ties)
    ]
    parquet(folder / "data" / "test-00000.parquet", rows)
    return folder


def imagenhub(folder: Path) -> Path:
    """The raters' tables as published, spaces and all, and the images as ImagenMuseum lays them out."""
    gains = {"input": 1.0, "Good": 1.3, "Bad": 0.7}
    for name, gain in gains.items():
        (folder / "images" / name).mkdir(parents=True)
        for i in range(4):
            (folder / "images" / name / f"sample_{i}.jpg").write_bytes(png(bright(gain - 0.05 * i * (name != "input"))))
    lookup = {f"sample_{i}.jpg": {"instruction": "make it brighter"} for i in range(4)}
    (folder / "images" / "dataset_lookup.json").write_text(json.dumps(lookup))
    for rater in (1, 2, 3):
        lines = ["uid\tGood\tBad"]
        lines += [f"sample_{i}.jpg\t[{1 if i < 2 else 0.5}, 1]\t[0,{0.5 if i % 2 else 1}]" for i in range(4)]
        (folder / f"Text-Guided_IE_rater{rater}.tsv").write_text("\n".join(lines) + "\n")
    return folder
