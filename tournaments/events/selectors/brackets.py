"""An event's bracket with its entries."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.pairings.drawing import Bracket, DrawnPart
from engine.pairings.formats import FORMATS
from tournaments.events.models import Event, RoundState, Table
from tournaments.events.selectors.events import Entrant, last_begun_number, lineup
from tournaments.events.selectors.pairing_state import pairing_state_of, stored_rounds
from tournaments.events.selectors.rounds import EventOverview


@dataclass(frozen=True, slots=True)
class BracketView:
    """A drawing of brackets with the current entrants by number.

    ``is_redrawn`` if each series is drawn separately, so that later opponents are unknown.
    """

    bracket: Bracket
    entrants: Mapping[int, Entrant]
    is_redrawn: bool


def has_bracket(event: Event) -> bool:
    """Whether the event's format has brackets."""
    return FORMATS[event.format].has_bracket


def bracket_view(event: Event, overview: EventOverview | None = None) -> BracketView | None:
    """Return the bracket, planned rounds included; None for formats without one.

    Passing an ``overview`` saves queries.
    """
    format_ = FORMATS[event.format]
    if not format_.has_bracket:
        return None
    planned = event.rounds.filter(state=RoundState.PLANNED)
    none_follows = overview is not None and overview.following is None
    announced = () if none_follows else stored_rounds(planned)
    pairing_state = pairing_state_of(event, announced=announced)
    entrants = overview.entrants if overview else _entrants(event)
    return BracketView(
        _in_room(
            format_.bracket(pairing_state), _seen_in(overview) if overview else _read_from(event)
        ),
        {entrant.number: entrant for entrant in entrants},
        format_.draws_rounds,
    )


def _entrants(event: Event) -> tuple[Entrant, ...]:
    number = max(last_begun_number(event), 1)
    return tuple(lineup(event).entrants(event.entries.all(), number).values())


def _in_room(bracket: Bracket, numbers: Mapping[tuple[int, int], int]) -> Bracket:
    """Return the bracket with the room's table numbers where these differ."""

    def seen(part: DrawnPart) -> DrawnPart:
        boxes = (
            replace(box, table=numbers.get((box.round or 0, box.table or 0), box.table))
            for box in part.boxes
        )
        return replace(part, boxes=tuple(boxes))

    return replace(bracket, parts=tuple(map(seen, bracket.parts))) if numbers else bracket


def _seen_in(overview: EventOverview) -> dict[tuple[int, int], int]:
    return {
        (round_.number, table.number): table.in_room
        for round_ in overview.rounds
        for table in round_.tables
        if table.in_room != table.number
    }


def _read_from(event: Event) -> dict[tuple[int, int], int]:
    moved = Table.objects.filter(round__event=event, stands_at__isnull=False)
    tables = moved.select_related("round")
    return {(table.round.number, table.number): table.in_room for table in tables}
