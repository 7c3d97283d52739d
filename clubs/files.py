"""Names under which files are saved."""

import re
from typing import Final

_UNSAFE: Final = re.compile(r'[\x00-\x1f\x7f<>:"/\\|?*\u200e\u200f\u202a-\u202e\u2066-\u2069]+')
_LONGEST: Final = 120


def file_name(title: str) -> str:
    """A title as the name of a PDF that every system takes; its script stays.

    >>> file_name("Hand 3: Ann/Bob")
    'Hand 3 Ann Bob.pdf'
    """
    words = " ".join(_UNSAFE.sub(" ", title).split())
    return f"{words.strip('. ')[:_LONGEST] or 'document'}.pdf"
