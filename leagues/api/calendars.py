"""Endpoints of the secret addresses at which calendar programs read a club's dates."""

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.urls import reverse
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.rest.operations import operation
from clubs.rest.viewsets import ApiViewSet
from clubs.roles import Right
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


class CalendarViewSet(ApiViewSet):
    """The calendars of a member; one that the member cannot have is not found."""

    tags = ("Seasons",)
    writes = Right.SEE
    serializer_class = CalendarSerializer
    pagination_class = None
    lookup_url_kwarg = "of"
    lookup_value_converter = "slug"

    def get_object(self) -> FeedChoice:
        """Return the calendar and its feed, if it has one; 404 for another."""
        calendars = {calendar.of: calendar for calendar in choices_for(self.membership)}
        if self.kwargs["of"] not in calendars:
            raise Http404
        return calendars[self.kwargs["of"]]

    @operation(many=True)
    def list(self, request: Request, slug: str) -> Response:
        """List calendars.

        The club's, those of its seasons, and your own where you are a player. Whoever knows an
        address can read the dates without signing in.
        """
        return self.answer(choices_for(self.membership))

    def retrieve(self, request: Request, slug: str, of: str) -> Response:
        """Show a calendar.

        Whether it has an address, and which.
        """
        return self.answer(self.get_object())

    @operation(name="make")
    def update(self, request: Request, slug: str, of: str) -> Response:
        """Give a calendar an address.

        One that has an address keeps it. For those who run events; your own calendar is yours.
        """
        return self.answer(self._changed(is_on=True))

    @operation(name="withdraw")
    def destroy(self, request: Request, slug: str, of: str) -> Response:
        """Withdraw the address of a calendar.

        It is not found from then on.
        """
        self._changed(is_on=False, renew=True)
        return Response(status=204)

    @action(detail=True, methods=["post"])
    @operation()
    def renew(self, request: Request, slug: str, of: str) -> Response:
        """Move a calendar.

        Gives it another address; the old one is not found from then on.
        """
        return self.answer(self._changed(is_on=True, renew=True))

    def _changed(self, **changes: bool) -> FeedChoice:
        """Change the calendar's feed, for those who may."""
        calendar = self.get_object()
        if not may_change(self.membership, calendar):
            raise PermissionDenied
        calendar_feed_update(club=self.club, choice=calendar, **changes)
        return self.get_object()
