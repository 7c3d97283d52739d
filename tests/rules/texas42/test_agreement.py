"""The rule book against the naive second scorer."""

from copy import deepcopy
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from rules.records import judge
from tests.rules.texas42 import naive
from tests.rules.texas42.dealing import full_hand, options_of, played_hand, some_rules
from tests.rules.texas42.spoiling import SPOILERS
from tests.tables import table

Record = dict[str, Any]
SEEDS = st.integers(0, 2**32)


def compare_with_naive(record: Record, options: Any) -> str:
    """Asserts that both scorers agree; says what came out."""
    wanted = naive.judge(record, options)
    judgement = judge(record).as_dict()
    if "problem" in wanted:
        first = judgement["problems"][0]
        assert (first["code"], first["at"]) == wanted["problem"]
        return str(wanted["problem"][0])
    assert judgement["problems"] == []
    assert {key: judgement[key] for key in wanted} == wanted
    return str(wanted["outcome"])


@settings(max_examples=50)
@given(seed=SEEDS)
def test_random_legal_hands_under_random_rules_score_alike(seed: int) -> None:
    rng = Random(seed)
    rules = some_rules(rng)
    record = full_hand(rng, rules)
    assert compare_with_naive(record, options_of(rules)) in {"made", "set", "passed_out"}


@settings(max_examples=75)
@given(seed=SEEDS)
def test_spoilt_hands_have_the_same_first_problem(seed: int) -> None:
    rng = Random(seed)
    rules = some_rules(rng)
    record = played_hand(rng, rules)
    for spoil in rng.sample(SPOILERS, rng.choice((1, 1, 1, 2))):
        spoil(rng, record)
    if any(call["bid"] != "pass" for call in record["auction"]):
        compare_with_naive(record, options_of(rules))


@settings(max_examples=100)
@given(seed=SEEDS)
def test_spoilt_hands_with_part_of_the_deal_have_the_same_first_problem(seed: int) -> None:
    rng = Random(seed)
    rules = some_rules(rng)
    record = played_hand(rng, rules)
    for _ in range(rng.choice((1, 1, 2))):
        rng.choice(SPOILERS)(rng, record)
    for seat in rng.sample(range(4), rng.randint(1, 4)):
        record["deal"][seat] = None
    if any(call["bid"] != "pass" for call in record["auction"]):
        compare_with_naive(record, options_of(rules))


@table(
    "spoil",
    [
        lambda r: r["deal"][0].__setitem__(0, "7-7"),
        lambda r: r["deal"][0].__setitem__(0, 7),
        lambda r: r["deal"][0].pop(),
        lambda r: r["deal"].__setitem__(0, dict.fromkeys(r["deal"][0])),
        lambda r: r.__setitem__("deal", dict(enumerate(r["deal"]))),
        lambda r: r["deal"][0].__setitem__(0, r["deal"][1][0]),
        lambda r: r["plays"].__setitem__(0, tuple(r["plays"][0])),
        lambda r: r["plays"].__setitem__(0, dict.fromkeys(r["plays"][0])),
        lambda r: r["plays"][3].append("6-6"),
        lambda r: r["plays"].append([]),
        lambda r: r["plays"][0].__setitem__(0, None),
        lambda r: r["plays"][0].__setitem__(0, []),
        lambda r: r.__setitem__("dealer", True),
        lambda r: r.__setitem__("dealer", 4),
        lambda r: r.__setitem__("dealer", float(r["dealer"])),
        lambda r: r["auction"][0].__setitem__("seat", float(r["auction"][0]["seat"])),
        lambda r: r["auction"][0].__setitem__("bid", []),
        lambda r: r["auction"][0].__setitem__("nil", []),
        lambda r: r["auction"].pop(),
        lambda r: r["auction"].append(r["auction"][0]),
        lambda r: r["contract"].__setitem__("trump", 7),
        lambda r: r["contract"].__setitem__("trump", "3"),
        lambda r: r["contract"].__setitem__("doubles", "high"),
        lambda r: r["contract"].__setitem__("kind", "grand"),
        lambda r: r["contract"].__setitem__("kind", None),
        lambda r: r.__setitem__("contract", ["trump"]),
        lambda r: r.__setitem__("contract", "trump"),
        lambda r: r.__setitem__("opening_suit", 9),
        lambda r: r.__setitem__("rules", None),
        lambda r: r.__setitem__("rules", {"preset": "straight", "target": True}),
        lambda r: r.__setitem__("x", 1),
        lambda r: r.pop("plays") and r.__setitem__("tricks", []),
    ],
)
def test_every_fault_of_a_whole_record_is_refused(spoil: Any) -> None:
    record = deepcopy(plain_hand())
    assert judge(record).ok
    spoil(record)
    assert not judge(record).ok


def plain_hand() -> Record:
    """A hand with a trump number, in full detail."""
    rng = Random(42)
    while (record := played_hand(rng, {"preset": "straight"}))["contract"]["kind"] != "trump":
        pass
    return record


def test_the_doubles_that_a_plunge_needs_are_counted_in_the_hand_of_the_declarer() -> None:
    rng = Random(5)
    while (record := played_hand(rng, {}))["contract"]["kind"] != "plunge":
        pass
    declarer = judge(record).facts["declarer"]
    other = (declarer + 1) % 4
    record["deal"][declarer], record["deal"][other] = (
        record["deal"][other],
        record["deal"][declarer],
    )
    assert [problem.code for problem in judge(record).problems] == ["contract.needs_doubles"]


def test_a_first_lead_has_to_be_a_trump_where_the_rules_ask_for_it() -> None:
    rules = {"preset": "straight", "opening_lead": "trump"}
    codes = set()
    for seed in range(60):
        record = played_hand(Random(seed), {"preset": "straight"})
        record["rules"] = rules
        codes.add(tuple(problem.code.value for problem in judge(record).problems)[:1])
    assert codes == {(), ("play.bad_lead",)}
