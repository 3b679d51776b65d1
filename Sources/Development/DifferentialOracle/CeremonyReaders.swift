private import JSON
private import WebAuthn

/// The sign count did not grow, and the question says that such an assertion is refused.
private enum CountRefusal: Error {
    case signCountNotIncreased
}

/// Verifies the two ceremonies of passkeys.
enum CeremonyReaders {
    static func registration(_ question: Question) throws -> [Reading] {
        let credential = try RegistrationCredential(json: JSONValue(parsing: question.bytes("input")))
        let verified = try relyingParty(question).verify(
            credential, challenge: question.bytes("challenge"), userHandle: question.bytes("user"),
            at: question.integer("now"))
        return [
            Reading("id", bytes: verified.record.id), Reading("publicKey", bytes: verified.record.publicKey),
            Reading("signCount", Int64(verified.record.signCount)), Reading("aaguid", bytes: verified.record.aaguid),
            Reading("userVerified", verified.record.hasVerifiedUser),
            Reading("backupEligible", verified.record.isBackupEligible),
            Reading("backedUp", verified.record.isBackedUp), Reading("format", verified.attestation.format),
        ]
    }

    static func assertion(_ question: Question) throws -> [Reading] {
        let credential = try AuthenticationCredential(json: JSONValue(parsing: question.bytes("input")))
        let stored = try question.object("record")
        let record = CredentialRecord(
            id: try stored.bytes("id"), userHandle: try stored.bytes("user"),
            publicKey: try stored.bytes("publicKey"),
            aaguid: [UInt8](repeating: 0, count: 16), transports: [],
            isBackupEligible: try stored.flag("backupEligible"), isBackedUp: false,
            signCount: UInt32(clamping: try stored.integer("signCount")), hasVerifiedUser: true)
        let verified = try relyingParty(question).verify(
            credential, challenge: question.bytes("challenge"), user: record.userHandle,
            record: { $0 == record.id ? record : nil })
        // The authenticator's storage refuses it, where that is configured.
        if verified.isPossibleClone, try question.flag("countsRefuse") { throw CountRefusal.signCountNotIncreased }
        return [
            Reading("id", bytes: verified.record.id), Reading("userVerified", verified.isUserVerified),
            Reading("backedUp", verified.record.isBackedUp), Reading("possibleClone", verified.isPossibleClone),
        ]
    }

    private static func relyingParty(_ question: Question) throws -> RelyingParty {
        try RelyingParty(
            id: question.text("rpId"), name: "Example", origins: question.texts("origins").map { try Origin($0) },
            userVerification: question.flag("userVerification") ? .required : .preferred)
    }
}
