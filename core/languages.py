"""Which language a reader gets, which digits and which calendar, and dates written in them.

The language is the reader's own choice, else the club's, else the browser's. ``fa-latn`` is Persian
with Latin digits: a variant counts as a separate language, so there is only one choice to store.
The calendar is the club's.
"""

import datetime
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from functools import lru_cache
from typing import Any, Final

import icu
from django.conf import settings
from django.db import models
from django.http import HttpRequest
from django.middleware.locale import LocaleMiddleware
from django.utils import timezone, translation
from django.utils.translation import get_supported_language_variant, ngettext_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation.trans_real import parse_accept_lang_header

from rules.phrases import phrase

LATIN_DIGITS: Final = "-latn"
"""The suffix of languages with Latin digits instead of their own."""

OWN_WORDING: Final = (
    phrase("Ensure this field has at least {min_length} characters."),
    phrase("Ensure this field has no more than {max_length} characters."),
    phrase("Enter the same password as before, for verification."),
    phrase("Your old password was entered incorrectly. Please enter it again."),
    phrase("Your password can’t be too similar to your other personal information."),
    phrase("Your password can’t be a commonly used password."),
    phrase("Your password can’t be entirely numeric."),
    phrase("The password is too similar to the %(verbose_name)s."),
    phrase("This password is too common."),
    phrase("This password is entirely numeric."),
    phrase("Ensure this value is less than or equal to %(limit_value)s."),
    phrase("Ensure this value is greater than or equal to %(limit_value)s."),
    phrase("Select a valid choice. %(value)s is not one of the available choices."),
)
"""Messages of Django and Django REST framework that their own catalogues write otherwise than ours
do in one of our languages; our catalogues, which come first, have them too."""

OWN_PLURALS: Final = (
    ngettext_lazy(
        "Your password must contain at least %(min_length)d character.",
        "Your password must contain at least %(min_length)d characters.",
    ),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
    ngettext_lazy(
        "Ensure this value has at most %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at most %(limit_value)d characters (it has %(show_value)d).",
    ),
    ngettext_lazy(
        "Ensure this value has at least %(limit_value)d character (it has %(show_value)d).",
        "Ensure this value has at least %(limit_value)d characters (it has %(show_value)d).",
    ),
)
"""Those of them with a number."""

STYLES: Final = {
    "day": ("yMMMd", "d MMM y"),
    "day_month": ("MMMd", "d MMM"),
    "day_month_long": ("MMMMd", "d MMMM"),
    "weekday": ("yMMMEd", "EEE d MMM y"),
    "weekday_month": ("MMMEd", "EEE d MMM"),
    "long": ("yMMMMEEEEd", "EEEE d MMMM y"),
    "long_month": ("MMMMEEEEd", "EEEE d MMMM"),
    "moment": ("yMMMdHHmm", "d MMM y, HH:mm"),
    "moment_month": ("MMMdHHmm", "d MMM, HH:mm"),
    "month": ("yMMM", "MMM y"),
    "month_alone": ("MMM", "MMM"),
    "day_alone": ("d", "d"),
    "weekday_alone": ("EEEE", "EEEE"),
    "time": ("HHmm", "HH:mm"),
}
"""Ways to write a date: ICU's skeleton, and the pattern for English, which has the day first."""


class Calendar(models.TextChoices):
    """The calendar in which a club reads its dates."""

    GREGORIAN = "gregorian", _("Gregorian")
    PERSIAN = "persian", _("Solar Hijri")


_calendar: ContextVar[str] = ContextVar("calendar", default=Calendar.GREGORIAN.value)
"""Like Django's active language: `LanguageMiddleware` resets it for each request, where
`read_as_club` may set it; elsewhere it is set within `calendar_of` alone."""
_writing = threading.Lock()


def is_offered(code: str) -> bool:
    """Whether pages can be shown in this language."""
    return code in dict(settings.LANGUAGES)


class LanguageMiddleware(LocaleMiddleware):
    """Activate the language that the reader chose, else the browser's; a club may follow.

    ``?language=`` in an address chooses for that request alone.
    """

    def process_request(self, request: HttpRequest) -> None:
        """Run after the user is known."""
        super().process_request(request)
        _calendar.set(Calendar.GREGORIAN)
        if chosen := _own_choice(request):
            translation.activate(chosen)
            request.LANGUAGE_CODE = chosen


@contextmanager
def calendar_of(club: Any) -> Iterator[None]:
    """Write dates in a club's calendar, in the language as it is; Gregorian if `club` is None."""
    token = _calendar.set(Calendar.GREGORIAN if club is None else club.calendar)
    try:
        yield
    finally:
        _calendar.reset(token)


def read_as_club(club: Any, request: HttpRequest, *, browser_first: bool = False) -> None:
    """Use the club's calendar, and its language unless the reader chose one.

    With ``browser_first`` what the browser asks for goes before the club's language.
    """
    _calendar.set(club.calendar)
    if _own_choice(request) or not is_offered(club.language):
        return
    language = _browser_language(request) if browser_first else ""
    translation.activate(language or club.language)
    request.LANGUAGE_CODE = language or club.language


def _browser_language(request: HttpRequest) -> str:
    """Return the first language that the browser asks for and we have; empty for none."""
    for code, _priority in parse_accept_lang_header(request.headers.get("Accept-Language", "")):
        try:
            return get_supported_language_variant(code)
        except LookupError:
            continue
    return ""


def reader_locale(request: HttpRequest) -> str:
    """Return ICU's name of the locale where the reader probably is, as ``nl_Latn_BE``.

    The first language that the browser asks for says it, otherwise that of the page; a language
    without a country means the country where most people speak it.
    """
    codes = [
        code
        for code, _priority in parse_accept_lang_header(request.headers.get("Accept-Language", ""))
    ]
    for code in (*codes[:1], language_tag()):
        with suppress(icu.ICUError):  # "*", or no language at all
            locale = icu.Locale.forLanguageTag(code)
            locale.addLikelySubtags()
            if locale.getCountry():
                return str(locale.getName())
    return settings.LANGUAGE_CODE


def _own_choice(request: HttpRequest) -> str:
    if is_offered(language := request.GET.get("language", "")):
        return language
    user = request.user
    user_language = user.language if user.is_authenticated else ""
    chosen = user_language or request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, "")
    return chosen if is_offered(chosen) else ""


def has_latin_digits() -> bool:
    """Whether the current language is one whose own digits are not to be used."""
    return (translation.get_language() or "").endswith(LATIN_DIGITS)


def language_tag() -> str:
    """Return the current language as pages and documents name it, as ``fa``."""
    return (translation.get_language() or settings.LANGUAGE_CODE).removesuffix(LATIN_DIGITS)


def date_text(value: datetime.date | datetime.datetime | None, style: str = "day") -> str:
    """Write a date, or a moment in the local time zone, in the reader's language and calendar.

    ``style`` is a key of ``STYLES``. Nothing is written of no date.

    >>> date_text(datetime.date(2026, 11, 22), "weekday")
    'Sun 22 Nov 2026'
    """
    if value is None:
        return ""
    if isinstance(value, datetime.datetime):
        value = timezone.localtime(value)
    else:
        value = datetime.datetime.combine(value, datetime.time())
    digits = "latn" if has_latin_digits() else "native"
    # The clock's own reading, as if it were UTC: the writer knows no other zone.
    seconds = value.replace(tzinfo=datetime.UTC).timestamp()
    with _writing:
        return str(_writer(language_tag(), _calendar.get(), digits, style).format(seconds))


def local_moment(day: datetime.date, at: datetime.time | None) -> datetime.datetime | None:
    """Return a day and a time of the site's own clock as a moment; None without a time."""
    return None if at is None else timezone.make_aware(datetime.datetime.combine(day, at))


@lru_cache(maxsize=256)
def _writer(language: str, calendar: str, digits: str, style: str) -> Any:
    locale = icu.Locale(f"{language}@calendar={calendar};numbers={digits}")
    skeleton, pattern = STYLES[style]
    if language != "en":
        # For other calendars CLDR has little more than a rough order of the parts.
        usual = icu.Locale(f"{language}@calendar=gregorian")
        patterns = icu.DateTimePatternGenerator.createInstance(usual)
        pattern = str(patterns.getBestPattern(skeleton))
    writer = icu.SimpleDateFormat(pattern, locale)
    writer.setTimeZone(icu.TimeZone.createTimeZone("UTC"))
    return writer
