"""The Celery application: ``celery -A config worker``."""

import os

from celery import Celery
from kombu.transport import TRANSPORT_ALIASES

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

TRANSPORT_ALIASES["folder"] = "config.folder_queue:Transport"

app = Celery("allmark")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
