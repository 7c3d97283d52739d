"""The pot of an event, the house share, and the prizes by place."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.db.models import Q, Sum
from django.utils.translation import gettext as _

from clubs.models import Player
from engine.pairings.formats import FORMATS
from engine.pairings.qualifying import GROUPS
from ledger.models import AccountKind, EntryKind, Posting
from rules import money as coins
from tournaments.events.models import Event, EventState, RoundState, TableSeat
from tournaments.events.selectors.events import Entrant, last_begun_number, lineup
from tournaments.events.selectors.pairing_state import ranks_lines
from tournaments.money.models import EventMoney, FeeState, HouseBase, PrizeKind, RestTo
from tournaments.money.prize_table import (
    Ranks,
    needs_lot,
    row_for,
    shared_by_rank,
    shares_of,
    with_last,
    with_rest,
)
from tournaments.money.selectors.fees import FeeLine, fee_lines

PRIZES_LOT: Final = "prizes"
"""The lot by which odd coins of shared prizes fall."""


@dataclass(frozen=True, slots=True)
class Fund:
    """The amounts to win: ``prizes`` by place, and ``last`` for the last place.

    ``fees`` are all fees, paid or owed, and ``pot`` the rest after expenses; ``entries`` count for
    the prize table, whose first row is for ``least`` entries (0: no table).
    """

    pot: int
    house: int
    prizes: tuple[int, ...]
    last: int
    fees: int = 0
    entries: int = 0
    least: int = 0

    @property
    def left(self) -> int:
        """The amount left for prizes."""
        return self.pot - self.house

    @property
    def total(self) -> int:
        """All prizes together."""
        return sum(self.prizes) + self.last

    @property
    def is_too_small(self) -> bool:
        """Whether the prize table has no row for so few entries."""
        return self.entries < self.least


def fund_of(money: EventMoney, lines: Sequence[FeeLine]) -> Fund:
    """Return pot, house share and prizes for these fees. One query."""
    fees = sum(line.due for line in lines)
    pot = fees - spent_from_pot(money)
    house = house_share(money, fees, pot, HouseBase(money.house_of))
    entries = taking_part(lines)
    if money.prize_kind == PrizeKind.NONE:
        return Fund(pot, house, (), 0, fees, entries)
    table = [(least, tuple(prizes)) for least, prizes in money.prize_table]
    row = row_for(table, entries)
    if money.prize_kind == PrizeKind.SHARE:
        row = shares_of(max(0, pot - house - money.last_prize), row)
    least = min((from_ for from_, _prizes in table), default=0)
    return Fund(pot, house, row, money.last_prize, fees, entries, least)


def house_share(money: EventMoney, fees: int, pot: int, base: HouseBase) -> int:
    """Return the house share, with its percentage of ``base``; at most the pot."""
    there = max(pot, 0)
    whole = fees if base is HouseBase.FEES else there
    return min(there, money.house_amount + whole * money.house_percent // 100)


def spent_from_pot(money: EventMoney) -> int:
    """Return the expenses that the pot bears. One query."""
    expenses = Posting.objects.filter(
        account__book=money.book_id,
        account__kind=AccountKind.POT,
        account__label="",
        transaction__kind=EntryKind.EXPENSE,
    )
    return -(expenses.aggregate(total=Sum("amount"))["total"] or 0)


def has_awards(money: EventMoney, fund: Fund) -> bool:
    """Whether the end of the event moves something from the pot."""
    to_club = money.rest_to == RestTo.CLUB and fund.left > 0
    return bool(fund.total or fund.house or to_club)


def awards_missing(money: EventMoney, fund: Fund) -> str:
    """Return why settling up has to wait for the prizes of a finished event; empty if it need not.

    No queries.
    """
    if money.awarded or money.event.state != EventState.FINISHED:
        return ""
    if fund.is_too_small and fund.entries:
        return _(
            "Settling up waits until the prize table has a line for so few entries, or none is set."
        )
    if has_awards(money, fund):
        return _("Enter the prizes and the house cut before you settle up.")
    return ""


def taking_part(lines: Sequence[FeeLine]) -> int:
    """Count the entries, without those refunded or gone before their first round."""
    return len(
        {
            line.entry_id
            for line in lines
            if line.state != FeeState.REFUNDED and line.entrant.entry.takes_part
        }
    )


# Distribution of prizes and of the rest of the pot, before and after it is entered in the book.


@dataclass(frozen=True, slots=True)
class PrizeAward:
    """An entry's prize, and its players' parts; the first has the odd unit."""

    entrant: Entrant
    rank: int
    amount: int
    parts: tuple[tuple[Player, int], ...]


@dataclass(frozen=True, slots=True)
class AwardPlan:
    """The division of the pot.

    ``awards`` are empty until the event is finished. ``given`` are the prizes of occupied places,
    ``unwon`` the others; ``tied`` are the entries among whom an odd unit is to be drawn by lot.
    ``rest`` is the remainder after prizes, negative if the club adds to it; ``shared`` is its part
    already included in the prizes. ``has_lines`` if two lines are ranked apart.
    """

    fund: Fund
    prizes: tuple[int, ...]
    awards: tuple[PrizeAward, ...]
    given: int
    unwon: int
    rest: int
    rest_to: RestTo
    tied: tuple[int, ...] = ()
    shared: int = 0
    has_lines: bool = False

    @property
    def left_over(self) -> int:
        """The remainder after the prize table, for the club, the pot or the winners."""
        return max(0, self.rest) if self.rest_to is not RestTo.WINNERS else max(0, self.shared)

    @property
    def adds_signed(self) -> int:
        """The club's addition, as a negative amount."""
        return -self.club_adds

    @property
    def to_club(self) -> int:
        """The part of the rest that goes to the club."""
        return self.rest if self.rest > 0 and self.rest_to is RestTo.CLUB else 0

    @property
    def stays(self) -> int:
        """The part of the rest that stays in the pot."""
        return max(0, self.rest) - self.to_club

    @property
    def club_adds(self) -> int:
        """The amount that the pot cannot pay."""
        return max(0, -self.rest)


def award_plan_of(money: EventMoney) -> AwardPlan:
    """Return how the pot is divided now. Five queries, some more once the event is over."""
    plan = award_plan(money.event, money, fund_of(money, fee_lines(money)))
    return replace(plan, has_lines=ranks_lines(money.event))


def award_plan(event: Event, money: EventMoney, fund: Fund) -> AwardPlan:
    """Return how the pot is divided by the standings as they are.

    One query before the event is over. Draws no lot: until one is drawn the lower number wins.
    """
    rest_to = RestTo(money.rest_to)
    if event.state != EventState.FINISHED:
        return _divided(fund, rest_to, fund.entries, [], [])
    stayed = _stayed(event)
    placed, last = _by_rank(event, stayed | _in_brackets(event)), _to_the_last(event, stayed)
    plan = _divided(fund, rest_to, sum(map(len, placed)), placed, last)
    order: Mapping[int, int] = {}
    if needs_lot(plan.prizes, 0, placed) or needs_lot((), fund.last, last):
        drawn = prize_order(event)
        tied = {number for rank in (*placed, *last) if len(rank) > 1 for number in rank}
        missing = () if tied <= drawn.keys() else tuple(sorted(tied))
        order = drawn
    else:
        missing = ()

    def by_lot(ranks: Ranks) -> Ranks:
        return [sorted(rank, key=lambda number: order.get(number, 0)) for rank in ranks]

    won = with_last(shared_by_rank(plan.prizes, by_lot(placed)), fund.last, by_lot(last))
    return AwardPlan(
        fund,
        plan.prizes,
        _awards(event, won),
        plan.given,
        plan.unwon,
        plan.rest,
        rest_to,
        missing,
        plan.shared,
    )


def prize_order(event: Event) -> dict[int, int]:
    """Return each entry's place in the lot for odd coins; empty before it is drawn. One query."""
    lot = event.lots.filter(purpose=PRIZES_LOT).first()
    if lot is None:
        return {}
    return {number: place for place, number in enumerate(lot.outcome["order"])}


def _divided(fund: Fund, rest_to: RestTo, taken: int, placed: Ranks, last: Ranks) -> AwardPlan:
    """Return the prizes of occupied places, and the remainder."""
    prizes = fund.prizes[:taken]
    has_last = len(last) > 1 if placed else taken > 1
    consolation = fund.last if has_last else 0
    rest, shared = fund.left - sum(prizes) - consolation, 0
    if rest_to is RestTo.WINNERS:
        whole = sum(prizes)
        prizes = with_rest(prizes, rest)
        shared = sum(prizes) - whole
        rest -= shared
    given = sum(prizes) + consolation
    unwon = sum(fund.prizes[taken:])
    return AwardPlan(fund, prizes, (), given, unwon, rest, rest_to, shared=shared)


def _awards(event: Event, won: Mapping[int, int]) -> tuple[PrizeAward, ...]:
    entries = list(event.entries.all())
    entrants = {entrant.number: entrant for entrant in lineup(event).originals(entries).values()}
    order = ("rank", "line", "entry__number")
    rows = event.standings.order_by(*order).values_list("entry__number", "rank")
    return tuple(
        PrizeAward(entrants[number], rank, won[number], _shares(entrants[number], won[number]))
        for number, rank in rows
        if won.get(number)
    )


def _shares(entrant: Entrant, amount: int) -> tuple[tuple[Player, int], ...]:
    parts = coins.split(amount, len(entrant.players))
    return tuple(zip(entrant.players, parts, strict=True))


def _by_rank(event: Event, entries: Collection[int]) -> Ranks:
    """Return entries by rank. Those of the same rank in two lines are tied."""
    standings = event.standings.filter(entry__number__in=entries)
    rows = standings.order_by("rank", "entry__number").values_list("rank", "entry__number")
    return [[number for _rank, number in tied] for _key, tied in groupby(rows, lambda row: row[0])]


def _to_the_last(event: Event, entries: Collection[int]) -> Ranks:
    """Return entries by rank; the last of each line together at the end."""
    standings = event.standings.filter(entry__number__in=entries)
    columns = ("line", "rank", "entry__number")
    lines: list[Ranks] = [
        [[number for _line, _rank, number in tied] for _rank, tied in groupby(rows, itemgetter(1))]
        for _line, rows in groupby(
            standings.order_by(*columns).values_list(*columns), itemgetter(0)
        )
    ]
    if len(lines) < 2:
        return lines[0] if lines else []
    last = [number for ranks in lines if len(ranks) > 1 for number in ranks[-1]]
    others = [number for ranks in lines for rank in ranks for number in rank if number not in last]
    return [*([number] for number in others), last] if last else [others]


def _stayed(event: Event) -> set[int]:
    """Return the entries that stayed until the last begun round."""
    here = Q(left_after_round=None) | Q(left_after_round__gte=last_begun_number(event))
    return set(event.entries.filter(here).values_list("number", flat=True))


def _in_brackets(event: Event) -> set[int]:
    """Return the entries with a place in a bracket, who may go home when eliminated."""
    if not FORMATS[event.format].has_bracket:
        return set()
    seats = TableSeat.objects.filter(
        table__round__event=event, table__round__state=RoundState.BEGUN
    )
    return set(seats.exclude(table__round__stage=GROUPS).values_list("entry__number", flat=True))
