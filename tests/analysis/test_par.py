"""Par of Texas 42: small auctions by hand, then whole deals."""

from random import Random
from typing import Any

from engine.analysis.answers import makeable
from engine.analysis.recorded import RecordedHand
from games.texas42 import par
from games.texas42 import solver as texas42
from games.texas42.par import Par, Taken
from rules.records import verdict
from rules.texas42.auction import ONE_MARK, Auction
from rules.texas42.contracts import Aim, Contract, contract_of
from rules.texas42.dominoes import NAMES, PACK
from rules.texas42.options import OPTIONS, Options
from tests.dealing import dealt_masks
from tests.tables import table

NO_DOUBLES = (0, 0, 0, 0)
DEALER = 3
"""So that seat 0 calls first and seat 3 last."""


def rules(**options: Any) -> Options:
    resolved = OPTIONS.resolve(options)
    assert isinstance(resolved, Options)
    return resolved


def by_seat(*points: int, nello: tuple[int, ...] = ()) -> Taken:
    """A deal of which each declarer's points are known, whatever he names."""

    def taken(contract: Contract) -> int:
        if contract.aim is Aim.NO_TRICK:
            return 42 if contract.declarer in nello else 0
        return 0 if contract.suits.nearest else points[contract.declarer]

    return taken


STRAIGHT = {"preset": "straight", "all_pass": "redeal"}
# What each declarer's side can take; the rules; the calls from seat 0, and the score by team.
AUCTIONS = (
    (
        "nobody can make a bid: it is passed out",
        (29, 20, 29, 20),
        STRAIGHT,
        "pass pass pass pass",
        (0, 0),
    ),
    (
        "the last one must bid and is set",
        (29, 20, 29, 20),
        {"preset": "straight"},
        "pass pass pass 30",
        (1, 0),
    ),
    (
        "the others can outbid 30, so the first bids as high as shuts them out",
        (36, 33, 20, 20),
        STRAIGHT,
        "33 pass pass pass",
        (1, 0),
    ),
    (
        "whoever can make most gets it in the end",
        (31, 33, 34, 35),
        STRAIGHT,
        "pass pass pass 30",
        (0, 1),
    ),
    (
        "partners raise each other where both make every trick",
        (42, 0, 42, 0),
        STRAIGHT,
        "2m pass 3m pass",
        (3, 0),
    ),
    (
        "only one makes every trick: the most that he may open with",
        (42, 0, 30, 0),
        STRAIGHT,
        "2m pass pass pass",
        (2, 0),
    ),
    (
        "both sides count: who takes most plays, as low as the others let him",
        (34, 31, 33, 31),
        {"preset": "points"},
        "31 pass pass pass",
        (34, 8),
    ),
    (
        "84 lets the partner say 168",
        (42, 0, 42, 0),
        {"preset": "points"},
        "84 pass 168 pass",
        (168, 0),
    ),
    (
        "the last one must bid: low-no loses 42, any other bid more",
        (20, 20, 20, 12),
        {"preset": "points"},
        "pass pass pass low-no",
        (42, 0),
    ),
)


@table(("case", "points", "options", "calls", "score"), AUCTIONS)
def test_the_auction_ends_where_a_table_that_knows_everything_would_end_it(
    case: str, points: tuple[int, ...], options: dict[str, Any], calls: str, score: tuple[int, int]
) -> None:
    resolved = rules(**options)
    value = par.par_of(NO_DOUBLES, DEALER, resolved, by_seat(*points))
    assert (" ".join(spelled(value, resolved)), value.score) == (calls, score), case


def spelled(value: Par, options: Options) -> list[str]:
    return [call["bid"] for call in par.par_answer(value, DEALER, options)["auction"]]


def test_a_forced_dealer_who_can_lose_every_trick_says_low_no() -> None:
    value = par.par_of(
        NO_DOUBLES, DEALER, rules(preset="points"), by_seat(20, 20, 20, 20, nello=(3,))
    )
    assert value.score == (0, 42)


def test_the_partner_of_who_can_make_nello_opens_the_way_to_three_marks() -> None:
    options = rules()
    value = par.par_of(NO_DOUBLES, DEALER, options, by_seat(20, 20, 20, 20, nello=(2,)))
    assert (spelled(value, options), value.score) == (["2m", "pass", "3m", "pass"], (3, 0))


def a_deal(seed: str) -> list[int]:
    return dealt_masks(Random(seed), range(28), 7)


def record_of(hands: list[int], dealer: int, **options: Any) -> dict[str, Any]:
    deal = [[NAMES[i] for i in range(28) if hand >> i & 1] for hand in hands]
    return {
        "format": "hand-record/1",
        "game": "texas42",
        "rules": options,
        "dealer": dealer,
        "deal": deal,
    }


def test_what_par_says_is_a_legal_hand_with_this_score() -> None:
    for seed, options in (("a", {}), ("b", {"preset": "points"}), ("c", {"preset": "splash"})):
        record = record_of(a_deal(seed), dealer=1, **options)
        answer = makeable(record)["par"]
        tally = {"made": answer["made"]}
        if "points" in options.get("preset", ""):
            tally = {"points": by_team(answer)}
        judged = verdict(
            record | {key: answer[key] for key in ("auction", "contract")} | {"tally": tally}
        )
        assert judged["ok"], judged["problems"]
        assert judged["score"] == answer["score"]


def by_team(answer: dict[str, Any]) -> list[int]:
    ours = [answer["taken"], 42 - answer["taken"]]
    return ours if answer["declarer"] % 2 == 0 else ours[::-1]


def test_the_table_of_the_usual_rules_is_that_of_the_deal() -> None:
    hands = a_deal("table")
    assert sum(hands) == PACK
    whole = texas42.table(hands)
    combined = makeable(record_of(hands, 0))["table"]
    assert list(combined["points"]) == ["0", "1", "2", "3", "4", "5", "6"]
    assert all(combined["points"][name] == whole["points"][name] for name in combined["points"])
    assert combined["nello"] == {"own": whole["nello"]["own"]}
    assert combined["sevens"] == whole["sevens"]


def test_restricted_and_low_leads_are_worth_what_a_recorded_hand_says() -> None:
    hands = a_deal("leads")
    for options in (rules(opening_lead="trump"), rules(low_end_opening=True)):
        play = par.ContractValues(hands, options)
        for named in par.ALONE[:3]:
            contract = contract_of(named, Auction(ONE_MARK, 1), options)
            hand = RecordedHand(
                names=NAMES,
                hands=hands,
                ranking=texas42.ranking_of(contract.suits),
                aim=texas42.points_aim(texas42.side_of(1)),
                counts_points=True,
                leader=contract.leader,
                tricks=(),
                leads=tuple(texas42.leads(contract, hands[1])),
            )
            assert play.taken(contract) == hand.number(hand.positions[0])


def test_a_deal_that_is_not_known_is_refused() -> None:
    record = record_of(a_deal("x"), 0)
    two = record["deal"][:2]
    assert makeable(record | {"deal": [*two, None, None]})["ok"] is False
    assert makeable(record | {"deal": [*two, record["deal"][2], None]})["ok"] is True
    assert (
        makeable(record | {"game": "dummy_spades"})["problems"][0]["code"] == "record.unknown_game"
    )
