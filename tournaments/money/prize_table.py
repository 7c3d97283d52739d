"""Prizes by place, from a table that depends on how many took part; ties share joined prizes."""

from collections.abc import Mapping, Sequence

from rules import money

Row = tuple[int, tuple[int, ...]]
"""The minimum number of entries, and the prizes by place, as amounts or whole percent."""

Ranks = Sequence[Sequence[int]]
"""Entries by rank, the best first; those that share a rank in the order of the better lot."""


def row_for(table: Sequence[Row], entries: int) -> tuple[int, ...]:
    """The prizes of the row with the most entries that are there; none below the first row."""
    rows = [row for row in table if row[0] <= entries]
    return max(rows)[1] if rows else ()


def shares_of(fund: int, percent: Sequence[int]) -> tuple[int, ...]:
    """Whole percent of a fund by place; remainders of rounding go to the better places."""
    whole = fund * sum(percent) // 100
    shares = [fund * each // 100 for each in percent]
    odd = whole - sum(shares)
    return tuple(share + (place < odd) for place, share in enumerate(shares))


def shared_by_rank(prizes: Sequence[int], ranks: Ranks) -> dict[int, int]:
    """Return each entry's prize. Entries of one rank pool and share their prizes.

    Odd units go to the better lot.
    """
    won: dict[int, int] = {}
    place = 0
    for tied in ranks:
        joined = sum(prizes[place : place + len(tied)])
        won |= _shared(joined, tied)
        place += len(tied)
    return won


def with_last(won: Mapping[int, int], last_prize: int, ranks: Ranks) -> dict[int, int]:
    """Add the prize for the last, shared between several; none in a field of one."""
    if len(ranks) < 2 or not last_prize:
        return dict(won)
    consolation = _shared(last_prize, ranks[-1])
    return {
        entry: won.get(entry, 0) + consolation.get(entry, 0) for entry in {**won, **consolation}
    }


def with_rest(prizes: Sequence[int], rest: int) -> tuple[int, ...]:
    """Distribute the rest in proportion to the prizes; odd units go to the better places."""
    whole = sum(prizes)
    if rest <= 0 or not whole:
        return tuple(prizes)
    parts = [rest * prize // whole for prize in prizes]
    odd = rest - sum(parts)
    winning = [place for place, prize in enumerate(prizes) if prize]
    extra = dict.fromkeys(winning[:odd], 1)
    return tuple(
        prize + part + extra.get(place, 0)
        for place, (prize, part) in enumerate(zip(prizes, parts, strict=True))
    )


def needs_lot(prizes: Sequence[int], last_prize: int, ranks: Ranks) -> bool:
    """Whether some prize leaves an odd unit among tied entries."""
    place = 0
    for tied in ranks:
        if sum(prizes[place : place + len(tied)]) % len(tied):
            return True
        place += len(tied)
    return len(ranks) > 1 and bool(last_prize % len(ranks[-1]))


def _shared(amount: int, tied: Sequence[int]) -> dict[int, int]:
    parts = zip(tied, money.split(amount, len(tied)), strict=True)
    return {entry: part for entry, part in parts if part}
