package import Addresses
package import AuditLog
package import EmailCodes
package import Passkeys
package import Primitives

/// A report for the operator about a request, which the caller must not see. It names no user, address or code, and has
/// a client's text only as `quoted`.
package enum AuthenticatorReport: Equatable, Sendable {
    /// The storage did not answer.
    case storageFailed(StorageError)
    /// The limits on codes did not answer.
    case codesFailed(CodeStorageError)
    /// No code was sent, for this reason.
    case codeNotSent(IssuedCode.Reason)
    /// No code was sent, because the user's address cannot get mails.
    case addressUnusable(EmailAddressError)
    /// An answer to a code was wrong, for this reason.
    case codeRefused(Refusal)
    /// An answer to a code was not judged, for this reason.
    case answerNotJudged(String)
    /// No code was sent: the user's address has changed, and Cognito does not say that the new one is verified.
    case addressNotVerified
    /// A notice could not be sent.
    case noticeNotSent
    /// A passkey is refused.
    case passkeyRefused(RefusedPasskey)
    /// A passkey is accepted although its sign count did not grow: there may be a copy (WebAuthn section 6.1.1).
    case possibleClone
}

extension AuthenticatorReport: CustomStringConvertible {
    package var description: String {
        switch self {
        case .storageFailed(.unavailable(let reason)): "the tables do not answer: \(reason)"
        case .storageFailed(.unreadable(let reason)): "a stored item cannot be read: \(reason)"
        case .codesFailed(let error): "the limits on codes do not answer: \(error)"
        case .codeNotSent(.deploymentLimit): "mail_budget_exhausted: the deployment's mails of this hour are used up"
        case .codeNotSent(let reason): "no code is sent: \(reason.rawValue)"
        case .addressUnusable(let error): "no code is sent: \(error)"
        case .codeRefused(let reason): "the code is refused: \(reason.rawValue)"
        case .answerNotJudged(let reason): "the code is refused: \(reason)"
        case .addressNotVerified:
            "no code is sent: the user's address has changed, and Cognito does not say that the new one is verified"
        case .noticeNotSent: "a notice could not be sent"
        case .passkeyRefused(let refused):
            "the passkey is refused: \(refused)"
        case .possibleClone: PasskeyUse.cloneWarning
        }
    }
}

/// A decision about a user's account, for the audit log, which the caller must not see.
package struct AccountDecision: Equatable, Sendable {
    /// Whom it is about.
    package enum Subject: Equatable, Sendable {
        /// A user, by the id in the pool.
        case user(String)
        /// A name without a user.
        case unknown(String)
    }

    /// What was decided.
    package let kind: AuditLine.Kind
    /// Whom it is about.
    package let subject: Subject
    /// The kind of authenticator.
    package let method: VerificationMethod
    /// Why, in one word; nil if the decision says enough.
    package let reason: String?

    /// Makes a decision.
    package init(_ kind: AuditLine.Kind, _ subject: Subject, _ method: VerificationMethod, reason: String? = nil) {
        (self.kind, self.subject, self.method, self.reason) = (kind, subject, method, reason)
    }
}
