"""Judge one hand record: the stages that all games share, then the game's own.

Only the first stage with a problem is reported: shape, rules, then the game's stages.
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rules.game import GAMES, GameLaws, Judgement, Record
from rules.judging import illegal
from rules.problems import Code, Problem, Problems, problem, shown
from rules.shape import an_object, keys, not_an_object, required, text, unknown_keys

HAND_FORMAT: Final = "hand-record/1"
HEAD: Final = frozenset({"format", "game", "rules"})
NO_RULES: Final[Mapping[str, object]] = {}
FACTS_OF_ANY_GAME: Final = (
    *("outcome", "declarer", "partner", "bid", "tricks", "points"),
    *("score", "bags", "nil", "set_team"),
)


def verdict(record: object) -> dict[str, Any]:
    """Return the verdict on one hand record, as JSON values. Any value gets one."""
    return judge(record).as_dict()


def explain(record: object) -> Problems:
    """Return what is wrong with the record, with texts and values for translation."""
    return judge(record).problems


def judge(record: object) -> Judgement:
    """Return the typed judgement behind `verdict`."""
    if not isinstance(record, dict):
        return no_game(not_an_object(""))
    for wrong in head_problems(record, HAND_FORMAT):
        return unread(record, wrong)
    game = GAMES[record["game"]]
    if wrong_rules := tuple(rules_shape(record)):
        return illegal(game.facts, wrong_rules + tuple(body_shape(game, record)))
    if wrong_shape := tuple(body_shape(game, record)):
        return illegal(game.facts, wrong_shape)
    options = game.options.resolve(record.get("rules", NO_RULES))
    if isinstance(options, tuple):
        return illegal(game.facts, options)
    return game.judge(record, options)


def hand_judgement(game: GameLaws[Any], hand: Record, options: Any) -> Judgement:
    """Return the judgement on a hand inside a match, under the match's options."""
    if wrong_shape := tuple(body_shape(game, hand)):
        return illegal(game.facts, wrong_shape)
    return game.judge(hand, options)


def unread(record: Mapping[str, object], wrong: Problem) -> Judgement:
    """Return the judgement of a record of a wrong format or an unknown game."""
    name = record.get("game")
    game = GAMES.get(name) if isinstance(name, str) else None
    return no_game(wrong) if game is None else illegal(game.facts, (wrong,))


def no_game(wrong: Problem) -> Judgement:
    """Return the judgement of a record of an unknown game: every key that a verdict may have,
    empty."""
    return Judgement((wrong,), (), dict.fromkeys(FACTS_OF_ANY_GAME))


def head_problems(record: Mapping[str, object], wanted: str) -> Iterator[Problem]:
    """Yield problems of format and game, without which nothing else can be read."""
    yield from keys(record, "", (required("format", text),))
    record_format, game = record.get("format"), record.get("game")
    if isinstance(record_format, str) and record_format != wanted:
        yield problem(
            Code.RECORD_UNKNOWN_FORMAT,
            "/format",
            "The format “{format}” is not known here.",
            format=shown(record_format),
        )
    yield from keys(record, "", (required("game", text),))
    if isinstance(game, str) and game not in GAMES:
        yield problem(
            Code.RECORD_UNKNOWN_GAME,
            "/game",
            "The game “{game}” is not known here.",
            game=shown(game),
        )


def rules_shape(record: Mapping[str, object]) -> Iterator[Problem]:
    if "rules" in record:
        yield from an_object(record["rules"], "/rules")


def body_shape(game: GameLaws[Any], record: Mapping[str, object]) -> Iterator[Problem]:
    """Yield problems of the game's keys in their order, then of all unknown keys."""
    yield from keys(record, "", game.fields)
    known = HEAD.union(field.name for field in game.fields)
    yield from unknown_keys(record, "", known)
