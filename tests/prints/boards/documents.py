"""Documents of a tournament to print in tests, with names in every script the house sets."""

import datetime
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import islice
from typing import Any

from clubs.models import Player
from games import PRESENTERS
from games.wording import HandWords
from leagues.models import Evening
from paper.documents.badges import Badge, Badges
from paper.documents.certificates import Certificate, Ornament
from paper.documents.draw import Draw
from paper.documents.guides import GuideCards
from paper.documents.marking import MarkingSheet, marking_layout
from paper.documents.notices import Notice, NoticeCode
from paper.documents.seasons import calendar_blocks
from paper.documents.seating import SeatedRound, SeatedSide, SeatedTable
from paper.documents.sheet_code import SheetCode
from paper.documents.slips import Slip, Slips
from paper.documents.standings import figure_column, places_table, standings_foot
from paper.documents.table_cards import CardRound, Sitter, TableCard, TableCards
from paper.documents.yearbook import Placed, PlayerLine, Yearbook, YearbookDivision
from press.base import Block, Imprint
from press.blocks import Document, Section, remark_blocks
from press.fonts import isolated
from press.tables import TextCell, cell, number
from press.text import QUIET, SMALL, STRONG
from rules import GAMES
from scoring.selectors.numbers import Share
from stats.selectors.records import ClubRecord, Holder, RecordKind, RecordPlace
from tests.prints.matches.documents import LONG_NAMES, NAMES
from tournaments.events.models import Entry, Event
from tournaments.events.selectors.events import Entrant
from tournaments.events.selectors.tables import TableView

IMPRINT = Imprint(
    club="Elm Street 42 Club",
    kind="Print",
    made_at="14 May 2026, 22:05",
    code="K7Q-2MX",
    page_of="Page {page} of {pages}",
    lang="en",
)
PERSIAN = replace(
    IMPRINT,
    lang="fa",
    club="باشگاه ۴۲ نارون",
    made_at="۲۴ اردیبهشت ۱۴۰۵",
    page_of="صفحهٔ {page} از {pages}",
)
TITLE = "Wednesday 42 night"
LONG_TITLE = "Najaarscompetitie van de Vereniging der Kaartspelers van Oud-Beijerland en Strijen"
ADDRESS = "https://scores.example.org/c/elm-street/events/17/tables/4/"
MORE = (
    *("Ann Brown", "María Núñez", "Øystein Håkon", "佐藤 健", "لیلا فروهر", "Józef Żak"),
    *("Chidi Okafor", "田中 美咲", "Siobhán Ní Bhriain", "مریم میرزاخانی", "Bo Li", "Đorđe Šarić"),
)
PEOPLE = (*NAMES, *MORE)
LONG = (*LONG_NAMES, "Wilhelmina Johanna van der Heijden-Groenewoud")


def imprint(kind: str, *, persian: bool = False) -> Imprint:
    return replace(PERSIAN if persian else IMPRINT, kind=kind)


def name(number: int) -> str:
    """A name for each number; after the sixteenth they come again with a number."""
    again, place = divmod(number, len(PEOPLE))
    return f"{PEOPLE[place]} {again + 1}" if again else PEOPLE[place]


def pair(number: int) -> str:
    return partners(name(2 * number), name(2 * number + 1))


def partners(first: str, second: str) -> str:
    """Two names as `entrant_words` writes them."""
    return f"{isolated(first)} &\u00a0{isolated(second)}"


def notice(codes: int = 2, *, long: bool = False, persian: bool = False) -> Notice:
    """A notice with the code of the sign-up, and of the public page."""
    shown = (
        ("Sign up", "Scan the code to sign up, or type the address.", "sign-up/k7q2-mx4p-9dtb/"),
        ("Follow along tonight", "Rounds, results and standings.", "p/9dtb-k7q2-mx4p/"),
    )
    site = "https://scores.elm-street-42-club.example.org" if long else "http://192.168.1.20:8000"
    return Notice(
        imprint("Notice", persian=persian),
        f"{TITLE} of the whole county and its guests" if long else TITLE,
        "Round robin · 14 May 2026",
        tuple(NoticeCode(head, text, f"{site}/{path}") for head, text, path in shown[:codes]),
    )


def table_cards(
    tables: int = 4,
    rounds: int = 6,
    *,
    single: bool = False,
    long: bool = False,
    persian: bool = False,
) -> TableCards:
    seats = ("1", "2", "3") if single else ("1", "2", "3", "4")
    cards = tuple(
        TableCard(
            number=str(table),
            seats=seats,
            rounds=tuple(
                CardRound(f"Round {number}", sitters(table, number, rounds, single, long))
                for number in range(1, rounds + 1)
            ),
            address=ADDRESS,
            scan="Scan to see and to record what is played at this table.",
        )
        for table in range(1, tables + 1)
    )
    return TableCards(
        imprint("Table cards", persian=persian), TITLE, "Round robin, 14 May 2026", cards
    )


def sitters(table: int, number: int, rounds: int, single: bool, long: bool) -> tuple[Sitter, ...]:
    if number == 4 and table == 3:
        return ()
    goes = [str((table + step) % 4 + 1) if number < rounds else "" for step in range(4)]
    if long:
        text = f"{LONG_NAMES[number % 4]} & {LONG_NAMES[(number + 1) % 4]}"
        return (Sitter(text, "1 · 3", goes[0]), Sitter(pair(number), "2 · 4", goes[1]))
    if single:
        return tuple(
            Sitter(name(table * 3 + number + seat), str(seat + 1), goes[seat]) for seat in range(3)
        )
    return (
        Sitter(pair(number), "1 · 3", goes[0]),
        Sitter(pair(number + table), "2 · 4", goes[1]),
    )


def badges(count: int = 13, *, persian: bool = False) -> Badges:
    names = (*LONG_NAMES, *(name(number) for number in range(count - 4)))[:count]
    return Badges(
        imprint("Name badges", persian=persian),
        TITLE,
        tuple(
            Badge(name, number=str(place // 2 + 1), under=f"with {names[place ^ 1]}")
            if (place ^ 1) < len(names)
            else Badge(name)
            for place, name in enumerate(names)
        ),
    )


def guides(
    count: int = 5, rounds: int = 5, *, partner: bool = True, long: bool = False
) -> GuideCards:
    entrants = tuple(
        entrant(card, LONG_NAMES[card % 4] if long else name(card)) for card in range(count)
    )
    shown = tuple(guide_round(entrants, number, partner, long) for number in range(1, rounds + 1))
    return GuideCards(imprint("Guide cards"), TITLE, "Opponents", partner, shown, entrants)


def entrant(number: int, *names: str) -> Entrant:
    """An entry of these players, by its number from 0."""
    players = tuple(Player(pk=100 * number + place, name=name) for place, name in enumerate(names))
    return Entrant(Entry(pk=number, number=number + 1), players)


def seated_table(number: int, sides: tuple[SeatedSide, ...]) -> SeatedTable:
    """A table of one game, by its number in the room and in the draw."""
    view = TableView(
        number=number,
        is_bye=False,
        entrants=(),
        games=(),
        teams=(),
        best_of=1,
        is_over=False,
        section="",
        in_room=number,
    )
    return SeatedTable(view, sides, games=1)


def guide_round(
    entrants: tuple[Entrant, ...], number: int, partner: bool, long: bool
) -> SeatedRound:
    """A round in which each entry is at a table; in the third the second sits out."""
    tables = []
    for card, home in enumerate(entrants):
        if number == 3 and card == 1:
            continue
        others = LONG_NAMES[1:3] if long else (name(card + number + 4), name(card + number + 5))
        partners = (entrant(5000 + card, name(card + number)),) if partner else ()
        against = tuple(entrant(6000 + 10 * card + place, met) for place, met in enumerate(others))
        seats = tuple((key, home.players[0]) for key in ("1", "3"))
        sides = SeatedSide((home, *partners), seats), SeatedSide(against, ())
        tables.append(seated_table((card + number) % 4 + 1, sides))
    return SeatedRound(number, tuple(tables), ())


def seated(*seats: tuple[str, str]) -> SeatedSide:
    """A side of players by the keys of their seats."""
    return SeatedSide((), tuple((key, Player(name=name)) for key, name in seats))


def slips(
    count: int = 5,
    *,
    games: int = 3,
    single: bool = False,
    long: bool = False,
    sets: bool = False,
) -> Slips:
    return Slips(
        imprint("Round slips"),
        TITLE,
        tuple(slip(number, games, single, long, sets) for number in range(1, count + 1)),
    )


def slip(number: int, games: int, single: bool, long: bool, sets: bool) -> Slip:
    if single:
        sides = tuple(
            seated((str(seat + 1), LONG[seat] if long else name(number + seat)))
            for seat in range(4)
        )
    else:
        names = LONG_NAMES if long else tuple(name(number + seat) for seat in range(4))
        sides = (
            seated(("1", names[0]), ("3", names[1])),
            seated(("2", names[2]), ("4", names[3])),
        )
    address = ADDRESS if number % 2 else ""
    return Slip("Round 3", f"table {number}", f"R3-T{number}", sides, games, address, sets)


class FixedCode(SheetCode):
    """A code whose signature is not that of a machine."""

    @property
    def text(self) -> str:
        return f"AM3-17-3-{self.table}-0-1-{self.size}X-{self.digest}-ABCDEFGH"


def marking_sheet(game: str, players: int) -> MarkingSheet:
    """The sheet of a table of so many, with long names and a long title."""
    presenter, options = PRESENTERS[game], GAMES[game].options.resolve({})
    layout, across = marking_layout(game, options, "A", players)
    assert presenter.marks is not None
    example, words = presenter.marks.example(options)
    names = LONG[:players]
    return MarkingSheet(
        imprint=imprint("Sheet for marking"),
        title=f"{LONG_TITLE} · Round 3, table 14",
        names=tuple(zip(presenter.player_keys(players), names, strict=True)),
        dealer=None,
        dealer_words="First dealer",
        sheet=layout,
        code=FixedCode(17, 3, 14, 1, 1, "A", across=across, digest=layout.digest),
        example=example,
        example_words=words,
        legend=presenter.marks.legend(options),
        sides=tuple(presenter.player_keys(players)),
    )


def draw(tables: int = 8, rounds: int = 1, *, long: bool = False, persian: bool = False) -> Draw:
    shown = []
    for round_ in range(1, rounds + 1):
        played = [seated_table(n, draw_sides(n + round_, long)) for n in range(1, tables + 1)]
        resting = (entrant(40, name(80), name(81)),) if round_ % 2 else ()
        shown.append((f"Round {round_}", SeatedRound(round_, tuple(played), resting)))
    names = sorted(name(number) for number in range(4 * tables))
    index = tuple((name, str(place % tables + 1), "2") for place, name in enumerate(names))
    return Draw(
        imprint("The draw", persian=persian),
        ("Seats 1 and 3", "Seats 2 and 4"),
        TITLE,
        "Round 1, 14 May 2026",
        tuple(shown),
        index if rounds == 1 else (),
    )


def draw_sides(number: int, long: bool) -> tuple[SeatedSide, ...]:
    names = (name(number), name(number + 20), name(number + 40), name(number + 9))
    first, second, third, last = LONG_NAMES if long else names
    return seated(("A", first), ("C", second)), seated(("B", third), ("D", last))


METRICS = (
    ("P", False, "Games played: Games that are finished."),
    ("W", True, "Games won: Finished games that were won."),
    ("For", True, "Marks for: All marks of the pair."),
    ("Against", True, "Marks against: All marks of the opponents; fewer is better."),
    ("H2H", True, "Head to head: Games won against those still level."),
    ("L", False, "Games lost: Finished games that were lost."),
    ("+/−", False, "Difference: Marks for minus marks against."),
)


def standings(
    count: int = 16, *, groups: int = 1, long: bool = False, persian: bool = False
) -> Document:
    ranked = "Ranked by, in this order"
    columns = [figure_column(head, ranked if decides else "") for head, decides, _text in METRICS]
    table = places_table("Pair", columns, [standing(place, long) for place in range(count)])
    titles = [f"Division {group + 1}" for group in range(groups)] if groups > 1 else []
    terms = [(head, text) for head, _decides, text in METRICS]
    return Document(
        imprint("Standings", persian=persian),
        TITLE,
        "After round 5 of 7, 14 May 2026",
        (
            *([Section(title, table) for title in titles] if titles else [table]),
            *standings_foot(["A lot decided between places 4 and 5."], terms),
        ),
    )


def standing(place: int, long: bool) -> list[TextCell]:
    names = LONG_NAMES[:2] if long else (name(2 * place), name(2 * place + 1))
    rank = "2=" if place in {1, 2} else str(place + 1)
    won = 12 - place
    figures = ("12", str(won), str(80 - 3 * place), str(40 + 2 * place), "1" if place < 3 else "–")
    difference = 40 - 5 * place
    shown = f"−{-difference}" if difference < 0 else str(difference)
    cells = zip((*figures, str(place), shown), METRICS, strict=True)
    return [
        cell(rank),
        cell(*names),
        *(number(text, STRONG if decides else QUIET) for text, (_h, decides, _t) in cells),
    ]


def calendar(days: int = 6, fixtures: int = 4, *, persian: bool = False) -> Document:
    evenings = (
        Evening(
            number=number + 1,
            date=datetime.date(2026, 5, 7 * number % 28 + 1),
            event=Event(name="Back room of the Elm") if number % 2 else None,
        )
        for number in range(days)
    )
    parts = calendar_blocks(
        (evening, (meetings(number, fixtures),)) for number, evening in enumerate(evenings)
    )
    remark = "Whoever cannot come tells the secretary by Monday."
    return Document(
        imprint("Season calendar", persian=persian),
        "Spring league 2026",
        "Eight evenings, Wednesdays at 19:30",
        (*parts, *remark_blocks((remark,), SMALL)),
    )


def meetings(number: int, count: int) -> SeatedRound:
    """A round of pairs."""
    sides = (
        tuple(
            SeatedSide((entrant(pair, name(2 * pair), name(2 * pair + 1)),), ())
            for pair in (number + line, number + line + 5)
        )
        for line in range(count)
    )
    tables = (seated_table(line, met) for line, met in enumerate(sides, start=1))
    return SeatedRound(1, tuple(tables), ())


def certificate(**changes: Any) -> Certificate:
    made = Certificate(
        imprint=imprint("Certificate"),
        title="Certificate",
        claim="Awarded to",
        names=NAMES[:2],
        deed="Winners of the Spring Tournament of the Elm Street 42 Club",
        facts="First of 16 pairs · 9 of 10 games won · 68 marks to 31",
        day="14 May 2026",
        signers=("Director", "Secretary"),
        ornament=Ornament.DOMINOES,
    )
    return replace(made, **changes)


class Inside(Yearbook):
    """A yearbook without its title page."""

    __slots__ = ()

    def blocks(self, width: float, height: float) -> Iterator[Block]:
        yield from islice(Yearbook.blocks(self, width, height), 1, None)


def yearbook(divisions: int = 2, *, long: bool = False, persian: bool = False) -> Yearbook:
    evenings = 8
    parts = tuple(
        YearbookDivision(
            f"Division {part + 1}",
            tuple(
                Placed(
                    "2=" if place in {1, 2} else str(place + 1),
                    LONG_NAMES[place % 2] if long else name(8 * part + place),
                    f"{6 - 2 * place}.25",
                    evenings - place % 2,
                    f"{9 - place} / 18",
                    tuple(
                        None if place == 5 and evening < 2 else (evening + 1) * (5 - 1.5 * place)
                        for evening in range(evenings)
                    ),
                )
                for place in range(7)
            ),
            tuple(map(str, range(1, evenings + 1))),
        )
        for part in range(divisions)
    )
    players = tuple(
        PlayerLine(name(number), 8, 18, 150, Share(number, 3 * number)) for number in range(14)
    )
    first, last = datetime.date(2026, 5, 7), datetime.date(2026, 5, 14)
    place = RecordPlace(1, last)
    held = ClubRecord(
        RecordKind.LONGEST_RUN, 13, "", (Holder((name(3),), place, since=first),), others=2
    )
    return Yearbook(
        imprint("Yearbook", persian=persian),
        "Spring league 2026",
        "Wednesday 1 April 2026 – Wednesday 24 June 2026 · 8 evenings",
        "Player",
        "the sum of the best evenings",
        parts,
        players,
        HandWords(),
        (held,),
        ("A percentage of fewer than 10 hands is grey: it says little.",),
    )


def yearbook_inside(**changes: Any) -> Inside:
    made = yearbook(**changes)
    return Inside(**{field.name: getattr(made, field.name) for field in fields(made)})
