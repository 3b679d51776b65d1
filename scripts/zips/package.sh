#!/usr/bin/env bash
# Packages each function for Lambda as dist/<Function>.zip. The zip's only file is one fully static executable, which is
# also kept as dist/<Function>/bootstrap. Two clones of the same sources give the same bytes. Beside the zips it writes
# what they contain (sbom.cdx.json) and SHA256SUMS.
set -euo pipefail
cd "$(dirname "$0")/../.."
export PYTHONPYCACHEPREFIX=$PWD/.build/pycache
mapfile -t functions < <(ls Sources/Functions)

rm -rf dist/*.{zip,whl,tgz,tar.gz} "${functions[@]/#/dist/}" dist/{sandbox,sbom.cdx.json,SHA256SUMS,THIRD-PARTY.md}
mkdir -p dist
scripts/zips/static-build.sh dist "${functions[@]}"
for function in "${functions[@]}"; do
    scripts/zips/zip_bootstrap.py "dist/$function/bootstrap" "dist/$function.zip"
    printf '%-28s %8d bytes, unpacked %9d bytes\n' "dist/$function.zip" \
        "$(stat -c %s "dist/$function.zip")" "$(stat -c %s "dist/$function/bootstrap")"
done
PYTHONPATH=scripts:operators/src "${TOOLS_PYTHON:-.build/tools/bin/python}" -m template.distributed
scripts/release/sbom.py dist "$(tail -n 1 .build/static-libcurl.log)"
