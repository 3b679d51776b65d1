// swift-tools-version: 6.2

import PackageDescription

// Every arrow in this file points down. The function targets use no package dependency and no Foundation, so that each
// is one small static binary. What only development needs stands below the line, and nothing above may depend on it.

/// Settings of every Swift target: Swift 6 mode comes with the tools version.
let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// The executable of a Lambda function: it connects modules and does nothing else.
func function(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Functions/\(name)", swiftSettings: settings)
}

/// A module that functions are made of.
func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/Modules/\(name)", swiftSettings: settings)
}

/// A system library. It has no pkgConfig, which would put the system's library directory in front of the static libcurl
/// that `make package` links.
func systemLibrary(_ name: String, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, path: "Sources/Modules/\(name)", providers: [.apt([apt]), .brew([brew])])
}

/// The HTTP server of development: no function uses it.
let flyingFox = Target.Dependency.product(name: "FlyingFox", package: "FlyingFox")
let flyingSocks = Target.Dependency.product(name: "FlyingSocks", package: "FlyingFox")

/// A module that only a developer's machine runs.
func development(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Development/\(name)", resources: resources,
        swiftSettings: settings)
}

/// The three parts of Sources and Tests, and the tests of several functions together.
enum Part: String {
    case functions = "Functions", modules = "Modules", development = "Development", system = "System"
}

/// The tests of one target.
func tests(
    _ part: Part, _ name: String, _ dependencies: [Target.Dependency], fixtures: [String] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(part.rawValue)/\(name)Tests",
        exclude: fixtures, swiftSettings: settings)
}

/// Code that several test targets share.
func testSupport(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: settings)
}

let package = Package(
    name: "cognito-passkeys",
    platforms: [.macOS(.v15)],
    products: [
        .executable(name: "DefineAuthChallenge", targets: ["DefineAuthChallenge"]),
        .executable(name: "CreateAuthChallenge", targets: ["CreateAuthChallenge"]),
        .executable(name: "VerifyAuthChallenge", targets: ["VerifyAuthChallenge"]),
        .executable(name: "PreSignUp", targets: ["PreSignUp"]),
        .executable(name: "PreTokenGeneration", targets: ["PreTokenGeneration"]),
        .executable(name: "AddAuthenticator", targets: ["AddAuthenticator"]),
        .executable(name: "Authenticator", targets: ["Authenticator"]),
        .executable(name: "sandbox", targets: ["SandboxCommand"]),
        .executable(name: "judge", targets: ["Judge"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        // ---------- Modules ----------
        systemLibrary("COpenSSL", apt: "libssl-dev", brew: "openssl@3"),
        systemLibrary("CCurl", apt: "libcurl4-openssl-dev", brew: "curl"),

        // Values and formats.
        module("JSON"),
        module("CLibrary"),
        module("Primitives"),
        module("OpenSSLCrypto", ["CLibrary", "COpenSSL"]),
        module("JOSE", ["JSON", "OpenSSLCrypto", "Primitives"]),

        // The outside world.
        module("HTTP", ["CCurl", "CLibrary", "Primitives"]),
        module("HTTPS", ["CCurl", "CLibrary", "HTTP", "OpenSSLCrypto"]),
        module("LambdaRuntime", ["CLibrary", "HTTP", "JSON", "Primitives"]),
        module("AWS", ["CLibrary", "HTTP", "JSON", "Primitives"]),
        module("Tracing", ["CLibrary", "HTTP", "JSON", "Primitives"]),
        module("CognitoTriggers", ["JSON"]),
        module("FunctionURL", ["JSON", "Primitives"]),
        module("Authsignal", ["HTTP", "JSON", "Primitives"]),
        module("OpenID", ["HTTP", "JSON", "JOSE", "OpenSSLCrypto", "Primitives"]),
        module("ExpiringState", ["AWS", "HTTP"]),
        module("SignInMail", ["AWS", "HTTP", "LambdaRuntime", "Primitives"]),

        // What functions need besides their event: settings, secrets, network, clock and randomness.
        module(
            "FunctionServices",
            ["AWS", "HTTP", "HTTPS", "LambdaRuntime", "OpenSSLCrypto", "Primitives", "Tracing"]),

        // The tokens of `signed` mode, which this package and its authenticator share.
        module("SignInTokens", ["JOSE", "JSON", "OpenSSLCrypto", "Primitives"]),

        // Emailed codes and their limits, shared by the challenge method and the authenticator.
        module(
            "EmailCodes",
            ["AWS", "ExpiringState", "FunctionServices", "HTTP", "LambdaRuntime", "OpenSSLCrypto", "Primitives"]),

        // The domain. Define needs only the rules, which need neither cryptography nor outbound calls.
        module("SignInRules", ["CognitoTriggers", "LambdaRuntime"]),
        module(
            "AuthChallenge",
            [
                "AWS", "Authsignal", "CognitoTriggers", "EmailCodes", "ExpiringState", "FunctionServices",
                "FunctionURL", "HTTP", "JOSE", "JSON", "LambdaRuntime", "OpenID", "OpenSSLCrypto", "Primitives",
                "SignInMail", "SignInRules", "SignInTokens",
            ]),

        // Passkeys and emailed codes without any other service.
        module("WebAuthn", ["JSON", "OpenSSLCrypto", "Primitives"]),
        module(
            "AuthenticatorService",
            [
                "EmailCodes", "JOSE", "JSON", "OpenSSLCrypto", "Primitives", "SignInMail", "SignInTokens", "WebAuthn",
            ]),

        // The authenticator as a function: what its service needs of AWS.
        module(
            "AuthenticatorFunction",
            [
                "AWS", "AuthenticatorService", "EmailCodes", "ExpiringState", "FunctionServices", "FunctionURL",
                "HTTP", "LambdaRuntime", "OpenSSLCrypto", "Primitives", "SignInMail", "WebAuthn",
            ]),

        // ---------- Functions ----------
        function("DefineAuthChallenge", ["LambdaRuntime", "SignInRules"]),
        function("CreateAuthChallenge", ["AuthChallenge", "FunctionServices", "LambdaRuntime"]),
        function("VerifyAuthChallenge", ["AuthChallenge", "FunctionServices", "LambdaRuntime"]),
        function("PreSignUp", ["AuthChallenge", "FunctionServices", "LambdaRuntime"]),
        function("PreTokenGeneration", ["LambdaRuntime", "SignInRules"]),
        function("AddAuthenticator", ["AuthChallenge", "FunctionServices", "LambdaRuntime"]),
        function("Authenticator", ["AuthenticatorFunction", "FunctionServices", "LambdaRuntime"]),

        // ---------- Development only: nothing above may depend on anything below. ----------
        development("TestKeys", ["COpenSSL", "JOSE", "OpenSSLCrypto"]),
        .executableTarget(
            name: "Judge", dependencies: ["JOSE", "JSON", "OpenSSLCrypto", "Primitives", "SignInTokens", "WebAuthn"],
            path: "Sources/Development/Judge", swiftSettings: settings),
        development("OpenIDProvider", ["JOSE", "JSON", "OpenSSLCrypto", "Primitives", "TestKeys", "WebAuthn"]),
        development("SoftwarePasskey", ["JSON", "OpenSSLCrypto", "Primitives", "TestKeys", "WebAuthn"]),
        development("Processes", ["CLibrary"]),
        development("LoopbackSockets", ["CLibrary", "Processes"]),
        development("TLSRelay", ["CLibrary", "COpenSSL", "LoopbackSockets", "OpenSSLCrypto", "TestKeys"]),
        development(
            "StandIns",
            [
                "AuthenticatorService", "CLibrary", "EmailCodes", "JOSE", "JSON", "OpenSSLCrypto", "Primitives",
                "SignInMail", "TestKeys", "WebAuthn",
            ]),
        development("LoopbackServer", ["AuthenticatorService", "StandIns", flyingFox, flyingSocks]),
        development("RuntimeAPIHost", ["CLibrary", "JSON", "LoopbackSockets", "Processes"]),
        development(
            "LocalCognito",
            [
                "JOSE", "JSON", "LoopbackServer", "OpenSSLCrypto", "Primitives", "RuntimeAPIHost", "TestKeys",
                flyingFox,
            ]),
        development(
            "Replay",
            [
                "AuthenticatorService", "JOSE", "JSON", "LoopbackServer", "OpenSSLCrypto", "Primitives",
                "RuntimeAPIHost", "StandIns",
            ]),
        development(
            "Faults",
            [
                "CLibrary", "JSON", "LoopbackSockets", "Primitives", "Processes", "Replay", "RuntimeAPIHost",
                "StandIns", "TLSRelay",
            ]),
        development("Soak", ["Replay"]),
        development(
            "Bench",
            [
                "CLibrary", "JOSE", "JSON", "LoopbackSockets", "OpenSSLCrypto", "Primitives", "Processes",
                "RuntimeAPIHost", "SignInTokens", "SoftwarePasskey", "StandIns", "TLSRelay", "TestKeys",
            ]),
        development(
            "Sandbox",
            [
                "JSON", "LocalCognito", "LoopbackServer", "OpenIDProvider", "Primitives", "RuntimeAPIHost", "StandIns",
                "WebAuthn", flyingFox,
            ],
            resources: [.copy("Page"), .copy("PublicSuffixes/public_suffix_list.dat")]),
        development(
            "Demo",
            ["JOSE", "JSON", "LocalCognito", "OpenSSLCrypto", "Primitives", "Sandbox", "SoftwarePasskey", "StandIns"]),
        development(
            "Timing",
            [
                "JOSE", "JSON", "LoopbackSockets", "OpenSSLCrypto", "RuntimeAPIHost", "SignInTokens", "StandIns",
                "TestKeys", "WebAuthn",
            ]),
        .executableTarget(
            name: "SandboxCommand",
            dependencies: [
                "Bench", "Demo", "Faults", "LocalCognito", "Replay", "Sandbox", "Soak", "Timing",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Development/SandboxCommand", swiftSettings: settings),

        // ---------- Tests, one target for each module. ----------
        testSupport("SandboxTestSupport", ["JSON", "LocalCognito", "TestSupport"]),
        testSupport("TestSupport", ["CLibrary", "LoopbackSockets", "OpenSSLCrypto", "Processes"]),
        testSupport(
            "AuthenticatorTestSupport",
            ["AuthenticatorService", "OpenSSLCrypto", "Primitives", "TestKeys", "WebAuthn"]),
        testSupport("HTTPTestSupport", ["HTTP", "OpenSSLCrypto", "TLSRelay", "TestKeys", "TestSupport"]),
        testSupport(
            "TriggerTestSupport", ["CognitoTriggers", "HTTP", "JSON", "LambdaRuntime", "SignInRules"]),
        testSupport("FunctionTestSupport", ["JSON", "Replay", "RuntimeAPIHost", "TestSupport", "TriggerTestSupport"]),
        tests(
            .functions, "DefineAuthChallenge", ["DefineAuthChallenge", "FunctionTestSupport", "TriggerTestSupport"]),
        tests(
            .functions, "CreateAuthChallenge", ["CreateAuthChallenge", "FunctionTestSupport", "TriggerTestSupport"]),
        tests(
            .functions, "VerifyAuthChallenge", ["FunctionTestSupport", "TriggerTestSupport", "VerifyAuthChallenge"]),
        tests(.functions, "PreSignUp", ["FunctionTestSupport", "PreSignUp", "TriggerTestSupport"]),
        tests(
            .functions, "PreTokenGeneration", ["FunctionTestSupport", "PreTokenGeneration", "TriggerTestSupport"]),
        tests(.functions, "AddAuthenticator", ["AddAuthenticator", "FunctionTestSupport", "RuntimeAPIHost"]),
        tests(.functions, "Authenticator", ["Authenticator", "FunctionTestSupport", "RuntimeAPIHost"]),
        tests(.modules, "JSON", ["JSON", "TestSupport"]),
        tests(.modules, "Primitives", ["Primitives", "OpenSSLCrypto"]),
        tests(.modules, "OpenSSLCrypto", ["COpenSSL", "OpenSSLCrypto", "TestKeys", "TestSupport"]),
        tests(.development, "TestKeys", ["TestKeys", "OpenSSLCrypto", "TestSupport"]),
        tests(.modules, "JOSE", ["JOSE", "JSON", "OpenSSLCrypto", "Primitives", "TestKeys", "TestSupport"]),
        tests(.modules, "HTTP", ["HTTP", "HTTPTestSupport", "TestSupport"]),
        tests(
            .modules, "HTTPS",
            ["HTTP", "HTTPS", "HTTPTestSupport", "TLSRelay", "TestKeys", "TestSupport"]),
        tests(
            .modules, "FunctionServices",
            [
                "AWS", "FunctionServices", "HTTP", "HTTPS", "HTTPTestSupport", "LambdaRuntime", "TLSRelay",
                "TestSupport", "TriggerTestSupport",
            ]),
        tests(
            .modules, "LambdaRuntime",
            [
                "CreateAuthChallenge", "DefineAuthChallenge", "HTTP", "JSON", "LambdaRuntime", "RuntimeAPIHost",
                "TestSupport", "VerifyAuthChallenge",
            ]),
        tests(
            .modules, "Tracing",
            ["AWS", "Authsignal", "HTTP", "JSON", "OpenID", "TestSupport", "Tracing"]),
        tests(.modules, "AWS", ["AWS", "HTTP", "HTTPS", "HTTPTestSupport", "JSON", "TestSupport"]),
        tests(.modules, "ExpiringState", ["AWS", "ExpiringState", "HTTP", "StandIns"]),
        tests(
            .modules, "SignInMail",
            ["AWS", "HTTP", "JSON", "LambdaRuntime", "SignInMail", "StandIns", "TriggerTestSupport"]),
        tests(.modules, "EmailCodes", ["AWS", "EmailCodes", "ExpiringState", "HTTP", "StandIns"]),
        tests(.modules, "FunctionURL", ["FunctionURL", "JSON"]),
        tests(.modules, "CognitoTriggers", ["CognitoTriggers", "JSON"], fixtures: ["Fixtures"]),
        tests(
            .modules, "Authsignal",
            ["Authsignal", "HTTP", "HTTPS", "HTTPTestSupport", "JSON", "Primitives", "TestSupport"]),
        tests(.modules, "SignInTokens", ["SignInTokens", "JOSE", "JSON", "OpenSSLCrypto", "Primitives"]),
        tests(
            .modules, "OpenID",
            [
                "OpenID", "HTTP", "HTTPS", "HTTPTestSupport", "JOSE", "JSON", "OpenSSLCrypto", "TestKeys",
                "TestSupport",
            ]),
        tests(
            .modules, "SignInRules",
            ["CognitoTriggers", "JSON", "LambdaRuntime", "SignInRules", "TriggerTestSupport"]),
        tests(
            .modules, "AuthChallenge",
            [
                "AWS", "AuthChallenge", "CognitoTriggers", "FunctionServices", "HTTP", "JOSE", "JSON", "LambdaRuntime",
                "OpenSSLCrypto", "Primitives", "SignInRules", "SignInTokens", "StandIns", "TestKeys", "TestSupport",
                "TriggerTestSupport",
            ]),
        tests(.modules, "WebAuthn", ["WebAuthn", "JSON", "OpenSSLCrypto", "Primitives", "TestKeys", "TestSupport"]),
        tests(.development, "SoftwarePasskey", ["SoftwarePasskey", "JSON", "Primitives", "WebAuthn"]),
        tests(
            .modules, "AuthenticatorService",
            [
                "AuthenticatorService", "AuthenticatorTestSupport", "EmailCodes", "JOSE", "JSON", "OpenSSLCrypto",
                "Primitives", "SignInMail", "SignInTokens", "SoftwarePasskey", "WebAuthn",
            ]),
        tests(
            .modules, "AuthenticatorFunction",
            [
                "AWS", "AuthChallenge", "Authenticator", "AuthenticatorFunction", "AuthenticatorService",
                "AuthenticatorTestSupport", "CognitoTriggers", "FunctionServices", "HTTP", "HTTPS", "HTTPTestSupport",
                "JSON", "LambdaRuntime", "OpenSSLCrypto", "Primitives", "RuntimeAPIHost", "SignInRules",
                "SignInTokens", "SoftwarePasskey", "StandIns", "TestSupport", "TriggerTestSupport", "WebAuthn",
            ]),
        tests(
            .system, "SignInModel",
            [
                "AWS", "AuthChallenge", "AuthenticatorFunction", "CognitoTriggers", "FunctionServices", "HTTP", "JSON",
                "LambdaRuntime", "Primitives", "SignInRules", "SoftwarePasskey", "StandIns", "TriggerTestSupport",
            ]),
        tests(
            .development, "OpenIDProvider",
            ["OpenIDProvider", "JOSE", "JSON", "OpenID", "Primitives", "SoftwarePasskey", "WebAuthn"]),
        tests(
            .development, "StandIns",
            [
                "AuthenticatorService", "CreateAuthChallenge", "DefineAuthChallenge", "JOSE", "JSON", "LoopbackServer",
                "Primitives", "RuntimeAPIHost", "SandboxTestSupport", "SignInTokens", "StandIns", "TestSupport",
                "VerifyAuthChallenge",
            ]),
        tests(.development, "RuntimeAPIHost", ["JSON", "RuntimeAPIHost", "SandboxTestSupport"]),
        tests(
            .development, "LocalCognito",
            [
                "CreateAuthChallenge", "DefineAuthChallenge", "JOSE", "JSON", "LocalCognito", "OpenSSLCrypto",
                "PreSignUp", "PreTokenGeneration", "Primitives", "RuntimeAPIHost", "SandboxTestSupport",
                "SignInTokens", "TestKeys", "TestSupport", "VerifyAuthChallenge",
            ], fixtures: ["Fixtures"]),
        tests(
            .development, "Replay",
            [
                "DefineAuthChallenge", "JOSE", "JSON", "LoopbackServer", "Replay", "RuntimeAPIHost",
                "SandboxTestSupport", "SignInTokens", "StandIns", "TestSupport",
            ]),
        tests(
            .development, "Faults",
            ["Faults", "Replay", "SandboxTestSupport", "TestSupport", "VerifyAuthChallenge"]),
        tests(
            .development, "Soak", ["DefineAuthChallenge", "Replay", "SandboxTestSupport", "Soak", "TestSupport"]),
        tests(
            .development, "Bench",
            [
                "AddAuthenticator", "Authenticator", "Bench", "CreateAuthChallenge", "DefineAuthChallenge",
                "PreSignUp", "PreTokenGeneration", "TestSupport", "VerifyAuthChallenge",
            ]),
        tests(.development, "Timing", ["Timing"]),
        tests(
            .development, "Sandbox",
            [
                "AddAuthenticator", "CreateAuthChallenge", "DefineAuthChallenge", "JOSE", "JSON", "LocalCognito",
                "LoopbackServer", "PreSignUp", "PreTokenGeneration", "Primitives", "RuntimeAPIHost", "Sandbox",
                "SandboxTestSupport", "SoftwarePasskey", "StandIns", "TestSupport", "VerifyAuthChallenge",
            ]),
        tests(
            .development, "Demo",
            [
                "AddAuthenticator", "CreateAuthChallenge", "DefineAuthChallenge", "Demo", "PreSignUp",
                "PreTokenGeneration", "Sandbox", "SandboxTestSupport", "VerifyAuthChallenge",
            ]),
    ],
    cLanguageStandard: .c17
)
