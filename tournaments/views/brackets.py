"""The bracket of an event, drawn; and the fragment by which the page refreshes itself."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view
from clubs.collation import sort_key
from clubs.roles import Right
from games.numbers import read_whole
from pairings.drawing import Status, open_column
from tournaments.models import Event
from tournaments.selectors.brackets import BracketView, bracket_view
from tournaments.selectors.clocks import rounds_tag
from tournaments.selectors.next_step import draw_state
from tournaments.views.bracket_sheets import BoxSheet, PartSheet, sheets_of
from tournaments.views.common import event_or_404, event_page
from tournaments.views.live import tagged, unchanged

ON = (Status.PLAYING.value, Status.DRAWN.value, Status.READY.value)
"""Boxes that are played now or next, in the order in which they are told."""


@require_safe
@club_view(Right.SEE)
def bracket(request: ClubRequest, event_id: int) -> HttpResponse:
    """The brackets drawn as brackets, and the same in a table; empty where the format has none."""
    found = event_or_404(request, event_id)
    context = _context(request, found)
    return event_page(request, found, "tournaments/bracket.html", context, tab="event-bracket")


@require_safe
@club_view(Right.SEE)
def bracket_live(request: ClubRequest, event_id: int) -> HttpResponse:
    """The drawing alone, for the page to refresh itself."""
    found = event_or_404(request, event_id)
    tag = f"bracket-{found.pk}-{found.version}-{rounds_tag(found, timezone.now())}"
    tag += f"-{_asked(request)}-{_is_folded(request):d}"
    if answer := unchanged(request, tag):
        return answer
    context = _context(request, found) | {"event": found}
    return tagged(render(request, "tournaments/_bracket.html", context), tag)


def _context(request: ClubRequest, event: Event) -> dict[str, Any]:
    """The parts; ``?open=1`` folds away what is over, ``?who=7`` marks where an entry is."""
    view = bracket_view(event)
    if view is None:
        return {"parts": (), "query": ""}
    champion = view.bracket.champion
    sought = _sought(request, view)
    is_folded = _is_folded(request)
    parts = sheets_of(view, is_folded=is_folded, sought=sought)
    whole = sheets_of(view, sought=sought) if is_folded else parts
    return {
        "outdated": draw_state(event).outdated,
        "parts": parts,
        "champion": view.entrants[champion] if champion else None,
        "entrants": sorted(
            view.entrants.values(),
            key=lambda entrant: sort_key(entrant.name, request.membership.club.language),
        ),
        "sought": view.entrants[sought] if sought else None,
        "sought_at": _last_of(whole),
        "is_folded": is_folded,
        "may_fold": any(map(open_column, view.bracket.parts)),
        "playing": _played_now(whole),
        "query": urlencode({"who": sought or "", "open": "1" if is_folded else ""}),
    }


def _is_folded(request: ClubRequest) -> bool:
    return request.GET.get("open") == "1"


def _asked(request: ClubRequest) -> int | None:
    """The number asked for; 0, which no entry has, for anything else, and None for nothing."""
    asked = request.GET.get("who")
    return None if asked is None else read_whole(asked, most=999) or 0


def _sought(request: ClubRequest, view: BracketView) -> int | None:
    """The entry asked for; one's own where none is."""
    asked = _asked(request)
    if asked is not None:
        return asked if asked in view.entrants else None
    own = request.membership.player_id
    return next(
        (
            number
            for number, entrant in view.entrants.items()
            if own is not None and own in {player.pk for player in entrant.players}
        ),
        None,
    )


def _last_of(parts: Iterable[PartSheet]) -> BoxSheet | None:
    """Where the entry that is sought stands now: boxes are numbered in the order of play."""
    found = (box for part in parts for box in part.boxes if box.is_sought)
    return max(found, key=lambda box: box.number, default=None)


def _played_now(parts: Iterable[PartSheet]) -> list[BoxSheet]:
    """What is played now and next."""
    found = (box for part in parts for box in part.boxes if box.state in ON)
    return sorted(found, key=lambda box: (ON.index(box.state), box.number))
