#!/usr/bin/env bash
# Packages each function for Lambda as dist/<Function>.zip. The zip's only file is one fully static executable, which is
# also kept as dist/<Function>/bootstrap. Two clones of the same sources give the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
mapfile -t functions < <(ls Sources/Functions)

rm -rf dist
scripts/static-build.sh dist "${functions[@]}"
for function in "${functions[@]}"; do
    scripts/zip_bootstrap.py "dist/$function/bootstrap" "dist/$function.zip"
    printf '%-28s %8d bytes, unpacked %9d bytes\n' "dist/$function.zip" \
        "$(stat -c %s "dist/$function.zip")" "$(stat -c %s "dist/$function/bootstrap")"
done
