"""The hands of an event: three side by side, or each with its play."""

from collections.abc import Iterator
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from prints.event_prints import event_imprint, needs_hand, titled
from prints.hand_lists import HandLists, lists_of
from prints.hand_record import HANDS_ON_PAGE, hand_records_build
from prints.matches import event_matches_printout, matches_of, matches_read
from prints.printouts import Printout, pages
from prints.rows import Phase, Print, PrintOption, PrintOptions
from prints.subjects import EVENT
from scoring.models import Match
from tournaments.models import Event

_ON_PAGE: Final = 18
"""Approximate number of hands on a page without the play."""


def event_hands_printout(event: Event, options: PrintOptions) -> Printout:
    """Print the hands of all matches that have begun."""
    title = titled(_("Hand records"), event, options)
    if options.play:
        return event_matches_printout(
            event, options, title, hand_records_build, on_page=HANDS_ON_PAGE
        )
    begun = matches_of(event, options.round).filter(hand_count__gt=0)
    counts = dict(begun.values_list("pk", "hand_count"))

    def documents() -> Iterator[HandLists]:
        imprint = event_imprint(event, _("Hand records"))
        records = map(hand_records_build, matches_read(Match.objects.all(), list(counts)))
        return lists_of(records, imprint, event.name)

    return Printout(
        title, len(counts), documents, options.paper, pages(sum(counts.values()), _ON_PAGE)
    )


HAND_RECORDS: Final = Print(
    about=EVENT,
    key="hand-records",
    phase=Phase.AFTER,
    title=gettext_lazy("Hand records"),
    text=gettext_lazy("Deals, contracts and results, or each hand with its play trick by trick."),
    printout=event_hands_printout,
    missing=needs_hand,
    options=frozenset({PrintOption.ROUND, PrintOption.PLAY}),
    whole=True,
    begun_only=True,
)

PRINTS: Final = (HAND_RECORDS,)
