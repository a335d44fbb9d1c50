"""The environment under the one-word name by which `verifiers` finds it: `vf-eval jarvisevo-verifiers`."""

from training.environments.verifiers_env import PhotoEnv, PhotoTaskset

__all__ = ["PhotoEnv", "PhotoTaskset"]
