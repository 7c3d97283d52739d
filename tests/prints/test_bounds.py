"""What is made while a page waits is bounded, however much shorter it was estimated."""

import datetime
from io import BytesIO

import pytest

from clubs.models import Club, Player, User
from leagues.services.seasons import contenders_add, season_create
from paper.documents.printouts import MOST_WAITED, Printout, PrintTooLongError
from paper.documents.results import season_results_printout
from paper.documents.rows import PrintOptions
from press.base import Imprint, Paper
from press.blocks import Document, Paragraph
from press.text import BODY
from tests.prints.matches.reading import texts

IMPRINT = Imprint("Club", "List", "2026", "K7Q-2MX", "{page}/{pages}", "en")


def long_printout(paragraphs: int) -> Printout:
    """A document that was taken for one page; each paragraph takes most of one."""
    sheet = Paragraph("\n".join(["Ann"] * 50), BODY)
    document = Document(IMPRINT, "Names", "", (sheet,) * paragraphs)
    return Printout("Names", 1, lambda: [document], Paper.A4)


def test_a_file_much_longer_than_estimated_is_not_made_while_a_page_waits() -> None:
    printout = long_printout(2 * MOST_WAITED)
    assert printout.is_short
    with pytest.raises(PrintTooLongError):
        printout.render()
    out = BytesIO()
    printout.write(out, lambda done, total: None)
    assert len(texts(out.getvalue())) > MOST_WAITED, "the worker makes it"


def test_the_results_of_a_season_of_many_people_are_ordered(club: Club, owner: User) -> None:
    season = season_create(
        club=club,
        created_by=owner,
        name="Autumn",
        game="pandoeren",
        dates=[datetime.date(2026, 9, 4)],
        measure="points",
        scoring="sum",
        minimum=0,
        noticed="nothing",
    )
    people = Player.objects.bulk_create(
        Player(club=club, name=f"{number} {'Maximiliane ' * 6}".strip()) for number in range(220)
    )
    division = season.divisions.earliest("order")
    contenders_add(division=division, lineups=[[player] for player in people])
    printout = season_results_printout(season, PrintOptions(Paper.A4))
    assert not printout.is_short
