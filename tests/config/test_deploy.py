"""The units and settings in deploy/ agree with the program."""

import re
from pathlib import Path

from django.core.management import get_commands, load_command_class

from config.supervisor import QUEUES
from tests.tables import table

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
SERVICES = sorted(DEPLOY.glob("*.service"))
COMMAND = "/opt/allmark/.venv/bin/python manage.py "


def values(unit: Path, key: str) -> list[str]:
    """Return the values of a key, in the order of the file."""
    return re.findall(rf"^{key}=(.*)$", unit.read_text(), re.MULTILINE)


def instances(template: str) -> list[str]:
    """Return the instances of a template that the target starts."""
    wanted = " ".join(values(DEPLOY / "allmark.target", "Wants")).split()
    return [
        name.removeprefix(f"{template}@").removesuffix(".service")
        for name in wanted
        if name.startswith(f"{template}@")
    ]


@table("unit", SERVICES, ids=lambda path: path.name)
def test_a_unit_starts_commands_with_options_that_they_accept(unit: Path) -> None:
    starts = values(unit, "ExecStart")
    assert starts
    for start in starts:
        assert start.startswith(COMMAND)
        for instance in instances(unit.stem.removesuffix("@")) if "@" in unit.name else [""]:
            name, *words = start.removeprefix(COMMAND).replace("%i", instance).split()
            command = load_command_class(get_commands()[name], name)
            command.create_parser("manage.py", name).parse_args(words)


def test_the_target_starts_every_service_and_a_worker_for_each_queue() -> None:
    wanted = " ".join(values(DEPLOY / "allmark.target", "Wants")).split()
    assert {re.sub("@.*[.]", "@.", name) for name in wanted} == {unit.name for unit in SERVICES}
    assert sorted(instances("allmark-worker")) == sorted(QUEUES)


def test_an_update_restarts_every_worker_and_the_clock() -> None:
    lines = (DEPLOY / "README.md").read_text().splitlines()
    (restarted,) = (
        line.split()[2:] for line in lines if line.startswith("systemctl restart allmark-worker@")
    )
    workers = [f"allmark-worker@{name}" for name in QUEUES]
    assert sorted(restarted) == sorted([*workers, "allmark-clock"])


def test_caddy_passes_requests_to_the_web_servers_that_the_target_starts() -> None:
    (upstreams,) = re.findall(
        r"^\treverse_proxy \{\$ALLMARK_WEB:(.*)\} \{$", (DEPLOY / "Caddyfile").read_text(), re.M
    )
    assert upstreams.split() == [f"127.0.0.1:{port}" for port in instances("allmark-web")]


def test_all_services_are_confined_alike() -> None:
    confined = {
        unit.name: unit.read_text().partition("UMask=")[2].partition("\n\n")[0].strip()
        for unit in SERVICES
    }
    assert all(confined.values())
    assert len(set(confined.values())) == 1, confined.keys()


def test_every_setting_of_the_example_is_documented() -> None:
    given = re.findall(r"^(\w+)=", (DEPLOY / "allmark.env.example").read_text(), re.MULTILINE)
    known = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.M)
    assert {"ALLMARK_SECRET_KEY", "DATABASE_URL", "BROKER_URL"} <= set(given) <= set(known)
