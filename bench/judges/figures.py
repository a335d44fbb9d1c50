"""Which figures a benchmark of judges is known by."""

from collections.abc import Callable, Sequence

from bench.judges import answer_figures, edit_figures
from bench.judges.accuracy import Figures
from bench.judges.answers import Answer
from bench.judges.pairs import PreferencePair

FIGURES: dict[str, Callable[[Sequence[PreferencePair], Sequence[Answer]], Figures]] = {
    "editreward": edit_figures.editreward,
    "editreward-score": edit_figures.editreward_score,
    "genai": edit_figures.genai,
    "vl-rewardbench": answer_figures.vl_rewardbench,
    "mm-rewardbench": answer_figures.mm_rewardbench,
    "editreward-data": edit_figures.editreward_data,
    "rewardbench2": answer_figures.rewardbench2,
}
