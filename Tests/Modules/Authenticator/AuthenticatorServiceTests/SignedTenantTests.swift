import AuthenticatorService
import JSON
import Passkeys
import Primitives
import SignInTokens
import TestSupport
import Testing

@Suite("User pools that sign tokens")
struct SignedTenantTests {
    private let enrolPath = "client/user-authenticators/email-otp"

    @Test("A code enrols the address that the token names, and the result names the proof")
    func addressOfTokenIsEnrolledByCode() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "A@example.org")
        let sent = service.call("POST", enrolPath, as: .bearer(token), body: #"{"email":"a@example.org"}"#)
        #expect(sent.status == 200 && sent.members == ["userAuthenticatorId", "userId"])
        let mail = try #require(service.mailBox.mails.first)
        #expect(mail.recipient == "A@example.org" && mail.isEnrolment && mail.code.utf8.count == 6)
        let answer = service.verify(token, mail.code)
        #expect(answer.members == ["isVerified", "accessToken", "userAuthenticator"])
        #expect(answer["userAuthenticator"]?["email"]?.string == "A****@example.org")
        // Before the proof, the ids were made up for the round.
        #expect(
            answer["userAuthenticator"]?["userAuthenticatorId"]?.string != sent["userAuthenticatorId"]?.string)
        #expect(sent["userId"]?.string != "sub")
        let result = try service.result(answer)
        #expect(
            result.claims.subject == "sub" && result.claims.idempotencyKey == "round"
                && result.claims.actionCode == "cognitoAuth")
        #expect(result.method == .emailOTP && result.state == .challengeSucceeded)
        try expect(result.emailDigest, equals: TestService.keys.emailDigest(of: "a@example.org"))
        #expect(result.claims.username == "name-of-sub" && result.claims.expiresAt == TestService.start + 600)
        #expect(
            result.claims.scope
                == "read:authenticators add:authenticators update:authenticators remove:authenticators")
    }

    @Test("Enrolling an enrolled address again only challenges it, so a read-only token suffices")
    func enrollingAgainChallengesAddress() throws {
        let service = try TestService()
        _ = try service.signedUser()
        let answer = service.proveEmail(
            try service.challengeToken("sub", email: "a@example.org"), "a@example.org")
        #expect(answer["isVerified"]?.bool == true && answer["userAuthenticator"] == nil)
        let challenge = try service.challengeToken("sub", email: "a@example.org")
        let sent = service.call("POST", "client/challenge/email-otp", as: .bearer(challenge))
        #expect(sent.status == 200 && service.mailBox.mails.count == 3)
        #expect(service.mailBox.mails.last?.isEnrolment == false)
    }

    @Test("An unknown user gets no code, address or passkey, even if it is stored and its token has scopes")
    func storedUnknownUserGetsNothing() throws {
        let service = try TestService()
        let mailbox = StoredAuthenticator(
            id: "id", kind: .email(address: "a@example.org"), createdAt: 0, lastVerifiedAt: 0)
        let id = UserID(tenantID: TestService.poolID, id: TestService.unknownUser)
        let user = StoredUser(id: id, handle: [1])
        try expect(
            service.storage.enrol(mailbox, of: user, replacing: [], by: Attempt(id: "a", time: 0)), equals: .made)
        let token = TestService.Sender.bearer(try service.unknownUserToken())
        #expect(service.call("POST", "client/challenge/email-otp", as: token).status == 200)
        #expect(service.call("POST", enrolPath, as: token, body: #"{"email":"a@example.org"}"#).status == 200)
        let adding = try service.unknownUserToken(scope: "add:authenticators")
        let enrolled = service.call("POST", enrolPath, as: .bearer(adding), body: #"{"email":"a@example.org"}"#)
        #expect(enrolled.failure == Failure(403, "unauthorized"))
        #expect(service.registrationOptions(adding).failure == Failure(403, "unauthorized"))
        #expect(service.mailBox.mails.isEmpty)
    }

    @Test("A stranger gets an empty list; a user who has proven a factor gets a masked one")
    func strangersGetEmptyList() throws {
        let service = try TestService()
        let result = try service.signedUser()
        let stranger = try service.challengeToken("sub", email: "a@example.org")
        #expect(service.call("GET", "client/user-authenticators", as: .bearer(stranger)).text == "[]")
        let list = service.call("GET", "client/user-authenticators", as: .bearer(result))
        #expect(list.json?.elements.first?["email"]?.string == "a****@example.org")
    }

    @Test("Tokens and digests of the previous key are accepted, and the current key signs results")
    func previousKeyVerifiesAndCurrentKeySigns() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "a@example.org", sealedWith: TestService.previousKey)
        let result = try service.result(service.proveEmail(token, "a@example.org"))
        try expect(result.emailDigest, equals: TestService.keys.emailDigest(of: "a@example.org"))
    }

    @Test("If two callers enrol the first authenticator at once, the slower one is refused")
    func slowerFirstEnrolmentIsRefused() throws {
        let service = try TestService()
        let one = try service.challengeToken("sub", email: nil, scope: "add:authenticators")
        let other = try service.challengeToken("sub", email: "mine@example.org", isVerified: false)
        let added = try service.challengeToken("sub", email: nil, key: "other round", scope: "read:authenticators")
        _ = service.call("POST", enrolPath, as: .bearer(other), body: #"{"email":"mine@example.org"}"#)
        let code = try #require(service.mailBox.mails.last?.code)
        var (first, second) = (try UnrulyPasskey(), try UnrulyPasskey())
        try expect(service.register(&first, one)["isVerified"]?.bool, equals: true)
        #expect(service.verify(other, code)["accessToken"] == nil)
        let user = try service.storedUser()
        #expect(user?.authenticators.count == 1)
        try expect(service.register(&second, added).failure, equals: Failure(403, "unauthorized"))
    }
}
