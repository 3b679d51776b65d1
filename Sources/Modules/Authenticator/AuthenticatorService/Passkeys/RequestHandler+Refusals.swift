internal import AuditLog
internal import Passkeys
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
        try readable(RefusedPasskey(error, clientDataJSON))
    }

    /// A refusal, unless there is none because a stored key cannot be read.
    func readable(_ refused: RefusedPasskey?) throws(APIError) -> RefusedPasskey {
        if let refused { return refused }
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
