"""What is finite, whole: bids, tricks, bags, nils, auctions, and every two cards."""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any

import pytest

from rules import verdict
from rules.dummy_spades.auction import Nil, applies, auction_of
from rules.dummy_spades.cards import NAMES, NUMBERS, SPADES, SUIT_MASKS, WHOLE_PACK, winning_place
from rules.dummy_spades.options import OPTIONS, Options
from rules.dummy_spades.play import ORDERS, is_revoke
from rules.dummy_spades.scoring import RESULTS, SpadesMatch
from rules.game import HandSide, MatchStanding
from tests.rules.dummy_spades import naive
from tests.tables import table

COUNTS = range(14)
HEAD = {"format": "hand-record/1", "game": "dummy_spades"}


def options(**rules: Any) -> Options:
    """The options under these rules."""
    resolved = OPTIONS.resolve(rules)
    assert isinstance(resolved, Options)
    return resolved


# Bids against tricks


@table("bid", COUNTS)
def test_every_bid_with_every_number_of_tricks(bid: int) -> None:
    for tricks in COUNTS:
        if tricks < bid:
            assert RESULTS[bid][tricks] == (-10 * bid, 0)
        else:
            assert RESULTS[bid][tricks] == (9 * bid + tricks, tricks - bid)


@table("high", COUNTS)
def test_every_declarer_and_defender_with_every_number_of_tricks(high: int) -> None:
    for low, side in product(range(high + 1), COUNTS):
        calls = [{"seat": 0, "bid": str(high)}, {"seat": 1, "bid": str(low)}]
        auction = [*calls, {"seat": 2, "bid": "0"}]
        record = {**HEAD, "dealer": 2, "auction": auction, "tally": {"declarer_side": side}}
        judgement = verdict(record)
        declarer, defender = RESULTS[high][side], RESULTS[low][13 - side]
        assert judgement["score"] == [declarer[0], defender[0], 13 - side]
        assert judgement["bags"] == [declarer[1], defender[1], 13 - side]


# Bags over the match


@table("total", [-1000, -101, -100, -10, -1, 0, 1, 9, 10, 99, 100, 499])
@table("bid", COUNTS)
def test_every_bid_tricks_and_bag_count_on_every_kind_of_total(total: int, bid: int) -> None:
    """Bags stand apart from the total, so the penalty falls below zero as well as above."""
    book, rules = SpadesMatch(), options(target=10_000)
    for tricks, standing in product(COUNTS, range(10)):
        points, over = RESULTS[bid][tricks]
        before = MatchStanding(totals=(total, 0, 0), bags=(standing, 0, 0))
        after = book.add(before, {"score": [points, 0, 0], "bags": [over, 0, 0]}, rules)
        times = (standing + over) // 10
        assert times in (0, 1, 2)
        assert after.totals == (total + points - 100 * times, 0, 0)
        assert after.bags == ((standing + over) % 10, 0, 0)


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 13, 14, 100, None])
def test_every_bag_limit_takes_its_bags(limit: int | None) -> None:
    book, rules = SpadesMatch(), options(bag_limit=limit, bag_penalty=7, target=10_000)
    for standing, over in product(range(limit or 20), COUNTS):
        before = MatchStanding(totals=(0, 0, 0), bags=(0, standing, 0))
        after = book.add(before, {"score": [0, 0, 0], "bags": [0, over, 0]}, rules)
        taken, left = 0, standing + over
        while limit is not None and left >= limit:
            taken, left = taken + 7, left - limit
        assert (after.totals, after.bags) == ((0, -taken, 0), (0, left, 0))


@pytest.mark.parametrize(
    ("totals", "winner"),
    [
        ((499, 0, 0), None),
        ((500, 0, 0), 0),
        ((500, 501, 0), 1),
        ((500, 500, 0), None),
        ((500, 500, 501), 2),
        ((500, 500, 500), None),
        ((499, 499, -500), None),
        ((-500, -500, 500), 2),
    ],
)
def test_the_only_highest_at_the_target_wins(
    totals: tuple[int, int, int], winner: int | None
) -> None:
    after = SpadesMatch().add(
        MatchStanding(totals=(0, 0, 0), bags=(0, 0, 0)),
        {"score": totals, "bags": (0, 0, 0)},
        options(),
    )
    assert (after.winner, after.over) == (winner, winner is not None)


# The auction


def every_auction() -> Iterator[tuple[int, tuple[int, int, int]]]:
    """Every dealer with every three bids."""
    for dealer, first, two, three in product(range(3), COUNTS, COUNTS, COUNTS):
        yield dealer, (first, two, three)


def test_of_every_three_bids_the_first_highest_declares() -> None:
    for dealer, called in every_auction():
        bidding = auction_of(dealer, called, ())
        seats = [(dealer + 1 + i) % 3 for i in range(3)]
        record = {
            "auction": [
                {"seat": seat, "bid": str(bid)} for seat, bid in zip(seats, called, strict=True)
            ]
        }
        assert bidding.leader == seats[0]
        assert bidding.declarer == naive.declarer_of(record)
        assert [bidding.bids[seat] for seat in seats] == list(called)


def test_of_every_bidder_hand_and_declarer_a_nil_counts_on_the_bidders_side() -> None:
    counting = {
        (bidder, hand, declarer)
        for bidder, hand, declarer in product(range(3), range(4), range(3))
        if applies(Nil(bidder, hand), declarer)
    }
    bidders = {(bidder, bidder, declarer) for bidder in range(3) for declarer in range(3)}
    dummys = {(declarer, 3, declarer) for declarer in range(3)}
    partners = {
        (bidder, hand, declarer)
        for bidder, hand, declarer in product(range(3), repeat=3)
        if len({bidder, hand, declarer}) == 3
    }
    assert counting == bidders | dummys | partners


# The play


@pytest.mark.parametrize("declarer", range(3))
def test_the_dummy_sits_opposite_every_declarer(declarer: int) -> None:
    for leader, order in enumerate(ORDERS[declarer]):
        assert order[0] == leader
        assert (order.index(3) - order.index(declarer)) % 4 == 2
        assert (order.index((declarer + 1) % 3) - order.index(declarer)) % 4 == 1
        assert list(order) == naive.order_from(leader, declarer)


def test_the_pack_is_four_suits_of_thirteen() -> None:
    assert sorted(NAMES) == sorted(naive.PACK)
    assert sum(SUIT_MASKS) == WHOLE_PACK
    assert [mask.bit_count() for mask in SUIT_MASKS] == [13] * 4
    assert {name for name in NAMES if SPADES >> NUMBERS[name] & 1} == {
        name for name in naive.PACK if name[0] == "S"
    }
    assert len(NUMBERS) == 56


def test_of_every_two_cards_the_right_one_wins() -> None:
    for lead, other in product(naive.PACK, repeat=2):
        if lead != other:
            place = winning_place([NUMBERS[lead], NUMBERS[other]])
            assert place == naive.winning_place([lead, other])


def test_of_random_tricks_the_right_card_wins() -> None:
    rng = Random(4)
    for _ in range(2000):
        trick = rng.sample(naive.PACK, 4)
        assert winning_place([NUMBERS[name] for name in trick]) == naive.winning_place(trick)


def test_every_card_revokes_to_every_other_lead_from_a_hand_that_could_follow() -> None:
    for lead, card in product(NAMES, repeat=2):
        follows = lead[0] == card[0]
        for number, mask in enumerate(SUIT_MASKS):
            holds_suit_led = lead[0] == "CDHS"[number]
            revoked = is_revoke(NUMBERS[card], mask | 1 << NUMBERS[card], NUMBERS[lead])
            assert revoked is (holds_suit_led and not follows)


# Claims


@table("claim", list(HandSide))
@table("left", range(14))
def test_a_claim_of_any_number_of_tricks_is_ambiguous_only_for_the_claimers_open_nils(
    claim: HandSide, left: int
) -> None:
    """Recorded tricks go to the dummy and seat 1, so that those hands' nils have failed."""
    for hand, winner in product(range(4), (1, 3)):
        bidder = {0: 0, 1: 2, 2: 1, 3: 0}[hand]
        calls: list[dict[str, Any]] = [
            {"seat": seat, "bid": bid} for seat, bid in enumerate(("9", "3", "4"))
        ]
        calls[bidder]["nil"] = [hand]
        results = [{"winner": winner}] * (13 - left)
        judgement = verdict(
            {**HEAD, "dealer": 2, "auction": calls, "trick_results": results, "claim": claim.value}
        )
        on_claiming_side = (hand in (0, 3)) == (claim is HandSide.DECLARER)
        has_trick = left < 13 and hand == winner
        if left and on_claiming_side and not has_trick:
            assert judgement["problems"][0]["code"] == "claim.ambiguous"
        else:
            assert judgement["nil"] == [{"bidder": bidder, "hand": hand, "made": not has_trick}]
