"""What a revision of a hand was read from: pictures that an app above this one has.

Such an app registers, in its ``AppConfig.ready``, what finds them.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from scoring.models import HandRevision


@dataclass(frozen=True, slots=True)
class EvidencePicture:
    """A picture: what it shows in words, its addresses for pages and programs.

    Both are empty once the picture is no longer kept.
    """

    text: str
    href: str = ""
    api_href: str = ""


class HandEvidence(Protocol):
    """Finds the pictures of revisions by their keys."""

    def of_hands(
        self, revisions: Iterable[HandRevision]
    ) -> Mapping[int, Sequence[EvidencePicture]]:
        """Return what these revisions of hands were read from."""


_finders: list[HandEvidence] = []


def evidence_register(finder: HandEvidence) -> None:
    """Ask ``finder`` for pictures."""
    _finders.append(finder)


def evidence_of(revisions: Sequence[HandRevision]) -> dict[int, tuple[EvidencePicture, ...]]:
    """Return the pictures of each of these revisions of hands, by its key."""
    by_finder = [finder.of_hands(revisions) for finder in _finders]
    return {
        revision.pk: tuple(
            picture for pictures in by_finder for picture in pictures.get(revision.pk, ())
        )
        for revision in revisions
    }
