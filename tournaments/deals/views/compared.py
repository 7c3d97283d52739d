"""Pages of compared deals: travellers, an entry's own card, the scoring, rulings; files."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from clubs.access import FORM, POST, READ, ClubRequest
from clubs.roles import Right
from core.cells import CellValue, Number, number_or_text
from core.figures import read_whole
from core.tables import table_response
from engine.standings.metrics import COMPARED, METRICS
from tournaments.deals.forms import RulingForm, ScoringForm
from tournaments.deals.models import DealRuling
from tournaments.deals.selectors.balance import balance_of
from tournaments.deals.selectors.deals import (
    contradicting_hands,
    deals_shown,
    round_of_deal,
)
from tournaments.deals.selectors.travellers import Traveller, TravellerRow, travellers_of
from tournaments.deals.services.deals import deal_ruling_give, deal_scoring_set, travellers_analysed
from tournaments.events.event_labels import AWARD_LABELS, line_name, metric_label
from tournaments.events.models import Event
from tournaments.events.templatetags.places import shown
from tournaments.events.views.common import (
    address,
    event_page,
    event_view,
    revoked,
    table_or_404,
    weighed,
)


@event_view(Right.SEE, READ)
def compared(request: ClubRequest, event: Event) -> HttpResponse:
    """Show every table's result on each finished deal."""
    return _page(request, event)


@event_view(Right.SEE, READ)
def card(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Show the deals of one entry."""
    entry = get_object_or_404(event.entries, number=number)
    travellers = travellers_analysed(event=event)
    standing = event.standings.filter(entry=entry).first()
    context = {
        "rows": travellers.card(number),
        "travellers": travellers,
        "label": metric_label(travellers.scoring) if travellers.scoring else None,
        "standing": standing,
        "line": line_name(event.game, standing.line) if standing else "",
        "total": shown(standing.values.get(travellers.scoring), METRICS[travellers.scoring])
        if standing and travellers.scoring
        else "",
        "entrant": next(
            (
                entrant
                for deal in travellers.deals
                for row in deal.rows
                for cell in row.cells
                for entrant in cell.entrants
                if entrant.number == number
            ),
            None,
        ),
        "number": number,
        **travellers.pars,
    }
    title = _("Results of no. %(number)d") % {"number": number}
    template = "deals/card.html"
    return event_page(request, event, template, context, tab="event-deals", title=title)


@event_view(Right.RUN, POST)
def scoring(request: ClubRequest, event: Event) -> HttpResponse:
    """Choose how deals are scored."""
    form = ScoringForm(request.POST, event=event)
    if not form.is_valid():
        return _page(request, event, form)
    metric = form.cleaned_data["scoring"]
    return weighed(
        request,
        event,
        address("event-compared", event),
        lambda: deal_scoring_set(event=event, metric=metric, version=form.version),
        _("The standings are computed by it from now on."),
        title=_("Before the scoring changes"),
        refused=lambda error: _refused(request, event, form, error),
    )


@event_view(Right.RUN, FORM)
def ruling(request: ClubRequest, event: Event, deal: int, number: int, table: int) -> HttpResponse:
    at = table_or_404(event, number, table)
    row = next(
        (
            row
            for traveller in travellers_of(event).deals
            for row in traveller.rows
            if traveller.number == deal and row.table.pk == at.pk
        ),
        None,
    )
    if row is None:
        messages.error(request, _("A deal is ruled on once its round is over at every table."))
        return redirect(address("event-compared", event))
    sides = [" · ".join(entrant.name for entrant in cell.entrants) for cell in row.cells]
    is_sent = request.method == "POST"
    form = RulingForm(request.POST if is_sent else None, sides=sides)

    def page(error: ValidationError | None = None) -> HttpResponse:
        if error is not None:
            with form.problems_shown():
                raise error
        context = {"form": form, "row": row, "deal": deal}
        title = _("Ruling on deal %(deal)d") % {"deal": deal}
        template = "deals/ruling.html"
        return event_page(request, event, template, context, tab="event-deals", title=title)

    if not is_sent or not form.is_valid():
        return page()
    return weighed(
        request,
        event,
        f"{address('event-compared', event)}?deal={deal}",
        lambda: deal_ruling_give(
            table=at,
            number=deal,
            awards=form.awards,
            by=request.user,
            reason=form.cleaned_data["reason"],
        ),
        _("The ruling is recorded and counts right away."),
        title=_("Before it counts"),
        refused=page,
    )


@event_view(Right.RUN, POST)
def ruling_back(request: ClubRequest, event: Event, ruling_id: int) -> HttpResponse:
    """Revoke a ruling: the played result counts again."""
    deal_ruling = get_object_or_404(DealRuling, event=event, pk=ruling_id)
    back = f"{address('event-compared', event)}?deal={deal_ruling.number}"
    return revoked(request, event, deal_ruling, back)


# Tables for a spreadsheet.


@event_view(Right.SEE, READ)
def travellers_file(request: ClubRequest, event: Event, form: str) -> HttpResponse:
    """Every side's result of every deal that is over, for a spreadsheet."""
    travellers = travellers_analysed(event=event)
    head = [
        *(
            _("Deal"),
            _("Round"),
            _("Table"),
            _("Side"),
            _("No."),
            _("Names"),
            str(travellers.words.bid_by),
            str(travellers.words.bid),
        ),
        *(_("Contract"), _("Result"), _("Score"), _("Ruling"), _("Per cent"), _("Cross score")),
        _("Par"),
    ]
    rows = (
        _file_row(deal, row, side, travellers.sides[side])
        for deal in travellers.deals
        for row in sorted(deal.rows, key=lambda row: row.table.number)
        for side in range(len(row.cells))
    )
    name = _("%(table)s, %(event)s") % {"table": _("Results by deal"), "event": event.name}
    return table_response(form, name, head, rows)


def _file_row(deal: Traveller, row: TravellerRow, side: int, name: str) -> list[CellValue]:
    cell, words = row.cells[side], row.words
    par = deal.par(side)
    return [
        *(deal.number, deal.round_number, row.table.in_room, name),
        number_or_text(" · ".join(str(entrant.number) for entrant in cell.entrants)),
        " · ".join(entrant.name_in_files for entrant in cell.entrants),
        words.bidder if words else "",
        number_or_text(words.bid) if words else "",
        words.contract.text if words else "",
        " ".join(filter(None, (words.result, words.detail))) if words else "",
        "" if cell.result is None else cell.result,
        str(AWARD_LABELS[cell.award]) if cell.award else "",
        *(_value(cell.values(key)) for key in COMPARED),
        "" if par is None else par,
    ]


def requested_deal(request: HttpRequest) -> int | None:
    """Return the number of the deal that a page is asked for."""
    return read_whole(request.GET.get("deal", ""), most=9999)


def _value(values: tuple[str, ...]) -> CellValue:
    return Number(values[0]) if len(values) == 1 else " · ".join(values)


def _refused(
    request: ClubRequest, event: Event, form: ScoringForm, error: ValidationError
) -> HttpResponse:
    form.problem_show(error)
    return _page(request, event, form)


def _page(request: ClubRequest, event: Event, form: ScoringForm | None = None) -> HttpResponse:
    shown_deals = deals_shown(event)
    rounds = {deal.number: round_of_deal(event, deal.number) for deal in shown_deals}
    every = travellers_analysed(event=event).with_unplayed(rounds).with_hands(shown_deals)
    travellers, steps = every.step(requested_deal(request))
    presenter = event.presenter
    context = {
        "presenter": presenter,
        "keys": [(key, key) for key in presenter.keys],
        "travellers": travellers,
        "deal_steps": steps,
        "other_deals": contradicting_hands(event),
        "balance": balance_of(event),
        "label": metric_label(travellers.scoring) if travellers.scoring else None,
        "form": form or ScoringForm(event=event),
        "rulings": event.deal_rulings.select_related("made_by", "revoked_by", "table"),
    }
    title = _("Results by deal")
    template = "deals/compared.html"
    return event_page(request, event, template, context, tab="event-deals", title=title)
