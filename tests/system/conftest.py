"""A data folder that a first start has prepared, which sites begin with."""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

from tests.system.site import ROOT, own_settings

FIRST_START = """
from django.conf import settings
from django.core.management import call_command
from config.management.commands.up import owner_ensure, static_collect

call_command("migrate", interactive=False, verbosity=0)
static_collect(settings.DATA_DIR)
owner_ensure(settings.DATA_DIR)
"""


@pytest.fixture(scope="session")
def prepared(folder_of_run: Path) -> Path:
    """What ``manage.py up`` makes before it starts processes; made once a run, not to be changed.

    Half of a first start's CPU seconds are these files.
    """
    folder = folder_of_run / "prepared"
    with (folder_of_run / "prepared.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not folder.exists():
            begun = folder_of_run / "being-prepared"
            shutil.copytree(Path(settings.STATIC_ROOT).parent, begun)
            subprocess.run(
                [sys.executable, "manage.py", "shell", "-v", "0", "-c", FIRST_START],
                cwd=ROOT,
                env=own_settings(begun),
                check=True,
            )
            begun.rename(folder)
    return folder
