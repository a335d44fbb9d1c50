"""Benchmarks of judges: who tells a good edit, or a good answer, from a bad one as people do."""
