"""Texas 42: each declarer's results, and recorded hands as searches."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import Any, Final

from engine.analysis.recorded import Lead, RecordedHand
from engine.analysis.search import EVERYBODY, Rule, Search, SearchAim, TrickRanking
from engine.analysis.solver import hand_missing
from rules.game import Record
from rules.problems import Problem
from rules.texas42.auction import Auction, read_auction
from rules.texas42.contracts import Aim as Undertaking
from rules.texas42.contracts import Contract, contract_of, read_named
from rules.texas42.dominoes import (
    ALL_POINTS,
    COUNTS,
    DOMINOES,
    DOUBLES_SUITS,
    ENDS,
    NAMES,
    NO_TRUMP_SUITS,
    NUMBERS,
    SEVENS_SUITS,
    TRICKS,
    TRUMP_SUITS,
    Doubles,
    Suits,
)
from rules.texas42.options import OPTIONS, Options
from rules.texas42.play import may_lead_first, read_opening, stands_low

DECLARATIONS: Final = {
    **{str(trump): suits for trump, suits in enumerate(TRUMP_SUITS)},
    "doubles": DOUBLES_SUITS,
    "follow_me_high": NO_TRUMP_SUITS[Doubles.HIGH],
    "follow_me_low": NO_TRUMP_SUITS[Doubles.LOW],
}
NELLO: Final = (Doubles.OWN, Doubles.OWN_LOW, Doubles.HIGH, Doubles.LOW)


@cache
def ranking_of(suits: Suits) -> TrickRanking:
    """The ranking as the rule book has it. Only trumps belong to one suit alone, so only they are
    compared."""
    trumps = [domino for domino in range(len(ENDS)) if suits.trumps >> domino & 1]
    strength = suits.strength[trumps[0]] if trumps else ()
    lower, classes = [0] * len(ENDS), [0] * len(ENDS)
    for domino in trumps:
        lower[domino] = sum(1 << other for other in trumps if strength[other] < strength[domino])
        classes[domino] = 1 + COUNTS[domino]
    return TrickRanking(
        rule=Rule.NEAREST if suits.nearest else Rule.FOLLOW,
        follow=suits.follow,
        strength=suits.strength,
        trumps=suits.trumps,
        lower=lower,
        classes=classes,
    )


# Aims


def side_of(seat: int) -> int:
    """The mask of a seat and the one opposite."""
    return 0b0101 << seat % 2


def points_aim(side: int) -> SearchAim:
    """Return the aim for points of a side: one for a trick, and its counters."""
    return SearchAim(collect=(side,) * TRICKS, maximise=side, points=COUNTS)


def every_trick_aim(side: int) -> SearchAim:
    """Return the aim whether a side loses a trick: 0 if it can win all."""
    others = EVERYBODY & ~side
    return SearchAim(collect=(others,) * TRICKS, maximise=others, limit=1)


def no_trick_aim(declarer: int) -> SearchAim:
    """Return the aim whether the declarer, without partner, wins a trick: 0 if none."""
    seats = EVERYBODY & ~(1 << (declarer + 2) % 4)
    collect = 1 << declarer
    return SearchAim(collect=(collect,) * TRICKS, maximise=seats & ~collect, seats=seats, limit=1)


# The table of a deal


def deal_table(deal: Record) -> dict[str, Any]:
    """The table of a deal without problems."""
    return table([hand for hand in DOMINOES.read_hands(deal["deal"]) if hand is not None])


def table(hands: Sequence[int]) -> dict[str, Any]:
    """Return the results of each declarer, who leads, by declaration and seat."""
    return {
        "points": {name: points(hands, suits) for name, suits in DECLARATIONS.items()},
        "nello": {doubles.value: nello(hands, NO_TRUMP_SUITS[doubles]) for doubles in NELLO},
        "sevens": sevens(hands),
    }


def points(hands: Sequence[int], suits: Suits) -> list[int]:
    """The points of each declarer's side. All positions are shared, as only the leader differs."""
    search = Search(hands, ranking_of(suits), points_aim(side_of(0)))
    worth = [search.worth(search.start(seat)) for seat in range(4)]
    return [ALL_POINTS - number if seat % 2 else number for seat, number in enumerate(worth)]


def nello(hands: Sequence[int], suits: Suits) -> list[bool]:
    """Whether each declarer can lose every trick."""
    searches = (Search(hands, ranking_of(suits), no_trick_aim(seat)) for seat in range(4))
    return [search.worth(search.start(seat)) == 0 for seat, search in enumerate(searches)]


def sevens(hands: Sequence[int]) -> list[bool]:
    """Whether each declarer's side wins every trick."""
    searches = (
        Search(hands, ranking_of(SEVENS_SUITS), every_trick_aim(side_of(seat))) for seat in range(4)
    )
    return [search.worth(search.start(seat)) == 0 for seat, search in enumerate(searches)]


# A recorded hand


def read_hand(record: Record) -> RecordedHand | Problem:
    """A legal record that gives the deal and its plays."""
    options = OPTIONS.resolve(record.get("rules", {}))
    assert isinstance(options, Options)
    auction = read_auction(record["auction"], record["dealer"], options)
    assert isinstance(auction, Auction)
    hands = DOMINOES.with_the_rest(DOMINOES.read_hands(record["deal"]))
    known = [hand for hand in hands if hand is not None]
    if len(known) < len(hands):
        return hand_missing(hands.index(None))
    contract = contract_of(read_named(record["contract"]), auction, options)
    tricks = [[NUMBERS[name] for name in trick] for trick in record["plays"]]
    lead = tricks[0][0] if tricks and tricks[0] else None
    opening = read_opening(record.get("opening_suit"), lead, contract)
    aim = aim_of(contract)
    declarers = aim.seats & side_of(contract.declarer)
    claimants = {None: 0, "declarer": declarers, "defence": aim.seats & ~declarers}
    return RecordedHand(
        names=NAMES,
        hands=known,
        ranking=ranking_after(contract.suits, lead if opening.low else None),
        aim=aim,
        counts_points=bool(aim.points),
        leader=contract.leader,
        tricks=tricks,
        claimants=claimants[record.get("claim")],
        leads=tuple(leads(contract, known[contract.leader])),
    )


def aim_of(contract: Contract) -> SearchAim:
    """In nello and sevens making the contract is all that counts."""
    if contract.aim is Undertaking.NO_TRICK:
        return no_trick_aim(contract.declarer)
    side = side_of(contract.declarer)
    return every_trick_aim(side) if contract.suits.nearest else points_aim(side)


def leads(contract: Contract, hand: int) -> Iterator[Lead]:
    """Return the opening leads, if the rules restrict them or let one count as its lower end."""
    if not (contract.lead_trump or contract.low_end):
        return
    for domino, (_, low) in enumerate(ENDS):
        if hand >> domino & 1 and may_lead_first(domino, hand, contract):
            yield Lead(domino, ranking_of(contract.suits))
            if stands_low(low, domino, contract):
                yield Lead(domino, ranking_after(contract.suits, domino))


@cache
def ranking_after(suits: Suits, low_lead: int | None) -> TrickRanking:
    """Return the ranking with an opening lead that counts as its lower end.

    That domino is never led again, so its row may stay for the whole hand.
    """
    ranking = ranking_of(suits)
    if low_lead is None:
        return ranking
    follow, strength = list(suits.follow), list(suits.strength)
    follow[low_lead], strength[low_lead] = suits.low_follow[low_lead], suits.low_strength[low_lead]
    return replace(ranking, follow=follow, strength=strength)
