"""Problems in the reader's words: every template of the rule book can be collected and filled."""

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import rules
from games import PRESENTERS
from games.wording import problem_text
from rules.problems import BidInText, Code, SeatInText, problem
from tests.tables import table

PAGE = PRESENTERS["texas42"]
PACKAGE = Path(rules.__file__).parent


def calls() -> Iterator[tuple[str, ast.Call]]:
    """Every call of `problem()` in the rule book, with where it stands."""
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "problem":
                yield f"{path.relative_to(PACKAGE)}:{node.lineno}", node


CALLS = dict(calls())


def test_the_rule_book_has_problems() -> None:
    assert len(CALLS) > 30


@table("call", CALLS.values(), ids=CALLS)
def test_a_template_is_a_literal_that_its_values_fill(call: ast.Call) -> None:
    text = call.args[2]
    assert isinstance(text, ast.Constant)
    assert isinstance(text.value, str)
    fields = {name for _, name, _, _ in Formatter().parse(text.value) if name}
    assert fields == {keyword.arg for keyword in call.keywords}


def test_seats_become_names_that_keep_their_own_direction() -> None:
    wrong = problem(Code.AUCTION_OUT_OF_TURN, "/auction/1", "It was {seat}.", seat=SeatInText(2))
    assert problem_text(wrong, PAGE, ["Ann", "Bea", "شهرام"]) == "It was \u2068شهرام\u2069."
    assert problem_text(wrong, PAGE) == "It was seat 2."


def test_bids_and_contracts_are_said_in_words() -> None:
    wrong = problem(
        Code.CONTRACT_NOT_ALLOWED,
        "/contract",
        "{kind} on {bid}",
        kind="no_trump",
        bid=BidInText("2m"),
    )
    assert problem_text(wrong, PAGE) == "follow me on 2 marks"


def test_a_contract_that_the_rules_do_not_have_is_answered_with_those_they_have() -> None:
    record = {
        "format": "hand-record/1",
        "game": "texas42",
        "rules": {"preset": "straight"},
        "dealer": 3,
        "auction": [{"seat": seat, "bid": "1m" if seat == 0 else "pass"} for seat in range(4)],
        "contract": {"kind": "sevens"},
        "tally": {"made": True},
    }
    (wrong,) = rules.verdict(record)["problems"]
    assert wrong["code"] == "contract.not_allowed"
    assert wrong["message"] == "These rules have no “sevens”. What may be named: trump."
    fault = problem(
        Code.CONTRACT_NOT_ALLOWED,
        "/contract",
        "What may be named: {kinds}.",
        kinds="trump, no_trump",
    )
    assert problem_text(fault, PAGE) == "What may be named: a suit as trumps, follow me."


def test_the_translators_tool_looks_for_the_rule_book_s_sentences() -> None:
    from django.core.management import load_command_class

    command: Any = load_command_class("config", "makemessages")
    assert "--keyword=problem:3" in command.xgettext_options
    assert "--keyword=phrase:1,1t" in command.xgettext_options
    assert "--keyword=phrase:1c,2,2t" in command.xgettext_options
