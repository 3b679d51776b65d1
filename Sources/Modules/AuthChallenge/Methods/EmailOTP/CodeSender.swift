internal import AWS
private import HTTP
internal import LambdaRuntime
internal import SignInRules

/// Sends codes through Amazon SES. If there is nothing to send, it takes as long as if there were.
struct CodeSender {
    private let services: Services
    private let aws: AWSClient
    private let region: String
    private let sender: String
    private let mail: CodeMail
    private let durations = RecentDurations()

    init(_ services: Services, _ settings: EmailOTPSettings) throws(FunctionError) {
        let variable = "OTP_SENDER"
        self.services = services
        guard let aws = services.aws else { throw .configuration(variable, "needs AWS credentials in the environment") }
        self.aws = aws
        region = try services.settings.region(for: variable)
        guard let sender = services.settings.text(variable), sender.utf8.contains(UInt8(ascii: "@")),
            sender.utf8.allSatisfy({ 0x20...0x7E ~= $0 }), sender.utf8.count <= 320
        else { throw .configuration(variable, "must be the address that codes are sent from") }
        self.sender = sender
        mail = try CodeMail(services.settings, lifetime: settings.lifetime)
    }

    /// Sends a code, or only takes the same time if there is no address. Only the log learns about a mail that could
    /// not be sent: from a failure, the caller would learn that the user exists.
    /// - Returns: whether nothing more needs to be sent.
    func send(_ code: String, to address: String?, _ locale: String?, in round: Round) -> Bool {
        guard let address else {
            let duration = durations.draw(services.random(1)?.first ?? 0)
            if let wait = try? round.deadline.remaining(atMost: duration) { services.pause(wait) }
            return true
        }
        let started = services.now()
        defer { durations.record(services.now() - started) }
        do throws(AWSError) {
            try send(code, to: address, mail.contents(code, locale: locale), in: round)
            return true
        } catch {
            round.log(.error, "the code could not be sent: \(error)")
            return false
        }
    }

    /// Sends the first of the mails that SES accepts: there may be no template for a user's language.
    private func send(
        _ code: String, to address: String, _ contents: [Email.Content], in round: Round
    ) throws(AWSError) {
        for (number, content) in contents.enumerated() {
            do throws(AWSError) {
                let email = Email(sender: sender, recipient: address, content: content)
                return try aws.send(email, region: region, by: round.deadline)
            } catch {
                guard case .refused(400...404, _) = error, number + 1 < contents.count else { throw error }
            }
        }
    }
}
