"""What a club calls the player who mixes the dominoes: the shaker, or the dealer.

The word is the event's choice, and its matches keep it. ``speak`` sets it for all that is read
from then on, in this request or this document; every request begins with the usual one.
"""

from contextvars import ContextVar
from typing import Any

from django.db import models
from django.utils.functional import lazystr
from django.utils.translation import gettext_lazy as _


class Says(models.TextChoices):
    """The word."""

    SHAKER = "shaker", _("shaker: “A shakes”")
    DEALER = "dealer", _("dealer: “A deals”")


_word: ContextVar[str] = ContextVar("word", default=Says.SHAKER.value)


def speak(word: str = Says.SHAKER) -> None:
    """Use this word from now on."""
    _word.set(word)


def speak_as_usual(**_signal: Any) -> None:
    """Use the usual word again; a receiver of ``request_started``."""
    speak()


def says_dealer() -> bool:
    """Whether dominoes are dealt, as cards are."""
    return _word.get() == Says.DEALER


class _Either:
    """One of two texts, whichever word is said when it is read."""

    def __init__(self, shaker: object, dealer: object) -> None:
        self.shaker, self.dealer = shaker, dealer

    def __str__(self) -> str:
        return str(self.dealer if says_dealer() else self.shaker)


def either(shaker: object, dealer: object) -> Any:
    """A lazy text in either word."""
    return lazystr(_Either(shaker, dealer))
