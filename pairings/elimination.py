"""What single and double elimination, and formats that end in brackets, have in common."""

from abc import abstractmethod
from collections.abc import Mapping

from pairings.bracket_state import Lengths, Part, places_of, round_coming, undecided_in
from pairings.drawing import Bracket, bracket_drawn
from pairings.format import MOST, BracketFormat, Setting
from pairings.state import PairingState, PlannedRound

CONSOLATION = "consolation."

MOST_TARGET = 1000
"""Marks (or points), or hands, of a game in a part of the draw."""
LINES = 128
"""Of a single elimination; a double one has 64."""

FINAL_BEST_OF = Setting("final_best_of", default=0, low=0, high=7)
THIRD_PLACE = Setting("third", default=0, low=0, high=1)
CONSOLATIONS = Setting("consolation", default=0, low=0, high=2)
LOSERS_TARGET = Setting("losers_target", default=0, low=0, high=MOST_TARGET)
CONSOLATION_TARGET = Setting("consolation_target", default=0, low=0, high=MOST_TARGET)


def final_setting(default: int) -> Setting:
    """Return how many defeats put out a finalist."""
    return Setting("final", default=default, low=1, high=2)


def lines_of(options: Mapping[str, int]) -> int:
    """Return the maximum number of entries: fewer if any part is a double elimination."""
    return MOST if 2 in (options.get("bracket"), options.get("consolation")) else LINES


class Elimination(BracketFormat):
    """Brackets of the whole field; entries are seeded in their order."""

    begin_alone = True
    closed_by = ""

    @abstractmethod
    def parts(self, state: PairingState) -> tuple[Part, ...]:
        """Return the brackets, none without a field."""

    def plan(self, state: PairingState) -> tuple[PlannedRound, ...]:
        lengths = Lengths(final=state.options.get("final_best_of", 0))
        return round_coming(self.parts(state), state, lengths=lengths)

    def places(self, state: PairingState) -> Mapping[int, int]:
        return places_of(self.parts(state))

    def bracket(self, state: PairingState) -> Bracket:
        return bracket_drawn(self.parts(state), state)

    def undecided(self, state: PairingState) -> frozenset[tuple[int, int]]:
        return undecided_in(self.parts(state))
