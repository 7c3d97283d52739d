"""The files of a club's static site: its public pages as plain HTML with relative links.

Selectors and templates are those of the public pages, so that both show the same. Files are named
after keys of events and seasons, those of players after a number of this site, never after people.
Pages do not depend on when they are made, except for the coming evenings on the front page.
"""

import datetime
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, Final

from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from clubs.models import Club, Player
from clubs.public import PublicNames, own_number, public_names
from clubs.selectors import picture_of
from core.languages import language_tag
from core.names import sort_key
from jobs.work import Report
from leagues.models import CalendarFeed, SeasonPage
from leagues.selectors.coming import ComingDay, coming_days
from leagues.selectors.table import DivisionTable, SeasonLine
from leagues.views.public import calendar_context, ratings_context, table_context
from scoring.models import Match
from scoring.selectors.scores import match_score
from tournaments.events.models import Event
from tournaments.events.selectors.events import Lineup
from tournaments.events.selectors.public import matches_named, public_lineup
from tournaments.events.selectors.rounds import EventOverview, RoundView
from tournaments.events.selectors.standings import StandingRow, Standings
from tournaments.events.selectors.tables import GameView, TableView
from tournaments.events.views.public_results import results_html, results_json
from tournaments.pages.public_tabs import tab_context, tabs_of
from tournaments.phones.models import EventPage

STYLES: Final = (
    *("tokens", "base", "shell", "forms", "tables", "components", "domino", "cards", "events"),
    *("seasons", "plan", "brackets", "public"),
)
FIRST: Final = ("standings", "bracket", "rounds")
"""The tabs on the first page of an event; each other has a page of its own."""
IMAGES: Final = ("img/favicon.svg", "img/logo.svg")
WINNERS: Final = 5
"""How many finished events the front page names the winners of."""
LICENCES: Final = ("OFL-BIZUDPGothic", "OFL-Overpass", "OFL-Vazirmatn")

SiteFile = tuple[str, bytes]
"""The path of a file in the site, with slashes, and what it holds."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A public event or season, as other pages list it; ``href`` from the root of the site."""

    name: str
    date: datetime.date
    game: str
    href: str
    may_be_found: bool


@dataclass(frozen=True, slots=True)
class EventResult:
    """How a player ended in an event, with whom, among how many.

    ``rank`` is None without a place. ``partners`` are those of the final lineup, none for a player
    who was replaced.
    """

    listed: Listed
    partners: tuple[str, ...]
    rank: int | None
    tied: bool
    field_size: int


@dataclass(frozen=True, slots=True)
class SeasonResult(EventResult):
    """A player's place in a season; ``division`` is empty if the season has only one."""

    division: str
    evenings: int


@dataclass(frozen=True, slots=True)
class Won:
    """A finished event with the names of each entry in the first place."""

    listed: Listed
    winners: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Site:
    """The data that the pages of a site share.

    ``unnamed`` are the keys of players without a page: a player who asked not to be named has a
    different number on each page, so nobody can follow them.
    """

    club: Club
    events: Mapping[int, Listed]
    seasons: Mapping[int, Listed]
    unnamed: frozenset[int]
    names_people: bool
    event_results: dict[int, list[EventResult]] = field(default_factory=lambda: defaultdict(list))
    season_results: dict[int, list[SeasonResult]] = field(default_factory=lambda: defaultdict(list))
    won: list[Won] = field(default_factory=list)

    @property
    def may_be_found(self) -> bool:
        """Whether search engines may list the pages that show something of everything."""
        listed = (*self.events.values(), *self.seasons.values())
        return bool(listed) and all(subject.may_be_found for subject in listed)

    def has_page(self, player: Player) -> bool:
        return self.names_people and player.pk not in self.unnamed

    def link(self, players: Iterable[Player]) -> None:
        """Let templates link these players to their pages. They are not to be saved."""
        for player in players:
            if self.has_page(player):
                vars(player)["href"] = f"../{self.player_href(player.pk)}"

    def player_href(self, player_id: int) -> str:
        """Return the path of a player's page; keys of the database are in no address."""
        return f"players/{own_number(f'site:{self.club.pk}', player_id)}.html"

    def keep_event(self, listed: Listed, row: StandingRow) -> None:
        """Keep a line of the standings for the pages of its players, substitutes included."""
        now = row.entrant.players
        for player in filter(self.has_page, (*now, *row.entrant.others)):
            partners = _names_but(player, now) if player in now else ()
            result = EventResult(listed, partners, row.rank, row.tied, row.field_size)
            self.event_results[player.pk].append(result)

    def keep_season(
        self, listed: Listed, table: DivisionTable, line: SeasonLine, *, is_divided: bool
    ) -> None:
        """Keep a line of a season's table for the pages of its players."""
        players, row = line.contender.players, line.standing
        for player in filter(self.has_page, players):
            result = SeasonResult(
                listed,
                _names_but(player, players),
                row.rank if row.attended else None,
                row.tied,
                len(table.lines),
                table.division.name if is_divided else "",
                row.attended,
            )
            self.season_results[player.pk].append(result)

    def page(self, path: str, template: str, *, may_be_found: bool, **context: Any) -> SiteFile:
        """Return a page; ``path`` says how deep in the site it lies."""
        nav = [{"href": "index.html", "label": _("Results")}]
        if self.names_people:
            nav.append({"href": "players/index.html", "label": _("Players")})
        frame = {
            "club": self.club,
            "root": "../" * path.count("/"),
            "path": path,
            "nav": nav,
            "may_be_found": may_be_found,
        }
        text = render_to_string(f"site/{template}.html", frame | context)
        lines = (line.rstrip() for line in text.splitlines())
        return path, ("\n".join(line for line in lines if line) + "\n").encode()


def _names_but(player: Player, players: Iterable[Player]) -> tuple[str, ...]:
    return tuple(other.name for other in players if other.pk != player.pk)


def _event_pages(club: Club) -> list[Any]:
    shown = EventPage.objects.filter(event__club=club, is_on=True)
    return list(
        shown.select_related("event__club", "event__sign_up_page").order_by(
            "-event__date", "-event__pk"
        )
    )


def site_files(club: Club, progress: Report) -> Iterator[SiteFile]:
    """Yield every file of the club's site in the current language, one at a time.

    To be called within ``calendar_of`` the club. Some twenty queries for an event, three for
    a round with hands and one for each of its games.
    """
    events = _event_pages(club)
    seasons = list(
        SeasonPage.objects.filter(season__club=club, is_on=True)
        .select_related("season__club")
        .order_by("-season__starts_on", "-season__pk")
    )
    hidden = club.players.filter(name_hidden=True).values_list("pk", flat=True)
    site = Site(
        club=club,
        events={page.event_id: _listed_event(page) for page in events},
        seasons={page.season_id: _listed_season(page) for page in seasons},
        unnamed=frozenset(hidden),
        names_people=club.public_names != PublicNames.NUMBER,
    )
    yield from _assets()
    pages = chain(
        (_event_files(site, page.event) for page in events),
        (_season_files(site, page) for page in seasons),
    )
    total = len(events) + len(seasons)
    progress(0, total)
    for done, files in enumerate(pages, start=1):
        yield from files
        progress(done, total)
    yield from _player_files(site)
    yield from _front_files(site)


def _listed_event(page: Any) -> Listed:
    event = page.event
    game = event.get_game_display()
    return Listed(event.name, event.date, game, f"events/{event.pk}.html", page.may_be_found)


def _listed_season(page: SeasonPage) -> Listed:
    season = page.season
    game = season.get_game_display()
    href = f"seasons/{season.pk}.html"
    return Listed(season.name, season.starts_on, game, href, page.may_be_found)


# Events.


def _event_files(site: Site, event: Event) -> Iterator[SiteFile]:
    listed, seated = site.events[event.pk], public_lineup(event)
    linked = public_lineup(event)  # only the standings link to the players' pages
    site.link(row.player for row in linked.rows)
    shown = tabs_of(event)
    order = sorted(shown, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    contexts = {
        name: tab_context(event, shown[name], linked if name == "standings" else seated)
        for name in order
    }
    contexts["rounds"] |= {"clocks": (), "is_whole": True}
    overview: EventOverview = contexts["rounds"]["overview"]
    if overview.current is None:
        del contexts["standings"]
    else:
        contexts["standings"]["worker_silent"] = False
        standings: Standings = contexts["standings"]["standings"]
        for row in standings.rows:
            site.keep_event(listed, row)
        if standings.is_final and standings.rows:
            first = (row.entrant.players for row in standings.rows if row.rank == 1)
            winners = tuple(tuple(player.name for player in players) for players in first)
            site.won.append(Won(listed, winners))
    written = [round_ for round_ in overview.rounds if any(_written(round_))]
    parts = {
        name: {"name": name, "html": render_to_string(shown[name].template, context)}
        for name, context in contexts.items()
    }
    event_file = f"{event.pk}.html"
    apart = {name: f"{event.pk}-{name}.html" for name in parts if name not in FIRST}
    hands = {
        f"{event.pk}-hands-{played_round.number}.html": played_round for played_round in written
    }
    tabs = [(apart.get(name, f"{event_file}#{name}"), str(shown[name].title)) for name in contexts]
    tabs += [(href, _hands_of(round_)) for href, round_ in hands.items()]

    def page(href: str, template: str, **context: Any) -> SiteFile:
        links = [{"href": to, "label": label, "current": to == href} for to, label in tabs]
        frame = {"event": event, "tabs": links, **context}
        return site.page(f"events/{href}", template, may_be_found=listed.may_be_found, **frame)

    yield page(
        event_file, "event", parts=[part for name, part in parts.items() if name not in apart]
    )
    for name, file in apart.items():
        yield page(file, "event", parts=[parts[name]], title=shown[name].title)
    yield f"events/{event.pk}-results.html", results_html(event, seated).encode()
    yield f"events/{event.pk}-results.json", results_json(event, seated).encode()
    for href, round_ in hands.items():
        games = _games(event, round_, seated)
        yield page(href, "hands", games=games, title=_hands_of(round_))


def _hands_of(round_: RoundView) -> str:
    return _("Hands of round %(round)s") % {"round": round_.number}


def _written(round_: RoundView) -> Iterator[tuple[TableView, GameView]]:
    """Yield a round's games of which hands are written down, table by table."""
    for table in round_.tables:
        for game in table.games:
            if game.match.hand_count:
                yield table, game


def _games(event: Event, round_: RoundView, seated: Lineup) -> Iterator[dict[str, Any]]:
    """Yield what the page of hands shows of each game, under public names."""
    matches = Match.objects.filter(game_of__table__round__number=round_.number)
    matches_shown = matches_named(
        event, seated, matches.select_related("club").prefetch_related("hands")
    )
    by_key = {match.pk: match for match in matches_shown}
    for table, game in _written(round_):
        yield {
            "table": table.in_room,
            "number": game.number,
            "is_single": len(table.games) == 1,
            "score": match_score(by_key[game.match.pk]),
        }


# Seasons.


def _season_files(site: Site, page: SeasonPage) -> Iterator[SiteFile]:
    season, listed = page.season, site.seasons[page.season_id]
    tables = table_context(season) | {"worker_silent": False}
    divisions = tables["table"].divisions
    for division in divisions:
        for line in division.lines:
            site.keep_season(listed, division, line, is_divided=len(divisions) > 1)
            site.link(line.contender.players)
    evenings = calendar_context(season)
    for row in evenings["evenings"]:
        event = site.events.get(row.evening.event_id)
        vars(row.evening)["href"] = f"../{event.href}" if event else ""
    parts = [
        ("table", pgettext("of a season", "Table"), "leagues/_season.html", tables),
        (
            "calendar",
            pgettext("of a season", "Calendar"),
            "leagues/public/_calendar.html",
            evenings,
        ),
    ]
    if page.shows_ratings:
        ratings = ratings_context(season)
        parts.append(("ratings", _("Ratings"), "leagues/public/_ratings.html", ratings))
    yield site.page(
        listed.href,
        "season",
        may_be_found=listed.may_be_found,
        season=season,
        tabs=[{"href": f"#{name}", "label": label} for name, label, *_more in parts],
        parts=[
            {"name": name, "label": label, "html": render_to_string(template, context)}
            for name, label, template, context in parts
        ],
    )


# Players, and the pages that list.


def _player_files(site: Site) -> Iterator[SiteFile]:
    if not site.names_people:
        return
    keys = sorted(site.event_results.keys() | site.season_results.keys())
    # Names are made for all pages at once, as two of them may otherwise be the same.
    people = Player.objects.filter(pk__in=keys).only("pk", "name", "name_hidden").order_by("pk")
    names = public_names(people, site.club.public_names)
    language = language_tag()
    listed = []
    for key in sorted(names, key=lambda key: (sort_key(names[key], language), key)):
        events, seasons = site.event_results.pop(key, []), site.season_results.pop(key, [])
        listed.append(
            {
                "name": names[key],
                "href": site.player_href(key).removeprefix("players/"),
                "count": len(events) + len(seasons),
            }
        )
        yield site.page(
            site.player_href(key),
            "player",
            may_be_found=all(result.listed.may_be_found for result in (*events, *seasons)),
            player={"name": names[key]},
            events=events,
            seasons=seasons,
            in_pairs={
                name: any(result.partners for result in results)
                for name, results in (("events", events), ("seasons", seasons))
            },
        )
    yield site.page("players/index.html", "players", may_be_found=site.may_be_found, players=listed)


def _front_files(site: Site) -> Iterator[SiteFile]:
    """Yield the front page, with the club's picture if it has one."""
    picture = picture_of(site.club)
    source = f"img/club.{picture.suffix}" if picture else ""
    if picture:
        yield source, picture.data
    yield site.page(
        "index.html",
        "index",
        picture=picture,
        picture_src=source,
        may_be_found=site.may_be_found,
        events=site.events.values(),
        seasons=site.seasons.values(),
        days=[(day, _href(site, day)) for day in _coming(site)],
        won=site.won[:WINNERS],
    )


def _coming(site: Site) -> list[ComingDay]:
    """Return the club's calendar if it is public, else the coming events of the site. 4 queries."""
    feeds = CalendarFeed.objects.filter(club=site.club, season=None, player=None, is_on=True)
    days, is_public = coming_days(site.club), feeds.exists()
    return [day for day in days if is_public or day.event_id in site.events]


def _href(site: Site, day: ComingDay) -> str:
    listed = site.events.get(day.event_id or 0)
    return listed.href if listed else ""


# Style, pictures, fonts.


LOADED = re.compile(r'url\("\.\./([^"]+)"\)')


def _assets() -> Iterator[SiteFile]:
    """Yield the style sheet and every file that it names."""
    style = "\n".join(_static(f"css/{name}.css").decode() for name in STYLES)
    style += f"\n@media print {{\n{_static('css/print.css').decode()}}}\n"
    named = sorted(set(LOADED.findall(style)))
    yield "site.css", style.replace('url("../', 'url("').encode()
    for path in (*named, *IMAGES, *(f"fonts/{name}.txt" for name in LICENCES)):
        yield path, _static(path)


def _static(path: str) -> bytes:
    static_file = finders.find(path)
    if static_file is None:
        raise FileNotFoundError(path)
    return Path(static_file).read_bytes()
