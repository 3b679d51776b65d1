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
        try await StackFixture.run {
            // A pool that takes a new address before it is verified.
            $0.pool.verifiedBeforeUpdate = []
        } _: { sandbox in
            try await sandbox.signUp("ana@example.test")
            let first = try await sandbox.start("ana@example.test")
            try await expect(sandbox.proveByCode("ana@example.test", for: first)["isVerified"]?.bool, equals: true)
            let changed = #"[{"Name":"email","Value":"new@example.test"},{"Name":"email_verified","Value":"false"}]"#
            _ = try await sandbox.cognito.call(
                "AdminUpdateUserAttributes",
                #"{"UserPoolId":"eu-west-1_Sandbox01","Username":"ana@example.test","UserAttributes":\#(changed)}"#)
            // An address that is not verified is no name to sign in with.
            let username = try #require(first["ChallengeParameters"]?["USERNAME"]?.string)
            let second = try await sandbox.start(username)
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
