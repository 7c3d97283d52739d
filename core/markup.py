"""Tables in HTML, which programs also save under the name of a workbook, and in Markdown."""

import re
from html import unescape
from itertools import groupby
from typing import Final

from core.cells import MOST_COLUMNS, MOST_LINES
from core.figures import read_whole

EMPHASIS: Final = re.compile(r"\*\*|__|`")
RULE: Final = frozenset("|:- \t")
TAG: Final = re.compile(r"(?P<ends>/?)(?P<name>[A-Za-z][A-Za-z0-9]{0,20})")
COLUMNS: Final = re.compile(r"\bcolspan\s{0,3}=\s{0,3}[\"']?(?P<count>\d{1,4})", re.IGNORECASE)
UNSEEN: Final = frozenset({"script", "style", "head", "title"})
MOST_TABLES: Final = 20


def html_tables(text: str) -> list[list[list[str]]] | None:
    """Return the tables of a page that have cells; None if the text is none.

    The page is split at its tags by hand: ``html.parser`` of Python 3.11 takes a minute for twenty
    thousand tags that do not end.
    """
    if not text.lstrip("\ufeff \t\r\n").startswith("<") or "<table" not in text.lower():
        return None
    reader, is_comment = _Tables(), False
    for piece in text.split("<")[1:]:
        is_comment = is_comment or piece.startswith("!--")
        tag, _end, after = piece.partition("-->" if is_comment else ">")
        if is_comment:
            is_comment = "-->" not in piece
        elif name := TAG.match(tag):
            (reader.end if name["ends"] else reader.start)(name["name"].lower(), tag)
        reader.data(after)
    reader.cell_end()
    return [table for table in reader.tables if table][:MOST_TABLES]


class _Tables:
    """The cells of each outer table; those of a table within a cell are text of that cell."""

    def __init__(self) -> None:
        self.tables: list[list[list[str]]] = []
        self.depth = self.unseen = 0
        self.cell: list[str] | None = None
        self.width = 1

    def start(self, name: str, tag: str) -> None:
        """Begin a table, a row or a cell."""
        if name in UNSEEN:
            self.unseen += 1
        elif name == "table":
            self.depth += 1
            if self.depth == 1:
                self.tables.append([])
        elif name == "tr" and self.depth == 1:
            self.cell_end()
            if len(self.tables[-1]) <= MOST_LINES:
                self.tables[-1].append([])
        elif name in {"td", "th"} and self.depth == 1:
            self.cell_end()
            span = COLUMNS.search(tag)
            self.width = read_whole(span["count"], least=1, most=MOST_COLUMNS) or 1 if span else 1
            self.cell = []
        elif name == "br":
            self.data(" ")

    def end(self, name: str, _tag: str) -> None:
        """End a table, a row or a cell."""
        if name in UNSEEN:
            self.unseen = max(0, self.unseen - 1)
        elif name == "table" and self.depth:
            if self.depth == 1:
                self.cell_end()
            self.depth -= 1
        elif name in {"td", "th", "tr"} and self.depth == 1:
            self.cell_end()

    def data(self, text: str) -> None:
        """Add to the cell."""
        if self.cell is not None and not self.unseen:
            self.cell.append(unescape(text))

    def cell_end(self) -> None:
        """End the cell that is open, if any."""
        if self.cell is None:
            return
        if not self.tables[-1]:
            self.tables[-1].append([])
        row = self.tables[-1][-1]
        row += [" ".join("".join(self.cell).split()), *[""] * (self.width - 1)]
        del row[MOST_COLUMNS:]
        self.cell = None


def markdown_tables(text: str) -> tuple[list[list[list[str]]], list[str]] | None:
    """Return the tables of a text in Markdown and its other lines; None if it has no table.

    >>> markdown_tables("| Name | R1 |\\n|:---|---:|\\n| **Anna** | 7 |\\n")
    ([[['Name', 'R1'], ['Anna', '7']]], [])
    """
    lines = text.splitlines()
    if not any(map(_is_rule, lines)):
        return None
    tables, others = [], []
    for is_row, run in groupby(lines, key=lambda line: "|" in line):
        if is_row:
            tables.append([_row(line) for line in run if not _is_rule(line)])
        else:
            others += [line.strip() for line in run if line.strip()]
    return [table for table in tables if table][:MOST_TABLES], others


def _is_rule(line: str) -> bool:
    return "|" in line and "--" in line and RULE.issuperset(line)


def _row(line: str) -> list[str]:
    inner = line.strip().removeprefix("|").removesuffix("|")
    cells = inner.replace("\\|", "\0").split("|")[:MOST_COLUMNS]
    return [EMPHASIS.sub("", cell.replace("\0", "|")).strip() for cell in cells]
