"""The house style: one type scale, one accent, greys that survive a photocopier.

Sizes are points; every distance on a page is a multiple of `UNIT`.
"""

from dataclasses import dataclass, replace

from reportlab.lib.colors import Color, HexColor

from press.fonts import Weight

UNIT = 4.0

INK: Color = HexColor(0x1A1F24)
MUTED: Color = HexColor(0x58616B)
RULE: Color = HexColor(0xC4CAD0)
GUIDE: Color = HexColor(0x9AA3AC)
TINT: Color = HexColor(0xF0F3F2)
ACCENT: Color = HexColor(0x175C4C)
PAPER: Color = HexColor(0xFFFFFF)
SUIT_RED: Color = HexColor(0xC8201C)
"""Hearts and diamonds; without colour a grey between ink and paper, told from both."""


@dataclass(frozen=True, slots=True)
class Type:
    """How a text is set: size and leading in points, weight, colour."""

    size: float
    leading: float
    weight: Weight = Weight.REGULAR
    colour: Color = INK

    def strong(self) -> "Type":
        """The same in bold."""
        return replace(self, weight=Weight.BOLD)

    def tinted(self, colour: Color) -> "Type":
        """The same in another colour."""
        return replace(self, colour=colour)

    def scaled(self, factor: float) -> "Type":
        """The same, larger or smaller."""
        return replace(self, size=self.size * factor, leading=self.leading * factor)


FINE = Type(size=6, leading=8, colour=MUTED)
SMALL = Type(size=7.5, leading=10, colour=MUTED)
BODY = Type(size=9, leading=12)
STRONG = BODY.strong()
QUIET = BODY.tinted(MUTED)
LEAD = Type(size=11.5, leading=15)
HEAD = Type(size=14, leading=18, weight=Weight.BOLD)
TITLE = Type(size=21, leading=25, weight=Weight.BOLD)
DISPLAY = Type(size=32, leading=36, weight=Weight.BOLD)
