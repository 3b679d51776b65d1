#!/usr/bin/env bash
# The rehearsal on emulated AWS: the packaged template and functions in ministack, and the functions under AWS's Runtime
# Interface Emulator, all on loopback. Logs are kept in .build/rehearsal.
#
# Usage: Tests/Rehearsal/rehearse.sh [PYTEST OPTION...]; with ACTIONS=1 in the environment it takes one right after
# another away from the functions, too.
set -euo pipefail
cd "$(dirname "$0")/../.."

output=$PWD/.build/rehearsal
mkdir -p "$output"
rm -rf "$output"/*.log "$output/state"
for function in Sources/Functions/*/; do
    zip=dist/$(basename "$function").zip
    [ -e "$zip" ] || { echo "$zip is missing: make package first" >&2; exit 1; }
done
SANDBOX=${SANDBOX:-$(swift build --show-bin-path)/sandbox}
export SANDBOX REHEARSAL_OUTPUT=$output PYTHONDONTWRITEBYTECODE=1
modules=$(printf "'%s' " "$PWD"/Tests/{Journeys,EndToEnd,Deployment} "$PWD"/{scripts,operators/src})
exec "$output/tools/bin/python" -m pytest Tests/Rehearsal -o "pythonpath=$modules" -p no:cacheprovider -W ignore \
    --durations 5 --tb short -rs -q "$@"
