"""Endpoints of an event's public page and its sign-ups."""

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.api.serializers import PublicPageSerializer
from clubs.models import Player
from clubs.rest.operations import operation
from clubs.roles import Right
from core.model_settings import settings_of
from core.rest.incoming import KeyField, SettingsChange
from tournaments.events.api.base import EventViewSet
from tournaments.events.api.bodies import EntryIn
from tournaments.events.api.entries import entrants_now
from tournaments.events.api.serializers import EntrySerializer
from tournaments.phones.models import EventPage, SignUp, SignUpPage, SignUpState
from tournaments.phones.services.sign_ups import (
    event_page_update,
    sign_up_accept,
    sign_up_answer,
    sign_up_page_update,
)


class EventPageChange(SettingsChange):
    """Changes of an event's public page; omitted fields keep their values."""

    class Meta:
        model = EventPage


class EventPageSerializer(PublicPageSerializer):
    """The public page of an event."""

    address_name = "public-rounds"

    class Meta:
        model = EventPage


class SignUpPageChange(SettingsChange):
    """Changes of an event's sign-up page; omitted fields keep their values."""

    class Meta:
        model = SignUpPage


class SignUpPageSerializer(PublicPageSerializer):
    """The sign-up page of an event."""

    address_name = "public-sign-up"

    class Meta:
        model = SignUpPage


class SignUpSerializer(serializers.ModelSerializer[SignUp]):
    """A sign-up as typed, with its state."""

    entry = serializers.IntegerField(
        source="entry.number",
        allow_null=True,
        default=None,
        read_only=True,
        help_text="The number of the entry that it became.",
    )
    state = serializers.ChoiceField(choices=SignUpState.choices, read_only=True)

    class Meta:
        model = SignUp
        fields = [
            *("number", "name", "partner", "seeks_partner", "note", "state", "entry"),
            "created_at",
        ]
        read_only_fields = fields


class AcceptIn(EntryIn):
    """The players entered for a sign-up."""

    other = KeyField(
        required=False,
        help_text="The number of another sign-up that is put together with it.",
    )


class SignUpPageViewSet(EventViewSet):
    """The sign-up page of an event."""

    tags = ("Sign-ups",)
    serializer_class = SignUpPageSerializer
    versioned = settings_of(SignUpPage)

    def retrieve(self, request: Request, slug: str, event: int) -> Response:
        """Show the sign-up page.

        Whether anybody may sign up, until when, for how many places, and where. An event whose
        sign-up was never opened has no address yet.
        """
        page = SignUpPage.objects.filter(event=self.event).first()
        return self.tagged(page or SignUpPage(code=""))

    @operation(body=SignUpPageChange, stays_open=True)
    def partial_update(self, request: Request, slug: str, event: int) -> Response:
        """Change the sign-up page.

        Open or close it, set its end and the number of places. It ends with the first round in
        any case.
        """
        return self.changed(sign_up_page_update(event=self.event, **self.changes()))

    @action(detail=True, methods=["post"])
    @operation(stays_open=True)
    def renew(self, request: Request, slug: str, event: int) -> Response:
        """Move the sign-up page.

        Gives it another address; those who signed up keep theirs.
        """
        return self.answer(sign_up_page_update(event=self.event, renew=True))


class SignUpViewSet(EventViewSet):
    """The sign-ups of an event."""

    tags = ("Sign-ups",)
    reads = Right.RUN
    serializer_class = SignUpSerializer
    lookup_field = "number"
    lookup_url_kwarg = "sign_up"
    lookup_value_converter = "number"

    def get_queryset(self) -> QuerySet[SignUp]:
        """Return the sign-ups in the order in which they came."""
        return self.event.sign_ups.select_related("entry")

    def list(self, request: Request, slug: str, event: int) -> Response:
        """List sign-ups.

        In the order of signing up, which is that of the waiting list too. Names and notes are as
        they were typed; only who runs events reads them.
        """
        return self.page(self.get_queryset())

    def retrieve(self, request: Request, slug: str, event: int, sign_up: int) -> Response:
        """Show a sign-up.

        As it was typed, and what became of it.
        """
        return self.answer(self.get_object())

    @action(detail=True, methods=["post"])
    @operation(body=AcceptIn, answer=EntrySerializer, status=201)
    def accept(self, request: Request, slug: str, event: int, sign_up: int) -> Response:
        """Accept a sign-up.

        Enters players of the roster for it, as for any entry; `other` is the sign-up of a second
        who looks for a partner. Refused where all places are taken.
        """
        accepted, body = self.get_object(), self.validated_body()
        partner = None
        if "other" in body:
            partner = get_object_or_404(self.event.sign_ups, number=body["other"])
        entry = sign_up_accept(
            sign_up=accepted,
            other=partner,
            players=[get_object_or_404(Player, club=self.club, pk=key) for key in body["players"]],
            by=self.user,
            evenly=body["evenly"],
        )
        return self.answer(entrants_now(self.event, [entry])[0])

    @action(detail=True, methods=["post"])
    @operation()
    def wait(self, request: Request, slug: str, event: int, sign_up: int) -> Response:
        """Put a sign-up on the waiting list.

        Its place there follows the order of signing up.
        """
        return self._answered(SignUpState.WAITING)

    @action(detail=True, methods=["post"])
    @operation()
    def decline(self, request: Request, slug: str, event: int, sign_up: int) -> Response:
        """Decline a sign-up.

        It may be accepted or put on the waiting list later.
        """
        return self._answered(SignUpState.DECLINED)

    def _answered(self, state: SignUpState) -> Response:
        sign_up = sign_up_answer(sign_up=self.get_object(), state=state, by=self.user)
        return self.answer(sign_up)


class EventPageViewSet(EventViewSet):
    """The public page of an event."""

    tags = ("Events",)
    serializer_class = EventPageSerializer
    versioned = settings_of(EventPage)

    def retrieve(self, request: Request, slug: str, event: int) -> Response:
        """Show the public page.

        Whether anybody may look on, and where. An event whose page was never turned on has no
        address yet.
        """
        page = EventPage.objects.filter(event=self.event).first()
        return self.tagged(page or EventPage(code=""))

    @operation(body=EventPageChange, stays_open=True)
    def partial_update(self, request: Request, slug: str, event: int) -> Response:
        """Change the public page.

        Turn it on or off, and say whether search engines may list it. It shows rounds, standings,
        bracket and clock under the names that the club has chosen; no money, notes or history.
        """
        return self.changed(event_page_update(event=self.event, **self.changes()))

    @action(detail=True, methods=["post"])
    @operation(stays_open=True)
    def renew(self, request: Request, slug: str, event: int) -> Response:
        """Move the public page.

        Gives it another address; the old one is not found from then on.
        """
        return self.answer(event_page_update(event=self.event, renew=True))
