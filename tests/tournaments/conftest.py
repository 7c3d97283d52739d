"""An event with pairs, and matches played in it hand by hand."""

import datetime
from collections.abc import Callable
from typing import Any, Protocol

import pytest
from django.test import Client

from clubs.models import Club, Player, User
from clubs.services.players import players_add_many
from scoring.models import Match
from scoring.services.hands import hand_record
from tests.tournaments.pages import Pages
from tournaments.models import Entry, Event, Round, RoundState
from tournaments.services.entries import entries_add, entry_add
from tournaments.services.events import event_create
from tournaments.services.rounds import round_begin, rounds_plan
from tournaments.services.standings import standings_refresh

NAMES = (
    *("Ada", "Ben", "Cleo", "Dan", "Eva", "Fay", "Gus", "Hal", "Ida", "Jon"),
    *("Kay", "Lee", "Mia", "Ned", "Ola", "Pam", "Quin", "Rae", "Sam", "Tess"),
)


@pytest.fixture
def players(club: Club) -> list[Player]:
    """Twenty on the roster."""
    return players_add_many(club=club, names=list(NAMES))


class EventMaker(Protocol):
    """Makes an event with some pairs; anything of ``event_create`` may be given."""

    def __call__(self, pairs: int = 4, **more: Any) -> Event: ...


class EveningMaker(Protocol):
    """Makes an evening of so many single players of a game."""

    def __call__(self, count: int, game: str = "pandoeren", **more: Any) -> Event: ...


@pytest.fixture
def make_event(club: Club, owner: User, players: list[Player]) -> EventMaker:
    def make(pairs: int = 4, **more: Any) -> Event:
        given: dict[str, Any] = {"name": "Night", "rules": {"preset": "marks"}} | more
        event = event_create(club=club, date=datetime.date(2026, 11, 20), created_by=owner, **given)
        for number in range(pairs):
            entry_add(event=event, players=players[2 * number : 2 * number + 2])
        return event

    return make


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
def event(make_event: EventMaker) -> Event:
    """Four pairs, nothing planned."""
    return make_event()


@pytest.fixture
def running(event: Event) -> Event:
    """Four pairs, three rounds planned, the first begun, standings up to date."""
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
    """The match at a table."""
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
