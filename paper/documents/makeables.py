"""Makeable contracts of a deal, below a hand's record: contracts as columns, and par."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from games.base import ContractLabel, Names
from games.best_play import Makeable, MakeableRow
from games.presenter import GamePresenter
from games.printing import Sign
from paper.documents.matches import draw_sign
from press.blocks import baseline
from press.fonts import Base
from press.pen import Align, Pen
from press.text import INK, MUTED, RULE, SMALL, Type

ABOVE: Final = 6.0
_LINE: Final = 10.5
_HEAD: Final = 18.0
_ROW: Final = 10.0
_KEY: Final = 16.0
_SIGN: Final = 27.0
_WIDEST: Final = 62.0
_FIGURE: Final = Type(size=8, leading=10)
_NAME: Final = Type(size=8, leading=8.6).tinted(MUTED)


@dataclass(frozen=True, slots=True)
class Makeables:
    """The table of a deal, a row for each seat; nothing is in it while it is being computed."""

    keys: tuple[str, ...]
    makeable: Makeable | None

    @property
    def height(self) -> float:
        return _LINE + (_HEAD + len(self.keys) * _ROW if self.makeable else 0)

    def draw(self, pen: Pen, y: float) -> None:
        """Draw it over the width of the page, with its upper edge at `y`."""
        pen.fitted(0, baseline(y, SMALL), self._title(), SMALL, width=pen.width)
        if self.makeable is None:
            return
        y += _LINE
        rows = self.makeable.rows
        places = _places(rows, pen.width)
        for row, (x, width) in zip(rows, places, strict=True):
            _draw_head(pen, row.contract, x, y, width)
        y += _HEAD
        end = sum(places[-1])
        rules = [(0, y, end, y)]
        for seat, key in enumerate(self.keys):
            line = baseline(y, _FIGURE, _ROW)
            pen.text(0, line, key, SMALL.strong())
            for row, (x, width) in zip(rows, places, strict=True):
                cell = row.cells[seat]
                style = _FIGURE.strong() if cell.is_made else _FIGURE
                pen.text(x + width / 2, line, cell.text, style, Align.CENTRE, base=Base.LTR)
            y += _ROW
            rules.append((0, y, end, y))
        pen.lines(rules[:1], thick=0.6, colour=INK)
        pen.lines(rules[1:], thick=0.3, colour=RULE)

    def _title(self) -> str:
        if self.makeable is None:
            return _("What could have been made is being worked out: print again in a moment.")
        if not self.makeable.par:
            return _("Could have been made")
        return _("Could have been made · par %(par)s") % {"par": self.makeable.par}


def _places(rows: Sequence[MakeableRow], width: float) -> list[tuple[float, float]]:
    """Return the position and width of the column of each contract."""
    is_named = [_is_named(row.contract) for row in rows]
    named = sum(is_named)
    left = width - _KEY - (len(rows) - named) * _SIGN
    wide = min(_WIDEST, left / named) if named else 0
    places, x = [], _KEY
    for is_word in is_named:
        taken = wide if is_word else _SIGN
        places.append((x, taken))
        x += taken
    return places


def _draw_head(pen: Pen, contract: ContractLabel, x: float, y: float, width: float) -> None:
    middle = x + width / 2
    if _is_named(contract):
        name, _comma, rest = contract.text.partition(", ")
        parts = [part for part in (name, rest) if part]
        for row, part in enumerate(parts):
            line = baseline(y + row * _HEAD / len(parts), _NAME, _HEAD / len(parts))
            pen.fitted(middle, line, part, _NAME, width=width - 4, align=Align.CENTRE)
    else:
        draw_sign(pen, _sign(contract), middle - 6.5, y + _HEAD / 2 - 0.5)


def _is_named(contract: ContractLabel) -> bool:
    """Whether its heading is a word."""
    return _sign(contract) == Sign()


def makeables_build(
    presenter: GamePresenter, answer: Mapping[str, Any] | None, names: Names
) -> Makeables | None:
    """Return the table of an answer; None if best play does not apply.

    Without an answer it is pending.
    """
    words = presenter.best_play
    if words is None or (answer is not None and not answer["ok"]):
        return None
    makeable = words.makeable(answer, names) if answer else None
    return makeables_of(presenter.keys[: len(names)], makeable, is_awaited=True)


def makeables_of(
    keys: Sequence[str], makeable: Makeable | None, *, is_awaited: bool
) -> Makeables | None:
    """Return the table of a known answer; nothing found in it while it is pending, else None."""
    return Makeables(tuple(keys), makeable) if makeable or is_awaited else None


def _sign(contract: ContractLabel) -> Sign:
    """Return the suit's end or sign; a piece only if it represents a suit."""
    return Sign(end=contract.end, suit=contract.suit)
