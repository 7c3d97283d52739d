"""What is kept about a player leaves whole, and the name goes wherever it is."""

import io
import json
import zipfile
from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import DatabaseError, models, transaction
from django.test import Client
from django.urls import reverse

from archive.persons import person_export, player_forget, player_traces
from clubs.models import Club, Forgetting, Player
from leagues.models import SeasonStanding
from ledger import amounts
from ledger.models import Posting, Transaction
from ledger.selectors import open_accounts
from scoring.models import Hand, HandRevision, HandSeat, Seat, Side
from tournaments.events.models import Event, Standing

pytestmark = pytest.mark.django_db
NAME = "Ada Novak"


@pytest.fixture
def player(demo: Club) -> Player:
    player = demo.players.get(name=NAME)
    Event.objects.filter(pk=demo.events.earliest("pk").pk).update(name="Ada Novak Cup")
    revision = HandRevision.objects.filter(match__seats__player=player).earliest("pk")
    sent = {"match": revision.match, "hand": revision.hand, "no": revision.no + 50}
    HandRevision.objects.create(
        kind=revision.kind,
        reason="ada novak misread it",
        author=demo.memberships.get().user,
        author_name="demo-owner",
        created_at=revision.created_at,
        **sent,
    )
    return player


def everything() -> Iterator[tuple[str, Any]]:
    """Every text and JSON value of the database, with its place."""
    for model in apps.get_models(include_auto_created=True):
        for field in model._meta.concrete_fields:
            if isinstance(field, models.CharField | models.TextField | models.JSONField):
                place = f"{model._meta.label}.{field.name}"
                for value in model._base_manager.values_list(field.name, flat=True):
                    yield place, value


def places_of(name: str) -> set[str]:
    return {
        place
        for place, value in everything()
        if name.casefold() in json.dumps(value, ensure_ascii=False, default=str).casefold()
    }


def counted() -> dict[str, list[Any]]:
    """Results, standings and money, without names."""
    return {
        "totals": list(Side.objects.order_by("pk").values_list("pk", "total", "won")),
        "hands": list(Hand.objects.order_by("pk").values_list("pk", "verdict")),
        "numbers": list(HandSeat.objects.order_by("pk").values_list("pk", "player", "bid")),
        "standings": list(Standing.objects.order_by("pk").values_list("pk", "rank", "values")),
        "seasons": list(
            SeasonStanding.objects.order_by("pk").values_list("pk", "rank", "exact_total")
        ),
        "money": list(Posting.objects.order_by("pk").values_list("pk", "account", "amount")),
    }


def test_a_forgotten_name_is_nowhere_and_everything_counts_as_before(
    demo: Club, player: Player
) -> None:
    before, places = counted(), places_of(NAME)
    assert {"clubs.Player.name", "scoring.Seat.name", "ledger.Transaction.about"} <= places
    assert {"tournaments.Event.name", "scoring.HandRevision.reason"} <= places
    traces = player_traces(player)
    assert traces.matches
    assert traces.texts

    owner = demo.memberships.get().user
    forgotten = player_forget(player=player, reason="Ada Novak asked for it", author=owner)

    assert places_of(NAME) == set()
    assert counted() == before
    player.refresh_from_db()
    assert player.name == str(forgotten) == "#1"
    assert not player.active
    assert set(Seat.objects.filter(player=player).values_list("name", flat=True)) == {"#1"}
    assert Forgetting.objects.get().reason == "#1 asked for it"
    assert Event.objects.filter(name="#1 Cup").exists()


def test_what_is_only_ever_added_is_so_again_afterwards(demo: Club, player: Player) -> None:
    player_forget(player=player, reason="asked", author=demo.memberships.get().user)
    with pytest.raises(DatabaseError, match="only ever added"), transaction.atomic():
        HandRevision.objects.update(reason="another")
    with pytest.raises(DatabaseError, match="only ever added"), transaction.atomic():
        Transaction.objects.update(text="another")


def test_longer_names_of_others_and_namesakes_keep_theirs(demo: Club, player: Player) -> None:
    longer = demo.players.exclude(pk=player.pk).earliest("pk")
    Player.objects.filter(pk=longer.pk).update(name=f"{NAME} Senior")
    Event.objects.filter(name="Ada Novak Cup").update(name="Ada Novak Senior meets Ada Novak")
    owner = demo.memberships.get().user
    player_forget(player=player, reason="asked", author=owner)
    assert Event.objects.filter(name="Ada Novak Senior meets #1").exists()

    first, other = demo.players.filter(active=True).order_by("pk")[:2]
    Player.objects.filter(pk=other.pk).update(name=first.name, name_key=first.name_key)
    Event.objects.filter(name="Ada Novak Senior meets #1").update(name=f"{first.name} Cup")
    assert player_traces(first).namesakes == 1
    player_forget(player=first, reason="asked", author=owner)
    assert Event.objects.filter(name=f"{first.name} Cup").exists()
    with pytest.raises(ValidationError):
        player_forget(player=first, reason="again", author=owner)


def test_everything_about_a_player_leaves_without_the_names_of_others(
    demo: Club, player: Player
) -> None:
    out = io.BytesIO()
    count = person_export(player=player, out=out)
    with zipfile.ZipFile(out) as package:
        rows = {
            name.removesuffix(".jsonl"): [
                json.loads(line) for line in package.read(name).decode().splitlines()
            ]
            for name in package.namelist()
        }
    assert sum(map(len, rows.values())) == count
    assert rows["clubs.Player"] == [row for row in rows["clubs.Player"] if row["name"] == NAME]
    seats = Seat.objects.filter(player=player)
    assert {row["pk"] for row in rows["scoring.Seat"]} == set(seats.values_list("pk", flat=True))
    hands = Hand.objects.filter(match__seats__player=player)
    assert {row["pk"] for row in rows["scoring.Hand"]} == set(hands.values_list("pk", flat=True))
    posted = Posting.objects.filter(account__player=player)
    assert len(rows["ledger.Posting"]) == posted.count()
    text = out.getvalue().decode("latin-1") + json.dumps(rows["scoring.Seat"], ensure_ascii=False)
    partner = Seat.objects.exclude(player=player).exclude(player=None).earliest("pk").name
    assert partner not in text


def test_money_that_is_still_open_is_said_before_the_name_goes(demo: Club, client: Client) -> None:
    client.force_login(
        demo.memberships.get().user, backend="django.contrib.auth.backends.ModelBackend"
    )
    account = open_accounts(demo)[0]
    page = client.get(reverse("player-forget", args=[demo.slug, account.player.pk])).text
    assert ("still owes" in page, "still owed" in page) == (account.amount < 0, account.amount > 0)
    assert amounts.shown(abs(account.amount), account.currency) in page


def test_the_page_asks_for_a_reason_and_the_name(
    demo: Club, player: Player, client: Client
) -> None:
    client.force_login(
        demo.memberships.get().user, backend="django.contrib.auth.backends.ModelBackend"
    )
    page = reverse("player-forget", args=[demo.slug, player.pk])
    assert client.get(page).status_code == 200
    wrong = client.post(page, {"reason": "asked", "name": "Ada"})
    assert wrong.status_code == 422
    assert "This is not the player" in wrong.text
    assert 'value="asked"' in wrong.text
    done = client.post(page, {"reason": "asked", "name": "ada novak"}, follow=True)
    assert "#1" in done.text
    assert NAME not in done.text
    assert client.get(page).status_code == 302
    sent = client.get(reverse("player-everything", args=[demo.slug, player.pk]))
    assert sent.content.startswith(b"PK")
