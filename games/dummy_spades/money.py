"""How the settlement of a match comes about: one line for each pair of players."""

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import Final

from django.utils.translation import gettext as _

from games.base import MoneyLine, Names
from rules import money
from rules.game import Standing

STAKES: Final = ("per_point", "per_game")


def stakes_lines(stakes: Mapping[str, str]) -> tuple[MoneyLine, ...]:
    """The amounts agreed."""
    labels = {
        "per_point": _("for each point of difference, every two players"),
        "per_game": _("from each loser to the winner"),
    }
    return tuple(
        MoneyLine(labels[name], "", _render(_units(stakes, name), stakes))
        for name in STAKES
        if name in stakes
    )


def reckoning_lines(
    standing: Standing, stakes: Mapping[str, str], names: Names
) -> tuple[MoneyLine, ...]:
    """Every pair settles its difference; who has won receives a game from each of the others."""
    return tuple(_pair(high, low, standing, stakes, names) for high, low in _pairs(standing.totals))


def _pairs(totals: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Every two players, the higher total first; those of the winner come first."""
    ranked = sorted(range(len(totals)), key=lambda player: -totals[player])
    return combinations(ranked, 2)


def _pair(
    high: int, low: int, standing: Standing, stakes: Mapping[str, str], names: Names
) -> MoneyLine:
    totals = standing.totals
    game = _units(stakes, "per_game") if high == standing.winner else 0
    units = (totals[high] - totals[low]) * _units(stakes, "per_point") + game
    per_point = _render(_units(stakes, "per_point"), stakes)
    reckoning = f"({totals[high]} − {_bracketed(totals[low])}) × {per_point}"
    return MoneyLine(
        _("%(payer)s pays %(winner)s") % {"payer": names[low], "winner": names[high]},
        f"{reckoning} + {_render(game, stakes)}" if game else reckoning,
        _render(units, stakes),
    )


def _bracketed(number: int) -> str:
    return f"(−{-number})" if number < 0 else str(number)


def _units(stakes: Mapping[str, str], name: str) -> int:
    return money.parse(stakes.get(name, "0"), stakes["currency"]) or 0


def _render(units: int, stakes: Mapping[str, str]) -> str:
    return money.render(units, stakes["currency"])
