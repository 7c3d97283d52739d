"""The papers of an evening in one file: chosen by ticks, with what each takes."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.text import about
from paper.documents.draw import DRAW, DRAW_BY_NAME
from paper.documents.event_prints import needs_rounds, titled
from paper.documents.marking import MARKING_SHEETS
from paper.documents.own_cards import OWN_CARDS
from paper.documents.printouts import Printout
from paper.documents.rows import AnyPrint, Phase, Print, PrintOption, PrintOptions
from paper.documents.sheets import SHEETS
from paper.documents.slips import SLIPS
from paper.documents.standings import STANDINGS
from paper.documents.subjects import EVENT, EventSummary
from paper.documents.table_cards import TABLE_CARDS
from press.base import NewSheet, Paper, Printable
from tournaments.events.models import Event

PAPERS: Final[tuple[AnyPrint, ...]] = (
    *(STANDINGS, DRAW_BY_NAME, DRAW),
    *(TABLE_CARDS, SHEETS, MARKING_SHEETS, SLIPS, OWN_CARDS),
)
_FIRST: Final = ("draw-by-name", "table-cards", "sheets")
_LATER: Final = ("standings", "draw-by-name", "sheets")


def papers_of(summary: EventSummary) -> dict[str, str]:
    """Return what can be printed now, by its key, with how many pages it takes in the round that is
    offered first."""
    options = PrintOptions(Paper[summary.club.paper.upper()], round=summary.current)
    return {
        row.key: _counted(row.title, row.printout(summary.event, options)) for row in _now(summary)
    }


def usual_papers(summary: EventSummary) -> list[str]:
    """Return the keys of those that most evenings need now."""
    usual = _LATER if summary.begun else _FIRST
    return [row.key for row in _now(summary) if row.key in usual]


def _now(summary: EventSummary) -> Iterator[AnyPrint]:
    return (row for row in PAPERS if row.suits(summary.event) and not row.missing(summary))


def _counted(title: object, printout: Printout) -> str:
    count = printout.pages or printout.total
    words = ngettext("%(count)d page", "%(count)d pages", count) % {"count": count}
    return about(str(title), words)


def evening_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the chosen papers one after the other, each on a new sheet where they are two-sided."""
    rows = [row for row in PAPERS if row.key in options.papers and row.suits(event)]
    printouts = [printout for row in rows if (printout := row.printout(event, options)).total]

    def documents() -> Iterator[Printable]:
        for printout in printouts:
            if options.two_sided:
                yield NewSheet()
            yield from printout.documents()

    title = titled(_("Papers of the evening"), event, options)
    total = sum(printout.total for printout in printouts)
    estimate = sum(printout.pages or printout.total for printout in printouts)
    return Printout(title, total, documents, options.paper, estimate)


EVENING: Final = Print(
    about=EVENT,
    key="evening",
    phase=Phase.BEFORE,
    title=gettext_lazy("Papers of the evening"),
    text=gettext_lazy("What is ticked, in one file; each with the pages that it takes at most."),
    printout=evening_printout,
    missing=needs_rounds,
    options=frozenset(
        {PrintOption.PAPERS, PrintOption.ROUND, PrintOption.SITE, PrintOption.TWO_SIDED}
    ),
    papers=papers_of,
    usual=usual_papers,
)

PRINTS: Final = (EVENING,)
