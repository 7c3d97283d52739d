"""The input of formats (``PairingState``), their output (``PlannedRound``), and lots. An entry is a
number, a table the entries that meet there in the order of their places, a round tables played side
by side."""

import hashlib
import json
import secrets
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

Table = tuple[int, ...]
"""Entries at one table by their numbers, in the order of their places; the first sits first."""

Pair = frozenset[int]
"""Two entries."""


CATCH_UP = "catch_up"
"""The section of meetings that a latecomer catches up."""


class Meeting(NamedTuple):
    """The table of two entries; ``home`` takes the first seats."""

    home: int
    away: int


class Slot(NamedTuple):
    """The place of a table in a draw that has parts.

    ``section`` names the part (``group.3``, ``winners``, ``losers``, ``final``, ``consolation`` …),
    ``number`` the table in the section's round or, in a bracket, the box of the section, from 1.
    ``best_of`` games make the series; 0 leaves it to the event.
    """

    section: str = ""
    number: int = 0
    best_of: int = 0


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """The tables of a round in order, and the entries that sit out.

    ``stage`` is the part of the event that the round belongs to, empty where it has but one.
    ``slots`` are those of the tables, then of the byes; empty where the draw has no parts.
    """

    tables: tuple[Table, ...]
    byes: tuple[int, ...] = ()
    stage: str = ""
    slots: tuple[Slot, ...] = ()

    @classmethod
    def of(cls, tables: Iterable[Table], active: Iterable[int]) -> "PlannedRound":
        """Return a round of these tables; the others of the active entries sit out."""
        seated = tuple(tables)
        playing = {entry for table in seated for entry in table}
        return cls(seated, tuple(entry for entry in active if entry not in playing))

    @classmethod
    def of_slots(
        cls,
        tables: Sequence[tuple[Table, Slot]],
        byes: Sequence[tuple[int, Slot]],
        stage: str = "",
    ) -> "PlannedRound":
        return cls(
            tuple(table for table, _slot in tables),
            tuple(entry for entry, _slot in byes),
            stage,
            tuple(slot for _who, slot in (*tables, *byes)),
        )

    @property
    def sittings(self) -> tuple[Table, ...]:
        """Return the entries at each table, then each bye."""
        return (*self.tables, *((entry,) for entry in self.byes))

    @property
    def entries(self) -> frozenset[int]:
        """Return all who play or sit out."""
        return frozenset(entry for sitting in self.sittings for entry in sitting)


Rounds = tuple[PlannedRound, ...]


@dataclass(frozen=True, slots=True)
class TableResult:
    """The result of a table, by entry numbers.

    ``is_over`` once nothing more is played there. ``winners`` won the meeting (both partners in
    formats with changing partners); empty while it is open, or drawn. ``won`` are games won and
    ``marks`` marks or points, games in progress included; ``games`` are the marks of each game that
    counts. ``is_void`` if nothing was played: all forfeited, or time ended it before the first
    hand.
    """

    is_over: bool
    winners: frozenset[int]
    won: Mapping[int, int]
    marks: Mapping[int, int]
    games: tuple[Mapping[int, int], ...] = ()
    is_void: bool = False

    @property
    def is_drawn(self) -> bool:
        """Whether the meeting was played and ended level."""
        return self.is_over and not self.winners and not self.is_void


@dataclass(frozen=True, slots=True)
class PairingState:
    """The input of a format's plan.

    ``entries`` are all that ever took part, in seeded or drawn order; ``absent`` those of them that
    play no further round; ``played`` the rounds played or begun, which stay, and ``results`` those
    of their tables, in order. ``announced`` are rounds planned before somebody came or left, which
    a format may keep as far as they still hold. ``size`` entries meet at a table. ``options`` are
    the format's settings. ``ranking`` are the entries by the standings and ``lot`` in the order
    drawn for the next round, if the format needs these. ``groups`` are the director's; empty if the
    format makes them. ``pinned`` are the tables that the director set in the next round, whose
    entries count as absent in it; ``promised`` are those of later rounds. ``may_repeat`` if the
    director allows the next round to repeat meetings or byes where it must. ``bye_points`` are
    twice the meetings won that a bye of each entry counts in the standings; a win if left out.
    """

    entries: tuple[int, ...]
    absent: frozenset[int] = frozenset()
    played: tuple[PlannedRound, ...] = ()
    options: Mapping[str, int] = field(default_factory=dict)
    size: int = 2
    announced: tuple[PlannedRound, ...] = ()
    results: tuple[tuple[TableResult, ...], ...] = ()
    ranking: tuple[int, ...] = ()
    lot: tuple[int, ...] = ()
    groups: tuple[Table, ...] = ()
    pinned: tuple[Table, ...] = ()
    promised: tuple[Table, ...] = ()
    may_repeat: bool = False
    bye_points: Mapping[int, int] = field(default_factory=dict)

    @property
    def active(self) -> tuple[int, ...]:
        """The entries for which further rounds are planned."""
        return tuple(entry for entry in self.entries if entry not in self.absent)

    @property
    def is_waiting(self) -> bool:
        """Whether a begun table is still playing."""
        return not all(result.is_over for round_ in self.results for result in round_)

    @property
    def playing(self) -> frozenset[int]:
        """The entries at begun tables that are still playing."""
        return frozenset(
            entry
            for planned, came in zip(self.played, self.results, strict=False)
            for table, result in zip(planned.tables, came, strict=False)
            for entry in table
            if not result.is_over
        )


def home_first(pair: Pair, homes: Counter[int], active: Sequence[int]) -> Meeting:
    """Seat two and count it: home is the one that was there less often, else the first in the
    order.
    """
    home, away = sorted(pair, key=lambda entry: (homes[entry], active.index(entry)))
    homes[home] += 1
    return Meeting(home, away)


def bye_counts(entries: Iterable[int], rounds: Iterable[PlannedRound]) -> dict[int, int]:
    """Count how often each of these entries sat out in the rounds."""
    counts = Counter(entry for planned in rounds for entry in planned.byes)
    return {entry: counts[entry] for entry in entries}


def bye_spread(entries: Iterable[int], rounds: Iterable[PlannedRound]) -> int:
    """Return how many times more one sits out than another, in all of these rounds."""
    byes = bye_counts(entries, rounds).values()
    return max(byes, default=0) - min(byes, default=0)


# Lots: draws that anybody can repeat. Options are sorted by the SHA-256, in hexadecimal digits, of
# ``SEED|PURPOSE|OPTION`` (the option as compact JSON). A hash is the same in every language and
# version, which a library's shuffle is not; an option added later leaves the order of the others.


Option = TypeVar("Option", int, str)


def seed_new() -> str:
    """Return a random seed: 32 hexadecimal digits."""
    return secrets.token_hex(16)


def draw(seed: str, purpose: str, options: Sequence[Option]) -> list[Option]:
    """Return the options in the order drawn, whatever order they are given in."""
    return sorted(options, key=lambda option: _digest(seed, purpose, option))


def _digest(seed: str, purpose: str, option: int | str) -> str:
    text = f"{seed}|{purpose}|{json.dumps(option)}"
    return hashlib.sha256(text.encode()).hexdigest()
