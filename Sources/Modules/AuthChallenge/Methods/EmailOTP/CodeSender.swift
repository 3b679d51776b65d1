internal import AWS
internal import EmailCodes
internal import FunctionServices
internal import LambdaRuntime
private import SignInMail
private import SignInRules

/// Sends codes by mail. If there is nothing to send, it takes as long as if there were.
struct CodeSender {
    private let mails: any MailSender
    private let lifetime: Int64

    init(_ services: Services, _ rules: CodeRules) throws(FunctionError) {
        let settings = try MailSettings { services.settings.text($0) }
        mails = try SESMailSender(
            settings, aws: services.aws, now: services.now,
            floor: services.responseTimeFloor())
        // A mail is sent over a connection of its own, but it resumes the TLS session of the one before.
        services.expectCalls(to: .email, in: settings.region)
        lifetime = rules.lifetime / 1_000
    }

    /// Sends a code, or only takes the same time if there is no address.
    /// - Returns: whether nothing more needs to be sent.
    func send(_ code: String, isLong: Bool, to address: String?, _ locale: String?, in round: Round) -> Bool {
        mails.send(
            .signInCode(MailedCode(code, isLong ? .long : .digits, lifetime: lifetime)),
            to: address.flatMap { MailRecipient($0, locale: locale) }, by: round.deadline, log: round.log)
    }
}
