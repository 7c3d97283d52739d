"""How the letters of a text file are written: UTF-8, UTF-16, or the older ways of our languages.

Each way that decodes without loss is judged by whether its words look like names.
charset-normalizer judges by the frequencies of letters, which a short list does not have: of 23
lists of a few names it took four for another script, and it does not say where two fit.
"""

import re
import unicodedata
from typing import Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.cells import UnreadableTableError

OLDER: Final = {
    "cp1252": gettext_lazy("Western letters (Windows-1252)"),
    "cp1256": gettext_lazy("Arabic and Persian letters (Windows-1256)"),
    "cp932": gettext_lazy("Japanese letters (Shift_JIS)"),
    "euc_jp": gettext_lazy("Japanese letters (EUC-JP)"),
}
"""The encodings that programs of the languages on offer wrote before UTF-8."""
SAMPLE: Final = 20_000
"""Bytes by which an encoding is chosen, cut at the end of a line."""
ARABIC_KEYS: Final = str.maketrans({"ي": "ی", "ك": "ک"})
"""Windows-1256 has no Persian yeh and kaf; Persian files write the Arabic ones."""
WORD: Final = re.compile(r"[^\s,;|\"'‘’()/&+.\-]+")


class Decoded(NamedTuple):
    """A text and how its letters were written; ``label`` is empty where that is certain."""

    label: str
    text: str


def decoded(content: bytes) -> list[Decoded]:
    """Return the texts that a file may hold, the likeliest first; more than one where both fit.

    Raises ``UnreadableTableError`` where none of the encodings gives a text without loss.
    """
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        return [Decoded("", _whole(content, "utf-16"))]
    if order := _utf_16(content):
        return [Decoded("", _whole(content, order))]
    try:
        return [Decoded("", content.decode("utf-8-sig"))]
    except UnicodeDecodeError:
        pass
    sample = content[:SAMPLE].rsplit(b"\n", 1)[0] if len(content) > SAMPLE else content
    texts: dict[str, tuple[float, str]] = {}
    for encoding in OLDER:
        try:
            text, strange = content.decode(encoding), _strangeness(sample.decode(encoding))
        except UnicodeDecodeError:
            continue
        if strange is not None and text not in {other for _strange, other in texts.values()}:
            texts[encoding] = strange, text
    if not texts:
        raise UnreadableTableError(
            _("The letters of this file cannot be read. Save it as CSV in UTF-8, or as Excel.")
        )
    least = min(strange for strange, _text in texts.values())
    fitting = [(encoding, text) for encoding, (strange, text) in texts.items() if strange == least]
    return [
        Decoded(
            str(OLDER[encoding]) if len(fitting) > 1 else "",
            text.translate(ARABIC_KEYS) if encoding == "cp1256" else text,
        )
        for encoding, text in fitting
    ]


def _whole(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        raise UnreadableTableError(_("The file is damaged: it ends within a letter.")) from error


def _utf_16(content: bytes) -> str:
    """Return the order of UTF-16 without its mark: every line end has an empty byte."""
    if len(content) % 2 or b"\0" not in content:
        return ""
    ends = {"utf-16-le": b"\n\0", "utf-16-be": b"\0\n"}
    return next((order for order, end in ends.items() if end in content), "")


def _strangeness(text: str) -> float | None:
    """Return how many words of a text look wrong; None if it has characters that no text has."""
    signs = set(text) - set("\r\n\t")
    if {unicodedata.category(sign) for sign in signs} & {"Cc", "Co", "Cn"}:
        return None
    return sum(_is_strange(word) for word in WORD.findall(text) if not word.isascii())


def _is_strange(word: str) -> float:
    """Return 1 for a word of two scripts, or with signs among its letters; 1/2 for a rare one."""
    letters = [sign for sign in word if unicodedata.category(sign)[0] in "LM"]
    signs = [sign for sign in word if unicodedata.category(sign) in {"Sm", "Sc", "So", "Sk", "No"}]
    lower = sum(sign.islower() for sign in letters[1:])
    scripts = {_script(sign) for sign in letters}
    odd = [sign for sign in word if sign in "‰†‡„‚…ˆ¶§¤¦¨¸«»¡¿·"]
    if (signs and letters) or odd or len(scripts) > 1:
        return 1
    if scripts == {"LATIN"}:
        foreign = sum(not sign.isascii() for sign in letters)
        capitals = sum(sign.isupper() for sign in letters[1:])
        is_foreign = len(letters) > 2 and foreign * 2 > len(letters)
        return float(is_foreign or (capitals > 0 and lower > 0))
    if scripts == {"ARABIC"}:
        return float(len(letters) == 1 and word != "و")
    return 0.5 if scripts == {"HALFWIDTH"} else 0


def _script(letter: str) -> str:
    name = unicodedata.name(letter, "").split()
    script = name[0] if name else ""
    return "JAPANESE" if script in {"CJK", "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA"} else script
