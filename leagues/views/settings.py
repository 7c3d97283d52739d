"""Setting a season up, its rules and divisions, its end and the season after."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from clubs.access import FORM, POST, ClubRequest, club_view
from clubs.roles import Right
from clubs.views.common import crumbs, game_tabs
from core.forms import form_status
from core.pages import act_and_redirect, submit
from core.text import isolated
from games import PRESENTERS
from leagues.forms.seasons import (
    DivisionForm,
    NewDivisionForm,
    NewSeasonForm,
    NextSeasonForm,
    SeasonForm,
)
from leagues.labels import how_computed
from leagues.models import Division, Season
from leagues.selectors.table import moves_proposed
from leagues.services.seasons import (
    division_add,
    division_remove,
    division_update,
    season_create,
    season_delete,
    season_finish,
    season_follow,
    season_reopen,
    season_update,
)
from leagues.services.standings import season_refresh
from leagues.views.pages import address, season_page, season_view
from rules import GAMES
from tournaments.events.selectors.events import last_game


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RUN)
def season_new(request: ClubRequest) -> HttpResponse:
    """A season of the game that ``?game=`` names, else of the last one played."""
    club = request.membership.club
    typed = request.GET.get("game", "")
    game = typed if typed in GAMES else last_game(club)
    form = NewSeasonForm(request.POST or None, game=game)
    answer = submit(
        request,
        form,
        lambda season: address("season-members-paste", season),
        lambda: season_create(
            club=club,
            name=form.cleaned_data["name"],
            game=game,
            created_by=request.user,
            dates=form.dates(),
            divisions=form.names(),
            **form.rules(),
        ),
        _("The season is set up. Who plays?"),
    )
    if answer:
        return answer
    breadcrumbs = crumbs((_("Seasons"), reverse("seasons", args=[club.slug])), here=_("New season"))
    games = game_tabs(PRESENTERS, game)
    usual = Season(club=club, game=game, **form.usual)
    how = how_computed(usual)
    context = {"form": form, "crumbs": breadcrumbs, "games": games, "game": game, "how": how}
    status = 422 if form.errors else 200
    return render(request, "leagues/season_new.html", context, status=status)


@season_view(Right.RUN, FORM)
def season_settings(request: ClubRequest, season: Season) -> HttpResponse:
    """A season's rules, its divisions and its end."""
    form = SeasonForm(request.POST or None, season=season)
    answer = submit(
        request,
        form,
        address("season-settings", season),
        lambda: season_update(season=season, version=form.version, **form.changes()),
        _("Saved."),
    )
    return answer or _settings_page(request, season, form=form)


@season_view(Right.RUN, POST)
def division_new(request: ClubRequest, season: Season) -> HttpResponse:
    """One more division, below the others."""
    form = NewDivisionForm(request.POST, prefix="new")
    answer = submit(
        request,
        form,
        address("season-settings", season),
        lambda: division_add(season=season, **form.cleaned_data),
        _("The division has been added."),
    )
    return answer or _settings_page(request, season, division_form=form)


@season_view(Right.RUN, POST)
def division_change(request: ClubRequest, season: Season, order: int) -> HttpResponse:
    """A division's name, and how many go up and down."""
    division = get_object_or_404(Division, season=season, order=order)
    form = DivisionForm(request.POST, division=division)
    answer = submit(
        request,
        form,
        address("season-settings", season),
        lambda: division_update(division=division, version=form.version, **form.cleaned_data),
        _("Saved."),
    )
    return answer or _settings_page(request, season, changed=(order, form))


@season_view(Right.RUN, POST)
def division_take_out(request: ClubRequest, season: Season, order: int) -> HttpResponse:
    division = get_object_or_404(Division, season=season, order=order)
    target = address("season-settings", season)
    message = _("The division has been removed.")
    return act_and_redirect(request, target, lambda: division_remove(division=division), message)


@season_view(Right.RUN, POST)
def season_end(request: ClubRequest, season: Season) -> HttpResponse:
    message = _("The season is finished.")
    return act_and_redirect(
        request, address("season", season), lambda: season_finish(season=season), message
    )


@season_view(Right.RUN, POST)
def season_open_again(request: ClubRequest, season: Season) -> HttpResponse:
    """Take the end of a season back."""
    message = _("The season is open again.")
    return act_and_redirect(
        request, address("season", season), lambda: season_reopen(season=season), message
    )


@season_view(Right.RUN, POST)
def season_remove(request: ClubRequest, season: Season) -> HttpResponse:
    """Delete a season without results."""
    return act_and_redirect(
        request,
        reverse("seasons", args=[season.club.slug]),
        lambda: season_delete(season=season),
        _("“%(name)s” has been deleted.") % {"name": isolated(season.name)},
        refused=address("season-settings", season),
    )


@season_view(Right.RUN, FORM)
def season_next(request: ClubRequest, season: Season) -> HttpResponse:
    """Set up the next season, with everybody in the division that the table proposes."""
    season_refresh(season_id=season.pk)
    last = season.evenings.order_by("-date").first()
    form = NextSeasonForm(
        request.POST or None,
        season=season,
        moves=moves_proposed(season),
        last=last.date if last else timezone.localdate(),
    )
    answer = submit(
        request,
        form,
        lambda following: address("season", following),
        lambda: season_follow(
            season=season,
            name=form.cleaned_data["name"],
            dates=form.dates(),
            created_by=request.user,
            divisions=form.divisions(),
        ),
        _("The next season is set up."),
    )
    if answer:
        return answer
    status = 422 if form.errors else 200
    context = {"form": form}
    return season_page(
        request,
        season,
        "leagues/season_next.html",
        context,
        tab="season-settings",
        status=status,
        below=[(_("The next season"), "")],
    )


def _settings_page(
    request: ClubRequest,
    season: Season,
    *,
    form: SeasonForm | None = None,
    division_form: NewDivisionForm | None = None,
    changed: tuple[int, DivisionForm] | None = None,
) -> HttpResponse:
    forms = {division.order: DivisionForm(division=division) for division in season.divisions.all()}
    if changed:
        forms[changed[0]] = changed[1]
    context: dict[str, Any] = {
        "form": form or SeasonForm(season=season),
        "division_forms": forms,
        "division_form": division_form or NewDivisionForm(prefix="new"),
    }
    status = form_status(context["form"], context["division_form"], *forms.values())
    template = "leagues/season_settings.html"
    return season_page(request, season, template, context, tab="season-settings", status=status)
