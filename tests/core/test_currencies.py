"""Currencies: those of today, found by code or name."""

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Club, User
from clubs.services.clubs import club_create, club_update
from core.currencies import CURRENCIES, currency_name, currency_named
from rules.money import DECIMALS, decimals, is_currency
from tests.tables import table

# Code and decimals by ISO 4217, list one.
DECIMALS_TODAY = [
    ("USD", 2),
    ("EUR", 2),
    ("JPY", 0),
    ("KRW", 0),
    ("ISK", 0),
    ("VND", 0),
    ("CLP", 0),
    ("XAF", 0),
    ("UGX", 0),
    ("HUF", 2),
    ("IDR", 2),
    ("IRR", 2),
    ("MGA", 2),
    ("MRU", 2),
    ("KWD", 3),
    ("BHD", 3),
    ("IQD", 3),
    ("JOD", 3),
    ("LYD", 3),
    ("OMR", 3),
    ("TND", 3),
    ("CLF", 4),
    ("UYW", 4),
]
# Codes that were, or stand for no money with a smallest coin.
NOT_TODAY = ["DEM", "NLG", "HRK", "BGN", "SLL", "ZWL", "ANG", "CUC", "XXX", "XTS", "XAU", "XDR"]
# What is typed, and what is meant.
SEARCHES = [
    ("EUR", "EUR"),
    (" eur ", "EUR"),
    ("Euro", "EUR"),
    ("yen", "JPY"),
    ("kuwait", "KWD"),
    ("dinar kuw", "KWD"),
    ("iranian", "IRR"),
    ("us dollar", "USD"),
    ("zloty", "PLN"),
    ("Złoty", "PLN"),
    ("DONG", "VND"),
    ("pa'anga", "TOP"),
    ("dollar", ""),
    ("rial", ""),
    ("guilders of old", ""),
    ("€", ""),
    ("", ""),
]


@table(("code", "places"), DECIMALS_TODAY)
def test_a_currency_has_the_decimals_of_the_standard(code: str, places: int) -> None:
    assert code in CURRENCIES
    assert decimals(code) == places


def test_every_code_is_one_and_every_exception_is_a_currency() -> None:
    assert all(is_currency(code) for code in CURRENCIES)
    assert DECIMALS.keys() <= set(CURRENCIES)


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_every_currency_has_a_name_of_its_own_in_every_language(language: str) -> None:
    with translation.override(language):
        names = {currency_name(code) for code in CURRENCIES}
    assert len(names) == len(CURRENCIES)
    assert names.isdisjoint(CURRENCIES)


@table("code", NOT_TODAY)
def test_what_is_no_money_of_today_is_none(code: str) -> None:
    assert code not in CURRENCIES


@table(("typed", "code"), SEARCHES)
def test_a_currency_is_found_by_its_code_or_the_beginnings_of_its_name(
    typed: str, code: str
) -> None:
    if code:
        assert currency_named(typed) == code
        return
    with pytest.raises(ValidationError):
        currency_named(typed)


def test_where_several_are_meant_some_are_named() -> None:
    with pytest.raises(ValidationError, match=r"IRR \(Iranian Rial\), OMR \(Omani Rial\)"):
        currency_named("rial")


def test_a_club_is_founded_in_a_currency_of_today(owner: User) -> None:
    with pytest.raises(ValidationError, match="There is no currency “QQQ”"):
        club_create(name="Nowhere", owner=owner, currency="QQQ")


@pytest.mark.parametrize("code", [*NOT_TODAY, "QQQ", "eur", "€", ""])
def test_the_model_itself_takes_no_other_currency(code: str, club: Club) -> None:
    club.currency = code
    with pytest.raises(ValidationError) as refused:
        club.full_clean()
    assert list(refused.value.message_dict) == ["currency"]


def test_a_club_keeps_a_currency_that_went_and_takes_none_that_is_none(club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(currency="HRK")
    club.refresh_from_db()
    assert club_update(club=club, name="Ours", currency="HRK", paper="a4").name == "Ours"
    with pytest.raises(ValidationError, match="There is no currency “DEM”"):
        club_update(club=club, name="Ours", currency="DEM", paper="a4")


def test_a_page_keeps_a_currency_that_went(club: Club, owner: User, client: Client) -> None:
    Club.objects.filter(pk=club.pk).update(currency="HRK")
    client.force_login(owner)
    address = reverse("club-settings", args=[club.slug])
    sent = {"name": "Ours", "currency": "HRK", "paper": "a4"}
    assert client.post(address, sent).status_code == 302


def test_the_field_proposes_every_currency(club: Club, owner: User, client: Client) -> None:
    client.force_login(owner)
    page = client.get(reverse("club-settings", args=[club.slug])).content.decode()
    assert '<option value="KWD">Kuwaiti Dinar</option>' in page
    assert page.count("<option value=") >= len(CURRENCIES)
    assert 'list="id_currency-list"' in page
    assert 'id="id_currency-list"' in page
