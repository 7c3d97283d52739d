"""Judge a hand of Texas 42 in stages, up to the first stage with a problem."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from rules.game import Judgement, Record, Side
from rules.problems import Code, Problem, Problems, problem
from rules.texas42 import tally
from rules.texas42.auction import PASS, Auction, read_auction, spelling
from rules.texas42.contracts import Aim, Contract, contract_of, contract_problem, read_named
from rules.texas42.deal import Hands, deal_problems, read_deal
from rules.texas42.dominoes import ALL_POINTS, TRICKS
from rules.texas42.options import Options
from rules.texas42.play import Fault, Played, follow_play
from rules.texas42.scoring import Outcome, by_team, follow_results, nello_outcomes, outcomes, score
from rules.texas42.shape import FACTS
from rules.texas42.tally import Settled, Tally

NOTHING: Final[dict[str, Any]] = dict.fromkeys(FACTS)


def judge(record: Record, options: Options) -> Judgement:
    """Return the judgement on a record of sound shape."""
    if wrong_deal := deal_problems(record.get("deal")):
        return illegal(wrong_deal)
    hands = read_deal(record.get("deal"))
    auction = read_auction(record["auction"], record["dealer"], options)
    if isinstance(auction, Problem):
        return illegal((auction,))
    if auction.level == PASS:
        return judge_passed_out(record)
    if "contract" not in record:
        missing = problem(Code.CONTRACT_MISSING, "/contract", "Which contract was played?")
        return illegal((missing,), **declared(auction, options))
    named = read_named(record["contract"])
    wrong = contract_problem(named, auction, hands[auction.declarer], options)
    if wrong is not None:
        return illegal((wrong,), **declared(auction, options))
    contract = contract_of(named, auction, options)
    return Case(record, options, auction, contract, hands).judge()


def illegal(problems: Problems, **known: object) -> Judgement:
    """Return a hand without a result."""
    return Judgement(problems, (), {**NOTHING, **known})


def declared(auction: Auction, options: Options) -> dict[str, Any]:
    """Return declarer and partner, who sits opposite."""
    return {
        "declarer": auction.declarer,
        "partner": (auction.declarer + 2) % 4,
        "bid": spelling(auction.level, options),
    }


def judge_passed_out(record: Record) -> Judgement:
    """Judge a hand without a bid: the next player deals, and nothing else belongs in the record."""
    for stage in (_unexpected, _played_on, _tallied):
        if wrong := tuple(stage(record)):
            return illegal(wrong)
    return Judgement((), (), {**NOTHING, "outcome": "passed_out", "score": [0, 0]})


def _unexpected(record: Record) -> Iterator[Problem]:
    for key in ("contract", "claim", "ruling", "opening_suit"):
        if key in record:
            yield problem(
                Code.CONTRACT_UNEXPECTED, f"/{key}", "The hand was passed out: nobody played it."
            )


def _played_on(record: Record) -> Iterator[Problem]:
    for key in ("plays", "trick_results"):
        if record.get(key):
            yield problem(
                Code.PLAY_TOO_MANY, f"/{key}/0", "The hand was passed out: it has no tricks."
            )


def _tallied(record: Record) -> Iterator[Problem]:
    if "tally" in record:
        yield problem(
            Code.TALLY_IMPOSSIBLE, "/tally", "The hand was passed out: there is nothing to tally."
        )


@dataclass(frozen=True, slots=True)
class Case:
    """A hand that was played, from the contract on."""

    record: Record
    options: Options
    auction: Auction
    contract: Contract
    hands: Hands

    def judge(self) -> Judgement:
        """Judge the play, then the tally, then the score."""
        played = self._follow()
        warnings = tuple(fault.problem for fault in played.faults if self._is_ruled_on(fault))
        faults = tuple(fault.problem for fault in played.faults if not self._is_ruled_on(fault))
        settled = self._settled(played)
        wrong = faults or self._incomplete(settled) or self._tally_problems(settled)
        if wrong:
            facts = {**NOTHING, **declared(self.auction, self.options)}
            return Judgement(wrong, warnings, facts)
        return Judgement((), warnings, self._facts(settled))

    @property
    def _tricks_key(self) -> str | None:
        """Return the key under which tricks are recorded, even an empty list of them."""
        return next((key for key in ("plays", "trick_results") if key in self.record), None)

    def _follow(self) -> Played:
        if "plays" in self.record:
            suit = self.record.get("opening_suit")
            return follow_play(self.record["plays"], self.hands, self.contract, suit)
        return follow_results(self.record.get("trick_results", ()), self.contract)

    @property
    def _ruled(self) -> bool | None:
        """Return the result of a ruling: the side named loses the hand."""
        if "ruling" not in self.record:
            return None
        return Side(self.record["ruling"]["against"]) is Side.DEFENCE

    def _is_ruled_on(self, fault: Fault) -> bool:
        """Return whether a ruling covers the fault: a revoke or a bad lead by the side it goes
        against."""
        if fault.by is None or self._ruled is None:
            return False
        by_declarers = (fault.by - self.auction.declarer) % 2 == 0
        return by_declarers is not self._ruled

    @property
    def _claimed_by(self) -> Side | None:
        """Return the side that claimed the tricks to come."""
        return Side(self.record["claim"]) if "claim" in self.record else None

    def _settled(self, played: Played) -> Settled:
        tricks = tuple(
            ((taken.winner - self.auction.declarer) % 2 == 0, taken.points)
            for taken in played.tricks[:TRICKS]
        )
        open_to = nello_outcomes if self.contract.aim is Aim.NO_TRICK else outcomes
        faulty = any(fault.by is None for fault in played.faults)
        return Settled(
            contract=self.contract,
            level=self.auction.level,
            options=self.options,
            tricks=played.tricks,
            possible=frozenset() if faulty else open_to(tricks, self._claimed_by),
            stopped=len(tricks) < TRICKS and self._claimed_by is None,
            ruled=self._ruled,
        )

    # The recorded tricks must settle the hand; a tally does not fill the gap

    def _incomplete(self, settled: Settled) -> Problems:
        key = self._tricks_key
        if key is None or not settled.stopped or settled.ruled is not None:
            return ()
        if tally.is_settled(settled.possible, settled) and not settled.counts_points:
            return ()
        return (
            problem(Code.PLAY_INCOMPLETE, f"/{key}", "The recorded tricks do not settle the hand."),
        )

    # The sheet

    @property
    def _tally(self) -> Tally:
        return tally.read_tally(self.record.get("tally"), self.auction.declarer)

    def _tally_problems(self, settled: Settled) -> Problems:
        sheet = self._tally
        for stage in (tally.impossible, tally.contradictory, tally.mismatches):
            if wrong := tuple(stage(sheet, settled)):
                return wrong
        if settled.ruled is not None:
            return ()
        return tuple(tally.unsettled(sheet, settled))

    # The result

    def _facts(self, settled: Settled) -> dict[str, Any]:
        possible = tally.with_tally(self._tally, settled)
        made = settled.ruled
        if made is None:
            made = settled.makes(next(iter(possible)))
        points = self._points(settled, possible, made=made)
        taken = points[0] if points is not None else 0
        declarer = self.auction.declarer
        scored = score(self.contract.aim, self.auction.level, self.options, made=made, taken=taken)
        return {
            "outcome": "made" if made else "set",
            **declared(self.auction, self.options),
            "tricks": self._tricks(settled),
            "points": None if points is None else by_team(declarer, *points),
            "score": by_team(declarer, *scored),
            "set_team": None if made else declarer % 2,
        }

    def _tricks(self, settled: Settled) -> list[int] | None:
        """Return tricks by seat, or None if a claim took some or none is complete."""
        winners = [taken.winner for taken in settled.tricks]
        if not winners or (self._claimed_by is not None and len(winners) < TRICKS):
            return None
        return [winners.count(seat) for seat in range(4)]

    def _points(
        self, settled: Settled, possible: frozenset[Outcome], *, made: bool
    ) -> tuple[int, int] | None:
        """Return the points of the declaring side and of the other, as far as the record says."""
        ruled = settled.ruled is not None
        if ruled and settled.counts_points:
            return (ALL_POINTS, 0) if made else (0, ALL_POINTS)
        missing = len(settled.tricks) < TRICKS
        if self.contract.aim is Aim.NO_TRICK:
            claimed = missing and self._claimed_by is not None
            return None if claimed else recorded_points(settled)
        cut_short = settled.stopped and self._tricks_key is not None
        if missing and (ruled or cut_short):
            return recorded_points(settled)
        left = {points for _, points in possible}
        return (points := left.pop(), ALL_POINTS - points) if len(left) == 1 else None


def recorded_points(settled: Settled) -> tuple[int, int] | None:
    """Return the points of the recorded tricks, or None if there are none or one has no points."""
    ours, theirs = 0, 0
    for taken in settled.tricks:
        if taken.points is None:
            return None
        if settled.ours(taken):
            ours += taken.points
        else:
            theirs += taken.points
    return (ours, theirs) if settled.tricks else None
