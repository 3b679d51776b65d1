/// A call of AWS that the stand-in has answered, with everything as it was sent, secrets included.
package struct AWSCallRecord: Sendable {
    /// The operation, such as `UpdateItem`.
    package let operation: String
    /// The content of the request.
    package let request: [UInt8]
    /// The answer's status.
    package let status: Int
    /// The answer's content.
    package let response: [UInt8]
    /// The mail that it sent; nil when it sent none.
    package let mail: SentMail?
    /// How long it took.
    package let duration: Duration
}
