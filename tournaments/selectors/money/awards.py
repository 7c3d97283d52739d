"""Who wins what and where the rest of the pot goes: the same before it is entered and after."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from itertools import groupby

from django.db.models import Q

from clubs.models import Player
from pairings.qualifying import GROUPS
from rules import money as coins
from tournaments.formats import FORMATS
from tournaments.models import Event, EventMoney, EventState, RestTo, RoundState, TableSeat
from tournaments.money.prizes import Ranks, needs_lot, shared_by_rank, with_last, with_rest
from tournaments.selectors.events import last_begun_number
from tournaments.selectors.lineups import Entrant, lineup
from tournaments.selectors.lots import prize_order
from tournaments.selectors.money.fees import fee_lines
from tournaments.selectors.money.funds import Fund, fund_of


@dataclass(frozen=True, slots=True)
class Award:
    """What an entry wins, and each of its players; within a pair the first has the odd unit."""

    entrant: Entrant
    rank: int
    amount: int
    parts: tuple[tuple[Player, int], ...]


@dataclass(frozen=True, slots=True)
class AwardPlan:
    """How the pot is divided.

    ``awards`` are empty while the event is not over. ``given`` are the prizes of the places that
    are taken, ``unwon`` the prizes of places that nobody takes; ``tied`` those among whom a lot is
    still to be drawn for an odd unit. ``rest`` is what prizes leave, below zero what the club
    adds; ``shared`` what of it is in the prizes already.
    """

    fund: Fund
    prizes: tuple[int, ...]
    awards: tuple[Award, ...]
    given: int
    unwon: int
    rest: int
    rest_to: RestTo
    tied: tuple[int, ...] = ()
    shared: int = 0

    @property
    def left_over(self) -> int:
        """What the prizes of the table leave, whoever gets it."""
        return max(0, self.rest) if self.rest_to is not RestTo.WINNERS else max(0, self.shared)

    @property
    def adds_signed(self) -> int:
        """What the club adds, below zero: it comes in where the rest goes out."""
        return -self.club_adds

    @property
    def to_club(self) -> int:
        """What of the rest goes to the club."""
        return self.rest if self.rest > 0 and self.rest_to is RestTo.CLUB else 0

    @property
    def stays(self) -> int:
        """What of the rest stays in the pot."""
        return max(0, self.rest) - self.to_club

    @property
    def club_adds(self) -> int:
        """What the pot cannot pay."""
        return max(0, -self.rest)


def award_plan_of(money: EventMoney) -> AwardPlan:
    """How the pot is divided now. Five queries, some more once the event is over."""
    return award_plan(money.event, money, fund_of(money, fee_lines(money)))


def award_plan(event: Event, money: EventMoney, fund: Fund) -> AwardPlan:
    """How the pot is divided by the standings as they are; one query before the event is over.

    Nothing is drawn here: where a lot is still wanted, the lower number stands for the better lot.
    """
    rest_to = RestTo(money.rest_to)
    if event.state != EventState.FINISHED:
        return _divided(fund, rest_to, fund.entries, [], [])
    stayed = _stayed(event)
    placed, last = _by_rank(event, stayed | _in_brackets(event)), _by_rank(event, stayed)
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


def _divided(fund: Fund, rest_to: RestTo, taken: int, placed: Ranks, last: Ranks) -> AwardPlan:
    """The prizes of places that are taken, and what they leave."""
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


def _awards(event: Event, won: Mapping[int, int]) -> tuple[Award, ...]:
    entries = list(event.entries.all())
    found = {one.number: one for one in lineup(event).entrants(entries, 1).values()}
    rows = event.standings.order_by("rank", "entry__number").values_list("entry__number", "rank")
    return tuple(
        Award(found[number], rank, won[number], _parts(found[number], won[number]))
        for number, rank in rows
        if won.get(number)
    )


def _parts(entrant: Entrant, amount: int) -> tuple[tuple[Player, int], ...]:
    parts = coins.split(amount, len(entrant.players))
    return tuple(zip(entrant.players, parts, strict=True))


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
