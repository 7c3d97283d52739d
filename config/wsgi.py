"""The WSGI application that the web server runs."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# Everything loaded by now stays for ever, so the collector need not traverse it.
gc.collect()
gc.freeze()
