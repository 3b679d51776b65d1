import HTTP
import StandIns

/// The network of a world: the tables and the mail service answer at once.
final class WorldTransport: HTTPTransport {
    let tables = TableStandIn([TableSchema(World.usersTable, hasSortKey: true), TableSchema(World.stateTable)])
    /// The mails that users have got, the oldest first.
    var mails: [SentMail] = []
    /// Runs once, when the next mail has left and its sender still waits for the answer.
    var whileMailing: (() -> Void)?
    /// Whether a process dies once its mail has left: nothing that it asks after that is done.
    var diesAfterMail = false
    /// Whether the mail service refuses every mail.
    var refusesMails = false
    private var isDead = false

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        if isDead { throw .timedOut("the process has ended") }
        guard request.url.hasSuffix("/v2/email/outbound-emails") else {
            let target = request.headers.first { $0.name == "X-Amz-Target" }?.value ?? ""
            let operation = String(target.split(separator: ".").last ?? "")
            let answer = tables.respond(to: operation, request.body)
            return HTTPResponse(status: answer.status, body: answer.body)
        }
        guard !refusesMails, let mail = SentMail(request.body) else { return HTTPResponse(status: 400) }
        mails.append(mail)
        isDead = diesAfterMail
        if let meanwhile = whileMailing {
            whileMailing = nil
            meanwhile()
        }
        return HTTPResponse(status: 200, body: Array(#"{"MessageId":"message"}"#.utf8))
    }

    /// Starts another process in place of a dead one.
    func revive() { (diesAfterMail, isDead) = (false, false) }
}
