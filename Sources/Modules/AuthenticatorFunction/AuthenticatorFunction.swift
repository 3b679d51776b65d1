internal import AWS
internal import AuthenticatorService
internal import EmailCodes
internal import ExpiringState
package import FunctionServices
private import FunctionURL
internal import HTTP
package import LambdaRuntime
internal import SignInMail

/// The authenticator behind a function URL or an HTTP API: passkeys and emailed codes with no other service than
/// DynamoDB and Amazon SES.
///
/// Every answer is an HTTP response. The front door's configuration decides which web pages may read it.
package struct AuthenticatorFunction {
    private let services: Services
    /// They hold the keys of the tokens, which may be replaced while the process runs.
    private let settings: RotatingSecret<AuthenticatorSettings>
    private let tables: Tables
    private let codeRules: CodeRules
    private let codeKeys: RotatingSecret<CodeKeys>
    private let mails: any MailSender
    private let callers: CallerAddresses
    /// The time that wrong answers to codes take. They wait for calls of the table, and for no mail.
    private let answerFloor: ResponseTimeFloor
    /// Nil without an audit log.
    private let digests: SubjectDigests?

    /// A function as the environment configures it.
    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        self.services = services
        settings = RotatingSecret(
            try AuthenticatorSettings(services), now: services.now, log,
            reading: services.mayReplaceTenants
                ? { (deadline) throws(FunctionError) in try AuthenticatorSettings(services, rereadBy: deadline) } : nil)
        tables = try Tables(services)
        codeRules = try CodeRules(services.settings)
        codeKeys = try services.codeKeys(log)
        mails = try SESMailSender(
            MailSettings { services.settings.text($0) }, aws: services.aws, now: services.now,
            floor: services.responseTimeFloor())
        callers = try CallerAddresses(services, log)
        answerFloor = try services.responseTimeFloor(dividedBy: 4)
        digests = try SubjectDigests(services)
        services.expectCalls(to: .dynamoDB, in: tables.names.region)
        services.prepareFirstEvent(log)
        services.markReady()
    }

    /// Answers a request.
    package func callAsFunction(_ invocation: Invocation, _ log: Log) -> Reply {
        var request: APIRequest
        do throws(FunctionURLError) { request = try APIRequest(invocation) } catch {
            log(.warn, "the request is refused: \(error)")
            let answer = error == .tooLarge ? APIResponse.tooLarge : .unreadable
            return Reply(answer.functionURLResponse.bytes, outcome: "unusable_request")
        }
        let deadline = services.deadline(of: invocation)
        request.sourceIP = callers.address(of: request, by: deadline)
        var decisions: [AccountDecision] = []
        func answer(_ settings: AuthenticatorSettings, _ codeKeys: CodeKeys) -> APIResponse {
            self.answer(request, settings, codeKeys, by: deadline, log) { decisions.append($0) }
        }
        let response = answerFloor.pad(by: deadline, if: \.isPadded) {
            let response = answer(settings.current(by: deadline), codeKeys.current(by: deadline))
            guard renewKeys(after: response, by: deadline) else { return response }
            decisions = []
            return answer(settings.value, codeKeys.value)
        }
        return Reply(
            response.functionURLResponse.bytes, outcome: response.outcome,
            audit: decisions.map { AuditLine($0, digests) })
    }

    /// Reads keys again after an answer to something that was made with an unknown key, which may have been replaced.
    /// - Returns: whether the request is to be answered again.
    private func renewKeys(after answer: APIResponse, by deadline: Deadline) -> Bool {
        switch answer.outcome {
        case APIResponse.unauthorizedOutcome, APIResponse.invalidChallengeOutcome: settings.renew(by: deadline)
        case APIResponse.unknownKeyOutcome: codeKeys.renew(by: deadline)
        default: false
        }
    }

    /// Answers a request before a deadline, to which everything that the service calls is bound.
    private func answer(
        _ request: APIRequest, _ settings: AuthenticatorSettings, _ codeKeys: CodeKeys, by deadline: Deadline,
        _ log: Log, decided: @escaping (AccountDecision) -> Void
    ) -> APIResponse {
        let authenticator: Authenticator
        do throws(AuthenticatorSettingsError) {
            authenticator = try Authenticator(
                settings, storage: DynamoDBStorage(tables.names, client: tables.aws, by: deadline),
                codes: OneTimeCodes(codeRules, codeKeys),
                codeStorage: TableCodeStorage(tables.state(services.now), by: deadline),
                mails: RequestMails(sender: mails, deadline: deadline, log: log), now: services.now)
        } catch {
            log(.error, "the settings are not usable: \(error)")
            return .failed
        }
        return authenticator.answer(request, report: { log($0.logLevel, "\($0)") }, decided: decided)
    }
}

/// Sends the mails of one request.
private struct RequestMails: AuthenticatorMails {
    let sender: any MailSender
    let deadline: Deadline
    let log: Log

    func send(_ message: MailMessage, to recipient: MailRecipient?, refused: () -> Void) -> Bool {
        sender.send(message, to: recipient, by: deadline, log: log, refused: refused)
    }
}
