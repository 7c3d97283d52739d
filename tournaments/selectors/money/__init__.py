"""Reading the money of an event, for pages and API."""

from tournaments.selectors.money.fees import FeeLine, FeeStatus, fee_lines
from tournaments.selectors.money.funds import Fund, fund_of
from tournaments.selectors.money.overview import (
    Door,
    MoneyView,
    door_of,
    money_of,
    money_view,
    monies_of,
    unsettled_event_ids,
)

__all__ = [
    "Door",
    "FeeLine",
    "FeeStatus",
    "Fund",
    "MoneyView",
    "door_of",
    "fee_lines",
    "fund_of",
    "money_of",
    "money_view",
    "monies_of",
    "unsettled_event_ids",
]
