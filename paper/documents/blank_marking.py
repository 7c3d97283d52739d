"""Blank sheets for marking: of no table, which is marked in bubbles as the hands are."""

import secrets
from collections.abc import Iterator
from itertools import count, islice
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.marks import Lines, MarkGroup, Marks, bubbles, number, single
from paper.documents.event_prints import titled
from paper.documents.marking import PAPERS, marking_layout, pages_of, sheet_pages
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOption, PrintOptions
from paper.documents.sheet_code import SERIALS, blank_place
from paper.documents.sheets import blank_table, table_sizes
from paper.documents.subjects import EVENT
from press.base import Printable
from press.bubbles import SheetLayout
from rules import GAMES
from scoring.running_score import rules_for
from tournaments.events.models import Event, Table

_ROUND, _TABLE, _GAME = "round", "table", "game"
_MOST_GAMES: Final = 9


def place_groups(*, several: bool) -> Lines:
    """Return the bubbles of round and table and, where `several` games are played there, of the
    game."""
    numbers = [
        tuple(_number(_ROUND, _("Round"))),
        tuple(_number(_TABLE, pgettext("furniture", "Table"))),
    ]
    if several:
        games = bubbles(map(str, range(1, _MOST_GAMES + 1)))
        numbers.append((MarkGroup(_GAME, _("Game"), games, before=_("Game")),))
    return tuple(numbers)


def _number(key: str, label: str) -> Iterator[MarkGroup]:
    """A number below 100; a larger one is chosen on the page."""
    yield MarkGroup(f"{key}_tens", label, bubbles("123456789"), before=label)
    yield MarkGroup(f"{key}_ones", label, bubbles("0123456789"))


def place_of(marks: Marks, *, several: bool) -> tuple[int, int, int] | None:
    """Return round, table and game as they are marked; None if one of them is not."""
    numbers = [number(marks, f"{key}_tens", f"{key}_ones") for key in (_ROUND, _TABLE)]
    numbers.append(single(marks, _GAME) if several else "1")
    return None if "" in numbers else (int(numbers[0]), int(numbers[1]), int(numbers[2]))


def plays_several(event: Event) -> bool:
    """Whether a table of the event may play several games."""
    series = Table.objects.filter(round__event=event, best_of__gt=1)
    return event.games_per_meeting > 1 or series.exists()


def blank_layout(
    event: Event, players: int, size: str, *, several: bool, large: bool = False
) -> tuple[SheetLayout, bool]:
    """Return the layout of a blank sheet for tables of so many, and whether it is across."""
    options = GAMES[event.game].options.resolve(rules_for(event.game, event.rules, players))
    return marking_layout(
        event.game,
        options,
        size,
        players,
        place=place_groups(several=several),
        asks_dealer=not event.deals_per_round,
        large=large,
    )


def blank_marking_printout(event: Event, options: PrintOptions) -> Printout:
    """Sheets for each size of the event's tables, with lines for the names and bubbles for round
    and table.

    Each has a number of its own in its code, by lot where the first one begins: another printing
    has others.
    """
    size, sizes = PAPERS[options.paper], table_sizes(event)
    several = plays_several(event)
    copies = options.copies or 1

    large = options.large
    tables = [
        (
            blank_table(event, players),
            *blank_layout(event, players, size, several=several, large=large),
        )
        for players in sizes
    ]

    def documents() -> Iterator[Printable]:
        serials = count(secrets.randbelow(SERIALS))
        for table, layout, across in tables:
            for serial in islice(serials, copies):
                place = blank_place(serial)
                yield from sheet_pages(event, place, table, size, layout=layout, across=across)

    title = titled(_("Blank sheet for marking"), event, options)
    estimate = sum(pages_of(event.game, table.options, layout) for table, layout, _ in tables)
    return Printout(title, len(sizes) * copies, documents, options.paper, copies * estimate)


BLANK_MARKING_SHEET: Final = Print(
    about=EVENT,
    key="blank-marking-sheet",
    phase=Phase.BEFORE,
    title=gettext_lazy("Blank sheet for marking"),
    text=gettext_lazy(
        "For a late table, or when the others have run out; round and table are marked by hand."
    ),
    printout=blank_marking_printout,
    options=frozenset({PrintOption.COPIES, PrintOption.LARGE}),
    suits=lambda event: event.presenter.marks is not None,
)


PRINTS: Final = (BLANK_MARKING_SHEET,)
