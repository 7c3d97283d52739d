"""What was drawn and played, box by box: the truth from which only what follows is derived."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, repeat

from pairings.base import PairingState, PlannedRound, Spot, TableResult
from pairings.brackets.boxes import Key


@dataclass(frozen=True, slots=True)
class Kept:
    """A box as it was drawn: who met there, in which round and at which table of it, from 1.

    One entry alone went on without playing. ``result`` is None for those and for rounds that have
    not begun.
    """

    entries: tuple[int, ...]
    round: int
    table: int
    best_of: int
    result: TableResult | None

    @property
    def is_bye(self) -> bool:
        """Whether nobody was there to be met."""
        return len(self.entries) == 1


Record = Mapping[Key, Kept]


def record_of(situation: PairingState) -> Record:
    """All tables and byes that were begun, by their boxes."""
    results = chain(situation.results, repeat(()))
    return {
        key: kept
        for number, (planned, came) in enumerate(
            zip(situation.played, results, strict=False), start=1
        )
        for key, kept in _kept(planned, number, came)
    }


def announced_of(situation: PairingState) -> Record:
    """Tables and byes of rounds that are drawn and have not begun."""
    first = len(situation.played) + 1
    return {
        key: kept
        for number, planned in enumerate(situation.announced, start=first)
        for key, kept in _kept(planned, number, ())
    }


def _kept(
    planned: PlannedRound, number: int, came: tuple[TableResult, ...]
) -> Iterator[tuple[Key, Kept]]:
    sitting = [*planned.tables, *((entry,) for entry in planned.byes)]
    results = chain(came, repeat(None))
    numbered = enumerate(zip(sitting, _spots(planned), results, strict=False), start=1)
    for table, (entries, spot, result) in numbered:
        yield (
            Key(spot.section, spot.slot),
            Kept(entries, number, table, spot.best_of, result),
        )


def _spots(planned: PlannedRound) -> Iterator[Spot]:
    return chain(planned.spots, repeat(Spot()))
