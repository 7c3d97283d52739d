"""Judge a match record: its hands in order, the running score, the winner and the money.

`match_verdict` judges every hand. `fold` adds up stored verdicts, for callers that keep them. Both
return the same `MatchJudgement`.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from rules import money
from rules.game import GAMES, GameLaws, MatchStanding
from rules.problems import Code, Problem, Problems, problem, shown, verdict_values
from rules.records import HEAD, NO_RULES, hand_judgement, head_problems, rules_shape
from rules.shape import (
    Field,
    Shape,
    keys,
    list_of,
    not_an_object,
    obj,
    object_schema,
    optional,
    required,
    spelled,
    text,
    unknown_keys,
)

MATCH_FORMAT: Final = "match-record/1"
RESULTS: Final = ("running", "totals", "winner", "sets", "bags", "settlement")


@dataclass(frozen=True, slots=True)
class MatchJudgement:
    """What the rule book says of a match: problems, or the results in the order of RESULTS."""

    problems: Problems
    warnings: Problems = ()
    results: Mapping[str, Any] = field(default_factory=lambda: dict.fromkeys(RESULTS))

    @property
    def ok(self) -> bool:
        """Whether the record is legal."""
        return not self.problems

    def as_dict(self) -> dict[str, Any]:
        """Return the verdict, ready for JSON."""
        return verdict_values(self.problems, self.warnings, self.results)


@dataclass(frozen=True, slots=True)
class Stakes:
    """The agreed amounts, in whole units of the currency; one left out is 0."""

    currency: str
    amounts: Mapping[str, int]


def match_verdict(record: object) -> dict[str, Any]:
    """Return the verdict on one match record, as JSON values. Any value gets one."""
    return judge_match(record).as_dict()


def explain_match(record: object) -> Problems:
    """Return what is wrong with the match, with texts and values for translation."""
    return judge_match(record).problems


def judge_match(record: object) -> MatchJudgement:
    """Return the typed judgement behind `match_verdict`."""
    if not isinstance(record, dict):
        return MatchJudgement((not_an_object(""),))
    for wrong in head_problems(record, MATCH_FORMAT):
        return MatchJudgement((wrong,))
    game = GAMES[record["game"]]
    if wrong_shape := tuple(match_shape(game, record)):
        return MatchJudgement(wrong_shape)
    options = game.options.resolve(record.get("rules", NO_RULES))
    if isinstance(options, tuple):
        return MatchJudgement(options)
    stakes = record.get("stakes")
    if wrong_stakes := tuple(stake_problems(game, stakes, options)):
        return MatchJudgement(wrong_stakes)
    return _play_hands(game, record["hands"], options, read_stakes(game, stakes))


def _play_hands(
    game: GameLaws[Any], hands: list[dict[str, Any]], options: Any, stakes: Stakes | None
) -> MatchJudgement:
    table = _RunningMatch(game, options)
    warnings: list[Problem] = []
    dealer: int | None = None
    for i, hand in enumerate(hands):
        if table.standing.over:
            return MatchJudgement((_after_end(i),), tuple(warnings))
        judgement = hand_judgement(game, hand, options)
        warnings += (warning.inside(f"/hands/{i}") for warning in judgement.warnings)
        if judgement.problems:
            inside = tuple(wrong.inside(f"/hands/{i}") for wrong in judgement.problems)
            return MatchJudgement(inside, tuple(warnings))
        if dealer is not None and hand["dealer"] != dealer:
            return MatchJudgement((_wrong_dealer(i),), tuple(warnings))
        dealer = next_dealer(game.name, hand["dealer"])
        table.add(judgement.facts)
    return MatchJudgement((), tuple(warnings), table.results(stakes))


def fold(
    game: str,
    rules: object,
    verdicts: Iterable[Mapping[str, Any]],
    stakes: object = None,
) -> dict[str, Any]:
    """Return the verdict of a match whose hands were judged before, in order; nothing is judged
    again.

    `rules` and `stakes` are those of a match record (None for left out). A verdict that is not
    `ok` cannot stand in a match: ValueError. Who dealt is not in a verdict, so nobody asks.
    """
    return judge_fold(game, rules, verdicts, stakes).as_dict()


def judge_fold(
    game: str, rules: object, verdicts: Iterable[Mapping[str, Any]], stakes: object = None
) -> MatchJudgement:
    """Return the typed judgement behind `fold`."""
    book = GAMES[game]
    options = book.options.resolve(NO_RULES if rules is None else rules)
    if isinstance(options, tuple):
        return MatchJudgement(options)
    wrong = () if stakes is None else tuple(stakes_field(book).shape(stakes, "/stakes"))
    if wrong := wrong or tuple(stake_problems(book, stakes, options)):
        return MatchJudgement(wrong)
    table = _RunningMatch(book, options)
    for i, verdict in enumerate(verdicts):
        if table.standing.over:
            return MatchJudgement((_after_end(i),))
        if not verdict["ok"]:
            raise ValueError(f"hand {i} is illegal and adds nothing to a match")
        table.add(verdict)
    return MatchJudgement((), (), table.results(read_stakes(book, stakes)))


def next_dealer(game: str, dealer: int) -> int:
    """Return who deals after `dealer`: the deal passes clockwise, past a dummy."""
    return (dealer + 1) % GAMES[game].seats


class _RunningMatch:
    """The score sheet of one match while it is added up."""

    def __init__(self, game: GameLaws[Any], options: Any) -> None:
        self.game = game
        self.options = options
        self.standing: MatchStanding = game.match.start(options)
        self.running: list[list[int]] = []

    def add(self, verdict: Mapping[str, Any]) -> None:
        self.standing = self.game.match.add(self.standing, verdict, self.options)
        self.running.append(list(self.standing.totals))

    def results(self, stakes: Stakes | None) -> dict[str, Any]:
        standing = self.standing
        values = (
            self.running,
            list(standing.totals),
            standing.winner,
            standing.sets and list(standing.sets),
            standing.bags and list(standing.bags),
            settlement_of(self.game, standing, stakes, self.options),
        )
        return dict(zip(RESULTS, values, strict=True))


def settlement_of(
    game: GameLaws[Any], standing: MatchStanding, stakes: Stakes | None, options: Any
) -> dict[str, Any] | None:
    """Return the match verdict's `settlement` for a match that stands so; None while nothing is
    owed."""
    if stakes is None:
        return None
    owed = game.match.settle(standing, stakes.amounts, options)
    if owed is None:
        return None
    return {
        "currency": stakes.currency,
        "sides": [money.render(units, stakes.currency) for units in owed.sides],
        "players": [money.render(units, stakes.currency) for units in owed.players],
    }


def _after_end(i: int) -> Problem:
    return problem(Code.MATCH_AFTER_END, f"/hands/{i}", "The match was over before this hand.")


def _wrong_dealer(i: int) -> Problem:
    return problem(
        Code.MATCH_WRONG_DEALER, f"/hands/{i}/dealer", "The deal passes clockwise each hand."
    )


AMOUNT: Final = Shape(
    lambda _value, _at: iter(()),
    {
        "type": "string",
        "description": "A decimal amount.",
        "pattern": r"^-?[0-9]+(\.[0-9]+)?$",
        "examples": ["0.25"],
    },
)
"""Any value is let through here; whether it is an amount of that currency is asked later."""
CURRENCY: Final = spelled("[A-Z]{3}", "Its code.", "USD")


def hand_shape(game: GameLaws[Any]) -> Shape:
    """Return the shape of a hand as it stands in a match: an object without format, game and rules.
    What is in it is asked when it is judged."""

    def check(value: object, at: str) -> Iterator[Problem]:
        if not isinstance(value, dict):
            yield not_an_object(at)
            return
        for key in ("format", "game", "rules"):
            if key in value:
                yield problem(
                    Code.RECORD_MALFORMED,
                    f"{at}/{key}",
                    "The key “{key}” belongs in the match, once for all its hands.",
                    key=key,
                )

    return Shape(check, object_schema(game.fields))


def stakes_field(game: GameLaws[Any]) -> Field:
    """Return the shape of `stakes`: a currency and the game's amounts, which are read later."""
    amounts = (optional(name, AMOUNT) for name in game.match.stakes)
    return optional("stakes", obj(required("currency", CURRENCY), *amounts))


def match_fields(game: GameLaws[Any]) -> tuple[Field, ...]:
    """Return a match record's keys after `rules`."""
    return (
        required("players", list_of(text, length=game.seats)),
        stakes_field(game),
        required("hands", list_of(hand_shape(game))),
    )


def match_shape(game: GameLaws[Any], record: Mapping[str, object]) -> Iterator[Problem]:
    """Yield the shape of a match record after format and game."""
    fields = match_fields(game)
    yield from rules_shape(record)
    yield from keys(record, "", fields)
    yield from unknown_keys(record, "", HEAD.union(field.name for field in fields))


def stake_problems(game: GameLaws[Any], stakes: Any, options: Any) -> Iterator[Problem]:
    """Yield the currency, then each amount: whether it is one, and has a meaning in this game."""
    if stakes is None:
        return
    currency = stakes["currency"]
    if not money.is_currency(currency):
        yield problem(
            Code.RULES_BAD_VALUE,
            "/stakes/currency",
            "“{currency}” is not a currency code of three capital letters.",
            currency=shown(currency),
        )
        return
    for name in game.match.stakes:
        if name not in stakes:
            continue
        if money.parse(stakes[name], currency) is None:
            yield problem(
                Code.RULES_BAD_VALUE,
                f"/stakes/{name}",
                "{amount} is not an amount of {currency}.",
                amount=shown(stakes[name]),
                currency=currency,
            )
        elif not game.match.stake_applies(name, options):
            yield problem(
                Code.RULES_BAD_VALUE,
                f"/stakes/{name}",
                "“{stake}” is not a stake under these rules.",
                stake=name,
            )


def read_stakes(game: GameLaws[Any], stakes: Any) -> Stakes | None:
    """Stakes that have no problem, in whole units."""
    if stakes is None:
        return None
    currency = stakes["currency"]
    amounts = {
        name: money.parse(stakes.get(name, "0"), currency) or 0 for name in game.match.stakes
    }
    return Stakes(currency, amounts)
