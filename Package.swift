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

/// Debug builds optimize what functions are made of, what tests put below and around it, and the model: most of the
/// tests' time was that of unoptimized generic code. Traps stay, and a release is optimized anyway.
let optimized = settings + [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// The parts of Sources and Tests, and the tests of several functions together. Triggers and Authenticator do not see
/// each other.
enum Part: String {
    case functions = "Functions"
    case triggers = "Modules/Triggers", authenticator = "Modules/Authenticator", shared = "Modules/Shared"
    case development = "Development", system = "System"
}

/// The executable of a Lambda function: it connects modules and does nothing else.
func function(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "Sources/Functions/\(name)", swiftSettings: settings)
}

/// A module that functions are made of.
func module(_ part: Part, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(part.rawValue)/\(name)", swiftSettings: optimized)
}

/// A system library. It has no pkgConfig, which would put the system's library directory in front of the static libcurl
/// that `make package` links.
func systemLibrary(_ name: String, apt: String, brew: String) -> Target {
    .systemLibrary(name: name, path: "Sources/Modules/Shared/\(name)", providers: [.apt([apt]), .brew([brew])])
}

/// A module that only a developer's machine runs.
func development(
    _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = [],
    settings: [SwiftSetting] = settings
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/Development/\(name)", resources: resources,
        swiftSettings: settings)
}

/// The tests of one target.
func tests(
    _ part: Part, _ name: String, _ dependencies: [Target.Dependency], fixtures: [String] = [],
    settings: [SwiftSetting] = settings
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, path: "Tests/\(part.rawValue)/\(name)Tests",
        exclude: fixtures, swiftSettings: settings)
}

/// Code that several test targets share.
func testSupport(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .target(name: name, dependencies: dependencies, path: "Tests/Support/\(name)", swiftSettings: optimized)
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
        .executable(name: "differential-oracle", targets: ["DifferentialOracle"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: [
        // ---------- System libraries ----------
        systemLibrary("COpenSSL", apt: "libssl-dev", brew: "openssl@3"),
        systemLibrary("CCurl", apt: "libcurl4-openssl-dev", brew: "curl"),

        // ---------- Modules that triggers and authenticator share ----------
        // Values and formats.
        module(.shared, "CLibrary"),
        module(.shared, "Primitives"),
        module(.shared, "JSON", ["Primitives"]),
        module(.shared, "OpenSSLCrypto", ["CLibrary", "COpenSSL", "Primitives"]),
        module(.shared, "JOSE", ["JSON", "OpenSSLCrypto", "Primitives"]),

        // The outside world.
        module(.shared, "Addresses", ["Primitives"]),
        module(.shared, "HTTP", ["CCurl", "CLibrary", "Primitives"]),
        module(.shared, "HTTPS", ["CCurl", "CLibrary", "HTTP", "OpenSSLCrypto"]),
        module(.shared, "LambdaRuntime", ["CLibrary", "HTTP", "JSON", "Primitives"]),
        module(.shared, "AuditLog", ["JSON", "LambdaRuntime", "Primitives"]),
        module(.shared, "AWS", ["CLibrary", "HTTP", "JSON", "OpenSSLCrypto", "Primitives"]),
        module(.shared, "FunctionURL", ["JSON", "Primitives"]),
        module(.shared, "ExpiringState", ["AWS", "HTTP"]),

        // What functions need besides their event: settings, secrets, network, clock and randomness.
        module(
            .shared, "FunctionServices",
            ["AuditLog", "AWS", "HTTP", "HTTPS", "LambdaRuntime", "OpenSSLCrypto", "Primitives"]),
        module(.shared, "SignInMail", ["Addresses", "AWS", "FunctionServices", "HTTP", "LambdaRuntime", "Primitives"]),

        // The tokens of `signed` mode, which the triggers and the authenticator share.
        module(.shared, "SignInTokens", ["Addresses", "JOSE", "JSON", "OpenSSLCrypto", "Primitives"]),

        // Passkeys, which the authenticator registers, and which it and Verify accept.
        module(.shared, "WebAuthn", ["JSON", "OpenSSLCrypto", "Primitives"]),
        module(.shared, "Passkeys", ["JSON", "OpenSSLCrypto", "Primitives", "WebAuthn"]),
        module(
            .shared, "PasskeyServices",
            [
                "AWS", "ExpiringState", "FunctionServices", "HTTP", "LambdaRuntime", "OpenSSLCrypto", "Passkeys",
                "Primitives", "WebAuthn",
            ]),

        // Emailed codes and their limits, for the challenge method and the authenticator.
        module(
            .shared, "EmailCodes",
            [
                "Addresses", "AWS", "ExpiringState", "FunctionServices", "HTTP", "LambdaRuntime", "OpenSSLCrypto",
                "Primitives", "SignInMail",
            ]),

        // ---------- Modules of the triggers ----------
        // Define needs only the rules, which need neither cryptography nor outbound calls.
        module(.triggers, "CognitoTriggers", ["JSON", "LambdaRuntime", "Primitives"]),
        module(.triggers, "SignInRules", ["AuditLog", "CognitoTriggers", "LambdaRuntime", "Primitives"]),
        module(.triggers, "Authsignal", ["FunctionServices", "HTTP", "JSON", "Primitives"]),
        module(.triggers, "OpenID", ["HTTP", "JSON", "JOSE", "OpenSSLCrypto", "Primitives"]),
        // Where a result token may come from, for each mode.
        module(
            .triggers, "TokenSources",
            [
                "Authsignal", "FunctionServices", "HTTP", "JSON", "LambdaRuntime", "OpenID", "Primitives",
                "SignInTokens",
            ]),
        // Create and Verify.
        module(
            .triggers, "AuthChallenge",
            [
                "Addresses", "AuditLog", "AWS", "Authsignal", "CognitoTriggers", "EmailCodes", "ExpiringState",
                "FunctionServices", "HTTP", "JOSE", "JSON", "LambdaRuntime", "OpenID", "OpenSSLCrypto",
                "PasskeyServices",
                "Passkeys", "Primitives", "SignInMail", "SignInRules", "SignInTokens", "TokenSources", "WebAuthn",
            ]),
        // Their helpers: AddAuthenticator, PreSignUp and PreTokenGeneration.
        module(
            .triggers, "Enrolment",
            [
                "AuditLog", "Authsignal", "FunctionServices", "FunctionURL", "HTTP", "JSON", "LambdaRuntime", "OpenID",
                "Primitives", "SignInRules", "SignInTokens", "TokenSources",
            ]),
        module(
            .triggers, "SignUp",
            [
                "Addresses", "CognitoTriggers", "FunctionServices", "HTTP", "LambdaRuntime", "OpenID", "SignInRules",
                "TokenSources",
            ]),
        module(.triggers, "NewPassword", ["CognitoTriggers", "LambdaRuntime", "SignInRules"]),

        // ---------- Modules of the authenticator ----------
        module(
            .authenticator, "AuthenticatorService",
            [
                "Addresses", "AuditLog", "EmailCodes", "JOSE", "JSON", "OpenSSLCrypto", "Passkeys", "Primitives",
                "SignInMail", "SignInTokens", "WebAuthn",
            ]),

        // The authenticator as a function: what its service needs of AWS.
        module(
            .authenticator, "AuthenticatorFunction",
            [
                "AuditLog", "AWS", "AuthenticatorService", "EmailCodes", "ExpiringState", "FunctionServices",
                "FunctionURL", "HTTP", "LambdaRuntime", "OpenSSLCrypto", "PasskeyServices", "Passkeys", "Primitives",
                "SignInMail", "WebAuthn",
            ]),

        // ---------- Functions ----------
        function("DefineAuthChallenge", ["AuditLog", "LambdaRuntime", "SignInRules"]),
        function("CreateAuthChallenge", ["AuditLog", "AuthChallenge", "FunctionServices", "LambdaRuntime"]),
        function("VerifyAuthChallenge", ["AuditLog", "AuthChallenge", "FunctionServices", "LambdaRuntime"]),
        function("PreSignUp", ["FunctionServices", "LambdaRuntime", "SignUp"]),
        function("PreTokenGeneration", ["LambdaRuntime", "NewPassword"]),
        function("AddAuthenticator", ["AuditLog", "Enrolment", "FunctionServices", "LambdaRuntime"]),
        function("Authenticator", ["AuditLog", "AuthenticatorFunction", "FunctionServices", "LambdaRuntime"]),

        // ---------- Development only: nothing above may depend on anything below. ----------
        development(
            "TestKeys", ["COpenSSL", "Essentials", "JOSE", "JSON", "OpenSSLCrypto", "Primitives", "WebAuthn"],
            settings: optimized),
        .executableTarget(
            name: "DifferentialOracle", dependencies: ["JOSE", "JSON", "Primitives", "TestKeys", "WebAuthn"],
            path: "Sources/Development/DifferentialOracle", swiftSettings: settings),
        development(
            "SoftwarePasskey", ["JSON", "OpenSSLCrypto", "Primitives", "TestKeys", "WebAuthn"], settings: optimized),
        development("Essentials"),
        development("Processes", ["CLibrary"]),
        development("LoopbackSockets", ["CLibrary", "Processes"]),
        development("LoopbackServer", ["CLibrary", "Essentials", "LoopbackSockets", "Primitives"]),
        development(
            "TLSRelay", ["CLibrary", "COpenSSL", "LoopbackServer", "LoopbackSockets", "OpenSSLCrypto", "TestKeys"]),
        development(
            "StandIns",
            [
                "AWS", "AuthenticatorFunction", "AuthenticatorService", "CLibrary", "EmailCodes", "Essentials",
                "ExpiringState", "FunctionServices", "HTTP", "JOSE", "JSON", "LambdaRuntime", "LoopbackServer",
                "OpenSSLCrypto", "PasskeyServices", "Passkeys", "Primitives", "SignInMail", "SignInTokens", "TestKeys",
                "WebAuthn",
            ], settings: optimized),
        development(
            "OpenIDProvider",
            ["JOSE", "JSON", "LoopbackServer", "OpenSSLCrypto", "Primitives", "StandIns", "WebAuthn"]),
        development(
            "RuntimeAPIHost",
            ["CLibrary", "Essentials", "JSON", "LoopbackServer", "LoopbackSockets", "Primitives", "Processes"]),
        development(
            "LocalCognito",
            [
                "CognitoTriggers", "Essentials", "JOSE", "JSON", "LoopbackServer", "OpenSSLCrypto", "Primitives",
                "RuntimeAPIHost", "TestKeys",
            ],
            resources: [.embedInCode("Service/service-model.json")]),
        development(
            "Replay",
            [
                "AuthenticatorFunction", "AuthenticatorService", "Essentials", "JOSE", "JSON", "OpenSSLCrypto",
                "Passkeys",
                "Primitives", "RuntimeAPIHost", "StandIns", "TestKeys", "WebAuthn",
            ]),
        development(
            "Trials",
            [
                "CLibrary", "Essentials", "JOSE", "JSON", "LoopbackServer", "LoopbackSockets", "OpenSSLCrypto",
                "Primitives", "Processes", "Replay", "RuntimeAPIHost", "SignInTokens", "SoftwarePasskey", "StandIns",
                "TLSRelay", "TestKeys", "WebAuthn",
            ]),
        development(
            "Sandbox",
            [
                "Addresses", "AuthenticatorService", "CLibrary", "Essentials", "JSON", "LocalCognito", "LoopbackServer",
                "LoopbackSockets", "OpenIDProvider",
                "OpenSSLCrypto", "Passkeys", "Primitives", "RuntimeAPIHost", "StandIns", "TLSRelay", "TestKeys",
                "WebAuthn",
            ],
            resources: [.embedInCode("Page")]),
        development("Demo", ["Essentials", "HTTP", "JSON", "Primitives", "Processes", "Sandbox", "SoftwarePasskey"]),
        .executableTarget(
            name: "SandboxCommand",
            dependencies: [
                "CLibrary", "Demo", "Essentials", "LocalCognito", "Processes", "Replay", "Sandbox", "Trials",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Sources/Development/SandboxCommand", swiftSettings: settings),

        // ---------- Tests, one target for each module. ----------
        testSupport("SandboxTestSupport", ["JSON", "LocalCognito", "LoopbackServer", "TestSupport"]),
        testSupport("TestSupport", ["CLibrary", "LoopbackServer", "LoopbackSockets", "OpenSSLCrypto", "Processes"]),
        testSupport(
            "AuthenticatorTestSupport",
            ["AuthenticatorService", "OpenSSLCrypto", "Passkeys", "TestKeys", "TestSupport", "WebAuthn"]),
        testSupport("HTTPTestSupport", ["HTTP", "OpenSSLCrypto", "TLSRelay", "TestKeys", "TestSupport"]),
        testSupport(
            "TriggerTestSupport",
            [
                "AWS", "CognitoTriggers", "FunctionServices", "HTTP", "JOSE", "JSON", "LambdaRuntime", "OpenSSLCrypto",
                "SignInRules", "TestKeys",
            ]),
        testSupport("FunctionTestSupport", ["Replay", "RuntimeAPIHost", "TestSupport", "TriggerTestSupport"]),
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
        tests(.shared, "JSON", ["JSON", "TestSupport"]),
        tests(.shared, "Primitives", ["Primitives", "OpenSSLCrypto"]),
        tests(.shared, "Addresses", ["Addresses"]),
        tests(.shared, "OpenSSLCrypto", ["COpenSSL", "OpenSSLCrypto", "TestKeys", "TestSupport"]),
        tests(.development, "TestKeys", ["TestKeys", "OpenSSLCrypto", "TestSupport"]),
        tests(
            .shared, "JOSE", ["JOSE", "JSON", "OpenSSLCrypto", "Primitives", "TestKeys", "TestSupport"],
            fixtures: ["Fixtures"]),
        tests(.shared, "HTTP", ["HTTP", "HTTPTestSupport", "TestSupport"]),
        tests(
            .shared, "HTTPS",
            ["HTTP", "HTTPS", "HTTPTestSupport", "TLSRelay", "TestKeys", "TestSupport"]),
        tests(
            .shared, "FunctionServices",
            [
                "AWS", "FunctionServices", "HTTP", "HTTPS", "HTTPTestSupport", "JSON", "LambdaRuntime", "TLSRelay",
                "TestSupport", "TriggerTestSupport",
            ]),
        tests(.shared, "AuditLog", ["AuditLog", "LambdaRuntime", "TestSupport", "TriggerTestSupport"]),
        tests(
            .shared, "LambdaRuntime",
            [
                "CreateAuthChallenge", "DefineAuthChallenge", "HTTP", "JSON", "LambdaRuntime", "RuntimeAPIHost",
                "TestSupport", "VerifyAuthChallenge",
            ]),
        tests(.shared, "AWS", ["AWS", "HTTP", "HTTPS", "HTTPTestSupport", "JSON", "TestSupport"]),
        tests(.shared, "ExpiringState", ["AWS", "ExpiringState", "HTTP", "StandIns", "TestSupport"]),
        tests(
            .shared, "SignInMail",
            [
                "Addresses", "AWS", "FunctionServices", "HTTP", "JSON", "LambdaRuntime", "SignInMail", "StandIns",
                "TestSupport", "TriggerTestSupport",
            ], fixtures: ["Mails"]),
        tests(
            .shared, "EmailCodes",
            ["AWS", "EmailCodes", "ExpiringState", "HTTP", "SignInMail", "StandIns", "TestSupport"]),
        tests(.shared, "FunctionURL", ["FunctionURL", "JSON", "TestSupport"]),
        tests(.triggers, "CognitoTriggers", ["CognitoTriggers", "JSON", "TestSupport"]),
        tests(
            .triggers, "Authsignal",
            [
                "Authsignal", "FunctionServices", "HTTP", "HTTPS", "HTTPTestSupport", "JSON", "LambdaRuntime",
                "Primitives", "TestSupport",
            ]),
        tests(
            .shared, "SignInTokens",
            ["SignInTokens", "JOSE", "JSON", "OpenSSLCrypto", "Primitives", "TestKeys", "TestSupport"]),
        tests(
            .triggers, "OpenID",
            [
                "OpenID", "HTTP", "HTTPS", "HTTPTestSupport", "JOSE", "JSON", "OpenSSLCrypto", "TestKeys",
                "TestSupport",
            ]),
        tests(
            .triggers, "SignInRules",
            [
                "AuditLog", "CognitoTriggers", "JSON", "LambdaRuntime", "SignInRules", "TestSupport",
                "TriggerTestSupport",
            ]),
        tests(
            .triggers, "AuthChallenge",
            [
                "AuditLog", "AWS", "AuthChallenge", "CognitoTriggers", "FunctionServices", "HTTP", "JOSE", "JSON",
                "LambdaRuntime", "NewPassword", "OpenSSLCrypto", "Primitives", "SignInRules", "SignInTokens", "SignUp",
                "StandIns", "TestKeys", "TestSupport", "TriggerTestSupport",
            ]),
        tests(
            .triggers, "Enrolment",
            [
                "AuditLog", "Enrolment", "HTTP", "JOSE", "JSON", "LambdaRuntime", "OpenSSLCrypto", "Primitives",
                "SignInTokens", "TestKeys", "TestSupport", "TriggerTestSupport",
            ]),
        tests(
            .triggers, "SignUp",
            ["HTTP", "JSON", "LambdaRuntime", "SignUp", "TestSupport", "TriggerTestSupport"]),
        tests(.triggers, "NewPassword", ["LambdaRuntime", "NewPassword", "TestSupport", "TriggerTestSupport"]),
        tests(
            .shared, "WebAuthn", ["WebAuthn", "JSON", "OpenSSLCrypto", "Primitives", "TestKeys", "TestSupport"]),
        tests(.development, "SoftwarePasskey", ["SoftwarePasskey", "JSON", "Primitives", "TestSupport", "WebAuthn"]),
        tests(
            .authenticator, "AuthenticatorService",
            [
                "Addresses", "AuditLog", "AuthenticatorService", "EmailCodes", "JOSE", "JSON", "OpenSSLCrypto",
                "Passkeys",
                "Primitives", "SignInMail", "SignInTokens", "SoftwarePasskey", "StandIns", "TestKeys", "TestSupport",
                "WebAuthn",
            ]),
        tests(
            .authenticator, "AuthenticatorFunction",
            [
                "AuditLog", "AWS", "AuthChallenge", "Authenticator", "AuthenticatorFunction", "AuthenticatorService",
                "AuthenticatorTestSupport", "CognitoTriggers", "FunctionServices", "HTTP", "HTTPS", "HTTPTestSupport",
                "JSON", "LambdaRuntime", "OpenSSLCrypto", "PasskeyServices", "Passkeys", "Primitives", "RuntimeAPIHost",
                "SignInRules", "SignInTokens", "SignUp", "SoftwarePasskey", "StandIns", "TestSupport",
                "TriggerTestSupport", "WebAuthn",
            ]),
        tests(
            .system, "SignInModel",
            [
                "AWS", "AuthChallenge", "AuthenticatorFunction", "CognitoTriggers", "FunctionServices", "HTTP", "JSON",
                "LambdaRuntime", "Primitives", "SignInRules", "SoftwarePasskey", "StandIns", "TestSupport",
                "TriggerTestSupport",
            ], settings: optimized),
        tests(
            .development, "OpenIDProvider",
            [
                "JSON", "LoopbackServer", "OpenIDProvider", "Primitives", "SoftwarePasskey", "TestSupport",
                "WebAuthn",
            ]),
        tests(.development, "LoopbackServer", ["LoopbackServer", "LoopbackSockets", "TestSupport"]),
        tests(
            .development, "StandIns",
            [
                "AuthenticatorService", "CreateAuthChallenge", "DefineAuthChallenge", "JOSE", "JSON", "Primitives",
                "RuntimeAPIHost", "SandboxTestSupport", "SignInTokens", "SoftwarePasskey", "StandIns",
                "TestKeys", "TestSupport", "VerifyAuthChallenge",
            ]),
        tests(.development, "RuntimeAPIHost", ["JSON", "RuntimeAPIHost", "SandboxTestSupport", "TestSupport"]),
        tests(
            .development, "LocalCognito",
            [
                "DefineAuthChallenge", "JOSE", "JSON", "LocalCognito", "OpenSSLCrypto", "RuntimeAPIHost",
                "SandboxTestSupport", "TestKeys", "TestSupport",
            ], fixtures: ["Fixtures"]),
        tests(
            .development, "Replay",
            [
                "DefineAuthChallenge", "JOSE", "JSON", "Replay", "RuntimeAPIHost",
                "SandboxTestSupport", "SignInTokens", "StandIns", "TestKeys", "TestSupport",
            ]),
        tests(
            .development, "Trials",
            [
                "AddAuthenticator", "Authenticator", "CreateAuthChallenge", "DefineAuthChallenge", "JSON", "PreSignUp",
                "PreTokenGeneration", "Replay", "SandboxTestSupport", "TestSupport", "Trials", "VerifyAuthChallenge",
            ]),
        tests(
            .development, "Sandbox",
            [
                "AddAuthenticator", "CreateAuthChallenge", "DefineAuthChallenge", "JOSE", "JSON", "LocalCognito",
                "LoopbackSockets", "PreSignUp", "PreTokenGeneration", "Primitives", "RuntimeAPIHost", "Sandbox",
                "SandboxTestSupport", "SoftwarePasskey", "StandIns", "TestSupport", "VerifyAuthChallenge",
            ]),
        tests(
            .development, "Demo",
            [
                "AddAuthenticator", "CreateAuthChallenge", "DefineAuthChallenge", "Demo", "PreSignUp",
                "SandboxTestSupport", "TestSupport", "VerifyAuthChallenge",
            ]),
    ],
    cLanguageStandard: .c17
)
