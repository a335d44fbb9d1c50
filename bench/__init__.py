"""Measurements of the project: fidelity to Adobe's renders, speed and memory. One module each, run by `python -m`."""
