"""Bids of a player as declarer, made and set: summed by the database from the verdicts of hands."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, IntegerField, OuterRef, Q, QuerySet, TextField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Mod

from clubs.models import Player
from games import PRESENTERS
from games.wording import Text
from scoring.models import Hand, Seat

FEW = 10
"""A share of fewer hands than this says little and is shown in grey."""


@dataclass(frozen=True, slots=True)
class BidCount:
    """How often a bid was made and set; the bid in words, empty for the sum of all."""

    bid: str
    made: int
    was_set: int

    @property
    def hands(self) -> int:
        """In how many hands it was played."""
        return self.made + self.was_set

    @property
    def is_few(self) -> bool:
        """Whether so few hands say little."""
        return self.hands < FEW

    @property
    def share(self) -> int:
        """Return the hands made in percent, rounded."""
        return round(100 * self.made / self.hands)


@dataclass(frozen=True, slots=True)
class DeclarerRecord:
    """What a player bid and made in one game: each bid, the most frequent first, and the sum."""

    game: Text
    bids: tuple[BidCount, ...]
    total: BidCount


def declarer_records(player: Player) -> tuple[DeclarerRecord, ...]:
    """Return the player's bids by game, without games in which he was never the declarer.

    Hands count that have a verdict, stand before the end of their match and were made or set;
    matches entered by totals alone have none. One query a game.
    """
    return tuple(_records(player))


def _records(player: Player) -> Iterator[DeclarerRecord]:
    for name, presenter in PRESENTERS.items():
        found = hands_declared(player, game=name, seats=presenter.laws.seats)
        bids = tuple(
            BidCount(presenter.bid_words(row["bid"]), row["made"], row["was_set"])
            for row in found.values("bid")
            .annotate(
                made=Count("pk", filter=Q(outcome="made")),
                was_set=Count("pk", filter=Q(outcome="set")),
                hands=Count("pk"),
            )
            .order_by("-hands", "bid")
        )
        if bids:
            made, was_set = sum(one.made for one in bids), sum(one.was_set for one in bids)
            yield DeclarerRecord(presenter.label, bids, BidCount("", made, was_set))


def hands_declared(player: Player, *, game: str, seats: int) -> QuerySet[Any]:
    """Return the counted hands of a game that the player declared, with ``bid`` and ``outcome``.

    Where players take turns, the declarer's number follows from the deal, as in ``Rotation``.
    """
    one_more = Seat.objects.filter(match=OuterRef("match"), number=seats)
    found = Hand.objects.filter(match__seats__player=player, match__game=game, counted=True)
    found = found.annotate(
        number_held=F("match__seats__number"),
        turns=Exists(one_more),
        declarer=Cast(KT("verdict__declarer"), IntegerField()),
        bid=Cast(KT("verdict__bid"), TextField()),
        outcome=Cast(KT("verdict__outcome"), TextField()),
    ).filter(outcome__in=("made", "set"))
    turned = Mod(F("match__first_dealer") + F("number") + F("declarer"), seats + 1)
    return found.annotate(turned=turned).filter(
        Q(turns=False, declarer=F("number_held")) | Q(turns=True, turned=F("number_held"))
    )
