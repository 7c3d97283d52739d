"""The shape of what is sent about events. What is right in it, the services know."""

from typing import Any

from django.utils.translation import gettext as _
from rest_framework import serializers

from clubs.api.serializers import MAX_KEY
from clubs.rest.fields import DayField, NameField
from games.words.dealing import Says
from rules import GAMES
from standings.metrics import TIE_BREAKS
from tournaments.api.serializers import ROUND_LENGTHS, ObjectField
from tournaments.formats import FORMATS
from tournaments.lengths import MOST
from tournaments.models import ByeRule, DecisionKind, EventState, TimeRule
from tournaments.presets import TEMPLATES
from tournaments.services.decisions import MOST_GAMES, MOST_MARKS
from tournaments.services.event_checks import MAX_GAMES, MAX_SCORE, MAX_SUBSTITUTES, MAX_TABLES
from tournaments.services.events import MOST_REASON

MAX_ROUND = 32_000
MAX_LENGTHS = 20


def _is_object(value: object) -> None:
    if not isinstance(value, dict):
        raise serializers.ValidationError(_("An object is wanted here."))


class EventChange(serializers.Serializer[Any]):
    """What of an event is to be changed; what is left out stays."""

    name = NameField(max_length=120, required=False)
    date = DayField(required=False)
    game = serializers.ChoiceField(choices=list(GAMES), required=False)
    rules = ObjectField(required=False, validators=[_is_object])
    stakes = ObjectField(required=False, allow_null=True, validators=[_is_object])
    format = serializers.ChoiceField(choices=list(FORMATS), required=False)
    format_options = serializers.DictField(
        child=serializers.IntegerField(min_value=0, max_value=MAX_ROUND), required=False
    )
    games_per_meeting = serializers.IntegerField(min_value=1, max_value=MAX_GAMES, required=False)
    best_of = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_GAMES),
        max_length=MAX_LENGTHS,
        required=False,
        help_text="Games of a series by round, odd numbers, the last repeating; empty plays all.",
    )
    says = serializers.ChoiceField(
        choices=Says.choices,
        required=False,
        help_text="The word for whoever mixes the dominoes at Texas 42.",
    )
    round_lengths = serializers.DictField(
        child=serializers.DictField(child=serializers.IntegerField(min_value=1, max_value=MOST)),
        required=False,
        help_text=ROUND_LENGTHS,
    )
    round_minutes = serializers.IntegerField(
        min_value=1, max_value=600, required=False, allow_null=True
    )
    time_rule = serializers.ChoiceField(choices=TimeRule.choices, required=False)
    bye_rule = serializers.ChoiceField(choices=ByeRule.choices, required=False)
    bye_for = serializers.IntegerField(min_value=0, max_value=MAX_SCORE, required=False)
    bye_against = serializers.IntegerField(min_value=0, max_value=MAX_SCORE, required=False)
    forfeit_for = serializers.IntegerField(min_value=0, max_value=MAX_SCORE, required=False)
    forfeit_against = serializers.IntegerField(min_value=0, max_value=MAX_SCORE, required=False)
    cap = serializers.IntegerField(
        min_value=1,
        max_value=MAX_SCORE,
        required=False,
        help_text="The most that one game counts in the capped tie-breaks.",
    )
    tables_in_room = serializers.IntegerField(
        min_value=1,
        max_value=MAX_TABLES,
        required=False,
        allow_null=True,
        help_text="Where a round has more meetings, some play when others have ended.",
    )
    substitutes = serializers.IntegerField(
        min_value=0,
        max_value=MAX_SUBSTITUTES,
        required=False,
        allow_null=True,
        help_text="How many others may play for one entry; null for any.",
    )
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(choices=list(TIE_BREAKS)),
        allow_empty=False,
        max_length=len(TIE_BREAKS),
        required=False,
        help_text="What ranks are decided by, in this order.",
    )


class EventIn(EventChange):
    """A new event: a template with changes, or everything by itself."""

    template = serializers.ChoiceField(
        choices=list(TEMPLATES), required=False, help_text="What is left out is the template's."
    )
    date = DayField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A name is needed where no template has one."""
        if "template" not in attrs and "name" not in attrs:
            raise serializers.ValidationError({"name": [_("A name, or a template that has one.")]})
        return attrs


class EventQuery(serializers.Serializer[Any]):
    """Which events are wanted."""

    state = serializers.ChoiceField(choices=EventState.choices, required=False)


class EntryIn(serializers.Serializer[Any]):
    """Who is entered, by keys of the roster: two players in a format of pairs, else one."""

    players = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_KEY), min_length=1, max_length=2
    )
    evenly = serializers.BooleanField(
        default=False,
        help_text="Plan the announced rounds anew instead of keeping as many tables as can be.",
    )


class WithdrawIn(serializers.Serializer[Any]):
    """How an entry drops out."""

    gives_up = serializers.BooleanField(
        default=False,
        help_text="Whether it forfeits the table at which it is playing, in the same step.",
    )
    evenly = serializers.BooleanField(
        default=False,
        help_text="Plan the announced rounds anew instead of keeping as many tables as can be.",
    )


class SubstituteIn(serializers.Serializer[Any]):
    """Who sits at which place of an entry, and from when."""

    place = serializers.IntegerField(
        min_value=0, max_value=1, help_text="0 for a single player; 0 or 1 in a pair."
    )
    player = serializers.IntegerField(min_value=1, max_value=MAX_KEY)
    from_round = serializers.IntegerField(
        min_value=1,
        max_value=MAX_ROUND,
        required=False,
        help_text="The next round not yet begun, where left out.",
    )
    beyond = serializers.BooleanField(
        default=False, help_text="Whether to let in one more than the event allows."
    )


class RoomTableIn(serializers.Serializer[Any]):
    """A table of the room."""

    table = serializers.IntegerField(
        min_value=1, max_value=MAX_TABLES, help_text="Its number in the room."
    )


class PlanIn(serializers.Serializer[Any]):
    """How the rounds are to be planned."""

    shuffle = serializers.BooleanField(
        default=False, help_text="Draw the order of the entries first; the lot is recorded."
    )


class AdjustmentIn(serializers.Serializer[Any]):
    """A penalty or bonus: what is added, or taken where negative, and why."""

    entry = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUND, help_text="The entry's number."
    )
    games = serializers.IntegerField(
        min_value=-MOST_GAMES,
        max_value=MOST_GAMES,
        default=0,
        help_text="Added to games and meetings won.",
    )
    marks = serializers.IntegerField(
        min_value=-MOST_MARKS, max_value=MOST_MARKS, default=0, help_text="Marks or points."
    )
    reason = serializers.CharField(max_length=200)


class PlayOffIn(serializers.Serializer[Any]):
    """How a tie came out."""

    order = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_ROUND),
        min_length=2,
        max_length=MAX_LENGTHS,
        help_text="Entries by their numbers, the best first.",
    )
    kind = serializers.ChoiceField(choices=DecisionKind.choices, default=DecisionKind.HAND)
    note = serializers.CharField(max_length=200, required=False, allow_blank=True)


class ForfeitIn(serializers.Serializer[Any]):
    """Who gives the meeting up."""

    entry = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUND, help_text="The entry's number; its partner's, too."
    )


class ReopeningIn(serializers.Serializer[Any]):
    """Why a finished event is opened again."""

    reason = serializers.CharField(max_length=MOST_REASON, help_text="Kept with who and when.")
