"""Hands of Dummy-Hand Spades in Portable Bridge Notation: the declarer south, the dummy north.

The auction of bridge has no word for these bids, so that they stand in a table of their own,
``BidTable``. A bid of seven tricks or more is the contract 1S to 7S; lower ones have no contract.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Any, Final

from django.utils.translation import gettext as _

from core.text import isolated
from games.base import Names, Record
from games.dummy_spades.explanation import (
    auction_said,
    declarer_tricks,
    hand_names,
    orders_of,
    winners_of,
)
from games.dummy_spades.labels import SEAT_KEYS, canonical
from games.pbn import (
    DIRECTIONS,
    PLAYERS,
    UNKNOWN,
    HandNotation,
    PbnError,
    PbnGame,
    PbnTag,
    deal_read,
    deal_written,
    game_written,
)
from rules.dummy_spades.auction import BIDS
from rules.dummy_spades.cards import NUMBERS, TRICKS
from rules.dummy_spades.play import HANDS, places_at_table
from rules.game import HandSide

FROM_SOUTH: Final = "SWNE"
"""The directions of ``places_at_table``: the declarer, then clockwise."""
BOOK: Final = 6
"""The tricks that a contract of bridge does not count."""
SCORING: Final = "Dummy-Hand Spades"
BID_TABLE: Final = ("BidTable", "Bidder;Bid;Nil")
END_OF_PLAY: Final = "*"
NO_CARD: Final = "-"
CLAIMS: Final = (HandSide.DECLARER, HandSide.DEFENCE)


class DummySpadesNotation(HandNotation):
    """See ``HandNotation``."""

    def hand_game(
        self, tags: Mapping[str, str], record: Record, verdict: Record, names: Names
    ) -> str:
        seated = places_at_table(verdict["declarer"])
        at = dict(zip(seated, FROM_SOUTH, strict=True))
        hand_tags = dict(_tags(record, verdict, hand_names(names), at))
        bids = [_bid_row(call, at) for call in record["auction"]]
        sections = [(*BID_TABLE, bids)]
        if record.get("plays"):
            first = at[orders_of(record)[0].hands[0]]
            sections.insert(0, ("Play", first, list(_play_rows(record, at, first))))
        return game_written({**tags, **hand_tags}, sections)

    def record_of(self, game: PbnGame) -> dict[str, Any]:
        return _NotationReader(game).record()


# Writing


def _tags(
    record: Record, verdict: Record, names: Names, at: Mapping[int, str]
) -> Iterator[tuple[str, str]]:
    bid, dealer = BIDS[verdict["bid"]], at[record["dealer"]]
    yield from ((PLAYERS[at[seat]], name) for seat, name in enumerate(names))
    yield "Dealer", dealer
    yield "Vulnerable", "None"
    hands = {at[seat]: hand for seat, hand in enumerate(_hands(record))}
    yield "Deal", deal_written(hands, dealer)
    yield "Scoring", SCORING
    yield "Declarer", at[verdict["declarer"]]
    yield "Contract", f"{bid - BOOK}S" if bid > BOOK else UNKNOWN
    yield "Result", str(declarer_tricks(record, verdict))
    yield "Seats", _by_direction(SEAT_KEYS, at)
    yield "Points", _by_direction(verdict["score"], at)
    if "claim" in record:
        yield "Claim", record["claim"]
    if record.get("flipped"):
        yield "Flipped", " ".join(map(canonical, record["flipped"]))
    if tricks := record.get("tally", {}).get("tricks"):
        yield "HandTricks", _by_direction(tricks, at)
    if "trick_results" in record:
        winners = (at[trick["winner"]] for trick in record["trick_results"])
        yield "TrickWinners", " ".join(winners)


def _by_direction(values: Sequence[object], at: Mapping[int, str]) -> str:
    """Return values by seat as text, in the order of the directions; the dummy may have none."""
    by_direction = {at[seat]: value for seat, value in enumerate(values)}
    return " ".join(f"{key}:{by_direction[key]}" for key in DIRECTIONS if key in by_direction)


def _hands(record: Record) -> Sequence[Sequence[str] | None]:
    """Return the hands as dealt, or as all thirteen tricks show them."""
    if "deal" in record:
        return [hand and [canonical(card) for card in hand] for hand in record["deal"]]
    plays = record.get("plays", ())
    if sum(map(len, plays)) < TRICKS * HANDS:
        return [None] * HANDS
    hands: list[list[str]] = [[] for _seat in range(HANDS)]
    for trick, order in zip(plays, orders_of(record), strict=True):
        for seat, card in zip(order.hands, trick, strict=True):
            hands[seat].append(canonical(card))
    return hands


def _play_rows(record: Record, at: Mapping[int, str], first: str) -> Iterator[str]:
    """Yield the tricks, each in the same four columns from the first leader's on."""
    start = DIRECTIONS.index(first)
    columns = [DIRECTIONS[(start + place) % HANDS] for place in range(HANDS)]
    plays = record["plays"]
    for trick, order in zip(plays, orders_of(record), strict=True):
        cards = {at[seat]: card for seat, card in zip(order.hands, trick, strict=False)}
        yield " ".join(canonical(cards.get(column, NO_CARD)).ljust(2) for column in columns).strip()
    if sum(map(len, plays)) < TRICKS * HANDS:
        yield END_OF_PLAY


def _bid_row(call: Record, at: Mapping[int, str]) -> str:
    nils = "".join(at[hand] for hand in call.get("nil", ())) or NO_CARD
    return f"{at[call['seat']]} {call['bid']} {nils}"


# Reading


class _NotationReader:
    """A game, read into a record as far as its text allows."""

    def __init__(self, game: PbnGame) -> None:
        self.game = game
        self.seats = self._seats()

    def record(self) -> dict[str, Any]:
        record: dict[str, Any] = {"dealer": self._seat(self.game.direction("Dealer"))}
        hands = deal_read(self.game)
        if any(hands.values()):
            by_seat = {self.seats[direction]: hand for direction, hand in hands.items()}
            record["deal"] = [by_seat[seat] for seat in range(HANDS)]
        record["auction"] = self._auction()
        auction = auction_said(record)
        if auction is not None:
            self._check_places(auction.declarer)
            record |= self._course(record)
            self._check_result(record, auction.declarer)
        if "Flipped" in self.game.tags:
            record["flipped"] = self.game.tags["Flipped"].value.split()
        return record

    def _seats(self) -> dict[str, int]:
        """Return the seat in each direction."""
        seats = {
            direction: SEAT_KEYS.index(key)
            for direction, key in self._pairs("Seats", "[A-D]").items()
        }
        if set(seats.values()) != set(range(HANDS)):
            line = self.game.tags["Seats"].line
            raise PbnError(line, _("“Seats” names the four seats, each once."))
        return seats

    def _pairs(self, name: str, pattern: str) -> dict[str, str]:
        """Return the values of a tag by direction, as `W:1 N:2 E:3 S:4` gives them."""
        value, line = self.game.tag(name)
        pairs = [re.fullmatch(f"([WNES]):({pattern})", part) for part in value.split()]
        by_direction = {pair[1]: pair[2] for pair in pairs if pair}
        if len(pairs) != HANDS or len(by_direction) != HANDS:
            words = _("“%(tag)s” needs a value for each of W, N, E and S: “%(example)s”.")
            values = {"tag": isolated(name), "example": isolated("W:1 N:2 E:3 S:4")}
            raise PbnError(line, words % values)
        return by_direction

    def _seat(self, direction: str) -> int:
        return self.seats[direction]

    def _auction(self) -> list[dict[str, Any]]:
        self.game.tag("BidTable")
        return [self._call(row) for row in self.game.sections["BidTable"]]

    def _call(self, row: PbnTag) -> dict[str, Any]:
        match = re.fullmatch(r"([WNES])\s+(\d{1,2})\s+([WNES]+|-)", row.value)
        if match is None:
            words = _(
                "A bid is a direction, a number and the directions of nils or “-”: “%(example)s”."
            )
            raise PbnError(row.line, words % {"example": isolated("W 4 -")})
        call: dict[str, Any] = {"seat": self._seat(match[1]), "bid": match[2]}
        if match[3] != NO_CARD:
            call["nil"] = [self._seat(direction) for direction in match[3]]
        return call

    def _check_places(self, declarer: int) -> None:
        """Refuse hands that do not sit as they play, and another declarer than that of the bids."""
        start = next(place for place, key in enumerate(DIRECTIONS) if self._seat(key) == declarer)
        seated = tuple(self._seat(DIRECTIONS[(start + place) % HANDS]) for place in range(HANDS))
        if seated != places_at_table(declarer):
            line = self.game.tags["Seats"].line
            raise PbnError(line, _("The dummy sits opposite the declarer, the others in turn."))
        if self._seat(self.game.direction("Declarer")) != declarer:
            line = self.game.tags["Declarer"].line
            raise PbnError(line, _("The bids make another player the declarer."))

    def _course(self, record: Record) -> dict[str, Any]:
        """Return play, claim and tally; what is left out follows from the tag ``Result``."""
        course: dict[str, Any] = {}
        if "Play" in self.game.tags:
            course["plays"] = self._plays(record)
        elif "TrickWinners" in self.game.tags:
            course["trick_results"] = self._winners()
        if "Claim" in self.game.tags:
            course["claim"] = self.game.tags["Claim"].value
        if "HandTricks" in self.game.tags:
            numbers = self._pairs("HandTricks", r"\d{1,2}")
            by_seat = {self._seat(direction): int(count) for direction, count in numbers.items()}
            course["tally"] = {"tricks": [by_seat[seat] for seat in range(HANDS)]}
        elif not course:
            course["tally"] = {"declarer_side": self._result()}
        return course

    def _check_result(self, record: Record, declarer: int) -> None:
        """Refuse a number of tricks that is not that of the record, where both are known."""
        winners = winners_of(record)
        is_whole = len(winners) == TRICKS or record.get("claim") in CLAIMS
        if is_whole and self.game.tag("Result").value != UNKNOWN:
            counted: dict[str, Any] = {"declarer": declarer, "tricks": None}
            if len(winners) == TRICKS:
                counted["tricks"] = [winners.count(seat) for seat in range(HANDS)]
            if self._result() != declarer_tricks(record, counted):
                line = self.game.tags["Result"].line
                raise PbnError(line, _("The recorded tricks come to another result."))

    def _result(self) -> int:
        value, line = self.game.tag("Result")
        if not re.fullmatch(r"\d{1,2}", value):
            words = _("“%(value)s” is not a number of tricks.")
            raise PbnError(line, words % {"value": isolated(value)})
        return int(value)

    def _winners(self) -> list[dict[str, int]]:
        value, line = self.game.tags["TrickWinners"]
        if not re.fullmatch(r"[WNES](\s+[WNES])*|", value):
            raise PbnError(line, _("“TrickWinners” is a direction for each trick."))
        return [{"winner": self._seat(direction)} for direction in value.split()]

    def _plays(self, record: Record) -> list[list[str]]:
        """Return the tricks in the order of play, from columns that keep their place."""
        first = self.game.direction("Play")
        if self._seat(first) != record["auction"][0]["seat"]:
            raise PbnError(self.game.tags["Play"].line, _("The first bidder leads first."))
        start = DIRECTIONS.index(first)
        columns = [self._seat(DIRECTIONS[(start + place) % HANDS]) for place in range(HANDS)]
        plays: list[list[str]] = []
        for row in self.game.sections["Play"]:
            cards = row.value.split()
            if cards == [END_OF_PLAY]:
                break
            if len(plays) == TRICKS:
                raise PbnError(row.line, _("A hand has only thirteen tricks."))
            if len(cards) != HANDS or any(c not in NUMBERS and c != NO_CARD for c in cards):
                words = _("A trick is four cards, suit first, or “-” for one that was not played.")
                raise PbnError(row.line, words)
            order = orders_of({**record, "plays": [*plays, []]})[-1].hands
            by_seat = dict(zip(columns, cards, strict=True))
            played = [by_seat[seat] for seat in order]
            trick = list(takewhile(NO_CARD.__ne__, played))
            if len(played) - played.count(NO_CARD) != len(trick):
                raise PbnError(row.line, _("A card is missing before others of its trick."))
            plays.append(trick)
        return plays
