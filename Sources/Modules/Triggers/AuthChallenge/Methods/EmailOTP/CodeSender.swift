internal import AWS
internal import EmailCodes
internal import FunctionServices
internal import LambdaRuntime
private import SignInMail
private import SignInRules

/// Sends codes by mail. If there is nothing to send, it takes as long as if there were.
struct CodeSender {
    private let mails: any MailSender
    private let rules: CodeRules

    init(_ settings: EmailOTPSettings, _ services: Services) throws(FunctionError) {
        guard let mail = settings.mails else { throw .hidden(.internalError, "Verify cannot send a code") }
        mails = try SESMailSender(
            mail, aws: services.aws, now: services.now,
            floor: services.responseTimeFloor(settings.minimumResponseTime))
        // A mail is sent over a connection of its own, but it resumes the TLS session of the one before.
        services.expectCalls(to: .email, in: mail.region)
        rules = settings.rules
    }

    /// Sends a code, or only takes the same time if there is no address.
    /// - Parameter refused: is called if the mail was certainly not sent, and takes no time that a caller could see.
    /// - Returns: whether nothing more needs to be sent.
    func send(
        _ code: String, isLong: Bool, to address: String?, _ locale: String?, in round: Round,
        refused: () -> Void
    ) -> Bool {
        mails.send(
            .signInCode(
                MailedCode(code, isLong ? .long : .digits, lifetime: rules.lifetime(isLong: isLong) / 1_000)),
            to: address.flatMap { MailRecipient($0, locale: locale) }, by: round.deadline, log: round.log,
            refused: refused)
    }
}
