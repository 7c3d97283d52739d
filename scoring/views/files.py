"""The hands of a match as a file for a spreadsheet."""

from collections.abc import Iterator

from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from clubs.access import READ, ClubRequest
from clubs.roles import Right
from core.cells import CellValue, Number, number_or_text
from core.tables import table_response
from scoring.models import Match
from scoring.selectors.scores import MatchScore, match_score
from scoring.views.matches import match_view


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
