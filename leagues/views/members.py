"""Who is ranked in a season, and each one's own page."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from games.numbers import read_whole
from leagues.forms.evenings import ContendersForm
from leagues.models import Contender, Division, Season
from leagues.selectors.history import history_of
from leagues.selectors.seasons import next_evening
from leagues.services.contenders import contender_move, contender_remove, contenders_add
from leagues.views.common import address, many_words, season_or_404, season_page
from tournaments.views.common import done


@require_safe
@club_view(Right.SEE)
def members(request: ClubRequest, season_id: int) -> HttpResponse:
    """Everybody, by division."""
    season = season_or_404(request, season_id)
    divisions = list(season.divisions.all())
    everybody = list(season.contenders.select_related("player", "partner"))
    by_division = [
        (division, [one for one in everybody if one.division_id == division.pk])
        for division in divisions
    ]
    context = {"divisions": by_division, "all_divisions": divisions, "everybody": everybody}
    return season_page(request, season, "leagues/members.html", context, tab="season-members")


@require_http_methods(["GET", "HEAD", "POST"])
@club_view(Right.RUN)
def members_paste(request: ClubRequest, season_id: int) -> HttpResponse:
    """A list of players or pairs, one a line, or everyone on the roster."""
    season = season_or_404(request, season_id)
    everyone = "everyone" in request.POST
    form = ContendersForm(request.POST or None, season=season, everyone=everyone)
    upcoming = next_evening(season)
    form.fields["joined"].initial = upcoming.number if upcoming else 1
    if request.method == "POST" and form.is_valid() and _added(request, form):
        return redirect(address("season-members", season))
    below = [*_below(season), (_("Paste a list"), "")]
    return season_page(
        request,
        season,
        "leagues/members_paste.html",
        {"form": form},
        tab="season-members",
        status=422 if form.errors else 200,
        below=below,
    )


@require_safe
@club_view(Right.SEE)
def member(request: ClubRequest, season_id: int, contender_id: int) -> HttpResponse:
    """A contender's season with a chart."""
    season = season_or_404(request, season_id)
    found = _contender(season, contender_id)
    context = {
        "contender": found,
        "history": history_of(found),
        "all_divisions": season.divisions.all(),
    }
    template = "leagues/member.html"
    below = [*_below(season), (str(found), "")]
    return season_page(request, season, template, context, tab="season-members", below=below)


@require_POST
@club_view(Right.RUN)
def member_move(request: ClubRequest, season_id: int, contender_id: int) -> HttpResponse:
    """Move somebody to another division."""
    season = season_or_404(request, season_id)
    found = _contender(season, contender_id)
    order = read_whole(request.POST.get("division", ""), most=999)
    division = get_object_or_404(Division, season=season, order=order)
    words = _("%(name)s plays in %(division)s now.") % {
        "name": found,
        "division": division.name,
    }
    target = address("season-members", season)
    return done(request, target, lambda: contender_move(contender=found, division=division), words)


@require_POST
@club_view(Right.RUN)
def member_remove(request: ClubRequest, season_id: int, contender_id: int) -> HttpResponse:
    """Take somebody out of the table."""
    season = season_or_404(request, season_id)
    found = _contender(season, contender_id)
    words = _("%(name)s is removed from the table.") % {"name": found}
    target = address("season-members", season)
    return done(request, target, lambda: contender_remove(contender=found), words)


def _below(season: Season) -> list[tuple[str, str]]:
    """The way from the season to who is ranked."""
    return [(many_words(season), address("season-members", season))]


def _contender(season: Season, contender_id: int) -> Contender:
    known = Contender.objects.select_related("player", "partner", "division", "season")
    return get_object_or_404(known, season=season, pk=contender_id)


def _added(request: ClubRequest, form: ContendersForm) -> bool:
    try:
        with transaction.atomic():
            added = contenders_add(
                division=form.cleaned_data["division"],
                lineups=form.players(),
                joined=form.cleaned_data["joined"],
            )
    except ValidationError as error:
        form.add_error("text", error)
        return False
    words = ngettext("%(count)d added.", "%(count)d added.", len(added)) % {"count": len(added)}
    messages.success(request, words)
    if names := form.new_names():
        shown = format_html_join(", ", "<bdi>{}</bdi>", ((name,) for name in names))
        messages.info(request, format_html(_("New on the roster: {names}"), names=shown))
    return True
