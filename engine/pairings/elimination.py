"""What single and double elimination, and formats that end in brackets, have in common."""

from abc import abstractmethod
from collections.abc import Mapping

from engine.pairings.bracket_state import (
    BracketState,
    Lengths,
    places_of,
    round_coming,
    undecided_in,
)
from engine.pairings.drawing import Bracket, bracket_drawn
from engine.pairings.format import MOST, NO_YES, BracketFormat, Setting, choice_setting
from engine.pairings.state import PairingState, PlannedRound
from rules.phrases import phrase

CONSOLATION = "consolation."

MOST_TARGET = 1000
"""Marks (or points), or hands, of a game in a part of the draw."""
LINES = 128
"""Of a single elimination; a double one has 64."""

PLAYED_TO = phrase(
    "The target in marks (or points) for these games, or their number of hands if the rules set "
    "one; 0 follows the rules."
)
AS_THE_RULES = phrase("as the rules say")
SERIES = {
    0: phrase("as the event says"),
    1: phrase("one game"),
    3: phrase("best two of three"),
    5: phrase("best three of five"),
    7: phrase("best four of seven"),
}
FINAL_BEST_OF = choice_setting(
    "final_best_of",
    phrase("Series of the final"),
    phrase("How many games a meeting of the final has."),
    default=0,
    choices=SERIES,
)
THIRD_PLACE = choice_setting(
    "third",
    phrase("Third place"),
    phrase("Whether the losers of the semi-finals play for third place."),
    default=0,
    choices=NO_YES,
)
CONSOLATIONS = choice_setting(
    "consolation",
    phrase("Consolation bracket"),
    phrase("What pairs that are knocked out early play next."),
    default=0,
    choices={0: phrase("none"), 1: phrase("single elimination"), 2: phrase("double elimination")},
)
LOSERS_TARGET = Setting(
    "losers_target",
    phrase("Games of the losers' bracket to"),
    PLAYED_TO,
    default=0,
    low=0,
    high=MOST_TARGET,
    nought=AS_THE_RULES,
)
CONSOLATION_TARGET = Setting(
    "consolation_target",
    phrase("Games of the consolation to"),
    PLAYED_TO,
    default=0,
    low=0,
    high=MOST_TARGET,
    nought=AS_THE_RULES,
)


def final_setting(default: int) -> Setting:
    """Return how many defeats put out a finalist."""
    return choice_setting(
        "final",
        phrase("Final"),
        phrase(
            "Single: one meeting decides. Double: a finalist who has not lost yet must lose twice, "
            "so a second meeting is played if needed."
        ),
        default=default,
        choices={1: phrase("single"), 2: phrase("double")},
    )


def lines_of(options: Mapping[str, int]) -> int:
    """Return the maximum number of entries: fewer if any part is a double elimination."""
    return MOST if 2 in (options.get("bracket"), options.get("consolation")) else LINES


class Elimination(BracketFormat):
    """Brackets of the whole field; entries are seeded in their order."""

    begin_alone = True
    closed_by = ""

    @abstractmethod
    def parts(self, state: PairingState) -> tuple[BracketState, ...]:
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
