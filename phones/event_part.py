"""Phones, sign-ups and public pages on the pages of events, and what tables agree on."""

from collections.abc import Iterable, Mapping
from functools import partial

from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from clubs.access import ClubRequest
from clubs.roles import Right
from phones.agreement import VIEWS, Question
from phones.models import EventPage
from phones.selectors.public import public_page_of
from phones.selectors.remarks import (
    agreement_of,
    hands_in_question,
    last_objection,
    standing_hands,
)
from phones.selectors.sign_ups import entries_taken_back, sign_up_page_of, sign_ups_of
from scoring.host import OpenHands
from scoring.models import Match
from tournaments.event_parts import EventPart, EventTab, PanelPlace, WallPanel
from tournaments.models import Event, Game, WhoWrites
from tournaments.selectors.rounds import EventOverview


class PhonesPart(EventPart):
    """The desk, the phones, sign-ups and the way to the public page."""

    def tabs(self, request: ClubRequest, event: Event, current: str) -> Iterable[EventTab]:
        """Return the desk and the phones, where players write."""
        if request.membership.may(Right.RUN) and event.who_writes != WhoWrites.SCORERS:
            yield EventTab(80, "event-desk", _("Desk"))
            yield EventTab(81, "event-phones", _("Phones"))

    def entry_notes(self, event: Event) -> Mapping[int, str]:
        """Entries in which somebody took their sign-up back. One query."""
        return {key: _("cancelled the sign-up") for key in entries_taken_back(event)}

    def panels(self, request: ClubRequest, event: Event, place: PanelPlace) -> Iterable[SafeString]:
        """Return the ways to the public page and the sign-up, and who has signed up."""
        values: dict[str, object] = {"event": event, "club": event.club}
        if place is PanelPlace.SETTINGS:
            values["public_page"] = public_page_of(event)
            values["sign_up_page"] = sign_up_page_of(event)
            yield render_to_string("phones/_settings.html", values)
        elif place is PanelPlace.ENTRIES and request.membership.may(Right.RUN):
            sign_ups = sign_ups_of(event)
            if sign_ups.open or sign_ups.waiting or sign_ups.answered:
                yield render_to_string("phones/_sign_ups.html", values | {"sign_ups": sign_ups})

    def wall(
        self, request: ClubRequest, event: Event, overview: EventOverview
    ) -> Iterable[WallPanel]:
        """Return the address of the public page, while it is on."""
        if page := public_page_of(event):
            address = page.address(request, "public-rounds")
            yield WallPanel(_("On your own phone"), partial(_wall_link, address), address)

    def wall_key(self, event: Event) -> str:
        """The code of the public page, while it is on."""
        page: EventPage | None = public_page_of(event)
        return page.code if page else ""

    def reason_to_keep(self, event: Event) -> str:
        """People who have signed up."""
        return _("Something was added to it since.") if event.sign_ups.exists() else ""

    def open_hands(self, event: Event, game: Game, match: Match) -> OpenHands | None:
        """Return the hands on which the table does not agree yet. Three queries, or none."""
        view = VIEWS[agreement_of(event, game, match)]
        if not (view.question.asks or view.needs_organiser):
            return None
        hands = standing_hands([match.pk])[match.pk]
        asks_back = view.question is Question.MAY_TAKE_BACK and not view.needs_organiser
        numbers = [max(hands)] if asks_back else hands_in_question(event, game, hands)
        objection = last_objection(game) if view.needs_organiser else None
        place = (game.table.round.number, game.table.number, game.number)
        return OpenHands(
            frozenset(numbers),
            reverse("event-desk-settle", args=[match.club.slug, event.pk, *place]),
            disputed=view.needs_organiser,
            asks_back=asks_back,
            who=str(objection.player) if objection else "",
            text=objection.text if objection else "",
            at=objection.made_at if objection else None,
        )


def _wall_link(href: str) -> SafeString:
    text = _("Standings, tables and clock on your own phone:")
    return render_to_string("components/wall_link.html", {"href": href, "text": text})
