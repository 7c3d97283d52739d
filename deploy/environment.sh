#!/bin/sh
# deploy/environment.sh FOLDER LOCK [PYTHON]: a virtual environment with what a lock file lists.
#
# It is made by PYTHON, else by the newest suitable interpreter that PATH finds, the system's own
# build before others of its version, and is kept for as long as that interpreter runs it.
set -eu
folder=$1 lock=$2 asked=${3-}
newline='
'
# Prints which Python it is; fails where one has no environments, no SQLite, no TLS.
which='
import sys
assert sys.version_info >= (3, 11), "Allmark needs 3.11 or later"
import ctypes, ensurepip, os.path, sqlite3, ssl, venv
print("Python %d.%d.%d" % sys.version_info[:3] + " (" + os.path.realpath(sys.executable) + ")")'

candidates() {
    if [ "$asked" ]; then
        echo "$asked"
        return
    fi
    for name in python3.14 python3.13 python3.12 python3.11 python3; do
        [ ! -x "/usr/bin/$name" ] || echo "/usr/bin/$name"
        command -v "$name" || true
    done
}

# An environment whose interpreter was replaced by another version has no pip for it.
kept=$("$folder/bin/python" -c "import pip$newline$which" 2>/dev/null) || kept=
if [ "$kept" ] && [ "$asked" ]; then
    [ "$kept" = "$("$asked" -c "$which" 2>/dev/null)" ] || kept=
fi
if [ -z "$kept" ]; then
    passed_over=
    IFS=$newline
    for python in $(candidates); do
        if said=$("$python" -c "$which" 2>&1); then
            rm -rf "$folder"
            kept=$said
            said=$("$python" -m venv "$folder" 2>&1) && break
            kept=
        fi
        passed_over="$passed_over$newline  $python: $(echo "$said" | tail -n 1)"
    done
fi
if [ -z "$kept" ]; then
    echo "Allmark needs Python 3.11 or later with venv, SQLite and TLS.${passed_over:+ Not suitable:$passed_over}"
    echo "On Debian and Ubuntu: apt install python3 python3-venv"
    echo "Elsewhere: make run PYTHON=/path/to/python3.13"
    exit 1
fi >&2
echo "$kept"

# What was installed from other lock files than those of today counts as not installed.
today=$(cat requirements*.lock | cksum)
if ! grep -qxF "$today $lock" "$folder/installed" 2>/dev/null; then
    echo "Installing …"
    if ! said=$("$folder/bin/python" -m pip install --disable-pip-version-check --require-hashes -r "$lock" 2>&1); then
        echo "$said" >&2
        exit 1
    fi
    {
        grep -F "$today " "$folder/installed" 2>/dev/null || true
        printf '%s\n' "$today $lock" "$today requirements.lock" # part of every other one
    } >"$folder/installed.new"
    mv "$folder/installed.new" "$folder/installed"
fi
