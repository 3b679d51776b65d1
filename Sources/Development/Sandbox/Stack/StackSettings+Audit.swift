/// The settings of the audit log.
extension StackSettings {
    /// How the audit log names users (`AUDIT`).
    package enum Audit: String, CaseIterable, Sendable { case off, digest, subject }

    private static let detail = "AUDIT"
    private static let key = "AUDIT_KEY"

    /// The variables of the audit log.
    ///
    /// - Parameter computesDigests: whether the function computes digests. Define and Verify copy those of Create.
    func auditVariables(computesDigests: Bool) -> [String: String] {
        var variables = [Self.detail: audit.rawValue]
        if computesDigests, audit != .off { variables[Self.key] = auditKey }
        return variables
    }

    /// The setting and the key that the functions have, which may be variables of the developer's own.
    var auditInForce: (detail: String, key: String) {
        (functionVariables[Self.detail] ?? audit.rawValue, functionVariables[Self.key] ?? auditKey)
    }
}
