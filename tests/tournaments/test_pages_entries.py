"""Who takes part: typing pairs, pasting a list, drawing, coming late, leaving, standing in."""

import re
from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubs.models import Club, Player
from clubs.services.players import player_add, player_update
from tests.tables import table
from tests.tournaments.conftest import EventMaker, begin_next, entry, match_of
from tests.tournaments.pages import Pages, at_field, messages_of, words
from tournaments.events.models import Event
from tournaments.events.selectors.events import lineups_at
from tournaments.events.services.events import event_finish, event_update
from tournaments.events.services.rounds import rounds_plan

PAIRS = "event-entries"
PASTE = "event-entries-paste"
LONG = "x" * 81


@pytest.fixture
def empty(make_event: EventMaker, pages_of: Callable[[Event], Pages]) -> Pages:
    """The pages of an event nobody has entered yet; twenty are on the roster."""
    return pages_of(make_event(pairs=0))


def roster(club: Club) -> list[str]:
    return list(Player.objects.filter(club=club).values_list("name", flat=True))


def entered(event: Event) -> list[list[str]]:
    """The names of each pair, by its number."""
    lineups = lineups_at(event, 1)
    return [[player.name for player in lineups[pair.pk]] for pair in event.entries.all()]


# --- a pair typed in


def test_known_names_are_the_players_of_the_roster(empty: Pages, club: Club) -> None:
    before = roster(club)
    answer = empty.post(PAIRS, first="  ada ", second="BEN")
    assert entered(empty.event) == [["Ada", "Ben"]]
    assert roster(club) == before
    assert messages_of(answer) == ["Pair 1 is entered."]


def test_a_new_name_goes_on_the_roster_and_that_is_told(empty: Pages, club: Club) -> None:
    answer = empty.post(PAIRS, first="Ada", second="Zoë  Quartermain")
    assert "Zoë Quartermain" in roster(club)
    assert messages_of(answer) == ["Pair 1 is entered.", "New on the roster: Zoë Quartermain"]


def test_a_name_is_shown_as_text_whatever_stands_in_it(empty: Pages) -> None:
    answer = empty.post(PAIRS, first="Ada", second="<b>Zoë")
    assert "<bdi>&lt;b&gt;Zoë</bdi>" in answer.content.decode()
    assert "<b>Zoë" not in answer.content.decode()


def test_the_cursor_is_in_the_first_name_again_after_a_pair(empty: Pages) -> None:
    page = empty.post(PAIRS, first="Ada", second="Ben").content.decode()
    assert page.count("autofocus") == 1
    assert "autofocus" in page[page.index('name="first"') - 20 :].split(">")[0]


def test_of_namesakes_the_form_asks_which_one_is_meant(empty: Pages, club: Club) -> None:
    tall = player_add(club=club, name="Ann Lee", note="tall")
    player_add(club=club, name="Ann Lee", note="short")
    answer = empty.post(PAIRS, first="Ada", second="Ann Lee")
    assert answer.status_code == 422
    assert not empty.event.entries.exists()
    assert at_field(answer, "second") == ["Choose below which player is meant."]
    assert [str(label) for _key, label in answer.context["form"].fields["second_is"].choices] == [
        "Ann Lee (short)",
        "Ann Lee (tall)",
        "a new player: Ann Lee",
    ]
    empty.post(PAIRS, first="Ada", second="Ann Lee", second_is=str(tall.pk))
    assert lineups_at(empty.event, 1)[entry(empty.event, 1).pk][1] == tall


def test_a_note_names_one_of_two_namesakes_without_a_question(empty: Pages, club: Club) -> None:
    player_add(club=club, name="Ann Lee", note="tall")
    short = player_add(club=club, name="Ann Lee", note="short")
    assert empty.post(PAIRS, first="Ada", second="Ann Lee (short)").status_code == 200
    assert lineups_at(empty.event, 1)[entry(empty.event, 1).pk][1] == short


def test_a_name_close_to_one_that_is_there_is_asked_about(empty: Pages, club: Club) -> None:
    ann, typed = player_add(club=club, name="Ann Lee"), "Anne Lee"
    answer = empty.post(PAIRS, first=typed, second="Ben")
    assert answer.status_code == 422
    question = answer.context["form"].fields["first_is"]
    assert [str(label) for _key, label in question.choices] == [
        "Ann Lee",
        f"a new player: {typed}",
    ]
    assert question.label == f"Who is “{typed}”?"
    empty.post(PAIRS, first=typed, second="Ben", first_is=str(ann.pk))
    assert entered(empty.event) == [["Ann Lee", "Ben"]]
    assert typed not in roster(club)


def test_a_close_name_may_be_said_to_be_somebody_new(empty: Pages, club: Club) -> None:
    player_add(club=club, name="Ann Lee")
    empty.post(PAIRS, first="Anne Lee", second="Ben", first_is="new anne lee")
    assert entered(empty.event) == [["Anne Lee", "Ben"]]
    assert {"Ann Lee", "Anne Lee"} <= set(roster(club))


def test_an_answer_that_is_none_of_those_offered_is_asked_again(empty: Pages, club: Club) -> None:
    player_add(club=club, name="Ann Lee")
    for answer in ("", "999999", "nonsense", "new", "new somebody else"):
        question = empty.post(PAIRS, first="Anne Lee", second="Ben", first_is=answer)
        assert question.status_code == 422, answer
    assert not empty.event.entries.exists()


def test_an_answer_stays_given_while_something_else_is_mended(empty: Pages, club: Club) -> None:
    ann = player_add(club=club, name="Ann Lee")
    answer = empty.post(PAIRS, first="Anne Lee", second="", first_is=str(ann.pk))
    assert at_field(answer, "first") == []
    assert answer.context["form"]["first_is"].value() == str(ann.pk)


def test_a_question_may_be_left_alone_and_the_name_mended(empty: Pages, club: Club) -> None:
    player_add(club=club, name="Ann Lee")
    page = empty.post(PAIRS, first="Anne Lee", second="Ben").content.decode()
    radios = re.findall(r'<input type="radio"[^>]*>', page)
    assert len(radios) == 2
    assert not any("required" in radio for radio in radios)
    empty.post(PAIRS, first="Cleo", second="Ben", first_is="")
    assert entered(empty.event) == [["Cleo", "Ben"]]


def test_the_question_stands_right_below_its_name(empty: Pages, club: Club) -> None:
    player_add(club=club, name="Ann Lee")
    answer = empty.post(PAIRS, first="Anne Lee", second="Ben")
    assert list(answer.context["form"].fields) == ["first", "first_is", "second"]


def test_somebody_off_the_roster_is_asked_about_and_not_doubled(empty: Pages, club: Club) -> None:
    zoe = player_add(club=club, name="Zoë")
    player_update(player=zoe, name="Zoë", note="", active=False)
    answer = empty.post(PAIRS, first="Zoë", second="Ben")
    choices = answer.context["form"].fields["first_is"].choices
    assert [str(label) for _key, label in choices] == ["Zoë, off the roster", "a new player: Zoë"]
    empty.post(PAIRS, first="Zoë", second="Ben", first_is=str(zoe.pk))
    assert lineups_at(empty.event, 1)[entry(empty.event, 1).pk][0] == zoe


def test_what_cannot_be_entered_keeps_what_was_typed(empty: Pages) -> None:
    answer = empty.post(PAIRS, first="Ada", second="Ada")
    assert answer.status_code == 422
    assert "A pair is two different players." in words(answer)
    assert answer.content.decode().count('value="Ada"') >= 2


def test_one_new_name_typed_twice_is_not_two_new_players(empty: Pages, club: Club) -> None:
    answer = empty.post(PAIRS, first="Zoë", second="zoë")
    assert at_field(answer, "second") == ["This name is typed twice."]
    assert "Zoë" not in roster(club)


def test_a_player_has_one_place_in_an_event_and_no_name_is_left_over(
    empty: Pages, club: Club
) -> None:
    empty.post(PAIRS, first="Ada", second="Ben")
    answer = empty.post(PAIRS, first="Somebody New", second="Ada")
    assert answer.status_code == 422
    assert "Ada has another place in this event already." in words(answer)
    assert "Somebody New" not in roster(club)


def test_a_missing_name_is_said_beside_its_field_and_has_the_cursor(empty: Pages) -> None:
    answer = empty.post(PAIRS, first="Ada", second=" ")
    assert at_field(answer, "second") == ["This field is required."]
    assert answer.context["form"].fields["second"].widget.attrs["autofocus"] is True


def test_a_pair_that_comes_when_all_is_over_is_told_so(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    event_finish(event=running, unfinished=True)
    answer = pages_of(running).post(PAIRS, first="Kay", second="Lee")
    assert answer.status_code == 422
    assert "finished" in words(answer)
    assert running.entries.count() == 4


# --- a pasted list


def test_a_list_is_read_as_people_write_them(empty: Pages) -> None:
    answer = empty.post(PASTE, text="1. Ada & Ben\n2) Cleo + Dan\n\n3\tEva\tFay\n Gus and Hal ")
    pairs = [["Ada", "Ben"], ["Cleo", "Dan"], ["Eva", "Fay"], ["Gus", "Hal"]]
    assert entered(empty.event) == pairs
    assert messages_of(answer)[0] == "4 pairs entered."


def test_a_pair_typed_into_the_first_field_alone_is_both_its_names(empty: Pages) -> None:
    empty.post(PAIRS, first="Ada and Ben", second="")
    assert entered(empty.event) == [["Ada", "Ben"]]


def test_new_names_of_a_list_are_told(empty: Pages) -> None:
    answer = empty.post(PASTE, text="Ada & Zoë\nBen & Xaver")
    assert messages_of(answer) == ["2 pairs entered.", "New on the roster: Zoë, Xaver"]


@table(
    ("line", "problem"),
    [
        (
            "Eva & Fay & Gus",
            "Line 2: not two names: “Eva & Fay & Gus”; write it as Ann & Bob",
        ),
        (f"Eva & {LONG}", f"Line 2: this name is too long: “Eva & {LONG[:74]}”"),
        ("Eva & ada", "Line 2: ada is already on line 1"),
        ("Zoë & Zoë", "Line 2: a pair needs two different players"),
        ("Eva & somebody new", "Line 2: somebody new is already on line 1"),
    ],
)
def test_a_list_is_entered_whole_or_not_at_all(
    line: str, problem: str, empty: Pages, club: Club
) -> None:
    before = roster(club)
    text = f"Ada & Somebody New\n{line}\nCleo & Dan"
    answer = empty.post(PASTE, text=text)
    assert answer.status_code == 422
    assert problem in at_field(answer, "text")
    assert "Ada &amp; Somebody New" in answer.content.decode()
    assert (entered(empty.event), roster(club)) == ([], before)


def test_everything_wrong_with_a_list_is_said_at_once_by_its_lines(empty: Pages) -> None:
    empty.post(PAIRS, first="Ada", second="Ben")
    answer = empty.post(PASTE, text="Cleo & Dan\n\nEva\n4. Dan & Ben\nHal & Hal")
    assert at_field(answer, "text") == [
        "Line 3: not two names: “Eva”; write it as Ann & Bob",
        "Line 4: Dan is already on line 1",
        "Line 4: Ben is entered already",
        "Line 5: a pair needs two different players",
    ]


def test_a_list_too_long_is_refused(empty: Pages) -> None:
    answer = empty.post(PASTE, text="\n".join(f"A{n} & B{n}" for n in range(257)))
    assert at_field(answer, "text", "form") == []
    assert "At most 256 lines can be entered at once." in words(answer)


def test_unclear_names_of_a_list_are_asked_about_and_answered(empty: Pages, club: Club) -> None:
    ann = player_add(club=club, name="Ann Lee")
    text = "Ada & Ben\nAnne Lee & Dan"
    answer = empty.post(PASTE, text=text)
    assert at_field(answer, "text") == ["Choose below who “Anne Lee” is."]
    (field,) = (name for name in answer.context["form"].fields if name.startswith("who_"))
    assert answer.context["form"].fields[field].label == "Who is “Anne Lee”?"
    longer = f"Cleo & Eva\n{text}"
    empty.post(PASTE, text=longer, **{field: str(ann.pk)})
    assert entered(empty.event) == [["Cleo", "Eva"], ["Ada", "Ben"], ["Ann Lee", "Dan"]]


def test_a_name_that_stands_twice_in_a_list_is_asked_about_once(empty: Pages, club: Club) -> None:
    player_add(club=club, name="Ann Lee")
    answer = empty.post(PASTE, text="Ada & Anne Lee\nanne lee & Dan")
    assert at_field(answer, "text") == ["Choose below who “Anne Lee” is."]
    assert set(answer.context["form"].fields) > {"text", "file"}
    assert len(answer.context["form"].fields) == 3


# --- drawn by lot


def test_players_who_are_here_are_drawn_into_pairs_and_the_lot_is_kept(
    empty: Pages, players: list[Player]
) -> None:
    answer = empty.post("event-entries-draw", players=[player.pk for player in players[:6]])
    assert messages_of(answer) == ["3 pairs drawn."]
    drawn = {name for pair in entered(empty.event) for name in pair}
    assert drawn == {player.name for player in players[:6]}
    assert empty.event.lots.get().purpose == "pairs"


def test_an_odd_number_of_players_leaves_one_over(empty: Pages, players: list[Player]) -> None:
    answer = empty.post("event-entries-draw", players=[player.pk for player in players[:5]])
    assert at_field(answer, "players") == ["5 players: one is left over."]


def test_only_who_is_not_entered_yet_can_be_drawn(empty: Pages, players: list[Player]) -> None:
    empty.post(PAIRS, first="Ada", second="Ben")
    offered = empty.get("event-entries-draw").context["form"].fields["players"].queryset
    assert set(offered) == set(players[2:])
    answer = empty.post("event-entries-draw", players=[players[0].pk, players[2].pk])
    assert answer.status_code == 422


def test_where_nobody_is_left_to_draw_the_page_says_so(
    make_event: EventMaker, pages_of: Callable[[Event], Pages]
) -> None:
    answer = pages_of(make_event(pairs=10)).get("event-entries-draw")
    assert "Nobody is left to draw" in words(answer)
    assert 'name="players"' not in answer.content.decode()


# --- coming late, leaving, standing in


def test_a_latecomer_plays_from_the_next_round_on(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    assert "A latecomer plays from the next round on" in words(pages.get(PAIRS))
    pages.post(PAIRS, first="Ida", second="Jon", how="keep")
    assert entry(running, 5).joined_round == 2
    begun = running.rounds.get(number=1).tables.count()
    assert begun == 2
    assert running.rounds.get(number=2).tables.count() == 3


def test_a_pair_drops_out_and_comes_back(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    answer = pages.post("entry-withdraw", 2, how="keep")
    assert messages_of(answer) == ["Pair 2 has dropped out; what it played stays."]
    assert "dropped out" in words(answer)
    assert entry(running, 2).left_after_round == 1
    assert messages_of(pages.post("entry-withdraw", 2, how="keep")) == [
        "This pair has dropped out already."
    ]
    assert messages_of(pages.post("entry-restore", 2, how="keep")) == ["Pair 2 is back."]
    assert entry(running, 2).is_active


def test_a_pair_that_has_not_played_is_taken_out(pages: Pages) -> None:
    answer = pages.post("entry-remove", 3, how="keep")
    assert messages_of(answer) == ["Pair 3 has been removed."]
    assert list(pages.event.entries.values_list("number", flat=True)) == [1, 2, 4]


def test_a_pair_that_has_played_is_not_taken_out(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    answer = pages_of(running).post("entry-remove", 3, how="keep")
    assert "Let it drop out instead" in messages_of(answer)[0]
    assert running.entries.count() == 4


def test_a_substitute_sits_in_the_next_round(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    form = pages.get("entry-substitute", 1).context["form"]
    assert form["from_round"].value() == 2
    assert [label for _key, label in form.fields["place"].choices] == ["Ada", "Ben"]
    answer = pages.post("entry-substitute", 1, place=1, player="Zoë", from_round=2)
    assert messages_of(answer) == [
        "Zoë substitutes for Ben from round 2 on.",
        "New on the roster: Zoë",
    ]
    begin_next(running)
    seats = {seat.name for number in (1, 2) for seat in match_of(running, 2, number).seats.all()}
    assert "Zoë" in seats
    assert "Ben" not in seats


def test_what_a_substitute_may_not_do_is_said_beside_its_field(
    running: Event, bid: Callable[..., object], pages_of: Callable[[Event], Pages]
) -> None:
    for number in (1, 2):
        bid(match_of(running, 1, number), 0)
    pages = pages_of(running)
    answer = pages.post("entry-substitute", 1, place=0, player="Kay", from_round=1)
    assert at_field(answer, "from_round") == [
        "Something was recorded in that round: choose a later one."
    ]
    answer = pages.post("entry-substitute", 1, player="Kay", from_round=2)
    assert at_field(answer, "place") == ["This field is required."]
    answer = pages.post("entry-substitute", 1, place=0, player="Cleo", from_round=2)
    assert "Cleo has another place in this event already." in words(answer)


def test_a_substitute_like_one_on_the_roster_is_asked_about(
    running: Event, club: Club, pages_of: Callable[[Event], Pages]
) -> None:
    ann = player_add(club=club, name="Ann Lee")
    pages = pages_of(running)
    given = {"place": 0, "player": "Anne Lee", "from_round": 2}
    assert pages.post("entry-substitute", 1, **given).status_code == 422
    pages.post("entry-substitute", 1, **given, player_is=str(ann.pk))
    assert lineups_at(running, 2)[entry(running, 1).pk][0] == ann


def test_the_page_offers_taking_out_before_the_start_and_dropping_out_after(
    pages: Pages,
) -> None:
    before = pages.get(PAIRS).content.decode()
    assert "/remove/" in before
    assert "/withdraw/" not in before
    rounds_plan(event=pages.event)
    begin_next(pages.event)
    after = pages.get(PAIRS).content.decode()
    assert "/withdraw/" in after
    assert "/remove/" not in after


def test_an_empty_list_says_what_to_do(empty: Pages) -> None:
    assert "Nobody is entered yet Type the two names of a pair" in words(empty.get(PAIRS))


def test_a_substitute_too_many_needs_a_tick(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    event_update(event=running, substitutes=0)
    given = {"place": 1, "player": "Kay", "from_round": 2}
    assert "beyond" not in pages.get("entry-substitute", 1).context["form"].fields
    answer = pages.post("entry-substitute", 1, **given)
    assert at_field(answer, "player") == ["No substitute is allowed in this event."]
    assert "Allow it anyway" in words(answer)
    answer = pages.post("entry-substitute", 1, **given, beyond="on")
    assert messages_of(answer) == ["Kay substitutes for Ben from round 2 on."]


def test_the_list_shows_who_plays_next_and_who_played_before(
    running: Event, pages_of: Callable[[Event], Pages]
) -> None:
    pages = pages_of(running)
    pages.post("entry-substitute", 1, place=1, player="Kay", from_round=2)
    pages.post("entry-withdraw", 4, how="keep")
    page = words(pages.get(PAIRS))
    assert "Ada & Kay ( Ben )" in page
    assert "4 pairs are entered. 1 has dropped out. No. Pair Change" in page


def test_the_list_shows_seeds_once_there_are_any(pages: Pages) -> None:
    assert "Seed " not in words(pages.get(PAIRS)).partition("No. Pair")[2]
    answer = pages.post("event-seeds", **{"3": "1"})
    assert messages_of(answer) == ["The seeds are set."]
    assert "No. Pair Seed Change" in words(answer)
    assert [row.entry.seed for row in answer.context["list"].entrants] == [None, None, 1, None]


@pytest.mark.parametrize("between", [";", "\t"])
def test_two_columns_of_names_without_heads_are_asked_about(empty: Pages, between: str) -> None:
    lines = [("Ada", "Ben"), ("Cleo", "Dan")]
    content = "\n".join(map(between.join, lines)).encode()
    question = empty.post(PASTE, text="", file=SimpleUploadedFile("pairs.csv", content))
    assert "two people: Ada & Ben" in words(question)
    text = question.context["form"]["text"].value()
    empty.post(PASTE, text=text, commas="people")
    assert entered(empty.event) == [["Ada", "Ben"], ["Cleo", "Dan"]]


def test_two_columns_of_whole_names_are_pairs_without_a_question(empty: Pages) -> None:
    file = SimpleUploadedFile("pairs.csv", b"Ada Long;Ben Short\nCleo Hill;Dan Dale\n")
    read = empty.post(PASTE, text="", file=file)
    assert "commas" not in read.context["form"].fields
    empty.post(PASTE, text=read.context["form"]["text"].value())
    assert entered(empty.event) == [["Ada Long", "Ben Short"], ["Cleo Hill", "Dan Dale"]]


def test_family_name_first_is_not_taken_for_a_pair(empty: Pages) -> None:
    typed = empty.post(PAIRS, first="Kuiper, Joop", second="")
    assert "One person or two?" in at_field(typed, "first")[0]
    empty.post(PAIRS, first="Kuiper, Joop", second="Smit, Ria")
    assert entered(empty.event) == [["Joop Kuiper", "Ria Smit"]]
