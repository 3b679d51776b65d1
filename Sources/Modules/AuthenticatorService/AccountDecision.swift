package import Primitives

/// A decision about a user's account, for the audit log. The caller learns nothing of it.
package struct AccountDecision: Equatable, Sendable {
    /// What was decided.
    package enum Kind: Equatable, Sendable {
        case authenticatorAdded, authenticatorRemoved, authenticatorRenamed, codeSent, codeWithheld, answerWrong
    }

    /// Whom it is about.
    package enum Subject: Equatable, Sendable {
        /// A user, by the id in the tenant.
        case user(String)
        /// The name that no user has.
        case unknown(String)
    }

    /// What was decided.
    package let kind: Kind
    /// Whom it is about.
    package let subject: Subject
    /// The kind of authenticator that it is about.
    package let method: VerificationMethod
    /// Why, in one word; nil where the decision says it all.
    package let reason: String?

    /// A decision with those parts.
    package init(_ kind: Kind, _ subject: Subject, _ method: VerificationMethod, reason: String? = nil) {
        (self.kind, self.subject, self.method, self.reason) = (kind, subject, method, reason)
    }
}
