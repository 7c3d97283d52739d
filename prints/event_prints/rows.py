"""The rows that this app brings: score sheets, scorecards."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prints.event_prints.base import EventPrint, Facts, Option, Phase
from prints.event_prints.matches import hand_records_job, scorecards_job
from prints.event_prints.rules import rules_job
from prints.event_prints.sheets import blank_sheet_job, sheets_job


def needs_hand(facts: Facts) -> str:
    """Why nothing that shows hands can be printed."""
    return "" if facts.hands else _("once a hand has been recorded")


def needs_game(facts: Facts) -> str:
    """Why nothing that stands for a table can be printed."""
    return "" if facts.rounds else _("once the rounds are drawn")


RULES: Final = EventPrint(
    key="rules",
    phase=Phase.BEFORE,
    title=gettext_lazy("Rules for tonight"),
    text=gettext_lazy("Every option with what it means, contracts and scores, on one page."),
    job=rules_job,
)
SHEETS: Final = EventPrint(
    key="sheets",
    phase=Phase.BEFORE,
    title=gettext_lazy("Empty score sheets"),
    text=gettext_lazy("One for each table with the names of those who play there."),
    job=sheets_job,
    missing=needs_game,
    options=frozenset({Option.ROUND, Option.BLANK, Option.LARGE}),
)
BLANK_SHEET: Final = EventPrint(
    key="blank-sheet",
    phase=Phase.BEFORE,
    title=gettext_lazy("Blank score sheet"),
    text=gettext_lazy("Without names and places, to be copied; in large type perhaps two pages."),
    job=blank_sheet_job,
    options=frozenset({Option.LARGE}),
)
SCORECARDS: Final = EventPrint(
    key="scorecards",
    phase=Phase.AFTER,
    title=gettext_lazy("Scorecards"),
    text=gettext_lazy("Every match hand by hand, with totals, corrections and what is owed."),
    job=scorecards_job,
    missing=needs_hand,
    options=frozenset({Option.ROUND}),
    whole=True,
    begun_only=True,
)
HAND_RECORDS: Final = EventPrint(
    key="hand-records",
    phase=Phase.AFTER,
    title=gettext_lazy("Hand records"),
    text=gettext_lazy("Deals as diagrams, auctions, and the play trick by trick, as recorded."),
    job=hand_records_job,
    missing=needs_hand,
    options=frozenset({Option.ROUND}),
    whole=True,
    begun_only=True,
)
ROWS: Final = (RULES, SHEETS, BLANK_SHEET, SCORECARDS, HAND_RECORDS)
