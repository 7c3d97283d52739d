"""An evening out of a spreadsheet: looked over line by line, saved, shown, taken back."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User
from clubs.services.players import player_add
from tests.core.club_files import workbook
from tests.tournaments.pages import messages_of, words
from tournaments.events.models import Event, EventState
from tournaments.events.services.standings import standings_refresh

pytestmark = pytest.mark.usefixtures("held")

SHEET = "Round 2\tName\tPartner\tRound 1\tTotal\n7\tAda\tBen\t5\t12\n3\tCleo\tNobody Known\t4\t7\n"


@pytest.fixture
def client(organiser: User, client_for: Callable[[User], Client]) -> Client:
    return client_for(organiser)


Send = Callable[..., Any]


@pytest.fixture
def send(organiser: User, club: Club, client_for: Callable[[User], Client]) -> Send:
    """Send the form with its first or last button."""
    client = client_for(organiser)

    def sent(step: str, text: str = SHEET, **more: Any) -> Any:
        given = {"text": text, "date": "2025-03-07", "template": "round_robin", "step": step}
        return client.post(reverse("event-read", args=[club.slug]), given | more, follow=True)

    return sent


def test_it_is_looked_over_saved_and_taken_back(
    send: Send, client: Client, club: Club, players: list[Player]
) -> None:
    before = Event.objects.count(), Player.objects.count()
    review = send("review")
    assert review.status_code == 200
    said = words(review)
    assert "2 entries. Nothing is saved yet." in said
    assert "new Nobody Known" in said
    assert "1 new player is put on the roster." in said
    assert (Event.objects.count(), Player.objects.count()) == before

    page = send("save")
    event = Event.objects.get(date="2025-03-07")
    assert messages_of(page) == ["The evening is read in with 2 entries."]
    assert event.state == EventState.FINISHED
    assert "only names and totals are known" in words(page)
    standings_refresh(event_id=event.pk)
    standings = words(client.get(reverse("event-standings", args=[club.slug, event.pk])))
    assert "Ada & Ben 12" in standings.replace(" Marks", "")
    assert "Games won" not in standings

    assert "Who met whom" not in standings

    file = client.get(reverse("event-results-file", args=[club.slug, event.pk, "csv"])).content
    again = send("review", text="", file=SimpleUploadedFile("results.csv", file))
    lines = [(read.line.totals, read.line.total) for read in again.context["form"].lines]
    assert lines == [({1: 5, 2: 7}, 12), ({1: 4, 2: 3}, 7)]
    assert not again.context["form"].new_names

    back = client.post(reverse("event-take-back", args=[club.slug, event.pk]), follow=True)
    assert "has been taken back" in messages_of(back)[0]
    assert (Event.objects.count(), Player.objects.count()) == before


def test_a_file_takes_the_place_of_the_text(send: Send, players: list[Player]) -> None:
    file = SimpleUploadedFile("evening.csv", b"Naam;Ronde 1\nAda & Ben;7\nCleo & Dan;3\n")
    review = send("review", text="Something else", file=file)
    assert "2 entries" in words(review)
    assert "Ada & Ben\t7" in review.context["form"].cleaned_data["text"]
    wrong = send("review", file=SimpleUploadedFile("x.csv", b"\x00"))
    assert wrong.status_code == 422
    assert "neither a CSV file" in words(wrong)


@pytest.mark.parametrize(
    "text",
    [
        'Name,Round 1\n"Novak, Zita & Ray, Yann",7\n"Müller, Xenia & de Vries, Wim",3\n',
        'Name,Partner,Round 1\n"Novak, Zita","Ray, Yann",7\n"Müller, Xenia","de Vries, Wim",3\n',
    ],
)
def test_names_with_the_family_name_first_are_turned(
    text: str, send: Send, players: list[Player]
) -> None:
    review = send("review", text="", file=SimpleUploadedFile("evening.csv", text.encode()))
    new = ["Zita Novak", "Yann Ray", "Xenia Müller", "Wim de Vries"]
    assert review.context["form"].new_names == new


def test_an_unclear_name_is_asked_about(send: Send, club: Club, players: list[Player]) -> None:
    ann = player_add(club=club, name="Ann Leeward")
    text = "Name,Round 1\nAnn Leward & Ada,7\nBen & Cleo,5\n"
    review = send("review", text)
    (question,) = review.context["form"].questions
    assert send("save", text).status_code == 422
    assert not Event.objects.filter(date="2025-03-07").exists()
    send("save", text, **{question.name: str(ann.pk)})
    event = Event.objects.get(date="2025-03-07")
    assert event.entries.filter(lineup__player=ann).exists()
    assert not Player.objects.filter(name="Ann Leward").exists()


def test_what_is_wrong_stands_with_its_line_and_nothing_is_saved(
    send: Send, players: list[Player]
) -> None:
    text = "Name,Round 1,Total\nAda & Ben,six,\nCleo,4,\nDan & Eva,4,5\nFay & Gus,,\nDan & Hal,3,\n"
    review = send("save", text)
    assert review.status_code == 422
    said = words(review)
    assert "“six” below “Round 1” is not a whole number." in said
    assert "A pair needs two names" in said
    assert "The sheet says 5; its rounds add up to 4, which counts." in said
    assert "No total: left out." in said
    assert "Dan is already on line 4." in said
    assert "3 lines must be corrected first" in said
    assert not Event.objects.filter(date="2025-03-07").exists()


def test_what_was_typed_stays_where_one_goes_back(send: Send, players: list[Player]) -> None:
    page = send("edit", "Name,Round 1\nAda,six\n", name="Old")
    assert page.status_code == 200
    form = page.context["form"]
    assert (form["text"].value(), form["name"].value()) == ("Name,Round 1\nAda,six\n", "Old")
    assert form["date"].value() == "2025-03-07"
    assert "errorlist" not in page.content.decode()


def test_only_those_who_run_events_read_in(
    club: Club, scorer: User, client_for: Callable[[User], Client]
) -> None:
    client = client_for(scorer)
    assert client.get(reverse("event-read", args=[club.slug])).status_code == 403
    assert "from a spreadsheet" not in words(client.get(reverse("events", args=[club.slug])))


def test_one_of_several_tables_is_chosen_and_what_is_not_read_is_said(
    send: Send, players: list[Player]
) -> None:
    rows: list[list[Any]] = [["Naam", "Partij 1", "Tot"], ["Ada & Ben", 7, 7], ["Cleo & Dan", 3, 3]]
    notes: list[list[Any]] = [[], ["* begon later"], ["Met dank aan de keuken"]]
    file = SimpleUploadedFile("x.xlsx", workbook(Uitleg=[["Zie blad 2"]], Avond=[*rows, *notes]))
    question = send("review", text="", file=file)
    assert question.status_code == 422
    assert "There are several tables. Which one is it?" in words(question)
    packed = str(question.context["form"]["tables"].value())
    review = send("review", text="", tables=packed, table="0")
    assert review.context["form"].notes == ("* begon later", "Met dank aan de keuken")
    assert "Not read: * begon later" in words(review)
    send("save", text=review.context["form"].cleaned_data["text"])
    assert Event.objects.get(date="2025-03-07").entries.count() == 2


def test_a_name_with_a_comma_in_an_evening_of_pairs_is_asked_about(
    send: Send, players: list[Player]
) -> None:
    text = "Naam\tR1\tR2\nKuiper, Joop\t7\t4\nSmit, Ria\t3\t5\n"
    before = Player.objects.count()
    assert send("save", text).status_code == 422
    assert Player.objects.count() == before
    review = send("review", text, commas="person")
    assert "A pair needs two names" in words(review)
    send("save", text, commas="people")
    entries = Event.objects.get(date="2025-03-07").entries
    names = [[each.player.name for each in entry.lineup.all()] for entry in entries.all()]
    assert names == [["Kuiper", "Joop"], ["Smit", "Ria"]]


def test_results_of_both_sides_are_read_and_contradictions_said(
    send: Send, players: list[Player]
) -> None:
    text = "Naam\tR1\tR2\nAda & Ben\t7-4\t6-5\nCleo & Dan\t4–7\t6:5\nbye\t\t7\n"
    review = send("review", text)
    lines = [(read.line.totals, read.is_left_out) for read in review.context["form"].lines]
    assert lines == [({1: 7, 2: 6}, False), ({1: 4, 2: 6}, False), ({2: 7}, True)]
    said = words(review)
    assert "Round 2: lines with 6–5: 2, with 5–6: 0." in said
    assert "Round 1: lines with" not in said
    assert "Nobody: left out." in said
