"""A Swiss event through the services, from the entries to the last round."""

from collections import Counter
from collections.abc import Callable

from engine.pairings.format import PairReason
from engine.pairings.swiss import Swiss
from scoring.models import Match
from tests.refused import refused
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.naive import result
from tournaments.events.models import Event, Table
from tournaments.events.selectors.pairing_state import pairing_state_of, stored_rounds
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.plan_changes import seats_swap, table_pin
from tournaments.events.services.rounds import rounds_plan

reasons = Swiss().reasons

Win = Callable[..., Match]


def play_round(event: Event, win: Win) -> None:
    """Plan and begin the next round; at each table the lower number wins."""
    begun = drawn_and_begun(event)
    for table in begun.tables.filter(is_bye=False):
        numbers = list(table.seats.order_by("place").values_list("entry__number", flat=True))
        win(table.games.get().match, numbers.index(min(numbers)))


def test_five_pairs_play_three_rounds_in_which_nobody_meets_or_rests_twice(
    make_event: EventMaker, win: Win
) -> None:
    event = make_event(pairs=5, format="swiss")
    for _ in range(3):
        play_round(event, win)
    played = stored_rounds(event.rounds.order_by("number"))
    met = Counter(frozenset(table) for planned in played for table in planned.tables)
    byes = Counter(number for planned in played for number in planned.byes)
    assert set(met.values()) == {1}
    assert set(byes.values()) == {1}
    assert played[0].byes == (5,)
    with refused("all_played"):
        rounds_plan(event=event)


def test_only_the_next_round_is_planned_and_not_while_a_table_plays(
    make_event: EventMaker, win: Win
) -> None:
    event = make_event(pairs=4, format="swiss")
    assert len(rounds_plan(event=event)) == 1
    begun = begin_next(event)
    win(begun.tables.get(number=1).games.get().match, 0)
    with refused("still_playing"):
        rounds_plan(event=event)


def test_a_table_given_up_counts_as_won_by_the_other(make_event: EventMaker, win: Win) -> None:
    event = make_event(pairs=4, format="swiss")
    first = drawn_and_begun(event)
    for table in first.tables.order_by("number"):
        loser = max(table.seats.values_list("entry__number", flat=True))
        table_forfeit(table=table, entry=entry(event, loser))
    (planned,) = stored_rounds(rounds_plan(event=event))
    assert {frozenset(table) for table in planned.tables} == {frozenset({1, 2}), frozenset({3, 4})}


def test_when_all_who_are_left_have_met_the_director_is_told(
    make_event: EventMaker, win: Win
) -> None:
    event = make_event(pairs=4, format="swiss", format_options={"rounds": 5})
    play_round(event, win)
    for number in (2, 4):
        entry_withdraw(entry=entry(event, number))
    with refused("no_pairing_possible"):
        rounds_plan(event=event)


def test_a_pair_is_told_why_it_meets_whom_it_meets(make_event: EventMaker, win: Win) -> None:
    event = make_event(pairs=6, format="swiss")
    play_round(event, win)
    (planned,) = rounds_plan(event=event)
    (stored,) = stored_rounds([planned])
    why = reasons(pairing_state_of(event), 2, stored)
    assert len(why) == Table.objects.filter(round=planned).count()
    assert Counter(reason.why for reason in why) == {PairReason.FOLD: 2, PairReason.FLOAT_ODD: 1}


def test_where_all_tables_are_pinned_who_sits_out_still_does(make_event: EventMaker) -> None:
    event = make_event(pairs=5, format="swiss")
    (planned,) = rounds_plan(event=event)
    seats_swap(round=planned, entry=1, other=2, by=event.created_by)
    (again,) = stored_rounds(rounds_plan(event=event))
    assert {frozenset(table) for table in again.tables} == {frozenset({2, 3}), frozenset({1, 4})}
    assert again.byes == (5,)


def test_a_pin_does_not_hold_a_round_that_no_longer_follows(
    make_event: EventMaker, win: Win
) -> None:
    event = make_event(pairs=7, format="swiss")
    play_round(event, win)
    (planned,) = rounds_plan(event=event)
    table = planned.tables.get(number=1)
    table_pin(table=table, pinned=True, by=event.created_by)
    result(match_of(event, 1, 3), 3, 0, over=False)
    gone = planned.tables.get(number=2).seats.all()[0].entry
    entry_withdraw(entry=gone)
    assert not event.rounds.filter(number=2).exists()
