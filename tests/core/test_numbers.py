"""Whole numbers are read in one place, in the digits of any script, and never beyond reach."""

import ast
import re
from pathlib import Path

import pytest
from django.core.exceptions import ValidationError
from django.utils import translation

from clubs.models import Player
from core.fields import SeveralField
from core.figures import (
    MOST,
    decimal_text,
    figure,
    percent,
    percent_sign,
    read_whole,
    with_decimals,
)
from tests.tables import table

ROOT = Path(__file__).resolve().parents[2]
APPS = {path.parent.name for path in ROOT.glob("*/__init__.py")} - {"tests"}
GUESSES = {"isdigit", "isdecimal", "isnumeric"}
READERS = {
    "core/figures.py",
    "paper/documents/seasons.py",  # measures what a date has beside its digits
    "press/fonts.py",  # looks for digits to keep, and reads no number
    "core/svg.py",  # looks for digits that stay Latin, and reads no number
    "rules/texas42/auction.py",  # asks for the shape of a bid, and reads no number
    "rules/pandoeren/contracts.py",  # reads the bids of its own table
}


@table(
    ("text", "number"),
    [
        ("0", 0),
        ("007", 7),
        (" 12 ", 12),
        ("٣", 3),
        ("१२", 12),
        ("４２", 42),
        (str(MOST), MOST),
        (str(MOST + 1), None),
        ("²", None),
        ("½", None),
        ("三", None),
        ("", None),
        ("-1", None),
        ("--5", None),
        ("+5", None),
        ("1_000", None),
        ("1.0", None),
        ("9" * 5_000, None),
    ],
)
def test_a_whole_number_is_read_in_any_script_or_not_at_all(text: str, number: int | None) -> None:
    assert read_whole(text) == number


@pytest.mark.parametrize(
    ("text", "number"),
    [("-5", -5), ("\N{MINUS SIGN}5", -5), ("+5", 5), ("--5", None), ("-", None), ("-11", None)],
)
def test_a_sign_is_read_where_numbers_may_be_below_zero(text: str, number: int | None) -> None:
    assert read_whole(text, least=-10, most=10) == number


@table(
    ("language", "shown", "sign"),
    [
        ("en", "1,234.5%", "%"),
        ("nl", "1.234,5%", "%"),
        ("fa", "1٬234٫5٪", "٪"),
        ("fa-latn", "1,234.5%", "%"),
        ("ja", "1,234.5%", "%"),
    ],
)
def test_a_percentage_has_the_sign_of_the_language_where_it_belongs(
    language: str, shown: str, sign: str
) -> None:
    with translation.override(language):
        assert percent(12345, 1) == shown
        assert percent_sign() == sign


JOINED = re.compile(r"[}\d] %(?=[ \"'<,;:.)]|$)", re.MULTILINE)
"""A number, a blank and the sign: what languages write differently."""


def test_no_number_is_joined_to_a_sign_by_hand() -> None:
    files = [path for app in APPS for path in (ROOT / app).rglob("*.py")]
    files += [*(ROOT / "templates").rglob("*.html"), *(ROOT / "games").rglob("*.html")]
    joined = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in files
        for line in path.read_text().splitlines()
        if JOINED.search(line)
    ]
    assert len(files) > 400
    assert joined == []


def test_nothing_else_asks_a_text_whether_it_is_a_number() -> None:
    asking = set()
    for app in APPS:
        for path in (ROOT / app).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text())):
                if isinstance(node, ast.Attribute) and node.attr in GUESSES:
                    asking.add(str(path.relative_to(ROOT)))
    assert asking == READERS


@pytest.mark.parametrize("key", ["1" * 25, "9" * 5_000, "²", "x", "-1"])
def test_a_key_that_no_row_can_have_is_refused_before_it_is_looked_up(key: str, db: None) -> None:
    field = SeveralField(queryset=Player.objects.all())
    with pytest.raises(ValidationError, match="valid value"):
        field.clean([key])


@table(
    ("language", "total", "amount"),
    [
        ("en", "12,345", "−1,234.50"),
        ("nl", "12.345", "−1.234,50"),
        ("fa", "12٬345", "−1٬234٫50"),
        ("fa-latn", "12,345", "−1,234.50"),
        ("ja", "12,345", "−1,234.50"),
    ],
)
def test_numbers_have_the_marks_of_the_reader_s_language(
    language: str, total: str, amount: str
) -> None:
    with translation.override(language):
        assert figure(12345) == total
        assert with_decimals(-123450, 2) == amount
        assert decimal_text(-123450, 2) == "-1234.50"
