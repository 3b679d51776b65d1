#!/usr/bin/env bash
# Checks the types of the samples that no test runs: React Native and Amplify Gen 2 with tsc, iOS and the example of a
# challenge method with swiftc. The SDKs of phones exist for phones only, so they are checked against the declarations in
# Tests/Samples, which say what they are written from. The types of the web client are checked on the way.
set -euo pipefail
cd "$(dirname "$0")/../.."

tsc --project Tests/Samples/TypeScript
tsc --noEmit --strict --target es2022 --lib es2022,dom clients/web/*.d.ts
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

# A challenge method is a part of its module: the example is read among the module's own files, as SwiftPM reads them.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | tr -c '[:alnum:]\n' _)
maps=$(find Sources -name module.modulemap -printf "-Xcc -fmodule-map-file=%p ")
features=$(sed -n 's/.*enableUpcomingFeature("\(.*\)").*/-enable-upcoming-feature \1/p' Package.swift)
# shellcheck disable=SC2086 # lists of words
swiftc -typecheck -swift-version 6 -module-name AuthChallenge -package-name "$package" $features \
    -I .build/debug/Modules $maps \
    $(find Sources/Modules/Triggers/AuthChallenge -name '*.swift') docs/examples/challenge-method/*.swift
swift format lint --strict --recursive --configuration .swift-format docs/examples/challenge-method
echo "docs/examples/challenge-method: the types are right"
