"""Who and what made a run, for `Trajectory.meta`: model, sampling, versions, tokens, time."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from jarvisevo.agent.policy import Policy
from jarvisevo.agent.session import Session
from jarvisevo.files.versions import versions


def describe(session: Session, policy: Policy) -> dict[str, Any]:
    """Who and what made a run: for `Trajectory.meta`."""
    total = dict(session.usage)
    return {
        "policy": policy.name,
        "model": str(getattr(policy, "model", policy.name)),
        "sampling": _plain_sampling(session, policy),
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "versions": versions(),
        "seconds": round(session.seconds, 3),
        "usage": total,
        "tokens": session.tokens,
        "options": {
            name: getattr(session.options, name)
            for name in ("max_steps", "rounds", "max_tokens", "seconds", "image_max_pixels")
        },
        "notes": list(session.remarks),
    }


def _plain_sampling(session: Session, policy: Policy) -> Mapping[str, Any]:
    sampling = session.options.sampling or getattr(policy, "sampling", None)
    return vars(sampling) | {"seed": sampling.seed + session.options.seed} if sampling else {}
