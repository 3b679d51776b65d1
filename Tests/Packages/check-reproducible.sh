#!/usr/bin/env bash
# Checks that two clones in different directories give the same zips: builds the sources again in another directory and
# compares the zips, the SBOM and the digests with those in dist. It uses the sources as they are here, committed or not.
# With the argument `sandbox`, it builds and compares the static sandbox, too, which takes as long again.
set -euo pipefail
cd "$(dirname "$0")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clone="$work/another place"
mkdir -p "$clone"
git ls-files -z --cached --others --exclude-standard -- Package.swift Package.resolved Sources Tests clients \
    operators scripts CHANGELOG.md template.yaml monitoring.yaml |
    xargs -0 cp --parents --no-dereference -t "$clone"
[ ! -e Package.resolved ] || cp Package.resolved "$clone/"
# The same source of curl: a newer one may have come out meanwhile.
curl=$(tail -n 1 .build/static-libcurl.log)
if [ -d "$curl/source" ]; then export CURL_SOURCE=$curl/source; fi
# The copy has no commit, so it is told which, and its date.
SOURCE_DATE_EPOCH=$(date --date "$(sed -n 's/.*"timestamp": "\(.*\)".*/\1/p' dist/sbom.cdx.json)" +%s)
SOURCE_COMMIT=$(sed -n '/:commit"/{n;s/.*"value": "\(.*\)".*/\1/p}' dist/sbom.cdx.json)
TOOLS_PYTHON=$PWD/.build/tools/bin/python
export SOURCE_DATE_EPOCH SOURCE_COMMIT TOOLS_PYTHON
built() { "$clone/scripts/zips/$1" >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }; }
built package.sh
compared=(dist/*.zip dist/*.json dist/THIRD-PARTY.md dist/SHA256SUMS)
[ "${1:-}" != sandbox ] || { built sandbox.sh; compared+=(dist/sandbox); }
for file in "${compared[@]}"; do
    cmp "$file" "$clone/$file"
    echo "  ok  $file: the same from another directory"
done
