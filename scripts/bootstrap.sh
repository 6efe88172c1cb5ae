#!/bin/sh
# Finds a Python, brings by apt what is missing where it may, and makes the virtual environment.
# usage: bootstrap.sh FOLDER      (PYTHON=... chooses the Python)
set -eu
venv=$1

say() { printf '%s\n' "$*" >&2; }

may_install() { [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; }

# Installs Debian packages, or says how to.
bring() {
    if may_install; then
        say "installing $*"
        apt-get update -qq -o Acquire::Languages=none >/dev/null || true
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
    else
        say "missing; on Debian or Ubuntu: sudo apt-get install $*"
        return 1
    fi
}

recent() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
has_venv() { "$1" -c 'import ensurepip, venv' >/dev/null 2>&1; }
has_headers() {
    "$1" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(os.path.join(sysconfig.get_path("include"), "Python.h")))' >/dev/null 2>&1
}

# Those come first for which every package of the tests is built.
candidates=${PYTHON:-python3.14 python3.13 python3.12 python3.11 python3.15 python3}

# The first Python that has everything; else the first that is recent enough.
find_python() {
    for name in $candidates; do
        if recent "$name" && has_venv "$name" && has_headers "$name"; then echo "$name"; return; fi
    done
    for name in $candidates; do
        if recent "$name"; then echo "$name"; return; fi
    done
    return 1
}

if ! python=$(find_python) && may_install && [ -z "${PYTHON:-}" ]; then
    bring python3 python3-venv || true
fi
if ! python=$(find_python); then
    say "Ludoteca needs Python 3.11 or newer; none was found (tried: $candidates)."
    say "Install one, or name it: make PYTHON=/path/to/python3.12 setup"
    exit 1
fi
version=$("$python" -c 'import sys; print("python%d.%d" % sys.version_info[:2])')

if ! has_venv "$python"; then
    say "$python cannot make virtual environments."
    bring "$version-venv" || exit 1
fi

# Unpacks the pip that comes with Python: to compile all of it, as venv does, takes longer than all else here.
unpack_pip() {
    "$venv/bin/python" -c 'import ensurepip, sysconfig, zipfile
from pathlib import Path
folders = [sysconfig.get_config_var("WHEEL_PKG_DIR"), Path(ensurepip.__file__).with_name("_bundled")]
wheels = [wheel for folder in folders if folder for wheel in Path(folder).glob("pip-*.whl")]
zipfile.ZipFile(wheels[0]).extractall(sysconfig.get_path("purelib"))' >/dev/null 2>&1 &&
        "$venv/bin/python" -m pip --version >/dev/null 2>&1
}

"$python" -m venv --without-pip "$venv"
unpack_pip || "$python" -m venv "$venv"
