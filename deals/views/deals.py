"""The page of an event's deals: the set, the deals that are over, and how they were printed."""

from collections.abc import Sequence
from typing import Any

from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import FORM, POST, READ, ClubRequest
from clubs.roles import Right
from core.figures import read_whole
from core.tables import file_response
from deals.forms.deals import DealSetForm
from deals.models import Deal, DealPaper, DealSet, DealSource
from deals.selectors.balance import balance_of
from deals.selectors.deals import (
    dealer_of,
    deals_over,
    deals_shown,
    round_of_deal,
    seed_shown,
)
from deals.services.deals import deal_set_drop, is_unused, no_deals_reason
from games import PRESENTERS
from games.pbn import MEDIA_TYPE, file_written
from rules.pieces import place_in_hand
from tournaments.models import Event
from tournaments.selectors.pbn import event_tags
from tournaments.views.common import address, done, event_page, event_view, sent

USUAL_DEALS = 4
USUAL_ROUNDS = 6


@event_view(Right.SEE, READ)
def deals(request: ClubRequest, event: Event) -> HttpResponse:
    """The set with its hash, and the deals of one round that is over."""
    deal_set = DealSet.objects.filter(event=event).select_related("made_by").first()
    over = deals_over(event)
    rounds = sorted({round_of_deal(event, number) for number in over})
    typed = read_whole(request.GET.get("round", ""))
    chosen = typed if typed in rounds else next(reversed(rounds), None)
    context = {
        "deal_set": deal_set,
        "rounds": rounds,
        "chosen": chosen,
        "drawn": _drawn(event, deals_shown(event, chosen)) if chosen else (),
        "cards": PRESENTERS[event.game].cards,
        "has_pbn": PRESENTERS[event.game].pbn is not None,
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


@event_view(Right.SEE, READ)
def deals_pbn(request: ClubRequest, event: Event) -> HttpResponse:
    """Send the deals that are over in PBN; 404 where the game's deals cannot be written so."""
    notation = PRESENTERS[event.game].pbn
    if notation is None:
        raise Http404
    tags = event_tags(event)
    boards = (
        notation.deal_game(
            {**tags, "Board": str(deal.number), "Round": str(round_of_deal(event, deal.number))},
            dealer_of(event, deal.number),
            deal.hands,
            deal.centre,
        )
        for deal in deals_shown(event)
    )
    name = _("%(table)s, %(event)s") % {"table": _("Deals"), "event": event.name}
    return file_response(file_written(boards), MEDIA_TYPE, name, "pbn")


def _drawn(event: Event, shown_deals: Sequence[Deal]) -> list[dict[str, Any]]:
    """Deals with their hands by the letters of the seats, sorted as players hold them."""
    presenter = PRESENTERS[event.game]
    return [
        {
            "number": deal.number,
            "by_key": [
                (key, sorted(hand, key=place_in_hand) if presenter.cards else hand)
                for key, hand in zip(presenter.keys, deal.hands, strict=True)
            ],
            "centre": deal.centre,
        }
        for deal in shown_deals
    ]


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
    answer = sent(
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
    return done(request, target, lambda: deal_set_drop(event=event), words)
