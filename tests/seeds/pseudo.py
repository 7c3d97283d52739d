"""A language of longer, accented words in marks, made from the messages of a real catalogue.

What a page shows outside the marks did not come out of a catalogue: it is data, or it stayed
English.
"""

import calendar
import re
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import polib
from django.apps import apps
from django.conf import global_settings, settings
from django.db import models
from django.test import override_settings
from django.utils import translation

from core.currencies import CURRENCIES, currency_name
from core.names import language_choices

CODE: Final = "en-xa"
SOURCE: Final = Path(settings.BASE_DIR) / "locale/nl/LC_MESSAGES/django.po"
FIXED_PARTS: Final = re.compile(r"(%\(\w+\)[sd]|%[sd%]|\{\w*\}|</?\w+[^>]*>|&\w+;)")
ACCENTED: Final = str.maketrans(
    "aeiouyAEIOUYcnsz",
    "áéíóúýÁÉÍÓÚÝçñšž",
)
WORD: Final = re.compile(r"[A-Za-z]{3,}")
ADDRESS: Final = re.compile(r"[^\s⟦⟧]*/[\w/-]+/[^\s⟦⟧]*|\b\w+(?:-\w+){2,}\b")
MARKED: Final = re.compile("⟦[^⟦⟧]*⟧")
SPOKEN: Final = {"title", "aria-label", "alt", "placeholder", "data-label"}
SILENT: Final = {"script", "style", "kbd", "code", "pre", "svg"}
NAMES: Final = {
    *("Allmark", "English", "Nederlands", "Pseudo", "testserver"),
    *("CSV", "PDF", "API", "JSON", "SHA", "OPTION", "LOT", "SEED"),
    # What ICU and Django say for themselves, in real languages.
    *(*calendar.month_name, *calendar.month_abbr, *calendar.day_name, *calendar.day_abbr),
    *(word for _code, name in global_settings.LANGUAGES for word in WORD.findall(name)),
}


def pseudo(text: str) -> str:
    """The text in the language: longer by a third, what is filled in left alone."""
    parts = FIXED_PARTS.split(text.strip())
    said = "".join(
        part if number % 2 else re.sub("([aeiou])", r"\1\1", part).translate(ACCENTED)
        for number, part in enumerate(parts)
    )
    before = text[: len(text) - len(text.lstrip())]
    after = text[len(text.rstrip()) :] if text.strip() else ""
    return f"{before}⟦{said}⟧{after}"


@contextmanager
def spoken(folder: Path) -> Iterator[None]:
    """The site offers the language besides its own."""
    catalogue = polib.pofile(str(SOURCE))
    for entry in catalogue:
        entry.flags.clear()
        entry.msgstr = "" if entry.msgid_plural else pseudo(entry.msgid)
        for number in entry.msgstr_plural:
            form = entry.msgid_plural if number else entry.msgid
            entry.msgstr_plural[number] = pseudo(form)
    file = folder / translation.to_locale(CODE) / "LC_MESSAGES" / "django.mo"
    file.parent.mkdir(parents=True)
    catalogue.save_as_mofile(str(file))
    offered = [*settings.LANGUAGES, (CODE, "Pseudo")]
    with override_settings(LANGUAGES=offered, LOCALE_PATHS=[*settings.LOCALE_PATHS, folder]):
        yield


class _Reader(HTMLParser):
    """Collects what a person sees or hears of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.heard: list[str] = []
        self._silent: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in SILENT:
            self._silent.append(tag)
        self.heard += [value or "" for name, value in attrs if name in SPOKEN]

    def handle_endtag(self, tag: str) -> None:
        if self._silent and tag == self._silent[-1]:
            self._silent.pop()

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.heard.append(data)


def english_on(page: str, data: set[str]) -> list[str]:
    """The words of a page that neither a catalogue nor the data of the club has brought there."""
    reader = _Reader()
    reader.feed(page)
    left = ADDRESS.sub(" ", "\n".join(reader.heard))
    while MARKED.search(left):
        left = MARKED.sub(" ", left)
    return sorted({word for word in WORD.findall(left) if word not in data})


def words_of_data() -> set[str]:
    """Every word that no catalogue translates: what somebody has typed (names, notes, titles,
    reasons), and currencies and languages, whose names come from ICU."""
    words = set(NAMES)
    words.update(word for code in CURRENCIES for word in WORD.findall(currency_name(code)))
    with translation.override(CODE):
        words.update(word for _code, name in language_choices() for word in WORD.findall(name))
    for model in apps.get_models():
        fields = [
            field.attname
            for field in model._meta.concrete_fields
            if isinstance(field, models.CharField | models.TextField) and not field.choices
        ]
        for row in model._default_manager.values_list(*fields) if fields else ():
            words.update(word for value in row if value for word in WORD.findall(str(value)))
    return words
