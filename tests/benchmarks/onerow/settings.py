"""The site's settings with the floor beside it."""

from config.settings import *  # noqa: F403 everything, and one app more

INSTALLED_APPS += ["tests.benchmarks.onerow"]  # noqa: F405
ROOT_URLCONF = "tests.benchmarks.onerow.urls"
MIGRATION_MODULES = {"onerow": None}
