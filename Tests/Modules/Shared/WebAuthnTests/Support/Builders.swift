import JSON
import OpenSSLCrypto
import Primitives
import TestKeys
import WebAuthn

/// Writes authenticator data, which is valid unless a test changes it.
struct AuthenticatorDataBuilder {
    var relyingPartyID = TestCeremony.relyingPartyID
    var flags: AuthenticatorFlags
    var signCount: UInt32 = 0
    var aaguid = TestCeremony.aaguid
    var credentialID = [UInt8](repeating: 7, count: 32)
    /// The COSE_Key of the credential; written with the flag AT.
    var publicKey: [UInt8]
    /// Written with the flag ED.
    var extensions: [UInt8] = CBORValue.map([]).encoded
    /// Written after the rest.
    var furtherBytes: [UInt8] = []

    var bytes: [UInt8] {
        var bytes = SHA256.digest(of: Array(relyingPartyID.utf8)) + [flags.rawValue]
        bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: signCount >> $0) }
        if flags.contains(.attestedCredential) {
            bytes += aaguid + [UInt8(credentialID.count >> 8), UInt8(credentialID.count & 0xFF)] + credentialID
            bytes += publicKey
        }
        if flags.contains(.extensions) { bytes += extensions }
        return bytes + furtherBytes
    }
}

/// Writes client data, which is valid unless a test changes it.
struct ClientDataBuilder {
    var type: String
    var challenge = Base64URL.encode(TestCeremony.challenge)
    var origin = TestCeremony.origin
    var crossOrigin: Bool? = false
    var topOrigin: String?
    /// Members written after the rest, unchanged.
    var furtherMembers: [(name: String, json: String)] = []
    /// Whether a byte-order mark comes first.
    var isMarked = false

    var bytes: [UInt8] {
        (isMarked ? [0xEF, 0xBB, 0xBF] : [])
            + JSONWriter.object { data in
                data.member("type", type)
                data.member("challenge", challenge)
                data.member("origin", origin)
                if let crossOrigin { data.member("crossOrigin", crossOrigin) }
                data.member("topOrigin", ifPresent: topOrigin)
                for (name, json) in furtherMembers { data.member(name, raw: json.utf8) }
            }
    }
}

/// A registered software passkey that signs in. Its assertion is valid unless a test changes it.
struct AuthenticationBuilder {
    let key: PrivateKey
    var clientData = ClientDataBuilder(type: "webauthn.get")
    var data: AuthenticatorDataBuilder
    var userHandle: [UInt8]? = TestCeremony.userHandle
    /// The id beside the assertion; nil for the credential's own id.
    var outerID: [UInt8]?
    /// The key that signs; nil for the credential's own key.
    var signer: PrivateKey?
    /// Changes to the signed bytes and to the signature after signing.
    var afterSigning:
        @Sendable (
            _ authenticatorData: inout [UInt8], _ clientData: inout [UInt8], _ signature: inout [UInt8]
        ) -> Void = { _, _, _ in }

    init(_ algorithm: COSEAlgorithm) throws {
        key = try TestCeremony.key(algorithm)
        data = AuthenticatorDataBuilder(
            flags: [.userPresent, .userVerified], publicKey: CredentialPublicKey.encoding(of: key.publicKey))
    }

    func with(_ change: (inout AuthenticationBuilder) throws -> Void) rethrows -> AuthenticationBuilder {
        var changed = self
        try change(&changed)
        return changed
    }

    /// The record of the credential.
    func record(signCount: UInt32 = 0, isBackupEligible: Bool = false) -> CredentialRecord {
        CredentialRecord(
            id: data.credentialID, userHandle: TestCeremony.userHandle,
            publicKey: CredentialPublicKey.encoding(of: key.publicKey),
            aaguid: TestCeremony.aaguid, transports: [], isBackupEligible: isBackupEligible, isBackedUp: false,
            signCount: signCount, hasVerifiedUser: false)
    }

    func build() throws -> AuthenticationCredential {
        var (authenticatorData, clientDataJSON) = (data.bytes, clientData.bytes)
        let signer = signer ?? key
        var signature = try signer.signature(
            of: authenticatorData + SHA256.digest(of: clientDataJSON), ecdsa: .der)
        afterSigning(&authenticatorData, &clientDataJSON, &signature)
        return AuthenticationCredential(
            id: outerID ?? data.credentialID, clientDataJSON: clientDataJSON, authenticatorData: authenticatorData,
            signature: signature, userHandle: userHandle)
    }
}
