"""Whose language a page is in, and how dates are written in it."""

import datetime
import re
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from clubs.models import Club, User
from clubs.services.clubs import club_update
from core.languages import Calendar, calendar_of, date_text
from tests.conftest import ClientFor
from tests.tournaments.pages import words

TEMPLATES = Path(__file__).resolve().parents[2] / "templates"
DAY = datetime.date(2026, 9, 2)
LANGUAGES = [("en", "English"), ("nl", "Nederlands"), ("fa", "Fa"), ("fa-latn", "Fa (123)")]


@pytest.fixture(autouse=True)
def _several_languages(settings: Any) -> None:
    settings.LANGUAGES = LANGUAGES


def language_of(answer: Any) -> str:
    language = re.search(r'<html lang="([^"]*)"', answer.content.decode())
    assert language
    return language[1]


def choose(client: Client, language: str, **more: str) -> Any:
    return client.post(reverse("language"), {"language": language, **more})


def test_a_club_s_language_goes_before_the_browser_s_and_one_s_own_before_both(
    club: Club, owner: User, client_for: ClientFor
) -> None:
    club_update(club=club, name=club.name, currency="USD", paper="a4", language="nl")
    page = reverse("players", args=[club.slug])
    browser = client_for(owner)
    in_persian = {"Accept-Language": "fa,en;q=0.5"}
    assert language_of(browser.get(page, headers=in_persian)) == "nl"
    assert language_of(browser.get(reverse("your-clubs"), headers=in_persian)) == "fa"
    choose(browser, "en")
    assert language_of(browser.get(page, headers=in_persian)) == "en"
    assert language_of(client_for(owner).get(page, headers=in_persian)) == "en"
    assert language_of(browser.get(f"{page}?language=fa")) == "fa"


def test_a_visitor_keeps_his_choice_in_a_cookie_and_comes_back_to_where_he_was(
    client: Client, club: Club
) -> None:
    answer = choose(client, "nl", next="/sign-in/?next=/")
    assert answer.headers["Location"] == "/sign-in/?next=/"
    assert language_of(client.get("/sign-in/")) == "nl"
    assert choose(client, "nl", next="https://example.org/").headers["Location"] == "/"
    assert choose(client, "nl", next="no address").headers["Location"] == "/"
    assert choose(client, "tlh").status_code == 404


@pytest.mark.parametrize(
    ("language", "calendar", "written"),
    [
        ("en", Calendar.GREGORIAN, "Wed 2 Sep 2026"),
        ("en", Calendar.PERSIAN, "Wed 11 Shahrivar 1405"),
        ("nl", Calendar.GREGORIAN, "wo 2 sep 2026"),
        ("fa", Calendar.GREGORIAN, "چهارشنبه ۲ سپتامبر ۲۰۲۶"),
        ("fa", Calendar.PERSIAN, "چهارشنبه ۱۱ شهریور ۱۴۰۵"),
        ("fa-latn", Calendar.PERSIAN, "چهارشنبه 11 شهریور 1405"),
        ("ja", Calendar.GREGORIAN, "2026年9月2日(水)"),
    ],
)
def test_a_date_is_written_in_the_language_and_the_calendar(
    language: str, calendar: Calendar, written: str
) -> None:
    with translation.override(language), calendar_of(Club(calendar=calendar)):
        assert date_text(DAY, "weekday") == written


def test_a_job_of_no_club_does_not_write_the_dates_of_the_one_before() -> None:
    with calendar_of(Club(calendar=Calendar.PERSIAN)), calendar_of(None):
        assert date_text(DAY, "weekday") == "Wed 2 Sep 2026"
    assert date_text(DAY, "weekday") == "Wed 2 Sep 2026"


def test_a_club_may_read_the_solar_hijri_calendar(
    club: Club, owner: User, client_for: ClientFor
) -> None:
    browser = client_for(owner)
    sent = {"name": club.name, "currency": "USD", "paper": "a4", "calendar": "persian"}
    assert browser.post(reverse("club-settings", args=[club.slug]), sent).status_code == 302
    player = club.players.create(name="Ann")
    page = words(browser.get(reverse("player", args=[club.slug, player.pk])))
    with translation.override("en"), calendar_of(Club(calendar=Calendar.PERSIAN)):
        assert date_text(player.created_at) in page
    assert "AP" not in page


def test_every_date_on_a_page_is_written_by_the_reader_s_language() -> None:
    machine = {"c", "Y-m-d"}
    faults = [
        (path.name, pattern)
        for path in TEMPLATES.rglob("*.html")
        for pattern in re.findall(r"\|date:['\"]([^'\"]*)['\"]", path.read_text())
        if pattern not in machine
    ]
    assert faults == []


@pytest.mark.parametrize("reader", ["en", "nl", "fa", "fa-latn", "ja"])
def test_a_language_is_named_by_its_own_name_wherever_one_chooses(
    reader: str, client: Client, club: Club, owner: User, settings: Any
) -> None:
    settings.LANGUAGES = [*LANGUAGES, ("ja", "日本語")]
    client.force_login(owner)
    page = client.get(reverse("club-settings", args=[club.slug]), {"language": reader})
    text = page.content.decode()
    switch = re.findall(r'name="language" value="([^"]+)"[^>]*>([^<]+)<', text)
    assert dict(switch) == dict(settings.LANGUAGES)
    names = dict(re.findall(r'<option value="([^"]+)"[^>]*>([^<]+)<', text))
    assert (names["en"], names["nl"], names["ja"]) == ("English", "Nederlands", "日本語")


OTHERWISE = {"nl": ("Uw ", " uw "), "fa": ("رمز عبور", "نمی تواند"), "ja": ("8 文字",)}
"""By language: what Django writes on forms, and we do not."""


@pytest.mark.parametrize("code", OTHERWISE)
def test_forms_of_django_speak_as_ours_do(
    settings: Any, owner: User, client_for: ClientFor, code: str
) -> None:
    settings.LANGUAGES = [("en", "English"), ("nl", "Nl"), ("fa", "Fa"), ("ja", "Ja")]
    typed = {"old_password": "no", "new_password1": "1", "new_password2": "1"}
    page = f"{reverse('password')}?language={code}"
    for answer in (client_for(owner).get(page), client_for(owner).post(page, typed)):
        text = words(answer)
        assert "8" in text
        assert [word for word in OTHERWISE[code] if word in text] == []
