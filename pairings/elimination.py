"""Single and double elimination: the brackets of an event, and what follows in them.

Source of the forms: the tournaments whose forms clubs of Texas print (championship and consolation
brackets, two defeats, the final played until one of the two has lost twice).
"""

from collections.abc import Callable, Mapping

from pairings.bracket_state import (
    Kind,
    Lengths,
    Part,
    part_of,
    places_of,
    round_coming,
    undecided_in,
)
from pairings.brackets import WINNERS, Take
from pairings.drawing import bracket_drawn
from pairings.format import MOST, Format, Setting
from pairings.state import PairingState, PlannedRound

CONSOLATION = "consolation."

Parts = Callable[[PairingState], tuple[Part, ...]]


def single_parts(state: PairingState) -> tuple[Part, ...]:
    """Return the bracket and, once its field is known, the consolation bracket.

    Options: ``final`` (1) defeats put out a finalist, ``third`` (0) whether the third place is
    played for, ``consolation`` (0) 1 for a single, 2 for a double elimination among the losers of
    the first ``consolation_rounds`` (1).
    """
    options = state.options
    final = options.get("final", 1)
    kind = Kind(is_double=False, final=final, third=bool(options.get("third", 0)))
    main = part_of(state, kind, state.active)
    if main is None:
        return ()
    consolation = options.get("consolation", 0)
    if not consolation:
        return (main,)
    field = early_losers(main, state, options.get("consolation_rounds", 1))
    second = part_of(
        state, Kind(is_double=consolation == 2, final=consolation), field, prefix=CONSOLATION
    )
    return (main, second) if second else (main,)


def double_parts(state: PairingState) -> tuple[Part, ...]:
    """Return the one bracket; ``final`` (2) defeats put out the unbeaten finalist."""
    kind = Kind(is_double=True, final=state.options.get("final", 2))
    main = part_of(state, kind, state.active)
    return (main,) if main else ()


def early_losers(main: Part, state: PairingState, rounds: int) -> tuple[int, ...]:
    """Return the losers of the first rounds by seed, once all are known; empty before that. Entries
    still in the bracket are not among them."""
    kept_busy = main.tree.targets(Take.LOSER)
    columns = [
        column
        for column in main.tree.columns
        if column.section == f"{main.prefix}{WINNERS}" and column.number <= rounds
    ]
    boxes = [box for column in columns for box in main.column(column)]
    if not all(box.is_decided for box in boxes):
        return ()
    losers = {box.loser.entry for box in boxes if box.box.key not in kept_busy}
    by_seed = sorted(main.seeds, key=lambda entry: main.seeds[entry])
    return tuple(entry for entry in by_seed if entry in losers and entry not in state.absent)


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


def _elimination(
    key: str,
    parts: Parts,
    settings: tuple[Setting, ...],
    most_by: Callable[[Mapping[str, int]], int] | None = None,
) -> Format:
    """Return the format of these brackets; entries are seeded in their order."""

    def plan(state: PairingState) -> tuple[PlannedRound, ...]:
        lengths = Lengths(final=state.options.get("final_best_of", 0))
        return round_coming(parts(state), state, lengths=lengths)

    return Format(
        key=key,
        lineup=2,
        settings=settings,
        plan=plan,
        from_results=True,
        begin_alone=True,
        places=lambda state: places_of(parts(state)),
        bracket=lambda state: bracket_drawn(parts(state), state),
        undecided=lambda state: undecided_in(parts(state)),
        closed_by="",
        by_hand=False,
        most_by=most_by,
    )


SINGLE_ELIMINATION = _elimination(
    "single_elimination",
    single_parts,
    (
        final_setting(1),
        FINAL_BEST_OF,
        THIRD_PLACE,
        CONSOLATIONS,
        Setting("consolation_rounds", default=1, low=1, high=2),
        CONSOLATION_TARGET,
    ),
    lines_of,
)

DOUBLE_ELIMINATION = _elimination(
    "double_elimination", double_parts, (final_setting(2), FINAL_BEST_OF, LOSERS_TARGET)
)
