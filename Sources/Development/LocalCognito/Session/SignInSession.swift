/// The state of a sign-in. The pool does not store it: the caller keeps it, sealed.
package struct SignInSession: Equatable, Sendable {
    /// The challenge to answer next, with the data that its answer is checked against.
    package enum Challenge: Equatable, Sendable {
        /// `CUSTOM_CHALLENGE`, with Create's private parameters and its metadata.
        case custom(privateParameters: [String: String], metadata: String?)
        /// `PASSWORD_VERIFIER`, with the key that both sides of SRP compute; nil if no answer can be right.
        case passwordVerifier(key: [UInt8]?, secretBlock: [UInt8])
        /// `NEW_PASSWORD_REQUIRED`.
        case newPassword
        /// `SELECT_CHALLENGE`, with the challenges to choose from.
        case selectChallenge([String])
        /// `PASSWORD`.
        case password
    }

    /// A unique identifier; each round of a sign-in gets a new one.
    package var id: String
    /// The app client that the sign-in began with.
    package var clientID: String
    /// The pool's name for the user; for an unknown user, the name that the caller gave.
    package var username: String
    /// Whether the pool has no such user.
    package var isUserUnknown: Bool
    /// The answered rounds so far.
    package var rows: [ChallengeRow]
    /// The challenge to answer next.
    package var challenge: Challenge
    /// When the session expires, in seconds since 1970.
    package var expiresAt: Int64

    /// Whether the triggers decide about a sign-in with the challenge `PASSWORD_VERIFIER`. Only custom authentication
    /// has rows: its start with SRP is the first.
    var isCustomAuth: Bool { !rows.isEmpty }
}

extension SignInSession.Challenge {
    /// The challenge's name on the wire.
    var name: String {
        switch self {
        case .custom: "CUSTOM_CHALLENGE"
        case .passwordVerifier: "PASSWORD_VERIFIER"
        case .newPassword: "NEW_PASSWORD_REQUIRED"
        case .selectChallenge: "SELECT_CHALLENGE"
        case .password: "PASSWORD"
        }
    }
}

/// The sessions that have been used. Each is remembered until it expires.
struct SpentSessions: Equatable, Sendable {
    private var expiries: [String: Int64] = [:]

    /// Whether a session has been used.
    func contains(_ session: SignInSession) -> Bool { expiries[session.id] != nil }

    /// Records that a session has been used, and forgets the expired ones.
    mutating func spend(_ session: SignInSession, now: Int64) {
        expiries = expiries.filter { $0.value >= now }
        expiries[session.id] = session.expiresAt
    }
}

/// One answered round of a sign-in, as the triggers see it in `session`.
package struct ChallengeRow: Equatable, Sendable {
    /// The challenge that was answered, such as `CUSTOM_CHALLENGE`.
    package let name: String
    /// Whether the answer was right.
    package let result: Bool
    /// The metadata that Create gave the round; nil if it gave none, or if the challenge is the service's own.
    package let metadata: String?

    /// An answered round.
    package init(name: String, result: Bool, metadata: String? = nil) {
        self.name = name
        self.result = result
        self.metadata = metadata
    }
}
