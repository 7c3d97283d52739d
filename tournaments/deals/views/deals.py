"""The page of an event's deals: the set, the deals that are over, and how they were printed."""

from collections import defaultdict

from django.http import HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import FORM, POST, READ, ClubRequest
from clubs.roles import Right
from core.pages import act_and_redirect, submit
from tournaments.deals.forms import DealSetForm
from tournaments.deals.models import DealPaper, DealSet, DealSource
from tournaments.deals.selectors.balance import balance_of
from tournaments.deals.selectors.deals import (
    deals_over,
    round_of_deal,
    seed_shown,
)
from tournaments.deals.services.deals import deal_set_drop, is_unused, no_deals_reason
from tournaments.events.models import Event
from tournaments.events.views.common import address, event_page, event_view

USUAL_DEALS = 4
USUAL_ROUNDS = 6


@event_view(Right.SEE, READ)
def deals(request: ClubRequest, event: Event) -> HttpResponse:
    """The set with its hash, the way to each deal that is over, and what was printed."""
    deal_set = DealSet.objects.filter(event=event).select_related("made_by").first()
    over = deals_over(event)
    rounds: dict[int, list[int]] = defaultdict(list)
    for number in sorted(over):
        rounds[round_of_deal(event, number)].append(number)
    context = {
        "deal_set": deal_set,
        "rounds": dict(rounds),
        "seed": seed_shown(event),
        "balance": balance_of(event),
        "count_over": len(over),
        "count_secret": deal_set.count - len(over) if deal_set else 0,
        "is_unused": is_unused(event),
        "reason": "" if deal_set else no_deals_reason(event),
        "papers": DealPaper.choices,
        "all_rounds": range(1, deal_set.count // event.deals_per_round + 1) if deal_set else (),
        "prints": event.deal_prints.select_related("made_by") if deal_set else (),
    }
    return event_page(request, event, "deals/deals.html", context, tab="event-deals")


@event_view(Right.RUN, FORM)
def deals_new(request: ClubRequest, event: Event) -> HttpResponse:
    """Make a deal set, by lot or from a file."""
    planned = event.rounds.count()
    initial = {
        "source": DealSource.LOT,
        "per_round": USUAL_DEALS,
        "rounds": planned or USUAL_ROUNDS,
    }
    is_sent = request.method == "POST"
    form = DealSetForm(
        request.POST if is_sent else None, request.FILES if is_sent else None, initial=initial
    )
    target = address("event-deals", event)
    answer = submit(
        request, form, target, lambda: form.make(event=event, by=request.user), _made_words
    )
    if answer is not None:
        return answer
    context = {"form": form, "planned": planned, "reason": no_deals_reason(event)}
    template, title = "deals/deals_new.html", _("New deal set")
    return event_page(request, event, template, context, tab="event-deals", title=title)


def _made_words(made: DealSet) -> str:
    words = ngettext("%(count)d deal is ready.", "%(count)d deals are ready.", made.count)
    return words % {"count": made.count}


@event_view(Right.RUN, POST)
def deals_drop(request: ClubRequest, event: Event) -> HttpResponse:
    """Throw the deal set away."""
    words = _("The deal set has been deleted.")
    target = address("event-deals", event)
    return act_and_redirect(request, target, lambda: deal_set_drop(event=event), words)
