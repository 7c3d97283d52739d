"""An event's bracket with those who are in it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from tournaments.formats import FORMATS
from tournaments.models import Event, RoundState, Table
from tournaments.movements.brackets import Bracket
from tournaments.movements.brackets.drawing import DrawnPart
from tournaments.selectors.events import last_begun_number
from tournaments.selectors.lineups import Entrant, lineup
from tournaments.selectors.situations import situation_of, stored_rounds


@dataclass(frozen=True, slots=True)
class BracketView:
    """A drawing of brackets with the entrants by their numbers, as they are now.

    ``is_redrawn`` where each series is drawn anew, so that nothing is known of what follows.
    """

    bracket: Bracket
    entrants: Mapping[int, Entrant]
    is_redrawn: bool


def has_bracket(event: Event) -> bool:
    """Whether the event's format has brackets."""
    return FORMATS[event.format].bracket is not None


def bracket_view(event: Event) -> BracketView | None:
    """The bracket as it stands, planned rounds included; None where the format has none."""
    format_ = FORMATS[event.format]
    if format_.bracket is None:
        return None
    planned = event.rounds.filter(state=RoundState.PLANNED)
    situation = situation_of(event, announced=stored_rounds(planned))
    number = max(last_begun_number(event), 1)
    entrants = lineup(event).entrants(event.entries.all(), number)
    return BracketView(
        _in_room(event, format_.bracket(situation)),
        {entrant.number: entrant for entrant in entrants.values()},
        format_.draws_rounds,
    )


def _in_room(event: Event, bracket: Bracket) -> Bracket:
    """The bracket with the numbers that its tables have in the room. One query."""
    moved = Table.objects.filter(round__event=event, stands_at__isnull=False)
    numbers = {
        (round_, table): stands_at
        for round_, table, stands_at in moved.values_list("round__number", "number", "stands_at")
    }

    def seen(part: DrawnPart) -> DrawnPart:
        boxes = (
            replace(box, table=numbers.get((box.round or 0, box.table or 0), box.table))
            for box in part.boxes
        )
        return replace(part, boxes=tuple(boxes))

    return replace(bracket, parts=tuple(map(seen, bracket.parts))) if numbers else bracket
