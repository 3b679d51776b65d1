/// A mail with a one-time code.
package struct OneTimeCodeMail: Sendable, Equatable {
    /// Why the code is sent.
    package enum Purpose: String, Sendable {
        /// The user wants to add the address.
        case enrolment
        /// The user already has the address and is signing in.
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
    /// The action's idempotency key.
    package let idempotencyKey: String
}

/// Sends codes. The service never calls it for a user who does not exist.
package protocol OneTimeCodeSender: Sendable {
    /// Sends a code. The answer to the caller does not say whether sending succeeded.
    ///
    /// It must hand the code on and return at once. The answer waits for it, whereas the answer about a user who does
    /// not exist waits for nothing, so a slow sender would reveal which users exist.
    func send(_ mail: OneTimeCodeMail)
}
