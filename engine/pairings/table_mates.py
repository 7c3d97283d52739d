"""Single players at tables of three or four, each with as many others as possible.

The game decides who plays with whom at a table; this format only distributes table-mates.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from engine.pairings.balance import lower_bound
from engine.pairings.format import Format, Setting, choice_setting
from engine.pairings.keeping import closest_seats, may_be_kept
from engine.pairings.search import WORK, PlannedEvening, SearchOutcome, best_of, searched
from engine.pairings.starts import (
    Task,
    design_named,
    start_as_announced,
    start_by_design,
    start_by_lot,
)
from engine.pairings.state import Pair, PairingState, PlannedRound, Rounds, draw
from engine.pairings.tables import (
    Remainder,
    RoundShape,
    by_entry,
    by_place,
    byes_taken,
    larger_counts,
    meetings,
    places_of,
    seated,
)
from rules.phrases import phrase

ROUNDS = 4
SEED = "table_mates"
"""The plan of places is fixed, as the Berger tables are; lots assign the places."""
REMAINDERS = (Remainder.SIT_OUT, Remainder.LARGER_TABLES)
"""The treatment of remaining players, by the setting ``left_over``."""
EVENING_WORK = 400_000
"""Exchanges tried: about half a second, as the event is locked meanwhile. For four rounds ten times
as many find nothing better; for six a repeat or two less."""


def plan_tables(
    players: Sequence[int],
    size: int,
    rounds: int,
    *,
    seed: str,
    remainder: Remainder = Remainder.SIT_OUT,
    played: Sequence[PlannedRound] = (),
    announced: Sequence[PlannedRound] = (),
    met: Mapping[Pair, int] | None = None,
    sat_out: Mapping[int, int] | None = None,
    work: int = WORK,
) -> tuple[PlannedRound, ...]:
    """Return further rounds for ``players`` at tables of ``size``.

    ``played`` are this evening's rounds that stay, with their meetings, byes and seats; ``met`` and
    ``sat_out`` are those of earlier evenings. ``announced`` are rounds planned before somebody came
    or left: their tables are kept if that costs no repeats. Fewer players than a table needs have
    no round.

    Nobody meets twice if a design is known for these numbers; else as seldom as a search of
    ``work`` swaps finds. The same arguments give the same plan.
    """
    shape = RoundShape.of(len(players), size, remainder)
    if not shape.tables or rounds < 1:
        return ()
    task = Task(
        order=tuple(draw(seed, "tables", players)),
        shape=shape,
        rounds=rounds,
        seed=seed,
        met=Counter(met or {}) + meetings(played),
        sat_out=Counter(sat_out or {}) + byes_taken(played),
        turns=larger_counts(played, size),
        rested=frozenset(played[-1].byes if played else ()),
    )
    return seated(_planned(task, announced, work), size, played=played)


def _planned(task: Task, announced: Sequence[PlannedRound], work: int) -> Rounds:
    named = design_named(task) if task.fresh and not announced else ()
    if len(named) == task.rounds:
        return named
    starts = list(_starts(task, announced, named))

    def search(start: Rounds) -> SearchOutcome:
        evening = PlannedEvening(start, task.met)
        return searched(
            evening,
            task.rounds,
            floor=lower_bound(task.order, start, task.met),
            seed=task.seed,
            steps=-(-(work // len(starts)) // evening.count),
        )

    return best_of(starts, search)


def _starts(task: Task, announced: Sequence[PlannedRound], named: Rounds) -> Iterator[Rounds]:
    if announced:
        yield start_as_announced(task, announced)
    elif named:
        yield start_by_design(task, named)
    yield start_by_lot(task)


class TableMates(Format):
    """New tables each round."""

    key = "table_mates"
    name = phrase("Single players, new tables each round")
    explanation = phrase(
        "Single players at new tables each round, with as few repeated tablemates as possible. "
        "Those left over sit out in turn, or make a table larger."
    )
    lineup = 1
    settings = (
        Setting(
            "rounds",
            phrase("Rounds"),
            phrase("How many rounds the evening has; in each a table plays one game."),
            default=ROUNDS,
            low=1,
            high=20,
        ),
        choice_setting(
            "left_over",
            phrase("Who is left over"),
            phrase(
                "For numbers that do not divide evenly. At a larger table the dealer sits the "
                "hand out; everyone gets one before anyone gets a second. Not everybody may then "
                "play the same number of hands, so points per hand are a fairer ranking than "
                "totals."
            ),
            default=0,
            choices={
                0: phrase("sits out the round"),
                1: phrase("makes a table larger by one"),
            },
        ),
    )
    partners = False
    most = 100

    def __init__(self, work: int = EVENING_WORK) -> None:
        self._work = work

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        """Return the rounds still to be played, of ``rounds`` (4) in all, at tables of
        ``state.size``.

        What was played stays and counts: who met, who sat out, who had which seat. Those left over
        sit out in turn or, with ``left_over`` 1, make tables larger in turn. The first of a table
        deals first; that comes round as evenly as the seats do.
        """
        sits_out = not state.options.get("left_over", 0)
        if sits_out and may_be_kept(state.announced, state.size):
            return closest_seats(state.active, state.announced, state.played, state.size)
        place = places_of(state.entries)
        plan = plan_tables(
            [place[entry] for entry in state.active],
            state.size,
            state.options.get("rounds", ROUNDS) - len(state.played),
            seed=SEED,
            remainder=REMAINDERS[state.options.get("left_over", 0)],
            played=by_place(state.played, place),
            announced=by_place(state.announced, place),
            work=self._work,
        )
        return by_entry(plan, state.entries)
