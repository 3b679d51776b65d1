private import OpenSSLCrypto
private import Primitives

/// The subject of a user whom Cognito does not know. It stays the same for a name and has the form of a Cognito `sub`.
/// Whoever holds the key can recognise it, so that the authenticator can play along without sending anything.
package enum PhantomSubject {
    /// The phantom subject for a name, without regard to upper and lower case.
    package static func of(_ name: String, key: [UInt8]) -> String {
        let code = HMACSHA256.authenticationCode(for: Array("phantom\(name.lowercased())".utf8), key: key)
        return UUIDText.version4(checked(Array(code.prefix(8)), key: key))
    }

    /// Whether a subject is a phantom's. One real `sub` in 2^62 would be mistaken for one.
    package static func isPhantom(_ subject: String, key: [UInt8]) -> Bool {
        guard let bytes = UUIDText.bytes(subject) else { return false }
        return constantTimeEqual(
            Array(UUIDText.version4(checked(Array(bytes.prefix(8)), key: key)).utf8), Array(subject.utf8))
    }

    /// Eight bytes with their version bits set, followed by the first eight bytes of a code over them.
    private static func checked(_ prefix: [UInt8], key: [UInt8]) -> [UInt8] {
        let prefix = UUIDText.withVersion4(prefix)
        // No label used with this key begins with another label. Otherwise a caller could choose a name for which the
        // phantom's code is a check code.
        return prefix + HMACSHA256.authenticationCode(for: Array("check-phantom".utf8) + prefix, key: key).prefix(8)
    }
}
