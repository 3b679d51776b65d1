/// The registrations that have been started and not completed: at most one for each user.
struct PasskeyRegistrations: Sendable {
    /// A started registration.
    struct Started: Sendable {
        let challenge: [UInt8]
        /// The client whose access token started it.
        let clientID: String
        let expiresAt: Int64
    }

    /// How long the user has, in seconds.
    static let lifetime: Int64 = 300

    private var started: [String: Started] = [:]

    /// Records a start, which replaces an earlier one.
    mutating func start(_ challenge: [UInt8], username: String, clientID: String, now: Int64) {
        started = started.filter { $0.value.expiresAt > now }
        started[username] = Started(challenge: challenge, clientID: clientID, expiresAt: now + Self.lifetime)
    }

    /// Ends a user's registration, whatever comes of it.
    ///
    /// - Throws: `WebAuthnChallengeNotFoundException`; `WebAuthnClientMismatchException` if another client started it.
    mutating func complete(username: String, clientID: String, now: Int64) throws(PoolError) -> Started {
        guard let registration = started.removeValue(forKey: username), now < registration.expiresAt else {
            throw .webAuthnChallengeNotFound
        }
        guard registration.clientID == clientID else {
            throw PoolError(.webAuthnClientMismatch, "Another app client started the registration of this passkey.")
        }
        return registration
    }
}
