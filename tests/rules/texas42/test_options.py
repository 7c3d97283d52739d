"""The options and presets of Texas 42, and that its page in the docs names them all."""

from pathlib import Path
from typing import Any

from rules.options import OptionKind, OptionValue
from rules.texas42.contracts import Kind, kinds_in_game
from rules.texas42.options import OPTIONS, PRESETS, TABLE, Options
from tests.tables import table

PAGE = (Path(__file__).parents[3] / "docs" / "rules" / "texas42.md").read_text()
PRESET_ROWS, OPTION_ROWS = PAGE.split("## Presets")[1].split("## Options")

MARKS = {
    "scoring": "marks",
    "target": 7,
    "all_pass": "redeal",
    "max_opening_marks": 2,
    "no_trump": "never",
    "no_trump_doubles": ("high", "low"),
    "doubles_trump": "never",
    "nello": "any",
    "nello_doubles": ("own",),
    "low_no": False,
    "plunge": True,
    "splash": False,
    "sevens": True,
    "plunge_marks": 4,
    "splash_marks": 2,
    "plunge_leader": "declarer",
    "partner_may_choose": (),
    "opening_lead": "any",
    "low_end_opening": False,
    "hand_limit": None,
}
POINTS = {
    **MARKS,
    "scoring": "points",
    "target": 250,
    "all_pass": "dealer_must_bid",
    "no_trump": "any",
    "no_trump_doubles": ("high",),
    "doubles_trump": "any",
    "nello": "never",
    "low_no": True,
    "plunge": False,
    "sevens": False,
}
ALL = ("own", "own_low", "high", "low")
CHOICES = ("no_trump", "doubles", "sevens", "nello")


@table(
    ("rules", "values"),
    [
        ({}, MARKS),
        ({"preset": "marks"}, MARKS),
        ({"preset": "points"}, POINTS),
        ({"scoring": "points"}, POINTS),
        ({"preset": "points", "scoring": "marks"}, MARKS),
        (
            {"preset": "straight"},
            {
                **MARKS,
                "nello": "never",
                "plunge": False,
                "sevens": False,
                "all_pass": "dealer_must_bid",
            },
        ),
        ({"preset": "straight", "scoring": "points"}, POINTS),
        (
            {"preset": "tournament"},
            {
                **MARKS,
                "nello": "never",
                "plunge": False,
                "sevens": False,
                "no_trump": "any",
                "no_trump_doubles": ("high",),
                "doubles_trump": "any",
            },
        ),
        (
            {"preset": "splash"},
            {**MARKS, "plunge_marks": 3, "plunge_leader": "partner", "splash": True},
        ),
        (
            {
                "preset": "splash",
                "scoring": "points",
                "plunge_marks": 4,
                "plunge_leader": "declarer",
                "splash": False,
            },
            POINTS,
        ),
        (
            {"preset": "everything"},
            {
                **MARKS,
                "no_trump": "any",
                "doubles_trump": "any",
                "nello_doubles": ALL,
                "splash": True,
                "low_end_opening": True,
                "partner_may_choose": CHOICES,
            },
        ),
        (
            {"nello_doubles": ["low", "own"]},
            {**MARKS, "nello_doubles": ("own", "low")},
        ),
    ],
)
def test_presets_and_options_come_to_these_values(
    rules: dict[str, Any], values: dict[str, Any]
) -> None:
    assert isinstance(OPTIONS.resolve(rules), Options)
    assert OPTIONS.values(rules) == values


def test_equal_rules_resolve_to_the_same_value() -> None:
    assert OPTIONS.resolve({"preset": "splash"}) is OPTIONS.resolve({"preset": "splash"})


def test_true_is_not_taken_for_one_from_the_cache() -> None:
    assert isinstance(OPTIONS.resolve({"target": 1}), Options)
    assert isinstance(OPTIONS.resolve({"target": True}), tuple)


@table("option", TABLE, ids=lambda option: option.name)
def test_the_docs_have_a_row_for_every_option_with_its_values_and_defaults(option: Any) -> None:
    (row,) = [line for line in OPTION_ROWS.splitlines() if line.startswith(f"| `{option.name}` |")]
    for word in option.choices:
        assert f"`{word}`" in row
    if option.kind is OptionKind.INTEGER:
        assert f"{option.low} to {option.high}" in row
    for variant, default in option.defaults.items():
        cell = row.split("|")[3 if variant == "marks" else 4]
        for word in in_words(variant if option.name == "scoring" else default):
            assert word in cell
        assert ("fixed" in cell) is (variant in option.fixed)


def in_words(default: OptionValue) -> tuple[str, ...]:
    """A default as the page writes it."""
    match default:
        case bool():
            return ("yes" if default else "no",)
        case None:
            return ("none",)
        case tuple():
            return default or ("none",)
        case _:
            return (str(default),)


def test_the_docs_have_a_row_for_every_preset() -> None:
    rows = PRESET_ROWS.splitlines()
    for preset, sets in PRESETS.items():
        (row,) = [line for line in rows if line.startswith(f"| `{preset}` |")]
        for name in sets:
            assert f"`{name}`" in row


def test_rules_have_the_contracts_that_they_turn_on() -> None:
    def kinds(**rules: object) -> set[Kind]:
        options = OPTIONS.resolve(rules)
        assert isinstance(options, Options)
        return {*kinds_in_game(options)}

    for name, kind in (("no_trump", Kind.NO_TRUMP), ("nello", Kind.NELLO)):
        assert kind not in kinds(**{name: "never"})
        assert kind in kinds(**{name: "any"})
