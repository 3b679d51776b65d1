#!/usr/bin/env bash
# Runs a command that prints little or nothing for a long time. At a terminal, a line shows what it does and for how
# long it has been running. The line disappears when the command ends. Elsewhere, in a log, it is printed once.
#
# Usage: scripts/progress.sh WHAT USUALLY COMMAND [ARGUMENT...]
# for example scripts/progress.sh "Building libcurl" "about a minute" make -C lib
set -uo pipefail
what=$1 usually=$2
shift 2

if [ ! -t 2 ] || [ "${TERM:-dumb}" = dumb ]; then
    echo "$what (usually $usually)" >&2
    exec "$@"
fi

# A terminal's line must not wrap, because only its last row can be cleared.
width=$(($(tput cols 2>/dev/null || echo 80) - 1))
show() {
    local line
    while :; do
        printf -v line '%s: %d:%02d (usually %s)' "$what" $((SECONDS / 60)) $((SECONDS % 60)) "$usually"
        # The cursor goes back to the start of the line, so that what the command prints replaces it.
        printf '\r\e[K%s\r' "${line:0:width}" >&2
        sleep 1
    done
}
SECONDS=0
show &
ticker=$!
finish() {
    kill "$ticker" 2>/dev/null
    wait "$ticker" 2>/dev/null
    printf '\r\e[K' >&2
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
"$@"
