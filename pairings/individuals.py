"""Single players at tables of three or four, everybody with as many others as can be."""

from pairings.base import PairingState, PlannedRound
from pairings.keeping import may_be_kept, seats_kept
from pairings.places import by_entry, by_place, places_of
from pairings.table_mates.base import Remainder
from pairings.table_mates.plan import plan_tables

ROUNDS = 4
SEED = "table_mates"
"""The movement is fixed, as the Berger tables are: lots say who has which place in it."""
REMAINDERS = (Remainder.SIT_OUT, Remainder.LARGER_TABLES)
"""What becomes of those left over, by the setting ``left_over``."""
WORK = 400_000
"""Exchanges tried: about half a second, as the event is locked meanwhile. For four rounds ten times
as many find nothing better; for six a repeat or two less."""


def individuals(situation: PairingState) -> tuple[PlannedRound, ...]:
    """The rounds still to be played, of ``rounds`` (4) in all, at tables of ``situation.size``.

    What was played stays and counts: who met, who sat out, who had which seat. Those left over sit
    out in turn or, with ``left_over`` 1, make tables larger in turn. The first of a table deals
    first; that comes round as evenly as the seats do.
    """
    sits_out = not situation.options.get("left_over", 0)
    if sits_out and may_be_kept(situation.announced, situation.size):
        return seats_kept(situation.active, situation.announced, situation.played, situation.size)
    place = places_of(situation.entries)
    plan = plan_tables(
        [place[entry] for entry in situation.active],
        situation.size,
        situation.options.get("rounds", ROUNDS) - len(situation.played),
        seed=SEED,
        remainder=REMAINDERS[situation.options.get("left_over", 0)],
        played=by_place(situation.played, place),
        announced=by_place(situation.announced, place),
        work=WORK,
    )
    return by_entry(plan, situation.entries)
