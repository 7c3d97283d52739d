"""An event in Portable Bridge Notation: what its games say of it, and all its hands."""

from collections.abc import Iterator

from games.pbn import HandNotation
from scoring.models import Match
from scoring.selectors.pbn import hands_written
from tournaments.models import Event


def event_tags(event: Event) -> dict[str, str]:
    """Return the tags that name the event."""
    return {"Event": event.name, "Site": event.place, "Date": f"{event.date:%Y.%m.%d}"}


def event_hands(event: Event, notation: HandNotation) -> Iterator[str]:
    """Yield the hands round by round, table by table. Three queries."""
    matches = Match.objects.filter(game_of__table__round__event=event)
    matches = matches.select_related("game_of__table__round").prefetch_related("seats", "hands")
    order = ("game_of__table__round__number", "game_of__table__number", "game_of__number")
    for match in matches.order_by(*order):
        table = match.game_of.table
        place = {"Round": str(table.round.number), "Table": str(table.number)}
        yield from hands_written(match, notation, {**event_tags(event), **place})
