#!/bin/sh
# Opens the house at once. Where the package is not built yet, or no longer up to date, the house runs from plain
# source while the package is compiled in the background; bots take the compiled one as soon as it is ready.
# usage: play.sh FOLDER      (of the virtual environment)
set -eu
venv=$1

if [ "$venv/package" -nt "$venv/inputs" ] && ${MAKE:-make} -q -o "$venv/inputs" "$venv/package" 2>/dev/null; then
    exec "$venv/bin/ludoteca" house --open
fi

mkdir -p build
rm -f build/compiled
(
    if nice -n 19 ${MAKE:-make} --no-print-directory setup >build/compiling.log 2>&1; then
        touch build/compiled
        echo "the rules are compiled: bots think faster from now on, and the house when it is opened next"
    else
        echo "the rules could not be compiled, and the house goes on without; build/compiling.log says why"
    fi
) &
echo "opening the house from plain source; the rules are being compiled in the background"
PYTHONPATH=src LUDOTECA_COMPILED=build/compiled exec "$venv/bin/python" -m ludoteca house --open
