"""The shape of what is sent about seasons. What is right in it, the services know."""

from typing import Any

from rest_framework import serializers

from clubs.api.serializers import MAX_KEY
from clubs.rest.fields import DayField, NameField
from leagues.models import AbsenceRule, Measure, Ranks, Scoring, SubstituteRule
from leagues.services.contenders import MAX_CONTENDERS
from leagues.services.divisions import MAX_DIVISIONS
from leagues.services.seasons import MAX_EVENINGS
from rules import GAMES
from tournaments.presets import TEMPLATES

MAX_FIXED = 99_999
MAX_MOVES = 99


def _fixed() -> serializers.IntegerField:
    """What is given to whoever is absent, in whole points."""
    return serializers.IntegerField(
        min_value=-MAX_FIXED,
        max_value=MAX_FIXED,
        required=False,
        help_text="In whole points, where the rule is `fixed`.",
    )


def _order(**more: Any) -> serializers.IntegerField:
    """A division by its place."""
    return serializers.IntegerField(min_value=1, max_value=MAX_DIVISIONS, **more)


def _dates() -> serializers.ListField:
    return serializers.ListField(
        child=DayField(),
        min_length=1,
        max_length=MAX_EVENINGS,
        help_text="One an evening; evenings are numbered in the order of their dates.",
    )


class SeasonChange(serializers.Serializer[Any]):
    """What of a season is to be changed; what is left out stays."""

    name = NameField(max_length=120, required=False)
    ranks = serializers.ChoiceField(
        choices=Ranks.choices, required=False, help_text="As long as nobody is in it."
    )
    template = serializers.ChoiceField(
        choices=list(TEMPLATES), required=False, help_text="What evenings are made from."
    )
    measure = serializers.ChoiceField(
        choices=Measure.choices, required=False, help_text="What of an evening counts."
    )
    scoring = serializers.ChoiceField(
        choices=Scoring.choices, required=False, help_text="How evenings are added up."
    )
    best = serializers.IntegerField(
        min_value=1,
        max_value=MAX_EVENINGS,
        required=False,
        help_text="So many evenings count, where `scoring` is `best`.",
    )
    minimum = serializers.IntegerField(
        min_value=0,
        max_value=MAX_EVENINGS,
        required=False,
        help_text="Who came to fewer evenings stands below the others.",
    )
    noticed = serializers.ChoiceField(
        choices=AbsenceRule.choices, required=False, help_text="Absent with notice."
    )
    noticed_score = _fixed()
    unnoticed = serializers.ChoiceField(
        choices=AbsenceRule.choices, required=False, help_text="Absent without notice."
    )
    unnoticed_score = _fixed()
    substitutes = serializers.ChoiceField(
        choices=SubstituteRule.choices,
        required=False,
        help_text="Whose results a substitute's are.",
    )
    seeds_by_rating = serializers.BooleanField(
        required=False, help_text="Whether ratings seed the evenings when they are made."
    )


class SeasonIn(SeasonChange):
    """A new season; rules that are left out are usual for the game."""

    name = NameField(max_length=120)
    game = serializers.ChoiceField(choices=list(GAMES))
    dates = _dates()
    divisions = serializers.ListField(
        child=NameField(max_length=60),
        max_length=MAX_DIVISIONS,
        required=False,
        help_text="Names, the highest first; one of all where left out.",
    )


class NextIn(serializers.Serializer[Any]):
    """The season after."""

    name = NameField(max_length=120)
    dates = _dates()


class DivisionChange(serializers.Serializer[Any]):
    """What of a division is to be changed."""

    name = NameField(max_length=60, required=False)
    promoted = serializers.IntegerField(
        min_value=0, max_value=MAX_MOVES, required=False, help_text="So many go up."
    )
    relegated = serializers.IntegerField(
        min_value=0, max_value=MAX_MOVES, required=False, help_text="So many go down."
    )


class DivisionIn(DivisionChange):
    """One more division, below the others."""

    name = NameField(max_length=60)


class EveningsIn(serializers.Serializer[Any]):
    """More evenings, behind those there are."""

    dates = _dates()
    division = _order(required=False, allow_null=True, help_text="None: everybody's.")


class EveningChange(serializers.Serializer[Any]):
    """What of an evening is to be changed."""

    date = DayField(required=False)
    division = _order(required=False, allow_null=True, help_text="None: everybody's.")


class AttachIn(serializers.Serializer[Any]):
    """The event that is to count."""

    event = serializers.IntegerField(min_value=1, max_value=MAX_KEY)


class AbsenceIn(serializers.Serializer[Any]):
    """Somebody does not come."""

    noticed = serializers.BooleanField(help_text="Whether it was said beforehand.")


class ContendersIn(serializers.Serializer[Any]):
    """Who is taken in: players of the roster by their keys, two each where pairs are ranked."""

    lineups = serializers.ListField(
        child=serializers.ListField(
            child=serializers.IntegerField(min_value=1, max_value=MAX_KEY),
            min_length=1,
            max_length=2,
        ),
        min_length=1,
        max_length=MAX_CONTENDERS,
    )
    division = _order(default=1)
    joined = serializers.IntegerField(
        min_value=1,
        max_value=MAX_EVENINGS,
        default=1,
        help_text="The first evening that is expected of them.",
    )


class ContenderChange(serializers.Serializer[Any]):
    """Where somebody plays from now on."""

    division = _order()
