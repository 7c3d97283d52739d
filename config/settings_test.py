"""Settings of the tests: those of the site. All that differs stands here, each with its reason.

Static files, middleware, content security policy and caches are the site's own. pytest-django adds
the host ``testserver`` and, on SQLite, a database in memory.
"""

import os
import tempfile

os.environ.setdefault("TZ", "UTC")  # times in expected texts are those of no machine
if "ALLMARK_DATA" not in os.environ or "PYTEST_XDIST_WORKER" in os.environ:
    # No test writes to a club's folder; a worker inherits the controller's and must not share it.
    os.environ["ALLMARK_DATA"] = tempfile.mkdtemp(prefix="allmark-test-")

from config.settings import *  # noqa: F403 the folder must be chosen before settings are read
from config.settings import BASE_DIR, DATABASES

# A real hash takes a tenth of a second, and most tests make users.
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# Collected once for all processes and runs, and again when a file changes: see tests/conftest.py.
STATIC_ROOT = BASE_DIR / ".collected" / "static"

# No worker runs: a task runs where it is sent, its message written and read as for a worker, and
# its failure is the test's.
CELERY_TASK_ALWAYS_EAGER = True
CELERY_TASK_EAGER_PROPAGATES = True

# On PostgreSQL tests/run.py migrates one database, of which each process takes a copy.
if "TEST_TEMPLATE" in os.environ:
    DATABASES["default"]["TEST"] = {"TEMPLATE": os.environ["TEST_TEMPLATE"]}
