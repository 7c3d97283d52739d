"""Roles in a club and their rights: one table, used by every view and endpoint."""

from enum import StrEnum
from typing import Final

from django.db.models import TextChoices
from django.utils.translation import gettext_lazy as _


class Role(TextChoices):
    """The role of a member in a club; each member has exactly one."""

    OWNER = "owner", _("Owner")
    ORGANISER = "organiser", _("Organiser")
    SCORER = "scorer", _("Scorer")
    TREASURER = "treasurer", _("Treasurer")
    VIEWER = "viewer", _("Viewer")


class Right(StrEnum):
    """The right required by a page or an endpoint."""

    SEE = "see"  # read events, matches, standings, players
    RECORD = "record"  # record, correct and undo hands
    RUN = "run"  # events, rounds, entries, the roster
    DOOR = "door"  # marking fees as paid, and undoing that
    MONEY = "money"  # fees, balances, transfers: the debts of others
    MEMBERS = "members"  # members and the club's settings
    ARCHIVE = "archive"  # the whole club in one file, secret deals and money included
    TABLE = "table"  # record hands at one's own table of one event, from a phone


GUEST: Final = "guest"
"""A phone without an account, admitted by the code of a table. No member has this role."""


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
    Role.VIEWER: _("Sees events and results, and the amounts won in every match."),
}
