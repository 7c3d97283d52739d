"""An event with pairs, and matches played in it hand by hand."""

import copy
import datetime
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple, Protocol

import pytest
from django.test import Client
from pytest_django import DjangoDbBlocker

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.conftest import club_of, new_owner
from tests.held import hold
from tests.tournaments.pages import Pages
from tournaments.models import Entry, Event, Round, RoundState
from tournaments.services.entries import entries_add
from tournaments.services.events import event_create
from tournaments.services.rounds import round_begin, rounds_plan
from tournaments.services.standings import standings_refresh

NAMES = (
    *("Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon"),
    *("Kay", "Lee", "Mia", "Ned", "Ola", "Pam", "Quin", "Rae", "Sam", "Tess"),
)


class Held(NamedTuple):
    """What a module may share: a club with twenty players, and ``running``."""

    owner: User
    club: Club
    players: list[Player]
    running: Event


@pytest.fixture(scope="module")
def held(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Held]:
    """One club with one running event for all tests of a module."""

    def make() -> Held:
        owner = new_owner()
        club = club_of(owner)
        players = players_add_many(club=club, names=list(NAMES))
        return Held(owner, club, players, run(event_of(club, owner, players)))

    yield from hold(django_db_blocker, make)


@pytest.fixture
def held_here(request: pytest.FixtureRequest, db: None) -> Held | None:
    """This test's own objects of what its module shares, if it does."""
    is_shared = "held" in request.fixturenames
    return copy.deepcopy(request.getfixturevalue("held")) if is_shared else None


@pytest.fixture
def owner(held_here: Held | None) -> User:
    return held_here.owner if held_here else new_owner()


@pytest.fixture
def club(held_here: Held | None, owner: User) -> Club:
    return held_here.club if held_here else club_of(owner)


@pytest.fixture
def players(held_here: Held | None, club: Club) -> list[Player]:
    """Twenty on the roster."""
    return held_here.players if held_here else players_add_many(club=club, names=list(NAMES))


class EventMaker(Protocol):
    """Makes an event with some pairs; anything of ``event_create`` may be given."""

    def __call__(self, pairs: int = 4, **more: Any) -> Event: ...


class EveningMaker(Protocol):
    """Makes an evening of so many single players of a game."""

    def __call__(self, count: int, game: str = "pandoeren", **more: Any) -> Event: ...


@pytest.fixture
def make_event(club: Club, owner: User, players: list[Player]) -> EventMaker:
    def make(pairs: int = 4, **more: Any) -> Event:
        return event_of(club, owner, players, pairs, **more)

    return make


def event_of(club: Club, owner: User, players: list[Player], pairs: int = 4, **more: Any) -> Event:
    given: dict[str, Any] = {"name": "Night", "rules": {"preset": "marks"}} | more
    event = event_create(club=club, date=datetime.date(2026, 11, 20), created_by=owner, **given)
    lineups = [players[2 * number : 2 * number + 2] for number in range(pairs)]
    if lineups:
        entries_add(event=event, lineups=lineups)
    return event


@pytest.fixture
def make_evening(club: Club, owner: User, players: list[Player]) -> EveningMaker:
    """An evening of single players; anything of ``event_create`` may be given."""

    def make(count: int, game: str = "pandoeren", **more: Any) -> Event:
        rules = {"pandoeren": {"hands": 2}, "dummy_spades": {"preset": "short"}}[game]
        given: dict[str, Any] = {"name": "Evening", "rules": rules} | more
        date = datetime.date(2026, 11, 20)
        event = event_create(club=club, date=date, created_by=owner, game=game, **given)
        entries_add(event=event, lineups=[[player] for player in players[:count]])
        return event

    return make


@pytest.fixture
def evening(make_evening: EveningMaker) -> Event:
    """Sixteen at Pandoeren, four rounds of two hands planned, the first begun, standings fresh."""
    event = make_evening(16)
    rounds_plan(event=event)
    begin_next(event)
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    return event


@pytest.fixture
def event(request: pytest.FixtureRequest, held_here: Held | None, make_event: EventMaker) -> Event:
    """Four pairs, nothing planned; beside ``running`` that event."""
    if held_here and "running" in request.fixturenames:
        return held_here.running
    return make_event()


@pytest.fixture
def running(held_here: Held | None, event: Event) -> Event:
    """Four pairs, three rounds planned, the first begun, standings up to date."""
    return event if held_here else run(event)


def run(event: Event) -> Event:
    rounds_plan(event=event)
    begin_next(event)
    standings_refresh(event_id=event.pk)
    event.refresh_from_db()
    return event


def begin_next(event: Event) -> Round:
    """Begin the next planned round, with a seed of its own."""
    following = event.rounds.filter(state=RoundState.PLANNED).order_by("number")[0]
    return round_begin(round=following, seed=f"round {following.number}")


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


@pytest.fixture
def bid(owner: User) -> Callable[..., Match]:
    """Records one hand: ``bid(match, side, marks=1, made=True)``."""

    def record_hand(match: Match, side: int, *, marks: int = 1, made: bool = True) -> Match:
        match.refresh_from_db()
        hand = record(match.next_dealer, side, marks=marks, made=made)
        return hand_record(match_id=match.pk, record=hand, author=owner).match

    return record_hand


@pytest.fixture
def win(bid: Callable[..., Match]) -> Callable[..., Match]:
    """Plays a match out, ``7`` to ``loser_marks``: ``win(match, side, loser_marks=0)``."""

    def play(match: Match, side: int, loser_marks: int = 0) -> Match:
        for _ in range(loser_marks):
            bid(match, 1 - side)
        for marks in (2, 2, 2, 1):
            match = bid(match, side, marks=marks)
        assert match.is_over
        return match

    return play


@pytest.fixture
def pages_of(organiser: User, client_for: Callable[[User], Client]) -> Callable[[Event], Pages]:
    """An event's pages as an organiser sees them."""
    return lambda event: Pages(client_for(organiser), event)


@pytest.fixture
def pages(event: Event, pages_of: Callable[[Event], Pages]) -> Pages:
    """The pages of the event with four pairs."""
    return pages_of(event)
