"""The units, containers and settings in deploy/ agree with the program."""

import json
import re
from pathlib import Path
from typing import Any

import yaml
from django.core.management import get_commands, load_command_class
from jsonschema import Draft7Validator

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


def compose() -> dict[str, Any]:
    """The compose file, its anchors resolved."""
    content: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    return content


def own_services() -> dict[str, dict[str, Any]]:
    """The services that run the site's own image."""
    services = compose()["services"].items()
    return {name: service for name, service in services if service["image"] == "allmark"}


def test_the_compose_file_follows_the_compose_specification() -> None:
    schema = json.loads((Path(__file__).parent / "compose-spec.json").read_text())
    errors = Draft7Validator(schema).iter_errors(compose())
    assert [f"{error.json_path}: {error.message}" for error in errors] == []


def test_the_compose_file_names_nothing_that_is_not_there() -> None:
    """A schema knows no references: ``docker compose config`` looks at these, too."""
    whole = compose()
    for name, service in whole["services"].items():
        assert set(service.get("depends_on", ())) <= set(whole["services"]) - {name}
        assert set(service.get("secrets", ())) <= set(whole["secrets"])
        assert {volume.partition(":")[0] for volume in service.get("volumes", ())} <= set(
            whole["volumes"]
        )
        for variable, value in service.get("environment", {}).items():
            if variable.endswith("_FILE"):
                assert value.removeprefix("/run/secrets/") in service["secrets"]
    script = (DEPLOY / "compose.sh").read_text()
    made = re.findall(r"^    secret_make ([\w-]+)", script, re.MULTILINE)
    assert {f"secrets/{name}" for name in made} == {
        secret["file"] for secret in whole["secrets"].values()
    }
    (stopped,) = re.findall(r"compose stop (.*)", script)
    assert set(stopped.split()) == set(own_services()) - {"migrate"}


def test_every_service_of_the_site_has_a_command_that_it_accepts_and_every_queue_a_worker() -> None:
    image = (DEPLOY / "Containerfile").read_text()
    commands = [json.loads(line) for line in re.findall(r"^CMD (\[.*\])$", image, re.MULTILINE)]
    commands += [service["command"] for service in own_services().values()]
    for name, *words in commands:
        command = load_command_class(get_commands()[name], name)
        command.create_parser("manage.py", name).parse_args(words)
    assert sorted(words[2] for words in commands if words[0] == "worker") == sorted(QUEUES)


def test_every_variable_of_the_compose_file_is_documented() -> None:
    known = re.findall(r"^\| `([A-Z_]+)` \|", (ROOT / "docs/operations.md").read_text(), re.M)
    for service in own_services().values():
        assert {name.removesuffix("_FILE") for name in service["environment"]} <= set(known)
    used = re.findall(r"\$\{(\w+)", (DEPLOY / "compose.yaml").read_text())
    assert set(used) <= set(known)
