"""The history of one hand: every revision in words, and how two records differ.

An app above registers what finds the pictures that a revision was read from.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from django.utils.translation import gettext as _

from games.base import Fact
from games.wording import isolated_names
from scoring.models import Hand, HandRevision, Match, RevisionKind
from scoring.selectors.scores import seat_names


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


@dataclass(frozen=True, slots=True)
class RevisionRow:
    """A revision: author, time, kind and reason; ``changes`` are the differences to the previous
    one, ``pictures`` what it was read from.
    """

    no: int
    who: str
    when: datetime
    what: str
    why: str
    current: bool
    changes: tuple["HandChange", ...]
    pictures: tuple[EvidencePicture, ...]


@dataclass(frozen=True, slots=True)
class HandChange:
    """One fact before and after."""

    label: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Versus:
    """One fact in two versions: recorded and submitted."""

    label: str
    theirs: str
    mine: str


def history_of(*, match: Match, hand: Hand) -> tuple[RevisionRow, ...]:
    """Every revision of the hand, the newest first."""
    names = seat_names(match, number=hand.number)
    revisions = list(HandRevision.objects.filter(hand=hand).order_by("no"))
    pictures = evidence_of(revisions)
    before: Sequence[Fact] = ()
    rows = []
    for revision in revisions:
        facts = facts_of(match, revision.record_written, names)
        rows.append(
            RevisionRow(
                no=revision.no,
                who=revision.written_by,
                when=revision.created_at,
                what=_what(match, revision, names),
                why=revision.reason,
                current=revision.no == hand.revision,
                changes=_changes(before, facts),
                pictures=pictures[revision.pk],
            )
        )
        before = facts
    return tuple(reversed(rows))


def newest_revision(hand: Hand) -> HandRevision:
    return HandRevision.objects.get(hand=hand, no=hand.revision)


def facts_of(match: Match, record: dict[str, Any] | None, names: Sequence[str]) -> tuple[Fact, ...]:
    """A record in labelled facts; none for a hand that was taken back."""
    return match.presenter.facts(record, isolated_names(names)) if record else ()


def versus(
    match: Match, number: int, theirs: dict[str, Any] | None, mine: dict[str, Any] | None
) -> tuple[Versus, ...]:
    """Two records of hand ``number`` side by side, fact by fact."""
    names = seat_names(match, number=number)
    left = {fact.label: fact.text for fact in facts_of(match, theirs, names)}
    right = {fact.label: fact.text for fact in facts_of(match, mine, names)}
    labels = list(dict.fromkeys([*left, *right]))
    return tuple(Versus(label, left.get(label, "–"), right.get(label, "–")) for label in labels)


def _changes(before: Sequence[Fact], after: Sequence[Fact]) -> tuple[HandChange, ...]:
    old = {fact.label: fact.text for fact in before}
    new = {fact.label: fact.text for fact in after}
    if not old or not new:
        return ()
    labels = dict.fromkeys([*old, *new])
    return tuple(
        HandChange(label, old.get(label, "–"), new.get(label, "–"))
        for label in labels
        if old.get(label) != new.get(label)
    )


def _what(match: Match, revision: HandRevision, names: Sequence[str]) -> str:
    if revision.record is None or revision.verdict is None:
        return _("Taken back.")
    labels = match.presenter.hand_labels(revision.record, revision.verdict, isolated_names(names))
    templates = {
        RevisionKind.RECORDED: _("Recorded: %(sentence)s"),
        RevisionKind.CORRECTED: _("Corrected to: %(sentence)s"),
        RevisionKind.OPENED: _("Opened, as the deal is over at every table: %(sentence)s"),
    }
    return templates[RevisionKind(revision.kind)] % {"sentence": labels.sentence}
