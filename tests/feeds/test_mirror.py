"""Another program's copy of a club, kept by the feed of changes alone."""

import random
from collections.abc import Callable, Iterator
from typing import Any, Final

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from clubs.models import Club, PersonalToken, User
from clubs.services.clubs import member_add
from clubs.services.players import players_add_many
from feeds.changes import NOW
from leagues.models import (
    AwayPeriod,
    Contender,
    Division,
    Evening,
    Joker,
    Season,
    SeasonAdjustment,
)
from leagues.tasks import seasons_sweep
from scoring.models import Match
from tests.conftest import club_of, new_owner
from tests.games.spades import spades_hand
from tests.leagues.test_pandoeren_league import any_hand
from tests.tournaments.conftest import record
from tournaments.events.models import Adjustment, Event, Round, Table
from tournaments.events.tasks import sweep
from tournaments.money.models import SidePot

FOLLOW: Final = frozenset(
    {"version", "standings_version", "standings_at", "as_of", "is_stale", "is_settled"}
)
"""Fields that count changes or follow the worker's clock: docs/api.md."""
AS_READ: Final = frozenset({"text", "label"})
"""Sentences with names in them, as these were when they were read."""

LISTS: Final = {
    "": {"players/": "id", "members/": "id", "events/": "id", "matches/": "id", "seasons/": "id"}
    | {"books/": "id"},
    "events": {"entries/": "number", "rounds/": "number", "sign-ups/": "id"},
    "matches": {"hands/": "number"},
    "seasons": {"divisions/": "order", "contenders/": "id", "evenings/": "number"},
}
"""Collections whose members have addresses, and the field that is in these."""
BELOW: Final = {
    "events": [
        *("standings/", "entries/seeds/", "adjustments/", "play-offs/", "deals/"),
        *("deals/rulings/", "deals/scoring/", "public/", "sign-up/", "money/"),
        "waiting-players/",
    ],
    "seasons": ["standings/", "ratings/", "public/", "jokers/", "adjustments/", "away/"],
}
"""What lies below a member of a collection, and is named by itself."""
PARTS: Final = {
    "evenings": ["absences/"],
    "rounds": ["clock/"],
    "books": ["balances/", "transfers/", "corrections/"],
    "money": ["fees/", "balances/", "transfers/", "pots/", "prizes/", "entries/"],
}
"""What is read again with a resource: docs/api.md."""


class Mirror:
    """What has been read of a club, by address below the club's."""

    def __init__(self, api: APIClient, at: str) -> None:
        self.api, self.at = api, at
        self.held: dict[str, Any] = {}
        self.mark = self.changes(NOW)["mark"]
        for address in self.addresses():
            self.read(address)

    def get(self, address: str) -> Any:
        cache.clear()  # it has how often a user has asked
        answer = self.api.get(f"{self.at}{address}", {"page_size": "200"} if address else None)
        if answer.status_code == 400:
            answer = self.api.get(f"{self.at}{address}")
        assert answer.status_code in {200, 404}, (address, answer.content)
        return answer.json() if answer.status_code == 200 else None

    def rows(self, address: str) -> list[Any]:
        found = self.get(address)
        return found["results"] if isinstance(found, dict) else found or []

    def addresses(self, of: str = "", kind: str = "") -> Iterator[str]:
        """All resources with addresses of their own."""
        yield of
        yield from (f"{of}{part}" for part in BELOW.get(kind, []))
        for collection, key in LISTS.get(kind, {}).items():
            for row in self.rows(f"{of}{collection}"):
                yield from self.addresses(f"{of}{collection}{row[key]}/", collection[:-1])

    def read(self, address: str) -> None:
        """Hold what is found there, with the parts it has, or nothing where it is no more."""
        body = self.get(address)
        if body is None:
            self.held = {key: row for key, row in self.held.items() if not key.startswith(address)}
            return
        self.held[address] = kept(body)
        steps = address.split("/")[:-1]
        for part in {part for step in steps[-2:] for part in PARTS.get(step, [])}:
            if not steps[-1].isdigit() or steps[-2] in PARTS:
                self.held[f"{address}{part}"] = kept(self.get(f"{address}{part}"))

    def changes(self, since: str) -> dict[str, Any]:
        cache.clear()
        return self.api.get(f"{self.at}changes/", {"since": since, "page_size": "200"}).json()

    def follow(self) -> int:
        """Read what the feed names; return how many changes that were."""
        page = self.changes(self.mark)
        assert not page["more"]
        self.mark = page["mark"]
        for url in dict.fromkeys(change["url"] for change in page["changes"]):
            self.read(url.removeprefix(self.at))
        return len(page["changes"])


def kept(body: Any) -> Any:
    """What a mirror holds of an answer: people by their keys, nothing that follows the clock."""
    if isinstance(body, list):
        return [kept(item) for item in body]
    if not isinstance(body, dict):
        return body
    if body.keys() == {"id", "name"}:
        return body["id"]
    return {key: kept(value) for key, value in body.items() if key not in FOLLOW | AS_READ}


class Walk:
    """Random writes over the API; most of what is refused is refused for its moment."""

    def __init__(self, api: APIClient, club: Club, seed: int) -> None:
        self.api, self.club, self.dice = api, club, random.Random(seed)
        self.at = f"/api/v1/clubs/{club.slug}/"
        self.count = 0

    def send(self, method: str, address: str, body: Any = None) -> bool:
        cache.clear()
        answer = getattr(self.api, method)(f"{self.at}{address}", body, format="json")
        assert answer.status_code < 500, answer.content
        return answer.status_code < 300

    def pick(self, rows: Any) -> Any:
        found = list(rows)
        return self.dice.choice(found) if found else None

    @property
    def player(self) -> int:
        return self.pick(self.club.players.values_list("pk", flat=True))

    @property
    def word(self) -> str:
        self.count += 1
        return f"{self.dice.choice(['Oak', 'Elm', 'Ash', 'Fir'])} {self.count}"

    def step(self) -> bool:
        """Try one write; whether something was written."""
        areas = [self.of_match] * 8 + [self.of_event] * 8 + [self.of_money] * 3
        return self.dice.choice([*areas, *[self.of_season] * 4, self.of_club])()

    def of_club(self) -> bool:
        return self.send(
            *self.pick(
                [
                    ("post", "players/", {"name": self.word}),
                    ("patch", f"players/{self.player}/", {"name": self.word}),
                    ("patch", f"players/{self.player}/", {"active": self.dice.random() < 0.8}),
                    ("patch", "", {"name": self.word}),
                    (
                        "post",
                        "members/",
                        {"username": self.word.replace(" ", ""), "role": "scorer"},
                    ),
                ]
            )
        )

    def new_event(self) -> bool:
        template = self.dice.choice(
            [
                *("club_night", "swiss", "pandoeren_evening", "spades_evening"),
                *("groups_of_four", "rotating_partners", "pandoeren_money", "same_twelve_deals"),
            ]
        )
        body = {"template": template, "date": "2026-11-20", "name": self.word}
        if not self.send("post", "events/", body):
            return False
        event = self.club.events.latest("pk")
        people = list(self.club.players.filter(active=True).values_list("pk", flat=True))
        size = 2 if self.send("post", f"events/{event.pk}/entries/", {"players": people[:2]}) else 1
        for start in range(0 if size == 1 else 2, 8 * size, size):
            some = people[start : start + size]
            self.send("post", f"events/{event.pk}/entries/", {"players": some})
        return True

    def of_event(self) -> bool:
        event: Event | None = self.pick(self.club.events.order_by("-pk")[:4])
        if event is None or self.dice.random() < 0.01:
            return self.new_event()
        at = f"events/{event.pk}/"
        entry = self.pick(event.entries.values_list("number", flat=True))
        other = self.pick(event.entries.values_list("number", flat=True))
        planned = self.pick(event.rounds.values_list("number", flat=True)) or 1
        begun: Round | None = self.pick(event.rounds.filter(state="begun"))
        table: Table | None = self.pick(begun.tables.all()) if begun else None
        penalty: Adjustment | None = self.pick(event.adjustments.all())
        seat = self.pick(table.seats.values_list("entry__number", flat=True)) if table else entry
        alone = self.pick(event.waiting_players.values_list("player", flat=True)) or self.player
        clock = self.dice.choice(["start", "call", "uncall"])
        here = f"{at}rounds/{begun.number if begun else 1}/"
        there = f"{here}tables/{table.number if table else 1}/"
        if event.state == "finished" or self.dice.random() < 0.05:
            return self.send(
                *self.pick(
                    [
                        ("post", f"{at}reopen/", {"reason": "misread"}),
                        ("post", f"{at}finish/", {"unfinished": True}),
                        ("delete", at),
                        ("patch", at, {"name": self.word}),
                        ("patch", f"{at}public/", {"is_on": self.dice.random() < 0.5}),
                        ("patch", f"{at}sign-up/", {"is_on": self.dice.random() < 0.5}),
                    ]
                )
            )
        if event.state == "draft":
            return self.send(
                *self.pick(
                    [
                        (
                            *("post", f"{at}rounds/plan/"),
                            {
                                "shuffle": self.dice.random() < 0.5,
                                "without_waiting": self.dice.random() < 0.5,
                            },
                        ),
                        ("post", f"{at}waiting-players/", {"player": self.player}),
                        ("delete", f"{at}waiting-players/{alone}/"),
                        ("post", f"{at}rounds/1/begin/"),
                        ("post", f"{at}rounds/1/begin/"),
                        ("post", f"{at}entries/", {"players": [self.player, self.player]}),
                        ("post", f"{at}entries/", {"players": [self.player]}),
                        ("delete", f"{at}entries/{entry}/"),
                        ("put", f"{at}entries/seeds/", {"seeds": [{"entry": entry, "seed": 1}]}),
                        (
                            *("post", f"{at}deals/"),
                            {"made_from": "lot", "per_round": 2, "rounds": 2},
                        ),
                        ("delete", f"{at}deals/"),
                        ("patch", at, {"tie_breaks": ["games_won", "points"]}),
                    ]
                )
            )
        return self.send(
            *self.pick(
                [
                    ("post", f"{at}rounds/{planned}/begin/"),
                    ("post", f"{at}rounds/{planned}/begin/"),
                    ("post", f"{at}rounds/plan/", {}),
                    ("post", f"{at}rounds/{planned}/plan/swap/", {"entry": entry, "other": other}),
                    ("post", f"{at}rounds/{planned}/plan/undo/"),
                    ("post", f"{at}rounds/{planned}/take-back/"),
                    ("post", f"{here}reseat/", {"entry": entry, "other": other}),
                    (
                        "post",
                        f"{here}clock/",
                        {"act": clock},
                    ),
                    ("post", f"{there}forfeit/", {"entry": seat}),
                    ("post", f"{there}forfeit/take-back/"),
                    ("post", f"{there}decide/", {"entry": seat, "kind": "hand"}),
                    ("post", f"{there}decide/take-back/"),
                    ("post", f"{there}plan/", {"pinned": True}),
                    ("post", f"{at}entries/{entry}/withdraw/", {"gives_up": True}),
                    ("post", f"{at}entries/{entry}/restore/"),
                    (
                        "post",
                        f"{at}entries/{entry}/substitute/",
                        {"place": 0, "player": self.player},
                    ),
                    ("post", f"{at}adjustments/", {"entry": entry, "marks": -1, "reason": "late"}),
                    ("post", f"{at}adjustments/{penalty.pk if penalty else 0}/revoke/"),
                    ("post", f"{at}play-offs/", {"order": [entry, other], "kind": "hand"}),
                    ("post", f"{at}room/lost/", {"table": 1}),
                    ("post", f"{at}room/back/", {"table": 1}),
                    ("patch", at, {"cap": self.dice.randrange(3, 9)}),
                    ("patch", at, {"tables_in_room": self.dice.randrange(2, 9)}),
                    ("patch", at, {"best_of": [self.dice.choice([1, 3])]}),
                ]
            )
        )

    def of_match(self) -> bool:
        matches = self.club.matches.filter(is_over=self.dice.random() < 0.2).order_by("-pk")
        match: Match | None = self.pick(matches[:12])
        if match is None:
            return self.of_event()
        at = f"matches/{match.pk}/"
        hand = self.pick(match.hands.all())
        sides = len(match.totals)
        if hand and self.dice.random() < 0.25:
            head: Any = {"headers": {"If-Match": f'"r{hand.revision}"'}}
            again = {"record": self.record(match, hand.number), "reason": "misread"}
            address = f"{self.at}{at}hands/{hand.number}/"
            cache.clear()
            answer = (
                self.api.put(address, again, format="json", **head)
                if self.dice.random() < 0.7
                else self.api.delete(f"{address}?reason=misread", **head)
            )
            assert answer.status_code < 500, answer.content
            return answer.status_code < 300
        if self.dice.random() < 0.2:
            totals = [self.dice.randrange(7) for _side in range(sides - 1)]
            totals += [-sum(totals) if sides > 2 else 7]
            return self.send("put", f"{at}result/", {"totals": totals, "reason": "from the slip"})
        if self.dice.random() < 0.1:
            return self.send("delete", f"{at}result/?reason=misread")
        return self.send("post", f"{at}hands/", self.record(match))

    def record(self, match: Match, number: int = 0) -> dict[str, Any]:
        dealer = match.next_dealer
        if number and (stored := match.hands.get(number=number).record):
            dealer = stored["dealer"]
        if match.game == "texas42":
            side, made = self.dice.randrange(2), self.dice.random() < 0.7
            return record(dealer, side, marks=self.dice.choice([1, 2]), made=made)
        if match.game == "pandoeren":
            return any_hand(dealer, self.dice)[0]
        tally = {"tricks": self.dice.sample([3, 5, 2, 3], 4)}
        return spades_hand(["4", ("5", [3]), "3"], dealer=dealer, tally=tally)

    def of_money(self) -> bool:
        event: Event | None = self.pick(self.club.events.order_by("-pk")[:4])
        if event is None:
            return False
        at = f"events/{event.pk}/money/"
        entry = self.pick(event.entries.values_list("number", flat=True))
        players = list(self.club.players.filter(entries__entry__event=event).distinct()[:4])
        keys = [player.pk for player in players]
        pot: SidePot | None = self.pick(SidePot.objects.filter(money__event=event))
        pot_at = f"{at}pots/{pot.pk if pot else 0}/"
        return self.send(
            *self.pick(
                [
                    ("patch", at, {"fee": 100 * self.dice.randrange(9)}),
                    (
                        "put",
                        f"{at}fees/{entry}/0/",
                        {"status": "paid"},
                    ),
                    ("put", f"{at}fees/{entry}/0/", {"status": "waived"}),
                    ("post", f"{at}expenses/", {"amount": 300, "text": "cards"}),
                    ("post", f"{at}cash/", {"amount": 500, "text": "float", "direction": "in"}),
                    ("post", f"{at}entries/{self.dice.randrange(1, 20)}/take-back/"),
                    ("post", f"{at}transfers/", {"way": "fewest"}),
                    ("post", f"{at}settle/"),
                    ("post", f"{at}pots/", {"name": self.word, "stake": 100}),
                    ("put", pot_at, {"players": keys, "winners": keys[:1]}),
                    ("put", pot_at, {"players": keys[1:]}),
                    ("delete", pot_at),
                    ("post", f"{at}prizes/award/"),
                    ("post", f"{at}prizes/take-back/"),
                ]
            )
        )

    def of_season(self) -> bool:
        season: Season | None = self.pick(self.club.seasons.all())
        if season is None or self.club.seasons.count() < 2:
            game = self.dice.choice(["texas42", "pandoeren"])
            body = {"name": self.word, "game": game, "dates": ["2026-11-20", "2026-11-27"]}
            return self.send("post", "seasons/", body | {"divisions": ["First", "Second"]})
        at = f"seasons/{season.pk}/"
        division: Division = self.pick(season.divisions.all())
        evening: Evening | None = self.pick(season.evenings.all())
        contender: Contender | None = self.pick(season.contenders.all())
        event = self.pick(self.club.events.values_list("pk", flat=True))
        evening_at = f"{at}evenings/{evening.number if evening else 1}/"
        someone = contender.pk if contender else 0
        order = self.pick(season.divisions.values_list("order", flat=True))
        number = evening.number if evening else 1
        jokers = Joker.objects.filter(contender__season=season).values_list("pk", flat=True)
        points = SeasonAdjustment.objects.filter(contender__season=season).values_list(
            "pk", flat=True
        )
        away = AwayPeriod.objects.filter(contender__season=season).values_list("pk", flat=True)
        return self.send(
            *self.pick(
                [
                    ("patch", at, {"best": self.dice.randrange(1, 3), "scoring": "best"}),
                    ("patch", at, {"name": self.word}),
                    ("post", f"{at}divisions/", {"name": self.word}),
                    ("patch", f"{at}divisions/{division.order}/", {"name": self.word}),
                    ("delete", f"{at}divisions/{division.order}/"),
                    ("post", f"{at}evenings/", {"dates": ["2026-12-11"]}),
                    ("patch", evening_at, {"date": "2026-12-18", "division": None}),
                    ("delete", evening_at),
                    ("post", f"{evening_at}attach/", {"event": event}),
                    ("post", f"{evening_at}attach/", {"event": event}),
                    ("post", f"{evening_at}detach/"),
                    ("post", f"{evening_at}make/"),
                    ("put", f"{evening_at}absences/{someone}/", {"noticed": True}),
                    ("delete", f"{evening_at}absences/{someone}/"),
                    ("post", f"{at}contenders/", {"lineups": [[self.player]], "division": order}),
                    ("post", f"{at}contenders/", {"lineups": [[self.player]], "division": order}),
                    ("post", f"{at}contenders/", {"lineups": [[self.player, self.player]]}),
                    ("patch", f"{at}contenders/{someone}/", {"division": order}),
                    ("delete", f"{at}contenders/{someone}/"),
                    ("patch", at, {"jokers": self.dice.randrange(3)}),
                    ("post", f"{at}jokers/", {"contender": someone, "evening": number}),
                    ("post", f"{at}jokers/", {"contender": someone, "evening": number}),
                    ("delete", f"{at}jokers/{self.pick(jokers) or 0}/"),
                    (
                        *("post", f"{at}adjustments/"),
                        {"contender": someone, "points": -2, "reason": "late"},
                    ),
                    (
                        *("post", f"{at}adjustments/{self.pick(points) or 0}/revoke/"),
                        {"reason": "misread"},
                    ),
                    (
                        *("post", f"{at}away/"),
                        {"contender": someone, "since": "2026-11-25", "until": "2026-12-20"},
                    ),
                    ("delete", f"{at}away/{self.pick(away) or 0}/"),
                    ("post", f"{at}finish/"),
                    ("post", f"{at}reopen/"),
                    ("post", f"{at}book/"),
                    ("patch", f"{at}public/", {"is_on": True}),
                ]
            )
        )


@pytest.fixture
def owner(db: None) -> User:
    return new_owner()


@pytest.fixture
def api(owner: User) -> APIClient:
    """The owner's program; answers are not compared with their description again."""
    _, token = PersonalToken.objects.create(user=owner, label="mirror")
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Token {token}")
    return client


def test_a_mirror_that_reads_only_what_the_feed_names_is_equal_field_by_field(
    api: APIClient, owner: User
) -> None:
    club = club_of(owner)
    players_add_many(club=club, names=[f"Player {number}" for number in range(1, 19)])
    member_add(club=club, username="sam", role="scorer")
    walk = Walk(api, club, seed=47)
    assert walk.new_event()
    assert walk.of_season()
    mirror = Mirror(api, walk.at)
    worker: list[Callable[[], object]] = [sweep, seasons_sweep]
    written = 0
    while written < 63:
        if walk.step():
            written += 1
            mirror.follow()
        if written % 5 == 0:
            for task in worker:
                task()
            mirror.follow()
    whole = Mirror(api, walk.at)
    for unlisted in mirror.held.keys() - whole.held.keys():  # a hand that was undone
        whole.read(unlisted)
    assert mirror.held.keys() == whole.held.keys()
    different = {at for at in whole.held if mirror.held[at] != whole.held[at]}
    assert {at: mirror.held[at] for at in different} == {at: whole.held[at] for at in different}
