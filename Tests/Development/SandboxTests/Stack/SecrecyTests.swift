import Foundation
import JSON
import Sandbox
import SandboxTestSupport
import SoftwarePasskey
import TestSupport
import Testing

@Suite("The timeline of a whole journey")
struct SecrecyTests {
    private static let email = "ana@example.test"

    /// The secrets that a client received or sent.
    private struct Secrets {
        var texts: [String] = ["Correct horse 1"]

        mutating func collect(_ json: JSONValue) {
            for (name, value) in json.members {
                if let text = value.string,
                    ["Session", "token", "accessToken"].contains(name) || name.hasSuffix("Token")
                {
                    texts.append(text)
                } else {
                    collect(value)
                }
            }
        }
    }

    @Test("shows every kind of event and no secret", arguments: [StackSettings.TokenMode.signed, .authsignal])
    func showsNoSecret(mode: StackSettings.TokenMode) async throws {
        try await StackFixture.run({ $0.tokenMode = mode }) { (fixture) async throws in
            var secrets = Secrets()
            try await Self.journey(fixture, &secrets)
            let events = try await Self.events(of: fixture)
            #expect(Set(events.compactMap { $0["kind"]?.string }).count == TimelineEvent.Kind.allCases.count)
            let codes = events.compactMap { $0["detail"]?["code"]?.string }
            #expect(codes.count == 1)
            #expect(secrets.texts.count > 8)
            let privateKeys = try await Self.privateValues(fixture, events)
            #expect(privateKeys.count == 2)
            for event in events where event["kind"]?.string != "mail" {
                let text = String(decoding: event.bytes, as: UTF8.self)
                for secret in secrets.texts + codes where text.shows(secret) {
                    Issue.record("a secret in \(text)")
                }
                if event["kind"]?.string == "trigger" {
                    for key in privateKeys where text.contains(key) { Issue.record("a private parameter in \(text)") }
                }
                let token = #/eyJ[A-Za-z0-9_-]+\.eyJ[A-Za-z0-9_-]+\./#
                #expect(text.firstMatch(of: token) == nil)
            }
        }
    }

    /// The events, once a line of the audit log is among them, which comes after the answer that it is about.
    private static func events(of fixture: StackFixture) async throws -> [JSONValue] {
        for _ in 0..<500 {
            let events = try await fixture.events()
            if events.contains(where: { $0["kind"]?.string == "audit" }) { return events }
            try await Task.sleep(for: .milliseconds(20))
        }
        throw Unexpected("no line of the audit log")
    }

    /// Signs up, signs in with a wrong and then a right answer, registers a passkey and signs in with it.
    private static func journey(_ fixture: StackFixture, _ secrets: inout Secrets) async throws {
        try await fixture.signUp(email)
        var challenge = try await fixture.start(email)
        secrets.collect(challenge)
        challenge = try await fixture.answer("a-wrong-answer-of-some-length", to: challenge)
        secrets.texts.append("a-wrong-answer-of-some-length")
        secrets.collect(challenge)
        let proof = try await fixture.proveByCode(email, for: challenge)
        secrets.collect(proof)
        let result = try #require(proof["accessToken"]?.string)
        secrets.collect(try await fixture.answer(result, to: challenge))
        var device = SoftwareAuthenticator(origin: fixture.url)
        let added = try await fixture.createPasskey(email, result, &device)
        #expect(added["isVerified"]?.bool == true)
        secrets.collect(added)
        secrets.collect(try await fixture.passkeySignIn(&device))
    }

    /// The challenges' private parameter `key`, taken from the sample events of Verify.
    private static func privateValues(_ fixture: StackFixture, _ events: [JSONValue]) async throws -> Set<String> {
        var values: Set<String> = []
        for event in events where event["title"]?.string == "VerifyAuthChallengeResponse" {
            let number = try #require(event["number"]?.integer)
            let sample = try await fixture.http.get("/sandbox/events/\(number)/sample")
            let parameters = sample.json?["request"]?["privateChallengeParameters"]
            values.insert(try #require(parameters?["key"]?.string))
        }
        return values
    }
}
