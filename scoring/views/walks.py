"""A recorded hand piece by piece, with best play."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from clubs.access import READ, ClubRequest
from clubs.roles import Right
from core.figures import read_whole
from games.wording import isolated_names
from scoring.models import Hand, Match
from scoring.selectors.best_play import Ask, question_of
from scoring.selectors.scores import hand_get, seat_names
from scoring.selectors.walks import Walker, makeable_of
from scoring.services.best_play import best_play_ask
from scoring.views.matches import EntryContext, crumbs_of, match_view

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
