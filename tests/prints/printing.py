"""A print made at once, which people order."""

from typing import Any

from prints.rows import AnyPrint, PrintOptions, printout_of


def print_now(*, row: AnyPrint, of: Any, options: PrintOptions) -> tuple[str, bytes]:
    """Return title and file of a print. Raises ``NothingToPrintError``."""
    printout = printout_of(row, of, options)
    return printout.title, printout.render()
