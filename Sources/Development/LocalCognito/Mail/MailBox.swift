/// A message that a pool sends to a user.
package struct PoolMail: Equatable, Sendable {
    /// What a message is for.
    package enum Purpose: Equatable, Sendable { case confirmSignUp, verifyAttribute, temporaryPassword, resetPassword }

    /// The address.
    package let recipient: String
    /// What the message is for.
    package let purpose: Purpose
    /// The code, or the temporary password.
    package let code: String
}

/// Receives the messages that a pool sends.
package protocol MailBox: Sendable {
    /// Delivers a message.
    func deliver(_ mail: PoolMail) async
}
