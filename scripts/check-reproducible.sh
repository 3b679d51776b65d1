#!/usr/bin/env bash
# Checks that two clones in different directories give the same zips: builds the sources again in another directory and
# compares the zips with those in dist. It uses the sources as they are here, committed or not.
set -euo pipefail
cd "$(dirname "$0")/.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clone="$work/another place"
mkdir -p "$clone"
git ls-files -z --cached --others --exclude-standard -- Package.swift Package.resolved Sources Tests scripts |
    xargs -0 cp --parents -t "$clone"
[ ! -e Package.resolved ] || cp Package.resolved "$clone/"
"$clone/scripts/package.sh" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
for zip in dist/*.zip; do
    cmp "$zip" "$clone/$zip"
    echo "  ok  $zip: the same from another directory"
done
