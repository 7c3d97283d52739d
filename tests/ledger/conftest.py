"""A book of a club whose players are Ann, Ben, Cleo and Dan."""

import datetime

import pytest

from clubs.models import Club, Player
from clubs.services.players import players_add_many
from ledger.models import Account, AccountKind, Book
from ledger.services.books import book_open

FRIDAY = datetime.date(2026, 11, 20)


@pytest.fixture
def players(club: Club) -> list[Player]:
    return players_add_many(club=club, names=["Ann", "Ben", "Cleo", "Dan", "Eva", "Fay"])


@pytest.fixture
def book(club: Club) -> Book:
    return book_open(club=club, name="Friday", date=FRIDAY, currency="EUR")


@pytest.fixture
def accounts(book: Book, players: list[Player]) -> list[Account]:
    return [
        Account.objects.create(book=book, kind=AccountKind.PLAYER, player=player)
        for player in players[:3]
    ]
