"""Sheets for marking, from what a game declares."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from django.http import QueryDict

from games import PRESENTERS
from games.base import HandTable
from games.marks import Marks, number, seated
from games.presenter import GamePresenter
from paper.documents.blank_marking import place_groups
from paper.documents.marking import marking_layout
from press.bubbles import CANCEL, GUIDE, LABEL_UP, Lines
from rules import verdict
from scoring.running_score import Rotation

SHEETS = [
    pytest.param(presenter, preset, id=f"{presenter.name}-{preset}")
    for presenter in PRESENTERS.values()
    for preset in presenter.laws.options.presets
]


def options_of(presenter: GamePresenter, preset: str) -> Any:
    return presenter.laws.options.resolve({"preset": preset})


def lines_of(presenter: GamePresenter, preset: str, *, more: int = 0) -> Lines:
    """The bubbles of a hand at a table with so many players more than seats."""
    assert presenter.marks is not None
    keys = presenter.player_keys(presenter.laws.seats + more)
    return presenter.marks.lines(options_of(presenter, preset), keys)


def judged(
    presenter: GamePresenter, preset: str, marks: Any, parts: Sequence[Any] = ()
) -> dict[str, Any]:
    """What the rule book says of marks that go through the entry form, as a typed line does."""
    assert presenter.marks is not None
    names = tuple(f"Player {seat}" for seat in range(presenter.laws.seats))
    data = QueryDict(mutable=True)
    data.update({"number": "1", "dealer": "0", "key": "k", "mode": "quick"})
    for name, value in presenter.marks.fields(marks, parts).items():
        data.setlist(name, [value] if isinstance(value, str) else value)
    table = HandTable(options_of(presenter, preset), names, 0)
    form = presenter.form(data, presenter=presenter, table=table, mode="quick")
    assert form.is_valid(), form.errors
    record = {"format": "hand-record/1", "game": presenter.name, "rules": {"preset": preset}}
    return verdict(record | form.record)


@pytest.mark.parametrize(
    ("marked", "digits"),
    [
        ({"tens": ["3"], "ones": ["4"]}, "34"),
        ({"ones": ["4"]}, "4"),
        ({"tens": ["0"], "ones": ["4"]}, "4"),
        ({"tens": ["3"]}, "3?"),
        ({"hundreds": ["1"], "ones": ["4"]}, "1?4"),
        ({"hundreds": ["1"]}, "1??"),
        ({}, ""),
    ],
)
def test_a_digit_that_is_missing_below_a_marked_one_makes_no_number(
    marked: Marks, digits: str
) -> None:
    assert number(marked, "hundreds", "tens", "ones") == digits


@pytest.mark.parametrize(
    ("game", "preset", "field", "missing"),
    [
        ("texas42", "points", "points", "ones"),
    ],
)
def test_a_hand_whose_points_lack_a_digit_is_refused(
    game: str, preset: str, field: str, missing: str
) -> None:
    """A copier may have taken the digit away: the points are neither another number nor unknown."""
    presenter = PRESENTERS[game]
    assert presenter.marks is not None
    options = options_of(presenter, preset)
    marks = {key: v for key, v in presenter.marks.example(options)[0].items() if key != missing}
    data = QueryDict(mutable=True)
    data.update({"number": "1", "dealer": "0", "key": "k", "mode": "quick"})
    for name, value in presenter.marks.fields(marks).items():
        data.setlist(name, [value] if isinstance(value, str) else value)
    table = HandTable(options, ("Ann", "Bob", "Cleo", "Dan"), 0)
    form = presenter.form(data, presenter=presenter, table=table, mode="quick")
    assert not form.is_valid()
    assert list(form.errors) == [field]


@pytest.mark.parametrize(
    ("named", "is_left_open"), [("solo_zwabber", True), ("misere", True), ("pandoer", False)]
)
def test_a_height_beside_a_contract_other_than_pandoer_is_left_open(
    named: str, *, is_left_open: bool
) -> None:
    sheet = PRESENTERS["pandoeren"].marks
    assert sheet is not None
    marks = {"bidder": ["1"], "named": [named], "result": ["made"]}
    assert sheet.left_open(marks) == ""
    assert bool(sheet.left_open({**marks, "height": ["50"]})) is is_left_open


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
    groups = {group.key: group for line in lines_of(presenter, preset) for group in line}
    assert marks
    for key, values in marks.items():
        assert set(values) <= {bubble.value for bubble in groups[key].bubbles}


@pytest.mark.parametrize(
    ("presenter", "preset", "players"),
    [
        *(pytest.param(*sheet.values, None, id=str(sheet.id)) for sheet in SHEETS),
        pytest.param(PRESENTERS["pandoeren"], "standard", 5, id="pandoeren-five"),
    ],
)
@pytest.mark.parametrize("size", ["A", "L"])
@pytest.mark.parametrize("is_blank", [False, True])
def test_bubbles_of_a_sheet_neither_touch_nor_leave_it(
    presenter: GamePresenter, preset: str, players: int | None, size: str, is_blank: bool
) -> None:
    place = place_groups(several=True) if is_blank else ()
    options = options_of(presenter, preset)
    layout, _across = marking_layout(presenter.name, options, size, players, place=place)
    bubbles = [bubble for row in range(layout.rows) for bubble in layout.places(row)]
    assert layout.rows >= 5
    assert bool(layout.place_rows) is is_blank
    assert sum(bubble.group == CANCEL for bubble in bubbles) == layout.rows - layout.place_rows
    for bubble in bubbles:
        assert bubble.x - layout.radius > 13
        assert bubble.x + layout.radius < layout.width - 13
        assert bubble.y + layout.radius < layout.height - 18
    assert layout.line - 2 * layout.radius > LABEL_UP
    lowest = max(y for _x, y in layout.guides) + GUIDE / 2
    assert min(y for _x, y in layout.corners[2:]) - lowest > 2
    for line in range(layout.rows * layout.lines):
        across = sorted(bubble.x for bubble in bubbles if bubble.line == line)
        assert across or is_blank
        gaps = [b - a for a, b in pairwise(across)]
        assert min(gaps, default=99) > 2 * layout.radius


@pytest.mark.parametrize(("players", "size"), [(4, "A"), (4, "L"), (5, "A")])
def test_a_game_of_pandoeren_takes_one_page(players: int, size: str) -> None:
    """With a row more, for a hand that is struck out."""
    presenter = PRESENTERS["pandoeren"]
    options = presenter.laws.options.resolve({"preset": "standard", "hands": 16})
    layout, _across = marking_layout("pandoeren", options, size, players)
    assert (layout.hands, layout.lines) == (17, 1)


@pytest.mark.parametrize(
    ("rules", "rows"),
    [
        ({"preset": "marks", "target": 5}, 10),
        ({"preset": "points", "target": 150}, 10),
        ({"preset": "marks", "hand_limit": 4}, 5),
    ],
)
def test_a_page_has_as_many_rows_as_hands_are_expected(rules: dict[str, Any], rows: int) -> None:
    options = PRESENTERS["texas42"].laws.options.resolve(rules)
    layout, _across = marking_layout("texas42", options, "A")
    assert layout.rows == rows


@pytest.mark.parametrize(("presenter", "preset"), SHEETS)
@pytest.mark.parametrize("size", ["A", "L"])
def test_a_large_sheet_has_larger_bubbles_in_fewer_rows_with_words_on_every_second_at_least(
    presenter: GamePresenter, preset: str, size: str
) -> None:
    options = options_of(presenter, preset)
    usual, large = (
        marking_layout(presenter.name, options, size, large=is_large)[0]
        for is_large in (False, True)
    )
    assert large.radius > 1.1 * usual.radius
    assert large.rows < usual.rows
    assert large.apart <= 2
    assert large.digest != usual.digest


def test_a_number_is_on_one_line() -> None:
    """Its ones say nothing without the tens."""
    options = options_of(PRESENTERS["texas42"], "points")
    layout, _across = marking_layout("texas42", options, "A", large=True)
    lines = {head.group.key: head.line for head in layout.heads}
    assert layout.lines > 1
    assert lines["tens"] == lines["ones"]


def test_a_second_row_is_marked_on_its_first_line() -> None:
    for presenter in PRESENTERS.values():
        marks = presenter.marks
        assert marks is not None
        first = lines_of(presenter, next(iter(presenter.laws.options.presets), ""))[0]
        assert marks.of_parts <= {group.key for group in first}


def test_a_sheet_has_only_the_contracts_that_tonight_s_rules_have() -> None:
    presenter = PRESENTERS["texas42"]
    assert presenter.marks is not None

    def values(preset: str) -> set[str]:
        lines = lines_of(presenter, preset)
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


TURNS = [PRESENTERS["pandoeren"], PRESENTERS["dummy_spades"]]


@pytest.mark.parametrize("presenter", TURNS, ids=lambda presenter: presenter.name)
def test_where_players_take_turns_marks_by_player_are_read_by_seat(
    presenter: GamePresenter,
) -> None:
    seats = presenter.laws.seats
    rotation = Rotation(seats, seats + 1)
    lines = lines_of(presenter, next(iter(presenter.laws.options.presets), ""), more=1)
    assert presenter.marks is not None
    example, _words = presenter.marks.example(presenter.laws.options.resolve({}))
    groups = {group.key: group for line in lines for group in line}
    for hand in range(1, 2 * seats + 3):
        players = rotation.seated(hand)
        numbers = {str(seat): str(player) for seat, player in enumerate(players)}
        numbers[str(seats)] = str(seats + 1)
        marked = {}
        for key, values in example.items():
            name, _line, seat = key.rpartition("_")
            by_player = key not in groups or groups[key].of_player
            group = f"{name}_{numbers[seat]}" if by_player else key
            there = numbers if groups[group].of_players else {}
            marked[group] = [there.get(value, value) for value in values]
            assert set(marked[group]) <= {bubble.value for bubble in groups[group].bubbles}
        assert seated(marked, lines, players, seats + 1) == example


@pytest.mark.parametrize("presenter", TURNS, ids=lambda presenter: presenter.name)
def test_a_mark_of_a_player_who_sits_out_is_no_hand(presenter: GamePresenter) -> None:
    seats = presenter.laws.seats
    rotation = Rotation(seats, seats + 1)
    lines = lines_of(presenter, next(iter(presenter.laws.options.presets), ""), more=1)
    resting = rotation.resting(3)
    assert resting is not None
    key = "bidder" if presenter.name == "pandoeren" else f"bid_{resting}"
    assert seated({key: [str(resting)]}, lines, rotation.seated(3), seats + 1) is None


MORE: dict[str, list[str]] = {
    "bidder": ["3"],
    "bid": ["more"],
    "contract": ["5"],
    "result": ["made"],
}


@pytest.mark.parametrize(
    ("preset", "rows", "calls", "bid"),
    [
        ("marks", [{"bidder": ["1"], "bid": ["2m"]}], "2m p 3m p", "3m"),
        (
            "marks",
            [{"bidder": ["2"], "bid": ["more"]}, {"bidder": ["1"], "bid": ["2m"]}],
            "2m 3m 4m p",
            "4m",
        ),
        ("points", [{"bidder": ["1"], "bid": ["84"]}], "84 p 168 p", "168"),
    ],
)
def test_a_bid_over_another_has_the_row_below_for_that(
    preset: str, rows: list[dict[str, list[str]]], calls: str, bid: str
) -> None:
    presenter = PRESENTERS["texas42"]
    assert presenter.marks is not None
    words: dict[str, list[str]] = MORE | (
        {"tens": ["4"], "ones": ["2"]} if preset == "points" else {}
    )
    assert presenter.marks.left_open(words)
    assert not presenter.marks.left_open(words, rows)
    assert presenter.marks.fields(words, rows, dealer=0)["calls"] == calls
    judgement = judged(presenter, preset, words, rows)
    assert judgement["ok"], judgement["problems"]
    assert (judgement["bid"], judgement["declarer"]) == (bid, 3)


def test_a_bid_over_none_of_marks_or_of_the_same_player_is_no_hand() -> None:
    marks = PRESENTERS["texas42"].marks
    assert marks is not None
    assert marks.left_open(MORE, [{"bidder": ["1"], "bid": ["31"]}])
    assert marks.left_open(MORE, [{"bidder": ["3"], "bid": ["2m"]}])
    assert marks.left_open(MORE, [{"bid": ["2m"]}])
    assert not marks.left_open({})
