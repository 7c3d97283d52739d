"""Digits of names, codes and addresses on pages whose font shows those of another script.

A message that is made in Python is text: the part of it that is isolated gets an element here, so
that the style sheet can give it the digits that were typed, as names in templates have.
"""

import re
from collections.abc import Callable
from html import unescape
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import get_language_bidi

from core.languages import has_latin_digits
from core.text import FIRST_STRONG_ISOLATE, POP_ISOLATE
from press.fonts import keeps_digits

_TEXT_ALONE: Final = "script|style|textarea|title|option|svg"
"""Elements that have no other elements of a page inside them."""
_TOKENS: Final = re.compile(
    rf"<({_TEXT_ALONE})\b.*?</\1\s*>"
    r"|<!--.*?-->"
    r"""|<(?:[^<>"']|"[^"]*"|'[^']*')*>"""
    rf"|{FIRST_STRONG_ISOLATE}(?P<part>[^<{FIRST_STRONG_ISOLATE}{POP_ISOLATE}]*){POP_ISOLATE}",
    re.DOTALL | re.IGNORECASE,
)


def with_names_marked(html: str) -> str:
    """Return a page in which each name, code or address with a digit that is isolated in a text
    stands in an element; attributes stay as they are.
    """
    return _TOKENS.sub(_marked, html)


def _marked(token: re.Match[str]) -> str:
    part = token["part"]
    if part is None or not keeps_digits(unescape(part)):
        return token[0]
    return f"<bdi>{part}</bdi>"


class DigitsMiddleware:
    """Marks what is isolated on pages whose digits are not Latin."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Run inside the language's middleware."""
        response = self.get_response(request)
        if not get_language_bidi() or has_latin_digits() or not isinstance(response, HttpResponse):
            return response
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        html = response.content.decode(response.charset)
        if FIRST_STRONG_ISOLATE in html:
            response.content = with_names_marked(html)
        return response
