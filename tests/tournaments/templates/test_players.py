"""Evenings of single players, made from their templates and played to the end."""

from collections import Counter
from functools import partial
from itertools import combinations

import pytest

from clubs.models import Club, User
from engine.pairings.state import PlannedRound
from engine.pairings.tables import partnerships
from tests.tournaments.single import misere, play, win_spades
from tests.tournaments.templates.director import Director, stronger

pytestmark = pytest.mark.django_db


def together(rounds: tuple[PlannedRound, ...]) -> Counter[frozenset[int]]:
    return Counter(
        frozenset(pair)
        for round_ in rounds
        for table in round_.tables
        for pair in combinations(table, 2)
    )


@pytest.mark.parametrize("count", [8, 9, 14, 21, 40])
def test_a_night_of_changing_partners(count: int, club: Club, owner: User) -> None:
    director = Director.of("rotating_partners", club=club, by=owner, entries=count, lineup=1)
    assert director.play_out(stronger) == 7
    partners = partnerships(director.rounds)
    assert max(partners.values()) == 1, "always another partner"
    sat_out = Counter(entry for round_ in director.rounds for entry in round_.byes)
    waits = [sat_out[entry] for entry in range(1, count + 1)]
    assert max(waits) - min(waits) <= 1
    order = director.finish()
    assert sorted(order) == list(range(1, count + 1))
    won = [
        director.event.standings.get(entry__number=number).values["games_won"] for number in order
    ]
    assert won == sorted(won, reverse=True)
    assert sum(won) == 2 * sum(len(round_.tables) for round_ in director.rounds)


@pytest.mark.parametrize("count", [9, 12, 15, 18, 21, 30])
def test_a_triangle_evening_of_spades(count: int, club: Club, owner: User) -> None:
    director = Director.of("spades_evening", club=club, by=owner, entries=count, lineup=1)
    for _round in range(4):
        for table, sitting in director.tables(director.begin()):
            win_spades(table.games.get().match, owner, sitting.index(min(sitting)))
    assert max(together(director.rounds).values()) == 1, "no two meet twice"
    assert director.finish()[0] == 1


def test_a_pandoeren_evening_of_a_league(club: Club, owner: User) -> None:
    director = Director.of("pandoeren_evening", club=club, by=owner, entries=16, lineup=1)
    for _round in range(4):
        for table, sitting in director.tables(director.begin()):
            match = table.games.get().match
            for hand in range(16):
                best = sitting.index(min(sitting))
                declarer = best if hand % 4 else (best + 1) % 4
                match = play(match, owner, partial(misere, declarer=declarer))
            assert match.is_over
    assert max(together(director.rounds).values()) == 1
    order = director.finish()
    assert order[0] == 1
    played = director.event.standings.get(entry__number=1).values["hands_played"]
    assert played == 64
