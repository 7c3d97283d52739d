"""An evening whose money is kept."""
# ruff: noqa: F401, F811 fixtures are imported, and are arguments of others

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import DjangoDbBlocker

from clubs.roles import Role
from ledger.models import AccountKind, Book, Transaction
from ledger.selectors import balances_of
from scoring.models import Match
from tests.conftest import member_of
from tests.held import hold
from tests.tournaments.conftest import (
    Start,
    begin_next,
    bid,
    club,
    drawn_and_begun,
    evening,
    event,
    make_evening,
    make_event,
    match_of,
    new_start,
    owner,
    pages,
    pages_of,
    players,
    running,
    start,
    win,
)
from tournaments.events.models import Event
from tournaments.events.services.rounds import rounds_plan
from tournaments.money.models import EventMoney
from tournaments.money.services.money import money_set_up

STAKES = {"currency": "USD", "per_mark": "0.25", "per_set": "1.00"}
KeepMoney = Callable[..., EventMoney]


@pytest.fixture
def keep(start: Start) -> KeepMoney:
    """``keep(event, fee=500)``: begins to keep its money, set up so."""

    def keep_money(event: Event, **changes: Any) -> EventMoney:
        treasurer = member_of(start.club, Role.TREASURER)
        money = money_set_up(event=event, made_by=treasurer, **changes)
        money.event.refresh_from_db()
        return money

    return keep_money


@pytest.fixture(scope="module")
def held(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Start]:
    """One club with one stakes night for all tests of a module."""

    def make() -> Start:
        start = new_start()
        start.running = begun(start.event(stakes=STAKES))
        return start

    yield from hold(django_db_blocker, make)


@pytest.fixture
def stakes_night(request: pytest.FixtureRequest, start: Start) -> Event:
    """Four pairs for 0.25 a mark and 1.00 a set; the first round is begun."""
    is_shared = "held" in request.fixturenames
    return start.running if is_shared else begun(start.event(stakes=STAKES))


def begun(event: Event) -> Event:
    drawn_and_begun(event)
    return event


@pytest.fixture
def first_match(stakes_night: Event) -> Match:
    return match_of(stakes_night, 1, 1)


def owed(book: Book) -> dict[str, int]:
    """What everybody is to receive, by name; accounts of nobody by their kind."""
    amounts = {}
    for balance in balances_of(book):
        account = balance.account
        name = account.player.name if account.player else account.kind
        amounts[f"{name}:{account.label}" if account.label else name] = balance.amount
    return {name: amount for name, amount in amounts.items() if amount}


def entered(book: Book) -> list[str]:
    """The entries of a book in words, a reversal marked."""
    rows = Transaction.objects.filter(book=book).order_by("number")
    return [f"{'undo ' if row.reverses_id else ''}{row.description}" for row in rows]


def in_the_box(book: Book) -> int:
    """The cash that ought to lie in the box."""
    return -sum(
        balance.amount for balance in balances_of(book) if balance.account.kind == AccountKind.CASH
    )
