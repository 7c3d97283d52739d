"""A site without some of its apps: nothing of them is there, and nothing else is missing."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

from config.settings import APPS_ABOVE_EVENTS
from tests.examples import THOROUGH

# Everyday runs leave out all at once; that they import none of each other is a contract of
# import-linter.
ALL = tuple(APPS_ABOVE_EVENTS)
EACH_AND_ALL = [*((app,) for app in ALL), ALL]


@pytest.mark.slow
@pytest.mark.parametrize("apps", EACH_AND_ALL if THOROUGH else [ALL], ids=", ".join)
def test_a_site_without_an_app_answers_everywhere_and_links_nowhere_else(
    apps: tuple[str, ...],
) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.config.left_out"],
        env=os.environ | {"ALLMARK_WITHOUT": ",".join(apps)},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    *wrong, count = done.stdout.strip().splitlines() or [done.stderr]
    assert wrong == []
    assert done.returncode == 0, done.stderr
    assert int(count) > 90


def test_an_app_that_cannot_be_left_out_is_refused_by_name() -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "check"],
        env=os.environ | {"ALLMARK_WITHOUT": "scoring"},
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert "not scoring" in done.stderr
