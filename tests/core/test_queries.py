"""Queries that are compiled once, beside the same ones compiled by Django each time."""

from clubs.models import Club
from clubs.services.players import player_add
from core.queries import CompiledQuery
from scoring.models import Match, Seat
from tests.scoring.matches import match_create


def test_a_compiled_query_finds_for_each_value_what_django_s_own_does(club: Club) -> None:
    players = [player_add(club=club, name=name) for name in "ABCD"]
    match, another = (
        match_create(club=club, game="texas42", rules=rules, stakes=None, players=players)
        for rules in ({"target": 5}, {"preset": "marks"})
    )
    rows = CompiledQuery(lambda key: Match.objects.defer("label_values").filter(pk=key))
    values = CompiledQuery(
        lambda least, match: Seat.objects.filter(match=match, number__gte=least).values_list(
            "number", "player__name"
        )
    )
    for each in (match, another, match):
        (found,), own = rows(each.pk), Match.objects.defer("label_values").get(pk=each.pk)
        assert {**vars(found), "_state": ""} == {**vars(own), "_state": ""}
        assert (found._state.db, found._state.adding) == (own._state.db, own._state.adding)
        seats = each.seats.filter(number__gte=2)
        assert values(2, each.pk) == list(seats.values_list("number", "player__name"))
    assert rows(match.pk + another.pk) == values(4, match.pk) == []
