"""The numbers of an event: bids and results, table by table."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import F, QuerySet

from games.measures import HandRole
from scoring.models import Match
from scoring.selectors.numbers import Bids, Share, bids, hand_seats
from stats.selectors.records import ClubRecord, RecordKind, matches_of, records
from tournaments.events.models import Event
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.selectors.tables import GameView

OF_AN_EVENING = (RecordKind.HIGHEST_BID, RecordKind.MOST_SETS, RecordKind.LONGEST_MATCH)
"""Records that say something of one event."""


@dataclass(frozen=True, slots=True)
class HighestContract:
    """A hand's bid: how high it was, in words, and its number in the match."""

    bid: str
    hand: int


@dataclass(frozen=True, slots=True)
class TableNumbers:
    """A game at a table of a round: ``hands`` on record, bids made of those made or set.

    ``highest`` is the highest bid that was made there. A game of its totals alone has no hands.
    """

    round: int
    table: int
    game: GameView
    hands: int
    share: Share
    highest: HighestContract | None

    @property
    def is_totals_only(self) -> bool:
        """Whether its totals were entered without hands."""
        return self.game.match.hand_count == 0

    @property
    def margin(self) -> int | None:
        """The best total less the next best; None before the end and in a draw."""
        if not self.game.is_over or not self.game.winners:
            return None
        best, following = sorted((team.total for team in self.game.teams), reverse=True)[:2]
        return best - following


@dataclass(frozen=True, slots=True)
class EventNumbers:
    """An event in figures. ``closest`` are the finished games with the smallest margin."""

    tables: tuple[TableNumbers, ...]
    bids: Bids
    records: tuple[ClubRecord, ...]

    @property
    def hands(self) -> int:
        """Hands on record."""
        return sum(table.hands for table in self.tables)

    @property
    def undeclared(self) -> int:
        """Hands in which no bid was made or set: passed out, or scored otherwise."""
        return self.hands - self.bids.total.hands

    @property
    def totals_only(self) -> int:
        """Games of which the totals alone were entered; they are in no figure of hands."""
        return sum(table.is_totals_only for table in self.tables)

    @property
    def closest(self) -> tuple[TableNumbers, ...]:
        """The finished games that were won by the smallest margin."""
        known = [(table.margin, table) for table in self.tables]
        least = min((margin for margin, _table in known if margin is not None), default=None)
        return tuple(table for margin, table in known if margin is not None and margin == least)


def event_numbers(event: Event) -> EventNumbers:
    """Return the figures of an event. Eighteen queries at most, however much was played."""
    of_event = matches_of(event.club, event.game).filter(game_of__table__round__event=event)
    rows = hand_seats(event.club, event.game, matches=of_event)
    shares, highest = _by_match(event, of_event)
    tables = tuple(
        TableNumbers(
            number,
            table,
            game,
            game.match.hand_count,
            shares.get(game.match.pk, Share()),
            highest.get(game.match.pk),
        )
        for number, table, game in _games(event)
    )
    event_records = records(event.club, event.game, of_event, kinds=OF_AN_EVENING)
    return EventNumbers(tables, bids(rows), event_records)


def _games(event: Event) -> Iterator[tuple[int, int, GameView]]:
    """Yield the games that count and were begun, with round and table of the room."""
    for round_ in event_overview(event).rounds:
        for table in round_.tables:
            for game in table.games:
                if game.counts and game.is_begun and not game.is_disputed:
                    yield round_.number, table.in_room, game


def _by_match(
    event: Event, of_event: QuerySet[Match]
) -> tuple[Mapping[int, Share], Mapping[int, HighestContract]]:
    """Return by match the share of bids made, and the highest of those made. One query."""
    presenter = event.presenter
    rows = hand_seats(event.club, event.game, matches=of_event)
    declared = rows.filter(role=HandRole.DECLARER, outcome__in=("made", "set"))
    shares: dict[int, Share] = defaultdict(Share)
    best: dict[int, tuple[int, int, str]] = {}
    declarers = declared.annotate(number=F("hand__number")).values_list(
        "match", "number", "bid", "outcome"
    )
    for match, number, bid, outcome in declarers.order_by("match", "number"):
        is_made = outcome == "made"
        shares[match] += Share(int(is_made), 1)
        height = presenter.measures.height(bid)
        if (
            is_made
            and presenter.measures.bid_order
            and (match not in best or height > best[match][0])
        ):
            best[match] = height, number, bid
    contracts = {
        match: HighestContract(presenter.bid_words(bid), number)
        for match, (_height, number, bid) in best.items()
    }
    return shares, contracts
