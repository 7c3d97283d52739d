"""The pages of a season: table, projector, ratings, contenders; and their shared parts."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.http import require_safe

from clubs.access import FORM, POST, READ, ClubRequest, club_view, row_view
from clubs.roles import Right
from core.figures import read_whole
from core.forms import form_status
from core.pages import act_and_redirect, submit
from core.text import isolated
from leagues.forms.evenings import AwayForm, ContendersForm
from leagues.forms.seasons import AdjustmentForm
from leagues.labels import how_computed
from leagues.models import AwayPeriod, Contender, Division, Ranks, Season, SeasonPage
from leagues.selectors.ratings import ratings_for
from leagues.selectors.seasons import (
    changes_since_end,
    next_evening,
    season_books,
    seasons_of,
)
from leagues.selectors.table import (
    SeasonTable,
    adjustments_of,
    history_of,
    season_is_stale,
    season_table,
)
from leagues.services.adjustments import season_adjustment_make, season_adjustment_revoke
from leagues.services.evenings import away_clear, away_note
from leagues.services.seasons import contender_move, contender_remove, contenders_add, season_settle
from tournaments.events.views.common import tagged, unchanged
from tournaments.events.views.entries import new_names_say
from tournaments.events.views.rounds import worker_is_silent

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


P = ParamSpec("P")


def season_or_404(request: ClubRequest, season_id: int) -> Season:
    """Return the season if it belongs to this club."""
    return get_object_or_404(
        Season.objects.select_related("club"), pk=season_id, club=request.membership.club
    )


def season_view(
    right: Right, methods: tuple[str, ...]
) -> Callable[
    [Callable[Concatenate[ClubRequest, Season, P], HttpResponseBase]],
    Callable[..., HttpResponseBase],
]:
    """Let members with the right in, and pass the season of their club in place of its key."""
    return row_view(right, methods, key="season_id", row_get=season_or_404)


def address(name: str, season: Season, *more: Any) -> str:
    """Return the address of one of the season's pages."""
    return reverse(name, args=[season.club.slug, season.pk, *more])


def season_page(
    request: ClubRequest,
    season: Season,
    template: str,
    context: dict[str, Any],
    *,
    tab: str,
    status: int = 200,
    below: Sequence[tuple[str, str]] = (),
) -> HttpResponse:
    """A page in the season's frame: breadcrumb, heading, tabs.

    ``below`` are the labels and addresses of the crumbs under the season's own, the page last;
    without them a page but the first has that of its tab.
    """
    tabs = _tabs(request, season, tab)
    below = below or [(item["label"], "") for item in tabs[1:] if item["current"]]
    here = address("season", season) if below else ""
    above = [(_("Seasons"), reverse("seasons", args=[season.club.slug])), (season.name, here)]
    frame = season_context(request, season) | {
        "crumbs": [{"label": label, "href": href} for label, href in (*above, *below)],
        "title": below[-1][0] if below else "",
        "tabs": tabs,
    }
    return render(request, template, frame | context, status=status)


def season_context(request: ClubRequest, season: Season) -> dict[str, Any]:
    may_run = request.membership.may(Right.RUN)
    return {
        "season": season,
        "contender_word": contender_word(season),
        "may_run": may_run,
        "may_change": may_run and not season.is_finished,
        "me": request.membership.player_id or 0,
    }


def contender_word(season: Season) -> str:
    return _("Pair") if season.ranks == Ranks.PAIRS else _("Player")


def many_words(season: Season) -> str:
    return _("Pairs") if season.ranks == Ranks.PAIRS else _("Players")


def _tabs(request: ClubRequest, season: Season, current: str) -> list[dict[str, Any]]:
    tabs: list[tuple[str, StrOrPromise]] = [
        ("season", pgettext("of a season", "Table")),
        ("season-calendar", pgettext("of a season", "Calendar")),
        ("season-members", many_words(season)),
        ("season-ratings", _("Ratings")),
    ]
    if request.membership.may(Right.RUN):
        tabs.append(("season-settings", _("Settings")))
    return [
        {"label": label, "href": address(name, season), "current": name == current}
        for name, label in tabs
    ]


PAGE = 30
WALL_ROWS = 16
WALL_EVENINGS = 5


@require_safe
@club_view(Right.SEE)
def seasons(request: ClubRequest) -> HttpResponse:
    """All seasons of the club, those under way first."""
    page = Paginator(seasons_of(request.membership.club), PAGE).get_page(request.GET.get("page"))
    may_run = request.membership.may(Right.RUN)
    return render(request, "leagues/seasons.html", {"page": page, "may_run": may_run})


@season_view(Right.SEE, READ)
def season(request: ClubRequest, season: Season) -> HttpResponse:
    """The season's table with every evening."""
    may_keep_money = request.membership.may(Right.MONEY)
    context = _table(season) | {
        "upcoming": next_evening(season),
        "evening_count": season.evenings.count(),
        "has_people": season.contenders.exists(),
        "may_settle": may_keep_money and len(season_books(season)) > 1,
    }
    return season_page(request, season, "leagues/season.html", context, tab="season")


@season_view(Right.SEE, READ)
def season_live(request: ClubRequest, season: Season) -> HttpResponse:
    """The tables alone, for the page to refresh itself. Three queries while nothing has changed."""
    tag = season_tag(season)
    return unchanged(request, tag) or tagged(
        render(request, "leagues/_season.html", season_context(request, season) | _table(season)),
        tag,
    )


@season_view(Right.SEE, READ)
def projector(request: ClubRequest, season: Season) -> HttpResponse:
    """The table on the projector."""
    context = season_context(request, season) | _projector(request, season)
    return render(request, "leagues/projector.html", context)


@season_view(Right.SEE, READ)
def projector_live(request: ClubRequest, season: Season) -> HttpResponse:
    """Return the projector's pages, for refreshing."""
    tag = f"{season_tag(season)}-{_requested_page(request)}-{_public_page(season)}"
    if answer := unchanged(request, tag):
        return answer
    context = season_context(request, season) | _projector(request, season)
    return tagged(render(request, "leagues/_projector.html", context), tag)


@season_view(Right.SEE, READ)
def ratings(request: ClubRequest, season: Season) -> HttpResponse:
    """Show the rating list."""
    lists = {"rated": ratings_for(season)}
    if season.ranks == Ranks.PAIRS:
        lists["players"] = ratings_for(season, pairs=False)
    return season_page(request, season, "leagues/ratings.html", lists, tab="season-ratings")


def _table(season: Season) -> dict[str, Any]:
    table = season_table(season)
    silent = table.is_stale and worker_is_silent()
    late = changes_since_end(season) if table.changed_at else []
    return {"table": table, "worker_silent": silent, "how": how_computed(season), "late": late}


def season_tag(season: Season) -> str:
    """Return an entity tag of the state of a season's tables."""
    stale = season_is_stale(season)
    as_of = season.standings_at.timestamp() if season.standings_at else 0
    silent = stale and worker_is_silent()
    return f"season-{season.pk}-{season.standings_version}-{as_of}-{stale:d}-{silent:d}"


def _requested_page(request: ClubRequest) -> int:
    return read_whole(request.GET.get("page", ""), most=999) or 1


def _projector(request: ClubRequest, season: Season) -> dict[str, Any]:
    """One projector page: sixteen rows of one division, and the last evenings.

    If the season has a public page, the last page shows its address.
    """
    context = _table(season)
    table: SeasonTable = context["table"]
    sheets = [
        (part, part.lines[start : start + WALL_ROWS])
        for part in table.divisions
        for start in range(0, len(part.lines), WALL_ROWS)
    ]
    public = _public_page(season)
    of_table = max(1, len(sheets))
    pages = of_table + bool(public)
    number = (_requested_page(request) - 1) % pages + 1
    part, lines = sheets[number - 1] if number <= len(sheets) else (None, ())
    return context | {
        "part": part,
        "lines": lines,
        "public_href": public and public.address(request, "public-season"),
        "shows_link": number > of_table,
        "first_evening": max(0, len(part.evenings) - WALL_EVENINGS) if part else 0,
        "number": number,
        "pages": pages,
        "numbers": range(1, pages + 1),
    }


def _public_page(season: Season) -> SeasonPage | None:
    """Return the season's public page if it is on. One query."""
    return SeasonPage.objects.filter(season=season, is_on=True).first()


@season_view(Right.MONEY, POST)
def season_money(request: ClubRequest, season: Season) -> HttpResponse:
    """Settle the season's evenings together, and redirect to the book."""
    return act_and_redirect(
        request,
        lambda book: reverse("book-money", args=[season.club.slug, book.pk]),
        lambda: season_settle(season=season),
        refused=address("season", season),
    )


# Contenders.


@season_view(Right.SEE, READ)
def members(request: ClubRequest, season: Season) -> HttpResponse:
    """Everybody, by division."""
    divisions = list(season.divisions.all())
    everybody = list(season.contenders.select_related("player", "partner"))
    by_division = [
        (division, [contender for contender in everybody if contender.division_id == division.pk])
        for division in divisions
    ]
    context = {"divisions": by_division, "all_divisions": divisions, "everybody": everybody}
    return season_page(request, season, "leagues/members.html", context, tab="season-members")


@season_view(Right.RUN, FORM)
def members_paste(request: ClubRequest, season: Season) -> HttpResponse:
    """A list of players or pairs, one a line, or everyone on the roster."""
    everyone = "everyone" in request.POST
    form = ContendersForm(
        request.POST or None, request.FILES or None, season=season, everyone=everyone
    )
    upcoming = next_evening(season)
    form.fields["joined"].initial = upcoming.number if upcoming else 1

    def added() -> Sequence[Contender]:
        return contenders_add(
            division=form.cleaned_data["division"],
            lineups=form.players(),
            joined=form.cleaned_data["joined"],
        )

    def message_of(made: Sequence[Contender]) -> str:
        return ngettext("%(count)d added.", "%(count)d added.", len(made)) % {"count": len(made)}

    if answer := submit(request, form, address("season-members", season), added, message_of):
        new_names_say(request, form)
        return answer
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


@season_view(Right.SEE, READ)
def member(request: ClubRequest, season: Season, contender_id: int) -> HttpResponse:
    """A contender's season with a chart."""
    return _member_page(request, _contender(season, contender_id), AdjustmentForm())


def _member_page(
    request: ClubRequest,
    contender: Contender,
    form: AdjustmentForm,
    away_form: AwayForm | None = None,
) -> HttpResponse:
    season = contender.season
    context: dict[str, Any] = {
        "contender": contender,
        "history": history_of(contender),
        "all_divisions": season.divisions.all(),
        "adjustments": adjustments_of(season).filter(contender=contender),
        "adjustment_form": form,
        "away_form": away_form or AwayForm(),
        "away_periods": contender.away_periods.all(),
    }
    template, tab = "leagues/member.html", "season-members"
    status = form_status(form, context["away_form"])
    below = [*_below(season), (str(contender), "")]
    return season_page(request, season, template, context, tab=tab, below=below, status=status)


@season_view(Right.RUN, POST)
def away_new(request: ClubRequest, season: Season, contender_id: int) -> HttpResponse:
    """Note the days on which a contender is away."""
    contender = _contender(season, contender_id)
    form = AwayForm(request.POST)

    def message(away: AwayPeriod) -> str:
        count = away.absences.count()
        words = ngettext(
            "Absent with notice from %(count)d evening.",
            "Absent with notice from %(count)d evenings.",
            count,
        )
        return words % {"count": count}

    answer = submit(
        request,
        form,
        address("season-member", season, contender.pk),
        lambda: away_note(contender=contender, **form.cleaned_data),
        message,
    )
    return answer or _member_page(request, contender, AdjustmentForm(), form)


@season_view(Right.RUN, POST)
def away_remove(request: ClubRequest, season: Season, away: int) -> HttpResponse:
    """Remove days on which somebody was to be away."""
    known = AwayPeriod.objects.select_related("contender")
    period = get_object_or_404(known, contender__season=season, pk=away)
    target = address("season-member", season, period.contender_id)
    return act_and_redirect(request, target, lambda: away_clear(away=period), _("Removed."))


@season_view(Right.RUN, POST)
def adjustment_new(request: ClubRequest, season: Season, contender_id: int) -> HttpResponse:
    """Give a contender bonus or penalty points."""
    contender = _contender(season, contender_id)
    form = AdjustmentForm(request.POST)
    answer = submit(
        request,
        form,
        address("season-member", season, contender.pk),
        lambda: season_adjustment_make(contender=contender, by=request.user, **form.cleaned_data),
        _("The points are added to the total."),
    )
    return answer or _member_page(request, contender, form)


@season_view(Right.RUN, POST)
def adjustment_back(request: ClubRequest, season: Season, adjustment: int) -> HttpResponse:
    """Take bonus or penalty points back."""
    given = get_object_or_404(adjustments_of(season), pk=adjustment)
    target = address("season-member", season, given.contender_id)
    reason = request.POST.get("reason", "")
    return act_and_redirect(
        request,
        target,
        lambda: season_adjustment_revoke(adjustment=given, reason=reason, by=request.user),
        _("Taken back."),
    )


@season_view(Right.RUN, POST)
def member_move(request: ClubRequest, season: Season, contender_id: int) -> HttpResponse:
    """Move a contender to another division."""
    contender = _contender(season, contender_id)
    order = read_whole(request.POST.get("division", ""), most=999)
    division = get_object_or_404(Division, season=season, order=order)
    message = _("%(name)s plays in %(division)s now.") % {
        "name": isolated(contender),
        "division": isolated(division.name),
    }
    target = address("season-members", season)
    return act_and_redirect(
        request, target, lambda: contender_move(contender=contender, division=division), message
    )


@season_view(Right.RUN, POST)
def member_remove(request: ClubRequest, season: Season, contender_id: int) -> HttpResponse:
    contender = _contender(season, contender_id)
    message = _("%(name)s has been removed from the table.") % {"name": isolated(contender)}
    target = address("season-members", season)
    return act_and_redirect(request, target, lambda: contender_remove(contender=contender), message)


def _below(season: Season) -> list[tuple[str, str]]:
    """Return the breadcrumbs from the season to its contenders."""
    return [(many_words(season), address("season-members", season))]


def _contender(season: Season, contender_id: int) -> Contender:
    known = Contender.objects.select_related("player", "partner", "division", "season")
    return get_object_or_404(known, season=season, pk=contender_id)
