#!/usr/bin/env bash
# Checks the result of scripts/zips/sandbox.sh: one executable that needs only the kernel and carries nothing of this
# machine. In an empty root directory it tells its story, replays an event and serves its page.
set -euo pipefail
cd "$(dirname "$0")/../.."

fail() {
    echo "check-sandbox: $*" >&2
    exit 1
}

sandbox=dist/sandbox
[ -x "$sandbox" ] || fail "no $sandbox: scripts/zips/sandbox.sh first"
headers=$(readelf --wide --file-header --program-headers --dynamic "$sandbox")
if grep -qE 'INTERP|NEEDED' <<<"$headers"; then fail "$sandbox is not static"; fi
strings --all "$sandbox" >.build/strings
# The data on languages would double it.
if grep -nE 'FoundationInternationalization|U_ICU' .build/strings; then fail "$sandbox contains all of Foundation"; fi
if grep -nF -e "$PWD" -e "$HOME/" .build/strings; then fail "$sandbox contains names of this machine's directories"; fi
echo "  ok  static, $(($(stat -c %s "$sandbox") / 1000000)) MB"

. Tests/Packages/isolation.sh
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"${isolated[@]}" env PYTHONPATH=operators/src PYTHONDONTWRITEBYTECODE=1 Tests/Packages/drive_sandbox.py dist "$work"
echo "check-sandbox: all good"
