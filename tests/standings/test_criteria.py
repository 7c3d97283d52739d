"""How a criterion splits those who are level: the unknown, those who played nothing."""

from collections.abc import Collection, Mapping, Sequence

from engine.standings.criteria import Criterion, Value, levels

Known = Mapping[int, Value]


class Figure(Criterion[Known]):
    """The figure of each number as it is given."""

    def values(self, tied: Sequence[int], figures: Known) -> Known:
        return {number: figures[number] for number in tied}


class UnknownLast(Figure):
    unknown_last = True


class BehindTen(Figure):
    """Numbers from ten on played nothing."""

    def absent(self, tied: Sequence[int], figures: Known) -> Collection[int]:
        return [number for number in tied if number >= 10]


class Undecided(Figure):
    def may_separate(self, tied: Sequence[int], figures: Known) -> bool:
        return len(tied) == 2


def test_one_unknown_figure_keeps_all_together_or_comes_last() -> None:
    figures = {1: 3, 2: None, 3: 5}
    assert levels(figures, [Figure()], figures) == [(1, 2, 3)]
    assert levels(figures, [UnknownLast()], figures) == [(3,), (1,), (2,)]


def test_those_of_whom_too_little_is_known_are_not_parted() -> None:
    figures = {1: 3, 2: 4, 3: 5}
    assert levels(figures, [Undecided()], figures) == [(1, 2, 3)]
    assert levels([1, 2], [Undecided()], figures) == [(2,), (1,)]


def test_who_played_nothing_comes_behind_all_and_an_unknown_figure_is_0_there() -> None:
    figures = {1: -4, 2: -9, 10: None, 11: 0, 12: 1, 13: -1}
    assert levels(figures, [BehindTen()], figures) == [(1,), (2,), (12,), (10, 11), (13,)]
