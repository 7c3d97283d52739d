"""ReportLab's canvas: the same drawing gives the same bytes, small and in little time."""

import re
import threading
from typing import IO, Any, Final

from reportlab import rl_config
from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from press.fonts import Font, face

rl_config.useA85 = 0  # no ASCII armour around what is compressed

_CODES_OF_GLYPHS: Final = "toUnicodeCMap:"
_BEYOND_PLANE: Final = re.compile("<([0-9A-F]{5,6})>")
_MOST_RUNS: Final = 4096
_EMBEDDING: Final = threading.Lock()
"""ReportLab reads the glyphs of a font through one file position, which all threads share."""


def _in_utf_16(code: re.Match[str]) -> str:
    return f"<{chr(int(code[1], 16)).encode('utf-16-be').hex().upper()}>"


class PressDocument(pdfdoc.PDFDocument):  # type: ignore[misc] # ReportLab has no types
    """A document from which letters beyond the basic plane can be copied.

    ReportLab writes their code points with five digits, of which readers take the first four; here
    they are in UTF-16.
    """

    def format(self) -> bytes:
        for name, content in self.idToObject.items():
            if name.startswith(_CODES_OF_GLYPHS):
                content.content = _BEYOND_PLANE.sub(_in_utf_16, content.content)
        return bytes(super().format())


class PressCanvas(Canvas):  # type: ignore[misc] # ReportLab has no types
    """Formats each text once in a document, and sets a colour only where it changes."""

    def __init__(self, out: IO[bytes], *, size: tuple[float, float], lang: str) -> None:
        super().__init__(
            out,
            pagesize=size,
            pageCompression=1,
            invariant=1,
            initialFontName=face(Font.MAIN).fontName,  # else every page names Helvetica
        )
        self._doc = PressDocument(compression=1, invariant=1, lang=lang)
        self._runs: dict[tuple[str, float, float, str, int | None], str] = {}

    def save(self) -> None:
        with _EMBEDDING:
            super().save()

    def drawString(self, x: float, y: float, text: str, mode: int | None = None) -> None:  # noqa: N802 - ReportLab's name
        key = (self._fontname, self._fontsize, self._leading, text, mode)
        operators = self._runs.get(key)
        if operators is None:
            if len(self._runs) >= _MOST_RUNS:
                self._runs.clear()
            operators = self._runs[key] = self._formatted(text, mode)
        self._code.append(f"BT 1 0 0 1 {fp_str(x, y)} {operators}")

    def _formatted(self, text: str, mode: int | None) -> str:
        """Return the operators of a text object behind its place."""
        drawn = self.beginText(0, 0)
        if mode is not None:
            drawn.setTextRenderMode(mode)
        drawn.textLine(text)
        if mode is not None:
            drawn.setTextRenderMode(0)
        return str(drawn.getCode()).removeprefix("BT 1 0 0 1 0 0 ")

    def setFillColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803 - ReportLab's names
        if aColor is not self._fillColorObj or alpha is not None:
            super().setFillColor(aColor, alpha)

    def setStrokeColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803 - ReportLab's names
        if aColor is not self._strokeColorObj or alpha is not None:
            super().setStrokeColor(aColor, alpha)
