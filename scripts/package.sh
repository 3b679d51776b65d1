#!/usr/bin/env bash
# Packages each function for Lambda: dist/<Function>.zip, whose only file is one fully static executable, which also
# lies in dist/<Function>/bootstrap. Two clones of the same sources make the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
functions=(DefineAuthChallenge CreateAuthChallenge VerifyAuthChallenge PreSignUp PreTokenGeneration AddAuthenticator)

rm -rf dist
scripts/static-build.sh dist "${functions[@]}"
for function in "${functions[@]}"; do
    scripts/zip_bootstrap.py "dist/$function/bootstrap" "dist/$function.zip"
    printf '%-28s %8d bytes, unpacked %9d bytes\n' "dist/$function.zip" \
        "$(stat -c %s "dist/$function.zip")" "$(stat -c %s "dist/$function/bootstrap")"
done
