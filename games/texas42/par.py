"""Par of Texas 42: the score that both sides reach with full knowledge.

The auction is searched completely: one call each, and each side maximises the difference between
its own score and the other's. The definition is in `docs/analysis.md`.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from engine.analysis.search import Search
from engine.analysis.solver import hand_missing
from games.texas42.solver import (
    NELLO,
    leads,
    nello,
    points,
    points_aim,
    ranking_of,
    sevens,
    side_of,
)
from rules.game import Record
from rules.problems import Problem
from rules.texas42.auction import (
    EIGHTY_FOUR,
    LOW_NO,
    LOWEST,
    ONE_MARK,
    PASS,
    Auction,
    called,
    is_allowed,
    is_higher,
    must_bid,
    spelling,
)
from rules.texas42.contracts import (
    Aim,
    Contract,
    Kind,
    Named,
    contract_of,
    contract_problem,
)
from rules.texas42.dominoes import ALL_POINTS, DOMINOES
from rules.texas42.options import OPTIONS, Options
from rules.texas42.scoring import by_team, score

RAISES: Final = 3
"""How often the highest opening can be raised by a mark."""
ALONE: Final = (
    *(Named(Kind.TRUMP, trump) for trump in range(7)),
    Named(Kind.DOUBLES),
    *(Named(Kind.NO_TRUMP, doubles=doubles) for doubles in ("high", "low")),
    *(Named(Kind.NELLO, doubles=doubles.value) for doubles in NELLO),
    Named(Kind.SEVENS),
)
"""The declarations that a declarer can name alone."""
NAMES: Final = (
    *ALONE,
    *(
        Named(kind, named.trump)
        if named.kind == Kind.TRUMP
        else Named(kind, chosen=named.kind, chosen_doubles=named.doubles)
        for kind in (Kind.PLUNGE, Kind.SPLASH)
        for named in ALONE
    ),
)
"""Every contract of the rule book."""


def nameable(options: Options) -> Iterator[Named]:
    """Yield what a bid of a mark, or a forced dealer, may name alone, in the table's order."""
    bids = (Auction(ONE_MARK, forced=True), Auction(LOW_NO, forced=True))
    for named in ALONE:
        if any(contract_problem(named, bid, None, options) is None for bid in bids):
            yield named


Score = tuple[int, int]
"""By team."""
Taken = Callable[[Contract], int]
"""The points of the declaring side with best play; in nello and sevens 42 if it makes them, else 0.
"""


@dataclass(frozen=True, slots=True)
class PlayedContract:
    """A declarer's contract and its result; empty if everybody passed."""

    score: Score = (0, 0)
    named: Named | None = None
    made: bool = False
    taken: int = 0


@dataclass(frozen=True, slots=True)
class Par:
    """The calls by seat from the dealer's left, as levels, and the resulting contract."""

    calls: tuple[int, ...]
    auction: Auction
    played: PlayedContract

    @property
    def score(self) -> Score:
        """Return the score of the hand, by team."""
        return self.played.score


def par_of(hands: Sequence[int], dealer: int, options: Options, taken: Taken) -> Par:
    """The best that both sides can do against each other.

    Of calls that come to the same, a pass is preferred to a bid and a low bid to a high one.
    """

    @cache
    def played(auction: Auction) -> PlayedContract:
        choices = contracts(auction, hands, options)
        results = [result(named, contract, auction, options, taken) for named, contract in choices]
        team = auction.declarer % 2
        return max(results, key=lambda each: (advantage(each.score, team), each.taken))

    @cache
    def best(so_far: Auction) -> Par:
        if so_far.calls == 4:
            return Par((), so_far, played(so_far) if so_far.level else PlayedContract())
        seat = (dealer + 1 + so_far.calls) % 4
        outcomes = [
            (level, best(after))
            for level in levels(so_far, options)
            for after in [called(so_far, level, seat, options)]
            # The jump to a plunge takes the doubles for it.
            if level == PASS or any(contracts(after, hands, options))
        ]
        level, par = max(outcomes, key=lambda each: advantage(each[1].score, seat % 2))
        return Par((level, *par.calls), par.auction, par.played)

    return best(Auction())


def advantage(score: Score, team: int) -> int:
    """How much more a team scores than the other."""
    return score[team] - score[1 - team]


def levels(so_far: Auction, options: Options) -> Iterator[int]:
    """The calls that are allowed, from a pass upwards."""
    if options.by_points:
        bids = [*range(LOWEST, ONE_MARK + 1), EIGHTY_FOUR, 2 * EIGHTY_FOUR]
    else:
        marks = max(options.max_opening_marks, options.plunge_marks) + RAISES
        bids = [*range(LOWEST, ONE_MARK + marks)]
    for level in (PASS, LOW_NO, *bids):
        if (
            not must_bid(so_far, level, options)
            and is_higher(so_far, level)
            and is_allowed(so_far, level, options)
        ):
            yield level


def contracts(
    auction: Auction, hands: Sequence[int], options: Options
) -> Iterator[tuple[Named, Contract]]:
    """Yield the declarer's possible contracts; in plunge and splash the partner names the best for
    the side.
    """
    hand = hands[auction.declarer]
    for named in NAMES:
        if contract_problem(named, auction, hand, options) is None:
            yield named, contract_of(named, auction, options)


def result(
    named: Named, contract: Contract, auction: Auction, options: Options, taken: Taken
) -> PlayedContract:
    """How a contract ends with best play."""
    number = taken(contract)
    needed = auction.level if contract.aim is Aim.POINTS else ALL_POINTS
    made = number >= needed
    ours, theirs = score(contract.aim, auction.level, options, made=made, taken=number)
    first, second = by_team(auction.declarer, ours, theirs)
    return PlayedContract((first, second), named, made, number)


# Best play under the rules of a table


@dataclass(frozen=True)
class ContractValues:
    """Values of a deal's contracts, each searched when first requested."""

    hands: Sequence[int]
    options: Options
    _best_points: dict[Any, list[int]] = field(default_factory=dict, repr=False)

    def taken(self, contract: Contract) -> int:
        """See `Taken`."""
        if contract.aim is Aim.NO_TRICK:
            return self._shared(contract)[contract.declarer]
        if (contract.lead_trump or contract.low_end) and not contract.suits.nearest:
            return self._with_leads(contract)
        return self._shared(contract)[contract.leader]

    def table(self) -> dict[str, Any]:
        """As `texas42.table`, of the contracts that these rules have, the first lead as they have
        it."""
        answer: dict[str, Any] = {"points": {}, "nello": {}}
        for named in nameable(self.options):
            numbers = [
                self.taken(contract_of(named, Auction(ONE_MARK, seat), self.options))
                for seat in range(4)
            ]
            match named.kind:
                case Kind.NELLO:
                    answer["nello"][named.doubles] = [number > 0 for number in numbers]
                case Kind.SEVENS:
                    answer["sevens"] = [number > 0 for number in numbers]
                case _:
                    answer["points"][name_of(named)] = numbers
        return answer

    def _shared(self, contract: Contract) -> list[int]:
        """Return values by declarer's seat, with a common leader; one search serves all four."""
        suits, no_trick = contract.suits, contract.aim is Aim.NO_TRICK
        key = id(suits), no_trick
        if key not in self._best_points:
            if no_trick:
                won = nello(self.hands, suits)
            elif suits.nearest:
                won = sevens(self.hands)
            else:
                self._best_points[key] = points(self.hands, suits)
                return self._best_points[key]
            self._best_points[key] = [ALL_POINTS * each for each in won]
        return self._best_points[key]

    def _with_leads(self, contract: Contract) -> int:
        """Return the value if the rules restrict the first lead, or let it count as its lower end.

        Each lead is only compared with the best one so far.
        """
        key = id(contract.suits), contract.leader, contract.low_end
        if key not in self._best_points:
            hand, usual = self.hands[contract.leader], ranking_of(contract.suits)
            openings = list(leads(contract, hand))
            is_free = sum(lead.ranking is usual for lead in openings) == hand.bit_count()
            best = self._shared(contract)[contract.leader] if is_free else 0
            aim = points_aim(side_of(contract.declarer))
            search = Search(self.hands, usual, aim)
            for lead in openings:
                low = lead.ranking is not usual
                if best < ALL_POINTS and (low or not is_free):
                    tried = Search(self.hands, lead.ranking, aim) if low else search
                    position = tried.play(tried.start(contract.leader), lead.piece)
                    if tried.within(position, best, best + 1) > best:
                        best = tried.worth(position)
            self._best_points[key] = [best]
        return self._best_points[key][0]


def name_of(named: Named) -> str:
    """The declaration as tables have it."""
    if named.kind == Kind.NO_TRUMP:
        return f"follow_me_{named.doubles}"
    return str(named.kind if named.trump is None else named.trump)


def makeable(record: Record) -> dict[str, Any] | Problem:
    """Return the table of a recorded deal under its table's rules, and its par."""
    deal, dealer = record.get("deal"), record["dealer"]
    if wrong := tuple(DOMINOES.deal_problems(deal)):
        return wrong[0]
    dealt = DOMINOES.with_the_rest(DOMINOES.read_hands(deal))
    hands = [hand for hand in dealt if hand is not None]
    if len(hands) < len(dealt):
        return hand_missing(dealt.index(None))
    options = OPTIONS.resolve(record.get("rules", {}))
    assert isinstance(options, Options)
    play = ContractValues(hands, options)
    par = par_of(hands, dealer, options, play.taken)
    return {"table": play.table(), "par": par_answer(par, dealer, options)}


def par_answer(par: Par, dealer: int, options: Options) -> dict[str, Any]:
    """Par in the words of hand records."""
    first = (dealer + 1) % 4
    answer: dict[str, Any] = {
        "score": list(par.score),
        "auction": [
            {"seat": (first + i) % 4, "bid": spelling(level, options) if level else "pass"}
            for i, level in enumerate(par.calls)
        ],
    }
    named = par.played.named
    if named is None:
        return answer
    return answer | {
        "declarer": par.auction.declarer,
        "bid": spelling(par.auction.level, options),
        "contract": written(named),
        "made": par.played.made,
        "taken": par.played.taken,
    }


def written(named: Named) -> dict[str, Any]:
    """A contract as a record has it."""
    contract = {"kind": str(named.kind), "trump": named.trump, "doubles": named.doubles}
    chosen = {"kind": named.chosen and str(named.chosen), "doubles": named.chosen_doubles}
    chosen = {key: value for key, value in chosen.items() if value is not None}
    words = {key: value for key, value in contract.items() if value is not None}
    return words | ({"as": chosen} if chosen else {})
