"""Single players at tables of two pairs, each round with another partner.

Nobody has a partner twice, and everybody has everybody twice as opponent, where a whist tournament
is played to its end; any other evening comes as near to that as a search does.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import cycle, islice

from engine.pairings.balance import fewest_repeats, lower_bound
from engine.pairings.designs import whist_rounds
from engine.pairings.format import Format, Setting
from engine.pairings.keeping import closest_seats, may_be_kept
from engine.pairings.partners import MEETING, OPPONENT, PARTNER, PairCounts, PartnersEvening
from engine.pairings.search import SearchOutcome, best_of, searched
from engine.pairings.starts import Task, design_named, start_by_lot
from engine.pairings.state import PairingState, PlannedRound, Rounds
from engine.pairings.tables import (
    SEATS,
    Remainder,
    RoundShape,
    by_entry,
    by_place,
    byes_taken,
    meetings,
    oppositions,
    partners_at,
    partnerships,
    places_of,
)
from rules.phrases import phrase

ROUNDS = 7
SEED = "rotating_partners"
"""The plan of places is fixed, as the Berger tables are; lots assign the places."""
STEPS = 24_000
"""Exchanges made at most: half a second, as the event is locked meanwhile."""

LOOKED_AT = 700_000
"""Exchanges looked at at most, so that more players do not take longer."""


def plan_partners(
    players: Sequence[int],
    rounds: int,
    *,
    seed: str,
    played: Rounds = (),
    steps: int = STEPS,
) -> Rounds:
    """Return further rounds for ``players`` in drawn order, four to a table.

    ``played`` are the rounds that stay, with their partners, opponents and byes. Remaining players
    sit out in turn, nobody twice running if avoidable. Fewer than four players have no round.

    The result is a whist tournament if one is known for these players and is played to its end;
    else the fewest repeats found by a search of ``steps`` swaps, partners first. The same arguments
    give the same plan.
    """
    shape = RoundShape.of(len(players), SEATS, Remainder.SIT_OUT)
    if not shape.tables or rounds < 1:
        return ()
    task = Task(
        order=tuple(players),
        shape=shape,
        rounds=rounds,
        seed=seed,
        met=meetings(played),
        sat_out=byes_taken(played),
        turns=Counter(),
        rested=frozenset(played[-1].byes if played else ()),
    )
    past = PairCounts(partnerships(played), oppositions(played))
    starts = list(_starts(task, played))

    def search(start: Rounds) -> SearchOutcome:
        return searched(
            PartnersEvening(start, past),
            task.rounds,
            floor=lowest_cost(task.order, start, past),
            seed=task.seed,
            steps=min(steps, LOOKED_AT // len(task.order)) // len(starts),
        )

    return best_of(starts, search)


def whole_rounds(players: int) -> int:
    """Return the rounds in which everybody can have everybody as partner, as far as that comes
    out."""
    return players - (players % SEATS != 1)


def _starts(task: Task, played: Rounds) -> Iterator[Rounds]:
    """Yield the starting points of the search."""
    yield from _whist_after(task, played)
    named = design_named(task) if task.fresh else ()
    if named:
        yield start_by_lot(task, named)
    yield start_by_lot(task)


def _whist_after(task: Task, played: Rounds) -> Iterator[Rounds]:
    """Yield the next rounds of the whist tournament that the players have begun, if they have.

    After its last round it begins again.
    """
    whole = by_entry(whist_rounds(len(task.order)), task.order)
    if whole and all(map(_same, played, cycle(whole))):
        yield tuple(islice(cycle(whole), len(played), len(played) + task.rounds))


def _same(planned: PlannedRound, other: PlannedRound) -> bool:
    """Return whether the same pairs meet, wherever and in whichever seats."""
    first, second = (
        {frozenset(map(frozenset, partners_at(table))) for table in planned.tables}
        for planned in (planned, other)
    )
    return first == second


def lowest_cost(players: Sequence[int], rounds: Rounds, past: PairCounts) -> int:
    """Return a lower bound on the cost of any plan with these tables and byes."""
    playing = Counter(player for planned in rounds for table in planned.tables for player in table)
    tables = sum(len(planned.tables) for planned in rounds)
    return (
        PARTNER * fewest_repeats(players, playing, past.partners, total=2 * tables)
        + OPPONENT
        * fewest_repeats(
            players,
            {player: 2 * times for player, times in playing.items()},
            past.opponents,
            total=4 * tables,
        )
        + MEETING * lower_bound(players, rounds, Counter(past.partners) + Counter(past.opponents))
    )


class RotatingPartners(Format):
    """New partners each round."""

    key = "rotating_partners"
    name = phrase("Single players, new partners each round")
    explanation = phrase(
        "Single players with a new partner each round and as few repeated opponents as "
        "possible. Those left over sit out in turn."
    )
    lineup = 1
    settings = (
        Setting(
            "rounds",
            phrase("Rounds"),
            phrase(
                "How many rounds the event has; 0 until everybody has been everybody's partner. "
                "With a multiple of four players, or one more, any two players are then "
                "opponents twice."
            ),
            default=ROUNDS,
            low=0,
            high=63,
        ),
    )
    most = 100

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the remaining rounds, of ``rounds`` (7) in all; 0 is everybody with everybody.

        Played rounds stay and count. Remaining players sit out in turn. As many announced tables
        stay as even byes allow.
        """
        if may_be_kept(state.announced, state.size):
            return closest_seats(state.active, state.announced, state.played, state.size)
        place = places_of(state.entries)
        active = [place[entry] for entry in state.active]
        rounds = state.options.get("rounds", ROUNDS) or whole_rounds(len(active))
        plan = plan_partners(
            active,
            rounds - len(state.played),
            seed=SEED,
            played=by_place(state.played, place),
        )
        return by_entry(plan, state.entries)
