"""Tables by the standings: who sits with whom, and that partners are new."""

from collections import Counter

import pytest

from engine.pairings.by_standing import ByStanding
from engine.pairings.state import PairingState, PlannedRound
from tests.pairings.evenings import evening, pairs

by_standing = ByStanding().plan


@pytest.mark.parametrize(
    ("pattern", "partners"),
    [(0, [{1, 4}, {2, 3}]), (1, [{1, 3}, {2, 4}]), (2, [{1, 2}, {3, 4}])],
)
def test_the_event_says_who_of_four_are_partners(pattern: int, partners: list[set[int]]) -> None:
    planned = evening(by_standing, 4, pattern=pattern).next_round()
    assert list(map(set, pairs(planned.tables[0]))) == partners


def after(
    first: tuple[tuple[int, ...], ...], ranking: tuple[int, ...], **options: int
) -> PairingState:
    return PairingState(
        entries=tuple(sorted(ranking)),
        played=(PlannedRound(first),),
        results=((),),
        ranking=ranking,
        options=options,
        size=4,
    )


def test_fours_go_down_the_standings() -> None:
    (planned,) = by_standing(
        after(((1, 2, 4, 3), (5, 6, 8, 7)), (8, 1, 6, 3, 2, 5, 4, 7), pattern=1)
    )
    assert planned.tables == ((8, 1, 6, 3), (2, 5, 4, 7))


def test_another_pattern_is_taken_where_partners_would_come_again() -> None:
    (planned,) = by_standing(after(((1, 2, 4, 3),), (1, 2, 3, 4), pattern=0))
    assert list(map(set, pairs(planned.tables[0]))) == [{1, 3}, {2, 4}]


def test_partners_come_again_where_the_event_does_not_mind() -> None:
    (planned,) = by_standing(after(((1, 2, 4, 3),), (1, 2, 3, 4), pattern=0, new_partners=0))
    assert list(map(set, pairs(planned.tables[0]))) == [{1, 4}, {2, 3}]


@pytest.mark.parametrize("pattern", [0, 1, 2])
@pytest.mark.parametrize(("players", "rounds"), [(8, 5), (12, 8), (16, 9), (14, 8), (40, 10)])
def test_nobody_has_a_partner_twice_though_the_standings_hardly_move(
    players: int, rounds: int, pattern: int
) -> None:
    played = evening(by_standing, players, ranked=True, rounds=rounds, pattern=pattern)
    had = Counter(
        pair for _ in range(rounds) for table in played.play().tables for pair in pairs(table)
    )
    assert max(had.values()) == 1


def test_only_neighbours_in_the_standings_change_for_new_partners() -> None:
    played = evening(by_standing, 32, ranked=True, rounds=6)
    for _ in range(6):
        ranking = played.state.ranking or played.state.entries
        planned = played.play()
        for number, table in enumerate(planned.tables):
            for entry in table:
                assert abs(ranking.index(entry) // 4 - number) <= 3
