"""Tables of pages as files of a spreadsheet: the rows that the page shows, with its filters."""

import csv
import io
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import override
from openpyxl import load_workbook

from clubs.models import Club
from core.name_lists import names_in, two_names
from core.tables import TYPES, table_read
from leagues.selectors.seasons import calendar_of
from scoring.models import Match
from scoring.selectors.scores import match_score
from tournaments.events.selectors.events import entry_list, matching_events

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(demo: Club) -> Client:
    browser = Client()
    user = demo.memberships.get().user
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return browser


def rows_of(browser: Client, name: str, *keys: Any, **query: Any) -> list[list[str]]:
    answer = browser.get(reverse(name, args=[*keys, "csv"]), query)
    assert answer.status_code == 200
    return list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))[1:]


def test_hands_have_the_totals_of_the_page(demo: Club, browser: Client) -> None:
    match = Match.objects.filter(club=demo, is_over=True, hand_count__gt=2).earliest("pk")
    score = match_score(match)
    rows = rows_of(browser, "match-hands-file", demo.slug, match.pk)
    assert [int(row[0]) for row in rows] == [row.number for row in score.rows]
    count = len(score.sides)
    totals = [int(cell) for cell in rows[-1][7 + count : 7 + 2 * count]]
    assert totals == [side.total for side in score.sides]


def test_events_are_those_that_were_asked_for(demo: Club, browser: Client) -> None:
    whole = rows_of(browser, "events-file", demo.slug)
    assert [row[0] for row in whole] == [event.name for event in matching_events(demo)]
    game = whole and matching_events(demo)[0].game
    some = rows_of(browser, "events-file", demo.slug, game=game)
    assert [row[0] for row in some] == [
        event.name for event in matching_events(demo, game=str(game))
    ]
    assert 0 < len(some) < len(whole)


@pytest.mark.parametrize("name", ["entries", "standings", "results"])
@pytest.mark.parametrize("form", TYPES)
@pytest.mark.parametrize("language", [code for code, _words in settings.LANGUAGES])
def test_pairs_of_a_file_are_read_back_in_every_language(
    demo: Club, browser: Client, name: str, form: str, language: str
) -> None:
    event = demo.events.get(name="Friday 42 night")
    address = reverse(f"event-{name}-file", args=[demo.slug, event.pk, form])
    answer = browser.get(address, {"language": language})
    with override(language):
        lines = names_in(table_read(io.BytesIO(answer.content))).people
    pairs = {frozenset(two_names(line)) for (line,) in lines}
    entered = {
        frozenset(player.name for player in entrant.players)
        for entrant in entry_list(event).entrants
    }
    assert len(entered) == 8
    assert pairs == entered


def test_seasons_and_their_evenings(demo: Club, browser: Client) -> None:
    season = demo.seasons.get()
    assert [row[0] for row in rows_of(browser, "seasons-file", demo.slug)] == [season.name]
    rows = rows_of(browser, "season-calendar-file", demo.slug, season.pk)
    assert [(int(row[0]), int(row[4])) for row in rows] == [
        (row.evening.number, row.played) for row in calendar_of(season)
    ]


def test_members_as_a_workbook(demo: Club, browser: Client) -> None:
    answer = browser.get(reverse("members-file", args=[demo.slug, "xlsx"]))
    sheet: Any = load_workbook(io.BytesIO(answer.content)).active
    names = [row[0] for row in sheet.iter_rows(min_row=2, values_only=True)]
    assert names == [membership.user.username for membership in demo.memberships.all()]


@pytest.mark.parametrize("name", ["members", "events", "seasons"])
def test_the_page_links_to_its_file(demo: Club, browser: Client, name: str) -> None:
    page = browser.get(reverse(name, args=[demo.slug])).content.decode()
    assert reverse(f"{name}-file", args=[demo.slug, "xlsx"]) in page
