"""States of a photo's history: what stands, and what stands without, or with less of, what an earlier step did."""

import math
from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from editor_ops.masks.rows import CORRECTIONS
from editor_ops.parameters import Parameter
from editor_ops.photo import Photo
from editor_ops.settings import Settings, raw_start, started
from editor_ops.table import TABLE
from jarvisevo.record.history import History
from jarvisevo.rules.between import between, eased
from jarvisevo.rules.earlier.acts import says_less
from jarvisevo.rules.earlier.named import sliders_of, standing_names
from jarvisevo.rules.earlier.partly import Partly
from jarvisevo.rules.intent import Want
from jarvisevo.rules.language import read
from jarvisevo.rules.panel_numbers import as_panels_say
from jarvisevo.rules.plan import carry_out
from jarvisevo.rules.regions import boxes_of

RELATIVE = "relative words"
"""Who made a step that only scaled, dropped or restarted what stood."""

Slider = tuple[str, str]
"""The correction that a slider is of, "" for the whole picture, and Adobe's name of it."""


def changes(before: Settings, after: Settings) -> dict[str, Any]:
    """What a step sets, plain values by Adobe's name; what went back to its default too."""
    moved = after.diff(before)
    return Settings({name: new for name, (_, new) in moved.items()}).to_dict()


def last_edit(history: History) -> tuple[Settings, Settings]:
    """(the state before the last edit, what stands): where "a bit less" goes between; earlier such words are part
    of it, and so is "a bit less warm", after which "a bit less" asks for still less of what that took back. What such
    words did to an earlier step alone ("too warm", after "warmer" and "brighter") is no part of it.
    """
    first, states = history.now, history.states
    lessened, others = set[Slider](), set[Slider]()
    while first > 1:
        turn = history.turns[first - 1]
        took_back = says_less(turn.instruction) and _weaker(states[first], states[first - 1], states[0])
        if turn.by != RELATIVE and not took_back:
            break
        moved = _moved(states[first], states[first - 1])
        if turn.by == RELATIVE:
            others |= moved
        else:
            lessened |= moved
        first -= 1
    before, standing = states[max(first - 1, 0)], history.settings
    if others := others - _moved(states[first], before):
        before = _but(before, standing, others)
    return (_but(standing, before, lessened) if lessened else before), standing


def less_of_a_step(photo: Photo, history: History, part: Partly) -> Settings:
    """What stands, with less of an earlier step, or of some of what it was asked for."""
    standing, later = history.settings, history.turns[part.step : history.now]
    styled = any(want.what.startswith("look:") for want in part.wants)
    last = all(turn.by == RELATIVE for turn in later)
    before, after = last_edit(history) if last else (history.states[part.step - 1], history.states[part.step])
    if styled:
        asked = history.turns[part.step - 1].instruction
        before = _others_alone(photo, asked, part.wants, history.states[part.step - 1], after)
    if last:
        less = between(begun(photo, before, after), after, part.factor)
    else:
        again = any(turn.by == RELATIVE for turn in later)
        gone = {  # taken out since, or begun anew
            name
            for name in after.diff(before)
            if any(state[name] == before[name] for state in history.states[part.step + 1 : history.now + 1])
        }
        less = eased(begun(photo, before, after), after, standing, part.factor, again=again, gone=gone)
    if styled or not part.wants:
        return less
    names = {name for want in part.wants for name in sliders_of(want, standing)}
    values = {name: value for name, value in standing.values.items() if name not in names}
    groups = {g.get("CorrectionName"): g for g in less[CORRECTIONS] or () if g.get("CorrectionName") in names}
    if groups:
        values[CORRECTIONS] = [groups.get(g.get("CorrectionName"), g) for g in standing[CORRECTIONS]]
    return Settings(values | {name: less.values[name] for name in names if name in less.values}, standing.extra)


def _others_alone(photo: Photo, asked: str, wants: Collection[Want], before: Settings, after: Settings) -> Settings:
    """Where a request leads from `before` without some of its wants: planned anew, as a style has moved the sliders of
    the others as well. No slider goes further than it stands in `after`.
    """
    intent = as_panels_say(read(asked), asked, started(before, photo))
    rest = replace(intent, wants=tuple(want for want in intent.wants if want not in wants))
    alone = carry_out(photo, rest, boxes_of(asked), start=before).settings
    values = dict(alone.values)
    for name in alone.diff(before):
        if (row := TABLE[name]).kind == "number" and row.unit not in ("deg", "fraction"):
            low, high = sorted((before[name], after[name]))
            values[name] = min(max(alone[name], low), high)
    return Settings(values, after.extra)


def lost_again(history: History, what: str, chinese: bool) -> Settings | None:
    """What stands, with what words name as it was when it was last set; None where it is set, or never was."""
    if standing_names(what, chinese, history.settings, whole=True):
        return None
    for state in reversed(history.states):
        if names := standing_names(what, chinese, state, whole=True):
            groups = [g for g in state.values.get(CORRECTIONS, ()) if g.get("CorrectionName") in names]
            values = {name: state.values[name] for name in names if name in state.values}
            stood = history.settings.values
            both = {CORRECTIONS: (*stood.get(CORRECTIONS, ()), *groups)} if groups else {}
            return Settings({**stood, **values, **both}, history.settings.extra)
    return None


def begun(photo: Photo, before: Settings, after: Settings) -> Settings:
    """A state with what a RAW file begins with, its white balance too, where only the one after it says so."""
    shot = dict(zip(("Temperature", "Tint"), photo.as_shot or (), strict=False)) if photo.raw else {}
    begins = {name: value for name, value in (raw_start(photo) | shot).items() if name in after.values}
    return Settings(begins | dict(before.values), before.extra)


def _weaker(after: Settings, before: Settings, origin: Settings) -> bool:
    """Whether every slider that moved came nearer to where it was at first, and did not pass it."""
    moved = _moved(after, before)
    if any(_row(slider).kind != "number" for slider in moved):
        return False
    ways = [[_sliders(s).get(slider, _row(slider).default) for s in (origin, before, after)] for slider in moved]
    return all(0 <= (now - first) / (was - first or math.inf) < 1 for first, was, now in ways)


def _moved(after: Settings, before: Settings) -> set[Slider]:
    """The sliders that stand elsewhere in one state than in the other."""
    now, was = _sliders(after), _sliders(before)
    return {s for s in {*now, *was} if now.get(s, _row(s).default) != was.get(s, _row(s).default)}


def _but(standing: Settings, before: Settings, sliders: Collection[Slider]) -> Settings:
    """What stands, with some sliders as they were before."""
    was = {slider: value for slider, value in _sliders(before).items() if slider in sliders}

    def put_back(place: str, values: Mapping[str, Any]) -> dict[str, Any]:
        left = {name: value for name, value in values.items() if (place, name) not in sliders}
        return left | {name: value for (where, name), value in was.items() if where == place}

    values = put_back("", standing.values)
    if groups := standing[CORRECTIONS]:
        values[CORRECTIONS] = tuple(put_back(str(group.get("CorrectionName")), group) for group in groups)
    return Settings(values, standing.extra)


def _sliders(settings: Settings) -> Mapping[Slider, float]:
    """Every slider that is set, in the whole picture and in corrections; `_row` says which are no numbers."""
    values = {("", name): value for name, value in settings.values.items() if name != CORRECTIONS}
    for group in settings[CORRECTIONS] or ():
        values |= {(str(group.get("CorrectionName")), n): v for n, v in group.items() if n.startswith("Local")}
    return values


def _row(slider: Slider) -> Parameter:
    place, name = slider
    return TABLE[f"{CORRECTIONS}.{name}" if place else name]
