"""Deal sets: drawn or read from a file, deleted, opened; and rulings on single deals.

Every service except the opening locks the event. Errors, logs and task arguments never contain a
deal or seed.
"""

import json
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import User
from core.names import plain_line
from core.text import about
from core.versions import values_check
from engine.analysis.deals import (
    canonical,
    deal_problems,
    dealt_games,
    make_deals,
    seed_hash,
)
from engine.pairings.format import sides_of
from engine.standings.duplicate import Award
from engine.standings.metrics import COMPARED
from games import PRESENTERS
from games.wording import problem_text
from scoring.models import Match
from scoring.selectors.best_play import BestPlayQuestion
from scoring.services.best_play import best_play_ask, deals_compare_of
from scoring.services.hands import match_open
from tournaments.deals.models import Deal, DealPaper, DealPrint, DealRuling, DealSet, DealSource
from tournaments.deals.selectors.deals import deals_over, deals_shown, sealed_event_ids
from tournaments.deals.selectors.duplicate import deals_at, scoring_of
from tournaments.deals.selectors.travellers import (
    Traveller,
    Travellers,
    makeable_questions,
    travellers_of,
)
from tournaments.events.lengths import HANDS, length_options
from tournaments.events.models import MOST_REASON, Event, EventState, RoundState, Table
from tournaments.events.selectors.events import Lineup
from tournaments.events.services.locking import open_event_locked, standings_mark_stale, table_again

MOST_DEALS: Final = 1000
MOST_HANDS: Final = 100
MOST_ERRORS: Final = 20
SEED_BYTES: Final = 16


@transaction.atomic
def deal_set_draw(
    *, event: Event, by: User, count: int, per_round: int, seed: str | None = None
) -> DealSet:
    """Draw a set of ``count`` deals; every match then has ``per_round`` hands.

    ``seed`` repeats a set; by default it is random. ``ValidationError`` if the event cannot have a
    set.
    """
    locked = open_event_locked(event.pk)
    _must_take_deals(locked, count=count, per_round=per_round)
    drawn_seed = seed or secrets.token_hex(SEED_BYTES)
    deals = list(make_deals(locked.game, drawn_seed, count))
    return _deal_set_save(
        locked,
        deals,
        per_round,
        DealSet(
            event=locked,
            source=DealSource.LOT,
            seed=drawn_seed,
            seed_hash=seed_hash(drawn_seed),
            count=count,
            made_by=by,
        ),
    )


@transaction.atomic
def deal_set_read(
    *, event: Event, by: User, text: str, per_round: int, file_name: str = ""
) -> DealSet:
    """Read a set from ``deal/1`` JSON Lines; the first deal is deal 1.

    ``ValidationError`` with every faulty line under ``file``, and where the event cannot have a
    set.
    """
    locked = open_event_locked(event.pk)
    deals = _deals_read(locked.game, text)
    _must_take_deals(locked, count=len(deals), per_round=per_round)
    return _deal_set_save(
        locked,
        deals,
        per_round,
        DealSet(
            event=locked,
            source=DealSource.FILE,
            file_name=plain_line(file_name)[-120:],
            count=len(deals),
            made_by=by,
        ),
    )


@transaction.atomic
def deal_set_drop(*, event: Event) -> None:
    """Throw a set away, while no round has been begun; matches have their own length again."""
    locked = open_event_locked(event.pk)
    _must_be_unused(locked)
    deal_set = DealSet.objects.filter(event=locked).first()
    if deal_set is None:
        raise ValidationError(_("There is no deal set."))
    deal_set.delete()
    locked.deals_per_round = 0
    locked.tie_breaks = _ranked_by(locked, "")
    locked.save(update_fields=["deals_per_round", "tie_breaks"])


@transaction.atomic
def deal_scoring_set(*, event: Event, metric: str, version: str | None = None) -> Event:
    """Rank an event by compared deals first: one of ``COMPARED``, or "" for plain totals.

    The other tie-breaks keep their order. Locks the event; ``ValidationError`` without a deal set,
    ``Outdated``.
    """
    locked = open_event_locked(event.pk)
    values_check(locked, scoring_of(locked), version)
    if not locked.deals_per_round:
        raise ValidationError(_("Only results of the same deals can be compared: make a deal set."))
    if metric not in {"", *COMPARED}:
        raise ValidationError({"scoring": _("There is no such scoring.")})
    order = _ranked_by(locked, metric)
    if order != locked.tie_breaks:
        locked.tie_breaks = order
        locked.save(update_fields=["tie_breaks"])
        standings_mark_stale(event_id=locked.pk, code="event_changed")
    return locked


def _ranked_by(event: Event, metric: str) -> list[str]:
    """Return the order of tie-breaks with this one alone of those that compare deals."""
    rest = [key for key in event.tie_breaks if key not in COMPARED]
    usual = event.presenter.usual_order
    return [metric, *rest] if metric else rest or list(usual)


def deal_print_note(*, event: Event, kind: DealPaper, by: User, round_number: int | None) -> None:
    """Note that somebody printed deals, of a round or all."""
    DealPrint.objects.create(event=event, kind=kind, made_by=by, round_number=round_number)


def travellers_analysed(*, event: Event, seated: Lineup | None = None) -> Travellers:
    """Return the travellers with the makeable contracts of each deal, as far as known.

    Missing answers are enqueued for the worker. Some sixteen queries.
    """
    travellers = travellers_of(event, seated=seated)
    questions = makeable_questions(event, (deal.number for deal in travellers.deals))
    answers = best_play_ask(questions.values(), club=event.club)
    return replace(
        travellers,
        deals=tuple(_analysed(event, deal, questions, answers) for deal in travellers.deals),
    )


def _analysed(
    event: Event,
    deal: Traveller,
    questions: Mapping[int, BestPlayQuestion],
    answers: Mapping[str, Mapping[str, Any]],
) -> Traveller:
    presenter = event.presenter
    if presenter.best_play is None or deal.number not in questions:
        return deal
    answer = answers.get(questions[deal.number].digest)
    if answer is None:
        return replace(deal, is_awaited=True)
    if not answer["ok"]:
        return deal
    return replace(deal, makeable=presenter.best_play.makeable(answer, presenter.keys))


def deals_show(event: Event) -> None:
    """Note that every deal of a locked event is shown from now on."""
    DealSet.objects.filter(event=event, shown_at=None).update(shown_at=timezone.now())


def deals_open_where_over(event_ids: Iterable[int] | None = None) -> None:
    """Put the deals into the records of rounds that are over everywhere; of all events for None.

    The worker compares what was bid on them with best play.

    Two queries where nothing is sealed. Locks each match for itself, no event; may run twice.
    """
    for event in Event.objects.filter(pk__in=_sealed(event_ids)):
        over = deals_over(event)
        deals = {deal.number: deal.keys for deal in deals_shown(event)}
        sealed = Match.objects.filter(game_of__table__round__event=event, is_sealed=True)
        opened = [match.pk for match in sealed if match.first_deal in over]
        for match_id in opened:
            match_open(match_id=match_id, deals=deals)
        if opened:
            deals_compare_of(match_ids=opened)


def _sealed(event_ids: Iterable[int] | None) -> set[int]:
    sealed = sealed_event_ids()
    return set(sealed) if event_ids is None else set(sealed) & set(event_ids)


def no_deals_reason(event: Event) -> str:
    """Return why an event cannot have a deal set; empty if it can."""
    if event.game not in dealt_games() or HANDS not in length_options(event.game):
        return _("Matches of this game cannot end after a number of hands, so it has no deal sets.")
    if event.games_per_meeting > 1 or any(length > 1 for length in event.best_of):
        return _("A deal set needs one game per meeting: this event plays several.")
    if not is_unused(event):
        return _("Deals must be made before the first round begins.")
    return ""


def _must_take_deals(event: Event, *, count: int, per_round: int) -> None:
    if DealSet.objects.filter(event=event).exists():
        raise ValidationError(_("There is already a deal set. Delete it first."))
    if reason := no_deals_reason(event):
        raise ValidationError(reason)
    if not 1 <= per_round <= MOST_HANDS:
        words = _("A match has 1 to %(most)d hands.")
        raise ValidationError({"per_round": words % {"most": MOST_HANDS}})
    if not 1 <= count <= MOST_DEALS:
        raise ValidationError(_("A set has 1 to %(most)d deals.") % {"most": MOST_DEALS})
    if count % per_round:
        words = _("%(count)d deals do not make whole rounds of %(hands)d.")
        raise ValidationError({"per_round": words % {"count": count, "hands": per_round}})


def is_unused(event: Event) -> bool:
    """Whether no round has been begun, so that deals may still be made or thrown away."""
    begun = event.rounds.filter(state=RoundState.BEGUN)
    return event.state == EventState.DRAFT and not begun.exists()


def _must_be_unused(event: Event) -> None:
    if not is_unused(event):
        raise ValidationError(_("A round has begun, so its deals can no longer be changed."))


def _deal_set_save(
    event: Event, deals: Sequence[dict[str, Any]], per_round: int, deal_set: DealSet
) -> DealSet:
    """Save a set with its deals, and the length of all matches to come."""
    deal_set.save()
    Deal.objects.bulk_create(
        Deal(deal_set=deal_set, number=number, hands=deal["deal"], centre=deal.get("centre", ""))
        for number, deal in enumerate(deals, start=1)
    )
    event.deals_per_round = per_round
    event.save(update_fields=["deals_per_round"])
    return deal_set


def _deals_read(game: str, text: str) -> list[dict[str, Any]]:
    """Return the deals of a file; ``ValidationError`` lists all problems by line."""
    deals: list[dict[str, Any]] = []
    wrong: list[str] = []
    seen: dict[str, int] = {}
    lines = _json_lines(game, text)
    count = 0
    for count, (number, sent) in enumerate(lines, 1):
        if count > MOST_DEALS:
            words = _("A set has 1 to %(most)d deals.") % {"most": MOST_DEALS}
            raise ValidationError({"file": words})
        if not isinstance(sent, dict):
            place = _("Line %(number)d") % {"number": number}
            wrong += (about(place, error) for error in sent)
            continue
        deal = canonical(sent)
        key = json.dumps([deal["deal"], deal.get("centre")])
        if key in seen:
            words = _("Line %(number)d: the same deal as in line %(other)d.")
            wrong.append(words % {"number": number, "other": seen[key]})
        seen.setdefault(key, number)
        deals.append(deal)
    if not count:
        wrong.append(_("The file has no deals."))
    if len(wrong) > MOST_ERRORS:
        others = len(wrong) - MOST_ERRORS
        more = ngettext("and %(count)d more", "and %(count)d more", others) % {"count": others}
        wrong = [*wrong[:MOST_ERRORS], more]
    if wrong:
        raise ValidationError({"file": wrong})
    return deals


Line = tuple[int, dict[str, Any] | list[str]]
"""The number of a line, and its deal or what is wrong with it."""


def _json_lines(game: str, text: str) -> Iterator[Line]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                yield number, _judged(game, json.loads(line))
            except (ValueError, RecursionError):
                yield number, [_("This is not JSON.")]


def _judged(game: str, deal: Any) -> dict[str, Any] | list[str]:
    """Return a deal, or what is wrong with it."""
    problems = deal_problems(deal)
    if not problems and deal["game"] != game:
        return [_("This is a deal of another game.")]
    seats = ("A", "B", "C", "D")
    return [problem_text(problem, PRESENTERS[game], seats) for problem in problems] or deal


@transaction.atomic
def deal_ruling_give(
    *, table: Table, number: int, awards: Sequence[str], by: User, reason: str
) -> DealRuling:
    """Rule on one deal at one table: an award for each side. Locks the event.

    ``ValidationError`` by field, and unless the table played the round of this deal.
    """
    event = open_event_locked(table.round.event_id)
    current = table_again(event, table)
    is_begun = current.round.state == RoundState.BEGUN
    if current.is_bye or not is_begun or number not in deals_at(event, current.round):
        raise ValidationError(_("This table does not play this deal."))
    why = " ".join(reason.split())
    wrong: dict[str, str] = {}
    if not 0 < len(why) <= MOST_REASON:
        wrong["reason"] = _("Say why, in up to %(most)d characters.") % {"most": MOST_REASON}
    if len(awards) != sides_of(event.game) or not set(awards) <= set(Award):
        wrong["awards"] = _("Choose what each side gets.")
    if wrong:
        raise ValidationError(wrong)
    if current.deal_rulings.filter(number=number, revoked_at=None).exists():
        raise ValidationError(_("There is a ruling on this deal already: take it back first."))
    standings_mark_stale(event_id=event.pk, code="ruling", reason=why)
    return DealRuling.objects.create(
        event=event, table=current, number=number, awards=list(awards), reason=why, made_by=by
    )
