"""Nights set up inside a running site: clubs, pairs, a begun round, a token."""

from typing import Any

from tests.system.site import Site

PASSWORD = "a long enough word"
SCRIPT = """
import json
from django.utils import timezone
from clubs.models import PersonalToken, User
from clubs.services.clubs import club_create
from clubs.services.players import player_add
from tournaments.events.models import WhoWrites
from tournaments.events.selectors.public import number_in
from tournaments.phones.selectors.table_access import sitters_at, table_path
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_create
from tournaments.events.services.rounds import round_begin, rounds_plan

user = User.objects.create_user("secretary", password="{password}")
_, token = PersonalToken.objects.create(user=user, label="test")
nights = []
for _club in range({clubs}):
    club = club_create(name="Kill Club", owner=user)
    matches = []
    for evening in range({events}):
        event = event_create(
            club=club, name="A rough night", date=timezone.localdate(), created_by=user,
            rules={{"preset": "marks", "target": 1000}}, who_writes=WhoWrites.PLAYERS,
        )
        for pair in range({pairs}):
            names = [f"{{evening}}.{{pair}}{{letter}}" for letter in "ab"]
            entry_add(event=event, players=[player_add(club=club, name=name) for name in names])
        rounds = rounds_plan(event=event)
        round_begin(round=rounds[0])
        matches += [
            {{
                "id": game.match_id, "dealer": game.match.first_dealer,
                "path": table_path(event, table.number),
                "players": [
                    number_in(event.pk, player.pk) for player in sitters_at(event, table.number)
                ],
            }}
            for table in rounds[0].tables.all() for game in table.games.all()
        ]
    nights.append({{"slug": club.slug, "event": event.pk, "token": token, "matches": matches}})
print(json.dumps(nights))
"""


def set_up(site: Site, *, pairs: int, events: int = 1) -> dict[str, Any]:
    """``slug``, the last ``event``, ``token``, all ``matches``.

    Of each match ``id``, first ``dealer``, ``path`` of its table for phones, and its ``players``.
    """
    (night,) = set_up_clubs(site, 1, pairs=pairs, events=events)
    return night


def set_up_clubs(site: Site, clubs: int, *, pairs: int, events: int = 1) -> list[dict[str, Any]]:
    """The same for each of several clubs, all of one secretary."""
    nights: list[dict[str, Any]] = site.script(
        SCRIPT.format(clubs=clubs, pairs=pairs, events=events, password=PASSWORD)
    )
    return nights


def tally_hand(dealer: int, *, bidder: int, made: bool) -> dict[str, Any]:
    """A hand as a slip has it: one mark bid by ``bidder``, trumps fives, made or set."""
    seats = [(dealer + turn) % 4 for turn in range(1, 5)]
    return {
        "dealer": dealer,
        "auction": [{"seat": s, "bid": "1m" if s == bidder else "pass"} for s in seats],
        "contract": {"kind": "trump", "trump": 5},
        "tally": {"made": made},
    }
