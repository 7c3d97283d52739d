"""The roster: finding, adding, namesakes, pasting, leaving."""

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from clubs.models import Club, Player, User
from clubs.services.players import player_add, player_update
from tests.conftest import ClientFor
from tests.tables import table


@pytest.fixture
def browser(organiser: User, client_for: ClientFor) -> Client:
    """The organiser's browser."""
    return client_for(organiser)


def roster(club: Club) -> list[tuple[str, str, bool]]:
    return list(
        Player.objects.filter(club=club).order_by("pk").values_list("name", "note", "active")
    )


# --- finding

FINDS = [
    ("ann", ["Ann Lee", "Joanna Smith"]),
    ("LEE", ["Ann Lee"]),
    ("lee ann", ["Ann Lee"]),
    ("abilene", ["Ann Lee"]),
    ("شجریان", ["محمدرضا شجریان"]),
    ("山田", ["山田 太郎"]),
    ("ｊｏａｎｎａ", ["Joanna Smith"]),  # full-width letters are the same letters
    ("d’arc", ["Jo d'Arc"]),
    ("eva marie", ["Eva‑Marie Ray"]),
    ("nobody", []),
]


@pytest.fixture
def players(club: Club) -> None:
    player_add(club=club, name="Joanna Smith")
    player_add(club=club, name="Ann Lee", note="Abilene")
    player_add(club=club, name="محمدرضا شجریان")
    player_add(club=club, name="山田 太郎")
    player_add(club=club, name="Jo d'Arc")
    player_add(club=club, name="Eva‑Marie Ray")
    neighbours = Club.objects.create(name="Neighbours", slug="neighbours")
    player_add(club=neighbours, name="Ann Neighbour")


@table(("text", "expected"), FINDS)
def test_the_roster_is_searched_by_any_word_of_name_or_note_and_suggestions_are_the_same_people(
    text: str, expected: list[str], club: Club, players: None, browser: Client
) -> None:
    listed = browser.get(reverse("players", args=[club.slug]), {"q": text}).context["page"]
    assert [player.name for player in listed] == expected
    suggested = browser.get(reverse("player-search", args=[club.slug]), {"q": text}).context
    assert [player.name for player in suggested["players"]] == expected


def test_suggestions_fill_a_datalist_or_a_list(club: Club, players: None, browser: Client) -> None:
    url = reverse("player-search", args=[club.slug])
    options = browser.get(url, {"q": "ann lee"}).text
    assert '<option value="Ann Lee">Abilene</option>' in options
    page = reverse("player", args=[club.slug, Player.objects.get(name="Ann Lee").pk])
    assert f'href="{page}"' in browser.get(url, {"q": "ann lee", "as": "list"}).text
    assert browser.get(url, {"q": "nobody", "as": "list"}).text.strip() == ""


def test_suggestions_read_the_parameter_they_are_told_to(
    club: Club, players: None, browser: Client
) -> None:
    url = reverse("player-search", args=[club.slug])
    answer = browser.get(url, {"field": "pair-1-a", "pair-1-a": "ann lee"})
    assert [player.name for player in answer.context["players"]] == ["Ann Lee"]


def test_suggestions_end_at_twelve_and_put_those_off_the_roster_last(
    club: Club, browser: Client
) -> None:
    gone = player_add(club=club, name="Guest 00")
    player_update(player=gone, name=gone.name, note="", active=False)
    for number in range(1, 12):
        player_add(club=club, name=f"Guest {number:02d}")
    url = reverse("player-search", args=[club.slug])
    names = [player.name for player in browser.get(url, {"q": "guest"}).context["players"]]
    assert names == [f"Guest {number:02d}" for number in [*range(1, 12), 0]]
    player_add(club=club, name="Guest 12")
    names = [player.name for player in browser.get(url, {"q": "guest"}).context["players"]]
    assert names == [f"Guest {number:02d}" for number in range(1, 13)]


@pytest.mark.parametrize("kind", ["", "list"])
def test_suggestions_cost_the_same_for_one_and_for_twelve(
    kind: str, club: Club, browser: Client, django_assert_num_queries: Callable[..., Any]
) -> None:
    for number in range(12):
        player_add(club=club, name=f"Guest {number:02d}")
    url = reverse("player-search", args=[club.slug])
    with django_assert_num_queries(4):  # session, user, membership, players
        browser.get(url, {"q": "guest", "as": kind})


# --- adding and changing


def test_a_player_is_added_with_tidy_spaces(club: Club, browser: Client) -> None:
    url = reverse("player-new", args=[club.slug])
    answer = browser.post(url, {"name": "  Ann   Lee ", "note": ""}, follow=True)
    assert "Ann Lee is on the roster." in answer.text
    assert roster(club) == [("Ann Lee", "", True)]


@pytest.mark.parametrize(
    ("name", "note", "field"),
    [
        ("Bob Stone", "", "name"),  # added: the next name
        ("", "", "name"),  # missing
        ("Ann Lee", "", "note"),  # a namesake wants a note
    ],
)
def test_after_adding_the_cursor_stands_where_typing_goes_on(
    name: str, note: str, field: str, club: Club, browser: Client
) -> None:
    player_add(club=club, name="Ann Lee")
    url = reverse("player-new", args=[club.slug])
    answer = browser.post(url, {"name": name, "note": note}, follow=True)
    given = [bound.name for bound in answer.context["form"] if "autofocus" in str(bound)]
    assert given == [field]


def test_looking_at_the_roster_moves_no_cursor(club: Club, browser: Client) -> None:
    assert "autofocus" not in browser.get(reverse("players", args=[club.slug])).text


@pytest.mark.parametrize(
    ("known_note", "name", "note", "taken"),
    [
        ("", "Ann Lee", "", True),
        ("", "ANN  lee", "", True),
        ("", "Ａｎｎ Lee", "", True),
        ("", "Ann Lee", "the younger", False),
        ("Abilene", "Ann Lee", "", False),
        ("Abilene", "Ann Lee", "abilene", True),
        ("", "Anne Lee", "", False),
    ],
)
def test_a_namesake_is_pointed_out_and_needs_a_note_that_tells_the_two_apart(
    known_note: str, name: str, note: str, taken: bool, club: Club, browser: Client
) -> None:
    known = player_add(club=club, name="Ann Lee", note=known_note)
    answer = browser.post(reverse("player-new", args=[club.slug]), {"name": name, "note": note})
    assert answer.status_code == (422 if taken else 302)
    assert len(roster(club)) == (1 if taken else 2)
    if taken:
        assert "Add a note that tells them apart." in answer.text
        assert reverse("player", args=[club.slug, known.pk]) in answer.text
        assert f'value="{name}"' in answer.text


def test_a_name_that_is_missing_or_too_long_is_refused(club: Club, browser: Client) -> None:
    url = reverse("player-new", args=[club.slug])
    for name in ("", "   ", "x" * 81):
        assert browser.post(url, {"name": name}).status_code == 422
    assert roster(club) == []


def test_a_player_is_renamed_and_found_by_the_new_name(club: Club, browser: Client) -> None:
    player = player_add(club=club, name="Ann Lee")
    url = reverse("player-edit", args=[club.slug, player.pk])
    assert browser.post(url, {"name": "Ann Ortiz", "note": "née Lee"}).status_code == 302
    answer = browser.get(reverse("players", args=[club.slug]), {"q": "ortiz"})
    assert [p.name for p in answer.context["page"]] == ["Ann Ortiz"]


def test_saving_without_a_change_is_no_namesake_of_oneself(club: Club, browser: Client) -> None:
    player = player_add(club=club, name="Ann Lee")
    player_add(club=club, name="Ann Lee")
    url = reverse("player-edit", args=[club.slug, player.pk])
    assert browser.post(url, {"name": "Ann Lee", "note": ""}).status_code == 302


def test_a_failed_change_leaves_the_player_as_he_was(club: Club, browser: Client) -> None:
    player_add(club=club, name="Ann Lee")
    other = player_add(club=club, name="Bea Ortiz")
    url = reverse("player-edit", args=[club.slug, other.pk])
    answer = browser.post(url, {"name": "Ann Lee", "note": ""})
    assert answer.status_code == 422
    assert "Change: <bdi>Bea Ortiz</bdi>" in answer.text
    assert ("Bea Ortiz", "", True) in roster(club)


def test_a_player_leaves_the_roster_and_comes_back(club: Club, browser: Client) -> None:
    player = player_add(club=club, name="Ann Lee")
    listed = reverse("players", args=[club.slug])
    move = reverse("player-roster", args=[club.slug, player.pk])
    browser.post(move, {"active": "0"})
    assert list(browser.get(listed).context["page"]) == []
    assert list(browser.get(listed, {"away": "1"}).context["page"]) == [player]
    browser.post(move, {"active": "1"})
    assert list(browser.get(listed).context["page"]) == [player]


def test_a_viewer_sees_the_roster_without_the_means_to_change_it(
    club: Club, viewer: User, client_for: ClientFor
) -> None:
    player = player_add(club=club, name="Ann Lee")
    client = client_for(viewer)
    for url in (
        reverse("players", args=[club.slug]),
        reverse("player", args=[club.slug, player.pk]),
    ):
        text = client.get(url).text
        assert "Ann Lee" in text
        assert reverse("player-edit", args=[club.slug, player.pk]) not in text


def test_names_are_escaped_everywhere(club: Club, browser: Client) -> None:
    player_add(club=club, name="<script>alert(1)</script>", note="<b>")
    for url in (reverse("players", args=[club.slug]), reverse("player-search", args=[club.slug])):
        text = browser.get(url, {"q": "script"}).text
        assert "&lt;script&gt;" in text
        assert "<script>alert" not in text


# --- pasting


def paste(browser: Client, club: Club, text: str, step: str, **more: str) -> Any:
    url = reverse("players-paste", args=[club.slug])
    fields = {
        name if name == "two_names" else name.replace("_", "-"): value
        for name, value in more.items()
    }
    return browser.post(url, {"text": text, "step": step} | fields)


def test_a_list_is_looked_over_before_anything_is_saved(club: Club, browser: Client) -> None:
    known = player_add(club=club, name="Ann Lee", note="Abilene")
    answer = paste(browser, club, "1. ann lee\n2) Bea Ortiz\textra\n\n山田 太郎", "review")
    form = answer.context["form"]
    assert [line.meant.name for line in form.plain] == ["Bea Ortiz", "山田 太郎"]
    [(line, choice, _note)] = form.questions()
    assert line.number == 1
    assert [value for value, _label in choice.field.choices] == [str(known.pk), "new"]
    assert len(roster(club)) == 1


def test_a_list_of_strangers_is_added_in_its_order(club: Club, browser: Client) -> None:
    paste(browser, club, "Zoe\nBea Ortiz\nمهدی", "save")
    assert [name for name, _, _ in roster(club)] == ["Zoe", "Bea Ortiz", "مهدی"]


def test_the_same_person_is_not_added_again_and_comes_back_to_the_roster(
    club: Club, browser: Client
) -> None:
    here = player_add(club=club, name="Ann Lee")
    gone = player_add(club=club, name="Bea Ortiz")
    player_update(player=gone, name=gone.name, note="", active=False)
    answer = paste(
        browser, club, "Ann Lee\nBea Ortiz\nCid", "save", line_1=str(here.pk), line_2=str(gone.pk)
    )
    assert answer.status_code == 302
    said = browser.get(answer.url).text
    assert "1 player added. 1 is back on the roster. 1 was already there." in said
    assert roster(club) == [("Ann Lee", "", True), ("Bea Ortiz", "", True), ("Cid", "", True)]


def test_somebody_else_of_the_same_name_is_added_with_a_note(club: Club, browser: Client) -> None:
    player_add(club=club, name="Ann Lee")
    paste(browser, club, "Ann Lee", "save", line_1="new", note_1="Waco")
    assert roster(club) == [("Ann Lee", "", True), ("Ann Lee", "Waco", True)]


@pytest.mark.parametrize(
    ("choice", "note", "words"),
    [
        pytest.param("", "", "Choose who this is.", id="nothing chosen"),
        pytest.param("new", "", "Add a note that tells them apart.", id="no note"),
        pytest.param(
            "new", "ABILENE", "Add a note that tells them apart.", id="the namesake's note"
        ),
        pytest.param("new", "x" * 81, "at most 80 characters", id="too long a note"),
        pytest.param("99999", "", "not one of the available choices", id="a player of nobody"),
    ],
)
def test_an_open_question_is_asked_again_and_nothing_is_lost(
    choice: str, note: str, words: str, club: Club, browser: Client
) -> None:
    player_add(club=club, name="Ann Lee", note="Abilene")
    answer = paste(browser, club, "Ann Lee\nZoe", "save", line_1=choice, note_1=note)
    assert answer.status_code == 422
    assert words in answer.text
    assert "Ann Lee\nZoe" in answer.text
    assert f'value="{note}"' in answer.text or not note
    assert len(roster(club)) == 1


def test_two_namesakes_are_never_chosen_between_silently(club: Club, browser: Client) -> None:
    player_add(club=club, name="Ann Lee", note="Abilene")
    player_add(club=club, name="Ann Lee", note="Waco")
    answer = paste(browser, club, "Ann Lee", "review")
    assert " checked" not in answer.text


def test_a_name_twice_in_the_list_is_pointed_out(club: Club, browser: Client) -> None:
    text = "Zoe\nBea\nzoe"
    review = paste(browser, club, text, "review")
    assert "also on line 1" in review.text
    paste(browser, club, text, "save", line_3="same")
    assert [name for name, _, _ in roster(club)] == ["Zoe", "Bea"]
    Player.objects.all().delete()
    paste(browser, club, text, "save", line_3="new", note_3="the tall one")
    assert roster(club)[2] == ("zoe", "the tall one", True)


def test_two_new_namesakes_in_one_list_need_different_notes(club: Club, browser: Client) -> None:
    answer = paste(
        browser, club, "Zoe\nZoe\nZoe", "save", line_2="new", note_2="a", line_3="new", note_3="A"
    )
    assert answer.status_code == 422
    assert roster(club) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "This field is required"),
        ("\n".join(f"P{n}" for n in range(301)), "At most 300 names can be added at once."),
        ("Ann\n" + "x" * 81, "Longer than 80 characters"),
    ],
)
def test_a_list_that_cannot_be_read_says_why_and_stays(
    text: str, words: str, club: Club, browser: Client
) -> None:
    answer = paste(browser, club, text, "review")
    assert answer.status_code == 422
    assert words in answer.text
    assert text.strip() in answer.text
    assert roster(club) == []


def test_the_longest_list_with_every_name_known_still_fits(club: Club, browser: Client) -> None:
    names = [f"Player {number}" for number in range(300)]
    known = [player_add(club=club, name=name) for name in names]
    fields = {f"line-{n}": str(player.pk) for n, player in enumerate(known, start=1)}
    fields |= {f"note-{n}": "" for n in range(1, 301)}
    assert paste(browser, club, "\n".join(names), "save", **fields).status_code == 302
    assert len(roster(club)) == 300


def test_going_back_keeps_the_list(club: Club, browser: Client) -> None:
    answer = paste(browser, club, "Ann Lee\nZoe", "edit", line_1="new")
    assert answer.status_code == 200
    assert "Ann Lee\nZoe</textarea>" in answer.text


def test_a_name_of_characters_that_stand_for_phrases_is_kept(club: Club) -> None:
    phrase = "\ufdfa" * 80
    player = player_add(club=club, name=phrase)
    assert player.name == phrase
    assert len(player.name_key) == 160


def test_a_name_that_is_nearly_one_on_the_roster_is_asked_about_in_a_list(
    browser: Client, club: Club
) -> None:
    ann = player_add(club=club, name="Łucja Nowak")
    answer = paste(browser, club, "Lucja Nowak\nBea Ortiz", "review")
    (question, choice, _note) = answer.context["form"].questions()[0]
    assert question.meant.name == "Lucja Nowak"
    assert choice.value() is None
    assert "the same person" in answer.text
    assert [line.meant.name for line in answer.context["form"].plain] == ["Bea Ortiz"]
    unsaid = paste(browser, club, "Lucja Nowak", "save")
    assert "Choose who this is." in unsaid.text
    paste(browser, club, "Lucja Nowak\nBea Ortiz", "save", line_1=str(ann.pk))
    assert set(club.players.values_list("name", flat=True)) == {"Łucja Nowak", "Bea Ortiz"}
    paste(browser, club, "Lucja Nowak", "save", line_1="new")
    assert club.players.filter(name="Lucja Nowak").count() == 1


@pytest.mark.parametrize(
    ("known", "text", "questions"),
    [
        ("Carl Hill", "Earl Hill", 0),  # of a family
        ("Carl Hill", "Carl Hil", 1),
        ("Ann Hill", "Ann Hill\nAnna Hill", 1),  # both are there: only the first is known
        ("d'Arc Jo", "d’Arc Jo", 1),
    ],
)
def test_names_of_a_family_are_no_question_and_a_slip_of_the_pen_is(
    known: str, text: str, questions: int, browser: Client, club: Club
) -> None:
    player_add(club=club, name=known)
    assert len(paste(browser, club, text, "review").context["form"].questions()) == questions


def test_marks_of_direction_around_a_name_are_taken_off_wherever_it_comes_in(
    browser: Client, club: Club
) -> None:
    marked, plain = "\u200f\u202bعلی\u200cرضا\u202c محمدی\u200f\ufeff", "علی\u200cرضا محمدی"
    browser.post(reverse("player-new", args=[club.slug]), {"name": marked, "note": "\u200eA\u200e"})
    address = f"/api/v1/clubs/{club.slug}/players/"
    sent = {"name": marked, "note": "\u2068B\u2069"}
    answer = browser.post(address, sent, content_type="application/json")
    assert answer.status_code == 201, answer.text
    paste(browser, club, marked, "save", line_1="new", note_1="\u200fC")
    assert roster(club) == [(plain, "A", True), (plain, "B", True), (plain, "C", True)]
    lost = browser.post(address, {"name": "M\ufffdller"}, content_type="application/json")
    assert lost.json()["codes"] == {"name": ["lost"]}


def test_nobody_is_put_on_the_roster(browser: Client, club: Club) -> None:
    answer = browser.post(reverse("player-new", args=[club.slug]), {"name": "N.N."})
    assert answer.status_code == 422
    review = paste(browser, club, "Zoe\nN.N.\nnog zoeken\nPiet & ?", "review")
    assert [line.meant.name for line in review.context["form"].plain] == ["Zoe", "Piet"]
    assert review.context["left_out"] == ["N.N.", "nog zoeken"]
    assert "Not read:" in review.text


def test_partners_in_a_list_of_names_are_asked_about_once(browser: Client, club: Club) -> None:
    text = "1. Joop & Ria\n2. Kees en Bep\n3. Zoe"
    question = paste(browser, club, text, "review")
    assert "two people: Joop, Ria" in question.text
    paste(browser, club, text, "save", two_names="people")
    assert [name for name, _, _ in roster(club)] == ["Joop", "Ria", "Kees", "Bep", "Zoe"]
    Player.objects.all().delete()
    review = paste(browser, club, text, "review", two_names="person")
    assert 'name="two_names" value="person"' in review.text
    paste(browser, club, text, "save", two_names="person")
    assert [name for name, _, _ in roster(club)] == ["Joop & Ria", "Kees en Bep", "Zoe"]
