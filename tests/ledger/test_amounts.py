"""Amounts as people read and write them, and cells that no spreadsheet runs."""

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.amounts import read, shown, signed, written
from ledger.downloads import RUN, amount_cell, csv_response, safe
from ledger.templatetags.coins import due_coins, owed_coins, signed_coins

# What is typed, the currency, smallest coins.
TYPED = [
    ("2.50", "EUR", 250),
    ("2,50", "EUR", 250),
    (" 2.5 ", "EUR", 250),
    ("7", "EUR", 700),
    ("\u06f2\u066b\u06f5\u06f0", "EUR", 250),  # Persian digits and decimal sign
    ("\uff12\uff15\uff10", "JPY", 250),  # wide digits
    ("250", "JPY", 250),
    ("1.234", "TND", 1234),
    ("2.505", "EUR", None),
    ("2.5", "JPY", None),
    ("-2", "EUR", None),
    ("\N{MINUS SIGN}2", "EUR", None),
    ("1e3", "EUR", None),
    ("1 000", "EUR", None),
    ("1,000.00", "EUR", None),
    ("", "EUR", None),
    (".", "EUR", None),
    ("two", "EUR", None),
    ("5\u00b2", "EUR", None),  # a raised two is no digit of an amount
    ("\u2460", "EUR", None),  # nor is a one in a ring
]


@pytest.mark.parametrize(("text", "currency", "units"), TYPED)
def test_an_amount_is_read_as_it_is_typed_or_not_at_all(
    text: str, currency: str, units: int | None
) -> None:
    assert read(text, currency) == units


@given(st.integers(0, 10**12), st.sampled_from(["EUR", "JPY", "TND"]))
def test_what_is_written_is_read_again(units: int, currency: str) -> None:
    assert read(written(units, currency) or "0", currency) == units


@pytest.mark.parametrize(
    ("units", "plain", "with_sign"),
    [(250, "2.50", "+2.50"), (-250, "\u22122.50", "\u22122.50"), (0, "0.00", "0.00")],
)
def test_below_zero_has_a_true_minus_sign(units: int, plain: str, with_sign: str) -> None:
    assert shown(units, "EUR") == plain
    assert signed(units, "EUR") == with_sign
    assert with_sign in signed_coins(units, "EUR")


def test_owed_and_due_are_shown_in_their_own_column() -> None:
    assert ">2.50<" in owed_coins(-250, "EUR")
    assert owed_coins(250, "EUR") == ""
    assert ">2.50<" in due_coins(250, "EUR")
    assert due_coins(-250, "EUR") == ""


@given(st.text(max_size=12))
def test_no_text_begins_as_a_formula(text: str) -> None:
    written_cell = safe(text)
    assert not written_cell.lstrip(" \u00a0").startswith(RUN)
    assert written_cell.removeprefix("'") == text.removeprefix("'") or written_cell == text


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@x", "\t=1", " =1", "\uff1d1", "\u22121", "\r=1"]
)
def test_what_a_spreadsheet_would_run_gets_an_apostrophe(text: str) -> None:
    assert safe(text) == f"'{text}"


@pytest.mark.parametrize("text", ["Ann", "花子", "پریسا", "O'Neil", "1-2", "'=x"])
def test_other_texts_stay_as_they_are(text: str) -> None:
    assert safe(text) == text


def test_an_amount_below_zero_stays_a_number() -> None:
    assert safe(amount_cell(-250, "EUR")) == "-2.50"


def test_a_file_has_a_safe_name_in_any_script() -> None:
    answer = csv_response('دفتر: "a/b"', ["=x"], [["Ann, Ben", 3]])
    assert answer["Content-Disposition"].startswith("attachment; ")
    assert "/b" not in answer["Content-Disposition"]
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    assert list(csv.reader(io.StringIO(text[1:]))) == [["'=x"], ["Ann, Ben", "3"]]
