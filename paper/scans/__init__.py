"""Photographs of marked sheets read into hands."""

import os

# Read when numpy is loaded. The matrices here are small: several threads of its library find the
# same in the same time, and waiting for each other they spend a quarter more CPU seconds.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
