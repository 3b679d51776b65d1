// swift-tools-version: 6.2

import PackageDescription

// A package of its own, because a sanitizer applies to a whole build: `make fuzz` builds the modules anew, beside the
// ordinary build. The folders in Sources/ are links to those of the main package, so there is no second copy.

/// What the fuzz targets need, in rows. The main package draws the exact arrows between them; here each depends on all
/// rows above its own, so that this list need not repeat them.
let rows = [
    ["Modules/Shared/CLibrary", "Modules/Shared/Primitives"],
    ["Modules/Shared/JSON", "Modules/Shared/Addresses", "Development/Essentials", "Development/Processes"],
    ["Modules/Shared/FunctionURL", "Modules/Shared/HTTP", "Modules/Shared/OpenSSLCrypto"],
    [
        "Modules/Shared/AWS", "Modules/Shared/HTTPS", "Modules/Shared/JOSE", "Modules/Shared/LambdaRuntime",
        "Modules/Shared/WebAuthn",
    ],
    ["Modules/Shared/AuditLog", "Modules/Shared/Passkeys", "Modules/Triggers/CognitoTriggers"],
    ["Modules/Shared/FunctionServices"],
    [
        "Modules/Triggers/Authsignal", "Modules/Shared/ExpiringState", "Modules/Triggers/OpenID",
        "Modules/Shared/SignInMail", "Modules/Triggers/SignInRules", "Modules/Shared/SignInTokens",
        "Development/LoopbackSockets",
        "Development/TestKeys",
    ],
    ["Modules/Shared/EmailCodes", "Development/LoopbackServer", "Development/SoftwarePasskey"],
    ["Modules/Triggers/TokenSources", "Modules/Shared/PasskeyServices"],
    [
        "Modules/Triggers/AuthChallenge", "Modules/Triggers/Enrolment", "Modules/Triggers/NewPassword",
        "Modules/Triggers/SignUp", "Modules/Authenticator/AuthenticatorService",
    ],
    ["Modules/Authenticator/AuthenticatorFunction"],
    ["Development/StandIns"],
]

let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The last part of a path.
func name(_ path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

var targets: [Target] = ["Modules/Shared/COpenSSL", "Modules/Shared/CCurl", "CLibFuzzer"].map { path in
    .systemLibrary(name: name(path), path: "Sources/\(path)")
}
for row in rows {
    let above = targets.map { Target.Dependency(stringLiteral: $0.name) }
    targets += row.map { path in
        .target(name: name(path), dependencies: above, path: "Sources/\(path)", swiftSettings: settings)
    }
}
targets.append(
    .executableTarget(
        name: "Fuzzing", dependencies: targets.map { Target.Dependency(stringLiteral: $0.name) },
        path: "Sources/Fuzzing", swiftSettings: settings))

let package = Package(
    name: "fuzzing", platforms: [.macOS(.v15)], targets: targets, cLanguageStandard: .c17)
