"""A print made at once, which people order."""

from collections.abc import Iterable, Iterator
from typing import Any

from paper.documents.rows import AnyPrint, PrintOptions, printout_of
from press.base import Block, Printable
from press.blocks import KeepTogether, Paragraph, Section, Stack
from press.tables import TextTable


def print_now(*, row: AnyPrint, of: Any, options: PrintOptions) -> tuple[str, bytes]:
    """Return title and file of a print. Raises ``NothingToPrintError``."""
    printout = printout_of(row, of, options)
    return printout.title, printout.render()


def blocks_of(document: Printable) -> Iterator[Block]:
    """Yield the blocks of a document, those inside of others too."""
    yield from _inside(document.blocks(500, 700))


def _inside(blocks: Iterable[Block]) -> Iterator[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Section | KeepTogether):
            yield from _inside((block.body,))
        elif isinstance(block, Stack):
            yield from _inside(block.blocks)


def tables_of(document: Printable) -> list[list[list[str]]]:
    """The texts of each cell of each table; of names one below the other the first."""
    tables = [block for block in blocks_of(document) if isinstance(block, TextTable)]
    return [[[(*cell.texts, "")[0] for cell in row] for row in table.rows] for table in tables]


def remarks_of(document: Printable) -> list[str]:
    return [block.text for block in blocks_of(document) if isinstance(block, Paragraph)]
