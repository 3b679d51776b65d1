internal import WebAuthn

extension Authenticator {
    /// Issues a challenge.
    func issue(_ ceremony: Ceremony) throws(APIError) -> ChallengeStore<Ceremony>.Challenge {
        do { return try ceremonies.issue(for: ceremony) } catch {
            throw error == .full ? .tooManyRequests : .unexpected
        }
    }

    /// Consumes the challenge that a request names. It cannot be used again, even if the request fails.
    func take(_ body: RequestBody) throws(APIError) -> ChallengeStore<Ceremony>.Challenge {
        let id = try body.requiredText("challengeId")
        do { return try ceremonies.consume(id) } catch { throw .invalidRequest("challengeId") }
    }
}
