"""Public pages: their codes, and the names and numbers that people have on them.

Anybody who has the address may look, so every name on a public page comes from ``public_names``,
and whatever tells people apart in addresses, forms and cookies from ``own_number``.
"""

import secrets
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from typing import Final, Protocol

import icu
from django.db.models import TextChoices
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from core.names import folded

LETTERS: Final = "0123456789abcdefghjkmnpqrstvwxyz"  # none that is taken for a digit
TAKEN_FOR: Final = str.maketrans("oil", "011", "-")
GROUPS, GROUP = 3, 4


def code_new() -> str:
    """Return a code of 60 random bits that can be read aloud and typed: ``k7q2-mx4p-9dtb``."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(GROUP)) for _ in range(GROUPS))


def code_read(typed: str) -> str:
    """Return a code as it is stored, however its letters and groups were typed.

    >>> code_read("K7Q2MX4P9DTB"), code_read("k7q2-mx4p-9dtb"), code_read("kO-l")
    ('k7q2-mx4p-9dtb', 'k7q2-mx4p-9dtb', 'k01')
    """
    plain = typed.lower().translate(TAKEN_FOR)
    return "-".join(plain[at : at + GROUP] for at in range(0, len(plain), GROUP))


def own_number(place: str, player_id: int) -> str:
    """Return a number for a player that holds only on the pages of one ``place``, such as
    ``event:7``.

    A key would be the same everywhere, so readers could follow a player without a name.
    """
    text = f"{place}:{player_id}"
    return salted_hmac("clubs.own_number", text, algorithm="sha256").hexdigest()[:16]


class PublicNames(TextChoices):
    """How a club names its players on public pages."""

    FULL = "full", gettext_lazy("full names")
    INITIAL = "initial", gettext_lazy("first name and initial")
    NUMBER = "number", gettext_lazy("numbers")


class PersonNamed(Protocol):
    """A person with a key and a name, who may be hidden in public."""

    @property
    def pk(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def name_hidden(self) -> bool: ...


MOST_LETTERS: Final = 3
"""Letters of a last name shown at most to tell two people apart."""
FAMILY_FIRST: Final = frozenset({"Hani", "Hira", "Hang"})
"""Scripts in which the family name comes first; names in katakana are foreign and keep theirs."""
UNSPACED: Final = frozenset({"Hani", "Hira", "Kana", "Hang", "Thai", "Laoo", "Khmr", "Mymr"})
"""Scripts in which a full name may be written without a space."""


def public_names(people: Iterable[PersonNamed], shown: str) -> dict[int, str]:
    """Return the public name of each person, by key; no two are equal.

    ``people`` are in the order of their numbers, each once or more. Hidden players have a number.
    Equal names show more letters of the last names, or numbers if that does not help; the club's
    notes are not used.
    """
    everybody = {person.pk: person for person in people}
    numbers = {key: number for number, key in enumerate(everybody, start=1)}
    names = {
        key: _("Player %(number)d") % {"number": numbers[key]}
        for key, person in everybody.items()
        if person.name_hidden or shown == PublicNames.NUMBER
    }
    forms = {
        key: _forms(person.name, shown) for key, person in everybody.items() if key not in names
    }
    counts = [Counter(folded(of[step]) for of in forms.values()) for step in range(MOST_LETTERS)]
    for key, of in forms.items():
        steps = (name for step, name in enumerate(of) if counts[step][folded(name)] == 1)
        names[key] = next(steps, f"{of[0]} ({numbers[key]})")
    return names


def _forms(name: str, shown: str) -> tuple[str, ...]:
    """Return the public forms of a name, each with one more letter of the hidden part: the last
    name, or the given name if the family name comes first."""
    if shown == PublicNames.FULL:
        return (name,) * MOST_LETTERS
    first, last = _first_and_last(name)
    letters = _graphemes(last)
    if not letters:
        return (first,) * MOST_LETTERS
    if first and _begins_with_family(name):  # there people are called by that name
        given = _graphemes(first)
        steps = (f"{last} {''.join(given[:count])}" for count in range(1, MOST_LETTERS))
        return (last, *steps)
    initials = (f"{''.join(letters[:count])}." for count in range(1, MOST_LETTERS + 1))
    return tuple(f"{first} {initial}".strip() for initial in initials)


def _first_and_last(name: str) -> tuple[str, str]:
    """Return the first and the last name; a single name is a first name.

    "Lee, Ann" is read as "Ann Lee". A name in a script of East Asia begins with the family name,
    which is the last name; without a space, what is no known family name is a last name as a whole.
    """
    last, comma, first = name.partition(",")
    if comma and first.strip() and last.strip():
        return first.split()[0], last.split()[-1]
    words = [word for word in name.split() if any(map(str.isalpha, word))] or name.split()
    if len(words) > 1 and _begins_with_family(words[0]):
        return words[-1], words[0]
    if len(words) > 1:
        return words[0], words[-1].lstrip("(\"'“‘")
    if words and icu.Script.getScript(words[0][0]).getShortName() in UNSPACED:
        family = _family_name(words[0])
        return (words[0].removeprefix(family), family) if family else ("", words[0])
    return "".join(words), ""


def _begins_with_family(name: str) -> bool:
    """Whether a name is in a script in which the family name comes first."""
    return icu.Script.getScript(name.lstrip()[0]).getShortName() in FAMILY_FIRST


def _family_name(name: str) -> str:
    """Return the family name of 佐藤花子, a name without a space; empty if there is no telling.

    A Korean one is a syllable; others are words of ICU's dictionary of Japanese and Chinese.
    """
    if not _begins_with_family(name):
        return ""
    is_korean = icu.Script.getScript(name[0]).getShortName() == "Hang"
    words = icu.BreakIterator.createWordInstance(icu.Locale.getJapanese())
    family, *given = _graphemes(name) if is_korean else _pieces(words, name)
    return family if given else ""


def _graphemes(text: str) -> list[str]:
    """Return the letters of a text, each with its marks."""
    return _pieces(icu.BreakIterator.createCharacterInstance(icu.Locale.getRoot()), text)


def _pieces(breaks: icu.BreakIterator, text: str) -> list[str]:
    breaks.setText(text)
    units = text.encode("utf-16-le")  # characters as ICU counts them
    places = [0, *breaks]
    return [units[2 * start : 2 * end].decode("utf-16-le") for start, end in pairwise(places)]
