"""The finite tables, whole: every contract made and set, with a partner and alone; every bid on
every other; every way to win the tricks; every number of points."""

from itertools import product

from rules import verdict
from rules.pandoeren.contracts import BIDS, CONTRACTS, Aim, Calls
from tests.rules.pandoeren import naive
from tests.rules.pandoeren.records import Record, cards, hand
from tests.tables import table

FOUR_JACKS = cards("SJ HJ DJ CJ SA SK HA HK")
ALL_ACES_AND_KINGS = cards("SA HA DA CA SK HK DK CK")
WITH_PARTNER = [bid for bid in naive.LIST if BIDS[bid].contract.calls is not Calls.NOBODY]
SEATS = range(4)


def bought(bid: str, declarer: int, **more: object) -> Record:
    """A contract that the seat bought with the only bid, with a partner where there is one."""
    auction = " ".join(["pass"] * ((declarer + 1) % 4) + [bid] + ["pass"] * 3)
    trump = "-" if bid in naive.WITHOUT_TRUMPS else "S"
    call = " HA" if bid in naive.CALLING_AN_ACE else ""
    # Dealer 2, so seat 3 calls first.
    return hand(auction, trump + call, dealer=2, **more)


def alone(bid: str, declarer: int, **more: object) -> Record:
    """The same by one who has whatever could be called himself."""
    record = bought(bid, declarer, **more)
    cards = FOUR_JACKS if bid == "kereltje" else ALL_ACES_AND_KINGS
    record["contract"]["call"] = None
    record["deal"] = [cards if seat == declarer else None for seat in SEATS]
    return record


def test_the_table_lists_the_bids_in_the_order_of_the_rule_book() -> None:
    assert list(BIDS) == naive.LIST
    assert [contract.row for contract in CONTRACTS] == list(range(1, 17))
    assert {bid: BIDS[bid].contract.worth for bid in BIDS} == naive.WORTH


@table("bid", naive.LIST)
def test_each_of_the_declaring_side_adds_or_subtracts_the_worth(bid: str) -> None:
    for declarer, step, made in product(SEATS, (1, 2, 3), (True, False)):
        partner = (declarer + step) % 4 if bid in WITH_PARTNER else None
        record = bought(bid, declarer, tally={"made": made})
        if partner is not None:
            record["partner"] = partner
        judgement = verdict(record)
        worth = naive.WORTH[bid] if made else -naive.WORTH[bid]
        assert judgement["problems"] == []
        assert (judgement["declarer"], judgement["partner"], judgement["bid"]) == (
            declarer,
            partner,
            bid,
        )
        assert judgement["outcome"] == ("made" if made else "set")
        assert judgement["score"] == [worth if s in (declarer, partner) else 0 for s in SEATS]


@table("bid", WITH_PARTNER)
def test_a_declarer_who_plays_alone_adds_or_subtracts_it_alone(bid: str) -> None:
    for declarer, made in product(SEATS, (True, False)):
        judgement = verdict(alone(bid, declarer, tally={"made": made}))
        worth = naive.WORTH[bid] if made else -naive.WORTH[bid]
        assert (judgement["ok"], judgement["partner"]) == (True, None)
        assert judgement["score"] == [worth if seat == declarer else 0 for seat in SEATS]


@table("bid", naive.LIST)
def test_a_ruling_decides_every_contract(bid: str) -> None:
    for against in ("declarer", "defence"):
        ruling = {"against": against, "reason": "looked at the discard"}
        record = bought(bid, 0, ruling=ruling)
        if bid in WITH_PARTNER:
            record["partner"] = 2
        assert verdict(record)["outcome"] == ("made" if against == "defence" else "set")


ROWS = [row.bids for row in CONTRACTS if row.aim is not Aim.CARDS]
NOT_NUMBERS = sorted({row[0] for row in ROWS} | {row[-1] for row in ROWS}, key=naive.LIST.index)
"""The lowest and the highest bid of each row."""


@table("bid", NOT_NUMBERS)
def test_every_way_to_win_eight_tricks_makes_or_loses_the_contract(bid: str) -> None:
    """Tricks by declarer, partner and foe in every order that differs for some contract."""
    needed = BIDS[bid].needed
    orders = {
        tuple(early[:4]) + ("foe",) * foes + ("partner",) * (4 - foes)
        for early in product(("declarer", "partner", "foe"), repeat=4)
        for foes in range(5)
    }
    seats = {"declarer": 0, "partner": 2, "foe": 3}
    if bid not in WITH_PARTNER:
        seats["partner"] = 1
    for order, any_trick in product(orders, (False, True)):
        by = [who if bid in WITH_PARTNER or who == "declarer" else "foe" for who in order]
        record = bought(bid, 0, trick_results=[{"winner": seats[who]} for who in order])
        record["rules"] = {"piccolo": "any_one" if any_trick else "first"}
        if bid in WITH_PARTNER:
            record["partner"] = 2
        for extra in (0, needed) if needed else (0,):
            if extra:
                record["roem"] = [{"seat": 0, "value": extra}]
            made = naive.is_made(bid, by, 0, extra, any_trick=any_trick)
            assert verdict(record)["outcome"] == ("made" if made else "set")


@table("bid", [bid for bid in naive.LIST if bid.isdigit()])
def test_card_points_roem_and_stuk_together_reach_a_number_or_not(bid: str) -> None:
    for points, extra in product(range(1, 147), ({}, {"roem": 20}, {"roem": 150, "stuk": 20})):
        judgement = verdict(bought(bid, 0, partner=2, tally={"cards": points, **extra}))
        total = points + sum(extra.values())
        assert judgement["outcome"] == ("made" if total >= int(bid) else "set")
        assert judgement["points"]["total"] == total


def test_a_bid_follows_another_exactly_where_it_stands_further_down() -> None:
    for low, high in product(naive.LIST, repeat=2):
        fault = verdict(hand(f"{low} {high} pass pass pass"))["problems"][0]
        above = naive.LIST.index(high) > naive.LIST.index(low)
        wanted = (
            ("contract.missing", "/contract") if above else ("auction.not_higher", "/auction/1")
        )
        assert (fault["code"], fault["at"]) == wanted


def test_every_auction_of_up_to_nine_calls_ends_where_the_rules_say() -> None:
    """All ways to pass or raise with up to four bids, with and without bidding again.

    With it: up to three passes, bids with up to two passes between them, three passes: 4, 11, 18
    and 15 auctions of one to four bids that are no longer, and one without a bid.
    """
    ladder = ("120", "130", "140", "piccolo")

    def grow(made: list[Record], final: bool) -> int:
        if made and naive.is_over(made, final):
            options = {"pass_is_final": final}
            record = hand("", rules=options) | {"auction": made}
            judgement = verdict(record)
            bid = any(call["bid"] != "pass" for call in made)
            assert (
                judgement["problems"][:1] == []
                or judgement["problems"][0]["code"] == "contract.missing"
            )
            assert bool(judgement["problems"]) is bid
            return 1
        if len(made) == 9:
            return 0
        seat = naive.next_to_call(made, 3, final)
        bids = sum(call["bid"] != "pass" for call in made)
        choices = ["pass", *ladder[bids : bids + 1]]
        return sum(grow([*made, {"seat": seat, "bid": bid}], final) for bid in choices)

    assert grow([], final=False) == 4 + 11 + 18 + 15 + 1
    assert grow([], final=True) == 36


def test_every_row_calls_and_names_trumps_as_the_rule_book_says() -> None:
    for name, bid in BIDS.items():
        assert bid.contract.trumps is (name not in naive.WITHOUT_TRUMPS)
        calls = Calls.ACE if name in naive.CALLING_AN_ACE else Calls.NOBODY
        assert bid.contract.calls is (Calls.JASS if name == "kereltje" else calls)
        assert bid.counts_roem is naive.counts_roem(name)
