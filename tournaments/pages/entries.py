"""The entries of an event, with who has signed up and who has paid."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.utils.translation import gettext as _

from clubs.access import FORM, ClubRequest
from clubs.roles import Right
from core.pages import submit
from core.text import isolated
from engine.pairings.formats import FORMATS
from tournaments.events.event_labels import entry_labels
from tournaments.events.forms.entries import PairForm, PlayerEntryForm
from tournaments.events.models import Entry, Event, WaitingPlayer
from tournaments.events.selectors.events import EntryList, entry_list, waiting_players
from tournaments.events.services.entries import entry_add, waiting_player_add
from tournaments.events.views.common import address, event_page, event_view
from tournaments.events.views.entries import EVENLY, asks_to_enter, new_names_say
from tournaments.money.selectors.fees import entry_fees
from tournaments.money.selectors.money import money_of
from tournaments.phones.selectors.sign_ups import entries_taken_back, sign_ups_of


@event_view(Right.SEE, FORM)
def entries(request: ClubRequest, event: Event) -> HttpResponse:
    """Show the entries and the form for the next one."""
    posted = request.method == "POST"
    if posted and not request.membership.may(Right.RUN):
        raise PermissionDenied
    data = request.POST if posted else None
    form = (
        PlayerEntryForm(data, club=event.club)
        if FORMATS[event.format].lineup == 1
        else PairForm(data, club=event.club, may_wait=True)
    )
    waits = isinstance(form, PairForm) and form.waits
    is_entered = posted and not waits and form.is_valid()
    if is_entered and (question := asks_to_enter(request, event, form)):
        return question

    def entered() -> Entry | WaitingPlayer:
        if waits:
            return waiting_player_add(event=event, player=form.players()[0])
        evenly = request.POST.get("how") == EVENLY
        return entry_add(event=event, players=form.players(), evenly=evenly)

    def message_of(made: Entry | WaitingPlayer) -> str:
        if isinstance(made, Entry):
            return entry_labels(event).entered % {"number": made.number}
        words = _("%(name)s waits for a partner.")
        return words % {"name": isolated(made.player.name)}

    if answer := submit(request, form, address("event-entries", event), entered, message_of):
        new_names_say(request, form)
        return answer
    entered_so_far = entry_list(event)
    runs = request.membership.may(Right.RUN)
    least = FORMATS[event.format].entries_a_table(event.game)
    is_enough = entered_so_far.playing >= least
    context = {
        "form": form,
        "list": entered_so_far,
        "can_draw": runs and is_enough and not entered_so_far.has_begun,
        "roster": form.roster.players if runs else [],
        "sign_ups": sign_ups_of(event) if runs else None,
        "waiting": waiting_players(event),
        "taken_back": entries_taken_back(event),
        **(_fees(event, entered_so_far) if request.membership.may(Right.DOOR) else {}),
    }
    return event_page(request, event, "tournaments/entries.html", context, tab="event-entries")


def _fees(event: Event, entered: EntryList) -> dict[str, Any]:
    """Return each entry's payments, if there is a fee. Four queries at most."""
    money = money_of(event)
    if money is None or not money.fee:
        return {}
    known = entry_fees(money)
    return {
        "fees": {entrant.entry_id: known.get(entrant.entry_id) for entrant in entered.entrants},
        "currency": money.book.currency,
    }
