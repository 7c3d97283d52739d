"""Drawing in reading order.

`x` runs from the edge where reading starts, `y` from the top of the page down. For a language
read from the right the pen mirrors every place, so that no document needs to know.
"""

from collections.abc import Iterable
from enum import Enum

from reportlab.lib.colors import Color

from press.canvas import PressCanvas
from press.fonts import Base, Script, TextLine, set_line
from press.text import INK, Type, fit

Segment = tuple[float, float, float, float]


class Align(float, Enum):
    """Where a text lies against its `x`: the share of its width that is before `x`."""

    START = 0.0
    CENTRE = 0.5
    END = 1.0


class Pen:
    """A canvas seen from the start edge of a page's type area."""

    def __init__(
        self,
        canvas: PressCanvas,
        script: Script,
        *,
        left: float,
        width: float,
        height: float,
        rtl: bool = False,
    ) -> None:
        self.canvas = canvas
        self.script = script
        self.width = width
        self.rtl = rtl
        self._left = left
        self._height = height

    def place(self, x: float, y: float, width: float = 0) -> tuple[float, float]:
        """Return the canvas's own coordinates of the lower left corner of something `width`
        wide."""
        across = self.width - x - width if self.rtl else x
        return self._left + across, self._height - y

    def unmirrored(self, x: float, y: float, width: float) -> "Pen":
        """Return a pen for a drawing that is never mirrored, its origin the drawing's upper
        left."""
        left, up = self.place(x, y, width)
        return Pen(self.canvas, self.script, left=left, width=width, height=up)

    def area(self, x: float, y: float, width: float) -> "Pen":
        """Return a pen for a part of the page, its origin the upper corner where reading starts."""
        left, up = self.place(x, y, width)
        return Pen(self.canvas, self.script, left=left, width=width, height=up, rtl=self.rtl)

    def text(
        self,
        x: float,
        y: float,
        text: str,
        style: Type,
        align: Align = Align.START,
        *,
        base: Base = Base.AUTO,
    ) -> None:
        """One line of text, its baseline at `y`."""
        self.put(x, y, set_line(text, self.script, style.weight, base), style, align)

    def fitted(
        self,
        x: float,
        y: float,
        text: str,
        style: Type,
        *,
        width: float,
        align: Align = Align.START,
        base: Base = Base.AUTO,
    ) -> None:
        """One line of text that never grows beyond `width`."""
        line = set_line(text, self.script, style.weight, base)
        if line.width * style.size > width:
            text, style = fit(text, style, width, self.script, base)
            line = set_line(text, self.script, style.weight, base)
        self.put(x, y, line, style, align)

    def lines(
        self,
        segments: Iterable[Segment],
        *,
        thick: float = 0.5,
        colour: Color = INK,
        dash: tuple[float, ...] = (),
        cap: int = 0,
    ) -> None:
        """Straight lines, given as `x1, y1, x2, y2`, in one stroke."""
        canvas = self.canvas
        canvas.setLineWidth(thick)
        canvas.setStrokeColor(colour)
        canvas.setLineCap(cap)
        canvas.setDash(list(dash) or [])
        canvas.lines([(*self.place(a, b), *self.place(c, d)) for a, b, c, d in segments])

    def rule(self, y: float, *, thick: float = 0.5, colour: Color = INK) -> None:
        """A line across the type area."""
        self.lines([(0, y, self.width, y)], thick=thick, colour=colour)

    def box(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: Color | None = None,
        stroke: Color | None = None,
        thick: float = 0.6,
        radius: float = 0,
    ) -> None:
        """A rectangle whose top edge is at `y`."""
        across, up = self.place(x, y + height, width)
        canvas = self.canvas
        if fill is not None:
            canvas.setFillColor(fill)
        if stroke is not None:
            canvas.setDash([])
            canvas.setStrokeColor(stroke)
            canvas.setLineWidth(thick)
        drawn = {"fill": int(fill is not None), "stroke": int(stroke is not None)}
        if radius:
            canvas.roundRect(across, up, width, height, radius, **drawn)
        else:
            canvas.rect(across, up, width, height, **drawn)

    def dot(self, x: float, y: float, radius: float, *, fill: Color | None, stroke: Color) -> None:
        """Draw a disc, or a ring if `fill` is None."""
        across, up = self.place(x, y)
        canvas = self.canvas
        canvas.setDash([])
        canvas.setStrokeColor(stroke)
        canvas.setLineWidth(0.8)
        if fill is not None:
            canvas.setFillColor(fill)
        canvas.circle(across, up, radius, stroke=1, fill=int(fill is not None))

    def form(self, name: str, x: float, y: float, *, width: float, scale: float) -> None:
        """A form drawn once in the file; `y` is its lower edge, `width` its scaled width."""
        across, up = self.place(x, y, width)
        canvas = self.canvas
        canvas.saveState()
        canvas.transform(scale, 0, 0, scale, across, up)
        canvas.doForm(name)
        canvas.restoreState()

    def put(self, x: float, y: float, line: TextLine, style: Type, align: Align) -> None:
        """One line of text that is set already."""
        width = line.width * style.size
        across, up = self.place(x - width * align, y, width)
        canvas = self.canvas
        canvas.setFillColor(style.colour)
        for run in line.runs:
            canvas.setFont(run.font, style.size * run.scale)
            canvas.drawString(across, up, run.text, mode=self._mode(style) if run.heavy else None)
            across += run.width * style.size

    def _mode(self, style: Type) -> int:
        """Return the text mode; outline and fill for bold in a face without bold."""
        self.canvas.setDash([])
        self.canvas.setStrokeColor(style.colour)
        self.canvas.setLineWidth(style.size * 0.035)
        return 2
