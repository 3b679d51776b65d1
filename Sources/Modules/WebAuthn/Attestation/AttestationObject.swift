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
