import AuthenticatorService
import JSON
import Primitives
import Testing

/// A proof has all scopes, and what Create and AddAuthenticator seal has those that it needs. Any other token of the
/// pool's key is taken at its word.
@Suite("A token with certain scopes")
struct ScopeTests {
    private static let refused = Failure(403, "unauthorized")
    private static let missing = Failure(404, "not_found")
    private static let all = "read:authenticators add:authenticators update:authenticators remove:authenticators"

    private func remove(_ id: String, _ service: TestService, _ token: String) -> Answer {
        service.call("DELETE", "client/user-authenticators/\(id)", as: .bearer(token))
    }

    private func rename(_ id: String, _ service: TestService, _ token: String) -> Answer {
        service.call("PATCH", "client/user-authenticators/\(id)", as: .bearer(token), body: #"{"name":"Mine"}"#)
    }

    @Test("to read, as a proof, lists what the user has and adds nothing to it")
    func readingProofAddsNothing() throws {
        let service = try TestService()
        _ = try service.signedUser()
        let id = try #require(try service.storedUser()?.authenticators.first?.id)
        let token = try service.resultToken("sub", email: nil, authenticatorID: id)
        let list = service.call("GET", "client/user-authenticators", as: .bearer(token)).json?.elements ?? []
        #expect(list.map { $0["email"]?.string } == ["a****@example.org"])
        #expect(service.registrationOptions(token).failure == Self.refused)
    }

    @Test("to add, without a proof, adds a passkey also where one is demanded: the functions vouch for the sign-in")
    func functionsMayVouch() throws {
        let service = try TestService { $0.demandsAAL2 = true }
        _ = try service.registeredPasskey()
        let token = try service.challengeToken("sub", email: "a@example.org", scope: "add:authenticators")
        #expect(service.registrationOptions(token).status == 200)
    }

    @Test("to add makes a user of somebody who had nothing here, with one handle for all passkeys")
    func firstPasskeyMakesTheUser() throws {
        let service = try TestService()
        let token = try service.challengeToken("fresh", email: nil, scope: "add:authenticators")
        var passkey = try service.registeredPasskey(token)
        let options = service.registrationOptions(token)
        #expect(options["options"]?["user"]?["id"]?.string.flatMap { Base64URL.decode($0) } == passkey.userHandle)
        let answer = try service.signIn(&passkey, .app(TestService.poolID))
        #expect(answer["isVerified"]?.bool == true && answer["username"]?.string == "name-of-fresh")
    }

    @Test(
        "of a proof changes nothing of a user who is gone; without a proof it finds nothing", arguments: [false, true])
    func userIsGone(demandsAAL2: Bool) throws {
        let service = try TestService { $0.demandsAAL2 = demandsAAL2 }
        let proof = try service.resultToken("ghost", email: nil, scope: Self.all, authenticatorID: "p1")
        let other = try service.challengeToken("ghost", email: nil, scope: Self.all)
        for (token, failure) in [(proof, Failure(401, "unauthorized")), (other, Self.missing)] {
            #expect(remove("p1", service, token).failure == failure)
            #expect(rename("p1", service, token).failure == failure)
        }
    }

    @Test("of a code changes what a user has who never had a passkey, also where a passkey is demanded")
    func userWithoutPasskeyIsNotHeld() throws {
        let service = try TestService { $0.demandsAAL2 = true }
        let token = try service.signedUser()
        #expect(rename("p1", service, token).failure == Self.missing)
    }

    @Test("to add, also of a proof, shows the user's id, and takes no other address than its own")
    func otherAddressIsRefused() throws {
        let service = try TestService()
        let path = "client/user-authenticators/email-otp"
        let result = try service.signedUser()
        let token = try service.challengeToken("sub", email: "a@example.org", scope: "add:authenticators")
        for bearer in [result, token] {
            let answer = service.call("POST", path, as: .bearer(bearer), body: #"{"email":"b@example.org"}"#)
            #expect(answer.failure == Self.refused)
        }
        #expect(service.mailBox.mails.count == 1)
        let own = service.call("POST", path, as: .bearer(token), body: #"{"email":"a@example.org"}"#)
        #expect(own["userId"]?.string == "sub")
    }
}
