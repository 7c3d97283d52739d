"""The figures of an event and of a club: pages, and their tables as files."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from django.db.models import Exists, OuterRef
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from clubs.access import READ, ClubRequest, club_view
from clubs.models import Club, Player
from clubs.roles import Right
from core.cells import CellValue, Rows, number_or_text
from core.figures import figure, read_whole
from core.tables import table_response
from games import PRESENTERS
from games.wording import HandWords
from scoring.models import Seat
from scoring.selectors.numbers import FEW, Share
from stats.labels import record_label
from stats.selectors.club_numbers import (
    LEAST,
    ClubNumbers,
    club_numbers,
    games_played,
    meetings,
)
from stats.selectors.event_numbers import event_numbers
from stats.selectors.records import ClubRecord, Holder
from stats.views.long_tables import long_tables
from tournaments.events.models import Event
from tournaments.events.views.common import event_page, event_view

PEOPLE: Final = 50
"""Rows of people in a table until all are asked for; the file has all of them."""
DRAWN: Final = 24
"""So many evenings are drawn, the newest; the table and the file have all of them."""


@event_view(Right.SEE, READ)
def event(request: ClubRequest, event: Event) -> HttpResponse:
    """Show bids and results of an event, table by table."""
    numbers = event_numbers(event)
    presenter = event.presenter
    context = {
        "numbers": numbers,
        "words": presenter.words,
        "has_heights": presenter.measures.bid_order is not None,
        "by_bid": _by_height(event.game, numbers.bids.by_bid),
        "by_declaration": [
            (presenter.measures.declaration_words(code), share)
            for code, share in sorted(
                numbers.bids.by_declaration.items(), key=lambda item: (-item[1].hands, item[0])
            )
            if code
        ],
        "records": [_record_shown(record, presenter.words) for record in numbers.records],
        "few": FEW,
    }
    template = "stats/event.html"
    return event_page(
        request, event, template, context, tab="event-standings", title=_("Statistics")
    )


@event_view(Right.SEE, READ)
def event_file(request: ClubRequest, event: Event, form: str) -> HttpResponse:
    """Send the figures of each game that was played, a line a game."""
    words = event.presenter.words
    head = [
        *(_("Round"), pgettext("furniture", "Table"), _("Game"), _("Names"), _("Result")),
        _("Hands"),
        *map(str, (words.bids_made, words.bids_set, words.highest_bid)),
    ]
    rows = (
        [
            *(table.round, table.table, table.game.number),
            " – ".join(
                " · ".join(entrant.name_in_files for entrant in team.entrants)
                for team in table.game.teams
            ),
            " – ".join(str(team.total) for team in table.game.teams),
            *(("", "", "") if table.is_totals_only else _counted(table.hands, table.share)),
            number_or_text(table.highest.bid) if table.highest else "",
        ]
        for table in event_numbers(event).tables
    )
    name = _("%(table)s, %(event)s") % {"table": _("Statistics"), "event": event.name}
    return table_response(form, name, head, rows)


@require_safe
@club_view(Right.SEE)
def club(request: ClubRequest, played: str = "") -> HttpResponse:
    """Records and curiosities of a club, game by game."""
    here = request.membership.club
    known = games_played(here)
    if played and played not in known:
        raise Http404
    chosen = played or next(iter(known), "")
    context: dict[str, Any] = {
        "games": [
            {
                "label": PRESENTERS[name].label,
                "href": reverse("club-numbers-of", args=[here.slug, name]),
                "current": name == chosen,
            }
            for name in known
        ],
    }
    if chosen:
        context |= _of_game(request, here, chosen)
    return render(request, "stats/club.html", context)


def _of_game(request: ClubRequest, here: Club, game: str) -> dict[str, Any]:
    numbers, presenter = club_numbers(here, game), PRESENTERS[game]
    seats = Seat.objects.filter(player=OuterRef("pk"), match__game=game).order_by()
    seated = here.players.filter(Exists(seats), name_hidden=False)
    people = list(seated.order_by("sort_key", "pk"))
    player = _requested_player(request, people)
    return {
        "game": game,
        "words": presenter.words,
        "long": long_tables(request, PEOPLE),
        "numbers": numbers,
        "records": [_record_shown(record, presenter.words) for record in numbers.records],
        "declared": [
            (
                presenter.measures.declaration_words(declaration.declaration) or "–",
                [declaration.by_year.get(year, Share()) for year in numbers.years],
                declaration.total,
            )
            for declaration in numbers.declared
        ],
        "evenings": tuple(reversed(numbers.evenings)),
        "drawn": numbers.evenings[-DRAWN:],
        "people": people,
        "player": player,
        "meetings": meetings(here, game, player) if player else (),
        "in_teams": presenter.in_teams,
        "least": LEAST,
        "few": FEW,
    }


def _requested_player(request: ClubRequest, people: Sequence[Player]) -> Player | None:
    """Return the requested player, else the member's own, else the first."""
    text = request.GET.get("player", "")
    key = read_whole(text) if text else request.membership.player_id
    player = next((person for person in people if person.pk == key), None)
    if text and player is None:
        raise Http404
    return player or next(iter(people), None)


# The values that a page shows of a record.


def _record_shown(record: ClubRecord, words: HandWords) -> dict[str, Any]:
    label = record_label(record.kind, words)
    return {
        "kind": record.kind.value,
        "name": label.name,
        "definition": label.definition,
        "value": _value(record),
        "holders": record.holders,
        "others": record.others,
    }


def _value(record: ClubRecord) -> str:
    return record.bid or figure(record.value)


def _by_height(game: str, shares: Mapping[str, Share]) -> list[tuple[str, Share]]:
    """Return bids in words with their shares, the highest first; nothing where none was chosen."""
    presenter = PRESENTERS[game]
    if len(shares) < 2 and presenter.measures.bid_order is None:
        return []
    order = sorted(shares, key=lambda bid: (-presenter.measures.height(bid), bid))
    return [(presenter.bid_words(bid) or "–", shares[bid]) for bid in order]


# Tables for a spreadsheet.


@require_safe
@club_view(Right.SEE)
def club_file(request: ClubRequest, played: str, figures: str, form: str) -> HttpResponse:
    """Send one of the tables of a club's figures."""
    here = request.membership.club
    if played not in games_played(here) or figures not in FILES:
        raise Http404
    title, head, rows = FILES[figures](here, played)
    name = _("%(table)s, %(club)s") % {"table": title, "club": here.name}
    return table_response(form, name, head, rows)


Table = tuple[str, list[str], Rows]


def _records_table(here: Club, game: str) -> Table:
    head = [
        pgettext("the highest of its kind", "Record"),
        _("Value"),
        _("Names"),
        _("Result"),
        _("Event"),
        _("Date"),
        _("Since"),
    ]
    return _("Records"), head, _record_rows(club_numbers(here, game), PRESENTERS[game].words)


def _record_rows(numbers: ClubNumbers, words: HandWords) -> Iterator[list[CellValue]]:
    for record in numbers.records:
        for holder in record.holders:
            yield [
                str(record_label(record.kind, words).name),
                number_or_text(record.bid) if record.bid else record.value,
                " – ".join(holder.names),
                "–".join(map(figure, holder.result)),
                holder.place.event_name,
                *_days(holder),
            ]


def _days(holder: Holder) -> tuple[CellValue, CellValue]:
    return holder.place.day, holder.since or ""


def _declarers_table(here: Club, game: str) -> Table:
    words = PRESENTERS[game].words
    heads = map(str, (words.bids_made, words.bids_set))
    head = [_("Rank"), _("Player"), _("Hands"), *heads]
    rows: Rows = (
        [
            declarer.rank,
            declarer.name,
            declarer.share.hands,
            declarer.share.made,
            declarer.share.was_set,
        ]
        for declarer in club_numbers(here, game).declarers
    )
    return str(words.bids_made), head, rows


def _meetings_table(here: Club, game: str) -> Table:
    head = [
        *(_("Player"), _("Met"), _("Matches together"), _("Won together")),
        *(_("Matches against each other"), _("Won by the first")),
    ]
    rows: Rows = (
        [
            *(meeting.name, meeting.other_name, meeting.together, meeting.won_together),
            *(meeting.against, meeting.won_against),
        ]
        for meeting in meetings(here, game)
    )
    return _("Who has met whom"), head, rows


def _attendance_table(here: Club, game: str) -> Table:
    head = [_("Date"), _("Event"), _("People")]
    rows: Rows = (
        [evening.day, evening.name, evening.people] for evening in club_numbers(here, game).evenings
    )
    return _("Attendance"), head, rows


def _declarations_table(here: Club, game: str) -> Table:
    presenter = PRESENTERS[game]
    head = [
        pgettext("trumps or contract", "Declared"),
        _("Year"),
        _("Hands"),
        *map(str, (presenter.words.bids_made, presenter.words.bids_set)),
    ]
    rows: Rows = (
        [presenter.measures.declaration_words(declaration.declaration), year, *_counted_of(share)]
        for declaration in club_numbers(here, game).declared
        for year, share in sorted(declaration.by_year.items())
    )
    return _("Declarations by year"), head, rows


def _counted(hands: int, share: Share) -> tuple[CellValue, ...]:
    return hands, share.made, share.was_set


def _counted_of(share: Share) -> tuple[CellValue, ...]:
    return _counted(share.hands, share)


FILES: Final[Mapping[str, Callable[[Club, str], Table]]] = {
    "records": _records_table,
    "declarers": _declarers_table,
    "meetings": _meetings_table,
    "attendance": _attendance_table,
    "declarations": _declarations_table,
}
"""The tables of a club's figures by the names in their addresses."""
