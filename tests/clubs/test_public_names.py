"""What people are called on public pages, in any script, and who is not named there."""

from typing import NamedTuple

import pytest
from django.urls import reverse

from clubs.models import Club, Membership, Player, User
from clubs.public import code_new, code_read, public_names
from clubs.services.clubs import member_player_set
from clubs.services.players import player_add
from tests.conftest import ClientFor
from tests.tables import table
from tests.tournaments.pages import messages_of


class Somebody(NamedTuple):
    pk: int
    name: str
    name_hidden: bool = False


@table(
    ("name", "shown"),
    [
        ("Ann Lee", "Ann L."),
        ("Ann", "Ann"),
        ("Mary-Lou van der Berg", "Mary-Lou B."),
        ("Ann Lee (2)", "Ann L."),
        ("Lee, Ann", "Ann L."),
        ("María Ñandú", "María Ñ."),
        ("María N\u0303andú", "María N\u0303."),  # a letter with its mark apart
        ("محمد علي رضا", "محمد ر."),
        ("田中 太郎", "田中"),  # people are called by the family name
        ("佐藤 花子", "佐藤"),
        ("佐藤 エミ", "佐藤"),
        ("김 민준", "김"),
        ("マイク スミス", "マイク ス."),  # a foreign name in the order of its own
        ("Ann 田中", "Ann 田."),
        ("田中太郎", "田中"),  # the family name without a space
        ("長谷川花子", "長谷川"),
        ("佐々木希", "佐々木"),
        ("𠮷野健", "𠮷"),  # in no dictionary: its first letter
        ("김민준", "김"),
        ("花子", "花."),  # a given name, or a whole one: no telling
        ("अनिता क्षत्रिय", "अनिता क्ष."),  # one letter to who reads it
        ("Ann 𠮷野", "Ann 𠮷."),  # beyond the basic plane
    ],
)
def test_a_first_name_and_an_initial(name: str, shown: str) -> None:
    assert public_names([Somebody(7, name)], "initial") == {7: shown}


@table(
    ("how", "names", "shown"),
    [
        ("full", ["Ann Lee", "Bob"], ["Ann Lee", "Bob"]),
        ("full", ["Ann Lee", "Bob", "ann lee"], ["Ann Lee (1)", "Bob", "ann lee (3)"]),
        ("initial", ["Ann Lee", "Ann Long", "Bob"], ["Ann Le.", "Ann Lo.", "Bob"]),
        ("initial", ["Ann Lee", "Ann Leeds"], ["Ann L. (1)", "Ann L. (2)"]),
        ("initial", ["Ann Lee", "Ann Lee", "Ann Long"], ["Ann L. (1)", "Ann L. (2)", "Ann Lo."]),
        ("initial", ["佐藤 花子", "佐藤 健", "田中 一"], ["佐藤 花", "佐藤 健", "田中"]),
        ("initial", ["佐藤花子", "佐藤 花江"], ["佐藤 花子", "佐藤 花江"]),
        ("initial", ["佐藤花子", "佐藤 花子"], ["佐藤 (1)", "佐藤 (2)"]),
        ("number", ["Ann Lee", "Bob"], ["Player 1", "Player 2"]),
    ],
)
def test_no_two_are_called_the_same(how: str, names: list[str], shown: list[str]) -> None:
    people = [Somebody(10 * number, name) for number, name in enumerate(names)]
    assert list(dict(sorted(public_names(people, how).items())).values()) == shown


def test_who_asked_not_to_be_named_is_a_number_and_makes_nobody_ambiguous() -> None:
    people = [Somebody(5, "Ann Lee"), Somebody(6, "Ann Long", True), Somebody(5, "Ann Lee")]
    assert public_names(people, "initial") == {5: "Ann L.", 6: "Player 2"}
    assert public_names(people, "full") == {5: "Ann Lee", 6: "Player 2"}


def test_a_code_is_read_however_it_is_typed() -> None:
    code = code_new()
    assert len(code) == 14
    assert code_read(code.upper().replace("-", "")) == code
    assert code_read("OIL0-0000-0000") == code_read("0110-0000-0000")


def test_the_member_who_is_a_player_hides_his_own_name_and_no_other(
    club: Club, viewer: User, client_for: ClientFor
) -> None:
    ann, bob = player_add(club=club, name="Ann"), player_add(club=club, name="Bob")
    member_player_set(membership=Membership.objects.get(club=club, user=viewer), player=ann)
    client = client_for(viewer)
    answer = client.post(reverse("player-name", args=[club.slug, ann.pk]), follow=True)
    assert messages_of(answer) == ["Ann is not named on public pages."]
    assert "Show the name in public" in answer.content.decode()
    ann.refresh_from_db()
    assert ann.name_hidden
    client.post(reverse("player-name", args=[club.slug, ann.pk]), {"hidden": "0"})
    ann = Player.objects.get(pk=ann.pk)
    assert not ann.name_hidden
    assert client.post(reverse("player-name", args=[club.slug, bob.pk])).status_code == 403
    page = client.get(reverse("player", args=[club.slug, bob.pk])).content.decode()
    assert "in public" not in page


@pytest.mark.parametrize("chosen", ["full", "initial", "number"])
def test_the_owner_chooses_how_players_are_named(
    chosen: str, club: Club, owner: User, client_for: ClientFor
) -> None:
    fields = {"name": club.name, "currency": "USD", "paper": "a4", "public_names": chosen}
    client_for(owner).post(reverse("club-settings", args=[club.slug]), fields)
    club.refresh_from_db()
    assert club.public_names == chosen
