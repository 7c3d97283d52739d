"""Roles in a club and what each may do: one table, read by every view and endpoint."""

from enum import StrEnum
from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    """What a member is in a club; exactly one role a member."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    SCORER = "scorer", _("Scorer")
    TREASURER = "treasurer", _("Treasurer")
    VIEWER = "viewer", _("Viewer")


class Right(StrEnum):
    """What a page or an endpoint needs."""

    SEE = "see"  # read events, matches, standings, players
    RECORD = "record"  # record, correct and undo hands
    RUN = "run"  # events, rounds, entries, the roster
    DOOR = "door"  # who has paid the fee: marking it, and taking that back
    MONEY = "money"  # fees, balances, transfers: what others owe and are owed
    MEMBERS = "members"  # who belongs to the club and the club's own settings
    TABLE = "table"  # record hands at one's own table of one event, from a phone


GUEST: Final = "guest"
"""A phone without an account, let in by the code of a table: a role beside those of members."""


RIGHTS: dict[str, frozenset[Right]] = {
    Role.OWNER: frozenset(Right) - {Right.TABLE},
    Role.ORGANISER: frozenset({Right.SEE, Right.RECORD, Right.RUN, Right.DOOR}),
    Role.SCORER: frozenset({Right.SEE, Right.RECORD}),
    Role.TREASURER: frozenset({Right.SEE, Right.DOOR, Right.MONEY}),
    Role.VIEWER: frozenset({Right.SEE}),
    GUEST: frozenset({Right.TABLE}),
}

RIGHT_WORDS = {
    Right.SEE: _("sees results"),
    Right.RECORD: _("records hands"),
    Right.RUN: _("runs events"),
    Right.DOOR: _("takes fees"),
    Right.MONEY: _("keeps the money"),
    Right.MEMBERS: _("members"),
}

ROLE_HELP = {
    Role.OWNER: _("Everything, members and the club's settings included."),
    Role.ORGANISER: _(
        "Runs events, takes fees at the door, keeps the roster, records and corrects hands."
    ),
    Role.SCORER: _("Records and corrects hands."),
    Role.TREASURER: _("Keeps fees, pots, prizes and who owes whom; sees events and results."),
    Role.VIEWER: _("Sees events and results, and what every match came to."),
}
