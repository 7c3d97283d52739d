"""Buchholz and Sonneborn-Berger after evenings played at random, counted again hand by hand.

Time is called anywhere, hands are thrown in, meetings given up, penalties made; so there are games
that ended level, games with hands but no marks, and games without any hand.
"""

from collections import Counter, defaultdict
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

import pytest

from clubs.models import User
from scoring.models import Hand, Match
from scoring.services.hands import hand_record
from tests.tournaments.conftest import EventMaker, begin_next, record
from tournaments.events.models import Event, Round, RoundState, Table
from tournaments.events.services.clocks import time_call
from tournaments.events.services.decisions import adjustment_make, table_forfeit
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.services.standings import standings_refresh

RULES = {"preset": "straight", "all_pass": "redeal"}
EVENINGS: list[dict[str, Any]] = [
    {"pairs": 5},
    {"pairs": 4, "games_per_meeting": 2},
    {"pairs": 5, "best_of": [3]},
    {"pairs": 6, "format": "swiss", "best_of": [3, 1]},
]
SEEDS = range(6)
METRICS = ["games_won", "points", "buchholz", "sonneborn_berger"]


class Shared(NamedTuple):
    """A table as one side has it: whom it met, and what it got there from each game."""

    entry: int
    other: int
    outcomes: tuple[int, ...]
    """Of each finished game 2 for a win, 1 where it was drawn, 0 for a defeat."""


def thrown_in(dealer: int) -> dict[str, Any]:
    seats = [(dealer + step) % 4 for step in range(1, 5)]
    return {"dealer": dealer, "auction": [{"seat": seat, "bid": "pass"} for seat in seats]}


def one_hand(match: Match, chance: Random, by: User) -> Match:
    """A hand as it may come."""
    match.refresh_from_db()
    if chance.random() < 0.25:
        hand = thrown_in(match.next_dealer)
    else:
        hand = record(
            match.next_dealer,
            chance.randrange(2),
            marks=chance.choice([1, 2]),
            made=chance.random() < 0.7,
        )
    return hand_record(match_id=match.pk, record=hand, author=by).match


def play(round_: Round, chance: Random, by: User) -> None:
    """Play a round until it ends by itself or by the clock."""
    calls = chance.random() < 0.6
    for table in round_.tables.filter(is_bye=False):
        if chance.random() < 0.15:
            table_forfeit(table=table, entry=chance.choice(list(table.seats.all())).entry)
            continue
        left = chance.randrange(12) if calls else 60
        while left > 0 and (match := going(table)):
            one_hand(match, chance, by)
            left -= 1
    if calls:
        time_call(round=round_, by=by)
        for table in round_.tables.filter(is_bye=False, seats__forfeited=False).distinct():
            while match := going(table):
                one_hand(match, chance, by)


def going(table: Table) -> Match | None:
    """The match that is being played at a table; none once the meeting is over."""
    won = Counter[int]()
    for game in table.games.select_related("match").order_by("number"):
        if table.best_of and won and max(won.values()) > table.best_of // 2:
            return None
        if not game.match.is_over:
            match: Match = game.match
            return match
        if game.match.winner is not None:
            won[game.match.winner] += 1
    return None


def evening(make_event: EventMaker, by: User, seed: int) -> Event:
    chance = Random(seed)
    settings = dict(EVENINGS[seed % len(EVENINGS)])
    event = make_event(
        **settings, rules=RULES, tie_breaks=METRICS, bye_rule=chance.choice(["none", "win"])
    )
    for _round in range(3):
        if not event.rounds.filter(state=RoundState.PLANNED).exists():
            rounds_plan(event=event)
        play(begin_next(event), chance, by)
    for entry in event.entries.all():
        if chance.random() < 0.2:
            adjustment_make(
                entry=entry, by=by, reason="late", games=chance.choice([-1, 1]), marks=1
            )
    return event


def tables_of(event: Event) -> list[Shared]:
    """Every table twice, once for each side, from the hands that were recorded."""
    tables_shared = []
    tables = Table.objects.filter(round__event=event, round__state=RoundState.BEGUN, is_bye=False)
    for table in tables:
        numbers = [seat.entry.number for seat in table.seats.order_by("side")]
        gave_up = [seat.forfeited for seat in table.seats.order_by("side")]
        for side in (0, 1):
            if any(gave_up):
                length = table.best_of // 2 + 1 if table.best_of else table.games.count()
                outcomes = [0 if gave_up[side] else 2] * length
            else:
                outcomes = games_of(table, side)
            tables_shared.append(Shared(numbers[side], numbers[1 - side], tuple(outcomes)))
    return tables_shared


def games_of(table: Table, side: int) -> list[int]:
    """What a side got from the games that were played and needed, by their totals alone."""
    outcomes: list[int] = []
    won = [0, 0]
    for game in table.games.select_related("match").order_by("number"):
        hands = Hand.objects.filter(match=game.match, record__isnull=False).exists()
        if not hands or not game.match.is_over:
            continue
        if table.best_of and max(won) > table.best_of // 2:
            break
        totals = game.match.totals
        outcomes.append(1 + (totals[side] > totals[1 - side]) - (totals[side] < totals[1 - side]))
        for winner in (0, 1):
            won[winner] += totals[winner] > totals[1 - winner]
    return outcomes


def counted(event: Event) -> dict[int, tuple[int, int]]:
    """Buchholz in tenths and Sonneborn-Berger in hundredths by entry; ``won`` is in halves."""
    tables, won = tables_of(event), defaultdict[int, int](int)
    for bye in Table.objects.filter(round__event=event, round__state=RoundState.BEGUN, is_bye=True):
        lengths = [other.best_of for other in bye.round.tables.filter(is_bye=False)]
        series = max(lengths) // 2 + 1 if max(lengths) else event.games_per_meeting
        number = bye.seats.get().entry.number
        tables.append(Shared(number, number, (2 * (event.bye_rule == "win"),) * series))
    for table in tables:
        won[table.entry] += sum(table.outcomes)
    for change in event.adjustments.all():
        won[change.entry.number] += 2 * change.games
    return {
        entry.number: (
            sum(
                5 * won[table.other]
                for table in tables
                if table.entry == entry.number and table.outcomes
            ),
            sum(
                25 * outcome * won[table.other]
                for table in tables
                if table.entry == entry.number
                for outcome in table.outcomes
            ),
        )
        for entry in event.entries.all()
    }


@pytest.mark.django_db
def test_opponents_count_as_a_count_of_all_hands_has_it(
    make_event: EventMaker, owner: User
) -> None:
    for seed in SEEDS:
        event = evening(make_event, owner, seed)
        standings_refresh(event_id=event.pk)
        shown = {
            standing.entry.number: (
                10 * Fraction(standing.values["buchholz"]),
                100 * Fraction(standing.values["sonneborn_berger"]),
            )
            for standing in event.standings.select_related("entry")
        }
        assert shown == counted(event), f"seed {seed}"
    every_kind_of_game_was_met()


def every_kind_of_game_was_met() -> None:
    ended = Match.objects.filter(is_over=True)
    assert ended.filter(hand_count=0).exists(), "no hand was played"
    assert ended.filter(hand_count__gt=0, winner=None).exists(), "ended level"
    assert ended.exclude(winner=None).exists()
    assert Table.objects.filter(seats__forfeited=True).exists()
