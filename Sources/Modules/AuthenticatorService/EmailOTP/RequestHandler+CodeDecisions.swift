internal import EmailCodes
private import Primitives

extension RequestHandler {
    /// Notes for the audit log whether a code was mailed.
    func note(_ issued: IssuedCode, to target: CodeTarget, _ bearer: Bearer, isSent: Bool) {
        let subject: AccountDecision.Subject =
            bearer.isPhantom ? .unknown(bearer.username ?? bearer.user.id) : .user(bearer.user.id)
        var reason: String?
        if case .none(let limit) = issued.mail { reason = limit.rawValue }
        if bearer.isPhantom { reason = "unknown_user" } else if target.address == nil { reason = "no_address" }
        if reason == nil, !isSent { reason = "unsent" }
        decided(AccountDecision(reason == nil ? .codeSent : .codeWithheld, subject, .emailOTP, reason: reason))
    }
}
