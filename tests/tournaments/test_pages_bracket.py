"""The page of an event's brackets: what it draws, in words too, and how it refreshes."""

import re
from collections.abc import Callable
from xml.etree import ElementTree

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from clubs.models import Membership, Player, User
from scoring.models import Match
from tests.conftest import ClientFor
from tests.tournaments.conftest import EventMaker, begin_next, drawn_and_begun, entry, match_of
from tests.tournaments.naive import result
from tests.tournaments.pages import Pages, words
from tournaments.events.models import Entry, Event, Table
from tournaments.events.selectors.brackets import bracket_view
from tournaments.events.selectors.events import Entrant
from tournaments.events.services.decisions import table_forfeit
from tournaments.events.services.entries import entry_withdraw
from tournaments.events.services.rounds import rounds_plan
from tournaments.events.views.brackets import (
    NO_ISOLATES,
    name_fitted,
    sheets_of,
    shortened,
    text_width,
)

PAGE, LIVE = "event-bracket", "event-bracket-live"
SVG = re.compile(r"<svg class=\"bracket__sheet\".*?</svg>", re.DOTALL)


@pytest.fixture
def bracket(make_event: EventMaker) -> Event:
    """Five pairs in a double elimination, the first round begun."""
    event = make_event(5, format="double_elimination")
    drawn_and_begun(event)
    return event


def play(event: Event, *numbers: int) -> None:
    """These entries give up in the round that was begun last."""
    for number in numbers:
        tables = Table.objects.filter(round__event=event, is_bye=False)
        table = tables.filter(seats__entry__number=number).latest("pk")
        table_forfeit(table=table, entry=entry(event, number))


def texts(page: str) -> list[str]:
    """All lines of text in the pictures of a page."""
    texts = []
    for picture in SVG.findall(page):
        root = ElementTree.fromstring(picture)
        texts += ["".join(text.itertext()).translate(NO_ISOLATES) for text in root.iter("text")]
    return texts


def test_brackets_are_drawn_with_names_numbers_and_where_one_comes_from(
    bracket: Event, pages_of: Callable[[Event], Pages]
) -> None:
    page = pages_of(bracket).get(PAGE).content.decode()
    labels = texts(page)
    assert len(SVG.findall(page)) == 2
    assert {"Gus & Hal", "Ida & Jon", "Winner of 1", "Loser of 3"} <= set(labels)
    assert "table 1 · playing" in labels
    assert {"Round 1", "Winners' final", "Final", "Second final", "Losers' final"} <= set(labels)
    assert "if necessary" in labels


def test_the_same_facts_stand_in_a_table(
    bracket: Event, pages_of: Callable[[Event], Pages]
) -> None:
    play(bracket, 5)
    text = words(pages_of(bracket).get(PAGE))
    assert "Winners' bracket" in text
    assert re.search(r"1 Round 1 Gus & Hal , won Ida & Jon over", text)
    assert re.search(r"2 Round 2 Ada & Ben Gus & Hal both are known", text)


def test_a_table_has_its_number_in_the_room(
    bracket: Event, pages_of: Callable[[Event], Pages]
) -> None:
    Table.objects.filter(round__event=bracket, number=1, is_bye=False).update(stands_at=9)
    page = pages_of(bracket).get(PAGE)
    assert "table 9 · playing" in texts(page.content.decode())
    assert "table 1 · playing" not in texts(page.content.decode())
    assert "Table 9 Winners' bracket · Round 1 · playing" in words(page)


def test_no_style_and_no_script_is_in_the_page(
    bracket: Event, pages_of: Callable[[Event], Pages]
) -> None:
    page = pages_of(bracket).get(PAGE).content.decode()
    assert not re.search(r"\sstyle=|\son\w+=|<style|foreignObject", page)


def test_names_are_escaped_in_the_picture(
    bracket: Event, players: list[Player], pages_of: Callable[[Event], Pages]
) -> None:
    Player.objects.filter(pk=players[6].pk).update(name='<b>Gus</b> & "Co"')
    page = pages_of(bracket).get(PAGE).content.decode()
    assert "<b>Gus</b>" not in page
    assert any(text.startswith("<b>Gus</b>") for text in texts(page))


def test_the_page_refreshes_itself_when_a_round_is_drawn_or_a_result_comes(
    bracket: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(bracket)

    def changed() -> bool:
        answer = pages.client.get(pages.url(LIVE), headers={"If-None-Match": tags[-1]})
        if answer.status_code == 200:
            tags.append(answer["ETag"])
        return bool(answer.status_code == 200)

    tags = [pages.get(LIVE)["ETag"]]
    assert not changed()
    play(bracket, 5)
    assert changed()
    rounds_plan(event=bracket)
    assert changed()
    begin_next(bracket)
    assert changed()
    assert not changed()


def test_whoever_has_won_stands_above(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(2, format="single_elimination")
    drawn_and_begun(event)
    assert "Won by" not in words(pages_of(event).get(PAGE))
    play(event, 2)
    assert "Won by Ada & Ben" in words(pages_of(event).get(PAGE))


def test_a_walkover_is_told(make_event: EventMaker, pages_of: Callable[[Event], Pages]) -> None:
    event = make_event(4, format="single_elimination")
    drawn_and_begun(event)
    play(event, 3, 4)
    entry_withdraw(entry=entry(event, 1))
    assert "without playing" in texts(pages_of(event).get(PAGE).content.decode())


def test_before_there_is_a_field_the_page_says_so(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    groups = make_event(4, format="qualifying")
    rounds_plan(event=groups)
    assert "No bracket yet" in words(pages_of(groups).get(PAGE))


def test_only_formats_with_brackets_have_the_tab(
    bracket: Event, make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    robin = make_event(0)
    labels = [tab["label"] for tab in pages_of(bracket).get("event").context["tabs"]]
    assert "Bracket" in labels
    labels = [tab["label"] for tab in pages_of(robin).get("event").context["tabs"]]
    assert "Bracket" not in labels
    assert "No bracket yet" in words(pages_of(robin).get(PAGE))


@pytest.mark.parametrize("name", [PAGE, LIVE])
def test_a_stranger_to_the_club_finds_nothing(
    name: str, bracket: Event, client_for: ClientFor, stranger: User
) -> None:
    pages = Pages(client_for(stranger), bracket)
    assert pages.get(name).status_code == 404
    assert Pages(Client(), bracket).get(name).status_code == 302


def test_a_longer_bracket_asks_no_more_often(
    make_event: EventMaker, pages_of: Callable[[Event], Pages], win: Callable[..., Match]
) -> None:
    def queries(event: Event) -> int:
        pages = pages_of(event)
        pages.get(PAGE)
        with CaptureQueriesContext(connection) as captured:
            pages.get(PAGE)
        return len(captured)

    event = make_event(10, format="double_elimination")
    begun = drawn_and_begun(event)
    before = queries(event)
    for _ in range(3):
        for table in begun.tables.filter(is_bye=False):
            play(event, *table.seats.filter(place=1).values_list("entry__number", flat=True))
        begun = drawn_and_begun(event)
    assert queries(event) == before


def test_a_result_corrected_too_late_is_marked_where_it_is_drawn(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(4, format="single_elimination")
    rounds_plan(event=event)
    for table in begin_next(event).tables.all():
        result(table.games.get().match, 7, 3)
    drawn_and_begun(event)
    assert "corrected" not in words(pages_of(event).get(PAGE))
    result(match_of(event, 1, 1), 3, 7)
    page = pages_of(event).get(PAGE)
    assert texts(page.content.decode()).count("corrected: the draw stays") == 1
    assert page.content.count(b"bracket__box--overruled") == 1
    assert "corrected after the next round had begun: the draw stays" in words(page)


# --- finding one's own, and folding


def sought(page: str) -> list[str]:
    """The numbers of the boxes that are marked."""
    return re.findall(r'bracket__box--sought\b[^>]* id="box-(\d+)"', page)


def test_a_pair_that_is_asked_for_is_marked_and_told_its_table(
    bracket: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(bracket)
    answer = pages.get(PAGE, who=5)
    assert sought(answer.content.decode()) == ["1"]
    assert re.search(
        r"Ida & Jon Show in the diagram: 1 Gus & Hal .* "
        r"Table 1 Winners' bracket · Round 1 · playing",
        words(answer),
    )
    assert sought(pages.get(LIVE, who=5).content.decode()) == ["1"]
    assert "who=5" in answer.content.decode()
    assert sought(pages.get(PAGE).content.decode()) == []


def test_a_member_who_plays_finds_himself_unasked(
    bracket: Event, viewer: User, client_for: ClientFor
) -> None:
    viewer_pages = Pages(client_for(viewer), bracket)
    assert sought(viewer_pages.get(PAGE).content.decode()) == []
    member = Membership.objects.get(user=viewer, club=bracket.club)
    member.player = Player.objects.get(name="Ida")
    member.save()
    assert sought(viewer_pages.get(PAGE).content.decode()) == ["1"]
    assert sought(viewer_pages.get(PAGE, who="").content.decode()) == [], "nobody was chosen"


def test_whoever_is_not_in_the_event_is_not_found(
    bracket: Event, pages_of: Callable[[Event], Pages]
) -> None:
    for who in ("99", "x", "-1", "²", "9" * 5000):
        answer = pages_of(bracket).get(PAGE, who=who)
        assert (answer.status_code, sought(answer.content.decode())) == (200, []), who


def test_what_is_played_now_and_next_is_listed(
    bracket: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(bracket)
    assert "2 meetings now or next Show in the diagram: 1" in words(pages.get(PAGE))
    play(bracket, 5)
    drawn_and_begun(bracket)
    assert "Table 2 Winners' bracket · Round 2 · playing" in words(pages.get(PAGE))


def test_what_is_over_is_folded_away_and_still_told_to_who_asks(
    bracket: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(bracket)
    assert "Hide what is over" not in words(pages.get(PAGE))
    play(bracket, 5)
    drawn_and_begun(bracket)
    assert "Hide what is over" in words(pages.get(PAGE))
    for name in (PAGE, LIVE):
        labels = texts(pages.get(name, open="1").content.decode())
        assert "Round 2" in labels
        assert "Round 1" not in labels
    play(bracket, *(4, 2))
    drawn_and_begun(bracket)
    page = words(pages.get(PAGE, open="1", who=5))
    assert "Ida & Jon Show in the diagram:" in page


# --- fitting names


def entrant(*names: str) -> Entrant:
    return Entrant(Entry(pk=1, number=1), tuple(Player(name=name) for name in names))


@pytest.mark.parametrize(
    ("names", "room", "shown"),
    [
        (("Ann Lee", "Bob Ray"), 20, "Ann Lee & Bob Ray"),
        (("Ann Wilhelm", "Bob Montgomery"), 9, "Ann W. & Bob M."),
        (("Alexandria Wilhelm", "Bartholomew Montgomery"), 14, "Wilhelm & Montgomery"),
        (("Alexandria Wilhelm", "Bartholomew Montgomery"), 9, "Wilhelm & Montg…"),
        (("Zoe Abercrombie-Smith", "Bartholomew Montgomery"), 9, "Aberc… & Mont…"),
        (("Mary Ann Lee", "Bob"), 9, "Mary A. L. & Bob"),
        (("山田太郎", "山田花子"), 6, "山田太郎…"),
        (("山田 太郎", "佐藤 花子"), 7, "山田 & 佐藤"),
        (("Alexandria Wilhelm II", "Bartholomew Montgomery 3"), 14, "Wilhelm & Montgomery"),
        (("Alexandria Ray 2", "Bob Lee"), 12, "Alexandria R. 2 & Bob L."),
    ],
)
def test_a_name_is_fitted_by_initials_then_last_names_and_only_then_cut(
    names: tuple[str, ...], room: float, shown: str
) -> None:
    assert name_fitted(entrant(*names), room).translate(NO_ISOLATES) == shown


def test_every_name_runs_its_own_way() -> None:
    assert name_fitted(entrant("رضا", "Ann"), 20) == "\u2068رضا\u2069 & Ann"
    with translation.override("fa"):
        assert name_fitted(entrant("رضا", "Ann"), 20) == "\u2068رضا\u2069 و \u2068Ann\u2069"


@pytest.mark.parametrize("text", ["", "a", "Wilhelmina & Bartholomew", "山田 & رضا", "WWWWWWWW"])
@pytest.mark.parametrize("room", [1, 3, 7.5, 40])
def test_what_is_cut_fits(text: str, room: float) -> None:
    cut = shortened(text, room)
    assert text_width(cut) <= max(room, 1)
    assert cut == text or cut.endswith("…")


def test_a_sheet_is_as_wide_as_its_columns(bracket: Event) -> None:
    view = bracket_view(bracket)
    assert view
    for sheet in sheets_of(view):
        assert max(box.x for box in sheet.boxes) + sheet.box_width <= sheet.width
        assert max(box.y for box in sheet.boxes) + 44 <= sheet.height


def test_a_pair_has_one_name_in_a_picture(make_event: EventMaker) -> None:
    event = make_event(8, format="double_elimination")
    for number, player in enumerate(event.club.players.all()):
        player.name = f"Wilhelmina Featherston{'e' * (number % 5)}"
        player.save()
    drawn_and_begun(event)
    play(event, 1, 2, 3, 4)
    view = bracket_view(event)
    assert view
    names: dict[str, set[str]] = {}
    for sheet in sheets_of(view):
        for box in sheet.boxes:
            shown = [text for text in box.labels if text.kind in {"name", "won", "lost"}]
            for text in shown:
                names.setdefault(text.full_text, set()).add(text.text)
    assert len(names) > 4
    assert {len(forms) for forms in names.values()} == {1}


def test_an_address_with_anything_in_it_has_the_drawing_for_an_answer(
    bracket: Event, client_for: ClientFor, owner: User
) -> None:
    client, address = client_for(owner), reverse(LIVE, args=[bracket.club.slug, bracket.pk])
    for part in ("7\n", '"', "\u0663", "x" * 5_000):
        query = {"who": part, "open": part}
        answer = client.get(address, query)
        assert answer.status_code == 200, part
        again = client.get(address, query, headers={"If-None-Match": answer["ETag"]})
        assert again.status_code == 304, part


def test_a_bracket_shows_marks_and_of_a_series_games_with_the_marks_of_each(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    event = make_event(2, format="single_elimination")
    drawn_and_begun(event)
    result(match_of(event, 1, 1), 7, 4)
    assert {"7", "4"} <= set(texts(pages_of(event).get(PAGE).content.decode()))
    series = make_event(2, format="single_elimination", best_of=[3])
    drawn_and_begun(series)
    for number, totals in enumerate(((7, 4), (3, 7), (7, 5)), start=1):
        result(match_of(series, 1, 1, number), *totals)
    answer = pages_of(series).get(PAGE)
    page = answer.content.decode()
    assert "<title>7–4, 3–7, 7–5</title>2<" in page
    assert "<title>4–7, 7–3, 5–7</title>1<" in page
    assert "7–4, 3–7, 7–5" in words(answer)


def test_the_length_of_every_series_is_said_once(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    final = make_event(2, format="single_elimination", best_of=[3])
    rounds_plan(event=final)
    page = pages_of(final).get(PAGE).content.decode()
    assert page.count('<p class="muted small">best of 3</p>') == 1
    assert not [text for text in texts(page) if "best of" in text]
    begun = make_event(4, format="single_elimination", best_of=[3])
    rounds_plan(event=begun)
    shown = texts(pages_of(begun).get(PAGE).content.decode())
    assert [text for text in shown if "best of" in text] == ["Semi-finals · best of 3"]
