"""A table is lost in the middle of an evening, and comes back."""

import datetime
from collections.abc import Callable

import pytest
from django.utils import timezone

from clubs.models import User
from engine.pairings.formats import FORMATS
from scoring.models import Match
from tests.refused import refused
from tests.tournaments.conftest import (
    EveningMaker,
    EventMaker,
    begin_next,
    drawn_and_begun,
    match_of,
)
from tournaments.events.models import Clock, Event, Round, Table
from tournaments.events.selectors.clocks import seconds_left
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.selectors.tables import match_at
from tournaments.events.services.clocks import clock_start, time_call, time_uncall
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.events import event_update
from tournaments.events.services.plan_changes import plan_undo, seats_swap
from tournaments.events.services.room import table_find, table_lose
from tournaments.events.services.rounds import round_undo_begin, rounds_plan


@pytest.fixture
def begun(make_event: EventMaker) -> Event:
    """Eight pairs, seven rounds of four tables planned, the first begun."""
    event = make_event(pairs=8)
    drawn_and_begun(event)
    return event


def places(event: Event, number: int = 1) -> dict[int, tuple[int, int]]:
    """The table in the room and the shift by the number in the draw."""
    tables = Table.objects.filter(round__event=event, round__number=number, is_bye=False)
    return {table.number: (table.in_room, table.shift) for table in tables}


def test_the_meeting_at_a_lost_table_plays_when_another_has_ended(begun: Event) -> None:
    drawn = stored_rounds(begun.rounds.order_by("number"))
    table_lose(event=begun, number=3)
    assert places(begun) == {1: (1, 1), 2: (2, 1), 3: (1, 2), 4: (4, 1)}
    assert stored_rounds(begun.rounds.order_by("number")) == drawn, "nobody meets anybody else"
    assert match_of(begun, 1, 3).label == "Night: round 1, table 1, shift 2"


def test_with_a_spare_table_it_goes_there(begun: Event) -> None:
    event_update(event=begun, tables_in_room=6)
    table_lose(event=begun, number=3)
    assert places(begun) == {1: (1, 1), 2: (2, 1), 3: (5, 1), 4: (4, 1)}
    assert match_of(begun, 1, 3).label == "Night: round 1, table 5"


def test_whatever_has_begun_elsewhere_stays(begun: Event, bid: Callable[..., Match]) -> None:
    for table in (1, 2, 4):
        bid(match_of(begun, 1, table), 0)
    version = match_of(begun, 1, 1).version
    table_lose(event=begun, number=3)
    assert places(begun) == {1: (1, 1), 2: (2, 1), 3: (1, 2), 4: (4, 1)}
    assert match_of(begun, 1, 1).version == version


def test_what_was_begun_at_the_lost_table_goes_on_before_what_was_not(
    begun: Event, bid: Callable[..., Match]
) -> None:
    bid(match_of(begun, 1, 3), 0)
    table_lose(event=begun, number=3)
    assert places(begun) == {1: (1, 1), 2: (2, 1), 3: (4, 1), 4: (4, 2)}


def test_what_is_over_at_the_lost_table_stays_in_the_list(
    begun: Event, win: Callable[..., Match]
) -> None:
    win(match_of(begun, 1, 3), 0)
    table_lose(event=begun, number=3)
    assert places(begun)[3] == (3, 1)
    assert places(begun, 2)[3] != (3, 1)


def test_a_meeting_given_up_frees_nobody_elses_place(begun: Event) -> None:
    table = Table.objects.get(round__event=begun, round__number=1, number=3)
    table_forfeit(table=table, entry=table.seats.all()[0].entry)
    table_lose(event=begun, number=3)
    assert places(begun) == {number: (number, 1) for number in range(1, 5)}


def test_waiting_goes_round(begun: Event) -> None:
    table_lose(event=begun, number=3)
    waited = [
        seat.entry.number
        for table in Table.objects.filter(round__event=begun, shift=2).prefetch_related("seats")
        for seat in table.seats.all()
    ]
    assert len(waited) == 14
    assert set(waited) == set(range(1, 9)), "nobody twice before everybody once"
    assert max(map(waited.count, waited)) == 2


def test_a_table_that_is_back_takes_it_all_back(begun: Event) -> None:
    everywhere = {number: places(begun, number) for number in range(1, 8)}
    table_lose(event=begun, number=3)
    assert places(begun, 5) != everywhere[5]
    table_find(event=begun, number=3)
    assert {number: places(begun, number) for number in range(1, 8)} == everywhere
    begun.refresh_from_db()
    assert begun.tables_lost == []
    assert match_of(begun, 1, 3).label == "Night: round 1, table 3"


def test_what_has_begun_meanwhile_stays_where_it_is(
    begun: Event, bid: Callable[..., Match]
) -> None:
    bid(match_of(begun, 1, 3), 0)
    table_lose(event=begun, number=3)
    table_find(event=begun, number=3)
    assert places(begun) == {1: (1, 1), 2: (2, 1), 3: (4, 1), 4: (3, 1)}


def test_fewer_tables_than_meetings_from_the_start(make_event: EventMaker) -> None:
    event = make_event(pairs=10, tables_in_room=2)
    rounds_plan(event=event)
    assert sorted(places(event).values()) == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]
    event_update(event=event, tables_in_room=None)
    assert places(event) == {number: (number, 1) for number in range(1, 6)}


@pytest.mark.parametrize("number", [0, 5, 99])
def test_only_a_table_of_the_room_can_be_lost(begun: Event, number: int) -> None:
    with refused("no_such_table"):
        table_lose(event=begun, number=number)


def test_the_last_table_cannot_be_lost(begun: Event) -> None:
    for number in (1, 2, 3):
        table_lose(event=begun, number=number)
    with refused("last_table"):
        table_lose(event=begun, number=4)
    with refused("no_such_table"):
        table_lose(event=begun, number=1)
    with refused("table_in_use"):
        table_find(event=begun, number=4)


def test_a_later_change_of_the_plan_keeps_to_the_room(begun: Event, owner: User) -> None:
    table_lose(event=begun, number=3)
    second = begun.rounds.get(number=2)
    sitting = stored_rounds(begun.rounds.filter(number=2))[0].tables
    seats_swap(round=second, entry=sitting[0][0], other=sitting[1][0], by=owner)
    assert 3 not in {place for place, _shift in places(begun, 2).values()}
    plan_undo(round=second)
    assert 3 not in {place for place, _shift in places(begun, 2).values()}


def test_a_beginning_taken_back_is_laid_out_anew(begun: Event, bid: Callable[..., Match]) -> None:
    table_lose(event=begun, number=3)
    round_undo_begin(round=begun.rounds.get(number=1))
    assert places(begun) == {1: (1, 1), 2: (2, 1), 3: (1, 2), 4: (4, 1)}
    begin_next(begun)
    assert match_of(begun, 1, 3).label == "Night: round 1, table 1, shift 2"


def test_a_tables_code_leads_to_who_plays_there_now(
    begun: Event, win: Callable[..., Match]
) -> None:
    table_lose(event=begun, number=3)
    assert match_at(begun, 1) == match_of(begun, 1, 1)
    win(match_of(begun, 1, 1), 0)
    assert match_at(begun, 1) == match_of(begun, 1, 3)
    assert match_at(begun, 3) is None


def test_who_waits_for_a_meeting_given_up_plays_at_once(begun: Event) -> None:
    table_lose(event=begun, number=3)
    table = Table.objects.get(round__event=begun, round__number=1, number=1)
    table_forfeit(table=table, entry=table.seats.all()[0].entry)
    assert match_at(begun, 1) == match_of(begun, 1, 3)
    (waiting,) = event_overview(begun).rounds[0].waiting
    assert waiting.after == ()


def test_who_waits_is_told_for_whom_until_they_have_ended(
    begun: Event, win: Callable[..., Match]
) -> None:
    table_lose(event=begun, number=3)
    (waiting,) = event_overview(begun).rounds[0].waiting
    first = event_overview(begun).rounds[0].tables[0]
    assert (waiting.number, waiting.after) == (3, first.teams)
    win(match_of(begun, 1, 1), 0)
    (waiting,) = event_overview(begun).rounds[0].waiting
    assert waiting.after == ()


def test_time_is_called_for_one_shift_and_then_for_the_next(
    begun: Event, bid: Callable[..., Match], owner: User
) -> None:
    table_lose(event=begun, number=3)
    round_: Round = begun.rounds.get(number=1)
    for table in (1, 2, 4):
        bid(match_of(begun, 1, table), 0)
    started = clock_start(round=round_, minutes=20)
    Clock.objects.filter(pk=started.pk).update(
        running_since=timezone.now() - datetime.timedelta(minutes=21)
    )
    first = time_call(round=round_, by=owner)
    assert seconds_left(first, timezone.now()) <= -60
    assert match_of(begun, 1, 1).called_after == 2
    assert match_of(begun, 1, 3).called_after is None
    for table in (1, 2, 4):
        bid(match_of(begun, 1, table), 0)
    second = clock_start(round=round_, minutes=15)
    second.refresh_from_db()
    assert seconds_left(second, timezone.now()) > 890, "all of its minutes, whatever went before"
    assert (second.shift, second.seconds, second.spent, second.called_at) == (2, 900, 0, None)
    time_call(round=round_, by=owner)
    assert match_of(begun, 1, 3).called_after == 1
    time_uncall(round=round_)
    assert match_of(begun, 1, 3).called_after is None
    assert match_of(begun, 1, 1).is_over, "the first shift stays called"
    time_call(round=round_, by=owner)
    with refused("time_called"):
        clock_start(round=round_)


PAIRS = sorted(key for key, format_ in FORMATS.items() if format_.lineup == 2)


@pytest.mark.parametrize("format_", PAIRS)
def test_every_format_of_pairs_goes_on_at_fewer_tables(
    format_: str, make_event: EventMaker, win: Callable[..., Match]
) -> None:
    event = make_event(pairs=8, format=format_, tables_in_room=3)
    rounds_plan(event=event)
    for number in (1, 2):
        if number > 1 and FORMATS[format_].from_results and not event.rounds.filter(number=2):
            rounds_plan(event=event)
        begin_next(event)
        if number == 1:
            table_lose(event=event, number=2)
        assert {place for place, _shift in places(event, number).values()} <= {1, 3}
        for table in places(event, number):
            win(match_of(event, number, table), 0)
    assert event.rounds.filter(state="begun").count() == 2


@pytest.mark.parametrize("game", ["pandoeren", "dummy_spades"])
def test_single_players_wait_too(game: str, make_evening: EveningMaker) -> None:
    event = make_evening(16, game)
    drawn_and_begun(event)
    table_lose(event=event, number=1)
    assert places(event)[1] == (2, 2)
    assert all(1 not in dict(places(event, number).values()) for number in range(1, 5))
