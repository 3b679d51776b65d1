import JSON
import Primitives
import SignInTokens
import SoftwarePasskey
import StandIns
import TestSupport
import Testing
import TriggerTestSupport

@Suite("The journeys through the whole function")
struct JourneyTests {
    private let deployment: Deployment
    private let process: AuthenticatorProcess

    init() throws {
        deployment = try Deployment()
        process = try deployment.process()
    }

    private func list(_ token: String) throws -> [String] {
        try process.send("GET", "client/user-authenticators", .bearer(token)).elements.map { authenticator in
            let name = authenticator["webauthnCredential"]?["name"]?.string ?? authenticator["email"]?.string ?? ""
            return "\(authenticator["verificationMethod"]?.string ?? "") \(name)"
        }
    }

    @Test("a first sign-in by emailed code gives a token that the pool's functions accept")
    func firstSignIn() throws {
        let token = try deployment.challengeToken()
        let asked = try process.answer(.enrolEmail(token))
        #expect(asked.status == 200)
        let mail = try #require(deployment.cloud.mails.first)
        #expect(mail.recipient == SampleUser.email)
        let answer = try process.answer(.verifyCode(token, try #require(mail.code)))
        #expect(answer.isVerified)
        let result = try deployment.result(answer)
        #expect(result.subject == SampleUser.sub)
        #expect(result.idempotencyKey == "round")
        #expect(result.method == .emailOTP)
        #expect(deployment.cloud.mails.count == 1)
        try expect(list(answer.token), equals: ["EMAIL_OTP a****@example.test"])
    }

    @Test("a code serves one round, and the next sign-in gets another one")
    func nextSignIn() throws {
        _ = try process.proveEmail(deployment.challengeToken())
        let first = process.mailedCode
        let token = try deployment.challengeToken(key: "next round")
        // By chance both codes have the same digits.
        repeat { try expect(process.answer(.sendCode(token)).status, equals: 200) } while process.mailedCode == first
        try expect(process.answer(.verifyCode(token, first)).isVerified, equals: false)
        let answer = try process.answer(.verifyCode(token, process.mailedCode))
        try expect(deployment.result(answer).idempotencyKey, equals: "next round")
    }

    @Test("a passkey is registered with the token of a code, and its owner gets a notice")
    func registration() throws {
        var device = SoftwareAuthenticator.new
        let token = try process.proveEmail(deployment.challengeToken()).token
        let answer = try process.register(&device, token)
        #expect(answer.isVerified)
        try expect(deployment.result(answer).method, equals: .passkey)
        #expect(deployment.cloud.mails.map(\.recipient) == [SampleUser.email, SampleUser.email])
        #expect(deployment.cloud.mails.last?.code == nil)
        try expect(list(token).count, equals: 2)
    }

    @Test("a passkey signs in with the token of a round")
    func signInByToken() throws {
        var device = SoftwareAuthenticator.new
        _ = try process.enrol(&device)
        let answer = try process.signIn(&device, .bearer(deployment.challengeToken(key: "passkey round")))
        #expect(answer.isVerified)
        let result = try deployment.result(answer)
        #expect(result.subject == SampleUser.sub)
        #expect(result.idempotencyKey == "passkey round")
        #expect(result.method == .passkey)
        #expect(result.assurance.isUserVerified == true)
    }

    @Test(
        "a passkey signs in before its user is known, with an action that the app has started",
        arguments: SoftwareAuthenticator.Client.allCases)
    func signInByStartedAction(client: SoftwareAuthenticator.Client) throws {
        var device = SoftwareAuthenticator(origin: Deployment.origin, client: client)
        _ = try process.enrol(&device)
        let started = try process.answer(.startAction())
        let answer = try process.signIn(&device, .app, started: started)
        #expect(answer.isVerified)
        #expect(answer["userId"]?.string == SampleUser.sub)
        let result = try deployment.result(answer)
        #expect(result.subject == SampleUser.sub)
        #expect(result.actionCode == "cognitoAuth")
    }

    @Test("an owner lists, renames and removes passkeys, and what is removed signs nobody in")
    func management() throws {
        var device = SoftwareAuthenticator.new
        let token = try process.enrol(&device)
        let authenticators = try process.send("GET", "client/user-authenticators", .bearer(token)).elements
        let id = try #require(authenticators.last?["userAuthenticatorId"]?.string)
        let path = "client/user-authenticators/\(id)"
        try expect(process.send("PATCH", path, .bearer(token), #"{"name":"My key"}"#).status, equals: 200)
        try expect(list(token), equals: ["EMAIL_OTP a****@example.test", "PASSKEY My key"])
        try expect(process.send("DELETE", path, .bearer(token)).status, equals: 200)
        try expect(list(token), equals: ["EMAIL_OTP a****@example.test"])
        let answer = try process.signIn(&device, .app)
        #expect(answer.error == "400 unknown_credential")
        #expect(deployment.cloud.mails.count == 3)
        try expect(process.send("DELETE", path, .bearer(token)).error, equals: "404 not_found")
    }

    @Test("an address that Cognito has verified replaces the former one, which gets a notice")
    func changedAddress() throws {
        _ = try process.proveEmail(deployment.challengeToken())
        let token = try deployment.challengeToken(email: "new@example.test", key: "later")
        try expect(process.proveEmail(token, "new@example.test").isVerified, equals: true)
        #expect(
            deployment.cloud.mails.map(\.recipient) == [SampleUser.email, "new@example.test", SampleUser.email])
        let listed = try list(try deployment.challengeToken(key: "x", scope: "read:authenticators add:authenticators"))
        #expect(listed == ["EMAIL_OTP n****@example.test"])
    }

    @Test("a changed address that Cognito has not verified gets nothing, and the log says why")
    func unverifiedAddress() throws {
        _ = try process.proveEmail(deployment.challengeToken())
        let token = try deployment.challengeToken(email: "new@example.test", isVerified: false, key: "later")
        try expect(process.answer(.enrolEmail(token, "new@example.test")).status, equals: 200)
        #expect(deployment.cloud.mails.count == 1)
        #expect(deployment.recorder.lines.contains { $0.contains("Cognito does not say") })
    }

    @Test("nothing of users, addresses, tokens and codes stands in the log")
    func logHoldsNoSecrets() throws {
        var device = SoftwareAuthenticator.new
        let token = try process.enrol(&device)
        deployment.hide(Base64URL.encode(device.passkeys[0].id), Base64URL.encode(device.passkeys[0].userHandle))
        _ = try process.signIn(&device, .bearer(deployment.challengeToken(key: "other")))
        _ = try process.answer(.verifyCode(token, "000000"))
        _ = try process.answer(.verifyCode(try deployment.challengeToken(key: "third"), process.mailedCode))
        deployment.cloud.plan { _, _ in .refuses }
        _ = try process.signIn(&device, .bearer(token))
        _ = try process.answer(.sendCode(token))
        #expect(deployment.recorder.lines.contains { $0.contains("the tables do not answer") })
        #expect(deployment.leaks == [])
    }
}
