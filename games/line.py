"""The one line in which a hand is typed: its parts from left to right, and what was typed there.

A reader of a line takes each part where it stands, so that one letter may mean a suit in one place
and a result in another. What it does not understand it names as it was typed, in whatever script.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext as _

from core.text import comma_list, isolated
from core.typing import plain_line
from games.base import KeyHelp, LineError, Names, SeatedNames, hand_keys
from games.wording import HandWords

BLANKS: Final = re.compile(r"[\s,]*")
LETTER: Final = re.compile("[a-z]")
TOKEN: Final = re.compile(r"\d+|[^\W\d_]+|\S")
LONGEST: Final = 40
ALONE: Final = r"(?![a-z])"
"""No letter follows."""


class LineToken(NamedTuple):
    """A token of a result, whose tokens stand in any order: the field that it fills, what is typed
    for it, and what is said of it to those who type.

    The field's value is ``value``, else what the group of the field's name matched, else the name
    of the group that matched.
    """

    field: str
    pattern: re.Pattern[str]
    help: tuple[KeyHelp, ...]
    value: str = ""

    def read(self, match: re.Match[str]) -> str:
        """Return the value of the field."""
        own = match.groupdict().get(self.field)
        return self.value or own or match.lastgroup or ""


class LineReader:
    """A typed line in small plain letters and digits, and a place in it.

    ``words`` are words of the reader's language by their English ones; a blank may part them.
    """

    def __init__(self, typed: str, words: Mapping[str, str] | None = None) -> None:
        self.typed = typed
        self.at = 0
        words = words or {}
        plain = [(_plain(sign), start) for start, sign in enumerate(typed)]
        for match in _any_of(words).finditer(typed):
            english = words[" ".join(match[0].casefold().split())]
            plain[match.start()] = (english, match.start())
            for place in range(match.start() + 1, match.end()):
                plain[place] = ("", place)
        # A pattern has no run of blanks to divide among its parts.
        for place, (sign, start) in enumerate(plain[1:], start=1):
            if sign.isspace() and plain[place - 1][0].isspace():
                plain[place - 1] = ("", start - 1)
        self.text = "".join(sign for sign, _start in plain)
        self._starts = [start for sign, start in plain for _letter in sign]

    def take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        """Go past the next token if it has this pattern, and return its match."""
        match = pattern.match(self.text, self._next())
        if match is None or match.end() == match.start():
            return None
        self.at = match.end()
        return match

    def at_token(self, pattern: re.Pattern[str]) -> bool:
        return pattern.match(self.text, self._next()) is not None

    def take_auction(self) -> str | None:
        """Go past an auction that ends in a slash, and return it."""
        calls, slash, _rest = self.text.rpartition("/")
        self.at = len(calls) + len(slash)
        return calls.strip() if slash else None

    def take_tokens(self, tokens: Sequence[LineToken]) -> dict[str, str]:
        """Read tokens in any order, each once, up to one that is not understood."""
        for token in tokens:
            if match := self.take(token.pattern):
                others = [other for other in tokens if other.field != token.field]
                return {token.field: token.read(match)} | self.take_tokens(others)
        return {}

    @property
    def all_passed(self) -> bool:
        """Whether the line says that everybody passed."""
        return self.text.strip() in {"p", "pass", "passed"}

    @property
    def is_done(self) -> bool:
        """Whether nothing but blanks is left."""
        return self._next() == len(self.text)

    @property
    def token(self) -> str:
        """The next word or number as it was typed; empty at the end."""
        match = TOKEN.match(self.text, self._next())
        return "" if match is None else self.typed_at(match.start(), match.end())

    def typed_at(self, start: int, end: int) -> str:
        """Return what was typed for a piece of the plain text, at most 40 characters."""
        first = self._starts[start] if start < len(self._starts) else len(self.typed)
        last = self._starts[end] if end < len(self._starts) else len(self.typed)
        return self.typed[first:last].strip()[:LONGEST]

    def _next(self) -> int:
        blanks = BLANKS.match(self.text, self.at)
        return self.at if blanks is None else blanks.end()


def made_or_set(
    made: KeyHelp, failed: KeyHelp, *, words: str = "set", after: str = ALONE
) -> LineToken:
    """Return the part "made" or "set", by these letters and signs, ``words`` for the second;
    ``after`` is the pattern of what may follow a letter."""
    pluses, minuses = ("".join(filter(str.isalpha, said.keys)) for said in (made, failed))
    pattern = (
        rf"(?P<made>made{ALONE}|[{pluses}]{after}|\+)"
        rf"|(?P<set>(?:{words}){ALONE}|[{minuses}x]{after}|-)"
    )
    return LineToken("result", re.compile(pattern), (made, failed))


def split_calls(
    text: str, pattern: re.Pattern[str], read: Callable[[str], str]
) -> list[str] | None:
    """Return an auction call by call; None if unreadable."""
    calls, at = [], 0
    while at < len(text):
        match = pattern.match(text, at)
        if match is None:
            return None
        calls.append(read(match[1]))
        at = match.end()
    return calls


def letters_of(keys: Iterable[str]) -> tuple[str, ...]:
    """Return the letters by which a line names hands."""
    return tuple(key.lower() for key in keys)


def take_bidder(line: LineReader, names: Names, words: HandWords) -> int:
    """Read the letter of the bidder and return the seat; raise ``LineError`` if there is none."""
    letters = letters_of(hand_keys(names))
    match = line.take(LETTER)
    if match and match[0] in letters:
        return letters.index(match[0])
    dealer_refuse(match[0] if match else "", names)
    raise LineError(str(words.line_begins) % {"letters": comma_list(letters)})


def dealer_refuse(letter: str, names: Names) -> None:
    """Raise ``LineError`` if this letter names the dealer, who sits the hand out."""
    if isinstance(names, SeatedNames) and letter.lower() == names.dealer_key.lower():
        raise LineError(
            _("%(name)s deals and sits this hand out.") % {"name": isolated(names.dealer)}
        )


def own_words(names: Mapping[str, object]) -> dict[str, str]:
    """Return the names of things in the reader's language, by which a line may name them.

    ``names`` are translated names by their English words; a name of one or two letters is left out,
    because letters are codes.

    >>> own_words({"fives": "Vijven", "set": "af"})
    {'vijven': 'fives'}
    """
    return {
        name: english
        for english, label in names.items()
        if len(name := str(label).casefold()) > 2 and name != english
    }


def _plain(sign: str) -> str:
    letters = unicodedata.normalize("NFD", plain_line(sign).lower())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def _any_of(words: Iterable[str]) -> re.Pattern[str]:
    spaced = (r"\s+".join(map(re.escape, word.split())) for word in words)
    longest = "|".join(sorted(spaced, key=len, reverse=True)) or "(?!)"
    return re.compile(rf"(?<![^\W\d_])(?:{longest})(?![^\W\d_])", re.IGNORECASE)
