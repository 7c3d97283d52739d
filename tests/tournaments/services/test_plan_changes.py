"""A planned round changed by hand: the change holds, the rest follows, and all can be undone."""

from collections.abc import Callable

import pytest

from clubs.models import Player, User
from engine.pairings.state import PlannedRound
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next
from tournaments.events.models import Event, Round, Table
from tournaments.events.selectors.pairing_state import stored_rounds
from tournaments.events.services.entries import entry_add, entry_remove, entry_withdraw
from tournaments.events.services.plan_changes import (
    plan_undo,
    round_redraw,
    seats_swap,
    series_set,
    table_pin,
)
from tournaments.events.services.rounds import rounds_plan


@pytest.fixture
def planned(make_event: EventMaker) -> Event:
    event = make_event(pairs=6)
    rounds_plan(event=event)
    return event


def tables_of(event: Event) -> list[PlannedRound]:
    return list(stored_rounds(event.rounds.order_by("number")))


def met(event: Event) -> list[frozenset[int]]:
    return [frozenset(table) for round_ in tables_of(event) for table in round_.tables]


def first(event: Event) -> Round:
    return event.rounds.get(number=1)


def test_two_change_places_and_everybody_still_meets_everybody_once(
    planned: Event, owner: User
) -> None:
    before = tables_of(planned)[0].tables
    seats_swap(round=first(planned), entry=before[0][0], other=before[1][0], by=owner)
    after = tables_of(planned)[0].tables
    assert after[0] == (before[1][0], before[0][1])
    assert after[1] == (before[0][0], before[1][1])
    assert len(met(planned)) == len(set(met(planned))) == 15


def test_who_sits_out_can_change_places_with_who_plays(make_event: EventMaker, owner: User) -> None:
    event = make_event(pairs=5)
    rounds_plan(event=event)
    before = tables_of(event)[0]
    seats_swap(round=first(event), entry=before.byes[0], other=before.tables[0][0], by=owner)
    after = tables_of(event)[0]
    assert after.byes == (before.tables[0][0],)
    assert after.tables[0] == (before.byes[0], before.tables[0][1])


def test_the_tables_before_a_change_come_back_with_undo(planned: Event, owner: User) -> None:
    before = tables_of(planned)
    entry, other = before[0].tables[0][0], before[0].tables[1][0]
    seats_swap(round=first(planned), entry=entry, other=other, by=owner)
    said = plan_undo(round=first(planned))
    assert str(said) == f"{entry} and {other} swapped places"
    assert tables_of(planned)[0] == before[0]
    assert not Table.objects.filter(is_pinned=True).exists()
    with refused("nothing_to_undo"):
        plan_undo(round=first(planned))


def test_a_pinned_table_stays_when_somebody_drops_out(planned: Event, owner: User) -> None:
    table = planned.rounds.get(number=2).tables.get(number=1)
    pinned = tables_of(planned)[1].tables[0]
    table_pin(table=table, pinned=True, by=owner)
    gone = next(number for number in range(1, 7) if number not in pinned)
    entry_withdraw(entry=planned.entries.get(number=gone))
    assert pinned in tables_of(planned)[1].tables
    assert planned.rounds.get(number=2).tables.filter(is_pinned=True).count() == 1


@pytest.mark.parametrize("goes", [entry_withdraw, entry_remove])
def test_a_pin_goes_with_who_sat_there(
    goes: Callable[..., object], planned: Event, owner: User
) -> None:
    table = planned.rounds.get(number=2).tables.get(number=1)
    pinned = tables_of(planned)[1].tables[0]
    table_pin(table=table, pinned=True, by=owner)
    goes(entry=planned.entries.get(number=pinned[0]))
    sizes = {len(table) for round_ in tables_of(planned) for table in round_.tables}
    assert sizes == {2}
    assert not Table.objects.filter(round__event=planned, is_pinned=True).exists()


def test_a_series_is_odd(planned: Event, owner: User) -> None:
    table = first(planned).tables.get(number=1)
    assert series_set(table=table, best_of=3, by=owner).best_of == 3
    for length in (2, 11, -1):
        with refused("even_series"):
            series_set(table=table, best_of=length, by=owner)


def test_who_sits_out_plays_no_series(make_event: EventMaker, owner: User) -> None:
    event = make_event(pairs=3, best_of=[3])
    rounds_plan(event=event)
    with refused("bye"):
        series_set(table=first(event).tables.get(is_bye=True), best_of=5, by=owner)


def test_a_begun_round_is_not_changed_by_hand(planned: Event, owner: User) -> None:
    begin_next(planned)
    with refused("not_planned"):
        seats_swap(round=first(planned), entry=1, other=2, by=owner)


def test_places_are_changed_within_the_round(planned: Event, owner: User) -> None:
    for other in (1, 99):
        with refused("not_in_round"):
            seats_swap(round=first(planned), entry=1, other=other, by=owner)


def test_a_round_without_lots_is_not_drawn_again(planned: Event) -> None:
    with refused("nothing_drawn_by_lot"):
        round_redraw(event=planned)


def test_what_is_pinned_later_is_not_played_before(
    planned: Event, owner: User, players: list[Player]
) -> None:
    last = planned.rounds.get(number=4)
    table_pin(table=last.tables.get(number=2), pinned=True, by=owner)
    sitting = stored_rounds([last])[0].tables[1]
    entry_add(event=planned, players=players[12:14])
    assert len(met(planned)) == len(set(met(planned))) == 21
    assert sitting in stored_rounds(planned.rounds.filter(number=4))[0].tables
