import Foundation
import JSON
import Sandbox
import SandboxTestSupport
import SoftwarePasskey
import TestSupport
import Testing

@Suite("An app of one's own at the sandbox's authenticator")
struct OwnAppTests {
    private static let email = "ana@example.test"
    private static let origin = "http://localhost:5173"

    @Test(
        "a ceremony from an origin that is not allowed is refused with the option that allows it",
        arguments: [
            (
                origin,
                "Pages of http://localhost:5173 may not use the sandbox's passkeys. Start the sandbox with "
                    + "--origin http://localhost:5173"
            ),
            (
                "android:apk-key-hash:" + String(repeating: "_", count: 42) + "8",
                "The Android app with the certificate \(Self.fingerprint) may not use the sandbox's passkeys. Start "
                    + "the sandbox with --android-app PACKAGE=\(Self.fingerprint)"
            ),
        ])
    func unexpectedOriginIsRefused(origin: String, advice: String) async throws {
        let console = Console()
        try await StackFixture.run(console: console.line) { (fixture) async throws in
            try await fixture.signUp(Self.email)
            let proof = try await fixture.proveByCode(Self.email, for: try await fixture.start(Self.email))
            let token = try #require(proof["accessToken"]?.string)
            var device = SoftwareAuthenticator(origin: fixture.url)
            _ = try await fixture.createPasskey(Self.email, token, &device)
            device.origin = origin
            for _ in 0..<2 {
                let answer = try await fixture.answerToPasskey(&device)
                #expect(answer.status == 403)
                #expect(answer.json?["errorCode"]?.string == "origin_not_allowed")
                #expect(answer.json?["error"]?.string == "origin_not_allowed")
                #expect(answer.json?["errorDescription"]?.string == advice)
                let event = try #require(try await fixture.lastCall())
                #expect(event["outcome"]?.string == "origin not allowed")
                #expect(event["isFailure"]?.bool == true)
                #expect(event["detail"]?["advice"]?.string == advice)
            }
            #expect(console.lines == [advice], "once is enough")
            device.origin = fixture.url
            try await expect(fixture.answerToPasskey(&device).json?["isVerified"]?.bool, equals: true)
        }
    }

    /// The tenant of each mode, that of the other one, and what the developer reads who has the wrong one.
    private static let tenants: [(StackSettings.TokenMode, String, String, String)] = [
        (
            .signed, "eu-west-1_Sandbox01", "sandbox-tenant",
            "The app's tenant ID is not that of signed mode. Set it to eu-west-1_Sandbox01, or start the sandbox with "
                + "--mode authsignal"
        ),
        (
            .authsignal, "sandbox-tenant", "eu-west-1_Sandbox01",
            "The app's tenant ID is not that of authsignal mode. Set it to sandbox-tenant, or start the sandbox with "
                + "--mode signed"
        ),
    ]

    @Test(
        "an app with the tenant ID of another mode is told so, and its passkey is not called unknown",
        arguments: tenants)
    func tenantOfOtherModeIsRefused(
        mode: StackSettings.TokenMode, own: String, other: String, advice: String
    ) async throws {
        let console = Console()
        try await StackFixture.run({ $0.tokenMode = mode }, console: console.line) { (fixture) async throws in
            func start(_ tenant: String) async throws -> LoopbackClient.Answer {
                try await fixture.http.post(
                    "/v1/client/challenge", #"{"action":"cognitoAuth"}"#,
                    headers: ["Authorization": "Basic " + Data("\(tenant):".utf8).base64EncodedString()])
            }
            try await expect(start(own).status, equals: 200)
            let refused = try await start(other)
            #expect(refused.status == 401)
            #expect(refused.json?["error"]?.string == "wrong_tenant")
            #expect(refused.json?["errorCode"]?.string == "wrong_tenant")
            #expect(refused.json?["errorDescription"]?.string == advice)
            let event = try #require(try await fixture.lastCall())
            #expect(event["outcome"]?.string == "wrong tenant" && event["isFailure"]?.bool == true)
            #expect(event["detail"]?["advice"]?.string == advice)
            #expect(console.lines == [advice])
        }
    }

    @Test("a change of the mode names the apps that are connected with the former one")
    func changeOfModeNamesApps() async throws {
        let console = Console()
        try await StackFixture.run({ $0.origins = [Self.origin] }, console: console.line) { (fixture) async throws in
            func change(_ body: String) async throws -> String? {
                let answer = try await fixture.http.send("PUT", "/sandbox/settings", body: Data(body.utf8))
                return answer.json?["advice"]?.string
            }
            func start(_ tenant: String, _ headers: [String: String]) async throws {
                let basic = "Basic " + Data("\(tenant):".utf8).base64EncodedString()
                _ = try await fixture.http.post(
                    "/v1/client/challenge", #"{"action":"cognitoAuth"}"#,
                    headers: headers.merging(["Authorization": basic]) { $1 })
            }
            let (signed, authsignal) = ("eu-west-1_Sandbox01", "sandbox-tenant")
            try await start(signed, ["Origin": fixture.url])
            try await expect(change(#"{"tokenMode":"authsignal"}"#), equals: nil, "the sandbox's own page follows")
            try await expect(change(#"{"tokenMode":"signed"}"#), equals: nil)
            try await start(signed, ["Origin": Self.origin])
            try await start(signed, ["X-Authsignal-SDK": "ios"])
            try await start(authsignal, ["Origin": "http://localhost:5174"])
            try await expect(change(#"{"audit":"off"}"#), equals: nil, "the mode stays")
            let first = try await change(#"{"tokenMode":"authsignal"}"#)
            #expect(
                first == "An app with Authsignal's ios SDK and http://localhost:5173 use the tenant ID of signed mode. "
                    + "In authsignal mode it is sandbox-tenant.")
            try await start(authsignal, ["Origin": Self.origin])
            let second = try await change(#"{"tokenMode":"oidc"}"#)
            #expect(
                second == "http://localhost:5173 uses the tenant ID of authsignal mode. In oidc mode, apps sign in at "
                    + "the issuer.")
            try await start(signed, ["Origin": Self.origin])
            try await expect(change(#"{"tokenMode":"signed"}"#), equals: nil, "the tenant stays")
            #expect(console.lines.filter { !$0.contains("--mode") } == [first, second])
        }
    }

    private static let fingerprint = Array(repeating: "FF", count: 32).joined(separator: ":")

    @Test("an answer that is wrong for another reason stays the authenticator's own")
    func otherRefusalsStay() async throws {
        try await StackFixture.run { (fixture) async throws in
            try await fixture.signUp(Self.email)
            let proof = try await fixture.proveByCode(Self.email, for: try await fixture.start(Self.email))
            var device = SoftwareAuthenticator(origin: fixture.url)
            _ = try await fixture.createPasskey(Self.email, #require(proof["accessToken"]?.string), &device)
            let answer = try await fixture.answerToPasskey(
                &device, changing: "\"signature\":\"M", to: "\"signature\":\"A")
            #expect(answer.status == 200 && answer.json?["isVerified"]?.bool == false)
        }
    }

    @Test("a page that the browser will not let call the issuer is told of in the timeline")
    func preflightOfUnexpectedOriginIsReported() async throws {
        let console = Console()
        try await StackFixture.run({ $0.tokenMode = .oidc }, console: console.line) { (fixture) async throws in
            for path in ["/passkey/register", "/add-authenticator"] {
                _ = try await fixture.http.send(
                    "OPTIONS", path, headers: ["Origin": Self.origin, "Access-Control-Request-Method": "POST"])
            }
            let events = try await fixture.events()
            #expect(events.map { $0["title"]?.string } == ["POST /passkey/register", "POST /add-authenticator"])
            #expect(events.allSatisfy { $0["outcome"]?.string == "origin not allowed" })
            #expect(events.map { $0["detail"]?["api"]?.string } == ["issuer", "client"])
            let advice = events.first?["detail"]?["advice"]?.string
            #expect(advice?.hasSuffix("--origin \(Self.origin)") == true)
            _ = try await fixture.http.send("OPTIONS", "/oauth/token", headers: ["Origin": "http://192.0.2.1:5173"])
            #expect(
                console.lines == [
                    advice,
                    "Pages of the origin http://192.0.2.1:5173 cannot use passkeys. Serve them over https, or from "
                        + "http://localhost",
                ])
        }
    }

    @Test("with useCookies, an allowed page may send cookies, and the paths of the browser SDK answer as without")
    func cookiesMayBeSent() async throws {
        try await StackFixture.run({ $0.origins = [Self.origin] }) { (fixture) async throws in
            let basic = "Basic " + Data("eu-west-1_Sandbox01:".utf8).base64EncodedString()
            for path in ["/challenge/web", "/user-authenticators/passkey/authentication-options/web"] {
                for (origin, named) in [
                    (Self.origin, Self.origin), (fixture.url, fixture.url), ("http://evil.test", "*"),
                ] {
                    let headers = ["Authorization": basic, "Origin": origin]
                    for method in ["OPTIONS", "POST"] {
                        let answer = try await fixture.http.send(
                            method, "/v1/client" + path, body: Data(#"{"action":"cognitoAuth"}"#.utf8), headers: headers
                        )
                        #expect(answer.status == 200)
                        #expect(answer.headers["access-control-allow-origin"] == named)
                        #expect(answer.headers["access-control-allow-credentials"] == (named == "*" ? nil : "true"))
                        if method == "POST" { #expect(answer.json?["challengeId"]?.string != nil) }
                    }
                }
            }
        }
    }

    @Test(
        "a relying party that is a public suffix is named, and none below it",
        arguments: [
            ("github.io", true), ("co.uk", true), ("ana.github.io", false), ("login.example.com", false),
            ("localhost", false),
        ])
    func publicSuffixIsNamed(domain: String, isNamed: Bool) {
        var settings = StackSettings(bootstraps: "/dev/null")
        settings.relyingPartyID = domain
        let words =
            "\(domain) is a public suffix, below which anybody can register names: browsers create no passkeys for it."
        #expect(settings.publicSuffix == (isNamed ? words : nil))
    }

    @Test("flows that sign users in past the functions are named")
    func bypassingFlowsAreNamed() throws {
        var settings = StackSettings(bootstraps: "/dev/null")
        #expect(settings.bypassingFlows == nil)
        try settings.setPool("flows", to: "ALLOW_CUSTOM_AUTH,ALLOW_USER_AUTH")
        #expect(
            settings.bypassingFlows
                == "with ALLOW_USER_AUTH, users sign in without asking the functions.")
    }
}

extension StackFixture {
    /// What the authenticator answers to a sign-in with a passkey.
    fileprivate func answerToPasskey(
        _ device: inout SoftwareAuthenticator, changing text: String = "", to other: String = ""
    ) async throws -> LoopbackClient.Answer {
        let basic = "Basic " + Data("eu-west-1_Sandbox01:".utf8).base64EncodedString()
        let begun = try await authenticator("/user-authenticators/passkey/authentication-options", basic, "{}")
        var credential = String(decoding: try device.sign(#require(begun["options"])), as: UTF8.self)
        if !text.isEmpty { credential = credential.replacing(text, with: other) }
        let id = try #require(begun["challengeId"]?.string)
        return try await http.post(
            "/v1/client/verify/passkey", #"{"challengeId":"\#(id)","authenticationCredential":\#(credential)}"#,
            headers: ["Authorization": basic, "Content-Type": "application/json"])
    }
}
