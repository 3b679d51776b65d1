package import AWS
package import Addresses
package import FunctionServices
package import HTTP
package import LambdaRuntime

/// Sends mails to users through Amazon SES.
package struct MailSender {
    private let settings: MailSettings
    private let aws: AWSClient
    private let now: @Sendable () -> Int64
    private let floor: ResponseTimeFloor

    /// A sender with those settings.
    /// - Parameters:
    ///   - now: milliseconds since 1970.
    ///   - floor: how long sending a code takes at least.
    package init(
        _ settings: MailSettings, aws: AWSClient, now: @escaping @Sendable () -> Int64, floor: ResponseTimeFloor
    ) {
        self.settings = settings
        self.aws = aws
        self.now = now
        self.floor = floor
    }

    /// Sends a message. For a code it takes a minimum time even without a recipient, so that the time does not show
    /// whether a user exists. A failure appears only in the log, without the address.
    ///
    /// A mail is never sent twice. If the outcome is unknown, it counts as not sent.
    /// - Parameters:
    ///   - recipient: the user; nil if no one may get the message.
    ///   - deadline: when the work must have ended.
    ///   - refused: called within a code's minimum time if the mail was certainly not sent.
    /// - Returns: whether nothing more needs to be sent.
    package func send(
        _ message: MailMessage, to recipient: MailRecipient?, by deadline: Deadline, log: Log, refused: () -> Void
    ) -> Bool {
        guard message.code != nil else { return deliver(message, to: recipient, by: deadline, log, refused) }
        return floor.pad(by: deadline) { deliver(message, to: recipient, by: deadline, log, refused) }
    }

    private func deliver(
        _ message: MailMessage, to recipient: MailRecipient?, by deadline: Deadline, _ log: Log, _ refused: () -> Void
    ) -> Bool {
        guard let recipient else { return true }
        let contents = settings.contents(of: message, locale: recipient.locale, milliseconds: now())
        do throws(AWSError) {
            try send(contents, to: recipient, by: deadline)
            return true
        } catch {
            log(.error, "the \(message.logName) could not be sent: \(error)")
            // Every other failure may have come after the mail was taken.
            if case .refused(400..<500, _) = error { refused() }
            return false
        }
    }

    /// Sends the first of the mails that Amazon SES accepts: there may be no template for a user's language.
    private func send(
        _ contents: [Email.Content], to recipient: MailRecipient, by deadline: Deadline
    ) throws(AWSError) {
        for (number, content) in contents.enumerated() {
            let email = Email(
                sender: settings.sender.header, recipient: recipient.address, content: content,
                configurationSet: settings.configurationSet)
            do throws(AWSError) {
                return try aws.send(email, region: settings.region, by: deadline)
            } catch {
                // A mail that was refused has not been sent. After any other failure it may have been.
                guard case .refused(400...404, _) = error, number + 1 < contents.count else { throw error }
            }
        }
    }
}

/// The recipient of a mail.
package struct MailRecipient: Equatable, Sendable {
    /// The address that it goes to.
    package let address: String
    /// The user's language and region as the user wrote them.
    package let locale: String?

    /// Makes a recipient.
    package init(_ address: EmailAddress, locale: String?) {
        self.address = address.text
        self.locale = locale
    }
}
