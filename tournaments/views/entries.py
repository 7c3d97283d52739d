"""Who takes part: entering, pasting a list, drawing, dropping out, substitutes."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from pairings.formats import FORMATS
from tournaments.event_labels import entry_labels
from tournaments.forms.entries import (
    DrawPairsForm,
    NamesForm,
    PairForm,
    PasteForm,
    PlayerForm,
    SubstituteForm,
)
from tournaments.models import Entry, Event
from tournaments.selectors.events import (
    entered_player_ids,
    entry_list,
    lineups_at,
    next_round_number,
    tables_under_way,
)
from tournaments.selectors.money import entry_fees, money_of
from tournaments.selectors.rounds import event_overview
from tournaments.services.entries import (
    TOO_MANY,
    entries_add,
    entries_draw_pairs,
    entry_add,
    entry_remove,
    entry_restore,
    entry_substitute,
    entry_withdraw,
)
from tournaments.services.planning import PlanEffect, effect_lines, plan_effects
from tournaments.views.common import address, done, event_or_404, event_page

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


KEEP, EVENLY = "keep", "even"


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.SEE)
def entries(request: ClubRequest, event_id: int) -> HttpResponse:
    """Who is entered, and the row in which the next is typed."""
    event = event_or_404(request, event_id)
    posted = request.method == "POST"
    if posted and not request.membership.may(Right.RUN):
        raise PermissionDenied
    kind = PlayerForm if FORMATS[event.format].lineup == 1 else PairForm
    form = kind(request.POST if posted else None, club=event.club)
    if posted and form.is_valid():
        if asked := _asks_to_enter(request, event, form, kind):
            return asked
        if _entered(request, event, form):
            return redirect(address("event-entries", event))
    context = {
        "form": form,
        "list": entry_list(event),
        "roster": form.roster.players if request.membership.may(Right.RUN) else [],
        **_fees(request, event),
    }
    status = 422 if form.errors else 200
    template = "tournaments/entries.html"
    return event_page(request, event, template, context, tab="event-entries", status=status)


def _fees(request: ClubRequest, event: Event) -> dict[str, Any]:
    """How each entry stands with its fee, for who takes fees; nothing where there is none."""
    money = money_of(event) if request.membership.may(Right.DOOR) else None
    if money is None or not money.fee:
        return {}
    return {"fees": entry_fees(money), "currency": money.book.currency}


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RUN)
def entries_paste(request: ClubRequest, event_id: int) -> HttpResponse:
    """A list of pairs or players, one a line."""
    event = event_or_404(request, event_id)
    form = PasteForm(request.POST or None, event=event)
    if request.method == "POST" and form.is_valid():
        count = _all_entered(event, form)
        if count:
            messages.success(request, entry_labels(event).count_entered % {"count": count})
            _new_names_told(request, form)
            return redirect(address("event-entries", event))
    title = entry_labels(event).paste
    return _page(request, event, "entries_paste", {"form": form}, title)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RUN)
def entries_draw(request: ClubRequest, event_id: int) -> HttpResponse:
    """Players drawn into pairs by lot."""
    event = event_or_404(request, event_id)
    if FORMATS[event.format].lineup == 1:
        raise Http404
    entered = set(entered_player_ids(event))
    form = DrawPairsForm(request.POST or None, club=event.club, entered=entered)
    if request.method == "POST" and form.is_valid():
        try:
            drawn = entries_draw_pairs(event=event, players=list(form.cleaned_data["players"]))
        except ValidationError as error:
            form.add_error(None, error)
        else:
            words = ngettext("%(count)d pair drawn.", "%(count)d pairs drawn.", len(drawn))
            messages.success(request, words % {"count": len(drawn)})
            return redirect(address("event-entries", event))
    title = _("Draw pairs by lot")
    return _page(request, event, "entries_draw", {"form": form}, title)


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RUN)
def entry_substitute_page(request: ClubRequest, event_id: int, number: int) -> HttpResponse:
    """Somebody else at a place of an entry."""
    event = event_or_404(request, event_id)
    entry = get_object_or_404(Entry, event=event, number=number)
    following = next_round_number(event)
    players = lineups_at(event, following).get(entry.pk, ())
    form = SubstituteForm(
        request.POST or None,
        club=event.club,
        places=[(place, player.name) for place, player in enumerate(players)],
        next_round=following,
    )
    if request.method == "POST" and form.is_valid() and _substituted(entry, form):
        messages.success(request, _substitute_words(form))
        _new_names_told(request, form)
        return redirect(address("event-entries", event))
    context = {"form": form, "entry": entry, "roster": form.roster.players}
    title = entry_labels(event).substitute % {"number": number}
    return _page(request, event, "entry_substitute", context, title)


def _substitute_words(form: SubstituteForm) -> str:
    """Who plays in whose place, and from when: a list shows it only once that round is next."""
    places = dict(form.fields["place"].choices)  # type: ignore[attr-defined]  # a choice
    return format_html(
        _("{name} substitutes for {other} from round {number} on."),
        name=format_html("<bdi>{}</bdi>", form.meant["player"].name),
        other=format_html("<bdi>{}</bdi>", places[form.cleaned_data["place"]]),
        number=form.cleaned_data["from_round"],
    )


@require_POST
@club_view(Right.RUN)
def entry_action(request: ClubRequest, event_id: int, number: int, action: str) -> HttpResponse:
    """Withdraw, restore or take out an entry, once what follows from it has been seen."""
    event = event_or_404(request, event_id)
    entry = get_object_or_404(Entry, event=event, number=number)
    words = entry_labels(event)
    told = {
        "withdraw": words.dropped_out,
        "restore": words.is_back,
        "remove": words.taken_out,
    }[action] % {"number": number}
    evenly, gives_up = request.POST.get("how") == EVENLY, "gives_up" in request.POST

    def change(evenly: bool) -> object:  # noqa: FBT001 what is asked for is the only question
        if action == "withdraw":
            return entry_withdraw(entry=entry, gives_up=gives_up, evenly=evenly)
        service = entry_restore if action == "restore" else entry_remove
        return service(entry=Entry.objects.get(pk=entry.pk), evenly=evenly)

    if "how" not in request.POST:
        running = tables_under_way(event, entry) if action == "withdraw" else []
        try:
            effects = plan_effects(event, change)
        except ValidationError as error:
            return done(request, address("event-entries", event), partial(_refused, error), told)
        if effects or action == "withdraw":
            entrants = event_overview(event).entrants
            context = {
                "action": action,
                "entrant": next(one for one in entrants if one.number == number),
                "choices": _choices(event, effects),
                "running": running,
                "forfeit": f"{event.forfeit_for}–{event.forfeit_against}",
            }
            return _asked(request, event, context)
    return done(request, address("event-entries", event), lambda: change(evenly), told)


def _refused(error: ValidationError) -> None:
    raise error


@dataclass(frozen=True, slots=True)
class Choice:
    """A way to plan around a change, with what it comes to, line by line."""

    key: str
    name: str
    lines: tuple[str, ...]


def _choices(event: Event, effects: Sequence[PlanEffect]) -> list[Choice]:
    names = {False: _("Keep what was announced"), True: _("Draw evenly")}
    alone = _("Plan it so")
    return [
        Choice(
            EVENLY if one.evenly else KEEP,
            names[one.evenly] if len(effects) > 1 else alone,
            tuple(effect_lines(event, one)),
        )
        for one in effects
    ]


def _asks_to_enter(
    request: ClubRequest, event: Event, form: NamesForm, kind: type[PlayerForm | PairForm]
) -> HttpResponse | None:
    """What entering these would do to the rounds announced; nothing where none are."""
    if "how" in request.POST:
        return None

    def change(evenly: bool) -> object:  # noqa: FBT001 what is asked for is the only question
        again = kind(request.POST, club=event.club)
        again.is_valid()
        return entry_add(event=event, players=again.players(), evenly=evenly)

    try:
        effects = plan_effects(event, change)
    except ValidationError:
        return None  # Said beside the field when it is entered.
    if not effects:
        return None
    context = {
        "action": "enter",
        "typed": [(key, request.POST[key]) for key in form.fields if key in request.POST],
        "names": [request.POST[key] for key in form.fields if request.POST.get(key)],
        "choices": _choices(event, effects),
        "bracket": bool(FORMATS[event.format].bracket)
        and not event.rounds.exclude(stage="").exists(),
        "effect": effects[0],
        "count": event.entries.filter(left_after_round=None).count(),
    }
    return _asked(request, event, context)


def _asked(request: ClubRequest, event: Event, context: dict[str, Any]) -> HttpResponse:
    template, title = "tournaments/entries_change.html", _("What follows from it")
    return event_page(request, event, template, context, tab="event-entries", title=title)


def _page(
    request: ClubRequest,
    event: Event,
    name: str,
    context: dict[str, Any],
    title: "StrOrPromise",
) -> HttpResponse:
    """A page with a form, under the one of the entries."""
    template = f"tournaments/{name}.html"
    status = 422 if context["form"].errors else 200
    return event_page(
        request, event, template, context, tab="event-entries", title=str(title), status=status
    )


def _entered(request: ClubRequest, event: Event, form: NamesForm) -> bool:
    try:
        with transaction.atomic():
            evenly = request.POST.get("how") == EVENLY
            entry = entry_add(event=event, players=form.players(), evenly=evenly)
    except ValidationError as error:
        form.add_error(None, error)
        return False
    messages.success(request, entry_labels(event).entered % {"number": entry.number})
    _new_names_told(request, form)
    return True


def _new_names_told(request: ClubRequest, form: NamesForm | PasteForm) -> None:
    if names := form.new_names():
        shown = format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in names))
        messages.info(request, format_html(_("New on the roster: {names}"), names=shown))


def _all_entered(event: Event, form: PasteForm) -> int:
    """Enter all or none; how many."""
    try:
        with transaction.atomic():
            return len(entries_add(event=event, lineups=form.players()))
    except ValidationError as error:
        form.add_error("text", error)
        return 0


def _substituted(entry: Entry, form: SubstituteForm) -> bool:
    try:
        with transaction.atomic():
            entry_substitute(
                entry=entry,
                place=form.cleaned_data["place"],
                player=form.players()[0],
                from_round=form.cleaned_data["from_round"],
                beyond=form.goes_beyond,
            )
    except ValidationError as error:
        if any(
            wrong.code == TOO_MANY for wrong in getattr(error, "error_dict", {}).get("player", ())
        ):
            form.ask_beyond()
        for name, wrong in getattr(error, "error_dict", {None: error}).items():
            form.add_error(name if name in form.fields else None, wrong)
        return False
    return True
