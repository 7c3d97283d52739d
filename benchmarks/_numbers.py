"""A club of any number of hands: one evening of judged hands, multiplied in SQL.

Twenty tables of an evening are played by the services, so that rows are those of the program. Their
round is copied within the evening, then the evening through the seasons. Every copy seats other
players: a third of the roster are regulars who miss hardly an evening, the others come now and
then.
"""

import datetime
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection, transaction
from django.db.models import Model

from benchmarks._seasons import analyse, copied, quoted, span
from clubs.models import Club, Player, User
from clubs.services.clubs import club_create
from clubs.services.players import players_add_many
from scoring.models import Hand, HandSeat, Match, Occurrence, Seat, Side
from scoring.services.hands import hand_record
from tournaments.models import (
    Entry,
    EntryPlayer,
    Event,
    EventState,
    Game,
    Round,
    RoundState,
    Table,
    TableSeat,
)
from tournaments.services.entries import entries_add
from tournaments.services.events import event_create
from tournaments.services.rounds import round_begin, rounds_plan

EVENINGS_A_SEASON: Final = 40
ROUNDS: Final = 6
TABLES: Final = 20
REGULARS, GUESTS = 61, 397
"""Primes: each copy multiplies and shifts places in the roster modulo them."""
SEATED: Final = 60
"""Regulars at the tables of an evening; the other places are guests'."""
START: Final = datetime.date(2006, 9, 1)
BIDS: Final = (*(str(points) for points in range(30, 42)), "1m", "2m")

OF_A_ROUND: Final[tuple[type[Model], ...]] = (
    *(Round, Table, TableSeat, Match, Game, Seat, Side, Hand, HandSeat, Occurrence),
)
OF_AN_EVENING: Final[tuple[type[Model], ...]] = (Event, Entry, EntryPlayer, *OF_A_ROUND)


def build(hands: int) -> tuple[Club, User, list[Player], list[Player]]:
    """Return a club with so many hands at least, its owner, its regulars, and its guests."""
    owner = User.objects.create_user("owner")
    club = club_create(name="Bench", owner=owner)
    names = [f"Player {number:03}" for number in range(REGULARS + GUESTS)]
    people = players_add_many(club=club, names=names)
    regulars, guests = people[:REGULARS], people[REGULARS:]
    _evening_play(club, owner, [*regulars[:SEATED], *guests[: 4 * TABLES - SEATED]])
    evenings = -(-hands // (Hand.objects.count() * ROUNDS))
    with filling():
        multiply(OF_A_ROUND, ROUNDS - 1, {(Round, "number"): "model.number + copy.i"})
        multiply(OF_AN_EVENING, evenings - 1, _moved(regulars[0].pk, guests[0].pk))
    analyse()
    return club, owner, regulars, guests


def _evening_play(club: Club, owner: User, players: list[Player]) -> None:
    """Hold a round of an evening, and declare the event over."""
    dice = random.Random(42)
    event = event_create(
        club=club, name="Evening", date=START, created_by=owner, game="texas42", rules={}
    )
    entries_add(event=event, lineups=list(zip(players[::2], players[1::2], strict=True)))
    rounds_plan(event=event)
    first = event.rounds.get(number=1)
    round_begin(round=first)
    Round.objects.exclude(pk=first.pk).delete()
    for match in Match.objects.all():
        while not match.is_over:
            sent = _hand(match.next_dealer, dice)
            match = hand_record(match_id=match.pk, record=sent, author=owner).match  # noqa: PLW2901
    Event.objects.update(state=EventState.FINISHED)
    assert first.tables.count() == TABLES
    assert Round.objects.get().state == RoundState.BEGUN


def _hand(dealer: int, dice: random.Random) -> dict[str, Any]:
    """A hand with one bid, made two times in three."""
    order = [(dealer + step) % 4 for step in range(1, 5)]
    bidder, bid = dice.choice(order), BIDS[min(int(dice.expovariate(0.3)), len(BIDS) - 1)]
    contract = {"kind": "trump", "trump": dice.randrange(7)}
    if bid.endswith("m") and dice.random() < 0.5:
        contract = {"kind": "nello", "doubles": "own"}
    return {
        "dealer": dealer,
        "auction": [{"seat": seat, "bid": bid if seat == bidder else "pass"} for seat in order],
        "contract": contract,
        "tally": {"made": dice.random() < 2 / 3},
    }


def _moved(regular: int, guest: int) -> Mapping[tuple[type[Model], str], str]:
    """Return the expressions of what differs from evening to evening, by model and column."""

    def moved(column: str) -> str:
        def within(first: int, count: int) -> str:
            factor = f"(1 + copy.i %% {count - 1})"
            return f"{first} + ((model.{column} - {first}) * {factor} + copy.i * 7) %% {count}"

        pieces = f"WHEN model.{column} < {guest} THEN {within(regular, REGULARS)}"
        return f"CASE {pieces} ELSE {within(guest, GUESTS)} END"

    year = f"(copy.i / {EVENINGS_A_SEASON})"
    week = f"(copy.i %% {EVENINGS_A_SEASON})"
    day = f"DATE('{START}', '+' || (365 * {year} + 7 * {week}) || ' days')"
    if connection.vendor == "postgresql":
        day = f"DATE '{START}' + (365 * {year} + 7 * {week})"
    return {
        (Event, "date"): day,
        **{
            (model, field.column): moved(field.column)
            for model in OF_AN_EVENING
            for field in model._meta.concrete_fields
            if field.related_model is Player
        },
    }


def multiply(
    models: tuple[type[Model], ...],
    copies: int,
    changes: Mapping[tuple[type[Model], str], str],
) -> None:
    """Insert all rows so many times more; other keys refer to the rows of the same copy."""
    spans = {model: span(model) for model in models}
    if copies < 1:
        return
    numbers = "WITH RECURSIVE copies(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM copies"
    with transaction.atomic(), connection.cursor() as cursor:
        for model in models:
            fields = model._meta.concrete_fields
            values = [
                changes.get((model, field.column)) or copied(field, spans) for field in fields
            ]
            cursor.execute(
                f"INSERT INTO {model._meta.db_table}"
                f" ({', '.join(quoted(field.column) for field in fields)})"
                f" SELECT {', '.join(values)} FROM"
                f" ({numbers} WHERE i < %s) SELECT i FROM copies) copy"
                f" CROSS JOIN {model._meta.db_table} model",
                [copies],
            )


@contextmanager
def filling() -> Iterator[None]:
    """Make indexes after the rows, and check no keys meanwhile.

    Sorted at the end they cost seconds; one row after the other, in a cache of 2 MB, an hour.
    """
    tables = ", ".join(f"'{model._meta.db_table}'" for model in OF_AN_EVENING)
    if connection.vendor == "postgresql":
        query = (
            f"SELECT indexname, indexdef FROM pg_indexes WHERE tablename IN ({tables})"
            " AND indexname NOT IN (SELECT conname FROM pg_constraint)"
        )
        before = ["SET session_replication_role = replica", "SET maintenance_work_mem = '512MB'"]
    else:
        query = (
            "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
            f" AND tbl_name IN ({tables})"
        )
        before = [
            *("PRAGMA foreign_keys = OFF", "PRAGMA journal_mode = OFF"),
            *("PRAGMA cache_size = -200000", "PRAGMA temp_store = MEMORY"),
        ]
    with connection.cursor() as cursor:
        cursor.execute(query)
        indexes = cursor.fetchall()
        for sql in [*before, *(f"DROP INDEX {quoted(name)}" for name, _sql in indexes)]:
            cursor.execute(sql)
    yield
    with connection.cursor() as cursor:
        for _name, sql in indexes:
            cursor.execute(sql)
    connection.close()
