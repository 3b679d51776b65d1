private import Primitives

/// The id of a model of authenticator (WebAuthn section 6.5.1).
///
/// Without an attestation that a certificate's key has signed, it is the client's word alone: good for a name in a list,
/// not for a decision.
package struct AAGUID: Hashable, Sendable {
    /// The 16 bytes.
    package let bytes: [UInt8]

    /// An id from its bytes; nil unless there are 16.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == 16 else { return nil }
        self.bytes = bytes
    }

    /// An id from its text, a UUID in either case; nil for any other text.
    package init?(text: String) {
        let lowered = String(decoding: text.utf8.map(\.asciiLowercased), as: UTF8.self)
        guard let bytes = UUIDText.bytes(lowered) else { return nil }
        self.bytes = bytes
    }

    /// The id as a UUID in lower case.
    package var text: String { UUIDText.text(of: bytes) }

    /// Whether all bytes are zero, which means that the authenticator does not name its model.
    package var isUnknown: Bool { bytes.allSatisfy { $0 == 0 } }
}
