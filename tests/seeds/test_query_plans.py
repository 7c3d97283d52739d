"""The hottest queries read the rows of their own club alone, however many clubs there are.

Each SELECT of a page is explained by the database that runs it. A plan that scans a table of what
clubs have, or looks rows up by something that clubs share, would slow down with every other club.
On PostgreSQL sequential scans are switched off first: of few rows the planner takes one even where
there is an index, and without an index it has to take one all the same.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from celery import Task
from django.apps import apps
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.urls import reverse

from clubs.models import Club, PersonalToken
from ledger.models import Book
from scoring.models import HandSeat, Match
from tests.phones import choice
from tournaments.events.models import Event, EventState, WhoWrites
from tournaments.events.services.events import event_update
from tournaments.phones.selectors.table_access import table_path

OF_CLUBS = ("clubs", "scoring", "tournaments", "leagues", "ledger", "prints", "feeds")
OF_THE_HOUSE = {"clubs_club", "clubs_user", "clubs_heartbeat", "clubs_personaltoken"}
TABLES = {
    model._meta.db_table
    for model in apps.get_models(include_auto_created=True)
    if model._meta.app_label in OF_CLUBS
} - OF_THE_HOUSE
KEY_COLUMN = re.compile(r"id|rowid|\w+_id")
"""Columns of one's own rows: keys, and keys of what belongs to a club or event."""


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


def readings(demo: Club, event: Event) -> Iterator[tuple[str, Client, str]]:
    """What is asked, by whom, and where."""
    owner = demo.memberships.get().user
    signed_in = Client()
    signed_in.force_login(owner, backend="django.contrib.auth.backends.ModelBackend")
    for name, path in pages(demo, event).items():
        yield name, signed_in, path

    event_update(event=event, who_writes=WhoWrites.PLAYERS)
    match = Match.objects.filter(game_of__table__round__event=event).latest("pk")
    number = match.game_of.table.in_room
    phone = Client()
    phone.post(table_path(event, number), choice(event, number))
    yield "phone", phone, reverse("phone")
    yield "poll of a phone", phone, f"{reverse('phone-live')}?match={match.pk}"

    _token, text = PersonalToken.objects.create(user=owner, label="plans")
    api = Client(headers={"authorization": f"Token {text}"})
    yield "matches in the API", api, reverse("api-matches-list", args=[demo.slug])
    yield "changes in the API", api, reverse("api-changes-list", args=[demo.slug])


def queries_of(client: Client, path: str) -> list[tuple[str, Any]]:
    """The queries that a page takes, with their parameters."""
    queries: list[tuple[str, Any]] = []

    def note(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.split(maxsplit=1)[0] in {"SELECT", "WITH"}:
            queries.append((sql, params))
        return execute(sql, params, many, context)

    cache.clear()
    with connection.execute_wrapper(note):
        assert client.get(path).status_code == 200, path
    assert queries, path
    return queries


class Step(NamedTuple):
    """A step of a plan that reads a table; ``column`` is the first that it looks up by equality."""

    table: str
    column: str


BY_COOKIE = Step("phones_guestdevice", "key")
"""Unique among all phones."""


def steps_of(sql: str, params: Any = None) -> list[Step]:
    """The steps of a query's plan that read tables of clubs."""
    named = {alias: table for table, alias in re.findall(r'"(\w+)" "?([A-Z]\d+)"?\b', sql)}
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"EXPLAIN QUERY PLAN {sql}", params)
            lines = "\n".join(row[3] for row in cursor)
            # An index made for the query alone reads the whole table first.
            made = re.sub(r"USING AUTOMATIC .*", "", lines)
            accesses = re.findall(r"^(?:SCAN|SEARCH) (\w+)(?:.*\((\w+)=)?", made, re.MULTILINE)
        else:
            cursor.execute(f"EXPLAIN (FORMAT JSON) {sql}", params)
            ((plan,),) = cursor
            accesses = [*_steps(plan[0]["Plan"])]
    steps = [Step(named.get(table, table), column) for table, column in accesses]
    return [step for step in steps if step.table in TABLES]


def _steps(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """The tables that a plan of PostgreSQL reads, with the first column of what is looked up."""
    if "Relation Name" in node:
        is_bitmap = "Bitmap" in node["Node Type"]  # its indexes are steps of their own
        text = str(node if is_bitmap else {**node, "Plans": ()})
        column = re.search(r"'Index Cond': [\"']\(+(?:\w+\.)?(\w+)(?:\)::\w+)? =", text)
        yield node["Relation Name"], column[1] if column else ""
    for below in node.get("Plans", ()):
        yield from _steps(below)


def reads_others(sql: str, params: Any = None) -> set[Step]:
    """The steps that may read rows of other clubs: not looked up by a key of one's own."""
    return {
        step
        for step in steps_of(sql, params)
        if step != BY_COOKIE and not KEY_COLUMN.fullmatch(step.column)
    }


@pytest.fixture
def by_lookups(db: None) -> None:
    """Let PostgreSQL's planner look rows up one by one wherever there is an index for it.

    Of few rows it would read all, whatever the index, and join by reading both sides.
    """
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            for way in ("seqscan", "hashjoin", "mergejoin", "material", "memoize"):
                cursor.execute(f"SET LOCAL enable_{way} = off")


@pytest.fixture
def no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave what a page sends to the worker, whose tasks look for work of all clubs."""
    monkeypatch.setattr(Task, "apply_async", lambda *_args, **_options: None)


def test_no_hot_query_reads_the_rows_of_other_clubs(
    demo: Club, by_lookups: None, no_worker: None
) -> None:
    event = demo.events.filter(state=EventState.RUNNING, game="texas42").earliest("pk")
    scans: dict[str, set[Step]] = {}
    for name, client, path in readings(demo, event):
        for sql, params in queries_of(client, path):
            if others := reads_others(sql, params):
                scans.setdefault(f"{name}: {sql}", set()).update(others)
    assert not scans


@pytest.mark.parametrize(
    "where", ['U0."number" + 0 = 7', 'U0."verdict" IS NULL', 'U0."id" + 0 > 7', 'U0."id" > 7']
)
def test_a_query_without_an_index_would_be_found(where: str) -> None:
    assert reads_others(f'SELECT * FROM "scoring_hand" U0 WHERE {where}')


def test_an_index_that_all_clubs_share_would_be_found() -> None:
    sql = 'SELECT * FROM "tournaments_event" U0 WHERE U0."state" = \'running\' ORDER BY U0."id"'
    assert reads_others(sql)
