package import SignInMail

/// Sends the service's mails.
package protocol AuthenticatorMails {
    /// Sends a message, or takes as long as that would if there is nobody to send it to.
    /// - Parameter refused: is called if the mail was certainly not sent, within that time.
    /// - Returns: whether it was handed on, or there was nothing to send.
    func send(_ message: MailMessage, to recipient: MailRecipient?, refused: () -> Void) -> Bool
}
