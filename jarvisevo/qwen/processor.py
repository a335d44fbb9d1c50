"""Qwen-VL's processor (tokenizer, image processor, chat template) for images only, and the files it is kept in.

Qwen's own processors want torchvision for the sake of video. This one resizes with Pillow and gives the same numbers
with and without torchvision.
"""

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from transformers import PreTrainedTokenizerBase, ProcessorMixin
    from transformers.models.qwen2_vl.image_processing_pil_qwen2_vl import Qwen2VLImageProcessorPil

VIDEO_PROCESSORS = {"Qwen2_5_VLProcessor": "Qwen2VLVideoProcessor", "Qwen3VLProcessor": "Qwen3VLVideoProcessor"}
_SUFFIX = "ImageOnly"
_CONTENT = """\
{%- if message['content'] is string -%}{{- message['content'] -}}
{%- elif message['content'] -%}
{%- for part in message['content'] -%}
{%- if part.type == 'image' or 'image' in part -%}{{- '<|vision_start|><|image_pad|><|vision_end|>' -}}
{%- elif 'text' in part -%}{{- part.text -}}
{%- endif -%}
{%- endfor -%}
{%- endif -%}
"""
_TEMPLATE = """\
{%- for message in messages -%}
{%- if message.role == 'assistant' -%}
{{- '<|im_start|>assistant\\n' -}}
{%- generation -%}
CONTENT
{%- for call in message.tool_calls or [] -%}
{{- '<tool_call>' + (call.function or call).arguments | tojson + '</tool_call>' -}}
{%- endfor -%}
{{- '<|im_end|>' -}}
{%- endgeneration -%}
{{- '\\n' -}}
{%- elif message.role != 'system' or SHOW_SYSTEM -%}
{{- '<|im_start|>' + ('user' if message.role == 'tool' else message.role) + '\\n' -}}
CONTENT
{{- '<|im_end|>\\n' -}}
{%- endif -%}
{%- endfor -%}
{%- if add_generation_prompt -%}{{- '<|im_start|>assistant\\n' -}}{%- endif -%}
"""


def chat_template(*, system: bool = True) -> str:
    """Qwen's turns with `{% generation %}` around what the assistant says (its end mark included).

    A "tool" turn reads like a user's turn, since the sandbox answers as the user in our grammar.
    system  False leaves system messages out: for a model that was trained without one
    """
    template = _TEMPLATE.replace("CONTENT\n", _CONTENT)  # spelt out twice: vLLM looks for the loop over the parts
    return template.replace("SHOW_SYSTEM", "true" if system else "false")


def image_only(
    images: "Qwen2VLImageProcessorPil",
    tokenizer: "PreTrainedTokenizerBase",
    template: str,
    like: str = "Qwen3VLProcessor",
) -> "ProcessorMixin":
    """An image-only processor from its parts; `like` names the class of transformers whose folders it writes."""
    tokenizer.chat_template = template
    return _processor_class(like)(images, tokenizer, chat_template=template)


@functools.cache
def _processor_class(like: str) -> type:
    """Transformers' processor `like`, without the video part and with the classic files on disk."""
    import transformers
    from transformers.processing_utils import ProcessorMixin

    base = getattr(transformers, like)

    def init(
        self: "ProcessorMixin",
        image_processor: "Qwen2VLImageProcessorPil",
        tokenizer: "PreTrainedTokenizerBase",
        chat_template: str | None = None,
        **_: object,
    ) -> None:
        for name in ("image", "video", "vision_start", "vision_end"):
            token = {"image": "<|image_pad|>", "video": "<|video_pad|>"}.get(name, f"<|{name}|>")
            setattr(self, f"{name}_token", token)
            setattr(self, f"{name}_token_id", tokenizer.convert_tokens_to_ids(token))
        ProcessorMixin.__init__(self, image_processor, tokenizer, chat_template=chat_template)
        self.video_config = None

    def save_pretrained(self: "ProcessorMixin", save_directory: str | Path, **_: object) -> list[str]:
        return _save_processor(self, Path(save_directory), like)

    own = {"__init__": init, "save_pretrained": save_pretrained, "__module__": __name__}
    return type(like + _SUFFIX, (base,), own)


def __getattr__(name: str) -> type:
    """The classes by their names, made on use: pickles of a processor ask for them."""
    if name.endswith(_SUFFIX):
        return _processor_class(name.removesuffix(_SUFFIX))
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _save_processor(processor: "ProcessorMixin", folder: Path, like: str) -> list[str]:
    """Tokenizer, template, image and video settings, each in the file that every version of transformers reads."""
    folder.mkdir(parents=True, exist_ok=True)
    processor.tokenizer.save_pretrained(folder)
    _rewrite_tokenizer_config(folder, like)
    (folder / "chat_template.jinja").write_text(processor.chat_template, "utf-8")
    own = processor.image_processor
    images = {name: value for name, value in own.to_dict().items() if value is not None}
    images |= {"size": dict(own.size), "image_processor_type": "Qwen2VLImageProcessorFast", "processor_class": like}
    shared = ("size", "patch_size", "temporal_patch_size", "merge_size", "image_mean", "image_std")
    video = processor.video_config or {name: images[name] for name in shared if name in images}
    video = {**video, "video_processor_type": VIDEO_PROCESSORS[like], "processor_class": like}
    for name, content in {"preprocessor_config.json": images, "video_preprocessor_config.json": video}.items():
        (folder / name).write_text(json.dumps(content, indent=2, sort_keys=True) + "\n", "utf-8")
    return [str(folder / "preprocessor_config.json")]


def _rewrite_tokenizer_config(folder: Path, like: str) -> None:
    """Older transformers do not know the class name that version 5 writes for a tokenizer without code of its own."""
    file = folder / "tokenizer_config.json"
    config = json.loads(file.read_text("utf-8")) | {"processor_class": like}
    if config.get("tokenizer_class") == "TokenizersBackend":
        config["tokenizer_class"] = "PreTrainedTokenizerFast"
    for name in ("is_local", "local_files_only", "backend"):
        config.pop(name, None)
    file.write_text(json.dumps(config, indent=2, ensure_ascii=False, sort_keys=True) + "\n", "utf-8")
