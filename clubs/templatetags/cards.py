"""Tags that draw playing cards and let them be chosen. They know no model and no request."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from core.figures import signed
from core.templatetags.look import image, shapes_of, state_named
from games import PRESENTERS
from games.cards import card_name, suit_name
from press import cards
from press.cards import BOX
from press.icons import State

register = template.Library()

SMALL: Final = ("xs", "sm")
"""Sizes with rank and suit alone, both larger."""


@register.simple_tag
def card(
    piece: str = "",
    *,
    size: str = "md",
    face_down: bool = False,
    state: str = "",
    named: bool = True,
) -> SafeString:
    """Draw a card. `named=False` hides it from screen readers, for use beside its name."""
    css, measures = f"playing-card playing-card--{size}", (cards.WIDTH, cards.HEIGHT)
    if face_down:
        name = _("card, face down") if named else ""
        back = shapes_of(cards.back_shapes())
        return image(css=f"{css} playing-card--down", size=measures, name=name, shapes=back)
    mark = State(state) if state else None
    shapes = shapes_of(cards.card_shapes(piece, state=mark, small=size in SMALL))
    name = state_named(card_name(piece), mark) if named else ""
    css = f"{css} playing-card--{cards.colour_of(piece[0])}"
    css = f"{css} piece--{mark}" if mark else css
    return image(css=css, size=measures, name=name, shapes=shapes)


@register.simple_tag
def suit(sign: str, *, size: str = "sm", named: bool = True) -> SafeString:
    """The sign of a suit: "S", "H", "D" or "C"."""
    name = suit_name(sign)
    return image(
        css=f"suit-sign suit-sign--{size} suit-sign--{cards.colour_of(sign)}",
        size=(BOX, BOX),
        name=name if named else "",
        shapes=shapes_of(cards.sign_shapes(sign)),
        margin=0,
    )


@register.filter
def plays_cards(game: str) -> bool:
    return PRESENTERS[game].cards


@register.filter
def amount(points: int, game: str) -> SafeString:
    """Return points added or taken off in the unit of a game: "+2 marks"."""
    shown = format_html('<span dir="ltr">{}</span>', signed(points))
    said: str = PRESENTERS[game].words.amount % {"size": abs(points), "shown": shown}
    return mark_safe(said)  # noqa: S308 a message and a number


@register.inclusion_tag("components/card_picker.html")
def card_picker(
    name: str,
    legend: str,
    *,
    pack: Sequence[Sequence[str]],
    chosen: Collection[str] = (),
    used: Mapping[str, str] | None = None,
    limit: int = 0,
) -> dict[str, Any]:
    """The cards of a pack to choose from, as check boxes called `name`, a row for each suit.

    `pack` has a row for each suit. `used` gives for a card that is gone the
    words why ("Ann, trick 2"); `limit` is how many may be chosen, 0 for any number.
    """
    gone = used or {}
    is_wide = max(map(len, pack), default=0) > 9  # as CSS lays the rows out
    rows = [
        {
            "suit": row[0][0],
            "picks": [
                {
                    "piece": piece,
                    "keys": " ".join(cards.spellings(piece)),
                    "name": card_name(piece),
                    "chosen": piece in chosen,
                    "used": gone.get(piece, ""),
                }
                for piece in row
            ],
        }
        for row in pack
    ]
    return {"name": name, "legend": legend, "rows": rows, "limit": limit, "is_wide": is_wide}
