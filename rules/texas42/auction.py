"""The auction: one call each from the dealer's left, every bid higher than the last.

A bid is a *level*: 30 to 41 as they are, marks as 41 + n (1 mark is 42), and in points scoring 42,
84 and 168. Low-no is below all of them, as it outbids nobody. Source: bidding, forced bid, 42 with
points.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rules.problems import BidInText, Code, Problem, SeatInText, problem, shown
from rules.texas42.options import Options, Scoring

PASS: Final = 0
LOW_NO: Final = 1
LOWEST: Final = 30
ONE_MARK: Final = 42
"""From here up all seven tricks are needed: 1 mark, or 42 points."""
EIGHTY_FOUR: Final = 84
BEYOND_REACH: Final = 10_000
"""The level of every number of marks that no auction can come to."""
MARKS_KNOWN: Final = 99

_UNDER_42: Final = {str(points): points for points in range(LOWEST, ONE_MARK)}
LEVELS: Final = {
    Scoring.MARKS: {
        "pass": PASS,
        **_UNDER_42,
        "42": ONE_MARK,
        **{f"{marks}m": ONE_MARK - 1 + marks for marks in range(1, MARKS_KNOWN + 1)},
    },
    Scoring.POINTS: {
        "pass": PASS,
        **_UNDER_42,
        **{"42": ONE_MARK, "84": EIGHTY_FOUR, "168": 168, "low-no": LOW_NO},
    },
}
"""Every spelling of a bid and its level, by scoring."""


def level_of(text: str, options: Options) -> int | None:
    """Return the level of a bid as recorded, or None if it is no bid in this scoring."""
    level = LEVELS[options.scoring].get(text)
    if level is None and not options.by_points and _is_many_marks(text):
        return BEYOND_REACH
    return level


def _is_many_marks(text: str) -> bool:
    digits = text.removesuffix("m")
    return digits != text and digits.isascii() and digits.isdigit() and digits[0] != "0"


def bid_text(level: int, options: Options) -> BidInText:
    """Return the canonical spelling of a bid."""
    if level == LOW_NO:
        return BidInText("low-no")
    if level == BEYOND_REACH:
        return BidInText(f"{MARKS_KNOWN + 1}m")
    if level >= ONE_MARK and not options.by_points:
        return BidInText(f"{marks_of(level)}m")
    return BidInText(level)


@lru_cache(maxsize=256)
def spelling(level: int, options: Options) -> str:
    """Return the same as a plain string, for verdicts."""
    return str(bid_text(level, options))


def marks_of(level: int) -> int:
    """Return the marks that a bid in marks scoring is worth: one up to 1 mark, else as bid."""
    return max(1, level - ONE_MARK + 1)


class Auction(NamedTuple):
    """The state of the calls: the highest bid, who made it, and how.

    `jumped`: the highest bid was allowed only as a plunge. `forced`: the dealer made it after three
    passes.
    """

    level: int = PASS
    declarer: int = 0
    calls: int = 0
    jumped: bool = False
    forced: bool = False
    eighty_four: bool = False

    @property
    def three_passes(self) -> bool:
        """Return whether everybody but the dealer has passed."""
        return self.calls == 3 and self.level == PASS


def must_bid(so_far: Auction, level: int, options: Options) -> bool:
    """Return whether the dealer has to bid after three passes, as the hand may not be passed
    out."""
    return level == PASS and so_far.three_passes and options.dealer_must_bid


def is_higher(so_far: Auction, level: int) -> bool:
    """Return whether the call outbids the last bid, or is a pass or low-no, which need not."""
    return level in (PASS, LOW_NO) or level > so_far.level


def is_jump(so_far: Auction, level: int, options: Options) -> bool:
    """Return whether the bid is more marks than an opening allows and not one more than the highest
    bid."""
    if options.by_points or level < ONE_MARK or marks_of(level) <= options.max_opening_marks:
        return False
    return so_far.level < ONE_MARK or level != so_far.level + 1


def is_allowed(so_far: Auction, level: int, options: Options) -> bool:
    """Return whether a bid that is high enough is allowed."""
    if level == LOW_NO:
        return options.low_no and so_far.three_passes
    if level > EIGHTY_FOUR and options.by_points:
        return so_far.eighty_four
    if is_jump(so_far, level, options):
        return options.plunge and marks_of(level) == options.plunge_marks
    return True


def called(so_far: Auction, level: int, seat: int, options: Options) -> Auction:
    """Return the auction after an allowed call."""
    if level == PASS:
        return so_far._replace(calls=so_far.calls + 1)
    return Auction(
        level=level,
        declarer=seat,
        calls=so_far.calls + 1,
        jumped=is_jump(so_far, level, options),
        forced=so_far.three_passes,
        eighty_four=so_far.eighty_four or (options.by_points and level == EIGHTY_FOUR),
    )


@dataclass(frozen=True, slots=True)
class Call:
    """One call as recorded, with the context it is judged in."""

    place: str
    seat: int
    text: str
    level: int | None


def read_auction(
    calls: Sequence[Mapping[str, Any]], dealer: int, options: Options
) -> Auction | Problem:
    """Return the auction, or the first problem with it."""
    so_far = Auction()
    for i, entry in enumerate(calls):
        text = entry["bid"]
        call = Call(f"/auction/{i}", entry["seat"], text, level_of(text, options))
        wrong = _problem(call, so_far, (dealer + 1 + i) % 4, options)
        if wrong is not None:
            return wrong
        assert call.level is not None
        so_far = called(so_far, call.level, call.seat, options)
    if so_far.calls < 4:
        return problem(Code.AUCTION_INCOMPLETE, "/auction", "Somebody has not called yet.")
    return so_far


def _problem(call: Call, so_far: Auction, turn: int, options: Options) -> Problem | None:
    if so_far.calls == 4:
        return problem(Code.AUCTION_AFTER_END, call.place, "Everybody has called already.")
    if call.level is None:
        return problem(
            Code.AUCTION_UNKNOWN_BID, call.place, "“{bid}” is not a bid here.", bid=shown(call.text)
        )
    if call.seat != turn:
        return problem(
            Code.AUCTION_OUT_OF_TURN,
            call.place,
            "It was the turn of {seat}.",
            seat=SeatInText(turn),
        )
    return _fault(call.place, call.level, so_far, options)


def _fault(place: str, level: int, so_far: Auction, options: Options) -> Problem | None:
    bid = bid_text(level, options)
    if must_bid(so_far, level, options):
        return problem(Code.AUCTION_MUST_BID, place, "After three passes the last caller must bid.")
    if not is_higher(so_far, level):
        return problem(
            Code.AUCTION_NOT_HIGHER,
            place,
            "{bid} is not higher than {last}.",
            bid=bid,
            last=bid_text(so_far.level, options),
        )
    if is_allowed(so_far, level, options):
        return None
    if level == LOW_NO:
        return problem(
            Code.AUCTION_NOT_ALLOWED,
            place,
            "Low-no is only for the last caller after three passes, if the rules include it.",
        )
    if options.by_points:
        return problem(
            Code.AUCTION_NOT_ALLOWED, place, "{bid} may be bid only after an 84.", bid=bid
        )
    return problem(
        Code.AUCTION_NOT_ALLOWED,
        place,
        "{bid} is too big a jump: {most} marks at most, or one more than the last bid.",
        bid=bid,
        most=options.max_opening_marks,
    )
