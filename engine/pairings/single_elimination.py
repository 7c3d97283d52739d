"""Single elimination: one defeat puts out, with a consolation bracket if wanted.

Source of the forms: the tournaments whose forms clubs of Texas print (championship and consolation
brackets, two defeats, the final played until one of the two has lost twice).
"""

from collections.abc import Mapping

from engine.pairings.bracket_state import BracketKind, BracketState, part_of
from engine.pairings.brackets import WINNERS, Take
from engine.pairings.elimination import (
    CONSOLATION,
    CONSOLATION_TARGET,
    CONSOLATIONS,
    FINAL_BEST_OF,
    THIRD_PLACE,
    Elimination,
    final_setting,
    lines_of,
)
from engine.pairings.format import choice_setting
from engine.pairings.state import PairingState
from rules.phrases import phrase


class SingleElimination(Elimination):
    """One bracket, and perhaps a second one of those who lost early."""

    key = "single_elimination"
    name = phrase("Single elimination")
    explanation = phrase(
        "Fixed pairs; one loss and you are out. The best seeds meet last and get the byes. "
        "Early losers may play on in a consolation bracket."
    )
    settings = (
        final_setting(1),
        FINAL_BEST_OF,
        THIRD_PLACE,
        CONSOLATIONS,
        choice_setting(
            "consolation_rounds",
            phrase("Consolation for the losers of"),
            phrase("From which rounds losers go on in the consolation bracket."),
            default=1,
            choices={1: phrase("the first round"), 2: phrase("the first two rounds")},
        ),
        CONSOLATION_TARGET,
    )

    def parts(self, state: PairingState) -> tuple[BracketState, ...]:
        """Return the bracket and, once its field is known, the consolation bracket.

        Options: ``final`` (1) defeats put out a finalist, ``third`` (0) whether the third place is
        played for, ``consolation`` (0) 1 for a single, 2 for a double elimination among the losers
        of the first ``consolation_rounds`` (1).
        """
        options = state.options
        final = options.get("final", 1)
        kind = BracketKind(is_double=False, final=final, third=bool(options.get("third", 0)))
        main = part_of(state, kind, state.active)
        if main is None:
            return ()
        consolation = options.get("consolation", 0)
        if not consolation:
            return (main,)
        field = early_losers(main, state, options.get("consolation_rounds", 1))
        second = part_of(
            state,
            BracketKind(is_double=consolation == 2, final=consolation),
            field,
            prefix=CONSOLATION,
        )
        return (main, second) if second else (main,)

    def most_entries(self, options: Mapping[str, int]) -> int:
        return lines_of(options)


def early_losers(main: BracketState, state: PairingState, rounds: int) -> tuple[int, ...]:
    """Return the losers of the first rounds by seed, once all are known; empty before that. Entries
    still in the bracket are not among them."""
    later_boxes = main.tree.targets(Take.LOSER)
    columns = [
        column
        for column in main.tree.columns
        if column.section == f"{main.prefix}{WINNERS}" and column.number <= rounds
    ]
    boxes = [box for column in columns for box in main.column(column)]
    if not all(box.is_decided for box in boxes):
        return ()
    losers = {box.loser.entry for box in boxes if box.box.key not in later_boxes}
    by_seed = sorted(main.seeds, key=lambda entry: main.seeds[entry])
    return tuple(entry for entry in by_seed if entry in losers and entry not in state.absent)
