"""What is sent to change events. Shapes are checked here, meaning by services."""

from typing import Any, ClassVar

from django.utils.translation import gettext as _
from rest_framework import serializers

from core.rest.incoming import KeyField, LeftOutField, SettingsChange, SettingsSerializer
from scoring.models import MOST_REASON as MOST_REASON_OF_RESULT
from tournaments.events.api.serializers import (
    MAX_LENGTHS,
    MAX_ROUND,
    EventSettings,
    SeedSerializer,
)
from tournaments.events.models import (
    MAX_TABLES,
    MOST_REASON,
    Adjustment,
    EntryPlayer,
    PlayOff,
    Table,
)
from tournaments.events.presets import TEMPLATES
from tournaments.events.services.events import SETTINGS

MOST_MINUTES = 999


class EventSettingsChange(SettingsChange, EventSettings):
    """Changes of an event; omitted fields keep their values."""


class EventIn(EventSettingsChange):
    """A new event: a template with changes, or all fields."""

    needed = ("date",)
    template = serializers.ChoiceField(
        choices=list(TEMPLATES), help_text="What is left out is the template's."
    )

    class Meta(EventSettings.Meta):
        fields: ClassVar = ["template", *SETTINGS]

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require a name unless the template has one."""
        if "template" not in attrs and "name" not in attrs:
            raise serializers.ValidationError({"name": [_("A name, or a template that has one.")]})
        return attrs


def _evenly() -> serializers.BooleanField:
    return serializers.BooleanField(
        default=False,
        help_text="Plan the announced rounds anew instead of keeping as many tables as can be.",
    )


class EntryIn(serializers.Serializer[Any]):
    """The players of an entry by their roster keys: two in a format for pairs, else one."""

    players = serializers.ListField(child=KeyField(), min_length=1, max_length=2)
    evenly = _evenly()


class WaitingPlayerIn(serializers.Serializer[Any]):
    """A player of the roster, by key."""

    player = KeyField()


def _deals_stand() -> serializers.BooleanField:
    return serializers.BooleanField(
        default=True,
        help_text="Whether deals that were played there stand in the comparison of the same deals.",
    )


class WithdrawIn(serializers.Serializer[Any]):
    """How an entry drops out."""

    gives_up = serializers.BooleanField(
        default=False,
        help_text="Whether it forfeits the table at which it is playing, in the same step.",
    )
    deals_stand = _deals_stand()
    evenly = _evenly()


class SubstituteIn(SettingsSerializer):
    """A substitute: the player, the place in the entry, and the first round."""

    player = KeyField()
    beyond = serializers.BooleanField(
        default=False, help_text="Whether to let in one more than the event allows."
    )

    class Meta:
        model = EntryPlayer
        fields: ClassVar = ("place", "player", "from_round", "beyond")
        extra_kwargs: ClassVar = {
            "place": {"max_value": 1, "help_text": "0 for a single player; 0 or 1 in a pair."},
            "from_round": {"help_text": "The next round not yet begun, where left out."},
        }


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
    without_waiting = serializers.BooleanField(
        default=False,
        help_text="Before the first round: leave out players who wait for a partner. Without it "
        "they are a reason for a refusal, `partner_missing`.",
    )
    repeats = LeftOutField(
        max_length=MOST_REASON,
        help_text="Why the next round may repeat meetings or byes if no other is left.",
    )


class AdjustmentIn(SettingsSerializer):
    """A penalty or bonus: the amounts added (negative: deducted), and the reason."""

    entry = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUND, help_text="The entry's number."
    )

    class Meta:
        model = Adjustment
        fields: ClassVar = ("entry", "games", "marks", "reason")


class PlayOffIn(SettingsSerializer):
    """How a tie came out."""

    order = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=MAX_ROUND),
        min_length=2,
        max_length=MAX_LENGTHS,
        help_text="Entries by their numbers, the best first.",
    )

    class Meta:
        model = PlayOff
        fields: ClassVar = ("order", "kind", "note")


class ForfeitIn(serializers.Serializer[Any]):
    """The side that forfeits the meeting."""

    entry = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUND, help_text="The entry's number; its partner's, too."
    )
    deals_stand = _deals_stand()


class ReopeningIn(serializers.Serializer[Any]):
    """Why a finished event is opened again."""

    reason = LeftOutField(
        max_length=MOST_REASON, help_text="Kept with who and when; only a dry run needs none."
    )


class FinishingIn(serializers.Serializer[Any]):
    """Whether an event may end although not everything was played."""

    unfinished = serializers.BooleanField(
        default=False,
        help_text="Finish it although tables are playing or its bracket goes on.",
    )


class PairIn(serializers.Serializer[Any]):
    """Two entries by their numbers."""

    entry = serializers.IntegerField(min_value=1, max_value=MAX_ROUND)
    other = serializers.IntegerField(min_value=1, max_value=MAX_ROUND)


class TablePlanIn(SettingsSerializer):
    """Changes of a planned table; omitted fields keep their values."""

    pinned = serializers.BooleanField(required=False, help_text="Whether new plans leave it alone.")

    class Meta:
        model = Table
        fields: ClassVar = ("pinned", "best_of")
        extra_kwargs: ClassVar = {
            "best_of": {
                "help_text": "The games of its series, an odd number; 0 plays all games of the "
                "event."
            }
        }


class SeedsIn(serializers.Serializer[Any]):
    """Seeds; entries that are left out keep theirs."""

    seeds = SeedSerializer(many=True)


class ClockIn(serializers.Serializer[Any]):
    """What the clock is to do."""

    act = serializers.ChoiceField(
        choices=["start", "pause", "extend", "call", "uncall"],
        help_text="`call` calls time: hands under way are finished and end their matches; "
        "`uncall` takes that back.",
    )
    minutes = serializers.IntegerField(
        required=False,
        min_value=-MOST_MINUTES,
        max_value=MOST_MINUTES,
        help_text="Of `start`, where the event's are not meant; of `extend`, negative for fewer; "
        "1 if left out.",
    )


class DecideIn(SettingsSerializer):
    """Who won a meeting that ended level, and how that was decided."""

    entry = serializers.IntegerField(
        min_value=1, max_value=MAX_ROUND, help_text="The entry's number; its partner's, too."
    )

    class Meta:
        model = PlayOff
        fields: ClassVar = ("entry", "kind", "note")


class ChangeOfResult(serializers.Serializer[Any]):
    """A change of the result of a match."""

    match = KeyField()
    revision = KeyField(
        help_text="The `id` of the newest revision of the result, as it was seen.",
    )


class RestoringMany(serializers.Serializer[Any]):
    """Which changes are taken back, and why."""

    revisions = serializers.ListField(
        child=ChangeOfResult(), allow_empty=False, max_length=MAX_ROUND
    )
    reason = LeftOutField(
        max_length=MOST_REASON_OF_RESULT,
        help_text="Wanted once others rely on one of the results.",
    )
