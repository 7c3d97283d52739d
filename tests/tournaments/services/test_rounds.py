"""Planning and beginning rounds."""

from collections.abc import Callable

import pytest

from clubs.models import Player, User
from engine.pairings.berger import berger_rounds
from scoring.models import Match
from scoring.services.hands import hand_undo
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.lots import lot_is_genuine
from tournaments.events.models import Clock, Event, EventState, Game, Lot, RoundState, TableSeat
from tournaments.events.selectors.pairing_state import draw_order, stored_rounds
from tournaments.events.services.clocks import time_call
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.entries import entry_add, entry_withdraw
from tournaments.events.services.plan_changes import table_pin
from tournaments.events.services.rounds import round_begin, round_undo_begin, rounds_plan

pytestmark = pytest.mark.usefixtures("held")


def test_the_plan_is_the_table_in_the_order_of_the_numbers(make_event: EventMaker) -> None:
    event = make_event(pairs=5)
    rounds = rounds_plan(event=event)
    assert stored_rounds(rounds) == berger_rounds([1, 2, 3, 4, 5])


def test_the_order_may_be_drawn_first_and_the_draw_drawn_again(event: Event) -> None:
    rounds = rounds_plan(event=event, shuffle=True, seed="tonight")
    lot = Lot.objects.get(event=event, purpose="order")
    assert lot_is_genuine(lot)
    order = draw_order(event)
    assert list(order) == lot.outcome["order"]
    assert stored_rounds(rounds) == berger_rounds(order)


def test_every_draw_of_the_order_is_kept_and_the_last_counts(event: Event) -> None:
    for seed in ("one", "two"):
        rounds_plan(event=event, shuffle=True, seed=seed)
    lots = Lot.objects.filter(event=event)
    assert [lot.purpose for lot in lots] == ["order", "order.2"]
    assert list(draw_order(event)) == lots[1].outcome["order"]


def test_the_order_is_not_drawn_once_a_round_is_begun(running: Event) -> None:
    with refused("has_begun"):
        rounds_plan(event=running, shuffle=True)


@pytest.mark.parametrize("pairs", [0, 1])
def test_a_plan_takes_two_pairs(pairs: int, make_event: EventMaker) -> None:
    with refused("too_few_entries"):
        rounds_plan(event=make_event(pairs=pairs))


def test_a_begun_round_has_its_players_seated_crosswise(running: Event) -> None:
    match = match_of(running, 1, 1)  # pair 1 at home to pair 4
    assert list(match.seats.values_list("name", flat=True)) == ["Ada", "Gus", "Ben", "Hal"]
    assert match.label == "Night: round 1, table 1"
    assert match.rules == {"preset": "marks"}
    running.refresh_from_db()
    assert running.state == EventState.RUNNING


def test_the_first_shaker_is_drawn_by_lot_with_a_recorded_seed(running: Event) -> None:
    for table in (1, 2):
        lot = Lot.objects.get(event=running, purpose=f"shaker.1.{table}")
        assert lot.seed == f"round 1.{table}"
        assert lot_is_genuine(lot)
        assert match_of(running, 1, table).first_dealer == lot.outcome["order"][0]


def test_a_lot_that_was_tampered_with_is_found_out(running: Event) -> None:
    lot = Lot.objects.get(event=running, purpose="shaker.1.1")
    lot.outcome["order"].reverse()
    assert not lot_is_genuine(lot)


def test_without_a_seed_given_one_is_made_up(event: Event) -> None:
    first, *_ = rounds_plan(event=event)
    round_begin(round=first)
    seeds = set(Lot.objects.filter(event=event).values_list("seed", flat=True))
    assert len(seeds) == 2


def test_in_further_games_of_a_meeting_the_next_player_shakes_first(
    make_event: EventMaker,
) -> None:
    event = make_event(pairs=2, games_per_meeting=3)
    drawn_and_begun(event)
    first = [match_of(event, 1, 1, game).first_dealer for game in (1, 2, 3)]
    assert first == [first[0], (first[0] + 1) % 4, (first[0] + 2) % 4]
    assert match_of(event, 1, 1, 3).label == f"{event.name}: round 1, table 1, game 3"


def test_a_bye_has_no_match(make_event: EventMaker) -> None:
    event = make_event(pairs=3)
    drawn_and_begun(event)
    assert Game.objects.filter(table__round__event=event).count() == 1


def test_rounds_are_begun_in_their_order_and_only_once(event: Event) -> None:
    first, second, _third = rounds_plan(event=event)
    with refused("out_of_order"):
        round_begin(round=second)
    round_begin(round=first)
    with refused("begun_already"):
        round_begin(round=first)


def test_a_round_without_a_hand_can_be_taken_back_and_keeps_its_lots(running: Event) -> None:
    shaker = match_of(running, 1, 1).first_dealer
    first = running.rounds.get(number=1)
    undone = round_undo_begin(round=first)
    assert (undone.state, undone.begun_at) == (RoundState.PLANNED, None)
    assert not Match.objects.exists()
    running.refresh_from_db()
    assert running.state == EventState.DRAFT
    round_begin(round=undone, seed="another")
    assert match_of(running, 1, 1).first_dealer == shaker
    assert Lot.objects.filter(event=running).count() == 2


def test_a_round_with_a_hand_stays_even_where_that_was_undone(
    running: Event, bid: Callable[..., Match], owner: User
) -> None:
    match = bid(match_of(running, 1, 2), 0)
    hand_undo(match_id=match.pk, author=owner, number=1, revision=1)
    with refused("round_recorded"):
        round_undo_begin(round=running.rounds.get(number=1))


def test_only_the_last_begun_round_can_be_taken_back(running: Event) -> None:
    begin_next(running)
    with refused("later_begun"):
        round_undo_begin(round=running.rounds.get(number=1))
    with refused("not_begun"):
        round_undo_begin(round=running.rounds.get(number=3))


def test_who_came_or_went_meanwhile_is_planned_for_when_a_beginning_is_taken_back(
    running: Event, players: list[Player]
) -> None:
    entry_withdraw(entry=entry(running, 1))
    entry_add(event=running, players=players[8:10])
    undone = round_undo_begin(round=running.rounds.get(number=1))
    (planned,) = stored_rounds([undone])
    assert sorted(number for table in planned.tables for number in table) == [2, 3, 4, 5]
    begun = round_begin(round=undone)
    assert Game.objects.filter(table__round=begun).count() == 2


@pytest.mark.parametrize("pinned", [False, True])
def test_what_was_drawn_from_results_goes_when_a_beginning_is_taken_back(
    pinned: bool, make_event: EventMaker, owner: User
) -> None:
    event = make_event(format="swiss")
    first = drawn_and_begun(event)
    drawn = stored_rounds([first])
    for table in first.tables.all():
        table_forfeit(table=table, entry=table.seats.all()[0].entry)
    (second,) = rounds_plan(event=event)
    table_pin(table=second.tables.get(number=1), pinned=pinned, by=owner)
    round_undo_begin(round=first)
    assert stored_rounds(event.rounds.all()) == drawn


def test_a_round_begun_again_begins_afresh(running: Event, owner: User) -> None:
    first = running.rounds.get(number=1)
    table = first.tables.get(number=1)
    table_forfeit(table=table, entry=table.seats.all()[0].entry)
    time_call(round=first, by=owner)
    round_undo_begin(round=first)
    assert not TableSeat.objects.filter(forfeited=True).exists()
    assert not Clock.objects.exists()
    round_begin(round=first)
    assert time_call(round=first, by=owner).called_at


def test_the_rounds_of_groups_are_planned_together(make_event: EventMaker) -> None:
    event = make_event(format="qualifying")
    assert len(rounds_plan(event=event)) == 3
    begin_next(event)
    assert event.rounds.filter(state=RoundState.PLANNED).count() == 2
