"""The house share and the prizes of an event that is over, as its book ought to say."""

from collections.abc import Iterator

from ledger.accounts import CLUB, POT, PRIZES, At, Entry, of_player
from ledger.models import EntryKind
from tournaments.models import Event, EventMoney, EventState
from tournaments.selectors.lots import PRIZES_LOT
from tournaments.selectors.money.awards import AwardPlan, award_plan
from tournaments.selectors.money.funds import Fund
from tournaments.services.lots import lot_draw


def awards_wanted(event: Event, money: EventMoney, fund: Fund) -> Iterator[Entry]:
    """House share, prizes, and what is then left in the pot. The event is locked.

    A lot is drawn, and recorded, where tied entries cannot share to the last unit. Nothing while
    the event is open again. What the prizes leave goes where the organiser said.
    """
    if not money.awarded or event.state != EventState.FINISHED:
        return
    plan = award_plan(event, money, fund)
    if plan.tied:
        lot_draw(event=event, purpose=PRIZES_LOT, options=plan.tied)
        plan = award_plan(event, money, fund)
    winners = _winners(plan)
    total = sum(winners.values())
    house, prize = EntryKind.HOUSE, EntryKind.PRIZE
    yield Entry("house", house, "", _moved(POT, CLUB, fund.house), {"code": "house"})
    yield Entry("fund", prize, "", _moved(POT, PRIZES, total), {"code": "fund"})
    prizes = {PRIZES: -total, **winners} if total else {}
    yield Entry("prizes", prize, "", prizes, {"code": "prizes"})
    code = "club_adds" if plan.club_adds else "rest"
    yield Entry("rest", house, "", _moved(POT, CLUB, plan.to_club - plan.club_adds), {"code": code})


def _moved(giver: At, receiver: At, amount: int) -> dict[At, int]:
    return {giver: -amount, receiver: amount} if amount else {}


def _winners(plan: AwardPlan) -> dict[At, int]:
    received: dict[At, int] = {}
    for award in plan.awards:
        for player, part in award.parts:
            at = of_player(player.pk)
            received[at] = received.get(at, 0) + part
    return {at: amount for at, amount in received.items() if amount}
