import AuthenticatorService
import JSON
import Passkeys
import TestSupport
import Testing
import WebAuthn

extension TestService {
    func registrationOptions(_ token: String, _ body: String = "{}") -> Answer {
        call("POST", "client/user-authenticators/passkey/registration-options", as: .bearer(token), body: body)
    }

    /// Registers a passkey.
    func register(
        _ passkey: inout UnrulyPasskey, _ token: String, _ body: String = "{}"
    ) throws -> Answer {
        let options = registrationOptions(token, body)
        guard options.status == 200 else { return options }
        return add(try passkey.register(options["options"]), options, token)
    }

    /// A passkey that the user has registered.
    func registeredPasskey(_ token: String? = nil, _ body: String = "{}") throws -> UnrulyPasskey {
        var passkey = try UnrulyPasskey()
        try expect(register(&passkey, token ?? signedUser(), body)["isVerified"]?.bool, equals: true)
        return passkey
    }

    /// A passkey that was made elsewhere, stored for the user `sub` with another handle or another public key.
    func storedPasskey(
        handle: [UInt8]? = nil, userHandle: [UInt8]? = nil, publicKey: [UInt8]? = nil
    ) throws -> UnrulyPasskey {
        let maker = try TestService()
        var passkey = try maker.registeredPasskey()
        let made = try #require(maker.storedUser()?.authenticators.compactMap(\.passkey).first)
        let record = CredentialRecord(
            id: made.id, userHandle: handle ?? made.userHandle, publicKey: publicKey ?? made.publicKey,
            aaguid: made.aaguid, transports: made.transports, isBackupEligible: made.isBackupEligible,
            isBackedUp: made.isBackedUp, signCount: made.signCount, hasVerifiedUser: made.hasVerifiedUser)
        let added = try storage.add(
            StoredAuthenticator(
                id: "stored", kind: .passkey(record, username: nil, displayName: nil), createdAt: 0, lastVerifiedAt: 0),
            to: StoredUser(id: UserID(tenantID: Self.poolID, id: "sub"), handle: userHandle ?? record.userHandle),
            answering: IssuedChallenge(id: "challenge", expiration: Self.start), by: Attempt(id: "attempt", time: 0))
        #expect(added == .added)
        passkey.sentHandle = record.userHandle
        return passkey
    }

    /// What is stored of a user.
    func storedUser(_ id: String = "sub") throws -> StoredUser? {
        try storage.user(UserID(tenantID: Self.poolID, id: id))
    }

    func add(_ credential: String, _ options: Answer, _ token: String) -> Answer {
        call(
            "POST", "client/user-authenticators/passkey", as: .bearer(token),
            body: #"{"challengeId":"\#(options["challengeId"]?.string ?? "")","registrationCredential":\#(credential)}"#
        )
    }

    func authenticationOptions(_ sender: Sender, _ body: String = "{}") -> Answer {
        call("POST", "client/user-authenticators/passkey/authentication-options", as: sender, body: body)
    }

    /// Signs in with a passkey.
    func signIn(
        _ passkey: inout UnrulyPasskey, _ sender: Sender, _ body: String = "{}"
    ) throws -> Answer {
        let options = authenticationOptions(sender, body)
        guard options.status == 200 else { return options }
        return verify(try passkey.sign(options["options"]), options, sender)
    }

    func verify(_ credential: String, _ options: Answer, _ sender: Sender) -> Answer {
        call(
            "POST", "client/verify/passkey", as: sender,
            body:
                #"{"challengeId":"\#(options["challengeId"]?.string ?? "")","authenticationCredential":\#(credential)}"#
        )
    }

    /// A result token of a user of the user pool who has proven an address.
    func signedUser(_ subject: String = "sub", email: String = "a@example.org") throws -> String {
        let answer = proveEmail(try challengeToken(subject, email: email), email)
        return answer["accessToken"]?.string ?? ""
    }

    /// Starts an action before its user is known.
    func startAction(_ tenantID: String, _ body: String = #"{"action":"cognitoAuth"}"#) -> String {
        call("POST", "client/challenge", as: .app(tenantID), body: body)["challengeId"]?.string ?? ""
    }
}
