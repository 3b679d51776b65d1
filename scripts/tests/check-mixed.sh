#!/usr/bin/env bash
# Runs every sign-in and attack of the demo while each call of Define, Create, Verify and the authenticator is served by
# this version or by another commit's. The other commit's executables are kept in .build/mixed/<commit>.
#
#   scripts/tests/check-mixed.sh [--packages DIRECTORY] [--from COMMIT] SANDBOX [OPTIONS of `sandbox mixed`]
#
# --packages DIRECTORY  the packages of this version; the other's are then packaged, too. Otherwise both are builds for
#                       development: the same sources, compiled in a fraction of the time.
# --from COMMIT         the other commit: the release before this commit unless it is given, and as long as there is
#                       none, the commit that scripts/tests/mixed-from names.
set -euo pipefail
cd "$(dirname "$0")/../.."
root=$PWD
functions=(DefineAuthChallenge CreateAuthChallenge VerifyAuthChallenge Authenticator)

from='' packages=''
while [[ ${1:-} == --* ]]; do
    case $1 in
    --from) from=$2 ;;
    --packages) packages=$2 ;;
    *) echo "check-mixed: unknown option $1" >&2; exit 2 ;;
    esac
    shift 2
done

# The release before, so that the tag of this commit is not compared with itself.
asked=$from
from=${from:-$(git describe --tags --abbrev=0 --match 'v[0-9]*' HEAD^ 2>/dev/null || grep -v '^#' scripts/tests/mixed-from)}
if ! commit=$(git rev-parse --quiet --verify "$from^{commit}"); then
    echo "check-mixed: this clone does not have the commit $from." \
        "A shallow clone has only the newest ones: git fetch --unshallow"
    # Whoever names a commit wants it compared.
    [ -z "$asked" ] || exit 1
    echo "  skipped  two versions at once"
    exit 0
fi

other=$root/.build/mixed/$commit
if [ ! -e "$other/Package.swift" ]; then
    rm -rf "$other"
    mkdir -p "$other"
    git archive "$commit" | tar -x -C "$other"
    [ ! -e Package.resolved ] || cp Package.resolved "$other/"
fi

if [ -n "$packages" ]; then
    # Both versions link the same libcurl, which takes a minute to build.
    mkdir -p .build/static-curl "$other/.build"
    [ -e "$other/.build/static-curl" ] || ln -s "$root/.build/static-curl" "$other/.build/static-curl"
    build=$other/scripts/zips/static-build.sh
    [ -e "$build" ] || build=$other/scripts/static-build.sh
    scripts/progress.sh "Packaging four functions of ${commit:0:7}" "a few minutes, once for each commit" \
        "$build" packages "${functions[@]}"
    former=$other/packages
    current=$packages
else
    scripts/progress.sh "Building four functions of ${commit:0:7}" "a minute, once for each commit" \
        bash -euc 'cd "$0"; for product; do swift build --quiet --product "$product"; done' "$other" "${functions[@]}"
    former=$other/.build/debug
    current=$(swift build --show-bin-path)
fi
echo "former: $(git log -1 --format='%h %s' "$commit")"
"$1" mixed --former "$former" --bootstraps "$current" "${@:2}"
