package import HTTP
package import LambdaRuntime
private import Primitives

/// Sends mails to users.
package protocol MailSender {
    /// Sends a message. For a code it takes at least a certain time, also if there is nobody to send it to: otherwise the
    /// time would show whether a user exists. Only the log learns about a mail that could not be sent, and it does not learn the
    /// address.
    ///
    /// A mail is never sent twice. If it is not known whether one was sent, it counts as not sent.
    /// - Parameters:
    ///   - recipient: the user; nil if there is nobody who should get the message.
    ///   - deadline: when the work must have ended.
    ///   - refused: is called if the mail was certainly not sent, within the time that a code takes at least.
    /// - Returns: whether nothing more needs to be sent.
    func send(
        _ message: MailMessage, to recipient: MailRecipient?, by deadline: Deadline, log: Log, refused: () -> Void
    ) -> Bool
}

/// Whom a mail goes to.
package struct MailRecipient: Equatable, Sendable {
    /// The only address that it goes to.
    package let address: String
    /// The user's language and region as the user wrote them.
    package let locale: String?

    /// A recipient; nil if the text is not exactly one address.
    package init?(_ address: String, locale: String?) {
        guard EmailAddress.isOne(address) else { return nil }
        self.address = address
        self.locale = locale
    }
}
