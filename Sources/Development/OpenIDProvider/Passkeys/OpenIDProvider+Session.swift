internal import JSON
internal import LoopbackServer
private import Primitives

/// What waits for a passkey.
struct Session {
    /// How long a session is valid, in seconds.
    static let lifetime: Int64 = 300

    /// The name by which an app refers to it: base64url of 16 random bytes.
    let id: String
    /// The WebAuthn challenge: 32 random bytes.
    let bytes: [UInt8]
    let purpose: SessionPurpose
    /// When it expires, in seconds since 1970.
    let expiration: Int64
}

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

    /// Begins a session. Expired ones are forgotten.
    func begin(_ purpose: SessionPurpose) throws(ProviderError) -> Session {
        let time = now()
        sessions = sessions.filter { $0.value.expiration > time }
        let session = Session(
            id: Base64URL.encode(try random(16)), bytes: try random(32), purpose: purpose,
            expiration: time + Session.lifetime)
        sessions[session.id] = session
        return session
    }

    /// Ends the session that a request names. It cannot be used again, even if the request fails.
    func take(_ body: ProviderRequestBody) throws(ProviderError) -> Session {
        let session = sessions.removeValue(forKey: try body.requiredText("auth_session"))
        guard let session, now() < session.expiration else { throw .invalidGrant }
        return session
    }
}

extension LoopbackResponse {
    /// The options of a ceremony and the session that it belongs to.
    ///
    /// - Parameter codes: what must be verified with a code.
    static func options(
        _ options: [UInt8], session: String, demanding codes: [String] = [], status: Int = 200,
        headers: [String: String] = [:]
    ) -> LoopbackResponse {
        LoopbackResponse(
            status, headers: headers,
            body: JSONWriter.object { answer in
                answer.member("authn_params_public_key", raw: options)
                answer.member("auth_session", session)
                if !codes.isEmpty { answer.member("verification_required", codes) }
            })
    }
}
