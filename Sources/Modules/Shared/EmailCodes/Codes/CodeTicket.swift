/// What a session keeps of the code that it asked for. It holds nothing from which the code could be computed without
/// the key.
package struct CodeTicket: Equatable, Sendable {
    /// Identifies the session.
    package let session: String
    /// The code's id.
    package let code: String
    /// When the code was issued, in milliseconds since 1970.
    package let issuedAt: Int64

    /// A ticket with those parts.
    package init(session: String, code: String, issuedAt: Int64) {
        self.session = session
        self.code = code
        self.issuedAt = issuedAt
    }
}
