/// A call of AWS that the stand-in has answered, with everything as it was sent, secrets included.
struct AWSCallRecord: Sendable {
    /// The operation, such as `UpdateItem`.
    let operation: String
    /// The content of the request.
    let request: [UInt8]
    /// The answer's status.
    let status: Int
    /// The answer's content.
    let response: [UInt8]
    /// The mail that it sent; nil when it sent none.
    let mail: SentMail?
    /// How long it took.
    let duration: Duration
}
