import AuthenticatorService
import JSON
import Primitives
import SignInTokens
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
        #expect(result.subject == "sub" && result.idempotencyKey == "round" && result.actionCode == "cognitoAuth")
        #expect(result.method == .emailOTP && result.state == .challengeSucceeded)
        #expect(try result.emailDigest == TestService.keys.emailDigest(of: "a@example.org"))
        #expect(result.username == "name-of-sub" && result.expiresAt == TestService.start + 600)
        #expect(
            result.scope
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

    @Test(
        "An address that the token does not name gets no code, and the answer is the same as for the one it names",
        arguments: ["enrolled", "new", "without address", "unknown"])
    func otherAddressGetsTheSameAnswerAndNoCode(kind: String) throws {
        let service = try TestService()
        if kind == "enrolled" { _ = try service.signedUser() }
        let token =
            kind == "unknown"
            ? try service.unknownUserToken()
            : try service.challengeToken("sub", email: kind == "without address" ? nil : "a@example.org")
        let mails = service.mailBox.mails.count
        let other = service.call("POST", enrolPath, as: .bearer(token), body: #"{"email":"b@example.org"}"#)
        #expect(service.mailBox.mails.count == mails)
        let own = service.call("POST", enrolPath, as: .bearer(token), body: #"{"email":"a@example.org"}"#)
        #expect(other.status == 200 && other.status == own.status && other.members == own.members)
        #expect(service.mailBox.mails.count == (["enrolled", "new"].contains(kind) ? mails + 1 : mails))
    }

    @Test("A phantom gets the same answers as a user, but nothing is sent or stored")
    func phantomGetsSameAnswersAsUser() throws {
        let service = try TestService()
        let phantom = try service.unknownUserToken()
        let real = try service.challengeToken("sub", email: "a@example.org")
        for (path, body) in [
            (enrolPath, #"{"email":"a@example.org"}"#), ("client/challenge/email-otp", ""),
            ("client/verify/email-otp", #"{"verificationCode":"not it"}"#),
            ("client/user-authenticators/passkey/registration-options", "{}"),
            ("client/user-authenticators/passkey/authentication-options", "{}"),
        ] {
            let (one, other) = (
                service.call("POST", path, as: .bearer(phantom), body: body),
                service.call("POST", path, as: .bearer(real), body: body)
            )
            #expect(one.status == other.status && one.members == other.members, "\(path)")
        }
        #expect(service.mailBox.mails.count == 2)
        let list = service.call("GET", "client/user-authenticators", as: .bearer(phantom))
        #expect(list.status == 200 && list.text == "[]")
        #expect(try service.storage.user(.init(tenantID: TestService.poolID, id: TestService.unknownUser)) == nil)
    }

    @Test("A phantom gets no code, address or passkey, even if it is stored and its token has scopes")
    func storedPhantomGetsNothing() throws {
        let service = try TestService()
        let mailbox = StoredAuthenticator(
            id: "id", kind: .email(address: "a@example.org"), createdAt: 0, lastVerifiedAt: 0)
        let id = UserID(tenantID: TestService.poolID, id: TestService.unknownUser)
        let user = StoredUser(id: id, handle: [1])
        #expect(try service.storage.enrol(mailbox, of: user, replacing: [], by: Attempt(id: "a", time: 0)) == .made)
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

    @Test("A user of a pool gets no address of their own choice, even after a proof")
    func provenUserAddsNoOtherAddress() throws {
        let service = try TestService()
        let result = try service.signedUser()
        let refused = service.call("POST", enrolPath, as: .bearer(result), body: #"{"email":"b@example.org"}"#)
        #expect(refused.failure == Failure(403, "unauthorized") && service.mailBox.mails.count == 1)
    }

    @Test("Tokens and digests of the previous key are accepted, and the current key signs results")
    func previousKeyVerifiesAndCurrentKeySigns() throws {
        let service = try TestService()
        let token = try service.challengeToken("sub", email: "a@example.org", sealedWith: TestService.previousKey)
        let result = try service.result(service.proveEmail(token, "a@example.org"))
        #expect(try result.emailDigest == TestService.keys.emailDigest(of: "a@example.org"))
    }

    @Test("No key of a user pool opens the server API", arguments: [TestService.key, TestService.previousKey])
    func userPoolHasNoServerAPI(key: [UInt8]) throws {
        let service = try TestService()
        let server = TestService.Sender.server(String(decoding: key, as: UTF8.self))
        let refused = Failure(401, "unauthorized")
        #expect(service.call("POST", "users/sub/actions/cognitoAuth", as: server, body: "{}").failure == refused)
        #expect(service.call("POST", "validate", as: server, body: #"{"token":"t"}"#).failure == refused)
        #expect(service.call("GET", "users/sub/authenticators", as: server).failure == refused)
        #expect(service.call("GET", "users/sub", as: server).failure == refused)
        let id = ActionID(
            user: UserID(tenantID: TestService.poolID, id: "sub"), code: "cognitoAuth", idempotencyKey: "key")
        let action = ActionRecord(state: .challengeSucceeded, at: TestService.start)
        #expect(throws: APIError.unauthorized) {
            try service.authenticator.stage(action, as: id, lifetime: 600)
        }
    }

    @Test("A challenge token with the scope to add registers another passkey, whose result names no address")
    func challengeTokenWithScopeAddsPasskey() throws {
        let service = try TestService()
        var (first, second) = (try UnrulyPasskey(), try UnrulyPasskey())
        #expect(try service.register(&first, try service.signedUser())["isVerified"]?.bool == true)
        let token = try service.challengeToken("sub", email: nil, scope: "add:authenticators")
        let answer = try service.register(&second, token)
        #expect(answer["isVerified"]?.bool == true)
        #expect(try service.result(answer).emailDigest == nil)
        let refused = service.registrationOptions(try service.unknownUserToken(scope: "add:authenticators"))
        #expect(refused.failure == Failure(403, "unauthorized"))
        let reading = service.registrationOptions(try service.challengeToken("sub", email: "a@example.org"))
        #expect(reading.failure == Failure(403, "unauthorized"))
    }
}
