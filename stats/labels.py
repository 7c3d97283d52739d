"""Labels and definitions of numbers and records, for pages, files and the API."""

from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _

from core.text import Text
from games.measures import HandRole
from games.wording import HandWords
from stats.selectors.records import RecordKind

ROLES: Final = {
    HandRole.DECLARER: _("as declarer"),
    HandRole.PARTNER: _("as the declarer’s partner"),
    HandRole.DEFENDER: _("as defender"),
    HandRole.PLAYER: _("without a declarer"),
}
TEAM: Final = _("as declarer or partner")

DEFINITIONS: Final = {
    "evenings": _("Days and events with at least one game of the player."),
    "games": _("Games that were begun; won, drawn and lost are those that are over."),
    "hands": _("Hands that the player took part in and that count for their game."),
    "total": _("Hands that the player declared."),
    "bids": _("Hands that the player declared, by the bid, beside those of the whole club."),
    "declarations": _(
        "Hands that the player declared, by trumps or contract, beside those of the whole club."
    ),
    "roles": _(
        "Hands by the player’s role. A defender’s share is that of the hands that the declarer "
        "did not make. Points are those of the player’s side."
    ),
    "measures": _("What else the game counts."),
    "partners": _(
        "Games on the same side, and the hands that this side declared with that partner."
    ),
    "opponents": _(
        "Games on other sides; the hands that the player declared while the other defended, and "
        "those that the other declared while the player defended."
    ),
    "periods": _("Games, hands and the hands that the player declared, by evening or by month."),
    "share": _(
        "Hands made as a percentage of those declared. Percentages of fewer than ten hands "
        "are grey: too few to mean much. The interval is Wilson's: the wider it is, the more is "
        "due to chance."
    ),
    "left_out": _(
        "Games entered by their totals alone count among evenings and games. Their hands are not "
        "known and are left out everywhere else."
    ),
}


class RecordLabel(NamedTuple):
    """The name of a record, and its definition in one line."""

    name: Text
    definition: Text


RECORD_LABELS: Final = {
    RecordKind.HIGHEST_BID: RecordLabel(
        _("Highest bid made"),
        _("The highest bid of all hands that the declarer made."),
    ),
    RecordKind.MOST_SETS: RecordLabel(HandWords.most_sets, HandWords.most_sets_meaning),
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


def record_label(kind: RecordKind, words: HandWords) -> RecordLabel:
    """Return the label of a record in the words of its game."""
    if kind is RecordKind.MOST_SETS:
        return RecordLabel(words.most_sets, words.most_sets_meaning)
    return RECORD_LABELS[kind]
