"""The settings of an event's public pages, for those who run it: that of play, and the sign-up."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from clubs.access import FORM, POST, ClubRequest
from clubs.forms.clubs import PublicPageForm
from clubs.roles import Right
from core.pages import submit
from tournaments.events.models import Event
from tournaments.events.views.common import address, event_page, event_view
from tournaments.phones.forms import EventPageForm, SignUpPageForm
from tournaments.phones.models import EventPage, SignUpPage
from tournaments.phones.services.sign_ups import event_page_update, sign_up_page_update

if TYPE_CHECKING:
    from collections.abc import Callable

    from django_stubs_ext import StrPromise


@dataclass(frozen=True, slots=True)
class EventPageKind:
    """A kind of public page of an event, and its texts.

    ``slug`` is its word in addresses, ``public_name`` the URL name of the page itself.
    """

    pages: type[EventPage | SignUpPage]
    form: type[PublicPageForm]
    update: "Callable[..., EventPage | SignUpPage]"
    slug: str
    public_name: str
    title: "StrPromise"
    turned_on: "StrPromise"
    turned_off: "StrPromise"
    moved: "StrPromise"
    on_projector: bool = False

    def address(self, event: Event, below: str = "") -> str:
        """Return the address of its settings in the event, or of what is ``below`` them."""
        return address(f"event-{self.slug}{below}", event)


PUBLIC_PAGE: Final = EventPageKind(
    EventPage,
    EventPageForm,
    event_page_update,
    slug="public",
    public_name="public-rounds",
    title=_("Public page"),
    turned_on=_("The public page is on."),
    turned_off=_("The public page is off."),
    moved=_("The public page has a new address."),
    on_projector=True,
)
SIGN_UP: Final = EventPageKind(
    SignUpPage,
    SignUpPageForm,
    sign_up_page_update,
    slug="sign-up",
    public_name="public-sign-up",
    title=_("Sign-up"),
    turned_on=_("The sign-up is open."),
    turned_off=_("The sign-up is closed."),
    moved=_("The sign-up has a new address."),
)
EVENT_PAGE_KINDS: Final = (PUBLIC_PAGE, SIGN_UP)


@event_view(Right.RUN, FORM)
def settings(request: ClubRequest, event: Event, kind: EventPageKind) -> HttpResponse:
    """Show and change whether the page is on, and what else is set for it."""
    page = kind.pages.objects.filter(event=event).first()
    data = request.POST if request.method == "POST" else None
    form = kind.form(data, page=page or kind.pages(event=event))
    answer = submit(
        request,
        form,
        kind.address(event),
        lambda: kind.update(event=event, version=form.version, **form.cleaned_data),
        lambda changed: str(kind.turned_on if changed.is_on else kind.turned_off),
    )
    if answer:
        return answer
    context: dict[str, Any] = {
        "form": form,
        "public": page,
        "public_href": page and page.address(request, kind.public_name),
        "renew_href": kind.address(event, "-renew"),
        "on_projector": kind.on_projector,
    }
    template, title = "phones/page_settings.html", str(kind.title)
    return event_page(request, event, template, context, tab="event-settings", title=title)


@event_view(Right.RUN, POST)
def renew(request: ClubRequest, event: Event, kind: EventPageKind) -> HttpResponse:
    """Give the page another address; the old one leads nowhere from then on."""
    kind.update(event=event, renew=True)
    messages.success(request, kind.moved)
    return redirect(kind.address(event))
