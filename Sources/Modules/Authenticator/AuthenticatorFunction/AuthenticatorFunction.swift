internal import AWS
private import AuditLog
internal import AuthenticatorService
internal import EmailCodes
internal import ExpiringState
package import FunctionServices
private import FunctionURL
internal import HTTP
package import LambdaRuntime
private import PasskeyServices
private import Primitives
internal import SignInMail
private import WebAuthn

/// The authenticator behind a function URL or an HTTP API: passkeys and emailed codes with no other service than
/// DynamoDB and Amazon SES.
///
/// Every answer is an HTTP response. The front door's configuration decides which web pages may read it.
package struct AuthenticatorFunction {
    private let services: Services
    private let configuration: AuthenticatorConfiguration
    private let mails: MailSender
    private let callers: CallerAddresses
    private let closedNetworks = ClosedNetworks()
    /// The time that wrong answers to codes take. They wait for calls of the table, and for no mail.
    private let answerFloor: ResponseTimeFloor

    /// A function as the environment configures it.
    package init(_ services: Services, _ log: Log) throws(FunctionError) {
        self.services = services
        let configuration = try AuthenticatorConfiguration(services, log)
        self.configuration = configuration
        mails = MailSender(
            configuration.mails, aws: try services.requiredAWS(for: MailSettings.senderVariable), now: services.now,
            floor: services.responseTimeFloor(configuration.minimumResponseTime))
        callers = CallerAddresses(secret: configuration.distributionSecret)
        answerFloor = services.responseTimeFloor(configuration.minimumResponseTime / 4)
        services.expectCalls(to: .dynamoDB, in: configuration.tables.region)
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
            let (settings, keys) = (configuration.settings, configuration.codeKeys)
            let response = answer(settings.current(by: deadline), keys.current(by: deadline))
            guard renewKeys(after: response, by: deadline) else { return response }
            decisions = []
            return answer(settings.value, keys.value)
        }
        return Reply(
            response.functionURLResponse.bytes, outcome: response.outcome, method: response.method?.rawValue ?? "none",
            audit: decisions.map { AuditLine($0, configuration.digests) })
    }

    /// Reads keys again after an answer to something that was made with an unknown key, which may have been replaced.
    /// - Returns: whether the request is to be answered again.
    private func renewKeys(after answer: APIResponse, by deadline: Deadline) -> Bool {
        switch answer.outcome {
        case APIResponse.unauthorizedOutcome, APIResponse.invalidChallengeOutcome:
            configuration.settings.renew(by: deadline)
        case APIResponse.unknownKeyOutcome: configuration.codeKeys.renew(by: deadline)
        default: false
        }
    }

    /// Answers a request before a deadline, to which everything that the service calls is bound.
    private func answer(
        _ request: APIRequest, _ settings: AuthenticatorSettings, _ codeKeys: CodeKeys, by deadline: Deadline,
        _ log: Log, decided: @escaping (AccountDecision) -> Void
    ) -> APIResponse {
        let tables = configuration.tables
        let authenticator = AuthenticatorAPI(
            settings,
            storage: DynamoDBStorage(tables, relyingPartyID: settings.relyingParty.id, by: deadline),
            codes: OneTimeCodes(configuration.codeRules, codeKeys),
            codeStorage: TableCodeStorage(tables.state, by: deadline), closedNetworks: closedNetworks,
            mails: RequestMails(sender: mails, deadline: deadline, log: log), now: services.now)
        return authenticator.answer(request, report: { log($0.logLevel, "\($0)") }, decided: decided)
    }
}

/// Sends the mails of one request.
private struct RequestMails: AuthenticatorMails {
    let sender: MailSender
    let deadline: Deadline
    let log: Log

    func send(_ message: MailMessage, to recipient: MailRecipient?, refused: () -> Void) -> Bool {
        sender.send(message, to: recipient, by: deadline, log: log, refused: refused)
    }
}
