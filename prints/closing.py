"""What ends a card: numbered notes, and amounts in columns."""

from collections.abc import Sequence
from dataclasses import dataclass

from press.base import Block, Space
from press.blocks import AmountList, Paragraph, Stack
from press.pen import Pen
from press.style import BODY
from prints.scorecard import Amount, Note

_GAP = 22.0
_MOST_AMOUNTS = 12


def notes_of(notes: Sequence[Note]) -> Stack:
    """The notes from 1, each over as many lines as it takes."""
    return Stack(
        tuple(
            Paragraph(note.text, BODY, label=str(number), indent=18)
            for number, note in enumerate(notes, start=1)
        )
    )


def note_marks(notes: Sequence[Note]) -> dict[int, str]:
    """The numbers of a hand's notes, by the hand's number."""
    marks: dict[int, list[str]] = {}
    for number, note in enumerate(notes, start=1):
        if note.hand is not None:
            marks.setdefault(note.hand, []).append(str(number))
    return {hand: " ".join(numbers) for hand, numbers in marks.items()}


def pairs(amounts: Sequence[Amount]) -> tuple[tuple[str, str], ...]:
    """Amounts as the lines of a list."""
    return tuple((line.text, line.amount) for line in amounts)


def side_by_side(lists: tuple[AmountList, ...], *, shares: tuple[float, ...]) -> Block:
    """Lists in columns; one below the other where that takes too long for a page."""
    if max(len(part.amounts) for part in lists) <= _MOST_AMOUNTS:
        return Stack((AmountColumns(lists, shares),))
    below = (block for part in lists[1:] for block in (Space(10), part))
    return Stack((lists[0], *below))


@dataclass(frozen=True, slots=True)
class AmountColumns:
    """Lists next to each other; `shares` of the width add up to 1."""

    lists: tuple[AmountList, ...]
    shares: tuple[float, ...]

    def height(self, width: float) -> float:
        parts = zip(self.lists, self._widths(width), strict=True)
        return max(part.height(own) for part, own in parts)

    def draw(self, pen: Pen, y: float) -> None:
        x = 0.0
        for part, own in zip(self.lists, self._widths(pen.width), strict=True):
            part.draw_at(pen, x, y, own)
            x += own + _GAP

    def split(self, width: float, room: float) -> None:
        return None

    def _widths(self, width: float) -> tuple[float, ...]:
        room = width - (len(self.lists) - 1) * _GAP
        return tuple(share * room for share in self.shares)
