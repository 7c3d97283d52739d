"""What hangs on the wall: the draw, the standings, certificates for those who have earned them."""

from collections.abc import Iterator
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from press.base import Imprint
from prints.boards.common import (
    day_of,
    document_job,
    entrant_words,
    event_imprint,
    format_place,
    pages,
    time_words,
)
from prints.boards.seating import SeatedRound, SeatedTable, rounds_seated
from prints.certificate import Certificate, Ornament
from prints.draw import Draw, DrawLabels, DrawRound, DrawTable, Find
from prints.event_prints.base import Job, Wish, titled
from prints.standings_sheet import (
    Measure,
    StandingsGroup,
    StandingsLabels,
    StandingsLine,
    StandingsSheet,
)
from standings.metrics import Metric
from tournaments.bracket_words import parts_of, sections_title
from tournaments.models import Event
from tournaments.models.events import taking_part
from tournaments.selectors.standings import Column, StandingRow, Standings, standings_for
from tournaments.templatetags.places import shown
from tournaments.words import entry_words

_ON_ONE_LINE = 20
"""Longer standings put the names of a pair on one line."""
_HONOURED = 3


def draw_job(event: Event, wish: Wish) -> Job:
    """The draw of a round with an index of names, or of all rounds."""
    rounds = event.rounds.all() if wish.round is None else event.rounds.filter(number=wish.round)
    entries = event.entries.filter(taking_part()).count()

    def build() -> Iterator[Draw]:
        found = rounds_seated(event, wish.round)
        imprint = event_imprint(event, _("The draw"))
        labels = _draw_labels(found)
        shown_rounds = tuple(one for round_ in found for one in _draw_rounds(event, round_, labels))
        index = tuple(_index(found[0])) if len(found) == 1 else ()
        place = format_place(event)
        if len(found) == 1:
            title = _("Round %(number)d") % {"number": found[0].number}
            single = shown_rounds[0].title if len(shown_rounds) == 1 else title
            place = f"{single} · {place}"
        yield Draw(imprint, labels, event.name, place, shown_rounds, index)

    total = pages(rounds.count() * entries, 40)
    return document_job(titled(_("The draw"), event, wish), total, build, paper=wish.paper)


def standings_job(event: Event, wish: Wish) -> Job:
    """The standings as they were last computed."""

    def build() -> Iterator[StandingsSheet]:
        yield standings_sheet(event)

    total = pages(event.entries.count(), 20)
    return document_job(titled(_("Standings"), event, wish), total, build, paper=wish.paper)


def certificates_job(event: Event, wish: Wish) -> Job:
    """A certificate for each of the first three places; those who share one each get theirs."""
    honoured = event.standings.filter(rank__lte=_HONOURED)

    def build() -> Iterator[Certificate]:
        rows = standings_for(event).rows
        imprint = event_imprint(event, _("Certificate"))
        entries = event.entries.filter(taking_part()).count()
        for row in rows:
            if row.rank <= _HONOURED:
                yield _certificate(event, imprint, row, entries)

    title = titled(_("Certificates"), event, wish)
    return document_job(title, honoured.count(), build, paper=wish.paper)


def standings_sheet(event: Event) -> StandingsSheet:
    """The document of an event's standings."""
    found = standings_for(event)
    words = entry_words(event)
    columns = [
        place for place, column in enumerate(found.columns) if _is_told(found, place, column)
    ]
    lines = tuple(_line(row, found, columns) for row in found.rows)
    imprint = replace(event_imprint(event, _("Standings")), made_at=time_words(event))
    return StandingsSheet(
        imprint,
        StandingsLabels(
            _("Place"),
            str(words.one),
            _("Ranked by, in this order"),
            _("What the columns mean"),
            _("No game is finished yet."),
        ),
        event.name,
        _state(event, found),
        tuple(_measure(found.columns[place]) for place in columns),
        (StandingsGroup(lines),),
        _remarks(found),
    )


def _is_told(found: Standings, place: int, column: Column) -> bool:
    """Whether a column says something: it decides, or somebody has a figure in it."""
    return column.decides or any(row.cells[place] is not None for row in found.rows)


def _measure(column: Column) -> Measure:
    label = column.label
    texts = str(label.abbreviation), str(label.name), str(label.explanation)
    return Measure(*texts, decides=column.decides)


def _line(row: StandingRow, found: Standings, columns: list[int]) -> StandingsLine:
    names = tuple(player.name for player in row.entrant.players)
    if len(found.rows) > _ON_ONE_LINE:
        names = (entrant_words(row.entrant),)
    return StandingsLine(
        f"{row.rank}=" if row.tied else str(row.rank),
        names,
        tuple(_figure(row, place, found.columns[place].metric) for place in columns),
        "" if row.entrant.is_active else _("dropped out"),
    )


def _figure(row: StandingRow, place: int, metric: Metric) -> str:
    """A cell; with a star where it tells of some games alone."""
    return shown(row.cells[place], metric) + ("*" if row.share(metric) else "")


def _state(event: Event, found: Standings) -> str:
    state = _("Final standings") if found.is_final else _("Standings so far")
    return f"{state} · {day_of(event)}"


def _remarks(found: Standings) -> tuple[str, ...]:
    remarks = []
    if any(row.tied for row in found.rows):
        remarks.append(_("= marks a place that is shared."))
    if found.is_partial:
        remarks.append(_("* tells only of the games whose hands were counted or written down."))
    if found.is_stale:
        remarks.append(_("Some newer results are not in these standings yet."))
    return tuple(remarks)


def _draw_labels(rounds: tuple[SeatedRound, ...]) -> DrawLabels:
    tables = [table for round_ in rounds for table in round_.tables]
    widest = max((table.sides for table in tables), key=len, default=())
    return DrawLabels(
        table=_("Table"),
        sides=tuple(_seats(side.keys, len(side.seats)) for side in widest),
        note=_("Series"),
        index=_("Where do I play?"),
        name=_("Name"),
        seat=_("Seat"),
    )


def _seats(keys: str, count: int) -> str:
    return ngettext("Seat %(keys)s", "Seats %(keys)s", count) % {"keys": keys}


def _draw_rounds(event: Event, round_: SeatedRound, labels: DrawLabels) -> Iterator[DrawRound]:
    """A round; the tables of each bracket under a heading of their own, byes below the last."""
    parts = parts_of(round_.tables) or [[]]
    for place, part in enumerate(parts, start=1):
        resting = round_.resting if place == len(parts) else ()
        drawn = _draw_round(replace(round_, tables=tuple(part), resting=resting), labels)
        title = sections_title(event, [table.section for table in part])
        yield replace(drawn, title=f"{drawn.title} · {title}") if title else drawn


def _draw_round(round_: SeatedRound, labels: DrawLabels) -> DrawRound:
    rest = ""
    if round_.resting:
        names = ", ".join(map(entrant_words, round_.resting))
        rest = _("Sitting out: %(names)s") % {"names": names}
    return DrawRound(
        _("Round %(number)d") % {"number": round_.number},
        tuple(_draw_table(table, len(labels.sides)) for table in round_.tables),
        rest,
    )


def _draw_table(table: SeatedTable, columns: int) -> DrawTable:
    """A table; fewer sides than elsewhere leave cells empty."""
    sides = tuple(side.names for side in table.sides)
    empty = ((),) * (columns - len(sides))
    note = _("best of %(count)d") % {"count": table.best_of} if table.best_of > 1 else ""
    if table.shift > 1:
        later = _("shift %(shift)d") % {"shift": table.shift}
        note = f"{note} · {later}" if note else later
    return DrawTable(str(table.number), sides + empty, note)


def _index(round_: SeatedRound) -> Iterator[Find]:
    """Everybody by name, those who sit out too."""
    seated = [
        (player, table.label, key)
        for table in round_.tables
        for side in table.sides
        for key, player in side.seats
    ]
    resting = [(player, "–", "") for entrant in round_.resting for player in entrant.players]
    for player, table, key in sorted(seated + resting, key=lambda line: line[0].in_order):
        yield Find(player.name, table, key)


def _certificate(event: Event, imprint: Imprint, row: StandingRow, count: int) -> Certificate:
    names = tuple(player.name for player in row.entrant.players)
    ornament = Ornament.DOMINOES if event.game == "texas42" else Ornament.SUITS
    facts = _("Place %(rank)d of %(count)d") % {"rank": row.rank, "count": count}
    return Certificate(
        imprint=imprint,
        title=_("Certificate"),
        claim=_("This is to say that"),
        names=names,
        deed=_deed(event, row.rank, len(names)),
        facts=_("%(place)s, shared") % {"place": facts} if row.tied else facts,
        day=day_of(event),
        signers=(_("Director"), _("For the club")),
        ornament=ornament,
    )


def _deed(event: Event, rank: int, people: int) -> str:
    match rank:
        case 1:
            deed = ngettext("has won %(event)s", "have won %(event)s", people)
        case 2:
            deed = _("came second in %(event)s")
        case _:
            deed = _("came third in %(event)s")
    return deed % {"event": event.name}
