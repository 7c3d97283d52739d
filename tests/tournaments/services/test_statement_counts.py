"""What a step for a whole round costs does not grow with the number of tables."""

import datetime
from collections.abc import Callable

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from clubs.models import Club, User
from clubs.services.players import players_add_many
from tournaments.events.models import Event, Game, Round
from tournaments.events.services.clocks import time_call, time_uncall
from tournaments.events.services.entries import entries_add
from tournaments.events.services.events import event_create
from tournaments.events.services.room import table_lose
from tournaments.events.services.rounds import round_begin, round_undo_begin, rounds_plan

Count = Callable[[Callable[[], object]], int]

MOST = 44
"""Statements a step may take; SQLite takes up to fifty new rows of matches in one."""


@pytest.fixture
def event_of(club: Club, owner: User) -> Callable[[int], Event]:
    def make(tables: int) -> Event:
        names = [f"Player {tables}.{number}" for number in range(4 * tables)]
        players = players_add_many(club=club, names=names)
        event = event_create(
            club=club,
            name=f"{tables} tables",
            date=datetime.date(2026, 11, 20),
            created_by=owner,
            rules={"preset": "marks"},
            format="swiss",
            best_of=[1],
        )
        entries_add(event=event, lineups=list(zip(players[::2], players[1::2], strict=True)))
        rounds_plan(event=event)
        return event

    return make


@pytest.fixture
def statements() -> Count:
    def count(step: Callable[[], object]) -> int:
        with CaptureQueriesContext(connection) as taken:
            step()
        return len(taken)

    return count


def test_beginning_calling_time_and_taking_back_cost_the_same_for_fifty_tables_as_for_ten(
    event_of: Callable[[int], Event], statements: Count, owner: User
) -> None:
    def costs(tables: int) -> dict[str, int]:
        event = event_of(tables)
        first: Round = event.rounds.get(number=1)
        taken = {
            "begin": statements(lambda: round_begin(round=first)),
            "call": statements(lambda: time_call(round=first, by=owner)),
            "uncall": statements(lambda: time_uncall(round=first)),
            "lose": statements(lambda: table_lose(event=event, number=1)),
            "undo": statements(lambda: round_undo_begin(round=first)),
        }
        assert not Game.objects.filter(table__round=first).exists()
        return taken

    few, many = costs(10), costs(50)
    for step, cost in few.items():
        assert cost <= many[step] <= cost + 2, step
        assert many[step] <= MOST, step
