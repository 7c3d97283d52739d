"""What holds for every hand."""

from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import verdict
from tests.rules.dummy_spades import naive
from tests.rules.dummy_spades.dealing import full_hand, less_detail, results, some_rules

SEEDS = st.integers(0, 2**32)
Record = dict[str, Any]


def hand(seed: int) -> tuple[Random, Record]:
    """A random hand and its generator."""
    rng = Random(seed)
    return rng, full_hand(rng, some_rules(rng))


def turned_seat(seat: int, turn: int) -> int:
    """The seat that a real player takes when they all move on; the dummy stays the dummy."""
    return seat if seat == naive.DUMMY else (seat + turn) % 3


def turned(record: Record, turn: int) -> Record:
    """The same hand with the three players moved on."""
    moved = deepcopy(record)
    moved["dealer"] = turned_seat(record["dealer"], turn)
    for call in moved["auction"]:
        call["seat"] = turned_seat(call["seat"], turn)
        if "nil" in call:
            call["nil"] = [turned_seat(hand, turn) for hand in call["nil"]]
    for seat in range(3):
        moved["deal"][turned_seat(seat, turn)] = record["deal"][seat]
    return moved


@settings(max_examples=150)
@given(seed=SEEDS)
def test_tricks_come_to_thirteen_and_scores_to_their_parts(seed: int) -> None:
    _, record = hand(seed)
    judgement = verdict(record)
    assert sum(judgement["tricks"]) == 13
    for player, bags in enumerate(judgement["bags"]):
        bonus = naive_bonus(judgement, player, record)
        points = judgement["score"][player] - bonus
        assert (points - bags) % 10 == 0
        assert bags == 0 or points >= bags > 0


def naive_bonus(judgement: Record, player: int, record: Record) -> int:
    """What a player's nils came to."""
    worth = int(record["rules"].get("nil_bonus", 100))
    nils = [nil for nil in judgement["nil"] if nil["bidder"] == player]
    return sum(worth if nil["made"] else -worth for nil in nils)


@settings(max_examples=150)
@given(seed=SEEDS, turn=st.integers(1, 2))
def test_moving_the_three_players_on_changes_nothing_but_seats(seed: int, turn: int) -> None:
    _, record = hand(seed)
    before, after = verdict(record), verdict(turned(record, turn))
    assert after["ok"]
    assert after["declarer"] == turned_seat(before["declarer"], turn)
    assert (after["bid"], after["partner"]) == (before["bid"], before["partner"])
    for key in ("score", "bags", "tricks"):
        for seat, value in enumerate(before[key]):
            assert after[key][turned_seat(seat, turn)] == value
    assert after["nil"] == [
        {
            "bidder": turned_seat(nil["bidder"], turn),
            "hand": turned_seat(nil["hand"], turn),
            "made": nil["made"],
        }
        for nil in before["nil"]
    ]


@settings(max_examples=100)
@given(seed=SEEDS, length=st.integers(0, 12))
def test_a_record_cut_short_never_scores(seed: int, length: int) -> None:
    rng, record = hand(seed)
    cut = {**record, "plays": record["plays"][:length]}
    begun = {
        **record,
        "plays": [*record["plays"][:length], record["plays"][length][: rng.randrange(4)]],
    }
    winners = results(rng, verdict(record)["tricks"])[:length]
    listed = {key: value for key, value in record.items() if key != "plays"}
    for less in (cut, begun, {**listed, "trick_results": winners}):
        judgement = verdict(less)
        assert [problem["code"] for problem in judgement["problems"]] == ["play.incomplete"]
        assert judgement["score"] is None


@settings(max_examples=150)
@given(seed=SEEDS)
def test_less_detail_gives_the_same_score_or_none(seed: int) -> None:
    rng, record = hand(seed)
    whole = verdict(record)
    without_deal = {key: value for key, value in record.items() if key != "deal"}
    some_hands = deepcopy(record)
    for seat in rng.sample(range(4), rng.randint(1, 3)):
        some_hands["deal"][seat] = None
    assert verdict(without_deal) == verdict(some_hands) == whole
    less = less_detail(rng, record, whole["tricks"])
    judgement = verdict(less)
    if "claim" in less:
        return
    if judgement["ok"]:
        assert judgement["score"] == whole["score"]
        assert judgement["nil"] == whole["nil"]
        assert judgement["tricks"] in (None, whole["tricks"])
    else:
        assert [problem["code"] for problem in judgement["problems"]] == ["tally.insufficient"]


@settings(max_examples=100)
@given(seed=SEEDS)
def test_a_true_claim_gives_the_same_score(seed: int) -> None:
    """Cut off before the tricks that one side takes to the end, and claimed by that side."""
    _, record = hand(seed)
    whole = verdict(record)
    declarer = whole["declarer"]
    winners = naive.play(record, declarer, {"break_spades": False, "peek": "none"})
    ours = [naive.same_side(int(seat), declarer, declarer) for seat in winners]
    length = 13
    while length and ours[length - 1] == ours[-1]:
        length -= 1
    claim = "declarer" if ours[-1] else "defence"
    judgement = verdict({**record, "plays": record["plays"][:length], "claim": claim})
    if judgement["ok"]:
        assert (judgement["score"], judgement["bags"]) == (whole["score"], whole["bags"])
        assert judgement["nil"] == whole["nil"]
    else:
        assert judgement["problems"][0]["code"] == "claim.ambiguous"


@settings(max_examples=100)
@given(seed=SEEDS)
def test_the_whole_sheet_beside_the_whole_record_changes_nothing(seed: int) -> None:
    _, record = hand(seed)
    whole = verdict(record)
    tricks = whole["tricks"]
    side = tricks[whole["declarer"]] + tricks[naive.DUMMY]
    sheet = {"tricks": tricks, "declarer_side": side}
    assert verdict({**record, "tally": sheet}) == whole
    assert verdict({**record, "tally": sheet, "claim": "defence"}) == whole


def test_a_dealt_hand_is_as_random_as_its_seed() -> None:
    assert full_hand(Random(9)) == full_hand(Random(9))
    assert full_hand(Random(9)) != full_hand(Random(10))


def test_players_of_random_hands_bid_what_they_about_take() -> None:
    """Hands for demonstrations and benchmarks should look like hands of a club."""
    bids_made = nils = made = 0
    for seed in range(300):
        judgement = verdict(full_hand(Random(seed)))
        bids_made += sum(points > 0 for points in judgement["score"])
        nils += len(judgement["nil"])
        made += sum(nil["made"] for nil in judgement["nil"])
    assert 300 < bids_made < 800
    assert nils / 10 < made < nils
