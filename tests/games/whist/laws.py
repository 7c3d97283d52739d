"""Plain Whist: two teams, thirteen tricks without trumps, a point for each trick over six."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from rules import money
from rules.game import GameLaws, Judgement, MatchSettlement, MatchStanding, Record
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
        return WHIST.illegal(problems)
    over = record["tally"]["tricks"] - BOOK
    score = [over, 0] if over > 0 else [0, 1 - over]
    facts = {"outcome": "made", "declarer": None, "bid": None, "score": score}
    return Judgement((), (), facts)


def _problems(record: Record) -> Iterator[Problem]:
    if "tally" not in record:
        yield problem(Code.TALLY_INSUFFICIENT, "/tally", "How many tricks were taken?")
    elif record["tally"]["tricks"] > TRICKS:
        yield problem(Code.TALLY_IMPOSSIBLE, "/tally/tricks", "There are thirteen tricks.")


class WhistMatch:
    """Points add up; the higher total wins after the hands agreed."""

    stakes = ("per_point",)

    def stake_applies(self, stake: str, options: Options) -> bool:
        """It always does."""
        return True

    def start(self, options: Options) -> MatchStanding:
        """Nothing for two teams."""
        return MatchStanding((0, 0))

    def add(self, standing: MatchStanding, verdict: Record, options: Options) -> MatchStanding:
        """One more hand."""
        first, other = map(int.__add__, standing.totals, verdict["score"])
        return self.ended(MatchStanding((first, other), standing.hands + 1), options)

    def ended(self, standing: MatchStanding, options: Options) -> MatchStanding:
        """The hands agreed end it; level totals are a draw."""
        first, other = standing.totals
        winner = None if first == other else int(other > first)
        over = standing.hands >= options.hands
        return replace(standing, over=over, winner=winner if over else None)

    def settle(
        self, standing: MatchStanding, amounts: Mapping[str, int], options: Options
    ) -> MatchSettlement | None:
        """The losers pay the difference, each to one of the winners."""
        if not standing.over:
            return None
        owed = money.between_players(standing.totals, amounts["per_point"])
        return MatchSettlement(sides=[2 * each for each in owed], players=[*owed, *owed])

    def unknown_stakes(
        self, standing: MatchStanding, amounts: Mapping[str, int]
    ) -> tuple[str, ...]:
        """None: totals are enough."""
        return ()


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
