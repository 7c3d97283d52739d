"""How a hand of Pandoeren came to its result is told aloud; what the players owe is reckoned."""

from random import Random
from typing import Any

import pytest

from games import PRESENTERS
from games.base import ExplanationLine, HandTable
from rules import GAMES, verdict
from scoring.running_score import RunningScore
from tests.rules.pandoeren.dealing import full_hand
from tests.rules.pandoeren.records import hand
from tests.scoring.conftest import NAMES
from tests.tables import table

PAGE = PRESENTERS["pandoeren"]
OPTIONS: Any = GAMES["pandoeren"].options.resolve({})
START: Any = RunningScore("pandoeren", {}).standing

DEAL = {
    0: "SA SK SQ H7 D8 D9 C7 C8",
    1: "HA HK HQ HJ D7 S7 S8 C9",
    2: "ST S9 SJ HT H9 H8 CK CQ",
    3: "DA DK DQ DJ DT CA CJ CT",
}
BOTH = "120 130 pass pass 140 pass pass pass"
"""Ann declares, Bea bid against her, Carl only passed; Dan holds the ace of diamonds."""


def known(auction: str = BOTH, **more: Any) -> dict[str, Any]:
    rest = {"deal": DEAL, "centre": "H6", "discard": "H6", "tally": {"cards": 100}}
    return hand(auction, "S DA", **(rest | more))


def unknown(auction: str = BOTH, **more: Any) -> dict[str, Any]:
    return hand(auction, "S DA", **({"partner": 3, "tally": {"cards": 100}} | more))


def account(record: dict[str, Any]) -> tuple[ExplanationLine, ...]:
    assert verdict(record)["problems"] == []
    return PAGE.explanation(record, OPTIONS, NAMES, START)


ANN_DENIED: dict[str, Any] = {"roem": [{"seat": 0}], "denials": [{"by": 1, "against": 0}]}
REVIVED: dict[str, Any] = {
    "roem": [{"seat": 0}, {"seat": 3}],
    "denials": [{"by": 1, "against": 0}, {"by": 1, "against": 3}],
}
EXPLANATIONS = [
    # what happened, the record, and a line with its state and the rule beside it. Source: roem.
    (
        "the combination is named",
        known(roem=[{"seat": 0}]),
        "Ann announces 20 roem: a run of three to the ace of spades (20)",
        "",
        "",
    ),
    (
        "who bid may deny",
        known(roem=[{"seat": 0}]),
        "Can deny: Bea. Carl only passed, so cannot",
        "",
        "Only an opponent who bid",
    ),
    (
        "nobody may",
        known("120 pass pass pass", roem=[{"seat": 0}]),
        "Nobody can deny: Bea and Carl only passed",
        "",
        "Only an opponent who bid",
    ),
    (
        "the better one is named, with the list",
        known(**ANN_DENIED),
        "Bea denies the roem of Ann: a run of four to the ace of hearts is better than a run of "
        "three to the ace of spades, so it succeeds",
        "good",
        "From low to high",
    ),
    ("denied", known(**ANN_DENIED), "The roem of Ann is denied", "bad", ""),
    (
        "not denied by who could",
        known(roem=[{"seat": 0}]),
        "Better roem, but no denial: Bea",
        "",
        "let it pass",
    ),
    ("so it stands", known(roem=[{"seat": 0}]), "The roem of Ann stands: 20", "good", "stands"),
    (
        "an attempt that fails",
        known(**REVIVED),
        "Bea denies the roem of Dan: a run of four to the ace of hearts is not better than a run "
        "of five to the ace of diamonds, so it fails",
        "bad",
        "From low to high",
    ),
    ("revived", known(**REVIVED), "The roem of Ann comes back: 20", "good", "both count"),
    (
        "the partner's automatically",
        known(roem=[{"seat": 0}, {"seat": 3}]),
        "The roem of Dan stands: 100",
        "good",
        "automatically",
    ),
    (
        "no roem, no denial",
        known(
            deal=DEAL | {1: "HA HK S8 HJ D7 S7 C9 HT", 2: "ST S9 SJ HQ H9 H8 CK CQ"},
            **ANN_DENIED,
        ),
        "Bea denies the roem of Ann: there is no roem in that hand, so it fails",
        "bad",
        "cannot deny",
    ),
    (
        "not written down",
        unknown(roem=[{"seat": 0, "value": 50}], denials=[{"by": 1, "against": 0}]),
        "Bea denies the roem of Ann: it succeeds",
        "good",
        "value given at the table is used",
    ),
    ("stuk", known(stuk=0), "Ann announces stuk (king and queen of trumps), 20", "good", "cannot"),
    (
        "the points",
        known(roem=[{"seat": 0}], stuk=0),
        "100 cards + 20 roem + 20 stuk = 140 of the 140 that were bid",
        "good",
        "",
    ),
    ("too few", known(), "100 cards of the 140 that were bid", "bad", ""),
    ("failed", known(), "Failed: Ann −1, Dan −1", "bad", "Needs that many points"),
    (
        "made",
        known(roem=[{"seat": 0}], stuk=0),
        "Made: Ann +1, Dan +1",
        "good",
        "Needs that many points",
    ),
    (
        "a ruling",
        unknown(ruling={"against": "defence", "reason": "revoke"}, tally={"made": True}),
        "The director's ruling decides: revoke",
        "",
        "",
    ),
    (
        "alone",
        hand("misere pass pass pass", "H", tally={"made": True}),
        "Made: Ann +3",
        "good",
        "lose every trick",
    ),
]


@table(
    ("record", "text", "state", "rule"),
    [row[1:] for row in EXPLANATIONS],
    ids=[row[0] for row in EXPLANATIONS],
)
def test_a_step_is_told_with_its_rule(
    record: dict[str, Any], text: str, state: str, rule: str
) -> None:
    lines = {line.text: line for line in account(record)}
    assert text in lines, list(lines)
    assert lines[text].state == state
    assert rule in lines[text].rule


def test_what_is_denied_is_told_before_what_brings_it_back() -> None:
    texts = [line.text for line in account(known(**REVIVED))]
    order = [
        "The roem of Ann is denied",
        "The roem of Dan stands: 100",
        "The roem of Ann comes back: 20",
        "100 cards + 120 roem = 220 of the 140 that were bid",
        "Made: Ann +1, Dan +1",
    ]
    assert [text for text in texts if text in order] == order


def test_the_cards_of_a_combination_are_drawn() -> None:
    [line] = [line for line in account(known(roem=[{"seat": 3}])) if "announces" in line.text]
    assert line.pieces == ("DA", "DK", "DQ", "DJ", "DT")


def test_a_hand_thrown_in_needs_no_account() -> None:
    assert account(hand("pass pass pass pass")) == ()


def test_any_hand_can_be_told() -> None:
    for seed in range(120):
        record = full_hand(Random(seed), dealer=0, wild=seed % 2 == 0)
        judgement = verdict(record)
        lines = PAGE.explanation(record, OPTIONS, NAMES, START)
        assert bool(lines) == (judgement["bid"] is not None)
        assert all(line.text for line in lines)


def test_roem_is_adjudicated_before_the_hand_is_over() -> None:
    record = known(plays="SA S7 S9 DA", **ANN_DENIED)
    del record["tally"]
    assert verdict(record)["problems"][0]["code"] == "play.incomplete"
    lines = {line.text: line.state for line in PAGE.explanation_so_far(record, OPTIONS, NAMES)}
    assert lines["The roem of Ann is denied"] == "bad"


def test_who_only_passed_denies_in_vain() -> None:
    record = known(plays="SA S7 S9 DA", roem=[{"seat": 0}], denials=[{"by": 2, "against": 0}])
    lines = {line.text: line for line in PAGE.explanation_so_far(record, OPTIONS, NAMES)}
    line = lines["Carl denies the roem of Ann: not entitled to, so it fails"]
    assert (line.state, "Only an opponent who bid" in line.rule) == ("bad", True)
    assert "The roem of Ann stands: 20" in lines


def test_nothing_is_adjudicated_where_roem_does_not_count() -> None:
    record = hand("misere pass pass pass", "H", roem=[{"seat": 0, "value": 50}])
    assert PAGE.explanation_so_far(record, OPTIONS, NAMES) == ()


# Money


def settled(
    scores: list[list[int]], stakes: dict[str, str]
) -> tuple[list[tuple[str, str, str]], dict[str, Any]]:
    ladder = RunningScore("pandoeren", {})
    for score in scores:
        ladder.add_hand({"ok": True, "score": score})
    steps = PAGE.calculation(ladder.standing, stakes, OPTIONS, PAGE.sides(NAMES))
    settlement = ladder.settlement(stakes)
    assert settlement is not None
    return [(line.label, line.calculation, line.amount) for line in steps], settlement


def test_every_two_players_settle_their_difference() -> None:
    stakes = {"currency": "EUR", "per_point": "0.10"}
    lines, settlement = settled([[1, 0, 0, 1], [-3, 0, 0, 0]], stakes)
    assert lines == [
        ("Ann to Bea", "(0 − (−2)) × 0.10", "0.20"),
        ("Ann to Carl", "(0 − (−2)) × 0.10", "0.20"),
        ("Ann to Dan", "(1 − (−2)) × 0.10", "0.30"),
        ("Bea to Dan", "(1 − 0) × 0.10", "0.10"),
        ("Carl to Dan", "(1 − 0) × 0.10", "0.10"),
    ]
    assert settlement["players"] == ["-0.70", "0.10", "0.10", "0.50"]


@table("seed", range(20))
def test_the_lines_come_to_what_the_rule_book_settles(seed: int) -> None:
    rng = Random(seed)
    scores = [[rng.randint(-9, 9) for _ in NAMES] for _ in range(5)]
    lines, settlement = settled(scores, {"currency": "JPY", "per_point": "25"})
    got = dict.fromkeys(NAMES, 0)
    for label, calculation, amount in lines:
        if calculation:
            payer, payee = label.split(" to ")
            got[payer] -= int(amount)
            got[payee] += int(amount)
    assert list(map(str, got.values())) == settlement["players"]


@pytest.mark.parametrize("preset", GAMES["pandoeren"].options.presets)
def test_every_preset_is_told_in_a_few_words(preset: str) -> None:
    options = GAMES["pandoeren"].options.resolve({"preset": preset, "hands": 16})
    lines = PAGE.agreed(options)
    assert lines[0] == "16 hands"
    assert all(lines)
    assert len(lines) == (1 if preset == "standard" else 2)


def test_help_has_every_contract_with_a_name() -> None:
    meanings = {
        row.meaning for row in PAGE.line_help(HandTable(OPTIONS, ("Ann", "Bob", "Carl", "Dora"), 0))
    }
    assert {"piccolo", "stil praatje", "privé", "everybody passed"} <= meanings
