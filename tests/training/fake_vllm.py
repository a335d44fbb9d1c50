"""vLLM as TRL's engine calls it, as strict as the real one where that would hang, or answer wrongly without a word.

TRL's own `VLLMGeneration` runs; what stands behind it is replaced: the client of a server, and the colocated `LLM`.
Replies go by the prompt and by how often it stands in a round, so they do not depend on how many processes share a run.

    python -m tests.training.fake_vllm JOBS.json   [{"config": YAML, "out": FILE, "processes": N, "misuse", "fsdp": …}]

"out" gets what the first process saw: tokens, advantages, losses and gradients of each step.
"""

import hashlib
import json
import os
import signal
import socket
import sys
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np

from jarvisevo.protocol.turns import edit_turn, evaluation_turn
from jarvisevo.qwen import folder as qwen_vl
from tests.training import fsdp_on_cpu
from training.images import patchify

KNOWN = {
    *("n", "repetition_penalty", "temperature", "top_p", "top_k", "min_p", "max_tokens", "logprobs"),
    *("structured_outputs_regex", "generation_kwargs", "logit_bias"),
}
"""Sampling parameters that TRL sends; anything else is a mistake."""
WAIT = timedelta(seconds=20)


class Misuse(RuntimeError):
    """What a real engine would have answered with a hang, or with the wrong replies."""


def whole(weight: Any) -> Any:
    """A tensor; of one that is divided among processes all of it, which they must all ask for."""
    return weight.full_tensor() if hasattr(weight, "full_tensor") else weight


class Engine:
    """A served model: its weights as they were sent, and scripted replies."""

    def __init__(self, folder: str) -> None:
        self.qwen = qwen_vl.load(Path(folder), device="cpu")
        self.weights: dict[str, Any] = {}
        self.names = dict(self.qwen.model.named_parameters())
        self.fresh = False
        self.trained: Any = None
        self.checked = 0

    def load(self, name: str, weight: Any) -> None:
        """Take one weight; its name and shape must be the model's."""
        if name not in self.names or tuple(weight.shape) != tuple(self.names[name].shape):
            raise Misuse(f"no weight {name} of shape {tuple(weight.shape)} in this model")
        self.weights[name] = weight.detach().clone()

    def loaded(self) -> None:
        """All weights have come."""
        missing = self.names.keys() - self.weights.keys()
        if missing:
            raise Misuse(f"weights were not sent: {sorted(missing)[:3]}")
        self.fresh = True

    def check_weights(self) -> None:
        """They must be the trainer's of now."""
        if not self.fresh:
            raise Misuse("generate before the weights were sent")
        now = {name: whole(weight) for name, weight in self.trained.named_parameters()}
        stale = [n for n, w in self.weights.items() if n in now and not bool((now[n] == w).all())]
        if stale:
            raise Misuse(f"generate with the weights of an earlier step: {stale[:3]}")
        self.checked += 1

    def check_images(self, ids: Sequence[int], images: Sequence[Any] | None, expanded: bool) -> bytes:
        """The image tokens must be as this engine reads them -> the images' bytes."""
        token, processor = self.qwen.processor.image_token_id, self.qwen.processor.image_processor
        sizes = [len(patchify(processor, np.asarray(i))[0]) // processor.merge_size**2 for i in images or ()]
        runs, last = [], None
        for i in ids:
            if i == token:
                runs = [*runs[:-1], runs[-1] + 1] if last == token else [*runs, 1]
            last = i
        if runs != (sizes if expanded else [1] * len(sizes)):
            raise Misuse(f"images of {sizes} tokens stand in the prompt as {runs}")
        return b"".join(np.asarray(i).tobytes() for i in images or ())

    def reply(self, ids: Sequence[int], images: bytes, seen: Counter[bytes], temperature: float) -> "Said":
        """A turn that goes by what it answers and how often this was asked in the round."""
        key = hashlib.sha256(np.asarray(ids, np.int64).tobytes() + images).digest()
        seen[key] += 1
        random = Random(key if temperature == 0 else key + bytes([seen[key]]))
        tokenizer = self.qwen.processor.tokenizer
        end, shown = tokenizer.decode(list(ids[-60:])), tokenizer.decode(list(ids[-200:]))
        if "Please evaluate" in end:
            text = evaluation_turn("It fits.", round(random.uniform(1, 5), 2))
        elif "second result" in shown:
            text = "<think>I was wrong there.</think>"
        elif "Say: OK" in end:
            text = "OK"
        else:
            state = random.choice(["processing", "finished", "finished"])
            text = edit_turn("So be it.", {"Exposure2012": round(random.uniform(-1, 1), 2)}, state)
            if random.random() < 0.15:
                text = "I would rather not."
        answer = tokenizer(text, add_special_tokens=False)["input_ids"]
        answer.append(tokenizer.convert_tokens_to_ids("<|im_end|>"))
        return Said(answer, [-abs(random.gauss(6.9, 0.2)) for _ in answer])


@dataclass
class Said:
    """A reply in tokens, and what each was sampled with."""

    token_ids: list[int]
    logprobs: list[float]


ENGINES: list[Engine] = []
MODEL = ""


def engine() -> Engine:
    """A new engine with the run's model."""
    ENGINES.append(Engine(MODEL))
    return ENGINES[-1]


class FakeClient:
    """`trl.generation.vllm_client.VLLMClient` without the network."""

    def __init__(self, base_url: str, group_port: int, connection_timeout: float) -> None:
        assert base_url.startswith("http://") and group_port and connection_timeout
        self.engine, self.url = engine(), base_url

    def init_communicator(self, device: Any) -> None:
        """Nothing to open."""

    def get_server_info(self) -> dict[str, Any]:
        return {"model_config": {"logprobs_mode": "processed_logprobs"}}

    def image_features(self, images: Sequence[Sequence[Any] | None]) -> list[dict[str, Any] | None]:
        """The places are those of the conversation that the server made up; the engine must set its own."""
        return [
            None if not own else {"images": own, "mm_placeholders": {"image": [{"offset": 0, "length": 1}] * len(own)}}
            for own in images
        ]

    def generate(self, prompts: Sequence[list[int]], features: Any = None, **parameters: Any) -> dict[str, Any]:
        check_parameters(parameters)
        self.engine.check_weights()
        seen: Counter[bytes] = Counter()
        said = []
        for ids, own in zip(prompts, features or [None] * len(prompts), strict=True):
            digest = self.engine.check_images(ids, own["images"] if own else None, expanded=True)
            if own:
                token = self.engine.qwen.processor.image_token_id
                placed = [list(ids[p["offset"] :][: p["length"]]) for p in own["mm_placeholders"]["image"]]
                if any(set(part) != {token} for part in placed):
                    raise Misuse("features were not placed at the prompt's own image tokens")
            said.append(self.engine.reply(ids, digest, seen, parameters["temperature"]))
        return {
            "prompt_ids": list(prompts),
            "completion_ids": [s.token_ids for s in said],
            "logprobs": [[[p] for p in s.logprobs] for s in said],
            "logprob_token_ids": [[[i] for i in s.token_ids] for s in said],
        }

    def update_named_params(self, metadata: Any, named_params: Iterator[tuple[str, Any]]) -> None:
        """All weights, announced before in the same order."""
        for (name, dtype, shape), (own, weight) in zip(metadata, named_params, strict=True):
            if (name, dtype, list(shape)) != (own, str(weight.dtype).removeprefix("torch."), list(weight.shape)):
                raise Misuse(f"{own} came where {name} was announced")
            self.engine.load(own, weight)
        self.engine.loaded()

    def reset_prefix_cache(self) -> None:
        """Nothing is kept."""


def check_parameters(parameters: dict[str, Any]) -> None:
    """Sampling parameters that vLLM would take."""
    unknown = parameters.keys() - KNOWN
    if unknown:
        raise Misuse(f"unknown sampling parameters {sorted(unknown)}")


class FakeLLM:
    """`vllm.LLM` of one process, with the engines of its tensor-parallel group."""

    def __init__(self, model: str, tensor_parallel_size: int, enable_sleep_mode: bool, **more: Any) -> None:
        assert Path(model).is_dir() and more["distributed_executor_backend"] == "external_launcher"
        self.engine, self.parallel, self.awake = engine(), tensor_parallel_size, {"weights", "kv_cache"}
        self.sleeps = enable_sleep_mode
        model_runner = SimpleNamespace(model=SimpleNamespace(load_weights=self.load_weights))
        executor = SimpleNamespace(driver_worker=SimpleNamespace(model_runner=model_runner))
        self.llm_engine = SimpleNamespace(model_executor=executor, reset_encoder_cache=self.forget_images)
        self.stale = False

    def sleep(self, level: int) -> None:
        assert level == 2 and self.sleeps
        self.awake, self.engine.fresh = set(), False
        self.engine.weights.clear()

    def wake_up(self, tags: Sequence[str]) -> None:
        self.awake |= set(tags)

    def load_weights(self, named: Sequence[tuple[str, Any]]) -> None:
        if "weights" not in self.awake:
            raise Misuse("weights were sent to an engine that sleeps")
        for name, weight in named:
            self.engine.load(name, weight)
        self.stale = not self.sleeps  # who sleeps is sent the same weights again within a step

    def forget_images(self) -> None:
        """What the vision tower made of the images."""
        self.stale = False

    def reset_prefix_cache(self) -> None:
        self.engine.loaded()

    def generate(self, prompts: Sequence[dict[str, Any]], sampling_params: Any, use_tqdm: bool) -> list[Any]:
        if self.awake != {"weights", "kv_cache"}:
            raise Misuse("generate while the engine sleeps")
        check_parameters(vars(sampling_params))
        self.engine.check_weights()
        seen: Counter[bytes] = Counter()
        out = []
        for prompt in prompts:
            data = prompt.get("multi_modal_data", {}).get("image", [])
            images = data if isinstance(data, list) else [data]
            if images and self.stale:
                raise Misuse("images are remembered as the old weights saw them")
            ids = prompt["prompt_token_ids"]
            digest = self.engine.check_images(ids, images, expanded=False)
            said = self.engine.reply(ids, digest, seen, sampling_params.temperature)
            scored = [
                {i: SimpleNamespace(rank=1, logprob=p)} for i, p in zip(said.token_ids, said.logprobs, strict=True)
            ]
            completion = SimpleNamespace(token_ids=said.token_ids, logprobs=scored)
            out.append(SimpleNamespace(prompt_token_ids=ids, outputs=[completion]))
        return out


def install(model: str) -> None:
    """Put the fakes in place; processes that do not ask alike stop with Misuse instead of waiting."""
    global MODEL
    import torch.distributed as dist
    from torch.distributed import distributed_c10d
    from trl.generation import vllm_generation as module
    from trl.trainer import grpo_trainer

    MODEL, calls = model, list[str]()

    class Strict(module.VLLMGeneration):
        """TRL's engine, which checks that all processes ask at once and alike."""

        def sync_weights(self) -> None:
            agree("sync_weights")
            super().sync_weights()

        def generate(self, prompts: Any, images: Any, num_generations: int, profiler: Any = None) -> Any:
            agree(f"generate {len(prompts)} prompts at temperature {self.temperature}")
            for served in ENGINES:
                served.trained = self.model
            return super().generate(prompts, images, num_generations, profiler)

    def agree(what: str) -> None:
        if not dist.is_initialized():
            return
        store, rank, everyone = distributed_c10d._get_default_store(), dist.get_rank(), range(dist.get_world_size())
        calls.append(what)
        store.set(f"call {len(calls)} of {rank}", what)
        try:
            store.wait([f"call {len(calls)} of {other}" for other in everyone], WAIT)
        except dist.DistStoreError as error:
            raise Misuse(f"only some processes {what}") from error
        said = {store.get(f"call {len(calls)} of {other}").decode() for other in everyone}
        if len(said) > 1:
            raise Misuse(f"the processes disagree: {sorted(said)}")

    module.is_vllm_available = lambda *_, **__: True
    module.VLLMClient, module.LLM, module.SamplingParams = FakeClient, FakeLLM, SimpleNamespace
    grpo_trainer.VLLMGeneration = Strict


def watch(seen: dict[str, list[Any]]) -> None:
    """Record what each step is made of."""
    from training import sepo, step
    from training.processes import gathered

    micro_batches, trainer_class = step.micro_batches, sepo.trainer_class()
    clip, loss_of = trainer_class._clip_grad_norm, trainer_class._compute_loss

    def batches(trainer: Any, rows: Any, advantages: Any, groups: Any, **more: Any) -> Any:
        seen["tokens"].append(gathered([list(row.conversation.ids) for row in rows]))
        seen["sampled"].append(gathered([np.nan_to_num(row.conversation.logprobs()).tolist() for row in rows]))
        seen["loops"].append(gathered([[row.loop for row in rows]]))
        seen["turns"].append(gathered([[len(row.conversation.spans) for row in rows]]))
        seen["advantages"].append(advantages.tolist())
        return micro_batches(trainer, rows, advantages, groups, **more)

    def gradients(self: Any, model: Any) -> Any:
        plain = self.accelerator.unwrap_model(model)
        seen["gradient"].append({n: whole(p.grad).clone() for n, p in plain.named_parameters() if p.grad is not None})
        return clip(self, model)

    step.micro_batches = batches
    trainer_class._clip_grad_norm = gradients

    def compute_loss(self: Any, model: Any, inputs: Any) -> Any:
        loss = loss_of(self, model, inputs)
        seen["loss"].append(float(self.accelerator.gather(loss.detach().reshape(1)).mean()))
        return loss

    trainer_class._compute_loss = compute_loss


def train(config: str, out: Path, misuse: bool) -> None:
    """Run a config with the fakes and save what the first process saw."""
    import torch

    from training import command, vllm
    from training.config import load

    read = load(config)
    install(read.model.name)
    seen: dict[str, list[Any]] = {
        n: [] for n in ("tokens", "sampled", "loops", "turns", "advantages", "gradient", "loss")
    }
    watch(seen)
    if misuse:  # each process on its own: what the collective rounds are there to prevent
        vllm.gathered = lambda items: items
    command.refuse = lambda config: None  # vLLM without a GPU
    folder = command.run(read, quiet=True)
    if not torch.distributed.is_initialized() or not torch.distributed.get_rank():
        torch.save({**seen, "out": str(folder.path), "checked": [e.checked for e in ENGINES]}, out)


def child(job: dict[str, Any], rank: int, port: int) -> int:
    """Start one process of a run -> its id."""
    if pid := os.fork():
        return pid
    code = 1
    try:
        out = Path(job["out"])
        with open(f"{out}.{rank}.err", "w") as log:
            os.dup2(log.fileno(), 2)
            if job["processes"] > 1:
                os.environ |= {"RANK": str(rank), "LOCAL_RANK": str(rank), "WORLD_SIZE": str(job["processes"])}
                os.environ |= {"MASTER_ADDR": "127.0.0.1", "MASTER_PORT": str(port)}
            if job.get("fsdp"):
                fsdp_on_cpu.install()
            train(job["config"], out, job.get("misuse", False))
            code = 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def run_job(job: dict[str, Any]) -> int:
    """All processes of a run -> 0, or 1 when one failed; the others are then ended."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    left = {child(job, rank, port) for rank in range(job["processes"])}
    failed = 0
    while left:
        pid, status = os.waitpid(-1, 0)
        left.discard(pid)
        if status and not failed:
            failed = 1
            for other in left:
                os.kill(other, signal.SIGKILL)
    return failed


def main(jobs: str) -> None:
    """Run jobs one after the other; their processes are forks of this one, which has imported all they need."""
    import trl.trainer.grpo_trainer
    import trl.trainer.sft_trainer  # noqa: F401

    import training.command
    import training.sepo
    import training.step  # noqa: F401

    for job in json.loads(Path(jobs).read_text("utf-8")):
        Path(job["out"] + ".code").write_text(str(run_job(job)), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
