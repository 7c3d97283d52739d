"""The dates of calendar feeds: events, evenings without events, and access."""

import datetime
from dataclasses import dataclass
from typing import Final

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import Membership, Player
from clubs.roles import Right
from core.languages import local_moment
from leagues.models import Absence, CalendarFeed, CalledOff, Contender, Evening, Season
from tournaments.events.models import Entry, Event

CALLED_OFF_FOR: Final = datetime.timedelta(days=60)
"""How long feeds tell of a day that was deleted."""


@dataclass(frozen=True, slots=True)
class FeedDate:
    """A day of a feed: an event, an evening whose event is still to be made, or one called off."""

    day: Event | Evening | CalledOff

    @property
    def begins(self) -> datetime.date | datetime.datetime:
        """The moment if it is known, else the date."""
        moment = local_moment(self.day.date, getattr(self.day, "starts_at", None))
        return moment.astimezone(datetime.UTC) if moment else self.day.date

    @property
    def ends(self) -> datetime.date | datetime.datetime:
        """The moment if that of the beginning is known, else the next day."""
        begins = self.begins
        if isinstance(begins, datetime.datetime):
            return begins + datetime.timedelta(minutes=getattr(self.day, "minutes", None) or 0)
        return begins + datetime.timedelta(days=1)


@dataclass(frozen=True, slots=True)
class FeedChoice:
    """A calendar that a member can have, and its feed, if it exists."""

    season: Season | None
    player: Player | None
    feed: CalendarFeed | None

    @property
    def of(self) -> str:
        """The subject as sent by forms: ``club``, ``season-7`` or ``player-3``."""
        if self.season:
            return f"season-{self.season.pk}"
        return f"player-{self.player.pk}" if self.player else "club"


def dates_of(feed: CalendarFeed) -> list[FeedDate]:
    """Return the days of a feed, in order, those called off in the last weeks too. Five queries.

    An evening with an event is listed as the event; the feed of one player has the events that
    player is entered in, and the evenings at which the player is expected.
    """
    events = Event.objects.filter(club=feed.club_id)
    evenings = Evening.objects.filter(season__club=feed.club_id, event=None)
    if feed.season_id:
        events = events.filter(evenings__season=feed.season_id)
        evenings = evenings.filter(season=feed.season_id)
    if feed.player_id:
        entered = Entry.objects.filter(event=OuterRef("pk"), lineup__player=feed.player_id)
        events = events.filter(Exists(entered.filter(left_after_round=None)))
        evenings = evenings.filter(_expecting(feed.player_id))
    shown = events.select_related("public_page").prefetch_related("evenings__season")
    to_come = evenings.filter(season__is_finished=False).select_related("season", "division")
    days: list[Event | Evening | CalledOff] = [*shown, *to_come, *_called_off(feed)]
    return [FeedDate(day) for day in sorted(days, key=lambda day: (day.date, day.calendar_uid))]


def _called_off(feed: CalendarFeed) -> QuerySet[CalledOff]:
    days = CalledOff.objects.filter(
        club=feed.club_id, calendar_at__gte=timezone.now() - CALLED_OFF_FOR
    )
    if feed.season_id:
        days = days.filter(seasons=feed.season_id)
    return days.filter(players=feed.player_id) if feed.player_id else days


def evening_title(evening: Evening) -> str:
    """Return what calendars call an evening without an event."""
    values = {"season": evening.season.name, "number": evening.number}
    return _("%(season)s, evening %(number)d") % values


def _expecting(player: int) -> Q:
    """Return the condition for evenings at which a player is expected."""
    with_player = Q(player=player) | Q(partner=player)
    known = Contender.objects.filter(
        with_player, season=OuterRef("season"), joined__lte=OuterRef("number")
    )
    away = Absence.objects.filter(
        Q(contender__player=player) | Q(contender__partner=player), evening=OuterRef("pk")
    )
    everybody = Q(division=None) & Q(Exists(known))
    return ~Q(Exists(away)) & (everybody | Q(Exists(known.filter(division=OuterRef("division")))))


def choices_for(membership: Membership) -> list[FeedChoice]:
    """Return the calendars that a member can have: the club's, seasons', their own. 3 queries."""
    feeds = CalendarFeed.objects.filter(club=membership.club_id)
    by_whom = {(feed.season_id, feed.player_id): feed for feed in feeds}
    seasons = Season.objects.filter(club=membership.club_id, is_finished=False)
    choices = [FeedChoice(None, None, by_whom.get((None, None)))]
    choices += [FeedChoice(season, None, by_whom.get((season.pk, None))) for season in seasons]
    if membership.player:
        choices.append(
            FeedChoice(None, membership.player, by_whom.get((None, membership.player_id)))
        )
    return choices


def may_change(membership: Membership, choice: FeedChoice) -> bool:
    """Say whether a member may make and withdraw an address: organisers, and one's own."""
    return membership.may(Right.RUN) or choice.player is not None
