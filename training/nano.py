"""The nano model: a Qwen3-VL of a few million parameters with its own tokenizer, from scratch, as an ordinary folder.

    python -m training.nano OUT --seed 0

The architecture is Qwen3-VL's, so every tool that reads the large model reads this one. What is ours is the size
and the tokenizer: byte-level BPE learnt from the words that this project's photos are talked about with, English and
Chinese; digits stand alone; the tags of the grammar and `Exposure2012": ` and its like are one token each, so that a
tool call of three sliders is some twenty tokens long. Any text survives encoding and decoding unchanged.
The weights are random: training is the business of the stages.
"""

import itertools
import types
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Self

import typer
from pydantic import BaseModel, ConfigDict, Field, model_validator

from editor_ops.parameters import Parameter
from editor_ops.table import TABLE
from jarvisevo.qwen import folder as qwen_vl
from jarvisevo.qwen import processor as qwen_processor
from jarvisevo.rules import looks, phrases
from jarvisevo.rules.language.lexicon import senses

if TYPE_CHECKING:
    from tokenizers import Tokenizer
    from transformers import PretrainedConfig, PreTrainedModel, PreTrainedTokenizerBase, ProcessorMixin

SPECIAL = (
    "<|endoftext|>",
    "<|im_start|>",
    "<|im_end|>",
    "<|vision_start|>",
    "<|vision_end|>",
    "<|vision_pad|>",
    "<|image_pad|>",
    "<|video_pad|>",
)
"""Control tokens with Qwen's names; text that people or models write can never produce them."""
TAGS = (
    "<think>",
    "</think>",
    "<tool_call>",
    "</tool_call>",
    "<answer>",
    "</answer>",
    "<box>",
    "</box>",
    "<state>processing</state>",
    "<state>finished</state>",
    "<task_type>lightroom</task_type>",
    '{"Overall assessment score": "',
    ', "',
)
"""Pieces of the grammar that are one token each."""
SPLIT = r" ?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+|\s+"
"""Words, single digits, runs of signs, white space: merges never cross these borders."""
GRAMMAR = (
    "Instruction: ",
    "Image after step 1 of editing.",
    "Lightroom editing completed. Please evaluate the results.",
    "Please reflect on the result.",
    "user\n",
    "assistant\n",
    "\n",
    '{"',
    '[{"',
    '"}], "',
    "}]}",
    '"}',
    "true",
    "false",
    " true",
    " false",
    "-",
    ".",
    "[",
    "]",
    "Mask/Image",
    "Mask/Gradient",
    "Mask/CircularGradient",
    "Mask/RangeMask",
    "Subject 1",
    "Sky 1",
    "Background 1",
    "Linear Gradient 1",
    "Radial Gradient 1",
    "As Shot",
    "Custom",
)


class NanoConfig(BaseModel):
    """Sizes of the nano model. The defaults give 5.4 million parameters: 11 MB in 16 bits.

    `head_dim` is 64 because vLLM's attention on a CPU takes few other sizes. A photo of 224 × 224 pixels is
    14 × 14 patches, merged by twos into 49 visual tokens; at 256 × 256 a training step takes 30 % longer.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    vocab_size: int = Field(
        default=3072, ge=1024, le=65536, description="tokens, the tags and parameter names among them"
    )
    hidden_size: int = Field(default=192, ge=32, description="width of the text model")
    intermediate_size: int = Field(default=576, ge=32, description="width inside its feed-forward layers")
    layers: int = Field(default=6, ge=1, description="layers of the text model")
    heads: int = Field(default=4, ge=1, description="query heads")
    kv_heads: int = Field(default=2, ge=1, description="key and value heads; divides `heads`")
    head_dim: int = Field(default=64, ge=16, multiple_of=16, description="width of one head")
    context: int = Field(default=4096, ge=256, description="longest conversation in tokens")
    vision_hidden: int = Field(default=128, ge=32, description="width of the vision model")
    vision_intermediate: int = Field(default=384, ge=32, description="width inside its feed-forward layers")
    vision_layers: int = Field(default=4, ge=1, description="layers of the vision model")
    vision_heads: int = Field(default=2, ge=1, description="heads of the vision model; divides `vision_hidden`")
    deepstack: tuple[int, ...] = Field(
        default=(0, 2), description="vision layers whose features enter the first text layers too"
    )
    patch_size: int = Field(default=16, ge=4, description="pixels on a side of a patch")
    image_max_pixels: int = Field(default=224 * 224, ge=1024, description="larger photos are scaled down to this area")
    dtype: str = Field(default="float16", description="how the weights are stored: float32, bfloat16 or float16")

    @model_validator(mode="after")
    def _fits(self) -> Self:
        if self.heads % self.kv_heads:
            raise ValueError(f"kv_heads {self.kv_heads} must divide heads {self.heads}")
        if self.vision_hidden % self.vision_heads:
            raise ValueError(f"vision_heads {self.vision_heads} must divide vision_hidden {self.vision_hidden}")
        if len(self.deepstack) > self.layers or any(not 0 <= i < self.vision_layers for i in self.deepstack):
            raise ValueError(f"deepstack {self.deepstack} must name layers below vision_layers {self.vision_layers}")
        if self.dtype not in qwen_vl.DTYPES:
            raise ValueError(f"dtype {self.dtype!r} must be one of {', '.join(qwen_vl.DTYPES)}")
        return self


def build(folder: str | Path, seed: int = 0, config: NanoConfig | None = None, texts: Iterable[str] = ()) -> Path:
    """Write a nano model with random weights; the same seed, config and texts give the same files.

    texts  what the tokenizer is to learn from besides `corpus`: the wishes of a training set, say
    """
    config = config or NanoConfig()
    processor = make_processor(config, texts)
    return qwen_vl.save(folder, make_model(processor.tokenizer, seed, config), processor, dtype=config.dtype)


def make_model(
    tokenizer: "PreTrainedTokenizerBase", seed: int = 0, config: NanoConfig | None = None
) -> "PreTrainedModel":
    """The model in float32, its weights initialised with `seed`."""
    import torch
    from transformers import GenerationConfig, Qwen3VLForConditionalGeneration

    with torch.random.fork_rng(devices=[]):
        torch.manual_seed(seed)
        model = Qwen3VLForConditionalGeneration(model_config(tokenizer, config or NanoConfig()))
    end, pad = tokenizer.eos_token_id, tokenizer.pad_token_id
    model.generation_config = GenerationConfig(do_sample=False, eos_token_id=[end, pad], pad_token_id=pad)
    return model.eval()


def model_config(tokenizer: "PreTrainedTokenizerBase", config: NanoConfig) -> "PretrainedConfig":
    """Transformers' configuration of the model for this tokenizer."""
    from transformers import Qwen3VLConfig

    ids = {token: tokenizer.convert_tokens_to_ids(token) for token in SPECIAL}
    half = config.head_dim // 2  # frequencies, shared among time, height and width
    side = round((config.image_max_pixels**0.5) / config.patch_size)
    text = {
        "vocab_size": len(tokenizer),
        "hidden_size": config.hidden_size,
        "intermediate_size": config.intermediate_size,
        "num_hidden_layers": config.layers,
        "num_attention_heads": config.heads,
        "head_dim": config.head_dim,
        "num_key_value_heads": config.kv_heads,
        "max_position_embeddings": config.context,
        "rms_norm_eps": 1e-6,
        "rope_parameters": {
            "rope_type": "default",
            "rope_theta": 10000.0,
            "mrope_interleaved": True,
            "mrope_section": [half - 2 * (half * 5 // 16), half * 5 // 16, half * 5 // 16],
        },
        "bos_token_id": None,
        "eos_token_id": ids["<|im_end|>"],
        "pad_token_id": ids["<|endoftext|>"],
        "tie_word_embeddings": True,
    }
    vision = {
        "depth": config.vision_layers,
        "hidden_size": config.vision_hidden,
        "num_heads": config.vision_heads,
        "intermediate_size": config.vision_intermediate,
        "patch_size": config.patch_size,
        "spatial_merge_size": 2,
        "temporal_patch_size": 2,
        "out_hidden_size": config.hidden_size,
        "num_position_embeddings": side * side,
        "deepstack_visual_indexes": list(config.deepstack),
    }
    marks = {
        f"{name}_token_id": ids[f"<|{token}|>"]
        for name, token in {
            "image": "image_pad",
            "video": "video_pad",
            "vision_start": "vision_start",
            "vision_end": "vision_end",
        }.items()
    }
    return Qwen3VLConfig(text_config=text, vision_config=vision, tie_word_embeddings=True, **marks)


def make_processor(config: NanoConfig | None = None, texts: Iterable[str] = ()) -> "ProcessorMixin":
    """Tokenizer, image processor and chat template as one.

    The template leaves system messages out: this model learns the grammar by training, and a description of it
    for large models would be longer than all else it reads.
    """
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

    config = config or NanoConfig()
    unit = (2 * config.patch_size) ** 2
    images = Qwen2VLImageProcessorPil(
        patch_size=config.patch_size,
        temporal_patch_size=2,
        merge_size=2,
        image_mean=[0.5] * 3,
        image_std=[0.5] * 3,
        size={"shortest_edge": unit, "longest_edge": config.image_max_pixels},
    )
    return qwen_processor.image_only(images, make_tokenizer(config, texts), qwen_processor.chat_template(system=False))


def make_tokenizer(config: NanoConfig | None = None, texts: Iterable[str] = ()) -> "PreTrainedTokenizerBase":
    """Learn the tokenizer from `corpus` and `texts`; the same ones always give the same tokenizer."""
    from transformers import PreTrainedTokenizerFast

    config = config or NanoConfig()
    return PreTrainedTokenizerFast(
        tokenizer_object=_tokenizer(config.vocab_size, texts),
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        model_max_length=config.context,
        padding_side="left",
        clean_up_tokenization_spaces=False,
    )


def _tokenizer(vocab_size: int, texts: Iterable[str]) -> "Tokenizer":
    from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(SPLIT), behavior="isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    tokenizer.decoder = decoders.ByteLevel()
    pieces = [*TAGS, *(f'{name}": ' for name in parameter_names())]
    tokenizer.train_from_iterator(
        itertools.chain(corpus(), texts),
        trainers.BpeTrainer(
            vocab_size=vocab_size - len(SPECIAL) - len(pieces),
            min_frequency=2,
            show_progress=False,
            initial_alphabet=sorted(pre_tokenizers.ByteLevel.alphabet()),
        ),
    )
    tokenizer.add_special_tokens([AddedToken(token, special=True, normalized=False) for token in SPECIAL])
    tokenizer.add_tokens([AddedToken(token, special=False, normalized=False) for token in pieces])
    return tokenizer


def parameter_names() -> list[str]:
    """Every name that a tool call may hold, sliders first, each once."""

    def walk(rows: Iterable[Parameter]) -> Iterator[str]:
        for row in rows:
            yield row.name
            yield from walk(row.fields)

    return list(dict.fromkeys(walk(TABLE.values())))


def corpus() -> Iterator[str]:
    """What the tokenizer learns from: the expert's words in plain wishes, its thoughts, the grammar,
    the rows' own docs.
    """
    vocabulary = sorted({*senses("en"), *senses("zh"), *_words(looks)})
    thoughts = sorted({text for text in _strings(_tables(phrases)) if len(text) > 1})
    for degree in ("make it {} ", "a little {} ", "more {}, ", "not so {} ", "it is too {} ", "and {} please ", "{}"):
        yield from (degree.format(word) for word in vocabulary if word.isascii())
    for degree in ("{}一点", "再{}一些", "太{}了", "让画面更{}，", "把{}调低", "不要那么{}", "{}"):
        yield from (degree.format(word) for word in vocabulary if not word.isascii())
    for text in thoughts:
        plain = text.replace("{", " ").replace("}", " ")
        yield from [plain, plain if "\u4e00" <= plain[0] <= "\u9fff" else f" {plain}"] * 6
    yield from (row.doc for row in TABLE.values())
    yield from GRAMMAR * 200


def _words(module: types.ModuleType) -> Iterator[str]:
    """Entries of a vocabulary module: comma-separated lists and single words."""
    for text in _strings(_tables(module)):
        yield from (word.strip() for word in text.split(",") if word.strip())


def _tables(module: types.ModuleType) -> list[object]:
    """The module's constants."""
    return [value for name, value in vars(module).items() if name.isupper()]


def _strings(value: object) -> Iterator[str]:
    """All strings inside nested mappings, sequences and records."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from _strings([*value.keys(), *value.values()])
    elif isinstance(value, tuple | list | set | frozenset):
        for inner in value:
            yield from _strings(inner)
    elif hasattr(value, "__dataclass_fields__"):
        yield from _strings(tuple(getattr(value, name) for name in value.__dataclass_fields__))


def main(
    out: Annotated[Path, typer.Argument(help="Folder to write; it must not hold anything yet.")],
    seed: Annotated[int, typer.Option(help="Seed of the random weights.")] = 0,
    texts: Annotated[Path | None, typer.Option(help="Texts, one a line, that the tokenizer learns from too.")] = None,
    config: Annotated[Path | None, typer.Option(help="YAML or JSON with sizes that differ from the defaults.")] = None,
) -> None:
    """Write an untrained nano model."""
    import yaml

    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise typer.BadParameter(f"{out} exists and is not an empty folder; name another one")
    try:
        lines = texts.read_text("utf-8").splitlines() if texts else []
        sizes = NanoConfig.model_validate(yaml.safe_load(config.read_text("utf-8")) or {} if config else {})
    except (OSError, ValueError, yaml.YAMLError) as error:
        raise typer.BadParameter(f"{config or texts}: {' '.join(str(error).split())}") from error
    folder = build(out, seed, sizes, lines)
    size = sum(file.stat().st_size for file in folder.iterdir())
    typer.echo(f"{folder}: {size / 1e6:.1f} MB")


if __name__ == "__main__":
    typer.run(main)
