internal import AuditLog
package import LambdaRuntime
private import OpenSSLCrypto
private import Primitives

/// The digests that stand for users in the audit log (`AUDIT_KEY`). They are the same in all functions, and stay the
/// same for as long as the key does. Only the key's holder can compute one, or find out whose it is.
package struct SubjectDigests: Sendable {
    private let key: [UInt8]

    private static let variable = "AUDIT_KEY"
    /// In bytes: 128 bits make an accidental match impossible.
    private static let length = 16

    /// The digests of a deployment; nil if there is no key, or no audit log.
    /// - Throws: `FunctionError` if the audit log names users by their digests alone and there is no key.
    package init?(_ services: Services) throws(FunctionError) {
        let detail = try AuditDetail(services.settings)
        guard detail != .off else { return nil }
        guard let key = try services.secret(Self.variable) else {
            guard detail == .subject else {
                throw .configuration(Self.variable, "or \(Self.variable)_ARN must be set for AUDIT=\(detail.rawValue)")
            }
            return nil
        }
        self.key = try ReplaceableKey.bytes(of: key, Self.variable)
    }

    /// The digest of a user, by the `sub`.
    package func digest(ofSubject subject: String) -> String { digest("sub", subject) }

    /// The digest of a name that no user has: as long as any other, and never that of a user.
    package func digest(ofUnknownUser name: String) -> String { digest("unknown", name) }

    private func digest(_ kind: String, _ text: String) -> String {
        let code = HMACSHA256.authenticationCode(for: Array("\(kind):\(text)".utf8), key: key)
        return Base64URL.encode(Array(code.prefix(Self.length)))
    }
}
