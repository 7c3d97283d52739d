"""What documents with a title, a place and remarks have in common."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from press.base import Block, Imprint, Space
from press.blocks import Heading, Paragraph
from press.style import Type


class Titled(Protocol):
    """A document that says what it is: a heading above, `remarks` at the end."""

    @property
    def imprint(self) -> Imprint:
        """What its pages say of themselves."""

    @property
    def title(self) -> str:
        """What it is of: an event, a season, a player."""

    @property
    def place(self) -> str:
        """The line under the title."""

    @property
    def remarks(self) -> Sequence[str]:
        """What is to be said of it, one paragraph each."""


TitledT = TypeVar("TitledT", bound=Titled)


@dataclass(frozen=True, slots=True)
class TitledStory(Generic[TitledT]):
    """The story of such a document; what stands between heading and remarks is its own."""

    document: TitledT

    @property
    def title(self) -> str:
        return f"{self.document.imprint.kind} · {self.document.title}"

    @property
    def imprint(self) -> Imprint:
        return self.document.imprint

    def heading(self) -> Heading:
        return Heading(self.document.title, self.document.place)

    def remarks(self, style: Type, *, gap: float = 6) -> Iterator[Block]:
        for remark in self.document.remarks:
            yield Space(gap)
            yield Paragraph(remark, style)
