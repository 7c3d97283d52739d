"""A canvas that writes every page as soon as it is finished.

ReportLab keeps all pages in memory until the file is saved. Here a finished page or form goes to
the output at once and only its offset is remembered, so that an evening of two thousand pages needs
little more memory than one page.
"""

import re
from typing import IO, Any

from reportlab.lib.rl_accel import fp_str
from reportlab.pdfbase import pdfdoc
from reportlab.pdfgen.canvas import Canvas

from press.fonts import Font, face


class _Written(pdfdoc.PDFObject):  # type: ignore[misc] # ReportLab has no types
    """Stands for an object that is in the file already."""


class _Reserved(pdfdoc.PDFObject):  # type: ignore[misc] # ReportLab has no types
    """Stands for a form that pages refer to and that is drawn later."""


_WRITTEN = _Written()
_CODES_OF_GLYPHS = "toUnicodeCMap:"
_BEYOND_PLANE = re.compile("<([0-9A-F]{5,6})>")


def _packed(content: str | bytes) -> Any:
    """Return a compressed stream, without the ASCII armour that ReportLab adds by default."""
    return pdfdoc.PDFStream(content=content, filters=[pdfdoc.PDFZCompress])


def _in_utf_16(code: re.Match[str]) -> str:
    return f"<{chr(int(code[1], 16)).encode('utf-16-be').hex().upper()}>"


class StreamedDocument(pdfdoc.PDFDocument):  # type: ignore[misc] # ReportLab has no types
    """A PDF document written front to back; `out` is never sought in."""

    def __init__(self, out: IO[bytes], **options: Any) -> None:
        super().__init__(filename=None, **options)
        self._out = out
        self._position = 0
        self._write(pdfdoc.PDFFile(self._pdfVersion).format(self))

    def reserve_form(self, name: str) -> None:
        """Let pages refer to a form that is added later."""
        self.Reference(_Reserved(), pdfdoc.xObjectName(name))

    def addPage(self, page: Any) -> None:  # noqa: N802 - ReportLab's name
        page.Contents = _packed(page.stream)
        name = self.thisPageName()
        reference = self.Reference(page, name)
        self._emit(name)
        self.Pages.addPage(reference)
        self.pageCounter += 1
        self.inObject = None

    def addForm(self, name: str, form: Any) -> None:  # noqa: N802 - ReportLab's name
        form.Contents = _packed(form.stream)
        form.compression = 0  # already compressed
        key = pdfdoc.xObjectName(name)
        if isinstance(self.idToObject.get(key), _Reserved):
            self.idToObject[key] = form
            self.inObject = None
        else:
            super().addForm(name, form)
        self._emit(key)

    def format(self) -> bytes:
        """Write all that is still open, then the table of places; nothing is left to return."""
        self.Reference(self.Catalog)
        self.Reference(self.info)
        self._mend_codes()
        number = 1
        while number in self.numberToId:  # formatting may add objects at the end
            self._emit(self.numberToId[number])
            number += 1
        self._write_table()
        return b""

    def _mend_codes(self) -> None:
        """Write code points beyond the basic plane in UTF-16, as text is copied by them.

        ReportLab writes them with five digits, of which readers take the first four.
        """
        for name, content in self.idToObject.items():
            if name.startswith(_CODES_OF_GLYPHS):
                content.content = _BEYOND_PLANE.sub(_in_utf_16, content.content)

    def _emit(self, name: str) -> None:
        """Write one object, and its streams, unless it is already written."""
        waiting = [name]
        while waiting:
            key = waiting.pop()
            content = self.idToObject[key]
            if content is _WRITTEN:
                continue
            before = self.objectcounter
            data = pdfdoc.PDFIndirectObject(key, content).format(self)
            self.idToOffset[key] = self._write(data)
            self.idToObject[key] = _WRITTEN
            waiting.extend(self._new_streams(before))

    def _new_streams(self, before: int) -> list[str]:
        names = [self.numberToId[n] for n in range(before + 1, self.objectcounter + 1)]
        return [n for n in names if isinstance(self.idToObject[n], pdfdoc.PDFStream)]

    def _write(self, data: bytes) -> int:
        place = self._position
        self._out.write(data)
        self._position += len(data)
        return place

    def _write_table(self) -> None:
        table = pdfdoc.PDFCrossReferenceTable()
        table.addsection(0, [self.numberToId[n] for n in range(1, self.objectcounter + 1)])
        start = self._write(table.format(self))
        trailer = pdfdoc.PDFTrailer(
            startxref=start,
            Size=self.objectcounter + 1,
            Root=self.Reference(self.Catalog),
            Info=self.Reference(self.info),
            ID=self.ID(),
        )
        self._write(trailer.format(self))


_MOST_RUNS = 4096


class StreamedCanvas(Canvas):  # type: ignore[misc] # ReportLab has no types
    """A ReportLab canvas over a `StreamedDocument`; the same drawing gives the same bytes."""

    def __init__(self, out: IO[bytes], *, size: tuple[float, float], lang: str) -> None:
        super().__init__(
            out,
            pagesize=size,
            pageCompression=1,
            invariant=1,
            initialFontName=face(Font.HOUSE).fontName,  # else every page names Helvetica
        )
        self._doc = StreamedDocument(out, compression=1, invariant=1, lang=lang)
        self._runs: dict[tuple[str, float, float, str, int | None], str] = {}

    def drawString(self, x: float, y: float, text: str, mode: int | None = None) -> None:  # noqa: N802 - ReportLab's name
        """Draw text in the current font; ReportLab formats each text once in a document."""
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

    def form_later(self, name: str) -> None:
        """Draw a form that is defined later, at the latest before `save`."""
        self._doc.reserve_form(name)
        self.doForm(name)

    def setFillColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803 - ReportLab's names
        if aColor is not self._fillColorObj or alpha is not None:
            super().setFillColor(aColor, alpha)

    def setStrokeColor(self, aColor: Any, alpha: float | None = None) -> None:  # noqa: N802, N803 - ReportLab's names
        if aColor is not self._strokeColorObj or alpha is not None:
            super().setStrokeColor(aColor, alpha)
