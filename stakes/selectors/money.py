"""The money of an event: fees, pot, prizes and balances."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import itemgetter
from typing import Final

from django.db.models import F, Q, QuerySet, Sum, TextChoices
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.models import Club, Player
from ledger.models import AccountKind, EntryKind, Posting
from ledger.selectors import Balance, balances_of
from pairings.formats import FORMATS
from pairings.qualifying import GROUPS
from rules import money as coins
from stakes.models import EventMoney, Fee, FeePer, FeeState, HouseBase, PrizeKind, RestTo
from stakes.prizes import (
    Ranks,
    needs_lot,
    row_for,
    shared_by_rank,
    shares_of,
    with_last,
    with_rest,
)
from tournaments.models import EntryPlayer, Event, EventState, RoundState, TableSeat
from tournaments.selectors.events import Entrant, last_begun_number, lineup
from tournaments.selectors.pairing_state import ranks_lines

# The door list: fees owed and paid.


class FeeStatus(TextChoices):
    """The status of a fee."""

    OWING = "owing", gettext_lazy("owing")
    PART = "part", gettext_lazy("paid in part")
    PAID = "paid", gettext_lazy("paid")
    WAIVED = "waived", gettext_lazy("waived")
    REFUNDED = "refunded", gettext_lazy("refunded")


@dataclass(frozen=True, slots=True)
class FeeLine:
    """A fee, owed by one or several ``players`` together; amounts in smallest coins."""

    entrant: Entrant
    entry_id: int
    place: int
    players: tuple[Player, ...]
    fee: int
    state: FeeState
    paid: int

    @property
    def due(self) -> int:
        """The total owed: 0 if waived or refunded."""
        return self.fee if self.state == FeeState.DUE else 0

    @property
    def open(self) -> int:
        """The unpaid amount."""
        return max(0, self.due - self.paid)

    @property
    def status(self) -> FeeStatus:
        """Its status."""
        if self.state != FeeState.DUE:
            return FeeStatus(self.state.value)
        if not self.open:
            return FeeStatus.PAID
        return FeeStatus.PART if self.paid else FeeStatus.OWING


@dataclass(frozen=True, slots=True)
class EntryFee:
    """All fees of an entry, and the unpaid part."""

    status: FeeStatus
    open: int


def fee_lines(money: EventMoney) -> tuple[FeeLine, ...]:
    """Return all fees of an event by the entries' numbers. Three queries.

    Original players owe the fee, substitutes do not. An entry that left before its first round is
    listed only if it has paid, until that is refunded.
    """
    entries = list(money.event.entries.all())
    entrants = lineup(money.event).originals(entries)
    decided = {
        (fee.entry_id, fee.place): fee for fee in Fee.objects.filter(entry__event=money.event_id)
    }
    lines = (
        _line(money, entrants[entry.pk], place, players, decided.get((entry.pk, place)))
        for entry in entries
        for place, players in _owing(money, entrants[entry.pk])
    )
    return tuple(line for line in lines if line.entrant.entry.takes_part or line.paid)


def entry_fees(money: EventMoney) -> dict[int, EntryFee]:
    """Return the fees of each entry together, by its key. Three queries."""
    lines: dict[int, list[FeeLine]] = {}
    for line in fee_lines(money):
        lines.setdefault(line.entry_id, []).append(line)
    return {entry_id: _together(fees) for entry_id, fees in lines.items()}


def _together(lines: Sequence[FeeLine]) -> EntryFee:
    """Return one status for an entry's fees; if they differ, whether anything is unpaid."""
    states = {line.status for line in lines}
    still_open = sum(line.open for line in lines)
    if len(states) == 1:
        return EntryFee(states.pop(), still_open)
    if not still_open:
        return EntryFee(FeeStatus.PAID, 0)
    has_paid = any(line.paid for line in lines)
    return EntryFee(FeeStatus.PART if has_paid else FeeStatus.OWING, still_open)


def _owing(money: EventMoney, entrant: Entrant) -> Iterator[tuple[int, tuple[Player, ...]]]:
    if money.fee_per == FeePer.ENTRY:
        yield 0, entrant.players
        return
    for place, player in enumerate(entrant.players):
        yield place, (player,)


def _line(
    money: EventMoney,
    entrant: Entrant,
    place: int,
    players: tuple[Player, ...],
    decided: Fee | None,
) -> FeeLine:
    return FeeLine(
        entrant=entrant,
        entry_id=entrant.entry_id,
        place=place,
        players=players,
        fee=money.fee if entrant.entry.takes_part or not decided else decided.paid,
        state=FeeState(decided.state) if decided else FeeState.DUE,
        paid=decided.paid if decided else 0,
    )


# The pot, the house share, and the prizes by place.


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
    found = Posting.objects.filter(
        account__book=money.book_id,
        account__kind=AccountKind.POT,
        account__label="",
        transaction__kind=EntryKind.EXPENSE,
    )
    return -(found.aggregate(total=Sum("amount"))["total"] or 0)


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
class Award:
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
    awards: tuple[Award, ...]
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


PRIZES_LOT: Final = "prizes"
"""The lot by which odd coins of shared prizes fall."""


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


def _awards(event: Event, won: Mapping[int, int]) -> tuple[Award, ...]:
    entries = list(event.entries.all())
    found = {one.number: one for one in lineup(event).originals(entries).values()}
    order = ("rank", "line", "entry__number")
    rows = event.standings.order_by(*order).values_list("entry__number", "rank")
    return tuple(
        Award(found[number], rank, won[number], _parts(found[number], won[number]))
        for number, rank in rows
        if won.get(number)
    )


def players_of(money: EventMoney) -> QuerySet[Player]:
    """Return everybody who is or was entered in the event, by name."""
    return Player.objects.filter(entries__entry__event=money.event_id).distinct()


def _parts(entrant: Entrant, amount: int) -> tuple[tuple[Player, int], ...]:
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
    if FORMATS[event.format].places is None:
        return set()
    seats = TableSeat.objects.filter(
        table__round__event=event, table__round__state=RoundState.BEGUN
    )
    return set(seats.exclude(table__round__stage=GROUPS).values_list("entry__number", flat=True))


# Overview.


_OF_ENTRANTS = (EntryKind.FEE, EntryKind.PAYMENT)
"""The kinds of transactions that only entrants have."""


@dataclass(frozen=True, slots=True)
class DoorList:
    """The door list; ``cash`` is the expected content of the box, float included."""

    lines: tuple[FeeLine, ...]
    cash: int

    @property
    def paid(self) -> int:
        """How many fees are settled."""
        return sum(line.status not in {FeeStatus.OWING, FeeStatus.PART} for line in self.lines)

    @property
    def open(self) -> int:
        """The unpaid amount."""
        return sum(line.open for line in self.lines)

    @property
    def taken(self) -> int:
        """The amount paid."""
        return sum(line.paid for line in self.lines)


@dataclass(frozen=True, slots=True)
class PlayerBalance:
    """A player's balance; ``note`` explains why a player takes no part."""

    player: Player
    amount: int
    note: str = ""


@dataclass(frozen=True, slots=True)
class MoneyView:
    """An event's money: balances of players and of the house, and the prize fund.

    Removed players are listed only with a balance other than 0.
    """

    money: EventMoney
    players: tuple[PlayerBalance, ...]
    house: tuple[Balance, ...]
    door: DoorList
    fund: Fund

    @property
    def currency(self) -> str:
        """The book's currency."""
        return self.money.book.currency

    @property
    def pot(self) -> int:
        """The balance of the event's pot."""
        return sum(
            balance.amount
            for balance in self.house
            if balance.account.kind == AccountKind.POT and not balance.account.label
        )


def money_of(event: Event) -> EventMoney | None:
    """Return the event's money with its book, if money is kept. One query."""
    found = EventMoney.objects.select_related("book__settled_with", "event__club")
    return found.filter(event=event).first()


def takes_fees(event: Event) -> bool:
    """Whether there is an entry fee. One query."""
    return EventMoney.objects.filter(event=event, fee__gt=0).exists()


def money_view(money: EventMoney) -> MoneyView:
    """Return everything that the overview shows. Seven queries."""
    balances = balances_of(money.book)
    lines = fee_lines(money)
    return MoneyView(
        money=money,
        players=players_balances(money, balances),
        house=tuple(
            balance for balance in balances if balance.account.player is None and balance.amount
        ),
        door=DoorList(lines, _in_the_box(balances)),
        fund=fund_of(money, lines),
    )


def players_balances(money: EventMoney, balances: Sequence[Balance]) -> tuple[PlayerBalance, ...]:
    """Return players' balances by name, without removed players whose balance is 0. Two queries."""
    rows = EntryPlayer.objects.filter(entry__event=money.event_id).select_related("entry")
    here: dict[int, bool] = {}
    for row in rows:
        here[row.player_id] = here.get(row.player_id, False) or row.entry.takes_part
    charged = Posting.objects.filter(
        account__book=money.book_id, transaction__kind__in=_OF_ENTRANTS
    )
    removed = set(charged.values_list("account__player", flat=True).distinct())
    found = []
    for balance in balances:
        player = balance.account.player
        if player is None or not (balance.amount or here.get(player.pk)):
            continue
        gone = player.pk not in here and player.pk in removed
        left = here.get(player.pk) is False
        note = _("removed") if gone else _("left before the first round") if left else ""
        found.append(PlayerBalance(player, balance.amount, note))
    return tuple(found)


def door_of(money: EventMoney) -> DoorList:
    """Return the door list. Four queries."""
    return DoorList(fee_lines(money), _in_the_box(balances_of(money.book)))


def monies_of(club: Club) -> list[EventMoney]:
    """Return the money of a club's events, newest first. One query."""
    found = EventMoney.objects.filter(event__club=club).select_related("event", "book")
    return list(found.order_by("-event__date", "-event"))


def unsettled_event_ids(books: Sequence[int] | None = None) -> list[int]:
    """Return the events whose books lack a change, of these books if given. One query."""
    found = EventMoney.objects.exclude(settled_version=F("event__version"))
    if books is not None:
        found = found.filter(book__in=books)
    return list(found.order_by("event").values_list("event", flat=True))


def unopened_event_ids() -> list[int]:
    """Return the events played for stakes that have no book yet. One query."""
    begun = Event.objects.exclude(state=EventState.DRAFT)
    return list(begun.filter(stakes__isnull=False, money=None).values_list("pk", flat=True))


def _in_the_box(balances: tuple[Balance, ...]) -> int:
    """Return the expected content of the cash box: its negated balance."""
    return -sum(balance.amount for balance in balances if balance.account.kind == AccountKind.CASH)
