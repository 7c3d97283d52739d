"""The rule book for other programs: games with their options, and verdicts that leave no trace."""

from collections.abc import Mapping
from typing import Any, Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import UserRateThrottle

from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from core.rest.docs import array, closed, ref
from games import PRESENTERS, GamePresenter
from games.wording import GameLabels, problem_body
from rules import judge, judge_match
from rules.options import Option, OptionKind
from scoring.api.serializers import hand_examples

TEXT: Final = {"type": "string"}
CHOICE: Final = closed({"value": TEXT, "label": TEXT}, ["value", "label"])
OPTION: Final = closed(
    {
        "option": TEXT,
        "kind": {"type": "string", "enum": [kind.value for kind in OptionKind]},
        "label": TEXT,
        "explanation": TEXT,
        "nullable": {"type": "boolean"},
        "defaults": {"type": "object", "description": "By variant, where an option chooses one."},
        "choices": array(CHOICE),
        "low": {"type": "integer"},
        "high": {"type": "integer"},
    },
    ["option", "kind", "label", "explanation", "nullable", "defaults"],
)
PRESET: Final = closed(
    {"preset": TEXT, "label": TEXT, "explanation": TEXT, "rules": {"type": "object"}},
    ["preset", "label", "explanation", "rules"],
)
GAME: Final = closed(
    {
        "game": TEXT,
        "label": TEXT,
        "seats": {"type": "integer"},
        "stakes": {"type": "object", "additionalProperties": TEXT},
        "default_preset": TEXT,
        "presets": array(PRESET),
        "options": array(OPTION),
    },
    ["game", "label", "seats", "stakes", "default_preset", "presets", "options"],
)


class VerdictThrottle(UserRateThrottle):
    """Judging costs no row, but a whole match costs time."""

    scope = "verdict"


class GameViewSet(ApiViewSet):
    """The games; there are few."""

    tags = ("Rules",)
    pagination_class = None

    @extend_schema(responses={200: array(GAME)})
    def list(self, request: Request) -> Response:
        """List games, presets and options.

        Every game of the rule book with the words, range and default of each option, and what
        each preset sets. An event's and a match's `rules` are made of these.
        """
        return Response([_game(presenter) for presenter in PRESENTERS.values()])


class VerdictViewSet(ApiViewSet):
    """Verdicts on records."""

    tags = ("Rules",)
    throttle_classes = [*ApiViewSet.throttle_classes, VerdictThrottle]

    @extend_schema(
        operation_id="verdict",
        responses={"200": {"anyOf": [ref("Verdict"), ref("MatchVerdict")]}},
        examples=hand_examples(whole=True),
    )
    @operation(
        body={"application/json": {"anyOf": [ref("HandRecord"), ref("MatchRecord")]}}, keyed=False
    )
    def create(self, request: Request) -> Response:
        """Judge a record.

        Takes a hand record or a match record and answers with the verdict; nothing is kept. Any
        JSON gets a verdict: an illegal record is an answer here, not an error.
        """
        record = request.data
        is_match = isinstance(record, dict) and record.get("format") == "match-record/1"
        judgement = judge_match(record) if is_match else judge(record)
        presenter = _presenter_of(record)
        texts = {
            "problems": [problem_body(problem, presenter) for problem in judgement.problems],
            "warnings": [problem_body(warning, presenter) for warning in judgement.warnings],
        }
        return Response(judgement.as_dict() | texts)


def _presenter_of(record: Any) -> GamePresenter | None:
    """Return the presenter of the game that a record names, if there is one."""
    game = record.get("game") if isinstance(record, dict) else None
    return PRESENTERS.get(game) if isinstance(game, str) else None


def _game(presenter: GamePresenter) -> dict[str, Any]:
    game, labels = presenter.laws, presenter.labels
    table = game.options
    return {
        "game": presenter.name,
        "label": str(presenter.label),
        "seats": game.seats,
        "stakes": {stake: str(labels.stakes[stake]) for stake in game.match.stakes},
        "default_preset": table.default_preset,
        "presets": [
            {
                "preset": preset,
                "label": str(labels.presets[preset].label),
                "explanation": str(labels.presets[preset].explanation),
                "rules": {"preset": preset} | table.values({"preset": preset}),
            }
            for preset in table.presets
        ],
        "options": [_option(option, labels) for option in table.options],
    }


def _option(option: Option, labels: GameLabels) -> dict[str, Any]:
    option_label = labels.options[option.name]
    body: dict[str, Any] = {
        "option": option.name,
        "kind": option.kind.value,
        "label": str(option_label.label),
        "explanation": str(option_label.explanation),
        "nullable": option.nullable,
        "defaults": dict(option.defaults),
    }
    if option.choices:
        body["choices"] = _choices(option, option_label.values)
    if option.low or option.high:
        body |= {"low": option.low, "high": option.high}
    return body


def _choices(option: Option, labels: Mapping[str, Any]) -> list[dict[str, str]]:
    return [{"value": value, "label": str(labels[value])} for value in option.choices]
