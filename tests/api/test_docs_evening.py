"""The evening of ``docs/api.md``, played by the program as it is printed there."""

import re

import pytest
from pytest_django.live_server_helper import LiveServer

from clubs.models import Club, PersonalToken, User
from tests.api.test_docs import TEXT
from tournaments.events.models import EventState


def test_the_evening_is_played_as_written(
    live_server: LiveServer,
    club: Club,
    owner: User,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    section = TEXT.split("## A whole evening\n")[1]
    program = re.search(r"```python\n(.*?)```", section, re.DOTALL)
    assert program
    monkeypatch.setenv("AT", f"{live_server.url}/api/v1/clubs/{club.slug}/")
    monkeypatch.setenv("TOKEN", str(PersonalToken.objects.create(user=owner)[1]))
    exec(compile(program[1], "docs/api.md", "exec"), {})
    first, second = (line.split(" ", 1) for line in capsys.readouterr().out.splitlines())
    assert (first[0], second[0]) == ("1", "2")
    assert {first[1], second[1]} == {"Ann Bob", "Cleo Dev"}  # who deals first is drawn
    event = club.events.get()
    assert (event.state, event.rounds.count()) == (EventState.FINISHED, 1)
    assert event.rounds.get().tables.get().games.get().match.hand_count >= 2
