"""The hottest queries read the rows of their own club alone, however many clubs there are.

Each SELECT of a page is explained by the database that runs it. A plan that scans a table of what
clubs have would slow down with every other club. On PostgreSQL sequential scans are switched off
first: of few rows the planner takes one even where there is an index, and without an index it has
to take one all the same.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.cache import cache
from django.core.signing import get_cookie_signer
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs.access import GUEST_COOKIE
from clubs.models import Club, PersonalToken
from ledger.models import Book
from scoring.models import HandSeat, Match
from tournaments.models import Event, EventState, WhoWrites
from tournaments.services.events import event_update
from tournaments.services.table_access import device_admit
from tournaments.views.guests import SALT

OF_CLUBS = ("clubs", "scoring", "tournaments", "leagues", "ledger", "prints", "feeds")
OF_THE_HOUSE = {"clubs_club", "clubs_user", "clubs_heartbeat", "clubs_personaltoken"}
TABLES = {
    model._meta.db_table
    for model in apps.get_models(include_auto_created=True)
    if model._meta.app_label in OF_CLUBS
} - OF_THE_HOUSE


pytestmark = pytest.mark.django_db


def pages(demo: Club, event: Event) -> dict[str, str]:
    """The addresses that a busy evening asks for most, and the largest tables."""
    match = Match.objects.filter(game_of__table__round__event=event, hand_count__gt=0).earliest(
        "pk"
    )
    season = demo.seasons.get()
    book = Book.objects.filter(club=demo).earliest("pk")
    player = HandSeat.objects.filter(club=demo, game="texas42").earliest("pk").player_id
    assert player
    return {
        "events": reverse("events", args=[demo.slug]),
        "event": reverse("event", args=[demo.slug, event.pk]),
        "poll of an event": reverse("event-live", args=[demo.slug, event.pk]),
        "desk": reverse("event-desk", args=[demo.slug, event.pk]),
        "standings": reverse("event-standings", args=[demo.slug, event.pk]),
        "match": reverse("match", args=[demo.slug, match.pk]),
        "season": reverse("season", args=[demo.slug, season.pk]),
        "roster": reverse("players", args=[demo.slug]),
        "book": reverse("book-money", args=[demo.slug, book.pk]),
        "player": reverse("player", args=[demo.slug, player]),
        "numbers of a player": reverse("player-numbers", args=[demo.slug, player]),
        "hands of a player": reverse("player-numbers-hands", args=[demo.slug, player])
        + "?game=texas42",
        "numbers of the club": reverse("club-numbers-of", args=[demo.slug, "texas42"]),
        "numbers of an event": reverse("event-numbers", args=[demo.slug, event.pk]),
    }


def asked(demo: Club, event: Event) -> Iterator[tuple[str, Client, str]]:
    """What is asked, by whom, and where."""
    owner = demo.memberships.get().user
    signed_in = Client()
    signed_in.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    for name, path in pages(demo, event).items():
        yield name, signed_in, path

    event_update(event=event, who_writes=WhoWrites.PLAYERS)
    match = Match.objects.filter(game_of__table__round__event=event).latest("pk")
    player = match.seats.select_related("player").earliest("number").player
    assert player
    phone = Client()
    key = str(device_admit(event=event, player=player).pk)
    phone.cookies[GUEST_COOKIE] = get_cookie_signer(salt=GUEST_COOKIE + SALT).sign(key)
    yield "phone", phone, reverse("phone")
    yield "poll of a phone", phone, f"{reverse('phone-live')}?match={match.pk}"

    _token, text = PersonalToken.objects.create(user=owner, label="plans")
    api = Client(headers={"authorization": f"Token {text}"})
    yield "matches in the API", api, reverse("api-matches", args=[demo.slug])
    yield "changes in the API", api, reverse("api-changes", args=[demo.slug])


def queries_of(client: Client, path: str) -> list[tuple[str, Any]]:
    """The queries that a page takes, with their parameters."""
    found: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.split(maxsplit=1)[0] in {"SELECT", "WITH"}:
            found.append((sql, params))
        return execute(sql, params, many, context)

    cache.clear()
    with connection.execute_wrapper(note):
        assert client.get(path).status_code == 200, path
    assert found, path
    return found


def scans(sql: str, params: Any = None) -> set[str]:
    """The tables of clubs that the plan of a query reads whole."""
    named = {alias: table for table, alias in re.findall(r'"(\w+)" "?([A-Z]\d+)"?\b', sql)}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            steps = re.findall(r"^SCAN (\w+)", "\n".join(row[3] for row in cursor), re.MULTILINE)
        else:
            cursor.execute(f"EXPLAIN {sql}", params)
            steps = re.findall(r"Seq Scan on (\w+)", "\n".join(row[0] for row in cursor))
    return {named.get(step, step) for step in steps} & TABLES


@pytest.fixture(autouse=True)
def without_sequential_scans(db: None) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL enable_seqscan = off")


def test_no_hot_query_reads_the_rows_of_other_clubs(demo: Club) -> None:
    event = demo.events.filter(state=EventState.RUNNING, game="texas42").earliest("pk")
    found: dict[str, set[str]] = {}
    for name, client, path in asked(demo, event):
        for sql, params in queries_of(client, path):
            if whole := scans(sql, params):
                found.setdefault(f"{name}: {sql}", set()).update(whole)
    assert not found


def test_a_query_without_an_index_would_be_found() -> None:
    assert scans('SELECT * FROM "scoring_hand" U0 WHERE U0."number" + 0 = 7') == {"scoring_hand"}
