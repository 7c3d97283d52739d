"""Names and one-line definitions of a club's records."""

from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from tournaments.selectors.records import RecordKind

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


class RecordLabel(NamedTuple):
    """The name of a record, and its definition in one line."""

    name: "StrPromise"
    definition: "StrPromise"


RECORD_LABELS: Final = {
    RecordKind.HIGHEST_BID: RecordLabel(
        _("Highest bid made"),
        _("The highest bid of all hands that the declarer made."),
    ),
    RecordKind.MOST_SETS: RecordLabel(
        _("Most sets in a match"),
        _("The match in which most bids were set, those of all sides together."),
    ),
    RecordKind.LONGEST_MATCH: RecordLabel(
        _("Longest match"),
        _("The finished match with the most hands on record."),
    ),
    RecordKind.LONGEST_RUN: RecordLabel(
        _("Longest run of wins"),
        _(
            "Matches that a player won one after the other, in the order of the evenings; a draw "
            "or a defeat ends the run. Disputed matches are left out."
        ),
    ),
    RecordKind.CLOSEST_FINAL: RecordLabel(
        _("Closest final"),
        _("The final of a bracket that was won by the smallest margin of marks or points."),
    ),
}
