"""Settings of the tests: a temporary folder, UTC, fast password hashes, tasks run inline."""

import os
import tempfile

os.environ.setdefault("TZ", "UTC")
if "ALLMARK_DATA" not in os.environ or "PYTEST_XDIST_WORKER" in os.environ:
    # A worker inherits the controller's folder and must not share it.
    os.environ["ALLMARK_DATA"] = tempfile.mkdtemp(prefix="allmark-test-")

from config.settings import *  # noqa: F403 the folder must be chosen before settings are read

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True
WHITENOISE_AUTOREFRESH = True  # serves the source files; nothing has to be collected
