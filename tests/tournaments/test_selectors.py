"""What pages and API read of an event, in a constant number of queries."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Player
from scoring.models import Match
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry, match_of
from tournaments.events.models import Event, Game
from tournaments.events.selectors.events import (
    entered_player_ids,
    entrant_name,
    events_of,
    lineups_at,
    next_round_number,
)
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.selectors.standings import cross_table, standings_for
from tournaments.events.services.entries import entry_add, entry_substitute, entry_withdraw
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

Bid = Callable[..., Match]


def test_a_pair_is_called_by_both_names(players: list[Player]) -> None:
    assert entrant_name(players[:2]) == "Ada & Ben"
    assert entrant_name(players[:1]) == "Ada"


def test_the_overview_shows_every_round_with_totals_and_winners(
    running: Event, win: Bid, bid: Bid
) -> None:
    win(match_of(running, 1, 1), 1, loser_marks=3)
    bid(match_of(running, 1, 2), 0, marks=2)
    overview = event_overview(running)
    assert [view.number for view in overview.rounds] == [1, 2, 3]
    first = overview.rounds[0]
    assert overview.current is first
    assert overview.following is overview.rounds[1]
    table, two = first.tables
    assert [side.name for side in table.entrants] == ["Ada & Ben", "Gus & Hal"]
    game = table.games[0]
    assert (game.totals, game.winner, game.is_over) == ((3, 7), table.entrants[1], True)
    assert (two.games[0].totals, two.games[0].winner, two.games[0].is_begun) == ((2, 0), None, True)
    assert (table.is_over, two.is_over, first.is_over) == (True, False, False)
    assert overview.open_tables == (two,)


def test_a_bye_is_shown_as_such(make_event: EventMaker) -> None:
    event = make_event(pairs=3)
    drawn_and_begun(event)
    playing, bye = event_overview(event).rounds[0].tables
    assert (playing.is_bye, bye.is_bye) == (False, True)
    assert [entrant.number for entrant in bye.entrants] == [1]
    assert (bye.games, bye.is_over) == ((), True)
    assert not playing.is_over


def test_before_the_plan_there_is_no_round(event: Event) -> None:
    overview = event_overview(event)
    assert (overview.rounds, overview.current, overview.following) == ((), None, None)
    assert [entrant.number for entrant in overview.entrants] == [1, 2, 3, 4]


def test_each_round_shows_who_sat_then(running: Event, players: list[Player]) -> None:
    entry_substitute(entry=entry(running, 1), place=0, player=players[12])
    begin_next(running)
    overview = event_overview(running)
    shown = [
        entrant.name
        for view in overview.rounds
        for table in view.tables
        for entrant in table.entrants
        if entrant.number == 1
    ]
    assert shown == ["Ada & Ben", "Mia & Ben", "Mia & Ben"]
    assert overview.entrants[0].name == "Mia & Ben"


def test_a_latecomer_has_a_name_before_its_first_round(
    running: Event, players: list[Player]
) -> None:
    late = entry_add(event=running, players=players[8:10])
    assert lineups_at(running, 1)[late.pk] == tuple(players[8:10])
    standings_refresh(event_id=running.pk)
    assert "Ida & Jon" in {row.entrant.name for row in standings_for(running).rows}


def test_the_cross_table_shows_each_game_from_both_sides(running: Event, win: Bid) -> None:
    match = win(match_of(running, 1, 1), 1, loser_marks=3)
    rows = cross_table(running)
    assert [row.entrant.number for row in rows] == [1, 2, 3, 4]
    (loser,), (winner,) = rows[0].cells[3], rows[3].cells[0]
    assert (loser.total, loser.against, loser.won, loser.is_over) == (3, 7, False, True)
    assert (winner.total, winner.against, winner.won, winner.round_number) == (7, 3, True, 1)
    assert loser.match_id == winner.match_id == match.pk
    assert rows[0].cells[0] == rows[0].cells[1] == ()


def test_standings_say_how_fresh_they_are(running: Event, bid: Bid) -> None:
    fresh = standings_for(running)
    assert (fresh.is_stale, fresh.version, fresh.is_final) == (False, running.version, False)
    assert fresh.as_of == running.standings_at
    bid(match_of(running, 1, 1), 0)
    running.refresh_from_db()
    stale = standings_for(running)
    assert (stale.is_stale, stale.as_of) == (True, fresh.as_of)


def test_columns_begin_with_games_and_the_event_s_order(running: Event) -> None:
    running.tie_breaks = ["difference", "head_to_head"]
    columns = standings_for(running).columns
    assert [(column.metric.key, column.decides) for column in columns] == [
        ("games_played", False),
        ("difference", True),
        ("head_to_head", True),
        ("games_won", False),
        ("games_lost", False),
        ("points", False),
        ("points_against", False),
        ("times_set", False),
    ]


def test_entered_players_are_those_who_have_a_place_now(
    running: Event, players: list[Player]
) -> None:
    entry_withdraw(entry=entry(running, 4))
    entry_substitute(entry=entry(running, 1), place=0, player=players[12])
    expected = {players[place].pk for place in (1, 2, 3, 4, 5, 12)}
    assert entered_player_ids(running) == expected


def test_a_club_s_events_come_with_their_numbers(running: Event, make_event: EventMaker) -> None:
    entry_withdraw(entry=entry(running, 4))
    listed: Any = events_of(running.club).get(pk=running.pk)
    # One that drops out has played: it still counts among those who took part.
    assert (listed.entry_count, listed.begun_count) == (4, 1)
    assert next_round_number(running) == 2


@pytest.mark.parametrize(
    ("read", "most"),
    [(event_overview, 6), (standings_for, 4), (cross_table, 5)],
    ids=["overview", "standings", "cross table"],
)
def test_reading_takes_the_same_queries_however_much_was_played(
    read: Callable[[Event], Any], most: int, running: Event, win: Bid
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            read(running)
        return len(captured)

    assert cost() == most
    for table in (1, 2):
        win(match_of(running, 1, table), 0, loser_marks=5)
    begin_next(running)
    win(match_of(running, 2, 1), 0, loser_marks=5)
    standings_refresh(event_id=running.pk)
    running.refresh_from_db()
    assert cost() == most


def test_a_large_event_leaves_out_the_tables_of_rounds_that_are_complete_or_to_come(
    running: Event, win: Bid, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tournaments.events.selectors.rounds.MOST_TABLES", 5)
    for table in (1, 2):
        win(match_of(running, 1, table), 0)
    begin_next(running)
    win(match_of(running, 2, 1), 0)

    def shown(*unfolded: int) -> list[tuple[int, int, bool]]:
        overview = event_overview(running, unfolded=unfolded)
        assert overview.is_large
        assert [table.in_room for table in overview.open_tables] == [2]
        rounds = overview.rounds
        return [(len(round_.tables), round_.left_out, round_.is_over) for round_ in rounds]

    assert shown() == [(0, 2, True), (2, 0, False), (2, 0, False)]
    assert shown(1) == [(2, 0, True), (2, 0, False), (2, 0, False)]
    dispute = Game.objects.filter(match=match_of(running, 1, 1))
    dispute.update(is_disputed=True)
    (first, *_later) = event_overview(running, unfolded=()).rounds
    assert (len(first.tables), first.is_over) == (2, False)
