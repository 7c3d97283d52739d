"""The deals of an event: where each is played, and which are public.

Hand n of round r is deal (r - 1) · k + n, with k hands per round. A deal is secret until its round
is over at every table; only functions marked as secret return pieces of a secret deal. Deal d is
dealt by seat (d - 1) modulo the players of the game; seat s of every table holds hand s.
"""

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet

from clubs.models import Club
from engine.analysis.answers import deal_known
from engine.analysis.deals import other_hands
from games import PRESENTERS
from rules import GAMES, verdict
from rules.pieces import place_in_hand
from scoring.models import Hand, Match
from tournaments.deals.models import Deal, DealSet
from tournaments.events.models import Event, EventState, RoundState, Table, TableSeat


def numbers_of_round(event: Event, round_number: int) -> range:
    """Return the numbers of the deals of a round, of the set or beyond it."""
    first = (round_number - 1) * event.deals_per_round + 1
    return range(first, first + event.deals_per_round)


def round_of_deal(event: Event, number: int) -> int:
    return (number - 1) // event.deals_per_round + 1


def dealer_of(event: Event, number: int) -> int:
    return (number - 1) % GAMES[event.game].seats


def set_of(event: Event) -> DealSet | None:
    """Return the event's deal set. No query if there is none."""
    if not event.deals_per_round:
        return None
    return DealSet.objects.filter(event=event).first()


def deals_to_play(event: Event, round_number: int) -> range | None:
    """Return the numbers of the deals of a round that is begun now.

    None without a set, beyond its deals, and where all of them were shown.
    """
    deal_set = set_of(event)
    if deal_set is None or deal_set.shown_at is not None:
        return None
    numbers = numbers_of_round(event, round_number)
    return numbers if numbers[-1] <= deal_set.count else None


def rounds_over(event: Event) -> frozenset[int]:
    """Return the numbers of begun rounds that are over at every table. One query."""
    playing = Table.objects.filter(round=OuterRef("pk"), is_bye=False)
    playing = playing.filter(games__match__is_over=False)
    gave_up = TableSeat.objects.filter(table=OuterRef("pk"), forfeited=True)
    open_tables = playing.exclude(Exists(gave_up))
    begun = event.rounds.filter(state=RoundState.BEGUN).exclude(Exists(open_tables))
    return frozenset(begun.values_list("number", flat=True))


def deals_over(event: Event) -> frozenset[int]:
    """Return the numbers of the public deals: those whose round is over everywhere.

    All of them once the event is finished. An opened deal stays public, even if a table plays on.
    At most three queries; none without a deal set.
    """
    deal_set = set_of(event)
    if deal_set is None:
        return frozenset()
    every = range(1, deal_set.count + 1)
    if deal_set.shown_at is not None:
        return frozenset(every)
    opened = Match.objects.filter(
        game_of__table__round__event=event, is_sealed=False, first_deal__isnull=False
    )
    firsts = set(opened.values_list("first_deal", flat=True))
    over = rounds_over(event) | {round_of_deal(event, first) for first in firsts if first}
    return frozenset(number for number in every if round_of_deal(event, number) in over)


def deals_shown(event: Event, round_number: int | None = None) -> list[Deal]:
    """Return the deals that anybody may see, of one round or all. Four queries at most."""
    numbers = deals_over(event)
    if round_number is not None:
        numbers &= set(numbers_of_round(event, round_number))
    deals = Deal.objects.filter(deal_set__event=event, number__in=numbers)
    return list(deals.select_related("deal_set__event"))


@dataclass(frozen=True, slots=True)
class DealHands:
    """A deal's hands by the letters of the seats, what is in the middle, and the dealer's seat."""

    seats: tuple[tuple[str, Sequence[str]], ...]
    centre: str
    dealer: int


def hands_of(deal: Deal) -> DealHands:
    """Return a deal's hands, cards sorted as players hold them."""
    event = deal.deal_set.event
    presenter = event.presenter
    hands = (sorted(hand, key=place_in_hand) if presenter.cards else hand for hand in deal.hands)
    seats = tuple(zip(presenter.keys, hands, strict=True))
    return DealHands(seats, deal.centre, dealer_of(event, deal.number))


def seed_shown(event: Event) -> str:
    """Return the seed once every deal is over; empty before that, or without one."""
    deal_set = set_of(event)
    if deal_set is None or len(deals_over(event)) < deal_set.count:
        return ""
    return deal_set.seed


# Secret: for the table that plays a deal, and for the print that is laid out from.


def secret_deals(event: Event, round_number: int | None = None) -> Iterator[Deal]:
    """Yield the deals of a round, or all. Secret: for printing and dealing, never for display."""
    deals = Deal.objects.filter(deal_set__event=event)
    if round_number is not None:
        deals = deals.filter(number__in=numbers_of_round(event, round_number))
    yield from deals.iterator()


def deal_at_table(match: Match, number: int) -> Deal | None:
    """Return the deal that a hand of a match is played with. Secret: to check a record by it."""
    deal_number = match.deal_number(number)
    if deal_number is None:
        return None
    deals = Deal.objects.filter(deal_set__event__rounds__tables__games__match=match)
    return deals.select_related("deal_set__event").filter(number=deal_number).first()


def contradicts(deal: Deal, record: Mapping[str, Any]) -> bool:
    """Whether an opened record cannot have been played with this deal."""
    if all(record.get(key) == value for key, value in deal.keys.items()):
        return False
    game = deal.deal_set.event.game
    return any(other_hands(game, deal.keys, record)) or not verdict({**record, **deal.keys})["ok"]


def contradicting_hands(event: Event) -> list[tuple[int, Hand]]:
    """Return recorded hands that contradict their deal, with its number. Five queries at most;
    none without a deal set."""
    deals = {deal.number: deal for deal in deals_shown(event)} if event.deals_per_round else {}
    if not deals:
        return []
    hands = Hand.objects.filter(
        match__game_of__table__round__event=event,
        match__first_deal__isnull=False,
        match__is_sealed=False,
        record__isnull=False,
    ).select_related("match__game_of__table__round")
    numbered = ((hand.match.deal_number(hand.number), hand) for hand in hands)
    return [
        (number, hand)
        for number, hand in sorted(numbered, key=_by_deal)
        if number in deals and contradicts(deals[number], hand.record or {})
    ]


def _by_deal(numbered: tuple[int | None, Hand]) -> tuple[int, int]:
    number, hand = numbered
    return number or 0, hand.match.game_of.table.number


def sealed_event_ids() -> list[int]:
    """Return the events with matches whose pieces are sealed. One query."""
    sealed = Match.objects.filter(is_sealed=True, game_of__isnull=False)
    return sorted(set(sealed.values_list("game_of__table__round__event", flat=True)))


TRIES = 30
"""Hands examined at most to find one whose whole deal is known."""


def bidding_hands(club: Club) -> QuerySet[Hand]:
    """The club's hands with a deal, of finished events, in games that are analysed."""
    analysed = [name for name, presenter in PRESENTERS.items() if presenter.best_play]
    return Hand.objects.filter(
        match__club=club,
        match__game__in=analysed,
        match__is_sealed=False,
        match__game_of__table__round__event__state=EventState.FINISHED,
        record__has_key="deal",
    ).select_related("match")


def bidding_hand(club: Club, key: int) -> Hand | None:
    """Return the hand of this key, if it may be asked about."""
    hand = bidding_hands(club).filter(pk=key).first()
    return hand if hand and deal_known(hand.record or {}) else None


def bidding_draw(club: Club) -> Hand | None:
    """Draw a random hand; None if there is none. Two queries, and one per hand examined."""
    hands = bidding_hands(club).order_by("pk")
    count = hands.count()
    places = random.sample(range(count), min(count, TRIES))
    drawn = (hand for place in places for hand in hands[place : place + 1])
    return next((hand for hand in drawn if deal_known(hand.record or {})), None)
