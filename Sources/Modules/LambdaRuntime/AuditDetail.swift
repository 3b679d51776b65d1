/// How the audit log names users (`AUDIT`).
package enum AuditDetail: String, CaseIterable, Sendable {
    /// There is no audit log.
    case off
    /// Only by a digest, which nobody without the key can turn into a user (`AUDIT_KEY`).
    case digest
    /// By the user's `sub` besides.
    case subject

    /// The setting.
    package static let variable = "AUDIT"

    /// Reads the variable.
    package init(_ settings: Settings) throws(FunctionError) {
        self = try settings.choice(Self.variable, default: .off)
    }
}
