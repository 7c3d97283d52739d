"""Portable Bridge Notation, version 2.1: games as tags and sections, to and from text.

Vocabulary: a *game* is one hand or deal; a *tag* is `[Name "value"]`; lines of text below a tag are
its *section*. Written is the import format: any hand may lead. A game of the tree that can be
written so has a ``DealNotation`` or a ``HandNotation``; see `docs/deals.md`.
"""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _

from core.text import isolated
from games.base import Names, Record
from rules.pack import Dealing

HEAD: Final = "% PBN 2.1\r\n%Content-type: text/x-pbn; charset=UTF-8\r\n"
MEDIA_TYPE: Final = "text/x-pbn; charset=utf-8"
END: Final = "\r\n"
DIRECTIONS: Final = "WNES"
"""Clockwise, as a table of the standard is written."""
SUITS: Final = "SHDC"
RANKS: Final = "AKQJT98765432"
MANDATORY: Final = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer"),
    *("Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The tags that every written game has, in the order of the standard."""
PLAYERS: Final = {"W": "West", "N": "North", "E": "East", "S": "South"}
UNKNOWN: Final = "?"
NO_HAND: Final = "-"

_TAG: Final = re.compile(r'\[\s*([A-Z][A-Za-z0-9_]*)\s*"((?:[^"\\\x00-\x1f]|\\.)*)"\s*\]')
_STARTS: Final = re.compile(r"\s*(%|;|\[\s*[A-Z][A-Za-z0-9_]*\s*\")")
_QUOTED: Final = re.compile(r"\\(.)")
_NO_COMMENT: Final = re.compile(r'(?:[^;{"]|"(?:[^"\\]|\\.?)*"?)*')
"""What stands before a comment; a brace or semicolon in quotes begins none."""
_DEAL: Final = re.compile(r"([WNES]):(\S+)\s+(\S+)\s+(\S+)\s+(\S+)\s*")


class PbnError(Exception):
    """What is wrong with a text, and in which line, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


class PbnTag(NamedTuple):
    """The value of a tag, and the number of its line."""

    value: str
    line: int


@dataclass(slots=True)
class PbnGame:
    """A game as it was read: its first line, its tags, and the lines of its sections by tag."""

    line: int
    tags: dict[str, PbnTag] = field(default_factory=dict)
    sections: dict[str, list[PbnTag]] = field(default_factory=dict)

    def tag(self, name: str) -> PbnTag:
        """Return a tag; raise ``PbnError`` where there is none."""
        if name not in self.tags:
            raise PbnError(
                self.line, _("This game has no tag “%(tag)s”.") % {"tag": isolated(name)}
            )
        return self.tags[name]

    def direction(self, name: str) -> str:
        """Return a tag's value as one of the four directions, else raise ``PbnError``."""
        value, line = self.tag(name)
        if value.upper() not in DIRECTIONS or len(value) != 1:
            words = _("“%(value)s” is not W, N, E or S.")
            raise PbnError(line, words % {"value": isolated(value)})
        return value.upper()


def is_pbn(text: str) -> bool:
    """Return whether a text begins as such a file does."""
    return bool(_STARTS.match(text))


# Reading


def text_of(content: bytes) -> str:
    """Return a file's text: UTF-8, as most programs write, else the Latin-1 of the standard.

    ``UnicodeDecodeError`` for what is neither UTF-8 nor such a file.
    """
    try:
        return str(content, "utf-8-sig")
    except UnicodeDecodeError:
        if is_pbn(text := str(content, "latin-1")):
            return text
        raise


def games_read(text: str) -> Iterator[PbnGame]:
    """Yield the games of a text in their order; raise ``PbnError`` at the first line that is none.

    Empty lines end a game, except within a comment.
    """
    game, section, in_comment = None, "", False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("%"):
            continue
        rest, in_comment, was_comment = _without_comments(line, in_comment=in_comment)
        if not rest.strip():
            if game is not None and not was_comment:
                yield game
                game = None
            continue
        if game is None:
            game, section = PbnGame(number), ""
        section = _line_read(game, section, rest, number)
    if in_comment:
        raise PbnError(
            number, _("A comment that begins with %(sign)s has no end.") % {"sign": isolated("{")}
        )
    if game is not None:
        yield game


def _no_tag() -> str:
    return _("This is not a tag: %(form)s.") % {"form": isolated('[Name "value"]')}


def _line_read(game: PbnGame, section: str, text: str, number: int) -> str:
    """Add the tags, or the text of a section, in one line; return the section that is open."""
    rest = text
    while rest := rest.strip():
        if not rest.startswith("["):
            if not section:
                raise PbnError(number, _no_tag())
            game.sections[section].append(PbnTag(rest, number))
            return section
        match = _TAG.match(rest)
        if match is None:
            raise PbnError(number, _no_tag())
        name, value = match[1], _QUOTED.sub(r"\1", match[2])
        if name != "Note":
            if name in game.tags:
                words = _("A second “%(tag)s”: an empty line is missing before the next game.")
                raise PbnError(number, words % {"tag": isolated(name)})
            game.tags[name], game.sections[name] = PbnTag(value, number), []
            section = name
        rest = rest[match.end() :]
    return section


def _without_comments(line: str, *, in_comment: bool) -> tuple[str, bool, bool]:
    """Return a line without its comments, whether one goes on, and whether there was any."""
    parts, rest, was_comment = [], line, in_comment
    while rest:
        if in_comment:
            _comment, end, rest = rest.partition("}")
            in_comment = not end
            continue
        match = _NO_COMMENT.match(rest)
        assert match is not None
        parts.append(match[0])
        rest = rest[match.end() :]
        was_comment = was_comment or bool(rest)
        if rest.startswith(";"):
            break
        in_comment, rest = rest.startswith("{"), rest[1:]
    return " ".join(parts), in_comment, was_comment


def deal_read(game: PbnGame) -> dict[str, list[str] | None]:
    """Return the four hands by direction, None for one that is not given; cards suit first."""
    value, line = game.tag("Deal")
    match = _DEAL.fullmatch(value.upper())
    if match is None:
        words = _("“%(value)s” is not a deal: a direction, a colon and four hands are expected.")
        raise PbnError(line, words % {"value": isolated(value[:40])})
    first = DIRECTIONS.index(match[1])
    hands = [_hand_read(text, line) for text in match.groups()[1:]]
    return {DIRECTIONS[(first + place) % 4]: hand for place, hand in enumerate(hands)}


def _hand_read(text: str, line: int) -> list[str] | None:
    if text == NO_HAND:
        return None
    suits = text.split(".")
    if len(suits) != len(SUITS) or any(set(ranks) - set(RANKS) for ranks in suits):
        words = _("“%(hand)s” is not a hand: four suits with dots between them are expected.")
        raise PbnError(line, words % {"hand": isolated(text[:40])})
    return [suit + rank for suit, ranks in zip(SUITS, suits, strict=True) for rank in ranks]


# Writing


def game_written(
    tags: Mapping[str, str], sections: Iterable[tuple[str, str, Sequence[str]]] = ()
) -> str:
    """Return a game: its tags in the order of the standard, then sections (tag, value, lines).

    A mandatory tag that is missing has no meaning here, and is empty.
    """
    further = sorted(name for name in tags if name not in MANDATORY)
    lines = [_tag_written(name, tags.get(name, "")) for name in MANDATORY]
    lines += (_tag_written(name, tags[name]) for name in further)
    for name, value, body in sections:
        lines += [_tag_written(name, value), *body]
    return END.join(lines) + END


def file_written(games: Iterable[str]) -> str:
    """Return a file of games, an empty line between them."""
    return HEAD + END.join(games)


def _tag_written(name: str, value: str) -> str:
    text = " ".join(value.split()).replace("\\", r"\\").replace('"', r"\"")
    return f'[{name} "{text}"]'


def deal_written(hands: Mapping[str, Sequence[str] | None], first: str) -> str:
    """Return the value of a deal's tag: hands by direction, from ``first`` on."""
    start = DIRECTIONS.index(first)
    order = [DIRECTIONS[(start + place) % 4] for place in range(4)]
    return f"{first}:" + " ".join(_hand_written(hands.get(direction)) for direction in order)


def _hand_written(hand: Sequence[str] | None) -> str:
    if hand is None:
        return NO_HAND
    by_suit = ("".join(rank for rank in RANKS if suit + rank in hand) for suit in SUITS)
    return ".".join(by_suit)


# What a game of the tree provides


class DealNotation:
    """Deals of a game of cards; seat A is north, so that the dealers are those of bridge boards.

    A card turned up in the middle is the one that no hand has, and stands in the tag ``Centre``.
    """

    seats: str = "NESW"
    """The direction of each hand."""

    def deal_game(
        self, tags: Mapping[str, str], dealer: int, hands: Sequence[Sequence[str]], centre: str = ""
    ) -> str:
        """Return a deal as a game; ``tags`` say which it is."""
        first = self.seats[dealer]
        deal_tags = {
            "Dealer": first,
            "Vulnerable": "None",
            "Deal": deal_written(dict(zip(self.seats, hands, strict=True)), first),
        }
        return game_written({**tags, **deal_tags} | ({"Centre": centre} if centre else {}))

    def deal_of(self, game: PbnGame, dealing: Dealing) -> dict[str, Any]:
        """Return the keys of a deal of whole hands, by its tag ``Deal`` alone."""
        hands = deal_read(game)
        by_seat = [hand for direction in self.seats if (hand := hands[direction]) is not None]
        if len(by_seat) < len(self.seats):
            raise PbnError(game.tags["Deal"].line, _("All four hands of a deal are needed."))
        if not dealing.centre:
            return {"deal": by_seat}
        return {"deal": by_seat, "centre": _undealt(by_seat, dealing)}


def _undealt(hands: Sequence[Sequence[str]], dealing: Dealing) -> str:
    """Return the card that nobody holds; of faulty hands any."""
    dealt = {card for hand in hands for card in hand}
    names = [str(dealing.pack.names[piece]) for piece in dealing.order]
    return next((name for name in names if name not in dealt), names[0])


class HandNotation(DealNotation):
    """Whole hands as well: bids, play and result."""

    @abstractmethod
    def hand_game(
        self, tags: Mapping[str, str], record: Record, verdict: Record, names: Names
    ) -> str:
        """Return a legal hand as a game; ``tags`` say which it is, ``names`` are by seat."""

    @abstractmethod
    def record_of(self, game: PbnGame) -> dict[str, Any]:
        """Return the record of a hand, without format, game and rules; ``PbnError``."""
