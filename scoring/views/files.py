"""The hands of a match as a file for a spreadsheet."""

from collections.abc import Iterator

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from core.cells import CellValue, Number
from core.tables import table_response
from scoring.selectors.scores import MatchScore, match_get, match_score


@club_view(Right.SEE)
@require_safe
def hands_file(request: ClubRequest, match_id: int, form: str) -> HttpResponseBase:
    """Send the hands in their order, each with what it added to every side, and the new totals."""
    match = match_get(club=request.membership.club, match_id=match_id)
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
            *(row.number, labels.dealer, labels.bidder, labels.bid, str(labels.contract.text)),
            *(str(labels.result), str(labels.detail)),
            *(Number(f"{change.points:+}" if change.points else "") for change in row.changes),
            *("" if change.reached is None else change.reached for change in row.changes),
            *(row.reason, row.ruling),
        ]
