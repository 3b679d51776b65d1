internal import SignInMail

extension RequestHandler {
    /// Tells a user by mail what has changed. A notice that cannot be sent changes nothing.
    func notify(_ message: MailMessage, _ address: String?, _ locale: String?) {
        guard let address, let recipient = MailRecipient(address, locale: locale) else { return }
        if !mails.send(message, to: recipient) { report(.noticeNotSent) }
    }
}
