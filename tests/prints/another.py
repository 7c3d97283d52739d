"""A document that only a test knows: one module."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from paper.documents.event_prints import event_imprint
from paper.documents.printouts import Printout
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.subjects import EVENT, SEASON
from press.base import Block, Imprint, Printable
from press.blocks import Heading


@dataclass(frozen=True, slots=True)
class Another(Printable):
    imprint: Imprint
    title: str

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Heading(self.title, "")


def _job(event: Any, options: PrintOptions) -> Printout:
    document = Another(event_imprint(event, "Another"), event.name)
    return Printout("Another", 1, lambda: [document], options.paper)


ROW: Final = Print(EVENT, "another", Phase.AFTER, "Another", "Which only a test has.", _job)
OF_SEASON: Final = Print(SEASON, "another", Phase.AFTER, "Another", "Of a season.", _job)

PRINTS: Final = (ROW, OF_SEASON)
