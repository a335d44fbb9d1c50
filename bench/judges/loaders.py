"""The published benchmarks of judges, from their own files to `PreferencePair`s. Field names as their repositories
document them.

editreward         TIGER-Lab/EditReward-Bench: groups of 2, 3 or 4 edits ranked by people, one row for each pair
editreward-score   EditScore/EditReward-Bench, another data set of that name: pairs by task and dimension, first
                   preferred
genai              TIGER-Lab/GenAI-Bench, image_edition: votes left, right, tie, both bad
vl-rewardbench     MMInstruction/VL-RewardBench: two answers about a picture
mm-rewardbench     Multimodal RewardBench (facebookresearch): two answers about a picture
editreward-data    TIGER-Lab/EditReward-Data, or 100 demonstrations of it: votes and scores of two edits
rewardbench2       allenai/reward-bench-2: one right answer among four in words, several in the subset Ties
"""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from bench.artedit.items import DataError
from bench.judges import rows
from bench.judges.pairs import Label, PreferencePair
from bench.judges.rows import JudgeRow

PAIRS_OF = {2: 1, 3: 3, 4: 6}
"""Rows of a group by how many edits it ranks."""
_SUBSET = re.compile(r"([234])\s*-?\s*pair", re.IGNORECASE)


def editreward(folder: Path) -> list[PreferencePair]:
    """id, instruction, source_image, candidate_1/2, ranking, comparison_type, num_candidates, dataset."""
    return [_editreward(row) for row in rows.read(folder)]


def _editreward(row: JudgeRow) -> PreferencePair:
    identity, kind = row.text("id"), row.text("comparison_type")
    count = _candidates(row)
    return PreferencePair(
        f"{identity}/{kind}",
        f"{count}/{identity.partition('_')[0]}",
        row.text("instruction"),
        row.picture("source_image"),
        row.picture("candidate_1"),
        row.picture("candidate_2"),
        ranking(row.text("ranking"), kind, row.where),
        {"K": str(count)},
    )


def _candidates(row: JudgeRow) -> int:
    found = _SUBSET.search(str(row.values.get("dataset", "")))
    try:
        count = int(found[1]) if found else int(row.text("num_candidates"))
    except ValueError:
        raise DataError(f"{row.where}: num_candidates is {row.values['num_candidates']!r}, not 2, 3 or 4") from None
    if count not in PAIRS_OF:
        raise DataError(f"{row.where}: a group of {count} candidates; 2, 3 or 4 are known")
    return count


def ranking(text: str, kind: str, where: str = "") -> Label:
    """ "A>B", "A<B", "A=B" (also "A=B=Good", "A=B=Bad") for the comparison "AvsB": candidate_1 is its first letter."""
    plain = "".join(text.split()).upper()
    one, two = kind[:1].upper(), kind[-1:].upper()
    if plain.startswith((f"{one}={two}", f"{two}={one}")):
        return "tie"
    if plain in (f"{one}>{two}", f"{two}<{one}"):
        return "first"
    if plain in (f"{two}>{one}", f"{one}<{two}"):
        return "second"
    raise DataError(f"{where}: a ranking of {text!r} for the comparison {kind!r}")


def group_faults(pairs: Sequence[PreferencePair]) -> list[str]:
    """Groups of EditReward-Bench that do not have exactly 1, 3 or 6 rows."""
    sizes = Counter(pair.group for pair in pairs)
    return [f"{group}: {n} rows" for group, n in sizes.items() if n != PAIRS_OF[int(group.partition("/")[0])]]


def editreward_score(folder: Path) -> list[PreferencePair]:
    """key[2], instruction, input_image, output_images[2] (the first is preferred), task_type, dimension."""
    out = []
    for row in rows.read(folder):
        keys, pictures = row.list("key", 2), row.list("output_images", 2)
        task, dimension = row.text("task_type"), row.text("dimension")
        one, two = (row.as_picture(value, "output_images") for value in pictures)
        out.append(
            PreferencePair(
                "/".join(map(str, (*keys, dimension))),
                "",
                row.text("instruction"),
                row.picture("input_image"),
                one,
                two,
                "first",
                {"dimension": dimension, "task": task},
                dimension,
            )
        )
    return out


VOTES: dict[str, Label] = {"leftvote": "first", "rightvote": "second", "tievote": "good", "bothbad_vote": "bad"}


def genai(folder: Path) -> list[PreferencePair]:
    """source_prompt, target_prompt, instruct_prompt, source_image, left/right_output_image, vote_type."""
    out = []
    for i, row in enumerate(rows.read(folder)):
        vote = row.text("vote_type")
        if vote not in VOTES:
            raise DataError(f"{row.where}: a vote_type of {vote!r}; known are {', '.join(VOTES)}")
        out.append(
            PreferencePair(
                f"{i:05d}",
                "",
                row.text("instruct_prompt"),
                row.picture("source_image"),
                row.picture("left_output_image"),
                row.picture("right_output_image"),
                VOTES[vote],
            )
        )
    return out


VL_GROUPS = {
    "rlaif": "hallucination",
    "rlhf": "hallucination",
    "hallucination": "hallucination",
    "mathverse": "reasoning",
    "mmmu": "reasoning",
}
"""Its groups by the beginning of a row's id, up to the first "_" or "-", as the official script tells; all others are
general.
"""


def vl_rewardbench(folder: Path) -> list[PreferencePair]:
    """id, query, response[2], human_ranking[2] (0 is better), image; the group from the id."""
    out = []
    for i, row in enumerate(rows.read(folder)):
        answers, order = row.list("response", 2), [int(value) for value in row.list("human_ranking", 2)]
        if sorted(order) != [0, 1]:
            raise DataError(f"{row.where}: a human_ranking of {order}; 0 and 1 are expected")
        name = "image" if "image" in row.values else "image_path"
        identity = f"{row.text('id')}#{i}" if row.text("id") else f"#{i}"
        out.append(
            PreferencePair(
                identity,
                "",
                row.text("query").replace("<image>", "").strip(),
                row.picture(name),
                str(answers[0]),
                str(answers[1]),
                "first" if order[0] == 0 else "second",
                {"group": _vl_group(row)},
            )
        )
    return out


def _vl_group(row: JudgeRow) -> str:
    return VL_GROUPS.get(re.split("[_-]", row.text("id"))[0].lower(), "general")


def mm_rewardbench(folder: Path) -> list[PreferencePair]:
    """ID, Text, Image, Output1, Output2, Better ("Output1" or "Output2"), Category; or Meta with the category
    inside.
    """
    out = []
    for i, row in enumerate(rows.read(folder, "all_data.json*") if folder.is_dir() else rows.read(folder)):
        better, meta = row.text("Better"), row.values.get("Meta")
        if better not in ("Output1", "Output2"):
            raise DataError(f"{row.where}: Better is {better!r}; Output1 or Output2 are expected")
        category = str(row.values.get("Category") or (meta or {}).get("Category") or "unknown")
        out.append(
            PreferencePair(
                f"{row.text('ID')}#{i}",
                "",
                row.text("Text"),
                row.picture("Image"),
                row.text("Output1"),
                row.text("Output2"),
                "first" if better == "Output1" else "second",
                {"category": _mm_category(category, row.text("ID"))},
            )
        )
    return out


def _mm_category(category: str, identity: str) -> str:
    """Safety and reasoning are split by the id, as the official script does."""
    name = identity.lower()
    if category == "safety":
        return "safety/bias" if name.startswith("pairs") else "safety/toxicity"
    if category == "reasoning":
        return "reasoning/math" if name.startswith("math") else "reasoning/coding"
    return category


NAMES_OF_EDITREWARD_DATA = (("source_img", "left_output_image", "right_output_image"),) + (
    ("source_image", "left_image", "right_image"),
)
"""Image columns of TIGER-Lab/EditReward-Data,
and of the 100 demonstrations picked from it (AgPerry/EditReward-Data-100).
"""


def editreward_data(folder: Path) -> list[PreferencePair]:
    """instruction, vote_type, the three images, and the scores of both sides (1-4 each, overall 2-8):
    demonstrations.
    """
    out = []
    for i, row in enumerate(rows.read(folder)):
        names = next((n for n in NAMES_OF_EDITREWARD_DATA if n[0] in row.values), NAMES_OF_EDITREWARD_DATA[0])
        vote = row.text("vote_type")
        if vote not in ("leftvote", "rightvote", "tie", *VOTES):
            raise DataError(f"{row.where}: a vote_type of {vote!r}; leftvote, rightvote or tie are known")
        identity = str(row.values.get("unique_key") or row.values.get("dev_id") or i)
        source, left, right = (row.picture(name) for name in names)
        label: Label = "tie" if vote == "tie" else VOTES[vote]
        tables = {"category": str(row.values.get("category", "all"))}
        out.append(PreferencePair(f"{identity}#{i}", "", row.text("instruction"), source, left, right, label, tables))
    return out


def rewardbench2(folder: Path) -> list[PreferencePair]:
    """id, prompt, chosen, rejected, num_correct, subset (allenai/reward-bench-2): every chosen against every rejected.

    Questions without an image. A group is one prompt; of the Ties subset it has several right answers.
    """
    out = []
    for row in rows.read(folder):
        subset, identity = row.text("subset"), row.text("id")
        chosen, rejected = ([str(text) for text in row.texts(name)] for name in ("chosen", "rejected"))
        if not chosen or not rejected:
            raise DataError(f"{row.where}: needs at least one chosen and one rejected answer")
        for i, right in enumerate(chosen):
            for j, wrong in enumerate(rejected):
                tables = {"subset": subset, "chosen": str(i), "rejected": str(j)}
                name, group = f"{subset}/{identity}/{i}-{j}", f"{subset}/{identity}"
                out.append(PreferencePair(name, group, row.text("prompt"), None, right, wrong, "first", tables))
    return out


LOADERS: dict[str, Callable[[Path], list[PreferencePair]]] = {
    "editreward": editreward,
    "editreward-score": editreward_score,
    "genai": genai,
    "vl-rewardbench": vl_rewardbench,
    "mm-rewardbench": mm_rewardbench,
    "editreward-data": editreward_data,
    "rewardbench2": rewardbench2,
}
