"""Plain Whist: two teams, thirteen tricks without trumps, a point for each trick over six."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from rules.game import GameLaws, Judgement, Length, MatchStanding, Record
from rules.judging import illegal
from rules.match_books import TeamMatch
from rules.options import OptionKind, OptionTable, plain
from rules.pack import Dealing, Pack, card_numbers
from rules.problems import Code, PieceInText, Problem, problem
from rules.shape import (
    SEAT,
    deal_of,
    integer,
    list_of,
    obj,
    one_of,
    optional,
    or_null,
    required,
    spelled,
    text,
    tricks_of,
)

BOOK: Final = 6
TRICKS: Final = 13


@dataclass(frozen=True, slots=True)
class Options:
    """How many hands make a match."""

    hands: int


OPTIONS: Final = OptionTable(
    options=(plain("hands", OptionKind.INTEGER, 4, low=1, high=100),),
    presets={"standard": {}},
    default_preset="standard",
    build=lambda values: Options(values["hands"]),
)
NAMES: Final = tuple(PieceInText(suit + rank) for suit in "CDHS" for rank in "23456789TJQKA")
NUMBERS: Final = card_numbers(NAMES)
PACK: Final = Pack(NUMBERS, NAMES, TRICKS)
CARD: Final = spelled("[SHDC][AKQJT2-9]", "A card, suit then rank.", "SA")
FIELDS: Final = (
    required("dealer", SEAT),
    optional("deal", deal_of(CARD)),
    optional("plays", tricks_of(CARD)),
    optional("tally", obj(required("tricks", integer()))),
)
FACTS: Final = {
    "outcome": or_null(one_of("made")),
    "declarer": or_null(SEAT),
    "bid": or_null(text),
    "score": or_null(list_of(integer(), length=2)),
}


def judge(record: Record, options: Options) -> Judgement:
    """Score the tricks of seats 0 and 2."""
    if problems := tuple(_problems(record)):
        return illegal(FACTS, problems)
    over = record["tally"]["tricks"] - BOOK
    score = [over, 0] if over > 0 else [0, 1 - over]
    facts = {"outcome": "made", "declarer": None, "bid": None, "score": score}
    return Judgement((), (), facts)


def _problems(record: Record) -> Iterator[Problem]:
    if "tally" not in record:
        yield problem(Code.TALLY_INSUFFICIENT, "/tally", "How many tricks were taken?")
    elif record["tally"]["tricks"] > TRICKS:
        yield problem(Code.TALLY_IMPOSSIBLE, "/tally/tricks", "There are thirteen tricks.")


class WhistMatch(TeamMatch[Options]):
    """Points add up; the higher total wins after the hands agreed."""

    stakes = ("per_point",)
    counts_sets = False

    def length(self, options: Options) -> Length:
        """The hands agreed end it; level totals are a draw."""
        return Length(hands=options.hands)

    def owed(
        self, standing: MatchStanding, winner: int, amounts: Mapping[str, int], options: Options
    ) -> int:
        """Each of the losers pays the difference to one of the winners."""
        difference = standing.totals[winner] - standing.totals[1 - winner]
        return 2 * difference * amounts["per_point"]


WHIST: Final[GameLaws[Options]] = GameLaws(
    name="whist",
    about="A hand of Whist.",
    seats=4,
    options=OPTIONS,
    fields=FIELDS,
    facts=FACTS,
    judge=judge,
    match=WhistMatch(),
    dealing=Dealing(
        PACK, range(len(NAMES)), problems=lambda record: PACK.deal_problems(record.get("deal"))
    ),
)


def winner(trick: Sequence[int]) -> int:
    """Which card of a trick wins it, counted from the lead: the highest of its suit."""
    suit = trick[0] // TRICKS
    return max(range(len(trick)), key=lambda at: (trick[at] // TRICKS == suit, trick[at]))


def hand(dealer: int, tricks: int) -> dict[str, Any]:
    """A hand as a table writes it down."""
    return {"dealer": dealer, "tally": {"tricks": tricks}}
