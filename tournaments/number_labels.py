"""Labels and definitions of players' numbers, for pages, files and the API."""

from typing import Final

from django.utils.translation import gettext_lazy as _

from games.measures import HandRole

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
    "total": _("Hands that the player declared and that were made or set."),
    "bids": _("Hands that the player declared, by the bid; made and set beside the whole club."),
    "declarations": _(
        "Hands that the player declared, by trumps or contract; made and set beside the whole club."
    ),
    "roles": _(
        "Hands by the player’s part. A defender’s share is of the hands in which the bid was set. "
        "Points are those of the player’s side."
    ),
    "measures": _("What the game counts besides."),
    "partners": _(
        "Games on the same side, and the hands that this side declared with that partner."
    ),
    "opponents": _(
        "Games on other sides; the hands that the player declared while the other defended, and "
        "those that the other declared while the player defended."
    ),
    "periods": _("Games, hands and the hands that the player declared, by evening or by month."),
    "share": _(
        "Made hands in percent of those made or set. Fewer than ten hands say little and are grey. "
        "The interval is that of Wilson for 95 %: where it is wide, chance decides."
    ),
    "left_out": _(
        "Games entered by their totals alone count among evenings and games. Their hands are not "
        "known and are left out everywhere else."
    ),
}
