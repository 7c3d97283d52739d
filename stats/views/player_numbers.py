"""The numbers of a player: the page, the hands behind each number, and the file."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.http import require_safe

from clubs.access import ClubRequest, club_view, player_named, sees_hidden
from clubs.models import Player
from clubs.roles import Right
from clubs.views.common import crumbs, game_tabs
from core.cells import CellValue, number_or_text
from core.figures import percent, percent_sign
from core.languages import date_text
from core.tables import table_response
from core.text import isolated
from engine.standings.rounding import rounded
from games import PRESENTERS
from games.measures import HandRole
from games.wording import HandWords
from scoring.selectors.numbers import Share, games_of
from scoring.services.best_play import deals_compare_ask
from stats.labels import DEFINITIONS, ROLES, TEAM
from stats.selectors.player_numbers import (
    Chosen,
    PlayerNumbers,
    hands_chosen,
    player_numbers,
)
from stats.views.long_tables import long_tables

PAGE = 25
PEOPLE = 25
"""Partners and opponents on the page until all are asked for, those met most often, and evenings
or months, the newest."""


@club_view(Right.SEE)
@require_safe
def numbers(request: ClubRequest, pk: int) -> HttpResponseBase:
    """Show a player's numbers in a game."""
    player = player_named(request.membership, pk)
    games = games_of(player)
    shown = _numbers(request, player, games) if games else None
    if shown and shown.deals_waiting:
        deals_compare_ask(player=player, game=shown.game)
    presenter = PRESENTERS[shown.game] if shown else None
    context = {
        "long": long_tables(request, PEOPLE),
        "player": player,
        "numbers": shown,
        "words": presenter.words if presenter else None,
        "has_heights": presenter is not None and presenter.measures.bid_order is not None,
        "newest": shown.periods[::-1] if shown else (),
        "tabs": game_tabs(games, shown.game if shown else ""),
        "definitions": DEFINITIONS,
        "roles": ROLES,
        "crumbs": _way(request, player, here=_("Statistics")),
    }
    return render(request, "stats/player.html", context)


@club_view(Right.SEE)
@require_safe
def numbers_file(request: ClubRequest, pk: int, form: str) -> HttpResponseBase:
    """Send the numbers as a table for a spreadsheet."""
    player = player_named(request.membership, pk)
    games = games_of(player)
    numbers = _numbers(request, player, games) if games else None
    words = PRESENTERS[numbers.game].words if numbers else HandWords()
    interval = {"sign": percent_sign(), "level": percent(95)}
    head = (
        *(_("Group"), _("What"), _("Times"), _("Hands")),
        *(str(words.made_head), str(words.set_head), percent_sign()),
        *(_("Lowest %(sign)s, %(level)s") % interval, _("Highest %(sign)s, %(level)s") % interval),
        *(_("Club: hands"), _("Club: made")),
    )
    name = _("%(table)s, %(event)s") % {"table": _("Statistics"), "event": player.name}
    return table_response(form, name, head, _rows(numbers) if numbers else ())


class ChosenForm(forms.Form):
    """The filters of a list of hands, as in the address."""

    game = forms.ChoiceField()
    role = forms.ChoiceField(
        choices=[*((role.value, role.value) for role in HandRole), ("team", "team")],
        required=False,
    )
    bid = forms.CharField(max_length=16, required=False)
    declaration = forms.CharField(max_length=16, required=False)
    outcome = forms.ChoiceField(choices=[("made", "made"), ("set", "set")], required=False)
    measure = forms.CharField(max_length=32, required=False)
    made = forms.NullBooleanField(required=False)
    partner = forms.IntegerField(min_value=1, required=False)
    declarer = forms.IntegerField(min_value=1, required=False)
    defender = forms.IntegerField(min_value=1, required=False)
    first = forms.DateField(required=False)
    last = forms.DateField(required=False)

    def __init__(self, request: HttpRequest, games: tuple[str, ...]) -> None:
        data = request.GET.copy()
        data.setdefault("game", next(iter(games), ""))
        super().__init__(data)
        field = self.fields["game"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(name, name) for name in games]


@club_view(Right.SEE)
@require_safe
def numbers_hands(request: ClubRequest, pk: int) -> HttpResponseBase:
    """List the hands behind a number, the newest first."""
    player = player_named(request.membership, pk)
    form = ChosenForm(request, games_of(player))
    if not form.is_valid():
        raise Http404
    chosen = Chosen(**form.cleaned_data)
    hands: Any = hands_chosen(player, chosen)  # only its length and slices are asked for
    page = Paginator(hands, PAGE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    page_address = reverse("player-numbers", args=[player.club.slug, player.pk])
    context = {
        "player": player,
        "page": page,
        "hands": page.object_list,
        "chosen": list(_chosen_words(player, chosen)),
        "presenter": PRESENTERS[chosen.game],
        "roles": ROLES,
        "query": query.urlencode(),
        "back": f"{page_address}?game={chosen.game}",
        "crumbs": _way(request, player, (_("Statistics"), page_address), here=_("Hands")),
    }
    return render(request, "stats/player_hands.html", context)


def _numbers(request: ClubRequest, player: Player, games: tuple[str, ...]) -> PlayerNumbers:
    game = request.GET.get("game", games[0])
    if game not in games:
        raise Http404
    return player_numbers(player, game, names_hidden=not sees_hidden(request.membership))


def _way(
    request: ClubRequest, player: Player, *steps: tuple[str, str], here: str
) -> list[dict[str, str]]:
    slug = request.membership.club.slug
    return crumbs(
        (_("Players"), reverse("players", args=[slug])),
        (player.name, reverse("player", args=[slug, player.pk])),
        *steps,
        here=here,
    )


def _chosen_words(player: Player, chosen: Chosen) -> Iterator[str]:
    """Yield labels of the filters."""
    presenter = PRESENTERS[chosen.game]
    if chosen.role:
        yield str(TEAM if chosen.role == "team" else ROLES[HandRole(chosen.role)])
    if chosen.bid:
        yield presenter.bid_words(chosen.bid)
    if chosen.declaration:
        yield presenter.measures.declaration_words(chosen.declaration)
    if chosen.outcome:
        yield str(presenter.words.made if chosen.outcome == "made" else presenter.words.set)
    if measure := presenter.measures.measure(chosen.measure):
        yield str(measure.label)
    if chosen.made is not None:
        yield str(presenter.words.made) if chosen.made else _("not made")
    people = [key for key in (chosen.partner, chosen.declarer, chosen.defender) if key]
    names = dict(player.club.players.filter(pk__in=people).values_list("pk", "name"))
    for key, sentence in (
        (chosen.partner, _("with %(name)s")),
        (chosen.declarer, _("declared by %(name)s")),
        (chosen.defender, _("defended by %(name)s")),
    ):
        if key in names:
            yield sentence % {"name": isolated(names[key])}
    if chosen.first and chosen.last:
        days = dict.fromkeys((date_text(chosen.first), date_text(chosen.last)))
        yield " – ".join(days)


def _rows(numbers: PlayerNumbers) -> Iterator[list[CellValue]]:
    """Yield the rows of the file: every number of the page."""
    games = numbers.games
    for words, count in (
        (_("Evenings"), numbers.evenings),
        (_("Games"), games.games),
        (_("Games won"), games.won),
        (_("Games drawn"), games.drawn),
        (_("Games lost"), games.lost),
        (_("Games still being played"), games.open),
        (_("Games entered by totals alone"), numbers.by_totals),
        (_("Hands"), numbers.hands),
    ):
        yield [_("In all"), words, count, *[""] * 8]
    for group, compared in (
        (pgettext("hands, as declarer", "Declared"), (numbers.total,)),
        (_("Bid"), numbers.bids),
        (_("Declaration"), numbers.declarations),
    ):
        for comparison in compared:
            yield [
                group,
                number_or_text(comparison.label),
                "",
                *_cells(comparison.share),
                comparison.club.hands,
                comparison.club.made,
            ]
    for role in numbers.roles:
        yield [_("Role"), str(ROLES[role.role]), role.hands, *_cells(role.share), "", ""]
    for measure in numbers.measures:
        label = str(measure.measure.label)
        yield [_("Also counted"), label, measure.times, *_cells(measure.share), "", ""]
    for group, people, of in (
        (_("With"), numbers.partners, "share"),
        (_("Against, own bids"), numbers.opponents, "share"),
        (_("Against, their bids"), numbers.opponents, "theirs"),
    ):
        for met in people:
            name = met.player.name if met.player else _("not named")
            yield [group, name, met.games.games, *_cells(getattr(met, of)), "", ""]
    for period in numbers.periods:
        when = f"{period.first:%Y-%m}" if numbers.is_by_month else period.first
        yield [_("Over time"), when, period.games, *_cells(period.declared), "", ""]


def _cells(share: Share) -> list[CellValue]:
    if share.percent is None:
        return [share.hands, share.made, share.was_set, "", "", ""]
    low, high = share.interval
    return [share.hands, share.made, share.was_set, share.percent, rounded(low), rounded(high)]
