package import JSON
private import Primitives
internal import WebAuthn

extension NativePasskey {
    /// The passkey as its user sees it (`WebAuthnCredentialDescription`).
    var json: [UInt8] {
        JSONWriter.object { passkey in
            passkey.member("CredentialId", Base64URL.encode(record.id))
            passkey.member("FriendlyCredentialName", name)
            passkey.member("RelyingPartyId", relyingPartyID)
            passkey.member("AuthenticatorAttachment", ifPresent: attachment)
            passkey.member("AuthenticatorTransports", record.transports)
            passkey.member("CreatedAt", createdAt)
        }
    }

    /// The passkey as a file keeps it.
    package var stateJSON: [UInt8] {
        JSONWriter.object { state in
            state.member("id", Base64URL.encode(record.id))
            state.member("userHandle", Base64URL.encode(record.userHandle))
            state.member("publicKey", Base64URL.encode(record.publicKey.encoded))
            state.member("aaguid", Base64URL.encode(record.aaguid))
            state.member("transports", record.transports)
            state.member("isBackupEligible", record.isBackupEligible)
            state.member("isBackedUp", record.isBackedUp)
            state.member("signCount", Int64(record.signCount))
            state.member("hasVerifiedUser", record.hasVerifiedUser)
            state.member("relyingPartyID", relyingPartyID)
            state.member("attachment", ifPresent: attachment)
            state.member("createdAt", createdAt)
        }
    }

    /// Reads what `stateJSON` wrote; nil for anything else.
    package init?(state: JSONValue) {
        func bytes(_ name: String) -> [UInt8]? { state[name]?.string.flatMap { Base64URL.decode($0) } }
        guard let id = bytes("id"), let handle = bytes("userHandle"), let encoded = bytes("publicKey"),
            let key = try? CredentialPublicKey(encoded: encoded), let aaguid = bytes("aaguid"),
            let transports = state["transports"]?.elements.compactMap(\.string),
            let isBackupEligible = state["isBackupEligible"]?.bool, let isBackedUp = state["isBackedUp"]?.bool,
            let signCount = state["signCount"]?.integer.flatMap(UInt32.init(exactly:)),
            let hasVerifiedUser = state["hasVerifiedUser"]?.bool,
            let relyingPartyID = state["relyingPartyID"]?.string, let createdAt = state["createdAt"]?.integer
        else { return nil }
        let record = CredentialRecord(
            id: id, userHandle: handle, publicKey: key, aaguid: aaguid, transports: transports,
            isBackupEligible: isBackupEligible, isBackedUp: isBackedUp, signCount: signCount,
            hasVerifiedUser: hasVerifiedUser)
        self.init(record, relyingPartyID: relyingPartyID, attachment: state["attachment"]?.string, at: createdAt)
    }
}
