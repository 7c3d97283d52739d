"""Playing a format to its end in plain values, as the services would in the database."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from random import Random

from engine.pairings.double_elimination import DoubleElimination
from engine.pairings.single_elimination import SingleElimination
from engine.pairings.state import PairingState, PlannedRound, Table, TableResult, draw

Plan = Callable[[PairingState], tuple[PlannedRound, ...]]
Decide = Callable[[Table], int]

SINGLE, DOUBLE = SingleElimination(), DoubleElimination()
single_elimination, double_elimination = SINGLE.plan, DOUBLE.plan
single_places, double_places = SINGLE.places, DOUBLE.places
single_bracket, double_bracket = SINGLE.bracket, DOUBLE.bracket


def start(count: int, **options: int) -> PairingState:
    """So many entries, numbered as they are seeded."""
    return PairingState(entries=tuple(range(1, count + 1)), options=options)


def won_by(table: Table, winner: int, games: int = 1) -> TableResult:
    """A series that is over."""
    return TableResult(
        is_over=True,
        winners=frozenset({winner}),
        won={entry: games if entry == winner else 0 for entry in table},
        marks={entry: 7 * games if entry == winner else 4 for entry in table},
    )


def playing(table: Table) -> TableResult:
    """A series under way."""
    zero = dict.fromkeys(table, 0)
    return TableResult(is_over=False, winners=frozenset(), won=zero, marks=zero)


def begun(state: PairingState, planned: PlannedRound) -> PairingState:
    """The round is begun, its tables are playing."""
    return replace(
        state,
        played=(*state.played, planned),
        results=(*state.results, tuple(playing(table) for table in planned.tables)),
    )


def ended(state: PairingState, decide: Decide) -> PairingState:
    """The tables of the last round are over; ``decide`` says who won."""
    tables = state.played[-1].tables
    last = tuple(won_by(table, decide(table)) for table in tables)
    return replace(state, results=(*state.results[:-1], last))


def table_ended(state: PairingState, random: Random) -> PairingState:
    """One of the tables that are playing is over; anybody may have won."""
    going = [
        (number, place)
        for number, came in enumerate(state.results)
        for place, result in enumerate(came)
        if not result.is_over
    ]
    number, place = random.choice(going)
    table = state.played[number].tables[place]
    results = [list(came) for came in state.results]
    results[number][place] = won_by(table, random.choice(table))
    return replace(state, results=tuple(map(tuple, results)))


def drawn(state: PairingState) -> PairingState:
    """With a lot for the round to come."""
    seed = f"round.{len(state.played) + 1}"
    return replace(state, lot=tuple(draw(seed, "round", sorted(state.entries))))


def rounds_of(plan: Plan, state: PairingState, decide: Decide) -> Iterator[PairingState]:
    """The state after each round, until nothing more is planned."""
    while planned := plan(drawn(state)):
        for coming in planned[:1]:
            state = ended(begun(state, coming), decide)
            yield state


def played_out(plan: Plan, state: PairingState, decide: Decide) -> PairingState:
    """The end of it."""
    for last in rounds_of(plan, state, decide):
        state = last
    return state


def tables_of(state: PairingState) -> list[Table]:
    """All tables that were played."""
    return [table for planned in state.played for table in planned.tables]


def defeats_of(state: PairingState) -> Mapping[int, int]:
    """How many series each entry has lost."""
    lost = dict.fromkeys(state.entries, 0)
    for planned, results in zip(state.played, state.results, strict=True):
        for table, result in zip(planned.tables, results, strict=True):
            for entry in set(table) - result.winners:
                lost[entry] += bool(result.winners)
    return lost


def every_course(plan: Plan, state: PairingState) -> Iterator[PairingState]:
    """Every way in which it can end, whoever wins."""
    planned = plan(drawn(state))
    if not planned:
        yield state
        return
    coming = begun(state, planned[0])
    for winners in product(*planned[0].tables):
        yield from every_course(
            plan, ended(coming, dict(zip(planned[0].tables, winners, strict=True)).__getitem__)
        )


def better(table: Table) -> int:
    """The better seed wins."""
    return min(table)


def worse(table: Table) -> int:
    """The worse seed wins."""
    return max(table)


def corrected(state: PairingState, random: Random) -> PairingState:
    """One table of some round turns out to have been won by the other."""
    number = random.randrange(len(state.played))
    tables, results = state.played[number].tables, list(state.results[number])
    place = random.randrange(len(tables))
    loser = set(tables[place]) - results[place].winners
    results[place] = replace(results[place], winners=frozenset(loser))
    changed = list(state.results)
    changed[number] = tuple(results)
    return replace(state, results=tuple(changed))


def ranked_by_wins(state: PairingState) -> PairingState:
    """As the standings of the groups have it: games won there, then the number."""
    won: Counter[int] = Counter()
    for planned, results in zip(state.played, state.results, strict=True):
        if planned.stage == "groups":
            won.update(entry for result in results for entry in result.winners)
    order = sorted(state.entries, key=lambda entry: (-won[entry], entry))
    return replace(state, ranking=tuple(order))
