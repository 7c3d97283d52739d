"""“What would you bid?”: one hand of a recorded deal, and the value of a bid on it."""

import secrets
from collections.abc import Collection, Iterable
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view
from clubs.roles import Right
from core.figures import read_whole
from core.text import comma_list
from games.best_play import BestPlayWords, Makeable, MakeableRow
from rules.pieces import place_in_hand
from scoring.models import Hand
from scoring.selectors.best_play import Ask, question_of
from scoring.services.best_play import best_play_ask
from tournaments.deals.selectors.deals import bidding_draw, bidding_hand

SEATS = 4
NO_BID = "pass"


@club_view(Right.SEE)
@require_safe
def bidding(request: ClubRequest) -> HttpResponse:
    """Draw a random hand and redirect to it; say so if there is none."""
    club, typed = request.membership.club, request.GET.get("hand")
    if typed is None:
        drawn = bidding_draw(club)
        if drawn is None:
            return render(request, "deals/bidding.html", {"hand": None})
        address = reverse("bidding", args=[club.slug])
        return redirect(f"{address}?hand={drawn.pk}&seat={secrets.randbelow(SEATS)}")
    hand = bidding_hand(club, read_whole(typed) or 0)
    seat = read_whole(request.GET.get("seat", ""), most=SEATS - 1)
    if hand is None or seat is None:
        raise Http404
    return render(request, "deals/bidding.html", _context(request, hand, seat))


def _context(request: ClubRequest, hand: Hand, seat: int) -> dict[str, Any]:
    """Return the hand of one seat and, once a bid was chosen, its value at every place."""
    presenter, record = hand.match.presenter, hand.record or {}
    words = presenter.best_play
    question = question_of(Ask.MAKEABLE, record)
    assert words is not None
    assert question is not None
    # Requested now, to be ready when the bid is made.
    answer = best_play_ask([question], club=request.membership.club).get(question.digest)
    options = presenter.laws.options.resolve(dict(hand.match.rules))
    bids, chosen = words.bids(options), request.GET.get("bid", "")
    known = chosen == NO_BID or chosen in {bid for bid, _words, _needed in bids}
    context = {
        "hand": hand,
        "seat": seat,
        "cards": presenter.cards,
        "pieces": _pieces(hand, seat),
        "place": _place(seat, record["dealer"]),
        "agreed": presenter.agreed(options),
        "bids": [(bid, label) for bid, label, _needed in bids],
        "contracts": words.contracts(options),
        "chosen": chosen if known else "",
        "declared": read_whole(request.GET.get("declaration", "")),
        "is_pending": answer is None,
    }
    if answer is None or not answer["ok"] or not known:
        return context
    makeable = words.makeable(answer, presenter.keys)
    return context | _judged(context, hand, words, makeable)


def _judged(
    context: dict[str, Any], hand: Hand, words: BestPlayWords, makeable: Makeable
) -> dict[str, Any]:
    presenter = hand.match.presenter
    options = presenter.laws.options.resolve(dict(hand.match.rules))
    needed = {bid: need for bid, _label, need in words.bids(options)}
    labels = presenter.hand_labels(hand.record or {}, hand.verdict or {}, presenter.keys)
    chosen, place, seat = context["chosen"], context["declared"], context["seat"]
    could_bid = any(_lowest(row, seat, needed.values()) is not None for row in makeable.rows)
    shown: dict[str, Any] = {
        "makeable": makeable,
        "keys": [(key, key) for key in presenter.keys[:SEATS]],
        "table_did": labels.sentence,
        "best": _best(makeable, seat, needed.values()),
    }
    if chosen == NO_BID:
        return shown | {"has_passed": True, "could_bid": could_bid}
    if place is None or place >= len(makeable.rows):
        return shown
    row = makeable.rows[place]
    if needed[chosen] < row.least:
        return shown | {"row": row, "is_too_low": True}
    worth = [
        (key, cell.text, cell.makes(needed[chosen]), number == seat)
        for number, (key, cell) in enumerate(zip(presenter.keys, row.cells, strict=False))
    ]
    return shown | {"row": row, "worth": worth, "made": worth[seat][2]}


def _lowest(row: MakeableRow, seat: int, needed: Iterable[int]) -> int | None:
    """Return the lowest requirement of a bid that this seat makes with a contract."""
    made = (need for need in needed if need >= row.least and row.cells[seat].makes(need))
    return min(made, default=None)


def _best(makeable: Makeable, seat: int, needed: Collection[int]) -> str:
    """Return the best contract at this place: one that makes a bid, if there is any."""
    made = [row for row in makeable.rows if _lowest(row, seat, needed) is not None]
    counted = [row for row in made or makeable.rows if row.cells[seat].number is not None]
    if not counted:
        return str(made[0].contract.text)
    best = max(counted, key=lambda row: row.cells[seat].number or 0)
    return comma_list((best.contract.text, best.cells[seat].text))


def _pieces(hand: Hand, seat: int) -> list[str]:
    """The hand of a seat; an unrecorded fourth hand is the rest of the pack."""
    presenter, record = hand.match.presenter, hand.record or {}
    canonical = presenter.pack.canonical
    written = record["deal"][seat]
    if written is None:
        others = {canonical(piece) for dealt in record["deal"] for piece in dealt or ()}
        written = presenter.pack.pieces - others - {canonical(record.get("centre", ""))}
    pieces = [canonical(piece) for piece in written]
    return sorted(pieces, key=place_in_hand) if presenter.cards else sorted(pieces, reverse=True)


def _place(seat: int, dealer: int) -> str:
    """Where the seat calls in the auction."""
    places = (_("You call first."), _("You call second."), _("You call third."))
    return (*places, _("You call last."))[(seat - dealer - 1) % SEATS]
