"""The yearbook of a season, to be handed out: winners, tables, charts, every player, records."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.db.models import Count, Q, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.figures import figure, percent_sign
from core.languages import date_text
from core.text import about, comma_list, together
from games import PRESENTERS
from games.measures import HandRole
from games.wording import HandWords
from leagues.chart import score_words
from leagues.models import Contender, Ranks, Season, SeasonScoring
from leagues.selectors.table import DivisionTable, SeasonLine, SeasonTable, season_table
from leagues.totals import counted, total_of
from paper.documents.event_prints import plain_imprint
from paper.documents.printouts import NothingToPrintError, Printout
from paper.documents.rows import Phase, Print, PrintOptions
from paper.documents.subjects import SEASON
from press.base import Block, Imprint, Printable, Space
from press.blocks import (
    KeepTogether,
    Paragraph,
    Section,
    Stack,
    draw_lines,
    height_of,
    remark_blocks,
)
from press.charts import MOST_LINES, LineChart, Series
from press.fonts import Script, isolated
from press.pen import Align, Pen
from press.tables import STRIPED, Column, TextCell, TextTable, cell, number
from press.text import ACCENT, BODY, DISPLAY, HEAD, LEAD, MUTED, QUIET, SMALL, STRONG, Type
from scoring.models import BEGUN, Match, Seat
from scoring.selectors.numbers import FEW, Share, hand_seats
from stats.labels import record_label
from stats.selectors.records import EVENT as OF_EVENT
from stats.selectors.records import (
    ClubRecord,
    Holder,
    matches_of,
    name_shown,
    records,
)

_PODIUM: Final = 3
_PLAYERS_A_PAGE: Final = 36


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of the final table; ``growth`` is the total after each evening, None before any."""

    rank: str
    name: str
    total: str
    evenings: int
    games: str
    growth: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class YearbookDivision:
    """A division: its final table, best first, with the numbers of its evenings."""

    title: str
    lines: tuple[Placed, ...]
    evenings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlayerLine:
    """A player's season; ``bids`` is the share of declared bids made."""

    name: str
    evenings: int
    games: int
    hands: int
    bids: Share


@dataclass(frozen=True, slots=True)
class Yearbook(Printable):
    """The yearbook of a season. ``contender_label`` names a contender: a player or a pair."""

    imprint: Imprint
    title: str
    place: str
    contender_label: str
    total_label: str
    divisions: tuple[YearbookDivision, ...]
    players: tuple[PlayerLine, ...]
    words: HandWords
    records: tuple[ClubRecord, ...]
    remarks: tuple[str, ...] = ()

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield Cover(self, height)
        for part in self.divisions:
            yield from self._division(part)
        if self.players:
            yield Section(
                _("Everybody who played, most evenings first"), _players(self.players, self.words)
            )
        remarks = tuple(remark_blocks(self.remarks, SMALL))
        if not self.records:
            yield from remarks
            return
        *records, last = self._records()
        # The remarks are on no page without a record.
        records.append(KeepTogether(Stack((last, *remarks))))
        yield Section(_("Records of the season"), Stack(tuple(records)))

    def _division(self, part: YearbookDivision) -> Iterator[Block]:
        title = part.title if len(self.divisions) > 1 else _("Final table")
        if not part.lines:
            yield Section(title, Paragraph(_("Nobody is in this table."), QUIET))
            return
        yield Section(title, _final_table(part, self.contender_label))
        how = _("Total: %(how)s.") % {"how": self.total_label}
        yield from remark_blocks((how,), SMALL, gap=3)
        if len(part.evenings) > 1:
            series = tuple(
                Series(f"{isolated(line.total)}  {isolated(line.name)}", line.growth)
                for line in part.lines
            )
            chart = Section(_("The totals, evening by evening"), LineChart(part.evenings, series))
            yield KeepTogether(chart)
            if len(series) > MOST_LINES:
                left = _("The chart shows the first %(count)d of them.") % {"count": MOST_LINES}
                yield from remark_blocks((left,), SMALL, gap=3)

    def _records(self) -> Iterator[KeepTogether]:
        for record in self.records:
            label = record_label(record.kind, self.words)
            value = record.bid or figure(record.value)
            texts = [Paragraph(about(str(label.name), value), STRONG)]
            texts += [Paragraph(line, BODY) for line in _holder_lines(record)]
            texts.append(Paragraph(str(label.definition), SMALL))
            yield KeepTogether(Stack((*texts, Space(6))))


@dataclass(frozen=True, slots=True)
class Cover(Block):
    """The title page: club, season, evenings, and winners. It fills a page.

    Divisions are named if there are several.
    """

    yearbook: Yearbook
    page: float

    def height(self, width: float, script: Script) -> float:
        return max(self.page, self._drawn(None, 0, width, script))

    def draw(self, pen: Pen, y: float) -> None:
        self._drawn(pen, y, pen.width, pen.script)

    def _drawn(self, pen: Pen | None, y: float, width: float, script: Script) -> float:
        """Draw it, or measure it without a pen; return the place below it."""
        book = self.yearbook
        line = partial(_line, pen, width=width, script=script)
        y = line(y + self.page * 0.14, book.imprint.club, LEAD.strong().tinted(ACCENT))
        y = line(y + 4, book.title, DISPLAY)
        y = line(y + 4, book.place, LEAD.tinted(MUTED)) + 28
        for division in book.divisions:
            if division.lines and division.title and len(book.divisions) > 1:
                y = line(y + 8, division.title, HEAD)
            for winner in division.lines[:_PODIUM]:
                style = HEAD.scaled(1.25) if winner.rank.startswith("1") else LEAD
                if pen is not None:
                    top = y + style.leading / 2 + style.size * 0.36 + 6
                    pen.fitted(width, top, winner.total, style, width=80, align=Align.END)
                    pen.fitted(0, top, winner.rank, style.tinted(ACCENT), width=34)
                inner = None if pen is None else pen.area(40, 0, width - 130)
                y = _line(inner, y + 6, winner.name, style, width=width - 130, script=script)
        return y


def _line(
    pen: Pen | None, y: float, text: str, style: Type, *, width: float, script: Script
) -> float:
    if pen is None:
        return y + height_of(text, style, width, script)
    return draw_lines(pen, 0, y, text, style, width=width)


def _final_table(part: YearbookDivision, contender_label: str) -> TextTable:
    columns = (
        Column(_("Rank"), 34, align=Align.END),
        Column(contender_label, 150, 1),
        Column(_("Total"), 58, figures=True),
        Column(_("Evenings"), 52, figures=True),
        Column(_("Games won"), 64, figures=True),
    )
    rows = [
        (
            number(line.rank, STRONG if place < _PODIUM else BODY),
            cell(line.name, style=STRONG if place < _PODIUM else BODY),
            number(line.total, STRONG),
            *(number(str(line.evenings)), number(line.games)),
        )
        for place, line in enumerate(part.lines)
    ]
    return TextTable(columns=columns, rows=rows, fills=STRIPED)


def _players(players: Sequence[PlayerLine], words: HandWords) -> TextTable:
    bids = str(words.bids)
    columns = (
        Column(_("Player"), 140, 1),
        Column(_("Evenings"), 52, figures=True),
        Column(_("Games"), 44, figures=True),
        Column(_("Hands"), 44, figures=True),
        Column(str(words.made), 42, group=bids, figures=True),
        Column(str(words.set), 42, group=bids, figures=True),
        Column(percent_sign(), 38, group=bids, figures=True),
    )
    rows = [
        (
            cell(player.name),
            *(number(str(player.evenings)), number(str(player.games)), number(str(player.hands))),
            *_bids(player.bids),
        )
        for player in players
    ]
    return TextTable(columns=columns, rows=rows, fills=STRIPED, room=4)


def _bids(share: Share) -> tuple[TextCell, ...]:
    """Return hands made and set, and per cent; grey if there are few."""
    percent = "–" if share.percent is None else str(share.percent)
    style = QUIET if share.is_few else BODY
    return number(str(share.made)), number(str(share.was_set)), number(percent, style)


# --- contents


def yearbook_document(season: Season) -> Yearbook:
    """Return the yearbook of a season as its standings were last computed.

    Players who are hidden in public have no name in it.
    """
    table = season_table(season)
    matches = season_matches(season)
    club_records = records(season.club, season.game, matches)
    days = [evening.date for evening in season.evenings.all() if evening.is_held]
    dates = " – ".join(dict.fromkeys(date_text(day, "long") for day in (*days[:1], *days[-1:])))
    count = ngettext("%(count)d evening", "%(count)d evenings", len(days)) % {"count": len(days)}
    made_at = date_text(season.standings_at, "moment") if season.standings_at else ""
    return Yearbook(
        plain_imprint(season.club.name, _("Yearbook"), made_at=made_at),
        season.name,
        " · ".join(filter(None, (dates, count))),
        _("Pair") if season.ranks == Ranks.PAIRS else _("Player"),
        str(SeasonScoring(season.scoring).label),
        tuple(_yearbook_division(season, division) for division in table.divisions),
        player_lines(season, matches),
        PRESENTERS[season.game].words,
        club_records,
        tuple(_remarks(matches, table)),
    )


def season_matches(season: Season) -> QuerySet[Match]:
    """Return the matches of a season's evenings that count."""
    of_season = {f"{OF_EVENT}__evenings__season": season}
    return matches_of(season.club, season.game).filter(**of_season)


def player_lines(season: Season, matches: QuerySet[Match]) -> tuple[PlayerLine, ...]:
    """Return a line for everybody who had a seat, most evenings and games first, then by name. Two
    queries.
    """
    rows = hand_seats(season.club, season.game, matches=matches)
    declared = Q(role=HandRole.DECLARER)
    played = {
        row["player"]: row
        for row in rows.values("player").annotate(
            hands=Count("pk"),
            made=Count("pk", filter=declared & Q(outcome="made")),
            was_set=Count("pk", filter=declared & Q(outcome="set")),
        )
    }
    seats = Seat.objects.filter(match__in=matches.filter(BEGUN), player__name_hidden=False)
    came = (
        seats.values_list("player", "player__name")
        .annotate(
            evenings=Count(f"match__{OF_EVENT}", distinct=True),
            games=Count("match", distinct=True),
        )
        .order_by("-evenings", "-games", "player__sort_key", "player")
    )
    nothing = {"hands": 0, "made": 0, "was_set": 0}
    return tuple(
        PlayerLine(
            name,
            evenings,
            games,
            (counts := played.get(player, nothing))["hands"],
            Share(counts["made"], counts["made"] + counts["was_set"]),
        )
        for player, name, evenings, games in came
    )


def _yearbook_division(season: Season, table: DivisionTable) -> YearbookDivision:
    numbers = tuple(str(evening.number) for evening in table.evenings)
    came = [line for line in table.lines if line.standing.attended]
    lines = tuple(_placed(season, line) for line in came)
    return YearbookDivision(table.division.name, lines, numbers)


def _placed(season: Season, line: SeasonLine) -> Placed:
    row = line.standing
    rank = f"{row.rank}=" if row.tied else str(row.rank)
    total = score_words(row.known_total, season.total_decimals)
    won = f"{score_words(row.wins, 1)} / {row.games}" if row.games else "–"
    return Placed(
        rank if line.is_placed else "–",
        _name(line.contender),
        total,
        row.attended,
        won,
        tuple(_growth(season, line)),
    )


def _growth(season: Season, line: SeasonLine) -> Iterator[float | None]:
    """Yield the total after each evening, counted as at the end of the season."""
    for until in range(1, len(line.cells) + 1):
        cells = [
            evening_cell._replace(counts=False)
            for evening_cell in line.cells[:until]
            if evening_cell
        ]
        total, known = total_of(season, counted(season, cells))
        yield float(total) if known else None


def _name(contender: Contender) -> str:
    return together(name_shown(player) for player in contender.players)


def _holder_lines(record: ClubRecord) -> Iterator[str]:
    yield from map(_holder, record.holders)
    if record.others:
        others = ngettext("and %(count)d more", "and %(count)d more", record.others)
        yield others % {"count": record.others}


def _holder(holder: Holder) -> str:
    days = dict.fromkeys(
        date_text(day) for day in (holder.since, holder.place.day) if day is not None
    )
    names = " – ".join(map(isolated, holder.names))
    parts = (holder.result_words, " – ".join(days))
    return comma_list((names, *(isolated(text) for text in parts if text)))


def _remarks(matches: QuerySet[Match], table: SeasonTable) -> Iterator[str]:
    lines = [line for part in table.divisions for line in part.lines]
    if any(line.standing.tied for line in lines):
        yield _("= marks a place that is shared.")
    if any(line.seldom and line.standing.attended for line in lines):
        yield _("A dash instead of a rank marks those who came to too few evenings for a place.")
    yield _("A percentage of fewer than %(few)d hands is grey: it says little.") % {"few": FEW}
    left_out = matches.filter(hand_count=0, entered_totals__isnull=False).count()
    if left_out:
        text = ngettext(
            "%(count)d match was entered by its totals alone: it has no hands and is left out "
            "where hands are counted.",
            "%(count)d matches were entered by their totals alone: they have no hands and are "
            "left out where hands are counted.",
            left_out,
        )
        yield text % {"count": left_out}
    if table.is_stale:
        yield _("Some newer results are not in this table yet.")


def yearbook_printout(season: Season, options: PrintOptions) -> Printout:
    if not season.evenings.filter(is_held=True).exists():
        raise NothingToPrintError(_("No evening of this season has been played yet."))
    title = _("Yearbook %(season)s") % {"season": season.name}
    estimate = 2 + 2 * season.divisions.count() + season.contenders.count() // _PLAYERS_A_PAGE
    return Printout(title, 1, lambda: [yearbook_document(season)], options.paper, estimate)


YEARBOOK: Final = Print(
    about=SEASON,
    key="yearbook",
    phase=Phase.AFTER,
    title=gettext_lazy("Yearbook"),
    text=gettext_lazy("Winners, tables, charts, every player and the records, to be handed out."),
    printout=yearbook_printout,
)

PRINTS: Final = (YEARBOOK,)
