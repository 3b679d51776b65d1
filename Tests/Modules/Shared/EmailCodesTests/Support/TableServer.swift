import AWS
import EmailCodes
import ExpiringState
import HTTP
import StandIns

/// A table behind a transport that answers at once. It can lose the replies of updates that it has made.
final class TableServer: HTTPTransport {
    private let standIn: TableStandIn
    /// Whether the reply of every update is lost the first time, so that the client sends it again.
    var losesReplies = false
    /// The status of every answer, if not what the table says.
    var failure: Int?
    private var isRepeated = false
    private(set) var operations: [String] = []
    /// Is called before each request is answered.
    var interrupt: () -> Void = {}

    /// - Parameter standIn: a table that others use too.
    init(_ standIn: TableStandIn = TableStandIn("state")) { self.standIn = standIn }

    var items: [String: [String: TableAttribute]] { standIn.items }

    /// The storage in the table.
    func storage() -> TableCodeStorage {
        let credentials = AWSCredentials(accessKeyID: "id", secretAccessKey: "secret", sessionToken: nil)
        let table = StateTable(
            name: "state", region: "eu-west-1",
            aws: AWSClient(transport: self, credentials: credentials) { _ in nil })
        return TableCodeStorage(table, by: Deadline(Desk.start + 60_000) { Desk.start })
    }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        let target = request.headers.first { $0.name == "X-Amz-Target" }?.value ?? ""
        let operation = String(target.split(separator: ".").last ?? "")
        operations.append(operation)
        interrupt()
        if let failure { return HTTPResponse(status: failure, body: Array("{}".utf8)) }
        let answer = standIn.respond(to: operation, request.body)
        if losesReplies, operation != "GetItem" {
            isRepeated.toggle()
            if isRepeated { throw .connectionLost("the reply is lost") }
        }
        return HTTPResponse(status: answer.status, body: answer.body)
    }
}
