"""Lists of names as clubs keep them: the columns of a table that are people, and how names stand.

Columns are found by their heads, in any language on offer: a name in one column or in two, a
partner, players by number. A head is never a name.
"""

import re
from collections.abc import Iterable, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import Final, NamedTuple

from django.utils.translation import gettext_noop

from core.cells import MOST_COLUMNS
from core.markup import html_tables, markdown_tables
from core.names import folded
from core.tables import QUOTED, delimiter_of, in_all_languages

FULL_HEADS: Final = (
    *(gettext_noop("Name"), gettext_noop("Names"), gettext_noop("Player"), gettext_noop("Players")),
    *(gettext_noop("Pair"), gettext_noop("Pairs"), gettext_noop("Team"), gettext_noop("Teams")),
    *(gettext_noop("Full name"), gettext_noop("Your name"), gettext_noop("Player name")),
    *(gettext_noop("Participant"), gettext_noop("Participants"), gettext_noop("Entry")),
)
FIRST_HEADS: Final = (
    *(gettext_noop("First name"), gettext_noop("First names")),
    *(gettext_noop("Given name"), gettext_noop("Given names")),
)
LAST_HEADS: Final = (
    *(gettext_noop("Last name"), gettext_noop("Family name"), gettext_noop("Surname")),
)
PARTNER_HEADS: Final = (gettext_noop("Partner"), gettext_noop("Partner’s name"))
SUM_NAMES: Final = (
    *(gettext_noop("Sum"), gettext_noop("Total"), gettext_noop("Totals")),
    *(gettext_noop("Average"), gettext_noop("Mean")),
    *(gettext_noop("Points"), gettext_noop("Score"), gettext_noop("Result")),
)
"""What a line below the others is named in that adds them up or averages them."""
SUM_SIGNS: Final = frozenset({"σ", "∑", "ø"})
"""Signs that name such a line, without regard to case."""
LOOKED_AT: Final = 10
"""Rows among which the heads are looked for."""
NO_DELIMITER: Final = "\x1f"
"""A character that no list has: its lines are not split."""
PARTNER: Final = 1_000
"""The number of a partner, who stands after everybody with a number."""

_DIGITS: Final = re.compile(r"\d+")
_FIGURE: Final = re.compile(r"\d")
_NO_LETTER: Final = re.compile(r"[\W_]+")
_TOGETHER: Final = re.compile(r"[&＆+/;]")
_SPACES: Final = re.compile(r"[^\S\t]+")
_BETWEEN: Final = re.compile(r"[\t&＆+/;,，、،]| [-–—] ")
_AND: Final = re.compile(
    r" (?:and|with|und|mit|en|et|avec|y|con|e|i|z|og|och|และ|و) ", re.IGNORECASE
)
"""“And” or “with” between two names; a name may hold it, so marks are looked for first."""
_FAMILY_FIRST: Final = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of Japanese, Chinese and Korean."""


class NamePart(Enum):
    """What a column holds of a name."""

    FULL = auto()
    FIRST = auto()
    LAST = auto()


class NameColumn(NamedTuple):
    """A column of names; ``person`` is whose of those on a line, 0 where the head has no number."""

    part: NamePart
    person: int
    place: int


@lru_cache(maxsize=1)
def _heads() -> dict[NamePart, frozenset[str]]:
    words = {NamePart.FULL: FULL_HEADS, NamePart.FIRST: FIRST_HEADS, NamePart.LAST: LAST_HEADS}
    return {part: frozenset(map(bare, in_all_languages(said))) for part, said in words.items()}


@lru_cache(maxsize=1)
def _partners() -> frozenset[str]:
    return frozenset(map(bare, in_all_languages(PARTNER_HEADS)))


@lru_cache(maxsize=1)
def _sums() -> frozenset[str]:
    return frozenset(map(bare, in_all_languages(SUM_NAMES)))


def is_sum(names: Iterable[str]) -> bool:
    """Whether a line is named as the sum or the mean of those above it: "Total", "Som: 12"."""
    return all(
        _NO_LETTER.sub("", name).casefold() in SUM_SIGNS
        or bare(_DIGITS.sub("", folded(name))) in _sums()
        for name in names
    )


def name_column(head: str, place: int) -> NameColumn | None:
    """Return the kind of a column of names; None if the heading is not one for names. "Player 2"
    and "Player B" mean the second player of a line."""
    said, digits = folded(head), _DIGITS.findall(head)
    person = int(digits[0][:2]) if len(digits) == 1 else 0
    if not digits and (lettered := _lettered(said)):
        said, person = lettered
    word = bare(_DIGITS.sub("", said))
    if word in _partners():
        return NameColumn(NamePart.FULL, PARTNER + person, place)
    for part, words in _heads().items():
        if word in words:
            return NameColumn(part, person, place)
    return None


def _lettered(head: str) -> tuple[str, int] | None:
    """Return the word and the number of a folded head such as "player b"; None for any other."""
    before, letter = head[:-1], head[-1:]
    end = next((at for at in range(len(before), 0, -1) if before[at - 1].isalnum()), 0)
    if not letter or letter not in "abcd" or not 0 < end < len(before):
        return None
    return before[:end], "abcd".index(letter) + 1


def name_columns(row: Sequence[str], below: Sequence[Sequence[str]]) -> list[NameColumn]:
    """Return the columns of people under these headings; empty unless the row is a header row.

    If players have separate columns, a team's name is left out. So is a second column of names,
    unless both have the same heading. Columns without letters are entry numbers.
    """
    columns = [
        column
        for place, head in enumerate(row)
        if (column := name_column(head, place)) and has_letters(below, place)
    ]
    numbered = any(0 < column.person < PARTNER for column in columns)
    parted = any(column.part is not NamePart.FULL and not column.person for column in columns)
    plain = [column for column in columns if column.part is NamePart.FULL and column.person == 0]
    parts = {column.part for column in columns if not column.person} - {NamePart.FULL}
    if not numbered and len({folded(row[column.place]) for column in plain}) == 1 < len(plain):
        for person, column in enumerate(plain, start=1):
            columns[columns.index(column)] = column._replace(person=person)
        plain = []
    if plain and len(parts) == 1:  # "Name" beside "Surname", or beside "First name"
        name = plain.pop(0)
        other = NamePart.FIRST if parts == {NamePart.LAST} else NamePart.LAST
        columns[columns.index(name)] = name._replace(part=other)
    dropped = plain if numbered or parted else plain[1:]
    return [column for column in columns if column not in dropped]


def people_in(row: Sequence[str], columns: Iterable[NameColumn]) -> tuple[str, ...]:
    """Return the names on a row: the first name before the last, the family name first in scripts
    that write it so.
    """
    names: dict[int, list[str]] = {}
    ordered = sorted(columns, key=lambda column: (column.person, column.part.value, column.place))
    for column in ordered:
        if cell := cell_of(row, column.place):
            names.setdefault(column.person, []).append(cell)
    return tuple(" ".join(_in_order(parts)) for parts in names.values())


def _in_order(parts: list[str]) -> list[str]:
    return parts[::-1] if _FAMILY_FIRST.match(parts[0]) else parts


class TableNames(NamedTuple):
    """The people of each row of a table, and the lines that add up or average the others."""

    people: list[tuple[str, ...]]
    sums: list[str]


def head_place(rows: Sequence[Sequence[str]]) -> int | None:
    """Return which row has the heads of names; None where none has."""
    looked_at = enumerate(rows[:LOOKED_AT], start=1)
    return next((at - 1 for at, row in looked_at if name_columns(row, rows[at:])), None)


def names_in(rows: Sequence[Sequence[str]], *, in_pairs: bool = False) -> TableNames:
    """Return the people of each row: one, or those of a pair that have columns of their own.

    Without heads the first column that holds names is taken, not one of times or addresses. In a
    list of pairs the next one may be the partner, or the other part of the name: both are joined by
    a comma, to be asked about.
    """
    if (at := head_place(rows)) is None:
        lines = [line for line in _without_heads(rows, in_pairs=in_pairs) if line]
        sums = [line for line in lines if is_sum([line])]
        return TableNames([(line,) for line in lines if line not in sums], sums)
    below = rows[at + 1 :]
    columns = name_columns(rows[at], below)
    people, sums = list[tuple[str, ...]](), list[str]()
    for row in below:
        names = people_in(row, columns)
        if _is_sum_row(row, columns):
            sums += names[:1] or [next(cell for cell in row if cell)]
        elif names:
            people.append(names)
    return TableNames(people, sums)


def _is_sum_row(row: Sequence[str], columns: Iterable[NameColumn]) -> bool:
    """Whether a line is labelled as a sum, in the column of names or, if that has no letters,
    beside it."""
    names = people_in(row, columns)
    words = names if any(map(str.isalpha, "".join(names))) else [cell for cell in row if cell]
    return any(is_sum([word]) for word in words)


def _without_heads(rows: Sequence[Sequence[str]], *, in_pairs: bool) -> list[str]:
    width = max(map(len, rows), default=0)
    cells = [[cell_of(row, place) for row in rows] for place in range(width)]
    places = [place for place, column in enumerate(cells) if _are_names(column)]
    if not places:
        return []
    names = cells[places[0]]
    first = 1 if len(rows) > 1 and _is_head(rows, places[0]) else 0
    if not in_pairs or len(places) == 1 or any(map(_TOGETHER.search, names)):
        return names[first:]
    both = zip(names[first:], cells[places[1]][first:], strict=True)
    return [", ".join(filter(None, pair)) for pair in both]


def has_letters(rows: Iterable[Sequence[str]], place: int) -> bool:
    """Whether any cell of a column has a letter."""
    return any(any(map(str.isalpha, cell_of(row, place))) for row in rows)


def _are_names(cells: Iterable[str]) -> bool:
    """Whether most cells have more letters than digits, and are no addresses of mail."""
    filled = [cell for cell in cells if cell]
    named = [
        cell
        for cell in filled
        if "@" not in cell and sum(map(str.isalpha, cell)) > len(_FIGURE.findall(cell)) * 2
    ]
    return bool(named) and len(named) * 2 > len(filled)


def _is_head(rows: Sequence[Sequence[str]], names: int) -> bool:
    """Whether the first row has heads: a word of it stands above nothing but figures."""
    first, *below = rows
    for place in range(len(first)):
        cells = list(filter(None, (cell_of(row, place) for row in below)))
        has_figures = bool(cells) and all(map(_DIGITS.search, cells))
        if (
            place != names
            and has_figures
            and cell_of(first, place)
            and not _DIGITS.search(first[place])
        ):
            return True
    return False


# Names with the family name first and a comma.


def names_delimiter(text: str) -> str:
    """Return what splits the lines of a list, nothing where each comma is one within a name.

    That is so where every line with a comma is a name or partners written "Novak, Ada", and no
    line has heads with a comma.
    """
    delimiter = delimiter_of(text)
    lines = [line for line in QUOTED.sub("", text).splitlines() if "," in line]
    if delimiter != "," or not lines or not all(map(_has_inverted_names, lines)):
        return delimiter
    rows = [line.split(",")[:MOST_COLUMNS] for line in lines]
    has_heads = any(
        name_columns(row, rows[number:]) for number, row in enumerate(rows[:LOOKED_AT], start=1)
    )
    return delimiter if has_heads else NO_DELIMITER


def _has_inverted_names(line: str) -> bool:
    return all(map(given_name_first, _TOGETHER.split(line)))


def given_name_first(line: str) -> str | None:
    """Return a name that is written "Novak, Ada" the other way round; None for any other.

    >>> given_name_first("Novak, Ada"), given_name_first("Ada Novak")
    ('Ada Novak', None)
    """
    family, comma, given = (part.strip() for part in line.partition(","))
    is_name = comma and "," not in given and not _FIGURE.search(line)
    if not is_name or not all(any(map(str.isalpha, part)) for part in (family, given)):
        return None
    return f"{given} {family}"


def partners_given_name_first(line: str) -> str:
    """Return a line of partners with each name the usual way round, if all have one comma.

    >>> partners_given_name_first("Müller, Jürgen & de Vries, Anna")
    'Jürgen Müller & Anna de Vries'
    """
    names = _TOGETHER.split(line)
    usual = [given_name_first(name) for name in names]
    return " & ".join(filter(None, usual)) if len(names) > 1 and all(usual) else line


def cell_of(row: Sequence[str], place: int) -> str:
    """Return the text in a column of a row; empty where the row is shorter."""
    return " ".join(row[place].split()) if place < len(row) else ""


def bare(word: str) -> str:
    """Return a folded word without marks and spaces."""
    return _NO_LETTER.sub("", word)


# Lines as people type them.


NOBODY: Final = frozenset(
    {
        *("x", "xx", "xxx", "nn", "n n", "nomen nescio", "tba", "tbd", "tbc", "bye"),
        *("nobody", "no one", "none", "unknown", "vacant", "no partner", "partner wanted"),
        *("to be announced", "to be decided", "looking for partner", "looking for a partner"),
        *("seeks partner", "needs partner", "needs a partner", "partner needed"),
        *("niemand", "geen", "geen partner", "onbekend", "vacature", "nog onbekend", "vrije ronde"),
        *("nog zoeken", "nog te zoeken", "zoekt partner", "zoekt nog", "partner gezocht"),
        *("zoekt nog partner", "zoekt een partner", "volgt", "volgt nog", "nnb", "nntb"),
        *("kein partner", "sucht partner", "partner gesucht", "unbekannt", "freilos", "folgt"),
        *("sucht noch", "noch offen", "spielfrei"),
        *("نامشخص", "نامعلوم", "هیچ کس", "هیچکس", "بدون شریک", "بدون یار", "استراحت", "ناشناس"),
        *("شریک ندارد", "به دنبال شریک", "دنبال شریک", "هنوز معلوم نیست"),
        *("未定", "不明", "なし", "募集", "募集中", "相手募集中", "パートナー募集"),
        *("パートナー募集中", "ペア募集", "ペア募集中", "不戦", "不戦勝", "休み", "空き"),
    }
)
"""Words typed instead of a name for "nobody", folded and without accents: in English, Dutch,
German, Persian and Japanese."""
_BULLETS: Final = "-–—•●▪*·✓✔✅☑➡→"
_AFTER_NUMBER: Final = ".):\ufe0f\u20e3"
_NUMBERED: Final = re.compile(r"\d{1,4}(?=[.):\ufe0f\u20e3\s])")


def is_nobody(name: str) -> bool:
    """Whether a text in place of a name means nobody: "?", "N.N.", "nog zoeken"."""
    if not any(map(str.isalnum, name)):
        return True
    plain = _NO_LETTER.sub(" ", folded(name.replace(".", "")))
    return " ".join(plain.split()) in NOBODY


def unnumbered(line: str) -> str:
    """Return a line of a list without the number or the bullet before it.

    >>> unnumbered("12) Ann Lee"), unnumbered("3 Ann"), unnumbered("• Ann"), unnumbered("42ers")
    ('Ann Lee', 'Ann', 'Ann', '42ers')
    """
    rest = line.strip()
    if numbered := _NUMBERED.match(rest):
        name = rest[numbered.end() :].lstrip(_AFTER_NUMBER).strip()
        return rest if _FIGURE.match(name) else name
    bare = rest.lstrip(_BULLETS + "\ufe0f")
    return bare.strip() if bare != rest and bare[:1].isspace() else rest


class ChatLines(NamedTuple):
    """The lines of a list within a chat, and the rest of the chat."""

    lines: list[str]
    others: list[str]


_CHAT_HEAD: Final = re.compile(r"\[[^\]\n]{0,20}\d[:.]\d\d[^\]\n]{0,20}\][^:\n]{1,80}:")
_CHAT_DAY: Final = re.compile(
    r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4},? \d{1,2}[:.]\d\d[^-\n]{0,6} - [^:\n]{1,80}:"
)


def chat_lines(lines: Sequence[str]) -> ChatLines | None:
    """Return the list that people made in a chat; None if no line looks like chat.

    The list is the numbered lines, otherwise the short ones. People often send it again with one
    line more.
    """
    heads = [_CHAT_HEAD.match(line) or _CHAT_DAY.match(line) for line in lines]
    if not any(heads):
        return None
    said = [
        line[head.end() :].strip() if head else line.strip()
        for line, head in zip(lines, heads, strict=True)
    ]
    said = list(dict.fromkeys(filter(None, said)))
    numbered = [line for line in said if _NUMBERED.match(line)]
    listed = numbered or [line for line in said if not is_note(line)]
    lines = [line for line in listed if unnumbered(line)]
    return ChatLines(lines, [line for line in said if line not in listed])


NOTE_SIGNS: Final = ("*", "†", "‡", "※", "¹", "²", "³", "(", "@")
NOTE_WORDS: Final = 6
"""Words of one name; a line with more, and without two names, is a note."""


def is_note(text: str) -> bool:
    """Whether a line of one cell reads as a remark: by its first sign, or by its length."""
    words, is_sentence = len(text.split()), text.rstrip().endswith(("?", "!", ":"))
    is_long = words > NOTE_WORDS or (words > 2 and is_sentence)
    return text.startswith(NOTE_SIGNS) or (is_long and not _TOGETHER.search(text))


def two_names(text: str) -> list[str]:
    """Split the names of a pair on one line, by a mark or else by “and”.

    A line that may be one name with a comma is not split.
    """
    text = _SPACES.sub(" ", text.strip())
    if given_name_first(text) and not is_pair_with_comma(text):
        return [text]
    names = list(filter(None, map(str.strip, _BETWEEN.split(text))))
    return names if len(names) != 1 else list(filter(None, map(str.strip, _AND.split(names[0]))))


def is_pair_with_comma(line: str) -> bool:
    """Whether a line with a comma has two names of more than one word: "Ann Lee, Bob Ray"."""
    return all(len(part.split()) > 1 for part in line.split(","))


def may_be_two(line: str) -> bool:
    """Whether a line where one person is expected may name two: "Joop & Ria"."""
    names = two_names(line) if "," not in line else _TOGETHER.split(line)
    return len(names) == 2 and all(name and not is_nobody(name) for name in names)


def is_table(text: str, *, in_pairs: bool) -> bool:
    """Whether a pasted list is a table: it has headings or, for single names, cells separated by
    tabs.

    Partners may also be separated by a tab. A heading alone on its line has no number: "Player 2"
    is a name.
    """
    if html_tables(text) is not None or markdown_tables(text) is not None:
        return True
    if "\t" in text and not in_pairs:
        return True
    delimiter = delimiter_of(text)
    lines = [line for line in text.splitlines() if line.strip()][: LOOKED_AT + 1]
    rows = [line.split(delimiter)[:MOST_COLUMNS] for line in lines]
    at = head_place(rows)
    return at is not None and (len(rows[at]) > 1 or not _FIGURE.search(rows[at][0]))
