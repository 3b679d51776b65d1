package import LambdaRuntime

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

    /// A handler whose replies add their lines to the audit log, with this detail.
    package func recording(_ handler: @escaping RuntimeLoop.Handler) -> RuntimeLoop.Handler {
        { (invocation, log) throws(FunctionError) in
            var reply = try handler(invocation, log)
            reply.records = reply.audit.map { line in
                var line = line
                line.detail = self
                return line
            }
            return reply
        }
    }
}

extension Reply {
    /// A reply with its lines for the audit log.
    package init(_ body: [UInt8], outcome: String, method: String = "none", audit: [AuditLine]) {
        self.init(body, outcome: outcome, method: method, records: audit)
    }

    /// The lines for the audit log.
    package var audit: [AuditLine] { records.compactMap { $0 as? AuditLine } }
}
