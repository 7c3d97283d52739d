"""The rows of the "Print" page for walls, tables and hands."""

from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from clubs.roles import Right
from prints.boards.bracket import bracket_job
from prints.boards.hall import badges_job, guides_job, slips_job, table_cards_job
from prints.boards.money import prizes_job, settlement_job, statements_job
from prints.boards.wall import certificates_job, draw_job, standings_job
from prints.event_prints.base import EventPrint, Facts, Option, Phase
from tournaments.models import Event, EventState
from tournaments.selectors.brackets import has_bracket


def needs_rounds(facts: Facts) -> str:
    """Why nothing that shows who meets whom can be printed."""
    return "" if facts.rounds else _("once the rounds are drawn")


def needs_entries(facts: Facts) -> str:
    """Why nothing that shows who takes part can be printed."""
    return "" if facts.entries else _("once somebody is entered")


def needs_end(facts: Facts) -> str:
    """Why nothing that is final can be printed."""
    if facts.event.state != EventState.FINISHED:
        return _("once the event is finished")
    return _("as soon as standings are computed") if facts.event.is_stale else ""


def needs_standings(facts: Facts) -> str:
    """Why no standings can be printed."""
    if not facts.begun:
        return _("once a round has begun")
    return "" if facts.event.standings_at else _("as soon as standings are computed")


def keeps_money(event: Event) -> bool:
    """Whether the event's money is kept at all. One query, however many rows ask."""
    return getattr(event, "money", None) is not None


DRAW: Final = EventPrint(
    key="draw",
    phase=Phase.BEFORE,
    title=gettext_lazy("The draw"),
    text=gettext_lazy("For the notice board: who meets at which table, and where to find a name."),
    job=draw_job,
    missing=needs_rounds,
    options=frozenset({Option.ROUND}),
)
TABLE_CARDS: Final = EventPrint(
    key="table-cards",
    phase=Phase.BEFORE,
    title=gettext_lazy("Table cards"),
    text=gettext_lazy("Number, seats, who sits here when, and a code that opens the table's page."),
    job=table_cards_job,
    missing=needs_rounds,
    options=frozenset({Option.SITE}),
)
BADGES: Final = EventPrint(
    key="badges",
    phase=Phase.BEFORE,
    title=gettext_lazy("Name badges"),
    text=gettext_lazy("Ten on a page, to be cut out."),
    job=badges_job,
    missing=needs_entries,
)
GUIDES: Final = EventPrint(
    key="guides",
    phase=Phase.BEFORE,
    title=gettext_lazy("Guide cards"),
    text=gettext_lazy("One for each player: table, seat and tablemates, round by round."),
    job=guides_job,
    missing=needs_rounds,
)
SLIPS: Final = EventPrint(
    key="slips",
    phase=Phase.BEFORE,
    title=gettext_lazy("Round slips"),
    text=gettext_lazy("Filled in and signed at the table, to be typed in later."),
    job=slips_job,
    missing=needs_rounds,
    options=frozenset({Option.ROUND, Option.SITE}),
)
BRACKET: Final = EventPrint(
    key="bracket",
    phase=Phase.DURING,
    title=gettext_lazy("Bracket"),
    text=gettext_lazy("The bracket as it stands, on as many sheets as it takes to be readable."),
    job=bracket_job,
    missing=needs_rounds,
    suits=has_bracket,
    options=frozenset({Option.POSTER}),
)
STANDINGS: Final = EventPrint(
    key="standings",
    phase=Phase.DURING,
    title=gettext_lazy("Standings"),
    text=gettext_lazy("With every tie-break, and what the columns mean."),
    job=standings_job,
    missing=needs_standings,
)
CERTIFICATES: Final = EventPrint(
    key="certificates",
    phase=Phase.AFTER,
    title=gettext_lazy("Certificates"),
    text=gettext_lazy("For the first three places, to be signed and framed."),
    job=certificates_job,
    missing=needs_end,
)
SETTLEMENT: Final = EventPrint(
    key="settlement",
    phase=Phase.AFTER,
    title=gettext_lazy("Settlement"),
    text=gettext_lazy("Who pays whom, to be ticked off, and everybody's balance."),
    job=settlement_job,
    suits=keeps_money,
    right=Right.MONEY,
)
STATEMENTS: Final = EventPrint(
    key="statements",
    phase=Phase.AFTER,
    title=gettext_lazy("Statements"),
    text=gettext_lazy("One for each player, to cut out: every entry and what is still open."),
    job=statements_job,
    suits=keeps_money,
    right=Right.MONEY,
)
PRIZES: Final = EventPrint(
    key="prizes",
    phase=Phase.AFTER,
    title=gettext_lazy("Prize list"),
    text=gettext_lazy("For the wall: what there is to win and, once awarded, who won it."),
    job=prizes_job,
    suits=keeps_money,
    right=Right.MONEY,
)
BOARD_ROWS: Final = (
    *(DRAW, TABLE_CARDS, BADGES, GUIDES, SLIPS, BRACKET, STANDINGS),
    *(CERTIFICATES, PRIZES, SETTLEMENT, STATEMENTS),
)
