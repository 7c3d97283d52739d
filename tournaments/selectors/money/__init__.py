"""Reading the money of an event, for pages and API."""

from tournaments.selectors.money.awards import Award, AwardPlan, award_plan, award_plan_of
from tournaments.selectors.money.fees import EntryFee, FeeLine, FeeStatus, entry_fees, fee_lines
from tournaments.selectors.money.funds import Fund, fund_of
from tournaments.selectors.money.overview import (
    Door,
    MoneyView,
    door_of,
    money_of,
    money_view,
    monies_of,
    players_balances,
    takes_fees,
    unopened_event_ids,
    unsettled_event_ids,
)

__all__ = [
    "Award",
    "AwardPlan",
    "Door",
    "EntryFee",
    "FeeLine",
    "FeeStatus",
    "Fund",
    "MoneyView",
    "award_plan",
    "award_plan_of",
    "door_of",
    "entry_fees",
    "fee_lines",
    "fund_of",
    "money_of",
    "money_view",
    "monies_of",
    "players_balances",
    "takes_fees",
    "unopened_event_ids",
    "unsettled_event_ids",
]
