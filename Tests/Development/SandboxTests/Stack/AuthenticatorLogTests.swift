import JSON
import LocalCognito
import Sandbox
import SandboxTestSupport
import TestSupport
import Testing

@Suite("The sandbox's timeline of the authenticator")
struct AuthenticatorLogTests {
    @Test("says why no code is sent to a changed address that Cognito has not verified, which the app does not learn")
    func timelineSaysWhyNoCodeIsSent() async throws {
        try await StackFixture.run { sandbox in
            try await sandbox.signUp("ana@example.test")
            let first = try await sandbox.start("ana@example.test")
            try await expect(sandbox.proveByCode("ana@example.test", for: first)["isVerified"]?.bool, equals: true)
            // As in a pool that takes a new address before it is verified.
            var user = try #require(await sandbox.stack.pool.user("ana@example.test"))
            (user.attributes["email"], user.attributes["email_verified"]) = ("new@example.test", "false")
            await sandbox.stack.pool.store(user)
            let second = try await sandbox.start(user.username)
            let bearer = "Bearer " + (second["ChallengeParameters"]?["token"]?.string ?? "")
            let answer = try await sandbox.authenticator("/challenge/email-otp", bearer, "{}")
            #expect(answer["challengeId"] != nil)
            let event = try #require(
                try await sandbox.events().last { $0["title"]?.string?.hasSuffix("/challenge/email-otp") ?? false })
            let log = event["detail"]?["log"]?.elements.compactMap(\.string) ?? []
            #expect(
                log.contains { $0.contains("Cognito does not say that the new one is verified") },
                "\(String(decoding: event.bytes, as: UTF8.self))")
        }
    }
}
