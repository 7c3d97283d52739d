"""Amounts as people read and write them, and cells that no spreadsheet runs."""

import csv
import io

import pytest
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import load_workbook

from core.cells import Number
from core.figures import MINUS
from core.tables import RUN, safe, table_response
from ledger.amounts import Misread, misread_words, read, shown, signed, written
from ledger.tables import amount_cell
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
    # Thousands apart, by whatever mark; the last mark that stands once is for the decimals.
    ("1 000", "EUR", 100000),
    ("1\u202f234\u202f567.89", "EUR", 123456789),
    ("1’000’000.50", "CHF", 100000050),
    ("1,000.00", "EUR", 100000),
    ("1.000,00", "EUR", 100000),
    ("1.000.000", "IDR", 100000000),
    ("1,000,000", "USD", 100000000),
    ("12,34,567.50", "INR", 123456750),
    ("\u06f1\u066c\u06f0\u06f0\u06f0\u066b\u06f5", "IRR", 100050),  # 1 000.5 in Persian
    ("1,000.500", "KWD", 1000500),
    ("1.000,500", "KWD", 1000500),
    # One mark before three digits: where there are no decimals it can only part thousands.
    ("1,000", "JPY", 1000),
    ("1.000", "VND", 1000),
    ("\uff11\uff0c\uff10\uff10\uff10", "JPY", 1000),  # wide digits and comma
    ("1,000", "KWD", Misread.TWO_WAYS),
    ("1.000", "KWD", 1000),  # as it stands in our own fields
    ("1,000", "EUR", Misread.TWO_WAYS),
    ("1.000", "EUR", Misread.TWO_WAYS),
    ("2.505", "EUR", Misread.TWO_WAYS),
    ("0,250", "KWD", 250),  # no thousands begin with a nought
    ("0,250", "EUR", Misread.TOO_FINE),
    ("1234,567", "KWD", 1234567),
    ("1000,5", "KWD", 1000500),
    ("1,0000", "KWD", Misread.TOO_FINE),
    ("0.255", "EUR", Misread.TOO_FINE),
    ("2.5", "JPY", Misread.TOO_FINE),
    ("10,00", "JPY", Misread.TOO_FINE),
    ("2.00", "JPY", Misread.TOO_FINE),
    ("-2", "EUR", Misread.NO_AMOUNT),
    ("\N{MINUS SIGN}2", "EUR", Misread.NO_AMOUNT),
    ("1e3", "EUR", Misread.NO_AMOUNT),
    ("1,00,00", "EUR", Misread.NO_AMOUNT),
    ("1.000.50", "EUR", Misread.NO_AMOUNT),
    ("1 000,000 000", "EUR", Misread.NO_AMOUNT),
    ("10 00", "EUR", Misread.NO_AMOUNT),
    ("0,100,000", "EUR", Misread.NO_AMOUNT),
    ("", "EUR", Misread.NO_AMOUNT),
    (".", "EUR", Misread.NO_AMOUNT),
    ("5.", "EUR", Misread.NO_AMOUNT),
    ("two", "EUR", Misread.NO_AMOUNT),
    ("5\u00b2 kr", "SEK", Misread.NO_AMOUNT),
    # The sign or code of the currency before or after; that of another is not passed over.
    ("$5", "USD", 500),
    ("$ 1,000.50", "USD", 100050),
    ("20 USD", "USD", 2000),
    ("12,40 zł", "PLN", 1240),
    ("kr. 50", "DKK", 5000),
    ("50 kr.", "DKK", 5000),
    ("￥500", "JPY", 500),
    ("5,00 irr", "IRR", 500),
    ("€20", "USD", Misread.OTHER_CURRENCY),
    ("20 EUR", "USD", Misread.OTHER_CURRENCY),
    ("$-5", "USD", Misread.NO_AMOUNT),
    ("20 each", "USD", Misread.NO_AMOUNT),
    ("$", "USD", Misread.NO_AMOUNT),
    ("5\u00b2", "EUR", Misread.NO_AMOUNT),  # a raised two is no digit of an amount
    ("\u2460", "EUR", Misread.NO_AMOUNT),  # nor is a one in a ring
]


@pytest.mark.parametrize(("text", "currency", "units"), TYPED)
def test_an_amount_is_read_as_it_is_typed_or_not_at_all(
    text: str, currency: str, units: int | Misread
) -> None:
    assert read(text, currency) == units


@given(st.integers(0, 10**14), st.sampled_from(["EUR", "JPY", "TND", "CLF"]))
def test_what_is_written_or_shown_is_read_again(units: int, currency: str) -> None:
    assert read(written(units, currency) or "0", currency) == units
    assert read(shown(units, currency), currency) == units


# What is typed, the currency, what is said.
TEXTS = [
    ("1,000", "KWD", "“1,000” may mean 1000, or a number with three decimals."),
    ("2.5", "JPY", "Type an amount such as 250: JPY has no decimals."),
    ("0.255", "EUR", "Type an amount such as 2.50, with at most 2 decimals in EUR."),
    ("ten", "KWD", "Type an amount such as 2.500, with at most 3 decimals in KWD."),
    ("5,00 a head", "IRR", "Type an amount such as 2.50, with at most 2 decimals in IRR."),
    ("€20", "USD", "“€20” names another currency: the amounts here are in USD."),
]


@pytest.mark.parametrize(("text", "currency", "words"), TEXTS)
def test_who_typed_no_amount_is_told_how_to(text: str, currency: str, words: str) -> None:
    why = read(text, currency)
    assert isinstance(why, Misread)
    assert misread_words(why, text, currency).startswith(words)


@pytest.mark.parametrize(
    ("units", "currency", "text"),
    [
        (99999, "EUR", "999.99"),
        (999999, "EUR", "9,999.99"),
        (1000000, "EUR", "10,000.00"),
        (-123456789, "KWD", f"{MINUS}123,456.789"),
        (1234567, "JPY", "1,234,567"),
        (-1000, "JPY", f"{MINUS}1,000"),
        (5, "KWD", "0.005"),
    ],
)
def test_thousands_stand_apart(units: int, currency: str, text: str) -> None:
    assert shown(units, currency) == text


@pytest.mark.parametrize(
    ("units", "plain", "with_sign"),
    [(1, "0.01", "+0.01"), (-1, "\u22120.01", "\u22120.01"), (0, "0.00", "0.00")],
)
def test_below_zero_has_a_true_minus_sign(units: int, plain: str, with_sign: str) -> None:
    kind = {"+": "good", "\u2212": "bad", "0": "muted"}[with_sign[0]]
    assert f'class="coins {kind}"' in signed_coins(units, "EUR")
    assert shown(units, "EUR") == plain
    assert signed(units, "EUR") == with_sign
    assert with_sign in signed_coins(units, "EUR")


def test_owed_and_due_are_shown_in_their_own_column() -> None:
    assert ">0.01<" in owed_coins(-1, "EUR")
    assert ">0.01<" in due_coins(1, "EUR")
    assert [owed_coins(units, "EUR") for units in (0, 1)] == ["", ""]
    assert [due_coins(units, "EUR") for units in (0, -1)] == ["", ""]


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
    answer = table_response("csv", 'دفتر: "a/b"', ["=x"], [["Ann, Ben", 3]])
    assert answer["Content-Disposition"].startswith("attachment; ")
    assert "/b" not in answer["Content-Disposition"]
    text = answer.content.decode()
    assert text.startswith("\ufeff")
    assert list(csv.reader(io.StringIO(text[1:]))) == [["'=x"], ["Ann, Ben", "3"]]


def test_a_workbook_has_texts_as_texts_and_numbers_as_numbers() -> None:
    rows: list[list[str | int]] = [
        ["=1+1", 3, Number("-2.50"), Number("")],
        ["پریسا\x07", 4, Number("0.00"), Number("")],
    ]
    with translation.override("fa"):
        answer = table_response("xlsx", "x", ["Name", "Games", "Balance", "Par"], rows)
    sheet = load_workbook(io.BytesIO(answer.content)).active
    assert sheet is not None
    assert sheet.sheet_view.rightToLeft
    cells = [[(cell.value, cell.data_type) for cell in row] for row in sheet.iter_rows(min_row=2)]
    assert cells == [
        [("=1+1", "s"), (3, "n"), (-2.5, "n"), (None, "n")],
        [("پریسا", "s"), (4, "n"), (0, "n"), (None, "n")],
    ]


@pytest.mark.parametrize(("units", "currency"), [(123450, "EUR"), (1250, "KWD"), (1250, "JPY")])
@pytest.mark.parametrize("language", ["en", "nl", "fa", "fa-latn", "ja"])
def test_what_we_show_and_put_into_a_field_is_read_as_the_same(
    language: str, units: int, currency: str
) -> None:
    with translation.override(language):
        assert read(shown(units, currency), currency) == units
        assert read(written(units, currency), currency) == units


def test_a_file_has_the_decimal_comma_of_its_language() -> None:
    with translation.override("nl"):
        sent = table_response("csv", "Geld", ["Wie", "Bedrag"], [["Bo", amount_cell(-250, "EUR")]])
    assert sent.content.decode().splitlines()[1] == "Bo;-2,50"
