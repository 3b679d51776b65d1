import AuthenticatorService
import JSON
import Passkeys
import Primitives
import SignInMail
import SignInTokens
import TestSupport
import Testing
import WebAuthn

@Suite("Managing passkeys")
struct PasskeyManagementTests {
    @Test("A passkey is shown as one of several devices or of one", arguments: [true, false])
    func deviceTypeIsShown(isBackupEligible: Bool) throws {
        let record = CredentialRecord(
            id: [1], userHandle: [2], publicKey: [3], aaguid: [UInt8](repeating: 0, count: 16), transports: [],
            isBackupEligible: isBackupEligible, isBackedUp: false, signCount: 0, hasVerifiedUser: true)
        let passkey = StoredAuthenticator(
            id: "p1", kind: .passkey(record, username: nil, displayName: nil), createdAt: 0, lastVerifiedAt: 0)
        let json = try JSONValue(parsing: passkey.json(of: UserID(tenantID: "pool", id: "sub")))
        let shown = json["webauthnCredential"]?["credentialDeviceType"]?.string
        #expect(shown == (isBackupEligible ? "multiDevice" : "singleDevice"))
    }

    @Test("Owners are told of passkeys that are added and removed")
    func ownersAreTold() throws {
        let service = try TestService()
        var (first, second) = (try UnrulyPasskey(), try UnrulyPasskey())
        let added = try service.register(&first, service.signedUser())
        let token = added["accessToken"]?.string ?? ""
        _ = try service.register(&second, token)
        let id = added["userAuthenticatorId"]?.string ?? ""
        #expect(service.call("DELETE", "client/user-authenticators/\(id)", as: .bearer(token)).status == 200)
        let label = PasskeyLabel(name: nil, provider: nil)
        #expect(
            service.mailBox.notices.map(\.message)
                == [.firstPasskeyAdded(label), .passkeyAdded(label, others: [label]), .passkeyRemoved(label)])
        #expect(service.mailBox.notices.allSatisfy { $0.recipient == "a@example.org" })
    }

    @Test(
        "Where a passkey is demanded, an emailed code adds the first one and no other, even after it is gone",
        arguments: [false, true])
    func codeAddsNoPasskeyUnderAAL2(demandsAAL2: Bool) throws {
        let service = try TestService { $0.demandsAAL2 = demandsAAL2 }
        var (first, second, third) = (try UnrulyPasskey(), try UnrulyPasskey(), try UnrulyPasskey())
        let added = try service.register(&first, service.signedUser())
        #expect(added["isVerified"]?.bool == true)
        service.clock.advance(by: 1)
        let byCode = try service.signedUser()
        try expect(service.register(&second, byCode)["isVerified"]?.bool == true, equals: !demandsAAL2)
        let byPasskey = added["accessToken"]?.string ?? ""
        try expect(service.register(&third, byPasskey)["isVerified"]?.bool, equals: true)
        let user = try #require(try service.storedUser())
        // The passkey that made the token comes last: without it, the token is worth nothing.
        for authenticator in user.authenticators.dropFirst().reversed() {
            let path = "client/user-authenticators/\(authenticator.id)"
            #expect(service.call("DELETE", path, as: .bearer(byPasskey)).status == 200)
        }
        service.clock.advance(by: 1)
        var fourth = try UnrulyPasskey()
        let again = try service.register(&fourth, service.signedUser())
        #expect((again["isVerified"]?.bool == true) == !demandsAAL2)
    }

    @Test("Only the owner can rename a passkey, after proving who they are")
    func onlyProvenOwnerRenamesPasskey() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        let added = try service.register(&passkey, try service.signedUser())
        let path = "client/user-authenticators/\(added["userAuthenticatorId"]?.string ?? "")"
        let owner = TestService.Sender.bearer(added["accessToken"]?.string ?? "")
        let name = #"{"name":"Ana’s \"phone\""}"#
        let renamed = service.call("PATCH", path, as: owner, body: name)
        #expect(renamed.status == 200)
        #expect(renamed["userAuthenticatorId"]?.string == added["userAuthenticatorId"]?.string)
        #expect(renamed["webauthnCredential"]?["name"]?.string == "Ana’s \"phone\"")
        let answer = try service.signIn(&passkey, .app(TestService.poolID))
        #expect(answer["isVerified"]?.bool == true && answer["username"]?.string == "a@example.org")
        let list = service.call("GET", "client/user-authenticators", as: owner)
        let names = list.json?.elements.map { $0["webauthnCredential"]?["name"]?.string }
        #expect(names == [nil, "Ana’s \"phone\""])

        let reader = TestService.Sender.bearer(try service.challengeToken("sub", email: "a@example.org"))
        #expect(service.call("PATCH", path, as: reader, body: name).failure == Failure(403, "unauthorized"))
        let other = TestService.Sender.bearer(try service.signedUser("other", email: "b@example.org"))
        #expect(service.call("PATCH", path, as: other, body: name).failure == Failure(404, "not_found"))
        let mailbox = list.json?.elements.first?["userAuthenticatorId"]?.string ?? ""
        let onMailbox = service.call("PATCH", "client/user-authenticators/\(mailbox)", as: owner, body: name)
        #expect(onMailbox.failure == Failure(404, "not_found"))
        let bodies = [
            "{}", #"{"name":""}"#, #"{"name":7}"#, #"{"name":"  "}"#, #"{"name":"a\nb"}"#,
            "{\"name\":\"\(String(repeating: "n", count: 101))\"}",
        ]
        for body in bodies {
            #expect(service.call("PATCH", path, as: owner, body: body).failure == Failure(400, "invalid_request"))
        }
    }

    @Test("A passkey is found by its id until it is removed, and removal needs its scope")
    func passkeyIsFoundUntilRemoved() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        let added = try service.register(&passkey, try service.signedUser())
        let path = "client/user-authenticators/passkey"
        let app = TestService.Sender.app(TestService.poolID)
        let one = service.call("GET", "\(path)?credentialId=\(passkey.idText)", as: app)
        #expect(one.text == #"{"credentialId":"\#(passkey.idText)","verifiedAt":"2026-06-01T00:00:00.000Z"}"#)
        let two = service.call("GET", "\(path)?credentialIds=AAAA%2C\(passkey.idText)", as: app)
        #expect(two["credentialId"]?.string == passkey.idText)
        let elsewhere = try TestService(poolID: "other", storage: service.storage)
            .call("GET", "\(path)?credentialId=\(passkey.idText)", as: .app("other"))
        #expect(elsewhere.failure == Failure(404, "invalid_credential"))
        #expect(service.call("GET", path, as: app).failure == Failure(400, "invalid_request"))

        let remove = "client/user-authenticators/\(added["userAuthenticatorId"]?.string ?? "")"
        let reader = TestService.Sender.bearer(try service.challengeToken("sub", email: "a@example.org"))
        #expect(service.call("DELETE", remove, as: reader).failure == Failure(403, "unauthorized"))
        let owner = TestService.Sender.bearer(added["accessToken"]?.string ?? "")
        #expect(service.call("DELETE", remove, as: owner).status == 200)
        #expect(service.call("DELETE", remove, as: owner).failure == Failure(401, "unauthorized"))
        let gone = service.call("GET", "\(path)?credentialId=\(passkey.idText)", as: app)
        #expect(gone.failure == Failure(404, "invalid_credential"))
        try expect(
            service.signIn(&passkey, .app(TestService.poolID)).failure, equals: Failure(400, "unknown_credential"))
    }

    @Test("A bearer who has no proof to lose renames and removes a passkey, if the scope allows it")
    func bearerWithoutProofManages() throws {
        let service = try TestService()
        var passkey = try UnrulyPasskey()
        let added = try service.register(&passkey, service.signedUser())
        let path = "client/user-authenticators/\(added["userAuthenticatorId"]?.string ?? "")"
        let scope = "add:authenticators update:authenticators remove:authenticators"
        let token = try service.challengeToken("sub", email: nil, scope: scope)
        #expect(service.call("PATCH", path, as: .bearer(token), body: #"{"name":"Mine"}"#).status == 200)
        #expect(service.call("DELETE", path, as: .bearer(token)).status == 200)
    }

    @Test(
        "Options for a new passkey name the kind of authenticator that was asked for, if there is such a kind",
        arguments: [("platform", 200), ("cross-platform", 200), ("both", 400), ("Platform", 400)])
    func attachmentIsKnown(attachment: String, status: Int) throws {
        let service = try TestService()
        let body = #"{"authenticatorAttachment":"\#(attachment)"}"#
        let options = try service.registrationOptions(service.signedUser(), body)
        #expect(options.status == status)
        let asked = options["options"]?["authenticatorSelection"]?["authenticatorAttachment"]?.string
        #expect(asked == (status == 200 ? attachment : nil))
    }
}
