"""Results entered from slips, for matches without hands or over the hands that are recorded."""

from collections.abc import Mapping, Sequence
from types import EllipsisType
from typing import Any, Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.models import User
from core.figures import figure
from core.text import by_side
from core.transactions import is_trial
from feeds.models import ChangeKind
from feeds.noting import changes_note
from games import PRESENTERS
from rules import GAMES
from scoring.errors import MatchConflict, ReasonMissing
from scoring.host import Stage, host_of
from scoring.models import Ended, EnteredResult, Match
from scoring.running_score import HANDS, FinalTotals, match_options, match_result
from scoring.services.matches import match_locked, match_refold
from scoring.signals import match_changed

MOST = 9_999
"""No total of an evening has more digits."""
MOST_HANDS = 999
"""Maximum hands of a match."""


@transaction.atomic
def result_state(
    *,
    match_id: int,
    totals: Sequence[int],
    author: User,
    hands: int | None = None,
    sets: Sequence[int] | None = None,
    seen: FinalTotals | EllipsisType | None = ...,
    ended: str = "",
    reason: str = "",
    version: int | None = None,
) -> Match:
    """Enter or replace the final totals of a match, one for each side. Locks the match.

    The match is then over; the highest total wins, a tie is a draw. ``hands`` is the number of
    hands, ``sets`` how often each side was set, if known. Entering the same again changes nothing.
    ``seen`` is the result that the sender saw, None for none; if omitted, any result is replaced.
    ``version`` is the match's version as the sender saw it, if known.
    ``ended`` (``Ended``) gives the reason for totals that do not finish a match under its rules.
    Hands that are recorded stay.

    Raises ``MatchConflict`` if another result was entered meanwhile, or the version differs;
    ``ReasonMissing`` if hands are
    recorded, or others rely on the result, and there is no ``reason``; ``Closed``;
    ``ValidationError`` if a total is missing, or the rules cannot produce the result;
    ``Unfinished`` if ``ended`` is missing.
    """
    match = match_locked(match_id)
    if len(totals) != len(match.totals):
        raise ValidationError(
            {
                "totals": ValidationError(
                    _("A result has a total for each side."), code="totals_count"
                )
            }
        )
    result = FinalTotals(tuple(totals), hands, None if sets is None else tuple(sets))
    stands = match_result(match)
    if stands == result:
        return match
    if seen is not ... and stands != seen:
        raise MatchConflict(current=match)
    _must_be_as_seen(match, version)
    _must_hold_the_hands(match, result)
    _must_be_possible(match, result)
    question = finish_question(match, result)
    if question is not None and ended not in question.answers:
        raise Unfinished(question)
    how = Ended(ended) if question else Ended.AS_THE_RULES_SAY
    if stands is not None or match.hand_count:
        _must_say_why(match, reason)
    return _written(match, result, author, reason, how)


@transaction.atomic
def result_sets_state(
    *, match_id: int, sets: Sequence[int], author: User, reason: str = ""
) -> Match:
    """Say how often each side was set in a match whose result was entered. Locks the match.

    Raises what ``result_state`` does; ``ValidationError`` if no result was entered.
    """
    match = match_locked(match_id)
    stands, newest = match_result(match), match.entered_results.order_by("-pk").first()
    if stands is None or newest is None:
        raise ValidationError(_("No result was entered here."), code="no_result")
    return result_state(
        match_id=match.pk,
        totals=stands.totals,
        hands=stands.hands,
        sets=sets,
        author=author,
        ended=newest.ended,
        reason=reason,
    )


@transaction.atomic
def result_withdraw(
    *, match_id: int, author: User, reason: str = "", version: int | None = None
) -> Match:
    """Withdraw the entered result, so that hands can be recorded again. Locks the match.

    ``version`` is the match's version as the sender saw it, if known. Raises ``MatchConflict`` if
    it differs; ``ValidationError`` if there is no result; ``ReasonMissing`` if others rely on it;
    ``Closed``.
    """
    match = match_locked(match_id)
    _must_be_as_seen(match, version)
    if match.entered_totals is None:
        raise ValidationError(_("No result was entered here."), code="no_result")
    _must_say_why(match, reason)
    return _written(match, None, author, reason)


@transaction.atomic
def result_restore(*, match_id: int, author: User, revision: int, reason: str = "") -> Match:
    """Restore the result before the newest change, as a new revision. Locks the match.

    ``revision`` is the key of the newest one that the sender saw. Raises ``MatchConflict`` if there
    is a newer one, ``ValidationError`` if there was none before, or if the rules cannot produce it
    any more; ``ReasonMissing``; ``Closed``.
    """
    match = match_locked(match_id)
    newest = list(match.entered_results.order_by("-pk")[:2])
    if not newest or newest[0].pk != revision:
        raise MatchConflict(current=match)
    before = _as_result(newest[1]) if len(newest) > 1 else None
    if before is None and newest[0].totals is None:
        raise ValidationError(_("Nothing was entered before that."), code="no_earlier_result")
    if before is not None:
        _must_be_possible(match, before)
    _must_say_why(match, reason)
    ended = Ended(newest[1].ended) if before else Ended.AS_THE_RULES_SAY
    return _written(match, before, author, reason, ended)


@transaction.atomic
def results_restore(*, revisions: Mapping[int, int], author: User, reason: str = "") -> int:
    """Restore the results before these changes, all or none; return how many.

    ``revisions`` has the newest change of each match by the match's key. Locks the matches in the
    order of their keys. Raises what ``result_restore`` does.
    """
    for match_id, revision in sorted(revisions.items()):
        result_restore(match_id=match_id, author=author, revision=revision, reason=reason)
    return len(revisions)


def _must_be_as_seen(match: Match, version: int | None) -> None:
    if version is not None and match.version != version:
        raise MatchConflict(current=match)


def _must_say_why(match: Match, reason: str) -> None:
    """Require a reason beside recorded hands, and once others rely on the result."""
    if reason.strip() or is_trial():
        return
    if match.hand_count or host_of(match).stage() is Stage.PAST:
        raise ReasonMissing


def _as_result(row: EnteredResult) -> FinalTotals | None:
    if row.totals is None:
        return None
    sets = None if row.sets is None else tuple(row.sets)
    return FinalTotals(tuple(row.totals), row.hands, sets)


def _written(
    match: Match,
    result: FinalTotals | None,
    author: User,
    reason: str,
    ended: Ended = Ended.AS_THE_RULES_SAY,
) -> Match:
    match.entered_totals = list(result.totals) if result else None
    match.entered_hands = result.hands if result else None
    match.entered_sets = list(result.sets) if result and result.sets is not None else None
    match.save(update_fields=["entered_totals", "entered_hands", "entered_sets"])
    EnteredResult.objects.create(
        match=match,
        totals=match.entered_totals,
        hands=match.entered_hands,
        sets=match.entered_sets,
        ended=ended,
        reason=" ".join(reason.split()),
        author=author,
        author_name=author.shown_name,
        created_at=timezone.now(),
    )
    match_refold(match)
    changes_note(match.club_id, (ChangeKind.RESULT, match.api_path))
    match_changed.send(sender=Match, match=match, revision=None)
    return match


class ResultQuestion(NamedTuple):
    """A question about a result, and the answers with which the result is accepted."""

    text: str
    answers: tuple[Ended, ...] = (Ended.TIME, Ended.STOPPED)


class Unfinished(ValidationError):
    """The totals do not finish a match under its rules, and ``ended`` does not say why."""

    def __init__(self, question: ResultQuestion) -> None:
        super().__init__({"ended": ValidationError(question.text, code="result_unfinished")})
        self.question = question


def finish_question(match: Match, result: FinalTotals) -> ResultQuestion | None:
    """Return the question about a result; None if the rules can end a match with it.

    Questions concern totals below the target and too few hands, unless time was called, and marks
    above the target.
    """
    options = match_options(match)
    presenter = match.presenter
    target, best = presenter.target(options), max(result.totals)
    said = {"result": by_side(map(figure, result.totals), " – "), "target": target}
    agreed = getattr(options, HANDS, None)
    is_called = match.called_after is not None
    if agreed and result.hands is not None and result.hands < agreed and not is_called:
        words = _("%(hands)d hands are agreed here. Was time called, or did they stop?")
        return ResultQuestion(words % {"hands": agreed})
    if target and best < target and not is_called:
        words = _(
            "%(result)s does not finish a game to %(target)d. Was time called, or did they stop?"
        )
        return ResultQuestion(words % said)
    if target and presenter.draws_marks(options) and best > target:
        words = _("%(result)s is more than a game to %(target)d takes. Did the last hand bring it?")
        return ResultQuestion(words % said, (Ended.MORE, Ended.TIME, Ended.STOPPED))
    return None


def _must_hold_the_hands(match: Match, result: FinalTotals) -> None:
    """Refuse fewer hands than are recorded."""
    if result.hands is not None and result.hands < match.hand_count:
        words = _("%(count)d hands are recorded here already.") % {"count": match.hand_count}
        raise ValidationError({"hands": ValidationError(words, code="hands_recorded")})


def _must_be_possible(match: Match, result: FinalTotals) -> None:
    """Refuse totals that no match under its rules can have."""
    options, totals = match_options(match), result.totals
    presenter = match.presenter
    target = presenter.target(options)
    if any(abs(total) > MOST for total in totals):
        raise ValidationError(_("A total has at most four digits."), code="total_too_long")
    least = presenter.least_total(options)
    if least is not None and min(totals) < least:
        raise ValidationError(
            _("This cannot be below %(least)d.") % {"least": least}, code="total_too_low"
        )
    if presenter.draws_marks(options) and max(totals) >= 2 * target:
        raise ValidationError(
            _("A match to %(target)d cannot end that high.") % {"target": target},
            code="total_too_high",
        )
    if presenter.draws_marks(options) and min(totals) >= target:
        raise ValidationError(
            _("Only one side reaches %(target)d.") % {"target": target}, code="two_winners"
        )
    if result.hands is not None:
        _must_be_playable(match.game, options, result)
    if result.sets is not None:
        _sets_must_be_possible(match, result, result.sets)


def _sets_must_be_possible(match: Match, result: FinalTotals, sets: Sequence[int]) -> None:
    """Refuse sets in a game that counts none, and more of them than totals or hands allow."""
    if GAMES[match.game].match.start(match_options(match)).sets is None:
        wrong = ValidationError(_("Sets are not counted in this game."), code="no_sets")
    elif len(sets) != len(result.totals) or min(sets) < 0:
        wrong = ValidationError(
            _("Enter for both sides how often they were set, or for neither."), code="sets_count"
        )
    elif result.hands is not None and sum(sets) > result.hands:
        wrong = ValidationError(
            _("No more sets than hands: each hand sets one side at most."), code="sets_impossible"
        )
    elif any(
        set_count > other for set_count, other in zip(sets, reversed(result.totals), strict=True)
    ):
        wrong = ValidationError(
            _("Each time a side is set, the other scores: no more sets than that."),
            code="sets_impossible",
        )
    else:
        return
    raise ValidationError({"sets": wrong})


def _must_be_playable(game: str, options: Any, result: FinalTotals) -> None:
    """Refuse a number of hands that cannot add up to the totals."""
    longest = getattr(options, HANDS, None) or MOST_HANDS
    least, most = PRESENTERS[game].hands_within(options, result.totals, longest)
    assert result.hands is not None
    if least <= result.hands <= most:
        return
    values = {
        "result": by_side(map(figure, result.totals), " – "),
        "hands": result.hands,
        "least": least,
        "most": most,
    }
    if least > most:
        words = _("%(result)s cannot come from whole hands under these rules.")
    elif result.hands > most:
        words = _("%(result)s takes %(most)d hands at most, not %(hands)d.")
    else:
        words = _("%(result)s takes %(least)d hands at least, not %(hands)d.")
    raise ValidationError({"hands": ValidationError(words % values, code="hands_impossible")})


# Results as they are stored.


def entered_result_check(match: Match) -> None:
    """``ValidationError`` with what is wrong with the entered result of a match, by field."""
    stored = match.entered_totals, match.entered_hands, match.entered_sets
    try:
        _parts_check(match, *stored)
        result = match_result(match)
        if result is not None:
            _must_be_possible(match, result)
    except ValidationError as error:
        by_field = error.update_error_dict({})
        named = {name if name in _PARTS else "totals": by_field[name] for name in by_field}
        raise ValidationError({f"entered_{name}": named[name] for name in named}) from None


def result_revision_check(row: EnteredResult) -> None:
    """``ValidationError`` with what is wrong with a revision of a result, by field.

    The rules may have changed since a result was withdrawn.
    """
    _parts_check(row.match, row.totals, row.hands, row.sets)


_PARTS: Final = ("totals", "hands", "sets")


def _parts_check(match: Match, totals: Any, hands: Any, sets: Any) -> None:
    sides = len(match.totals)
    if totals is None:
        wrong = {
            name: _("No result was entered here.")
            for name, value in (("hands", hands), ("sets", sets))
            if value is not None
        }
    elif not _are_whole(totals, sides, low=-MOST):
        wrong = {"totals": _("A result has a total for each side.")}
    elif sets is not None and not _are_whole(sets, sides, low=0):
        wrong = {"sets": _("Enter for both sides how often they were set, or for neither.")}
    elif hands is not None and hands > MOST_HANDS:
        wrong = {"hands": _("At most %(most)d.") % {"most": MOST_HANDS}}
    else:
        wrong = {}
    if wrong:
        raise ValidationError(wrong)


def _are_whole(values: Any, count: int, *, low: int) -> bool:
    """Whether a stored value is a list of this many whole numbers within bounds."""
    return (
        type(values) is list
        and len(values) == count
        and all(type(value) is int and low <= value <= MOST for value in values)
    )
