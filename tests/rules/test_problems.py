"""Problems: their texts can be collected and filled in, their places can be followed."""

import ast
from pathlib import Path

import pytest

from rules import BidInText, Code, PieceInText, SeatInText
from rules.problems import Problem, pointer, problem
from tests.tables import table

RULES = Path(__file__).parents[2] / "rules"
CALLS = [
    (path.name, call)
    for path in sorted(RULES.rglob("*.py"))
    for call in ast.walk(ast.parse(path.read_text()))
    if isinstance(call, ast.Call) and getattr(call.func, "id", None) == "problem"
]


@table(("name", "call"), CALLS, ids=[f"{name}:{call.lineno}" for name, call in CALLS])
def test_every_text_is_a_literal_sentence_over_the_given_values(name: str, call: ast.Call) -> None:
    text = call.args[2]
    assert isinstance(text, ast.Constant), f"{name}:{call.lineno}"
    given = {word.arg: f"<{word.arg}>" for word in call.keywords if word.arg}
    filled = text.value.format(**given)
    assert filled[0].isupper() or filled[0] in "<“"
    assert filled[-1] in ".?"
    assert all(value in filled for value in given.values())


def test_there_are_problems_to_look_at() -> None:
    assert len(CALLS) > 50


def test_a_message_names_seats_pieces_and_bids() -> None:
    fault = problem(
        Code.PLAY_NOT_HELD,
        "/plays/0/1",
        "{seat} does not hold {piece} after {bid}.",
        seat=SeatInText(2),
        piece=PieceInText("6-4"),
        bid=BidInText("1m"),
    )
    assert fault.message == "seat 2 does not hold 6-4 after 1m."
    assert fault.as_dict() == {
        "code": "play.not_held",
        "at": "/plays/0/1",
        "message": "seat 2 does not hold 6-4 after 1m.",
    }


def test_a_problem_moves_into_a_larger_record() -> None:
    fault = Problem(Code.PLAY_INCOMPLETE, "/plays", "It stops.", {}).inside("/hands/3")
    assert fault.at == "/hands/3/plays"


@pytest.mark.parametrize(
    ("key", "place"),
    [("a", "/x/a"), ("a/b", "/x/a~1b"), ("~", "/x/~0"), ("~1", "/x/~01"), ("", "/x/"), (3, "/x/3")],
)
def test_keys_are_escaped_in_pointers(key: object, place: str) -> None:
    assert pointer("/x", key) == place


def test_codes_are_stage_and_word() -> None:
    assert all(code.value.count(".") == 1 and code.value.islower() for code in Code)
