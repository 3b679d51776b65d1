import AWS
import ExpiringState
import HTTP
import StandIns
import Synchronization
import TestSupport
import Testing

@Suite("What a table remembers for a while")
struct StateTableTests {
    private let server = TableServer()
    private let key = StateKey(.proof, digest: "1")

    private func consume(_ user: String) throws(AWSError) -> Bool {
        try server.table.consume(key, for: user, at: server.now, by: server.deadline)
    }

    @Test("only the first user of an item uses it up, and may repeat that")
    func firstUserUsesUp() throws {
        try expect(consume("first"), equals: true)
        try expect(consume("second"), equals: false)
        try expect(consume("first"), equals: true)
    }

    @Test("a use is forgotten after a day, whether or not its item has been deleted")
    func useIsForgotten() throws {
        try expect(consume("first"), equals: true)
        server.advance(seconds: 86_400)
        try expect(consume("second"), equals: false)
        server.advance(seconds: 1)
        try expect(consume("second"), equals: true)
    }

    @Test("an item can be read as the last update has left it")
    func itemIsRead() throws {
        try expect(server.table.item(key, by: server.deadline), equals: nil)
        _ = try consume("first")
        let item = try server.table.item(key, by: server.deadline)
        #expect(item?["consumedBy"] == .string("first"))
    }

    @Test("a table that refuses is an error, not an outcome")
    func refusalIsAnError() throws {
        server.refusal = HTTPResponse(status: 400, body: Array(#"{"__type":"x#AccessDeniedException"}"#.utf8))
        #expect(throws: AWSError.refused(status: 400, type: "AccessDeniedException")) { try consume("first") }
    }
}

/// A table behind a transport that answers at once, and the clock of both.
private final class TableServer: HTTPTransport {
    /// A clock that stands still until it is told otherwise.
    private final class Clock: Sendable {
        let time = Mutex<Int64>(1_800_000_000_000)
    }

    private let clock = Clock()
    private let standIn = TableStandIn("state")
    var refusal: HTTPResponse?

    var table: StateTable {
        let credentials = AWSCredentials(accessKeyID: "id", secretAccessKey: "secret", sessionToken: nil)
        return StateTable(
            name: "state", region: "eu-west-1",
            aws: AWSClient(transport: self, credentials: credentials) { _ in nil })
    }

    var now: Int64 { clock.time.withLock { $0 } }

    var deadline: Deadline {
        let now = now
        return Deadline(now + 1_000) { now }
    }

    func advance(seconds: Int64) { clock.time.withLock { $0 += seconds * 1_000 } }

    func send(_ request: HTTPRequest) throws(HTTPError) -> HTTPResponse {
        if let refusal { return refusal }
        let target = request.headers.first { $0.name == "X-Amz-Target" }?.value ?? ""
        let answer = standIn.respond(to: String(target.split(separator: ".").last ?? ""), request.body)
        return HTTPResponse(status: answer.status, body: answer.body)
    }
}
