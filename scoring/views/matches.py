"""The match page and what keeps it alive: the poll, the entry panel, undo."""

import json
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.http import parse_etags
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from clubs.rows import Closed
from games.entry_form import MODES
from games.numbers import read_whole
from scoring.errors import HandConflict, KeyReused, MatchConflict, NothingToUndo, ReasonMissing
from scoring.forms import ResultForm, UndoForm
from scoring.host import Crumb, MatchHost, Stage, host_of
from scoring.models import Match
from scoring.selectors.sheets import match_get, sheet_of, stated_by, stated_states
from scoring.services.hands import hand_undo
from scoring.services.matches import match_time_call
from scoring.services.results import (
    MOST_REASON,
    Unfinished,
    result_restore,
    result_state,
    result_withdraw,
)
from scoring.views.entries import EntryContext, entry_mode, mode_remember, new_key


@club_view(Right.SEE)
@require_safe
def match_page(request: ClubRequest, match_id: int) -> HttpResponseBase:
    """Everything about one match, and for those who record the entry row."""
    desk = EntryContext.of(request, match_id)
    response = _page(desk)
    return mode_remember(response, desk.mode) if "mode" in request.GET else response


@club_view(Right.SEE)
@require_safe
def match_live(request: ClubRequest, match_id: int) -> HttpResponseBase:
    """What others have changed since: 304 while nothing has, else the parts that follow hands."""
    match = match_get(club=request.membership.club, match_id=match_id)
    tag = etag_of(match)
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        # htmx would swap the empty answer of a 304 in.
        return HttpResponse(status=304, headers={"ETag": tag, "HX-Reswap": "none"})
    desk = EntryContext(request, match, host_of(match), entry_mode(request))
    response = render(request, "scoring/match_live.html", page_context(desk))
    response["ETag"] = tag
    return response


@club_view(Right.RECORD)
@require_safe
def match_entry(request: ClubRequest, match_id: int) -> HttpResponseBase:
    """The entry panel for the next hand; what was typed in another mode comes along."""
    desk = EntryContext.of(request, match_id)
    response = desk.show(desk.fresh_form(request.GET))
    return mode_remember(response, desk.mode)


@club_view(Right.RECORD)
@require_POST
def match_undo(request: ClubRequest, match_id: int) -> HttpResponseBase:
    """Take back the last hand, if it is still the one that was seen; first it is said what follows.

    Once others rely on it, why is asked.
    """
    match = match_get(club=request.membership.club, match_id=match_id)
    form = UndoForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("There is nothing to take back."))
        return redirect("match", request.membership.club.slug, match_id)
    seen, number = form.cleaned_data, form.cleaned_data["number"]
    try:
        return _weighed(
            request,
            match,
            lambda why: hand_undo(match_id=match.pk, author=request.user, reason=why, **seen),
            _("Hand %(number)d was taken back.") % {"number": number},
            title=_("Take back hand %(number)d") % {"number": number},
        )
    except NothingToUndo:
        messages.error(request, _("There is nothing to take back."))
    except (HandConflict, KeyReused):
        messages.warning(
            request, _("Something else was recorded in the meantime. Nothing was taken back.")
        )
    return redirect("match", request.membership.club.slug, match_id)


@club_view(Right.RECORD)
@require_POST
def match_result(request: ClubRequest, match_id: int) -> HttpResponseBase:
    """Enter the final totals of a match whose hands nobody wrote down."""
    desk = EntryContext.of(request, match_id)
    form = desk.result_form(request.POST)
    assert form is not None
    if form.is_valid():
        try:
            result_state(
                match_id=desk.match.pk,
                totals=form.totals,
                hands=form.hand_count,
                author=request.user,
                seen=None,
                ended=form.how_ended,
            )
        except Unfinished as error:
            form.ask(error.question)
        except MatchConflict:
            messages.warning(request, _("Someone else entered another result in the meantime."))
        except ValidationError as error:
            form.add_error(None, error)
        else:
            messages.success(request, _("The result is entered."))
    if form.errors:
        return _page(desk, result_form=form, status=422)
    return redirect("match", request.membership.club.slug, match_id)


@club_view(Right.RECORD)
@require_POST
def match_result_withdraw(request: ClubRequest, match_id: int) -> HttpResponseBase:
    """Take the entered result back; first it is said what follows."""
    match = match_get(club=request.membership.club, match_id=match_id)
    return _weighed(
        request,
        match,
        lambda why: result_withdraw(match_id=match.pk, author=request.user, reason=why),
        _("The result was taken back."),
        title=_("Take the result back"),
    )


@club_view(Right.RECORD)
@require_POST
def match_result_restore(request: ClubRequest, match_id: int) -> HttpResponseBase:
    """Put back what was entered before the last change; first it is said what follows."""
    match = match_get(club=request.membership.club, match_id=match_id)
    revision = read_whole(request.POST.get("revision", ""), most=2**63 - 1) or 0
    try:
        return _weighed(
            request,
            match,
            lambda why: result_restore(
                match_id=match.pk, author=request.user, revision=revision, reason=why
            ),
            _("The former result stands again."),
            title=_("Put the former result back"),
        )
    except MatchConflict:
        messages.warning(request, _("Meanwhile the result was changed. Nothing was put back."))
    return redirect("match", request.membership.club.slug, match_id)


@club_view(Right.RECORD)
@require_POST
def match_time_end(request: ClubRequest, match_id: int) -> HttpResponseBase:
    """End a match on which time was called and no hand is being played."""
    match = match_get(club=request.membership.club, match_id=match_id)
    try:
        if match.called_after is None:
            raise ValidationError(_("Time has not been called on this match."))
        match_time_call(
            match_id=match.pk,
            called_by=request.user,
            plays_off=match.plays_off,
            after=match.hand_count,
        )
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
    else:
        messages.success(request, _("The match ends as it stands."))
    return redirect("match", request.membership.club.slug, match_id)


def _weighed(
    request: ClubRequest, match: Match, act: Callable[[str], object], words: str, *, title: str
) -> HttpResponse:
    """Correct something by a button: once others rely on it, what follows is said and why asked.

    The page that asks sends what was sent once more.
    """
    host = host_of(match)
    reason, agreed = request.POST.get("reason", "").strip(), request.POST.get("agreed", "")
    wrong = reason_problem(host, request.POST)
    tries = bool(wrong) or (not reason and host.stage() is Stage.PAST)
    try:
        found = host.weigh(lambda: act("–" if tries else reason), agreed=agreed, trial=tries)
    except ReasonMissing:
        found = host.weigh(lambda: act("–"), trial=True)
    except Closed:
        messages.error(request, closed_words(host))
        return redirect("match", match.club.slug, match.pk)
    except ValidationError as error:
        messages.error(request, " ".join(error.messages))
        return redirect("match", match.club.slug, match.pk)
    if found.is_kept:
        messages.success(request, words)
        return redirect("match", match.club.slug, match.pk)
    asked = {"agreed", "reason", "csrfmiddlewaretoken"}
    context = {
        "match": match,
        "weighed": found,
        "title": title,
        "crumbs": crumbs_of(host, title),
        "sent": [(name, value) for name, value in request.POST.items() if name not in asked],
        "reason": reason,
        "reason_error": wrong,
    }
    return render(request, "scoring/match_weighed.html", context, status=422 if wrong else 200)


def reason_problem(host: MatchHost, sent: QueryDict) -> str:
    """What is wrong with the reason that was sent, where one is wanted; empty where none was."""
    reason = sent.get("reason", "").strip()
    if len(reason) > MOST_REASON:
        return _("At most %(most)d characters.") % {"most": MOST_REASON}
    if "reason" in sent and not reason and host.stage() is Stage.PAST:
        return _("Say why it is corrected.")
    return ""


def closed_words(host: MatchHost) -> SafeString:
    """That what the match belongs to is finished, and where it can be opened again."""
    return format_html(
        '{} <a href="{}">{}</a>',
        _("This event is finished. Nothing in it changes unless it is opened again."),
        host.breadcrumbs()[-1].href,
        _("To the event"),
    )


def _page(
    desk: EntryContext, *, result_form: ResultForm | None = None, status: int = 200
) -> HttpResponse:
    """The whole page, with a form for the result as long as no hand is recorded."""
    context = page_context(desk) | {"crumbs": crumbs_of(desk.host), "note": desk.host.note()}
    if context["may_record"]:
        context["form"] = desk.fresh_form()
        context["result_form"] = result_form or desk.result_form()
    elif desk.request.membership.may(Right.RECORD):
        context["closed"] = closed_words(desk.host)
    return render(desk.request, "scoring/match.html", context, status=status)


def page_context(desk: EntryContext) -> dict[str, Any]:
    """What the page and its live parts show."""
    sheet = sheet_of(desk.match)
    return {
        "match": desk.match,
        "sheet": sheet,
        "line_help": sheet.presenter.line_help(sheet.table.options),
        "poll_headers": json.dumps({"If-None-Match": etag_of(desk.match)}),
        "may_record": desk.may_record,
        "modes": MODES,
        "undo_key": new_key(),
        "stated": stated_by(desk.match),
        "stated_states": stated_states(desk.match),
    } | desk.ended()


def etag_of(match: Match) -> str:
    """The entity tag of a match: its version."""
    return f'"match-{match.pk}-{match.version}"'


def crumbs_of(host: MatchHost, *below: str) -> list[Crumb]:
    """The way to the match, and to what lies ``below`` it."""
    match, above = host.match, host.breadcrumbs()
    label = match.place if above else match.label
    label = capfirst(label) or _("Match %(number)d") % {"number": match.pk}
    if not below:
        return [*above, Crumb(label)]
    href = reverse("match", args=[match.club.slug, match.pk])
    return [*above, Crumb(label, href), *(Crumb(text) for text in below)]
