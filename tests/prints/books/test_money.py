"""A season's settlement and players' statements on paper: at once, or by the worker."""

import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User
from clubs.roles import Right
from clubs.services.players import players_add_many
from jobs.models import Job, JobState
from jobs.services import job_make, job_path
from ledger.accounts import ExpectedEntry, of_player
from ledger.models import Account, AccountKind, Book, EntryKind
from ledger.services.books import book_open, entry_make, season_open
from ledger.services.transfers import transfers_plan
from tests.ledger.conftest import FRIDAY
from tests.prints.matches.reading import texts
from tests.tournaments.pages import words

MANY = 230


def text_of(content: bytes) -> str:
    return " ".join(" ".join(texts(content)).split())


def enter(book: Book, players: list[Player], amount: int, by: User) -> None:
    amounts = {of_player(players[0].pk): -amount, of_player(players[1].pk): amount}
    entry = ExpectedEntry(uuid.uuid4().hex, EntryKind.STAKES, "Table 1", amounts)
    entry_make(book=book, entry=entry, made_by=by)


@pytest.fixture
def desk(treasurer: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(treasurer)


@pytest.fixture
def season(club: Club, book: Book, players: list[Player], owner: User) -> Book:
    """Ann lost 5.00 to Ben on Friday and won 3.00 a week later; who pays whom is worked out."""
    later = book_open(club=club, name="Later", date=FRIDAY.replace(day=27), currency="EUR")
    enter(book, players, 500, owner)
    enter(later, players, -300, owner)
    home = season_open(club=club, name="Winter", books=[book, later])
    transfers_plan(book=home)
    return home


@pytest.fixture
def made(settings: Any, tmp_path: Path) -> Callable[[], bytes]:
    """Let the worker make the one document that was ordered; its file."""
    settings.JOB_ROOT = tmp_path

    def make() -> bytes:
        document = Job.objects.get()
        job_make(job_id=document.pk)
        document.refresh_from_db()
        assert document.state == JobState.DONE
        return job_path(document).read_bytes()

    return make


def test_a_season_is_settled_on_one_sheet(desk: Client, season: Book) -> None:
    address = reverse("book-print", args=[season.club.slug, season.pk, "settlement"])
    assert (
        address
        in desk.get(reverse("book-money", args=[season.club.slug, season.pk])).content.decode()
    )
    text = text_of(desk.get(address).content)
    assert "Winter 2 evenings · 20 Nov 2026 to 27 Nov 2026" in text
    assert "Ann Ben 2.00 EUR" in text
    assert "Ann −2.00 EUR" in text
    assert "Ben +2.00 EUR" in text


def test_a_settlement_is_for_who_keeps_the_money_of_this_club(
    season: Book, viewer: User, stranger: User, client_for: Callable[[User], Client]
) -> None:
    address = reverse("book-print", args=[season.club.slug, season.pk, "settlement"])
    assert client_for(viewer).get(address).status_code == 403
    assert client_for(stranger).get(address).status_code == 404


def test_a_long_settlement_is_ordered(
    desk: Client, season: Book, club: Club, made: Callable[[], bytes]
) -> None:
    more = players_add_many(club=club, names=[f"Player {number}" for number in range(120)])
    Account.objects.bulk_create(
        Account(book=season, kind=AccountKind.PLAYER, player=player) for player in more
    )
    keys = [club.slug, season.pk, "settlement"]
    assert "request it here" in words(desk.get(reverse("book-print", args=keys), follow=True))
    assert not Job.objects.exists(), "reading an address orders nothing"
    desk.post(reverse("book-print-order", args=keys), {"paper": "letter"})
    document = Job.objects.get()
    assert (document.right, document.parameters["paper"]) == (Right.MONEY.value, "letter")
    assert "Ann Ben 2.00 EUR" in text_of(made())


def test_a_long_statement_is_ordered_by_the_treasurer(
    desk: Client, book: Book, players: list[Player], owner: User, made: Callable[[], bytes]
) -> None:
    for _entry in range(MANY):
        enter(book, players, 100, owner)
    keys, period = [book.club.slug, players[0].pk, "statement"], {"since": f"{FRIDAY:%Y-%m-%d}"}
    answer = desk.get(reverse("player-print", args=keys), period, follow=True)
    assert "request it here" in words(answer)
    desk.post(reverse("player-print-order", args=keys), period)
    text = text_of(made())
    assert "from 20 Nov 2026" in text
    assert text.count("Table 1") == MANY
    assert f"−{MANY}.00 EUR" in text


def test_a_short_statement_is_a_file_at_once(
    desk: Client, book: Book, players: list[Player], owner: User
) -> None:
    enter(book, players, 100, owner)
    address = reverse("player-print", args=[book.club.slug, players[0].pk, "statement"])
    assert desk.get(address)["Content-Type"] == "application/pdf"
