"""A season's evenings settled together, begun from the season's page."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import User
from leagues.models import Season
from leagues.services.evenings import evening_event_create
from leagues.services.seasons import season_settle
from ledger.models import Book
from ledger.selectors import people_balances, settled_books, settlement_of
from ledger.services.books import book_open, book_settle_with, season_open
from ledger.services.transfers import transfers_plan
from tests.leagues.conftest import evening_of
from tests.refused import refused
from tests.tournaments.pages import messages_of, words
from tournaments.money.services.money import money_set_up

Keep = Callable[..., Book]


@pytest.fixture
def keep(season: Season, owner: User) -> Keep:
    """``keep(1)``: the book of an evening that costs everybody 5.00, in dollars unless said."""

    def book_of(number: int, currency: str = "USD") -> Book:
        season.club.currency = currency
        season.club.save()
        event = evening_event_create(evening=evening_of(season, number), created_by=owner)
        return money_set_up(event=event, fee=500).book

    return book_of


def test_evenings_are_settled_together_once_and_later_ones_are_taken_in(
    season: Season, keep: Keep
) -> None:
    books = [keep(1), keep(2)]
    home = season_settle(season=season)
    assert home.name == season.name
    assert settled_books(home) == [*books, home]
    transfers_plan(book=home)
    later = keep(3)
    assert season_settle(season=season) == home
    assert later in settled_books(home)
    assert settlement_of(home).is_current
    assert sorted(people_balances(settled_books(home)).values()) == [-1500] * 4 + [6000]
    assert season_settle(season=season) == home
    assert Book.objects.filter(settles__isnull=False).distinct().count() == 1


def test_one_evening_alone_is_settled_by_itself(season: Season, keep: Keep) -> None:
    keep(1)
    with refused("too_few_books"):
        season_settle(season=season)


def test_evenings_in_two_currencies_are_not_settled_together(season: Season, keep: Keep) -> None:
    books = [keep(1), keep(2, "JPY")]
    with refused("books_differ"):
        season_settle(season=season)
    assert not Book.objects.filter(settled_with__isnull=False).exists()
    assert {book.currency for book in books} == {"USD", "JPY"}


def test_what_is_settled_with_others_is_left_alone(season: Season, keep: Keep) -> None:
    first, second = keep(1), keep(2)
    other = book_open(club=season.club, name="Other", date=first.date, currency="USD")
    mixed = season_open(club=season.club, name="Mixed", books=[first, other])
    with refused("settled_with_others"):
        season_settle(season=season)
    second.refresh_from_db()
    assert second.settled_with is None
    # All of them in one book that somebody made by hand: that is where it is done.
    book_settle_with(book=second, season=mixed)
    assert season_settle(season=season) == mixed


def test_the_treasurer_is_led_from_the_season_to_its_book(
    season: Season, keep: Keep, treasurer: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(treasurer)
    page = reverse("season", args=[season.club.slug, season.pk])
    money: Any = reverse("season-money", args=[season.club.slug, season.pk])
    keep(1)
    assert money not in client.get(page).text
    assert messages_of(client.post(money, follow=True)) == [
        "At least two evenings of this season must have money set up first."
    ]
    keep(2)
    assert money in client.get(page).text
    settled = client.post(money, follow=True)
    assert "2 evenings settled together" in words(settled)


def test_who_does_not_keep_the_money_is_not_led_there(
    season: Season, keep: Keep, organiser: User, client_for: Callable[[User], Client]
) -> None:
    keep(1)
    keep(2)
    page = client_for(organiser).get(reverse("season", args=[season.club.slug, season.pk]))
    assert "/money/" not in page.text
