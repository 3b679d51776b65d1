import AuthenticatorService
import JSON
import Primitives
import SignInMail
import SignInTokens
import Testing

/// Tokens live for minutes, and what they prove may end earlier.
@Suite("A token that outlives its proof")
struct HeldTokenTests {
    private static let refused = Failure(403, "unauthorized")
    private static let worthless = Failure(401, "unauthorized")

    private func remove(_ id: String, _ service: TestService, _ token: String) -> Answer {
        service.call("DELETE", "client/user-authenticators/\(id)", as: .bearer(token))
    }

    /// What each call answers that reads or changes what the token's user has.
    private func failures(_ service: TestService, _ token: String) throws -> [String: Failure?] {
        let all = "client/user-authenticators"
        let id = try service.storedUser()?.authenticators.last?.id ?? "none"
        let calls = [
            ("GET", all, ""), ("PATCH", "\(all)/\(id)", #"{"name":"Mine"}"#), ("DELETE", "\(all)/\(id)", ""),
            ("POST", "\(all)/passkey/registration-options", "{}"),
            ("POST", "\(all)/passkey/authentication-options", "{}"),
        ]
        return Dictionary(
            uniqueKeysWithValues: calls.map { method, path, body in
                ("\(method) \(path)", service.call(method, path, as: .bearer(token), body: body).failure)
            })
    }

    @Test("is worth nothing once the passkey that made it is removed, even if there is another one")
    func tokenOfRemovedPasskeyIsWorthless() throws {
        let service = try TestService()
        var (stolen, own, third) = (try UnrulyPasskey(), try UnrulyPasskey(), try UnrulyPasskey())
        let added = try service.register(&stolen, service.signedUser())
        let thief = added["accessToken"]?.string ?? ""
        let begun = service.registrationOptions(thief)
        let owner = try service.register(&own, thief)["accessToken"]?.string ?? ""
        #expect(remove(added["userAuthenticatorId"]?.string ?? "", service, owner).status == 200)
        for (call, failure) in try failures(service, thief) { #expect(failure == Self.worthless, "\(call)") }
        let ended = service.add(try third.register(begun["options"]), begun, thief)
        #expect(ended.failure == Self.worthless)
        let user = try #require(try service.storedUser())
        #expect(user.authenticators.count == 2)
    }

    @Test("is worth nothing once an operator has removed all that the user had")
    func tokenOfResetUserIsWorthless() throws {
        let token = try TestService().signedUser()
        for (call, failure) in try failures(TestService(), token) { #expect(failure == Self.worthless, "\(call)") }
    }

    @Test("of an emailed code removes no passkey where a passkey is demanded")
    func codeRemovesNoPasskeyUnderAAL2() throws {
        let service = try TestService { $0.demandsAAL2 = true }
        var passkey = try UnrulyPasskey()
        let added = try service.register(&passkey, service.signedUser())
        let id = added["userAuthenticatorId"]?.string ?? ""
        service.clock.advance(by: 1)
        let byCode = try service.signedUser()
        #expect(remove(id, service, byCode).failure == Self.refused)
        #expect(remove(id, service, added["accessToken"]?.string ?? "").status == 200)
    }

    @Test("removes no mailbox of a pool's user, which would silence the notices")
    func mailboxStays() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        let token = try service.register(&passkey, service.signedUser())["accessToken"]?.string ?? ""
        let user = try #require(try service.storedUser())
        let mailbox = try #require(user.authenticators.first)
        #expect(remove(mailbox.id, service, token).failure == Self.refused)
    }

    @Test("names a former address, which does not come back")
    func formerAddressDoesNotComeBack() throws {
        let service = try TestService()
        _ = try service.signedUser(email: "former@example.org")
        let held = try service.challengeToken("sub", email: "former@example.org", key: "held")
        service.clock.advance(by: 1)
        let new = try service.challengeToken("sub", email: "new@example.org", key: "new")
        #expect(service.proveEmail(new, "new@example.org")["isVerified"]?.bool == true)
        service.clock.advance(by: 1)
        let sent = service.mailBox.mails.count
        #expect(service.proveEmail(held, "former@example.org")["isVerified"]?.bool != true)
        #expect(service.mailBox.mails.count == sent)
    }

    @Test("is worth nothing once the mailbox that made it was replaced, even if the same one has come back")
    func tokenOfReturnedMailboxIsWorthless() throws {
        let service = try TestService()
        let stolen = try service.signedUser(email: "owner@example.org")
        for address in ["new@example.org", "owner@example.org"] {
            service.clock.advance(by: 1)
            let token = try service.challengeToken("sub", email: address, key: "for \(address)")
            #expect(service.proveEmail(token, address)["isVerified"]?.bool == true)
        }
        for (call, failure) in try failures(service, stolen) { #expect(failure == Self.worthless, "\(call)") }
    }

    @Test(
        "allows nothing if it tells of a challenge that failed", arguments: ["CHALLENGE_SUCCEEDED", "CHALLENGE_FAILED"])
    func tokenOfFailedChallengeIsWorthless(_ state: String) throws {
        let service = try TestService()
        var token = try ResultToken(
            verifying: service.signedUser(), userPoolID: TestService.poolID, keys: TestService.keys,
            now: service.clock.now)
        token.state = ActionState(rawValue: state)
        let list = service.call(
            "GET", "client/user-authenticators", as: .bearer(try token.signed(with: TestService.keys)))
        #expect(list.failure == (state == "CHALLENGE_SUCCEEDED" ? nil : Failure(401, "unauthorized")))
    }

    @Test("is not renewed by another code")
    func resultGetsNoCode() throws {
        let service = try TestService()
        let result = try service.signedUser()
        let sent = service.mailBox.mails.count
        _ = service.call("POST", "client/challenge/email-otp", as: .bearer(result))
        #expect(service.mailBox.mails.count == sent)
    }
}
