"""Howell: everybody meets everybody once, in both directions as evenly as can be.

All tables of a round play the same deals, so boards do not move. The first entry of a table takes
seats A and C.

Source: the movements of duplicate bridge. The Howell is developed from a starter: the pairs but
one are numbers modulo an odd m, the starter's tables are x and -x with 0 against the last pair,
and each round adds one.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import combinations, product

from engine.pairings.duplicate_movements import movement_continued, places_in_movement
from engine.pairings.format import Format, Setting
from engine.pairings.search import improve
from engine.pairings.state import PairingState, PlannedRound, Rounds, Table
from rules.phrases import phrase

MOST_HOWELL = 16


class Howell(Format):
    """A movement developed from a starter."""

    key = "howell"
    name = phrase("Howell")
    explanation = phrase(
        "Few fixed pairs, for evenings with the same deals at every table. Every pair meets "
        "every other once, and any two sit in the same direction as nearly equally often as "
        "possible. With an odd number one pair sits out each round."
    )
    lineup = 2
    settings = (
        Setting(
            "rounds",
            phrase("Maximum number of rounds"),
            phrase("The event ends after this many rounds; 0 plays until all have met."),
            default=0,
            low=0,
            high=MOST_HOWELL - 1,
            nought=phrase("until all have met"),
        ),
    )
    most = MOST_HOWELL

    def plan(self, state: PairingState) -> Rounds:
        """Return the remaining rounds of a Howell movement.

        Everybody meets everybody once in as many rounds as there are others (``rounds`` for fewer),
        in both directions as evenly as possible; any two sit in the same direction, and so are
        compared, as nearly equally often as the starter allows. With an odd number one sits out
        each round.

        Arrivals and withdrawals are handled as in ``mitchell``.
        """
        places = places_in_movement(state)
        all_rounds = len(places) - 1 + len(places) % 2
        rounds = min(state.options.get("rounds", 0) or all_rounds, all_rounds)
        wanted = Counter(map(frozenset, combinations(places, 2)))
        return movement_continued(state, _howell_rounds(places, rounds), rounds, wanted)


def _howell_rounds(places: Sequence[int], rounds: int) -> Rounds:
    """Return the first rounds, each turned as a whole if that balances the directions."""
    size = len(places) + len(places) % 2
    if size < 2:
        return ()
    tables_by_round: list[list[Table]] = []
    for number in range(rounds):
        numbered = [
            tuple(place if place == size - 1 else (place + number) % (size - 1) for place in table)
            for table in _starter(size)
        ]
        tables_by_round.append(
            [
                tuple(places[place] for place in table)
                for table in numbered
                if max(table) < len(places)
            ]
        )
    turned = _turned_evenly(tables_by_round)
    return tuple(PlannedRound.of(tables, places) for tables in turned)


@lru_cache
def _starter(size: int) -> tuple[Table, ...]:
    """Return the first round of an even number of pairs, the last of them standing still.

    Of all ways to seat it the one in which each two are compared most evenly in all its rounds.
    """
    ring = size - 1
    steps = range(1, size // 2)

    def first_line(swaps: Sequence[bool]) -> list[int]:
        return [(-step if swap else step) % ring for step, swap in zip(steps, swaps, strict=True)]

    def unevenness(swaps: Sequence[bool]) -> int:
        line = first_line(swaps)
        other = sorted(set(range(ring)).difference(line))
        apart = Counter(
            (first - second) % ring for same in (line, other) for first in same for second in same
        )
        return sum(times**2 for step, times in apart.items() if step)

    best = min(product((False, True), repeat=len(steps)), key=unevenness)
    return ((ring, 0), *((place, -place % ring) for place in first_line(best)))


def _turned_evenly(rounds: list[list[Table]]) -> list[list[Table]]:
    """Turn whole rounds until no turning of one or two improves the balance of directions.

    Turning a whole round does not change who is compared with whom.
    """
    excess: Counter[int] = Counter()
    signs = [1 - 2 * (number % 2) for number in range(len(rounds))]
    for sign, tables in zip(signs, rounds, strict=True):
        _tilt(excess, tables, sign)

    def change(numbers: tuple[int, ...]) -> int:
        turned = Counter[int]()
        for number in numbers:
            _tilt(turned, rounds[number], -2 * signs[number])
        return sum((excess[entry] + by) ** 4 - excess[entry] ** 4 for entry, by in turned.items())

    def turn(numbers: tuple[int, ...]) -> None:
        for number in numbers:
            _tilt(excess, rounds[number], -2 * signs[number])
            signs[number] = -signs[number]

    choices = [(number,) for number in range(len(rounds))]
    improve([*choices, *combinations(range(len(rounds)), 2)], change, turn)
    return [
        tables if sign > 0 else [(away, home) for home, away in tables]
        for sign, tables in zip(signs, rounds, strict=True)
    ]


def _tilt(excess: Counter[int], tables: Iterable[Table], by: int) -> None:
    for home, away in tables:
        excess[home] += by
        excess[away] -= by
