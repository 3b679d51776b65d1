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
