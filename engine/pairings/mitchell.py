"""Mitchell: half of the pairs keep their table, the others move up one after each round.

All tables of a round play the same deals, so boards do not move. The first entry of a table takes
seats A and C.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from random import Random

from engine.pairings.duplicate_movements import comparisons, movement_continued, places_in_movement
from engine.pairings.format import Format, Setting, choice_setting
from engine.pairings.search import improve
from engine.pairings.state import Pair, PairingState, PlannedRound, Rounds, Table
from rules.phrases import phrase

ONE_FIELD, TWO_LINES = 1, 2
"""Values of the setting ``winners``."""
MOST_STARTS = 4_000
"""Entries times rounds times starts of a search for even comparisons."""


class Mitchell(Format):
    """A movement of two lines."""

    key = "mitchell"
    name = phrase("Mitchell")
    explanation = phrase(
        "Fixed pairs, for evenings with the same deals at every table. Half of the pairs keep "
        "their table, the others move up one table after each round and meet each of them "
        "once. With an odd number one of the moving pairs sits out each round."
    )
    lineup = 2
    settings = (
        Setting(
            "rounds",
            phrase("Maximum number of rounds"),
            phrase(
                "There are as many rounds as tables, as no two pairs meet twice; 0 plays all "
                "of them."
            ),
            default=0,
            low=0,
            high=50,
            nought=phrase("as many as tables"),
        ),
        choice_setting(
            "winners",
            phrase("Winners"),
            phrase(
                "Two: those who keep their table sit in A and C in every round, the others in "
                "B and D. The two lines never hold the same hands, so each has a ranking and "
                "a winner of its own. One: in each round some tables are turned, so that pairs "
                "of both lines are compared, and there is one ranking. Without a deal set "
                "there is one ranking in any case."
            ),
            default=TWO_LINES,
            choices={1: phrase("one, some tables turned"), 2: phrase("two, one of each line")},
        ),
    )
    most = 100

    def plan(self, state: PairingState) -> Rounds:
        """Return the rounds still to be played of a Mitchell movement.

        Every second entry in the order drawn keeps its table; the others move up one table after
        each round. Nobody meets twice, so there are as many rounds as tables at most: ``rounds``,
        or all of them for 0. With an odd number one of the moving pairs sits out each round, each
        of them once.

        With two ``winners`` those who stay have seats A and C throughout, so that each line is
        compared with itself alone. With one, some tables of each round are turned (an arrow
        switch), so that any two are compared as nearly equally often as was found.

        Where somebody left, the next opponents sit out. Where somebody came and a table more is
        needed, or tables were changed by hand, meetings that are left are matched round by round.
        """
        places = places_in_movement(state)
        tables = (len(places) + 1) // 2
        rounds = min(state.options.get("rounds", 0) or tables, tables)
        plan = movement_continued(state, _mitchell_rounds(places), rounds, _across(places))
        if state.options.get("winners", TWO_LINES) == ONE_FIELD:
            return _as_turned(plan, _mitchell_turned(places, rounds), state.played)
        seats = {frozenset(pair): pair for pair in product(places[1::2], places[::2])}
        return _seated(plan, seats)

    def lines(self, state: PairingState) -> dict[int, int]:
        """Return the lines of a Mitchell with two winners: 1 of those who stay, 2 of the others."""
        if state.options.get("winners", TWO_LINES) == ONE_FIELD:
            return {}
        return {
            entry: 1 + (number + 1) % 2 for number, entry in enumerate(places_in_movement(state))
        }


def _across(places: Sequence[int]) -> Counter[Pair]:
    return Counter(frozenset(pair) for pair in product(places[::2], places[1::2]))


def _mitchell_rounds(places: Sequence[int]) -> Rounds:
    moving, staying = places[::2], places[1::2]
    count = len(moving)
    return tuple(
        PlannedRound.of(
            ((stayer, moving[(table - number) % count]) for table, stayer in enumerate(staying)),
            places,
        )
        for number in range(count)
    )


@lru_cache
def _mitchell_turned(places: Sequence[int], rounds: int) -> Rounds:
    """Return the first rounds of a Mitchell in which any two are compared most evenly.

    The best of several starts: the highest least number of comparisons, then the evenest.
    """
    plain = _mitchell_rounds(places)[:rounds]
    pairs = list(map(frozenset, combinations(places, 2)))

    def worth(plan: Rounds) -> tuple[int, int]:
        counts = comparisons(plan)
        return min((counts[pair] for pair in pairs), default=0), -_sum_of_squares(counts)

    starts = max(1, MOST_STARTS // max(1, len(places) * rounds))
    plans = (_compared_evenly(_turned_at_random(plain, start), ()) for start in range(starts))
    return max(plans, key=worth)


def _turned_at_random(rounds: Rounds, seed: int) -> Rounds:
    random = Random(seed)  # noqa: S311 a start of a search
    return tuple(
        replace(
            planned,
            tables=tuple(table[:: 1 - 2 * random.getrandbits(1)] for table in planned.tables),
        )
        for planned in rounds
    )


def _as_turned(plan: Rounds, movement: Rounds, played: Rounds) -> Rounds:
    """Seat a plan as its movement does; turned anew if it has meetings of other rounds."""
    seats = {frozenset(table): table for planned in movement for table in planned.tables}
    if all(frozenset(table) in seats for planned in plan for table in planned.tables):
        return _seated(plan, seats)
    return _compared_evenly(plan, played)


def _seated(plan: Rounds, seats: Mapping[Pair, Table]) -> Rounds:
    return tuple(
        replace(planned, tables=tuple(seats[frozenset(table)] for table in planned.tables))
        for planned in plan
    )


_Turn = tuple[list[int], list[int], int]
"""The two lines of a round, and the place of the table that is turned in it."""


def _compared_evenly(rounds: Rounds, played: Rounds) -> Rounds:
    """Turn tables until turning a single table no longer evens out comparisons; played rounds stay.

    A table that is turned exchanges its two entries' directions: whoever was compared with the one
    is compared with the other. The sum of the squares of all counts falls with every turn.
    """
    counts = comparisons((*played, *rounds))
    seated = [[list(line) for line in zip(*planned.tables, strict=True)] for planned in rounds]
    tables = [
        (home, away, table) for home, away in filter(None, seated) for table in range(len(home))
    ]

    def change(move: _Turn) -> int:
        return sum(
            counts[frozenset((there, other))] - counts[frozenset((here, other))] + 1
            for line, here, there in _directions(*move)
            for other in line
            if other != here
        )

    improve(tables, change, lambda move: _turn(*move, counts))
    return tuple(
        replace(planned, tables=tuple(zip(*lines, strict=True)))
        for planned, lines in zip(rounds, seated, strict=True)
    )


def _directions(
    home: list[int], away: list[int], table: int
) -> tuple[tuple[list[int], int, int], ...]:
    """Return both directions, with who sits there at a table and who does not."""
    return (home, home[table], away[table]), (away, away[table], home[table])


def _turn(home: list[int], away: list[int], table: int, counts: Counter[Pair]) -> None:
    """Turn a table, and count who is compared with whom then."""
    for line, here, there in _directions(home, away, table):
        for other in line:
            if other != here:
                counts[frozenset((here, other))] -= 1
                counts[frozenset((there, other))] += 1
    home[table], away[table] = away[table], home[table]


def _sum_of_squares(counts: Counter[Pair]) -> int:
    return sum(times**2 for times in counts.values())
