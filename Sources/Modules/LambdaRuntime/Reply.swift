/// A handler's reply to an event.
package struct Reply: Sendable {
    /// The answer to the event.
    package let body: [UInt8]
    /// The decision in one word, for the metrics.
    package let outcome: String
    /// The challenge method, for the metrics; `none` if there is none.
    package let method: String

    /// A reply with what the metrics say about it.
    package init(_ body: [UInt8], outcome: String, method: String = "none") {
        self.body = body
        self.outcome = outcome
        self.method = method
    }
}
