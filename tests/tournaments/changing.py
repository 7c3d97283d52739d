"""Nights of single players at Texas 42."""

import datetime
from collections.abc import Sequence

from clubs.models import Club, Player, User
from tournaments.events.models import Event
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create


def night(
    club: Club, owner: User, players: Sequence[Player], format_: str, **options: int
) -> Event:
    """An event of these players in a format for single players, ranked by games and marks."""
    event = event_create(
        club=club,
        name="Night",
        date=datetime.date(2026, 11, 20),
        created_by=owner,
        game="texas42",
        rules={"preset": "marks"},
        format=format_,
        format_options=options,
        tie_breaks=["games_won", "points"],
    )
    entries_add(event=event, lineups=[[player] for player in players])
    return event
