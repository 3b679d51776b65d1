/// A one-time code on its way to a person.
package struct OneTimeCodeMail: Sendable, Equatable {
    /// Why the code is sent.
    package enum Purpose: String, Sendable {
        /// The address is to become the user's.
        case enrolment
        /// The user, whose address it is, is signing in.
        case challenge
    }

    /// The address.
    package let recipient: String
    /// The code, six digits.
    package let code: String
    /// Why it is sent.
    package let purpose: Purpose
    /// The tenant: Authsignal's tenant id, or the user pool's id.
    package let tenantID: String
    /// The user.
    package let userID: String
    /// The action the code proves.
    package let actionCode: String
    /// The action's key.
    package let idempotencyKey: String
}

/// Sends codes. It is never asked to for a user who does not exist.
package protocol OneTimeCodeSender: Sendable {
    /// Sends a code; what becomes of it is no part of the answer to whoever asked for it.
    ///
    /// The answer waits until this returns, and one about a user who does not exist has nothing to wait for: it is to
    /// hand the code on and return at once.
    func send(_ mail: OneTimeCodeMail) async
}
