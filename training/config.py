"""The configs of the three stages: strict, every key with its meaning.
`jarvisevo train CONFIG.yaml key=value …` reads one.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal, Self

from pydantic import ConfigDict, Field, model_validator

from jarvisevo.files import config as yaml_config
from jarvisevo.files.config import Config
from jarvisevo.protocol.chat import TurnKind
from jarvisevo.record.trajectory import HIGH, LOW
from training.nano import NanoConfig

Stage = Literal["sft", "sepo", "rft"]
RewardName = Literal["format", "tools", "closeness", "preference", "alignment"]


class ModelConfig(Config):
    """The model that is trained."""

    name: str = Field(description='"nano" builds the small model from scratch; else a Qwen-VL folder or a hub id')
    like: str = Field(
        "", description="the published model that a folder descends from: `--check` counts with its sizes"
    )
    revision: str | None = Field(None, description="of a hub id")
    nano: NanoConfig = Field(NanoConfig(), description="sizes of a nano model that is built")
    dtype: Literal["float32", "bfloat16", "float16"] | None = Field(
        None,
        description=(
            "of the weights; default bfloat16 on CUDA with lora or sharding, else float32: small updates need it"
        ),
    )
    image_max_pixels: int | None = Field(None, ge=1024, description="images are scaled down to this area")
    attention: Literal["eager", "sdpa", "flash_attention_2"] = Field("sdpa", description="implementation of attention")
    freeze_vision: bool = Field(False, description="keep the vision tower as it is")
    freeze_projector: bool = Field(False, description="keep the mergers between vision and text as they are")
    gradient_checkpointing: bool = Field(False, description="less memory for a third more time")


class LoraConfig(Config):
    """Low-rank adapters instead of all weights; they are merged into the model that is written at the end."""

    r: int = Field(16, ge=1, description="rank")
    alpha: int = Field(32, ge=1, description="scale, over r")
    dropout: float = Field(0.0, ge=0, lt=1)
    targets: tuple[str, ...] = Field(
        ("q_proj", "k_proj", "v_proj", "o_proj", "gate_proj", "up_proj", "down_proj"), description="layers by name"
    )


SampleKind = Literal["edit", "eval", "question"]
SharedKind = Literal["edit", "reflect", "eval", "question", "compare", "perceive", "read"]


class TrainDataConfig(Config):
    """What is learnt from: folders with edit.jsonl, eval.jsonl and images/ (`jarvisevo.record.artedit`)."""

    folders: tuple[Path, ...] = Field(
        min_length=1, description="data sets, read one after the other: folders, or hf://datasets/OWNER/NAME[@REVISION]"
    )
    kinds: tuple[SampleKind, ...] = Field(
        ("edit", "eval"), min_length=1, description="records to take; question: questions about images, for SFT"
    )
    shares: dict[SharedKind, float] | None = Field(
        None,
        description="SFT: parts of an epoch by kind, in any unit; of a large kind every epoch takes others, "
        "a small one comes round again; question stands for compare, perceive and read as they come, edit for "
        "corrections too unless reflect is named. none: every record once",
    )
    limit: int | None = Field(None, ge=1, description="records of each kind and folder at most")
    learn: tuple[TurnKind, ...] = Field(
        ("edit", "reflect"), min_length=1, description="turns of edit records with loss"
    )
    system_prompt: str = Field("none", description='"none", "own" (written from the parameter table), or a text file')
    imitate: Literal["target", "teacher", "own", "nearer"] = Field(
        "target",
        description=(
            "edits of edit records: to the target; the teacher's (what the rules made of the instruction alone); a "
            "model's own, written down by training.own_edits, so that it keeps them while it learns something else; or "
            "of these two whichever came nearer to the target. Rewards and held-out figures go by the target"
        ),
    )
    own: tuple[Literal["judgement", "correction"], ...] = Field(
        (),
        description="what else is learnt of edits that training.own_edits wrote down: their true scores (judged by the "
        "images), and corrections of them that lead nearer to the target",
    )
    unsaid: float | None = Field(
        None,
        gt=0,
        description="largest share of an edit's change that its words may leave unsaid: of what remains to the target "
        "after the teacher's attempt at them; none: all edits",
    )
    thought_words: int | None = Field(
        None,
        ge=1,
        description="words (characters, in Chinese) of an edit's thought that are learnt: whole sentences, at least "
        "the first; none: all. Short thoughts make trajectories cheaper",
    )
    judged_by: Literal["conversation", "images"] = Field(
        "conversation",
        description=(
            "what a judgement is asked by: the whole conversation with its calls, or the two images and the "
            "instruction alone; it is written into the model's config.json and kept to in use"
        ),
    )
    reading: bool = Field(
        False,
        description=(
            "under each instruction stands what the rules' reader makes of it (jarvisevo.rules.outline), for a small "
            "model that has learnt no language; written into the model's config.json and kept to in use"
        ),
    )
    max_length: int = Field(4096, ge=64, description="tokens, images included; longer records are left out and counted")
    cache_mb: int = Field(2048, ge=0, description="memory for decoded images")


class OptimConfig(Config):
    """The optimiser and how long it runs; the first bound that is reached ends the run."""

    name: Literal["adamw", "muon"] = Field(
        "adamw", description="muon: for the matrices of a model that is trained from nothing"
    )
    learning_rate: float = Field(gt=0)
    schedule: Literal["cosine", "linear", "constant"] = "cosine"
    warmup_steps: int = Field(0, ge=0)
    final_rate: float = Field(0.0, ge=0, le=1, description="share of the learning rate that is left at the end")
    weight_decay: float = Field(0.0, ge=0)
    betas: tuple[float, float] = (0.9, 0.999)
    max_grad_norm: float = Field(1.0, ge=0, description="0 for no clipping")
    batch_size: int = Field(ge=1, description="rows of a device at one time")
    accumulation: int = Field(1, ge=1, description="such batches in a step")
    global_batch: int | None = Field(
        None, ge=1, description="rows of a step on all devices together, instead of `accumulation`, which then follows"
    )
    epochs: float = Field(1.0, gt=0)
    steps: int | None = Field(None, ge=1, description="optimiser steps at most")
    max_minutes: float | None = Field(None, gt=0, description="wall clock; the schedule follows whichever ends first")

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if self.global_batch and self.accumulation != 1:
            raise ValueError("accumulation follows from global_batch and the number of devices: leave it out")
        return self

    def parts(self, devices: int) -> int:
        """Batches that each of so many devices takes in a step. ValueError when global_batch cannot be divided so."""
        if self.global_batch is None:
            return self.accumulation
        if self.global_batch % (self.batch_size * devices):
            fitting = [n for n in range(1, 1025) if self.global_batch % (self.batch_size * n) == 0]
            raise ValueError(
                f"global_batch {self.global_batch} cannot be divided among {devices} devices of batch_size "
                f"{self.batch_size}: take {', '.join(map(str, fitting)) or 'no'} devices, or another batch_size"
            )
        return self.global_batch // (self.batch_size * devices)


class HeldoutConfig(Config):
    """Measured now and then on records that are not learnt from."""

    folder: Path = Field(description="a data set")
    every: int = Field(200, ge=1, description="steps")
    limit: int | None = Field(
        40, ge=1, description="records of each kind at most, spread over photos and kinds; none: all"
    )
    max_tokens: int = Field(256, ge=16, description="of a reply")
    expected_score: bool = Field(
        False, description="scores as expectations over their digits, see rollout.expected_score"
    )


class StageConfig(Config):
    """What all stages share."""

    stage: Stage
    out: Path = Field(description="folder of the run: checkpoints, metrics.jsonl, curves, model/")
    seed: int = 0
    model: ModelConfig
    lora: LoraConfig | None = None
    data: TrainDataConfig
    optim: OptimConfig
    heldout: HeldoutConfig | None = None
    save_steps: int = Field(200, ge=1, description="optimiser steps between checkpoints")
    keep: int = Field(2, ge=1, description="checkpoints that are kept")
    log_steps: int = Field(10, ge=1)
    report_to: tuple[Literal["tensorboard", "wandb", "trackio"], ...] = Field(
        (), description="besides metrics.jsonl; each is a package to install"
    )
    push_to_hub: str = Field(
        "",
        pattern=r"^([\w.-]+/)?[\w.-]+$|^$",
        description="repository on the Hugging Face Hub, USER/NAME, that the finished model is uploaded to",
    )
    hub_private: bool = Field(True, description="make that repository a private one, when it is not there yet")
    hub_checkpoints: bool = Field(
        False,
        description="upload every checkpoint, too, the newest in place of the one before, and go on from it where "
        "`out` is not there yet: a machine may be lost",
    )
    device: Literal["auto", "cpu"] = Field("auto", description="auto takes CUDA where there is one")
    precision: Literal["auto", "float32", "bfloat16"] = Field(
        "auto",
        description=(
            "of the arithmetic; auto is bfloat16 on CUDA, else float32. On processors with AMX, bfloat16 with eager "
            "attention takes a small model half the time"
        ),
    )
    threads: int | None = Field(None, ge=1, description="of the processor; default what OMP_NUM_THREADS says")
    workers: int = Field(0, ge=0, description="processes that prepare batches")
    sharding: Literal["none", "zero2", "zero3", "fsdp"] = Field(
        "none",
        description=(
            "how the accelerate config that the run is launched with divides the model; `--check` counts with it"
        ),
    )
    save_dtype: Literal["float32", "bfloat16", "float16"] | None = Field(
        None, description="of model/; default as trained"
    )

    @model_validator(mode="after")
    def _together(self) -> Self:
        if self.optim.warmup_steps and self.optim.steps and self.optim.warmup_steps >= self.optim.steps:
            raise ValueError(
                f"optim.warmup_steps {self.optim.warmup_steps} must be fewer than optim.steps {self.optim.steps}"
            )
        if self.optim.name == "muon" and (self.sharding != "none" or self.lora):
            raise ValueError(
                "muon needs whole matrices, all of them trained: leave sharding and lora out, or take adamw"
            )
        if self.hub_checkpoints and not self.push_to_hub:
            raise ValueError("hub_checkpoints needs the repository they go to: push_to_hub=USER/NAME")
        if self.lora and self.model.name == "nano":
            raise ValueError("lora adapts a trained model; the nano model is built from scratch: leave lora out")
        return self


class SftConfig(StageConfig):
    """Supervised fine-tuning on edits and judgements."""

    stage: Literal["sft"]
    perception: float = Field(
        0.0,
        ge=0,
        description=(
            "weight of a second loss for small models: what changed between two images, read as numbers off the last "
            "hidden states by heads that the finished model does not have; 0: none"
        ),
    )

    @model_validator(mode="after")
    def _heads(self) -> Self:
        if self.perception and (self.lora or self.sharding != "none"):
            raise ValueError("perception trains heads beside all weights: leave lora and sharding out, or perception")
        return self


class RftConfig(StageConfig):
    """Reflection fine-tuning: the same loss, on what SEPO collected."""

    stage: Literal["rft"]


class RolloutConfig(Config):
    """How trajectories are sampled."""

    generations: int = Field(4, ge=2, description="G: trajectories of one query (JarvisEvo, section 4.1: 4)")
    max_steps: int = Field(1, ge=1, le=8, description="editing turns at most")
    max_tokens: int = Field(256, ge=16, description="of one turn")
    temperature: float = Field(1.0, gt=0)
    top_p: float = Field(1.0, gt=0, le=1)
    greedy_judgement: bool = Field(
        False,
        description="the editor's loop takes the likeliest judgement of each edit, so that R_pp has no luck of its own",
    )
    expected_score: bool = Field(
        False,
        description=(
            "R_pp compares expectations over the digits of the trajectories' own scores instead of what was written, "
            "so that ties are rare"
        ),
    )
    max_size: int = Field(1024, ge=28, description="long edge of the images that the sandbox hands back")
    batch: int = Field(64, ge=1, description="conversations that are continued at one time")
    vllm: Literal["none", "colocate", "server"] = Field("none", description="sample with vLLM")
    vllm_memory: float = Field(0.3, gt=0, le=0.95, description="share of the device for vLLM, when colocated")
    vllm_tensor_parallel: int = Field(1, ge=1, description="devices that share one copy of the model in vLLM")
    vllm_sleep: bool = Field(
        False,
        description="colocated vLLM gives its memory back while the step is made; each round sends the weights anew",
    )
    vllm_url: str = Field("http://127.0.0.1:8000", description="of the server, with vllm: server")
    importance_sampling: Literal["none", "token_truncate", "token_mask", "sequence_truncate", "sequence_mask"] = Field(
        "none",
        description="factor of each token's loss, the trainer's / vLLM's probability, by TRL's names: of each token or "
        "trajectory, cut at 3 or left out beyond it; costs one more pass without gradients",
    )


class CriticConfig(Config):
    """The judge from outside: how long a run waits for it, what it may cost, and when the run gives up."""

    concurrency: int = Field(4, ge=1, le=256, description="groups that are judged at one time")
    seconds: float = Field(300.0, gt=0, description="for a group; what comes later has failed")
    max_failures: float = Field(
        0.5, ge=0, le=1, description="share of the latest edits without a score that stops a run"
    )
    window: int = Field(64, ge=1, description="how many edits of a process are the latest")
    orchestrator: str = Field("", description="the model that routes, beside the one that judges; none: the same")
    cache: Path | None = Field(
        None, description="file of the replies and of what was spent; none: kept for the run alone"
    )
    requests: int | None = Field(None, ge=1, description="budget of each process, or of all that share a cache")
    tokens: int | None = Field(None, ge=1, description="likewise")


class RewardConfig(Config):
    """The rewards of JarvisEvo, section 3.2.2, and their ablations."""

    scale: Literal["range", "step"] = Field(
        "range", description="S_k of R_ta: over the parameter's range, or over just noticeable steps"
    )
    score_mode: Literal["win_rate", "absolute"] = Field("win_rate", description="R_pp from the trajectory's own score")
    sigma: float = Field(0.5, gt=0, description="of R_sa (JarvisEvo, section 3.2.2: 0.5)")
    closeness_scale: float = Field(
        8.0, gt=0, description="of the closeness reward exp(-ΔE2000 / scale) between the result and the target image"
    )
    critic: str = Field(
        "none",
        pattern=r"^(none|analytic|(evaluator|model|harness|lwe|rho|rlar)(:[^@]+)?@.+)$",
        description=(
            'a judge from outside: none, analytic, or "KIND[:LIBRARY]@http://host:port/v1#name" with KIND evaluator, '
            "model, harness, lwe, rho or rlar; rlar makes tools for the kinds of task it meets, and keeps them in its"
            " library"
        ),
    )
    critic_role: Literal["target", "win_rate", "external", "log"] = Field(
        "log",
        description=(
            "what it does: the target of R_sa in the evaluator's loop; the source of R_pp; *External* of JarvisEvo,"
            " Table 3 (no evaluator's loop: R_sa of the editor's own score against the critic's, besides R_f, R_ta and"
            " R_pp); or only a line in the metrics"
        ),
    )
    critic_limits: CriticConfig = CriticConfig()
    weights: dict[RewardName, float] = Field(
        default_factory=dict,
        description="of the rewards; unless named 1, and 0 for closeness, which is not the paper's",
    )


class AdvantageConfig(Config):
    """How rewards of a group become advantages."""

    baseline: Literal["mean", "leave_one_out"] = Field(
        "mean",
        description="what a reward is compared with: the group's mean (GRPO, JarvisEvo) or that of the others (RLOO)",
    )
    scale: float | None = Field(
        None, gt=0, description="divisor of the difference; none: the group's own standard deviation (JarvisEvo, eq. 2)"
    )


class ReflectionConfig(Config):
    """Reflection data that SEPO writes as it runs."""

    collect: bool = True
    rationale: Literal["model", "words"] = Field(
        "model",
        description=(
            "asked from the model with (I, Q, O_j, O_i), or written from measured differences of the two results"
        ),
    )
    verified: bool = Field(False, description="only pairs of which R_ta says the same as the scores")
    margin: float = Field(0.0, ge=0, description="how much higher the better score must be")
    per_group: int = Field(1, ge=1, description="pairs of a group at most")
    limit: int = Field(5000, ge=1, description="records in all (JarvisEvo, section 4.1: 5K)")


class RehearsalConfig(Config):
    """What is learnt from data beside the rewards (InstructGPT's PPO-ptx)."""

    data: TrainDataConfig | None = Field(None, description="what is rehearsed; none: the data of the run")
    batch_size: int = Field(ge=1, description="samples of a device beside each of its batches of trajectories")
    weight: float = Field(1.0, gt=0, description="of their mean cross-entropy, beside the loss of the rewards")
    perception: float = Field(0.0, ge=0, description="weight of the numbers read off the images, as in SFT; 0: none")
    own: int = Field(
        0,
        ge=0,
        description="of the samples, judgements of the policy's own recent edits with the score that the target image "
        "gives them, so that it learns to judge what it does now",
    )

    @model_validator(mode="after")
    def _own(self) -> Self:
        if self.own > self.batch_size:
            raise ValueError(f"own = {self.own} of {self.batch_size} samples: batch_size holds both")
        return self


class SepoConfig(StageConfig):
    """Synergistic editor-evaluator policy optimisation."""

    stage: Literal["sepo"]
    evaluator_loop: bool = Field(True, description="False: the ablation without evaluator trajectories")
    selective_masking: bool = Field(
        True, description="False: the ablation in which the editor learns from its own praise"
    )
    editor_share: float = Field(
        0.5, gt=0, le=1, description="of the queries; the others are the evaluator's (1:1 in the paper)"
    )
    corrector_share: float = Field(
        0.0,
        ge=0,
        lt=1,
        description="of the editor's queries in which it corrects itself: the edit and its judgement are the likeliest "
        "ones, G corrections of them are sampled, and only they carry loss. Not the paper's, which learns corrections "
        "by RFT alone",
    )
    corrector_below: float = Field(
        HIGH,
        gt=LOW,
        le=HIGH,
        description="the own score under which an edit is corrected there, and in use of the finished model",
    )
    eval_source: Literal["data", "rollouts", "mixed"] = Field(
        "data", description="what the evaluator judges: records, the policy's own recent edits, or both in turn"
    )
    score_function: str = Field(
        "reference",
        pattern=r"^(reference|[A-Za-z_][\w.]*:[A-Za-z_]\w*)$",
        description="target score of the policy's own edits: reference (by how far they are from the target image), or "
        "a function of yours, module:name, from the images before, after and wanted, (H, W, 3) uint8, to 1 to 5",
    )
    pool: int = Field(512, ge=1, description="own edits that are remembered")
    rollout: RolloutConfig = RolloutConfig()
    reward: RewardConfig = RewardConfig()
    advantage: AdvantageConfig = AdvantageConfig()
    loss_tokens: Literal["turn", "payload"] = Field(
        "turn",
        description=(
            "tokens of a learnt turn with loss: all (JarvisEvo), or its <tool_call> or <answer> alone, so that an "
            "advantage is not spread over thoughts"
        ),
    )
    drop_flat_groups: bool = Field(
        False, description="leave groups without spread out of the average over groups, instead of counting them as 0"
    )
    reflections: ReflectionConfig = ReflectionConfig()
    rehearsal: RehearsalConfig | None = Field(
        None, description="samples learnt beside the rewards; none: rewards alone"
    )
    num_iterations: int = Field(
        1,
        ge=1,
        description="optimiser steps on the same trajectories; more than 1 uses `clip` against the old probabilities",
    )
    clip: tuple[float, float] = Field(
        (0.2, 0.2), description="ε of the clipped ratio, below and above; with num_iterations 1 every ratio is 1"
    )

    @model_validator(mode="after")
    def _groups(self) -> Self:
        optim, size = self.optim, self.rollout.generations
        if (optim.global_batch or optim.batch_size * optim.accumulation) % size:
            what = (
                f"global_batch = {optim.global_batch}"
                if optim.global_batch
                else (f"batch_size × accumulation = {optim.batch_size * optim.accumulation}")
            )
            raise ValueError(f"{what} trajectories must hold whole groups of {size}")
        if self.corrector_share and not self.reward.weights.get("closeness"):
            raise ValueError(
                "corrector_share rewards corrections by the picture: give reward.weights.closeness a weight"
            )
        if self.reward.critic == "none" and self.reward.critic_role != "log":
            raise ValueError(f"critic_role {self.reward.critic_role} needs a critic: analytic, or KIND@URL#NAME")
        if self.rehearsal and (self.lora or self.sharding != "none"):
            raise ValueError("rehearsal trains all weights of a small model: leave lora and sharding out, or rehearsal")
        if self.data.judged_by == "images" and not self.selective_masking:
            raise ValueError(
                "judged_by images asks for judgements in a conversation of their own, which the editor's loop cannot"
                " learn from: selective_masking=true, or judged_by conversation"
            )
        if self.rollout.greedy_judgement and not self.selective_masking:
            raise ValueError(
                "greedy_judgement takes the likeliest of what is not learnt from, and without selective_masking it is:"
                " set one"
            )
        if self.rollout.vllm == "none" and self.rollout.importance_sampling != "none":
            raise ValueError("importance_sampling corrects vLLM's probabilities: set rollout.vllm, or leave it out")
        if self.rollout.vllm_sleep and self.rollout.vllm != "colocate":
            raise ValueError("vllm_sleep is for vllm: colocate: a server has devices of its own")
        if self.rollout.vllm_tensor_parallel > 1 and self.rollout.vllm != "colocate":
            raise ValueError("vllm_tensor_parallel is for vllm: colocate; a server is told when it is started")
        if self.save_steps % self.num_iterations:
            raise ValueError(
                f"save_steps {self.save_steps} must be a multiple of num_iterations {self.num_iterations}: a checkpoint"
                " holds no trajectories"
            )
        if self.reward.critic_role == "external" and (self.evaluator_loop or self.selective_masking):
            raise ValueError(
                "critic_role external is JarvisEvo's row without the evaluator's loop, in which the editor's own score"
                " is learnt: set evaluator_loop=false and selective_masking=false"
            )
        if self.rollout.expected_score and self.rollout.vllm != "none":
            raise ValueError("expected_score needs the probabilities of the model in this process: rollout.vllm=none")
        if not self.evaluator_loop and self.reward.critic_role == "target":
            raise ValueError("critic_role target is about evaluator trajectories, and evaluator_loop is off")
        return self


CONFIGS: dict[str, type[StageConfig]] = {"sft": SftConfig, "sepo": SepoConfig, "rft": RftConfig}


class _Stage(Config):
    model_config = ConfigDict(extra="ignore", frozen=True)
    stage: Stage


def load(path: str | Path, overrides: Sequence[str] = ()) -> StageConfig:
    """The config of a stage. ConfigError lists every problem."""
    stage = yaml_config.load(path, _Stage, overrides).stage
    return yaml_config.load(path, CONFIGS[stage], overrides)
