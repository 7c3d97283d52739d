"""The table of prizes as people type it."""

from typing import Any

import pytest

from tournaments.money.forms import table_read
from tournaments.money.models import PrizeKind

SHARES: list[tuple[str, Any]] = [
    ("50 30 20", [[1, [50, 30, 20]]]),
    ("50/30/20", [[1, [50, 30, 20]]]),
    ("50, 30, 20", [[1, [50, 30, 20]]]),
    ("50,30,20", [[1, [50, 30, 20]]]),
    ("50% 30% 20%", [[1, [50, 30, 20]]]),
    ("50 % / 30 % / 20 %", [[1, [50, 30, 20]]]),
    ("50-30-20", [[1, [50, 30, 20]]]),
    ("4: 100\n8: 60/40", [[4, [100]], [8, [60, 40]]]),
    ("8： 60 40", [[8, [60, 40]]]),
    ("۸: ۶۰ ۴۰", [[8, [60, 40]]]),
    ("8: 60 ²", "“²” is not a share. Type whole percentages, as in 8: 50 30 20."),
    ("8: 60 half", "“half” is not a share. Type whole percentages, as in 8: 50 30 20."),
    ("eight: 60 40", "“eight: 60 40”: type from how many entries, a colon"),
    ("--5: 60", "“--5: 60”: type from how many entries, a colon"),
    ("8:", "“8:”: type from how many entries, a colon"),
]
AMOUNTS: list[tuple[str, Any]] = [
    ("60 40", [[1, [6000, 4000]]]),
    ("$60 $40", [[1, [6000, 4000]]]),
    ("$ 60 / $ 40", [[1, [6000, 4000]]]),
    ("8: $60.50, $40", [[8, [6050, 4000]]]),
    ("8: 60 USD", "“USD” is not an amount. Type amounts, as in 8: 60 40."),
    ("8: €60", "“€60” names another currency: the amounts here are in USD."),
    ("8: 1 000", "“000” is not an amount. Type amounts, as in 8: 60 40."),
]


@pytest.mark.parametrize(("text", "read"), SHARES)
def test_shares_are_read_as_people_write_them_or_what_would_do_is_said(
    text: str, read: Any
) -> None:
    amounts = table_read(text, PrizeKind.SHARE, "USD")
    assert amounts.startswith(read) if isinstance(amounts, str) else amounts == read


@pytest.mark.parametrize(("text", "read"), AMOUNTS)
def test_prizes_are_read_as_people_write_them_or_what_would_do_is_said(
    text: str, read: Any
) -> None:
    amounts = table_read(text, PrizeKind.FIXED, "USD")
    assert amounts.startswith(read) if isinstance(amounts, str) else amounts == read
