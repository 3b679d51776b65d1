#!/usr/bin/env bash
# Installs what a make target needs and this machine lacks: system packages with apt, and Python tools in a private
# environment under .build. It prints what it installs and why, does nothing if everything is there, and never changes
# the machine's package sources.
#
# Usage: scripts/install.sh swift|build|dependencies|package|check|release|template|rehearsal|differential|e2e|samples|
#                           workflows|cdk|wheel
set -euo pipefail
cd "$(dirname "$0")/.."

operator_tools=.build/tools
e2e_tools=.build/e2e/tools
differential_tools=.build/differential/tools
rehearsal_tools=.build/rehearsal/tools
cdk_tools=.build/cdk/tools
uv_tools=.build/uv
wheel_tools=.build/wheel/tools
workflow_tools=.build/workflows/tools
# Inside of this wheel is AWS's own Runtime Interface Emulator.
runtime_emulator="aws-sam-cli==1.170.0 --hash=sha256:24ebaf5ecba38dc1758089968cb89ab61e124b84e92a344fc7a2771a47f4d0bf"

# The command before commands that need root.
as_root=()
[ "$EUID" -eq 0 ] || as_root=(sudo)

# retried COMMAND...: tries up to three times, because a mirror or the network may fail for a moment.
retried() {
    local pause
    for pause in 5 30; do
        "$@" && return
        echo "Failed. Trying again in $pause s" >&2
        sleep "$pause"
    done
    "$@"
}

# apt_get WHAT USUALLY ARGUMENT...: runs apt-get, which waits for another apt-get to end.
apt_get() {
    scripts/progress.sh "$1" "$2" "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
        apt-get -qq -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 "${@:3}" >/dev/null
}

# The lists first, because mirrors forget the packages that old lists name.
update_and_install() {
    apt_get "Updating apt's lists" "some seconds" update &&
        apt_get "Installing packages" "less than a minute" install -y --no-install-recommends "$@"
}

# packages REASON PACKAGE...: installs the packages that are missing.
packages() {
    local reason=$1 missing=() package
    shift
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null || true)" = installed ] || missing+=("$package")
    done
    [ ${#missing[@]} -gt 0 ] || return 0
    echo "Installing ${missing[*]} ($reason)"
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        echo "This machine has no sudo. As root: apt-get install ${missing[*]}" >&2
        exit 1
    fi
    # sudo asks for the password here, not below the line of progress.
    [ "$(id -u)" -eq 0 ] || sudo --validate
    retried update_and_install "${missing[@]}"
}

# python_environment FOLDER REASON NAME: makes a Python environment with the packages of scripts/NAME.txt, unless it
# exists. They run with the rights of whoever operates or tests, so each must have its digest there, and none is built
# here.
python_environment() {
    local folder=$1 reason=$2 list=scripts/$3.txt what
    what="$list $(cksum <"$list")"
    [ "$(cat "$folder/installed" 2>/dev/null)" != "$what" ] || return 0
    uv
    echo "Installing $what into $folder ($reason)"
    "$uv_tools/bin/uv" venv --quiet --clear --python python3 "$folder"
    retried scripts/progress.sh "Installing Python packages" "some seconds" \
        "$uv_tools/bin/uv" pip install --quiet --python "$folder/bin/python" --require-hashes --only-binary :all: \
        --no-deps --requirement "$list"
    echo "$what" >"$folder/installed"
}

# Installs what installs the lists.
uv() {
    local list=scripts/uv.txt
    [ "$(cat "$uv_tools/installed" 2>/dev/null)" != "$(cksum <"$list")" ] || return 0
    rm -rf "$uv_tools"
    python3 -m venv "$uv_tools"
    retried "$uv_tools/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: \
        --no-deps --requirement "$list"
    cksum <"$list" >"$uv_tools/installed"
}

# An installed Swift comes first. The target deploy serves operators, who may have the zips of a release and no
# Swift.
PATH=$PATH:$PWD/.build/swift/usr/bin
case ${1:-} in
swift | template) ;;
*) command -v swift >/dev/null || scripts/install-swift.sh ;;
esac
if ! command -v apt-get >/dev/null; then
    echo "Not a Debian or Ubuntu machine: nothing is installed. This script lists what is needed." >&2
    exit 0
fi

# One at a time: another make may be about to install the same.
mkdir -p .build
exec {lock}>.build/install.lock
flock "$lock"

case ${1:?which purpose?} in
swift)
    packages "fetch Swift and check its signature" ca-certificates curl gpg
    packages "what Swift's toolchain needs" binutils git g++ libncurses6 libsqlite3-0 libxml2 tzdata
    ;;
build)
    packages "runs the targets" make
    packages "headers and libraries of OpenSSL and libcurl" libssl-dev libcurl4-openssl-dev
    packages "checks the layout of the package and the pages" python3
    ;;
dependencies)
    # `swift build` fetches them too, but gives up at the first failure.
    retried scripts/progress.sh "Fetching a Swift package" "some seconds" swift package resolve
    ;;
package)
    packages "to unpack and build libcurl from the distribution's source" dpkg-dev make binutils patch xz-utils
    packages "static OpenSSL" libssl-dev
    packages "writes the zips" python3
    # Newer distributions compile compression into OpenSSL. A static executable then has to contain it too.
    case $(scripts/zips/openssl-libraries.sh) in *-lz*) packages "static OpenSSL refers to zlib" zlib1g-dev ;; esac
    case $(scripts/zips/openssl-libraries.sh) in *-lzstd*) packages "static OpenSSL refers to zstd" libzstd-dev ;; esac
    ;;
check)
    packages "stands in for Lambda and reads the executables" python3 binutils
    packages "makes a temporary certificate authority" openssl
    packages "gives each run a root directory and a network of its own" util-linux mount
    packages "the tests of how Swift is fetched" curl gpg
    ;;
release)
    # A release must know the newest versions, so a failure to fetch them counts.
    echo "Updating apt's lists of packages"
    retried "${as_root[@]}" apt-get update -qq -o APT::Update::Error-Mode=any
    packages "static OpenSSL" libssl-dev
    packages "checks the release" python3 binutils
    ;;
template)
    packages "runs the template checks" python3 python3-venv
    python_environment "$operator_tools" "the template checks, scripts/passkeys, and moto for the tests" operator-tools
    ;;
differential)
    packages "runs the comparison" python3 python3-venv
    python_environment "$differential_tools" "the libraries whose verdicts are compared" differential-tools
    ;;
e2e)
    packages "runs the clients" python3 python3-venv
    # Ubuntu has Chromium only as a snap. This script does not install snaps, and uses a Chromium of another origin as
    # it is.
    if dpkg-query -W chromium-common >/dev/null 2>&1 || ! command -v chromium >/dev/null ||
        ! command -v chromedriver >/dev/null; then
        packages "the browser of the end-to-end tests" chromium chromium-driver chromium-headless-shell fonts-dejavu-core
    fi
    packages "verifies tokens as a server does" nodejs node-jose
    python_environment "$e2e_tools" "the clients of the end-to-end tests" e2e-tools
    ;;
wheel)
    packages "builds the wheel" python3 python3-venv
    python_environment "$wheel_tools" "what builds the wheel" wheel-tools
    ;;
rehearsal)
    packages "runs the rehearsal" python3 python3-venv
    python_environment "$rehearsal_tools" "an emulator of AWS, and its clients" rehearsal-tools
    if [ "$(cat "$rehearsal_tools/rie.installed" 2>/dev/null)" != "$runtime_emulator" ]; then
        echo "Downloading AWS's Runtime Interface Emulator, which is inside of ${runtime_emulator%% *}"
        echo "$runtime_emulator" >"$rehearsal_tools/rie.txt"
        uv
        retried "$uv_tools/bin/uv" pip install --quiet --python "$rehearsal_tools/bin/python" --no-deps \
            --require-hashes --only-binary :all: --target "$rehearsal_tools/rie" --requirement "$rehearsal_tools/rie.txt"
        mv "$rehearsal_tools"/rie/samcli/local/rapid/aws-lambda-rie-* "$rehearsal_tools/bin"
        chmod +x "$rehearsal_tools"/bin/aws-lambda-rie-*
        rm -r "$rehearsal_tools/rie"
        echo "$runtime_emulator" >"$rehearsal_tools/rie.installed"
    fi
    ;;
workflows)
    packages "checks the workflows" python3 python3-venv
    python_environment "$workflow_tools" "the linters of the workflows" workflow-tools
    ;;
samples)
    command -v tsc >/dev/null || packages "checks the types of the React Native sample" node-typescript
    command -v esbuild >/dev/null || packages "bundles the React Native sample" esbuild
    ;;
cdk)
    packages "runs AWS CDK from Python" python3 python3-venv
    command -v npm >/dev/null || packages "runs AWS CDK, and makes npm packages" nodejs npm
    command -v tsc >/dev/null || packages "compiles the CDK construct" node-typescript
    python_environment "$cdk_tools" "AWS CDK, for the tests of the construct" cdk-tools
    # Inside of these wheels are the packages of npm.
    if [ ! -e "$cdk_tools/npm.installed" ]; then
        find "$PWD/$cdk_tools/lib" -path '*/_jsii/*.tgz' -print0 |
            xargs -0 npm install --prefix .build/cdk --offline --ignore-scripts --no-audit --no-fund --silent
        touch "$cdk_tools/npm.installed"
    fi
    ;;
*)
    echo "unknown purpose: $1" >&2
    exit 2
    ;;
esac
