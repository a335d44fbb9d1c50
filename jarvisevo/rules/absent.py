"""Which of the places and things that an instruction names are not in a photo."""

from collections.abc import Sequence
from dataclasses import replace

from editor_ops.photo import Photo
from jarvisevo.rules.desk import Desk
from jarvisevo.rules.intent import Intent
from jarvisevo.rules.language.explain import where_text
from jarvisevo.rules.regions import Regions


def absent(photo: Photo, intent: Intent, boxes: Sequence[str] = ()) -> tuple[str, ...]:
    """Names of what is not found, in the order of the words; boxes: what stood in <box> tags."""
    regions = Regions(Desk(photo), boxes, intent.language == "zh")
    regions.know(intent)
    places = [want.where for want in intent.wants] + [keep.where for keep in intent.keep]
    named = [place for place in places if place.name != "all" or place.box >= 0]
    names = [where_text(place) for place in named if regions.find(replace(place, outside=False)) is None]
    return tuple(dict.fromkeys(names))
