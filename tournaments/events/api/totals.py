"""What is sent of an event of which only names and totals are known."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from rest_framework import serializers

from clubs.models import MAX_NAME, Club, Player
from core.rest.incoming import IncomingNameField, KeyField, SettingsSerializer
from tournaments.events.models import Event
from tournaments.events.presets import TEMPLATES
from tournaments.events.services.totals import WHOLE_EVENING, EntryTotals
from tournaments.events.totals_sheet import MOST_LINES, MOST_ROUNDS, MOST_TOTAL


class EntryTotalsIn(serializers.Serializer[Any]):
    """An entry: its players by their roster keys, new ones by name, and totals."""

    players = serializers.ListField(child=KeyField(), max_length=2, default=list)
    new_players = serializers.ListField(
        child=IncomingNameField(max_length=MAX_NAME),
        max_length=2,
        default=list,
        help_text="Names that are put on the roster; the same name is one player.",
    )
    rounds = serializers.ListField(
        child=serializers.IntegerField(
            min_value=-MOST_TOTAL, max_value=MOST_TOTAL, allow_null=True
        ),
        max_length=MOST_ROUNDS,
        default=list,
        help_text="The total of each round, in their order; null where there is none.",
    )
    total = serializers.IntegerField(
        min_value=-MOST_TOTAL,
        max_value=MOST_TOTAL,
        required=False,
        help_text="The total of the evening, where no round is known.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Require the rounds or the total, not both."""
        if any(total is not None for total in attrs["rounds"]) == ("total" in attrs):
            raise serializers.ValidationError(
                {"total": [_("Give the totals of rounds, or that of the evening.")]}
            )
        return attrs


class TotalsIn(SettingsSerializer):
    """An evening of which names and totals are known."""

    template = serializers.ChoiceField(choices=list(TEMPLATES))
    entries = serializers.ListField(child=EntryTotalsIn(), allow_empty=False, max_length=MOST_LINES)

    class Meta:
        model = Event
        fields: ClassVar = ("template", "name", "date", "entries")
        extra_kwargs: ClassVar = {
            "name": {"required": False, "help_text": "The template's where left out."}
        }


def entry_totals(club: Club, given: Sequence[Mapping[str, Any]]) -> list[EntryTotals]:
    """Return the entries as the service takes them; 400 for a player of another club."""
    known = Player.objects.filter(club=club).in_bulk(
        [key for entry in given for key in entry["players"]]
    )
    if missing := {key for entry in given for key in entry["players"]} - known.keys():
        words = _("There is no player %(key)d on the roster.") % {"key": min(missing)}
        raise ValidationError({"entries": ValidationError(words, code="no_such_player")})
    return [
        EntryTotals(
            (*(known[key] for key in entry["players"]), *entry["new_players"]),
            {number: total for number, total in enumerate(entry["rounds"], 1) if total is not None}
            or {WHOLE_EVENING: entry["total"]},
        )
        for entry in given
    ]
