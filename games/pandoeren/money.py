"""What the players owe each other: every two of them settle the difference of their totals."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from games.base import MINUS, MoneyLine, figure
from rules import money

PER_POINT = "per_point"


def stakes_agreed(stakes: Mapping[str, str]) -> tuple[MoneyLine, ...]:
    """The amount for a point."""
    if PER_POINT not in stakes:
        return ()
    label = _("for each point of difference, between every two players")
    return (MoneyLine(label, "", _render(_per_point(stakes), stakes)),)


def reckoning(
    totals: Sequence[int], stakes: Mapping[str, str], players: Sequence[str]
) -> tuple[MoneyLine, ...]:
    """One line for every two players who are not level."""
    return tuple(
        _pair(totals, stakes, players, one, other)
        for one, other in combinations(range(len(totals)), 2)
        if totals[one] != totals[other]
    )


def _pair(
    totals: Sequence[int], stakes: Mapping[str, str], players: Sequence[str], one: int, other: int
) -> MoneyLine:
    ahead, behind = (one, other) if totals[one] > totals[other] else (other, one)
    label = _("%(loser)s to %(winner)s") % {"loser": players[behind], "winner": players[ahead]}
    difference = totals[ahead] - totals[behind]
    return MoneyLine(
        label,
        f"({figure(totals[ahead])} {MINUS} {_apart(totals[behind])}) × {_shown(stakes)}",
        _render(difference * _per_point(stakes), stakes),
    )


def _apart(total: int) -> str:
    """A total after a minus sign: one below zero stands in brackets."""
    return f"({figure(total)})" if total < 0 else figure(total)


def _shown(stakes: Mapping[str, str]) -> str:
    return _render(_per_point(stakes), stakes)


def _per_point(stakes: Mapping[str, str]) -> int:
    return money.parse(stakes.get(PER_POINT, "0"), stakes["currency"]) or 0


def _render(units: int, stakes: Mapping[str, str]) -> str:
    return money.render(units, stakes["currency"])
