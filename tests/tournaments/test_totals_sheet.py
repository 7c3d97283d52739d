"""Names and totals out of spreadsheets as clubs keep them."""

from contextlib import suppress
from typing import Any

import pytest
from django.core.exceptions import ValidationError
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.refused import refused
from tournaments.events.totals_sheet import (
    Convention,
    SheetLine,
    sheet_read,
    sheets_in,
    text_of_rows,
)


def rows_of(text: str) -> list[list[str]]:
    (sheet,) = sheets_in(text)
    return sheet.rows


HEADS: dict[str, dict[str, str]] = {
    "en": {"name": "Name", "partner": "Partner", "round": "Round {}", "total": "Total"},
    "en, short": {"name": "players", "partner": "PARTNER", "round": "R{}", "total": "score"},
    "numbers": {"name": "Names", "partner": "Partner", "round": "{}", "total": "Points"},
    "nl": {"name": "Naam", "partner": "Partner", "round": "Ronde {}", "total": "Totaal"},
    "fa": {"name": "نام", "partner": "شریک", "round": "دور {}", "total": "جمع"},
    "ja": {"name": "名前", "partner": "パートナー", "round": "第{}ラウンド", "total": "合計"},
}
DIGITS = {"fa": str.maketrans("0123456789", "۰۱۲۳۴۵۶۷۸۹")}

NAMES = st.text("ABCdefÉüابپ花子", min_size=2, max_size=8).filter(
    lambda name: name not in {"Total"}
)
CELLS = st.one_of(st.none(), st.integers(-500, 99_999))


@st.composite
def sheets(draw: Any) -> tuple[list[list[str]], list[tuple[tuple[str, str], dict[int, int], int]]]:
    """Rows with heads of one language and columns in any order, and what they mean."""
    language = draw(st.sampled_from(sorted(HEADS)))
    heads, digits = HEADS[language], DIGITS.get(language, {})
    rounds = draw(st.lists(st.integers(1, 20), min_size=1, max_size=6, unique=True))
    width = len(rounds)
    pairs = draw(st.lists(st.tuples(NAMES, NAMES), min_size=1, max_size=6))
    made = [draw(st.lists(CELLS, min_size=width, max_size=width)) for _pair in pairs]
    total = draw(st.integers(0, 999))
    columns = [
        [heads["name"], *(head for head, _other in pairs)],
        [heads["partner"], *(other for _first, other in pairs)],
        *(
            [heads["round"].format(number), *(_cell(row[at]) for row in made)]
            for at, number in enumerate(rounds)
        ),
        [heads["total"], *(str(total) for _pair in pairs)],
        ["Remarks", *("" for _pair in pairs)],
    ]
    shuffled = draw(st.permutations(columns))
    rows = [[cell.translate(digits) for cell in row] for row in zip(*shuffled, strict=True)]
    above = draw(st.sampled_from([[], [["Our club", "", "12"]], [[], ["Friday"]]]))
    meant = [
        (
            pair,
            {number: score for number, score in zip(rounds, row, strict=True) if score is not None},
            total,
        )
        for pair, row in zip(pairs, made, strict=True)
    ]
    return [*above, *rows], meant


def _cell(value: int | None) -> str:
    return "" if value is None else str(value)


@given(sheets())
def test_columns_are_found_by_their_heads_in_any_language_and_order(
    drawn: tuple[list[list[str]], list[tuple[tuple[str, str], dict[int, int], int]]],
) -> None:
    rows, meant = drawn
    sheet = sheet_read(rows)
    assume(not sheet.sums)
    assert [(line.names, line.totals, line.total) for line in sheet.lines] == meant
    assert not any(line.unreadable for line in sheet.lines)
    assert sheet.passed_over == ("Remarks",)


@given(st.lists(st.lists(st.text(max_size=12), max_size=5), max_size=8))
def test_any_rows_are_read_or_refused_with_a_sentence(rows: list[list[str]]) -> None:
    with suppress(ValidationError):
        assert all(line.number <= len(rows) for line in sheet_read(rows).lines)


@given(
    st.lists(
        st.lists(st.text("aé花\" ',;\u06f1 1-", min_size=1, max_size=6), min_size=2, max_size=4),
        min_size=1,
        max_size=5,
    )
)
def test_a_file_stands_in_the_text_as_it_was(rows: list[list[str]]) -> None:
    tidy = [[" ".join(cell.split()) for cell in row] for row in rows]
    while tidy and not any(tidy[-1]):  # a table ends with its last text
        tidy.pop()
    assert rows_of(text_of_rows(rows)) == tidy


def lines(text: str) -> tuple[SheetLine, ...]:
    return sheet_read(rows_of(text)).lines


TEXTS = {
    "a message": ("Ann & Bob 7 5\nCleo & Dan 3 12\n", [("Ann & Bob",), ("Cleo & Dan",)]),
    "a CSV file": ("Ann;Bob;7;5\nCleo;Dan;3;12\n", [("Ann", "Bob"), ("Cleo", "Dan")]),
    "numbers of pairs first": ("1,Ann & Bob,7,5\n2,C & D,3,12\n", [("Ann & Bob",), ("C & D",)]),
    "pairs by number, then names": (
        "Pair,Names,Round 1,Round 2\n1,Ann & Bob,7,5\n2,C & D,3,12\n",
        [("Ann & Bob",), ("C & D",)],
    ),
    "two columns of names": (
        "R1,Player 2,R2,Player 1\n7,Bob,5,Ann\n3,Dan,12,Cleo\n",
        [("Ann", "Bob"), ("Cleo", "Dan")],
    ),
}


@pytest.mark.parametrize("name", TEXTS)
def test_lists_are_read_as_people_keep_them(name: str) -> None:
    text, names = TEXTS[name]
    sheet_lines = lines(text)
    assert [line.names for line in sheet_lines] == names
    assert [line.totals for line in sheet_lines] == [{1: 7, 2: 5}, {1: 3, 2: 12}]


def test_what_is_wrong_with_a_cell_stands_with_its_line() -> None:
    first, two, three = lines("Name,Round 1,Round 2,Total\nAnn,7,5,13\nBob,7.0,six,\nCleo,-,,\n")
    assert (first.sum, first.total, first.differs) == (12, 13, True)
    assert two.totals == {1: 7}
    assert [(cell.head, cell.text) for cell in two.unreadable] == [("Round 2", "six")]
    assert (three.sum, three.totals, three.unreadable) == (None, {}, ())


def test_the_sum_below_the_table_is_no_line() -> None:
    assert [line.names for line in lines("Naam,Ronde 1\nAnn,7\nTotaal,7\n")] == [("Ann",)]


SUMS = [
    "Sum,19,-1,18",
    "Som;19;-1;18",
    "Totals,19,-1,18",
    "Total:,19,-1,18",
    "Σ,19,-1,18",
    "Average,6.3,-0.3,6",
    "Ø,6.3,-0.3,6",
    "Gemiddelde,6,0,6",
    "合計,19,-1,18",
    "Kokku,19,-1,18",  # a word of no language on offer: its numbers tell
]


@pytest.mark.parametrize("last", SUMS)
def test_a_line_that_adds_up_or_averages_the_others_is_left_out_and_said(last: str) -> None:
    mark = next((sign for sign in ",;" if sign in last), " ")
    rows = ["Name,Round 1,Round 2,Total", "Ann,7,-3,4", "Bob,5,1,6", "Cleo,7,1,8"]
    sheet = sheet_read(rows_of("\n".join([*(row.replace(",", mark) for row in rows), last])))
    assert [line.names for line in sheet.lines] == [("Ann",), ("Bob",), ("Cleo",)]
    assert [number for number, _words in sheet.sums] == [5]


@pytest.mark.parametrize("head", ["Som", "Sum", "Marks", "Pts", "جمع", "合計"])
def test_totals_have_many_heads(head: str) -> None:
    assert lines(f"Name,{head}\nAnn,7\nBob,5\n")[0].total == 7


def test_a_minus_may_be_a_dash() -> None:
    assert lines("Name,Round 1,Round 2\nAnn,–7,−5\n")[0].totals == {1: -7, 2: -5}


def test_a_player_with_the_sum_of_one_column_is_a_player() -> None:
    assert len(lines("Name,Points\nAnn,3\nBob,4\nCleo,7\n")) == 3


@pytest.mark.parametrize(
    "head", ["Game {}", "G{}", "Rd {}", "Week {}", "Spel {}", "R{}", "第{}回戦"]
)
def test_rounds_have_many_heads(head: str) -> None:
    text = f"Name,{head.format(1)},{head.format(2)}\nAnn,7,5\n"
    assert lines(text)[0].totals == {1: 7, 2: 5}


def test_columns_of_one_head_are_the_rounds_in_their_order() -> None:
    assert lines("Name,Points,Points,Points\nAnn,7,5,3\n")[0].totals == {1: 7, 2: 5, 3: 3}


@pytest.mark.parametrize(
    ("cells", "totals"),
    [
        (["1.234", "1.050,00"], [1234, 1050]),
        (["1,234", "1,050.00"], [1234, 1050]),
        (["1.234", "17"], [1234, 17]),
        (["1,234", "17"], [1234, 17]),
        (["1 234", "-1'050"], [1234, -1050]),
        (["۱٬۲۳۴", "۷"], [1234, 7]),
        (["−7", "7.0"], [-7, 7]),
    ],
)
def test_numbers_are_read_by_the_convention_of_the_file(
    cells: list[str], totals: list[int]
) -> None:
    sheet = sheet_read([["Name", "Total"], *([f"P{at}", cell] for at, cell in enumerate(cells))])
    assert [line.total for line in sheet.lines] == totals
    assert not sheet.both_fit


def test_a_number_that_two_conventions_read_differently_is_asked_about() -> None:
    rows = [["Name", "Total"], ["Ann", "7.000"], ["Bob", "5.000"]]
    question = sheet_read(rows)
    assert question.both_fit == "7.000"
    answered = {way: sheet_read(rows, way).lines[0].total for way in Convention}
    assert answered == {Convention.POINT: 7, Convention.COMMA: 7000}


def test_a_half_is_no_score_and_is_named() -> None:
    (line,) = lines("Name;Total\nAnn;12,5\n")
    assert [cell.text for cell in line.unreadable] == ["12,5"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("First name,Last name,Total\nAda,Novak,7\n", ("Ada Novak",)),
        ("Achternaam;Voornaam;Totaal\nNovak;Ada;7\n", ("Ada Novak",)),
        ("Team,Player 1,Player 2,Total\nFoxes,Ann,Bob,7\n", ("Ann", "Bob")),
        ("Name,Partner,Total\nAnn,Bob,7\n", ("Ann", "Bob")),
    ],
)
def test_people_are_found_as_in_lists_of_names(text: str, names: tuple[str, ...]) -> None:
    assert lines(text)[0].names == names


def test_a_total_alone_is_that_of_the_evening() -> None:
    (line,) = lines("Name,Points\nAnn,31\n")
    assert (line.totals, line.total, line.sum, line.differs) == ({}, 31, 31, False)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("Round 1,Round 2\n7,5\n", "no_names"),
        ("Name,Remarks\nAnn,late\n", "no_numbers"),
        ("Name,Round 1,R1\nAnn,7,5\n", "round_twice"),
        ("Name,Round 99\nAnn,7\n", "too_many_rounds"),
        ("Name,Round 1\n", "no_names"),
        ("Name,Round 1\n" + "Ann,7\n" * 301, "too_many_lines"),
    ],
)
def test_a_sheet_that_says_too_little_is_refused(text: str, code: str) -> None:
    with refused(code):
        lines(text)
