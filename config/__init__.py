"""The Django project."""

import gc
from typing import Final

from config.celery import app as celery_app

__all__ = ["celery_app"]

OBJECTS_BEFORE_COLLECTING: Final = 50_000
"""New objects after which Python looks for cycles; a page makes some thousands and no cycles."""

# Of every process of the site: while it starts, Python's own 700 would look through all modules
# several times, which takes a tenth to a sixth of the start.
gc.set_threshold(OBJECTS_BEFORE_COLLECTING, 20, 100)
