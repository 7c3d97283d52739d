"""Create, change, finish and continue a season with its divisions and contenders.

Every change of a season's rules, people or evenings locks its row first and marks its standings
stale. If an event changes too, the season is locked first.
"""

import datetime
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Count, F, Max
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from clubs.models import Club, Player, User
from clubs.services.clubs import public_page_update
from core.model_settings import settings_check, settings_of
from core.text import isolated
from core.transactions import Closed, enqueue_on_commit, get_or_gone
from core.versions import version_check
from engine.pairings.formats import FORMATS
from games import PRESENTERS
from leagues.models import (
    CalendarFeed,
    Contender,
    Division,
    Evening,
    Ranks,
    Season,
    SeasonAdjustment,
    SeasonPage,
    SeasonScoring,
    SubstituteRule,
)
from leagues.selectors.feeds import FeedChoice
from leagues.selectors.seasons import season_books
from leagues.selectors.table import moves_proposed
from leagues.services.standings import season_refresh
from ledger.models import Book
from ledger.services.books import book_settle_with, season_open
from ledger.services.transfers import transfers_renew
from tournaments.events.presets import TEMPLATES, templates_of


def season_locked(season_id: int) -> Season:
    """Return the season, locked until the end of the transaction. Raise ``RowGone``."""
    seasons = Season.objects.select_for_update(of=("self",)).select_related("club")
    return get_or_gone(seasons, season_id)


def open_season_locked(season_id: int) -> Season:
    """Return the season, locked. Raise ``Closed`` if it is finished."""
    season = season_locked(season_id)
    if season.is_finished:
        raise _closed(season)
    return season


def _closed(season: Season) -> Closed:
    """Return the error for a change of a finished season, with what opens it again."""
    slug = season.club.slug
    text = _("This season is finished. Open it again to change anything.")
    return Closed(
        text,
        href=reverse("season-settings", args=[slug, season.pk]),
        action=_("Open the season again"),
        operation=reverse("api-seasons-reopen", args=[slug, season.pk]),
    )


def refresh_enqueue_on_commit(season_id: int) -> None:
    enqueue_on_commit("leagues.tasks.season_refresh_task", season_id)


def season_mark_stale(*, season: Season, results: bool = False) -> None:
    """Raise the season's version and enqueue its refresh. The caller holds the season's lock.

    ``results`` if the definition of an evening's result has changed: then every evening is summed
    again.
    """
    Season.objects.filter(pk=season.pk).update(version=F("version") + 1)
    season.refresh_from_db(fields=["version"])
    if results:
        season.evenings.update(results_version=0)
    refresh_enqueue_on_commit(season.pk)


SETTINGS: Final = settings_of(Season)


@transaction.atomic
def season_create(
    *,
    club: Club,
    name: str,
    game: str,
    created_by: User,
    dates: Sequence[datetime.date],
    divisions: Sequence[str] = (),
    previous: Season | None = None,
    **rules: Any,
) -> Season:
    """Set up a season with its evenings and divisions, the highest first; a single one if none is
    named. ``rules`` are settings of ``Season``; those left out get the game's defaults. Raise
    ``ValidationError`` by field."""
    if not dates:
        raise ValidationError(
            {"dates": ValidationError(_("A season has at least one evening."), code="no_evenings")}
        )
    settings_check(Season, rules, fixed=("name", "game"))
    usual = season_defaults(game, str(rules.get("template", "")), evenings=len(dates))
    given = usual | rules
    season = Season(
        club=club,
        name=" ".join(name.split()),
        game=game,
        starts_on=min(dates),
        previous=previous,
        created_by=created_by,
        **given,
    )
    season_check(season)
    # Nobody has played, so nothing is to be computed.
    season.standings_version = season.version
    season.save()
    _laid_out(season, dates, [" ".join(division.split()) for division in divisions] or [_("All")])
    return season


def _laid_out(season: Season, dates: Sequence[datetime.date], divisions: Sequence[str]) -> None:
    """The season's divisions and evenings."""
    Division.objects.bulk_create(
        Division(season=season, order=order, name=name) for order, name in enumerate(divisions, 1)
    )
    Evening.objects.bulk_create(
        Evening(season=season, number=number, date=date)
        for number, date in enumerate(sorted(dates), 1)
    )


@transaction.atomic
def season_update(*, season: Season, version: str | None = None, **changes: Any) -> Season:
    """Change the given settings of a season. Locks the season. Whether players or pairs are ranked
    can be changed while there are no contenders. Raises ``Outdated``."""
    settings_check(Season, changes, fixed=["game"])
    locked = open_season_locked(season.pk)
    version_check(locked, version)
    if changes.get("template", locked.template) != locked.template and "ranks" not in changes:
        changes |= _ranks_of(locked, changes["template"])
    changed = {key for key, value in changes.items() if getattr(locked, key) != value}
    if "ranks" in changed and locked.contenders.exists():
        raise ValidationError(
            {"ranks": ValidationError(_("Remove everyone first."), code="has_contenders")}
        )
    for key in changed:
        setattr(locked, key, changes[key])
    season_check(locked)
    if changed:
        locked.save(update_fields=sorted(changed))
        season_mark_stale(season=locked, results=bool(changed & _OF_RESULTS))
    return locked


@transaction.atomic
def season_finish(*, season: Season) -> Season:
    """End a season: its table is final. A hand corrected later still counts. Locks the season."""
    return _finished_set(open_season_locked(season.pk), finished=True)


@transaction.atomic
def season_reopen(*, season: Season) -> Season:
    """Take back the end of a season. Locks the season."""
    return _finished_set(season_locked(season.pk), finished=False)


@transaction.atomic
def season_delete(*, season: Season) -> None:
    """Delete a season without results. Its events stay. Locks it."""
    locked = season_locked(season.pk)
    if locked.evenings.filter(is_held=True).exists():
        raise ValidationError(
            _("This season has results, so it cannot be deleted."), code="has_results"
        )
    locked.delete()


_OF_RESULTS = {"measure", "place_points", "substitutes", "ranks"}


def _finished_set(season: Season, *, finished: bool) -> Season:
    season.is_finished = finished
    season.finished_at = timezone.now() if finished else None
    season.save(update_fields=["is_finished", "finished_at"])
    return season


def season_check(season: Season) -> None:
    """Raise ``ValidationError`` with all problems of a season, by field."""
    unchecked = {field.name for field in Season._meta.fields} - {*SETTINGS} | {"template"}
    errors: dict[str, Any] = {}
    try:
        season.clean_fields(exclude=unchecked)
    except ValidationError as error:
        errors |= error.error_dict
    for field, words in _wrong_fields(season).items():
        errors.setdefault(field, []).append(words)
    if errors:
        raise ValidationError(errors)


def _ranks_of(season: Season, template: str) -> dict[str, Any]:
    """Return whom a season ranks on another kind of evening; nothing while anybody is ranked."""
    if template not in templates_of(season.game) or season.contenders.exists():
        return {}
    return {"ranks": season_defaults(season.game, template, evenings=1)["ranks"]}


def _wrong_fields(season: Season) -> dict[str, str]:
    wrong = {}
    if season.template not in templates_of(season.game):
        wrong["template"] = _("There is no such kind of evening for this game.")
    elif season.ranks == Ranks.PAIRS and FORMATS[TEMPLATES[season.template].format].lineup == 1:
        wrong["ranks"] = _("Evenings of this kind have no fixed pairs.")
    if (declared := _most_declared(season)) > season.jokers:
        words = ngettext(
            "Somebody has declared %(count)d joker already.",
            "Somebody has declared %(count)d jokers already.",
            declared,
        )
        wrong["jokers"] = words % {"count": declared}
    return wrong


def _most_declared(season: Season) -> int:
    """Return the most jokers that anybody has declared. One query of a stored season."""
    if not season.pk:
        return 0
    counted = season.contenders.order_by().annotate(declared=Count("jokers"))
    return counted.aggregate(most=Max("declared"))["most"] or 0


# Divisions.


MAX_DIVISIONS = 12


@transaction.atomic
def division_add(*, season: Season, **fields: Any) -> Division:
    """Add a division with these settings below the others. Locks the season."""
    settings_check(Division, fields)
    locked = open_season_locked(season.pk)
    last = locked.divisions.aggregate(last=Max("order"))["last"] or 0
    if last >= MAX_DIVISIONS:
        raise ValidationError(
            _("A season has at most %(count)d divisions.") % {"count": last},
            code="too_many_divisions",
        )
    return _saved(Division(season=locked, order=last + 1, **fields))


@transaction.atomic
def division_update(*, division: Division, version: str | None = None, **changes: Any) -> Division:
    """Change the given settings of a division. Locks the season. Raises ``Outdated``."""
    settings_check(Division, changes)
    open_season_locked(division.season_id)
    current = get_or_gone(Division.objects.all(), division.pk)
    version_check(current, version)
    for key, value in changes.items():
        setattr(current, key, value)
    return _saved(current)


@transaction.atomic
def division_remove(*, division: Division) -> None:
    """Remove a division without contenders and evenings. Locks the season."""
    locked = open_season_locked(division.season_id)
    current = get_or_gone(Division.objects.all(), division.pk)
    if locked.divisions.count() == 1:
        raise ValidationError(_("A season has at least one division."), code="last_division")
    if current.contenders.exists() or current.evenings.exists():
        raise ValidationError(
            _("This division still has players or an evening of its own."), code="division_in_use"
        )
    current.delete()
    for below in locked.divisions.filter(order__gt=current.order).order_by("order"):
        Division.objects.filter(pk=below.pk).update(order=F("order") - 1)
    season_mark_stale(season=locked)


def _saved(division: Division) -> Division:
    division.name = " ".join(division.name.split())
    division.full_clean(exclude=["season"])
    division.save()
    return division


# Contenders.


MAX_CONTENDERS = 2_000


@transaction.atomic
def contenders_add(
    *, division: Division, lineups: Sequence[Sequence[Player]], joined: int = 1
) -> list[Contender]:
    """Take players, or pairs, into a division, all or none. Locks the season.

    ``joined`` is the number of the first evening that is expected of them.
    """
    season = open_season_locked(division.season_id)
    for players in lineups:
        _must_be_a_lineup(season, players)
    _nobody_is_in_twice(season, [player for players in lineups for player in players])
    if season.contenders.count() + len(lineups) > MAX_CONTENDERS:
        raise ValidationError(
            _("At most %(count)d are allowed.") % {"count": MAX_CONTENDERS},
            code="too_many_contenders",
        )
    added = Contender.objects.bulk_create(
        contender_of(division, players, joined) for players in lineups
    )
    season_mark_stale(season=season)
    return added


def contender_of(division: Division, players: Sequence[Player], joined: int = 1) -> Contender:
    """Return a contender, not saved: of a pair the lower key comes first."""
    first, *others = sorted(players, key=lambda player: player.pk)
    return Contender(
        season_id=division.season_id,
        division=division,
        player=first,
        partner=others[0] if others else None,
        joined=joined,
    )


@transaction.atomic
def contender_move(*, contender: Contender, division: Division) -> Contender:
    """Move a contender with all results to another division of the season. Locks the season."""
    season = open_season_locked(contender.season_id)
    if division.season_id != season.pk:
        raise ValidationError(_("This division belongs to another season."), code="other_season")
    current = get_or_gone(season.contenders.all(), contender.pk)
    current.division = division
    current.save(update_fields=["division"])
    season_mark_stale(season=season)
    return current


@transaction.atomic
def contender_remove(*, contender: Contender) -> None:
    """Remove a contender from the table; results stay with the events. Locks the season.

    ``ValidationError`` if bonus or penalty points are on record for them.
    """
    season = open_season_locked(contender.season_id)
    if SeasonAdjustment.objects.filter(contender=contender.pk).exists():
        raise ValidationError(
            _("Bonus or penalty points are on record for them, so they stay in the table."),
            code="has_adjustments",
        )
    Contender.objects.filter(pk=contender.pk).delete()
    season_mark_stale(season=season)


def _must_be_a_lineup(season: Season, players: Sequence[Player]) -> None:
    wanted = 2 if season.ranks == Ranks.PAIRS else 1
    if len({player.pk for player in players}) != wanted or len(players) != wanted:
        raise ValidationError(
            _("A pair is two different players.")
            if wanted == 2
            else _("Everyone is ranked individually: choose one player."),
            code="wrong_lineup",
        )
    if any(player.club_id != season.club_id for player in players):
        raise ValidationError(_("Only players of this club can be ranked."), code="other_club")


def _nobody_is_in_twice(season: Season, players: Iterable[Player]) -> None:
    known = list(season.contenders.select_related("player", "partner"))
    inside = {player for contender in known for player in contender.players}
    for player, count in Counter(players).items():
        if player in inside:
            raise ValidationError(
                _("%(name)s is already in this season.") % {"name": isolated(player.name)},
                code="contender_already",
            )
        if count > 1:
            raise ValidationError(
                _("%(name)s is named twice.") % {"name": isolated(player.name)}, code="named_twice"
            )


# Money.


@transaction.atomic
def season_settle(*, season: Season) -> Book:
    """Return the book in which the season's evenings are settled together.

    It is opened if necessary; evenings with money since are added, and open transfers follow. Locks
    the season, then the books. ``ValidationError`` if fewer than two evenings have money, they
    differ in currency, or some are settled elsewhere.
    """
    locked = season_locked(season.pk)
    books = season_books(locked)
    apart = [book for book in books if book.settled_with is None]
    homes = {book.settled_with for book in books if book.settled_with is not None}
    if not homes:
        if len(books) < 2:
            raise ValidationError(
                _("At least two evenings of this season must have money set up first."),
                code="too_few_books",
            )
        return season_open(club=locked.club, name=locked.name, books=books)
    home = homes.pop()
    if homes or (apart and _settles_others(home, books)):
        raise ValidationError(
            _(
                "Some of these evenings are settled together with others: settle them separately "
                "first."
            ),
            code="settled_with_others",
        )
    for book in apart:
        book_settle_with(book=book, season=home)
    if apart:
        transfers_renew(book=home)
    return home


def _settles_others(home: Book, books: Sequence[Book]) -> bool:
    """Return whether evenings that are not this season's are settled in the book."""
    return home.settles.exclude(pk__in=[book.pk for book in books]).exists()


@transaction.atomic
def season_follow(
    *,
    season: Season,
    name: str,
    dates: Sequence[datetime.date],
    created_by: User,
    divisions: Mapping[int, int | None] | None = None,
) -> Season:
    """Finish a season and create the next one, with promotion and relegation. Locks the season.

    ``divisions`` gives the order of a division by a contender's key if it differs from the table's
    proposal, and None for those who do not continue. Standings are refreshed first.
    ``ValidationError`` if the season already has a successor.
    """
    locked = season_locked(season.pk)
    season_refresh(season_id=season.pk)
    if there := locked.following.first():
        raise ValidationError(
            _("The next season has already been set up: %(name)s.")
            % {"name": isolated(there.name)},
            code="next_season_exists",
        )
    known = list(locked.divisions.all())
    following = season_create(
        club=locked.club,
        name=name,
        game=locked.game,
        created_by=created_by,
        dates=dates,
        divisions=[division.name for division in known],
        previous=locked,
        **{field: getattr(locked, field) for field in SETTINGS if field not in {"name", "game"}},
    )
    _people_moved(locked, _zones_copied(known, following), divisions or {})
    _finished_set(locked, finished=True)
    return following


def _zones_copied(known: Sequence[Division], following: Season) -> dict[int, Division]:
    """Return the new divisions by their order, with the same numbers going up and down."""
    new = list(following.divisions.all())
    for old, division in zip(known, new, strict=True):
        division.promoted, division.relegated = old.promoted, old.relegated
    Division.objects.bulk_update(new, ["promoted", "relegated"])
    return {old.order: division for old, division in zip(known, new, strict=True)}


def _people_moved(
    season: Season, by_order: Mapping[int, Division], decided: Mapping[int, int | None]
) -> None:
    """Everybody in the division of the next season that was decided, or earned."""
    placed = [
        (move.contender.players, decided.get(move.contender.pk, move.to.order))
        for move in moves_proposed(season)
    ]
    Contender.objects.bulk_create(
        contender_of(by_order[order], players) for players, order in placed if order is not None
    )


def season_page_update(*, season: Season, renew: bool = False, **changes: Any) -> SeasonPage:
    """Change a season's public page, or move it to another address. Locks the page."""
    return public_page_update(SeasonPage, of={"season": season}, renew=renew, **changes)


def calendar_feed_update(
    *, club: Club, choice: FeedChoice, is_on: bool, renew: bool = False
) -> CalendarFeed:
    """Turn the feed of a calendar on or off, or move it to another address. Locks the feed."""
    of = {"club": club, "season": choice.season, "player": choice.player}
    return public_page_update(CalendarFeed, of=of, renew=renew, is_on=is_on)


def best_suggested(evenings: int) -> int:
    """Return how many of this many evenings usually count: three in four, 6 of 8 and 5 of 7."""
    return max(1, (3 * evenings + 2) // 4)


def season_defaults(game: str, template: str = "", *, evenings: int) -> dict[str, Any]:
    """Return the default fields of a season of a game, for evenings set up from a template (by
    default the game's first). Fixed pairs are ranked if the template enters pairs; a substitute
    then plays for them. If the best evenings are added up, their number is also the minimum
    attendance."""
    known = templates_of(game)
    key = template if template in known else next(iter(known), "")
    best, usual = best_suggested(evenings), PRESENTERS[game].season if game in PRESENTERS else {}
    pairs = key in TEMPLATES and FORMATS[TEMPLATES[key].format].lineup > 1
    return {
        "template": key,
        "ranks": Ranks.PAIRS if pairs else Ranks.PLAYERS,
        "substitutes": SubstituteRule.COUNT if pairs else SubstituteRule.APART,
        "best": best,
        "minimum": best if usual.get("scoring") == SeasonScoring.BEST else 0,
        **usual,
    }
