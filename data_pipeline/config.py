"""The keys of a data config (`jarvisevo data build CONFIG.yaml`). Strict: an unknown key is an error."""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import ClassVar, Literal, TypeVar, get_args

from pydantic import Field, model_validator

from data_pipeline.sources import Source
from jarvisevo.files.config import Config
from jarvisevo.record.artedit import Kind
from jarvisevo.rules.looks import BY_NAME

Name = TypeVar("Name", bound=str)
NAME = re.compile(r"[a-z][a-z0-9_]{0,30}")
Way = Literal["taste", "preset", "repair", "look", "agent", "framing"]
VariantKind = Literal["gold", "teacher", "near", "under", "over", "wrong", "degraded", "nothing"]


def in_order(weights: Mapping[Name, float], names: object) -> dict[Name, float]:
    """Weights in the order of a Literal's names, whatever their order in a file: draws depend on it."""
    return {name: weights[name] for name in get_args(names) if name in weights}


class PairsConfig(Config):
    """Stage 1: photo, settings, result.

    per_photo   pairs made of each photo that comes without a result
    ways        how, by weight: taste (sliders sampled together as in real presets) · preset (a published one) · repair
                (the photo is damaged; the photo itself is wanted) · look (the rules carry out a style) · agent (another
                editor) · framing (a tilt put right, a crop)
    known_looks styles of the way look; empty takes all
    local       share of tasteful edits that work on a part of the photo, when one is found
    regions     parts that are looked for when `local` or boxes are wanted
    start       share of photos that first get an off exposure, cast or contrast, and are stored so
    crop        photos are cut to at least this share of each side, at random places, and mirrored half the time; 1
                keeps them
    frames      different cuts of a photo, shared by its pairs in turn; 0 gives each pair its own
    aspects     width over height of the cut, sampled from these; empty keeps the photo's own
    least_change, most_change   mean ΔE2000 between photo and result outside which a pair is dropped
    max_steps   steps an edit is divided into, at most
    first_off   share of edits whose first step misses and is answered by the next, when `max_steps` allows it
    presets     folder with settings files, relative to the config; without one the presets that ship are used
    agent       model of the way "agent", as in `edit --model`
    fit         find settings for results that come without; else such pairs are dropped
    fit_left    mean ΔE2000 that found settings may leave, and share of the change for repairs
    """

    per_photo: int = Field(default=4, ge=0)
    ways: dict[Way, float] = Field(default={"taste": 5.0, "repair": 3.0, "preset": 1.5, "look": 0.5})
    known_looks: tuple[str, ...] = ()
    local: float = Field(default=0.2, ge=0, le=1)
    regions: tuple[str, ...] = ("sky", "face", "person", "subject")
    start: float = Field(default=0.3, ge=0, le=1)
    crop: float = Field(default=0.7, gt=0, le=1)
    frames: int = Field(default=0, ge=0)
    aspects: tuple[float, ...] = ()
    least_change: float = Field(default=1.0, ge=0)
    most_change: float = Field(default=40.0, gt=0)
    max_steps: int = Field(default=3, ge=1, le=4)
    first_off: float = Field(default=0.2, ge=0, le=1)
    presets: Path | None = None
    agent: str = ""
    fit: bool = True
    fit_left: float = Field(default=6.0, gt=0)

    @model_validator(mode="after")
    def _possible(self) -> "PairsConfig":
        unknown = [name for name in self.known_looks if name not in BY_NAME]
        if unknown:
            raise ValueError(f"no look is called {unknown[0]!r}: one of {', '.join(sorted(BY_NAME))}")
        if not self.ways or sum(self.ways.values()) <= 0 or min(self.ways.values()) < 0:
            raise ValueError("ways needs a weight above 0")
        if self.ways.get("agent") and not self.agent:
            raise ValueError("the way agent needs `agent`, a model as in `edit --model`")
        return self


class InstructionsConfig(Config):
    """Stage 2: what a person would have asked for.

    per_pair   instructions of each pair (JarvisEvo, Figure 11: four)
    shares     of basic, style and mood (Figure 11: 34, 33, 33 %)
    chinese    share in Chinese
    boxes      share of instructions about a part that name its box
    max_words  words (characters, in Chinese) at most, boxes not counted
    teacher    keep what the rules make of the instruction alone beside the truth: SFT may imitate the one and SEPO be
               rewarded by the other
    paraphrases  wordings that are tried beside each instruction of training; those that the rules read as they read one
                 of the pair's instructions are kept with it
    """

    per_pair: int = Field(default=4, ge=1)
    shares: tuple[float, float, float] = (0.34, 0.33, 0.33)
    chinese: float = Field(default=0.5, ge=0, le=1)
    boxes: float = Field(default=0.5, ge=0, le=1)
    max_words: int = Field(default=60, ge=5)
    teacher: bool = True
    paraphrases: int = Field(default=0, ge=0)


class ThoughtsConfig(Config):
    """Stage 3: the reasoning. Limits in words, characters in Chinese (JarvisEvo: 160 the plan, about 60 a step).

    style          what the teacher's thoughts, judgements and answers about changes are written in: sentences · outline
                   (few words that are always the same: what the photo is like, what is wanted, what was done)
    verdict        what a judgement says before its score: reasons (what is seen) · nothing
    verdict_words  of its reasons
    refine   a second pass over the first draft (the paper's); the offline annotator has none to make
    """

    plan_words: int = Field(default=160, ge=0)
    step_words: int = Field(default=80, ge=0)
    style: Literal["sentences", "outline"] = "sentences"
    verdict: Literal["reasons", "nothing"] = "reasons"
    verdict_words: int = Field(default=100, ge=1)
    refine: bool = True


class EvaluationConfig(Config):
    """Stage 4: edits to judge.

    per_record  variants of each record that are judged
    variants    sampled from these, by weight: gold · teacher (the rules' attempt) · near (slightly off, as a trained
                editor's) · under · over · wrong (another request's edit) · degraded · nothing
    dimensions  judgements give the ten dimensions too, not the overall score alone
    settings    the judge is shown the settings too; without them it has the instruction and the two images
    compare     share of records that also ask which of two results is nearer to the instruction
    perceive    share of records that also ask what was done
    drawn       the same question of so many other edits of a record's photo, drawn for it: eyes need many images
    read        ask what an instruction wants, in each of its wordings, without an image; answered by an outline
    reflections share of records that also give one with a failed step, a reflection and its correction
    """

    per_record: float = Field(default=1.0, ge=0)
    variants: dict[VariantKind, float] = Field(
        default={
            "gold": 1,
            "teacher": 2,
            "near": 3,
            "under": 1.5,
            "over": 1.5,
            "wrong": 1,
            "degraded": 1,
            "nothing": 0.7,
        }
    )
    dimensions: bool = True
    settings: bool = False
    compare: float = Field(default=0.25, ge=0, le=1)
    perceive: float = Field(default=0.25, ge=0, le=1)
    drawn: float = Field(default=0, ge=0)
    read: bool = False
    reflections: float = Field(default=0.0, ge=0, le=1)


class FilterConfig(Config):
    """Stage 5: what may stay.

    repeats    records that may share an instruction word for word
    judged     least score of the analytic evaluator for an edit; 0 asks for none
    review     records put on the page for people
    decisions  their decisions: a CSV with the columns id and keep (yes or no), applied by building again
    """

    repeats: int = Field(default=3, ge=1)
    judged: float = Field(default=0.0, ge=0, le=5)
    review: int = Field(default=60, ge=0)
    decisions: Path | None = None


class AnnotatorConfig(Config):
    """Who writes instructions, thoughts and evaluations.

    kind          offline: the expert and measurements · model: a vision-language model behind `endpoints`
    endpoints     http://host:port/v1#name, several separated by commas
    filter_endpoints  of a second model that says whether an instruction fits the two images; "" asks none
    max_requests  budget of the whole build; the run stops there and can go on with a larger one. 0 is no limit
    concurrency   requests under way at once
    """

    kind: Literal["offline", "model"] = "offline"
    endpoints: str = ""
    filter_endpoints: str = ""
    temperature: float = Field(default=0.7, ge=0)
    max_tokens: int = Field(default=1200, ge=16)
    max_requests: int = Field(default=0, ge=0)
    concurrency: int = Field(default=8, ge=1)

    @model_validator(mode="after")
    def _named(self) -> "AnnotatorConfig":
        if self.kind == "model" and not self.endpoints:
            raise ValueError("kind model needs `endpoints`, e.g. http://localhost:8000/v1#Qwen2.5-VL-72B")
        return self


class BuildConfig(Config):
    """A data set.

    out          its folder, relative to the config; OUT/train and OUT/heldout are data sets
    seed         of everything that is sampled
    max_size     long side of the stored photos in pixels
    quality      of their JPEG files
    heldout      share of the photos kept for measuring, 1 for all; a photo is in one of the two with all that is made
                 of it
    sets         further training sets beside `train`: name and share of the photos ("sepo")
    sizes        records of a set at most, by kind; what is over is left out
    exclude      text files with SHA-256 sums (first or second word of a line): photos that must not enter
    unlike       finished data sets: their photos do not enter, and `heldout` has none of their instructions
    sources      where photos come from
    fallback     sources that stand in when the folder of one of `sources` is not there; said when they do. Sources that
                 are given anew (on the command line, or over a `base`) do without those of the file below
    limit        photos at most; 0 takes all
    shard_size   photos in a shard: what is worked on, written and resumed as one
    workers      processes; 0 takes one for each core
    runner       processes of this machine, or Ray for many machines (each with the same folders)
    """

    beside: ClassVar[Mapping[str, str]] = {"fallback": "sources"}

    out: Path
    seed: int = 0
    max_size: int = Field(default=768, ge=32, le=8192)
    quality: int = Field(default=95, ge=60, le=100)
    heldout: float = Field(default=0.1, ge=0, le=1)
    sets: dict[str, float] = Field(default={})
    sizes: dict[str, dict[Kind, int]] = Field(default={})
    exclude: tuple[Path, ...] = ()
    unlike: tuple[Path, ...] = ()
    sources: tuple[Source, ...]
    fallback: tuple[Source, ...] = ()
    limit: int = Field(default=0, ge=0)
    shard_size: int = Field(default=8, ge=1)
    workers: int = Field(default=0, ge=0)
    runner: Literal["local", "ray"] = "local"
    pairs: PairsConfig = PairsConfig()
    instructions: InstructionsConfig = InstructionsConfig()
    thoughts: ThoughtsConfig = ThoughtsConfig()
    evaluation: EvaluationConfig = EvaluationConfig()
    filtering: FilterConfig = FilterConfig()
    annotator: AnnotatorConfig = AnnotatorConfig()

    @property
    def splits(self) -> tuple[str, ...]:
        """The data sets of a build; all but the last train."""
        return ("train", *self.sets, "heldout")

    @model_validator(mode="after")
    def _sound(self) -> "BuildConfig":
        for name, share in self.sets.items():
            if not NAME.fullmatch(name) or name in ("train", "heldout", "stages", "annotations"):
                raise ValueError(f"sets: {name!r} cannot name a training set")
            if not 0 < share < 1:
                raise ValueError(f"sets.{name}: {share:g} is no share between 0 and 1")
        if self.sets and sum(self.sets.values()) + self.heldout >= 1:
            raise ValueError("sets and heldout take all photos: nothing is left for train")
        unknown = [name for name in self.sizes if name not in self.splits]
        if unknown:
            raise ValueError(f"sizes: no set is called {unknown[0]!r}: one of {', '.join(self.splits)}")
        return self
