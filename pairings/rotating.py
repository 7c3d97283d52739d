"""Single players at tables of two pairs, each round with another partner."""

from pairings.base import PairingState, PlannedRound
from pairings.keeping import may_be_kept, seats_kept
from pairings.partners.plan import plan_partners, whole_rounds
from pairings.places import by_entry, by_place, places_of

ROUNDS = 7
SEED = "rotating_partners"
"""The movement is fixed, as the Berger tables are: lots say who has which place in it."""


def rotating_partners(situation: PairingState) -> tuple[PlannedRound, ...]:
    """The rounds still to be played, of ``rounds`` (7) in all; 0 is everybody with everybody.

    What was played stays and counts: who was with whom, who against whom, who sat out. Those left
    over sit out in turn. Of announced rounds as many tables stay as even byes allow.
    """
    if may_be_kept(situation.announced, situation.size):
        return seats_kept(situation.active, situation.announced, situation.played, situation.size)
    place = places_of(situation.entries)
    active = [place[entry] for entry in situation.active]
    rounds = situation.options.get("rounds", ROUNDS) or whole_rounds(len(active))
    plan = plan_partners(
        active,
        rounds - len(situation.played),
        seed=SEED,
        played=by_place(situation.played, place),
        announced=by_place(situation.announced, place),
    )
    return by_entry(plan, situation.entries)
