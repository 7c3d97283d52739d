"""The settings of the tests, with the app first: its field is there before any form is made."""

from config.settings_test import *  # noqa: F403
from config.settings_test import INSTALLED_APPS

INSTALLED_APPS = ["tests.one_setting_more", *INSTALLED_APPS]
