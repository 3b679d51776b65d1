/// A handler's reply to an event.
package struct Reply: Sendable {
    /// The answer to the event.
    package let body: [UInt8]
    /// The decision in one word, for the metrics.
    package let outcome: String
    /// The challenge method, for the metrics; `none` if there is none.
    package let method: String
    /// What the audit log says about it.
    package let audit: [AuditLine]

    /// A reply with what the metrics and the audit log say about it.
    package init(_ body: [UInt8], outcome: String, method: String = "none", audit: [AuditLine] = []) {
        self.body = body
        self.outcome = outcome
        self.method = method
        self.audit = audit
    }
}
