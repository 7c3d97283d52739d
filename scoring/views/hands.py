"""Hands: recording, history, correction, replay with best play, and the file of all hands."""

import json
from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from clubs.access import FORM, POST, READ, ClubRequest
from clubs.roles import Right
from core.cells import CellValue, Number, number_or_text
from core.figures import read_whole
from core.tables import table_response
from core.transactions import Closed
from games.entry_form import EntryForm
from games.wording import isolated_names
from scoring.errors import HandConflict, HandRejected, KeyReused
from scoring.host import Consent
from scoring.models import Hand, Match
from scoring.selectors.best_play import Ask, question_of
from scoring.selectors.histories import history_of, newest_revision, versus
from scoring.selectors.scores import MatchScore, hand_get, match_score, seat_names
from scoring.selectors.walks import Walker, makeable_of
from scoring.services.best_play import best_play_ask
from scoring.services.hands import Written, hand_correct, hand_record
from scoring.views.matches import (
    EntryContext,
    closed_words,
    crumbs_of,
    full_page,
    match_or_404,
    match_view,
    new_key,
    page_context,
)
from scoring.views.previews import hand_shown, preview_of


@match_view(Right.RECORD, POST)
def hand_new(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Record the next hand: 422 with every problem beside its control, 409 with both versions."""
    entry = EntryContext.of(request, match)
    form = entry.submitted_form()
    if not form.is_valid():
        return _again(entry, form, status=422)
    try:
        written = hand_record(
            match_id=match.pk,
            record=form.record,
            derived_calls=form.derived_calls,
            author=request.user,
            number=form.cleaned_data["number"],
            key=form.cleaned_data["key"],
        )
    except HandRejected as error:
        form.problems_add(error.problems)
        return _again(entry, form, status=422)
    except (HandConflict, KeyReused) as error:
        return _conflict(entry, form, error.current)
    except Closed as error:
        form.add_error(None, error)
        return _again(entry, form, status=409)
    return _recorded(EntryContext.of(request, match_or_404(request, match.pk)), written)


@match_view(Right.RECORD, POST)
def hand_preview(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Show the interpretation of the input as text and dominoes; nothing is written."""
    entry = EntryContext.of(request, match)
    form = entry.submitted_form()
    preview = preview_of(match=match, form=form)
    response = render(
        request,
        "scoring/match_preview.html",
        {"preview": preview, "match": match, "form": form, "oob": True},
    )
    if form.understood:
        response["HX-Trigger"] = json.dumps({"entry:understood": form.understood})
    return response


@match_view(Right.SEE, READ)
def hand(request: ClubRequest, match: Match, number: int) -> HttpResponseBase:
    """One hand in full, with its history."""
    entry = EntryContext.of(request, match)
    hand = hand_get(match=match, number=number)
    return render(request, "scoring/match_hand.html", _hand_context(entry, hand))


@match_view(Right.RECORD, FORM)
def hand_change(request: ClubRequest, match: Match, number: int) -> HttpResponseBase:
    """Correct a hand, with a reason; later hands and the result follow."""
    entry = EntryContext.of(request, match)
    hand = hand_get(match=match, number=number)
    if hand.record is None:
        messages.warning(request, _("This hand was taken back: there is nothing to correct."))
        return redirect("hand", match.club.slug, match.pk, number)
    if entry.host.is_closed:
        messages.error(request, closed_words(entry.host))
        return redirect("hand", match.club.slug, match.pk, number)
    if request.method != "POST":
        form = entry.correction_form(hand)
        return _correction_page(entry, form, hand)
    form = entry.submitted_correction(hand)
    reason = request.POST.get("reason", "")
    if not form.is_valid():
        return _correction_page(entry, form, hand, status=422)
    return _correct(entry, form, hand, reason)


def _correct(entry: EntryContext, form: EntryForm, hand: Hand, reason: str) -> HttpResponseBase:
    """Keep a correction once its consequences were confirmed."""
    missing = "" if reason.strip() else _("Say why it is corrected.")

    def corrected() -> Written:
        return hand_correct(
            match_id=entry.match.pk,
            number=hand.number,
            record=form.record,
            derived_calls=form.derived_calls,
            author=entry.request.user,
            reason=reason,
            revision=_revision_seen(entry.request),
            key=form.cleaned_data["key"],
        )

    agreed = Consent.of(entry.request)
    try:
        weighed = entry.host.weigh(corrected, agreed=agreed, trial=bool(missing))
    except HandRejected as error:
        form.problems_add(error.problems)
        return _correction_page(entry, form, hand, status=422)
    except (HandConflict, KeyReused) as error:
        current = error.current or hand
        form.key_renew(new_key())
        return _correction_page(
            entry, form, current, status=409, **_both(entry, current, form.record)
        )
    except Closed:
        messages.error(entry.request, closed_words(entry.host))
        return redirect("hand", entry.match.club.slug, entry.match.pk, hand.number)
    if not weighed.is_kept:
        status = 422 if missing else 200
        more = {"reason_error": missing, "weighed": weighed}
        return _correction_page(entry, form, hand, status=status, **more)
    return redirect("hand", entry.match.club.slug, entry.match.pk, hand.number)


def _again(entry: EntryContext, form: EntryForm, *, status: int, **more: Any) -> HttpResponse:
    """Return the form with input and errors: the panel for htmx, otherwise the whole page."""
    more["preview"] = preview_of(match=entry.match, form=form)
    if entry.request.htmx:
        return entry.show(form, status=status, **more)
    return full_page(entry, form=form, status=status, **more)


def _conflict(entry: EntryContext, form: EntryForm, current: Hand | None) -> HttpResponse:
    """Show both versions; the typed hand moves to the next number."""
    match = match_or_404(entry.request, entry.match.pk)
    entry = EntryContext.of(entry.request, match)
    following, mine = entry.match.hand_count + 1, form.record
    form = entry.moved_on(form)
    if current is None or current.record is None:
        form.add_error(None, _taken_back(following))
        return _again(entry, form, status=409)
    both = _both(entry, current, mine)
    return _again(entry, form, status=409, following=following, taken=current, **both)


def _taken_back(following: int) -> str:
    return _(
        "Hands were taken back in the meantime: what you typed would now be hand "
        "%(number)d. Record it if that is right."
    ) % {"number": following}


def _both(entry: EntryContext, current: Hand, mine: dict[str, Any]) -> dict[str, Any]:
    """Return the recorded and the submitted version."""
    theirs = newest_revision(current)
    return {
        "theirs_shown": {"who": theirs.written_by, "when": theirs.created_at},
        "rows": versus(entry.match, current.number, current.record, mine),
    }


def _recorded(entry: EntryContext, written: Written) -> HttpResponse:
    """On with the next hand: an empty form, the parts that follow, and a toast with undo."""
    if not entry.request.htmx:
        return redirect("match", entry.match.club.slug, entry.match.pk)
    context = page_context(entry) | {"form": entry.fresh_form(), "written": written}
    last = context["score"].last
    if last is not None and last.number == written.hand.number:
        undo = {"number": last.number, "revision": last.revision, "key": context["undo_key"]}
        context |= {"recorded": last, "recorded_undo": undo}
    return render(entry.request, "scoring/match_recorded.html", context)


def _correction_page(
    entry: EntryContext, form: EntryForm, hand: Hand, *, status: int = 200, **more: Any
) -> HttpResponse:
    table = form.table
    context = {
        "match": entry.match,
        "form": form,
        "hand": hand,
        "deal_number": entry.match.deal_number(hand.number),
        "line_help": entry.match.presenter.line_help(table),
        "crumbs": crumbs_of(entry.host, _("Hand %(number)d") % {"number": hand.number}),
        "preview": preview_of(match=entry.match, form=form) if form.is_bound else None,
        "reason": entry.request.POST.get("reason", ""),
        "open": entry.host.open_hands(),
    } | more
    return render(entry.request, "scoring/match_correct.html", context, status=status)


def _hand_context(entry: EntryContext, hand: Hand) -> dict[str, Any]:
    """The hand in words and pieces; a hand that was taken back has only its history."""
    context: dict[str, Any] = {
        "match": entry.match,
        "hand": hand,
        "revisions": history_of(match=entry.match, hand=hand),
        "crumbs": crumbs_of(entry.host, _("Hand %(number)d") % {"number": hand.number}),
        "may_record": entry.may_record,
        "deal_number": entry.match.deal_number(hand.number),
        "open": entry.host.open_hands(),
    }
    if hand.record and hand.verdict:
        context["has_best_play"] = entry.match.presenter.best_play is not None and (
            "deal" in hand.record
        )
        context |= hand_shown(entry.match, hand.number, hand.record, hand.verdict)
        if warning := entry.host.deal_warning(hand.number, hand.record):
            context["warnings"] = [*context.get("warnings", ()), warning]
    return context


def _revision_seen(request: ClubRequest) -> int:
    return read_whole(request.POST.get("revision", "")) or 0


MOST_STEPS = 99


@match_view(Right.SEE, READ)
def hand_walk(request: ClubRequest, match: Match, number: int) -> HttpResponse:
    """Show one step of a hand, ``?step=N`` pieces played; 404 in a game without a solver.

    Missing answers are requested; the page refreshes itself.
    """
    entry = EntryContext.of(request, match)
    recorded = hand_get(match=match, number=number)
    presenter = match.presenter
    if presenter.best_play is None or not recorded.record or not recorded.verdict:
        raise Http404
    context = {
        "match": match,
        "hand": recorded,
        "labels": presenter.hand_labels(
            recorded.record,
            recorded.verdict,
            isolated_names(seat_names(match, number=number)),
        ),
        "cards": presenter.cards,
        "keys": list(zip(presenter.keys, seat_names(match, number=number), strict=False)),
        "crumbs": crumbs_of(entry.host, _("Hand %(number)d") % {"number": number}),
        "with_line": "line" in request.GET,
    }
    step = read_whole(request.GET.get("step", "0"), most=MOST_STEPS) or 0
    return render(
        request, "scoring/match_walk.html", context | best_play_context(match, recorded, step)
    )


def best_play_context(match: Match, hand: Hand, step: int) -> dict[str, Any]:
    """Return the best-play values of a hand: `walk`, `makeable`, or why there are none.

    `is_pending` while the worker computes; `is_unknown` if the deal is not completely known.
    """
    record = hand.record or {}
    deal, play = (question_of(ask, record) for ask in (Ask.MAKEABLE, Ask.WALK))
    if deal is None:
        return {"is_unknown": True}
    answers = best_play_ask([deal, play], club=match.club)
    context: dict[str, Any] = {"has_plays": play is not None}
    if (answer := answers.get(deal.digest)) is not None:
        context["makeable"] = makeable_of(match, hand, answer)
    if play is not None and (walk := answers.get(play.digest)) is not None:
        context["walk"] = Walker(match, hand, walk).at(step) if walk["ok"] else None
    questions = [question for question in (deal, play) if question]
    return context | {"is_pending": any(question.digest not in answers for question in questions)}


@match_view(Right.SEE, READ)
def hands_file(request: ClubRequest, match: Match, form: str) -> HttpResponseBase:
    """Send the hands in their order, each with what it added to every side, and the new totals."""
    score = match_score(match)
    sides = [side.label.short for side in score.sides]
    words = score.presenter.words
    head = [
        *(_("Hand"), *map(str, (words.dealer, words.bidder, words.bid))),
        *(_("Contract"), _("Result"), _("Points"), *sides),
        *(_("Total of %(side)s") % {"side": side} for side in sides),
        *(_("Why"), _("Ruling")),
    ]
    name = _("%(table)s, %(event)s") % {"table": _("Hands"), "event": match}
    return table_response(form, name, head, _rows(score))


def _rows(score: MatchScore) -> Iterator[list[CellValue]]:
    for row in score.rows:
        labels = row.labels
        yield [
            *(row.number, labels.dealer, labels.bidder, number_or_text(labels.bid)),
            *(str(labels.contract.text), str(labels.result), number_or_text(str(labels.detail))),
            *(Number(f"{change.points:+}" if change.points else "") for change in row.changes),
            *("" if change.reached is None else change.reached for change in row.changes),
            *(row.reason, row.ruling),
        ]
