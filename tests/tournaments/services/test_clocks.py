"""The round clock, time called on a whole round, and level meetings decided."""

import datetime
from collections.abc import Callable

import pytest
from django.utils import timezone

from clubs.models import User
from scoring.models import Match
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, match_of
from tournaments.events.models import Clock, DecisionKind, Event, PlayOff, Round, Table
from tournaments.events.selectors.clocks import seconds_left, usual_minutes
from tournaments.events.selectors.pairing_state import pairing_state_of
from tournaments.events.services.clocks import (
    clock_extend,
    clock_pause,
    clock_start,
    time_call,
    time_uncall,
)
from tournaments.events.services.events import event_finish
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.tables import table_decide, table_decision_undo

Bid = Callable[..., Match]


def first(event: Event) -> Round:
    return event.rounds.get(number=1)


def back(clock: Clock, seconds: int) -> Clock:
    """The clock as if it had been started so much earlier."""
    assert clock.running_since is not None
    clock.running_since -= datetime.timedelta(seconds=seconds)
    clock.save()
    return clock


@pytest.fixture
def series(make_event: EventMaker) -> Event:
    """Four pairs, series of three games, the first round begun."""
    event = make_event(best_of=[3])
    drawn_and_begun(event)
    return event


@pytest.mark.parametrize("minutes", [-1, 601])
def test_a_clock_has_minutes_that_a_round_may_last(minutes: int, running: Event) -> None:
    with refused("minutes_range"):
        clock_start(round=first(running), minutes=minutes)
    assert not Clock.objects.exists()


def test_time_is_not_taken_back_in_a_finished_event(running: Event, owner: User) -> None:
    time_call(round=first(running), by=owner)
    event_finish(event=running, unfinished=True)
    with refused("closed"):
        time_uncall(round=first(running))
    assert Match.objects.filter(called_after__isnull=False).count() == 2


def test_the_clock_runs_down_and_a_pause_holds_it(running: Event) -> None:
    clock = back(clock_start(round=first(running), minutes=25), 300)
    assert seconds_left(clock, timezone.now()) == 20 * 60
    clock_pause(round=first(running))
    clock.refresh_from_db()
    later = timezone.now() + datetime.timedelta(hours=1)
    assert seconds_left(clock, later) == 20 * 60
    clock_start(round=first(running))
    clock_extend(round=first(running), minutes=5)
    clock.refresh_from_db()
    assert seconds_left(clock, timezone.now()) == 25 * 60


def test_the_minutes_are_those_of_the_event(make_event: EventMaker) -> None:
    event = make_event(round_minutes=50)
    rounds_plan(event=event)
    with refused("not_begun"):
        clock_start(round=first(event))
    begin_next(event)
    assert clock_start(round=first(event)).seconds == 3000


def test_brackets_after_groups_may_have_minutes_of_their_own(make_event: EventMaker) -> None:
    event = make_event(
        format="qualifying", format_options={"bracket_minutes": 75}, round_minutes=25
    )
    stages = ("groups", "bracket", "")
    minutes = [usual_minutes(event, Round(event=event, stage=stage)) for stage in stages]
    assert minutes == [25, 75, 25]


@pytest.mark.parametrize("minutes", [-25, 600])
def test_a_round_is_neither_nothing_nor_endless(minutes: int, running: Event) -> None:
    clock_start(round=first(running), minutes=25)
    with refused("minutes_range"):
        clock_extend(round=first(running), minutes=minutes)


def test_hands_under_way_are_finished_when_time_is_called(
    running: Event, bid: Bid, owner: User
) -> None:
    bid(match_of(running, 1, 1), 0)
    time_call(round=first(running), by=owner)
    assert pairing_state_of(running).is_waiting
    bid(match_of(running, 1, 1), 0)
    bid(match_of(running, 1, 2), 1)
    home, two = pairing_state_of(running).results[0]
    played = pairing_state_of(running).played[0].tables
    assert home.winners == {played[0][0]}
    assert two.winners == {played[1][1]}


def test_a_tie_is_played_off_where_the_event_says_so(
    make_event: EventMaker, bid: Bid, owner: User
) -> None:
    event = make_event(time_rule="sudden_death")
    drawn_and_begun(event)
    bid(match_of(event, 1, 1), 0)
    time_call(round=first(event), by=owner)
    assert not bid(match_of(event, 1, 1), 1).is_over
    assert bid(match_of(event, 1, 1), 1).winner == 1


def test_games_of_a_series_that_had_not_begun_are_not_played(
    series: Event, win: Bid, bid: Bid, owner: User
) -> None:
    win(match_of(series, 1, 1, 1), 0)
    time_call(round=first(series), by=owner)
    bid(match_of(series, 1, 1, 2), 1)
    result = pairing_state_of(series).results[0][0]
    assert result.is_over
    home, away = pairing_state_of(series).played[0].tables[0]
    assert result.won == {home: 1, away: 1}
    assert result.winners == {home}, "seven marks against one"


def test_a_decided_series_is_not_touched(series: Event, win: Bid, owner: User) -> None:
    for game in (1, 2):
        win(match_of(series, 1, 1, game), 0)
    time_call(round=first(series), by=owner)
    assert match_of(series, 1, 1, 3).called_after is None
    assert pairing_state_of(series).results[0][0].is_over


def test_the_call_is_taken_back_for_every_table(running: Event, bid: Bid, owner: User) -> None:
    bid(match_of(running, 1, 1), 0)
    time_call(round=first(running), by=owner)
    bid(match_of(running, 1, 1), 0)
    time_uncall(round=first(running))
    assert not Match.objects.filter(is_over=True).exists()
    with refused("time_not_called"):
        time_uncall(round=first(running))


@pytest.fixture
def level(running: Event, bid: Bid, owner: User) -> Table:
    """The first table, one mark each when time was called."""
    bid(match_of(running, 1, 1), 0)
    time_call(round=first(running), by=owner)
    bid(match_of(running, 1, 1), 1)
    return first(running).tables.get(number=1)


def test_a_level_meeting_is_decided_at_the_table(level: Table, owner: User) -> None:
    event = level.round.event
    home, away = pairing_state_of(event).played[0].tables[0]
    assert pairing_state_of(event).results[0][0].winners == frozenset()
    decided = table_decide(table=level, side=1, kind=DecisionKind.HAND, by=owner, note=" late ")
    assert (decided.order, decided.note) == ([away, home], "late")
    assert pairing_state_of(event).results[0][0].winners == {away}
    table_decision_undo(table=level)
    assert pairing_state_of(event).results[0][0].winners == frozenset()
    assert PlayOff.objects.count() == 1


def test_only_a_level_meeting_is_decided(level: Table, bid: Bid, owner: User) -> None:
    playing = level.round.tables.get(number=2)
    for table, side, code in ((playing, 0, "not_level"), (level, 2, "not_at_table")):
        with refused(code):
            table_decide(table=table, side=side, kind=DecisionKind.DOMINO, by=owner)
    with refused("not_decided"):
        table_decision_undo(table=level)
