"""An event's bracket with those who are in it."""

from collections.abc import Mapping
from dataclasses import dataclass

from tournaments.formats import FORMATS
from tournaments.models import Event, RoundState
from tournaments.movements.brackets import Bracket
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
        format_.bracket(situation),
        {entrant.number: entrant for entrant in entrants.values()},
        format_.draws_rounds,
    )
