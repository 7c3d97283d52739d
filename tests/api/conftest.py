"""An evening under way, as the endpoints see it."""

import copy
import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pytest
from django.core.cache import cache
from pytest_django import DjangoDbBlocker
from rest_framework.test import APIClient

from clubs.models import Club, Player, User
from clubs.services.players import player_add
from jobs.models import Job
from jobs.services import job_order
from leagues.models import Season
from ledger.models import Book
from ledger.services.books import book_open
from paper.documents.rows import PrintOptions
from press.base import Paper
from scoring.models import Match
from tests.conftest import ApiFor, club_of, new_owner
from tests.held import hold
from tests.seeds.seasons import sample_season
from tournaments.events.models import Adjustment, DecisionKind, Event, PlayOff
from tournaments.events.presets import TEMPLATES
from tournaments.events.services.decisions import adjustment_make, play_off_record
from tournaments.events.services.entries import entry_add
from tournaments.events.services.events import event_create_from_template
from tournaments.events.services.rounds import round_begin, rounds_plan

NAMES = ["Ann", "Bob", "Cleo", "Dev", "پریسا", "Fay", "Gus", "花子"]


@dataclass(frozen=True)
class Evening:
    """A club night of four pairs: the first round begun, a penalty given, a tie decided, a print
    ordered; the season it counts in, and a book of something else."""

    club: Club
    event: Event
    match: Match
    players: list[Player]
    penalty: Adjustment
    tie: PlayOff
    document: Job
    season: Season
    ranked: list[int]
    book: Book

    @property
    def at(self) -> str:
        """Where the club is found."""
        return f"/api/v1/clubs/{self.club.slug}/"

    @property
    def season_at(self) -> str:
        return f"{self.at}seasons/{self.season.pk}/"

    @property
    def contender(self) -> int:
        """The key of somebody who is ranked, as it was first."""
        return self.ranked[0]

    @property
    def event_at(self) -> str:
        return f"{self.at}events/{self.event.pk}/"

    @property
    def match_at(self) -> str:
        return f"{self.at}matches/{self.match.pk}/"

    @property
    def hands_at(self) -> str:
        return f"{self.match_at}hands/"


def hold_evening(club: Club, organiser: User) -> Evening:
    """Run the evening through the services, up to the first hand."""
    players = [player_add(club=club, name=name) for name in NAMES]
    event = event_create_from_template(
        club=club,
        template=TEMPLATES["club_night"],
        date=datetime.date(2026, 11, 20),
        created_by=organiser,
    )
    for first, second in zip(players[::2], players[1::2], strict=True):
        entry_add(event=event, players=[first, second])
    round_begin(round=rounds_plan(event=event)[0])
    event.refresh_from_db()
    match = Match.objects.filter(game_of__table__round__event=event).earliest("pk")
    penalty = adjustment_make(
        entry=event.entries.get(number=4), by=organiser, reason="late", marks=-1
    )
    tie = play_off_record(event=event, order=[3, 4], kind=DecisionKind.HAND, by=organiser)
    document = job_order(
        club=club,
        kind="print",
        title="Score sheets",
        parameters={"about": "event", "of": event.pk, "print": "sheets"}
        | {**PrintOptions(Paper.A4).to_parameters()},
        requested_by=organiser,
    )
    season = sample_season(event, organiser)
    ranked = list(season.contenders.values_list("pk", flat=True))
    book = book_open(club=club, name="Raffle", date=event.date, currency=club.currency)
    return Evening(club, event, match, players, penalty, tie, document, season, ranked, book)


@pytest.fixture(autouse=True)
def no_requests_before() -> None:
    """How often a user has asked is counted in the cache, which no test ends with."""
    cache.clear()


@dataclass
class Start:
    """A club and its owner; the evening is held when first asked for."""

    owner: User
    club: Club

    @cached_property
    def evening(self) -> Evening:
        return hold_evening(self.club, self.owner)


def new_start() -> Start:
    owner = new_owner()
    return Start(owner, club_of(owner))


@pytest.fixture(scope="module")
def held(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Start]:
    """One evening for all tests of a module."""

    def make() -> Start:
        start = new_start()
        start.evening = hold_evening(start.club, start.owner)
        return start

    yield from hold(django_db_blocker, make)


@pytest.fixture
def start(request: pytest.FixtureRequest, db: None) -> Start:
    """This test's own objects of what its module shares, or new ones."""
    is_shared = "held" in request.fixturenames
    return copy.deepcopy(request.getfixturevalue("held")) if is_shared else new_start()


@pytest.fixture
def owner(start: Start) -> User:
    return start.owner


@pytest.fixture
def club(start: Start) -> Club:
    return start.club


@pytest.fixture
def evening(start: Start) -> Evening:
    return start.evening


@pytest.fixture
def api(owner: User, api_for: ApiFor) -> APIClient:
    """The owner's program."""
    return api_for(owner)


def hand(dealer: int, *, made: bool = True) -> dict[str, Any]:
    """A hand of 31 in fives by the player to the dealer's left, as a quick sheet has it."""
    bids = ["31", "pass", "pass", "pass"]
    declarer = (dealer + 1) % 4
    taken = 33 if made else 20
    points = [taken, 42 - taken] if declarer % 2 == 0 else [42 - taken, taken]
    return {
        "dealer": dealer,
        "auction": [
            {"seat": (dealer + 1 + place) % 4, "bid": bid} for place, bid in enumerate(bids)
        ],
        "contract": {"kind": "trump", "trump": 5},
        "tally": {"made": made, "points": points},
    }
