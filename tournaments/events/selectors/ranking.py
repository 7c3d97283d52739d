"""Advice on the order of tie-breaks where not everybody plays the same number of hands."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from engine.pairings.formats import FORMATS
from engine.standings.metrics import POINTS
from rules import GAMES
from scoring.running_score import HANDS
from tournaments.events.models import Event

A_HAND = "average"
"""The metric that compares any numbers of hands."""
LEFT_OVER = "left_over"
"""The setting by which those left over make a table larger."""


class OrderProposal(NamedTuple):
    """Another order of tie-breaks, and why."""

    tie_breaks: list[str]
    reason: str


def order_proposed(event: Event) -> OrderProposal | None:
    """Return the order that begins with points a hand, where tables may be larger than others.

    None where the event ranks by it already, or first by something that hands do not change.
    """
    first = event.tie_breaks[0] if event.tie_breaks else ""
    if not has_larger_tables(event) or first not in {POINTS, "games_won"}:
        return None
    if A_HAND not in event.presenter.metrics:
        return None
    rest = [key for key in event.tie_breaks if key != A_HAND]
    return OrderProposal([A_HAND, *rest], _reason(event))


def has_larger_tables(event: Event) -> bool:
    """Whether those left over make a table larger."""
    known = {setting.key for setting in FORMATS[event.format].settings}
    return LEFT_OVER in known and bool(event.format_options.get(LEFT_OVER))


def ranks_by_totals(event: Event) -> bool:
    """Whether single players are ranked first by what grows with every hand."""
    is_single = FORMATS[event.format].lineup == 1
    return is_single and bool(event.tie_breaks) and event.tie_breaks[0] == POINTS


def _reason(event: Event) -> str:
    """Say who plays how many hands at the larger tables."""
    game = GAMES[event.game]
    hands = getattr(game.options.resolve(dict(event.rules)), HANDS, None)
    table = game.seats + 1
    if hands is None:
        return _(
            "At a table of %(table)d the dealer sits the hand out, so not everybody plays the "
            "same number of hands. Points per hand compare them fairly; totals do not."
        ) % {"table": table}
    total = -(-hands * table // game.seats)
    values = {
        "table": table,
        "total": total,
        "hands": hands,
        "least": total - -(-total // table),
        "most": total - total // table,
    }
    if values["least"] == values["most"]:
        return (
            _(
                "At a table of %(table)d the dealer sits the hand out: everybody plays %(hands)d "
                "of %(total)d hands if all are played. If a table stops early, or somebody sits "
                "out a round, the hands differ. Points per hand compare them fairly; totals do "
                "not."
            )
            % values
        )
    return (
        _(
            "At a table of %(table)d the dealer sits the hand out: of %(total)d hands everybody "
            "plays %(least)d or %(most)d, at the other tables %(hands)d. Points per hand compare "
            "them fairly; totals do not."
        )
        % values
    )
