"""What a revision of a hand was read from: pictures that an app above this one has.

Such an app registers, in its ``AppConfig.ready``, a function that finds them.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from scoring.models import HandRevision


@dataclass(frozen=True, slots=True)
class EvidencePicture:
    """A picture: what it shows in words, its addresses for pages and programs.

    Both are empty once the picture is no longer kept.
    """

    text: str
    href: str = ""
    api_href: str = ""


FindEvidence = Callable[[Iterable[HandRevision]], Mapping[int, Sequence[EvidencePicture]]]

_finders: list[FindEvidence] = []


def evidence_register(find: FindEvidence) -> None:
    """Ask ``find`` for the pictures of revisions, by their keys."""
    _finders.append(find)


def evidence_of(revisions: Sequence[HandRevision]) -> dict[int, tuple[EvidencePicture, ...]]:
    """Return the pictures of each of these revisions, by its key."""
    by_finder = [find(revisions) for find in _finders]
    return {
        revision.pk: tuple(
            picture for pictures in by_finder for picture in pictures.get(revision.pk, ())
        )
        for revision in revisions
    }
