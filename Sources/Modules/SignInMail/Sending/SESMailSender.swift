package import AWS
package import HTTP
package import LambdaRuntime

/// Sends mails through Amazon SES.
package struct SESMailSender: MailSender {
    private let settings: MailSettings
    private let aws: AWSClient
    private let now: @Sendable () -> Int64
    private let pause: (Int64) -> Void
    private let random: (Int) -> [UInt8]?
    private let durations = RecentDurations()

    /// A sender with those settings.
    /// - Parameters:
    ///   - aws: calls Amazon SES; nil if there are no credentials.
    ///   - now: milliseconds since 1970.
    ///   - pause: waits for that many milliseconds.
    ///   - random: that many random bytes; nil when the system gives none.
    /// - Throws: `FunctionError.configuration` without credentials.
    package init(
        _ settings: MailSettings, aws: AWSClient?, now: @escaping @Sendable () -> Int64,
        pause: @escaping (Int64) -> Void, random: @escaping (Int) -> [UInt8]?
    ) throws(FunctionError) {
        guard let aws else {
            throw .configuration(MailSettings.senderVariable, "needs AWS credentials in the environment")
        }
        self.settings = settings
        self.aws = aws
        self.now = now
        self.pause = pause
        self.random = random
    }

    package func send(
        _ message: MailMessage, to recipient: MailRecipient?, by deadline: Deadline, log: Log
    ) -> Bool {
        guard let recipient else {
            let duration = durations.draw(random(1)?.first ?? 0)
            if let wait = try? deadline.remaining(atMost: duration) { pause(wait) }
            return true
        }
        let started = now()
        defer { durations.record(now() - started) }
        let contents = settings.contents(of: message, locale: recipient.locale, milliseconds: started)
        do throws(AWSError) {
            try send(contents, to: recipient, by: deadline)
            return true
        } catch {
            log(.error, "the \(message.logName) could not be sent: \(error)")
            return false
        }
    }

    /// Sends the first of the mails that Amazon SES accepts: there may be no template for a user's language.
    private func send(
        _ contents: [Email.Content], to recipient: MailRecipient, by deadline: Deadline
    ) throws(AWSError) {
        for (number, content) in contents.enumerated() {
            let email = Email(
                sender: settings.sender, recipient: recipient.address, content: content,
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
