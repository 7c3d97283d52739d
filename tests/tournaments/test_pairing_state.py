"""Where an event stands, in the words of the movements."""

from typing import Any

import pytest

from clubs.models import User
from engine.standings.series import meeting_is_over
from scoring.models import Match
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.naive import result
from tournaments.events.models import Entry, Event, Game, Lot, RoundState, Table, TableSeat
from tournaments.events.selectors.pairing_state import (
    draw_order,
    games_played,
    pairing_state_of,
    table_result,
)
from tournaments.events.services.decisions import adjustment_make, table_forfeit
from tournaments.events.services.entries import entry_add
from tournaments.events.services.planning import series_length
from tournaments.events.services.rounds import rounds_plan


def games(*ended: tuple[tuple[int, int], int | None] | None) -> list[Game]:
    """Games by their totals and who won (``None``: nobody); ``None`` for one that is open."""
    return [
        Game(number=number, match=Match(totals=list(ending[0]), winner=ending[1], is_over=True))
        if ending
        else Game(number=number, match=Match(totals=[1, 0]))
        for number, ending in enumerate(ended, start=1)
    ]


def seats(*sides: int, gave_up: tuple[int, ...] = ()) -> list[TableSeat]:
    """Entries numbered from 11 in their places, by the sides they sit on."""
    return [
        TableSeat(place=place, side=side, forfeited=side in gave_up, entry=Entry(number=11 + place))
        for place, side in enumerate(sides)
    ]


HOME, AWAY = ((7, 3), 0), ((5, 7), 1)
LEVEL = ((4, 4), None)
TABLES: list[Any] = [
    # best of, games, who gave up, decided side, is over, winners, games won, marks
    (0, [HOME], (), None, True, {11}, (1, 0), (7, 3)),
    (0, [None], (), None, False, set(), (0, 0), (1, 0)),
    (0, [HOME, None], (), None, False, set(), (1, 0), (8, 3)),
    (0, [HOME, AWAY], (), None, True, {11}, (1, 1), (12, 10)),  # level in games: by marks
    (0, [LEVEL], (), None, True, set(), (0, 0), (4, 4)),
    (0, [LEVEL], (), 1, True, {12}, (0, 0), (4, 4)),  # decided at the table
    (3, [HOME, HOME, None], (), None, True, {11}, (2, 0), (14, 6)),  # the third is not counted
    (3, [AWAY, AWAY, HOME], (), None, True, {12}, (0, 2), (10, 14)),
    (3, [HOME, AWAY, None], (), None, False, set(), (1, 1), (13, 10)),
    (0, [None], (0,), None, True, {12}, (0, 0), (1, 0)),
    (3, [HOME, None, None], (0,), None, True, {12}, (1, 0), (9, 3)),
    (0, [HOME], (0, 1), None, True, set(), (1, 0), (7, 3)),
]


@pytest.mark.parametrize(
    ("best_of", "ended", "gave_up", "decided", "over", "winners", "won", "marks"), TABLES
)
def test_a_table_s_result_is_read_off_its_games(
    best_of: int,
    ended: list[Any],
    gave_up: tuple[int, ...],
    decided: int | None,
    won: tuple[int, int],
    marks: tuple[int, int],
    winners: set[int],
    *,
    over: bool,
) -> None:
    table = Table(best_of=best_of, decided_side=decided)
    verdict_of_table = table_result(table, seats(0, 1, gave_up=gave_up), games(*ended))
    assert verdict_of_table.is_over is over
    assert verdict_of_table.winners == winners
    assert (verdict_of_table.won[11], verdict_of_table.won[12]) == won
    assert (verdict_of_table.marks[11], verdict_of_table.marks[12]) == marks


def test_partners_win_and_lose_together() -> None:
    verdict_of_table = table_result(Table(), seats(0, 1, 0, 1), games(AWAY))
    assert verdict_of_table.winners == {12, 14}
    assert verdict_of_table.won == {11: 0, 12: 1, 13: 0, 14: 1}
    assert verdict_of_table.marks == {11: 5, 12: 7, 13: 5, 14: 7}


SERIES = [
    (0, [], False),
    (0, [HOME], True),
    (0, [HOME, None], False),
    (3, [HOME, HOME, None], True),
    (3, [HOME, AWAY, None], False),
    (5, [HOME, HOME, None, None, None], False),
    (5, [HOME, HOME, HOME, None, None], True),
]


@pytest.mark.parametrize(("best_of", "ended", "over"), SERIES)
def test_a_series_is_over_once_more_than_half_is_won(
    best_of: int, ended: list[Any], *, over: bool
) -> None:
    assert meeting_is_over(best_of, games_played(games(*ended))) is over


# --- the order of the draw


def seeded(event: Event, seeds: dict[int, int]) -> None:
    for number, seed in seeds.items():
        event.entries.filter(number=number).update(seed=seed)


ORDERS: list[Any] = [
    # seeds by number, the order drawn, expected
    ({}, None, (1, 2, 3, 4)),
    ({}, [3, 1, 4, 2], (3, 1, 4, 2)),
    ({4: 1, 2: 2}, None, (4, 2, 1, 3)),
    ({4: 1, 2: 2}, [3, 1, 4, 2], (4, 2, 3, 1)),  # the seeded first, the others as drawn
    ({}, [3, 1], (3, 1, 2, 4)),  # those who came after the draw stand behind
    ({3: 1, 1: 1}, None, (1, 3, 2, 4)),  # the same seed: by number
]


@pytest.mark.parametrize(("seeds", "drawn", "expected"), ORDERS)
def test_the_seeded_come_first_then_those_drawn_then_the_late(
    seeds: dict[int, int], drawn: list[int] | None, expected: tuple[int, ...], event: Event
) -> None:
    seeded(event, seeds)
    if drawn:
        Lot.objects.create(event=event, purpose="order", seed="x", outcome={"order": drawn})
    assert draw_order(event) == expected


def test_the_newest_draw_of_the_order_holds(event: Event) -> None:
    for purpose, order in (("order", [1, 2, 3, 4]), ("order.2", [4, 3, 2, 1])):
        Lot.objects.create(event=event, purpose=purpose, seed="x", outcome={"order": order})
    assert draw_order(event) == (4, 3, 2, 1)


# --- the whole situation


def test_a_situation_holds_what_was_played_and_what_came_of_it(running: Event) -> None:
    result(match_of(running, 1, 1), 7, 2)
    state = pairing_state_of(running)
    assert [planned.tables for planned in state.played] == [((1, 4), (2, 3))]
    first, two = state.results[0]
    assert first.winners == {1}
    assert not two.is_over
    assert state.is_waiting
    assert state.ranking == ()


def test_a_meeting_given_up_is_waited_for_no_longer(running: Event) -> None:
    result(match_of(running, 1, 1), 7, 2)
    table = Table.objects.get(round__event=running, round__number=1, number=2)
    table_forfeit(table=table, entry=entry(running, 3))
    state = pairing_state_of(running)
    assert not state.is_waiting
    assert state.results[0][1].winners == {2}


# --- formats whose rounds follow from results


@pytest.fixture
def swiss(make_event: EventMaker) -> Event:
    event = make_event(pairs=4, format="swiss", format_options={"rounds": 3})
    rounds_plan(event=event)
    return event


def planned(event: Event) -> list[int]:
    rounds = event.rounds.filter(state=RoundState.PLANNED)
    return list(rounds.values_list("number", flat=True))


def ended(event: Event, number: int) -> None:
    """The home side wins everywhere."""
    for table in (1, 2):
        result(match_of(event, number, table), 7, 2)


def test_only_the_next_round_is_planned_where_rounds_follow_from_results(swiss: Event) -> None:
    assert planned(swiss) == [1]
    begin_next(swiss)
    assert planned(swiss) == []


def test_no_round_is_planned_while_a_table_is_playing(swiss: Event) -> None:
    begin_next(swiss)
    result(match_of(swiss, 1, 1), 7, 2)
    with refused("still_playing"):
        rounds_plan(event=swiss)
    table = Table.objects.get(round__event=swiss, number=2)
    table_forfeit(table=table, entry=table.seats.all()[1].entry)
    rounds_plan(event=swiss)
    assert planned(swiss) == [2]


def test_nothing_more_is_planned_when_all_is_played(swiss: Event) -> None:
    for number in (1, 2, 3):
        if number > 1:
            rounds_plan(event=swiss)
        begin_next(swiss)
        ended(swiss, number)
    with refused("all_played"):
        rounds_plan(event=swiss)


def test_a_latecomer_does_not_plan_a_round_that_nobody_asked_for(
    swiss: Event, players: list[Any]
) -> None:
    begin_next(swiss)
    entry_add(event=swiss, players=players[18:20])
    assert planned(swiss) == []


def test_a_penalty_moves_the_ranking_that_a_format_asks_for(
    make_event: EventMaker, players: list[Any], owner: User
) -> None:
    event = make_event(pairs=0, format="by_standing")
    for player in players[:8]:
        entry_add(event=event, players=[player])
    drawn_and_begun(event)
    ended(event, 1)
    first = pairing_state_of(event).ranking[0]
    adjustment_make(entry=entry(event, first), by=owner, reason="late", games=-3)
    assert pairing_state_of(event).ranking[-1] == first


LENGTHS = [([], 1, 0), ([3], 1, 3), ([5, 3], 1, 5), ([5, 3], 2, 3), ([5, 3], 9, 3)]


@pytest.mark.parametrize(("lengths", "number", "best_of"), LENGTHS)
def test_lengths_of_series_go_by_round_and_the_last_repeats(
    lengths: list[int], number: int, best_of: int
) -> None:
    assert series_length(Event(best_of=lengths), number) == best_of


def test_a_series_has_as_many_games_as_it_may_last(make_event: EventMaker) -> None:
    event = make_event(best_of=[5, 3])
    drawn_and_begun(event)
    begin_next(event)
    tables = Table.objects.filter(round__event=event, round__state=RoundState.BEGUN)
    tables = tables.order_by("round__number", "number")
    assert [(table.best_of, table.games.count()) for table in tables] == [
        *((5, 5), (5, 5)),
        *((3, 3), (3, 3)),
    ]
