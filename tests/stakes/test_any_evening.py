"""Whatever happens in whatever order: every entry and every book sums to zero, all is traceable."""

import copy
from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from clubs.models import Player, User
from ledger.models import Posting, Transaction, Way
from ledger.selectors import people_balances, settlement_of
from ledger.services.transfers import transfer_pay, transfer_unpay, transfers_plan
from scoring.models import Match
from scoring.services.hands import hand_undo
from tests.stakes.conftest import STAKES
from tests.tournaments.conftest import EventMaker, drawn_and_begun
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.money.models import EventMoney
from tournaments.money.selectors.fees import FeeStatus
from tournaments.money.services.money import (
    Bearer,
    cash_move,
    expense_add,
    fee_set,
    money_set_up,
    prizes_award,
    prizes_take_back,
    side_pot_add,
    side_pot_set,
)
from tournaments.money.services.settling import evening_settle

Step = tuple[str, int, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                *("hand", "hand", "hand", "undo", "fee", "fee", "fees", "house", "prizes"),
                *("expense", "cash", "pot", "award", "take back", "finish", "reopen"),
                *("settle", "plan", "pay", "pay", "unpay", "withdraw"),
            ]
        ),
        st.integers(0, 7),
        st.integers(1, 400),
    ),
    max_size=25,
)


class Evening:
    """An evening that things happen to; what cannot be done is refused and changes nothing."""

    def __init__(
        self, event: Event, by: User, players: list[Player], bid: Callable[..., Match]
    ) -> None:
        self.event, self.by, self.players, self.bid = event, by, players, bid
        self.money: EventMoney = money_set_up(event=event, fee=501, house_percent=7)
        self.count = 0

    def do(self, what: str, which: int, amount: int) -> None:
        self.count += 1
        event, by, money = self.event, self.by, self.money
        matches = list(Match.objects.filter(game_of__table__round__event=event).order_by("pk"))
        match = matches[which % len(matches)]
        transfers = list(money.book.transfers.order_by("pk"))
        given: dict[str, Callable[[], Any]] = {
            "hand": lambda: self.bid(match, amount % 2, marks=2, made=bool(amount % 3)),
            "undo": lambda: self.undo(match),
            "fee": lambda: fee_set(
                event=event,
                number=which % 4 + 1,
                place=amount % 2,
                status=list(FeeStatus)[amount % 5],
                made_by=by,
            ),
            "fees": lambda: money_set_up(event=event, fee=amount),
            "house": lambda: money_set_up(event=event, house_percent=amount % 101),
            "prizes": lambda: money_set_up(
                event=event, prize_kind="share", prize_table=[[1, [50, 33]]], last_prize=amount
            ),
            "expense": lambda: expense_add(
                money=money,
                amount=amount,
                text="Soup",
                bearer=list(Bearer)[which % 2],
                payer=self.players[which] if amount % 2 else None,
                made_by=by,
                key=str(self.count),
            ),
            "cash": lambda: cash_move(
                money=money, amount=amount - 200, text="x", made_by=by, key=str(self.count)
            ),
            "pot": lambda: self.side_pot(which, amount),
            "award": lambda: prizes_award(event=event, made_by=by),
            "take back": lambda: prizes_take_back(event=event, made_by=by),
            "finish": lambda: event_finish(event=event),
            "reopen": lambda: event_reopen(
                event=event, by=event.created_by, reason="a slip was misread"
            ),
            "settle": lambda: evening_settle(event_id=event.pk),
            "plan": lambda: transfers_plan(book=money.book, way=list(Way)[amount % 3]),
            "pay": lambda: [
                transfer_pay(transfer=row, made_by=by) for row in transfers[which : which + 1]
            ],
            "unpay": lambda: [
                transfer_unpay(transfer=row, made_by=by) for row in transfers[which : which + 1]
            ],
            "withdraw": lambda: entry_withdraw(entry=event.entries.get(number=which % 4 + 1)),
        }
        given[what]()

    def undo(self, match: Match) -> None:
        match.refresh_from_db()
        last = match.hands.filter(number=match.hand_count).first()
        if last is not None:
            hand_undo(
                match_id=match.pk,
                author=self.by,
                number=last.number,
                revision=last.revision,
                reason="misread",
            )

    def side_pot(self, which: int, amount: int) -> None:
        pot = self.money.side_pots.first() or side_pot_add(
            money=self.money, name="Last bid", stake=101
        )
        inside = self.players[: which + 1]
        side_pot_set(
            pot=pot, players=inside, winners=inside[: amount % (which + 1)], made_by=self.by
        )


@pytest.fixture
def evening(
    treasurer: User,
    players: list[Player],
    make_event: EventMaker,
    bid: Callable[..., Match],
) -> Evening:
    """An evening of four pairs, its first round begun."""
    event = make_event(stakes=STAKES, tie_breaks=["games_won"])
    drawn_and_begun(event)
    return Evening(event, treasurer, players, bid)


@given(steps=STEPS)
@settings(
    max_examples=4,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_every_book_sums_to_zero_after_anything(evening: Evening, steps: list[Step]) -> None:
    with transaction.atomic():
        this = copy.deepcopy(evening)
        for step in steps:
            try:
                with transaction.atomic():
                    this.do(*step)
            except (ValidationError, ValueError, LookupError):
                pass  # what cannot be done now is refused
            except Exception as refused:
                if type(refused).__name__ != "HandRejected":
                    raise
        holds(this)
        transaction.set_rollback(True)


def holds(evening: Evening) -> None:
    """The book sums to zero, settling it again changes nothing, and paying all leaves nothing."""
    book = evening.money.book
    evening_settle(event_id=evening.event.pk)
    assert not evening_settle(event_id=evening.event.pk).changed
    sums = Transaction.objects.annotate(total=Sum("postings__amount"))
    assert not sums.exclude(total=0).exists()
    assert (Posting.objects.filter(account__book=book).aggregate(s=Sum("amount"))["s"] or 0) == 0
    for reversal in Transaction.objects.filter(reverses__isnull=False):
        both = Posting.objects.filter(transaction__in=[reversal, reversal.reverses])
        left = both.order_by().values("account").annotate(total=Sum("amount"))
        assert not left.exclude(total=0).exists()
    for row in transfers_plan(book=book):
        transfer_pay(transfer=row, made_by=evening.by)
    assert people_balances([book]) == {}
    assert settlement_of(book).is_settled


@pytest.mark.parametrize("way", Way)
def test_an_evening_of_everything_comes_out_even(
    way: Way,
    treasurer: User,
    players: list[Player],
    make_event: EventMaker,
    bid: Callable[..., Match],
    win: Callable[..., Match],
) -> None:
    event = make_event(stakes=STAKES, format_options={"rounds": 1})
    drawn_and_begun(event)
    evening = Evening(event, treasurer, players, bid)
    for match in Match.objects.filter(game_of__table__round__event=event):
        win(match, 0, loser_marks=2)
    for step in (
        *(("fee", number, paid) for number in range(4) for paid in (2, 7)),
        *(("prizes", 0, 33), ("expense", 0, 77), ("expense", 1, 78), ("cash", 0, 350)),
        *(("pot", 3, 1), ("finish", 0, 1), ("award", 0, 1)),
    ):
        evening.do(*step)
    transfers_plan(book=evening.money.book, way=way)
    holds(evening)
