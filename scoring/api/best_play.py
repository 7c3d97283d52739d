"""Best play of a recorded hand."""

from typing import Any, Final

from django.db.models import TextChoices
from django.http import Http404
from rest_framework import serializers

from clubs.models import Club
from scoring.api.serializers import json_field
from scoring.models import Hand
from scoring.selectors.best_play import Ask, question_of
from scoring.services.best_play import best_play_ask


class BestPlayState(TextChoices):
    """How far best play of a hand is known."""

    READY = "ready"
    PENDING = "pending"
    UNKNOWN = "unknown"


PAR: Final = {
    "type": ["object", "null"],
    "description": "Par: the score by team, the auction that leads to it, and what is played. "
    "Null in a game without sides.",
    "properties": {
        "score": {"type": "array", "items": {"type": "integer"}},
        "auction": {"type": "array", "items": {"type": "object"}},
        "declarer": {"type": "integer"},
        "bid": {"type": "string"},
        "contract": {"type": "object"},
        "made": {"type": "boolean"},
        "taken": {"type": "integer"},
    },
    "required": ["score", "auction"],
}
MAKEABLE: Final = {
    "type": ["object", "null"],
    "description": "What each seat could make as declarer, by contract, and par.",
    "properties": {"table": {"type": "object"}, "par": PAR},
}
LINE: Final = {
    "type": "array",
    "description": "Seat and piece, in the order of play.",
    "items": {"type": "array", "items": {"type": ["integer", "string"]}},
}
STEP: Final = {
    "type": "object",
    "properties": {
        "seat": {"type": ["integer", "null"]},
        "number": {"type": "integer"},
        "options": {"type": "object", "additionalProperties": {"type": "integer"}},
    },
}
WALK: Final = {
    "type": ["object", "null"],
    "description": "The hand piece by piece. `number` is what the declaring side gets out of the "
    "hand with best play from there, `options` what each legal piece is worth; `lines` are best "
    "lines by step. Null where the plays were not written down.",
    "properties": {
        "hands": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
        "counts_points": {"type": "boolean"},
        "steps": {"type": "array", "items": STEP},
        "lines": {"type": "object", "additionalProperties": LINE},
        "claim": {
            "type": ["object", "null"],
            "properties": {
                "holds": {"type": "boolean"},
                "certain": {"type": "boolean"},
                "refutation": LINE,
            },
        },
    },
}


class BestPlaySerializer(serializers.Serializer[Any]):
    """Best play of a hand."""

    state = serializers.ChoiceField(
        choices=BestPlayState.choices,
        help_text="`pending` while it is computed: ask again in a few seconds. `unknown` where "
        "the deal is not wholly written down, or it could not be computed.",
    )
    makeable = json_field(MAKEABLE)()
    walk = json_field(WALK)()


def best_play_of(hand: Hand, club: Club) -> dict[str, Any]:
    """Return best play of a hand as far as it is known, and ask for the rest of it.

    404 for a hand that was taken back, and in a game that is not analysed.
    """
    if hand.record is None or hand.match.presenter.best_play is None:
        raise Http404
    questions = {ask: question_of(ask, hand.record) for ask in Ask}
    known = best_play_ask(questions.values(), club=club)
    answers = {
        ask: known.get(question.digest) if question else None for ask, question in questions.items()
    }
    bodies = {ask.value: _body(answers[ask]) for ask in Ask}
    possible = [ask for ask, question in questions.items() if question]
    if any(answers[ask] is None for ask in possible):
        state = BestPlayState.PENDING
    elif any(bodies[ask] for ask in possible):
        state = BestPlayState.READY
    else:
        state = BestPlayState.UNKNOWN
    return {"state": state, **bodies}


def _body(answer: dict[str, Any] | None) -> dict[str, Any] | None:
    if answer is None or not answer["ok"]:
        return None
    return {key: value for key, value in answer.items() if key != "ok"}
