"""Records, options and verdicts as JSON Schema (2020-12), made from the shapes of records.

A schema documents what a record looks like; only the rule book decides what is legal.
"""

from collections.abc import Iterable
from typing import Any, Final

from rules.game import GAMES, GameLaws
from rules.matches import AMOUNT, CURRENCY, MATCH_FORMAT, match_fields
from rules.options import Option, OptionKind, OptionTable
from rules.problems import Code
from rules.records import HAND_FORMAT
from rules.shape import (
    Schema,
    integer,
    list_of,
    obj,
    object_schema,
    one_of,
    or_null,
    required,
    text,
)

HERE: Final = "#/$defs/"
PROBLEM: Final = obj(
    required("code", one_of(*(code.value for code in Code))),
    required("at", text.documented("A JSON Pointer into the record.")),
    required("message", text),
).schema
SETTLEMENT: Final = (
    obj(
        required("currency", CURRENCY),
        required("sides", list_of(AMOUNT)),
        required("players", list_of(AMOUNT)),
    )
    .documented("What each side and player receives; each list adds up to zero.")
    .schema
)


def definitions(at: str = HERE) -> dict[str, Schema]:
    """Return every schema by its name, for the games of the rule book; they refer to each other
    under `at`."""
    titles = [title_of(game) for game in GAMES.values()]
    named = {
        "HandRecord": any_of((f"{title}Hand" for title in titles), at, "A hand as it was played."),
        "HandRecordInMatch": any_of(
            (f"{title}HandInMatch" for title in titles),
            at,
            "A hand record; `format`, `game` and `rules` may be left out and are the match's.",
        ),
        "MatchRecord": any_of((f"{title}Match" for title in titles), at, "A match, hand by hand."),
        "RecordProblem": PROBLEM,
        "Settlement": SETTLEMENT,
        "Verdict": verdict_schema(at),
        "MatchVerdict": match_verdict_schema(at),
    }
    for game in GAMES.values():
        named |= schemas_of(game, at)
    return named


def title_of(game: GameLaws[Any]) -> str:
    """Return the word with which the names of a game's schemas begin: the game's own, each part
    with a capital."""
    return game.name.title().replace("_", "")


def any_of(names: Iterable[str], at: str, description: str) -> Schema:
    """Return the schema of what fits one of those named."""
    return {"description": description, "anyOf": [{"$ref": at + name} for name in names]}


def schemas_of(game: GameLaws[Any], at: str) -> dict[str, Schema]:
    """Return a game's own schemas: its rules, a hand alone and in a match, a match."""
    title = title_of(game)
    hand = object_schema(game.fields)
    head = {"game": {"const": game.name}, "rules": {"$ref": f"{at}{title}Rules"}}
    hand_head = {"format": {"const": HAND_FORMAT}, **head}
    match = object_schema(match_fields(game))
    return {
        f"{title}Rules": rules_schema(game.options),
        f"{title}Hand": with_head(hand, hand_head, ["format", "game"])
        | {"description": game.about},
        f"{title}HandInMatch": with_head(hand, hand_head, []),
        f"{title}Match": with_head(
            match, {"format": {"const": MATCH_FORMAT}, **head}, ["format", "game"]
        ),
    }


def with_head(body: Schema, head: dict[str, Schema], names: list[str]) -> Schema:
    """Return the schema with further keys before its own, of which those named are required."""
    return body | {
        "properties": head | body["properties"],
        "required": [*names, *body.get("required", ())],
    }


def rules_schema(table: OptionTable[Any]) -> Schema:
    """Return a game's options as its table lists them; those left out are the preset's."""
    preset = {"type": "string", "enum": [*table.presets], "default": table.default_preset}
    options = {option.name: option_schema(option) for option in table.options}
    return {
        "type": "object",
        "properties": {"preset": preset, **options},
        "additionalProperties": False,
    }


def option_schema(option: Option) -> Schema:
    """Return the schema of an option's value."""
    match option.kind:
        case OptionKind.BOOLEAN:
            schema: Schema = {"type": "boolean"}
        case OptionKind.CHOICE:
            schema = {"type": "string", "enum": list(option.choices)}
        case OptionKind.INTEGER:
            schema = {"type": "integer", "minimum": option.low, "maximum": option.high}
        case OptionKind.CHOICES:
            words = {"type": "string", "enum": list(option.choices)}
            least = {"minItems": 1} if option.non_empty else {}
            schema = {"type": "array", "items": words, "uniqueItems": True, **least}
    if not option.nullable:
        return schema
    if "enum" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    return schema | {"type": [schema["type"], "null"]}


def judged(at: str) -> dict[str, Schema]:
    """Return what every verdict begins with."""
    problems = {"type": "array", "items": {"$ref": f"{at}RecordProblem"}}
    return {"ok": {"type": "boolean"}, "problems": problems, "warnings": problems}


def verdict_schema(at: str) -> Schema:
    """Return the schema of the verdict on a hand of any game; a key of two shapes may have
    either."""
    facts: dict[str, Schema] = {}
    for game in GAMES.values():
        for name, shape in game.facts.items():
            known = facts.get(name, shape.schema)
            facts[name] = (
                shape.schema if known == shape.schema else {"anyOf": [known, shape.schema]}
            )
    return {
        "type": "object",
        "description": "What the rule book says of a hand. An illegal one has no result.",
        "required": [*judged(at)],
        "properties": {**judged(at), **facts},
    }


def match_verdict_schema(at: str) -> Schema:
    totals = list_of(integer(None))
    counts = or_null(list_of(integer())).schema
    return {
        "type": "object",
        "description": "What the rule book says of a match. An illegal one has no results.",
        "required": [*judged(at)],
        "properties": {
            **judged(at),
            "running": or_null(list_of(totals)).schema,
            "totals": or_null(totals).schema,
            "winner": or_null(integer(0, 3)).schema,
            "sets": counts,
            "bags": counts,
            "settlement": {"anyOf": [{"$ref": f"{at}Settlement"}, {"type": "null"}]},
        },
    }
