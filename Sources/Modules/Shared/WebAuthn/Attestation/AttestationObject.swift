private import Primitives

/// The result of creating a credential: authenticator data with a statement about it (WebAuthn section 6.5.4).
struct AttestationObject {
    /// The format identifier.
    let format: String
    /// The statement: an array for the format `compound`, a map for all others.
    let statement: CBORValue
    /// The encoded authenticator data.
    let authenticatorData: [UInt8]

    /// An attestation object from its bytes.
    init(_ bytes: [UInt8]) throws(AttestationError) {
        let object: CBORValue
        do { object = try CBORValue(decoding: bytes) } catch { throw .malformed(error) }
        guard object.members != nil else { throw .notAMap }
        guard let format = object["fmt"]?.text else { throw .invalidMember("fmt") }
        guard Self.isFormatIdentifier(format) else { throw .invalidFormat }
        guard let statement = object["attStmt"], statement.members != nil || statement.elements != nil else {
            throw .invalidMember("attStmt")
        }
        guard let authenticatorData = object["authData"]?.bytes else { throw .invalidMember("authData") }
        self.format = format
        self.statement = statement
        self.authenticatorData = authenticatorData
    }

    /// Whether the statement is one of section 8.6.
    var isU2F: Bool { format.hasSameBytes(as: "fido-u2f") }

    /// Whether a text has 1 to 32 printable ASCII characters without quote and backslash (section 8.1), so that it can
    /// be logged.
    private static func isFormatIdentifier(_ text: String) -> Bool {
        let characters = text.utf8
        return 1...32 ~= characters.count
            && characters.allSatisfy { 0x21...0x7E ~= $0 && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
    }
}

/// Why an attestation object is refused (WebAuthn sections 6.5.4 and 8).
package enum AttestationError: Error, Equatable, Sendable {
    // The object.

    /// The bytes are not canonical CBOR.
    case malformed(CBORError)
    /// The item is not a map.
    case notAMap
    /// The named member is absent or has a wrong type.
    case invalidMember(String)
    /// `fmt` is not a format identifier (section 8.1).
    case invalidFormat

    // The statement.

    /// The statement does not have exactly the members of its format, with their types.
    case malformedStatement
    /// The algorithm of a self attestation differs from the credential's (section 8.2).
    case wrongAlgorithm
    /// The credential cannot come from a U2F authenticator, because its key is not for ES256 (section 8.6).
    case wrongCredentialKey
    /// The signature does not cover this registration, or another key made it.
    case invalidSignature

    // The certificate.

    /// The bytes are not an X.509 certificate.
    case invalidCertificate
    /// A U2F statement does not hold exactly one certificate.
    case wrongCertificateCount
    /// The certificate's public key does not fit the signature algorithm, or the format.
    case wrongCertificateKey
    /// The certificate is not of version 3 (section 8.2.1).
    case wrongCertificateVersion
    /// The certificate's subject does not have the form required of attestation certificates (section 8.2.1).
    case wrongCertificateSubject
    /// The certificate belongs to a certificate authority, or does not state that it does not (section 8.2.1).
    case authorityCertificate
    /// The certificate's AAGUID extension is critical, occurs twice, or is not an octet string of 16 bytes (section
    /// 8.2.1).
    case malformedAAGUIDExtension
    /// The certificate is for a different model of authenticator than the one in the authenticator data.
    case wrongAAGUID
    /// The certificate is not yet or no longer valid.
    case certificateOutsideValidity
    /// The certificates do not lead to any configured root.
    case untrustedChain

    // Policy.

    /// The attestation is valid, but the policy does not accept its kind.
    case notAccepted(AttestationKind)
    /// The policy accepts certain models alone, and the statement does not cover the model.
    case modelNotProven
    /// The policy does not accept the authenticator's model.
    case modelNotAccepted
}
