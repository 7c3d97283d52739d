"""The house share and the prizes of an event that is over, as its book ought to say."""

from collections.abc import Collection, Iterator, Sequence
from itertools import groupby

from django.db.models import Q
from django.utils.translation import gettext as _

from ledger.accounts import CLUB, POT, PRIZES, At, Entry, of_player
from ledger.models import EntryKind
from rules import money as coins
from tournaments.formats import FORMATS
from tournaments.models import Event, EventMoney, EventState, Lot, RoundState, TableSeat
from tournaments.money.prizes import Ranks, needs_lot, shared_by_rank, with_last
from tournaments.movements.qualifying import GROUPS
from tournaments.selectors import last_begun_number
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
    """What each player wins; within a pair the first place has the odd unit. Seven queries."""
    placed, stayed = _ranks(event, fund)
    won = with_last(shared_by_rank(fund.prizes, placed), fund.last, stayed)
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


def _ranks(event: Event, fund: Fund) -> tuple[Ranks, Ranks]:
    """Who wins a prize by place, and among whom the last is; the better lot first."""
    stayed = _stayed(event)
    placed, last = _by_rank(event, stayed | _in_brackets(event)), _by_rank(event, stayed)
    if not needs_lot(fund.prizes, 0, placed) and not needs_lot((), fund.last, last):
        return placed, last
    tied = {number for rank in (*placed, *last) if len(rank) > 1 for number in rank}
    order = _lot(event, sorted(tied))

    def drawn(ranks: Ranks) -> Ranks:
        return [sorted(rank, key=lambda number: order.get(number, 0)) for rank in ranks]

    return drawn(placed), drawn(last)


def _by_rank(event: Event, entries: Collection[int]) -> Ranks:
    standings = event.standings.filter(entry__number__in=entries)
    rows = standings.order_by("rank", "entry__number").values_list("rank", "entry__number")
    return [[number for _rank, number in tied] for _key, tied in groupby(rows, lambda row: row[0])]


def _stayed(event: Event) -> set[int]:
    """The entries that were there for the last round that was begun."""
    here = Q(left_after_round=None) | Q(left_after_round__gte=last_begun_number(event))
    return set(event.entries.filter(here).values_list("number", flat=True))


def _in_brackets(event: Event) -> set[int]:
    """Those to whom a bracket has given a place: who is out may go home."""
    if FORMATS[event.format].places is None:
        return set()
    seats = TableSeat.objects.filter(
        table__round__event=event, table__round__state=RoundState.BEGUN
    )
    return set(seats.exclude(table__round__stage=GROUPS).values_list("entry__number", flat=True))


def _lot(event: Event, tied: Sequence[int]) -> dict[int, int]:
    lot: Lot = lot_draw(event=event, purpose=LOT, options=sorted(tied))
    return {number: place for place, number in enumerate(lot.outcome["order"])}
