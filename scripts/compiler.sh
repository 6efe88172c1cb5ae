#!/bin/sh
# Brings by apt, where it may, what compiling the rules and writing on pictures needs. Without it the house
# stands too: rules run as plain Python, pictures have no letters.
# usage: compiler.sh FOLDER      (of the virtual environment)
set -eu
python=$1/bin/python

say() { printf '%s\n' "$*" >&2; }

has_headers() {
    "$python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' >/dev/null 2>&1
}

# The compiler that this Python would call.
has_compiler() {
    cc=${CC:-$("$python" -c 'import sysconfig; print(sysconfig.get_config_var("CC") or "cc")')}
    command -v "${cc%% *}" >/dev/null 2>&1
}

wanted=
has_compiler || wanted="$wanted gcc libc6-dev"
has_headers || wanted="$wanted $("$python" -c 'import sys; print("python%d.%d-dev" % sys.version_info[:2])')"
if command -v dpkg-query >/dev/null 2>&1; then
    dpkg-query -W -f '${Status}' fonts-dejavu-core 2>/dev/null | grep -q 'ok installed' || wanted="$wanted fonts-dejavu-core"
fi
if [ -n "$wanted" ]; then
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "installing$wanted"
        apt-get update -qq >/dev/null || true
        # shellcheck disable=SC2086  # a list of packages
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $wanted >/dev/null || say "going on without"
    else
        say "missing; on Debian or Ubuntu: sudo apt-get install$wanted; going on without"
    fi
fi
