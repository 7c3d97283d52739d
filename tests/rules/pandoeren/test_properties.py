"""What holds for every hand."""

from copy import deepcopy
from itertools import combinations, pairwise
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules import verdict
from rules.pandoeren.cards import BIT_OF, NAMES, POINT_CARDS, TRUMPS, WHOLE_PACK
from rules.pandoeren.roem import best_roem, roem_value
from tests.rules.pandoeren import naive
from tests.rules.pandoeren.dealing import full_hand, played_hand, rotated, some_rules
from tests.rules.pandoeren.records import without

Record = dict[str, Any]
SEEDS = st.integers(0, 2**32)
PACK = sorted(naive.PACK)
HANDS = st.sets(st.sampled_from(PACK), min_size=8, max_size=8)


def mask(hand: set[str]) -> int:
    return sum(BIT_OF[card] for card in hand)


# Card points


@settings(max_examples=80)
@given(seed=SEEDS)
def test_the_points_of_all_tricks_are_146_less_what_was_thrown_out(seed: int) -> None:
    record = played_hand(Random(seed))
    trump = record["contract"]["trump"]
    if trump is None:
        return
    thrown = naive.points_of([record["discard"]], trump)
    both = 0
    for side in ("declarer", "defence"):
        plays = {**record, "plays": [], "claim": side, "tally": {}}
        number = without(plays, "roem", "denials", "stuk")
        number["auction"] = [{**call} for call in record["auction"]]
        points = verdict(as_number_contract(number))["points"]
        both += points["cards"] if points else 0
    assert both == 146 - thrown
    taken = [sum(TRUMPS[trump].points[PACK_NUMBER[c]] for c in trick) for trick in record["plays"]]
    assert sum(taken) + 5 == 146 - thrown


PACK_NUMBER = {str(name): number for number, name in enumerate(NAMES)}


def as_number_contract(record: Record) -> Record:
    """The same cards played for 120 by the same declarer with whoever may be called."""
    declarer = [call["seat"] for call in record["auction"] if call["bid"] != "pass"][-1]
    first = (record["dealer"] + 1) % 4
    order = [(first + i) % 4 for i in range(7)]
    at = order.index(declarer)
    calls = [{"seat": seat, "bid": "pass"} for seat in order[:at]]
    calls.append({"seat": declarer, "bid": "120"})
    calls += [{"seat": seat, "bid": "pass"} for seat in order[at + 1 : at + 4]]
    nine = {*record["deal"][declarer], record["centre"]}
    free = [suit + rank for rank in "AK" for suit in "SHDC" if suit + rank not in nine]
    call = free[0] if free else None
    trump = record["contract"]["trump"]
    return {**record, "auction": calls, "contract": {"trump": trump, "call": call}}


def test_the_pack_counts_146_with_trumps_and_113_without() -> None:
    totals = {word: trumps.total for word, trumps in TRUMPS.items()}
    assert totals == dict.fromkeys("SHDC", 146) | {None: 113}
    assert WHOLE_PACK.bit_count() == 33


def test_every_trick_of_four_cards_of_a_sample_is_won_as_the_orders_say() -> None:
    rng = Random(3)
    for _ in range(4000):
        trick = rng.sample(PACK, 4)
        for word, trumps in TRUMPS.items():
            numbers = [PACK_NUMBER[card] for card in trick]
            assert trumps.winner(numbers) == naive.winner_of(trick, word)


# Roem


@settings(max_examples=300)
@given(hand=HANDS)
def test_the_value_of_a_hand_is_that_of_a_search_over_all_its_combinations(hand: set[str]) -> None:
    assert roem_value(mask(hand)) == naive.value_of(hand)


def test_values_and_comparison_of_hands_with_long_suits_and_fours() -> None:
    """Badly shuffled hands, in which everything on the ladder comes up."""
    rng = Random(11)
    seen = set()
    hands = []
    for _ in range(3000):
        suited = sorted(PACK, key=lambda card: (card[0], naive.TRUMP_RANKS.index(card[1])))
        ranked = sorted(PACK, key=lambda card: (card[1], card[0]))
        pack = rng.choice((suited, ranked))
        start = rng.randrange(24)
        hand = set(pack[start : start + 8])
        for card in rng.sample(sorted(hand), rng.randrange(4)):
            hand.remove(card)
            hand.add(rng.choice([other for other in PACK if other not in hand]))
        hands.append(hand)
        seen.add(naive.best_of(hand))
        assert roem_value(mask(hand)) == naive.value_of(hand)
    for first, second in pairwise(hands):
        better = naive.best_of(first) > naive.best_of(second)
        assert (best_roem(mask(first)) > best_roem(mask(second))) is better
    assert len(seen) > 60


def test_every_run_and_four_compares_as_on_the_ladder() -> None:
    strengths = [best_roem(mask(cards)) for cards, _ in naive.LADDER]
    assert strengths == sorted(strengths)
    assert len(set(strengths)) == len(strengths)
    assert [roem_value(mask(cards)) for cards, _ in naive.LADDER] == [v for _, v in naive.LADDER]


# Results


def dealt_slowly(points: tuple[int, ...], values: list[int]) -> int:
    """How many tricks from the first on can be dealt, by trying all sets of four cards."""
    if not points:
        return 0
    best = 0
    for chosen in {tuple(sorted(four)) for four in combinations(values, 4)}:
        if sum(chosen) == points[0]:
            left = list(values)
            for value in chosen:
                left.remove(value)
            best = max(best, 1 + dealt_slowly(points[1:], left))
    return best


def test_which_results_can_be_dealt_agrees_with_trying_everything() -> None:
    rng = Random(5)
    values = sorted(naive.points_of([card], "S") for card in PACK)
    for _ in range(30):
        points = tuple(rng.choice((0, 0, 1, 2, 13, 44, 45, 55, 56)) for _ in range(4))
        assert POINT_CARDS.dealt(points, POINT_CARDS.cards) == dealt_slowly(points, values)


@settings(max_examples=80)
@given(seed=SEEDS, partly=st.booleans())
def test_the_results_of_a_played_hand_score_like_its_plays(seed: int, *, partly: bool) -> None:
    rng = Random(seed)
    record = played_hand(rng, some_rules(rng))
    whole = verdict(record)
    results = []
    leader = whole["declarer"]
    trump = record["contract"]["trump"]
    for trick in record["plays"]:
        leader = (leader + naive.winner_of(trick, trump)) % 4
        results.append({"winner": leader})
        if whole["bid"].isdigit() and not (partly and leader == whole["declarer"]):
            results[-1]["points"] = naive.points_of(trick, trump)
    judgement = verdict(without(record, "plays") | {"trick_results": results})
    assert judgement == whole


# Records


@settings(max_examples=80)
@given(seed=SEEDS, by=st.integers(1, 3))
def test_moving_everybody_changes_nothing_but_the_seats(seed: int, by: int) -> None:
    rng = Random(seed)
    record = full_hand(rng, some_rules(rng), wild=True)
    plain, moved = verdict(record), verdict(rotated(record, by))
    for key in ("tricks", "score"):
        if plain[key] is not None:
            plain[key] = [plain[key][(seat - by) % 4] for seat in range(4)]
    for key in ("declarer", "partner"):
        if plain[key] is not None:
            plain[key] = (plain[key] + by) % 4
    assert moved == plain


@settings(max_examples=100)
@given(seed=SEEDS)
def test_a_record_cut_short_never_scores_unless_it_was_lost_already(seed: int) -> None:
    record = played_hand(Random(seed))
    whole = verdict(record)
    for count in range(8):
        judgement = verdict({**record, "plays": record["plays"][:count]})
        assert judgement["score"] in (None, whole["score"])
        if judgement["ok"]:
            assert not whole["bid"].isdigit()
            assert judgement["outcome"] == "set"
        else:
            assert judgement["problems"][0]["code"] == "play.incomplete"


@settings(max_examples=100)
@given(seed=SEEDS)
def test_what_is_left_out_never_changes_the_result(seed: int) -> None:
    """Hands, centre and discard less, the verdict stays, as long as it can be given."""
    rng = Random(seed)
    record = without(played_hand(rng), "roem", "denials", "stuk")
    whole = verdict(record)
    less = deepcopy(record)
    for seat in range(4):
        if rng.random() < 0.5:
            less["deal"][seat] = None
    for key in ("centre", "discard", "deal"):
        if rng.random() < 0.4:
            del less[key]
    judgement = verdict(less)
    if whole["partner"] is None and naive.counts_roem(whole["bid"]) and not judgement["ok"]:
        assert judgement["problems"][0]["code"] == "call.missing"
    elif judgement["problems"]:
        assert judgement["problems"][0]["code"] in ("call.missing", "call.own_card")
        assert whole["partner"] is None
    else:
        assert judgement == whole


@settings(max_examples=50)
@given(seed=SEEDS)
def test_the_verdict_does_not_touch_the_record(seed: int) -> None:
    record = full_hand(Random(seed), wild=True)
    copy = deepcopy(record)
    verdict(record)
    assert record == copy
