"""The shaker or the dealer: one word for whoever mixes the dominoes, as the event chooses."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from archive.site_pages import site_files
from clubs.models import User
from paper.documents.hand_record import hand_records_build
from paper.documents.matches import matches_for_print
from paper.documents.rules import rules_page
from paper.documents.scorecard import scorecard_build
from paper.documents.sheets import sheet_build
from press.base import Paper, Printable, render
from scoring.models import Match
from tests.prints.matches.reading import texts
from tests.tournaments.conftest import EventMaker, drawn_and_begun, match_of
from tests.tournaments.pages import Pages, text
from tournaments.events.models import Event
from tournaments.events.services.events import event_update
from tournaments.phones.services.sign_ups import event_page_update

pytestmark = pytest.mark.django_db

WORDS = {
    "shaker": re.compile(r"\bshak(?:e|er|ers|es|en|ing)\b|\bshook\b", re.IGNORECASE),
    "dealer": re.compile(r"\bdeal(?:er|ers|s|t|ing)?\b", re.IGNORECASE),
}
OTHER = {"shaker": "dealer", "dealer": "shaker"}
FORCED = {"preset": "straight", "nello": "dealer_forced"}
PagesOf = Callable[[Event], Pages]


@pytest.fixture
def begun(make_event: EventMaker) -> Event:
    event = make_event(rules=FORCED)
    drawn_and_begun(event)
    return event


def said(words: str) -> set[str]:
    """Which of the two words stand in a text."""
    return {name for name, pattern in WORDS.items() if pattern.search(words)}


def at_the_table(client: Client, match: Match) -> list[str]:
    """The pages on which a match is read and typed, a recorded hand and its correction."""
    base = f"/c/{match.club.slug}/matches/{match.pk}/"
    dealer = Match.objects.get(pk=match.pk).next_dealer
    form = {"number": 1, "dealer": dealer, "key": "k", "mode": "quick", "command": "b305m"}
    assert client.post(f"{base}hands/", form).status_code == 302
    pages = [base, f"{base}hands/1/", f"{base}hands/1/correct/"]
    return [text(client.get(page).content.decode()) for page in pages]


@pytest.mark.parametrize("word", ["shaker", "dealer"])
def test_every_page_of_a_match_says_the_word_of_its_event_alone(
    begun: Event, organiser: User, client_for: Callable[[User], Client], word: str
) -> None:
    event_update(event=begun, says=word)
    for page in at_the_table(client_for(organiser), match_of(begun, 1, 1)):
        assert said(page) == {word}


@pytest.mark.parametrize("word", ["shaker", "dealer"])
def test_the_rules_on_page_and_paper_say_it_too(begun: Event, pages_of: PagesOf, word: str) -> None:
    event_update(event=begun, says=word)
    html = text(pages_of(begun).get("event-rules").content.decode())
    assert OTHER[word] not in said(html)
    begun.refresh_from_db()
    page = rules_page(begun)
    lines = [line for section in page.sections for line in section.lines]
    page_text = " ".join([page.lead, *(f"{line.label} {line.value} {line.text}" for line in lines)])
    assert said(page_text) == {word}


@pytest.mark.parametrize("word", ["shaker", "dealer"])
def test_scorecards_sheets_and_hand_records_say_it_too(
    begun: Event, organiser: User, client_for: Callable[[User], Client], word: str
) -> None:
    event_update(event=begun, says=word)
    match = match_of(begun, 1, 1)
    at_the_table(client_for(organiser), match)
    read = matches_for_print(Match.objects.all()).get(pk=match.pk)
    for build in (scorecard_build, sheet_build, hand_records_build):
        printed = texts(render([build(read)], paper=Paper.A4))
        assert said(" ".join(printed)) == {word}


@pytest.fixture
def two_nights(make_event: EventMaker) -> list[Event]:
    """A night of each word, both running."""
    nights = [make_event(rules=FORCED, says=word) for word in WORDS]
    for night in nights:
        drawn_and_begun(night)
    return nights


@pytest.mark.parametrize("build", [scorecard_build, sheet_build, hand_records_build])
def test_in_one_document_each_match_says_its_own_word(
    two_nights: list[Event], bid: Callable[..., Match], build: Callable[[Match], Printable]
) -> None:
    for night in two_nights:
        bid(match_of(night, 1, 1), 0)
    matches = [
        matches_for_print(Match.objects.all()).get(pk=match_of(night, 1, 1).pk)
        for night in two_nights
    ]
    blocks = [build(match) for match in matches]
    pages = texts(render(blocks, paper=Paper.A4))
    assert [said(page) for page in pages] == [{"shaker"}, {"dealer"}]


def test_the_rules_of_two_events_side_by_side_say_their_own(two_nights: list[Event]) -> None:
    """Neither waits for the other to be drawn."""
    pages = [rules_page(night) for night in two_nights]
    for page, word in zip(pages, WORDS, strict=True):
        lines = [f"{line.label} {line.value} {line.text}" for line in page.sections[1].lines]
        assert said(" ".join((page.lead, *lines))) == {word}


def test_in_the_static_site_each_event_says_its_own_word(
    two_nights: list[Event], bid: Callable[..., Match]
) -> None:
    for night in two_nights:
        bid(match_of(night, 1, 1), 0)
        event_page_update(event=night, is_on=True)
    files = dict(site_files(two_nights[0].club, lambda _done, _total: None))
    for night in two_nights:
        own = [name for name in files if name.startswith(f"events/{night.pk}")]
        assert own
        for name in own:
            assert OTHER[night.says] not in said(text(files[name].decode()))


def test_a_match_begun_later_has_the_word_and_the_next_request_the_usual_one(
    make_event: EventMaker, organiser: User, client_for: Callable[[User], Client]
) -> None:
    event = make_event(says="dealer")
    drawn_and_begun(event)
    usual = make_event(pairs=2, name="Usual")
    drawn_and_begun(usual)
    client = client_for(organiser)
    for event_shown, word in ((event, "dealer"), (usual, "shaker"), (event, "dealer")):
        match = match_of(event_shown, 1, 1)
        assert match.says == word
        page = client.get(reverse("match", args=[event_shown.club.slug, match.pk]))
        assert said(text(page.content.decode())) == {word}


def test_only_where_dominoes_are_played_is_there_a_choice(
    make_event: EventMaker, evening: Event, pages_of: PagesOf
) -> None:
    assert "says" in pages_of(make_event()).get("event-settings").context["form"].fields
    assert "says" not in pages_of(evening).get("event-settings").context["form"].fields
