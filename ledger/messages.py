"""Messages: what an entry of a book is about, and its cause, as codes with values.

The text is made for its reader, in the reader's language. Apps above register what makes it, in
their ``AppConfig.ready``.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from core.figures import UNKNOWN
from core.text import about, isolated

Message = Mapping[str, Any]
"""A code under ``code``, and its values, as JSON has them."""
Formatter = Callable[[Message, int | None], str]
"""Makes text from values for a reader; the key is that of the reading player, if any."""

_known: dict[str, Formatter] = {}


def formatters_register(formatters: Mapping[str, Formatter]) -> None:
    """Make words for these codes known."""
    _known.update(formatters)


def message_text(message: object, reader: int | None = None) -> str:
    """Return the text of a stored message; an unknown code, as of a later version, unchanged.

    What a damaged archive has brought instead of a message is a dash.
    """
    if not isinstance(message, Mapping) or not isinstance(message.get("code"), str):
        return UNKNOWN
    code: str = message["code"]
    formatter = _known.get(code)
    try:
        return formatter(message, reader) if formatter else code
    except (AttributeError, KeyError, TypeError, ValueError):
        return code


def _who(name: str | None) -> str:
    return isolated(name) if name else _("the cash box")


def _transfer(message: Message, _reader: int | None) -> str:
    names = {"payer": _who(message["payer"]), "payee": _who(message["payee"])}
    return _("%(payer)s pays %(payee)s") % names


def _between(message: Message, _reader: int | None) -> str:
    words = _("%(payer)s paid %(payee)s") % {
        "payer": isolated(message["payer"]),
        "payee": isolated(message["payee"]),
    }
    return about(words, isolated(message.get("text") or ""))


def _taken_over(message: Message, _reader: int | None) -> str:
    words = _("%(payer)s pays for %(owner)s") % {
        "payer": isolated(message["payer"]),
        "owner": isolated(message["owner"]),
    }
    return about(words, isolated(message.get("text") or ""))


formatters_register(
    {
        "transfer": _transfer,
        "between": _between,
        "taken_over": _taken_over,
        "taken_back": lambda _message, _reader: pgettext("an entry", "taken back"),
        "not_paid": lambda _message, _reader: _("not paid after all"),
        "changed": lambda _message, _reader: _("results changed"),
    }
)
