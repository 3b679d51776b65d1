private import OpenSSLCrypto
private import Primitives

/// The subject that stands for a user Cognito does not know: stable for a name, shaped like a Cognito `sub`, and
/// recognisable to whoever holds the key, so that the authenticator can play along without sending anything.
package enum PhantomSubject {
    /// The phantom of a name, whatever its case.
    package static func of(_ name: String, key: [UInt8]) -> String {
        let code = HMACSHA256.authenticationCode(for: Array("phantom\(name.lowercased())".utf8), key: key)
        return UUIDText.version4(checked(Array(code.prefix(8)), key: key))
    }

    /// Whether a subject is a phantom's. One real `sub` in 2^62 would be taken for one.
    package static func isPhantom(_ subject: String, key: [UInt8]) -> Bool {
        guard let bytes = UUIDText.bytes(subject) else { return false }
        return constantTimeEqual(
            Array(UUIDText.version4(checked(Array(bytes.prefix(8)), key: key)).utf8), Array(subject.utf8))
    }

    /// Eight bytes, with their version bits set, and the first eight of a code over them.
    private static func checked(_ prefix: [UInt8], key: [UInt8]) -> [UInt8] {
        let prefix = UUIDText.withVersion4(prefix)
        // No label of this key begins with another: a name that a caller chose must not ask for a check.
        return prefix + HMACSHA256.authenticationCode(for: Array("check-phantom".utf8) + prefix, key: key).prefix(8)
    }
}
