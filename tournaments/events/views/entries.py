"""Entries: entering, pasting a list, drawing, withdrawing, substitutes."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import FORM, POST, ClubRequest
from clubs.roles import Right
from core.pages import act_and_redirect, refusal_say, submit
from core.text import comma, isolated
from engine.pairings.formats import FORMATS
from tournaments.events.event_labels import entry_labels
from tournaments.events.forms.entries import (
    DrawPairsForm,
    LineupsForm,
    NamesForm,
    PasteEntriesForm,
    SubstituteForm,
)
from tournaments.events.models import Entry, EntryPlayer, Event
from tournaments.events.selectors.events import (
    entered_player_ids,
    lineups_at,
    next_round_number,
    tables_under_way,
    waiting_players,
)
from tournaments.events.selectors.rounds import event_overview
from tournaments.events.services.entries import (
    entries_add,
    entries_draw_pairs,
    entry_add,
    entry_remove,
    entry_restore,
    entry_substitute,
    entry_withdraw,
    waiting_player_remove,
)
from tournaments.events.services.planning import PlanEffect, effect_lines, plan_effects
from tournaments.events.views.common import CSRF_FIELD, address, event_page, event_view

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


KEEP, EVENLY = "keep", "even"


@event_view(Right.RUN, FORM)
def entries_paste(request: ClubRequest, event: Event) -> HttpResponse:
    """Enter a list of pairs or players, one a line."""
    form = PasteEntriesForm(request.POST or None, request.FILES or None, event=event)
    labels = entry_labels(event)
    if answer := submit(
        request,
        form,
        address("event-entries", event),
        lambda: entries_add(event=event, lineups=form.players(), waiting=form.waiting_taken()),
        lambda made: labels.count_entered % {"count": len(made)} if made else "",
    ):
        new_names_say(request, form)
        return answer
    return _page(request, event, "entries_paste", {"form": form}, labels.paste)


@event_view(Right.RUN, FORM)
def entries_draw(request: ClubRequest, event: Event) -> HttpResponse:
    """Draw players into pairs by lot."""
    if FORMATS[event.format].lineup == 1:
        raise Http404
    entered = set(entered_player_ids(event))
    waiting = {"players": [player.pk for player in waiting_players(event)]}
    form = DrawPairsForm(request.POST or None, club=event.club, entered=entered, initial=waiting)

    def message_of(drawn: Sequence[Entry]) -> str:
        words = ngettext("%(count)d pair drawn.", "%(count)d pairs drawn.", len(drawn))
        return words % {"count": len(drawn)}

    if answer := submit(
        request,
        form,
        address("event-entries", event),
        lambda: entries_draw_pairs(event=event, players=list(form.cleaned_data["players"])),
        message_of,
    ):
        return answer
    title = _("Draw pairs by lot")
    return _page(request, event, "entries_draw", {"form": form}, title)


@event_view(Right.RUN, FORM)
def entry_substitute_page(request: ClubRequest, event: Event, number: int) -> HttpResponse:
    """Put a substitute in for a player of an entry."""
    entry = get_object_or_404(Entry, event=event, number=number)
    following = next_round_number(event)
    players = lineups_at(event, following).get(entry.pk, ())
    form = SubstituteForm(
        request.POST or None,
        club=event.club,
        places=[(place, player.name) for place, player in enumerate(players)],
        next_round=following,
    )

    def substituted() -> EntryPlayer:
        return entry_substitute(
            entry=entry,
            place=form.cleaned_data["place"],
            player=form.players()[0],
            from_round=form.cleaned_data["from_round"],
            beyond=form.goes_beyond,
        )

    target = address("event-entries", event)
    if answer := submit(request, form, target, substituted, lambda _: _substitute_words(form)):
        new_names_say(request, form)
        return answer
    context = {"form": form, "entry": entry, "roster": form.roster.players}
    title = entry_labels(event).substitute % {"number": number}
    return _page(request, event, "entry_substitute", context, title)


def _substitute_words(form: SubstituteForm) -> str:
    """Describe substitutions that take effect later, which lists do not show yet."""
    places = dict(form.fields["place"].choices)  # type: ignore[attr-defined]  # a choice
    return format_html(
        _("{name} substitutes for {other} from round {number} on."),
        name=format_html("<bdi>{}</bdi>", form.meant["player"].name),
        other=format_html("<bdi>{}</bdi>", places[form.cleaned_data["place"]]),
        number=form.cleaned_data["from_round"],
    )


@event_view(Right.RUN, POST)
def entry_action(request: ClubRequest, event: Event, number: int, action: str) -> HttpResponse:
    """Withdraw, restore or remove an entry, after showing the effect on the plan."""
    entry = get_object_or_404(Entry, event=event, number=number)
    words = entry_labels(event)
    message = {
        "withdraw": words.dropped_out,
        "restore": words.is_back,
        "remove": words.taken_out,
    }[action] % {"number": number}
    evenly, gives_up = request.POST.get("how") == EVENLY, "gives_up" in request.POST

    def change(evenly: bool) -> object:  # noqa: FBT001 what is asked for is the only question
        if action == "withdraw":
            stand = "without_deals" not in request.POST
            return entry_withdraw(entry=entry, gives_up=gives_up, deals_stand=stand, evenly=evenly)
        service = entry_restore if action == "restore" else entry_remove
        return service(entry=Entry.objects.get(pk=entry.pk), evenly=evenly)

    if "how" not in request.POST:
        running = tables_under_way(event, entry) if action == "withdraw" else []
        try:
            effects = plan_effects(event, change)
        except ValidationError as error:
            refusal_say(request, error)
            return redirect(address("event-entries", event))
        if effects or action == "withdraw":
            entrants = event_overview(event).entrants
            context = {
                "action": action,
                "entrant": next(entrant for entrant in entrants if entrant.number == number),
                "choices": _choices(event, effects),
                "running": running,
                "forfeit": f"{event.forfeit_for}–{event.forfeit_against}",
            }
            return _consequences_page(request, event, context)
    return act_and_redirect(
        request, address("event-entries", event), lambda: change(evenly), message
    )


@event_view(Right.RUN, POST)
def waiting_remove(request: ClubRequest, event: Event, key: int) -> HttpResponse:
    """Take out a player who waited for a partner."""
    waiting = get_object_or_404(event.waiting_players.select_related("player"), player=key)
    words = _("%(name)s no longer waits.") % {"name": isolated(waiting.player.name)}
    target = address("event-entries", event)
    return act_and_redirect(request, target, lambda: waiting_player_remove(waiting=waiting), words)


@dataclass(frozen=True, slots=True)
class PlanChoice:
    """A way to plan around a change, with its effects as lines of text."""

    key: str
    name: str
    lines: tuple[str, ...]


def _choices(event: Event, effects: Sequence[PlanEffect]) -> list[PlanChoice]:
    names = {False: _("Keep what was announced"), True: _("Draw evenly")}
    alone = _("Plan it this way")
    return [
        PlanChoice(
            EVENLY if effect.evenly else KEEP,
            names[effect.evenly] if len(effects) > 1 else alone,
            tuple(effect_lines(event, effect)),
        )
        for effect in effects
    ]


def asks_to_enter(request: ClubRequest, event: Event, form: NamesForm) -> HttpResponse | None:
    """Ask how to plan around this entry, if rounds are announced.

    The page that asks sends all that was sent again.
    """
    if "how" in request.POST:
        return None

    def change(evenly: bool) -> object:  # noqa: FBT001 what is asked for is the only question
        again = type(form)(request.POST, club=event.club)
        again.is_valid()
        return entry_add(event=event, players=again.players(), evenly=evenly)

    try:
        effects = plan_effects(event, change)
    except ValidationError:
        return None  # Shown beside the field when it is entered.
    if not effects:
        return None
    context = {
        "action": "enter",
        "typed": [(key, value) for key, value in request.POST.items() if key != CSRF_FIELD],
        "names": [request.POST[key] for key in form.fields if request.POST.get(key)],
        "choices": _choices(event, effects),
        "bracket": FORMATS[event.format].has_bracket
        and not event.rounds.exclude(stage="").exists(),
        "effect": effects[0],
        "count": event.entries.filter(left_after_round=None).count(),
    }
    return _consequences_page(request, event, context)


def _consequences_page(request: ClubRequest, event: Event, context: dict[str, Any]) -> HttpResponse:
    return _page(request, event, "entries_change", context, _("What this changes"))


def _page(
    request: ClubRequest,
    event: Event,
    name: str,
    context: dict[str, Any],
    title: "StrOrPromise",
) -> HttpResponse:
    """Render a page below the entries."""
    template = f"tournaments/{name}.html"
    return event_page(request, event, template, context, tab="event-entries", title=str(title))


def new_names_say(request: ClubRequest, form: NamesForm | LineupsForm) -> None:
    """Name the players that a form has added to the roster, and what it has not read."""
    if names := form.new_names():
        shown = format_html_join(comma(), "<bdi>{}</bdi>", ((name,) for name in names))
        messages.info(request, format_html(_("New on the roster: {names}"), names=shown))
    if isinstance(form, LineupsForm):
        waiting = form.waiting if isinstance(form, PasteEntriesForm) else []
        left_out = (
            (_("Not read: {texts}"), form.left_out),
            (_("Left out, as a partner is missing: {texts}"), form.alone),
            (_("Waiting for a partner: {texts}"), [meant.name for meant in waiting]),
        )
        for words, texts in left_out:
            if texts:
                shown = format_html_join(comma(), "<bdi>{}</bdi>", ((text,) for text in texts))
                messages.info(request, format_html(words, texts=shown))
