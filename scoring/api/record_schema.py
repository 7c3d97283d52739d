"""Records and verdicts as JSON Schema (2020-12), for the published API description.

It documents shapes; only the rule book decides what is legal. The keys of a game come from its
presenter, options and presets from its option table.
"""

from collections.abc import Mapping
from typing import Any, Final

from django.utils import translation
from drf_spectacular.utils import OpenApiExample

from games import PRESENTERS
from games.schema import GameSchema, Schema, array, closed, described, enum, integer, nullable
from rules import GAMES, Code
from rules.options import Kind, Option, OptionTable


def ref(name: str, *, nullable: bool = False) -> Schema:
    """A reference to a shared schema."""
    found: Schema = {"$ref": f"#/components/schemas/{name}"}
    return {"anyOf": [found, {"type": "null"}]} if nullable else found


def components() -> dict[str, Schema]:
    """Every shared schema by its name, for the games that the rule book knows."""
    games = {name: presenter.schema for name, presenter in PRESENTERS.items()}
    titles = [schema.title for schema in games.values()]
    found: dict[str, Schema] = {
        "HandRecord": _any_of([f"{title}Hand" for title in titles], "A hand as it was played."),
        "HandRecordInMatch": _any_of(
            [f"{title}HandInMatch" for title in titles],
            "A hand record; `format`, `game` and `rules` may be left out and are the match's.",
        ),
        "MatchRecord": _any_of([f"{title}Match" for title in titles], "A match, hand by hand."),
        "RecordProblem": RECORD_PROBLEM,
        "Settlement": SETTLEMENT,
        "Verdict": _verdict(games),
        "MatchVerdict": MATCH_VERDICT,
        "HandWritten": _written(games),
        "MatchState": MATCH_STATE,
    }
    for name, schema in games.items():
        found |= _game(name, schema)
    return found


def hand_examples(*, whole: bool) -> list[OpenApiExample]:
    """Hands as tables write them down; ``whole`` adds the keys that a match's hands may omit."""
    with translation.override(None):
        return [
            OpenApiExample(
                f"{presenter.label}: {what}",
                {"format": "hand-record/1", "game": game, **record} if whole else record,
                request_only=True,
            )
            for game, presenter in PRESENTERS.items()
            for what, record in presenter.examples.items()
        ]


def _game(name: str, schema: GameSchema) -> dict[str, Schema]:
    head: dict[str, Schema] = {
        "format": {"const": "hand-record/1"},
        "game": {"const": name},
        "rules": ref(f"{schema.title}Rules"),
    }
    amounts = dict.fromkeys(GAMES[name].match.stakes, MONEY)
    match = head | {
        "format": {"const": "match-record/1"},
        "players": array({"type": "string"}, length=GAMES[name].seats),
        "stakes": closed({"currency": CURRENCY, **amounts}, ["currency"]),
        "hands": array(ONE_DETAIL | closed(schema.fields, schema.required)),
    }
    return {
        f"{schema.title}Rules": rules_schema(GAMES[name].options),
        f"{schema.title}Hand": ONE_DETAIL
        | closed(head | schema.fields, ["format", "game", *schema.required], schema.description),
        f"{schema.title}HandInMatch": ONE_DETAIL | closed(head | schema.fields, schema.required),
        f"{schema.title}Match": closed(match, ["format", "game", "players", "hands"]),
    }


def rules_schema(table: "OptionTable[Any]") -> Schema:
    """A game's options, as the rule book lists them; those left out are the preset's."""
    preset = enum(*table.presets) | {"default": table.default_preset}
    return closed({"preset": preset, **{option.name: _option(option) for option in table.options}})


def _option(option: Option) -> Schema:
    match option.kind:
        case Kind.BOOLEAN:
            found: Schema = {"type": "boolean"}
        case Kind.CHOICE:
            found = enum(*option.choices)
        case Kind.INTEGER:
            found = integer(option.low, option.high)
        case Kind.CHOICES:
            found = array(enum(*option.choices)) | {"uniqueItems": True}
            found |= {"minItems": 1} if option.non_empty else {}
    return nullable(found) if option.nullable else found


def _any_of(names: list[str], description: str) -> Schema:
    return {"description": description, "anyOf": [ref(name) for name in names]}


def _verdict(games: Mapping[str, GameSchema]) -> Schema:
    facts: dict[str, Schema] = {}
    for game in games.values():
        for name, schema in game.facts.items():
            known = facts.get(name)
            facts[name] = {"anyOf": [known, schema]} if known and known != schema else schema
    return {
        "type": "object",
        "description": "What the rule book says of a hand. An illegal one has no result.",
        "required": ["ok", "problems", "warnings"],
        "properties": {**JUDGED, **facts},
    }


def _written(games: Mapping[str, GameSchema]) -> Schema:
    verdict = _verdict(games)
    own: dict[str, Schema] = {
        "number": integer(1),
        "revision": integer(1),
        "match": ref("MatchState"),
    }
    return {
        "type": "object",
        "description": "The verdict, the hand's place, and how the match stands now. After an "
        "undo there is no verdict.",
        "required": [*own],
        "properties": {**own, **verdict["properties"]},
    }


ONE_DETAIL: Final[Schema] = {"not": {"required": ["plays", "trick_results"]}}
MONEY: Final[Schema] = {
    "type": "string",
    "description": "A decimal amount.",
    "pattern": r"^-?[0-9]+(\.[0-9]+)?$",
    "examples": ["0.25"],
}
CURRENCY: Final[Schema] = {"type": "string", "pattern": "^[A-Z]{3}$", "examples": ["USD"]}
RECORD_PROBLEM: Final = closed(
    {
        "code": enum(*(code.value for code in Code)),
        "at": {"type": "string", "description": "A JSON Pointer into the record."},
        "message": {"type": "string"},
    },
    ["code", "at", "message"],
)
JUDGED: Final[dict[str, Schema]] = {
    "ok": {"type": "boolean"},
    "problems": array(ref("RecordProblem")),
    "warnings": array(ref("RecordProblem")),
}
SETTLEMENT: Final = closed(
    {"currency": CURRENCY, "sides": array(MONEY), "players": array(MONEY)},
    ["currency", "sides", "players"],
    "What each side and player receives; each list adds up to zero.",
)
MATCH_VERDICT: Final[Schema] = {
    "type": "object",
    "description": "What the rule book says of a match. An illegal one has no results.",
    "required": ["ok", "problems", "warnings"],
    "properties": {
        **JUDGED,
        "running": nullable(array(array(integer()))),
        "totals": nullable(array(integer())),
        "winner": nullable(integer(0, 3)),
        "sets": nullable(array(integer(0))),
        "bags": nullable(array(integer(0))),
        "settlement": ref("Settlement", nullable=True),
    },
}
MATCH_STATE: Final = closed(
    {
        "version": described(integer(0), "Grows with every change of a hand."),
        "hand_count": integer(0),
        "next_dealer": described(integer(0, 3), "The seat that deals in the next record."),
        "totals": array(integer()),
        "winner": nullable(integer(0, 4)),
        "is_over": {"type": "boolean"},
        "next_seated": described(
            array(integer(0, 4)), "Who plays the next hand, in the order of its record's seats."
        ),
    },
    ["version", "hand_count", "next_dealer", "totals", "winner", "is_over", "next_seated"],
    "How a match stands: totals and winner by side.",
)
