"""Klaverjassen typed, told and printed."""

from random import Random
from typing import Any

import pytest

from games import PRESENTERS
from games.base import HandTable, LineError
from games.klaverjassen.line import read_calls, read_line
from games.printing import ScoredHand
from rules import GAMES, verdict
from scoring.running_score import RunningScore
from tests.games.sent_forms import problems_of, sent_back
from tests.rules.klaverjassen.dealing import as_results, as_tally, full_hand, some_rules
from tests.scoring.conftest import NAMES
from tests.tables import table

PAGE = PRESENTERS["klaverjassen"]


def table_of(dealer: int = 0, **rules: Any) -> HandTable:
    """A table of Ann, Bea, Carl and Dan under these rules."""
    return HandTable(GAMES["klaverjassen"].options.resolve(rules), NAMES, dealer)


LINES = [
    ("b h 92 r40", {"bidder": "1", "trump": "H", "points": "92", "roem": "40"}),
    ("bh92r40", {"bidder": "1", "trump": "H", "points": "92", "roem": "40"}),
    ("c s 70 r20 t50", {"trump": "S", "points": "70", "roem": "20", "their_roem": "50"}),
    ("b h nat", {"bidder": "1", "trump": "H", "result": "set"}),
    ("b h n r20 t70", {"result": "set", "roem": "20", "their_roem": "70"}),
    ("b d pit", {"trump": "D", "result": "pit"}),
    ("b hearts pit r100", {"trump": "H", "result": "pit", "roem": "100"}),
    ("dc-", {"bidder": "3", "trump": "C", "result": "set"}),
    ("p", {"bidder": "none"}),
    ("p p x / h 92", {"calls": "p p x", "trump": "H", "points": "92"}),
]


@table(("line", "fields"), LINES)
def test_a_line_fills_the_fields(line: str, fields: dict[str, str]) -> None:
    read = read_line(line, table_of())
    assert {name: read.get(name) for name in fields} == fields


def test_where_points_are_bid_the_bid_follows_the_player() -> None:
    bidding = table_of(preset="bidding")
    assert read_line("b100 h 92", bidding) == {
        **{"bidder": "1", "bid": "100", "trump": "H", "points": "92"}
    }
    with pytest.raises(LineError, match="in tens"):
        read_line("b h 92", bidding)


@table(
    ("line", "remedy"),
    [
        ("x h 92", "Start with the player who plays: a, b, c, d."),
        ("b 92", "Which suit is trumps?"),
        ("b h 92 q", "“q” is not understood."),
    ],
)
def test_what_is_not_understood_is_named_with_a_remedy(line: str, remedy: str) -> None:
    with pytest.raises(LineError, match=remedy.replace("?", r"\?")):
        read_line(line, table_of())


def test_calls_are_read_one_by_one() -> None:
    assert read_calls("p p x") == ["pass", "pass", "play"]
    assert read_calls("p 80 90 p p p") == ["pass", "80", "90", "pass", "pass", "pass"]
    assert read_calls("hearts") is None


@pytest.mark.parametrize("seed", range(8))
def test_a_recorded_hand_comes_back_from_the_form_that_shows_it(seed: int) -> None:
    rng = Random(seed)
    rules = some_rules(rng)
    record = full_hand(rng, rules)
    whole = verdict(record)
    if "plays" in record:
        record = rng.choice([record, as_tally(record, whole), as_results(record, whole)])
    for result in record.get("trick_results", ()):
        del result["roem"]  # the form has the roem of a side, not of each trick
    bare = {key: value for key, value in record.items() if key not in {"format", "game", "rules"}}
    form = sent_back("klaverjassen", table_of(record["dealer"], **rules), bare)
    assert form.is_valid(), form.errors
    again = form.record
    if bare["auction"] != again["auction"]:  # nothing tells a forced play after four passes
        assert len(bare["auction"]) == 5
    assert {**again, "auction": None} == {**bare, "auction": None}


def asked(line: str, **rules: Any) -> list[str]:
    """What is said to a hand that was typed so."""
    return problems_of("klaverjassen", table_of(**rules), rules, command=line)


@table(
    ("line", "said"),
    [
        ("b h", "result: How many card points? Or was it nat, or pit?"),
        ("b h 162", "result: Did one side win every trick? Choose pit, or made or nat."),
        ("b h 163", "points: The card points of a hand must add up to 162."),
        ("b h 92 r30", "roem: No hand can end like this."),
        ("b h 70 m", "result: “Made” or “set” contradicts the rest of the sheet."),
        ("b h pit", ""),
        ("b h 92 r40", ""),
    ],
)
def test_a_problem_stands_beside_its_control(line: str, said: str) -> None:
    assert asked(line) == ([said] if said else [])


def test_who_is_obliged_to_play_is_named() -> None:
    assert asked("c h 92", preset="obliged") == ["bidder: Bea has to play."]


def hand(dealer: int = 0, **tally: Any) -> dict[str, Any]:
    """A hand that the dealer's left plays in hearts."""
    auction = [{"seat": (dealer + 1) % 4, "bid": "play"}]
    record = {"dealer": dealer, "auction": auction, "contract": {"trump": "H"}, "tally": tally}
    return {"format": "hand-record/1", "game": "klaverjassen", **record}


HANDS = [
    (hand(points=[70, 92], roem=[0, 40]), "Bea, hearts: made", ("70", "92 + 40")),
    (hand(made=False, roem=[20, 50]), "Bea, hearts: nat", ("", "")),
    (hand(tricks=[0, 8]), "Bea, hearts: pit", ("0", "162")),
]


@table(("record", "sentence", "points"), HANDS)
def test_a_hand_is_told_in_a_sentence(
    record: dict[str, Any], sentence: str, points: tuple[str, ...]
) -> None:
    labels = PAGE.hand_labels(record, verdict(record), NAMES)
    assert (labels.sentence, labels.points) == (sentence, points)


def test_a_scorecard_has_points_and_roem_of_each_side_as_they_counted() -> None:
    score = RunningScore("klaverjassen", {})
    rows = []
    for record, _sentence, _points in HANDS:
        before, judged = score.standing, verdict(record)
        score.add_hand(judged)
        labels = PAGE.hand_labels(record, judged, NAMES)
        scored = ScoredHand(record, judged, labels, NAMES, score.options, before, score.standing)
        rows.append([PAGE.card_columns.figures(scored, side).texts for side in (0, 1)])
    assert rows == [
        [("70", "", "70"), ("92", "40", "132")],
        [("162", "70", "302"), ("", "", "132")],
        [("", "", "302"), ("262", "", "394")],
    ]


def test_the_steps_of_a_score_say_what_was_needed() -> None:
    start = RunningScore("klaverjassen", {})
    steps = PAGE.explanation(HANDS[0][0], start.options, NAMES, start.standing)
    assert [step.text for step in steps] == [
        "B & D: 92 card points, 40 roem",
        "A & C: 70 card points",
        "B & D: made",
        "Score: 70 – 132",
    ]
    nat = PAGE.explanation(HANDS[1][0], start.options, NAMES, start.standing)
    assert nat[0].rule == "162 card points and the roem of both sides, 70."


def test_a_boom_for_money_is_settled_line_by_line() -> None:
    stakes = {"currency": "EUR", "per_point": "0.01", "per_game": "1.00"}
    score = RunningScore("klaverjassen", {"hands": 1})
    score.add_hand(verdict(HANDS[0][0]))
    lines = PAGE.calculation(score.standing, stakes, score.options, PAGE.sides(NAMES))
    assert [(line.label, line.calculation, line.amount) for line in lines] == [
        ("for a match won", "", "1.00"),
        ("62 points of difference", "(132 − 70) × 0.01", "0.62"),
        ("Ann and Carl pay", "1.00 + 0.62", "1.62"),
    ]
    settled = score.settlement(stakes)
    assert settled is not None
    assert settled["sides"] == ["-1.62", "1.62"]
