import OpenSSLCrypto
import TestKeys
import WebAuthn

/// A software passkey that registers, with real keys and signatures. The credential is valid unless a test changes it.
struct RegistrationBuilder {
    /// How the registration is attested.
    enum Statement {
        case none, selfAttested
        /// By the key of a certificate, in the format `packed`.
        case certified(AttestationAuthority)
        case fidoU2F(AttestationAuthority)
    }

    let key: PrivateKey
    var clientData = ClientDataBuilder(type: "webauthn.create")
    var data: AuthenticatorDataBuilder
    var statement = Statement.selfAttested
    /// The id beside the attestation object; nil for the id in the authenticator data.
    var outerID: [UInt8]?
    /// The format to write; nil for the statement's own format.
    var format: String?
    /// New values for the statement's members with these names. A nil value leaves the member out.
    var replacedMembers: [(name: String, value: CBORValue?)] = []
    /// Changes to the authenticator data and the client data after they were signed.
    var afterSigning: @Sendable (_ authenticatorData: inout [UInt8], _ clientData: inout [UInt8]) -> Void = { _, _ in }

    init(_ algorithm: COSEAlgorithm) throws {
        key = try TestCeremony.key(algorithm)
        data = AuthenticatorDataBuilder(
            flags: [.userPresent, .userVerified, .attestedCredential],
            publicKey: CredentialPublicKey.encoding(of: key.publicKey))
    }

    func with(_ change: (inout RegistrationBuilder) throws -> Void) rethrows -> RegistrationBuilder {
        var changed = self
        try change(&changed)
        return changed
    }

    func build() throws -> RegistrationCredential {
        var (authenticatorData, clientDataJSON) = (data.bytes, clientData.bytes)
        let (format, members) = try signedStatement(authenticatorData, SHA256.digest(of: clientDataJSON))
        afterSigning(&authenticatorData, &clientDataJSON)
        let replaced = Set(replacedMembers.map(\.name))
        let kept = members.filter { !replaced.contains($0.name) }
        let all = kept + replacedMembers.compactMap { name, value in value.map { (name: name, value: $0) } }
        let object = CBORValue.map([
            CBORMember(.text("fmt"), .text(self.format ?? format)),
            CBORMember(.text("attStmt"), .map(all.map { CBORMember(.text($0.name), $0.value) })),
            CBORMember(.text("authData"), .bytes(authenticatorData)),
        ])
        return RegistrationCredential(
            id: outerID ?? data.credentialID, clientDataJSON: clientDataJSON, attestationObject: object.encoded,
            transports: ["internal", "hybrid"])
    }

    private func signedStatement(
        _ data: [UInt8], _ hash: [UInt8]
    ) throws -> (format: String, members: [(name: String, value: CBORValue)]) {
        switch statement {
        case .none: return ("none", [])
        case .selfAttested:
            let algorithm = COSEAlgorithm(key.kind)
            let signature = try key.signature(of: data + hash, ecdsa: .der)
            return ("packed", [("alg", .integer(algorithm.rawValue)), ("sig", .bytes(signature))])
        case .certified(let authority):
            let algorithm = COSEAlgorithm(authority.key.kind)
            let signature = try authority.key.signature(of: data + hash, ecdsa: .der)
            let chain = CBORValue.array(try authority.chain().map { .bytes($0) })
            return ("packed", [("alg", .integer(algorithm.rawValue)), ("sig", .bytes(signature)), ("x5c", chain)])
        case .fidoU2F(let authority):
            var point: [UInt8] = []
            if case .p256(let x, let y) = key.publicKey.components { point = [4] + x + y }
            let signed = [0] + data.prefix(32) + hash + self.data.credentialID + point
            let signature = try authority.key.signature(of: signed, ecdsa: .der)
            return ("fido-u2f", [("sig", .bytes(signature)), ("x5c", .array([.bytes(try authority.chain()[0])]))])
        }
    }
}
