import HTTP
import StandIns
import TriggerTestSupport

/// The state table and Amazon SES of a test, behind its transport.
final class AWSServices {
    static let table = "state"
    static let update = "POST https://dynamodb.eu-west-1.amazonaws.com/"
    static let mail = "POST https://email.eu-west-1.amazonaws.com/v2/email/outbound-emails"

    /// What a deployment with a table sets.
    static let settings = ["STATE_TABLE": table, "AWS_REGION": "eu-west-1"]

    let table = TableStandIn(AWSServices.table)
    private(set) var mails: [SentMail] = []
    /// Answers a call of the table in its place; nil if it does not.
    var interrupt: () -> HTTPResponse? = { nil }
    /// The status with which SES answers a mail.
    var mailStatus: (SentMail) -> Int = { _ in 200 }

    /// Answers for both services behind a transport.
    func serve(behind transport: ScriptedTransport) {
        transport.service = { [self] request in answer(request) }
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse? {
        switch "\(request.method.rawValue) \(request.url)" {
        case Self.update:
            if let answer = interrupt() { return answer }
            let target = request.headers.first { $0.name == "X-Amz-Target" }?.value ?? ""
            let answer = table.respond(to: String(target.split(separator: ".").last ?? ""), request.body)
            return HTTPResponse(status: answer.status, body: answer.body)
        case Self.mail:
            guard let mail = SentMail(request.body) else { return HTTPResponse(status: 400) }
            let status = mailStatus(mail)
            if status == 200 { mails.append(mail) }
            let type = "x-amzn-ErrorType: NotFoundException:http://internal.amazon.com/\r\n"
            return HTTPResponse(status: status, headerLines: Array(type.utf8), body: Array("{}".utf8))
        default: return nil
        }
    }
}
