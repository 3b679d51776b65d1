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

    @Test("a ceremony of an Android app that is not allowed is refused with the option that allows it")
    func unexpectedAppIsRefused() async throws {
        let advice =
            "The Android app with the certificate \(Self.fingerprint) may not use the sandbox's passkeys. Start the "
            + "sandbox with --android-app PACKAGE=\(Self.fingerprint)"
        let console = Console()
        try await StackFixture.run(console: console.line) { (fixture) async throws in
            try await fixture.signUp(Self.email)
            let proof = try await fixture.proveByCode(Self.email, for: try await fixture.start(Self.email))
            let token = try #require(proof["accessToken"]?.string)
            var device = SoftwareAuthenticator(origin: fixture.url)
            _ = try await fixture.createPasskey(Self.email, token, &device)
            device.origin = "android:apk-key-hash:" + String(repeating: "_", count: 42) + "8"
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
            // An answer that is wrong for another reason stays the authenticator's own.
            let wrong = try await fixture.answerToPasskey(
                &device, changing: "\"signature\":\"M", to: "\"signature\":\"A")
            #expect(wrong.status == 200 && wrong.json?["isVerified"]?.bool == false)
        }
    }

    private static let fingerprint = Array(repeating: "FF", count: 32).joined(separator: ":")

    @Test("a change of the mode names the apps with an SDK that are connected with the former one")
    func changeOfModeNamesApps() async throws {
        let console = Console()
        try await StackFixture.run(console: console.line) { (fixture) async throws in
            let basic = "Basic " + Data("eu-west-1_Sandbox01:".utf8).base64EncodedString()
            _ = try await fixture.http.post(
                "/v1/client/challenge", #"{"action":"cognitoAuth"}"#,
                headers: ["X-Authsignal-SDK": "ios", "Authorization": basic])
            let answer = try await fixture.put(#"{"tokenMode":"oidc"}"#, to: "/sandbox/settings")
            let advice =
                "An app with Authsignal's ios SDK uses the tenant ID of signed mode. In oidc mode, apps sign in at the "
                + "issuer."
            #expect(answer.json?["advice"]?.string == advice)
            #expect(console.lines == [advice])
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
