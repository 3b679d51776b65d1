internal import AuditLog
internal import Primitives
internal import WebAuthn

extension RequestHandler {
    /// Refuses a passkey. Log, metrics and audit log get the reason; the answer has what the app can act on.
    /// - Parameter subject: whom it is about. A refusal without an owner is not in the audit log, because strangers can
    ///   cause any number of them.
    func refuse(
        _ refused: RefusedPasskey, as kind: AuditLine.Kind, of subject: AccountDecision.Subject?,
        with answer: APIResponse
    ) -> APIResponse {
        report(.passkeyRefused(refused))
        if let subject { decided(AccountDecision(kind, subject, .passkey, reason: refused.reason.rawValue)) }
        var answer = answer
        (answer.outcome, answer.method) = (refused.reason.rawValue, .passkey)
        return answer
    }

    /// The refusal for an error of WebAuthn.
    /// - Throws: `unavailable` for an unreadable stored key, which is not the passkey's fault.
    func refusal(for error: WebAuthnError, _ clientDataJSON: [UInt8] = []) throws(APIError) -> RefusedPasskey {
        if let refused = RefusedPasskey(error, clientDataJSON) { return refused }
        report(.storageFailed(.unreadable("a passkey's key")))
        throw .unavailable
    }

    /// The answer to a credential with an unreadable member, which it names.
    static func answer(toUnreadable name: String, _ refused: RefusedPasskey) -> APIResponse {
        APIError.invalidRequest(refused.detail.map { "\($0) of \(name)" } ?? name).response
    }
}

extension Bearer {
    /// The subject of decisions about the bearer.
    var subject: AccountDecision.Subject { isUnknownUser ? .unknown(username) : .user(user.id) }
}

/// A refused passkey, for the operator.
package struct RefusedPasskey: Equatable, Sendable {
    /// Why it is refused.
    package let reason: PasskeyRefusal
    /// Details for the log, in our words; a client's text is quoted.
    package let detail: String?

    /// A refusal.
    package init(_ reason: PasskeyRefusal, detail: String? = nil) {
        (self.reason, self.detail) = (reason, detail)
    }

    /// The refusal for an error of WebAuthn; nil for a stored key that cannot be read.
    init?(_ error: WebAuthnError, _ clientDataJSON: [UInt8]) {
        guard let reason = PasskeyRefusal(error) else { return nil }
        let client = try? CollectedClientData(clientDataJSON)
        let detail: String? =
            switch error {
            case .invalidMember(let name): name
            case .clientData(let fault): "\(fault)"
            case .authenticatorData(let fault): "\(fault)"
            case .attestation(let fault): "\(fault)"
            case .algorithmNotOffered(let algorithm): "\(algorithm)"
            case .unknownOrigin: client?.origin.quoted
            case .framed, .unknownTopOrigin: (client?.topOrigin ?? client?.origin)?.quoted
            default: nil
            }
        self.init(reason, detail: detail)
    }
}
