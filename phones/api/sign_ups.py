"""Sign-ups before an evening: opening them, and the organiser's answers."""

from collections.abc import Iterable
from typing import Any, ClassVar

from rest_framework.generics import get_object_or_404
from rest_framework.request import Request

from clubs.models import Player
from clubs.rest.actions import action, reading
from clubs.roles import Right
from core.model_settings import settings_of
from core.rest.pages import Pages
from phones.api.serializers import (
    AcceptIn,
    SignUpPageChange,
    SignUpPageSerializer,
    SignUpSerializer,
)
from phones.models import SignUp, SignUpPage, SignUpState
from phones.services.sign_ups import sign_up_accept, sign_up_answer, sign_up_page_update
from tournaments.api.base import EventView
from tournaments.api.entries import entrants_now
from tournaments.api.serializers import EntrySerializer
from tournaments.selectors.events import Entrant

TAGS = ["Sign-ups"]


class EventSignUp(EventView):
    """The sign-up page of an event."""

    @reading(
        "events_sign_up_retrieve",
        "Show the sign-up page",
        "Whether anybody may sign up, until when, for how many places, and where. An event whose "
        "sign-up was never opened has no address yet.",
        tags=TAGS,
        answer=SignUpPageSerializer,
        settings=settings_of(SignUpPage),
    )
    def get(self) -> SignUpPage:
        return SignUpPage.objects.filter(event=self.event).first() or SignUpPage(code="")

    @action(
        "events_sign_up_update",
        "Change the sign-up page",
        "Open or close it, set its end and the number of places. It ends with the first round in "
        "any case.",
        tags=TAGS,
        body=SignUpPageChange,
        answer=SignUpPageSerializer,
        settings=settings_of(SignUpPage),
    )
    def patch(self, **changes: Any) -> SignUpPage:
        return sign_up_page_update(event=self.event, **changes)


class EventSignUpRenew(EventView):
    """Another address of the sign-up page."""

    @action(
        "events_sign_up_renew",
        "Move the sign-up page",
        "Gives it another address; those who signed up keep theirs.",
        tags=TAGS,
        answer=SignUpPageSerializer,
    )
    def post(self) -> SignUpPage:
        return sign_up_page_update(event=self.event, renew=True)


class SignUpList(EventView):
    """The sign-ups of an event."""

    rights: ClassVar = {"GET": Right.RUN}
    pagination_class = Pages

    @reading(
        "sign_ups_list",
        "List sign-ups",
        "In the order of signing up, which is that of the waiting list too. Names and notes are "
        "as they were typed; only who runs events reads them.",
        tags=TAGS,
        answer=SignUpSerializer,
        many=True,
    )
    def get(self) -> Iterable[SignUp]:
        return self.event.sign_ups.select_related("entry")


class SignUpView(EventView):
    """An endpoint of one sign-up."""

    rights: ClassVar = {"GET": Right.RUN}
    sign_up: SignUp

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Load the sign-up of that event."""
        super().initial(request, *args, **kwargs)
        self.sign_up = get_object_or_404(
            self.event.sign_ups.select_related("entry"), number=kwargs["sign_up"]
        )


class SignUpDetail(SignUpView):
    """One sign-up."""

    @reading(
        "sign_ups_retrieve",
        "Show a sign-up",
        "As it was typed, and what became of it.",
        tags=TAGS,
        answer=SignUpSerializer,
    )
    def get(self) -> SignUp:
        return self.sign_up


class SignUpAccept(SignUpView):
    """Entering those of a sign-up."""

    @action(
        "sign_ups_accept",
        "Accept a sign-up",
        "Enters players of the roster for it, as for any entry; `other` is the sign-up of a second "
        "who looks for a partner. Refused where all places are taken.",
        tags=TAGS,
        body=AcceptIn,
        answer=EntrySerializer,
        status=201,
    )
    def post(self, *, players: list[int], evenly: bool, other: int | None = None) -> Entrant:
        partner = None
        if other is not None:
            partner = get_object_or_404(self.event.sign_ups, number=other)
        made = sign_up_accept(
            sign_up=self.sign_up,
            other=partner,
            players=[get_object_or_404(Player, club=self.club, pk=key) for key in players],
            by=self.user,
            evenly=evenly,
        )
        return entrants_now(self.event, [made])[0]


class SignUpWait(SignUpView):
    """Putting a sign-up on the waiting list."""

    @action(
        "sign_ups_wait",
        "Put a sign-up on the waiting list",
        "Its place there follows the order of signing up.",
        tags=TAGS,
        answer=SignUpSerializer,
    )
    def post(self) -> SignUp:
        return sign_up_answer(sign_up=self.sign_up, state=SignUpState.WAITING, by=self.user)


class SignUpDecline(SignUpView):
    """Declining a sign-up."""

    @action(
        "sign_ups_decline",
        "Decline a sign-up",
        "It may be accepted or put on the waiting list later.",
        tags=TAGS,
        answer=SignUpSerializer,
    )
    def post(self) -> SignUp:
        return sign_up_answer(sign_up=self.sign_up, state=SignUpState.DECLINED, by=self.user)
