"""Does a real vLLM sample what the trainer's model says, before and after its weights change? By hand, on a CPU.

if TYPE_CHECKING:
    import torch

    python -m training.vllm_check FOLDER        a Qwen-VL folder, such as `python -m training.nano out/nano-check` makes

TRL's colocated engine, `VllmSampler` and three prompts with one and two images; greedy replies must be the same tokens
as the model's in this process, and others after the weights were changed and sent. vLLM and TRL live in one environment
here: `make vllm-train-check`. A server takes weights over NCCL alone, so without a GPU it cannot be tried.
"""

import sys
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated

import numpy as np
import typer

from editor_ops.photo import Photo
from jarvisevo.protocol.chat import Sampling
from jarvisevo.protocol.turns import edit_turn
from jarvisevo.qwen.folder import QwenVL, load
from jarvisevo.qwen.generate import TokenCompletion, never_sampled
from jarvisevo.qwen.prompt import Prompt
from training.conversation import Tokens
from training.rollout import edit_rollout
from training.sampling import LocalSampler
from training.vllm import VllmSampler

LENGTH, REPLY = 2048, 24
"""Tokens of a conversation and of a reply."""


def prompts(tokens: Tokens) -> list[Prompt]:
    """A first turn, a second with two images, and a judgement."""
    photo = Photo.from_array(np.random.default_rng(0).integers(0, 256, (96, 128, 3), dtype=np.uint8))
    out = []
    for state in ("", "processing", "finished"):
        rollout = edit_rollout(tokens, photo, "brighter", "0", max_steps=2, max_size=128)
        if state:
            turn = edit_turn("Lift.", {"Exposure2012": 0.4}, state)
            rollout.answer(TokenCompletion(tuple(tokens.encode(turn)), "stop"))
        out.append(rollout.current.as_prompt())
    return out


def plain_linear() -> None:
    """Keep vLLM from packing the weights of linear layers on a CPU: no new weights reach packed ones."""
    import torch
    from vllm.model_executor.layers import utils

    def dispatch(layer: "torch.nn.Module", remove_weight: bool) -> None:
        layer.cpu_linear = torch.nn.functional.linear

    utils.dispatch_cpu_unquantized_gemm = dispatch


def engine(qwen: QwenVL) -> SimpleNamespace:
    """What `VllmSampler` needs of a trainer, with TRL's colocated vLLM."""
    from accelerate import Accelerator
    from trl.generation import vllm_generation

    plain_linear()
    vllm_generation.LLM = partial(  # compiling takes a CPU long; half precision chooses other tokens
        vllm_generation.LLM, enforce_eager=True, dtype="float32"
    )
    made = vllm_generation.VLLMGeneration(
        model=qwen.model,
        accelerator=Accelerator(cpu=True),
        processing_class=qwen.processor,
        gpu_memory_utilization=0.3,
        max_model_length=LENGTH,
        max_num_seqs=4,
        max_completion_length=REPLY,
        generation_kwargs={"logit_bias": {int(i): -100.0 for i in never_sampled(qwen.processor.tokenizer)}},
    )
    end = qwen.processor.tokenizer.convert_tokens_to_ids("<|im_end|>")
    return SimpleNamespace(vllm_generation=made, processing_class=qwen.processor, eos_token_ids=[end])


def main(folder: Annotated[Path, typer.Argument(help="A Qwen-VL folder.")]) -> None:
    """Compare greedy replies of vLLM and of the model in this process."""
    import torch

    qwen = load(folder, device="cpu", dtype="float32")
    trainer, asked, seeds = engine(qwen), prompts(Tokens(qwen.processor)), ["a", "b", "c"]
    seen, equal = [], []
    for when in ("as it was", "after its weights changed"):
        theirs = VllmSampler(trainer, greedy=True)(asked, seeds)
        ours = LocalSampler(qwen, Sampling(0.0, max_tokens=REPLY), 4)(asked, seeds)
        same = [a.ids == b.ids for a, b in zip(theirs, ours, strict=True)]
        print(f"{when}: {sum(same)} of {len(same)} replies are the same tokens")
        seen.append([reply.ids for reply in theirs])
        equal += same
        torch.manual_seed(0)
        with torch.no_grad():
            for weight in qwen.model.parameters():
                weight.add_(torch.randn_like(weight) * weight.std())  # a fifth of it moves no reply of a new model
    moved = seen[0] != seen[1]
    print("the replies moved with the weights" if moved else "the replies did not move: the weights were not sent")
    sys.exit(0 if moved and all(equal) else 1)


if __name__ == "__main__":
    typer.run(main)
