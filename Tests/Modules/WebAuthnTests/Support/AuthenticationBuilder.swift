import OpenSSLCrypto
import TestKeys
import WebAuthn

/// A registered passkey in software that signs in: right unless told otherwise.
struct AuthenticationBuilder {
    let key: PrivateKey
    var clientData = ClientDataBuilder(type: "webauthn.get")
    var data: AuthenticatorDataBuilder
    var userHandle: [UInt8]? = Sample.userHandle
    /// The id beside the assertion; nil for the credential's.
    var outerID: [UInt8]?
    /// What signs; nil for the credential's key.
    var signer: PrivateKey?
    /// Changes to what was signed, and to the signature.
    var afterSigning:
        @Sendable (
            _ authenticatorData: inout [UInt8], _ clientData: inout [UInt8], _ signature: inout [UInt8]
        ) -> Void = { _, _, _ in }

    init(_ algorithm: COSEAlgorithm) throws {
        key = try Sample.key(algorithm)
        data = AuthenticatorDataBuilder(
            flags: [.userPresent, .userVerified], publicKey: CredentialPublicKey(key.publicKey).encoded)
    }

    func with(_ change: (inout AuthenticationBuilder) throws -> Void) rethrows -> AuthenticationBuilder {
        var changed = self
        try change(&changed)
        return changed
    }

    /// The record of the credential.
    func record(signCount: UInt32 = 0, isBackupEligible: Bool = false) -> CredentialRecord {
        CredentialRecord(
            id: data.credentialID, userHandle: Sample.userHandle, publicKey: CredentialPublicKey(key.publicKey),
            aaguid: Sample.aaguid, transports: [], isBackupEligible: isBackupEligible, isBackedUp: false,
            signCount: signCount, hasVerifiedUser: false)
    }

    func build() throws -> AuthenticationCredential {
        var (authenticatorData, clientDataJSON) = (data.bytes, clientData.bytes)
        let signer = signer ?? key
        var signature = try signer.signature(
            of: authenticatorData + SHA256.digest(of: clientDataJSON), scheme: COSEAlgorithm(signer.kind).scheme)
        afterSigning(&authenticatorData, &clientDataJSON, &signature)
        return AuthenticationCredential(
            id: outerID ?? data.credentialID, clientDataJSON: clientDataJSON, authenticatorData: authenticatorData,
            signature: signature, userHandle: userHandle)
    }
}
