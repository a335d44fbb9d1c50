"""The rule-based expert: reads English and Chinese, measures the photo, answers with develop settings and its reasons."""

from .policy import ExpertPolicy, Plan, plan
from .wish import Wish

__all__ = ["ExpertPolicy", "Plan", "Wish", "plan"]
