"""Progressive: who goes where, with whom."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from engine.pairings.progressive import HeadTableRule, Progressive
from engine.pairings.state import PairingState
from tests.pairings.evenings import Evening, evening, first_pair, pairs, result

progressive = Progressive().plan


def places(winners: int, losers: int, head: int) -> list[set[str]]:
    """Four tables after a round: ``W1`` are those who won at table 1, ``L1`` who lost there."""
    played = evening(progressive, 16, winners=winners, losers=losers, head=head)
    first = played.play(first_pair)
    name: dict[int, str] = {}
    for number, table in enumerate(first.tables, start=1):
        won, lost = pairs(table)
        name |= dict.fromkeys(won, f"W{number}") | dict.fromkeys(lost, f"L{number}")
    return [{name[entry] for entry in table} for table in played.next_round().tables]


@pytest.mark.parametrize(
    ("winners", "losers", "head", "tables"),
    [
        # The usual way: one pair climbs, the head table's losers go all the way down.
        (1, 0, HeadTableRule.LOSERS_TO_FOOT, ["W1 W2", "W3 L2", "W4 L3", "L1 L4"]),
        (1, 0, HeadTableRule.WINNERS_TO_FOOT, ["W2 L1", "W3 L2", "W4 L3", "W1 L4"]),
        (1, 1, HeadTableRule.LOSERS_AS_ELSEWHERE, ["W1 W2", "W3 L1", "W4 L2", "L3 L4"]),
        # More come to a table than it has places: winners first, the rest a table on.
        (1, 0, HeadTableRule.LOSERS_AS_ELSEWHERE, ["W1 W2", "L1 W3", "L2 W4", "L3 L4"]),
        (1, 1, HeadTableRule.LOSERS_TO_FOOT, ["W1 W2", "W3 W4", "L2 L1", "L3 L4"]),
        (2, 0, HeadTableRule.LOSERS_TO_FOOT, ["W1 W2", "W3 W4", "L2 L3", "L1 L4"]),
        (0, 1, HeadTableRule.LOSERS_AS_ELSEWHERE, ["W1 W2", "L1 W3", "L2 W4", "L3 L4"]),
    ],
)
def test_winners_and_losers_go_where_the_event_has_it(
    winners: int, losers: int, head: int, tables: list[str]
) -> None:
    assert places(winners, losers, head) == [set(table.split()) for table in tables]


def test_two_who_come_together_are_parted() -> None:
    played = evening(progressive, 16)
    before = set[frozenset[int]]()
    for _ in range(6):
        planned = played.play()
        now = {pair for table in planned.tables for pair in pairs(table)}
        assert not before & now
        before = now


@pytest.mark.parametrize("players", [4, 9, 12, 13, 16])
def test_two_who_come_together_are_parted_late_in_a_long_evening_too(players: int) -> None:
    chance = Random(players)
    played = evening(progressive, players, rounds=40)
    before = set[frozenset[int]]()
    for _ in range(40):
        planned = played.play(lambda table: chance.choice(pairs(table)))
        now = {pair for table in planned.tables for pair in pairs(table)}
        assert not before & now
        before = now


def test_one_table_goes_through_all_partners() -> None:
    played = evening(progressive, 4)
    had = Counter(pair for _ in range(3) for pair in pairs(played.play().tables[0]))
    assert len(had) == 6


def test_who_wins_again_and_again_comes_to_the_head_table_and_stays() -> None:
    played = evening(progressive, 16)
    for _ in range(6):
        planned = played.play(lambda table: max(pairs(table), key=lambda pair: max(pair) == 16))
    assert 16 in planned.tables[0]


def drawn(lot: tuple[int, ...]) -> PairingState:
    played: Evening = evening(progressive, 8)
    first = played.next_round()
    even = tuple(result(table, ()) for table in first.tables)
    return replace(played.state, played=(first,), results=(even,), lot=lot)


def test_a_draw_is_decided_by_the_lot() -> None:
    (first,) = progressive(replace(drawn(()), played=(), results=()))
    (first_pair, other), (three, four) = (pairs(table) for table in first.tables)
    down = {*first_pair, *three}
    up = {*other, *four}
    lot = (*sorted(up), *sorted(down))
    (planned,) = progressive(drawn(lot))
    assert [set(table) for table in planned.tables] == [up, down]
    (planned,) = progressive(drawn(tuple(reversed(lot))))
    assert [set(table) for table in planned.tables] == [down, up]
