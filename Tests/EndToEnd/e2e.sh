#!/usr/bin/env bash
# The journeys and real clients against running sandboxes: AWS CLI, boto3, pycognito, PyJWT, Authsignal's packages,
# Amplify JS, moto and Chromium. Tests whose clients are absent are skipped, and the reason is printed.
# Each test starts and ends the sandboxes that it needs, on loopback and on ports that the system chooses. Logs, and
# screenshots of what failed, are kept in .build/e2e. Two files of tests run at a time: -n 0 runs one test after the
# other.
#
# Usage: Tests/EndToEnd/e2e.sh [PYTEST OPTION...], for example -k clients
#        Tests/EndToEnd/e2e.sh --pictures [OPTION...] takes pictures of the page's states into .build/screenshots
set -euo pipefail
cd "$(dirname "$0")/../.."

output=$PWD/.build/e2e
rm -rf "$output/screenshots" "$output"/*.log
mkdir -p "$output/screenshots"

SANDBOX=${SANDBOX:-$PWD/.build/debug/sandbox}
export SANDBOX E2E_OUTPUT=$output PYTHONPYCACHEPREFIX=$PWD/.build/pycache
if [ "${1:-}" = --pictures ]; then
    rm -rf .build/screenshots
    PYTHONPATH=$PWD/Tests/Journeys:$PWD/operators/src exec "$output/tools/bin/python" Tests/EndToEnd/screenshots.py \
        "${@:2}" "$SANDBOX" .build/screenshots
fi
Tests/Samples/check.sh
# Warnings from the clients' own code are not ours to fix.
"$output/tools/bin/python" -m pytest Tests/EndToEnd -o "pythonpath='$PWD/Tests/Journeys' '$PWD/operators/src'" \
    -n 2 --dist loadfile -p no:cacheprovider -W ignore --durations 5 --tb short -rs -q "$@"
