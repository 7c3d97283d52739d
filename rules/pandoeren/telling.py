"""Explain the announcements of a hand: the combinations, who may deny them, which is better and
why.

For readers who want a ruling explained. Nothing is decided here: `roem` decides, this module shows
what it looked at.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from rules.game import Record
from rules.pandoeren.auction import Auction, read_auction
from rules.pandoeren.cards import NAMES, SUIT_BITS, SUIT_SIZE, SUITS, cards_in, deal_problems
from rules.pandoeren.judging import Case, read_case
from rules.pandoeren.options import Options
from rules.pandoeren.roem import FOURS, RUN_VALUES, Announcements, Reason, run_strength, runs
from rules.problems import PieceInText


@dataclass(frozen=True, slots=True)
class Combination:
    """A run of `length` from `cards[0]` down, or (`length` 0) the four cards of a rank.

    Of two the one with the greater `strength` is better; no two in a pack are equal.
    """

    length: int
    cards: tuple[PieceInText, ...]
    value: int
    strength: int


@dataclass(frozen=True, slots=True)
class DenialAttempt:
    """A denial: by whom, with what combination, and why it succeeded or failed."""

    by: int
    best: Combination | None
    succeeded: bool
    reason: Reason


@dataclass(frozen=True, slots=True)
class Announced:
    """The announcement of a seat. `combinations` are those of its hand, the best first, or none if
    the hand is unknown. `stands` is the outcome; `revived` if it was denied before that."""

    seat: int
    value: int
    combinations: tuple[Combination, ...]
    attempts: tuple[DenialAttempt, ...]
    let_pass: tuple[int, ...]
    stands: bool
    revived: bool


@dataclass(frozen=True, slots=True)
class Telling:
    """The announcements of a hand. `may_deny` are the opponents who bid, `may_not` those who only
    passed."""

    declarer: int
    partner: int | None
    announced: tuple[Announced, ...]
    may_deny: tuple[int, ...]
    may_not: tuple[int, ...]
    stuk: int | None


def tell(record: Record, options: Options) -> Telling | None:
    """Return the announcements of a hand that has a contract, with or without a result; None if it
    was passed out or the contract is invalid."""
    if any(deal_problems(record)):
        return None
    auction = read_auction(record["auction"], record["dealer"], options)
    if not isinstance(auction, Auction):
        return None
    case = read_case(record, auction, options)
    return _telling_of(case) if isinstance(case, Case) else None


def combinations(hand: int) -> tuple[Combination, ...]:
    """Return all runs and fours of a hand, the best first."""
    combinations_of_hand = [*_runs(hand), *_fours(hand)]
    return tuple(sorted(combinations_of_hand, key=lambda combination: -combination.strength))


def _runs(hand: int) -> list[Combination]:
    all_runs = []
    for suit in range(len(SUITS)):
        for length, top in runs(hand >> suit * SUIT_SIZE & SUIT_BITS):
            first = suit * SUIT_SIZE + top
            cards = tuple(NAMES[first - below] for below in range(length))
            strength = run_strength(length, top, suit)
            all_runs.append(Combination(length, cards, RUN_VALUES[length], strength))
    return all_runs


def _fours(hand: int) -> list[Combination]:
    return [
        Combination(0, tuple(NAMES[card] for card in cards_in(four)), value, strength)
        for four, value, strength in FOURS
        if hand & four == four
    ]


NO_COMBINATIONS: Final[tuple[Combination, ...]] = ()


def _telling_of(case: Case) -> Telling:
    announcements, partnership = case.announcements, case.partnership
    opponents = sorted(partnership.opponents)
    return Telling(
        declarer=partnership.declarer,
        partner=partnership.partner,
        announced=tuple(_announced(announcements, seat) for seat in _announcers(case)),
        may_deny=tuple(seat for seat in opponents if announcements.may_deny(seat)),
        may_not=tuple(seat for seat in opponents if not announcements.may_deny(seat)),
        stuk=announcements.stuk,
    )


def _announcers(case: Case) -> Iterator[int]:
    """Yield the seats that announced and were entitled to, each once."""
    seats = dict.fromkeys(entry["seat"] for entry in case.announcements.roem)
    if case.auction.bid.counts_roem:
        yield from (seat for seat in seats if case.partnership.may_declare(seat))


def _announced(announcements: Announcements, seat: int) -> Announced:
    attempts = tuple(
        _attempt(announcements, entry["by"], seat)
        for entry in announcements.denials
        if entry["against"] == seat
    )
    return Announced(
        seat=seat,
        value=announcements.announced(seat) or 0,
        combinations=_of(announcements, seat),
        attempts=attempts,
        let_pass=_let_pass(announcements, seat, {attempt.by for attempt in attempts}),
        stands=announcements.stands(seat),
        revived=announcements.is_revived(seat),
    )


def _of(announcements: Announcements, seat: int) -> tuple[Combination, ...]:
    hand = announcements.evidence.complete[seat]
    return NO_COMBINATIONS if hand is None else combinations(hand)


def _attempt(announcements: Announcements, by: int, against: int) -> DenialAttempt:
    best = next(iter(_of(announcements, by)), None)
    return DenialAttempt(by, best, *announcements.denial(by, against))


def _let_pass(announcements: Announcements, seat: int, tried: set[int]) -> tuple[int, ...]:
    """Return the opponents who, by their known hands, could have denied successfully and did
    not."""
    others = sorted(announcements.partnership.opponents - tried)
    denials = ((by, announcements.denial(by, seat)) for by in others)
    return tuple(
        by
        for by, denial in denials
        if denial.succeeded and denial.reason is not Reason.TAKEN_AS_WRITTEN
    )
