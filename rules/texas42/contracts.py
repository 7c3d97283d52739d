"""The contracts: what each one is, when it may be named, and how it is played.

Source: special contracts, variants; `docs/rules/texas42.md` has the table in words.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rules.problems import BidInText, Code, Problem, problem, shown
from rules.texas42.auction import LOW_NO, ONE_MARK, Auction, bid_text, marks_of
from rules.texas42.dominoes import (
    DOUBLES,
    DOUBLES_SUITS,
    NO_TRUMP_SUITS,
    SEVENS_SUITS,
    TRUMP_SUITS,
    Doubles,
    Suits,
)
from rules.texas42.options import Options, When
from rules.trick_play import FOUR_HANDED


class Kind(StrEnum):
    """What the declarer names."""

    TRUMP = "trump"
    NO_TRUMP = "no_trump"
    DOUBLES = "doubles"
    NELLO = "nello"
    PLUNGE = "plunge"
    SPLASH = "splash"
    SEVENS = "sevens"


class Aim(Enum):
    """What makes the contract."""

    POINTS = auto()
    EVERY_TRICK = auto()
    NO_TRICK = auto()


KINDS: Final = {kind.value: kind for kind in Kind}
RANKINGS: Final = {
    Kind.NO_TRUMP: frozenset({"high", "low"}),
    Kind.NELLO: frozenset({"own", "own_low", "high", "low"}),
}
"""The ways of ranking doubles that a kind knows at all."""
PARTNER_CHOICES: Final = frozenset({"no_trump", "doubles", "sevens", "nello"})
NEEDED_DOUBLES: Final = {Kind.PLUNGE: 4, Kind.SPLASH: 3}


class Named(NamedTuple):
    """A contract in the words of the record."""

    kind: str
    trump: int | None = None
    doubles: str | None = None
    chosen: str | None = None
    chosen_doubles: str | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Contract:
    """A contract as it is played.

    `orders[leader]` are the seats of a trick; the seat that turned its hand down is in none.
    `low_end`: the first lead may stand for its lower end.
    """

    kind: Kind
    suits: Suits
    aim: Aim
    declarer: int
    leader: int
    orders: tuple[tuple[int, ...], ...]
    lead_trump: bool
    low_end: bool


def read_named(contract: Mapping[str, Any]) -> Named:
    """Return the words of a contract of sound shape."""
    chosen = contract.get("as", {})
    return Named(
        contract["kind"],
        contract.get("trump"),
        contract.get("doubles"),
        chosen.get("kind"),
        chosen.get("doubles"),
    )


def contract_problem(
    named: Named, auction: Auction, hand: int | None, options: Options
) -> Problem | None:
    """What is wrong with the contract; `hand` is the declarer's where the deal gives it."""
    at = "/contract"
    if (word := unknown_word(named)) is not None:
        return problem(
            Code.CONTRACT_UNKNOWN, at, "“{word}” is not a contract here.", word=shown(word)
        )
    bid = bid_text(auction.level, options)
    if not is_allowed(named, auction, options):
        return not_allowed(named, bid, options)
    if auction.jumped and named.kind != Kind.PLUNGE:
        return problem(
            Code.CONTRACT_MUST_PLUNGE, at, "{bid} could be bid only to play a plunge.", bid=bid
        )
    needed = NEEDED_DOUBLES.get(KINDS[named.kind], 0)
    if hand is not None and (hand & DOUBLES).bit_count() < needed:
        return problem(
            Code.CONTRACT_NEEDS_DOUBLES,
            at,
            "“{kind}” needs at least {count} doubles in the declarer's hand.",
            kind=named.kind,
            count=needed,
        )
    return None


def kinds_in_game(options: Options) -> tuple[Kind, ...]:
    """Return the contracts that these rules have at all, whatever was bid."""
    has = {
        Kind.TRUMP: True,
        Kind.DOUBLES: options.doubles_trump is not When.NEVER,
        Kind.NO_TRUMP: options.no_trump is not When.NEVER,
        Kind.NELLO: options.nello is not When.NEVER or options.low_no,
        Kind.SEVENS: options.sevens,
        Kind.PLUNGE: options.plunge,
        Kind.SPLASH: options.splash,
    }
    return tuple(kind for kind, is_there in has.items() if is_there)


def not_allowed(named: Named, bid: BidInText, options: Options) -> Problem:
    """Return a contract that this bid does not allow; where none would, what these rules have
    instead."""
    there = kinds_in_game(options)
    if KINDS[named.kind] in there:
        return problem(
            Code.CONTRACT_NOT_ALLOWED,
            "/contract",
            "“{kind}” is not allowed with a bid of {bid} under these rules.",
            kind=named.kind,
            bid=bid,
        )
    return problem(
        Code.CONTRACT_NOT_ALLOWED,
        "/contract",
        "These rules have no “{kind}”. What may be named: {kinds}.",
        kind=named.kind,
        kinds=", ".join(kind.value for kind in there),
    )


def unknown_word(named: Named) -> str | None:
    """Return the first word of a contract that no rule book knows."""
    if named.kind not in KINDS:
        return named.kind
    rankings = RANKINGS.get(KINDS[named.kind])
    if rankings is not None and named.doubles not in rankings:
        return named.doubles
    if named.chosen is None:
        return None
    if named.chosen not in PARTNER_CHOICES:
        return named.chosen
    rankings = RANKINGS.get(KINDS[named.chosen])
    if rankings is not None and named.chosen_doubles not in rankings:
        return named.chosen_doubles
    return None


def is_allowed(named: Named, auction: Auction, options: Options) -> bool:
    """Return whether the rules and the bid permit the contract."""
    kind = KINDS[named.kind]
    if auction.level == LOW_NO:
        return kind is Kind.NELLO and named.doubles == "own"
    marks = marks_of(auction.level) if auction.level >= ONE_MARK else 0
    match kind:
        case Kind.TRUMP:
            allowed = True
        case Kind.NO_TRUMP:
            in_game = named.doubles in options.no_trump_doubles
            allowed = in_game and with_bid(options.no_trump, marks)
        case Kind.DOUBLES:
            allowed = with_bid(options.doubles_trump, marks)
        case Kind.NELLO:
            allowed = marks >= 1 and nello_allowed(auction, options, named.doubles)
        case Kind.PLUNGE:
            enough = options.plunge and marks >= options.plunge_marks
            allowed = enough and partner_may_choose(named, options)
        case Kind.SPLASH:
            enough = options.splash and marks >= options.splash_marks
            allowed = enough and partner_may_choose(named, options)
        case Kind.SEVENS:
            allowed = options.sevens and marks >= 1
    return allowed


def with_bid(when: When, marks: int) -> bool:
    """No trumps, and doubles as trumps: never, with a bid of a mark or more, or with any."""
    return when is When.ANY or (when is When.MARK_BIDS and marks >= 1)


def nello_allowed(auction: Auction, options: Options, doubles: str | None) -> bool:
    """Nello by any declarer, or only by a dealer who had to bid."""
    if doubles not in options.nello_doubles:
        return False
    if options.nello is When.DEALER_FORCED:
        return options.dealer_must_bid and auction.forced
    return options.nello is When.ANY


def partner_may_choose(named: Named, options: Options) -> bool:
    """What the partner named instead of a trump number, which must be in the game at all."""
    if named.chosen is None:
        return True
    if named.chosen not in options.partner_may_choose:
        return False
    match Kind(named.chosen):
        case Kind.NO_TRUMP:
            in_game = options.no_trump is not When.NEVER
            return in_game and named.chosen_doubles in options.no_trump_doubles
        case Kind.DOUBLES:
            return options.doubles_trump is not When.NEVER
        case Kind.NELLO:
            in_game = options.nello is not When.NEVER
            return in_game and named.chosen_doubles in options.nello_doubles
        case _:
            return options.sevens


@lru_cache(maxsize=1 << 13)
def contract_of(named: Named, auction: Auction, options: Options) -> Contract:
    """Return an allowed contract as it is played."""
    kind = Kind(named.kind)
    suits = suits_of(named)
    aim = aim_of(named, auction)
    declarer = auction.declarer
    orders = FOUR_HANDED if aim is not Aim.NO_TRICK else three_handed((declarer + 2) % 4)
    return Contract(
        kind=kind,
        suits=suits,
        aim=aim,
        declarer=declarer,
        leader=(declarer + 2) % 4 if partner_leads(named, options) else declarer,
        orders=orders,
        lead_trump=options.lead_trump and bool(suits.trumps),
        low_end=options.low_end_opening and kind in (Kind.TRUMP, Kind.DOUBLES, Kind.NO_TRUMP),
    )


def suits_of(named: Named) -> Suits:
    """Return how the dominoes rank: as the declarer named, or the partner for them."""
    if named.trump is not None:
        return TRUMP_SUITS[named.trump]
    match Kind(named.chosen or named.kind):
        case Kind.DOUBLES:
            return DOUBLES_SUITS
        case Kind.SEVENS:
            return SEVENS_SUITS
        case _:
            ranking = named.chosen_doubles or named.doubles
            assert ranking is not None
            return NO_TRUMP_SUITS[Doubles(ranking)]


def aim_of(named: Named, auction: Auction) -> Aim:
    """Return the aim: no trick in nello, all of them at 1 mark and more, else points."""
    if Kind.NELLO in (named.kind, named.chosen):
        return Aim.NO_TRICK
    return Aim.EVERY_TRICK if auction.level >= ONE_MARK else Aim.POINTS


def partner_leads(named: Named, options: Options) -> bool:
    """Return whether the partner leads: always in a splash, in a plunge if the rules say so, never
    in nello."""
    if named.chosen == Kind.NELLO:
        return False
    return named.kind == Kind.SPLASH or (named.kind == Kind.PLUNGE and options.partner_leads_plunge)


@lru_cache
def three_handed(turned_down: int) -> tuple[tuple[int, ...], ...]:
    """Return the seats of a trick by leader when one hand is turned down."""
    return tuple(tuple(seat for seat in order if seat != turned_down) for order in FOUR_HANDED)
