"""The first evening of a season of any game, from its set-up to its standings."""

import datetime
from collections.abc import Sequence

from django.test import Client

from clubs.models import Club, User
from clubs.services.players import players_add_many
from games.presenter import GamePresenter
from leagues.models import Season
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import contenders_add, season_create
from scoring.models import Match
from tournaments.events.models import Event
from tournaments.events.services.rounds import round_begin, rounds_plan

DAY = datetime.date(2026, 11, 20)
NAMES = ("Ann", "Bea", "Carl", "Dan")


def evening_of(club: Club, owner: User, game: GamePresenter) -> tuple[Season, Event]:
    """Return the season and its event of four players, the first round begun."""
    players = players_add_many(club=club, names=list(NAMES))
    season = season_create(club=club, created_by=owner, name="Autumn", game=game.name, dates=[DAY])
    lineups = [players[::2], players[1::2]] if game.in_teams else [[one] for one in players]
    contenders_add(division=season.divisions.get(), lineups=lineups)
    event = evening_event_create(evening=season.evenings.get(), created_by=owner)
    rounds_plan(event=event)
    round_begin(round=event.rounds.earliest("number"), seed="one")
    return season, event


def lines_type(match: Match, lines: Sequence[str], client: Client) -> None:
    """Type the hands of a match, one line each."""
    at = f"/c/{match.club.slug}/matches/{match.pk}/hands/"
    for number, line in enumerate(lines, start=1):
        match.refresh_from_db()
        given = {"number": number, "dealer": match.next_dealer, "mode": "quick"}
        answer = client.post(at, given | {"key": f"k{number}", "command": line})
        assert answer.status_code < 400, answer.content.decode()
