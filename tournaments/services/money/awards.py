"""The house share and the prizes of an event that is over, as its book ought to say."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from django.utils.translation import gettext as _

from ledger.accounts import CLUB, POT, PRIZES, At, Entry, of_player
from ledger.models import EntryKind
from rules import money as coins
from tournaments.models import Event, EventMoney, EventState, Lot
from tournaments.money.prizes import needs_lot, shared_by_rank, with_last
from tournaments.selectors.lineups import lineup
from tournaments.selectors.money.funds import Fund
from tournaments.services.lots import lot_draw

LOT = "prizes"


def awards_wanted(event: Event, money: EventMoney, fund: Fund) -> Iterator[Entry]:
    """House share, prizes, and what is then left in the pot. The event is locked.

    A lot is drawn, and recorded, where tied entries cannot share to the last unit. Nothing while
    the event is open again.
    """
    if not money.awarded or event.state != EventState.FINISHED:
        return
    winners = _winners(event, fund)
    total = sum(winners.values())
    rest = fund.left - total
    house, prize = EntryKind.HOUSE, EntryKind.PRIZE
    yield Entry("house", house, _("House share"), _moved(POT, CLUB, fund.house))
    yield Entry("fund", prize, _("Prize money from the pot"), _moved(POT, PRIZES, total))
    yield Entry("prizes", prize, _("Prizes"), {PRIZES: -total, **winners} if total else {})
    words = _("Rest of the pot to the club") if rest >= 0 else _("The club adds to the prizes")
    yield Entry("rest", house, words, _moved(POT, CLUB, rest))


def _moved(giver: At, receiver: At, amount: int) -> dict[At, int]:
    return {giver: -amount, receiver: amount} if amount else {}


def _winners(event: Event, fund: Fund) -> dict[At, int]:
    """What each player wins; within a pair the first place has the odd unit. Four queries."""
    ranks = _ranks(event, fund)
    won = with_last(shared_by_rank(fund.prizes, ranks), fund.last, ranks)
    entries = list(event.entries.all())
    players = {
        entrant.number: entrant.players for entrant in lineup(event).entrants(entries, 1).values()
    }
    received: dict[At, int] = {}
    for number, prize in won.items():
        parts = coins.split(prize, len(players[number]))
        for player, part in zip(players[number], parts, strict=True):
            at = of_player(player.pk)
            received[at] = received.get(at, 0) + part
    return {at: amount for at, amount in received.items() if amount}


def _ranks(event: Event, fund: Fund) -> Sequence[Sequence[int]]:
    standings = event.standings.select_related("entry").order_by("rank", "entry__number")
    rows = list(standings.values_list("rank", "entry__number"))
    ranks = [[number for _rank, number in tied] for _key, tied in groupby(rows, lambda row: row[0])]
    if not needs_lot(fund.prizes, fund.last, ranks):
        return ranks
    order = _lot(event, [number for tied in ranks if len(tied) > 1 for number in tied])
    return [sorted(tied, key=lambda number: order.get(number, 0)) for tied in ranks]


def _lot(event: Event, tied: Sequence[int]) -> dict[int, int]:
    lot: Lot = lot_draw(event=event, purpose=LOT, options=sorted(tied))
    return {number: place for place, number in enumerate(lot.outcome["order"])}
