internal import JSON
internal import StandIns

/// The purpose of a session, and so of its WebAuthn challenge.
enum SessionPurpose: Sendable {
    /// To create an account with a passkey.
    case signUp(ProviderUser.Profile, handle: [UInt8], clientID: String, realm: String)
    /// To sign in with a passkey.
    case login(clientID: String, realm: String)
    /// To add a passkey to an account.
    case enrolment(subject: String)
}

extension OpenIDProvider {
    /// The app that a request names.
    func client(_ body: ProviderRequestBody) throws(ProviderError) -> String {
        let id = try body.requiredText("client_id")
        guard settings.clientIDs.contains(id) else { throw .unknownClient }
        return id
    }

    /// The directory that a request names, or the default one. There are no organizations.
    func realm(_ body: ProviderRequestBody) throws(ProviderError) -> String {
        guard body["organization"] == nil else { throw .invalidRequest("organization is not allowed for this client") }
        guard let name = try body.text("realm") else { return settings.realms[0] }
        guard settings.realms.contains(name) else { throw .invalidRequest("realm") }
        return name
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

extension StandInResponse {
    /// The options of a ceremony and the session that it belongs to.
    ///
    /// - Parameter codes: what must be verified with a code.
    static func options(
        _ options: [UInt8], session: String, demanding codes: [String] = [], status: Int = 200,
        headers: [String: String] = [:]
    ) -> StandInResponse {
        StandInResponse(
            status, headers: headers,
            body: JSONWriter.object { answer in
                answer.member("authn_params_public_key", raw: options)
                answer.member("auth_session", session)
                if !codes.isEmpty { answer.member("verification_required", codes) }
            })
    }
}
