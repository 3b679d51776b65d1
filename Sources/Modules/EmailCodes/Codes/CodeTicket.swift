/// What a session keeps of the code that it asked for. It holds nothing from which the code could be computed without
/// the key.
package struct CodeTicket: Equatable, Sendable {
    /// How a session can be won with a short code. A long code is accepted in every session of its account.
    package enum State: String, Equatable, Sendable, CaseIterable {
        /// A short code was mailed for this session.
        case mailed = "sent"
        /// The session shares a short code with the call that came before it.
        case shared = "same"
        /// A long code was mailed for this session.
        case long = "long"
        /// No code was mailed.
        case none = "none"
    }

    /// Identifies the session.
    package let session: String
    /// The code's id.
    package let code: String
    /// When the code was issued, in milliseconds since 1970.
    package let issuedAt: Int64
    /// When it ends, in milliseconds since 1970.
    package let expiresAt: Int64
    /// How the session can be won.
    package let state: State
    /// An authentication code over the short code and everything that it belongs to.
    package let authenticationCode: String

    /// A ticket with those parts.
    package init(
        session: String, code: String, issuedAt: Int64, expiresAt: Int64, state: State, authenticationCode: String
    ) {
        self.session = session
        self.code = code
        self.issuedAt = issuedAt
        self.expiresAt = expiresAt
        self.state = state
        self.authenticationCode = authenticationCode
    }
}
