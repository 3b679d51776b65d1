import Authenticator
import JSON
import Primitives
import SignInTokens
import Testing

@Suite("User pools that sign tokens")
struct SignedTenantTests {
    private let enrolPath = "client/user-authenticators/email-otp"

    @Test("An address whose digest the token holds is enrolled by its code, and the result names the proof")
    func enrolment() async throws {
        let world = try World()
        let token = try world.challengeToken("sub", email: "A@example.org")
        let sent = await world.call("POST", enrolPath, .bearer(token), #"{"email":"a@example.org"}"#)
        #expect(sent.status == 200 && sent.members == ["userAuthenticatorId", "userId"])
        let mail = try #require(world.mailBox.mails.first)
        #expect(mail.recipient == "a@example.org" && mail.userID == "sub" && mail.purpose == .enrolment)
        #expect(mail.code.utf8.count == 6 && mail.idempotencyKey == "round" && mail.actionCode == "cognitoAuth")
        let answer = await world.verify(token, mail.code)
        #expect(answer.members == ["isVerified", "accessToken", "userAuthenticator"])
        #expect(answer["userAuthenticator"]?["email"]?.string == "a****@example.org")
        #expect(
            answer["userAuthenticator"]?["userAuthenticatorId"]?.string == sent["userAuthenticatorId"]?.string)
        let result = try world.result(answer)
        #expect(result.subject == "sub" && result.idempotencyKey == "round" && result.actionCode == "cognitoAuth")
        #expect(result.proof?.method == .emailOTP && result.proof?.state == .challengeSucceeded)
        #expect(result.emailDigest == EmailDigest.of("a@example.org", key: World.key))
        #expect(result.username == "name-of-sub" && result.expiresAt == World.start + 600)
        #expect(
            result.scope
                == "read:authenticators add:authenticators update:authenticators remove:authenticators")
    }

    @Test("Enrolling the address once more challenges it, with a token that may only read")
    func enrolledAgain() async throws {
        let world = try World()
        _ = try await world.signedUser()
        let answer = await world.proveEmail(try world.challengeToken("sub", email: "a@example.org"), "a@example.org")
        #expect(answer["isVerified"]?.bool == true && answer["userAuthenticator"] == nil)
        let challenge = try world.challengeToken("sub", email: "a@example.org")
        let sent = await world.call("POST", "client/challenge/email-otp", .bearer(challenge))
        #expect(sent.status == 200 && world.mailBox.mails.count == 3)
        #expect(world.mailBox.mails.last?.purpose == .challenge)
    }

    @Test(
        "Another address than the digest's is refused, and the same way whoever the user is",
        arguments: ["enrolled", "new", "phantom"])
    func otherAddress(kind: String) async throws {
        let world = try World()
        if kind == "enrolled" { _ = try await world.signedUser() }
        let subject = kind == "phantom" ? PhantomSubject.of("nobody", key: World.key) : "sub"
        let token = try world.challengeToken(subject, email: "a@example.org")
        let mails = world.mailBox.mails.count
        let answer = await world.call("POST", enrolPath, .bearer(token), #"{"email":"b@example.org"}"#)
        #expect(answer.failure == Failure(403, "unauthorized"))
        #expect(world.mailBox.mails.count == mails)
    }

    @Test("A phantom is answered as a user is, and nothing is sent or kept")
    func phantom() async throws {
        let world = try World()
        let subject = PhantomSubject.of("nobody@example.org", key: World.key)
        let phantom = try world.challengeToken(subject, email: "a@example.org")
        let real = try world.challengeToken("sub", email: "a@example.org")
        for (path, body) in [
            (enrolPath, #"{"email":"a@example.org"}"#), ("client/challenge/email-otp", ""),
            ("client/verify/email-otp", #"{"verificationCode":"not it"}"#),
            ("client/user-authenticators/passkey/registration-options", "{}"),
            ("client/user-authenticators/passkey/authentication-options", "{}"),
        ] {
            let (one, other) = (
                await world.call("POST", path, .bearer(phantom), body),
                await world.call("POST", path, .bearer(real), body)
            )
            #expect(one.status == other.status && one.members == other.members, "\(path)")
        }
        #expect(world.mailBox.mails.allSatisfy { $0.userID == "sub" })
        let list = await world.call("GET", "client/user-authenticators", .bearer(phantom))
        #expect(list.status == 200 && list.text == "[]")
        #expect(try world.storage.user(.init(tenantID: World.poolID, id: subject)) == nil)
    }

    @Test("A phantom's mailbox is named the same each time, as a user's is")
    func phantomName() async throws {
        let world = try World()
        let subject = PhantomSubject.of("nobody@example.org", key: World.key)
        let token = try world.challengeToken(subject, email: "a@example.org")
        let body = #"{"email":"a@example.org"}"#
        let first = await world.call("POST", enrolPath, .bearer(token), body)
        let second = await world.call("POST", enrolPath, .bearer(token), body)
        #expect(first.text == second.text)
    }

    @Test("A phantom is bound by the limits of sending and of answering")
    func phantomLimits() async throws {
        let world = try World { $0.limits = .init(sending: .init(2, per: 600), verifying: .init(1, per: 300)) }
        let subject = PhantomSubject.of("nobody", key: World.key)
        let token = try world.challengeToken(subject, email: "a@example.org")
        for status in [200, 200, 429] {
            #expect(await world.call("POST", "client/challenge/email-otp", .bearer(token)).status == status)
        }
        #expect(await world.verify(token, "000000")["failureReason"]?.string == "CODE_INVALID_OR_EXPIRED")
        #expect(await world.verify(token, "000000").failure == Failure(429, "too_many_requests"))
    }

    @Test("Whatever is kept of a phantom and whatever its token allows, it gets no code, address or passkey")
    func phantomWithRecord() async throws {
        let world = try World()
        let subject = PhantomSubject.of("nobody", key: World.key)
        let mailbox = StoredAuthenticator(
            id: "id", kind: .email(address: "a@example.org"), createdAt: 0, lastVerifiedAt: 0)
        let id = UserID(tenantID: World.poolID, id: subject)
        try world.storage.save(StoredUser(id: id, handle: [1], authenticators: [mailbox]))
        let token = World.Sender.bearer(try world.challengeToken(subject, email: "a@example.org"))
        #expect(await world.call("POST", "client/challenge/email-otp", token).status == 200)
        #expect(await world.call("POST", enrolPath, token, #"{"email":"a@example.org"}"#).status == 200)
        let result = try world.signInToken(
            subject, email: "a@example.org", scope: "add:authenticators",
            proof: SignInToken.Proof(method: .emailOTP))
        let enrolled = await world.call("POST", enrolPath, .bearer(result), #"{"email":"a@example.org"}"#)
        #expect(enrolled.failure == Failure(403, "unauthorized"))
        #expect(await world.registrationOptions(result).failure == Failure(403, "unauthorized"))
        #expect(world.mailBox.mails.isEmpty)
        let server = World.Sender.server(String(decoding: World.key, as: UTF8.self))
        let body = #"{"verificationMethod":"EMAIL_OTP","email":"b@example.org"}"#
        #expect(await world.call("POST", "users/\(subject)/authenticators", server, body).status == 404)
    }

    @Test("To a stranger nobody has authenticators; to who has proven a factor, they are listed masked")
    func listing() async throws {
        let world = try World()
        let result = try await world.signedUser()
        let stranger = try world.challengeToken("sub", email: "a@example.org")
        #expect(await world.call("GET", "client/user-authenticators", .bearer(stranger)).text == "[]")
        let list = await world.call("GET", "client/user-authenticators", .bearer(result))
        #expect(list.json?.elements.first?["email"]?.string == "a****@example.org")
    }

    @Test("An address that has changed is not sent a code by a challenge, and the answer does not tell")
    func changedAddress() async throws {
        let world = try World()
        _ = try await world.signedUser()
        let token = try world.challengeToken("sub", email: "new@example.org")
        let answer = await world.call("POST", "client/challenge/email-otp", .bearer(token))
        #expect(answer.status == 200 && answer.members == ["challengeId"])
        #expect(world.mailBox.mails.count == 1)
        // Nor may it be enrolled by a token that can only read: the user has an authenticator.
        let enrolled = await world.call("POST", enrolPath, .bearer(token), #"{"email":"new@example.org"}"#)
        #expect(enrolled.status == 200 && world.mailBox.mails.count == 1)
    }

    @Test("A result that may only read is sent no code to an address that is the user's and not its own")
    func narrowResult() async throws {
        let world = try World()
        _ = await world.proveEmail(try await world.signedUser(), "b@example.org")
        let mails = world.mailBox.mails.count
        let proof = SignInToken.Proof(method: .emailOTP)
        let token = try world.signInToken("sub", email: "a@example.org", proof: proof)
        let refused = await world.call("POST", enrolPath, .bearer(token), #"{"email":"b@example.org"}"#)
        #expect(refused.failure == Failure(403, "unauthorized") && world.mailBox.mails.count == mails)
        #expect(await world.proveEmail(token, "a@example.org")["isVerified"]?.bool == true)
    }

    @Test("A proven user may add an address of their own choice")
    func secondAddress() async throws {
        let world = try World()
        let result = try await world.signedUser()
        let answer = await world.proveEmail(result, "b@example.org")
        #expect(try world.result(answer).emailDigest == EmailDigest.of("b@example.org", key: World.key))
    }

    @Test("Tokens and digests of the previous key count, and results are signed with the current one")
    func previousKey() async throws {
        let world = try World()
        let token = try world.challengeToken("sub", email: "a@example.org", signedWith: World.previousKey)
        let result = try world.result(await world.proveEmail(token, "a@example.org"))
        #expect(result.emailDigest == EmailDigest.of("a@example.org", key: World.key))
    }

    @Test("Nothing is tracked or validated for a user pool")
    func noActions() async throws {
        let world = try World()
        let server = World.Sender.server(String(decoding: World.key, as: UTF8.self))
        #expect(await world.call("POST", "users/sub/actions/cognitoAuth", server, "{}").status == 404)
        #expect(await world.call("POST", "validate", server, #"{"token":"t"}"#).status == 404)
        #expect(await world.call("GET", "users/sub/authenticators", server).text == "[]")
        let id = ActionID(
            user: UserID(tenantID: World.poolID, id: "sub"), code: "cognitoAuth", idempotencyKey: "key")
        let action = ActionRecord(state: .challengeSucceeded, at: World.start)
        await #expect(throws: APIError.unauthorized) {
            try await world.service.stage(action, as: id, lifetime: 600)
        }
        let previous = World.Sender.server(String(decoding: World.previousKey, as: UTF8.self))
        #expect(await world.call("GET", "users/sub", previous).failure == Failure(401, "unauthorized"))
    }

    @Test("A challenge token with the scope to add registers another passkey, and proves an action of its own")
    func addedLater() async throws {
        let world = try World()
        var (first, second) = (try UnrulyPasskey(), try UnrulyPasskey())
        #expect(try await world.register(&first, try await world.signedUser())["isVerified"]?.bool == true)
        let token = try world.challengeToken("sub", email: "elsewhere@example.org", scope: "add:authenticators")
        let answer = try await world.register(&second, token)
        #expect(answer["isVerified"]?.bool == true)
        #expect(try world.result(answer).emailDigest == EmailDigest.of("a@example.org", key: World.key))
        let phantom = PhantomSubject.of("nobody", key: World.key)
        let refused = await world.registrationOptions(
            try world.challengeToken(phantom, email: "a@example.org", scope: "add:authenticators"))
        #expect(refused.failure == Failure(403, "unauthorized"))
        let reading = await world.registrationOptions(try world.challengeToken("sub", email: "a@example.org"))
        #expect(reading.failure == Failure(403, "unauthorized"))
    }
}
