"""The Berger tables, in which everybody meets everybody.

Source: FIDE Handbook C.05, annex 1, "Details of Berger tables"; the rule behind the tables is the
circle method, in which the highest number stays fixed.
"""

from collections.abc import Iterator, Sequence

from engine.pairings.state import Meeting, PlannedRound


def berger_rounds(entries: Sequence[int], *, cycles: int = 1) -> tuple[PlannedRound, ...]:
    """Return rounds in which everybody meets everybody ``cycles`` times; every other cycle with
    home and away swapped.

    An odd number of entries plays the table of the next even number, in which the opponent of the
    highest number has a bye. Fewer than two entries have no round.
    """
    if len(entries) < 2:
        return ()
    size = len(entries) + len(entries) % 2
    return tuple(
        _named(_swapped(tables) if cycle % 2 else tables, entries)
        for cycle in range(cycles)
        for tables in _berger_table(size)
    )


def _berger_table(size: int) -> Iterator[list[Meeting]]:
    """Yield the rounds of the table for an even number of entries, numbered from 1."""
    ring = size - 1
    for index in range(ring):
        still = index * (size // 2) % ring
        first = Meeting(size, still + 1) if index % 2 else Meeting(still + 1, size)
        others = (
            Meeting((still + step) % ring + 1, (still - step) % ring + 1)
            for step in range(1, size // 2)
        )
        yield [first, *others]


def _swapped(tables: list[Meeting]) -> list[Meeting]:
    return [Meeting(table.away, table.home) for table in tables]


def _named(tables: list[Meeting], entries: Sequence[int]) -> PlannedRound:
    """Return a round of the table with the entries in place of its numbers; the phantom gives a
    bye."""
    count = len(entries)
    meetings = tuple(
        Meeting(entries[home - 1], entries[away - 1])
        for home, away in tables
        if max(home, away) <= count
    )
    byes = tuple(entries[min(table) - 1] for table in tables if max(table) > count)
    return PlannedRound(meetings, byes)
