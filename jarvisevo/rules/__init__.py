"""The rule-based expert: reads English and Chinese, measures the photo,
answers with develop settings and its reasons.
"""

from jarvisevo.rules.plan import Plan, plan

__all__ = ["Plan", "plan"]
