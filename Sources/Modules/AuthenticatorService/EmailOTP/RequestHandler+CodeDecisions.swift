internal import EmailCodes
private import Primitives

extension RequestHandler {
    /// Notes for the audit log whether a code was mailed.
    func note(_ issued: IssuedCode, to target: CodeTarget, _ bearer: Bearer, isSent: Bool) {
        var reason: String?
        if case .none(let limit) = issued.mail { reason = limit.rawValue }
        if bearer.isPhantom { reason = "unknown_user" } else if target.address == nil { reason = "no_address" }
        if reason == nil, !isSent { reason = "unsent" }
        note(reason == nil ? .codeSent : .codeWithheld, reason, of: bearer)
    }

    /// Notes for the audit log why an answer to a code is wrong. A right one earns a token, which Verify judges.
    func note(_ refusal: CodeRefusal, of bearer: Bearer) { note(.answerWrong, refusal.rawValue, of: bearer) }

    /// Notes a decision about a code, and why, for the audit log.
    func note(_ kind: AccountDecision.Kind, _ reason: String?, of bearer: Bearer) {
        let subject: AccountDecision.Subject =
            bearer.isPhantom ? .unknown(bearer.username ?? bearer.user.id) : .user(bearer.user.id)
        decided(AccountDecision(kind, subject, .emailOTP, reason: reason))
    }
}
