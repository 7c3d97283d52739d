"""Small drawings of the documents for the pages that offer them: what comes out, at a glance."""

from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString

_LIST: Final = (
    "M5 7h15M5 15h3M11 15h14M29 15h2M5 21h3M11 21h16M29 21h2M5 27h3M11 27h11M29 27h2M5 33h3"
    "M11 33h15M29 33h2M5 39h3M11 39h12M29 39h2"
)
_LARGE_LIST: Final = (
    "M5 7h13M5 16h10M18 16h0M21 16h9M5 24h8M21 24h10M5 32h11M21 32h8M5 40h9M21 40h9"
)
_TABLE: Final = "M5 7h15M5 14h26M5 21h26M5 28h26M5 35h26M5 42h26M12 14v28M21 14v28"
_GRID: Final = (
    "M5 6h12M20 6h11M5 12h26v32H5ZM5 18h26M5 24h26M5 30h26M5 36h26M12 12v32M18 12v32M24 12v32"
)
_CARDS: Final = (
    "M18 1v3M18 8v3M18 15v3M18 22v3M18 29v3M18 36v3M18 43v3M2 24h3M9 24h3M23 24h3M30 24h3"
    "M6 10h7M6 15h4M23 10h7M23 15h4M6 33h7M6 38h4M23 33h7M23 38h4"
)
_STRIPS: Final = (
    "M1 16h4M9 16h4M17 16h4M25 16h4M1 32h4M9 32h4M17 32h4M25 32h4M5 5h10M5 10h26M5 21h10"
    "M5 26h26M5 37h10M5 42h26"
)
_BUBBLES: Final = "M3 3h4v4H3ZM29 3h4v4h-4ZM29 41h4v4h-4ZM3 41h4v4H3ZM10 8h14" + "".join(
    f"M{x} {y}a1.7 1.7 0 1 0 3.4 0a1.7 1.7 0 1 0-3.4 0"
    for y in (17, 24, 31, 38)
    for x in (8, 14, 20, 26)
)
_BRACKET: Final = (
    "M4 7h8v5H4ZM4 17h8v5H4ZM4 27h8v5H4ZM4 37h8v5H4ZM15 12h8v5h-8ZM15 32h8v5h-8Z"
    "M26 22h7v5h-7ZM12 9.5h1.5v10H12M12 29.5h1.5v10H12M23 14.5h1.5v20H23M24.500 24.500h1.5"
)
_CODE: Final = "M7 7h22M9 14h7v7H9ZM20 14h7v7h-7ZM9 25h7v7H9ZM20 25h3M20 29h7M26 25v7M7 39h22"
_TEXT: Final = (
    "M5 6h14M5 13h11M5 17h11M5 21h8M5 28h11M5 32h11M5 36h9M20 13h11M20 17h11M20 21h6M20 28h11"
    "M20 32h8"
)
_FRAME: Final = "M4 4h28v40H4ZM11 12h14M8 22h20M12 28h12M8 38h7M21 38h7"
_CALENDAR: Final = "M5 7h13M5 15h6v5H5ZM14 17h17M5 25h6v5H5ZM14 27h14M5 35h6v5H5ZM14 37h16"
_CHART: Final = "M5 7h15M5 13v24h26M8 32l6-6 5 3 5-9 6 1M5 42h20"
_DEAL: Final = "M5 6h14M14 13h8v5h-8ZM6 22h8v5H6ZM22 22h8v5h-8ZM14 31h8v5h-8ZM5 42h26"
_TICKS: Final = (
    "M5 7h15M5 14h4v4H5ZM12 16h12M28 16h3M5 23h4v4H5ZM12 25h10M28 25h3M5 32h4v4H5ZM12 34h13M28 34h3"
)
_SEVERAL: Final = "M5 12h16v32H5ZM10 12V8h16v32h-5M15 8V4h16v32h-5M8 20h10M8 26h10M8 32h7"

SKETCHES: Final = {
    **dict.fromkeys(("standings", "results", "prizes", "table", "statement"), _LIST),
    **dict.fromkeys(("travellers", "recap", "draw"), _TABLE),
    **dict.fromkeys(("sheet", "sheets", "blank-sheet", "scorecard", "scorecards"), _GRID),
    **dict.fromkeys(("table-cards", "badges", "deal-slips"), _CARDS),
    **dict.fromkeys(("slips", "own-cards", "guides", "statements"), _STRIPS),
    **dict.fromkeys(("marking-sheets", "blank-marking-sheet"), _BUBBLES),
    **dict.fromkeys(("hand-records", "own-deals", "deal-layout"), _DEAL),
    **dict.fromkeys(("notice", "phone-cards"), _CODE),
    "draw-by-name": _LARGE_LIST,
    "bracket": _BRACKET,
    "rules": _TEXT,
    "certificates": _FRAME,
    "calendar": _CALENDAR,
    "yearbook": _CHART,
    "settlement": _TICKS,
    "evening": _SEVERAL,
}
"""The strokes of each document, by the key of its print, on paper of 36 by 48."""


def sketch(key: str) -> SafeString:
    """Return the drawing of the document of a key: that of a list where none is its own."""
    return format_html(
        '<svg class="sketch" viewBox="0 0 36 48" aria-hidden="true" focusable="false">'
        '<rect x=".5" y=".5" width="35" height="47"/><path d="{}"/></svg>',
        SKETCHES.get(key, _LIST),
    )
