"""The hands of a match as a file, for a spreadsheet or in PBN, and read from one."""

from collections.abc import Iterator

from django.contrib import messages
from django.http import Http404
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.access import FORM, READ, ClubRequest
from clubs.roles import Right
from core.cells import CellValue, Number, number_or_text
from core.tables import file_response, table_response
from games.pbn import MEDIA_TYPE, HandNotation, file_written
from scoring.forms import PbnForm
from scoring.models import Match
from scoring.selectors.pbn import hand_notation, hands_written
from scoring.selectors.scores import MatchScore, match_score
from scoring.views.matches import EntryContext, closed_words, crumbs_of, match_view


@match_view(Right.SEE, READ)
def hands_file(request: ClubRequest, match: Match, form: str) -> HttpResponseBase:
    """Send the hands in their order, each with what it added to every side, and the new totals."""
    score = match_score(match)
    sides = [side.label.short for side in score.sides]
    head = [
        *(_("Hand"), _("Dealer") if score.presenter.deals else _("Shaker"), _("Bidder"), _("Bid")),
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


# Portable Bridge Notation


def _notation(match: Match) -> HandNotation:
    """Return how hands of the match are written; 404 where they cannot be."""
    notation = hand_notation(match.game)
    if notation is None:
        raise Http404
    return notation


@match_view(Right.SEE, READ)
def hands_pbn(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Send the hands in their order."""
    notation = _notation(match)
    tags = {"Event": str(match), "Site": "", "Date": f"{localtime(match.created_at):%Y.%m.%d}"}
    name = _("%(table)s, %(event)s") % {"table": _("Hands"), "event": match}
    content = file_written(hands_written(match, notation, tags))
    return file_response(content, MEDIA_TYPE, name, "pbn")


@match_view(Right.RECORD, FORM)
def hands_read_pbn(request: ClubRequest, match: Match) -> HttpResponseBase:
    """Record the hands of a file as the next ones."""
    entry = EntryContext.of(request, match)
    _notation(match)
    if entry.host.is_closed:
        messages.error(request, closed_words(entry.host))
        return redirect("match", match.club.slug, match.pk)
    is_sent = request.method == "POST"
    form = PbnForm(request.POST, request.FILES) if is_sent else PbnForm()
    if is_sent and form.is_valid():
        with form.problems_shown():
            count = form.read(match=match, author=request.user)
            words = ngettext("%(count)d hand recorded.", "%(count)d hands recorded.", count)
            messages.success(request, words % {"count": count})
            return redirect("match", match.club.slug, match.pk)
    context = {
        "match": match,
        "form": form,
        "crumbs": crumbs_of(entry.host, _("Read hands from a file")),
    }
    return render(request, "scoring/match_read.html", context, status=422 if is_sent else 200)
