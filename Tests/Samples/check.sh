#!/usr/bin/env bash
# Checks the types of the samples that no test runs: React Native and Amplify Gen 2 with tsc, iOS with swiftc. The SDKs
# of phones exist for phones only, so all are checked against the declarations in Tests/Samples, which say what they are
# written from. The types of the web client are checked on the way.
set -euo pipefail
cd "$(dirname "$0")/../.."

tsc --project Tests/Samples/TypeScript
tsc --noEmit --strict --target es2022 --lib es2022,dom clients/web/authenticator.d.ts
echo "docs/apps/react-native, docs/examples/amplify-gen2: the types are right"

modules=.build/samples
rm -rf "$modules"
mkdir -p "$modules"
# In the order in which they import each other. The packages themselves are in the mode of Swift 5.
for module in Amplify AWSPluginsCore AWSCognitoAuthPlugin Authsignal Security WebKit SwiftUI; do
    swiftc -emit-module -parse-as-library -swift-version 5 -module-name "$module" -I "$modules" \
        -o "$modules/$module.swiftmodule" "Tests/Samples/Swift/$module.swift"
done
swiftc -typecheck -parse-as-library -swift-version 6 -warnings-as-errors -I "$modules" docs/apps/ios/*.swift
swift format lint --strict --recursive --configuration .swift-format docs/apps/ios
echo "docs/apps/ios: the types are right"
