"""Names set as large as their place allows, their words whole wherever that is possible."""

from collections.abc import Iterable
from dataclasses import replace
from functools import lru_cache

from press.blocks import baseline
from press.pen import Align, Pen
from press.text import ELLIPSIS, SMALLEST, Type, base_of, width_of, wrap

_MORE_THAN_HALF = 0.62
_SMALLER = (0.82, 0.74, 0.66)


def set_name(
    name: str, styles: Iterable[Type], *, width: float, room: float
) -> tuple[Type, tuple[str, ...]]:
    """The first of the styles, largest first, in which a name has room, and its lines in it.

    Where none does, the last one, and as many lines of it as fit.
    """
    style: Type | None = None
    lines: tuple[str, ...] = ()
    for style in styles:
        most = int(room / style.leading)
        lines = balanced(name, style, width, most)
        if len(lines) <= most and _is_whole(name, style, width):
            return style, lines
    if style is None:
        raise ValueError("a name needs a style to be set in")
    kept = max(1, int(room / style.leading))
    return style, lines if len(lines) <= kept else (*lines[: kept - 1], lines[kept - 1] + ELLIPSIS)


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


def draw_on_line(
    pen: Pen, x: float, foot: float, name: str, style: Type, *, width: float, room: float
) -> None:
    """A name close above a line to write on; a long one smaller, on two lines."""
    if width_of(name, style) * SMALLEST <= width:
        pen.fitted(x, foot - style.size * 0.39, name, style, width=width)
        return
    close = replace(style, leading=style.size * 1.06)
    smaller = [close.scaled(part) for part in _SMALLER]
    draw_name(pen, x, foot - room, name, smaller, width=width, room=room)


@lru_cache(maxsize=4096)
def balanced(name: str, style: Type, width: float, most: int) -> tuple[str, ...]:
    """The lines of a name, of much the same length where it takes two and two are allowed.

    None of them is then left with a single short word.
    """
    base = base_of(name)
    natural = width_of(name, style, base)
    if natural > width and most > 1:
        lines = wrap(name, style, max(natural / 2, min(width, natural * _MORE_THAN_HALF)), base)
        if len(lines) == 2 and all(width_of(line, style, base) <= width for line in lines):
            return lines
    return wrap(name, style, width, base)


def _is_whole(name: str, style: Type, width: float) -> bool:
    """Whether no word of it has to be broken."""
    base = base_of(name)
    if width_of(name, style, base) <= width:
        return True
    return all(width_of(word, style, base) <= width for word in name.split())
