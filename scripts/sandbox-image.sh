#!/usr/bin/env bash
# Builds the sandbox and its functions, and puts all that they need into a folder. The Dockerfile runs it.
#
# Usage: scripts/sandbox-image.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${1:?which folder?}
programs=(
    sandbox DefineAuthChallenge CreateAuthChallenge VerifyAuthChallenge PreSignUp PreTokenGeneration AddAuthenticator
    Authenticator
)
# Apart from what `make build` has built, which has other settings.
build=(swift build --configuration release --static-swift-stdlib --scratch-path .build/image)
for program in "${programs[@]}"; do "${build[@]}" --product "$program"; done
built=$("${build[@]}" --show-bin-path)
mkdir -p "$folder"
for program in "${programs[@]}"; do install --strip "$built/$program" "$folder"; done
