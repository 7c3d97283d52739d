"""One match by itself, outside of any event."""

from collections.abc import Mapping, Sequence
from typing import Any

from clubs.models import Club, Player
from scoring.labels import Label, LabelKind
from scoring.models import Match
from scoring.services.matches import Seating, matches_create


def match_create(
    *,
    club: Club,
    game: str,
    rules: Mapping[str, Any],
    stakes: Mapping[str, Any] | None,
    players: Sequence[Player],
    label: str = "",
    first_dealer: int = 0,
) -> Match:
    """Create a match with ``players`` in the order of seats; see ``matches_create``."""
    named = Label(LabelKind.NAME, {"name": label}) if label else Label()
    seating = Seating(players, named, first_dealer)
    return matches_create(club=club, game=game, rules=rules, stakes=stakes, seatings=[seating])[0]
