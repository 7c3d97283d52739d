"""The roster: found, added, pasted, changed."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.forms.pasting import PasteForm, ReviewForm
from clubs.forms.players import PlayerForm
from clubs.models import Player
from clubs.roles import Right
from clubs.selectors import players_find, players_suggest
from clubs.services.pasting import Pasted, player_roster_set, players_paste_save
from clubs.services.players import player_add, player_update
from clubs.views.pages import crumbs, form_page

PAGE = 50


@club_view(Right.SEE)
@require_safe
def players(request: ClubRequest) -> HttpResponseBase:
    """The roster, searched by ``?q=``; ``?away=1`` lists those who are off it.

    After one is added, ``?next=1`` puts the cursor where the next is typed.
    """
    return _roster_page(request, PlayerForm(club=request.membership.club))


@club_view(Right.SEE)
@require_safe
def player_search(request: ClubRequest) -> HttpResponseBase:
    """Players to offer while somebody types, up to twelve, as a piece of HTML.

    ``?q=`` is what was typed: every word of it is looked for in names and notes, those who begin
    that way come first, those off the roster last. ``?field=`` names another parameter to read it
    from, so that an input can send itself under its own name. Without ``?as=`` the answer is
    ``<option value="Ann Lee">note</option>`` for a ``<datalist>``; ``?as=list`` gives links to the
    players' pages under a heading, nothing where nobody is found.
    """
    typed = request.GET.get(request.GET.get("field", "q"), "")
    found = players_suggest(club=request.membership.club, text=typed)
    kind = "list" if request.GET.get("as") == "list" else "options"
    return render(request, f"clubs/_player_{kind}.html", {"players": found})


@club_view(Right.RUN)
@require_POST
def player_new(request: ClubRequest) -> HttpResponseBase:
    """Quick-add: one player from the roster page."""
    club = request.membership.club
    form = PlayerForm(request.POST, club=club)
    if form.is_valid():
        with form.problems_shown():
            player = player_add(club=club, **form.cleaned_data)
            messages.success(request, _("%(name)s is on the roster.") % {"name": player})
            return redirect(f"{reverse('players', args=[club.slug])}?next=1")
    return _roster_page(request, form)


@club_view(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def player_edit(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Rename a player or change the note."""
    club = request.membership.club
    player = get_object_or_404(Player, club=club, pk=pk)
    initial = {"name": player.name, "note": player.note}
    form = PlayerForm(request.POST or None, club=club, player=player, initial=initial)
    if request.method == "POST" and form.is_valid():
        with form.problems_shown():
            player_update(player=player, active=player.active, **form.cleaned_data)
            messages.success(request, _("Saved."))
            return redirect("player", club.slug, player.pk)
    way = crumbs(
        _roster_step(request),
        (player.name, reverse("player", args=[club.slug, player.pk])),
        here=_("Change"),
    )
    return form_page(request, "clubs/player_edit.html", form, player=player, crumbs=way)


@club_view(Right.RUN)
@require_POST
def player_roster(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Take a player off the roster, or with ``active=1`` bring him back."""
    player = get_object_or_404(Player, club=request.membership.club, pk=pk)
    player_roster_set(player=player, active=request.POST.get("active") == "1")
    words = _("%(name)s is on the roster.") if player.active else _("%(name)s is off the roster.")
    messages.success(request, words % {"name": player})
    return redirect("player", request.membership.club.slug, player.pk)


@club_view(Right.RUN)
@require_http_methods(["GET", "HEAD", "POST"])
def players_paste(request: ClubRequest) -> HttpResponseBase:
    """Paste a list, look at what would become of it, then save; every step keeps what was typed."""
    club = request.membership.club
    form = PasteForm(request.POST or None, club=club)
    step = request.POST.get("step")
    if step not in {"review", "save"} or not form.is_valid():
        form = _paste_again(form, step)
        way = _paste_way(request)
        return form_page(request, "clubs/players_paste.html", form, cursor="text", crumbs=way)
    review = ReviewForm(request.POST if step == "save" else None, lines=form.lines)
    if step == "save" and review.is_valid():
        with review.problems_shown():
            done = players_paste_save(club=club, decisions=review.decisions())
            messages.success(request, _pasted_words(done))
            return redirect("players", club.slug)
    text = form.cleaned_data["text"]
    return form_page(
        request, "clubs/players_review.html", review, text=text, crumbs=_paste_way(request)
    )


def _roster_step(request: ClubRequest) -> tuple[str, str]:
    return _("Players"), reverse("players", args=[request.membership.club.slug])


def _paste_way(request: ClubRequest) -> list[dict[str, str]]:
    return crumbs(_roster_step(request), here=_("Paste a list"))


def _paste_again(form: PasteForm, step: str | None) -> PasteForm:
    """The form as it was filled in, without complaint where somebody only came back to it."""
    if step != "edit":
        return form
    return PasteForm(club=form.club, initial={"text": form.data.get("text", "")})


def _pasted_words(done: Pasted) -> str:
    added, back, known = len(done.added), len(done.returned), len(done.known)
    words = [ngettext("%d player added.", "%d players added.", added) % added]
    if back:
        words.append(
            ngettext("%d is back on the roster.", "%d are back on the roster.", back) % back
        )
    if known:
        words.append(ngettext("%d was there already.", "%d were there already.", known) % known)
    return " ".join(words)


def _roster_page(request: ClubRequest, form: PlayerForm) -> HttpResponse:
    text, away = request.GET.get("q", ""), request.GET.get("away") == "1"
    found = players_find(club=request.membership.club, text=text).filter(active=not away)
    query = QueryDict(mutable=True)
    query.update(
        {name: value for name, value in (("q", text), ("away", "1" if away else "")) if value}
    )
    return form_page(
        request,
        "clubs/players.html",
        form,
        cursor="name" if "next" in request.GET else "",
        page=Paginator(found, PAGE).get_page(request.GET.get("page")),
        query=query.urlencode(),
        text=text,
        away=away,
        may_run=request.membership.may(Right.RUN),
    )
