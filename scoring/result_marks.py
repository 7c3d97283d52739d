"""The result of a game on a slip for marking: its bubbles, and what marked bubbles mean.

Totals, hands and sets are marked digit by digit, with the digits that the rules in force allow.
What was marked becomes fields of `ResultForm`, as if it had been typed.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from django.utils.translation import gettext as _

from core.figures import figure
from core.text import about, comma_list, isolated
from games import PRESENTERS
from games.marks import (
    Bubble,
    Lines,
    MarkGroup,
    MarkLegend,
    Marks,
    bubbles,
    digits_joined,
    single,
)
from games.presenter import GamePresenter
from scoring.models import Ended
from scoring.running_score import HANDS

MINUS: Final = "-"
_LETTERS: Final = {Ended.TIME: "T", Ended.STOPPED: "S", Ended.MORE: "+"}
_BESIDE: Final = 26
"""Two sides with no more bubbles than this share a line."""
_WITHOUT_TARGET: Final = 12
"""The total of a worked example, below zero where totals may be."""


@dataclass(frozen=True, slots=True)
class ResultMarks:
    """The bubbles of a game's result: `sides` are letters of seats, in the order of totals.

    With `sets`, how often each side was set.
    """

    game: str
    options: Any
    sides: tuple[str, ...]
    sets: bool = False

    @property
    def lines(self) -> Lines:
        """Totals of the sides; sets; hands and how the game ended, where the rules may ask."""
        totals = [tuple(self._total(side)) for side in range(len(self.sides))]
        count = sum(len(group.bubbles) for groups in totals for group in groups)
        if len(totals) == 2 and count <= _BESIDE:
            totals = [(*totals[0], *totals[1])]
        sets = [tuple(self._sets())] if self.sets else []
        return (*totals, *sets, tuple(self._ending()))

    def fields(self, marks: Marks) -> dict[str, str]:
        """Return the fields of the form of results.

        A digit that is missing below a marked one is a question mark, which no number has.
        """
        names = [f"side{side}" for side in range(len(self.sides))]
        names += [f"set{side}" for side in range(len(self.sides))] if self.sets else []
        fields = {name: _number(marks, name) for name in (*names, HANDS)}
        fields["ended"] = single(marks, "ended")
        return {name: value for name, value in fields.items() if value}

    def example(self) -> tuple[Marks, str]:
        """Return the marks of the first line of a worked example, and what they say."""
        target = self._presenter.target(self.options)
        first = target or (-_WITHOUT_TARGET if self._goes_below else _WITHOUT_TARGET)
        totals = [first, target * 4 // 7] if len(self.sides) == 2 else [first]
        marks: dict[str, list[str]] = {}
        for side, total in enumerate(totals):
            digits = f"{abs(total)}"
            for place, digit in enumerate(reversed(digits)):
                marks[f"side{side}_{10**place}"] = [digit]
            if total < 0:
                marks[f"side{side}_sign"] = [MINUS]
        said = zip(self.sides, totals, strict=False)
        words = (about(isolated(side), isolated(figure(total))) for side, total in said)
        return marks, comma_list(words)

    @property
    def legend(self) -> tuple[MarkLegend, ...]:
        """How a game may have ended before its end, or beyond it."""
        return tuple(MarkLegend(_LETTERS[ended], str(ended.label)) for ended in self._endings)

    @property
    def _presenter(self) -> GamePresenter:
        return PRESENTERS[self.game]

    @property
    def _goes_below(self) -> bool:
        return self._presenter.least_total(self.options) is None

    @property
    def _endings(self) -> tuple[Ended, ...]:
        """The answers that the service may ask for."""
        if self._presenter.draws_marks(self.options):
            return Ended.TIME, Ended.STOPPED, Ended.MORE
        if self._presenter.target(self.options) or getattr(self.options, HANDS, None):
            return Ended.TIME, Ended.STOPPED
        return ()

    @property
    def _most_hands(self) -> int:
        agreed: int | None = getattr(self.options, HANDS, None)
        marks = self._presenter.marks
        return agreed or (2 * marks.hands if marks else 2 * _WITHOUT_TARGET)

    def _total(self, side: int) -> Iterator[MarkGroup]:
        name, label = f"side{side}", self.sides[side]
        groups = list(_digits(name, label, self._presenter.highest_total(self.options)))
        if self._goes_below:
            groups.insert(0, MarkGroup(f"{name}_sign", label, (Bubble(MINUS, "−"),)))
        yield _led(groups[0], label, apart=len(self.sides) == 2)
        yield from groups[1:]

    def _sets(self) -> Iterator[MarkGroup]:
        presenter, most = self._presenter, self._most_hands
        if presenter.draws_marks(self.options):
            most = min(most, presenter.target(self.options))
        for side, letters in enumerate(self.sides):
            label = about(_("Set"), letters)
            first, *more = _digits(f"set{side}", label, most)
            yield _led(first, label, apart=True)
            yield from more

    def _ending(self) -> Iterator[MarkGroup]:
        label = _("Hands")
        first, *more = _digits(HANDS, label, self._most_hands)
        yield _led(first, label, apart=True)
        yield from more
        if endings := tuple(Bubble(ended, _LETTERS[ended]) for ended in self._endings):
            yield MarkGroup("ended", _("How it ended"), endings)


def _led(group: MarkGroup, label: str, *, apart: bool) -> MarkGroup:
    """Return a group with its label printed before it: with a place of its own, or at the edge."""
    line, before = ("", label) if apart else (label, "")
    return MarkGroup(group.key, group.label, group.bubbles, line=line, before=before)


def _digits(name: str, label: str, most: int) -> Iterator[MarkGroup]:
    """Yield a group for each digit of numbers up to `most`, the highest first."""
    if most < 10:
        yield MarkGroup(f"{name}_1", label, bubbles(map(str, range(most + 1))))
        return
    for place in reversed(range(len(str(most)))):
        power = 10**place
        highest = most // power < 10
        digits = range(1, most // power + 1) if highest else range(10)
        yield MarkGroup(f"{name}_{power}", label, bubbles(map(str, digits)))


def _number(marks: Marks, name: str) -> str:
    powers = sorted(int(key.rpartition("_")[2]) for key in marks if _is_digit(key, name))
    places = reversed(range(len(str(powers[-1])) if powers else 0))
    digits = digits_joined([single(marks, f"{name}_{10**place}") for place in places])
    return "".join([*marks.get(f"{name}_sign", ()), digits])


def _is_digit(key: str, name: str) -> bool:
    return key.startswith(f"{name}_") and not key.endswith("_sign")
