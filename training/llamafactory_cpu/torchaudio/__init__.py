"""Stands where PyPI's torchaudio cannot load; LLaMA-Factory imports it and uses it for sound alone."""

__version__ = "2.11.0"
