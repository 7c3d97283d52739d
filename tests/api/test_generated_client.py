"""An evening played by a client that was generated from the kept description alone."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx
import pytest
from django.core.signals import request_finished, request_started
from django.db import close_old_connections

from clubs.models import Club, PersonalToken, User
from config.wsgi import application
from jobs.tasks import job_make
from leagues.services.standings import season_refresh
from tests.api.conftest import NAMES, hand
from tests.api.operations import described
from tests.archive.packages import archive_of
from tournaments.events.services.standings import standings_refresh

PACKAGE = "generated_allmark"
SETTINGS = """
post_hooks: []
content_type_overrides:
  application/pdf: application/octet-stream
  application/x-ndjson: application/octet-stream
  application/zip: application/octet-stream
  image/jpeg: application/octet-stream
"""
EVENING = date(2026, 11, 20)


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Generate the client and make it importable; the generator has nothing to warn of."""
    folder = tmp_path_factory.mktemp("client")
    settings = folder / "settings.yaml"
    settings.write_text(SETTINGS)
    description = folder / "description.json"
    description.write_text(json.dumps(described()))
    command = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    command += ["--path", str(description), "--config", str(settings), "--fail-on-warning"]
    command += ["--output-path", str(folder / PACKAGE)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    sys.path.insert(0, str(folder))
    yield PACKAGE
    sys.path.remove(str(folder))


class Program:
    """Another program: it knows the generated package, the address of the site and a token."""

    def __init__(self, package: str, token: str) -> None:
        self.package = package
        self.models: ModuleType = import_module(f"{package}.models")
        client = import_module(f"{package}.client")
        self.client = client.AuthenticatedClient(
            base_url="http://testserver",
            token=token,
            prefix="Token",
            raise_on_unexpected_status=True,
            httpx_args={"transport": httpx.WSGITransport(app=application)},
        )

    def do(self, operation: str, *at: object, **given: Any) -> Any:
        """Send a request and return the parsed body of its answer, which is not a problem."""
        module = import_module(f"{self.package}.api.{operation}")
        answer = module.sync_detailed(*at, client=self.client, **given)
        assert answer.status_code < 300, answer.content.decode()
        return answer.parsed

    def lines(self, operation: str, *at: object, lines: list[Any]) -> list[Any]:
        """Send lines as the generated request, and read each line of the answer as its model.

        The generator makes one model of the whole body, of which the description has a line.
        """
        module = import_module(f"{self.package}.api.{operation}")
        types = import_module(f"{self.package}.types")
        body = "\n".join(json.dumps(line.to_dict()) for line in lines).encode()
        request = module._get_kwargs(*at, body=types.File(payload=body))
        answer = self.client.get_httpx_client().request(**request)
        assert answer.status_code == 200, answer.text
        return [self.models.LineAnswer.from_dict(json.loads(line)) for line in answer.iter_lines()]

    def file(self, data: bytes) -> Any:
        return import_module(f"{self.package}.types").File(payload=BytesIO(data))

    def hand(self, dealer: int, *, made: bool = True) -> Any:
        return self.models.Texas42HandInMatch.from_dict(hand(dealer, made=made))


@pytest.fixture
def program(package: str, owner: User) -> Iterator[Program]:
    """The owner's program, on the test's own database connection."""
    token = PersonalToken.objects.create(user=owner)[1]
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield Program(package, token)
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def enter_pairs(program: Program, slug: str) -> tuple[int, list[int]]:
    """Add players to the roster and enter them in an event with a fee; return their keys."""
    models = program.models
    players = [
        program.do("players.players_create", slug, body=models.PlayerInRequest(name=name)).id
        for name in NAMES
    ]
    event_in = models.EventInRequest(
        date=EVENING,
        name="Friday",
        format_=models.EventInRequestFormat("round_robin"),
        rules=models.EventInRequestRules.from_dict({"preset": "marks", "target": 2}),
    )
    event = program.do("events.events_create", slug, body=event_in)
    assert (event.name, event.date) == ("Friday", EVENING)
    fee = models.PatchedSetUpInRequest(fee=500)
    assert program.do("money.money_update", slug, event.id, body=fee).fee == 500
    for pair in zip(players[::2], players[1::2], strict=True):
        event_in = models.EntryInRequest(players=[*pair])
        entry = program.do("entries.entries_add", slug, event.id, body=event_in)
        assert [player.id for player in entry.players] == [*pair]
    return event.id, players


def play_hands(program: Program, slug: str, match: int) -> None:
    """Record a match hand by hand, the first one wrongly, and correct it."""
    state = program.do("matches.matches_retrieve", slug, match)
    wrong = program.hand(state.next_dealer)
    written = program.do("hands.hands_record", slug, match, body=wrong, idempotency_key="1")
    right = program.models.CorrectionRequest(
        record=program.hand(state.next_dealer, made=False), reason="one trick was miscounted"
    )
    tag = f'"r{written.revision}"'
    corrected = program.do("hands.hands_correct", slug, match, 1, body=right, if_match=tag)
    assert corrected.revision == written.revision + 1
    revisions = program.do("hands.hands_revisions", slug, match, 1).results
    assert [row.reason for row in revisions if row.reason] == ["one trick was miscounted"]
    state = program.do("matches.matches_retrieve", slug, match)
    line = program.models.LineInRequest(
        match=match, key="line 1", record=program.hand(state.next_dealer)
    )
    outcomes = [
        answer.outcome.value
        for _time in range(2)
        for answer in program.lines("hands.hands_import", slug, lines=[line])
    ]
    assert outcomes == ["recorded", "known"]
    while not (state := program.do("matches.matches_retrieve", slug, match)).is_over:
        program.do("hands.hands_record", slug, match, body=program.hand(state.next_dealer))


def play_rounds(program: Program, slug: str, event: int) -> None:
    """Play every round: one match by its hands, all others by their results."""
    rounds = program.do("rounds.rounds_plan", slug, event)
    assert len(rounds) == 3
    by_hands = True
    for planned in rounds:
        begun = program.do("rounds.rounds_begin", slug, event, planned.number)
        for table in begun.tables:
            for game in table.games:
                if by_hands:
                    play_hands(program, slug, game.match)
                    by_hands = False
                else:
                    result = program.models.ResultRequest(totals=[2, 1])
                    program.do("matches.matches_result_enter", slug, game.match, body=result)


def test_a_generated_client_runs_an_evening(program: Program, club: Club) -> None:
    models = program.models
    assert [row.slug for row in program.do("clubs.clubs_list").results] == [club.slug]
    slug = club.slug
    event, players = enter_pairs(program, slug)
    season_in = models.SeasonInRequest(
        name="Autumn", game=models.SeasonInRequestGame("texas42"), dates=[EVENING]
    )
    season = program.do("seasons.seasons_create", slug, body=season_in).id
    pairs = [[*pair] for pair in zip(players[::2], players[1::2], strict=True)]
    season_in = models.ContendersInRequest(lineups=pairs)
    program.do("seasons.season_contenders_add", slug, season, body=season_in)
    attached = models.AttachInRequest(event=event)
    assert program.do("seasons.season_evenings_attach", slug, season, 1, body=attached)
    play_rounds(program, slug, event)
    for fee in program.do("money.fees_list", slug, event).results:
        paid = models.FeeInRequest(status=models.FeeInRequestStatus("paid"))
        program.do("money.fees_update", slug, event, fee.entry, fee.place, body=paid)
    standings_refresh(event_id=event)  # what the worker does
    standings = program.do("standings.standings_retrieve", slug, event)
    assert (len(standings.rows), standings.is_stale) == (4, False)
    finished = program.do("events.events_finish", slug, event)
    assert finished.state == models.EventState("finished")
    season_refresh(season_id=season)  # what the worker does
    table = program.do("seasons.seasons_standings", slug, season)
    assert len(table.divisions[0].lines) == len(pairs)
    statement = program.do("money.statement_retrieve", slug, players[0])
    assert statement[0].lines


def test_a_generated_client_sends_an_archive_and_has_it_read(
    program: Program, club: Club, settings: Any, tmp_path: Path
) -> None:
    settings.JOB_ROOT = tmp_path / "archives"
    sent = program.do("archives.arrivals_upload", body=program.file(archive_of(club)))
    job_make(str(sent.id))  # what the worker does
    report = program.do("archives.arrivals_retrieve", sent.id)
    assert (report.slug, report.is_readable) == (club.slug, True)
    body = program.models.ReadInRequest(slug="second")
    assert program.do("archives.arrivals_read", sent.id, body=body).kind == "archive-import"
