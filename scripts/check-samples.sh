#!/usr/bin/env bash
# Checks the types of the sample apps that no test runs: React Native with tsc, iOS with swiftc. The SDKs exist for
# phones only, so both are checked against the declarations in Tests/Samples, which say what they are written from.
set -euo pipefail
cd "$(dirname "$0")/.."

tsc --project Tests/Samples/TypeScript
echo "docs/apps/react-native: the types are right"
