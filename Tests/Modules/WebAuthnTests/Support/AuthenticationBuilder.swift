import OpenSSLCrypto
import TestKeys
import WebAuthn

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
            id: data.credentialID, userHandle: TestCeremony.userHandle,
            publicKey: CredentialPublicKey(key.publicKey).encoded,
            aaguid: TestCeremony.aaguid, transports: [], isBackupEligible: isBackupEligible, isBackedUp: false,
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
