"""Places by how far an entry came."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

from pairings.brackets.boxes import FINAL, THIRD, Take
from pairings.brackets.part import Part

Worth = tuple[int, ...]
"""How far an entry came; more is better."""

STILL_IN = 1_000
"""Beyond the last column of any bracket."""


def places_of(parts: Sequence[Part]) -> dict[int, int]:
    """Place by entry, from 1; who was put out in the same round shares the better place.

    Those still in share the first places. Where both finalists dropped out nobody is first: they
    share the second place. The second part is the consolation: whoever plays it
    comes behind all that stayed in the first, by the consolation alone; who was put out as early
    and did not play it comes last.
    """
    if not parts:
        return {}
    main = dict(worths(parts[0]))
    if len(parts) == 1:
        return without_first(placed(main), is_won=not _is_vacant(parts[0]))
    consoled = dict(worths(parts[1]))
    early = max(main[entry] for entry in consoled if entry in main)
    found = placed(
        {
            entry: (1, *consoled[entry])
            if entry in consoled
            else (2 if worth > early else 0, *worth)
            for entry, worth in main.items()
        }
    )
    return without_first(found, is_won=not _is_vacant(parts[0]))


def placed(worth: Mapping[int, Worth]) -> dict[int, int]:
    """Places by worth: one more than those who came further."""
    order = sorted(worth.values(), reverse=True)
    first = {value: place for place, value in reversed(list(enumerate(order, start=1)))}
    return {entry: first[value] for entry, value in worth.items()}


def without_first(places: dict[int, int], *, is_won: bool) -> dict[int, int]:
    """The places; where nobody won, who would share the first one shares the second."""
    return {entry: place if is_won else max(place, 2) for entry, place in places.items()}


def _is_vacant(part: Part) -> bool:
    """Whether the last meeting that was needed is decided and nobody has won it."""
    finals = [part.states[box.key] for box in part.tree.columns[-1].boxes]
    return finals[-1].is_decided and part.champion is None and len(part.seeds) > 1


def worths(part: Part) -> Iterator[tuple[int, Worth]]:
    """How far each entry of a bracket came: the last column it lost in, and who won there."""
    return chain(((entry, (STILL_IN, 0)) for entry in part.seeds), _exits(part), _finalists(part))


def _exits(part: Part) -> Iterator[tuple[int, Worth]]:
    """Those whose defeat in a box put them out; the winner of the third place is through, too."""
    downward = part.tree.targets(Take.LOSER)
    for number, column in enumerate(part.tree.columns):
        if column.section == f"{part.prefix}{FINAL}":
            continue
        for state in part.column(column):
            if not state.is_decided:
                continue
            out = set(state.entries) - {state.winner.entry}
            if state.box.key not in downward or state.winner.entry is None:
                yield from ((entry, (number, 0)) for entry in out)
            if column.section == f"{part.prefix}{THIRD}" and state.winner.entry is not None:
                yield state.winner.entry, (number, 1)


def _finalists(part: Part) -> Iterator[tuple[int, Worth]]:
    """First and second, once the final is decided."""
    last = part.tree.columns[-1]
    first = part.tree.columns[-1].boxes[0].earlier[:1] or (last.boxes[0].key,)
    if part.column(last)[0].is_decided:
        for entry in part.states[first[0]].entries:
            yield entry, (STILL_IN - 1, int(entry == part.champion))
