"""Calendar feeds: the page with members' addresses, the feeds, and the club's public calendar."""

import zlib

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe
from icalendar import STATUS, Calendar
from icalendar import Event as CalendarEvent

from clubs.access import ClubRequest, club_view, public_view
from clubs.models import Club
from clubs.roles import Right
from clubs.selectors import picture_of
from clubs.views.common import crumbs, picture_response
from leagues.models import CalendarFeed, CalledOff, Evening
from leagues.selectors.coming import coming_days
from leagues.selectors.feeds import (
    FeedChoice,
    FeedDate,
    choices_for,
    dates_of,
    evening_title,
    may_change,
)
from leagues.services.seasons import calendar_feed_update
from tournaments.events.models import Event
from tournaments.events.views.common import tagged, unchanged

FEEDS = CalendarFeed.objects.select_related("club", "season", "player")


@require_safe
@public_view(FEEDS.all)
def feed(request: HttpRequest, page: CalendarFeed) -> HttpResponse:
    """Send the dates as iCalendar (RFC 5545), in UTC where the time is known."""
    subject = f"{page.club_id} {page.season_id} {page.player_id}"
    calendar = Calendar.new(
        uid=salted_hmac("leagues.calendar", subject).hexdigest()[:32],
        name=f"{page.title} · Allmark",
        prodid="-//Allmark//Allmark//EN",
    )
    for date in dates_of(page):
        calendar.add_component(_entry(request, page, date))
    body = calendar.to_ical()
    tag = f"{zlib.crc32(body):08x}"
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="allmark.ics"'
    return unchanged(request, tag) or tagged(answer, tag)


@require_safe
@public_view(lambda: FEEDS.filter(season=None, player=None))
def public_calendar(request: HttpRequest, page: CalendarFeed) -> HttpResponse:
    """Show the coming evenings of a club whose calendar has an address."""
    days = [
        (day, reverse("public-rounds", args=[day.public_code]) if day.public_code else "")
        for day in coming_days(page.club)
    ]
    frame = {"public": page, "club": page.club, "days": days, "picture": picture_of(page.club)}
    answer = render(request, "leagues/public/club_calendar.html", frame)
    answer["Cache-Control"] = "private, no-cache"
    return answer


@require_safe
@public_view(lambda: FEEDS.filter(season=None, player=None))
def public_picture(request: HttpRequest, page: CalendarFeed) -> HttpResponseBase:
    """Send the picture of a club whose calendar has an address."""
    return picture_response(request, page.club)


def _entry(request: HttpRequest, page: CalendarFeed, date: FeedDate) -> CalendarEvent:
    """Return one day, the same in every feed, with the address of its page."""
    day = date.day
    title, lines, path = _described(page, day)
    return CalendarEvent.new(
        uid=f"{day.calendar_uid}@allmark",
        summary=title,
        description="\n".join([*lines, page.club.name]),
        start=date.begins,
        end=date.ends,
        stamp=day.calendar_at,
        last_modified=day.calendar_at,
        sequence=day.calendar_sequence,
        status=STATUS.CANCELLED if isinstance(day, CalledOff) else STATUS.CONFIRMED,
        url=request.build_absolute_uri(path) if path else None,
        location=getattr(day, "place", "") or None,
    )


def _described(page: CalendarFeed, day: Event | Evening | CalledOff) -> tuple[str, list[str], str]:
    """Return title, lines and address, of the public page or else of the club's own."""
    match day:
        case Event():
            return _event(page, day)
        case Evening():
            return _evening(page, day)
        case CalledOff():
            return day.title, [], ""


def _event(page: CalendarFeed, event: Event) -> tuple[str, list[str], str]:
    public = getattr(event, "public_page", None)
    seasons = [evening.season.name for evening in event.evenings.all()]
    if public and public.is_on:
        path = reverse("public-rounds", args=[public.code])
    else:
        path = reverse("event", args=[page.club.slug, event.pk])
    return event.name, [event.get_game_display(), *seasons], path


def _evening(page: CalendarFeed, evening: Evening) -> tuple[str, list[str], str]:
    season, division = evening.season, evening.division
    lines = [season.get_game_display(), *([division.name] if division else [])]
    path = reverse("season-evening", args=[page.club.slug, season.pk, evening.number])
    return evening_title(evening), lines, path


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def feeds(request: ClubRequest) -> HttpResponse:
    """Show the calendars that a member can have; make, renew or withdraw an address."""
    membership = request.membership
    choices = choices_for(membership)
    if request.method == "POST":
        choice = next((choice for choice in choices if choice.of == request.POST.get("of")), None)
        if choice is None:
            raise Http404
        if not may_change(membership, choice):
            raise PermissionDenied
        if request.POST.get("do") not in {"make", "renew", "withdraw"}:
            raise Http404
        messages.success(request, _change(membership.club, choice, request.POST.get("do", "")))
        return redirect("calendar-feeds", membership.club.slug)
    rows = [
        {
            "choice": choice,
            "may_change": may_change(membership, choice),
            "href": choice.feed
            and choice.feed.is_on
            and choice.feed.address(request, "calendar-feed"),
            "page": _page_of(request, choice.feed),
        }
        for choice in choices
    ]
    breadcrumbs = crumbs(
        (_("Events"), reverse("events", args=[membership.club.slug])), here=_("Calendars")
    )
    return render(request, "leagues/feeds.html", {"rows": rows, "crumbs": breadcrumbs})


def _page_of(request: HttpRequest, feed: CalendarFeed | None) -> str:
    """Return the address of the page with the same days, which only a club's calendar has."""
    if feed is None or not feed.is_on or feed.season_id or feed.player_id:
        return ""
    return feed.address(request, "public-club-calendar")


def _change(club: Club, choice: FeedChoice, what: str) -> str:
    """Perform a button's action on a feed, and return its message."""
    if what == "withdraw":
        calendar_feed_update(club=club, choice=choice, is_on=False, renew=True)
        return _("The address is turned off.")
    calendar_feed_update(club=club, choice=choice, is_on=True, renew=what == "renew")
    return _("The calendar now has an address.")
