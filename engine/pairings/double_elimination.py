"""Double elimination: two defeats put out.

Source of the forms: the tournaments whose forms clubs of Texas print (championship and consolation
brackets, two defeats, the final played until one of the two has lost twice).
"""

from engine.pairings.bracket_state import BracketKind, BracketState, part_of
from engine.pairings.elimination import FINAL_BEST_OF, LOSERS_TARGET, Elimination, final_setting
from engine.pairings.state import PairingState
from rules.phrases import phrase


class DoubleElimination(Elimination):
    """A winners' and a losers' bracket, which meet in the final."""

    key = "double_elimination"
    name = phrase("Double elimination")
    explanation = phrase(
        "Fixed pairs; two losses and you are out. A loser drops into the losers' bracket, "
        "where two pairs meet again only when it cannot be avoided."
    )
    settings = (final_setting(2), FINAL_BEST_OF, LOSERS_TARGET)

    def parts(self, state: PairingState) -> tuple[BracketState, ...]:
        """Return the one bracket; ``final`` (2) defeats put out the unbeaten finalist."""
        kind = BracketKind(is_double=True, final=state.options.get("final", 2))
        main = part_of(state, kind, state.active)
        return (main,) if main else ()
