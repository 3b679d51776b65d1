/// A call that the AWS stand-in has answered, with everything exactly as it was sent, including secrets.
package struct AWSCallRecord: Sendable {
    /// The operation, such as `UpdateItem`.
    package let operation: String
    /// The content of the request.
    package let request: [UInt8]
    /// The answer's status.
    package let status: Int
    /// The answer's content.
    package let response: [UInt8]
    /// The mail that it sent; nil if it sent none.
    package let mail: SentMail?
    /// How long it took.
    package let duration: Duration
}
