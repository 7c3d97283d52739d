"""Single players at Texas 42, through the services: whole evenings, and rounds that follow."""

from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest

from clubs.models import Club, Player, User
from engine.pairings.balance import balance
from engine.pairings.state import PlannedRound
from scoring.models import Match
from tests.refused import refused
from tests.tournaments.changing import night
from tests.tournaments.conftest import begin_next, drawn_and_begun, entry, match_of
from tournaments.events.models import Event, RoundState
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.selectors.standings import standings_for
from tournaments.events.services.entries import entry_add, entry_withdraw
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

Win = Callable[..., Match]
MakeNight = Callable[..., Event]


@pytest.fixture
def make_night(club: Club, owner: User, players: list[Player]) -> MakeNight:
    """``make_night(count, format, **options)``: an event of so many single players at 42."""

    def make(count: int, format_: str = "rotating_partners", **options: int) -> Event:
        return night(club, owner, players[:count], format_, **options)

    return make


def rounds_of(event: Event, state: RoundState) -> tuple[PlannedRound, ...]:
    return stored_rounds(event.rounds.filter(state=state))


def play_round(event: Event, win: Win, wins: Counter[int], marks: Counter[int]) -> PlannedRound:
    """Begins the next round; at odd tables 0 and 2 win, at even ones 1 and 3, with 7 to 1."""
    number = begin_next(event).number
    played = rounds_of(event, RoundState.BEGUN)[-1]
    for place, table in enumerate(played.tables, start=1):
        side = (place + number) % 2
        win(match_of(event, number, place), side, loser_marks=1)
        wins.update(table[side::2])
        for entered in table[side::2]:
            marks[entered] += 7
        for entered in table[1 - side :: 2]:
            marks[entered] += 1
    return played


def standings_of(event: Event) -> dict[int, tuple[Any, ...]]:
    """Games won and marks for by entry, computed anew."""
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    standings = standings_for(event)
    keys = [column.metric.key for column in standings.columns]
    return {
        row.entrant.number: tuple(row.cells[keys.index(key)] for key in ("games_won", "points"))
        for row in standings.rows
    }


def test_nine_players_all_have_one_another_once_as_partner(make_night: MakeNight, win: Win) -> None:
    event = make_night(9, rounds=0)
    assert len(rounds_plan(event=event, shuffle=True, seed="tonight")) == 9
    wins, marks = Counter[int](), Counter[int]()
    for _ in range(9):
        play_round(event, win, wins, marks)
    measured = balance(range(1, 10), rounds_of(event, RoundState.BEGUN), sides=2)
    assert measured.partners is not None
    assert measured.opponents is not None
    assert {count for row in measured.partners.counts for count in row} == {0, 1}
    assert measured.partners.repeats == 0
    assert {count for row in measured.opponents.counts for count in row} == {0, 2}
    assert measured.byes == (1,) * 9
    assert standings_of(event) == {number: (wins[number], marks[number]) for number in range(1, 10)}


def test_fourteen_players_through_an_evening_with_comings_and_goings(
    make_night: MakeNight, win: Win, players: list[Player]
) -> None:
    event = make_night(14)
    assert len(rounds_plan(event=event)) == 7
    wins, marks = Counter[int](), Counter[int]()
    for _ in range(3):
        play_round(event, win, wins, marks)
    entry_withdraw(entry=entry(event, 5))
    entry_add(event=event, players=[players[14]])
    entry_add(event=event, players=[players[15]])
    for planned in rounds_of(event, RoundState.PLANNED):
        assert (len(planned.tables), len(planned.byes)) == (3, 3)
    for _ in range(4):
        play_round(event, win, wins, marks)
    played = rounds_of(event, RoundState.BEGUN)
    measured = balance(range(1, 17), played, sides=2)
    assert measured.partners is not None
    assert measured.partners.repeats == 0
    for before, after in pairwise(played):
        assert not set(before.byes) & set(after.byes)
    # Three rounds with two and four with three left over: once or twice for who was there always.
    assert {measured.byes[number - 1] for number in range(1, 15) if number != 5} <= {1, 2}
    assert standings_of(event) == {number: (wins[number], marks[number]) for number in range(1, 17)}


def test_a_player_who_wins_moves_up_with_his_partner_and_they_are_parted(
    make_night: MakeNight, win: Win
) -> None:
    event = make_night(12, "progressive")
    assert len(rounds_plan(event=event)) == 1
    begin_next(event)
    (first,) = rounds_of(event, RoundState.BEGUN)
    for place in (1, 2, 3):
        win(match_of(event, 1, place), 0)
    assert len(rounds_plan(event=event)) == 1
    (second,) = rounds_of(event, RoundState.PLANNED)
    up, down = [set(table[::2]) for table in first.tables], [set(t[1::2]) for t in first.tables]
    assert [set(table) for table in second.tables] == [
        up[0] | up[1],
        up[2] | down[1],
        down[0] | down[2],
    ]
    assert event.lots.filter(purpose="round.2").exists()


def test_tables_follow_the_standings(make_night: MakeNight, win: Win) -> None:
    event = make_night(8, "by_standing", pattern=1)
    drawn_and_begun(event)
    win(match_of(event, 1, 1), 1, loser_marks=2)
    win(match_of(event, 1, 2), 0, loser_marks=5)
    rounds_plan(event=event)
    (second,) = rounds_of(event, RoundState.PLANNED)
    # 1 and 3 played 2 and 4, who won; 5 and 7 won against 6 and 8, who came nearer.
    assert [set(table) for table in second.tables] == [{2, 4, 5, 7}, {6, 8, 1, 3}]


def test_after_three_rounds_the_best_of_a_table_moves_up(make_night: MakeNight, win: Win) -> None:
    event = make_night(8, "ladder")
    for number in (1, 2, 3):
        drawn_and_begun(event)
        played = rounds_of(event, RoundState.BEGUN)[-1]
        for place, table in enumerate(played.tables, start=1):
            win(match_of(event, number, place), table.index(1 if place == 1 else 8) % 2)
    rounds_plan(event=event)
    (fourth,) = rounds_of(event, RoundState.PLANNED)
    assert 1 in fourth.tables[0]
    assert 8 in fourth.tables[0]
    assert len(set(fourth.tables[0]) & {1, 2, 3, 4}) == 3


@pytest.mark.parametrize("format_", ["progressive", "by_standing", "ladder"])
def test_no_round_follows_while_a_table_is_playing(
    format_: str, make_night: MakeNight, win: Win
) -> None:
    event = make_night(8, format_)
    drawn_and_begun(event)
    win(match_of(event, 1, 1), 0)
    with refused("still_playing"):
        rounds_plan(event=event)
