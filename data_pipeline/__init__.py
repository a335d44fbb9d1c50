"""Building of training data: before/after pairs, instructions, reasoning, evaluations, filters.
Stages arrive one by one.
"""
