/// The sessions that have been used, for as long as they would otherwise be good.
struct SpentSessions: Equatable, Sendable {
    private var expiries: [String: Int64] = [:]

    /// Whether a session has been used.
    func contains(_ session: SignInSession) -> Bool { expiries[session.id] != nil }

    /// Uses a session up; an expired one is not remembered.
    mutating func spend(_ session: SignInSession, now: Int64) {
        expiries = expiries.filter { $0.value >= now }
        expiries[session.id] = session.expiresAt
    }
}
