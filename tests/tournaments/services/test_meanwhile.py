"""What somebody else did between looking a thing up and changing it."""

from collections.abc import Callable
from functools import partial

import pytest
from django.db import connection

from clubs.models import Player, User
from core.transactions import RowGone
from scoring.host import TrialResult
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.meanwhile import just_before
from tests.refused import refused
from tests.tournaments.conftest import (
    EventMaker,
    drawn_and_begun,
    entry,
    match_of,
    record,
)
from tournaments.events.models import DecisionKind, Event, Round, Standing, Table, TableSeat
from tournaments.events.services.consequences import event_weigh
from tournaments.events.services.decisions import adjustment_make, table_forfeit
from tournaments.events.services.entries import (
    entry_add,
    entry_remove,
    entry_substitute,
    entry_withdraw,
)
from tournaments.events.services.events import event_delete, event_finish, event_update
from tournaments.events.services.plan_changes import series_set, table_pin
from tournaments.events.services.room import table_lose
from tournaments.events.services.rounds import round_begin, round_undo_begin, rounds_plan
from tournaments.events.services.standings import standings_refresh
from tournaments.events.services.tables import entries_reseat, table_decide
from tournaments.events.tasks import standings_refresh_task

OnTable = Callable[[Table, User], object]

LATE: dict[str, tuple[OnTable, str]] = {
    "given up": (
        lambda table, by: table_forfeit(table=table, entry=table.seats.all()[0].entry),
        "not_begun",
    ),
    "decided": (
        lambda table, by: table_decide(table=table, side=0, kind=DecisionKind.HAND, by=by),
        "not_at_table",
    ),
}
CHANGED: dict[str, OnTable] = {
    "pinned": lambda table, by: table_pin(table=table, pinned=True, by=by),
    "longer": lambda table, by: series_set(table=table, best_of=3, by=by),
}


@pytest.mark.parametrize("what", LATE)
def test_nothing_is_decided_in_a_round_whose_beginning_was_taken_back(
    what: str, running: Event, owner: User
) -> None:
    table = Table.objects.select_related("round").filter(round__event=running, round__number=1)[0]
    round_undo_begin(round=running.rounds.get(number=1))
    decide, why = LATE[what]
    with refused(why):
        decide(table, owner)
    assert not TableSeat.objects.filter(table__round__event=running, forfeited=True).exists()


def test_a_hand_is_recorded_while_consequences_are_worked_out_and_is_none_of_them(
    running: Event, bid: Callable[..., Match]
) -> None:
    other, locks = match_of(running, 1, 2), len(connection.savepoint_ids)

    def meanwhile() -> None:
        assert len(connection.savepoint_ids) == locks, "nobody else could record"
        bid(other, 0)

    def tried() -> TrialResult[Match]:
        act = partial(bid, match_of(running, 1, 1), 1)
        return event_weigh(event_id=running.pk, act=act, trial=True)

    with just_before("SUM(", meanwhile):
        compared = tried()
    other.refresh_from_db()
    assert other.hand_count == 1
    assert compared.consequences == tried().consequences != ()


def test_a_round_is_not_begun_after_all_were_drawn_anew(event: Event) -> None:
    rounds_plan(event=event)
    looked_at = event.rounds.get(number=1)
    rounds_plan(event=event, shuffle=True)
    with refused("rounds_changed"):
        round_begin(round=looked_at)
    assert not Match.objects.exists()


@pytest.mark.parametrize("what", CHANGED)
def test_a_table_is_not_changed_after_all_were_set_anew(
    what: str, running: Event, owner: User
) -> None:
    table = Table.objects.select_related("round").filter(round__event=running, round__number=2)[0]
    Table.objects.filter(round=table.round).delete()
    with refused("tables_changed"):
        CHANGED[what](table, owner)


def test_a_hand_is_refused_whose_match_was_taken_back(running: Event, owner: User) -> None:
    match = match_of(running, 1, 1)
    round_undo_begin(round=running.rounds.get(number=1))
    with pytest.raises(RowGone):
        hand_record(match_id=match.pk, record=record(0, 0), author=owner)


def test_an_entry_that_was_taken_out_is_neither_withdrawn_nor_fined(
    event: Event, owner: User
) -> None:
    gone = entry(event, 4)
    entry_remove(entry=entry(event, 4))
    with pytest.raises(RowGone):
        entry_withdraw(entry=gone)
    with pytest.raises(RowGone):
        adjustment_make(entry=gone, by=owner, reason="late", games=-1)


def test_an_event_that_was_deleted_is_not_finished(event: Event) -> None:
    event_delete(event=Event.objects.get(pk=event.pk))
    with pytest.raises(RowGone):
        event_finish(event=event)


def test_an_event_may_be_deleted_while_its_standings_are_computed(event: Event) -> None:
    def delete() -> None:
        event_delete(event=Event.objects.get(pk=event.pk))

    with just_before("tournaments_entry", delete), pytest.raises(RowGone):
        standings_refresh(event_id=event.pk)
    assert not Standing.objects.exists()


def test_the_worker_lets_it_go_where_an_event_is_deleted_under_its_hands(event: Event) -> None:
    def delete() -> None:
        event_delete(event=Event.objects.get(pk=event.pk))

    with just_before("tournaments_entry", delete):
        standings_refresh_task(event.pk)
    assert not Event.objects.exists()


def test_a_hand_that_comes_while_standings_are_computed_is_computed_too(
    running: Event, owner: User
) -> None:
    match = match_of(running, 1, 1)

    def hand() -> None:
        hand_record(match_id=match.pk, record=record(match.next_dealer, 0), author=owner)

    adjustment_make(entry=entry(running, 4), by=owner, reason="late", games=-1)
    with just_before('UPDATE "tournaments_standing"', hand):
        standings_refresh(event_id=running.pk)
    running.refresh_from_db()
    assert not running.is_stale
    assert sum(row.values["points"] or 0 for row in running.standings.all()) == 1


def test_two_who_begin_a_round_begin_it_once(running: Event) -> None:
    round_, other = (Round.objects.get(event=running, number=2) for _ in range(2))
    round_begin(round=round_)
    with refused("begun_already"):
        round_begin(round=other)
    assert Match.objects.filter(game_of__table__round=round_).count() == 2


def test_a_match_page_is_told_of_a_substitute(running: Event, players: list[Player]) -> None:
    before = match_of(running, 1, 1)
    entry_substitute(entry=entry(running, 1), place=1, player=players[10], from_round=1)
    assert match_of(running, 1, 1).version > before.version


@pytest.mark.parametrize("change", ["a table lost", "seats put right", "a substitute"])
def test_the_rules_stay_open_until_a_hand_is_recorded(
    change: str, make_event: EventMaker, players: list[Player]
) -> None:
    event = make_event(pairs=4)
    drawn_and_begun(event)
    if change == "a table lost":
        table_lose(event=event, number=2)
    elif change == "seats put right":
        entries_reseat(round=event.rounds.get(number=1), entry=1, other=2)
    else:
        entry_substitute(entry=entry(event, 1), place=1, player=players[10], from_round=1)
    event_update(event=event, rules={"preset": "marks", "target": 5})
    assert match_of(event, 1, 1).rules["target"] == 5


def test_a_latecomer_is_computed_with_who_was_there(running: Event, players: list[Player]) -> None:
    def come() -> None:
        entry_add(event=running, players=players[10:12])

    adjustment_make(entry=entry(running, 4), by=running.created_by, reason="late", games=-1)
    with just_before("tournaments_game", come):
        standings_refresh(event_id=running.pk)
    assert running.standings.count() == 5
