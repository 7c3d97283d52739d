"""Every address of the site answers its owner in the demo club. None may be forgotten here."""

import datetime
import io
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client, override_settings
from django.test.utils import CaptureQueriesContext
from django.urls import URLPattern, get_resolver, reverse
from django.urls.resolvers import URLResolver
from django.utils import timezone
from openpyxl import load_workbook

import ledger.views
import stats.views.numbers
from archive.arrivals import INSPECT
from archive.orders import archive_order
from clubs.models import Club, Heartbeat, Membership, PersonalToken, User
from clubs.services.clubs import club_picture_set
from clubs.services.invitations import invitation_make
from engine.pairings.formats import FORMATS
from feeds.models import Webhook
from feeds.webhooks import webhook_test
from games import PRESENTERS
from jobs.models import Job, JobState
from jobs.services import job_make, job_order
from jobs.work import folder
from leagues.models import CalendarFeed
from leagues.services.seasons import season_page_update
from ledger.services.books import season_open
from paper.documents.rows import PRINT
from paper.scans.models import ExampleSheet, ReadRow, ReadSheet, SheetProblem, SheetReading
from paper.scans.services import SHEETS
from scoring.models import Match
from tests.clubs.pictures import drawn
from tests.phones import choice
from tests.prose import words_before_content
from tests.seeds.money import evening_money
from tests.seeds.pseudo import CODE, english_on, spoken, words_of_data
from tournaments.events.models import Event, EventState, WhoWrites
from tournaments.events.selectors.public import number_in
from tournaments.money import views as money_views
from tournaments.money.models import SidePot
from tournaments.phones.models import SignUp
from tournaments.phones.selectors.sign_ups import key_digest
from tournaments.phones.selectors.table_access import table_path, table_token
from tournaments.phones.services.sign_ups import event_page_update, sign_up_key, sign_up_page_update

pytestmark = [pytest.mark.django_db]

MOST_QUERIES = 27
MOST_WORDS = 30
"""Words of prose on a page before its first table, list or field; more folds out."""
READ_WHOLE = {"season-print": 40, "player-everything": 60, "player-forget": 150}
READ_WHOLE |= {"api-players-everything": 60, "api-players-forget-preview": 150}
READ_WHOLE |= {
    "event-reopen": 200,
    "club": 38,
    "event-projector-live": 30,
    "event-prints": 34,
    "event-money": 28,
}
"""Queries of what reads a season, or every kind of row and text that a club has, at once, of what
tries reopening an event with its book, of a club's page with the two events that are on, of a wall
with two brackets, and of prints whose pages are counted before they are ordered."""

# Pages, fragments and files that are read.
READ = {
    *("home", "your-clubs", "club", "api-root", "password-offer", "hall"),
    *("player", "search", "sign-in", "password", "tokens", "club-new", "club-settings"),
    *("club-picture", "club-picture-file", "api-clubs-picture-detail", "public-club-picture"),
    *("members", "member-remove", "players", "player-search", "players-paste", "player-edit"),
    *("member-player", "player-numbers", "player-numbers-file", "player-numbers-hands"),
    "api-players-numbers",
    *("api-matches-result-revisions", "event-reopen"),
    *("match", "match-live", "match-entry", "match-prints", "match-print", "hand"),
    *("hand-walk", "api-hands-best-play", "bidding"),
    *("api-prints-list", "api-club-prints-list"),
    *("hand-correct", "documents", "document", "job", "job-file"),
    *("api-jobs-list", "api-jobs-detail", "api-jobs-file"),
    *(
        "events",
        "event-new",
        "event-read",
        "event",
        "event-live",
        "event-draw",
        "round-plan",
        "event-entries",
    ),
    *("event-entries-paste", "event-entries-draw", "entry-substitute", "event-settings"),
    *("event-seeds", "event-rules", "event-standings", "event-standings-live", "event-projector"),
    *("event-decisions", "round-results", "event-table", "player-prints", "player-print"),
    *("event-bracket", "event-bracket-live"),
    *("event-projector-live", "event-prints", "event-print", "event-public"),
    *("public-rounds", "public-rounds-live", "public-standings", "public-standings-live"),
    *("public-bracket", "public-bracket-live", "api-events-public-detail"),
    *("public-results", "public-results-json"),
    *("public-deals", "public-deals-live", "event-compared-file", "event-standings-file"),
    *("event-entries-file", "event-results-file", "players-file"),
    *("public-evening", "public-evening-live", "public-hands", "public-scorecard"),
    *("api-events-sign-up-detail", "api-sign-ups-list", "api-sign-ups-detail"),
    *("public-manifest", "event-sign-up", "sign-up", "public-sign-up", "signed-up"),
    "invitation",
    *("public-season", "public-season-live", "public-season-calendar", "public-season-ratings"),
    *(
        "season-public",
        "api-seasons-public-detail",
        "season-file",
        "season-ratings-file",
        "calendar-feeds",
        "calendar-feed",
        "public-club-calendar",
    ),
    "club-archives",
    *("arrival-new", "arrival"),
    *("schema", "archive-schema", "api-docs", "healthz", "readyz"),
    *(
        "api-changes-list",
        "api-webhooks-list",
        "api-webhooks-detail",
        "api-deliveries-list",
        "webhooks",
        "webhook",
    ),
    *("api-clubs-list", "api-clubs-detail", "api-players-list", "api-players-detail"),
    *("api-games-list", "api-matches-list"),
    *("api-matches-detail", "api-hands-list", "api-hands-detail", "api-hands-revisions"),
    *("api-event-choices-list", "api-events-list"),
    *(
        "api-events-detail",
        "api-entries-list",
        "api-entries-detail",
        "api-rounds-list",
        "api-rounds-detail",
        "api-events-standings",
    ),
    *("api-adjustments-list", "api-play-offs-list", "api-waiting-players-list"),
    "api-reference",
    *("book-money", "book-file", "book-prints", "book-print"),
    *("club-money", "player-statement", "player-file", "event-money", "event-money-setup"),
    *("event-money-door", "event-money-door-live", "event-money-transfers", "event-money-prizes"),
    *(
        "event-money-pot",
        "event-money-book",
        "event-money-file",
        "api-money-detail",
        "api-fees-list",
    ),
    *("api-money-balances", "api-transfers-list", "api-statement-detail"),
    *("api-prizes-detail", "api-side-pots-list", "api-side-pots-detail"),
    *("api-entries-of-book-list", "api-books-list", "api-books-detail", "api-books-balances"),
    *("api-books-corrections", "api-books-transfers-list"),
    *("api-members-list", "api-members-detail"),
    *("seasons", "season-new", "season", "season-live", "season-projector"),
    *("season-projector-live", "season-ratings", "season-calendar", "season-evening"),
    *("season-members", "season-members-paste", "season-member", "season-settings"),
    *("season-prints", "season-print", "event-season", "club-prints", "club-print"),
    *("event-desk", "event-desk-live"),
    *("event-deals", "event-deals-new", "api-deals-detail"),
    *("event-compared", "event-compared-card", "deal-ruling"),
    *("api-deals-compared", "api-deals-scoring", "api-deal-rulings-list"),
    *("event-numbers", "event-numbers-file", "club-numbers", "club-numbers-of"),
    *("club-numbers-file", "api-event-numbers", "api-club-numbers", "api-club-meetings-list"),
    *("event-phones", "table-way", "table-code", "table-join", "phone", "phone-live"),
    "phone-standings",
    *("phone-offline", "phone-worker", "phone-news"),
    *("player-everything", "player-forget"),
    *("members-file", "events-file", "seasons-file", "season-calendar-file"),
    "match-hands-file",
    *("api-entries-seeds", "api-rounds-clock"),
    "api-arrivals-detail",
    *("api-players-everything", "api-players-forget-preview"),
    *(
        "season-next",
        "api-seasons-list",
        "api-seasons-detail",
        "api-seasons-standings",
        "api-seasons-ratings",
    ),
    *("event-sheets", "event-sheets-look", "event-sheets-row", "api-sheets-list"),
    *("event-sheets-corners", "event-sheets-picture"),
    *("event-sheets-paper", "event-sheets-photograph"),
    *("api-sheets-detail", "api-sheet-rows-picture"),
    *(
        "api-season-evenings-list",
        "api-season-evenings-detail",
        "api-season-absences-list",
        "api-season-adjustments-list",
        "api-season-away-list",
        "api-season-jokers-list",
        "api-season-divisions-list",
    ),
    *("api-season-divisions-detail", "api-season-contenders-list", "api-season-contenders-detail"),
    *("api-calendars-list", "api-calendars-detail"),
}
# What changes something and is not to be followed by a link.
SENT = {
    *("api-webhooks-test", "api-deliveries-resend", "demo-load"),
    *(
        "language",
        "club-picture-remove",
        "sign-out",
        "token-revoke",
        "invitation-new",
        "invitation-revoke",
        "member-role",
        "player-new",
        "player-roster",
        "match-undo",
    ),
    *("club-archive-new", "job-cancel", "job-retry", "job-delete"),
    *("api-documents-list", "api-archives-list", "api-jobs-cancel", "api-jobs-retry"),
    *("api-events-sign-up-renew", "api-sign-ups-accept", "api-sign-ups-wait"),
    "api-sign-ups-decline",
    *("event-sign-up-renew", "sign-up-decline", "sign-up-wait"),
    *("player-name", "event-public-renew", "api-events-public-renew"),
    *("season-public-renew", "api-seasons-public-renew"),
    *("match-result", "match-result-withdraw", "match-result-restore", "api-matches-result-enter"),
    "match-result-sets",
    *("api-matches-result-restore", "api-hands-import-list"),
    *("match-preview", "hand-new", "event-plan"),
    *("adjustment-new", "adjustment-revoke", "play-off-new", "play-off-revoke"),
    *("table-forfeit", "table-forfeit-undo", "api-tables-forfeit", "api-tables-forfeit-undo"),
    *("api-adjustments-revoke", "api-play-offs-revoke"),
    *("round-begin", "round-undo", "entry-withdraw", "entry-restore", "entry-remove"),
    *("waiting-remove", "api-waiting-players-detail"),
    *("event-take-back", "round-results-undo", "api-events-take-back", "api-events-read-in"),
    *("event-end", "event-delete", "event-rank-a-hand", "api-verdict-list"),
    *("api-events-finish", "api-events-reopen", "api-entries-withdraw", "api-entries-restore"),
    *("api-entries-preview", "api-entries-withdraw-preview"),
    *("round-reseat", "round-plan-swap", "round-plan-undo", "round-plan-redraw", "round-plan-pin"),
    *("room-lost", "room-back", "api-events-room-lost", "api-events-room-back"),
    *("round-plan-series", "clock-start", "clock-pause", "clock-more", "clock-less"),
    *("clock-call", "clock-uncall", "table-decide", "match-time-end"),
    *("book-apart", "book-transfer-paid", "book-transfer-unpaid"),
    *("event-money-divide", "event-money-settle", "event-money-fee", "event-money-paid"),
    *("event-money-unpaid", "event-money-award", "event-money-pot-off", "event-money-undo"),
    *("api-fees-status", "api-transfers-detail", "api-money-settle", "api-matches-time-end"),
    *("api-prizes-award", "api-prizes-take-back", "api-prizes-fit"),
    *("api-entries-of-book-take-back", "api-expenses-list", "api-cash-list"),
    "api-rounds-results-restore",
    *("api-calendars-renew", "api-arrivals-list", "api-arrivals-read"),
    *(
        "api-rounds-plan-swap",
        "api-rounds-plan-undo",
        "api-rounds-plan-redraw",
        "api-rounds-reseat",
    ),
    *("api-tables-plan", "api-tables-decide", "api-tables-decide-undo"),
    *("api-entries-substitute", "api-rounds-plan", "api-rounds-begin", "api-rounds-take-back"),
    *("season-evening-make", "season-evening-attach", "season-evening-remove", "season-absence"),
    *("season-away-new", "season-away-remove", "api-season-away-detail"),
    *("season-joker", "api-season-jokers-detail"),
    *("season-adjustment-new", "season-adjustment-revoke", "api-season-adjustments-revoke"),
    *("season-member-move", "season-member-remove", "season-division-new", "season-division"),
    *("season-division-remove", "season-end", "season-reopen", "season-remove"),
    *("season-money", "api-seasons-finish", "api-seasons-reopen", "api-seasons-follow"),
    *("api-season-evenings-make", "api-season-evenings-attach", "api-season-evenings-detach"),
    *(
        "api-season-absences-detail",
        "api-seasons-book",
        "api-books-apart",
        "api-books-transfers-detail",
    ),
    *("api-books-payments-create", "api-books-payments-take-back"),
    *("event-phones-renew", "table-way-code", "table-way-renew", "table-way-withdraw"),
    *("event-desk-call", "event-desk-settle", "phone-take-back", "phone-answer", "phone-call"),
    *("event-deals-drop", "phone-deal"),
    *("event-compared-scoring", "deal-ruling-revoke"),
    "api-deal-rulings-revoke",
    *("event-print-order", "match-print-order", "season-print-order", "book-print-order"),
    *("player-print-order", "club-print-order"),
    *("event-sheets-record", "api-sheets-record", "event-sheets-example"),
    *("event-sheets-place", "api-sheets-place", "api-sheets-corners"),
    *("phone-send-away", "phone-preview", "phone-hand", "phone-undo", "phone-leave"),
}
MISSING = "⟦missing variable⟧"


class Missing(str):
    """What stands for a variable that is not there: seen where it is printed, false where asked."""

    def __bool__(self) -> bool:
        return False


def patterns(resolver: URLResolver) -> Iterator[URLPattern]:
    """Every named address but the administration's, which is Django's own."""
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            if pattern.namespace != "admin":
                yield from patterns(pattern)
        elif pattern.name:
            yield pattern


NAMED = {str(pattern.name) for pattern in patterns(get_resolver())}
WITH_A_TOKEN = {"metrics"}  # see tests/config/test_observing.py


@pytest.fixture(scope="module")
def aside(demo: Club) -> Iterator[None]:
    """What this file adds to the demo club is gone when the next one reads it."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def document(demo: Club, aside: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Job]:
    """A finished document of the demo club."""
    folder: Path = tmp_path_factory.mktemp("documents")
    with override_settings(JOB_ROOT=folder):
        yield document_made(demo)


def document_made(demo: Club) -> Job:
    """Order a document of the club, and make it."""
    ordered = job_order(
        club=demo,
        kind=PRINT,
        title="Scorecards",
        parameters={
            "about": "match",
            "of": demo.matches.all()[0].pk,
            "print": "scorecard",
            "paper": "a4",
        },
        requested_by=demo.memberships.get().user,
    )
    job_make(job_id=ordered.pk)
    return ordered


@pytest.fixture(scope="module")
def client(demo: Club, tonight: Event, aside: None) -> Client:
    """The owner's browser, on a phone that was let in at a table of tonight's event."""
    browser = Client()
    user = demo.memberships.get().user
    browser.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    demo.events.update(who_writes=WhoWrites.PLAYERS)
    tonight.refresh_from_db()
    browser.post(table_path(tonight, 1), choice(tonight, 1))
    return browser


PRINTED = {
    "club": "calendar",
    "event": "blank-sheet",
    "match": "scorecard",
    "season": "yearbook",
    "book": "settlement",
    "player": "statement",
}
"""A print of each kind of subject."""

Address = Callable[..., str]
"""``address(name)``: the address of that name, filled with what the demo club has.

``address(name, event)`` is the one of another event, or of a match in it.
"""
Filling = Callable[..., dict[str, Any]]
"""The keys and numbers for it."""


@pytest.fixture(scope="module")
def address(filling: Filling) -> Address:
    return address_by(filling)


def address_by(filling: Filling) -> Address:
    """Return the addresses with these keys."""
    return lambda name, *event: reverse(name, kwargs=filling(name, *event))


@pytest.fixture(scope="module")
def filling(demo: Club, tonight: Event, document: Job, client: Client) -> Filling:
    document_keys = keys_brought(demo, tonight, document)
    client.post(address_by(document_keys)("public-evening"), {"player": player_of(tonight)})
    return document_keys


def player_of(event: Event) -> str:
    """The number, on the public page, of somebody whose game is over."""
    played = Match.objects.filter(game_of__table__round__event=event, is_over=True)
    seat = played.filter(hand_count__gt=0).earliest("pk").seats.earliest("number")
    return str(number_in(event.pk, seat.player_id))


def keys_brought(demo: Club, tonight: Event, document: Job) -> Filling:
    """Bring what some addresses need, and return the keys and numbers for all."""
    # Fresh for as long as the file takes.
    Heartbeat.objects.create(name="worker", at=timezone.now() + datetime.timedelta(hours=1))
    owner = demo.memberships.get().user
    token, _text = PersonalToken.objects.create(user=owner, label="a program")
    public = {
        event.pk: event_page_update(event=event, is_on=True).code for event in demo.events.all()
    }
    signed_up, sign_ups = {}, {}
    for event in demo.events.all():
        sign_ups[event.pk] = sign_up_page_update(event=event, is_on=True).code
        signed_up[event.pk] = sign_up_key()
        sign_up = {"name": "Zoe", "digest": key_digest(signed_up[event.pk])}
        SignUp.objects.update_or_create(event=event, number=1, defaults=sign_up)
    bracketed = demo.events.get(name="Autumn Doubles")
    dealt = demo.events.get(name="The same twelve deals")
    first = demo.matches.filter(hand_count__gt=1).earliest("pk")
    rows = {event.pk: sheet_read(event, owner) for event in demo.events.all()}
    for event in demo.events.filter(name__in=OTHERS, money__side_pots=None):
        evening_money(event, owner)
    pots = dict(SidePot.objects.values_list("money__event", "pk"))
    books = list(demo.books.filter(currency="USD", settlement=None))
    book = season_open(club=demo, name="Winter", books=books)
    season = demo.seasons.get()
    season_page = season_page_update(season=season, is_on=True, shows_ratings=True)
    calendar = CalendarFeed.objects.create(club=demo, season=season, is_on=True)
    club_calendar = CalendarFeed.objects.create(club=demo, is_on=True)
    club_picture_set(club=demo, content=drawn())
    keys = {
        "slug": demo.slug,
        "club_id": demo.pk,
        "season_id": season.pk,
        "season": season.pk,
        "contender_id": season.contenders.earliest("pk").pk,
        "contender": season.contenders.earliest("pk").pk,
        "evening": 1,
        "order": 1,
        "game": 1,
        "played": "texas42",
        "of": "club",
        "figures": "records",
        "number": 1,
        "entry": 1,
        "sign_up": 1,
        "table": 1,
        "adjustment": 1,
        "away": 1,
        "joker": 1,
        "play_off": 1,
        "deal": 1,
        "ruling_id": 1,
        "ruling": 1,
        "about": "event",
        "place": 0,
        "kind": "balances",
        "transfer": 1,
        "transfer_id": 1,
        "player": demo.players.earliest("pk").pk,
        "key": token.token_key,
        "book": book.pk,
        "member": Membership.objects.get(club=demo).pk,
    }
    hook = Webhook.objects.create(
        club=demo, address="https://example.org/", kinds=["result"], made_by=owner
    )
    keys |= {"webhook": hook.pk, "delivery": webhook_test(webhook=hook).pk}
    made, brought = archive_order(club=demo, requested_by=owner), archived(owner)
    job_make(job_id=made.pk)
    keys |= {"job": document.pk, "arrival": brought.pk}
    invited = invitation_make(club=demo, role="scorer", days=1, created_by=owner)
    keys_of_rows = {
        "job": document.pk,
        "webhook": hook.pk,
        "arrival": brought.pk,
        "player": demo.players.earliest("pk").pk,
        "member": Membership.objects.get(club=demo).pk,
        "document": document.pk,
        "invitation": invited.invitation.pk,
    }

    def filled(name: str, event: Event = tonight) -> dict[str, Any]:
        kind = name.split("-", maxsplit=1)[0]
        match = first
        if event != tonight:
            match = Match.objects.filter(game_of__table__round__event=event).earliest("pk")
        here: dict[str, int | str] = {"event_id": event.pk, "event": event.pk}
        here |= {"match_id": match.pk, "match": match.pk}
        here |= {"pot_id": pots[event.pk], "pot": pots[event.pk], "book_id": book.pk}
        here |= {"code": public[event.pk]}
        row = rows[event.pk]
        here |= {"row_id": row.pk, "row": row.pk, "reading": row.sheet.reading_id}
        here |= {"sheet_id": row.sheet_id}
        here["what"] = PRINTED.get(kind, "")
        here |= {"player_id": keys["player"], "subject_id": event.pk}
        if name.startswith(("public-bracket", "public-deals")):
            shows = bracketed if name.startswith("public-bracket") else dealt
            here |= {"code": public[shows.pk]}
        if name.startswith("public-season"):
            here |= {"code": season_page.code}
        if name == "calendar-feed":
            here |= {"code": calendar.code}
        if name in {"public-club-calendar", "public-club-picture"}:
            here |= {"code": club_calendar.code}
        if name == "public-sign-up":
            here |= {"code": sign_ups[event.pk]}
        if name == "signed-up":
            here |= {"key": signed_up[event.pk]}
        if name == "invitation":
            here |= {"key": invited.key}
        if name == "waiting-remove":
            here |= {"key": 1}
        here |= {"token": table_token(event, 1), "form": "xlsx"}
        mine = keys_of_rows | (
            {"event": row.sheet.reading_id} if name.startswith("event-sheets") else {}
        )
        return {key: mine[kind] if key == "pk" else (keys | here)[key] for key in keys_of(name)}

    return filled


def sheet_read(event: Event, owner: User) -> ReadRow:
    """A row of a sheet that was read, of the event's first match if it has any."""
    job = Job.objects.create(
        club=event.club,
        kind=SHEETS,
        title=event.name,
        parameters={"event": event.pk},
        requested_by=owner,
        state=JobState.DONE,
    )
    reading = SheetReading.objects.create(job=job, event=event, files=["1.jpg"])
    match = Match.objects.filter(game_of__table__round__event=event).order_by("pk").first()
    problem = "" if match else SheetProblem.NO_SHEET
    sheet = ReadSheet.objects.create(
        reading=reading,
        picture="1.jpg",
        match=match,
        round=1,
        table=1,
        page=1,
        problem=problem,
        kept="0-0.jpg",
    )
    (folder() / str(job.pk)).mkdir()
    (folder() / str(job.pk) / sheet.kept).write_bytes(b"\xff\xd8")
    ExampleSheet.objects.get_or_create(event=event, defaults={"round": 1, "table": 1})
    marks = {"bidder": ["1"]}
    return ReadRow.objects.create(sheet=sheet, number=1, marks=marks, picture=b"\xff\xd8")


def archived(owner: User) -> Job:
    """An archive that was brought and looked at."""
    difference = {"where": "Elm Street", "what": "Elm Street"}
    people = [{"username": "ada", "name": "Ada", "role": "owner", "has_account": True}]
    report = {
        "people": people,
        "people_count": 1,
        "differences": [difference],
        "difference_count": 1,
    }
    return Job.objects.create(
        kind=INSPECT,
        title="Elm Street",
        parameters={
            "slug": "elm-street",
            "file_name": "elm-street.allmark",
            "program": "0.1.0",
            "rows": {"clubs.Player": 4, "scoring.Side": 2},
        },
        result=report,
        requested_by=owner,
        size=200_000,
        state=JobState.DONE,
    )


def shape_of(name: str) -> tuple[str, list[str]]:
    """An address with places for its keys, those of the patterns above it included."""
    ((shape, keys), *_more) = get_resolver().reverse_dict.getlist(name)[0][0]
    return shape, list(keys)


def keys_of(name: str) -> list[str]:
    return shape_of(name)[1]


@pytest.fixture(scope="module", autouse=True)
def missing_variables_shown() -> Iterator[None]:
    """Templates print a mark where a variable is not there; they are compiled once for all."""
    (engine,) = settings.TEMPLATES
    plain: Any = engine["OPTIONS"]
    options = plain | {"string_if_invalid": Missing(MISSING)}
    with override_settings(TEMPLATES=[engine | {"OPTIONS": options}]):
        yield


@dataclass(frozen=True, slots=True)
class Answer:
    """What came from an address."""

    status: int
    text: str
    is_html: bool


def answer_at(client: Client, url: str) -> Answer:
    answer: Any = client.get(url)
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    is_html = answer.headers.get("Content-Type", "").startswith("text/html")
    return Answer(answer.status_code, content.decode(errors="replace"), is_html)


def test_every_address_is_known_here() -> None:
    assert NAMED == READ | SENT | WITH_A_TOKEN
    assert not READ & SENT


OTHERS = ("Pandoeren on Saturday", "Spades triangles", "Changing partners", "Autumn Doubles")
OF_EVENTS = {name for name in READ if {"event_id", "event", "match_id", "match"} & {*keys_of(name)}}
NOT_ALONE = {"event-entries-draw"}
ANALYSED = {"hand-walk", "api-hands-best-play"}
"""Pages of games that have a solver."""


@pytest.mark.parametrize(
    ("event", "name"), list(zip(cycle(OTHERS), sorted(OF_EVENTS), strict=False))
)
def test_a_page_of_another_kind_of_evening_answers_with_nothing_missing_and_few_queries(
    event: str, name: str, demo: Club, client: Client, address: Any
) -> None:
    night = demo.events.get(name=event)
    url = address(name, night)
    is_shut = name == "table-join" and night.state == EventState.FINISHED
    unsolved = name in ANALYSED and PRESENTERS[night.game].best_play is None
    if is_shut or unsolved or (name in NOT_ALONE and FORMATS[night.format].lineup == 1):
        assert client.get(url).status_code == 404
    else:
        answers(client, url, READ_WHOLE.get(name, MOST_QUERIES))


def answers(browser: Client, url: str, most: int = MOST_QUERIES) -> Answer:
    """The page is there, nothing is missing in it, and it takes few queries."""
    for is_last in (False, True):  # what is kept for all requests is read by the first
        with CaptureQueriesContext(connection) as captured:
            page = answer_at(browser, url)
        if len(captured) <= most or is_last:
            break
    assert page.status in {200, 204, 302}
    at = page.text.find(MISSING)
    assert at < 0, page.text[max(0, at - 200) : at + 60]
    assert len(captured) <= most, "\n".join(q["sql"][:120] for q in captured)
    return page


@pytest.fixture(scope="module")
def pseudo_language(address: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[set[str]]:
    """The site speaks a language that nobody mistakes for English; the words of its data."""
    with spoken(tmp_path_factory.mktemp("locale")):
        yield words_of_data()


OF_DJANGO = {"password", "sign-in"}
"""Forms that Django brings, with its own catalogues."""
NO_PAGE = ("api-", "schema", "job-file")
PAGES = {name for name in READ - OF_DJANGO if not name.startswith(NO_PAGE)}


@pytest.mark.parametrize("name", sorted(READ))
def test_a_page_answers_with_nothing_missing_few_queries_and_no_english(
    name: str, client: Client, address: Any, pseudo_language: set[str]
) -> None:
    """Each is asked for once, in a language that is none, but for what has no words of ours."""
    browser = Client() if name == "sign-in" else client
    if name in PAGES:
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = CODE
    try:
        page = answers(browser, address(name), READ_WHOLE.get(name, MOST_QUERIES))
    finally:
        client.cookies.pop(settings.LANGUAGE_COOKIE_NAME, None)
    if name in PAGES and page.is_html:
        assert english_on(page.text, pseudo_language) == []
        words = words_before_content(page.text)
        assert len(words) <= MOST_WORDS, " ".join(words)


def test_what_changes_something_is_no_link(client: Client, address: Any) -> None:
    """A browser that opens its address, as a restored tab does, comes to a page above it."""
    led = {name: client.get(address(name), follow=True) for name in SENT}
    endpoints = {name: page.status_code for name, page in led.items() if name.startswith("api-")}
    assert {name for name, status in endpoints.items() if status != 405} == set()
    for name, page in led.items():
        if name not in endpoints:
            assert page.status_code == 200, name
            assert address(name).startswith(page.redirect_chain[0][0]), name


MOMENT = re.compile(r'"(\d{4}-\d\d-\d\d[T ]\d\d:\d\d[^"\\]*)')
UTC = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")


def test_every_moment_in_an_answer_of_the_api_is_in_utc(
    demo: Club, client: Client, address: Any
) -> None:
    urls = {name: address(name) for name in sorted(READ) if name.startswith("api-")}
    urls |= {
        f"{name} of {event}": address(name, demo.events.get(name=event))
        for place, name in enumerate(sorted(OF_EVENTS & urls.keys()))
        for event in [OTHERS[place % 4]]
    }
    elsewhere, having = list[str](), set[str]()
    with override_settings(TIME_ZONE="America/Chicago"):
        for name, url in urls.items():
            moments = MOMENT.findall(answer_at(client, url).text)
            having |= {name} if moments else set()
            elsewhere += [f"{name}: {moment}" for moment in moments if not UTC.fullmatch(moment)]
    assert len(having) > 30
    assert elsewhere == []


AS_TEXT = re.compile(r"[-\N{MINUS SIGN}+]?\d+([.,]\d+)?|\d{4}-\d\d-\d\d.*")
TABLES: dict[str, dict[str, Any]] = {
    "event-money-file": {"kind": money_views.TABLES},
    "book-file": {"kind": ledger.views.TABLES},
    "club-numbers-file": {"figures": stats.views.numbers.FILES},
}
"""Addresses with more than one table, and what in them says which."""


def tables(filling: Any, demo: Club) -> Iterator[str]:
    """Yield the address of every table of the club as a workbook."""
    events = [demo.events.get(name=event) for event in OTHERS]
    for name in sorted(name for name in READ if "form" in keys_of(name)):
        for event in [(), *((event,) for event in events if name in OF_EVENTS)]:
            keys = filling(name, *event)
            choices = [{key: kind} for key, kinds in TABLES.get(name, {}).items() for kind in kinds]
            yield from (reverse(name, kwargs=keys | chosen) for chosen in choices or [{}])


def test_no_number_or_day_of_a_table_is_a_text(demo: Club, client: Client, filling: Any) -> None:
    texts, count = list[str](), 0
    for url in tables(filling, demo):
        answer = client.get(url)
        assert answer.status_code == 200, url
        sheet: Any = load_workbook(io.BytesIO(answer.content)).active
        for row in sheet.iter_rows(min_row=2):
            count += 1
            cells = (cell for cell in row if isinstance(cell.value, str))
            texts += [f"{url}: {cell.value}" for cell in cells if AS_TEXT.fullmatch(cell.value)]
    assert count > 1000
    assert texts == []


BOUNDS = (
    *(2**15, 10**9 - 1, 10**18 - 1),
    *(2**63 - 1, 2**63, "9" * 5_000, "0", "-1", "00", "٣", "²"),
)
"""Where columns and addresses end, and what is beyond or no number."""


def test_no_number_in_an_address_is_a_fault(client: Client, filling: Any) -> None:
    """Each number of each address in turn, asked for and sent to."""
    faults, count, boundless = list[str](), 0, list[str]()
    bounds = cycle(BOUNDS)
    client.raise_request_exception = False
    for name in sorted(NAMED - WITH_A_TOKEN):
        shape, keys = shape_of(name)
        given = filling(name)
        for key in (key for key in keys if isinstance(given[key], int)):
            if client.get(f"/{shape % (given | {key: 2**63})}").status_code != 404:
                boundless.append(f"{name} {key}")
            count, value = count + 1, next(bounds)
            path = f"/{shape % (given | {key: value})}"
            with transaction.atomic():
                answer: Any = (client.post if name in SENT else client.get)(path)
                transaction.set_rollback(True)
            if answer.status_code >= 500:
                faults.append(f"{name} {key}={str(value)[:20]}: {answer.status_code}")
    client.raise_request_exception = True
    assert count > 100
    assert boundless == []
    assert faults == []
