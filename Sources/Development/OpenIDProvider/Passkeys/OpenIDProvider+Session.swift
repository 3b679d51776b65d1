internal import WebAuthn

extension OpenIDProvider {
    /// The app that a request names.
    func client(_ body: ProviderRequestBody) throws(ProviderError) -> String {
        let id = try body.requiredText("client_id")
        guard settings.clientIDs.contains(id) else { throw .unknownClient }
        return id
    }

    /// Issues a challenge.
    func begin(_ purpose: SessionPurpose) throws(ProviderError) -> ChallengeStore<SessionPurpose>.Challenge {
        do { return try sessions.issue(for: purpose) } catch {
            throw error == .full ? .tooManyRequests : .unexpected
        }
    }

    /// Consumes the challenge that a request names. It cannot be used again, even if the request fails.
    func take(_ body: ProviderRequestBody) throws(ProviderError) -> ChallengeStore<SessionPurpose>.Challenge {
        let id = try body.requiredText("auth_session")
        do { return try sessions.consume(id) } catch { throw .invalidGrant }
    }
}
