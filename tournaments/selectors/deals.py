"""The deals of an event: which is played where, and those that anybody may see.

Hand n of round r is deal (r - 1) · k + n, with k hands a round. A deal is secret until its round
is over at every table; nothing here but ``own_hand`` and ``secret_deals`` returns pieces of one
that is not. Deal d is dealt by seat (d - 1) modulo the players of the game, so that everybody bids
from the same place; seat s of every table holds hand s.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef

from rules import GAMES
from scoring.models import Match
from tournaments.models import Deal, DealSet, Event, EventState, Round, RoundState, Table, TableSeat


def numbers_of_round(event: Event, round_number: int) -> range:
    """Return the numbers of the deals of a round, of the set or beyond it."""
    first = (round_number - 1) * event.deals_per_round + 1
    return range(first, first + event.deals_per_round)


def round_of_deal(event: Event, number: int) -> int:
    """Return the number of the round that plays a deal."""
    return (number - 1) // event.deals_per_round + 1


def first_dealer(event: Event, round_number: int) -> int:
    """Return the seat that deals the first hand of a round."""
    return (round_number - 1) * event.deals_per_round % GAMES[event.game].seats


def dealer_of(event: Event, number: int) -> int:
    """Return the seat that deals, by the number of the deal."""
    return (number - 1) % GAMES[event.game].seats


def set_of(event: Event) -> DealSet | None:
    """Return the event's deal set. No query where there is none."""
    if not event.deals_per_round:
        return None
    return DealSet.objects.filter(event=event).first()


def has_deals(deal_set: DealSet, round_: Round) -> bool:
    """Whether a round plays deals of the set: not one begun after all were shown."""
    if deal_set.shown_at is None or round_.begun_at is None:
        return deal_set.shown_at is None
    return round_.begun_at < deal_set.shown_at


def deal_of_hand(match: Match, number: int) -> int | None:
    """Return the number of the deal that a hand of a match is played with.

    None where the event has no deal set, or none for this hand. Two queries at most.
    """
    tables = Table.objects.filter(games__match=match).select_related("round__event__deal_set")
    table = tables.first()
    if table is None or not table.round.event.deals_per_round:
        return None
    event, round_ = table.round.event, table.round
    deal_set: DealSet | None = getattr(event, "deal_set", None)
    if deal_set is None or not has_deals(deal_set, round_):
        return None
    if not 1 <= number <= event.deals_per_round:
        return None
    found = numbers_of_round(event, round_.number)[number - 1]
    return found if found <= deal_set.count else None


def rounds_over(event: Event) -> frozenset[int]:
    """Return the numbers of begun rounds that are over at every table. One query."""
    playing = Table.objects.filter(round=OuterRef("pk"), is_bye=False)
    playing = playing.filter(games__match__is_over=False)
    gave_up = TableSeat.objects.filter(table=OuterRef("pk"), forfeited=True)
    open_tables = playing.exclude(Exists(gave_up))
    begun = event.rounds.filter(state=RoundState.BEGUN).exclude(Exists(open_tables))
    return frozenset(begun.values_list("number", flat=True))


def deals_over(event: Event) -> frozenset[int]:
    """Return the numbers of the deals that anybody may see: those whose round is over everywhere.

    All of them once the event is finished. Three queries at most; none without a deal set.
    """
    deal_set = set_of(event)
    if deal_set is None:
        return frozenset()
    every = range(1, deal_set.count + 1)
    if event.state == EventState.FINISHED or deal_set.shown_at is not None:
        return frozenset(every) - _still_played(event, deal_set)
    over = rounds_over(event)
    return frozenset(number for number in every if round_of_deal(event, number) in over)


def _still_played(event: Event, deal_set: DealSet) -> frozenset[int]:
    """Return the deals of a reopened event whose round is played on."""
    if event.state == EventState.FINISHED:
        return frozenset()
    over = rounds_over(event)
    begun = event.rounds.filter(state=RoundState.BEGUN, begun_at__lt=deal_set.shown_at)
    return frozenset(
        number
        for round_number in begun.values_list("number", flat=True)
        if round_number not in over
        for number in numbers_of_round(event, round_number)
    )


def deals_shown(event: Event) -> list[Deal]:
    """Return the deals that anybody may see, in order. Four queries at most."""
    return list(Deal.objects.filter(deal_set__event=event, number__in=deals_over(event)))


def deal_at(event: Event, number: int) -> Deal | None:
    """Return a deal that anybody may see; None where it is secret or there is none."""
    if number not in deals_over(event):
        return None
    return Deal.objects.filter(deal_set__event=event, number=number).first()


def seed_shown(event: Event) -> str:
    """Return the seed once every deal is over; empty before that, or without one."""
    deal_set = set_of(event)
    if deal_set is None or len(deals_over(event)) < deal_set.count:
        return ""
    return deal_set.seed


# Secret: for the table that plays a deal, and for the print that is laid out from.


@dataclass(frozen=True, slots=True)
class OwnHand:
    """The hand of one seat in a deal; ``centre`` lies open for all."""

    number: int
    seat: int
    pieces: tuple[str, ...]
    centre: str


def own_hand(event: Event, number: int, seat: int) -> OwnHand | None:
    """Return the hand of one seat. Secret: for the player who sits there alone."""
    deal = Deal.objects.filter(deal_set__event=event, number=number).first()
    return OwnHand(number, seat, tuple(deal.hands[seat]), deal.centre) if deal else None


def secret_deals(event: Event, round_number: int | None = None) -> Iterator[Deal]:
    """Yield the deals of a round, or all. Secret: to be printed and dealt, shown to nobody."""
    deals = Deal.objects.filter(deal_set__event=event)
    if round_number is not None:
        deals = deals.filter(number__in=numbers_of_round(event, round_number))
    yield from deals.iterator()


def record_keys(match: Match, number: int) -> dict[str, Any] | None:
    """Return the deal of a hand as its record has it; None where it has none. Secret."""
    found = deal_of_hand(match, number)
    if found is None:
        return None
    deal = Deal.objects.filter(deal_set__event__rounds__tables__games__match=match, number=found)
    first = deal.first()
    return first.keys if first else None
