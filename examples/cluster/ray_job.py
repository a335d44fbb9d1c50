"""A stage on a Ray cluster, one launcher on each machine. Not run by us.

ray job submit --working-dir . -- python examples/cluster/ray_job.py configs/qwen3vl_8b/sepo.yaml [KEY=VALUE …]
"""

import subprocess
import sys

import ray
from ray.util.placement_group import placement_group
from ray.util.scheduling_strategies import PlacementGroupSchedulingStrategy

PER_MACHINE = 8
LAUNCH = "configs/qwen3vl_8b/accelerate_zero3.yaml"


@ray.remote(max_retries=0)
def address() -> str:
    """Of the machine that this runs on."""
    return str(ray.util.get_node_ip_address())


@ray.remote(max_retries=0)
def launched(rank: int, machines: int, head: str, arguments: list[str]) -> int:
    """accelerate's launcher on one machine -> its exit code."""
    places = ["--num_machines", machines, "--num_processes", machines * PER_MACHINE, "--machine_rank", rank]
    command = ["accelerate", "launch", "--config_file", LAUNCH, *places, "--main_process_ip", head]
    return subprocess.run([*map(str, command), "-m", "jarvisevo", "train", *arguments], check=False).returncode


def main(arguments: list[str]) -> int:
    """Train on all machines of the cluster -> 0, or the first exit code that is not."""
    ray.init()
    machines = int(ray.cluster_resources().get("GPU", 0)) // PER_MACHINE
    if not machines:
        print(f"no machine of this cluster has {PER_MACHINE} GPUs: change PER_MACHINE", file=sys.stderr)
        return 1
    group = placement_group([{"GPU": PER_MACHINE, "CPU": 1}] * machines, strategy="STRICT_SPREAD")
    ray.get(group.ready())
    place = [PlacementGroupSchedulingStrategy(group, placement_group_bundle_index=rank) for rank in range(machines)]
    head = ray.get(address.options(num_cpus=1, scheduling_strategy=place[0]).remote())
    running = [
        launched.options(num_cpus=1, num_gpus=PER_MACHINE, scheduling_strategy=where).remote(
            rank, machines, head, arguments
        )
        for rank, where in enumerate(place)
    ]
    return next((code for code in ray.get(running) if code), 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
