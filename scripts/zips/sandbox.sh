#!/usr/bin/env bash
# Packages the sandbox as dist/sandbox, one fully static executable with its page inside, built like the functions: two
# clones of the same sources give the same bytes. It runs the functions of other folders: see `sandbox demo --help`.
set -euo pipefail
cd "$(dirname "$0")/../.."

scripts/zips/static-build.sh .build/static/packaged sandbox
mkdir -p dist
install -m 755 .build/static/packaged/sandbox/bootstrap dist/sandbox
printf '%-28s %8d bytes\n' dist/sandbox "$(stat -c %s dist/sandbox)"
