"""Pages of the roster."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.forms.players import PastePlayersForm, PlayerEditForm, PlayerForm, ReviewForm
from clubs.models import Player
from clubs.roles import Right
from clubs.selectors import players_find, players_suggest
from clubs.services.players import (
    Pasted,
    player_add,
    player_name_hide,
    player_roster_set,
    player_update,
    players_paste_save,
)
from clubs.views.common import crumbs, form_page
from core.cells import Rows
from core.pages import submit
from core.tables import table_response
from core.text import isolated

PAGE = 50


@club_view(Right.SEE)
@require_safe
def players(request: ClubRequest) -> HttpResponseBase:
    """Show the roster, searched by ``?q=``; ``?away=1`` lists former players.

    After adding one, ``?next=1`` focuses the field for the next.
    """
    return _roster_page(request, PlayerForm(club=request.membership.club))


@club_view(Right.SEE)
@require_safe
def players_file(request: ClubRequest, form: str) -> HttpResponseBase:
    """Send the roster for a spreadsheet, searched as its page is by ``?q=`` and ``?away=1``."""
    club = request.membership.club
    text, away = request.GET.get("q", ""), request.GET.get("away") == "1"
    players = players_find(club=club, text=text).filter(active=not away)
    head = [_("Name"), _("Note"), _("On the list since")]
    rows: Rows = (
        [player.name, player.note, timezone.localdate(player.created_at)] for player in players
    )
    name = _("%(table)s, %(event)s") % {"table": _("Players"), "event": club.name}
    return table_response(form, name, head, rows)


@club_view(Right.SEE)
@require_safe
def player_search(request: ClubRequest) -> HttpResponseBase:
    """Suggest up to twelve players as an HTML fragment.

    ``?q=`` is the input: every word is searched in names and notes; names that begin with it come
    first, former players last. ``?field=`` names another parameter to read it from, so that an
    input can send itself under its own name. Without ``?as=`` the response is ``<option value="Ann
    Lee">note</option>`` for a ``<datalist>``; ``?as=list`` gives links to the players' pages under
    a heading, empty if nobody is found.
    """
    typed = request.GET.get(request.GET.get("field", "q"), "")
    players = players_suggest(club=request.membership.club, text=typed)
    kind = "list" if request.GET.get("as") == "list" else "options"
    return render(request, f"clubs/_player_{kind}.html", {"players": players})


@club_view(Right.RUN)
@require_POST
def player_new(request: ClubRequest) -> HttpResponseBase:
    """Quick-add: one player from the roster page."""
    club = request.membership.club
    form = PlayerForm(request.POST, club=club)
    answer = submit(
        request,
        form,
        f"{reverse('players', args=[club.slug])}?next=1",
        lambda: player_add(club=club, **form.cleaned_data),
        lambda player: _("%(name)s is on the roster.") % {"name": isolated(player)},
    )
    return answer or _roster_page(request, form)


@club_view(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Rename a player or change the note."""
    club = request.membership.club
    player = get_object_or_404(Player, club=club, pk=pk)
    form = PlayerEditForm(request.POST or None, player=player)
    target = reverse("player", args=[club.slug, player.pk])
    answer = submit(
        request,
        form,
        target,
        lambda: player_update(player=player, version=form.version, **form.cleaned_data),
        _("Saved."),
    )
    if answer:
        return answer
    way = crumbs(
        _roster_step(request),
        (player.name, target),
        here=_("Change"),
    )
    return form_page(request, "clubs/player_edit.html", form, player=player, crumbs=way)


@club_view(Right.RUN)
@require_POST
def player_roster(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Take a player off the roster, or with ``active=1`` bring them back."""
    player = get_object_or_404(Player, club=request.membership.club, pk=pk)
    player_roster_set(player=player, active=request.POST.get("active") == "1")
    message = _("%(name)s is on the roster.") if player.active else _("%(name)s is off the roster.")
    messages.success(request, message % {"name": isolated(player)})
    return redirect("player", request.membership.club.slug, player.pk)


@club_view(Right.SEE)
@require_POST
def player_name(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Hide a player's name on public pages, or with ``hidden=0`` show it again.

    For those who run events, and for the member linked to this player.
    """
    player = get_object_or_404(Player, club=request.membership.club, pk=pk)
    if not (request.membership.may(Right.RUN) or request.membership.player_id == player.pk):
        raise PermissionDenied(_("Your role in this club does not allow this."))
    player_name_hide(player=player, hidden=request.POST.get("hidden") != "0")
    message = (
        _("%(name)s is not named on public pages.")
        if player.name_hidden
        else _("%(name)s is named on public pages again.")
    )
    messages.success(request, message % {"name": isolated(player)})
    return redirect("player", request.membership.club.slug, player.pk)


@club_view(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def players_paste(request: ClubRequest) -> HttpResponseBase:
    """Paste a list, review the effect of each line, then save; every step keeps the input."""
    club = request.membership.club
    form = PastePlayersForm(request.POST or None, request.FILES or None, club=club)
    step = request.POST.get("step")
    if step not in {"review", "save"} or not form.is_valid():
        form = _paste_again(form, step)
        way = _paste_way(request)
        return form_page(request, "clubs/players_paste.html", form, cursor="text", crumbs=way)
    review = ReviewForm(request.POST if step == "save" else None, lines=form.lines)
    answer = submit(
        request,
        review,
        reverse("players", args=[club.slug]),
        lambda: players_paste_save(club=club, decisions=review.decisions()),
        _pasted_words,
    )
    return answer or form_page(
        request,
        "clubs/players_review.html",
        review,
        text=form.cleaned_data["text"],
        answers={name: form.people.answers[name] for name in form.people.examples},
        left_out=form.left_out,
        crumbs=_paste_way(request),
    )


def _roster_step(request: ClubRequest) -> tuple[str, str]:
    return _("Players"), reverse("players", args=[request.membership.club.slug])


def _paste_way(request: ClubRequest) -> list[dict[str, str]]:
    return crumbs(_roster_step(request), here=_("Paste a list"))


def _paste_again(form: PastePlayersForm, step: str | None) -> PastePlayersForm:
    """Return the form with its input, without errors if the user only came back to it."""
    if step != "edit":
        return form
    return PastePlayersForm(club=form.club, initial={"text": form.data.get("text", "")})


def _pasted_words(done: Pasted) -> str:
    added, back, known = len(done.added), len(done.returned), len(done.known)
    message = [ngettext("%d player added.", "%d players added.", added) % added]
    if back:
        message.append(
            ngettext("%d is back on the roster.", "%d are back on the roster.", back) % back
        )
    if known:
        message.append(ngettext("%d was already there.", "%d were already there.", known) % known)
    return " ".join(message)


def _roster_page(request: ClubRequest, form: PlayerForm) -> HttpResponse:
    text, away = request.GET.get("q", ""), request.GET.get("away") == "1"
    players = players_find(club=request.membership.club, text=text).filter(active=not away)
    query = QueryDict(mutable=True)
    query.update(
        {name: value for name, value in (("q", text), ("away", "1" if away else "")) if value}
    )
    home = reverse("players", args=[request.membership.club.slug])
    tabs = [
        {"label": _("On the roster"), "href": home, "current": not away},
        {"label": _("Off the roster"), "href": f"{home}?away=1", "current": away},
    ]
    return form_page(
        request,
        "clubs/players.html",
        form,
        tabs=tabs,
        cursor="name" if "next" in request.GET else "",
        page=Paginator(players, PAGE).get_page(request.GET.get("page")),
        query=query.urlencode(),
        text=text,
        away=away,
        may_run=request.membership.may(Right.RUN),
    )
