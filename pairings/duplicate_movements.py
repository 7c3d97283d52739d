"""Mitchell and Howell: movements of pairs for evenings with the same deals everywhere.

All tables of a round play the same deals, so boards do not move; only who meets whom and who sits
in which direction is decided here. The first entry of a table takes seats A and C.

Source: the movements of duplicate bridge. The Howell is developed from a starter: the pairs but
one are numbers modulo an odd m, the starter's tables are x and -x with 0 against the last pair,
and each round adds one.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, product
from random import Random

from pairings.format import Format, Setting
from pairings.round_robin import leftover_rounds
from pairings.state import Pair, PairingState, PlannedRound, Rounds, Table

MOST_HOWELL = 16
ONE_FIELD, TWO_LINES = 1, 2
"""Values of the setting ``winners``."""
MOST_STARTS = 4_000
"""Entries times rounds times starts of a search for even comparisons."""


def mitchell(state: PairingState) -> Rounds:
    """Return the rounds still to be played of a Mitchell movement.

    Every second entry in the order drawn keeps its table; the others move up one table after each
    round. Nobody meets twice, so there are as many rounds as tables at most: ``rounds``, or all of
    them for 0. With an odd number one of the moving pairs sits out each round, each of them once.

    With two ``winners`` those who stay have seats A and C throughout, so that each line is compared
    with itself alone. With one, some tables of each round are turned (an arrow switch), so that any
    two are compared as nearly equally often as was found.

    Where somebody left, the next opponents sit out. Where somebody came and a table more is
    needed, or tables were changed by hand, meetings that are left are matched round by round.
    """
    places = _places(state)
    tables = (len(places) + 1) // 2
    rounds = min(state.options.get("rounds", 0) or tables, tables)
    plan = _continued(state, _mitchell_rounds(places), rounds, _across(places))
    if state.options.get("winners", TWO_LINES) == ONE_FIELD:
        return _as_turned(plan, _mitchell_turned(places, rounds), state.played)
    seats = {frozenset(pair): pair for pair in product(places[1::2], places[::2])}
    return _seated(plan, seats)


def mitchell_lines(state: PairingState) -> dict[int, int]:
    """Return the lines of a Mitchell with two winners: 1 of those who stay, 2 of the others."""
    if state.options.get("winners", TWO_LINES) == ONE_FIELD:
        return {}
    return {entry: 1 + (number + 1) % 2 for number, entry in enumerate(_places(state))}


def comparisons(rounds: Iterable[PlannedRound]) -> Counter[Pair]:
    """Count the rounds in which each two entries sit in the same direction: they are compared."""
    counts: Counter[Pair] = Counter()
    for planned in rounds:
        for line in zip(*planned.tables, strict=True):
            counts.update(map(frozenset, combinations(line, 2)))
    return counts


def howell(state: PairingState) -> Rounds:
    """Return the remaining rounds of a Howell movement.

    Everybody meets everybody once in as many rounds as there are others (``rounds`` for fewer), in
    both directions as evenly as possible; any two sit in the same direction, and so are compared,
    as nearly equally often as the starter allows. With an odd number one sits out each round.

    Arrivals and withdrawals are handled as in ``mitchell``.
    """
    places = _places(state)
    all_rounds = len(places) - 1 + len(places) % 2
    rounds = min(state.options.get("rounds", 0) or all_rounds, all_rounds)
    wanted = Counter(map(frozenset, combinations(places, 2)))
    return _continued(state, _howell_rounds(places, rounds), rounds, wanted)


def _places(state: PairingState) -> tuple[int, ...]:
    """Return the entries of the movement: those who play on, or did."""
    played = frozenset(entry for planned in state.played for entry in planned.entries)
    return tuple(one for one in state.entries if one in played or one not in state.absent)


def _across(places: Sequence[int]) -> Counter[Pair]:
    return Counter(frozenset(pair) for pair in product(places[::2], places[1::2]))


def _continued(
    state: PairingState, movement: Sequence[PlannedRound], rounds: int, wanted: Counter[Pair]
) -> Rounds:
    """Return the movement's next rounds; matched again if two would meet again."""
    here = frozenset(state.active)
    begun = len(state.played)
    met = {frozenset(table) for planned in state.played for table in planned.tables}
    met |= set(map(frozenset, state.promised))
    plan = [
        PlannedRound.of((table for table in planned.tables if here.issuperset(table)), state.active)
        for planned in movement[begun:rounds]
    ]
    if any(frozenset(table) in met for planned in plan for table in planned.tables):
        left = Counter(pair for pair in wanted if pair <= here and pair not in met)
        return leftover_rounds(state, left, room=max(0, rounds - begun), attempt=0)
    return tuple(planned for planned in plan if planned.tables)


def _mitchell_rounds(places: Sequence[int]) -> Rounds:
    moving, staying = places[::2], places[1::2]
    count = len(moving)
    return tuple(
        PlannedRound.of(
            ((one, moving[(table - number) % count]) for table, one in enumerate(staying)), places
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


def _compared_evenly(rounds: Rounds, played: Rounds) -> Rounds:
    """Turn tables until turning a single table makes comparisons no evener; played rounds stay.

    A table that is turned exchanges its two entries' directions: whoever was compared with the one
    is compared with the other. The sum of the squares of all counts falls with every turn.
    """
    counts = comparisons((*played, *rounds))
    seated = [[list(line) for line in zip(*planned.tables, strict=True)] for planned in rounds]
    improved = True
    while improved:
        improved = False
        for home, away in filter(None, seated):
            for table in range(len(home)):
                gain = sum(
                    counts[frozenset((here, other))] - counts[frozenset((there, other))] - 1
                    for line, here, there in _directions(home, away, table)
                    for other in line
                    if other != here
                )
                if gain > 0:
                    improved = True
                    _turn(home, away, table, counts)
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


def _howell_rounds(places: Sequence[int], rounds: int) -> Rounds:
    """Return the first rounds, each turned as a whole if that balances the directions."""
    size = len(places) + len(places) % 2
    if size < 2:
        return ()
    found: list[list[Table]] = []
    for number in range(rounds):
        numbered = [
            tuple(one if one == size - 1 else (one + number) % (size - 1) for one in table)
            for table in _starter(size)
        ]
        found.append(
            [tuple(places[one] for one in table) for table in numbered if max(table) < len(places)]
        )
    turned = _turned_evenly(found)
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
            (one - two) % ring for same in (line, other) for one in same for two in same
        )
        return sum(times**2 for step, times in apart.items() if step)

    best = min(product((False, True), repeat=len(steps)), key=unevenness)
    return ((ring, 0), *((one, -one % ring) for one in first_line(best)))


def _turned_evenly(rounds: list[list[Table]]) -> list[list[Table]]:
    """Turn whole rounds until no turning of one or two improves the balance of directions.

    Turning a whole round does not change who is compared with whom.
    """
    excess: Counter[int] = Counter()
    signs = [1 - 2 * (number % 2) for number in range(len(rounds))]
    for sign, tables in zip(signs, rounds, strict=True):
        _tilt(excess, tables, sign)
    choices = [(number,) for number in range(len(rounds))]
    turns: list[tuple[int, ...]] = [*choices, *combinations(range(len(rounds)), 2)]
    improved = True
    while improved:
        improved = False
        for turn in turns:
            before = _uneven(excess.values())
            for number in turn:
                _tilt(excess, rounds[number], -2 * signs[number])
            if _uneven(excess.values()) < before:
                improved = True
                for number in turn:
                    signs[number] = -signs[number]
            else:
                for number in turn:
                    _tilt(excess, rounds[number], 2 * signs[number])
    return [
        tables if sign > 0 else [(away, home) for home, away in tables]
        for sign, tables in zip(signs, rounds, strict=True)
    ]


def _tilt(excess: Counter[int], tables: Iterable[Table], by: int) -> None:
    for home, away in tables:
        excess[home] += by
        excess[away] -= by


def _uneven(excess: Iterable[int]) -> int:
    return sum(value**4 for value in excess)


MITCHELL = Format(
    key="mitchell",
    lineup=2,
    settings=(
        Setting("rounds", default=0, low=0, high=50),
        Setting("winners", default=TWO_LINES, low=ONE_FIELD, high=TWO_LINES),
    ),
    plan=mitchell,
    lines=mitchell_lines,
    most=100,
)
HOWELL = Format(
    key="howell",
    lineup=2,
    settings=(Setting("rounds", default=0, low=0, high=MOST_HOWELL - 1),),
    plan=howell,
    most=MOST_HOWELL,
)
