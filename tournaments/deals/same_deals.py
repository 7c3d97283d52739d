"""Deal sets in the rounds, standings and records of events."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from clubs.models import User
from engine.analysis.deals import other_hands
from engine.standings.duplicate import DealTotals
from games.presets import DealPlan
from rules.problems import Code, Problem, problem
from scoring.models import Match
from tournaments.deals.models import Deal
from tournaments.deals.selectors.deals import (
    contradicts,
    deal_at_table,
    deals_to_play,
    set_of,
)
from tournaments.deals.selectors.duplicate import compared_of
from tournaments.deals.services.deals import deal_set_draw, deals_show
from tournaments.events.models import Event


class DealSets:
    """See ``SameDeals``."""

    def draw(self, *, event: Event, by: User, plan: DealPlan) -> None:
        deal_set_draw(event=event, by=by, count=plan.count, per_round=plan.per_round)

    def plan(self, event: Event) -> DealPlan | None:
        deal_set = set_of(event)
        return DealPlan(event.deals_per_round, deal_set.count) if deal_set else None

    def to_play(self, event: Event, round_number: int) -> range | None:
        return deals_to_play(event, round_number)

    def show_all(self, event: Event) -> None:
        deals_show(event)

    def totals(self, event: Event) -> Mapping[int, DealTotals]:
        return compared_of(event).totals

    def record_problems(self, match: Match, hand: int, record: Mapping[str, Any]) -> list[Problem]:
        deal = deal_at_table(match, hand)
        if deal is None:
            return []
        text = "This is not what was dealt in deal {number}."
        return [
            problem(Code.MATCH_OTHER_DEAL, at, text, number=deal.number)
            for at in other_hands(match.game, deal.keys, record)
        ]

    def record_warning(self, match: Match, hand: int, record: Mapping[str, Any]) -> str:
        deal = None if match.is_sealed else deal_at_table(match, hand)
        if deal is None or not contradicts(deal, record):
            return ""
        return _(
            "The pieces recorded here are not those of deal %(number)d. The result counts as it "
            "stands until the hand is corrected or ruled on."
        ) % {"number": deal.number}

    def pieces(self, event: Event, number: int, seat: int) -> tuple[Sequence[str], str]:
        deal = Deal.objects.get(deal_set__event=event, number=number)
        return deal.hands[seat], deal.centre
