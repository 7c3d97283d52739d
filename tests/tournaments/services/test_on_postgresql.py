"""Two write at the same time on PostgreSQL: the second waits and finds what the first has done."""

import time
from collections.abc import Callable
from threading import Thread

import pytest
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from clubs.models import Player, User
from scoring.errors import HandConflict
from scoring.models import Hand, Match
from scoring.services.hands import hand_record
from tests.tournaments.conftest import entry, match_of, record
from tournaments.events.models import Event
from tournaments.events.services.entries import entry_substitute
from tournaments.events.services.rounds import round_begin, rounds_plan
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 20  # seconds until a second writer must be seen waiting
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"


def while_open(first: Callable[[], object], second: Callable[[], object]) -> list[Exception]:
    """What ``second`` raises, begun while the transaction of ``first`` is open and then waiting."""
    raised: list[Exception] = []

    def run() -> None:
        try:
            second()
        except Exception as error:
            raised.append(error)
        finally:
            connection.close()

    thread = Thread(target=run)
    with transaction.atomic():
        first()
        thread.start()
        _until_waiting()
    thread.join(PATIENCE)
    assert not thread.is_alive()
    return raised


def _until_waiting() -> None:
    deadline = time.monotonic() + PATIENCE
    with connection.cursor() as cursor:
        while time.monotonic() < deadline:
            cursor.execute(WAITING)
            if cursor.fetchone() != (0,):
                return
            time.sleep(0.02)
    raise AssertionError("nobody waits")


def test_two_phones_record_one_hand(running: Event, owner: User) -> None:
    match = match_of(running, 1, 1)

    def phone() -> None:
        hand = record(match.next_dealer, 0)
        hand_record(match_id=match.pk, record=hand, author=owner, number=1)

    (refused,) = while_open(phone, phone)
    assert isinstance(refused, HandConflict)
    assert Hand.objects.get().number == 1
    match.refresh_from_db()
    assert match.totals == [1, 0]


def test_two_tables_of_an_event_record_and_none_is_forgotten(running: Event, owner: User) -> None:
    def hand(table: int) -> Callable[[], object]:
        match = match_of(running, 1, table)
        made = record(match.next_dealer, 0)
        return lambda: hand_record(match_id=match.pk, record=made, author=owner)

    assert while_open(hand(1), hand(2)) == []
    standings_refresh(event_id=running.pk)
    assert sum(row.values["points"] for row in running.standings.all()) == 2


def test_two_organisers_begin_one_round(running: Event) -> None:
    following = running.rounds.get(number=2)
    (refused,) = while_open(
        lambda: round_begin(round=following), lambda: round_begin(round=following)
    )
    assert isinstance(refused, ValidationError)
    assert Match.objects.filter(game_of__table__round=following).count() == 2


def test_a_round_is_drawn_anew_while_another_begins_it(event: Event) -> None:
    rounds_plan(event=event)
    first = event.rounds.get(number=1)
    (refused,) = while_open(
        lambda: rounds_plan(event=event, shuffle=True), lambda: round_begin(round=first)
    )
    assert isinstance(refused, ValidationError)
    assert not Match.objects.exists()


def test_a_substitute_comes_while_a_hand_is_recorded(
    running: Event, owner: User, players: list[Player]
) -> None:
    match = match_of(running, 1, 1)
    hand = record(match.next_dealer, 0)
    (refused,) = while_open(
        lambda: hand_record(match_id=match.pk, record=hand, author=owner),
        lambda: entry_substitute(
            entry=entry(running, 1), place=1, player=players[10], from_round=1
        ),
    )
    assert isinstance(refused, ValidationError)
    assert "Kay" not in match.seats.values_list("name", flat=True)


def test_a_hand_is_recorded_while_a_substitute_sits_down(
    running: Event, owner: User, players: list[Player]
) -> None:
    match = match_of(running, 1, 1)
    hand = record(match.next_dealer, 0)
    raised = while_open(
        lambda: entry_substitute(
            entry=entry(running, 1), place=1, player=players[10], from_round=1
        ),
        lambda: hand_record(match_id=match.pk, record=hand, author=owner),
    )
    assert raised == []
    now = match_of(running, 1, 1)
    assert (now.hand_count, now.version) == (1, match.version + 2)
    assert "Kay" in match.seats.values_list("name", flat=True)
