"""Two evenings of any game settled together, whatever happens in them and afterwards.

Hands corrected and taken back, substitutes, fees, payments undone, evenings parted and joined, in
any order: every book sums to zero, paying what is worked out leaves nobody owing anything, and an
evening that is taken back wholly leaves nothing behind.
"""

import copy
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.db import transaction
from django.db.models import Sum
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from clubs.models import Player, User
from ledger.models import Account, Book, Posting, Transaction, Transfer, Way
from ledger.selectors import (
    BY_HAND,
    people_balances,
    settled_books,
    settlement_of,
    statements_of,
)
from ledger.services.books import book_settle_with, season_open
from ledger.services.transfers import (
    book_separate,
    transfer_pay,
    transfer_unpay,
    transfers_plan,
    transfers_renew,
)
from scoring.errors import ScoringError
from scoring.models import Hand, Match
from scoring.services.hands import hand_correct, hand_record, hand_undo
from tests.stakes.conftest import STAKES
from tests.tournaments.conftest import EveningMaker, EventMaker, drawn_and_begun, record
from tests.tournaments.single import called, misere, spades, thrown_in
from tests.tournaments.taking_turns import PANDOEREN, SPADES
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_restore, entry_substitute, entry_withdraw
from tournaments.events.services.events import event_finish, event_reopen
from tournaments.money.models import EventMoney, Fee
from tournaments.money.selectors.fees import FeeStatus, fee_lines
from tournaments.money.services.money import (
    Bearer,
    expense_add,
    fee_set,
    hand_entry_reverse,
    money_set_up,
    prizes_award,
    prizes_take_back,
    side_pot_add,
    side_pot_remove,
    side_pot_set,
)
from tournaments.money.services.settling import evening_settle

Record = dict[str, Any]
Made = Callable[[EventMaker, EveningMaker], Event]


def of_42(dealer: int, which: int) -> Record:
    return record(dealer, which % 2, marks=2, made=which % 3 > 0)


def of_pandoeren(dealer: int, which: int) -> Record:
    made = which % 3 > 0
    declarer = which % 4
    if which % 5 == 0:
        return thrown_in(dealer)
    if which % 2:
        return misere(dealer, declarer, made=made)
    return called(dealer, declarer, (declarer + 1) % 4, made=made)


def of_spades(dealer: int, which: int) -> Record:
    winner = which % 3
    bids, tricks = [0, 0, 0], [0, 0, 0, 0]
    bids[winner] = 13
    tricks[winner] = 13 - which % 2
    tricks[3] = which % 2
    return spades(dealer, bids, tricks)


@dataclass(frozen=True)
class Kind:
    """A game with what it is played for: how an evening of it is made, and a hand."""

    name: str
    make: Made
    hand: Callable[[int, int], Record]
    money: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


CENTS = {"ante": 10, "point": 7}
KINDS = [
    Kind("42 for marks and sets", lambda pairs, _single: pairs(3, stakes=STAKES), of_42),
    Kind("Pandoeren for differences", lambda _pairs, single: single(4, **PANDOEREN), of_pandoeren),
    Kind("Pandoeren for cents", lambda _pairs, single: single(4, **PANDOEREN), of_pandoeren, CENTS),
    Kind("Pandoeren in turn", lambda _pairs, single: single(5, **PANDOEREN), of_pandoeren),
    Kind(
        "Pandoeren in turn for cents",
        lambda _pairs, single: single(5, **PANDOEREN),
        of_pandoeren,
        CENTS,
    ),
    Kind(
        "spades",
        lambda _pairs, single: single(3, "dummy_spades", **SPADES | {"format_options": {}}),
        of_spades,
    ),
    Kind("spades in turn", lambda _pairs, single: single(4, "dummy_spades", **SPADES), of_spades),
]
Step = tuple[str, int, int]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            [
                *("match", "match", "hand", "correct", "correct", "undo", "substitute"),
                *("withdraw", "restore", "fee", "fees", "prizes", "expense", "pot", "finish"),
                *("award", "reopen", "settle", "plan", "plan", "pay", "pay", "unpay"),
                *("part", "join"),
            ]
        ),
        st.integers(0, 1),
        st.integers(0, 400),
    ),
    min_size=4,
    max_size=22,
)
REFUSED = (ValidationError, ObjectDoesNotExist, ScoringError, ValueError, LookupError)


class Season:
    """Two evenings that things happen to; what cannot be done is refused and changes nothing."""

    def __init__(
        self, kind: Kind, by: User, players: Sequence[Player], events: Sequence[Event]
    ) -> None:
        self.kind, self.by, self.players, self.events = kind, by, players, events
        self.monies: list[EventMoney] = [
            money_set_up(event=event, fee=501, house_percent=7, **kind.money) for event in events
        ]
        books = [money.book for money in self.monies]
        self.home: Book = season_open(club=events[0].club, name="Winter", books=books)
        self.count = 0

    def do(self, what: str, night: int, amount: int) -> None:
        self.count += 1
        event, money = self.events[night], self.monies[night]
        event.refresh_from_db()
        match = Match.objects.filter(game_of__table__round__event=event).earliest("pk")
        number = amount % event.entries.count() + 1
        of_match: dict[str, Callable[[], Any]] = {
            "match": lambda: self.play(match, amount, hands=12),
            "hand": lambda: self.play(match, amount, hands=1),
            "correct": lambda: self.correct(match, amount),
            "undo": lambda: self.undo(match),
        }
        of_entry: dict[str, Callable[[], Any]] = {
            "substitute": lambda: entry_substitute(
                entry=event.entries.get(number=number),
                place=0,
                player=self.players[10 + amount % 10],
                from_round=1 + amount % 2,
            ),
            "withdraw": lambda: entry_withdraw(entry=event.entries.get(number=number)),
            "restore": lambda: entry_restore(entry=event.entries.get(number=number)),
            "fee": lambda: fee_set(
                event=event,
                number=number,
                place=0,
                status=list(FeeStatus)[amount % 5],
                made_by=self.by,
            ),
            "fees": lambda: money_set_up(event=event, fee=amount),
            "finish": lambda: event_finish(event=event),
            "reopen": lambda: event_reopen(
                event=event, by=event.created_by, reason="a slip was misread"
            ),
        }
        of_book: dict[str, Callable[[], Any]] = {
            "prizes": lambda: money_set_up(
                event=event, prize_kind="share", prize_table=[[1, [50, 33]]], last_prize=amount
            ),
            "award": lambda: prizes_award(event=event, made_by=self.by),
            "expense": lambda: expense_add(
                money=money,
                amount=amount,
                text="Soup",
                bearer=list(Bearer)[amount % 2],
                payer=self.players[amount % 3] if amount % 2 else None,
                made_by=self.by,
                key=str(self.count),
            ),
            "pot": lambda: self.side_pot(money, amount),
            "settle": lambda: evening_settle(event_id=event.pk),
            "plan": lambda: transfers_plan(book=self.where(money), way=list(Way)[amount % 3]),
            "pay": lambda: transfer_pay(transfer=self.transfer(amount), made_by=self.by),
            "unpay": lambda: transfer_unpay(transfer=self.transfer(amount), made_by=self.by),
            "part": lambda: book_separate(book=money.book),
            "join": lambda: self.join(money),
        }
        (of_match | of_entry | of_book)[what]()

    def play(self, match: Match, which: int, *, hands: int) -> None:
        for turn in range(hands):
            match.refresh_from_db()
            if match.is_over:
                return
            record = self.kind.hand(match.next_dealer, which + turn % 2)
            hand_record(match_id=match.pk, record=record, author=self.by)

    def correct(self, match: Match, which: int) -> None:
        hand = Hand.objects.filter(match=match).order_by("number")[which % 3]
        assert hand.record is not None
        hand_correct(
            match_id=match.pk,
            number=hand.number,
            record=self.kind.hand(hand.record["dealer"], which),
            author=self.by,
            reason="misread",
            revision=hand.revision,
        )

    def undo(self, match: Match) -> None:
        match.refresh_from_db()
        hand = Hand.objects.get(match=match, number=match.hand_count)
        hand_undo(
            match_id=match.pk,
            author=self.by,
            number=hand.number,
            revision=hand.revision,
            reason="a slip was misread",
        )
        match.refresh_from_db()

    def side_pot(self, money: EventMoney, amount: int) -> None:
        pot = money.side_pots.first() or side_pot_add(money=money, name="Last bid", stake=101)
        inside = self.players[: amount % 3 + 1]
        side_pot_set(pot=pot, players=inside, winners=inside[: amount % 4], made_by=self.by)

    def where(self, money: EventMoney) -> Book:
        """Where an evening is settled now."""
        book = Book.objects.get(pk=money.book_id)
        return book.settled_with or book

    def transfer(self, which: int) -> Transfer:
        payments = list(Transfer.objects.order_by("pk"))
        return payments[which % max(1, len(payments))]

    def join(self, money: EventMoney) -> None:
        book_settle_with(book=money.book, season=self.home)
        transfers_renew(book=self.home)

    def settle(self) -> None:
        for event in self.events:
            evening_settle(event_id=event.pk)

    @property
    def books(self) -> list[Book]:
        return [self.home, *(money.book for money in self.monies)]

    def take_back(self) -> None:
        """Take everything back that was ever done, by what the pages offer for it."""
        for transfer in Transfer.objects.exclude(transaction=None):
            transfer_unpay(transfer=transfer, made_by=self.by)
        for event, money in zip(self.events, self.monies, strict=True):
            event.refresh_from_db()
            if event.state == "finished":
                prizes_take_back(event=event, made_by=self.by)
                event_reopen(event=event, by=event.created_by, reason="a slip was misread")
            for match in Match.objects.filter(game_of__table__round__event=event):
                while match.hand_count:
                    self.undo(match)
            for line in fee_lines(EventMoney.objects.get(pk=money.pk)):
                owing: dict[str, Any] = {"status": FeeStatus.OWING, "made_by": self.by}
                fee_set(event=event, number=line.entrant.number, place=line.place, **owing)
            for entry in money.book.transactions.filter(
                kind__in=BY_HAND, reverses=None, reversed_by=None
            ):
                hand_entry_reverse(money=money, number=entry.number, made_by=self.by)
            for pot in money.side_pots.all():
                side_pot_remove(pot=pot, made_by=self.by)
            money_set_up(event=event, fee=0, cash_float=0)


def sums_are_nothing(books: Sequence[Book]) -> None:
    """Every entry, every book, and every reversal with what it reverses."""
    sums = Transaction.objects.annotate(total=Sum("postings__amount"))
    assert not sums.exclude(total=0).exists()
    for book in books:
        postings = Posting.objects.filter(account__book=book).aggregate(total=Sum("amount"))
        assert (postings["total"] or 0) == 0
    for reversal in Transaction.objects.filter(reverses__isnull=False):
        both = Posting.objects.filter(transaction__in=[reversal, reversal.reverses])
        left = both.order_by().values("account").annotate(total=Sum("amount"))
        assert not left.exclude(total=0).exists()


def paying_leaves_nothing(season: Season) -> None:
    """What is worked out is paid to the last coin, by one transfer less than there are people."""
    homes = {season.where(money) for money in season.monies} | {season.home}
    for home in homes:
        for way in (Way.CASH_BOX, Way.TWO_PAYEES, Way.FEWEST):
            people = people_balances(settled_books(home))
            rows = transfers_plan(book=home, way=way)
        assert len(rows) <= max(0, len(people) - 1)
        for row in rows:
            transfer_pay(transfer=row, made_by=season.by)
        assert people_balances(settled_books(home)) == {}
        assert settlement_of(home).is_settled


def statements_say_what_is_owed(season: Season) -> None:
    """Whatever a statement is about, what it says to pay comes to its balance.

    Of those who have nothing in any book one is asked about.
    """
    seen = 0
    in_books = set(Account.objects.filter(book__in=season.books).values_list("player", flat=True))
    others = [player for player in season.players if player.pk not in in_books]
    for player in [p for p in season.players if p.pk in in_books] + others[:1]:
        together = statements_of(player)
        evenings = [statements_of(player, books=[money.book]) for money in season.monies]
        for statement in (*together, *(row for rows in evenings for row in rows)):
            assert sum(step.amount for step in statement.steps) == statement.balance
            seen += 1
        balance = people_balances(season.books).get(player.pk, 0)
        assert sum(statement.balance for statement in together) == balance
    assert seen


@pytest.fixture
def season(
    request: pytest.FixtureRequest,
    treasurer: User,
    players: list[Player],
    make_event: EventMaker,
    make_evening: EveningMaker,
) -> Season:
    """Two evenings of a kind, a match of the first played and transfers worked out."""
    events = [request.param.make(make_event, make_evening) for _night in range(2)]
    for event in events:
        drawn_and_begun(event)
    season = Season(request.param, treasurer, players, events)
    season.do("match", 0, 1)
    season.do("plan", 0, 1)
    return season


@pytest.mark.parametrize("season", KINDS, ids=str, indirect=True)
@given(steps=STEPS)
@settings(
    max_examples=1,
    phases=[Phase.explicit, Phase.generate],
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
def test_whatever_happens_in_a_season_comes_out_even_and_can_be_taken_back(
    season: Season, steps: list[Step]
) -> None:
    held = season
    with transaction.atomic():
        season = copy.deepcopy(held)
        for step in steps:
            try:
                with transaction.atomic():
                    season.do(*step)
            except REFUSED:
                pass  # what cannot be done now is refused
        statements_say_what_is_owed(season)
        season.settle()
        sums_are_nothing(season.books)
        statements_say_what_is_owed(season)
        paying_leaves_nothing(season)
        season.take_back()
        season.settle()
        sums_are_nothing(season.books)
        left = Account.objects.filter(book__in=season.books).annotate(total=Sum("postings__amount"))
        assert not left.exclude(total=0).exists()
        assert not Fee.objects.exclude(paid=0).exists()
        transaction.set_rollback(True)
