"""Endpoints of the secret addresses at which calendar programs read a club's dates."""

from collections.abc import Sequence

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from rest_framework import serializers

from clubs.rest.actions import action, reading
from clubs.rest.views import ClubView
from clubs.roles import Right
from leagues.api.seasons import TAGS
from leagues.selectors.feeds import FeedChoice, choices_for, may_change
from leagues.services.seasons import calendar_feed_update


class CalendarSerializer(serializers.Serializer[FeedChoice]):
    """A calendar that you can have."""

    of = serializers.CharField(help_text="`club`, `season-7` or `player-3`.")
    address = serializers.SerializerMethodField(help_text="Its path; null while it has none.")

    def get_address(self, choice: FeedChoice) -> str | None:
        """The path of the feed."""
        feed = choice.feed
        return reverse("calendar-feed", args=[feed.code]) if feed and feed.is_on else None


class CalendarView(ClubView):
    """An endpoint of a calendar; one that the member cannot have is not found."""

    def choice(self) -> FeedChoice:
        """Return the calendar and its feed, if it has one."""
        found = (one for one in choices_for(self.membership) if one.of == self.kwargs["of"])
        if (choice := next(found, None)) is None:
            raise Http404
        return choice

    def change(self, **changes: bool) -> FeedChoice:
        """Change its feed, for those who may."""
        choice = self.choice()
        if not may_change(self.membership, choice):
            raise PermissionDenied
        calendar_feed_update(club=self.club, choice=choice, **changes)
        return self.choice()


class CalendarList(ClubView):
    """The calendars of a member."""

    @reading(
        "calendars_list",
        "List calendars",
        "The club's, those of its seasons, and your own where you are a player. Whoever knows an "
        "address can read the dates without signing in.",
        tags=TAGS,
        answer=CalendarSerializer,
        many=True,
    )
    def get(self) -> Sequence[FeedChoice]:
        return choices_for(self.membership)


class CalendarDetail(CalendarView):
    """The address of one calendar."""

    @reading(
        "calendars_retrieve",
        "Show a calendar",
        "Whether it has an address, and which.",
        tags=TAGS,
        answer=CalendarSerializer,
    )
    def get(self) -> FeedChoice:
        return self.choice()

    @action(
        "calendars_make",
        "Give a calendar an address",
        "One that has an address keeps it. For those who run events; your own calendar is yours.",
        tags=TAGS,
        answer=CalendarSerializer,
        right=Right.SEE,
    )
    def put(self) -> FeedChoice:
        return self.change(is_on=True)

    @action(
        "calendars_withdraw",
        "Withdraw the address of a calendar",
        "It is not found from then on.",
        tags=TAGS,
        status=204,
        right=Right.SEE,
    )
    def delete(self) -> None:
        self.change(is_on=False, renew=True)


class CalendarRenew(CalendarView):
    """Another address of a calendar."""

    @action(
        "calendars_renew",
        "Move a calendar",
        "Gives it another address; the old one is not found from then on.",
        tags=TAGS,
        answer=CalendarSerializer,
        right=Right.SEE,
    )
    def post(self) -> FeedChoice:
        return self.change(is_on=True, renew=True)
