"""The WSGI application that the web server runs."""

import gc
import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

application = get_wsgi_application()

# What is loaded by now stays for ever: the collector need not walk it with every round.
gc.collect()
gc.freeze()
