"""Names set as large as their place allows, their words whole wherever that is possible."""

from collections.abc import Iterable

from .blocks import baseline
from .pen import Align, Pen
from .style import Type
from .text import base_of, width_of, wrap

_HALVINGS = 6


def set_name(
    name: str, styles: Iterable[Type], *, width: float, room: float
) -> tuple[Type, tuple[str, ...]]:
    """The first of the styles, largest first, in which a name has room, and its lines in it.

    Where none does, the last one, and as many lines of it as fit.
    """
    style: Type | None = None
    lines: tuple[str, ...] = ()
    for style in styles:
        lines = wrap(name, style, width, base_of(name))
        if len(lines) * style.leading <= room and _is_whole(name, style, width):
            return style, _balanced(name, style, width, len(lines))
    if style is None:
        raise ValueError("a name needs a style to be set in")
    return style, lines[: max(1, int(room / style.leading))]


def draw_name(
    pen: Pen,
    x: float,
    y: float,
    name: str,
    styles: Iterable[Type],
    *,
    width: float,
    room: float,
    align: Align = Align.START,
) -> float:
    """Draw a name in the middle of the `room` below `y`; the height of its lines."""
    style, lines = set_name(name, styles, width=width, room=room)
    height = len(lines) * style.leading
    y += (room - height) / 2
    base = base_of(name)
    for line in lines:
        pen.fitted(x, baseline(y, style), line, style, width=width, align=align, base=base)
        y += style.leading
    return height


def _balanced(name: str, style: Type, width: float, count: int) -> tuple[str, ...]:
    """The lines in the narrowest width in which they are no more: none is left with one word."""
    base = base_of(name)
    low, high = 0.0, width
    for _step in range(_HALVINGS if count > 1 else 0):
        middle = (low + high) / 2
        fits = _is_whole(name, style, middle) and len(wrap(name, style, middle, base)) <= count
        low, high = (low, middle) if fits else (middle, high)
    return wrap(name, style, high, base)


def _is_whole(name: str, style: Type, width: float) -> bool:
    base = base_of(name)
    return all(width_of(word, style, base) <= width for word in name.split())
