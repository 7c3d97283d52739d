#!/bin/sh
# deploy/install.sh [PYTHON]: put into a copy of the program what it needs to serve and does not
# change afterwards: packages in .venv, compiled languages, static files in collected/.
# The image of a container is made by it; so is any folder that the site's account may only read.
set -eu
cd "$(dirname "$0")/.."
deploy/environment.sh .venv requirements.lock "${1-}"
ALLMARK_DATA=$(mktemp -d)
export ALLMARK_DATA
trap 'rm -rf "$ALLMARK_DATA"' EXIT
.venv/bin/python manage.py compilemessages
mkdir -p collected # where it exists, the site takes its static files from there
.venv/bin/python manage.py collectstatic --no-input --verbosity 0
