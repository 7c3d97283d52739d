"""Sheets for marking, from what a game declares."""

from itertools import pairwise
from typing import Any

import pytest
from django.http import QueryDict

from games import PRESENTERS
from games.base import Table
from games.presenter import GamePresenter
from press.bubbles import CANCEL, best_layout
from rules import verdict

SHEETS = [
    pytest.param(presenter, preset, id=f"{presenter.name}-{preset}")
    for presenter in PRESENTERS.values()
    for preset in presenter.laws.options.presets
]


def options_of(presenter: GamePresenter, preset: str) -> Any:
    return presenter.laws.options.resolve({"preset": preset})


def judged(presenter: GamePresenter, preset: str, marks: Any) -> dict[str, Any]:
    """What the rule book says of marks that go through the entry form, as a typed line does."""
    assert presenter.marks is not None
    names = tuple(f"Player {seat}" for seat in range(presenter.laws.seats))
    data = QueryDict(mutable=True)
    data.update({"number": "1", "dealer": "0", "key": "k", "mode": "quick"})
    for name, value in presenter.marks.fields(marks).items():
        data.setlist(name, [value] if isinstance(value, str) else value)
    table = Table(options_of(presenter, preset), names, 0)
    form = presenter.form(data, presenter=presenter, table=table, mode="quick")
    assert form.is_valid(), form.errors
    record = {"format": "hand-record/1", "game": presenter.name, "rules": {"preset": preset}}
    return verdict(record | form.record)


@pytest.mark.parametrize(("presenter", "preset"), SHEETS)
def test_the_worked_example_of_a_sheet_is_a_legal_hand(
    presenter: GamePresenter, preset: str
) -> None:
    assert presenter.marks is not None
    marks, words = presenter.marks.example(options_of(presenter, preset))
    verdict = judged(presenter, preset, marks)
    assert verdict["ok"], verdict["problems"]
    assert words


@pytest.mark.parametrize(("presenter", "preset"), SHEETS)
def test_the_example_marks_only_bubbles_that_the_sheet_has(
    presenter: GamePresenter, preset: str
) -> None:
    assert presenter.marks is not None
    options = options_of(presenter, preset)
    marks, _words = presenter.marks.example(options)
    groups = {group.key: group for line in presenter.marks.lines(options) for group in line}
    assert marks
    for key, values in marks.items():
        assert set(values) <= {bubble.value for bubble in groups[key].bubbles}


@pytest.mark.parametrize(("presenter", "preset"), SHEETS)
@pytest.mark.parametrize("size", ["A", "L"])
def test_bubbles_of_a_sheet_neither_touch_nor_leave_it(
    presenter: GamePresenter, preset: str, size: str
) -> None:
    assert presenter.marks is not None
    layout, _across = best_layout(presenter.marks.lines(options_of(presenter, preset)), size=size)
    places = [place for row in range(layout.rows) for place in layout.places(row)]
    assert layout.rows >= 5
    assert sum(place.group == CANCEL for place in places) == layout.rows
    for place in places:
        assert place.x - layout.radius > 13
        assert place.x + layout.radius < layout.width - 13
        assert place.y + layout.radius < layout.height - 18
    for line in range(layout.rows * layout.lines):
        across = sorted(place.x for place in places if place.line == line)
        assert across
        gaps = [b - a for a, b in pairwise(across)]
        assert min(gaps, default=99) > 2 * layout.radius


def test_a_sheet_has_only_the_contracts_that_tonight_s_rules_have() -> None:
    presenter = PRESENTERS["texas42"]
    assert presenter.marks is not None

    def values(preset: str) -> set[str]:
        lines = presenter.marks.lines(options_of(presenter, preset))  # type: ignore[union-attr]
        return {bubble.value for line in lines for group in line for bubble in group.bubbles}

    assert {"nello", "plunge", "sevens"} <= values("marks")
    assert not {"nello", "plunge", "sevens", "splash"} & values("straight")
    assert {"84", "low-no"} <= values("points")
    assert "84" not in values("marks")


def test_no_mark_is_a_field_left_out_and_nothing_is_guessed() -> None:
    assert PRESENTERS
    for presenter in PRESENTERS.values():
        assert presenter.marks is not None
        assert presenter.marks.fields({}) == {}
