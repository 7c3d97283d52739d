"""Two things that must both happen: a death in between leaves neither, or the sweep does both."""

from collections.abc import Callable
from typing import Any

import pytest

from clubs.models import Player, User
from ledger.models import Transfer
from ledger.services.transfers import transfer_pay, transfer_unpay, transfers_plan
from scoring.models import Match
from scoring.services.hands import hand_correct, hand_undo
from scoring.services.results import result_state
from tests.meanwhile import deaths_of
from tests.stakes.conftest import STAKES, KeepMoney, owed
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tournaments.events.models import Event
from tournaments.events.services.clocks import time_call, time_uncall
from tournaments.events.services.decisions import adjustment_make
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.events.tasks import sweep
from tournaments.money.models import EventMoney
from tournaments.money.selectors.fees import FeeStatus
from tournaments.money.services.money import (
    Bearer,
    expense_add,
    fee_set,
    money_set_up,
    prizes_award,
    prizes_take_back,
    side_pot_add,
    side_pot_set,
)
from tournaments.money.services.settling import evening_settle

State = dict[str, Any]
SET_UP = {
    "fee": 500,
    "house_percent": 10,
    "prize_kind": "fixed",
    "prize_table": [[1, [1500, 700]]],
}


@pytest.fixture
def cup(make_event: EventMaker, win: Callable[..., Match], keep: KeepMoney) -> EventMoney:
    """Four pairs after their one round, played for stakes; fees are set."""
    event = make_event(
        format_options={"rounds": 1}, tie_breaks=["games_won", "difference"], stakes=STAKES
    )
    drawn_and_begun(event)
    for table in (1, 2):
        win(match_of(event, 1, table), 0, loser_marks=4 - table)
    return keep(event, **SET_UP)


def state(money: EventMoney) -> State:
    """All that anybody can see of an event and its money."""
    event = Event.objects.get(pk=money.event_id)
    money_now = EventMoney.objects.get(pk=money.pk)
    rows = event.standings.order_by("entry__number").values_list("entry__number", "rank", "values")
    transfers = Transfer.objects.filter(book=money.book).order_by("payer", "payee", "amount")
    matches = Match.objects.filter(game_of__table__round__event=event).order_by("pk")
    return {
        "matches": list(matches.values_list("totals", "is_over", "called_after")),
        "owed": owed(money.book),
        "awarded": money_now.awarded,
        "set_up": (
            money_now.fee,
            money_now.house_percent,
            money_now.prize_kind,
            money_now.prize_table,
        ),
        "event": event.state,
        "entries": list(event.entries.values_list("number", "left_after_round")),
        "standings": list(rows),
        "transfers": [(row.payer_id, row.payee_id, row.amount, row.is_paid) for row in transfers],
        "settled": money_now.settled_version == event.version,
    }


def both_or_neither(money: EventMoney, act: Callable[[], object]) -> None:
    """Whatever write it dies before: after the sweep all of it is done, or none of it."""
    sweep()
    states = []
    for _writes in deaths_of(act):
        sweep()
        states.append(state(money))
    untouched, done = states[0], states[-1]
    assert len(states) > 2, "it writes twice"
    assert untouched != done
    assert all(state_then in (untouched, done) for state_then in states)
    assert done["settled"]


def test_prizes_are_never_awarded_and_then_forgotten(cup: EventMoney, treasurer: User) -> None:
    event_finish(event=cup.event)
    prizes_take_back(event=cup.event, made_by=treasurer)
    both_or_neither(cup, lambda: prizes_award(event=cup.event, made_by=treasurer))


def test_prizes_are_never_taken_back_by_half(cup: EventMoney, treasurer: User) -> None:
    event_finish(event=cup.event)
    prizes_award(event=cup.event, made_by=treasurer)
    both_or_neither(cup, lambda: prizes_take_back(event=cup.event, made_by=treasurer))


def test_another_fee_is_never_set_without_being_owed(cup: EventMoney, treasurer: User) -> None:
    both_or_neither(cup, lambda: money_set_up(event=cup.event, made_by=treasurer, fee=700))


def test_a_set_up_of_an_event_opened_again_moves_its_prizes_or_is_not_kept(
    cup: EventMoney, treasurer: User
) -> None:
    event_finish(event=cup.event)
    prizes_award(event=cup.event, made_by=treasurer)
    event_reopen(event=cup.event, by=treasurer, reason="The share was wrong")
    both_or_neither(cup, lambda: money_set_up(event=cup.event, made_by=treasurer, house_percent=50))


def test_a_first_set_up_opens_a_book_and_fills_it(make_event: EventMaker, treasurer: User) -> None:
    event = make_event()
    for _writes in deaths_of(lambda: money_set_up(event=event, made_by=treasurer, fee=500)):
        sweep()
        money_now = EventMoney.objects.filter(event=event).first()
        owing = sum(owed(money_now.book).values()) if money_now else 0
        assert owing == 0
        assert money_now is None or not money_now.fee or owed(money_now.book)["pot"] == 8 * 500


Act = Callable[[EventMoney, User, list[Player]], Callable[[], object]]


def _withdrawn(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    return lambda: entry_withdraw(entry=money.event.entries.get(number=1))


def _penalty(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    entry = money.event.entries.get(number=1)
    return lambda: adjustment_make(entry=entry, by=by, reason="Late", games=-2)


def _finished(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    return lambda: event_finish(event=money.event)


def _reopened(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    event_finish(event=money.event)
    prizes_award(event=money.event, made_by=by)
    return lambda: event_reopen(
        event=money.event, by=money.event.created_by, reason="a slip was misread"
    )


def _fee_paid(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    return lambda: fee_set(event=money.event, number=1, place=0, status=FeeStatus.PAID, made_by=by)


def _fee_refunded_after_the_end(
    money: EventMoney, by: User, players: list[Player]
) -> Callable[[], object]:
    event_finish(event=money.event)
    prizes_take_back(event=money.event, made_by=by)
    return lambda: fee_set(
        event=money.event, number=1, place=0, status=FeeStatus.REFUNDED, made_by=by
    )


def _expense(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    event_finish(event=money.event)
    prizes_award(event=money.event, made_by=by)
    return lambda: expense_add(
        money=money, amount=300, text="Pens", bearer=Bearer.POT, made_by=by, key="pens"
    )


def _side_pot(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    pot = side_pot_add(money=money, name="Last bid", stake=100)
    chosen = players[:3]
    return lambda: side_pot_set(pot=pot, players=chosen, winners=chosen[:1], made_by=by)


def _transfer_paid(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    evening_settle(event_id=money.event_id)
    transfer = transfers_plan(book=money.book)[0]
    return lambda: transfer_pay(transfer=transfer, made_by=by)


def _transfer_unpaid(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    evening_settle(event_id=money.event_id)
    transfer = transfer_pay(transfer=transfers_plan(book=money.book)[0], made_by=by)
    return lambda: transfer_unpay(transfer=transfer, made_by=by)


def _corrected(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    match = match_of(money.event, 1, 1)
    first = match.hands.get(number=1)
    assert first.record is not None
    failed = first.record | {"tally": {"made": False}}
    return lambda: hand_correct(
        match_id=match.pk,
        number=1,
        record=failed,
        author=by,
        reason="misread",
        revision=first.revision,
    )


def _hand_undone(money: EventMoney, by: User, players: list[Player]) -> Callable[[], object]:
    match = match_of(money.event, 1, 1)
    last = match.hands.get(number=match.hand_count)
    seen: dict[str, Any] = {"number": last.number, "revision": last.revision}
    return lambda: hand_undo(match_id=match.pk, author=by, reason="misread", **seen)


ACTS = [
    _withdrawn,
    _penalty,
    _finished,
    _reopened,
    _fee_paid,
    _fee_refunded_after_the_end,
    _expense,
    _side_pot,
    _transfer_paid,
    _transfer_unpaid,
    _corrected,
    _hand_undone,
]


@pytest.mark.parametrize("prepare", ACTS, ids=lambda act: act.__name__.strip("_"))
def test_who_dies_at_any_write_leaves_all_or_nothing(
    prepare: Act, cup: EventMoney, treasurer: User, players: list[Player]
) -> None:
    both_or_neither(cup, prepare(cup, treasurer, players))


def test_a_result_and_a_call_of_time_reach_the_book_or_are_not_kept(
    make_event: EventMaker, keep: KeepMoney, treasurer: User
) -> None:
    event = make_event(stakes=STAKES, round_minutes=20)
    round_ = drawn_and_begun(event)
    money = keep(event)
    other = match_of(event, 1, 2).pk
    both_or_neither(money, lambda: result_state(match_id=other, totals=[7, 3], author=treasurer))
    both_or_neither(money, lambda: time_call(round=round_, by=treasurer))
    time_call(round=round_, by=treasurer)
    both_or_neither(money, lambda: time_uncall(round=round_))
