internal import AWS
package import AuthenticatorFunction
internal import AuthenticatorService
internal import FunctionServices
internal import HTTP
internal import LambdaRuntime
private import PasskeyServices
internal import SignInMail

/// Carries calls of DynamoDB and Amazon SES to stand-ins in this process, without a network.
final class InProcessAWS: HTTPTransport {
    private let tables: TableStandIn
    private let onMail: @Sendable (SentMail) -> Void
    private static let region = "eu-west-1"

    /// - Parameter onMail: receives each mail that is sent.
    init(_ tables: TableStandIn, onMail: @escaping @Sendable (SentMail) -> Void) {
        self.tables = tables
        self.onMail = onMail
    }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        if let mail = SentMail(request.body) {
            onMail(mail)
            return HTTPResponse(status: 200, body: Array(#"{"MessageId":"in-process"}"#.utf8))
        }
        let target = request.headers.first { $0.name == "X-Amz-Target" }?.value
        let operation = target?.split(separator: ".").last.map(String.init) ?? "none"
        let (status, body) = tables.respond(to: operation, request.body)
        return HTTPResponse(status: status, body: body)
    }

    private var client: AWSClient {
        AWSClient(
            transport: self,
            credentials: AWSCredentials(accessKeyID: "stand-in", secretAccessKey: "stand-in", sessionToken: nil),
            environment: { _ in nil })
    }

    /// The authenticator's storage in those tables.
    func storage(users: String, state: String) -> DynamoDBStorage {
        DynamoDBStorage(
            PasskeyTables(users: users, state: state, region: Self.region, aws: client), relyingPartyID: "localhost",
            by: Self.noDeadline)
    }

    /// The authenticator's mails, without the pause that hides whether a user exists.
    func mails(from sender: String, now: @escaping @Sendable () -> Int64) throws(FunctionError) -> InProcessMails {
        let settings = try MailSettings(Settings(Environment(["OTP_SENDER": sender, "AWS_REGION": Self.region])))
        let floor = ResponseTimeFloor(0, now: now, pause: { _ in })
        return InProcessMails(
            sender: MailSender(settings, aws: client, now: now, floor: floor), deadline: Self.noDeadline)
    }

    private static var noDeadline: Deadline { Deadline(.max, now: { 0 }) }
}

extension TableStandIn {
    /// Empty tables for the authenticator, `users` and `state`.
    package static func authenticatorTables() -> TableStandIn {
        TableStandIn([TableSchema("users", hasSortKey: true), TableSchema("state")])
    }

    /// The authenticator's storage in these tables, without a network.
    package func authenticatorStorage(users: String = "users", state: String = "state") -> DynamoDBStorage {
        InProcessAWS(self, onMail: { _ in }).storage(users: users, state: state)
    }
}

/// Sends the authenticator's mails to a stand-in.
struct InProcessMails: AuthenticatorMails {
    let sender: MailSender
    let deadline: Deadline

    func send(_ message: MailMessage, to recipient: MailRecipient?, refused: () -> Void) -> Bool {
        let noLog = Log(environment: Environment([:]), sink: { _ in })
        return sender.send(message, to: recipient, by: deadline, log: noLog, refused: refused)
    }
}
