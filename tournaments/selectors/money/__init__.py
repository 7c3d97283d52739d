"""Reading the money of an event, for pages and API."""

from tournaments.selectors.money.fees import EntryFee, FeeLine, FeeStatus, entry_fees, fee_lines
from tournaments.selectors.money.funds import Fund, fund_of
from tournaments.selectors.money.overview import (
    Door,
    MoneyView,
    door_of,
    money_of,
    money_view,
    monies_of,
    takes_fees,
    unsettled_event_ids,
)

__all__ = [
    "Door",
    "EntryFee",
    "FeeLine",
    "FeeStatus",
    "Fund",
    "MoneyView",
    "door_of",
    "entry_fees",
    "fee_lines",
    "fund_of",
    "money_of",
    "money_view",
    "monies_of",
    "takes_fees",
    "unsettled_event_ids",
]
