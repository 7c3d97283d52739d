"""An event with pairs, and matches played in it hand by hand."""

import copy
import datetime
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Protocol

import pytest
from pytest_django import DjangoDbBlocker

from clubs.models import Club, Player, User
from clubs.roles import Role
from clubs.services.players import players_add_many
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.conftest import ClientFor, club_of, member_of, new_owner
from tests.held import hold
from tests.tournaments.pages import Pages
from tournaments.events.models import Entry, Event, Round, RoundState
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create
from tournaments.events.services.rounds import round_begin, rounds_plan
from tournaments.events.services.standings import standings_refresh

NAMES = (
    *("Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon"),
    *("Kay", "Lee", "Mia", "Ned", "Ola", "Pam", "Quin", "Rae", "Sam", "Tess"),
)


@dataclass
class Start:
    """What a test begins with: a club and its owner; the rest is made when first asked for."""

    owner: User
    club: Club

    @cached_property
    def players(self) -> list[Player]:
        """Twenty on the roster."""
        return players_add_many(club=self.club, names=list(NAMES))

    @cached_property
    def running(self) -> Event:
        """Four pairs, three rounds planned, the first begun, standings up to date."""
        return run(self.event())

    def event(self, pairs: int = 4, **more: Any) -> Event:
        """An event with some pairs; anything of ``event_create`` may be given."""
        roster = self.players
        event = self._empty({"name": "Night", "rules": {"preset": "marks"}} | more)
        if pairs:
            lineups = [roster[2 * number : 2 * number + 2] for number in range(pairs)]
            entries_add(event=event, lineups=lineups)
        return event

    def evening(self, count: int, game: str = "pandoeren", **more: Any) -> Event:
        """An evening of so many single players of a game."""
        rules = {"pandoeren": {"hands": 2}, "dummy_spades": {"preset": "short"}}[game]
        event = self._empty({"name": "Evening", "rules": rules, "game": game} | more)
        entries_add(event=event, lineups=[[player] for player in self.players[:count]])
        return event

    def _empty(self, fields: dict[str, Any]) -> Event:
        date = datetime.date(2026, 11, 20)
        return event_create(club=self.club, date=date, created_by=self.owner, **fields)


def new_start() -> Start:
    owner = new_owner()
    return Start(owner, club_of(owner))


@pytest.fixture(scope="module")
def held(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Start]:
    """One club with one running event for all tests of a module."""

    def make() -> Start:
        start = new_start()
        start.running = run(start.event())
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
def players(start: Start) -> list[Player]:
    return start.players


class EventMaker(Protocol):
    """Makes an event with some pairs; anything of ``event_create`` may be given."""

    def __call__(self, pairs: int = 4, **more: Any) -> Event: ...


class EveningMaker(Protocol):
    """Makes an evening of so many single players of a game."""

    def __call__(self, count: int, game: str = "pandoeren", **more: Any) -> Event: ...


@pytest.fixture
def make_event(start: Start) -> EventMaker:
    return start.event


@pytest.fixture
def make_evening(start: Start) -> EveningMaker:
    return start.evening


@pytest.fixture
def evening(start: Start) -> Event:
    """Sixteen at Pandoeren, four rounds of two hands planned, the first begun, standings fresh."""
    return run(start.evening(16))


@pytest.fixture
def event(request: pytest.FixtureRequest, start: Start) -> Event:
    """Four pairs, nothing planned; beside ``running`` that event."""
    return start.running if "running" in request.fixturenames else start.event()


@pytest.fixture
def running(start: Start) -> Event:
    return start.running


def run(event: Event) -> Event:
    drawn_and_begun(event)
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    return event


def begin_next(event: Event) -> Round:
    """Begin the next planned round, with a seed of its own."""
    following = event.rounds.filter(state=RoundState.PLANNED).order_by("number")[0]
    return round_begin(round=following, seed=f"round {following.number}")


def drawn_and_begun(event: Event) -> Round:
    """Plan the rounds, or the next one, and begin the next."""
    rounds_plan(event=event)
    return begin_next(event)


def entry(event: Event, number: int) -> Entry:
    """The entry of a number, as it stands."""
    return event.entries.get(number=number)


def match_of(event: Event, round_number: int, table: int, game: int = 1) -> Match:
    return Match.objects.get(
        game_of__table__round__event=event,
        game_of__table__round__number=round_number,
        game_of__table__number=table,
        game_of__number=game,
    )


def record(dealer: int, side: int, *, marks: int = 1, made: bool = True) -> dict[str, Any]:
    """A hand bid by a side (0 or 1) as its tally sheet has it."""
    seats = [(dealer + step) % 4 for step in range(1, 5)]
    bidder = next(seat for seat in seats if seat % 2 == side)
    auction = [{"seat": seat, "bid": f"{marks}m" if seat == bidder else "pass"} for seat in seats]
    return {
        "dealer": dealer,
        "auction": auction,
        "contract": {"kind": "trump", "trump": 3},
        "tally": {"made": made},
    }


def bid_by(owner: User, match: Match, side: int, *, marks: int = 1, made: bool = True) -> Match:
    match.refresh_from_db()
    hand = record(match.next_dealer, side, marks=marks, made=made)
    return hand_record(match_id=match.pk, record=hand, author=owner).match


@pytest.fixture
def bid(start: Start) -> Callable[..., Match]:
    """Records one hand: ``bid(match, side, marks=1, made=True)``."""
    return partial(bid_by, start.owner)


@pytest.fixture
def win(start: Start) -> Callable[..., Match]:
    """Plays a match out, ``7`` to ``loser_marks``: ``win(match, side, loser_marks=0)``."""

    def play(match: Match, side: int, loser_marks: int = 0) -> Match:
        for _ in range(loser_marks):
            bid_by(start.owner, match, 1 - side)
        for marks in (2, 2, 2, 1):
            match = bid_by(start.owner, match, side, marks=marks)
        assert match.is_over
        return match

    return play


@pytest.fixture
def pages_of(start: Start, client_for: ClientFor) -> Callable[[Event], Pages]:
    """An event's pages as an organiser sees them."""
    return lambda event: Pages(client_for(member_of(start.club, Role.ORGANISER)), event)


@pytest.fixture
def pages(event: Event, pages_of: Callable[[Event], Pages]) -> Pages:
    """The pages of the event with four pairs."""
    return pages_of(event)
