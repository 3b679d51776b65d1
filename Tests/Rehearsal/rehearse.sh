#!/usr/bin/env bash
# The rehearsal on emulated AWS: the packaged template and functions in ministack, and the functions under AWS's Runtime
# Interface Emulator, all on loopback. Logs are kept in .build/rehearsal. Two files of tests run at a time, each with an
# emulator: -n 0 runs one test after the other.
#
# Usage: Tests/Rehearsal/rehearse.sh [PYTEST OPTION...]; with ACTIONS=1 in the environment it takes one right after
# another away from the functions, and with FROM=COMMIT it upgrades a stack of that commit, whose zips it builds first.
set -euo pipefail
cd "$(dirname "$0")/../.."
# Tests call make for themselves, and must not inherit what this run was asked for.
unset ARGS DIST MAKEFLAGS

output=$PWD/.build/rehearsal
export PYTHONPYCACHEPREFIX=$PWD/.build/pycache
mkdir -p "$output"
rm -rf "$output"/*.log "$output"/{gw*,state}
for function in Sources/Functions/*/; do
    zip=dist/$(basename "$function").zip
    [ -e "$zip" ] || { echo "$zip is missing: make package first" >&2; exit 1; }
done
if [ -n "${FROM:-}" ]; then
    commit=$(git rev-parse --verify --end-of-options "$FROM^{commit}")
    export FORMER=$PWD/.build/former/$commit
    if [ ! -e "$FORMER/dist/template.json" ]; then
        rm -rf "$FORMER"
        git clone --quiet --no-checkout . "$FORMER"
        git -C "$FORMER" checkout --quiet "$commit"
        mkdir "$FORMER/.build"
        cp -R .build/static-curl "$FORMER/.build/"
        make -C "$FORMER" package
        PYTHONPATH=scripts:operators/src .build/tools/bin/python -m template.distributed "$FORMER"
    fi
fi
SANDBOX=${SANDBOX:-$PWD/.build/debug/sandbox}
export SANDBOX REHEARSAL_OUTPUT=$output
modules=$(printf "'%s' " "$PWD"/Tests/{Journeys,EndToEnd,Deployment} "$PWD"/{scripts,operators/src})
exec "$output/tools/bin/python" -m pytest Tests/Rehearsal -o "pythonpath=$modules" -n 2 --dist loadfile \
    -p no:cacheprovider -W ignore --durations 5 --tb short -rs -q "$@"
