"""Drawings as images in a page: named for readers, or hidden from them."""

from __future__ import annotations

from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _

from press.drawings.states import State

# Room around a piece for its edge and the badge of a state.
MARGIN: Final = 5

STATE_NAMES: Final = {
    State.TRUMP: _("trump"),
    State.LED: _("led"),
    State.WINNER: _("wins the trick"),
    State.PROBLEM: _("problem"),
    State.SELECTED: _("chosen"),
    State.MUTED: _("out of play"),
}


def shapes_of(text: str) -> SafeString:
    """Shapes made of numbers and constants alone, hence safe as they stand."""
    return mark_safe(text)  # noqa: S308  # no user text reaches the drawings


def state_named(name: str, state: State | None) -> str:
    """A piece's name with its state, as it is read out."""
    return f"{name}, {STATE_NAMES[state]}" if state else name


def role_of(name: str) -> SafeString:
    """The attributes of an image with a name, or of one hidden where the name is empty."""
    if not name:
        return mark_safe('aria-hidden="true"')
    return format_html('role="img" aria-label="{}"', name)


def image(
    *, css: str, size: tuple[float, float], name: str, shapes: SafeString, margin: int = MARGIN
) -> SafeString:
    """Shapes of that size as an image, with room around them."""
    width, height = (f"{length + 2 * margin:g}" for length in size)
    return format_html(
        '<svg class="{}" viewBox="{} {} {} {}" {} focusable="false">{}</svg>',
        css,
        -margin,
        -margin,
        width,
        height,
        role_of(name),
        shapes,
    )
