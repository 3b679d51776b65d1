private import AuthenticatorFunction
private import AuthenticatorService
private import Essentials
private import JSON
private import OpenSSLCrypto
private import Passkeys
private import Primitives
private import StandIns
private import TestKeys
private import WebAuthn

/// Answers that are a passkey's assertion.
extension PlaceholderValues {
    /// Registers a passkey in the tables, and returns an answer that it has signed, as part of a JSON string.
    func passkeyAnswer(_ placeholder: Placeholder) async throws(ReplayError) -> String {
        try placeholder.requireArguments(among: [
            "owner", "credential", "handle", "registered", "used", "pool", "relyingParty", "origin", "topOrigin",
            "action", "for", "key", "age", "lifetime", "count", "storedCount", "userVerified", "signedBy", "sealedBy",
        ])
        do {
            let answer = try signedAnswer(placeholder)
            var quoted: [UInt8] = []
            quoted.appendJSONString(String(decoding: answer, as: UTF8.self))
            return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        } catch let error as ReplayError { throw error } catch {
            throw .placeholder(placeholder.text, fault: "\(error)")
        }
    }

    private func signedAnswer(_ placeholder: Placeholder) throws -> [UInt8] {
        let arguments = placeholder.arguments
        let relyingPartyID = environment["RELYING_PARTY_ID"] ?? ""
        let now = Int64(Date().timeIntervalSince1970)
        let issuedAt = now - (try placeholder.seconds("age") ?? 0)
        let pool = try member("userPoolId", for: placeholder, argument: "")
        let owner = UserID(tenantID: pool, id: try attribute("sub", for: placeholder, argument: "owner"))

        // The challenge.
        let isOfRound = arguments["for"] == "round"
        let started = StartedAction(
            code: arguments["action"] ?? "cognitoAuth",
            idempotencyKey: isOfRound ? try idempotencyKey(placeholder) : UUID().uuidString.lowercased(),
            expiration: issuedAt + 600)
        let purpose: Ceremony.Purpose =
            arguments["for"] == "registration"
            ? .registration(.init(handle: [1], username: nil, displayName: nil, mediation: .optional))
            : .authentication(
                .init(
                    allowed: [], startedAction: arguments["action"] == "none" ? nil : started,
                    username: arguments["for"] == "name" ? "ana@example.test" : nil))
        let holder: Ceremony.Holder =
            switch arguments["for"] {
            case "bearer": .bearer(tokenDigest: "digest")
            case "round": .round
            default: .anybody
            }
        let ceremony = Ceremony(
            poolID: arguments["pool"] ?? pool, relyingPartyID: relyingPartyID,
            holder: holder, issuedAt: issuedAt,
            expiration: issuedAt + (try placeholder.seconds("lifetime") ?? 300), purpose: purpose)
        let sealer = Sealer(secrets: [try secret(arguments["sealedBy"] ?? "current")])
        let sealed = try sealer.seal(ceremony.json, for: .ceremony)

        // The passkey.
        let key = try PrivateKey.generate(.p256)
        let own = try handle(arguments["handle"] == "imported" ? "imported" : "own", of: owner)
        let record = CredentialRecord(
            id: try arguments["credential"].flatMap { Base64URL.decode($0) } ?? SecureRandom.bytes(32),
            userHandle: own ?? [],
            publicKey: CredentialPublicKey.encoding(of: key.publicKey), aaguid: [UInt8](repeating: 0, count: 16),
            transports: [], isBackupEligible: false, isBackedUp: false,
            signCount: UInt32(try placeholder.seconds("storedCount") ?? 0), hasVerifiedUser: true)
        let storage = tables.authenticatorStorage(users: EventReplay.usersTable, state: EventReplay.stateTable)
        let challenge = try sealer.ceremony(
            sealed.text, poolID: ceremony.poolID, relyingPartyID: relyingPartyID, heldBy: holder, at: issuedAt
        ).issued
        if try placeholder.flag("registered") ?? true {
            let attempt = Attempt(id: "enrolment", time: issuedAt)
            let passkey = StoredAuthenticator(
                id: "3c1f7c52-6d0e-4a86-9d0a-3c3b2f6f4b22", kind: .passkey(record, username: nil, displayName: nil),
                createdAt: issuedAt, lastVerifiedAt: issuedAt, enrolledBy: attempt.id)
            let other = IssuedChallenge(id: "of the enrolment", expiration: now + 600)
            _ = try storage.add(passkey, to: StoredUser.new(owner), answering: other, by: attempt)
            if try placeholder.flag("used") ?? false {
                let use = PasskeyUse(
                    signCount: record.signCount, isBackedUp: false, isUserVerified: true, demandsHigherCount: false)
                _ = try storage.use(
                    use, of: passkey.id, of: owner, answering: challenge, by: Attempt(id: "another", time: issuedAt))
            }
        }

        // What the client and the passkey make of them.
        let ownOrigins = environment["PASSKEY_ORIGINS"]?.split(separator: ",").map(String.init) ?? []
        let ownOrigin = ownOrigins.first ?? "https://\(relyingPartyID)"
        let clientData = JSONWriter.object { data in
            data.member("type", "webauthn.get")
            data.member("challenge", Base64URL.encode(sealed.challenge))
            data.member("origin", arguments["origin"] ?? ownOrigin)
            data.member("crossOrigin", arguments["topOrigin"] != nil)
            data.member("topOrigin", ifPresent: arguments["topOrigin"])
        }
        let count = UInt32(try placeholder.seconds("count") ?? 0)
        let flags: AuthenticatorFlags =
            try placeholder.flag("userVerified") ?? true ? [.userPresent, .userVerified] : [.userPresent]
        let data =
            SHA256.digest(of: Array((arguments["relyingParty"] ?? relyingPartyID).utf8)) + [flags.rawValue]
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> UInt32($0)) }
        let signer = arguments["signedBy"] == "other" ? try PrivateKey.generate(.p256) : key
        let signature = try signer.signature(of: data + SHA256.digest(of: clientData), ecdsa: .der)
        let told = try handle(arguments["handle"] ?? "own", of: owner)
        return JSONWriter.object { answer in
            answer.member(PasskeyAnswer.challengeName, sealed.text)
            answer.member(PasskeyAnswer.credentialName) { credential in
                credential.member("id", Base64URL.encode(record.id))
                credential.member("rawId", Base64URL.encode(record.id))
                credential.member("type", "public-key")
                credential.member("response") { response in
                    response.member("clientDataJSON", Base64URL.encode(clientData))
                    response.member("authenticatorData", Base64URL.encode(data))
                    response.member("signature", Base64URL.encode(signature))
                    response.member("userHandle", ifPresent: told.map { Base64URL.encode($0) })
                }
            }
        }
    }

    /// What challenges are sealed with.
    private func secret(_ name: String) throws -> [UInt8] {
        switch name {
        case "current": keys().sealingSecret
        case "previous": keys("TOKEN_SIGNING_KEY_PREVIOUS").sealingSecret
        case "other": Self.foreignKeys.sealingSecret
        default: throw Fault("sealedBy is current, previous or other")
        }
    }

    /// The user handle that a passkey tells; nil for none.
    private func handle(_ name: String, of owner: UserID) throws -> [UInt8]? {
        switch name {
        case "own": try UserHandle.new(for: owner)
        case "other": try UserHandle.new(for: UserID(tenantID: owner.tenantID, id: Self.otherSubject))
        case "foreign": try UserHandle.new(for: UserID(tenantID: "eu-west-1_ZzZzZz999", id: owner.id))
        case "imported": [UInt8](repeating: 7, count: 32)
        case "none": nil
        default: throw Fault("handle is own, other, foreign, imported or none")
        }
    }

    private static let otherSubject = "0e9f117d-51b2-4c6c-9a53-4c0e0b6a7d1f"
}
