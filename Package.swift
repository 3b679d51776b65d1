// swift-tools-version: 6.2

import PackageDescription

// Every arrow in this file points down. The function targets use no package dependency and no Foundation, so that each
// is one small static binary; what only development needs stands below the line and may not be depended upon from above.

/// Settings of every Swift target: Swift 6 mode comes with the tools version.
let settings: [SwiftSetting] = [
    .strictMemorySafety(),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func function(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], fixtures: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: fixtures, swiftSettings: settings)
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
        .executable(name: "sandbox", targets: ["SandboxCommand"]),
    ],
    dependencies: [
        .package(url: "https://github.com/swhitty/FlyingFox", exact: "0.27.1"),
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    ],
    targets: [
        // System libraries. No pkgConfig: it would put the system library directory in front of the static libcurl that
        // `make package` links.
        .systemLibrary(name: "COpenSSL", providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
        .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"]), .brew(["curl"])]),

        // Values and formats.
        module("JSON"),
        module("OpenSSLCrypto", ["COpenSSL"]),
        module("JOSE", ["JSON", "OpenSSLCrypto"]),

        // The outside world.
        module("HTTP", ["CCurl"]),
        module("LambdaRuntime", ["HTTP", "JSON"]),
        module("AWS", ["HTTP", "JSON"]),
        module("CognitoTriggers", ["JSON"]),
        module("FunctionURL", ["JOSE", "JSON"]),
        module("Authsignal", ["HTTP", "JSON", "JOSE", "OpenSSLCrypto"]),
        module("OpenID", ["HTTP", "JSON", "JOSE", "OpenSSLCrypto"]),

        // The domain, and the functions that wire it.
        module(
            "AuthChallenge",
            [
                "CognitoTriggers", "FunctionURL", "Authsignal", "OpenID", "AWS", "HTTP", "JOSE", "JSON",
                "LambdaRuntime", "OpenSSLCrypto",
            ]),
        function("DefineAuthChallenge", ["AuthChallenge", "LambdaRuntime"]),
        function("CreateAuthChallenge", ["AuthChallenge", "LambdaRuntime"]),
        function("VerifyAuthChallenge", ["AuthChallenge", "LambdaRuntime"]),
        function("PreSignUp", ["AuthChallenge", "LambdaRuntime"]),
        function("PreTokenGeneration", ["AuthChallenge", "LambdaRuntime"]),
        function("AddAuthenticator", ["AuthChallenge", "LambdaRuntime"]),

        // ---------- Development only: nothing above may depend on anything below. ----------
        module("WebAuthn", ["JOSE", "JSON", "OpenSSLCrypto"]),
        module("Authenticator", ["Authsignal", "JOSE", "JSON", "OpenSSLCrypto", "WebAuthn"]),
        module("OpenIDProvider", ["JOSE", "JSON", "OpenSSLCrypto", "WebAuthn"]),
        module("SoftwarePasskey", ["JOSE", "JSON", "OpenSSLCrypto", "WebAuthn"]),
        module("Processes"),
        .target(
            name: "Sandbox",
            dependencies: [
                "Authenticator", "Authsignal", "JOSE", "JSON", "OpenIDProvider", "OpenSSLCrypto", "Processes",
                "SoftwarePasskey", "WebAuthn",
                .product(name: "FlyingFox", package: "FlyingFox"), .product(name: "FlyingSocks", package: "FlyingFox"),
            ],
            resources: [.copy("Page"), .copy("PublicSuffixes/public_suffix_list.dat")],
            swiftSettings: settings),
        .executableTarget(
            name: "SandboxCommand",
            dependencies: ["Sandbox", .product(name: "ArgumentParser", package: "swift-argument-parser")],
            swiftSettings: settings),

        // ---------- Tests, a target a module. ----------
        .target(
            name: "TestSupport", dependencies: ["OpenSSLCrypto", "Processes"], path: "Tests/TestSupport",
            swiftSettings: settings),
        tests("JSONTests", ["JSON", "TestSupport"]),
        tests("OpenSSLCryptoTests", ["OpenSSLCrypto", "TestSupport"]),
        tests("JOSETests", ["JOSE", "JSON", "OpenSSLCrypto", "TestSupport"]),
        tests("HTTPTests", ["HTTP", "TestSupport"]),
        tests("LambdaRuntimeTests", ["LambdaRuntime", "HTTP", "JSON", "TestSupport", "DefineAuthChallenge"]),
        tests("AWSTests", ["AWS", "HTTP", "JSON", "TestSupport"]),
        tests("FunctionURLTests", ["FunctionURL", "JSON"]),
        tests("CognitoTriggersTests", ["CognitoTriggers", "JSON", "TestSupport"], fixtures: ["Fixtures"]),
        tests("AuthsignalTests", ["Authsignal", "HTTP", "JOSE", "JSON", "OpenSSLCrypto", "TestSupport"]),
        tests("OpenIDTests", ["OpenID", "HTTP", "JOSE", "JSON", "OpenSSLCrypto", "TestSupport"]),
        tests(
            "AuthChallengeTests",
            [
                "AuthChallenge", "Authsignal", "AWS", "CognitoTriggers", "HTTP", "JOSE", "JSON", "LambdaRuntime",
                "OpenID", "OpenSSLCrypto", "Sandbox", "TestSupport",
            ]),
        tests("WebAuthnTests", ["WebAuthn", "JOSE", "JSON", "OpenSSLCrypto", "TestSupport"]),
        tests("SoftwarePasskeyTests", ["SoftwarePasskey", "JOSE", "JSON", "WebAuthn"]),
        tests(
            "AuthenticatorTests",
            [
                "Authenticator", "Authsignal", "JOSE", "JSON", "OpenSSLCrypto", "SoftwarePasskey", "TestSupport",
                "WebAuthn",
            ]),
        tests(
            "OpenIDProviderTests",
            [
                "OpenIDProvider", "HTTP", "JOSE", "JSON", "OpenID", "OpenSSLCrypto", "SoftwarePasskey", "TestSupport",
                "WebAuthn",
            ]),
        tests(
            "SandboxTests",
            [
                "Sandbox", "Authenticator", "Authsignal", "JSON", "JOSE", "OpenSSLCrypto", "SoftwarePasskey",
                "TestSupport", "DefineAuthChallenge", "CreateAuthChallenge", "VerifyAuthChallenge", "PreSignUp",
                "PreTokenGeneration", "AddAuthenticator",
            ], fixtures: ["Fixtures"]),
    ],
    cLanguageStandard: .c17
)
