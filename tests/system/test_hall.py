"""A laptop's site opened to the hall's network by one press, in the running site."""

from pathlib import Path

import pytest

from config.supervisor import direct
from core import system
from tests.system.site import eventually, running
from tests.system.visitor import Visitor

pytestmark = [pytest.mark.nightly]


def test_phones_reach_the_site_after_one_press(tmp_path: Path, prepared: Path) -> None:
    if not (known := system.hall_addresses()):
        pytest.skip("this machine is in no network")
    with running(tmp_path, prepared=prepared) as site:
        port = site.url.rstrip("/").rpartition(":")[2]
        phone = f"http://{known[0]}:{port}/sign-in/"

        def answers() -> bool:
            try:
                with direct.open(phone, timeout=5) as page:
                    return bool(page.status == 200)
            except OSError:
                return False

        assert not answers()
        organiser = Visitor(site)
        organiser.sign_in("organiser", site.password)
        organiser.page("/hall/")
        organiser.send("/hall/", host=known[0], next="/clubs/")
        eventually(answers)
