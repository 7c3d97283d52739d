"""The option table as such, with a game of its own that has no variants."""

from typing import Any

import pytest

from rules.options import CACHE_SIZE, OptionKind, OptionTable, plain


def table() -> OptionTable[dict[str, Any]]:
    """Three options and two presets."""
    return OptionTable(
        options=(
            plain("hands", OptionKind.INTEGER, None, low=1, high=9, nullable=True),
            plain("words", OptionKind.CHOICES, ("a",), choices=("a", "b"), non_empty=True),
            plain("strict", OptionKind.BOOLEAN, default=True),
        ),
        presets={"standard": {}, "short": {"hands": 3}},
        default_preset="standard",
        build=dict,
    )


@pytest.mark.parametrize(
    ("rules", "values"),
    [
        ({}, {"hands": None, "words": ("a",), "strict": True}),
        ({"preset": "short"}, {"hands": 3, "words": ("a",), "strict": True}),
        ({"preset": "short", "hands": None}, {"hands": None, "words": ("a",), "strict": True}),
        ({"words": ["b", "a"]}, {"hands": None, "words": ("a", "b"), "strict": True}),
    ],
)
def test_a_preset_is_taken_first_then_the_options(
    rules: dict[str, Any], values: dict[str, Any]
) -> None:
    assert table().resolve(rules) == values


@pytest.mark.parametrize(
    ("rules", "code", "at"),
    [
        ([], "record.malformed", "/rules"),
        ({"preset": 3}, "rules.unknown_preset", "/rules/preset"),
        ({"x": 1, "hands": 0}, "rules.unknown_option", "/rules/x"),
        ({"hands": 0, "x": 1}, "rules.bad_value", "/rules/hands"),
        ({"hands": True}, "rules.bad_value", "/rules/hands"),
        ({"strict": None}, "rules.bad_value", "/rules/strict"),
        ({"words": []}, "rules.bad_value", "/rules/words"),
        ({"words": ["a", "a"]}, "rules.bad_value", "/rules/words"),
        ({"words": "ab"}, "rules.bad_value", "/rules/words"),
        ({"words": [["a"]]}, "rules.bad_value", "/rules/words"),
    ],
)
def test_the_first_wrong_value_is_named(rules: object, code: str, at: str) -> None:
    problems = table().resolve(rules)
    assert isinstance(problems, tuple)
    assert (problems[0].code, problems[0].at) == (code, at)


def test_what_is_remembered_stays_bounded() -> None:
    some = table()
    for hands in range(3 * CACHE_SIZE):
        some.resolve({"hands": hands})
    some.resolve({"x" * 5000: 1})
    assert len(some._resolved) <= CACHE_SIZE
    assert max(map(len, some._resolved)) < 5000


def test_rules_that_cannot_be_written_out_are_still_answered() -> None:
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    for value in (deep, 10**5000):
        problems = table().resolve({"hands": value})
        assert isinstance(problems, tuple)
        assert problems[0].at == "/rules/hands"
        assert problems[0].message
